//! Title patterns: how the title of a resource sets its key attributes.

use super::definition::TitleRule;
use super::elements;
use crate::code::{Node, Param};
use crate::core::class;
use crate::heap::procs::ProcKind;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::{ProcId, Value};

/// `title_patterns` of types that do not override it.
pub(super) fn default_patterns(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let keys = m.call(this, Symbol::new("key_attributes"), &[])?;
    match elements(m, keys).as_slice() {
        [] => Ok(m.new_array(Vec::new())),
        [only] => whole_title(m, *only),
        _ => {
            let message = "you must specify title patterns when there are two or more key \
                           attributes";
            Err(m.error(class::PUPPET_DEV_ERROR, message))
        }
    }
}

/// The pattern `[[/(.*)/m, [[key]]]]`: the whole title is the value of the key attribute.
pub(super) fn whole_title(m: &mut Machine<'_>, key: Value) -> Flow {
    let options = pupa_value::regexp::RegexpOptions { multi_line: true, ..Default::default() };
    let regexp = m.compile_regexp("(.*)", options)?;
    let regexp = m.new_regexp(regexp);
    let attribute = m.new_array(vec![key]);
    let attributes = m.new_array(vec![attribute]);
    let pattern = m.new_array(vec![regexp, attributes]);
    Ok(m.new_array(vec![pattern]))
}

/// The title patterns of a type.
pub(super) fn rules(m: &mut Machine<'_>, made: Value) -> Flow<Vec<TitleRule>> {
    let patterns = m.call(made, Symbol::new("title_patterns"), &[])?;
    let mut rules = Vec::new();
    for pattern in elements(m, patterns) {
        let parts = elements(m, pattern);
        let regexp = match parts.first() {
            Some(Value::Regexp(id)) => m.regexp(*id)?,
            other => {
                let given = m.inspect(other.copied().unwrap_or(Value::Nil))?;
                return Err(m.not_implemented(&format!("the title pattern {given}")));
            }
        };
        let mut attributes = Vec::new();
        for attribute in elements(m, parts.get(1).copied().unwrap_or(Value::Nil)) {
            let parts = elements(m, attribute);
            let name = m.to_s_text(parts.first().copied().unwrap_or(Value::Nil))?;
            attributes.push((name, code_of(m, &parts).is_some()));
        }
        rules.push(TitleRule { regexp, attributes });
    }
    Ok(rules)
}

/// The code that converts the value of an attribute; `None` if it returns its argument.
fn code_of(m: &Machine<'_>, parts: &[Value]) -> Option<Value> {
    match parts.get(1) {
        None | Some(Value::Nil | Value::Bool(false)) => None,
        Some(Value::Proc(id)) if is_identity(m, *id) => None,
        Some(code) => Some(*code),
    }
}

/// Whether a proc is `{ |x| x }`.
fn is_identity(m: &Machine<'_>, id: ProcId) -> bool {
    let ProcKind::Block(block) = &m.heap.procs[id].kind else { return false };
    let code = &block.body.code;
    let [Param::Slot(parameter)] = code.params.required.as_slice() else { return false };
    let has_others = !code.params.optional.is_empty()
        || code.params.rest.is_some()
        || !code.params.post.is_empty()
        || code.params.excess_comma;
    match &code.node {
        Node::Local(slot) => slot == parameter && !has_others,
        Node::Seq(nodes) => {
            matches!(&**nodes, [Node::Local(slot)] if slot == parameter && !has_others)
        }
        _ => false,
    }
}

/// Calls the code that converts the value of an attribute.
pub(super) fn call_code(
    m: &mut Machine<'_>,
    made: Value,
    (rule, attribute): (usize, usize),
    text: Option<&str>,
) -> Flow<Option<String>> {
    let patterns = m.call(made, Symbol::new("title_patterns"), &[])?;
    let part = |m: &Machine<'_>, value, index: usize| {
        elements(m, value).get(index).copied().unwrap_or(Value::Nil)
    };
    let attributes = part(m, patterns, rule);
    let attributes = part(m, attributes, 1);
    let parts = part(m, attributes, attribute);
    let code = part(m, parts, 1);
    let argument = match text {
        Some(text) => m.new_str(text),
        None => Value::Nil,
    };
    match m.call(code, Symbol::new("call"), &[argument])? {
        Value::Nil => Ok(None),
        value => Ok(Some(m.to_s_text(value)?)),
    }
}
