//! Serialisation of packages as XMI. Attributes are in the order of EMF, and Ecore's defaults are
//! omitted.

use super::{
    EAnnotation, ECORE_URI, EClass, EClassifier, EEnum, EFeature, EFeatureKind, EPackage, TypeRef,
    XMI_URI, XSI_URI,
};
use crate::xml::{Attributes, XmlWriter};

/// Writes a package as XMI.
pub(crate) fn write(package: &EPackage) -> String {
    let mut xml = XmlWriter::new();
    let attributes = vec![
        ("xmi:version", "2.0".to_owned()),
        ("xmlns:xmi", XMI_URI.to_owned()),
        ("xmlns:xsi", XSI_URI.to_owned()),
        ("xmlns:ecore", ECORE_URI.to_owned()),
        ("name", package.name.clone()),
        ("nsURI", package.ns_uri.clone()),
        ("nsPrefix", package.ns_prefix.clone()),
    ];
    xml.open("ecore:EPackage", &attributes);
    annotation(&mut xml, package.annotation.as_ref());
    for classifier in &package.classifiers {
        match classifier {
            EClassifier::Class(class) => write_class(&mut xml, class),
            EClassifier::Enum(enumeration) => write_enum(&mut xml, enumeration),
        }
    }
    xml.finish()
}

fn write_class(xml: &mut XmlWriter, class: &EClass) {
    let mut attributes =
        vec![("xsi:type", "ecore:EClass".to_owned()), ("name", class.name.clone())];
    flag(&mut attributes, "abstract", class.is_abstract);
    if let Some(super_type) = &class.super_type {
        // Supertypes are always classes, so the address alone is sufficient.
        attributes.push(("eSuperTypes", address(super_type)));
    }
    if class.features.is_empty() && class.annotation.is_none() {
        return xml.empty("eClassifiers", &attributes);
    }
    xml.open("eClassifiers", &attributes);
    annotation(xml, class.annotation.as_ref());
    class.features.iter().for_each(|feature| write_feature(xml, feature));
    xml.close();
}

fn write_feature(xml: &mut XmlWriter, feature: &EFeature) {
    let kind = match feature.kind {
        EFeatureKind::Attribute => "ecore:EAttribute",
        EFeatureKind::Reference { .. } => "ecore:EReference",
    };
    let mut attributes = vec![("xsi:type", kind.to_owned()), ("name", feature.name.clone())];
    if feature.lower != 0 {
        attributes.push(("lowerBound", feature.lower.to_string()));
    }
    if feature.upper != 1 {
        attributes.push(("upperBound", feature.upper.to_string()));
    }
    attributes.push(("eType", typed_address(&feature.ty)));
    if !feature.is_changeable {
        attributes.push(("changeable", "false".to_owned()));
    }
    flag(&mut attributes, "volatile", feature.is_volatile);
    flag(&mut attributes, "transient", feature.is_transient);
    if let Some(default) = &feature.default {
        attributes.push(("defaultValueLiteral", default.clone()));
    }
    flag(&mut attributes, "unsettable", feature.is_unsettable);
    flag(&mut attributes, "derived", feature.is_derived);
    let is_containment = feature.kind == EFeatureKind::Reference { is_containment: true };
    flag(&mut attributes, "containment", is_containment);
    match &feature.annotation {
        None => xml.empty("eStructuralFeatures", &attributes),
        Some(texts) => {
            xml.open("eStructuralFeatures", &attributes);
            annotation(xml, Some(texts));
            xml.close();
        }
    }
}

fn write_enum(xml: &mut XmlWriter, enumeration: &EEnum) {
    let attributes =
        vec![("xsi:type", "ecore:EEnum".to_owned()), ("name", enumeration.name.clone())];
    xml.open("eClassifiers", &attributes);
    for (value, literal) in enumeration.literals.iter().enumerate() {
        let mut attributes = vec![("name", literal.name.clone())];
        if value > 0 {
            attributes.push(("value", value.to_string()));
        }
        if let Some(text) = &literal.text {
            attributes.push(("literal", text.clone()));
        }
        xml.empty("eLiterals", &attributes);
    }
    xml.close();
}

fn annotation(xml: &mut XmlWriter, annotation: Option<&EAnnotation>) {
    let Some(annotation) = annotation else { return };
    xml.open("eAnnotations", &vec![("source", annotation.source.to_owned())]);
    for (key, value) in &annotation.details {
        xml.empty("details", &vec![("key", key.clone()), ("value", value.clone())]);
    }
    xml.close();
}

fn flag(attributes: &mut Attributes<'_>, name: &'static str, is_set: bool) {
    if is_set {
        attributes.push((name, "true".to_owned()));
    }
}

/// The URI of a type: `#//User`, `other.ecore#//User`.
fn address(ty: &TypeRef) -> String {
    match ty {
        TypeRef::Data(name) | TypeRef::Meta(name) => format!("{ECORE_URI}#//{name}"),
        TypeRef::Local(name) => format!("#//{name}"),
        TypeRef::Foreign { file, class } => format!("{file}#//{class}"),
    }
}

/// The URI of a type, preceded by the class of the type if it is in another document.
fn typed_address(ty: &TypeRef) -> String {
    match ty {
        TypeRef::Data(_) => format!("ecore:EDataType {}", address(ty)),
        TypeRef::Meta(_) | TypeRef::Foreign { .. } => format!("ecore:EClass {}", address(ty)),
        TypeRef::Local(_) => address(ty),
    }
}
