//! `Regexp` and `MatchData`.

use crate::native::{Instances, NativeClass};

/// `Regexp`
pub static REGEXP: NativeClass = NativeClass {
    name: "Regexp",
    superclass: Some("Object"),
    instances: Instances::Regexps,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `MatchData`
pub static MATCH_DATA: NativeClass = NativeClass {
    name: "MatchData",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
