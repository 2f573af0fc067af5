//! Named types: aliases, including a recursive one, and object types, including one with a parent.

use std::sync::{Arc, LazyLock};

use pupa_value::loader::{Builtins, TypeLoader};
use pupa_value::type_parser::parse_type;
use pupa_value::types::{ObjectType, TypeAlias};
use pupa_value::value::Value;
use pupa_value::{Result, Type};

/// A loader for the named types of the tests and the built-in types.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Names;

impl TypeLoader for Names {
    fn load_type(&self, name: &str) -> Result<Option<Type>> {
        let known = NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        match known {
            Some((_, t)) => Ok(Some(t.clone())),
            None => Builtins.load_type(name),
        }
    }
}

/// Parses a type that may refer to the named ones.
pub(crate) fn read(text: &str) -> Type {
    parse_type(text, &Names).expect(text)
}

static NAMED: LazyLock<Vec<(&'static str, Type)>> = LazyLock::new(|| {
    vec![
        ("Port", alias("Port", Type::integer(1, 65535))),
        ("Words", alias("Words", Type::array(Type::STRING, None))),
        ("Maybe", alias("Maybe", Type::optional(Type::INTEGER))),
        ("Tree", tree()),
        ("Base", BASE.clone()),
        ("Derived", DERIVED.clone()),
        ("Sized", SIZED.clone()),
    ]
});

/// The aliases among the named types.
pub(crate) fn aliases() -> Vec<Type> {
    let is_alias = |t: &&Type| matches!(t, Type::Alias(_));
    NAMED.iter().map(|(_, t)| t).filter(is_alias).cloned().collect()
}

fn alias(name: &'static str, t: Type) -> Type {
    Type::Alias(Arc::new(TypeAlias::new(name, t)))
}

/// `type Tree = Variant[String, Integer, Array[Tree], Hash[String, Tree]]`
fn tree() -> Type {
    let alias = Arc::new(TypeAlias::unresolved("Tree"));
    let own = Type::Alias(Arc::clone(&alias));
    let options = [
        Type::STRING,
        Type::INTEGER,
        Type::array(own.clone(), None),
        Type::hash(Type::STRING, own.clone(), None),
    ];
    alias.resolve(Type::variant(options), true);
    own
}

/// An object type without a parent.
pub(crate) static BASE: LazyLock<Type> =
    LazyLock::new(|| object("Base", "{attributes => {size => Integer}}"));

/// An object type with a parent and an optional attribute.
pub(crate) static DERIVED: LazyLock<Type> = LazyLock::new(|| {
    let attributes = "{name => {type => String, value => 'x'}}";
    object("Derived", &format!("{{parent => Base, attributes => {attributes}}}"))
});

/// An object type with a parameter in brackets.
pub(crate) static SIZED: LazyLock<Type> = LazyLock::new(|| {
    object("Sized", "{type_parameters => {size => Integer}, attributes => {size => Integer}}")
});

fn object(name: &'static str, hash: &str) -> Type {
    // While the table is built, only the types defined above are known.
    struct Above;
    impl TypeLoader for Above {
        fn load_type(&self, name: &str) -> Result<Option<Type>> {
            if name == "Base" { Ok(Some(BASE.clone())) } else { Builtins.load_type(name) }
        }
    }
    let object = Arc::new(ObjectType::unresolved(Some(name.into())));
    let init = pupa_value::type_parser::parse_constant(hash, &Above).expect(hash);
    object.initialize(&init).expect(hash);
    Type::Object(object)
}

/// The object type of a type.
pub(crate) fn object_type(t: &Type) -> &Arc<ObjectType> {
    match t {
        Type::Object(object) => object,
        _ => unreachable!("only asked of object types"),
    }
}

/// An instance of `Derived`, `Base` or `Sized`.
pub(crate) fn instance(t: &Type, size: i64) -> Value {
    pupa_value::types::object::new_object(object_type(t), &[size.into()]).expect("an instance")
}
