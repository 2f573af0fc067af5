//! The parameters of collection types and of `Callable`.

use rustc_hash::FxHashMap;

use super::{Size, Type};
use crate::value::Text;

/// `Array[element, size]`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArrayType {
    /// The type of the elements; `Unit` if the array is always empty.
    pub element: Type,
    /// The allowed number of elements, if it is restricted.
    pub size: Option<Size>,
}

impl ArrayType {
    /// Creates an array type; an array that is always empty has the element type `Unit`.
    pub fn new(element: Type, size: Option<Size>) -> ArrayType {
        let element = if size.is_some_and(Size::is_empty) { Type::Unit } else { element };
        ArrayType { element, size }
    }
}

/// `Hash[key, value, size]`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HashType {
    /// The type of the keys; `Unit` if the hash is always empty.
    pub key: Type,
    /// The type of the values; `Unit` if the hash is always empty.
    pub value: Type,
    /// The allowed number of entries, if it is restricted.
    pub size: Option<Size>,
}

impl HashType {
    /// Creates a hash type; a hash that is always empty has the key and value type `Unit`.
    pub fn new(key: Type, value: Type, size: Option<Size>) -> HashType {
        if size.is_some_and(Size::is_empty) {
            HashType { key: Type::Unit, value: Type::Unit, size }
        } else {
            HashType { key, value, size }
        }
    }

    /// Whether this is the type of the empty hash.
    pub fn is_empty(&self) -> bool {
        self.size.is_some_and(Size::is_empty)
            && matches!((&self.key, &self.value), (Type::Unit, Type::Unit))
    }
}

/// `Tuple[types…, size]`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct TupleType {
    /// The types by position; the last one repeats as often as the size allows.
    pub types: Vec<Type>,
    /// The allowed number of elements, if it is given.
    pub size: Option<Size>,
}

impl TupleType {
    /// The allowed number of elements: the given size, else one for each type, else any.
    pub fn size_range(&self) -> Size {
        self.size.unwrap_or_else(|| {
            if self.types.is_empty() { Size::ANY } else { Size::exactly(self.types.len()) }
        })
    }

    /// The allowed number of elements of the last type.
    pub fn repeat_last_range(&self) -> Size {
        let Some(size) = self.size else { return Size { from: 1, to: Some(1) } };
        let before_last = i64::try_from(self.types.len()).unwrap_or(i64::MAX) - 1;
        Size { from: (size.from - before_last).max(0), to: size.to.map(|to| to - before_last) }
    }

    /// The type at an index; the last one repeats.
    pub fn at(&self, index: usize) -> Option<&Type> {
        self.types.get(index).or_else(|| self.types.last())
    }
}

/// A member of a `Struct` type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructMember {
    /// The key.
    pub name: Text,
    /// Whether the key may be absent.
    pub optional: bool,
    /// The type of the value.
    pub value: Type,
}

impl StructMember {
    /// Creates a member; its key may be absent if it is `optional`.
    pub fn new(name: impl Into<Text>, optional: bool, value: Type) -> StructMember {
        StructMember { name: name.into(), optional, value }
    }

    /// The type of the key: the exact string, or an `Optional` of it if the key may be absent.
    pub fn key_type(&self) -> Type {
        let name = Type::exact_string(self.name.clone());
        if self.optional { Type::optional(name) } else { name }
    }
}

/// `Struct[{…}]`
#[derive(Clone, Debug)]
pub struct StructType {
    members: Vec<StructMember>,
    /// The index of structs with many members.
    index: Option<FxHashMap<Text, usize>>,
    names: usize,
}

/// The number of members from which a hash index pays off.
const INDEX_THRESHOLD: usize = 9;

impl StructType {
    /// Creates a struct type with these members.
    pub fn new(members: impl IntoIterator<Item = StructMember>) -> StructType {
        let members: Vec<StructMember> = members.into_iter().collect();
        let index = (members.len() >= INDEX_THRESHOLD).then(|| {
            let places = members.iter().enumerate();
            places.map(|(i, member)| (member.name.clone(), i)).collect::<FxHashMap<Text, usize>>()
        });
        let names = index.as_ref().map_or_else(|| count_names(&members), FxHashMap::len);
        StructType { members, index, names }
    }

    /// The members in order.
    pub fn members(&self) -> &[StructMember] {
        &self.members
    }

    /// The member with this name; the last one if there are several.
    pub fn member(&self, name: &str) -> Option<&StructMember> {
        self.position(name).map(|position| &self.members[position])
    }

    /// The position of the member with this name; that of the last one if there are several.
    pub fn position(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.members.iter().rposition(|member| member.name == name),
        }
    }

    /// The number of distinct names.
    pub fn names(&self) -> usize {
        self.names
    }
}

/// The number of distinct names of a few members.
fn count_names(members: &[StructMember]) -> usize {
    let is_new = |(i, member): &(usize, &StructMember)| {
        members[..*i].iter().all(|before| before.name != member.name)
    };
    members.iter().enumerate().filter(is_new).count()
}

impl PartialEq for StructType {
    fn eq(&self, other: &StructType) -> bool {
        self.members == other.members
    }
}

impl Eq for StructType {}

impl std::hash::Hash for StructType {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.members.hash(state);
    }
}

/// `Callable[params…, block]`, with a return type if one is declared
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct CallableType {
    /// The parameters; `None` accepts any.
    pub params: Option<TupleType>,
    /// The type of the block: a `Callable`, an `Optional` one, or none.
    pub block: Option<Type>,
    /// The return type; `None` is any.
    pub returns: Option<Type>,
}

impl CallableType {
    /// Creates a callable type; the return type `Any` equals none.
    pub fn new(
        params: Option<TupleType>,
        block: Option<Type>,
        returns: Option<Type>,
    ) -> CallableType {
        CallableType { params, block, returns: returns.filter(|t| !matches!(t, Type::Any)) }
    }

    /// The number of blocks: none, one, or an optional one.
    pub fn block_range(&self) -> Size {
        match &self.block {
            Some(Type::Optional(_)) => Size { from: 0, to: Some(1) },
            Some(Type::Variant(_) | Type::Callable(_)) => Size { from: 1, to: Some(1) },
            _ => Size { from: 0, to: Some(0) },
        }
    }
}
