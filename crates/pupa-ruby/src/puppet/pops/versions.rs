//! `SemanticPuppet::Version` and `SemanticPuppet::VersionRange`.

use std::sync::Arc;

use pupa_value::Value as PuppetValue;
use pupa_value::value::semver::{SemVer, VersionNumber};
use pupa_value::value::semver_range::{RangeEnd, SemVerRange};

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::puppet::data::{data, equals, hash, inspected, text};
use crate::symbol::Symbol;
use crate::value::Value;

/// `SemanticPuppet::Version`
pub static VERSION: NativeClass = NativeClass {
    name: "SemanticPuppet::Version",
    includes: &["Comparable"],
    instances: Instances::Refused,
    methods: &[
        method("to_s", 0, 0, text),
        method("inspect", 0, 0, text),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, equals),
        method("hash", 0, 0, hash),
        method("<=>", 1, 1, compare),
        method("major", 0, 0, number),
        method("minor", 0, 0, number),
        method("patch", 0, 0, number),
        method("prerelease", 0, 0, label),
        method("build", 0, 0, label),
        method("stable?", 0, 0, is_stable),
        method("to_stable", 0, 0, to_stable),
        method("next", 1, 1, next),
    ],
    class_methods: &[
        method("new", 3, 5, new_version),
        method("parse", 1, 1, parse_version),
        method("valid?", 1, 1, is_valid),
    ],
    ..NativeClass::EMPTY
};

/// `SemanticPuppet::Version::ValidationFailure`
pub static VALIDATION_FAILURE: NativeClass = NativeClass {
    name: "SemanticPuppet::Version::ValidationFailure",
    superclass: Some("ArgumentError"),
    ..NativeClass::EMPTY
};

/// `SemanticPuppet::VersionRange`
pub static VERSION_RANGE: NativeClass = NativeClass {
    name: "SemanticPuppet::VersionRange",
    instances: Instances::Refused,
    methods: &[
        method("to_s", 0, 0, text),
        method("inspect", 0, 0, inspected),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, equals),
        method("hash", 0, 0, hash),
        method("include?", 1, 1, includes),
        method("member?", 1, 1, includes),
        method("cover?", 1, 1, includes),
        method("===", 1, 1, includes),
        method("begin", 0, 0, range_end),
        method("end", 0, 0, range_end),
        method("exclude_begin?", 0, 0, excludes),
        method("exclude_end?", 0, 0, excludes),
        method("intersection", 1, 1, intersection),
        method("&", 1, 1, intersection),
    ],
    class_methods: &[method("new", 2, 3, new_range), method("parse", 1, 2, parse_range)],
    ..NativeClass::EMPTY
};

/// The version that a value is, or that a string denotes.
fn version(m: &Machine<'_>, value: Value) -> Option<SemVer> {
    match (data(m, value), value) {
        (PuppetValue::SemVer(version), _) => Some((*version).clone()),
        (_, Value::Str(id)) => SemVer::parse(&m.text_of(id)).ok(),
        _ => None,
    }
}

fn own_version(m: &Machine<'_>, this: Value) -> Option<Arc<SemVer>> {
    match data(m, this) {
        PuppetValue::SemVer(version) => Some(version),
        _ => None,
    }
}

fn range(m: &Machine<'_>, value: Value) -> Option<Arc<SemVerRange>> {
    match data(m, value) {
        PuppetValue::SemVerRange(range) => Some(range),
        _ => None,
    }
}

fn version_object(m: &mut Machine<'_>, version: SemVer) -> Value {
    m.new_puppet_data(PuppetValue::SemVer(Arc::new(version)))
}

fn parse_version(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = m.to_text(args[0])?;
    match SemVer::parse(&text) {
        Ok(version) => Ok(version_object(m, version)),
        Err(_) => {
            let message = format!("Unable to parse '{text}' as a semantic version identifier");
            Err(m.error(class::PUPPET_VALIDATION_FAILURE, message))
        }
    }
}

fn is_valid(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let Value::Str(id) = args[0] else { return Ok(Value::FALSE) };
    Ok(Value::Bool(SemVer::is_valid(&m.text_of(id))))
}

/// `Version.new(1, 2, 3, ['rc', 1], ['build'])`: labels are arrays of their parts, or strings.
fn new_version(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let mut text = String::new();
    for (index, &part) in args.list[..3].iter().enumerate() {
        let number = m.to_int(part)?;
        let dot = if index > 0 { "." } else { "" };
        text.push_str(&format!("{dot}{number}"));
    }
    for (mark, label) in ['-', '+'].into_iter().zip(&args.list[3..]) {
        let parts = match *label {
            Value::Nil => continue,
            Value::Array(parts) => m.array(parts).to_vec(),
            other => vec![other],
        };
        let mut texts = Vec::new();
        for part in parts {
            texts.push(m.to_s_text(part)?);
        }
        if !texts.is_empty() {
            text.push(mark);
            text.push_str(&texts.join("."));
        }
    }
    match SemVer::parse(&text) {
        Ok(version) => Ok(version_object(m, version)),
        Err(error) => Err(m.argument_error(error.to_string())),
    }
}

fn integer(m: &mut Machine<'_>, number: VersionNumber) -> Value {
    number.value().map_or(Value::Nil, |number| m.new_integer(number.into()))
}

fn number(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(version) = own_version(m, this) else { return Ok(Value::Nil) };
    Ok(match args.name.as_str() {
        "major" => integer(m, version.major()),
        "minor" => integer(m, version.minor()),
        _ => integer(m, version.patch()),
    })
}

fn label(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(version) = own_version(m, this) else { return Ok(Value::Nil) };
    let label = match args.name.as_str() {
        "prerelease" => version.prerelease(),
        _ => version.build(),
    };
    Ok(label.map_or(Value::Nil, |label| m.new_str(label)))
}

fn is_stable(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(own_version(m, this).is_some_and(|version| version.is_stable())))
}

fn to_stable(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match own_version(m, this) {
        Some(version) => Ok(version_object(m, version.to_stable())),
        None => Ok(Value::Nil),
    }
}

/// `next(:major)`, `next(:minor)`, `next(:patch)`
fn next(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(version) = own_version(m, this) else { return Ok(Value::Nil) };
    let value = |number: VersionNumber| number.value().unwrap_or_default();
    let (major, minor, patch) =
        (value(version.major()), value(version.minor()), value(version.patch()));
    let text = match m.to_symbol(args[0])?.as_str() {
        "major" => format!("{}.0.0", major.saturating_add(1)),
        "minor" => format!("{major}.{}.0", minor.saturating_add(1)),
        "patch" => format!("{major}.{minor}.{}", patch.saturating_add(1)),
        _ => return Ok(Value::Nil),
    };
    let text = m.new_str(text);
    parse_version(m, this, Args { list: &[text], ..args })
}

fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match (own_version(m, this), own_version(m, args[0])) {
        (Some(a), Some(b)) => Ok(Value::Int(a.compare(&b) as i64)),
        _ => Ok(Value::Nil),
    }
}

fn parse_range(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = m.to_text(args[0])?;
    match SemVerRange::parse(&text) {
        Ok(range) => Ok(m.new_puppet_data(PuppetValue::SemVerRange(Arc::new(range)))),
        Err(error) => Err(m.argument_error(error.to_string())),
    }
}

fn new_range(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (Some(from), Some(to)) = (version(m, args[0]), version(m, args[1])) else {
        return Err(m.argument_error("bad value for range"));
    };
    let is_open = args.or_nil(2).is_truthy();
    let end = if is_open { RangeEnd::Excluded } else { RangeEnd::Included };
    match SemVerRange::from_versions(from, to, end) {
        Ok(range) => Ok(m.new_puppet_data(PuppetValue::SemVerRange(Arc::new(range)))),
        Err(error) => Err(m.argument_error(error.to_string())),
    }
}

fn includes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(range) = range(m, this) else { return Ok(Value::FALSE) };
    Ok(Value::Bool(version(m, args[0]).is_some_and(|version| range.includes(&version))))
}

fn range_end(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(range) = range(m, this) else { return Ok(Value::Nil) };
    let end = if args.name == Symbol::new("begin") { range.begin() } else { range.end() };
    Ok(end.cloned().map_or(Value::Nil, |version| version_object(m, version)))
}

fn excludes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(range) = range(m, this) else { return Ok(Value::FALSE) };
    let excludes = match args.name.as_str() {
        "exclude_begin?" => range.excludes_begin(),
        _ => range.excludes_end(),
    };
    Ok(Value::Bool(excludes.unwrap_or_default()))
}

fn intersection(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (Some(a), Some(b)) = (range(m, this), range(m, args[0])) else {
        return Err(m.argument_error("value must be a SemanticPuppet::VersionRange"));
    };
    match a.intersection(&b) {
        Ok(range) => Ok(m.new_puppet_data(PuppetValue::SemVerRange(Arc::new(range)))),
        Err(error) => Err(m.argument_error(error.to_string())),
    }
}
