//! Compares results with those of Ruby 3.1.

use crate::*;

fn regexp(source: &str) -> Regexp {
    Regexp::new(source).unwrap_or_else(|error| panic!("{}", error.message))
}

/// The spans of the match and its groups, as `start,end` in bytes.
fn spans(source: &str, text: &str) -> String {
    match regexp(source).captures(text) {
        Ok(Some(captures)) => {
            let span = |group| match captures.span(group) {
                Some(span) => format!("{},{}", span.start, span.end),
                None => "-".to_owned(),
            };
            (0..captures.group_count()).map(span).collect::<Vec<_>>().join(" ")
        }
        Ok(None) => "nil".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn lines_end_and_begin_as_in_ruby() {
    assert_eq!(spans("^b$", "a\nb\nc"), "2,3");
    assert_eq!(spans("^\\z", "a\n"), "nil");
    assert_eq!(spans("a\\Z", "a\n"), "0,1");
    assert_eq!(spans("a\\z", "a\n"), "nil");
    assert_eq!(spans("a.b", "a\nb"), "nil");
    assert_eq!(spans("(?m)a.b", "a\nb"), "0,3");
}

#[test]
fn types_are_ascii_and_brackets_are_unicode() {
    assert_eq!(spans("\\w", "é"), "nil");
    assert_eq!(spans("[[:alpha:]]", "é"), "0,2");
    assert_eq!(spans("(?u)\\w", "é"), "0,2");
    assert_eq!(spans("(?a)[[:alpha:]]", "é"), "nil");
    assert_eq!(spans("\\bé\\b", "é"), "0,2");
    assert_eq!(spans("[a-z&&[^aeiou]]+", "aabcde"), "2,5");
    assert_eq!(spans("\\p{^Alpha}", "a1"), "1,2");
}

#[test]
fn case_is_ignored_as_in_ruby() {
    assert_eq!(spans("(?i)k", "\u{212a}"), "0,3");
    assert_eq!(spans("(?i)É", "é"), "0,2");
    assert_eq!(spans("(?i)[É-Ê]", "é"), "nil");
    assert_eq!(spans("(?i)[\\w]", "ſ"), "nil");
    assert_eq!(spans("(?i)[a-z]", "ſ"), "0,2");
    assert_eq!(spans("a(?i)b|c", "aC"), "0,2");
}

#[test]
fn repetition_has_rubys_quirks() {
    assert_eq!(spans("a{,2}", "aaa"), "0,2");
    assert_eq!(spans("a{2}+", "aaaaa"), "0,4");
    assert_eq!(spans("a{1,2}+b", "aab"), "0,3");
    assert_eq!(spans("a++a", "aaa"), "nil");
    assert_eq!(spans("x{,}", "x{,}"), "0,4");
    assert_eq!(spans("(a|b*)*", "ab"), "0,2 2,2");
    assert_eq!(spans("(|a)*", "aa"), "0,0 0,0");
    assert_eq!(spans("(?:a+?)*", "aaa"), "0,3");
    assert_eq!(spans("x(?:b+){1,2}", "x"), "nil");
}

#[test]
fn groups_are_restored_when_the_search_goes_back() {
    assert_eq!(spans("(?:(a)c|ab)", "ab"), "0,2 -");
    assert_eq!(spans("(?:(x)|(y)|z)*", "xyz"), "0,3 0,1 1,2");
    assert_eq!(spans("(a)(?<n>b)", "ab"), "0,2 1,2");
}

#[test]
fn features_beyond_automata() {
    assert_eq!(spans("(a)\\1", "aa"), "0,2 0,1");
    assert_eq!(spans("(?<=a|bc)d", "bcd"), "2,3");
    assert_eq!(spans("(?<!a)b", "ab"), "nil");
    assert_eq!(spans("(?<p>\\((?:[^()]|\\g<p>)*\\))", "x(a(b)c)"), "1,8 1,8");
    assert_eq!(spans("(?<a>|.|(?:(?<b>.)\\g<a>\\k<b+0>))\\z", "reviver"), "0,7 0,7 2,3");
    assert_eq!(spans("(a)?(?(1)b|c)", "ac"), "1,2 -");
    assert_eq!(spans("/\\*(?~\\*/)\\*/", "/* a */ b */"), "0,7");
    assert_eq!(spans("a\\Kb", "ab"), "1,2");
    assert_eq!(spans("\\R", "\r\n"), "0,2");
    assert_eq!(spans("\\X", "e\u{301}x"), "0,3");
}

#[test]
fn texts_are_rubys() {
    let check = |source: &str, inspect: &str, to_s: &str, delimited: &str, pattern: &str| {
        let regexp = regexp(source);
        assert_eq!(regexp.inspect(), inspect);
        assert_eq!(regexp.to_string(), to_s);
        assert_eq!(regexp.with_delimiters(), delimited);
        assert_eq!(regexp.pattern(), pattern);
    };
    check("a/b", "/a\\/b/", "(?-mix:a\\/b)", "/a\\/b/", "a/b");
    check("é", "/é/", "(?-mix:é)", "/(?-mix:é)/", "(?-imx:é)");
    check("é/", "/\\u00E9\\//", "(?-mix:é\\/)", "/(?-mix:é\\/)/", "(?-imx:é/)");
    check("(?i-m:a.)", "/(?i-m:a.)/", "(?i-mx:a.)", "/(?i-m:a.)/", "(?i-m:a.)");
    let options = RegexpOptions { ignore_case: true, ..RegexpOptions::default() };
    let regexp = Regexp::with_options("a", options).expect("it is valid");
    assert_eq!(regexp.to_string(), "(?i-mx:a)");
    assert_eq!(regexp.inspect(), "/a/i");
    assert_eq!(regexp.option_bits(), Regexp::IGNORECASE);
    let all = RegexpOptions { ignore_case: true, extended: true, multi_line: true };
    let pattern = |source| Regexp::with_options(source, all).map(|regexp| regexp.pattern());
    assert_eq!(pattern("a").as_deref(), Ok("(?imx:a)"));
    assert_eq!(pattern("é").as_deref(), Ok("(?imx-:é)"));
}

#[test]
fn invalid_patterns_have_rubys_messages() {
    let error = Regexp::new("a(b").expect_err("it is invalid");
    assert_eq!(error.message, "end pattern with unmatched parenthesis: /a(b/");
    let options = RegexpOptions { extended: true, ..RegexpOptions::default() };
    let error = Regexp::with_options("[a", options).expect_err("it is invalid");
    assert_eq!(error.message, "premature end of char-class: /[a/x");
}

#[test]
fn equality_is_by_source_and_options() {
    let options = RegexpOptions { extended: true, ..RegexpOptions::default() };
    assert_eq!(regexp("a"), regexp("a"));
    assert_ne!(regexp("a"), regexp("b"));
    assert_ne!(Ok(regexp("a")), Regexp::with_options("a", options));
}

#[test]
fn replacing_knows_escapes_and_empty_matches() {
    let all = |source: &str, text: &str, by: &str| {
        regexp(source).replace_all(text, by).unwrap_or_else(|error| error.to_string())
    };
    assert_eq!(all("b*", "abc", "-"), "-a--c-");
    assert_eq!(all("(b)", "abc", "<\\1\\0\\&\\\\\\x\\`\\'>"), "a<bbb\\\\xac>c");
    assert_eq!(all("(?<n>b)", "abc", "<\\k<n>\\1>"), "a<b>c");
    assert_eq!(all("b", "abc", "\\k<n>"), "undefined group name reference: n");
    assert_eq!(regexp("b").replace("abb", "c").as_deref(), Ok("acb"));
}

#[test]
fn splitting_is_rubys() {
    let split = |source: &str, text: &str| regexp(source).split(text).unwrap_or_default();
    assert_eq!(split(",", "a,b,,c,,"), ["a", "b", "", "c"]);
    assert_eq!(split("", "aéc"), ["a", "é", "c"]);
    assert_eq!(split("(,)", "a,b"), ["a", ",", "b"]);
    assert!(split(",", "").is_empty());
    assert_eq!(regexp(",").split_limit("a,b,,", -1).unwrap_or_default(), ["a", "b", "", ""]);
    assert_eq!(regexp(",").split_limit("a,b,c", 2).unwrap_or_default(), ["a", "b,c"]);
}

#[test]
fn busy_patterns_take_linear_time_and_give_the_same_result() {
    let text = "a".repeat(5_000);
    assert_eq!(regexp("(a+)+$").is_match(&(text.clone() + "b")), Ok(false));
    assert_eq!(spans("(a|aa)+$", &text), "0,5000 4999,5000");
}

#[test]
fn endless_searches_end_with_an_error() {
    let text = "a".repeat(60) + "b";
    assert_eq!(regexp("(?:a|a)*(?!b)c").is_match(&text), Err(MatchError::TooManySteps));
    let deep = "(".repeat(1_000) + &")".repeat(1_000);
    assert_eq!(regexp(&deep).is_match("a"), Err(MatchError::TooDeep));
    let repeated = String::from("(?:ab)") + &"{2}{3,4}".repeat(50_000);
    assert_eq!(regexp(&repeated).is_match("a"), Err(MatchError::TooDeep));
    let large = "(?:(?:(?:ab){1000}){1000}){1000}(c)\\g<1>";
    assert_eq!(regexp(large).is_match("a"), Err(MatchError::TooLarge));
}
