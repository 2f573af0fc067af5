//! Finds the last use of each parameter.
//!
//! A value with a single owner can be changed in place: then `$memo + [$x]` costs one element
//! instead of a copy of all. Therefore the last read of a parameter moves its value out of the
//! parameter. The code of a body has no loops, so one walk against the direction of evaluation
//! finds the last reads: a parameter that is read later is alive.

use super::LambdaCode;
use super::node::{CallNode, Case, Node, Op, SlotPlace, Target};

/// The slots of a frame that later code reads.
#[derive(Clone, Default)]
struct Alive(Vec<u32>);

impl Alive {
    /// Adds a slot; returns whether it is new.
    fn insert(&mut self, slot: u32) -> bool {
        let is_new = !self.0.contains(&slot);
        if is_new {
            self.0.push(slot);
        }
        is_new
    }

    fn join(&mut self, other: Alive) {
        for slot in other.0 {
            self.insert(slot);
        }
    }
}

/// Marks the last read of each parameter.
pub(super) fn mark_last_uses(body: &mut Node) {
    visit(body, &mut Alive::default());
}

/// Walks an expression backwards. `alive` contains the slots read after it, then also those that it
/// reads.
fn visit(node: &mut Node, alive: &mut Alive) {
    match &mut node.op {
        Op::Parameter { slot, take } => *take = alive.insert(*slot),
        Op::Concat(nodes) | Op::Array(nodes) | Op::Block(nodes) => visit_all(nodes, alive),
        Op::Hash(entries) => {
            for (key, value) in entries.iter_mut().rev() {
                visit(value, alive);
                visit(key, alive);
            }
        }
        Op::Not(inner) | Op::Minus(inner) | Op::Unfold(inner) | Op::Render(inner) => {
            visit(inner, alive);
        }
        Op::Arithmetic(_, pair) | Op::Compare(_, pair) | Op::Match { pair, .. } | Op::In(pair) => {
            visit(&mut pair.1, alive);
            visit(&mut pair.0, alive);
        }
        Op::And(pair) | Op::Or(pair) => {
            // The right side may not be evaluated.
            let mut right = alive.clone();
            visit(&mut pair.1, &mut right);
            alive.join(right);
            visit(&mut pair.0, alive);
        }
        Op::Assign(assign) => {
            if let Target::Feature(pair) = &mut assign.target {
                visit(&mut pair.1, alive);
                visit(&mut pair.0, alive);
            }
            visit(&mut assign.value, alive);
        }
        Op::Access(access) => {
            visit_all(&mut access.keys, alive);
            visit(&mut access.left, alive);
        }
        Op::Call(call) | Op::New(call) | Op::MethodCall(call) => visit_call(call, alive),
        Op::If(condition) => {
            let mut then = alive.clone();
            condition.then.iter_mut().for_each(|branch| visit(branch, &mut then));
            condition.otherwise.iter_mut().for_each(|branch| visit(branch, alive));
            alive.join(then);
            visit(&mut condition.test, alive);
        }
        Op::Case(case) | Op::Selector(case) => visit_case(case, alive),
        Op::Heredoc(heredoc) => visit(&mut heredoc.text, alive),
        Op::Constant(_)
        | Op::Variable(_)
        | Op::Qualified(_)
        | Op::MatchVariable(_)
        | Op::NotYetEvaluated(_)
        | Op::Reference(_)
        | Op::Cached(_)
        | Op::ReservedWord(_)
        | Op::RenderText(_)
        | Op::MisplacedParameters
        | Op::Failing(_)
        | Op::Catalog => {}
        Op::Relationship(relationship) => {
            visit(&mut relationship.pair.1, alive);
            visit(&mut relationship.pair.0, alive);
        }
        // Their parts are evaluated one by one, and perhaps again for each resource.
        Op::Resource(_) | Op::ResourceDefaults(_) | Op::ResourceOverride(_) | Op::Collector(_) => {
            captured_by(node, 0, alive)
        }
    }
}

fn visit_all(nodes: &mut [Node], alive: &mut Alive) {
    nodes.iter_mut().rev().for_each(|node| visit(node, alive));
}

fn visit_case(case: &mut Case, alive: &mut Alive) {
    let after = alive.clone();
    for option in &mut case.options {
        let mut body_alive = after.clone();
        option.body.iter_mut().for_each(|body| visit(body, &mut body_alive));
        alive.join(body_alive);
    }
    for option in case.options.iter_mut().rev() {
        visit_all(&mut option.values, alive);
    }
    visit(&mut case.test, alive);
}

fn visit_call(call: &mut CallNode, alive: &mut Alive) {
    if let Some(lambda) = &call.lambda {
        // The lambda may be called several times, after the arguments were evaluated.
        captured(lambda, 0, alive);
    }
    visit_all(&mut call.arguments, alive);
}

/// Adds the slots that a lambda reads in the frame that is `depth` levels around it.
fn captured(lambda: &LambdaCode, depth: u32, alive: &mut Alive) {
    for parameter in &lambda.parameters {
        // Types are evaluated outside of the lambda, defaults inside.
        parameter.t.iter().for_each(|t| captured_by(t, depth, alive));
        parameter.default.iter().for_each(|default| captured_by(default, depth + 1, alive));
    }
    lambda.returns.iter().for_each(|returns| captured_by(returns, depth, alive));
    captured_by(&lambda.body, depth + 1, alive);
}

/// Adds the slots that an expression reads in the frame that is `depth` levels out.
fn captured_by(node: &Node, depth: u32, alive: &mut Alive) {
    let mut add = |places: &[SlotPlace]| {
        for place in places.iter().filter(|place| place.depth == depth) {
            alive.insert(place.slot);
        }
    };
    match &node.op {
        Op::Parameter { slot, .. } if depth == 0 => {
            alive.insert(*slot);
        }
        Op::Variable(variable) => add(&variable.places),
        Op::Assign(assign) => {
            if let Target::Slot { outer, .. } = &assign.target {
                add(outer);
            }
        }
        _ => {}
    }
    if let Some(lambda) = node.as_call().and_then(|call| call.lambda.as_ref()) {
        captured(lambda, depth, alive);
    }
    node.each_part(&mut |part| captured_by(part, depth, alive));
}
