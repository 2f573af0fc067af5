//! Random types.

use std::sync::Arc;

use proptest::prelude::*;
use pupa_value::Type;
use pupa_value::regexp::Regexp;
use pupa_value::types::{
    EnumType, FloatRange, InitType, ObjectExtension, RuntimeName, RuntimeType, Size, StructMember,
    TimeRange, TupleType,
};
use pupa_value::value::semver_range::SemVerRange;
use pupa_value::value::timespan::Timespan;
use pupa_value::value::timestamp::Timestamp;
use pupa_value::value::{Text, Value};

use super::names;

/// Strings with few distinct values, so that types overlap.
pub(crate) fn word() -> impl Strategy<Value = Text> {
    prop::sample::select(vec!["", "a", "A", "b", "ab", "aB", "é", "it's", "$x\n", "1"])
        .prop_map(Text::from)
}

/// A name that may be the key of a struct.
fn name() -> impl Strategy<Value = Text> {
    prop::sample::select(vec!["a", "b", "ab", "é"]).prop_map(Text::from)
}

/// Regular expressions.
pub(crate) fn regexp() -> impl Strategy<Value = Arc<Regexp>> {
    prop::sample::select(vec!["a", "^a", "b$", "", "[a-z]+", "/"])
        .prop_map(|source| Arc::new(Regexp::new(source).expect(source)))
}

/// Version ranges.
pub(crate) fn semver_range() -> impl Strategy<Value = Arc<SemVerRange>> {
    prop::sample::select(vec!["1.x", ">=1.2.3", "1.0.0 - 2.0.0", "<3.0.0", "2.0.0"])
        .prop_map(|text| Arc::new(SemVerRange::parse(text).expect(text)))
}

fn size() -> impl Strategy<Value = Size> {
    (0i64..3, prop::option::of(0i64..3))
        .prop_map(|(from, more)| Size { from, to: more.map(|more| from + more) })
}

fn maybe_size() -> impl Strategy<Value = Option<Size>> {
    prop::option::of(size())
}

fn ends<T: PartialOrd + Clone + std::fmt::Debug>(
    end: impl Strategy<Value = T> + Clone,
) -> impl Strategy<Value = (Option<T>, Option<T>)> {
    (prop::option::of(end.clone()), prop::option::of(end)).prop_map(|(a, b)| match (a, b) {
        (Some(a), Some(b)) if b < a => (Some(b), Some(a)),
        other => other,
    })
}

/// Types without component types.
fn leaf() -> BoxedStrategy<Type> {
    let plain = prop::sample::select(vec![
        Type::Any,
        Type::Undef,
        Type::Default,
        Type::Scalar,
        Type::ScalarData,
        Type::Numeric,
        Type::INTEGER,
        Type::FLOAT,
        Type::BOOLEAN,
        Type::STRING,
        Type::REGEXP,
        Type::Binary,
        Type::TIMESTAMP,
        Type::TIMESPAN,
        Type::SemVerRange,
        Type::Uri(None),
        Type::COLLECTION,
        Type::any_array(),
        Type::any_hash(),
        Type::NotUndef(None),
        Type::TYPE,
        Type::ITERABLE,
        Type::Iterator(None),
        Type::CALLABLE,
        Type::CatalogEntry,
        Type::RESOURCE,
        Type::Class(None),
        Type::any_object(),
        Type::any_type_set(),
        Type::Runtime(Arc::default()),
    ]);
    prop_oneof![
        6 => plain,
        4 => scalar(),
        2 => named(),
        1 => special(),
    ]
    .boxed()
}

/// Types that the reference treats specially.
fn special() -> BoxedStrategy<Type> {
    prop::sample::select(vec![
        Type::Unit,
        Type::Variant(Arc::default()),
        Type::Optional(None),
        Type::Init(None),
        Type::tuple([], None),
        Type::structure([]),
        Type::enumeration::<Text>([]),
        Type::pattern([]),
    ])
    .boxed()
}

fn scalar() -> BoxedStrategy<Type> {
    let whole = prop::sample::select(vec![-1i64, 0, 1, 5, i64::MAX]);
    let float = prop::sample::select(vec![-1.5, -0.0, 0.0, 2.5, 1e300]);
    let seconds = -5i64..5;
    prop_oneof![
        ends(whole)
            .prop_map(|(from, to)| Type::integer(from.unwrap_or(i64::MIN), to.unwrap_or(i64::MAX))),
        ends(float).prop_map(|(from, to)| Type::Float(FloatRange::new(from, to))),
        any::<bool>().prop_map(|truth| Type::Boolean(Some(truth))),
        size().prop_map(|size| Type::sized_string(size.from, size.to)),
        word().prop_map(Type::exact_string),
        (prop::collection::vec(word(), 1..4), any::<bool>())
            .prop_map(|(words, fold)| Type::Enum(Arc::new(EnumType::new(words, fold)))),
        prop::collection::vec(regexp(), 1..3).prop_map(Type::pattern),
        regexp().prop_map(|regexp| Type::Regexp(Some(regexp))),
        ends(seconds.clone()).prop_map(|(from, to)| Type::Timestamp(TimeRange::new(
            from.map(Timestamp::from_seconds),
            to.map(Timestamp::from_seconds)
        ))),
        ends(seconds).prop_map(|(from, to)| Type::Timespan(TimeRange::new(
            from.map(Timespan::from_seconds),
            to.map(Timespan::from_seconds)
        ))),
        prop::collection::vec(semver_range(), 0..3).prop_map(Type::sem_ver),
        prop::sample::select(vec!["http", "file"]).prop_map(|scheme| Type::Uri(Some(Arc::new(
            [("scheme".into(), scheme.into())].into_iter().collect()
        )))),
        size().prop_map(|size| Type::Collection(Some(Arc::new(size)))),
    ]
    .boxed()
}

fn named() -> BoxedStrategy<Type> {
    let others = vec![
        pupa_value::builtin::data(),
        pupa_value::builtin::rich_data(),
        pupa_value::builtin::rich_data_key(),
        names::BASE.clone(),
        names::DERIVED.clone(),
        names::SIZED.clone(),
        sized_by(3),
        sized_by(4),
        Type::class("a"),
        Type::class("b"),
        Type::resource("File", None),
        Type::resource("File", Some("/a".into())),
        Type::resource("User", Some("a".into())),
        Type::Reference("No::Such".into()),
        runtime(None),
        runtime(Some("Symbol")),
    ];
    prop_oneof![prop::sample::select(names::aliases()), prop::sample::select(others)].boxed()
}

fn sized_by(size: i64) -> Type {
    let base = names::object_type(&names::SIZED);
    let extension = ObjectExtension::create(base, &[size.into()]).expect("one parameter");
    Type::ObjectExtension(Arc::new(extension))
}

fn runtime(name: Option<&str>) -> Type {
    Type::Runtime(Arc::new(RuntimeType {
        runtime: Some("ruby".into()),
        name: name.map(|name| RuntimeName::Name(name.into())),
    }))
}

fn tuple_of(inner: impl Strategy<Value = Type> + Clone) -> impl Strategy<Value = TupleType> {
    (prop::collection::vec(inner, 1..4), maybe_size())
        .prop_map(|(types, size)| TupleType { types, size })
}

fn composite(inner: BoxedStrategy<Type>) -> BoxedStrategy<Type> {
    let member = (name(), any::<bool>(), inner.clone())
        .prop_map(|(name, optional, value)| StructMember::new(name, optional, value));
    let members = prop::collection::vec(member, 1..4).prop_map(|mut members| {
        members.sort_by(|a, b| a.name.cmp(&b.name));
        members.dedup_by(|a, b| a.name == b.name);
        members
    });
    let block =
        prop::option::of(prop_oneof![Just(Type::CALLABLE), Just(Type::optional(Type::CALLABLE)),]);
    prop_oneof![
        (inner.clone(), maybe_size()).prop_map(|(t, size)| Type::array(t, size)),
        (inner.clone(), inner.clone(), maybe_size())
            .prop_map(|(key, value, size)| Type::hash(key, value, size)),
        tuple_of(inner.clone()).prop_map(|tuple| Type::Tuple(Arc::new(tuple))),
        members.prop_map(Type::structure),
        prop::collection::vec(inner.clone(), 1..4).prop_map(Type::variant),
        inner.clone().prop_map(Type::optional),
        inner.clone().prop_map(Type::not_undef),
        inner.clone().prop_map(|t| Type::sensitive(&t)),
        inner.clone().prop_map(Type::type_of),
        inner.clone().prop_map(Type::iterable),
        inner.clone().prop_map(Type::iterator),
        (tuple_of(inner.clone()), block, prop::option::of(inner.clone()))
            .prop_map(|(params, block, returns)| Type::callable(params, block, returns)),
        inner.prop_map(|t| Type::Init(Some(Arc::new(InitType::new(t, Vec::<Value>::new()))))),
    ]
    .boxed()
}

/// Any type, nested up to three levels deep.
pub(crate) fn any_type() -> BoxedStrategy<Type> {
    leaf().prop_recursive(3, 12, 3, composite).boxed()
}

/// Any type nested at most one level deep; such types are related more often.
pub(crate) fn small_type() -> BoxedStrategy<Type> {
    prop_oneof![leaf(), composite(leaf())].boxed()
}

/// Types that survive serialisation. Like the reference, serialisation loses parts of others or
/// cannot read its own output: `Boolean[true]`, `Enum['']`, `Init`, `Runtime`, `TypeSet`, aliases.
pub(crate) fn serialisable() -> BoxedStrategy<Type> {
    prop::sample::select(vec![
        Type::Any,
        Type::INTEGER,
        Type::integer(1, 5),
        Type::sized_string(1, Some(2)),
        Type::array(Type::integer(0, 1), Some(Size::NOT_EMPTY)),
        Type::hash(Type::STRING, Type::FLOAT, None),
        Type::optional(Type::Numeric),
        Type::variant([Type::STRING, Type::tuple([Type::Undef, Type::Binary], None)]),
        Type::structure([StructMember::new("a", true, Type::enumeration(["x", "y"]))]),
        Type::type_of(Type::REGEXP),
    ])
    .boxed()
}

/// A type with all of its components, including those of aliases.
pub(crate) fn parts(t: &Type) -> Vec<Type> {
    let mut found = Vec::new();
    collect(t, &mut found);
    found
}

fn collect(t: &Type, found: &mut Vec<Type>) {
    if matches!(t, Type::Alias(_)) && found.contains(t) {
        return;
    }
    found.push(t.clone());
    let mut down = |t: &Type| collect(t, found);
    match t {
        Type::Array(array) => down(&array.element),
        Type::Hash(hash) => [&hash.key, &hash.value].into_iter().for_each(down),
        Type::Tuple(tuple) => tuple.types.iter().for_each(down),
        Type::Struct(structure) => structure.members().iter().for_each(|m| down(&m.value)),
        Type::Variant(options) => options.iter().for_each(down),
        Type::Optional(Some(t))
        | Type::NotUndef(Some(t))
        | Type::Type(Some(t))
        | Type::Iterable(Some(t))
        | Type::Iterator(Some(t))
        | Type::Sensitive(t) => down(t),
        Type::Callable(Some(callable)) => {
            callable.params.iter().flat_map(|params| &params.types).for_each(&mut down);
            callable.block.iter().chain(&callable.returns).for_each(down);
        }
        Type::Init(Some(init)) => down(&init.target),
        Type::Alias(alias) => alias.get().into_iter().for_each(down),
        _ => {}
    }
}
