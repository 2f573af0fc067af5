//! Compiled type definitions: their model, and the code of their logic.

use pupa_syntax::type_model::TypeModel;

use super::LambdaCode;

/// `type Name { … }`
pub(crate) struct TypeCode {
    pub(crate) model: TypeModel,
    /// The code of its own features, in the order of their declaration.
    pub(crate) features: Box<[FeatureCode]>,
    /// Its own invariants, in the order of their declaration.
    pub(crate) invariants: Box<[InvariantCode]>,
}

/// The logic of a feature.
pub(crate) struct FeatureCode {
    pub(crate) check: Option<ValidationCode>,
    pub(crate) derived: Option<LambdaCode>,
    pub(crate) set: Option<LambdaCode>,
    pub(crate) get: Option<LambdaCode>,
}

/// The condition for a value or an object.
pub(crate) struct ValidationCode {
    pub(crate) code: LambdaCode,
    /// Whether it is a lambda, whose parameter names the examined value; otherwise that is `$it`.
    pub(crate) is_lambda: bool,
}

/// `invariant "title" { … }`
pub(crate) struct InvariantCode {
    /// The title, without parameters.
    pub(crate) title: Option<LambdaCode>,
    pub(crate) validation: ValidationCode,
}
