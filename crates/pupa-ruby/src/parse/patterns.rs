//! Lowers the patterns of `case … in`, `value in pattern` and `value => pattern`.

use ruby_prism as p;

use super::lower::{Lowering, symbol_of};
use crate::code::{
    ArrayPattern, CaseIn, FindPattern, HashPattern, HashPatternRest, InBranch, MatchOne, Node,
    Pattern, Target,
};

impl Lowering<'_> {
    pub(super) fn case_match(&mut self, node: &p::CaseMatchNode<'_>) -> Node {
        let subject = self.optional(node.predicate());
        let mut branches = Vec::with_capacity(node.conditions().len());
        for branch in &node.conditions() {
            if let Some(branch) = branch.as_in_node() {
                branches.push(self.in_branch(&branch));
            }
        }
        let otherwise = node.else_clause().map(|node| self.statements(node.statements()));
        let line = self.line_of(&node.location());
        Node::Match(Box::new(CaseIn { subject, branches, otherwise, line }))
    }

    /// A branch. The parser wraps a pattern with a guard in `if` or `unless`.
    fn in_branch(&mut self, node: &p::InNode<'_>) -> InBranch {
        let pattern = node.pattern();
        let (pattern, guard) = if let Some(guarded) = pattern.as_if_node() {
            let pattern = self.guarded_pattern(guarded.statements());
            (pattern, Some(self.node(&guarded.predicate())))
        } else if let Some(guarded) = pattern.as_unless_node() {
            let pattern = self.guarded_pattern(guarded.statements());
            let condition = self.boxed(&guarded.predicate());
            let line = self.line_of(&guarded.location());
            (pattern, Some(Node::Not(condition, self.site(), line)))
        } else {
            (self.pattern(&pattern), None)
        };
        InBranch { pattern, guard, body: self.statements(node.statements()) }
    }

    fn guarded_pattern(&mut self, statements: Option<p::StatementsNode<'_>>) -> Pattern {
        match statements.and_then(|statements| statements.body().first()) {
            Some(pattern) => self.pattern(&pattern),
            None => Pattern::Value(Node::Nil),
        }
    }

    pub(super) fn match_one(
        &mut self,
        value: &p::Node<'_>,
        pattern: &p::Node<'_>,
        raises: bool,
        location: &p::Location<'_>,
    ) -> Node {
        let value = self.node(value);
        let pattern = self.pattern(pattern);
        let line = self.line_of(location);
        Node::MatchOne(Box::new(MatchOne { value, pattern, raises, line }))
    }

    fn pattern(&mut self, node: &p::Node<'_>) -> Pattern {
        let location = node.location();
        self.deeper(&location, |this| this.any_pattern(node)).unwrap_or(Pattern::Value(Node::Nil))
    }

    fn any_pattern(&mut self, node: &p::Node<'_>) -> Pattern {
        match node {
            p::Node::LocalVariableTargetNode { .. } => return Pattern::Bind(self.target(node)),
            p::Node::AlternationPatternNode { .. } => return self.either(node),
            _ => {}
        }
        if let Some(node) = node.as_array_pattern_node() {
            return self.array_pattern(&node);
        }
        if let Some(node) = node.as_find_pattern_node() {
            return Pattern::Find(Box::new(FindPattern {
                constant: node.constant().map(|constant| self.node(&constant)),
                before: self.splat_target(&node.left()),
                middle: node.requireds().iter().map(|node| self.pattern(&node)).collect(),
                after: self.splat_target(&node.right()),
            }));
        }
        if let Some(node) = node.as_hash_pattern_node() {
            return self.hash_pattern(&node);
        }
        if let Some(node) = node.as_capture_pattern_node() {
            let inner = self.pattern(&node.value());
            let target = self.target(&node.target().as_node());
            return Pattern::Capture(Box::new(inner), target);
        }
        if let Some(node) = node.as_implicit_node() {
            return self.pattern(&node.value());
        }
        if let Some(body) = node.as_parentheses_node().and_then(|node| node.body()) {
            return match body.as_statements_node().and_then(|body| body.body().first()) {
                Some(inner) => self.pattern(&inner),
                None => self.pattern(&body),
            };
        }
        Pattern::Value(self.node(node))
    }

    /// `a | b | c`, as one list.
    fn either(&mut self, node: &p::Node<'_>) -> Pattern {
        let mut patterns = Vec::new();
        let mut left = node.as_alternation_pattern_node();
        while let Some(node) = left {
            patterns.push(node.right());
            let next = node.left();
            left = next.as_alternation_pattern_node();
            if left.is_none() {
                patterns.push(next);
            }
        }
        Pattern::Either(patterns.iter().rev().map(|node| self.pattern(node)).collect())
    }

    fn splat_target(&mut self, node: &p::SplatNode<'_>) -> Option<Target> {
        node.expression().map(|target| self.target(&target))
    }

    fn array_pattern(&mut self, node: &p::ArrayPatternNode<'_>) -> Pattern {
        let constant = node.constant().map(|constant| self.node(&constant));
        let front = node.requireds().iter().map(|node| self.pattern(&node)).collect();
        let rest = node
            .rest()
            .map(|rest| rest.as_splat_node().and_then(|splat| self.splat_target(&splat)));
        let back = node.posts().iter().map(|node| self.pattern(&node)).collect();
        Pattern::Array(Box::new(ArrayPattern { constant, front, rest, back }))
    }

    fn hash_pattern(&mut self, node: &p::HashPatternNode<'_>) -> Pattern {
        let constant = node.constant().map(|constant| self.node(&constant));
        let mut pairs = Vec::with_capacity(node.elements().len());
        for element in &node.elements() {
            let Some(assoc) = element.as_assoc_node() else { continue };
            let Some(key) = assoc.key().as_symbol_node() else { continue };
            let pattern = self.pattern(&assoc.value());
            pairs.push((symbol_of(key.unescaped()), pattern));
        }
        let rest = match node.rest() {
            None => HashPatternRest::Ignored,
            Some(p::Node::NoKeywordsParameterNode { .. }) => HashPatternRest::Refused,
            Some(rest) => match rest.as_assoc_splat_node().and_then(|splat| splat.value()) {
                Some(target) => HashPatternRest::Bind(self.target(&target)),
                // `{**}` matches all hashes, unlike `{}`.
                None if pairs.is_empty() => {
                    HashPatternRest::Bind(Target::Local(self.scope().temporary()))
                }
                None => HashPatternRest::Ignored,
            },
        };
        Pattern::Hash(Box::new(HashPattern { constant, pairs, rest }))
    }
}
