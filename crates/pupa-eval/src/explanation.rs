//! The explanation of a resource: how it was declared, and where its values come from.

use pupa_hiera::explanation::DataPlace;
use pupa_value::Value;

/// The explanation of a resource in a catalog.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// `File[/etc/motd]`
    pub resource: String,
    /// The chain of declarations: the resource itself, then the resource or class that declared it,
    /// and so on up to the main manifest.
    pub declared: Vec<Declaration>,
    /// The origin of its title; none for a title that the declaration has as it is.
    pub title: Option<Origin>,
    /// Its parameters, in order.
    pub parameters: Vec<ExplainedParameter>,
}

/// A resource or class, and what declared it.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// `Class[Ntp]`
    pub resource: String,
    /// The construct of the declaration: `declared`, `include`, `create_resources`.
    pub by: String,
    /// Where.
    pub place: Option<SourceLine>,
    /// The calls of functions that led to the declaration, the innermost first.
    pub through: Vec<Called>,
}

/// A running call of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// The function, as written in the call.
    pub function: String,
    /// The location of the call.
    pub place: SourceLine,
}

/// A location in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// The file; empty for code that is not in a file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A parameter, explained.
#[derive(Debug, Clone)]
pub struct ExplainedParameter {
    /// Its name.
    pub name: String,
    /// The value; `None` if it must be hidden.
    pub value: Option<Value>,
    /// The origin of the value.
    pub origin: Origin,
    /// The earlier values, the latest first.
    pub replaced: Vec<Origin>,
}

/// The origin of a value.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The kind of assignment.
    pub how: ParameterSource,
    /// The value, unless it must be hidden.
    pub value: Option<Value>,
    /// Where.
    pub place: Option<SourceLine>,
    /// The text of the expression.
    pub code: Option<String>,
    /// Whether the expression says the value itself.
    pub is_literal: bool,
    /// The variables that the expression uses, in order.
    pub variables: Vec<ExplainedVariable>,
    /// The lookups of the expression, in order.
    pub lookups: Vec<ExplainedLookup>,
    /// The functions and templates in Ruby that the expression calls, in order.
    pub ruby_calls: Vec<ExplainedRubyCall>,
    /// The locations in data that supply the value, sorted by priority.
    pub data: Vec<DataPlace>,
}

impl Origin {
    /// An origin at a place, about whose code nothing is known yet.
    pub(crate) fn at(place: SourceLine) -> Origin {
        Origin {
            how: ParameterSource::Given,
            value: None,
            place: Some(place),
            code: None,
            is_literal: false,
            variables: Vec::new(),
            lookups: Vec::new(),
            ruby_calls: Vec::new(),
            data: Vec::new(),
        }
    }
}

/// A lookup that an expression calls, explained.
#[derive(Debug, Clone)]
pub struct ExplainedLookup {
    /// The key that was found; the first one if none was.
    pub key: String,
    /// The locations in data that supply the value, sorted by priority; empty if the value comes
    /// from elsewhere.
    pub places: Vec<DataPlace>,
}

/// The call of a Ruby function or template in an expression.
#[derive(Debug, Clone)]
pub struct ExplainedRubyCall {
    /// The name of the function; `None` for a template.
    pub function: Option<String>,
    /// The location of the definition; `None` for an inline template.
    pub place: Option<SourceLine>,
    /// The arguments of the function; `None` for those that must be hidden.
    pub arguments: Vec<Option<Value>>,
    /// The variables that the code reads, in order.
    pub variables: Vec<ExplainedVariable>,
}

/// A variable, explained.
#[derive(Debug, Clone)]
pub struct ExplainedVariable {
    /// Its name, without the dollar sign.
    pub name: String,
    /// The keys after it, as in `$facts['os']['family']`.
    pub keys: Vec<String>,
    /// The value, or the part of it that the keys select, unless it must be hidden.
    pub value: Option<Value>,
    /// The kind of the variable, with its origin.
    pub source: VariableSource,
}

/// The kinds of variables.
#[derive(Debug, Clone)]
pub enum VariableSource {
    /// A parameter of a class or defined resource.
    Parameter {
        /// Of which.
        resource: String,
        /// The origin of its value.
        origin: Box<Origin>,
    },
    /// It was assigned by a program.
    Assigned(Box<Origin>),
    /// The title of a class or defined resource.
    Title {
        /// Of which.
        resource: String,
    },
    /// It was set by the compiler: a setting, the name of a module.
    Compiler,
    /// It belongs to the node: a fact, or a parameter from a classifier.
    Node,
    /// It is a parameter of a lambda, which gets elements of a collection or other values.
    Iterated {
        /// The function that calls the lambda: `each`.
        function: String,
        /// The origin of the collection.
        origin: Box<Origin>,
    },
    /// It belongs to a lambda, function or template.
    Local,
    /// It was never set.
    Unset,
}

/// The ways in which a parameter gets its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ParameterSource {
    /// In the expression that declares the resource.
    #[default]
    Given,
    /// From a hash: `* => $hash`.
    Splat,
    /// In the body for `default` of the expression that declares the resource.
    BodyDefault,
    /// A default of the type: `File { … }`.
    ResourceDefault,
    /// A value in data, found by the name of the class and the parameter.
    Data,
    /// The default of a parameter of a class or defined type.
    ParameterDefault,
    /// An override: `File['a'] { … }`.
    Override,
    /// An override of a collector: `File <| |> { … }`.
    Collector,
    /// An arrow: `File['a'] -> File['b']`.
    Arrow,
    /// A hash given to `create_resources`.
    CreateResources,
    /// The function `require`.
    Require,
    /// A metaparameter of the container.
    Container,
    /// The stage of the declaring class.
    Stage,
    /// A classifier, or another node that exports the resource.
    Outside,
    /// The default of a feature of the type.
    FeatureDefault,
}

impl ParameterSource {
    /// It in words.
    pub fn words(self) -> &'static str {
        match self {
            ParameterSource::Given => "given in the declaration",
            ParameterSource::Splat => "from a hash in the declaration",
            ParameterSource::BodyDefault => "default body of the resource expression",
            ParameterSource::ResourceDefault => "resource default",
            ParameterSource::Data => "looked up in data",
            ParameterSource::ParameterDefault => "default of the parameter",
            ParameterSource::Override => "override",
            ParameterSource::Collector => "override by a collector",
            ParameterSource::Arrow => "relationship arrow",
            ParameterSource::CreateResources => "given to create_resources",
            ParameterSource::Require => "the function require",
            ParameterSource::Container => "metaparameter of its container",
            ParameterSource::Stage => "stage of the declaring class",
            ParameterSource::Outside => "given from outside of the manifests",
            ParameterSource::FeatureDefault => "default of the type",
        }
    }

    /// The name of the kind in JSON.
    pub fn code(self) -> &'static str {
        match self {
            ParameterSource::Given => "given",
            ParameterSource::Splat => "splat",
            ParameterSource::BodyDefault => "body-default",
            ParameterSource::ResourceDefault => "resource-default",
            ParameterSource::Data => "data",
            ParameterSource::ParameterDefault => "parameter-default",
            ParameterSource::Override => "override",
            ParameterSource::Collector => "collector",
            ParameterSource::Arrow => "arrow",
            ParameterSource::CreateResources => "create-resources",
            ParameterSource::Require => "require",
            ParameterSource::Container => "container",
            ParameterSource::Stage => "stage",
            ParameterSource::Outside => "outside",
            ParameterSource::FeatureDefault => "feature-default",
        }
    }
}
