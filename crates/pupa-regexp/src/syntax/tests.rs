//! Compares results with recorded results of Ruby 3.1.

use crate::{check, is_tied_to_unicode};

/// Patterns that Ruby 3.1 accepts.
const VALID: &[&str] = &[
    "^*",
    "$+",
    "(?=a)*",
    "(?<=a)*",
    r"\b*",
    r"\K*",
    "a**",
    "a{1}{2}",
    "a++",
    "a+++",
    r"(?<=\G)",
    r"(?<=\K)",
    "(?<=a|bc)",
    "(?<=(a|bc))(?<n>x)",
    "(?<!(a))(?<n>x)",
    "(?<!a|bc)",
    "(?<!(?i:a))",
    "(?<=(?<!a))",
    "(?<=(?<=a|bc))",
    "(?<=a{2})",
    "[a-[b]]",
    "[a-[b]c]",
    "[]]",
    "[^]]",
    "[a-c-e]",
    "[a-b-]",
    "[--a]",
    "[!--]",
    "[a&&-]",
    "[a-&&b]",
    "[[:^alpha:]]",
    "[:alpha:]",
    r"\p{^Alpha}",
    r"\pL",
    r"\p",
    r"(a)\k<-1>",
    r"(a)\k<1+0>",
    r"\k",
    r"(?<a>x\g<a>?)",
    r"\g<+1>(a)",
    r"(a)\g<-1>",
    "(?<a-b>x)",
    "(?<a b>x)",
    "(?i-m:a)",
    "(?a)b",
    "(?u-i)",
    "(?<x>q)(?(<x>)a)",
    r"(a)\10",
    r"\10",
    r"\18",
    "a{,}",
    "a{",
    "a{2",
    "a{,2}",
    "x{2}+",
    "(?~a)",
    r"(?<=\g<a>)(?<a>b)",
    "(?x) # foo ( \n b",
    "(?<=^)",
    "(?<=$)",
    r"(?<=\A)",
    r"(?<=\b)",
    "(?i)(?<=ss)",
    "(?i)(?<=ß)",
    "(?i)(?<=ff)",
    r"(?<a>)\k<a+1>",
    r"(?'a'b)\k<a>",
    "(?<a>b)(?<=(c|dd))(e)",
    r"(?<n>a)(?<n>b)\k<n>",
    r"\g<n>(?<n>a|b\g<n>c)",
    "(?:a{2}?)+?",
    "x{1,2}{3}",
    "(?m-ix:a.b)(?mix)",
    r"\p{Latin}",
    r"\P{^Lu}",
    "[a&&[^b]]",
    "(?<!a|b)c",
    r"[\]\-\\]",
];

/// Patterns with the errors of Ruby 3.1.
const INVALID: &[(&str, &str)] = &[
    (r"[a-\d]", "char-class value at end of range"),
    (r"\c\ca", "duplicate control escape"),
    (r"\M-\M-a", "duplicate meta escape"),
    ("[]", "empty char-class"),
    ("[^]", "empty char-class"),
    ("[c-[b]a]", "empty range in char class"),
    (r"[b-\x61]", "empty range in char class"),
    (r"[\u{62}-\u{61}]", "empty range in char class"),
    ("[é-a]", "empty range in char class"),
    ("(?", "end pattern in group"),
    ("(?i", "end pattern in group"),
    ("(?#", "end pattern in group"),
    (r"(?#a\)", "end pattern in group"),
    ("(?<", "end pattern with unmatched parenthesis"),
    ("(?~", "end pattern with unmatched parenthesis"),
    (
        "(?<n>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy",
        "end pattern with unmatched parenthesis",
    ),
    ("a#(", "end pattern with unmatched parenthesis"),
    ("(a", "end pattern with unmatched parenthesis"),
    (r"\k<", "group name is empty"),
    (r"\k<>", "group name is empty"),
    ("(?<>x)", "group name is empty"),
    ("[[:foo:]]", "invalid POSIX bracket type"),
    ("[[:alphax:]]", "invalid POSIX bracket type"),
    (r"\u12", "invalid Unicode escape"),
    (r"\u{", "invalid Unicode list"),
    (r"\u{}", "invalid Unicode list"),
    (r"\u{41", "invalid Unicode list"),
    (r"\u{110000}", "invalid Unicode range"),
    (r"\uD800", "invalid Unicode range"),
    (r"\k<1>", "invalid backref number/name"),
    (r"\k<-1>", "invalid backref number/name"),
    (r"\g<-1>", "invalid backref number/name"),
    ("(?(1)a)", "invalid backref number/name"),
    (r"(a)\2", "invalid backref number/name"),
    (r"\8", "invalid backref number/name"),
    (r"\p{Alpha", "invalid character property name {Alph}"),
    (r"\p{Al(pha}", "invalid character property name {Al}"),
    (r"[\p{Foo}]", "invalid character property name {Foo}"),
    (r"\p{Foo}", "invalid character property name {Foo}"),
    (r"\p{Script=Latin}", "invalid character property name {Script=Latin}"),
    ("(a)(?(1)b|c|d)", "invalid conditional pattern"),
    ("(?(x)a)", "invalid conditional pattern"),
    (r"\777", "invalid escape code"),
    (r"\400", "invalid escape code"),
    (r"\k<0>", "invalid group name <0>>"),
    ("(?<1a>x)", "invalid group name <1a>"),
    (r"\k<1x>", "invalid group name <1x>"),
    ("(?<a)b)", "invalid group name <a)b)>"),
    (r"\k<a+>", "invalid group name <a+>>"),
    (r"(?<a>)\k<a+x>", "invalid group name <a+x>>"),
    (r"\k<a", "invalid group name <a>"),
    ("(?<a", "invalid group name <a>"),
    (r"\x", "invalid hex escape"),
    (r"\xg", "invalid hex escape"),
    (r"\M-\C-a", "invalid multibyte escape"),
    (r"\xff", "invalid multibyte escape"),
    (r"(?<=\R)", "invalid pattern in look-behind"),
    (r"(?<=\X)", "invalid pattern in look-behind"),
    (r"(?<=\z)", "invalid pattern in look-behind"),
    (r"(?<=a\Z)", "invalid pattern in look-behind"),
    ("(?<=(a|bc))", "invalid pattern in look-behind"),
    ("(?<!(a))", "invalid pattern in look-behind"),
    ("(?<=(?i:a|bc))", "invalid pattern in look-behind"),
    ("(?<=(?=a))", "invalid pattern in look-behind"),
    ("(?<=(?!a))", "invalid pattern in look-behind"),
    (r"(?<=\1)(a)", "invalid pattern in look-behind"),
    ("(?<=(?>a))", "invalid pattern in look-behind"),
    ("(?<=a++)", "invalid pattern in look-behind"),
    ("(?<=a{2,3})", "invalid pattern in look-behind"),
    (r"(?<=\g<a>)(?<a>b*)", "invalid pattern in look-behind"),
    (r"(?<=a*)\5", "invalid pattern in look-behind"),
    (r"(?<a>)(?<a>)\g<a>", "multiplex definition name <a> call"),
    (r"\g<0>", "never ending recursion"),
    (r"(?<a>\g<a>)", "never ending recursion"),
    (r"(?<a>x\g<a>)", "never ending recursion"),
    (r"(?<a>x|\g<a>)", "never ending recursion"),
    (r"(?<a>\g<b>)(?<b>\g<a>)", "never ending recursion"),
    ("(?<x>q)(?(1)a)", "numbered backref/call is not allowed. (use name)"),
    (r"(?<x>q)\1", "numbered backref/call is not allowed. (use name)"),
    ("[[:alpha:]", "premature end of char-class"),
    ("[[:al]", "premature end of char-class"),
    ("{2}", "target of repeat operator is not specified"),
    ("*", "target of repeat operator is not specified"),
    ("|*", "target of repeat operator is not specified"),
    ("(*)", "target of repeat operator is not specified"),
    ("(?i)*", "target of repeat operator is not specified"),
    ("a{100001}", "too big number for repeat range"),
    ("a{99999999999}", "too big number for repeat range"),
    (r"\c", "too short control escape"),
    (r"\C", "too short control escape"),
    (r"\C-", "too short control escape"),
    (r"\", "too short escape sequence"),
    (r"\xC3", "too short escaped multibyte character"),
    (r"\M", "too short meta escape"),
    (r"\M-", "too short meta escape"),
    (r"\g<1>", "undefined group <1> reference"),
    ("(?z)", "undefined group option"),
    ("(?s)", "undefined group option"),
    ("(?-u)", "undefined group option"),
    ("(?^i)", "undefined group option"),
    ("(?@a)", "undefined group option"),
    ("(?P<n>x)", "undefined group option"),
    (r"\k<a>", "undefined name <a> reference"),
    (r"\g<a>", "undefined name <a> reference"),
    (r"\k<a+1>", "undefined name <a> reference"),
    (r"\k'a'", "undefined name <a> reference"),
    (r"\g'a'", "undefined name <a> reference"),
    ("(?(<x>)a)", "undefined name <x> reference"),
    (
        r"\k<éééééééééééééééééééééééééééééé>",
        "undefined name <ééééééééééééééééééééééé�...> reference",
    ),
    ("a|b)", "unmatched close parenthesis"),
    (r"[\d-a]", "unmatched range specifier in char-class"),
    ("[[:alpha:]-z]", "unmatched range specifier in char-class"),
    ("a{2,1}", "upper is smaller than lower in repeat range"),
];

fn message(pattern: &str) -> Option<String> {
    check(pattern).err().map(|error| error.message)
}

#[test]
fn accepts_the_patterns_of_ruby() {
    for pattern in VALID {
        assert_eq!(message(pattern), None, "{pattern}");
    }
}

#[test]
fn invalid_patterns_have_the_error_of_ruby() {
    for (pattern, text) in INVALID {
        let message = message(pattern).unwrap_or_default();
        assert_eq!(message, format!("{text}: /{pattern}/"), "{pattern}");
    }
}

#[test]
fn quotes_the_pattern_as_ruby_does() {
    let prefix = "end pattern with unmatched parenthesis: ";
    for (pattern, quoted) in [
        ("/(", r"/\/(/"),
        (r"\/(", r"/\/(/"),
        ("é(", "/é(/"),
        ("é\n(", "/\\u00E9\n(/"),
        ("/😀(", r"/\/\u{1F600}(/"),
        ("a\u{1}(", r"/a\x01(/"),
    ] {
        assert_eq!(message(pattern), Some(format!("{prefix}{quoted}")), "{pattern}");
    }
}

#[test]
fn points_into_the_pattern_as_written() {
    for (pattern, offset) in [("ab(c", 2), (r"\u0041[z-a]", 9), ("a**)", 3), (r"x\1", 1)] {
        assert_eq!(check(pattern).err().map(|error| error.offset), Some(offset), "{pattern}");
    }
}

#[test]
fn recognises_patterns_tied_to_unicode() {
    for pattern in ["é", r"\u00e9", r"\xC3\xA9", r"\p{Alpha}", r"\303\251"] {
        assert!(is_tied_to_unicode(pattern), "{pattern}");
    }
    for pattern in ["a", r"\u0041", r"\x41", r"[[:alpha:]]", r"\R\X"] {
        assert!(!is_tied_to_unicode(pattern), "{pattern}");
    }
}

#[test]
fn depth_is_limited_as_in_ruby() {
    let nested = |depth| format!("{}{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(message(&nested(4095)), None);
    assert!(message(&nested(4096)).is_some_and(|text| text.starts_with("parse depth limit over")));
    let classes = |depth| format!("{}a{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(message(&classes(4095)), None);
    assert!(message(&classes(4096)).is_some());
    let groups = |count| "()".repeat(count);
    assert_eq!(message(&groups(32_767)), None);
    assert!(message(&groups(32_768)).is_some_and(|text| text.starts_with("too many capture")));
}

#[test]
fn long_patterns_take_linear_time() {
    // Each of these would take hours if any search started again at every position.
    for part in ["[:", "a*", "(?:a|", "[a[:b", "\\g<0>|", "(?<n>", "{1,", "\\k<n", "(?<=a)", "[]"] {
        let _ = check(&part.repeat(400_000));
    }
    let calls: String =
        (1..3000).map(|n| format!("(?<n{n}>\\g<n{}>\\g<n{}>)", n + 1, n + 1)).collect();
    let _ = check(&calls);
}
