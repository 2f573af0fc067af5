//! The local types of functions, which their signatures refer to and programs can't see.

use std::sync::{Arc, LazyLock};

use pupa_value::loader::{Builtins, TypeLoader};
use pupa_value::type_parser::parse_type;
use pupa_value::types::TypeAlias;
use pupa_value::{Result, Type};

/// Resolves local types of functions; other types are resolved by the other loader.
pub(super) struct LocalTypes<'a>(pub(super) &'a dyn TypeLoader);

impl TypeLoader for LocalTypes<'_> {
    fn load_type(&self, name: &str) -> Result<Option<Type>> {
        match name {
            "StringData" => Ok(Some(string_data())),
            "OptionsType" => tree_options().map(Some),
            "NameType" | "ValueType" | "DefaultValueType" | "MergeType" | "BlockType"
            | "OptionsWithName" | "OptionsWithoutName" => self.lookup_type(name).map(Some),
            _ => self.0.load_type(name),
        }
    }
}

impl LocalTypes<'_> {
    /// The types in the signatures of `lookup`.
    fn lookup_type(&self, name: &str) -> Result<Type> {
        let options = "value_type => Optional[ValueType], \
                       default_value => Optional[DefaultValueType], \
                       override => Optional[Hash[String, Any]], \
                       default_values_hash => Optional[Hash[String, Any]], \
                       merge => Optional[MergeType]";
        let text = match name {
            "NameType" => "Variant[String, Array[String]]".to_owned(),
            "ValueType" => "Type".to_owned(),
            "DefaultValueType" => "Any".to_owned(),
            "MergeType" => "Variant[String[1], Hash[String, Scalar]]".to_owned(),
            "BlockType" => "Callable[NameType]".to_owned(),
            "OptionsWithName" => format!("Struct[{{name => NameType, {options}}}]"),
            _ => format!("Struct[{{{options}}}]"),
        };
        Ok(named(name, &parse_type(&text, self)?))
    }
}

/// A named type, which contains its definition in normalised form, as all aliases do.
fn named(name: &str, t: &Type) -> Type {
    Type::Alias(Arc::new(TypeAlias::new(name, t.normalize())))
}

/// The type of strings, numbers, and arrays and hashes of these.
fn string_data() -> Type {
    static STRING_DATA: LazyLock<Arc<TypeAlias>> = LazyLock::new(|| {
        let alias = Arc::new(TypeAlias::unresolved("StringData"));
        let itself = Type::Alias(Arc::clone(&alias));
        let options = [
            Type::STRING,
            Type::Numeric,
            Type::array(itself.clone(), None),
            Type::hash(itself.clone(), itself, None),
        ];
        alias.resolve(Type::variant(options), true);
        alias
    });
    Type::Alias(Arc::clone(&STRING_DATA))
}

/// The options of `tree_each`.
fn tree_options() -> Result<Type> {
    let options = parse_type(
        "Struct[{container_type => Optional[Type], include_root => Optional[Boolean], \
         include_containers => Optional[Boolean], include_values => Optional[Boolean], \
         order => Optional[Enum[depth_first, breadth_first]], include_refs => Optional[Boolean]}]",
        &Builtins,
    )?;
    Ok(named("OptionsType", &options))
}
