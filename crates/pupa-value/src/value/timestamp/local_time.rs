//! A timestamp as local time in a zone.

use super::Timestamp;
use super::civil::{DAY, date_of, days_since_epoch};
use crate::value::scalar_error::ScalarError;
use crate::value::timespan::{NSECS_PER_SEC, out_of_range};

/// The fields of a timestamp in a zone.
pub(super) struct LocalTime {
    timestamp: i64,
    nanosecond: u32,
    year: i32,
    month: u8,
    day: u8,
    day_of_week: u8,
    day_of_year: u16,
    second_of_day: u32,
    offset: Option<i32>,
}

impl LocalTime {
    pub(super) fn new(time: Timestamp, offset: Option<i32>) -> Result<Self, ScalarError> {
        let utc = time.to_integer();
        let local = utc + i128::from(offset.unwrap_or(0));
        let days = local.div_euclid(DAY);
        let date = date_of(days);
        let new_year = days_since_epoch(date.year, 1, 1).ok_or_else(out_of_range)?;
        Ok(Self {
            timestamp: i64::try_from(utc).map_err(|_| out_of_range())?,
            nanosecond: time.nanoseconds().rem_euclid(NSECS_PER_SEC) as u32,
            year: i32::try_from(date.year).map_err(|_| out_of_range())?,
            month: date.month,
            day: date.day,
            // 1970-01-01 was a Thursday.
            day_of_week: (days + 4).rem_euclid(7) as u8,
            day_of_year: (days - new_year + 1) as u16,
            second_of_day: local.rem_euclid(DAY) as u32,
            offset,
        })
    }
}

impl strftime::Time for LocalTime {
    fn year(&self) -> i32 {
        self.year
    }

    fn month(&self) -> u8 {
        self.month
    }

    fn day(&self) -> u8 {
        self.day
    }

    fn hour(&self) -> u8 {
        (self.second_of_day / 3600) as u8
    }

    fn minute(&self) -> u8 {
        (self.second_of_day / 60 % 60) as u8
    }

    fn second(&self) -> u8 {
        (self.second_of_day % 60) as u8
    }

    fn nanoseconds(&self) -> u32 {
        self.nanosecond
    }

    fn day_of_week(&self) -> u8 {
        self.day_of_week
    }

    fn day_of_year(&self) -> u16 {
        self.day_of_year
    }

    fn to_int(&self) -> i64 {
        self.timestamp
    }

    fn is_utc(&self) -> bool {
        self.offset.is_none()
    }

    fn utc_offset(&self) -> i32 {
        self.offset.unwrap_or(0)
    }

    fn time_zone(&self) -> &str {
        if self.is_utc() { "UTC" } else { "" }
    }
}
