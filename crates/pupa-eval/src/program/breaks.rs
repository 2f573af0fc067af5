//! Whether code may call `break()`.

use super::LambdaCode;
use super::node::{CallNode, Node, Op};

/// Whether a call of the lambda may end with `break()`; `is_breaking` says which functions may call
/// it.
pub(crate) fn may_break(lambda: &LambdaCode, is_breaking: &mut dyn FnMut(&str) -> bool) -> bool {
    let parameters = lambda.parameters.iter();
    let mut parts = parameters.flat_map(|parameter| parameter.t.iter().chain(&parameter.default));
    parts.any(|part| breaks(part, is_breaking))
        || lambda.returns.iter().any(|returns| breaks(returns, is_breaking))
        || breaks(&lambda.body, is_breaking)
}

fn breaks(node: &Node, is_breaking: &mut dyn FnMut(&str) -> bool) -> bool {
    let mut call_breaks = |call: &CallNode| {
        call.arguments.iter().any(|argument| breaks(argument, is_breaking))
            || call.lambda.as_ref().is_some_and(|lambda| may_break(lambda, is_breaking))
    };
    match &node.op {
        Op::New(call) => return call_breaks(call),
        Op::Call(call) | Op::MethodCall(call) => {
            return call_breaks(call) || is_breaking(&call.name);
        }
        _ => {}
    }
    let mut breaks = |node: &Node| breaks(node, is_breaking);
    match &node.op {
        Op::Concat(nodes) | Op::Array(nodes) | Op::Block(nodes) => nodes.iter().any(breaks),
        Op::Hash(entries) => entries.iter().any(|(key, value)| breaks(key) || breaks(value)),
        Op::Not(inner) | Op::Minus(inner) | Op::Unfold(inner) | Op::Render(inner) => breaks(inner),
        Op::Arithmetic(_, pair)
        | Op::Compare(_, pair)
        | Op::Match { pair, .. }
        | Op::In(pair)
        | Op::And(pair)
        | Op::Or(pair) => breaks(&pair.0) || breaks(&pair.1),
        Op::Assign(assign) => breaks(&assign.value),
        Op::Access(access) => breaks(&access.left) || access.keys.iter().any(breaks),
        Op::If(condition) => {
            let branches = condition.then.iter().chain(&condition.otherwise);
            breaks(&condition.test) || branches.into_iter().any(breaks)
        }
        Op::Case(case) | Op::Selector(case) => {
            let mut options = case.options.iter();
            breaks(&case.test)
                || options.any(|option| option.values.iter().chain(&option.body).any(&mut breaks))
        }
        Op::Heredoc(heredoc) => breaks(&heredoc.text),
        Op::Cached(cached) => breaks(&cached.node),
        Op::New(_)
        | Op::Call(_)
        | Op::MethodCall(_)
        | Op::Constant(_)
        | Op::Parameter { .. }
        | Op::Variable(_)
        | Op::Qualified(_)
        | Op::MatchVariable(_)
        | Op::NotYetEvaluated(_)
        | Op::Reference(_)
        | Op::ReservedWord(_)
        | Op::RenderText(_)
        | Op::MisplacedParameters
        | Op::Failing(_)
        | Op::Catalog => false,
    }
}
