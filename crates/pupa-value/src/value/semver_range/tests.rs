use super::*;

fn canonical(text: &str) -> String {
    SemVerRange::parse(text).map_or_else(|error| error.message, |range| range.canonical())
}

fn version(text: &str) -> SemVer {
    SemVer::parse(text).unwrap()
}

#[test]
fn syntaxes() {
    let cases = [
        ("1.2.3", "1.2.3"),
        ("1.x", ">=1.0.0 <2.0.0"),
        ("", "*"),
        ("~1.2.3-rc.1", ">=1.2.3-rc.1 <1.3.0"),
        ("^0.2.3", ">=0.2.3 <0.3.0"),
        ("^1.2.3+b", ">=1.2.3 <2.0.0"),
        ("1.2 - 1.4", ">=1.2.0 <=1.4.0"),
        (">=1.0 < 2.0", ">=1.0.0 <2.0.0"),
        ("> v1.0.0", "Unparsable version range: \"> v1.0.0\""),
        (">v1.0.0", ">1.0.0"),
        (">x", "<0.0.0"),
        ("<1.0.0 >2.0.0", "<0.0.0"),
        ("1.x || 2.x", ">=1.0.0 <3.0.0"),
        ("1.x || 3.x", ">=1.0.0 <2.0.0 || >=3.0.0 <4.0.0"),
        ("1.2.3 || 1.2.4", ">=1.2.3 <=1.2.4"),
        (" 1.0.0", "Unparsable version range: \" 1.0.0\""),
    ];
    for (text, expected) in cases {
        assert_eq!(canonical(text), expected, "{text}");
    }
}

#[test]
fn mistakes_of_the_reference() {
    assert!(canonical("^x").starts_with("undefined method `SINGLETON'"));
    assert!(canonical(">=1.0.0 || >=2.0.0").starts_with("undefined local variable"));
    assert!(canonical("<1.0.0 >2.0.0 >3.0.0").starts_with("undefined method `intersection'"));
}

#[test]
fn prereleases_must_be_named() {
    let range = SemVerRange::parse(">=1.0.0-rc.1 <2.0.0").unwrap();
    assert!(range.includes(&version("1.0.0-rc.2")));
    assert!(!range.includes(&version("1.1.0-rc.2")));
    assert!(range.includes(&version("1.1.0")));
}

#[test]
fn ranges_between_versions() {
    let range = |end| SemVerRange::from_versions(version("1.0.0"), version("2.0.0"), end).unwrap();
    assert_eq!(range(RangeEnd::Included).to_string(), "2.0.0 - 1.0.0");
    assert_eq!(range(RangeEnd::Excluded).to_string(), ">=2.0.0 <1.0.0");
    assert_eq!(range(RangeEnd::Excluded), SemVerRange::parse("1.x").unwrap());
}

#[test]
fn covering_and_merging() {
    let range = |text| SemVerRange::parse(text).unwrap();
    assert_eq!(range("1.2.x").is_covered_by(&range("1.x")), Ok(true));
    assert_eq!(range("1.x").is_covered_by(&range("1.2.x")), Ok(false));
    assert!(range("1.x || 3.x").is_covered_by(&range("1.x")).is_err());
    let merged = range("1.x").merge(&range("2.x")).unwrap().unwrap();
    assert_eq!(merged.canonical(), ">=1.0.0 <3.0.0");
    assert_eq!(range("1.x").merge(&range("3.x")), Ok(None));
}
