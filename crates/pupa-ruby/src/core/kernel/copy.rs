//! `Kernel`: `dup` and `clone`.

use crate::core::module::allocate;
use crate::heap::RObject;
use crate::machine::{Class, Flow, Machine, MethodKind};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, HashId, Value};

pub(super) fn dup(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    if this.heap_key().is_none() || matches!(this, Value::Big(_)) {
        return Ok(this);
    }
    let copy = copy(m, this)?;
    initialize(m, copy, this, Symbol::new("initialize_dup"), None)?;
    Ok(copy)
}

pub(super) fn clone(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (positional, keywords) = args.split_keywords();
    m.check_arity(positional.len(), 0, Some(0))?;
    crate::core::exception::check_keywords(m, keywords, &["freeze"])?;
    let freeze = match m.keyword(keywords, "freeze") {
        None | Some(Value::Nil) => None,
        Some(Value::Bool(flag)) => Some(flag),
        Some(other) => {
            let class = m.class_name_of(other);
            return Err(m.argument_error(format!("unexpected value for freeze: {class}")));
        }
    };
    if this.heap_key().is_none() || matches!(this, Value::Big(_)) {
        if freeze == Some(false) {
            let class = m.class_name_of(this);
            return Err(m.argument_error(format!("can't unfreeze {class}")));
        }
        return Ok(this);
    }
    let was_frozen = m.is_frozen(this);
    let copy = copy(m, this)?;
    copy_singleton(m, this, copy);
    let keywords = freeze.and(keywords);
    initialize(m, copy, this, Symbol::new("initialize_clone"), keywords)?;
    if freeze.unwrap_or(was_frozen) {
        m.freeze(copy);
    }
    Ok(copy)
}

/// Calls `initialize_dup` or `initialize_clone` of the copy, unless only native methods would run
/// whose work is already done.
fn initialize(
    m: &mut Machine<'_>,
    copy: Value,
    original: Value,
    hook: Symbol,
    keywords: Option<HashId>,
) -> Flow<()> {
    let class = m.class_of(copy);
    let mut is_native = !matches!(copy, Value::Object(_) | Value::Class(_));
    for name in [hook, names::INITIALIZE_COPY] {
        let found = m.find_method(class, name);
        is_native &= found.is_some_and(|id| matches!(m.method(id).kind, MethodKind::Native(_)));
    }
    if is_native {
        return Ok(());
    }
    let mut list = vec![original];
    list.extend(keywords.map(Value::Hash));
    let mut args = Args::new(hook, &list);
    args.has_keywords = keywords.is_some();
    m.call_args(copy, args)?;
    Ok(())
}

/// A shallow copy, not frozen and without the singleton class.
fn copy(m: &mut Machine<'_>, value: Value) -> Flow {
    let class = m.real_class_of(value);
    Ok(match value {
        Value::Str(id) => {
            let mut copy = m.string(id).clone();
            copy.class = class;
            copy.frozen = false;
            m.charge(copy.len())?;
            let copy = Value::Str(m.add_string(copy));
            copy_ivars(m, value, copy);
            copy
        }
        Value::Array(id) => {
            let items = m.array(id).to_vec();
            m.charge(items.len() * size_of::<Value>())?;
            let copy = m.new_array(items);
            if let Value::Array(id) = copy {
                m.array_mut(id).class = class;
            }
            copy_ivars(m, value, copy);
            copy
        }
        Value::Hash(id) => {
            m.charge(m.hash(id).len() * 48)?;
            let mut copy = m.hash(id).clone();
            copy.class = class;
            copy.frozen = false;
            copy.iterating = 0;
            let copy = Value::Hash(m.heap.hashes.add(copy));
            copy_ivars(m, value, copy);
            copy
        }
        Value::Range(id) => {
            let mut copy = m.heap.ranges[id].clone();
            copy.class = class;
            copy.frozen = false;
            let copy = Value::Range(m.heap.ranges.add(copy));
            copy_ivars(m, value, copy);
            copy
        }
        Value::Regexp(id) => {
            let mut copy = m.heap.regexps[id].clone();
            copy.class = class;
            copy.frozen = false;
            let copy = Value::Regexp(m.heap.regexps.add(copy));
            copy_ivars(m, value, copy);
            copy
        }
        Value::Object(id) => {
            let payload = m.heap.objects[id].payload.as_ref().map(|data| data.duplicate());
            let mut object = RObject::new(class);
            object.payload = payload;
            m.charge(size_of::<RObject>())?;
            let copy = Value::Object(m.heap.objects.add(object));
            copy_ivars(m, value, copy);
            copy
        }
        Value::Class(id) => {
            let kind = m.real_class_of(value);
            let copy = allocate(m, kind)?;
            if let Value::Class(new) = copy {
                let is_module = m.class(id).is_module;
                m.class_mut(new).is_module = is_module;
            }
            copy_ivars(m, value, copy);
            copy
        }
        _ => value,
    })
}

/// Copies the instance variables of an object to another.
pub(crate) fn copy_ivars(m: &mut Machine<'_>, from: Value, to: Value) {
    for name in m.ivar_names(from) {
        let value = m.ivar(from, name);
        m.set_ivar(to, name, value);
    }
}

/// Copies the singleton class of an object to its clone.
fn copy_singleton(m: &mut Machine<'_>, from: Value, to: Value) {
    let own: ClassId = match from {
        // For modules, `initialize_copy` copies the singleton class.
        Value::Class(_) => return,
        _ => m.class_of(from),
    };
    if !m.class(own).is_singleton() {
        return;
    }
    let Some(singleton) = m.singleton_class(to) else { return };
    let original: Class = m.class(own).clone();
    let copy = m.class_mut(singleton);
    copy.includes = original.includes;
    copy.prepends = original.prepends;
    copy.methods = original.methods;
    copy.constants = original.constants;
    let methods: Vec<_> = m.class(singleton).methods.iter().map(|(&n, &id)| (n, id)).collect();
    for (name, id) in methods {
        let mut def = m.method(id).clone();
        if def.owner == own {
            def.owner = singleton;
        }
        let id = m.add_method_def(def);
        m.class_mut(singleton).methods.insert(name, id);
    }
    m.hierarchy_changed(singleton);
}

pub(super) fn initialize_copy(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if this.is_same(args[0]) {
        return Ok(this);
    }
    m.check_frozen(this)?;
    if m.real_class_of(this) != m.real_class_of(args[0]) {
        return Err(m.type_error("initialize_copy should take same class object"));
    }
    Ok(this)
}

pub(super) fn initialize_dup(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.call(this, names::INITIALIZE_COPY, &[args[0]])?;
    Ok(this)
}

pub(super) fn initialize_clone(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.call(this, names::INITIALIZE_COPY, &[args[0]])?;
    Ok(this)
}
