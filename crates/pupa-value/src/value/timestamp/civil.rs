//! Dates of the proleptic Gregorian calendar.

/// The number of seconds in a day.
pub(super) const DAY: i128 = 86_400;

/// The number of days in 400 years.
const ERA: i128 = 146_097;

/// A calendar date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) year: i128,
    pub(super) month: u8,
    pub(super) day: u8,
}

/// The number of days from 1970-01-01 to a date; `None` if it overflows.
///
/// `day` may be beyond the end of the month.
// The year starts in March here, so that the leap day is its last day.
pub(super) fn days_since_epoch(year: i128, month: u32, day: u32) -> Option<i128> {
    let (year, month) =
        if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
    let year_of_era = year.rem_euclid(400);
    let day_of_year = i128::from((153 * month + 2) / 5 + day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    year.div_euclid(400).checked_mul(ERA)?.checked_add(day_of_era - 719_468)
}

/// The date this many days after 1970-01-01.
pub(super) fn date_of(days: i128) -> Date {
    let days = days + 719_468;
    let day_of_era = days.rem_euclid(ERA);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (carry, month) = if month < 10 { (0, month + 3) } else { (1, month - 9) };
    let year = year_of_era + days.div_euclid(ERA) * 400 + carry;
    Date { year, month: month as u8, day: day as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_convert_in_both_directions() {
        for days in (-1_000_000..1_000_000).step_by(37) {
            let Date { year, month, day } = date_of(days);
            assert_eq!(days_since_epoch(year, month.into(), day.into()), Some(days));
        }
        assert_eq!(date_of(18_321), Date { year: 2020, month: 2, day: 29 });
        assert_eq!(days_since_epoch(2020, 2, 31), days_since_epoch(2020, 3, 2));
        assert_eq!(days_since_epoch(i128::MAX, 1, 1), None);
    }
}
