//! `SemVer(…)` and `SemVerRange(…)`.

use std::sync::{Arc, LazyLock};

use super::constructor::{Call, Constructor, local};
use super::{cannot_convert, pattern};
use crate::error::{Error, Result};
use crate::types::{IntegerRange, StructMember, Type, Whole};
use crate::value::Value;
use crate::value::semver::SemVer;
use crate::value::semver_range::{RangeEnd, SemVerRange};

/// The pattern of versions.
const VERSION: &str = concat!(
    r"\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)",
    r"(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z"
);

/// The pattern of the prerelease or build of a version.
const QUALIFIER: &str = r"\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z";

pub(super) static SEMVER: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let positive = IntegerRange::new(Some(Whole::Small(0)), None);
    let positive = local("PositiveInteger", Type::Integer(positive));
    let qualifier = local("SemVerQualifier", pattern(QUALIFIER));
    let hash = local(
        "SemVerHash",
        Type::structure([
            StructMember::new("major", false, positive.clone()),
            StructMember::new("minor", false, positive.clone()),
            StructMember::new("patch", false, positive.clone()),
            StructMember::new("prerelease", true, qualifier.clone()),
            StructMember::new("build", true, qualifier.clone()),
        ]),
    );
    Arc::new(
        Constructor::new(
            "new_Version",
            "A version from a string, or from its three numbers and, if any, prerelease and build. \
             These may also come as a hash.",
        )
        .create(version_from_string, [("str", local("SemVerPattern", pattern(VERSION)))], [])
        .create(
            version_from_args,
            [("major", positive.clone()), ("minor", positive.clone()), ("patch", positive)],
            [("prerelease", qualifier.clone()), ("build", qualifier)],
        )
        .create(version_from_hash, [("hash_args", hash)], [])
        .explain(explain_version, [("str", Type::STRING)], []),
    )
});

pub(super) static SEMVER_RANGE: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let version = Type::variant([Type::Default, Type::SemVer(Arc::default())]);
    let hash = local(
        "SemVerRangeHash",
        Type::structure([
            StructMember::new("min", false, version.clone()),
            StructMember::new("max", true, version.clone()),
            StructMember::new("exclude_max", true, Type::BOOLEAN),
        ]),
    );
    let text = local("SemVerRangeString", Type::sized_string(1, None));
    Arc::new(
        Constructor::new(
            "new_VersionRange",
            "A range of versions from a string, or from its first and last version, where \
             `default` leaves an end open. With `exclude_max` the last one is not in it. The \
             arguments may also come as a hash.",
        )
        .create(range_from_string, [("str", text)], [])
        .create(
            range_from_versions,
            [("min", version.clone()), ("max", version)],
            [("exclude_max", Type::BOOLEAN)],
        )
        .create(range_from_hash, [("hash_args", hash)], []),
    )
});

fn version_from_string(call: &Call<'_>) -> Result<Value> {
    Ok(Value::SemVer(Arc::new(SemVer::parse(call.text(0))?)))
}

fn version_from_args(call: &Call<'_>) -> Result<Value> {
    version([call.arg(0), call.arg(1), call.arg(2)], [call.arg(3), call.arg(4)])
}

fn version_from_hash(call: &Call<'_>) -> Result<Value> {
    let numbers = ["major", "minor", "patch"].map(|name| call.entry(name));
    version(numbers, ["prerelease", "build"].map(|name| call.entry(name)))
}

fn version(numbers: [&Value; 3], [prerelease, build]: [&Value; 2]) -> Result<Value> {
    let [major, minor, patch] = numbers.map(number);
    let version = SemVer::from_parts(major?, minor?, patch?, prerelease.as_str(), build.as_str());
    Ok(Value::SemVer(Arc::new(version)))
}

fn number(value: &Value) -> Result<u64> {
    value
        .as_integer()
        .and_then(|number| u64::try_from(number).ok())
        .ok_or_else(|| Error::argument("A number of a SemVer is too large"))
}

fn explain_version(call: &Call<'_>) -> Result<String> {
    Ok(cannot_convert(call.arg(0), "a SemVer"))
}

fn range_from_string(call: &Call<'_>) -> Result<Value> {
    Ok(Value::SemVerRange(Arc::new(SemVerRange::parse(call.text(0))?)))
}

fn range_from_versions(call: &Call<'_>) -> Result<Value> {
    range(call.arg(0), call.arg(1), call.arg(2))
}

fn range_from_hash(call: &Call<'_>) -> Result<Value> {
    range(call.entry("min"), call.entry("max"), call.entry("exclude_max"))
}

fn range(min: &Value, max: &Value, exclude_max: &Value) -> Result<Value> {
    let version = |value: &Value, open: SemVer| match value {
        Value::SemVer(version) => (**version).clone(),
        _ => open,
    };
    let is_excluded = exclude_max.as_boolean() == Some(true);
    let end = if is_excluded { RangeEnd::Excluded } else { RangeEnd::Included };
    let (min, max) = (version(min, SemVer::MIN), version(max, SemVer::MAX));
    Ok(Value::SemVerRange(Arc::new(SemVerRange::from_versions(min, max, end)?)))
}
