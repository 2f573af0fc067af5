//! Compiles type definitions. Their logic sees no outer variables: a variable that it does not
//! define itself is read from the object.

use std::sync::Arc;

use pupa_syntax::tree::{ExprId, Id, Lambda, List, Logic};
use pupa_syntax::type_model;

use super::{Callee, Lowering};
use crate::program::LambdaCode;
use crate::program::type_code::{FeatureCode, InvariantCode, TypeCode, ValidationCode};

impl Lowering<'_> {
    pub(super) fn type_definition(&mut self, at: ExprId) {
        let Some(model) = type_model::of(self.tree, at) else { return };
        let features = model
            .features
            .iter()
            .map(|feature| FeatureCode {
                check: feature.check.map(|check| self.validation(check, at)),
                derived: self.logic_lambda(feature.derived, at),
                set: self.logic_lambda(feature.set, at),
                get: self.logic_lambda(feature.get, at),
            })
            .collect();
        let invariants = model
            .invariants
            .iter()
            .map(|invariant| InvariantCode {
                title: invariant.title.map(|title| self.logic_block(Some(title), at)),
                validation: self.validation(invariant.validation, at),
            })
            .collect();
        self.type_definitions.push(Arc::new(TypeCode { model, features, invariants }));
    }

    fn logic_lambda(&mut self, lambda: Option<Id<Lambda>>, at: ExprId) -> Option<LambdaCode> {
        lambda.map(|lambda| self.lambda(lambda, at))
    }

    fn validation(&mut self, logic: Logic, at: ExprId) -> ValidationCode {
        match logic {
            Logic::Expr(expr) => {
                ValidationCode { code: self.logic_block(Some(expr), at), is_lambda: false }
            }
            Logic::Block(body) => {
                ValidationCode { code: self.logic_block(body, at), is_lambda: false }
            }
            Logic::Lambda(lambda) => {
                ValidationCode { code: self.lambda(lambda, at), is_lambda: true }
            }
        }
    }

    fn logic_block(&mut self, body: Option<ExprId>, at: ExprId) -> LambdaCode {
        self.callee(&Callee {
            name: "type logic".into(),
            parameters: List::EMPTY,
            returns: None,
            body,
            at,
        })
    }
}
