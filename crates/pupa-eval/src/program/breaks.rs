//! Determines whether code may call `break()`.

use super::LambdaCode;
use super::node::{Node, Op};

/// Whether a call of the lambda may end with `break()`. `is_breaking` decides for the functions
/// that it calls.
pub(crate) fn may_break(lambda: &LambdaCode, is_breaking: &mut dyn FnMut(&str) -> bool) -> bool {
    let parameters = lambda.parameters.iter();
    let mut parts = parameters.flat_map(|parameter| parameter.t.iter().chain(&parameter.default));
    parts.any(|part| breaks(part, is_breaking))
        || lambda.returns.iter().any(|returns| breaks(returns, is_breaking))
        || breaks(&lambda.body, is_breaking)
}

fn breaks(node: &Node, is_breaking: &mut dyn FnMut(&str) -> bool) -> bool {
    if let Some(call) = node.as_call() {
        // `new` creates instances and calls no functions.
        let is_new = matches!(node.op, Op::New(_));
        let lambda = call.lambda.as_ref();
        if lambda.is_some_and(|lambda| may_break(lambda, is_breaking))
            || !is_new && is_breaking(&call.name)
        {
            return true;
        }
    }
    let mut found = false;
    node.each_part(&mut |part| found = found || breaks(part, is_breaking));
    found
}
