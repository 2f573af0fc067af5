//! Whether code may call `break()`.

use super::LambdaCode;
use super::node::{CallNode, Node, Op};

/// Whether a call of the lambda may end with `break()`. Functions that are not built in may call
/// it, and so may those that call others or evaluate templates.
pub(crate) fn may_break(lambda: &LambdaCode) -> bool {
    let defaults = lambda.parameters.iter().filter_map(|parameter| parameter.default.as_ref());
    breaks(&lambda.body) || defaults.into_iter().any(breaks)
}

fn breaks(node: &Node) -> bool {
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
        Op::New(call) => call_breaks(call),
        Op::Call(call) | Op::MethodCall(call) => is_breaking(&call.name) || call_breaks(call),
        Op::If(condition) => {
            let branches = condition.then.iter().chain(&condition.otherwise);
            breaks(&condition.test) || branches.into_iter().any(breaks)
        }
        Op::Case(case) | Op::Selector(case) => {
            let mut options = case.options.iter();
            breaks(&case.test)
                || options.any(|option| option.values.iter().chain(&option.body).any(breaks))
        }
        Op::Heredoc(heredoc) => breaks(&heredoc.text),
        // What has no parts.
        _ => false,
    }
}

fn call_breaks(call: &CallNode) -> bool {
    call.arguments.iter().any(breaks) || call.lambda.as_ref().is_some_and(may_break)
}

/// Whether a function may call `break()`.
fn is_breaking(name: &str) -> bool {
    matches!(name, "break" | "call" | "epp" | "inline_epp")
        || crate::functions::find(name).is_none()
}
