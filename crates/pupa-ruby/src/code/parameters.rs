//! The parameters of methods and blocks.

use super::{MultiTarget, Node};
use crate::symbol::Symbol;

/// The parameters of a method or block.
#[derive(Debug, Default)]
pub struct Params {
    /// Required parameters at the front.
    pub required: Vec<Param>,
    /// Optional parameters with their default values.
    pub optional: Vec<Optional>,
    /// `*rest`. An anonymous one has a slot without a name.
    pub rest: Option<u32>,
    /// Required parameters after the optional ones and `*rest`.
    pub post: Vec<Param>,
    /// Keyword parameters.
    pub keywords: Vec<Keyword>,
    /// `**rest`
    pub keyword_rest: KeywordRest,
    /// `&block`
    pub block: Option<u32>,
    /// `|a,|`: a single array argument is destructured although there is only one parameter.
    pub excess_comma: bool,
    /// The parameters are implicit: `_1`, `_2` or `it`.
    pub is_implicit: bool,
}

/// A required parameter.
#[derive(Debug)]
pub enum Param {
    /// A variable, by its slot.
    Slot(u32),
    /// `(a, (b, *c))`
    Nested(Box<MultiTarget>),
}

/// An optional parameter.
#[derive(Debug)]
pub struct Optional {
    /// The variable.
    pub slot: u32,
    /// The default value.
    pub default: Node,
}

/// A keyword parameter.
#[derive(Debug)]
pub struct Keyword {
    /// The name.
    pub name: Symbol,
    /// The variable.
    pub slot: u32,
    /// The default value; a keyword without one is required.
    pub default: Option<Node>,
}

/// The treatment of keywords that no parameter accepts.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum KeywordRest {
    /// They are errors.
    #[default]
    None,
    /// `**nil`: no keywords at all.
    Refused,
    /// `**rest`: they are collected in a variable.
    Slot(u32),
}

impl Params {
    /// Whether all parameters are required plain variables, the form that is bound fastest.
    pub fn is_simple(&self) -> bool {
        self.optional.is_empty()
            && self.rest.is_none()
            && self.post.is_empty()
            && self.keywords.is_empty()
            && self.keyword_rest == KeywordRest::None
            && self.block.is_none()
            && !self.excess_comma
            && self
                .required
                .iter()
                .enumerate()
                .all(|(index, param)| matches!(param, Param::Slot(slot) if *slot as usize == index))
    }

    /// Whether there are keyword parameters of any form.
    pub fn has_keywords(&self) -> bool {
        !self.keywords.is_empty() || matches!(self.keyword_rest, KeywordRest::Slot(_))
    }

    /// The number of required positional parameters.
    pub fn required_count(&self) -> usize {
        self.required.len() + self.post.len()
    }

    /// The arity as `Method#arity` returns it for methods and lambdas.
    pub fn arity(&self) -> i64 {
        let required_keyword = self.keywords.iter().any(|keyword| keyword.default.is_none());
        let required = self.required_count() as i64;
        let is_open = self.rest.is_some()
            || !self.optional.is_empty()
            || (!required_keyword && self.has_keywords());
        if is_open {
            -(required + i64::from(required_keyword)) - 1
        } else {
            required + i64::from(required_keyword)
        }
    }
}
