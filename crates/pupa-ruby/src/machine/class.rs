//! The class model: classes and modules, their ancestors, method tables and constants.

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Body, Core, Cref};
use crate::core::class;
use crate::core::image::{self, ImageClass};
use crate::native::{ConstantFn, Instances, Method, Visibility};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, ProcId, Value};

/// The index of a method in the machine's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodId(pub u32);

/// A method of a class.
#[derive(Debug, Clone)]
pub struct MethodDef {
    /// The name under which it was defined; an alias keeps it.
    pub name: Symbol,
    /// The class or module that defines it.
    pub owner: ClassId,
    /// Its visibility.
    pub visibility: Visibility,
    /// Its implementation.
    pub kind: MethodKind,
}

/// The implementation of a method.
#[derive(Debug, Clone)]
pub enum MethodKind {
    /// Written in Rust.
    Native(Method),
    /// Written in Ruby.
    Ruby(Rc<Body>, Rc<Cref>),
    /// Written in Ruby, as a child of some code, and not used yet. Method lookup replaces it by
    /// [`MethodKind::Ruby`].
    Deferred(Rc<Body>, u32, Rc<Cref>),
    /// `attr_reader`, by the name of the instance variable
    Reader(Symbol),
    /// `attr_writer`, by the name of the instance variable
    Writer(Symbol),
    /// `define_method` with a block or proc
    Block(ProcId),
    /// `undef`: method lookup ends here without a result.
    Undefined,
    /// The method of the ancestors with another visibility.
    Inherited,
    /// A native method that was removed: method lookup continues in the ancestors.
    Removed,
}

/// A constant.
#[derive(Debug, Clone, Copy)]
pub enum Constant {
    /// Its value.
    Value(Value),
    /// A native constant that was not used yet.
    Native(ConstantFn),
    /// A constant of a library written in Ruby, by the name of the library. Its first use loads the
    /// library.
    Library(&'static str),
    /// `autoload`; the path is interned as a symbol
    Autoload(Symbol),
}

/// A class or module.
#[derive(Debug, Clone)]
pub struct Class {
    /// The full name; `None` for anonymous classes.
    pub name: Option<Symbol>,
    /// Whether it is a module.
    pub is_module: bool,
    /// The object whose singleton class it is.
    pub attached: Option<Value>,
    /// The superclass.
    pub superclass: Option<ClassId>,
    /// The module that contains it.
    pub parent: Option<ClassId>,
    /// Included modules, in the order of inclusion.
    pub includes: Vec<ClassId>,
    /// Prepended modules, in the order of prepending.
    pub prepends: Vec<ClassId>,
    /// The singleton class, if there is one.
    pub meta: Option<ClassId>,
    /// The kind of value that instances are.
    pub instances: Instances,
    /// The tables of a native class, which all machines share.
    pub native: Option<&'static ImageClass>,
    /// The methods that the program has added or changed.
    pub methods: IndexMap<Symbol, MethodId, FxBuildHasher>,
    /// The constants that the program has added or used.
    pub constants: IndexMap<Symbol, Constant, FxBuildHasher>,
    /// The files and lines where constants were assigned.
    pub constant_places: FxHashMap<Symbol, (std::sync::Arc<str>, u32)>,
    /// The names of private constants.
    pub private_constants: Vec<Symbol>,
    /// The class variables: `@@name`.
    pub class_vars: IndexMap<Symbol, Value, FxBuildHasher>,
    /// The indexes of the instance variables in objects of exactly this class.
    pub(crate) ivar_numbers: FxHashMap<Symbol, u32>,
    pub(crate) ivar_names: Vec<Symbol>,
    /// The method `initialize` of its instances, and the epoch in which it was looked up.
    pub(crate) initializer: Option<(u32, MethodId)>,
    /// The ancestors in the order of method lookup, and the epoch of that list.
    pub(crate) ancestors: Option<(u32, Rc<[ClassId]>)>,
    /// Whether methods were looked up in it, for itself or for a class that has it as an ancestor.
    /// A change to a class without lookups leaves all caches valid.
    pub(crate) is_searched: bool,
    /// Whether it must not be changed.
    pub frozen: bool,
}

impl Class {
    /// A class without methods.
    pub fn new(superclass: Option<ClassId>) -> Class {
        Class {
            name: None,
            is_module: false,
            attached: None,
            superclass,
            parent: None,
            includes: Vec::new(),
            prepends: Vec::new(),
            meta: None,
            instances: Instances::Objects,
            native: None,
            methods: IndexMap::default(),
            constants: IndexMap::default(),
            constant_places: FxHashMap::default(),
            private_constants: Vec::new(),
            class_vars: IndexMap::default(),
            ivar_numbers: FxHashMap::default(),
            ivar_names: Vec::new(),
            initializer: None,
            ancestors: None,
            is_searched: false,
            frozen: false,
        }
    }

    /// Whether it is a singleton class.
    pub fn is_singleton(&self) -> bool {
        self.attached.is_some()
    }
}

impl Core {
    /// A new core with the native classes.
    pub fn new() -> Box<Core> {
        let mut core = Core::hollow();
        core.classes = super::Classes::native();
        core.main = core.new_object(class::OBJECT);
        crate::core::object::prepare_main(&mut core);
        core
    }

    /// A core without classes, which cannot run code: a placeholder while the real core is lent.
    pub(crate) fn hollow() -> Box<Core> {
        Box::new(Core {
            heap: crate::heap::Heap::default(),
            classes: super::Classes::default(),
            methods: Vec::new(),
            method_cache: FxHashMap::default(),
            native_methods: FxHashMap::default(),
            epoch: 1,
            hierarchy_epoch: 1,
            constant_epoch: 1,
            operators_redefined: false,
            stack: Vec::new(),
            frames: super::Frames::default(),
            carried: Value::Nil,
            serial: 0,
            active_tags: Vec::new(),
            globals: FxHashMap::default(),
            global_aliases: FxHashMap::default(),
            side_ivars: FxHashMap::default(),
            object_ids: FxHashMap::default(),
            handled: Vec::new(),
            catches: Vec::new(),
            eval_context: None,
            main: Value::Nil,
            top_cref: Rc::new(Cref { class: class::OBJECT, parent: None, is_eval: false }),
            visiting: Vec::new(),
            loading: Vec::new(),
            environment: None,
            loaded: Vec::new(),
            collected: 0,
            steps: 0,
            depth: 0,
            bridge: crate::bridge::Bridge::default(),
            binary_texts: crate::binary_text::BinaryTexts::default(),
            limits: super::Limits::default(),
            last_object_id: 0,
            extensions: FxHashMap::default(),
        })
    }

    /// The `main` object: `self` at the top level of programs.
    pub fn main_object(&self) -> Value {
        self.main
    }

    /// The class of an ID.
    #[inline]
    pub fn class(&self, id: ClassId) -> &Class {
        self.classes.get(id)
    }

    /// The class of an ID, as a mutable reference.
    #[inline]
    pub fn class_mut(&mut self, id: ClassId) -> &mut Class {
        self.classes.get_mut(id)
    }

    /// Adds a class.
    pub fn add_class(&mut self, class: Class) -> ClassId {
        self.classes.add(class)
    }

    /// The class of a value for method lookup, which may be a singleton class.
    #[inline(always)]
    pub fn class_of(&self, value: Value) -> ClassId {
        match value {
            Value::Object(id) => self.heap.objects[id].class,
            Value::Int(_) => class::INTEGER,
            _ => self.class_of_other(value),
        }
    }

    fn class_of_other(&self, value: Value) -> ClassId {
        match value {
            Value::Object(id) => self.heap.objects[id].class,
            Value::Str(id) => self.heap.strings[id].class,
            Value::Array(id) => self.heap.arrays[id].class,
            Value::Hash(id) => self.heap.hashes[id].class,
            Value::Int(_) | Value::Big(_) => class::INTEGER,
            Value::Float(_) => class::FLOAT,
            Value::Sym(_) => class::SYMBOL,
            Value::Nil | Value::Undef => class::NIL_CLASS,
            Value::Bool(true) => class::TRUE_CLASS,
            Value::Bool(false) => class::FALSE_CLASS,
            Value::Proc(id) => self.heap.procs[id].class,
            Value::Range(id) => self.heap.ranges[id].class,
            Value::Regexp(id) => self.heap.regexps[id].class,
            Value::Class(id) => self.meta_of(id),
        }
    }

    /// The class of a value as `Object#class` returns it: never a singleton class.
    pub fn real_class_of(&self, value: Value) -> ClassId {
        match value {
            Value::Class(id) => {
                let class = self.class(id);
                match class.meta {
                    _ if !class.is_module => class::CLASS,
                    // Instances of subclasses of `Module` have a singleton class below it.
                    Some(meta) => self.real_class(meta),
                    None => class::MODULE,
                }
            }
            _ => self.real_class(self.class_of(value)),
        }
    }

    /// The class itself, or the nearest superclass that is not a singleton class.
    pub fn real_class(&self, mut id: ClassId) -> ClassId {
        while self.class(id).is_singleton() {
            match self.class(id).superclass {
                Some(superclass) => id = superclass,
                None => break,
            }
        }
        id
    }

    /// The class whose methods a class object has: its singleton class, or that of the nearest
    /// ancestor.
    fn meta_of(&self, id: ClassId) -> ClassId {
        let mut current = id;
        loop {
            let class = self.class(current);
            if let Some(meta) = class.meta {
                return meta;
            }
            match class.superclass {
                Some(superclass) if !class.is_module => current = superclass,
                _ if class.is_module => return class::MODULE,
                _ => return class::CLASS,
            }
        }
    }

    /// The singleton class of a value, which is made if necessary. `None` for values that cannot
    /// have one: integers, floats and symbols.
    pub fn singleton_class(&mut self, value: Value) -> Option<ClassId> {
        match value {
            Value::Nil => return Some(class::NIL_CLASS),
            Value::Bool(true) => return Some(class::TRUE_CLASS),
            Value::Bool(false) => return Some(class::FALSE_CLASS),
            Value::Int(_) | Value::Float(_) | Value::Sym(_) | Value::Big(_) | Value::Undef => {
                return None;
            }
            Value::Class(id) => return Some(self.singleton_of_class(id)),
            _ => {}
        }
        let current = self.class_of(value);
        if self.class(current).attached.is_some_and(|attached| attached.is_same(value)) {
            return Some(current);
        }
        let mut singleton = Class::new(Some(current));
        singleton.attached = Some(value);
        singleton.instances = self.class(current).instances;
        // Objects keep the indexes of their instance variables.
        singleton.ivar_numbers = self.class(current).ivar_numbers.clone();
        singleton.ivar_names = self.class(current).ivar_names.clone();
        let id = self.add_class(singleton);
        match value {
            Value::Object(object) => self.heap.objects[object].class = id,
            Value::Str(string) => self.heap.strings[string].class = id,
            Value::Array(array) => self.heap.arrays[array].class = id,
            Value::Hash(hash) => self.heap.hashes[hash].class = id,
            Value::Proc(proc) => self.heap.procs[proc].class = id,
            Value::Range(range) => self.heap.ranges[range].class = id,
            Value::Regexp(regexp) => self.heap.regexps[regexp].class = id,
            _ => {}
        }
        Some(id)
    }

    fn singleton_of_class(&mut self, id: ClassId) -> ClassId {
        if let Some(meta) = self.class(id).meta {
            return meta;
        }
        let superclass = match self.class(id).superclass {
            _ if self.class(id).is_module => class::MODULE,
            // The singleton class of a singleton class descends from `Class` through that of its
            // superclass.
            Some(superclass) => self.singleton_of_class(superclass),
            None => class::CLASS,
        };
        let mut meta = Class::new(Some(superclass));
        meta.attached = Some(Value::Class(id));
        meta.instances = Instances::Classes;
        let meta = self.add_class(meta);
        // No cache refers to the new class, and no cache stores the class of a value, so all stay
        // valid.
        self.class_mut(id).meta = Some(meta);
        meta
    }

    /// The ancestors of a class in the order of method lookup, beginning with the class itself or
    /// its prepended modules.
    pub fn ancestors(&mut self, id: ClassId) -> Rc<[ClassId]> {
        let epoch = self.hierarchy_epoch;
        if let Some((known, list)) = &self.class(id).ancestors
            && *known == epoch
        {
            return list.clone();
        }
        let mut list = Vec::new();
        let mut current = Some(id);
        while let Some(class) = current {
            self.linearize(class, &mut list);
            current = self.class(class).superclass;
        }
        for &ancestor in &list {
            self.class_mut(ancestor).is_searched = true;
        }
        let list: Rc<[ClassId]> = list.into();
        self.class_mut(id).ancestors = Some((epoch, list.clone()));
        list
    }

    /// Appends a class with its prepended and included modules, but without its superclasses.
    fn linearize(&self, id: ClassId, list: &mut Vec<ClassId>) {
        if list.contains(&id) {
            return;
        }
        let class = self.class(id);
        for &module in class.prepends.iter().rev() {
            self.linearize(module, list);
        }
        if !list.contains(&id) {
            list.push(id);
        }
        for &module in class.includes.iter().rev() {
            if !self.superclass_includes(class.superclass, module) {
                self.linearize(module, list);
            }
        }
    }

    /// Whether a superclass includes a module already, so that it is not inserted again.
    fn superclass_includes(&self, superclass: Option<ClassId>, module: ClassId) -> bool {
        let mut current = superclass;
        while let Some(class) = current {
            let mut list = Vec::new();
            self.linearize(class, &mut list);
            if list.contains(&module) {
                return true;
            }
            current = self.class(class).superclass;
        }
        false
    }

    /// Whether `ancestor` is an ancestor of a class, or the class itself.
    pub fn inherits(&mut self, id: ClassId, ancestor: ClassId) -> bool {
        id == ancestor || self.ancestors(id).contains(&ancestor)
    }

    /// Whether a value is an instance of a class or module: the result of `is_a?`.
    pub fn is_a(&mut self, value: Value, class: ClassId) -> bool {
        let own = self.class_of(value);
        own == class || self.inherits(own, class)
    }

    /// Invalidates everything that depends on the ancestors of a class, after they have changed.
    pub(crate) fn hierarchy_changed(&mut self, class: ClassId) {
        if self.class(class).is_searched {
            self.epoch += 1;
            self.hierarchy_epoch += 1;
            self.method_cache.clear();
        }
    }

    /// Invalidates everything that depends on the method of a name in a class.
    ///
    /// Most methods are defined before any method of their name is called. Then nothing is
    /// invalidated, which matters for files that define many methods and call others in between.
    pub(crate) fn method_changed(&mut self, class: ClassId, name: Symbol) {
        if self.class(class).is_searched && self.method_cache.remove(&name).is_some() {
            self.epoch += 1;
        }
    }

    /// Looks up the method of a name for instances of a class.
    #[inline]
    pub fn find_method(&mut self, class: ClassId, name: Symbol) -> Option<MethodId> {
        if let Some(known) = self.method_cache.get(&name)
            && let Some(&found) = known.get(&class)
        {
            return found;
        }
        let found = self.search_method(class, name, None);
        self.method_cache.entry(name).or_default().insert(class, found);
        found
    }

    /// Looks up the method `initialize` for instances of a class.
    pub(crate) fn initializer(&mut self, class: ClassId) -> Option<MethodId> {
        if let Some((epoch, method)) = self.class(class).initializer
            && epoch == self.epoch
        {
            return Some(method);
        }
        let found = self.find_method(class, names::INITIALIZE)?;
        let epoch = self.epoch;
        self.class_mut(class).initializer = Some((epoch, found));
        Some(found)
    }

    /// Looks up the method of a name that follows an owner among the ancestors of a class, for
    /// `super`.
    pub fn find_super_method(
        &mut self,
        class: ClassId,
        owner: ClassId,
        name: Symbol,
    ) -> Option<MethodId> {
        self.search_method(class, name, Some(owner))
    }

    fn search_method(
        &mut self,
        class: ClassId,
        name: Symbol,
        behind: Option<ClassId>,
    ) -> Option<MethodId> {
        let ancestors = self.ancestors(class);
        let start = match behind {
            Some(owner) => ancestors.iter().position(|&id| id == owner)? + 1,
            None => 0,
        };
        let mut visibility = None;
        for &ancestor in &ancestors[start..] {
            let Some(found) = self.own_method(ancestor, name) else { continue };
            let def = &self.methods[found.0 as usize];
            match def.kind {
                MethodKind::Undefined => return None,
                MethodKind::Removed => {}
                MethodKind::Inherited => {
                    visibility = visibility.or(Some((def.visibility, def.owner)));
                }
                _ => {
                    return Some(match visibility {
                        Some((visibility, _)) if visibility != def.visibility => {
                            let def = MethodDef { visibility, ..def.clone() };
                            self.add_method_def(def)
                        }
                        _ => found,
                    });
                }
            }
        }
        None
    }

    /// The method that a class itself defines for a name, without its ancestors.
    pub fn own_method(&mut self, class: ClassId, name: Symbol) -> Option<MethodId> {
        let id = class;
        let class = self.class(id);
        if let Some(&method) = class.methods.get(&name) {
            self.lower_method(method);
            return Some(method);
        }
        let &method = class.native?.methods.get(&name)?;
        if let Some(&known) = self.native_methods.get(&(id, name)) {
            return Some(known);
        }
        let def = MethodDef {
            name: Symbol::new(method.name),
            owner: id,
            visibility: method.visibility,
            kind: if method.min == i8::MIN {
                MethodKind::Undefined
            } else {
                MethodKind::Native(method)
            },
        };
        let method = self.add_method_def(def);
        self.native_methods.insert((id, name), method);
        Some(method)
    }

    /// Lowers a method at its first use.
    fn lower_method(&mut self, method: MethodId) {
        let kind = &mut self.methods[method.0 as usize].kind;
        if let MethodKind::Deferred(around, number, cref) = kind {
            *kind = MethodKind::Ruby(around.child(*number).clone(), cref.clone());
        }
    }

    /// Adds a method to the table of all methods, without adding it to a class.
    pub fn add_method_def(&mut self, def: MethodDef) -> MethodId {
        self.methods.push(def);
        MethodId(self.methods.len() as u32 - 1)
    }

    /// A method by its number.
    #[inline]
    pub fn method(&self, id: MethodId) -> &MethodDef {
        &self.methods[id.0 as usize]
    }

    /// Adds a method to a class. The caller calls the hooks (`method_added`).
    pub fn define_method(&mut self, class: ClassId, name: Symbol, def: MethodDef) -> MethodId {
        let is_core = (class.0 as usize) < image::image().len();
        if is_core && image::is_fast_operator(name) {
            self.operators_redefined = true;
        }
        let id = self.add_method_def(def);
        self.class_mut(class).methods.insert(name, id);
        self.method_changed(class, name);
        id
    }

    /// The full name of a class, or what `inspect` returns for an anonymous one.
    pub fn class_name(&mut self, id: ClassId) -> String {
        if let Some(name) = self.class(id).name {
            return name.as_str().to_owned();
        }
        if let Some(attached) = self.class(id).attached {
            let inner = match attached {
                Value::Class(inner) => self.class_name(inner),
                _ => self.plain_inspect(attached),
            };
            return format!("#<Class:{inner}>");
        }
        let kind = if self.class(id).is_module { "Module" } else { "Class" };
        let address = self.address(Value::Class(id));
        format!("#<{kind}:{address}>")
    }

    /// The name of the class of a value, for messages.
    pub fn class_name_of(&mut self, value: Value) -> String {
        let class = self.real_class_of(value);
        self.class_name(class)
    }

    /// The constant that a class itself defines, without its ancestors.
    pub fn own_constant(&self, class: ClassId, name: Symbol) -> Option<Constant> {
        let class = self.class(class);
        if let Some(&constant) = class.constants.get(&name) {
            // A native constant that was removed.
            if let Constant::Value(Value::Undef) = constant {
                return None;
            }
            return Some(constant);
        }
        class.native?.constants.get(&name).copied()
    }

    /// Sets a constant, and names an anonymous class after it.
    pub fn set_constant(&mut self, class: ClassId, name: Symbol, value: Value) {
        self.class_mut(class).constants.insert(name, Constant::Value(value));
        self.constant_epoch += 1;
        if let Some(frame) = self.frames.last() {
            let place = (frame.body.code.file.clone(), frame.line);
            self.class_mut(class).constant_places.insert(name, place);
        }
        if let Value::Class(id) = value {
            self.name_class(id, class, name);
        }
    }

    /// Names a class after a constant, unless it has a permanent name. Classes inside it, whose
    /// names depend on its name, get theirs too.
    fn name_class(&mut self, id: ClassId, outer: ClassId, name: Symbol) {
        let is_temporary = |name: Symbol| name.as_str().starts_with("#<");
        if self.class(id).attached.is_some()
            || self.class(id).name.is_some_and(|name| !is_temporary(name))
        {
            return;
        }
        let full = match outer {
            class::OBJECT => name,
            _ => {
                let outer = self.class_name(outer);
                Symbol::new(&format!("{outer}::{name}"))
            }
        };
        if is_temporary(full) && self.class(id).name.is_some() {
            return;
        }
        self.class_mut(id).name = Some(full);
        self.class_mut(id).parent = Some(outer);
        if is_temporary(full) {
            return;
        }
        let inner: Vec<(Symbol, Constant)> =
            self.class(id).constants.iter().map(|(&name, &constant)| (name, constant)).collect();
        for (name, constant) in inner {
            if let Constant::Value(Value::Class(child)) = constant
                && child != id
                && self.class(child).parent.is_none_or(|parent| parent == id)
            {
                self.name_class(child, id, name);
            }
        }
    }

    /// Makes a class with a superclass, without calling `inherited`.
    pub fn make_class(&mut self, superclass: ClassId) -> ClassId {
        let mut class = Class::new(Some(superclass));
        class.instances = self.class(superclass).instances;
        let id = self.add_class(class);
        self.singleton_of_class(id);
        id
    }

    /// Makes a module.
    pub fn make_module(&mut self) -> ClassId {
        let mut module = Class::new(None);
        module.is_module = true;
        self.add_class(module)
    }
}
