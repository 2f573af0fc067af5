use super::*;

fn parse(text: &str) -> Result<String, String> {
    answer(Timestamp::parse(text, Formats::Default, None, 0))
}

fn parse_format(text: &str, format: &str) -> Result<String, String> {
    answer(Timestamp::parse(text, Formats::One(format), None, 0))
}

fn answer(result: Result<Timestamp, ScalarError>) -> Result<String, String> {
    result.map(|time| time.to_string()).map_err(|error| error.message)
}

#[test]
fn fields_roll_over() {
    assert_eq!(parse("2020-02-31").unwrap(), "2020-03-02T00:00:00.000000000 UTC");
    assert_eq!(parse("2020-01-01 24:00:00").unwrap(), "2020-01-02T00:00:00.000000000 UTC");
    assert_eq!(parse("2020-01-01T00:00:60").unwrap(), "2020-01-01T00:01:00.000000000 UTC");
    assert_eq!(parse("2020-01-01 24:00:01").unwrap_err(), "sec out of range");
    assert_eq!(parse("2020-01-01T00:00:00.-5").unwrap_err(), "subsecx out of range");
}

#[test]
fn years_have_no_practical_bounds() {
    assert_eq!(
        parse("-100000000000000-01-01").unwrap(),
        "-100000000000000-01-01T00:00:00.000000000 UTC"
    );
    assert_eq!(parse(&format!("{}-01-01", "9".repeat(50))).unwrap_err(), "time out of range");
}

#[test]
fn a_format_must_say_the_year() {
    assert_eq!(
        parse_format("10:00", "%H:%M").unwrap_err(),
        "no implicit conversion of nil into Integer"
    );
}

#[test]
fn odd_directives() {
    let new_year = Ok("2020-01-01T00:00:00.000000000 UTC".to_owned());
    assert_eq!(parse_format("2020%a", "%Y%"), new_year);
    assert_eq!(parse_format("2020 %E", "%Y %E"), new_year);
    assert_eq!(parse_format("2020%q", "%Y%q"), new_year);
    assert_eq!(parse_format("20200101", "%Y%m%d"), new_year);
    assert_eq!(parse_format("2020 12 a.m.", "%Y %I %P"), new_year);
    assert!(parse_format("2020", "%Y%:").is_err());
}

#[test]
fn zones() {
    let given = |text, format, zone| answer(Timestamp::parse(text, format, Some(zone), 3600));
    let expected = Ok("2019-12-31T23:00:00.000000000 UTC".to_owned());
    assert_eq!(given("2020-01-01", Formats::Default, "CET"), expected);
    assert_eq!(given("2020", Formats::One("%Y"), "current"), expected);
    assert_eq!(parse("2020-01-01 +1.0"), expected);
    assert!(given("2020-01-01 CET", Formats::Default, "CET").is_err());
    assert!(
        given("2020 CET", Formats::One("%Y %Z"), "CET")
            .unwrap_err()
            .starts_with("Using a Timezone")
    );
    assert_eq!(parse("2020-01-01 Foo").unwrap_err(), "Illegal timezone 'Foo'");
}

#[test]
fn formatting() {
    let format = |format, zone| Timestamp::EPOCH.format(format, zone, 0);
    assert_eq!(format("%F %T %Z %z %j %a", None).unwrap(), "1970-01-01 00:00:00 UTC +0000 001 Thu");
    assert_eq!(format("%T %Z %:z", Some("EST")).unwrap(), "19:00:00  -05:00");
    assert_eq!(format("%T%", None).unwrap_err().message, "invalid format: %T%");
}
