//! Describes a type that was loaded in a machine as a `Definition`.

use super::attribute::{collection, name_of};
use super::definition::{AttributeDefinition, Definition, ValueDefinition};
use super::{elements, ivar, ivar_hash, metaparameters, relations, title, values};
use crate::machine::{Flow, Jump, Machine};
use crate::symbol::Symbol;
use crate::value::Value;

/// The definition of a type.
pub(super) fn definition(m: &mut Machine<'_>, made: Value) -> Flow<Definition> {
    let title_rules = match title::rules(m, made) {
        Ok(rules) => Ok(rules),
        Err(Jump::Raise(exception)) => Err(m.raised(exception).message),
        Err(jump) => return Err(jump),
    };
    let keys = m.call(made, Symbol::new("key_attributes"), &[])?;
    let providers = m.call(made, Symbol::new("providers"), &[])?;
    Ok(Definition {
        name: name_of(m, made)?.as_str().to_owned(),
        doc: type_doc(m, made)?,
        properties: attributes(m, made, "@properties")?,
        parameters: attributes(m, made, "@parameters")?,
        metaparameters: {
            let added = metaparameters::added(m);
            described(m, added)?
        },
        key_attributes: texts(m, keys)?,
        title_rules,
        is_isomorphic: m.call(made, Symbol::new("isomorphic?"), &[])?.is_truthy(),
        features: features(m, made)?,
        relations: related(m, made)?,
        providers: {
            let mut names = texts(m, providers)?;
            names.sort_unstable();
            names
        },
    })
}

fn texts(m: &mut Machine<'_>, list: Value) -> Flow<Vec<String>> {
    elements(m, list).into_iter().map(|element| m.to_s_text(element)).collect()
}

fn attributes(m: &mut Machine<'_>, made: Value, name: &str) -> Flow<Vec<AttributeDefinition>> {
    let list = ivar(m, made, name);
    let list = elements(m, list);
    described(m, list)
}

pub(super) fn described(
    m: &mut Machine<'_>,
    classes: Vec<Value>,
) -> Flow<Vec<AttributeDefinition>> {
    classes.into_iter().map(|class| attribute(m, class)).collect()
}

fn attribute(m: &mut Machine<'_>, class: Value) -> Flow<AttributeDefinition> {
    let mut described = AttributeDefinition {
        name: name_of(m, class)?.as_str().to_owned(),
        doc: own_doc(m, class)?,
        is_namevar: ivar(m, class, "@isnamevar").is_truthy(),
        is_required: ivar(m, class, "@required").is_truthy(),
        ..AttributeDefinition::default()
    };
    let collection = collection(m, class)?;
    for value in values::all(m, collection) {
        match ivar(m, value, "@name") {
            regexp @ Value::Regexp(_) => described.patterns.push(m.inspect(regexp)?),
            name => {
                let aliases = ivar(m, value, "@aliases");
                let aliases = texts(m, aliases)?;
                described.values.push(ValueDefinition { name: m.to_s_text(name)?, aliases });
            }
        }
    }
    let features = ivar(m, class, "@required_features");
    described.required_features = texts(m, features)?;
    described.default = match ivar(m, class, "@default_value") {
        Value::Nil => None,
        value @ (Value::Str(_) | Value::Sym(_)) => Some(m.to_s_text(value)?),
        value => Some(m.inspect(value)?),
    };
    described.data_type = match ivar(m, class, "@data_type") {
        Value::Str(id) => Some(m.text_of(id)),
        _ => None,
    };
    Ok(described)
}

fn features(m: &mut Machine<'_>, made: Value) -> Flow<Vec<(String, String)>> {
    let known = ivar_hash(m, made, "@features");
    let mut features = Vec::new();
    for (name, doc) in m.hash(known).iter().collect::<Vec<_>>() {
        let name = m.to_s_text(name)?;
        let doc = m.to_s_text(doc)?;
        features.push((name, scrub(&doc)));
    }
    Ok(features)
}

fn related(m: &mut Machine<'_>, made: Value) -> Flow<Vec<(&'static str, String)>> {
    let mut related = Vec::new();
    for (kind, variable) in relations::KINDS {
        let known = ivar(m, made, variable);
        let Value::Hash(known) = known else { continue };
        for name in m.hash(known).keys() {
            related.push((kind, m.to_s_text(name)?));
        }
    }
    Ok(related)
}

/// The documentation of a type.
pub(super) fn type_doc(m: &mut Machine<'_>, made: Value) -> Flow<String> {
    own_doc(m, made)
}

fn own_doc(m: &mut Machine<'_>, class: Value) -> Flow<String> {
    match ivar(m, class, "@doc") {
        Value::Nil => Ok(String::new()),
        doc => Ok(scrub(&m.to_s_text(doc)?)),
    }
}

/// The documentation of an attribute with its values and features: the result of `doc`.
pub(super) fn attribute_doc(m: &mut Machine<'_>, class: Value) -> Flow<String> {
    let mut text = own_doc(m, class)?;
    let collection = collection(m, class)?;
    text.push_str("\n\n");
    text.push_str(&values_doc(m, collection)?);
    let features = ivar(m, class, "@required_features");
    if !features.is_nil() {
        let names = texts(m, features)?.join(" ");
        text.push_str(&format!("\n\nRequires features {names}."));
    }
    Ok(text)
}

/// The sentence about the accepted values.
pub(super) fn values_doc(m: &mut Machine<'_>, collection: Value) -> Flow<String> {
    let (mut names, mut patterns) = (Vec::new(), Vec::new());
    for value in values::all(m, collection) {
        match ivar(m, value, "@name") {
            regexp @ Value::Regexp(_) => patterns.push(m.inspect(regexp)?),
            name => {
                let aliases = ivar(m, value, "@aliases");
                let aliases = texts(m, aliases)?.join(", ");
                let name = m.to_s_text(name)?;
                names.push(match aliases.is_empty() {
                    true => format!("`{name}`"),
                    false => format!("`{name}` (also called `{aliases}`)"),
                });
            }
        }
    }
    let mut text = String::new();
    if !names.is_empty() {
        text.push_str(&format!("Valid values are {}. ", names.join(", ")));
    }
    if !patterns.is_empty() {
        text.push_str(&format!("Values can match `{}`.", patterns.join("`, `")));
    }
    Ok(text)
}

/// Removes the indentation that all lines but the first share.
pub(super) fn scrub(text: &str) -> String {
    let trimmed = text.trim();
    if !trimmed.contains('\n') {
        return trimmed.to_owned();
    }
    let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
    let indents = rest.lines().filter_map(|line| {
        let bare = line.trim_start_matches([' ', '\t']);
        (!bare.trim().is_empty()).then(|| &line[..line.len() - bare.len()])
    });
    let indent = indents.min().unwrap_or_default();
    let lines = text.lines().map(|line| line.strip_prefix(indent).unwrap_or(line).trim_end());
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::scrub;

    #[test]
    fn shared_indentation_is_removed() {
        assert_eq!(scrub("  One line.\n"), "One line.");
        assert_eq!(scrub("First.\n    Second,\n      deeper.\n  "), "First.\nSecond,\n  deeper.");
        assert_eq!(scrub("\n    A\n\n    B\n"), "\nA\n\nB");
    }
}
