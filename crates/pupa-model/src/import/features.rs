//! Import of attributes and references.

use super::annotations::{self, Annotations};
use super::bases::tokens;
use super::data_types::{self, Counterpart, Loss};
use super::location::{Location, is_false, is_true};
use super::model_set::{Kind, Target, local};
use super::xml::Element;
use super::{Cx, defaults, logic};
use crate::ecore::XSI_URI;
use crate::write::{FeatureText, word};

/// The type of a feature's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ValueType {
    /// Values of a data type of Puppet.
    Data(&'static str),
    /// An enumeration.
    Enum(Vec<String>),
    /// Objects of a type.
    Object(String),
}

/// Converts an element to a feature with the given name; `None` if it has no counterpart.
pub(super) fn read<'x>(
    cx: &mut Cx<'x>,
    element: &'x Element,
    location: &Location,
    name: String,
) -> Option<FeatureText> {
    let Annotations { comment, logic } = annotations::read(cx, element, location);
    let kind = element.get_in("type", XSI_URI).or(element.get_in("type", "xsi")).map(local);
    let value_type = value_type(cx, element, location, kind == Some("EReference"))?;
    let is_reference = matches!(value_type, ValueType::Object(_));
    match kind {
        Some("EAttribute") if is_reference => {
            cx.warn(location, "is an attribute of a class; it becomes a reference".to_owned());
        }
        Some("EReference") if !is_reference => {
            cx.warn(location, "is a reference to a data type; it becomes an attribute".to_owned());
        }
        Some("EAttribute" | "EReference") => {}
        _ => {
            let what = if is_reference { "a reference" } else { "an attribute" };
            cx.warn(location, format!("has no `xsi:type`; by its type it is {what}"));
        }
    }
    warn_without_counterpart(cx, element, location);
    let logic = logic::of_feature(cx, &logic, location);
    let mut settings = bounds(cx, element, location);
    let is_derived = logic.iter().any(|(name, _)| *name == "derived");
    flags(cx, element, location, is_derived, &mut settings);
    if is_reference && !is_true(element, "containment") {
        settings.push(("containment", "false".to_owned()));
    }
    if let Some(literal) = element.get("defaultValueLiteral") {
        match defaults::source(literal, &value_type) {
            Ok(written) if !is_derived => settings.push(("default", written)),
            Ok(_) => {
                cx.warn(location, "has a default and is derived; the default is left out".into())
            }
            Err(why) => cx.warn(location, format!("default `{literal}` is left out: {why}")),
        }
    }
    settings.extend(logic);
    let ty = match value_type {
        ValueType::Data(name) => name.to_owned(),
        ValueType::Enum(values) => {
            let values: Vec<String> = values.iter().map(|value| word(value)).collect();
            format!("enum[{}]", values.join(", "))
        }
        ValueType::Object(name) => name,
    };
    Some(FeatureText { comment, is_reference, name, ty, settings })
}

fn warn_without_counterpart(cx: &mut Cx<'_>, element: &Element, location: &Location) {
    let has = |name: &str| element.get(name).is_some() || element.all(name).next().is_some();
    if has("eOpposite") {
        cx.warn(location, "its opposite has no counterpart; both references stay".to_owned());
    }
    if has("eKeys") {
        cx.warn(location, "its keys have no counterpart".to_owned());
    }
    if is_true(element, "iD") {
        cx.warn(location, "that it is the ID has no counterpart".to_owned());
    }
    if is_false(element, "ordered") {
        cx.warn(location, "is not ordered; lists always are".to_owned());
    }
}

/// The settings `min` and `max`, as far as they differ from the defaults.
fn bounds(cx: &mut Cx<'_>, element: &Element, location: &Location) -> Vec<(&'static str, String)> {
    let mut bound = |name: &str, default: i64| match element.get(name) {
        None => default,
        Some(text) => text.trim().parse().unwrap_or_else(|_| {
            cx.warn(
                location,
                format!("`{name}` is `{text}`, no number; it is taken for {default}"),
            );
            default
        }),
    };
    let mut min = bound("lowerBound", 0);
    let upper = bound("upperBound", 1);
    let max = match upper {
        -1 => None,
        0 => {
            cx.warn(location, "can have no value; `max` is 1, the least there is".to_owned());
            Some(1)
        }
        -2 => {
            cx.warn(location, "`upperBound` -2 is unspecified; it is taken for unbound".to_owned());
            None
        }
        ..0 => {
            cx.warn(location, format!("`upperBound` {upper} is taken for unbound"));
            None
        }
        _ => Some(upper),
    };
    if min < 0 {
        cx.warn(location, format!("`lowerBound` {min} is taken for 0"));
        min = 0;
    }
    if let Some(max) = max.filter(|max| *max < min) {
        cx.warn(
            location,
            format!("`lowerBound` {min} is above `upperBound` {max}; it is {max} now"),
        );
        min = max;
    }
    let mut settings = Vec::new();
    if min != 0 {
        settings.push(("min", min.to_string()));
    }
    let default_max = if min > 1 { None } else { Some(1) };
    if max != default_max {
        settings.push(("max", max.map_or_else(|| "unbound".to_owned(), |max| max.to_string())));
    }
    settings
}

fn flags(
    cx: &mut Cx<'_>,
    element: &Element,
    location: &Location,
    has_logic: bool,
    settings: &mut Vec<(&'static str, String)>,
) {
    if is_true(element, "unsettable") {
        settings.push(("unsettable", "true".to_owned()));
    }
    let is_derived = is_true(element, "derived");
    if is_derived && !has_logic {
        cx.warn(
            location,
            "is derived, but the model has no logic for it; its value is stored".into(),
        );
    } else if is_true(element, "volatile") && !is_derived {
        cx.warn(location, "is volatile, which has no counterpart; its value is stored".to_owned());
    }
    if is_true(element, "transient") && !has_logic {
        settings.push(("transient", "true".to_owned()));
    }
    let is_setable = !is_false(element, "changeable");
    if is_setable == has_logic {
        settings.push(("setable", is_setable.to_string()));
    }
}

/// The type of a feature's values; `None` if it has no counterpart.
fn value_type(
    cx: &mut Cx<'_>,
    element: &Element,
    location: &Location,
    is_reference: bool,
) -> Option<ValueType> {
    let Some(reference) = type_reference(cx, element, location) else {
        let message = if is_reference { "is left out" } else { "is taken for a String" };
        cx.warn(location, format!("has no type; it {message}"));
        return (!is_reference).then_some(ValueType::Data("String"));
    };
    match cx.models.find(reference, location.file) {
        Some(Target::Classifier(index)) => Some(classifier_type(cx, index, location)),
        Some(Target::Ecore(name)) if is_reference => {
            cx.warn(location, format!("its type `{name}` of Ecore has no counterpart; left out"));
            None
        }
        Some(Target::Ecore(name)) => {
            Some(ValueType::Data(data_type(cx, &name, data_types::of_ecore(&name), location)))
        }
        Some(Target::XmlType(name)) => {
            Some(ValueType::Data(data_type(cx, &name, data_types::of_xml_type(&name), location)))
        }
        None => {
            let message = if is_reference { "left out" } else { "taken for a String" };
            cx.warn(location, format!("its type `{reference}` is not found; {message}"));
            (!is_reference).then_some(ValueType::Data("String"))
        }
    }
}

fn classifier_type(cx: &mut Cx<'_>, index: usize, location: &Location) -> ValueType {
    let classifier = &cx.models.classifiers[index];
    let element = classifier.element;
    match (classifier.kind, &cx.names[index]) {
        (Kind::Class, Some(name)) => ValueType::Object(name.clone()),
        (Kind::Enum, _) => match enum_values(cx, index) {
            values if values.is_empty() => {
                cx.warn(location, "its enumeration has no values; it is taken for a String".into());
                ValueType::Data("String")
            }
            values => ValueType::Enum(values),
        },
        (Kind::Class | Kind::DataType, _) => {
            let name = classifier.path.clone();
            let class = element.get("instanceClassName").or(element.get("instanceTypeName"));
            let counterpart = class.and_then(data_types::of_java);
            let written = data_type(cx, &name, counterpart, location);
            if counterpart.is_some_and(|counterpart| counterpart.loss == Loss::None) {
                cx.warn(
                    location,
                    format!("its data type `{name}` has no counterpart; {written} is used"),
                );
            }
            ValueType::Data(written)
        }
    }
}

/// The name of a data type's counterpart. Warns if there is none or values may get lost.
fn data_type(
    cx: &mut Cx<'_>,
    name: &str,
    counterpart: Option<Counterpart>,
    location: &Location,
) -> &'static str {
    let Some(counterpart) = counterpart else {
        cx.warn(location, format!("its data type `{name}` has no counterpart; String is used"));
        return "String";
    };
    if let Loss::Some(why) = counterpart.loss {
        cx.warn(location, format!("its data type `{name}` becomes {}: {why}", counterpart.name));
    }
    counterpart.name
}

/// The values of an enumeration as instances write them, without duplicates.
pub(super) fn enum_values(cx: &Cx<'_>, index: usize) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for literal in cx.models.classifiers[index].element.all("eLiterals") {
        let text = literal.get("literal").or(literal.get("name")).unwrap_or_default();
        if !values.iter().any(|known| known == text) {
            values.push(text.to_owned());
        }
    }
    values
}

/// The reference to the type of a feature, in any notation.
fn type_reference<'x>(
    cx: &mut Cx<'_>,
    element: &'x Element,
    location: &Location,
) -> Option<&'x str> {
    let plain = tokens(element.get("eType")).last();
    let nested = || element.all("eType").find_map(|one| one.get("href"));
    if let Some(reference) = plain.or_else(nested) {
        return Some(reference);
    }
    let generic = element.all("eGenericType").next()?;
    if generic.all("eTypeArguments").next().is_some() {
        cx.warn(location, "the arguments of its generic type have no counterpart".to_owned());
    }
    if generic.get("eTypeParameter").is_some() {
        cx.warn(location, "type parameters have no counterpart".to_owned());
    }
    classifier_of(generic)
}

/// The reference to the classifier of a generic type.
pub(super) fn classifier_of(generic: &Element) -> Option<&str> {
    let plain = tokens(generic.get("eClassifier")).last();
    plain.or_else(|| generic.all("eClassifier").find_map(|one| one.get("href")))
}
