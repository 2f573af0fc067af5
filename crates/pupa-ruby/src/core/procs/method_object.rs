//! `Method` and `UnboundMethod`: methods as objects.

use super::{add_proc, combine, parameters};
use crate::core::class;
use crate::heap::procs::ProcKind;
use crate::heap::{Payload, RProc};
use crate::machine::{Flow, Machine, MethodId, MethodKind};
use crate::native::{Args, Instances, NativeClass, Visibility, method};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

/// The Rust data of a `Method` or `UnboundMethod`.
#[derive(Debug, Clone)]
pub(crate) struct MethodObject {
    /// The object; [`Value::Undef`] for an unbound method.
    pub(crate) receiver: Value,
    /// The class in which the method was looked up.
    pub(crate) class: ClassId,
    /// The class that defines the method.
    pub(crate) owner: ClassId,
    /// The method; `None` if `method_missing` handles it.
    pub(crate) method: Option<MethodId>,
    /// The name under which it was looked up.
    pub(crate) name: Symbol,
}

impl Payload for MethodObject {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        mark(self.receiver);
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// `Method`
pub static METHOD: NativeClass = NativeClass {
    name: "Method",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[
        method("call", 0, -1, call),
        method("()", 0, -1, call),
        method("[]", 0, -1, call),
        method("===", 0, -1, call),
        method("to_proc", 0, 0, to_proc),
        method("receiver", 0, 0, receiver),
        method("unbind", 0, 0, unbind),
        method("curry", 0, 1, combine::curry_method),
        method(">>", 1, 1, combine::then),
        method("<<", 1, 1, combine::after),
        method("name", 0, 0, name),
        method("original_name", 0, 0, original_name),
        method("owner", 0, 0, owner),
        method("arity", 0, 0, arity),
        method("parameters", 0, 0, parameter_list),
        method("source_location", 0, 0, source_location),
        method("super_method", 0, 0, super_method),
        method("public?", 0, 0, |m, this, _| has_visibility(m, this, Visibility::Public)),
        method("private?", 0, 0, |m, this, _| has_visibility(m, this, Visibility::Private)),
        method("protected?", 0, 0, |m, this, _| has_visibility(m, this, Visibility::Protected)),
        method("inspect", 0, 0, inspect),
        method("to_s", 0, 0, inspect),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, equals),
        method("hash", 0, 0, hash),
    ],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `UnboundMethod`
pub static UNBOUND_METHOD: NativeClass = NativeClass {
    name: "UnboundMethod",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[
        method("bind", 1, 1, bind),
        method("bind_call", 1, -1, bind_call),
        method("name", 0, 0, name),
        method("original_name", 0, 0, original_name),
        method("owner", 0, 0, owner),
        method("arity", 0, 0, arity),
        method("parameters", 0, 0, parameter_list),
        method("source_location", 0, 0, source_location),
        method("super_method", 0, 0, super_method),
        method("public?", 0, 0, |m, this, _| has_visibility(m, this, Visibility::Public)),
        method("private?", 0, 0, |m, this, _| has_visibility(m, this, Visibility::Private)),
        method("protected?", 0, 0, |m, this, _| has_visibility(m, this, Visibility::Protected)),
        method("inspect", 0, 0, inspect),
        method("to_s", 0, 0, inspect),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, equals),
        method("hash", 0, 0, hash),
    ],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// The class among the ancestors that defines a method.
pub(crate) fn find_owner(
    m: &mut Machine<'_>,
    class: ClassId,
    name: Symbol,
) -> Option<(MethodId, ClassId)> {
    let found = m.find_method(class, name)?;
    for &ancestor in m.ancestors(class).iter() {
        if let Some(own) = m.own_method(ancestor, name)
            && !matches!(m.method(own).kind, MethodKind::Removed | MethodKind::Inherited)
        {
            return Some((found, ancestor));
        }
    }
    Some((found, m.method(found).owner))
}

/// A `Method` of an object.
pub(crate) fn method_value(m: &mut Machine<'_>, data: MethodObject) -> Value {
    m.new_payload(class::METHOD, data)
}

/// The `UnboundMethod` of a class, if it has the method.
pub(crate) fn unbound_method(m: &mut Machine<'_>, class: ClassId, name: Symbol) -> Option<Value> {
    let (method, owner) = find_owner(m, class, name)?;
    let data = MethodObject { receiver: Value::Undef, class, owner, method: Some(method), name };
    Some(m.new_payload(class::UNBOUND_METHOD, data))
}

/// The data of a method object.
pub(crate) fn data(m: &mut Machine<'_>, this: Value) -> Flow<MethodObject> {
    match m.payload::<MethodObject>(this) {
        Some(data) => Ok(data.clone()),
        None => Err(m.type_error("wrong argument type (expected Method)")),
    }
}

fn call(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    call_on(m, &data, data.receiver, args)
}

/// Calls a method with an object.
fn call_on(m: &mut Machine<'_>, data: &MethodObject, receiver: Value, args: Args<'_>) -> Flow {
    match data.method {
        Some(method) => m.invoke_checked(method, receiver, Args { name: data.name, ..args }),
        None => {
            let mut list = vec![Value::Sym(data.name)];
            list.extend_from_slice(args.list);
            m.call_args(receiver, Args { list: &list, name: names::METHOD_MISSING, ..args })
        }
    }
}

fn to_proc(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let kind = ProcKind::Method { receiver: data.receiver, name: data.name, method: this };
    Ok(add_proc(m, RProc { kind, is_lambda: true, class: class::PROC, frozen: false }))
}

fn receiver(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(data(m, this)?.receiver)
}

fn unbind(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let unbound = MethodObject { receiver: Value::Undef, ..data };
    Ok(m.new_payload(class::UNBOUND_METHOD, unbound))
}

/// Raises an error unless a method can be bound to a receiver: an instance of its class, or any
/// object for a method of a module.
fn check_bind(m: &mut Machine<'_>, data: &MethodObject, receiver: Value) -> Flow<()> {
    let owner = match data.method {
        Some(method) if !m.class(data.owner).is_module => {
            let _ = method;
            data.owner
        }
        _ => return Ok(()),
    };
    if m.is_a(receiver, owner) {
        return Ok(());
    }
    if m.class(owner).is_singleton() {
        return Err(m.type_error("singleton method called for a different object"));
    }
    let name = m.class_name(owner);
    Err(m.type_error(format!("bind argument must be an instance of {name}")))
}

fn bind(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    check_bind(m, &data, args[0])?;
    let class = m.class_of(args[0]);
    Ok(method_value(m, MethodObject { receiver: args[0], class, ..data }))
}

fn bind_call(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let receiver = args[0];
    check_bind(m, &data, receiver)?;
    call_on(m, &data, receiver, Args { list: &args.list[1..], ..args })
}

fn name(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(Value::Sym(data(m, this)?.name))
}

fn original(m: &Machine<'_>, data: &MethodObject) -> Symbol {
    data.method.map_or(data.name, |method| m.method(method).name)
}

fn original_name(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    Ok(Value::Sym(original(m, &data)))
}

fn owner(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(Value::Class(data(m, this)?.owner))
}

/// The arity of a method object.
pub(super) fn arity_of(m: &mut Machine<'_>, this: Value) -> i64 {
    match m.payload::<MethodObject>(this).and_then(|data| data.method) {
        Some(method) => parameters::method_arity(m, method),
        None => -1,
    }
}

fn arity(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(Value::Int(arity_of(m, this)))
}

/// The parameters of a method object.
pub(super) fn parameters_of(m: &mut Machine<'_>, this: Value) -> Flow {
    let list = match data(m, this)?.method {
        Some(method) => parameters::method_parameters(m, method),
        None => vec![parameters::entry(m, "rest", None)],
    };
    Ok(m.new_array(list))
}

fn parameter_list(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    parameters_of(m, this)
}

/// The file and line of a method written in Ruby.
fn place(m: &Machine<'_>, data: &MethodObject) -> Option<(String, u32)> {
    match &m.method(data.method?).kind {
        MethodKind::Ruby(body, _) => Some((body.code.file.to_string(), body.code.line)),
        MethodKind::Block(proc) => match &m.heap.procs[*proc].kind {
            ProcKind::Block(block) => {
                Some((block.body.code.file.to_string(), block.body.code.line))
            }
            _ => None,
        },
        _ => None,
    }
}

fn source_location(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    match place(m, &data) {
        Some((file, line)) => {
            let file = m.new_str(file);
            Ok(m.new_array(vec![file, Value::Int(i64::from(line))]))
        }
        None => Ok(Value::Nil),
    }
}

fn super_method(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let (name, owner) = match data.method {
        Some(method) => (m.method(method).name, m.method(method).owner),
        None => (data.name, data.owner),
    };
    let Some(method) = m.find_super_method(data.class, owner, name) else {
        return Ok(Value::Nil);
    };
    let owner = m.method(method).owner;
    let kind = m.class_of(this);
    let class = if data.receiver.is_undef() { owner } else { data.class };
    Ok(m.new_payload(kind, MethodObject { owner, class, name, method: Some(method), ..data }))
}

fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let kind = m.class_name_of(this);
    let mut text = format!("#<{kind}: ");
    let owner = m.class(data.owner).attached.filter(|_| !data.receiver.is_undef());
    match owner {
        Some(attached) => {
            text.push_str(&m.inspect(data.receiver)?);
            if !attached.is_same(data.receiver) {
                text.push_str(&format!("({})", m.inspect(attached)?));
            }
            text.push('.');
        }
        None => {
            let display = match data.receiver {
                Value::Undef => data.class,
                Value::Class(id) => m.singleton_class(Value::Class(id)).unwrap_or(data.class),
                receiver => m.real_class_of(receiver),
            };
            text.push_str(&m.class_name(display));
            let defined = data.method.map_or(data.owner, |method| m.method(method).owner);
            if defined != display && data.method.is_some() {
                text.push_str(&format!("({})", m.class_name(defined)));
            }
            text.push('#');
        }
    }
    text.push_str(data.name.as_str());
    let original = original(m, &data);
    if original != data.name {
        text.push_str(&format!("({original})"));
    }
    text.push_str(&describe_parameters(m, &data)?);
    if let Some((file, line)) = place(m, &data) {
        text.push_str(&format!(" {file}:{line}"));
    }
    text.push('>');
    Ok(m.new_str(text))
}

/// `(a, b=..., *c, d:, e: ..., **f, &g)`
fn describe_parameters(m: &mut Machine<'_>, data: &MethodObject) -> Flow<String> {
    let list = match data.method {
        Some(method) => parameters::method_parameters(m, method),
        None => vec![parameters::entry(m, "rest", None)],
    };
    let mut parts = Vec::new();
    for value in list {
        let Value::Array(pair) = value else { continue };
        let (kind, name) = match *m.array(pair) {
            [Value::Sym(kind)] => (kind, ""),
            [Value::Sym(kind), Value::Sym(name)] => (kind, name.as_str()),
            _ => continue,
        };
        parts.push(match kind.as_str() {
            "req" if name.is_empty() => "_".to_owned(),
            "req" => name.to_owned(),
            "opt" => format!("{name}=..."),
            "rest" => format!("*{}", name.trim_start_matches('*')),
            "keyreq" => format!("{name}:"),
            "key" => format!("{name}: ..."),
            "keyrest" => format!("**{}", name.trim_start_matches('*')),
            "nokey" => "**nil".to_owned(),
            "block" => format!("&{}", name.trim_start_matches('&')),
            _ => continue,
        });
    }
    let text = parts.join(", ");
    if text == "*, **, &" {
        return Ok("(...)".to_owned());
    }
    Ok(format!("({text})"))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let mine = data(m, this)?;
    if m.class_of(this) != m.class_of(args[0]) {
        return Ok(Value::FALSE);
    }
    let Some(other) = m.payload::<MethodObject>(args[0]) else { return Ok(Value::FALSE) };
    let same = mine.receiver.is_same(other.receiver)
        && mine.class == other.class
        && match (mine.method, other.method) {
            (Some(a), Some(b)) => same_definition(m, a, b),
            (None, None) => mine.name == other.name,
            _ => false,
        };
    Ok(Value::Bool(same))
}

/// Whether two methods have the same body, as aliases do.
fn same_definition(m: &Machine<'_>, a: MethodId, b: MethodId) -> bool {
    if a == b {
        return true;
    }
    if m.method(a).owner != m.method(b).owner {
        return false;
    }
    match (&m.method(a).kind, &m.method(b).kind) {
        (MethodKind::Ruby(a, _), MethodKind::Ruby(b, _)) => std::rc::Rc::ptr_eq(a, b),
        (MethodKind::Block(a), MethodKind::Block(b)) => a == b,
        (MethodKind::Native(a), MethodKind::Native(b)) => {
            (a.min, a.max) == (b.min, b.max) && std::ptr::fn_addr_eq(a.run, b.run)
        }
        (MethodKind::Reader(a), MethodKind::Reader(b)) => a == b,
        (MethodKind::Writer(a), MethodKind::Writer(b)) => a == b,
        _ => false,
    }
}

impl Machine<'_> {
    /// The class where the method was first defined; aliases keep it.
    fn method_owner(&self, data: &MethodObject) -> ClassId {
        data.method.map_or(data.owner, |method| self.method(method).owner)
    }
}

fn has_visibility(m: &mut Machine<'_>, this: Value, visibility: Visibility) -> Flow {
    let method = data(m, this)?.method;
    Ok(Value::Bool(method.is_some_and(|method| m.method(method).visibility == visibility)))
}

fn hash(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let is_native =
        data.method.is_some_and(|id| matches!(m.method(id).kind, MethodKind::Native(_)));
    let name = if is_native { names::EMPTY } else { original(m, &data) };
    let receiver = data.receiver.heap_key().map_or(0, |(_, number)| i64::from(number));
    let code = receiver ^ i64::from(name.number()) << 20 ^ i64::from(m.method_owner(&data).0) << 40;
    Ok(Value::Int(code.wrapping_mul(0x9e37_79b9) >> 4))
}
