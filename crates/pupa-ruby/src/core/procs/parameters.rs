//! The results of `parameters` and `arity` for methods and procs.

use crate::code::{Code, KeywordRest, Param};
use crate::heap::procs::ProcKind;
use crate::machine::{Machine, MethodId, MethodKind};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `[:req, :name]`, or `[:req]` for a parameter without a name.
pub(super) fn entry(m: &mut Machine<'_>, kind: &str, name: Option<Symbol>) -> Value {
    let mut list = vec![Value::Sym(Symbol::new(kind))];
    list.extend(name.map(Value::Sym));
    m.new_array(list)
}

/// The name of a slot, if it has one.
fn slot_name(code: &Code, slot: u32) -> Option<Symbol> {
    code.slots.get(slot as usize).copied().filter(|name| *name != names::EMPTY)
}

/// Whether the parameters are `...`.
fn forwards_all(code: &Code) -> bool {
    let params = &code.params;
    let KeywordRest::Slot(keywords) = params.keyword_rest else { return false };
    let (Some(rest), Some(block)) = (params.rest, params.block) else { return false };
    [rest, keywords, block].into_iter().all(|slot| slot_name(code, slot).is_none())
}

/// The parameters of a method, lambda or proc.
pub(crate) fn code_parameters(m: &mut Machine<'_>, code: &Code, is_lambda: bool) -> Vec<Value> {
    let params = &code.params;
    let required = if is_lambda { "req" } else { "opt" };
    let mut list = Vec::new();
    let positional = |m: &mut Machine<'_>, param: &Param| match param {
        Param::Slot(slot) => {
            // A second parameter `_` has no name in the slots.
            let name = slot_name(code, *slot).or(Some(Symbol::new("_")));
            entry(m, required, name)
        }
        Param::Nested(_) if is_lambda => entry(m, required, None),
        Param::Nested(_) => {
            let kind = Value::Sym(Symbol::new(required));
            m.new_array(vec![kind, Value::Nil])
        }
    };
    for param in &params.required {
        list.push(positional(m, param));
    }
    for param in &params.optional {
        let name = slot_name(code, param.slot).or(Some(Symbol::new("_")));
        list.push(entry(m, "opt", name));
    }
    let forwards = forwards_all(code);
    // The names of repeated parameters `_` are not kept.
    let repeats = forwards && matches!(params.required.first(), Some(Param::Slot(_)));
    let repeats = repeats && code.slots.first().is_some_and(|name| name.as_str() == "_");
    let mark = |text: &str| Symbol::new(if repeats { "_" } else { text });
    if let Some(slot) = params.rest {
        let name = forwards.then(|| mark("*")).or(slot_name(code, slot));
        list.push(entry(m, "rest", name));
    }
    for param in &params.post {
        list.push(positional(m, param));
    }
    for keyword in params.keywords.iter().filter(|keyword| keyword.default.is_none()) {
        list.push(entry(m, "keyreq", Some(keyword.name)));
    }
    for keyword in params.keywords.iter().filter(|keyword| keyword.default.is_some()) {
        list.push(entry(m, "key", Some(keyword.name)));
    }
    match params.keyword_rest {
        KeywordRest::None => {}
        KeywordRest::Refused => list.push(entry(m, "nokey", None)),
        KeywordRest::Slot(slot) => {
            let name = forwards.then(|| mark("**")).or(slot_name(code, slot));
            list.push(entry(m, "keyrest", name));
        }
    }
    if let Some(slot) = params.block {
        let name = slot_name(code, slot).or(Some(mark("&")));
        list.push(entry(m, "block", name));
    }
    list
}

/// The parameters of a native method with an arity.
pub(super) fn native_parameters(m: &mut Machine<'_>, arity: i64) -> Vec<Value> {
    if arity < 0 {
        return vec![entry(m, "rest", None)];
    }
    (0..arity).map(|_| entry(m, "req", None)).collect()
}

/// The arity of a method.
pub(crate) fn method_arity(m: &mut Machine<'_>, id: MethodId) -> i64 {
    match m.method(id).kind.clone() {
        MethodKind::Native(native) if native.min == native.max => i64::from(native.min),
        MethodKind::Ruby(body, _) => body.code.params.arity(),
        MethodKind::Reader(_) => 0,
        MethodKind::Writer(_) => 1,
        MethodKind::Block(proc) => match m.heap.procs[proc].kind.clone() {
            ProcKind::Block(block) => block.body.code.params.arity(),
            _ => super::proc_arity(m, proc),
        },
        _ => -1,
    }
}

/// The parameters of a method.
pub(crate) fn method_parameters(m: &mut Machine<'_>, id: MethodId) -> Vec<Value> {
    match m.method(id).kind.clone() {
        MethodKind::Ruby(body, _) => code_parameters(m, &body.code, true),
        MethodKind::Block(proc) => match m.heap.procs[proc].kind.clone() {
            ProcKind::Block(block) => code_parameters(m, &block.body.code, true),
            _ => {
                let arity = super::proc_arity(m, proc);
                native_parameters(m, arity)
            }
        },
        _ => {
            let arity = method_arity(m, id);
            native_parameters(m, arity)
        }
    }
}
