//! `Image`: the native classes in the form that all machines start from.
//!
//! The image is made once per process. A machine copies a class at its first use; method tables
//! stay shared.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::{CLASSES, class};
use crate::machine::Class;
use crate::machine::class::Constant;
use crate::native::{Instances, Method};
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// The tables of a native class.
#[derive(Debug)]
pub struct ImageClass {
    /// Methods by name.
    pub methods: FxHashMap<Symbol, Method>,
    /// The names of methods, in the order of the record.
    pub names: Vec<Symbol>,
    /// Constants by name.
    pub constants: FxHashMap<Symbol, Constant>,
    /// The names of constants, in order.
    pub constant_names: Vec<Symbol>,
}

/// All native classes.
#[derive(Debug)]
pub struct Image {
    tables: Vec<ImageClass>,
    prototypes: Vec<Prototype>,
}

/// The parts of a class that differ between native classes.
#[derive(Debug)]
struct Prototype {
    name: Option<Symbol>,
    is_module: bool,
    superclass: Option<ClassId>,
    parent: Option<ClassId>,
    includes: Vec<ClassId>,
    instances: Instances,
    meta: Option<ClassId>,
    attached: Option<ClassId>,
}

/// The image of this process.
pub fn image() -> &'static Image {
    static IMAGE: OnceLock<Image> = OnceLock::new();
    IMAGE.get_or_init(build)
}

fn build() -> Image {
    let count = CLASSES.len() as u32;
    let find = |name: &str| {
        let found = CLASSES.iter().position(|class| class.name == name);
        ClassId(found.unwrap_or_else(|| unreachable!("no native class {name}")) as u32)
    };
    let mut tables = Vec::new();
    let mut prototypes = Vec::new();
    for (number, record) in CLASSES.iter().enumerate() {
        let is_module = record.superclass.is_none() && record.name != "BasicObject";
        let superclass = record.superclass.map(find);
        let instances = match record.instances {
            Instances::Inherited => match superclass {
                Some(superclass) if (superclass.0 as usize) < number => {
                    let prototype: &Prototype = &prototypes[superclass.0 as usize];
                    prototype.instances
                }
                _ => Instances::Objects,
            },
            own => own,
        };
        tables.push(table(record.methods, record.constants));
        let parent = record.name.rsplit_once("::").map(|(outer, _)| find(outer));
        prototypes.push(Prototype {
            name: Some(Symbol::new(record.name)),
            is_module,
            superclass,
            parent,
            includes: record.includes.iter().map(|name| find(name)).collect(),
            instances,
            meta: Some(ClassId(count + number as u32)),
            attached: None,
        });
    }
    for (number, record) in CLASSES.iter().enumerate() {
        tables.push(table(record.class_methods, &[]));
        let superclass = match prototypes[number].superclass {
            Some(superclass) => ClassId(count + superclass.0),
            None if prototypes[number].is_module => class::MODULE,
            None => class::CLASS,
        };
        prototypes.push(Prototype {
            name: None,
            is_module: false,
            superclass: Some(superclass),
            parent: None,
            includes: Vec::new(),
            instances: Instances::Classes,
            meta: None,
            attached: Some(ClassId(number as u32)),
        });
    }
    // Every class is a constant of the module that contains it.
    for (number, record) in CLASSES.iter().enumerate() {
        let (outer, name) = match record.name.rsplit_once("::") {
            Some((outer, name)) => (find(outer), name),
            None => (class::OBJECT, record.name),
        };
        let table = &mut tables[outer.0 as usize];
        let value = Value::Class(ClassId(number as u32));
        table.constants.insert(Symbol::new(name), Constant::Value(value));
        table.constant_names.push(Symbol::new(name));
    }
    for &(path, library) in crate::library::AUTOLOADED {
        let (outer, name) = match path.rsplit_once("::") {
            Some((outer, name)) => (find(outer), name),
            None => (class::OBJECT, path),
        };
        let table = &mut tables[outer.0 as usize];
        table.constants.insert(Symbol::new(name), Constant::Library(library));
        table.constant_names.push(Symbol::new(name));
    }
    Image { tables, prototypes }
}

fn table(
    methods: &'static [Method],
    constants: &'static [(&'static str, crate::native::ConstantFn)],
) -> ImageClass {
    let native = |&(name, value): &(&str, _)| (Symbol::new(name), Constant::Native(value));
    ImageClass {
        methods: methods.iter().map(|method| (Symbol::new(method.name), *method)).collect(),
        names: methods.iter().map(|method| Symbol::new(method.name)).collect(),
        constants: constants.iter().map(native).collect(),
        constant_names: constants.iter().map(|(name, _)| Symbol::new(name)).collect(),
    }
}

impl Image {
    /// The number of native classes, including their singleton classes.
    pub fn len(&self) -> usize {
        self.prototypes.len()
    }

    /// Always `false`: an image contains classes.
    pub fn is_empty(&self) -> bool {
        self.prototypes.is_empty()
    }

    /// The class of a number, for a new machine.
    pub(crate) fn class(&'static self, number: usize) -> Class {
        let (prototype, table) = (&self.prototypes[number], &self.tables[number]);
        Class {
            name: prototype.name,
            is_module: prototype.is_module,
            attached: prototype.attached.map(Value::Class),
            superclass: prototype.superclass,
            parent: prototype.parent,
            includes: prototype.includes.clone(),
            instances: prototype.instances,
            meta: prototype.meta,
            native: Some(table),
            ..Class::new(None)
        }
    }
}

/// Whether the machine has a fast path for an operator, which must be disabled when the operator is
/// redefined.
pub fn is_fast_operator(name: Symbol) -> bool {
    use crate::symbol::names::*;
    [
        PLUS,
        MINUS,
        TIMES,
        DIVIDE,
        MODULO,
        LESS,
        LESS_EQUAL,
        GREATER,
        GREATER_EQUAL,
        EQUALS,
        NOT_EQUALS,
        SHIFT_LEFT,
        AND,
        OR,
        AREF,
        CASE_EQUALS,
        MATCH,
        NOT,
        TO_S,
        COMPARE,
        EQL,
        HASH,
    ]
    .contains(&name)
}
