//! The types of the language and their parameters. Each operation on types has a module of its own.

mod alias;
mod collection;
mod equality;
pub(crate) mod init;
pub mod object;
mod parts;
mod range;
mod reference;
mod scalar;
pub mod type_set;

pub use alias::TypeAlias;
pub use collection::{ArrayType, CallableType, HashType, StructMember, StructType, TupleType};
pub(crate) use init::InitAccepts;
pub use init::InitType;
pub use object::{ObjectExtension, ObjectType};
pub use range::{FloatRange, IntegerRange, Range, Size, TimeRange, Whole};
pub use reference::{ResourceType, RuntimeName, RuntimeType};
pub use scalar::{EnumType, StringType};
pub use type_set::TypeSet;

use std::sync::Arc;

use crate::regexp::Regexp;
use crate::value::semver_range::SemVerRange;
use crate::value::timespan::Timespan;
use crate::value::timestamp::Timestamp;
use crate::value::{Hash, Text};

/// A type of the language.
///
/// A type without parameters contains `None` or an empty list, and is created by the constant or
/// function of its name: [`Type::INTEGER`], [`Type::array`]. `==` follows the reference: the
/// options of a `Variant` may be in any order, and aliases are equal if their names are.
///
/// ```
/// use pupa_value::Type;
/// let names = Type::array(Type::STRING, None);
/// assert_ne!(names, Type::array(Type::Any, None));
/// ```
#[derive(Clone, Debug)]
pub enum Type {
    /// `Any`
    Any,
    /// The element type of an empty collection: it accepts every type and every type accepts it.
    Unit,
    /// `Undef`
    Undef,
    /// `Default`
    Default,
    /// `Scalar`
    Scalar,
    /// `ScalarData`
    ScalarData,
    /// `Numeric`
    Numeric,
    /// `Integer`, `Integer[1, 9]`
    Integer(IntegerRange),
    /// `Float`, `Float[0.0, 1.0]`
    Float(FloatRange),
    /// `Boolean`, `Boolean[true]`
    Boolean(Option<bool>),
    /// `String`, `String[1]`, and the type of a single string
    String(StringType),
    /// `Enum`, `Enum[a, b]`, `Enum[a, b, true]`
    Enum(Arc<EnumType>),
    /// `Pattern`, `Pattern[/a/, /b/]`
    Pattern(Arc<Vec<Arc<Regexp>>>),
    /// `Regexp`, `Regexp[/a/]`
    Regexp(Option<Arc<Regexp>>),
    /// `Binary`
    Binary,
    /// `Timestamp`, `Timestamp['2000-01-01', default]`
    Timestamp(TimeRange<Timestamp>),
    /// `Timespan`, `Timespan[0, 100]`
    Timespan(TimeRange<Timespan>),
    /// `SemVer`, `SemVer['1.x']`: any of the ranges
    SemVer(Arc<Vec<Arc<SemVerRange>>>),
    /// `SemVerRange`
    SemVerRange,
    /// `URI`, `URI[{scheme => http}]`
    Uri(Option<Arc<Hash>>),
    /// `Collection`, `Collection[1, 9]`
    Collection(Option<Arc<Size>>),
    /// `Array`, `Array[Integer, 1]`
    Array(Arc<ArrayType>),
    /// `Hash`, `Hash[String, Integer, 1]`
    Hash(Arc<HashType>),
    /// `Tuple`, `Tuple[Integer, String, 1, 9]`
    Tuple(Arc<TupleType>),
    /// `Struct`, `Struct[{a => Integer}]`
    Struct(Arc<StructType>),
    /// `Variant`, `Variant[Integer, String]`
    Variant(Arc<Vec<Type>>),
    /// `Optional`, `Optional[Integer]`
    Optional(Option<Arc<Type>>),
    /// `NotUndef`, `NotUndef[Integer]`; never of `Any`
    NotUndef(Option<Arc<Type>>),
    /// `Sensitive`, `Sensitive[String]`; `Any` by default
    Sensitive(Arc<Type>),
    /// `Type`, `Type[Integer]`
    Type(Option<Arc<Type>>),
    /// `Iterable`, `Iterable[Integer]`
    Iterable(Option<Arc<Type>>),
    /// `Iterator`, `Iterator[Integer]`
    Iterator(Option<Arc<Type>>),
    /// `Callable`, `Callable[Integer, 1, 2]`
    Callable(Option<Arc<CallableType>>),
    /// `Init`, `Init[Integer, 16]`
    Init(Option<Arc<InitType>>),
    /// `Runtime`, `Runtime[ruby, 'Symbol']`
    Runtime(Arc<RuntimeType>),
    /// `Object`, `Object[{attributes => …}]`, and every named object type
    Object(Arc<ObjectType>),
    /// A parameterized object type: `MyType[1]`
    ObjectExtension(Arc<ObjectExtension>),
    /// `TypeSet`, `TypeSet[{…}]`
    TypeSet(Arc<TypeSet>),
    /// `CatalogEntry`
    CatalogEntry,
    /// `Resource`, `File`, `File['/tmp']`
    Resource(Option<Arc<ResourceType>>),
    /// `Class`, `Class[apache]`
    Class(Option<Text>),
    /// An undefined name: `TypeReference['No::Such']`
    Reference(Text),
    /// A named type: `type PositiveInteger = Integer[1]`
    Alias(Arc<TypeAlias>),
}

const _: () = assert!(size_of::<Type>() <= 16, "a type must fit into a value");

impl Type {
    /// `Integer`
    pub const INTEGER: Type = Type::Integer(IntegerRange::ALL);
    /// `Float`
    pub const FLOAT: Type = Type::Float(FloatRange::ALL);
    /// `Boolean`
    pub const BOOLEAN: Type = Type::Boolean(None);
    /// `String`
    pub const STRING: Type = Type::String(StringType::Any);
    /// `Regexp`
    pub const REGEXP: Type = Type::Regexp(None);
    /// `Timestamp`
    pub const TIMESTAMP: Type = Type::Timestamp(TimeRange::ALL);
    /// `Timespan`
    pub const TIMESPAN: Type = Type::Timespan(TimeRange::ALL);
    /// `Collection`
    pub const COLLECTION: Type = Type::Collection(None);
    /// `Type`
    pub const TYPE: Type = Type::Type(None);
    /// `Callable`
    pub const CALLABLE: Type = Type::Callable(None);
    /// `Iterable`
    pub const ITERABLE: Type = Type::Iterable(None);
    /// `Resource`
    pub const RESOURCE: Type = Type::Resource(None);

    /// `Integer[from, to]`
    pub fn integer(from: i64, to: i64) -> Type {
        Type::Integer(IntegerRange::between(from, to))
    }

    /// `String[from, to]`, or `String[from]`
    pub fn sized_string(from: i64, to: Option<i64>) -> Type {
        Type::String(StringType::Sized(Arc::new(Size::new(from, to))))
    }

    /// The type of a single string.
    pub fn exact_string(text: impl Into<Text>) -> Type {
        Type::String(StringType::Exact(text.into()))
    }

    /// `Enum[…]`
    pub fn enumeration<T: Into<Text>>(values: impl IntoIterator<Item = T>) -> Type {
        Type::Enum(Arc::new(EnumType::new(values.into_iter().map(Into::into), false)))
    }

    /// `Pattern[…]`, without duplicates
    pub fn pattern(patterns: impl IntoIterator<Item = Arc<Regexp>>) -> Type {
        let mut unique: Vec<Arc<Regexp>> = Vec::new();
        for pattern in patterns {
            if !unique.contains(&pattern) {
                unique.push(pattern);
            }
        }
        Type::Pattern(Arc::new(unique))
    }

    /// `Array[element, size]`
    pub fn array(element: Type, size: Option<Size>) -> Type {
        Type::Array(Arc::new(ArrayType::new(element, size)))
    }

    /// `Array`
    pub fn any_array() -> Type {
        Type::array(Type::Any, None)
    }

    /// `Hash[key, value, size]`
    pub fn hash(key: Type, value: Type, size: Option<Size>) -> Type {
        Type::Hash(Arc::new(HashType::new(key, value, size)))
    }

    /// `Hash`
    pub fn any_hash() -> Type {
        Type::hash(Type::Any, Type::Any, None)
    }

    /// `Tuple[types, size]`
    pub fn tuple(types: impl IntoIterator<Item = Type>, size: Option<Size>) -> Type {
        Type::Tuple(Arc::new(TupleType { types: types.into_iter().collect(), size }))
    }

    /// `Struct[{…}]`
    pub fn structure(members: impl IntoIterator<Item = StructMember>) -> Type {
        Type::Struct(Arc::new(StructType::new(members)))
    }

    /// `Variant[…]`: flattened and without duplicates; a single option replaces the `Variant`.
    pub fn variant(options: impl IntoIterator<Item = Type>) -> Type {
        let mut unique: Vec<Type> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for option in options {
            match option {
                Type::Variant(inner) => {
                    unique.extend(inner.iter().filter(|t| seen.insert((*t).clone())).cloned());
                }
                other => {
                    if seen.insert(other.clone()) {
                        unique.push(other);
                    }
                }
            }
        }
        if unique.len() == 1 { unique.remove(0) } else { Type::Variant(Arc::new(unique)) }
    }

    /// `Optional[t]`
    pub fn optional(t: Type) -> Type {
        Type::Optional(Some(Arc::new(t)))
    }

    /// `NotUndef[t]`
    pub fn not_undef(t: Type) -> Type {
        Type::NotUndef(if matches!(t, Type::Any) { None } else { Some(Arc::new(t)) })
    }

    /// `Sensitive[t]`, whose parameter is always generalized
    pub fn sensitive(t: &Type) -> Type {
        Type::Sensitive(Arc::new(t.generalize()))
    }

    /// `Type[t]`
    pub fn type_of(t: Type) -> Type {
        Type::Type(Some(Arc::new(t)))
    }

    /// `Iterable[t]`
    pub fn iterable(t: Type) -> Type {
        Type::Iterable(Some(Arc::new(t)))
    }

    /// `Iterator[t]`
    pub fn iterator(t: Type) -> Type {
        Type::Iterator(Some(Arc::new(t)))
    }

    /// `Callable[params…, block] >> returns`
    pub fn callable(params: TupleType, block: Option<Type>, returns: Option<Type>) -> Type {
        Type::Callable(Some(Arc::new(CallableType::new(Some(params), block, returns))))
    }

    /// `Type['title']` of a resource type
    pub fn resource(name: impl Into<Text>, title: Option<Text>) -> Type {
        Type::Resource(Some(Arc::new(ResourceType::new(name.into(), title))))
    }

    /// A resource of a catalog, as the value of a parameter of another resource.
    ///
    /// ```
    /// use pupa_value::types::Type;
    /// assert_eq!(Type::entry("File", "/tmp").to_string(), "File[/tmp]");
    /// ```
    pub fn entry(name: impl Into<Text>, title: impl Into<Text>) -> Type {
        let mut resource = ResourceType::new(name.into(), Some(title.into()));
        resource.is_entry = true;
        Type::Resource(Some(Arc::new(resource)))
    }

    /// `Class[name]`
    pub fn class(name: impl Into<Text>) -> Type {
        Type::Class(Some(name.into()))
    }

    /// The aliased type if this is an alias, else the type itself. An alias whose resolution is in
    /// progress is returned as it is.
    pub fn resolved(&self) -> &Type {
        let mut t = self;
        while let Type::Alias(alias) = t {
            match alias.get() {
                Some(inner) => t = inner,
                None => break,
            }
        }
        t
    }
}
