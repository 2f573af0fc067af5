//! Ecore, the modelling language of EMF: its elements and their serialisation as XMI.
//!
//! ```text
//! Model ─types─▶ Package ─▶ puppet.ecore
//! tables of the tree ─▶ Package ─▶ puppet-ast.ecore
//! ```
//!
//! The module covers what type definitions need: classes, attributes, references, enumerations and
//! annotations.

pub(crate) mod default;
pub(crate) mod packages;
mod write;

pub(crate) use write::write;

/// The namespace URI of Ecore.
pub(crate) const ECORE_URI: &str = "http://www.eclipse.org/emf/2002/Ecore";

/// The namespace URI of XMI.
pub(crate) const XMI_URI: &str = "http://www.omg.org/XMI";

/// The namespace URI of `xsi:type`.
pub(crate) const XSI_URI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// The common prefix of the URIs of packages for Puppet namespaces.
pub(crate) const PUPPET_URI: &str = "http://puppet.types/";

/// The name of the package of types without a namespace.
pub(crate) const TOP_PACKAGE: &str = "puppet";

/// The source of annotations that contain logic as Puppet Notation.
pub(crate) const LOGIC_SOURCE: &str = "http://puppet.types/logic";

/// A package.
#[derive(Debug)]
pub(crate) struct EPackage {
    /// Its name.
    pub(crate) name: String,
    /// The URI that identifies the package globally.
    pub(crate) ns_uri: String,
    /// The namespace prefix in documents.
    pub(crate) ns_prefix: String,
    /// Annotations for tools.
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
    /// Whether it is abstract.
    pub(crate) is_abstract: bool,
    /// The class from which it inherits.
    pub(crate) super_type: Option<TypeRef>,
    /// Annotations for tools.
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
    /// The type of its values.
    pub(crate) ty: TypeRef,
    /// The minimum number of values.
    pub(crate) lower: i32,
    /// The maximum number of values; -1 for unbounded.
    pub(crate) upper: i32,
    /// Whether it can be set.
    pub(crate) is_changeable: bool,
    /// Whether its value is not stored.
    pub(crate) is_volatile: bool,
    /// Whether it is not serialised.
    pub(crate) is_transient: bool,
    /// The default value.
    pub(crate) default: Option<String>,
    /// Whether it has a distinct state "unset".
    pub(crate) is_unsettable: bool,
    /// Whether it is computed.
    pub(crate) is_derived: bool,
    /// Annotations for tools.
    pub(crate) annotation: Option<EAnnotation>,
}

impl EFeature {
    /// A feature with Ecore's default settings.
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
    /// The values are data.
    Attribute,
    /// The values are objects.
    Reference {
        /// Whether they are contained in the object that has the reference.
        is_containment: bool,
    },
}

/// A reference to a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TypeRef {
    /// A data type of Ecore, such as `EString`.
    Data(&'static str),
    /// A class of Ecore, such as `EClass`.
    Meta(&'static str),
    /// A class or an enumeration of the same package.
    Local(String),
    /// A class in another file.
    Foreign {
        /// The file name, in the same directory.
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
    /// The literals, numbered from 0.
    pub(crate) literals: Vec<ELiteral>,
}

/// A literal of an enumeration.
#[derive(Debug)]
pub(crate) struct ELiteral {
    /// A valid identifier.
    pub(crate) name: String,
    /// The value, if it is not a valid identifier.
    pub(crate) text: Option<String>,
}

/// Key-value pairs for the tools that recognise their source.
#[derive(Debug)]
pub(crate) struct EAnnotation {
    /// The URI that identifies their purpose.
    pub(crate) source: &'static str,
    /// The pairs in order.
    pub(crate) details: Vec<(String, String)>,
}
