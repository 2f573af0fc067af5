//! The Ecore package that describes the table.

use super::{AST_URI, Class, Enumeration, Slot, SlotKind, classes, enumerations};
use crate::ecore::{
    EClass, EClassifier, EEnum, EFeature, EFeatureKind, ELiteral, EPackage, TypeRef,
};

/// Builds the metamodel of the syntax tree.
pub(crate) fn metamodel() -> EPackage {
    let classes = classes().map(|class| EClassifier::Class(eclass(class)));
    let enumerations = enumerations().map(|enumeration| EClassifier::Enum(eenum(enumeration)));
    EPackage {
        name: "ast".to_owned(),
        ns_uri: AST_URI.to_owned(),
        ns_prefix: "ast".to_owned(),
        annotation: None,
        classifiers: classes.chain(enumerations).collect(),
    }
}

fn eclass(class: &Class) -> EClass {
    EClass {
        name: class.name.to_owned(),
        is_abstract: class.is_abstract,
        super_type: class.base.map(|base| TypeRef::Local(base.name.to_owned())),
        annotation: None,
        features: class.slots.iter().map(efeature).collect(),
    }
}

fn efeature(slot: &Slot) -> EFeature {
    let contained = EFeatureKind::Reference { is_containment: true };
    let local = |name: &str| TypeRef::Local(name.to_owned());
    let (kind, ty) = match slot.kind {
        SlotKind::Value(ty, _) => (EFeatureKind::Attribute, TypeRef::Data(ty)),
        SlotKind::Flag(_) => (EFeatureKind::Attribute, TypeRef::Data("EBoolean")),
        SlotKind::Word(enumeration, _) => (EFeatureKind::Attribute, local(enumeration.name)),
        SlotKind::One(class, _) | SlotKind::Many(class, _) => (contained, local(class.name)),
        SlotKind::Link(class, _) => {
            (EFeatureKind::Reference { is_containment: false }, TypeRef::Meta(class))
        }
    };
    let mut feature = EFeature::new(slot.name, kind, ty);
    feature.lower = i32::from(slot.is_required);
    if let SlotKind::Many(..) = slot.kind {
        feature.upper = -1;
    }
    feature
}

fn eenum(enumeration: &Enumeration) -> EEnum {
    let literals = enumeration.literals.iter();
    let literals = literals.map(|word| ELiteral { name: (*word).to_owned(), text: None });
    EEnum { name: enumeration.name.to_owned(), literals: literals.collect() }
}
