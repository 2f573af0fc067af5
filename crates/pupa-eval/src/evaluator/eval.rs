//! Evaluates an expression by its kind.

use std::sync::Arc;

use pupa_syntax::tree::ExprId;
use pupa_value::Value;
use pupa_value::compare::is_truthy;
use pupa_value::iterable::iterable_over;
use pupa_value::text::capitalize_segments;
use pupa_value::types::Type;
use pupa_value::value::Hash;

use super::{Evaluator, Run, exhausted};
use crate::issues;
use crate::program::node::{Cached, If, Node, NotYetEvaluated, Op};
use crate::stop::{Outcome, Stop, error};

impl Evaluator<'_> {
    /// The value of an expression. An error without a location gets that of the expression.
    pub(crate) fn eval(&mut self, node: &Node) -> Outcome {
        match &node.op {
            Op::Constant(value) => return Ok(self.constant(value)),
            Op::Parameter { slot, take } => return Ok(self.run.parameter(*slot, *take)),
            _ => {}
        }
        match self.deeper(|evaluator| evaluator.eval_op(node)) {
            Err(stop) if matches!(*stop, Stop::Error(_)) => Err(self.run.placed(*stop, node.at)),
            result => result,
        }
    }

    fn constant(&self, value: &Value) -> Value {
        match value {
            Value::Array(_) | Value::Hash(_) => self.ruby_state.own_value(value.clone()),
            _ => value.clone(),
        }
    }

    fn eval_op(&mut self, node: &Node) -> Outcome {
        match &node.op {
            Op::Constant(value) => Ok(self.constant(value)),
            Op::Parameter { slot, take } => Ok(self.run.parameter(*slot, *take)),
            Op::Variable(variable) => self.variable(variable, node.at),
            Op::Qualified(name) => self.qualified_variable(name, node.at),
            Op::MatchVariable(number) => Ok(self.run.match_variable(*number)),
            Op::NotYetEvaluated(parameters) => self.run.given_parameter(parameters),
            Op::Reference(name) => self.reference(name, node.at),
            Op::Cached(cached) => self.cached(cached),
            Op::Concat(parts) => self.concat(parts),
            Op::Array(elements) => self.array(elements),
            Op::Hash(entries) => self.hash(entries),
            Op::Not(inner) => Ok(Value::Boolean(!self.is_true(inner)?)),
            Op::Minus(inner) => self.negated(inner, node.at),
            Op::Unfold(inner) => Ok(self.unfolded(inner)?.into()),
            Op::Arithmetic(op, pair) => self.arithmetic(*op, pair, node.at),
            Op::Compare(op, pair) => self.comparison(*op, pair, node.at),
            Op::Match { negated, pair } => self.match_operator(*negated, pair, node.at),
            Op::In(pair) => self.in_operator(pair),
            Op::And(pair) => Ok(Value::Boolean(self.is_true(&pair.0)? && self.is_true(&pair.1)?)),
            Op::Or(pair) => Ok(Value::Boolean(self.is_true(&pair.0)? || self.is_true(&pair.1)?)),
            Op::Assign(assign) => self.assign(assign, node.at),
            Op::Access(access) => self.access(access, node.at),
            Op::Call(call) | Op::New(call) => self.call(call, node.at),
            Op::MethodCall(call) => self.method_call(call, node.at),
            Op::If(condition) => self.condition(condition),
            Op::Case(case) => self.case(case),
            Op::Selector(case) => self.selector(case, node.at),
            Op::Block(statements) => self.block(statements),
            Op::Heredoc(heredoc) => self.heredoc(heredoc, node.at),
            Op::ReservedWord(word) => Err(self.run.complain(node.at, issues::reserved_word(word))),
            Op::RenderText(text) => self.run.render_text(text),
            Op::Render(inner) => self.render(inner),
            Op::MisplacedParameters => {
                Err(self.run.complain(node.at, issues::illegal_epp_parameters()))
            }
            Op::Failing(message) => Err(error(message.as_str())),
            Op::Resource(_)
            | Op::ResourceDefaults(_)
            | Op::ResourceOverride(_)
            | Op::Collector(_)
            | Op::Relationship(_) => {
                let value = self.declaration(&node.op, node.at)?;
                if pupa_meter::is_exhausted() { Err(exhausted()) } else { Ok(value) }
            }
            Op::Catalog => Err(self.run.needs_catalog(node.at)),
        }
    }

    /// An expression that declares or changes resources.
    fn declaration(&mut self, op: &Op, at: ExprId) -> Outcome {
        match op {
            Op::Resource(resource) => self.compilation().resource_expression(resource, at),
            Op::ResourceDefaults(defaults) => self.compilation().resource_defaults(defaults),
            Op::ResourceOverride(change) => self.compilation().override_expression(change, at),
            Op::Collector(collector) => {
                self.compilation().collector(collector, at)?;
                Ok(Value::Undef)
            }
            Op::Relationship(relationship) => self.compilation().relationship(relationship, at),
            _ => Ok(Value::Undef),
        }
    }

    fn cached(&mut self, cached: &Cached) -> Outcome {
        if let Some(value) = cached.value.get() {
            return Ok(value.clone());
        }
        let key = (self.run.program, cached.number);
        if let Some(value) = self.known.types.get(&key) {
            return Ok(value.clone());
        }
        let value = self.eval(&cached.node)?;
        if pupa_meter::is_exhausted() {
            return Err(exhausted());
        }
        if cached.is_fixed {
            return Ok(cached.value.get_or_init(|| value).clone());
        }
        self.known.types.insert(key, value.clone());
        Ok(value)
    }

    /// A type by its name.
    fn reference(&mut self, name: &str, at: pupa_syntax::tree::ExprId) -> Outcome {
        match self.load_type(name)? {
            Some(t) => Ok(Value::Type(t)),
            // A type definition may also be a resource type.
            None if self.compilation().is_resource_type(name)? => {
                Ok(Value::Type(Type::resource(capitalize_segments(&name.to_lowercase()), None)))
            }
            None => {
                let diagnostic = issues::unknown_resource_type(&capitalize_segments(name));
                Err(self.run.complain(at, diagnostic))
            }
        }
    }

    /// Whether a condition holds.
    fn is_true(&mut self, node: &Node) -> Outcome<bool> {
        match self.eval(node)? {
            Value::Boolean(truth) => Ok(truth),
            value => Ok(is_truthy(&value, self.run.settings.edition)),
        }
    }

    /// Evaluates an optional expression; `undef` if there is none.
    pub(super) fn eval_optional(&mut self, node: Option<&Node>) -> Outcome {
        node.map_or(Ok(Value::Undef), |node| self.eval(node))
    }

    fn block(&mut self, statements: &[Node]) -> Outcome {
        let Some((last, before)) = statements.split_last() else { return Ok(Value::Undef) };
        for statement in before {
            self.eval(statement)?;
        }
        self.eval(last)
    }

    /// Evaluates `if` and `unless`. The match variables are reset afterwards.
    fn condition(&mut self, condition: &If) -> Outcome {
        let matches = self.run.matches.len();
        let result = self.is_true(&condition.test).and_then(|truth| {
            let branch = if truth { &condition.then } else { &condition.otherwise };
            self.eval_optional(branch.as_ref())
        });
        self.run.matches.truncate(matches);
        result
    }

    fn array(&mut self, elements: &[Node]) -> Outcome {
        let values = self.values(elements, elements.iter().any(Node::is_unfold))?;
        let value = Value::from(values);
        self.run.check_nesting(&value)?;
        Ok(value)
    }

    fn hash(&mut self, entries: &[(Node, Node)]) -> Outcome {
        let mut hash = Hash::with_capacity(entries.len());
        for (key, value) in entries {
            let key = self.eval(key)?;
            hash.insert(key, self.eval(value)?);
        }
        let value = Value::from(hash);
        self.run.check_nesting(&value)?;
        Ok(value)
    }

    /// The values of several expressions; `*x` gives all elements of `x`.
    pub(super) fn values(&mut self, nodes: &[Node], has_unfold: bool) -> Outcome<Vec<Value>> {
        let mut values = Vec::with_capacity(nodes.len());
        self.push_values(&mut values, nodes, has_unfold)?;
        Ok(values)
    }

    /// Adds the values of several expressions.
    pub(super) fn push_values(
        &mut self,
        values: &mut Vec<Value>,
        nodes: &[Node],
        has_unfold: bool,
    ) -> Outcome<()> {
        for node in nodes {
            match &node.op {
                Op::Unfold(inner) if has_unfold => {
                    values.extend(self.unfolded(inner)?);
                    self.run.check_elements(values.len())?;
                }
                _ => values.push(self.eval(node)?),
            }
        }
        Ok(())
    }

    /// The elements of the operand of `*`; a value without elements is its own single element.
    pub(super) fn unfolded(&mut self, inner: &Node) -> Outcome<Vec<Value>> {
        Ok(match self.eval(inner)? {
            Value::Undef => Vec::new(),
            Value::Array(elements) => {
                self.run.charge(elements.len())?;
                Arc::unwrap_or_clone(elements)
            }
            value @ (Value::Hash(_) | Value::Iterator(_)) => match iterable_over(&value) {
                Some(sequence) => self.run.collected(&sequence)?,
                None => vec![value],
            },
            value => vec![value],
        })
    }
}

impl Run<'_> {
    /// The elements of a sequence, within the limits.
    fn collected(&mut self, sequence: &pupa_value::value::Sequence) -> Outcome<Vec<Value>> {
        let mut elements = Vec::new();
        for element in sequence.elements() {
            if elements.len() & 0xFFF == 0 {
                self.check_elements(elements.len())?;
            }
            elements.push(element);
        }
        self.check_elements(elements.len())?;
        Ok(elements)
    }

    /// The value of a parameter that the default of another parameter refers to.
    fn given_parameter(&self, parameters: &NotYetEvaluated) -> Outcome {
        let given = parameters.given.and_then(|place| self.slot(place));
        given.cloned().ok_or_else(|| not_yet_evaluated(parameters))
    }

    fn needs_catalog(&self, at: pupa_syntax::tree::ExprId) -> Box<Stop> {
        let tree = &self.current().tree;
        let label = pupa_syntax::validate::labels::label(tree, at);
        self.complain(at, issues::needs_catalog(&issues::a_an_upper(&label)))
    }
}

fn not_yet_evaluated(parameters: &NotYetEvaluated) -> Box<Stop> {
    let NotYetEvaluated { callee, from, to, is_before, .. } = parameters;
    Box::new(Stop::NotYetEvaluated(if *is_before {
        format!("{callee}: expects a value for parameter ${to}")
    } else {
        format!(
            "{callee}: default expression for ${from} tries to illegally access not yet evaluated \
             ${to}"
        )
    }))
}
