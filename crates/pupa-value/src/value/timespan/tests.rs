use super::*;

fn parse(text: &str, format: &str) -> Result<i128, String> {
    Timespan::parse_format(text, format).map(Timespan::nanoseconds).map_err(|error| error.message)
}

#[test]
fn the_largest_unit_is_the_total() {
    let span = Timespan::from_seconds(90_061);
    assert_eq!(span.format("%H:%M:%S").unwrap(), "25:01:01");
    assert_eq!(span.format("%M").unwrap(), "1501");
    assert_eq!(span.format("%D %_H|%-M|%4S").unwrap(), "1  1|1|0001");
}

#[test]
fn fractions_lose_zeroes_on_both_sides() {
    let span = Timespan::from_nanoseconds(1_005_000_000);
    assert_eq!(span.to_string(), "0-00:00:01.5");
    assert_eq!(span.format("%S.%N").unwrap(), "01.5000000  ");
    assert_eq!(span.format("%S.%6N").unwrap(), "01.5000  ");
    assert_eq!(span.format("%S.%L").unwrap(), "01.5  ");
    assert_eq!(span.format("%N").unwrap(), "1005000000");
}

#[test]
fn reading_backtracks() {
    assert_eq!(parse("123", "%H%M"), Ok(12 * NSECS_PER_HOUR + 3 * NSECS_PER_MIN));
    assert_eq!(parse("-1:5", "%M:%S"), Ok(-65 * NSECS_PER_SEC));
    assert_eq!(parse("-5", "-%S"), Ok(-5 * NSECS_PER_SEC));
    assert_eq!(parse("  5", "%_S"), Ok(5 * NSECS_PER_SEC));
}

#[test]
fn errors_are_those_of_the_reference() {
    let bad = |text: &str, format: &str| parse(text, format).unwrap_err();
    assert_eq!(bad("x", "%S"), "Unable to parse 'x' using format '%S'");
    assert_eq!(bad("x", "%Y"), "Bad format specifier '%' in '%Y', at position 1");
    assert_eq!(bad("x", "é%9"), "Bad format specifier '%' in 'é%9', at position 2");
    assert_eq!(
        bad("5", "%200000S a"),
        r"too big number for repeat range: /\A-?([0-9]{200000})(\ a)\z/"
    );
    assert_eq!(
        bad("5", "%-0S"),
        r"upper is smaller than lower in repeat range: /\A-?([0-9]{1,0})\z/"
    );
}

#[test]
fn numbers_beyond_all_bounds_are_errors() {
    assert!(parse(&"9".repeat(60), "%S").is_err());
    assert!(Timespan::from_float_seconds(1e300).is_err());
    let longest = Timespan::from_nanoseconds(i128::MIN);
    assert!(longest.checked_sub(Timespan::from_seconds(1)).is_err());
    assert!(longest.divide_integer(-1).is_err());
    assert!((-longest).nanoseconds() > 0);
}

#[test]
fn division_rounds_down() {
    let span = Timespan::from_seconds(-10);
    assert_eq!(span.divide_integer(3).unwrap().nanoseconds(), -3_333_333_334);
    assert_eq!(span.divmod_integer(3).unwrap(), (-4, 2));
    assert_eq!(span.divmod_float(3.0).unwrap(), (-4, 2.0));
    assert_eq!(span.divmod_integer(0).unwrap_err().message, "divided by 0");
}
