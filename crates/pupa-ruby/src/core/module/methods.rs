//! `Module`: `define_method`, `instance_method`, `class_eval`, `refine` and others.

use super::module_id;
use crate::core::class;
use crate::core::procs::{MethodObject, unbound_method};
use crate::machine::{Flow, Jump, Machine, MethodDef, MethodKind};
use crate::native::{Args, Visibility};
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

pub(super) fn instance_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let name = m.to_symbol(args[0])?;
    match unbound_method(m, id, name) {
        Some(method) => Ok(method),
        None => Err(m.undefined_method(id, name)),
    }
}

pub(super) fn public_instance_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let name = m.to_symbol(args[0])?;
    match m.find_method(id, name).map(|found| m.method(found).visibility) {
        None => Err(m.undefined_method(id, name)),
        Some(Visibility::Public) => instance_method(m, this, args),
        Some(visibility) => Err(hidden_method(m, id, name, visibility)),
    }
}

/// The exception ``NameError: method `x' for class `Foo' is private``.
#[cold]
pub(crate) fn hidden_method(
    m: &mut Machine<'_>,
    id: ClassId,
    name: Symbol,
    visibility: Visibility,
) -> Jump {
    let kind = if m.class(id).is_module { "module" } else { "class" };
    let text = m.class_name(id);
    let visibility = match visibility {
        Visibility::Private => "private",
        _ => "protected",
    };
    let message = format!("method `{name}' for {kind} `{text}' is {visibility}");
    m.name_error(message, Value::Class(id), name)
}

pub(super) fn define_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    // `private` without arguments applies if the caller is the body of the class.
    let (visibility, function) = match m.core.frames.last() {
        Some(frame) if frame.this.is_same(this) && frame.cref.class == id => {
            (frame.visibility, frame.module_function)
        }
        _ => (Visibility::Public, false),
    };
    let name = define_method_on(m, id, args, visibility)?;
    if function {
        let found = m.find_method(id, name);
        if let Some(found) = found {
            let singleton = m.require_singleton(this)?;
            let def = m.method(found).clone();
            let copy = MethodDef { owner: singleton, visibility: Visibility::Public, ..def };
            m.define_ruby_method(singleton, name, copy)?;
        }
    }
    Ok(Value::Sym(name))
}

/// Defines a method from a proc, a method object or a block.
pub(crate) fn define_method_on(
    m: &mut Machine<'_>,
    id: ClassId,
    args: Args<'_>,
    visibility: Visibility,
) -> Flow<Symbol> {
    let name = m.to_symbol(args[0])?;
    let kind = match (args.opt(1), args.block) {
        (Some(Value::Proc(proc)), _) => MethodKind::Block(lambda_copy(m, proc)),
        (Some(value), _) => {
            let Some(data) = m.payload::<MethodObject>(value).cloned() else {
                let given = m.class_name_of(value);
                return Err(m.type_error(format!(
                    "wrong argument type {given} (expected Proc/Method/UnboundMethod)"
                )));
            };
            check_bindable(m, id, &data)?;
            let Some(method) = data.method else {
                let proc = m.call(value, crate::symbol::names::TO_PROC, &[])?;
                let Value::Proc(proc) = proc else { return Ok(name) };
                let kind = MethodKind::Block(proc);
                let def = MethodDef { name, owner: id, visibility, kind };
                m.define_ruby_method(id, name, def)?;
                return Ok(name);
            };
            let def = m.method(method).clone();
            let def = MethodDef { visibility, owner: id, ..def };
            m.define_ruby_method(id, name, def)?;
            return Ok(name);
        }
        (None, Some(block)) => match m.block_to_proc(block) {
            Value::Proc(proc) => MethodKind::Block(lambda_copy(m, proc)),
            _ => return Ok(name),
        },
        (None, None) => {
            return Err(m.argument_error("tried to create Proc object without a block"));
        }
    };
    m.define_ruby_method(id, name, MethodDef { name, owner: id, visibility, kind })?;
    Ok(name)
}

/// A lambda with the body of a proc; the proc is not changed.
fn lambda_copy(m: &mut Machine<'_>, proc: crate::value::ProcId) -> crate::value::ProcId {
    let mut copy = m.heap.procs[proc].clone();
    copy.is_lambda = true;
    copy.class = class::PROC;
    m.heap.procs.add(copy)
}

fn check_bindable(m: &mut Machine<'_>, id: ClassId, data: &MethodObject) -> Flow<()> {
    let owner = data.owner;
    if m.class(owner).is_module || m.inherits(id, owner) {
        return Ok(());
    }
    if m.class(owner).is_singleton() {
        return Err(m.type_error("can't bind singleton method to a different class"));
    }
    let name = m.class_name(owner);
    Err(m.type_error(format!("bind argument must be a subclass of {name}")))
}

pub(super) fn alias_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let (new, old) = (m.to_symbol(args[0])?, m.to_symbol(args[1])?);
    m.alias_method(id, new, old)?;
    Ok(Value::Sym(new))
}

pub(super) fn remove_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    for &value in args.list {
        let name = m.to_symbol(value)?;
        m.remove_method(id, name)?;
    }
    Ok(this)
}

pub(super) fn undef_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    for &value in args.list {
        let name = m.to_symbol(value)?;
        m.undef_method(id, name)?;
    }
    Ok(this)
}

/// `class_eval` with a block or a string.
pub(super) fn class_eval(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    match args.block {
        Some(block) => {
            m.check_arity(args.list.len(), 0, Some(0))?;
            m.yield_with_self(block, this, Some(id), &[this])
        }
        None => {
            m.check_arity(args.list.len(), 1, Some(3))?;
            crate::core::binding::eval_inside(m, this, id, args.list, false)
        }
    }
}

pub(super) fn class_exec(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let block = m.require_block(args)?;
    m.yield_with_self(block, this, Some(id), args.list)
}

/// `ruby2_keywords`: does not mark hashes, but checks the names as Ruby does.
pub(super) fn ruby2_keywords(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    for &value in args.list {
        let name = m.to_symbol(value)?;
        let Some(found) = m.find_method(id, name) else {
            return Err(m.undefined_method(id, name));
        };
        let is_fit = match &m.method(found).kind {
            MethodKind::Ruby(body, _) => {
                body.code.params.rest.is_some() && !body.code.params.has_keywords()
            }
            _ => true,
        };
        if !is_fit {
            m.warn(&format!(
                "Skipping set of ruby2_keywords flag for {name} (method accepts keywords or \
                 method does not accept argument splat)"
            ))?;
        }
    }
    Ok(Value::Nil)
}

/// `refine`: runs the block inside a module that `using` would activate.
pub(super) fn refine(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else {
        return Err(m.argument_error("no block given"));
    };
    let Value::Class(_) = args[0] else {
        let given = m.class_name_of(args[0]);
        return Err(m.type_error(format!("wrong argument type {given} (expected Class or Module)")));
    };
    let _ = this;
    let module = m.make_module();
    m.yield_with_self(block, Value::Class(module), Some(module), &[])?;
    Ok(Value::Class(module))
}

/// Copies the content of a module to another, for `dup` and `clone`.
pub(crate) fn copy_module(m: &mut Machine<'_>, from: ClassId, to: ClassId) {
    let original = m.class(from).clone();
    let copy = m.class_mut(to);
    copy.superclass = original.superclass;
    copy.includes = original.includes;
    copy.prepends = original.prepends;
    copy.instances = original.instances;
    copy.native = original.native;
    copy.constants = original.constants;
    copy.private_constants = original.private_constants;
    copy.class_vars = original.class_vars;
    copy.methods = original.methods;
    let names: Vec<_> = m.class(to).methods.iter().map(|(&name, &id)| (name, id)).collect();
    for (name, id) in names {
        let def = m.method(id).clone();
        let def = MethodDef { owner: if def.owner == from { to } else { def.owner }, ..def };
        let id = m.add_method_def(def);
        m.class_mut(to).methods.insert(name, id);
    }
    m.hierarchy_changed(to);
}

pub(super) fn initialize_copy(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (Value::Class(to), Value::Class(from)) = (this, args[0]) else { return Ok(this) };
    if to == from {
        return Ok(this);
    }
    if from == class::BASIC_OBJECT {
        return Err(m.type_error("can't copy the root class"));
    }
    if m.class(to).superclass.is_some() || to == class::BASIC_OBJECT {
        return Err(m.type_error("already initialized class"));
    }
    copy_module(m, from, to);
    let from_meta = m.class(from).meta;
    if let Some(from_meta) = from_meta
        && let Some(to_meta) = m.singleton_class(this)
    {
        let original = m.class(from_meta).clone();
        let copy = m.class_mut(to_meta);
        copy.includes = original.includes;
        copy.prepends = original.prepends;
        copy.methods = original.methods;
        copy.native = original.native;
        m.hierarchy_changed(to_meta);
    }
    Ok(this)
}
