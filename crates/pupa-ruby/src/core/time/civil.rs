//! The proleptic Gregorian calendar: converts between days since 1970 and dates.

/// A date and a time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Civil {
    pub(crate) year: i64,
    pub(crate) month: i64,
    pub(crate) day: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
    /// From Sunday, 0 to 6.
    pub(crate) weekday: i64,
    /// From 1 to 366.
    pub(crate) yearday: i64,
}

/// The days since 1970 of a date. Days and months out of range carry over.
pub(crate) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let shifted = (month + 9) % 12;
    let day_of_year = (153 * shifted + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The year, month and day of a number of days since 1970.
pub(crate) fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

impl Civil {
    /// The date and time of seconds since 1970, without an offset.
    pub(crate) fn from_seconds(seconds: i64) -> Civil {
        let days = seconds.div_euclid(86_400);
        let rest = seconds.rem_euclid(86_400);
        let (year, month, day) = civil_from_days(days);
        Civil {
            year,
            month,
            day,
            hour: rest / 3600,
            minute: rest / 60 % 60,
            second: rest % 60,
            weekday: (days + 4).rem_euclid(7),
            yearday: days - days_from_civil(year, 1, 1) + 1,
        }
    }

    /// The seconds since 1970, without an offset.
    pub(crate) fn to_seconds(self) -> i64 {
        let days = days_from_civil(self.year, self.month, self.day);
        days.saturating_mul(86_400)
            .saturating_add(self.hour * 3600 + self.minute * 60 + self.second)
    }
}

/// The year and week of ISO 8601.
pub(crate) fn iso_week(civil: &Civil) -> (i64, i64) {
    let weekday = (civil.weekday + 6) % 7;
    let thursday = civil.yearday - weekday + 3;
    if thursday < 1 {
        let before = year_length(civil.year - 1);
        return (civil.year - 1, (thursday + before - 1) / 7 + 1);
    }
    let length = year_length(civil.year);
    if thursday > length {
        return (civil.year + 1, 1);
    }
    (civil.year, (thursday - 1) / 7 + 1)
}

fn year_length(year: i64) -> i64 {
    if is_leap(year) { 366 } else { 365 }
}

/// Whether a year has a 29th of February.
pub(crate) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_agree() {
        assert_eq!(days_from_civil(1970, 1, 1), 0);
        for days in (-1_000_000..1_000_000).step_by(317) {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month, day), days);
        }
    }

    #[test]
    fn weeks_follow_iso_8601() {
        let week = |year, month, day| {
            let days = days_from_civil(year, month, day);
            iso_week(&Civil::from_seconds(days * 86_400))
        };
        assert_eq!(week(2016, 1, 3), (2015, 53));
        assert_eq!(week(2018, 12, 31), (2019, 1));
        assert_eq!(week(2024, 7, 4), (2024, 27));
    }
}
