//! What types of collections and of callables are made of.

use rustc_hash::FxHashMap;

use super::{Size, Type};
use crate::value::Text;

/// `Array[element, size]`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArrayType {
    /// The type of the elements; `Unit` when there are none.
    pub element: Type,
    /// How many there may be, when told.
    pub size: Option<Size>,
}

impl ArrayType {
    /// Elements of a type; what is always empty has elements of no type.
    pub fn new(element: Type, size: Option<Size>) -> ArrayType {
        let element = if size.is_some_and(Size::is_empty) { Type::Unit } else { element };
        ArrayType { element, size }
    }
}

/// `Hash[key, value, size]`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HashType {
    /// The type of the keys; `Unit` when there are none.
    pub key: Type,
    /// The type of the values; `Unit` when there are none.
    pub value: Type,
    /// How many entries there may be, when told.
    pub size: Option<Size>,
}

impl HashType {
    /// Entries of these types; what is always empty has entries of no type.
    pub fn new(key: Type, value: Type, size: Option<Size>) -> HashType {
        if size.is_some_and(Size::is_empty) {
            HashType { key: Type::Unit, value: Type::Unit, size }
        } else {
            HashType { key, value, size }
        }
    }

    /// Whether it is the type of the empty hash.
    pub fn is_empty(&self) -> bool {
        self.size.is_some_and(Size::is_empty)
            && matches!((&self.key, &self.value), (Type::Unit, Type::Unit))
    }
}

/// `Tuple[types…, size]`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct TupleType {
    /// The types by position; the last one repeats when the size allows.
    pub types: Vec<Type>,
    /// How many elements there may be, when told.
    pub size: Option<Size>,
}

impl TupleType {
    /// The number of elements: as told, else one for each type, else any.
    pub fn size_range(&self) -> Size {
        self.size.unwrap_or_else(|| {
            if self.types.is_empty() { Size::ANY } else { Size::exactly(self.types.len()) }
        })
    }

    /// How often the last type may come.
    pub fn repeat_last_range(&self) -> Size {
        let Some(size) = self.size else { return Size { from: 1, to: Some(1) } };
        let before_last = i64::try_from(self.types.len()).unwrap_or(i64::MAX) - 1;
        Size { from: (size.from - before_last).max(0), to: size.to.map(|to| to - before_last) }
    }

    /// The type at a position; the last one repeats.
    pub fn at(&self, index: usize) -> Option<&Type> {
        self.types.get(index).or_else(|| self.types.last())
    }
}

/// A member of a `Struct` type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructMember {
    /// The key.
    pub name: Text,
    /// Whether the key may be missing.
    pub optional: bool,
    /// The type of the value.
    pub value: Type,
}

impl StructMember {
    /// A member; its key may be missing when `optional`.
    pub fn new(name: impl Into<Text>, optional: bool, value: Type) -> StructMember {
        StructMember { name: name.into(), optional, value }
    }

    /// The type of the key: that very string, `Optional` when it may be missing.
    pub fn key_type(&self) -> Type {
        let name = Type::exact_string(self.name.clone());
        if self.optional { Type::optional(name) } else { name }
    }
}

/// `Struct[{…}]`
#[derive(Clone, Debug)]
pub struct StructType {
    members: Vec<StructMember>,
    /// For structures with many members.
    index: Option<FxHashMap<Text, usize>>,
    names: usize,
}

/// From so many members on, looking one up by hash pays.
const INDEXED: usize = 9;

impl StructType {
    /// A structure with these members.
    pub fn new(members: impl IntoIterator<Item = StructMember>) -> StructType {
        let members: Vec<StructMember> = members.into_iter().collect();
        let index = (members.len() >= INDEXED).then(|| {
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

    /// The member of that name, the last one if it comes again.
    pub fn member(&self, name: &str) -> Option<&StructMember> {
        match &self.index {
            Some(index) => index.get(name).map(|index| &self.members[*index]),
            None => self.members.iter().rev().find(|member| member.name == name),
        }
    }

    /// How many names there are.
    pub fn names(&self) -> usize {
        self.names
    }
}

/// How many different names a few members have.
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

/// `Callable[params…, block]`, with a return type where one is declared
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct CallableType {
    /// The parameters; any when not told.
    pub params: Option<TupleType>,
    /// The type of the block: a `Callable`, an `Optional` one, or none.
    pub block: Option<Type>,
    /// The type of the result; any when not told.
    pub returns: Option<Type>,
}

impl CallableType {
    /// A callable; a result of type `Any` is as good as none told.
    pub fn new(
        params: Option<TupleType>,
        block: Option<Type>,
        returns: Option<Type>,
    ) -> CallableType {
        CallableType { params, block, returns: returns.filter(|t| !matches!(t, Type::Any)) }
    }

    /// How many blocks it takes: none, one, or one if given.
    pub fn block_range(&self) -> Size {
        match &self.block {
            Some(Type::Optional(_)) => Size { from: 0, to: Some(1) },
            Some(Type::Variant(_) | Type::Callable(_)) => Size { from: 1, to: Some(1) },
            _ => Size { from: 0, to: Some(0) },
        }
    }
}
