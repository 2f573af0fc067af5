//! Random values.

use std::any::Any;
use std::sync::Arc;

use num_bigint::BigInt;
use proptest::prelude::*;
use pupa_value::types::TupleType;
use pupa_value::value::binary::Binary;
use pupa_value::value::semver::SemVer;
use pupa_value::value::timespan::Timespan;
use pupa_value::value::timestamp::Timestamp;
use pupa_value::value::uri::Uri;
use pupa_value::value::{Closure, Sequence};
use pupa_value::{Type, Value};

use super::{names, types};

/// Strings with all kinds of characters.
fn text() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => types::word().prop_map(Value::String),
        1 => any::<String>().prop_map(Value::from),
    ]
}

fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO,
        prop::sample::select(vec![0.0, -0.0, 1.0, 5.0, 1e300, 1e16, 0.0001]),
    ]
}

/// Scalars that JSON can represent.
fn data_leaf() -> BoxedStrategy<Value> {
    prop_oneof![
        1 => Just(Value::Undef),
        1 => any::<bool>().prop_map(Value::from),
        2 => (-3i64..7).prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        2 => float().prop_map(Value::from),
        4 => text(),
    ]
    .boxed()
}

fn rich_leaf() -> BoxedStrategy<Value> {
    let version = prop::sample::select(vec!["1.2.3", "1.0.0-rc.1", "2.0.0", "0.0.1+b1"]);
    // No empty URI, which can be serialised but not deserialised.
    let uri =
        prop::sample::select(vec!["http://u@a.b:80/c?d=e#f", "file:///x", "mailto:a@b", "/p"]);
    prop_oneof![
        Just(Value::Default),
        types::regexp().prop_map(Value::Regexp),
        (-5i64..5).prop_map(|n| Value::Timestamp(Arc::new(Timestamp::from_seconds(n)))),
        // Whole seconds only: the string form of a fraction loses its leading zeros.
        any::<i32>().prop_map(|n| Value::Timespan(Arc::new(Timespan::from_seconds(n.into())))),
        version.prop_map(|text| Value::SemVer(Arc::new(SemVer::parse(text).expect(text)))),
        types::semver_range().prop_map(Value::SemVerRange),
        prop::collection::vec(any::<u8>(), 0..9)
            .prop_map(|bytes| Value::Binary(Arc::new(Binary::new(bytes)))),
        uri.prop_map(|text| Value::Uri(Arc::new(Uri::parse(text).expect(text)))),
        types::serialisable().prop_map(Value::Type),
        (prop::sample::select(vec![&names::BASE, &names::DERIVED, &names::SIZED]), 0i64..5)
            .prop_map(|(t, size)| names::instance(t, size)),
    ]
    .boxed()
}

/// A lambda that has only a type.
#[derive(Debug)]
struct Lambda(Type);

impl Closure for Lambda {
    fn callable_type(&self) -> &Type {
        &self.0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Values that cannot be serialised.
fn unserialisable_leaf() -> BoxedStrategy<Value> {
    let params = prop::collection::vec(types::small_type(), 0..3);
    prop_oneof![
        (any::<i64>(), any::<i64>()).prop_map(|(high, low)| Value::from_big(
            BigInt::from(high) * BigInt::from(i64::MAX) + BigInt::from(low)
        )),
        (-3i64..3, -3i64..3)
            .prop_map(|(a, b)| Value::Iterator(Arc::new(Sequence::over_range(a.min(b), a.max(b))))),
        params.prop_map(|types| {
            let params = TupleType { types, size: None };
            Value::closure(Lambda(Type::callable(params, None, None)))
        }),
    ]
    .boxed()
}

fn nested(leaf: BoxedStrategy<Value>, key: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    leaf.prop_recursive(3, 16, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::array),
            prop::collection::vec((key.clone(), inner), 0..4).prop_map(Value::hash),
        ]
        .boxed()
    })
    .boxed()
}

/// Values that JSON can represent; keys are strings.
pub(crate) fn data() -> BoxedStrategy<Value> {
    nested(data_leaf(), text().boxed())
}

/// Values that can be serialised.
pub(crate) fn rich_data() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![2 => data_leaf(), 1 => rich_leaf()].boxed();
    // Contains data only: a rich value that is repeated inside a sensitive one cannot be resolved
    // by its path.
    let sensitive = data_leaf().prop_map(Value::sensitive);
    let leaf = prop_oneof![8 => leaf, 1 => sensitive].boxed();
    let key = prop_oneof![3 => text(), 1 => (-3i64..3).prop_map(Value::from)].boxed();
    nested(leaf, key)
}

/// Any value.
pub(crate) fn any_value() -> BoxedStrategy<Value> {
    let t = types::small_type().prop_map(Value::Type);
    let leaf =
        prop_oneof![4 => data_leaf(), 4 => rich_leaf(), 1 => t, 1 => unserialisable_leaf()].boxed();
    let sensitive = leaf.clone().prop_map(Value::sensitive);
    let leaf = prop_oneof![9 => leaf, 1 => sensitive].boxed();
    nested(leaf.clone(), leaf)
}
