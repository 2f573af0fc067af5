//! Attributes and references.

use super::annotations::{self, Annotations};
use super::bases::tokens;
use super::data_types::{self, Counterpart, Loss};
use super::place::{Place, denied, flag};
use super::universe::{Kind, Target, local};
use super::xml::Element;
use super::{Cx, defaults, logic};
use crate::ecore::XSI_URI;
use crate::write::{FeatureText, word};

/// What the values of a feature are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ValueType {
    /// Values of a data type of Puppet.
    Data(&'static str),
    /// Some words.
    Enum(Vec<String>),
    /// Objects of a type.
    Object(String),
}

/// The feature that an element stands for, under a name that fits. None if it can't be one.
pub(super) fn read<'x>(
    cx: &mut Cx<'x>,
    element: &'x Element,
    place: &Place,
    name: String,
) -> Option<FeatureText> {
    let Annotations { comment, logic } = annotations::read(cx, element, place);
    let kind = element.get_in("type", XSI_URI).or(element.get_in("type", "xsi")).map(local);
    let value_type = value_type(cx, element, place, kind == Some("EReference"))?;
    let is_reference = matches!(value_type, ValueType::Object(_));
    match kind {
        Some("EAttribute") if is_reference => {
            cx.warn(place, "is an attribute of a class; it becomes a reference".to_owned());
        }
        Some("EReference") if !is_reference => {
            cx.warn(place, "is a reference to a data type; it becomes an attribute".to_owned());
        }
        Some("EAttribute" | "EReference") => {}
        _ => {
            let what = if is_reference { "a reference" } else { "an attribute" };
            cx.warn(place, format!("has no `xsi:type`; by its type it is {what}"));
        }
    }
    without_counterpart(cx, element, place);
    let logic = logic::of_feature(cx, &logic, place);
    let mut settings = bounds(cx, element, place);
    let is_derived = logic.iter().any(|(name, _)| *name == "derived");
    flags(cx, element, place, is_derived, &mut settings);
    if is_reference && !flag(element, "containment") {
        settings.push(("containment", "false".to_owned()));
    }
    if let Some(literal) = element.get("defaultValueLiteral") {
        match defaults::written(literal, &value_type) {
            Ok(written) if !is_derived => settings.push(("default", written)),
            Ok(_) => cx.warn(place, "has a default and is derived; the default is left out".into()),
            Err(why) => cx.warn(place, format!("default `{literal}` is left out: {why}")),
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

fn without_counterpart(cx: &mut Cx<'_>, element: &Element, place: &Place) {
    let has = |name: &str| element.get(name).is_some() || element.all(name).next().is_some();
    if has("eOpposite") {
        cx.warn(place, "its opposite has no counterpart; both references stay".to_owned());
    }
    if has("eKeys") {
        cx.warn(place, "its keys have no counterpart".to_owned());
    }
    if flag(element, "iD") {
        cx.warn(place, "that it is the ID has no counterpart".to_owned());
    }
    if denied(element, "ordered") {
        cx.warn(place, "is not ordered; lists always are".to_owned());
    }
}

/// `min` and `max` where they are not what a type has without them.
fn bounds(cx: &mut Cx<'_>, element: &Element, place: &Place) -> Vec<(&'static str, String)> {
    let mut bound = |name: &str, default: i64| match element.get(name) {
        None => default,
        Some(text) => text.trim().parse().unwrap_or_else(|_| {
            cx.warn(place, format!("`{name}` is `{text}`, no number; it is taken for {default}"));
            default
        }),
    };
    let mut min = bound("lowerBound", 0);
    let upper = bound("upperBound", 1);
    let max = match upper {
        -1 => None,
        0 => {
            cx.warn(place, "can have no value; `max` is 1, the least there is".to_owned());
            Some(1)
        }
        -2 => {
            cx.warn(place, "`upperBound` -2 is unspecified; it is taken for unbound".to_owned());
            None
        }
        ..0 => {
            cx.warn(place, format!("`upperBound` {upper} is taken for unbound"));
            None
        }
        _ => Some(upper),
    };
    if min < 0 {
        cx.warn(place, format!("`lowerBound` {min} is taken for 0"));
        min = 0;
    }
    if let Some(max) = max.filter(|max| *max < min) {
        cx.warn(place, format!("`lowerBound` {min} is above `upperBound` {max}; it is {max} now"));
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
    place: &Place,
    has_logic: bool,
    settings: &mut Vec<(&'static str, String)>,
) {
    if flag(element, "unsettable") {
        settings.push(("unsettable", "true".to_owned()));
    }
    let is_derived = flag(element, "derived");
    if is_derived && !has_logic {
        cx.warn(place, "is derived, but the model has no logic for it; its value is stored".into());
    } else if flag(element, "volatile") && !is_derived {
        cx.warn(place, "is volatile, which has no counterpart; its value is stored".to_owned());
    }
    if flag(element, "transient") && !has_logic {
        settings.push(("transient", "true".to_owned()));
    }
    let is_setable = !denied(element, "changeable");
    if is_setable == has_logic {
        settings.push(("setable", is_setable.to_string()));
    }
}

/// What the values of a feature are; nothing if there is no counterpart.
fn value_type(
    cx: &mut Cx<'_>,
    element: &Element,
    place: &Place,
    is_reference: bool,
) -> Option<ValueType> {
    let Some(reference) = type_reference(cx, element, place) else {
        let message = if is_reference { "is left out" } else { "is taken for a String" };
        cx.warn(place, format!("has no type; it {message}"));
        return (!is_reference).then_some(ValueType::Data("String"));
    };
    match cx.universe.find(reference, place.file) {
        Some(Target::Classifier(index)) => Some(classifier_type(cx, index, place)),
        Some(Target::Ecore(name)) if is_reference => {
            cx.warn(place, format!("its type `{name}` of Ecore has no counterpart; left out"));
            None
        }
        Some(Target::Ecore(name)) => {
            Some(ValueType::Data(data_type(cx, &name, data_types::of_ecore(&name), place)))
        }
        Some(Target::XmlType(name)) => {
            Some(ValueType::Data(data_type(cx, &name, data_types::of_xml_type(&name), place)))
        }
        None => {
            let message = if is_reference { "left out" } else { "taken for a String" };
            cx.warn(place, format!("its type `{reference}` is not found; {message}"));
            (!is_reference).then_some(ValueType::Data("String"))
        }
    }
}

fn classifier_type(cx: &mut Cx<'_>, index: usize, place: &Place) -> ValueType {
    let classifier = &cx.universe.classifiers[index];
    let element = classifier.element;
    match (classifier.kind, &cx.names[index]) {
        (Kind::Class, Some(name)) => ValueType::Object(name.clone()),
        (Kind::Enum, _) => match enum_values(cx, index) {
            values if values.is_empty() => {
                cx.warn(place, "its enumeration has no values; it is taken for a String".into());
                ValueType::Data("String")
            }
            values => ValueType::Enum(values),
        },
        (Kind::Class | Kind::DataType, _) => {
            let name = classifier.path.clone();
            let class = element.get("instanceClassName").or(element.get("instanceTypeName"));
            let counterpart = class.and_then(data_types::of_java);
            let written = data_type(cx, &name, counterpart, place);
            if counterpart.is_some_and(|counterpart| counterpart.loss == Loss::None) {
                cx.warn(
                    place,
                    format!("its data type `{name}` has no counterpart; {written} is used"),
                );
            }
            ValueType::Data(written)
        }
    }
}

/// The name of the counterpart of a data type. A warning if there is none or not quite one.
fn data_type(
    cx: &mut Cx<'_>,
    name: &str,
    counterpart: Option<Counterpart>,
    place: &Place,
) -> &'static str {
    let Some(counterpart) = counterpart else {
        cx.warn(place, format!("its data type `{name}` has no counterpart; String is used"));
        return "String";
    };
    if let Loss::Some(why) = counterpart.loss {
        cx.warn(place, format!("its data type `{name}` becomes {}: {why}", counterpart.name));
    }
    counterpart.name
}

/// The words of an enumeration: what instances have in files, without repetitions.
pub(super) fn enum_values(cx: &Cx<'_>, index: usize) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for literal in cx.universe.classifiers[index].element.all("eLiterals") {
        let text = literal.get("literal").or(literal.get("name")).unwrap_or_default();
        if !values.iter().any(|known| known == text) {
            values.push(text.to_owned());
        }
    }
    values
}

/// The reference to the type of a feature, however it is written.
fn type_reference<'x>(cx: &mut Cx<'_>, element: &'x Element, place: &Place) -> Option<&'x str> {
    let plain = tokens(element.get("eType")).last();
    let nested = || element.all("eType").find_map(|one| one.get("href"));
    if let Some(reference) = plain.or_else(nested) {
        return Some(reference);
    }
    let generic = element.all("eGenericType").next()?;
    if generic.all("eTypeArguments").next().is_some() {
        cx.warn(place, "the arguments of its generic type have no counterpart".to_owned());
    }
    if generic.get("eTypeParameter").is_some() {
        cx.warn(place, "type parameters have no counterpart".to_owned());
    }
    classifier_of(generic)
}

/// The classifier of a generic type.
pub(super) fn classifier_of(generic: &Element) -> Option<&str> {
    let plain = tokens(generic.get("eClassifier")).last();
    plain.or_else(|| generic.all("eClassifier").find_map(|one| one.get("href")))
}
