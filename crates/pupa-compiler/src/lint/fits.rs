//! Whether a value that is known in part may be of a type.

use pupa_hiera::eyaml;
use pupa_hiera::interpolate::{Method, expressions};
use pupa_value::types::{StructType, TupleType};
use pupa_value::value::Hash;
use pupa_value::{Type, Value};

use super::data_uses::is_whole;

/// Types that are nested deeper than this are not judged: they may hold themselves.
const MAX_DEPTH: usize = 64;

/// What is certain of a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Certain<'v> {
    /// It is this, once all interpolation in it is done.
    Value(&'v Value),
    /// It is a hash.
    Hash,
    /// It is an array that has these elements, among others.
    ArrayWith(&'v [Value]),
}

/// Whether a value may be of a type.
pub(super) fn may_fit(t: &Type, certain: Certain<'_>) -> bool {
    fits(t, certain, 0)
}

fn fits(t: &Type, certain: Certain<'_>, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return true;
    }
    if let Certain::Value(value) = certain
        && is_certain(value)
    {
        return t.is_instance(value);
    }
    match t {
        Type::Any | Type::Unit | Type::Optional(None) | Type::NotUndef(None) => true,
        Type::Alias(alias) => alias.get().is_none_or(|inner| fits(inner, certain, depth + 1)),
        Type::Variant(options) => options.iter().any(|option| fits(option, certain, depth + 1)),
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => {
            fits(inner, certain, depth + 1)
        }
        // Nothing in data is of these types, whatever is interpolated, but for a whole value.
        Type::Undef
        | Type::Default
        | Type::Numeric
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Boolean(_)
        | Type::Regexp(_)
        | Type::Binary
        | Type::Timestamp(_)
        | Type::Timespan(_)
        | Type::SemVer(_)
        | Type::SemVerRange
        | Type::Uri(_)
        | Type::Sensitive(_)
        | Type::Type(_)
        | Type::Callable(_)
        | Type::CatalogEntry
        | Type::Resource(_)
        | Type::Class(_) => is_unknown(certain),
        Type::Scalar | Type::ScalarData | Type::String(_) | Type::Enum(_) | Type::Pattern(_) => {
            matches!(certain, Certain::Value(Value::String(_)))
        }
        Type::Array(array) => {
            is_unknown(certain)
                || match certain {
                    Certain::Value(Value::Array(elements)) => {
                        array.size.as_ref().is_none_or(|range| range.contains(elements.len()))
                            && elements.iter().all(|one| fits_value(&array.element, one, depth))
                    }
                    Certain::ArrayWith(elements) => {
                        elements.iter().all(|one| fits_value(&array.element, one, depth))
                    }
                    Certain::Value(_) | Certain::Hash => false,
                }
        }
        Type::Tuple(tuple) => {
            is_unknown(certain)
                || match certain {
                    Certain::Value(Value::Array(elements)) => fits_tuple(tuple, elements, depth),
                    Certain::ArrayWith(_) => true,
                    Certain::Value(_) | Certain::Hash => false,
                }
        }
        Type::Hash(hash) => {
            is_unknown(certain)
                || match certain {
                    Certain::Value(Value::Hash(entries)) => entries.iter().all(|(key, value)| {
                        fits_value(&hash.key, key, depth) && fits_value(&hash.value, value, depth)
                    }),
                    Certain::Hash => true,
                    Certain::Value(_) | Certain::ArrayWith(_) => false,
                }
        }
        Type::Struct(members) => {
            is_unknown(certain)
                || match certain {
                    Certain::Value(Value::Hash(entries)) => fits_struct(members, entries, depth),
                    Certain::Hash => true,
                    Certain::Value(_) | Certain::ArrayWith(_) => false,
                }
        }
        Type::Collection(_) => {
            is_unknown(certain) || !matches!(certain, Certain::Value(Value::String(_)))
        }
        Type::Iterable(_)
        | Type::Iterator(_)
        | Type::Init(_)
        | Type::Runtime(_)
        | Type::Object(_)
        | Type::ObjectExtension(_)
        | Type::TypeSet(_)
        | Type::Reference(_) => true,
    }
}

fn fits_value(t: &Type, value: &Value, depth: usize) -> bool {
    fits(t, Certain::Value(value), depth + 1)
}

fn fits_tuple(tuple: &TupleType, elements: &[Value], depth: usize) -> bool {
    let mut indexed = elements.iter().enumerate();
    tuple.size_range().contains(elements.len())
        && indexed.all(|(index, one)| {
            tuple.at(index).is_none_or(|expected| fits_value(expected, one, depth))
        })
}

fn fits_struct(members: &StructType, entries: &Hash, depth: usize) -> bool {
    if !entries.keys().all(is_certain) {
        return true;
    }
    let known = |key: &Value| key.as_str().is_some_and(|key| members.member(key).is_some());
    entries.keys().all(known)
        && members.members().iter().all(|member| match entries.get_str(&member.name) {
            Some(value) => fits_value(&member.value, value, depth),
            None => member.optional,
        })
}

/// Whether nothing is known of a value: it is an alias of another one.
fn is_unknown(certain: Certain<'_>) -> bool {
    match certain {
        Certain::Value(Value::String(text)) => {
            let is_alias =
                |text| expressions(text).iter().any(|one| one.method == Ok(Method::Alias));
            is_whole(text) && is_alias(text)
        }
        _ => false,
    }
}

/// Whether all of a value is known: nothing in it is interpolated or encrypted.
pub(super) fn is_certain(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.contains("%{") && !eyaml::is_encrypted(text),
        Value::Array(elements) => elements.iter().all(is_certain),
        Value::Hash(hash) => hash.iter().all(|(key, value)| is_certain(key) && is_certain(value)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use pupa_value::loader::Builtins;
    use pupa_value::type_parser::{parse_constant, parse_type};

    use super::*;

    fn fits(t: &str, value: &str) -> bool {
        let t = parse_type(t, &Builtins).unwrap();
        may_fit(&t, Certain::Value(&parse_constant(value, &Builtins).unwrap()))
    }

    #[test]
    fn strings_with_interpolation_are_strings() {
        for yes in ["String", "Enum[a]", "Pattern[/x/]", "Optional[String[9]]", "Data", "Any"] {
            assert!(fits(yes, "'a%{b}'"), "{yes}");
        }
        for no in ["Integer", "Boolean", "Array", "Hash[String, String]", "Sensitive[String]"] {
            assert!(!fits(no, "'a%{b}'"), "{no}");
            assert!(fits(no, "'%{alias(\"x\")}'"), "{no}");
        }
        assert!(fits("Enum[a]", "'ENC[PKCS7,MII=]'"));
    }

    #[test]
    fn collections_are_judged_as_far_as_they_are_known() {
        assert!(fits("Array[String]", "['%{x}', 'b']"));
        assert!(!fits("Array[String]", "['%{x}', 1]"));
        assert!(!fits("Array[String, 3]", "['%{x}', 'a']"));
        assert!(!fits("Tuple[String, Integer]", "['%{x}', 'a']"));
        assert!(fits("Struct[{a => Integer, Optional[b] => String}]", "{'a' => 1, 'b' => '%{x}'}"));
        assert!(!fits("Struct[{a => Integer}]", "{'a' => '%{x}'}"));
        assert!(fits("Struct[{a => Integer}]", "{'%{x}' => 1}"));
        assert!(!fits("Hash[String, Integer]", "{'%{x}' => 'a'}"));
        assert!(fits("Variant[Integer, Hash]", "{'%{x}' => 'a'}"));
    }

    #[test]
    fn parts_are_judged_by_their_kind() {
        let t = |text| parse_type(text, &Builtins).unwrap();
        assert!(may_fit(&t("Struct[{a => Integer}]"), Certain::Hash));
        assert!(!may_fit(&t("Array"), Certain::Hash));
        assert!(!may_fit(&t("Array[Integer]"), Certain::ArrayWith(&["a".into()])));
        assert!(may_fit(&t("Array[Integer, 3]"), Certain::ArrayWith(&[1.into()])));
    }
}
