//! `Class.new`, `Class#new` and `Class#allocate`.

use super::hierarchy::call_inherited;
use super::module_id;
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::heap::{RArray, RHash, RRange, RRegexp, RString};
use crate::machine::{Class, Flow, Machine, MethodKind};
use crate::native::{Args, Instances};
use crate::symbol::names;
use crate::value::{ClassId, Value};

/// `Class#new`: allocates an instance and calls `initialize`.
pub(super) fn new(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let instances = m.class(id).instances;
    if m.class(id).superclass.is_none() && id != class::BASIC_OBJECT {
        return Err(m.type_error("can't instantiate uninitialized class"));
    }
    let object = match instances {
        Instances::Objects => m.new_object(id),
        Instances::Classes => {
            let object = allocate(m, id)?;
            m.call_args(object, Args { name: names::INITIALIZE, ..args })?;
            return Ok(object);
        }
        Instances::Refused | Instances::Procs => {
            // A class whose instances cannot be allocated has no `new` either, unless it defines
            // it.
            return Err(m.no_method_error(this, args.name, args.list, false, None));
        }
        _ => allocate(m, id)?,
    };
    let own = m.class_of(object);
    match m.initializer(own) {
        Some(found)
            if m.method(found).owner == class::BASIC_OBJECT
                && matches!(m.method(found).kind, MethodKind::Native(_)) =>
        {
            if !args.list.is_empty() {
                return Err(m.arity_error(args.list.len(), 0, Some(0)));
            }
        }
        Some(found) => {
            m.invoke_checked(found, object, Args { name: names::INITIALIZE, ..args })?;
        }
        None => {
            m.call_args(object, Args { name: names::INITIALIZE, ..args })?;
        }
    }
    Ok(object)
}

pub(super) fn allocate_method(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    allocate(m, id)
}

/// Allocates an instance without calling `initialize`.
pub(crate) fn allocate(m: &mut Machine<'_>, id: ClassId) -> Flow {
    if m.class(id).is_singleton() {
        return Err(m.type_error("can't create instance of singleton class"));
    }
    m.charge(32)?;
    Ok(match m.class(id).instances {
        Instances::Objects | Instances::Inherited => m.new_object(id),
        Instances::Strings => {
            let mut string = RString::from_text(Default::default());
            string.class = id;
            Value::Str(m.add_string(string))
        }
        Instances::Arrays => {
            let mut array = RArray::new(Vec::new());
            array.class = id;
            Value::Array(m.heap.arrays.add(array))
        }
        Instances::Hashes => {
            let mut hash = RHash::new();
            hash.class = id;
            Value::Hash(m.heap.hashes.add(hash))
        }
        Instances::Ranges => {
            let (begin, end) = (Value::Nil, Value::Nil);
            Value::Range(m.heap.ranges.add(RRange {
                begin,
                end,
                exclusive: false,
                class: id,
                frozen: false,
            }))
        }
        Instances::Regexps => {
            let regexp = RRegexp {
                regexp: None,
                class: id,
                frozen: false,
                no_encoding: false,
                encoding: None,
            };
            Value::Regexp(m.heap.regexps.add(regexp))
        }
        Instances::Exceptions => m.new_payload(id, ExceptionData::new(Value::Undef)),
        Instances::Classes => {
            let is_module = !m.inherits(id, class::CLASS);
            let mut made = Class::new(None);
            made.is_module = is_module;
            let made = m.add_class(made);
            if id != class::MODULE && id != class::CLASS {
                // An instance of a subclass of `Module` gets the methods of that class through its
                // singleton class.
                set_module_class(m, made, id);
            }
            Value::Class(made)
        }
        Instances::Procs | Instances::Refused => {
            let name = m.class_name(id);
            return Err(m.type_error(format!("allocator undefined for {name}")));
        }
    })
}

/// Makes a module an instance of a subclass of `Module`.
fn set_module_class(m: &mut Machine<'_>, module: ClassId, class: ClassId) {
    let mut meta = Class::new(Some(class));
    meta.attached = Some(Value::Class(module));
    meta.instances = Instances::Classes;
    let meta = m.add_class(meta);
    m.class_mut(module).meta = Some(meta);
}

pub(super) fn initialize_module(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    if let Some(block) = args.block {
        m.yield_with_self(block, this, Some(id), &[this])?;
    }
    Ok(Value::Nil)
}

/// `Class.new(superclass) { }`
pub(super) fn initialize_class(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    if m.class(id).superclass.is_some() || id == class::BASIC_OBJECT {
        return Err(m.type_error("already initialized class"));
    }
    let superclass = match args.opt(0) {
        None => class::OBJECT,
        Some(value) => check_superclass(m, value)?,
    };
    m.class_mut(id).superclass = Some(superclass);
    m.class_mut(id).instances = m.class(superclass).instances;
    m.singleton_class(this);
    m.hierarchy_changed(id);
    call_inherited(m, superclass, id)?;
    if let Some(block) = args.block {
        m.yield_with_self(block, this, Some(id), &[this])?;
    }
    Ok(Value::Nil)
}

/// The ID of an argument that must be a class that can have subclasses.
pub(crate) fn check_superclass(m: &mut Machine<'_>, value: Value) -> Flow<ClassId> {
    match value {
        Value::Class(id) if !m.class(id).is_module => {
            if m.class(id).is_singleton() {
                return Err(m.type_error("can't make subclass of singleton class"));
            }
            if id == class::CLASS {
                return Err(m.type_error("can't make subclass of Class"));
            }
            Ok(id)
        }
        _ => {
            let given = m.class_name_of(value);
            Err(m.type_error(format!(
                "superclass must be an instance of Class (given an instance of {given})"
            )))
        }
    }
}
