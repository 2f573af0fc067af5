//! Checks whether a value that is only partly known may match a type.

use pupa_hiera::eyaml;
use pupa_hiera::interpolate::{Method, expressions};
use pupa_value::types::{StructType, TupleType};
use pupa_value::value::Hash;
use pupa_value::{Type, Value};

use crate::data_uses::is_whole;

/// The maximum number of steps to check a value; a value that needs more counts as matching. Types
/// may be recursive in several ways at once.
const MOST_STEPS: usize = 100_000;

/// The maximum nesting depth of types; deeper ones count as matching.
const MAX_DEPTH: usize = 64;

/// The part of a value that is certain.
#[derive(Debug, Clone, Copy)]
pub(super) enum CertainPart<'v> {
    /// The value after its interpolations have been replaced.
    Value(&'v Value),
    /// It is a hash.
    Hash,
    /// An array that contains these elements, among others.
    ArrayWith(&'v [Value]),
}

/// Whether a value may match a type.
pub(super) fn may_fit(t: &Type, certain: CertainPart<'_>) -> bool {
    ValueChecker { steps: MOST_STEPS }.fits(t, certain, 0)
}

/// Judges one value.
struct ValueChecker {
    /// The number of remaining steps.
    steps: usize,
}

impl ValueChecker {
    fn fits(&mut self, t: &Type, certain: CertainPart<'_>, depth: usize) -> bool {
        if depth > MAX_DEPTH || self.steps == 0 {
            return true;
        }
        self.steps -= 1;
        match certain {
            CertainPart::Value(value) if is_certain(value) => t.is_instance(value),
            CertainPart::Value(Value::String(text)) => {
                is_alias(text) || self.fits_text(t, certain, depth)
            }
            _ => self.fits_collection(t, certain, depth),
        }
    }

    /// Whether a string with unknown parts may match a type.
    fn fits_text(&mut self, t: &Type, certain: CertainPart<'_>, depth: usize) -> bool {
        match t {
            Type::Scalar
            | Type::ScalarData
            | Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_) => true,
            Type::Array(_)
            | Type::Tuple(_)
            | Type::Hash(_)
            | Type::Struct(_)
            | Type::Collection(_) => false,
            _ => self.fits_any(t, certain, depth),
        }
    }

    /// Whether a collection with unknown parts may match a type.
    fn fits_collection(&mut self, t: &Type, certain: CertainPart<'_>, depth: usize) -> bool {
        use CertainPart::{ArrayWith, Hash, Value as Is};
        match (t, certain) {
            (Type::Collection(_), _)
            | (Type::Tuple(_), ArrayWith(_))
            | (Type::Hash(_) | Type::Struct(_), Hash) => true,
            (Type::Array(array), Is(Value::Array(elements))) => {
                array.size.as_ref().is_none_or(|range| range.contains(elements.len()))
                    && self.all_fit(&array.element, elements.iter(), depth)
            }
            (Type::Array(array), ArrayWith(elements)) => {
                self.all_fit(&array.element, elements.iter(), depth)
            }
            (Type::Tuple(tuple), Is(Value::Array(elements))) => {
                self.fits_tuple(tuple, elements, depth)
            }
            (Type::Hash(hash), Is(Value::Hash(entries))) => {
                self.all_fit(&hash.key, entries.keys(), depth)
                    && self.all_fit(&hash.value, entries.values(), depth)
            }
            (Type::Struct(members), Is(Value::Hash(entries))) => {
                self.fits_struct(members, entries, depth)
            }
            (
                Type::Array(_)
                | Type::Tuple(_)
                | Type::Hash(_)
                | Type::Struct(_)
                | Type::Scalar
                | Type::ScalarData
                | Type::String(_)
                | Type::Enum(_)
                | Type::Pattern(_),
                _,
            ) => false,
            _ => self.fits_any(t, certain, depth),
        }
    }

    /// Whether a value with unknown parts may match a type that covers more than strings or
    /// collections.
    fn fits_any(&mut self, t: &Type, certain: CertainPart<'_>, depth: usize) -> bool {
        match t {
            Type::Alias(alias) => match alias.get() {
                Some(inner) => self.fits(inner, certain, depth + 1),
                None => true,
            },
            Type::Variant(options) => {
                options.iter().any(|option| self.fits(option, certain, depth + 1))
            }
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => {
                self.fits(inner, certain, depth + 1)
            }
            // Data never contains values of these types, even with interpolation.
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
            | Type::Class(_) => false,
            _ => true,
        }
    }

    fn all_fit<'v>(
        &mut self,
        t: &Type,
        mut values: impl Iterator<Item = &'v Value>,
        depth: usize,
    ) -> bool {
        values.all(|value| self.fits(t, CertainPart::Value(value), depth + 1))
    }

    fn fits_tuple(&mut self, tuple: &TupleType, elements: &[Value], depth: usize) -> bool {
        let mut indexed = elements.iter().enumerate();
        tuple.size_range().contains(elements.len())
            && indexed.all(|(index, one)| match tuple.at(index) {
                Some(expected) => self.fits(expected, CertainPart::Value(one), depth + 1),
                None => true,
            })
    }

    fn fits_struct(&mut self, members: &StructType, entries: &Hash, depth: usize) -> bool {
        if !entries.keys().all(is_certain) {
            return true;
        }
        let known = |key: &Value| key.as_str().is_some_and(|key| members.member(key).is_some());
        entries.keys().all(known)
            && members.members().iter().all(|member| match entries.get_str(&member.name) {
                Some(value) => self.fits(&member.value, CertainPart::Value(value), depth + 1),
                None => member.optional,
            })
    }
}

/// Whether a string is an alias of another key, so that nothing is known of its value.
fn is_alias(text: &str) -> bool {
    is_whole(text) && expressions(text).iter().any(|one| one.method == Ok(Method::Alias))
}

/// Whether a value is completely known: nothing in it is interpolated or encrypted.
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
        may_fit(&t, CertainPart::Value(&parse_constant(value, &Builtins).unwrap()))
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
    fn partly_known_collections_are_checked_in_part() {
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
    fn parts_are_checked_by_their_kind() {
        let t = |text| parse_type(text, &Builtins).unwrap();
        assert!(may_fit(&t("Struct[{a => Integer}]"), CertainPart::Hash));
        assert!(!may_fit(&t("Array"), CertainPart::Hash));
        assert!(!may_fit(&t("Array[Integer]"), CertainPart::ArrayWith(&["a".into()])));
        assert!(may_fit(&t("Array[Integer, 3]"), CertainPart::ArrayWith(&[1.into()])));
    }
}
