//! Ecore, the standard language of models: what packages are made of, and their XMI text.
//!
//! ```text
//! Model ─types─▶ Package ─▶ puppet.ecore
//! tables of the tree ─▶ Package ─▶ puppet-ast.ecore
//! ```
//!
//! Only what type definitions need is here: classes, attributes, references, enumerations and
//! annotations.

pub(crate) mod default;
pub(crate) mod packages;
mod write;

pub(crate) use write::write;

/// The name space of Ecore itself.
pub(crate) const ECORE_URI: &str = "http://www.eclipse.org/emf/2002/Ecore";

/// The name space of XMI.
pub(crate) const XMI_URI: &str = "http://www.omg.org/XMI";

/// The name space of `xsi:type`.
pub(crate) const XSI_URI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// The URIs of packages of name spaces of Puppet begin so.
pub(crate) const PUPPET_URI: &str = "http://puppet.types/";

/// The name of the package of types at the top.
pub(crate) const TOP_PACKAGE: &str = "puppet";

/// The source of annotations that hold logic as Puppet Notation.
pub(crate) const LOGIC_SOURCE: &str = "http://puppet.types/logic";

/// A package.
#[derive(Debug)]
pub(crate) struct EPackage {
    /// Its name.
    pub(crate) name: String,
    /// What identifies it everywhere.
    pub(crate) ns_uri: String,
    /// What stands for it in documents.
    pub(crate) ns_prefix: String,
    /// Texts for tools.
    pub(crate) annotation: Option<EAnnotation>,
    /// Classes and enumerations, in order.
    pub(crate) classifiers: Vec<EClassifier>,
}

/// A class or an enumeration.
#[derive(Debug)]
pub(crate) enum EClassifier {
    /// A class.
    Class(EClass),
    /// An enumeration.
    Enum(EEnum),
}

/// A class.
#[derive(Debug)]
pub(crate) struct EClass {
    /// Its name.
    pub(crate) name: String,
    /// Whether it has no instances of its own.
    pub(crate) is_abstract: bool,
    /// The class it inherits from.
    pub(crate) super_type: Option<TypeRef>,
    /// Texts for tools.
    pub(crate) annotation: Option<EAnnotation>,
    /// Attributes and references, in order.
    pub(crate) features: Vec<EFeature>,
}

/// An attribute or a reference.
#[derive(Debug)]
pub(crate) struct EFeature {
    /// Its name.
    pub(crate) name: String,
    /// Attribute or reference.
    pub(crate) kind: EFeatureKind,
    /// What its values are.
    pub(crate) ty: TypeRef,
    /// The least number of values.
    pub(crate) lower: i32,
    /// The greatest number of values; -1 for any.
    pub(crate) upper: i32,
    /// Whether it can be set.
    pub(crate) is_changeable: bool,
    /// Whether it has no storage.
    pub(crate) is_volatile: bool,
    /// Whether it is not serialised.
    pub(crate) is_transient: bool,
    /// The value it begins with.
    pub(crate) default: Option<String>,
    /// Whether "not set" is a state of its own.
    pub(crate) is_unsettable: bool,
    /// Whether it is computed.
    pub(crate) is_derived: bool,
    /// Texts for tools.
    pub(crate) annotation: Option<EAnnotation>,
}

impl EFeature {
    /// A feature with the defaults of Ecore.
    pub(crate) fn new(name: &str, kind: EFeatureKind, ty: TypeRef) -> EFeature {
        EFeature {
            name: name.to_owned(),
            kind,
            ty,
            lower: 0,
            upper: 1,
            is_changeable: true,
            is_volatile: false,
            is_transient: false,
            default: None,
            is_unsettable: false,
            is_derived: false,
            annotation: None,
        }
    }
}

/// The kinds of features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EFeatureKind {
    /// Values of data types.
    Attribute,
    /// Objects.
    Reference {
        /// Whether they are part of the one that has them.
        is_containment: bool,
    },
}

/// What the name of a type refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TypeRef {
    /// A data type of Ecore: `EString`.
    Data(&'static str),
    /// A class of Ecore: `EClass`.
    Meta(&'static str),
    /// A class or an enumeration of the same package.
    Local(String),
    /// A class of another file.
    Foreign {
        /// The file, in the same directory.
        file: String,
        /// The class.
        class: String,
    },
}

/// An enumeration.
#[derive(Debug)]
pub(crate) struct EEnum {
    /// Its name.
    pub(crate) name: String,
    /// Its values, counted from 0.
    pub(crate) literals: Vec<ELiteral>,
}

/// A value of an enumeration.
#[derive(Debug)]
pub(crate) struct ELiteral {
    /// A legal name.
    pub(crate) name: String,
    /// The text, where it is no legal name.
    pub(crate) text: Option<String>,
}

/// Texts by name, for tools that know their source.
#[derive(Debug)]
pub(crate) struct EAnnotation {
    /// What they are about.
    pub(crate) source: &'static str,
    /// Names and texts, in order.
    pub(crate) details: Vec<(String, String)>,
}
