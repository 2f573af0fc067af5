//! Classes and modules: ancestors, method tables, constants.

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Body, Core, Cref};
use crate::core::class;
use crate::core::image::{self, ImageClass};
use crate::native::{ConstantFn, Instances, Method, Visibility};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, ProcId, Value};

/// The number of a method in the machine's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodId(pub u32);

/// A method of a class.
#[derive(Debug, Clone)]
pub struct MethodDef {
    /// The name it was defined by; an alias keeps it.
    pub name: Symbol,
    /// The class or module that has it.
    pub owner: ClassId,
    /// Its visibility.
    pub visibility: Visibility,
    /// The behaviour.
    pub kind: MethodKind,
}

/// The behaviour of a method.
#[derive(Debug, Clone)]
pub enum MethodKind {
    /// Written in Rust.
    Native(Method),
    /// Written in Ruby.
    Ruby(Rc<Body>, Rc<Cref>),
    /// Written in Ruby, and a child of some code that nothing has used yet. Whoever finds the method
    /// in a class finds it as [`MethodKind::Ruby`].
    Deferred(Rc<Body>, u32, Rc<Cref>),
    /// `attr_reader`, by the name of the instance variable
    Reader(Symbol),
    /// `attr_writer`, by the name of the instance variable
    Writer(Symbol),
    /// `define_method` with a block or proc
    Block(ProcId),
    /// `undef`: the search ends here without a method.
    Undefined,
    /// A changed visibility of the method that the ancestors have.
    Inherited,
    /// A native method that was removed: the search goes on in the ancestors.
    Removed,
}

/// A constant.
#[derive(Debug, Clone, Copy)]
pub enum Constant {
    /// Its value.
    Value(Value),
    /// A native constant that was not used yet.
    Native(ConstantFn),
    /// A constant that a library written in Ruby defines, by the name of the library.
    Library(&'static str),
    /// `autoload`, by the number of the path's symbol
    Autoload(Symbol),
}

/// A class or module.
#[derive(Debug, Clone)]
pub struct Class {
    /// The full name; anonymous classes have none.
    pub name: Option<Symbol>,
    /// Whether it is a module.
    pub is_module: bool,
    /// The object whose singleton class it is.
    pub attached: Option<Value>,
    /// The superclass.
    pub superclass: Option<ClassId>,
    /// The module around it.
    pub parent: Option<ClassId>,
    /// Included modules, in the order of inclusion.
    pub includes: Vec<ClassId>,
    /// Prepended modules, in the order of prepending.
    pub prepends: Vec<ClassId>,
    /// The singleton class, if there is one.
    pub meta: Option<ClassId>,
    /// The kind of value that instances are.
    pub instances: Instances,
    /// The tables of a native class.
    pub native: Option<&'static ImageClass>,
    /// Methods that the program has added or changed.
    pub methods: IndexMap<Symbol, MethodId, FxBuildHasher>,
    /// Constants that the program has added or used.
    pub constants: IndexMap<Symbol, Constant, FxBuildHasher>,
    /// The files and lines where constants were assigned.
    pub constant_places: FxHashMap<Symbol, (std::sync::Arc<str>, u32)>,
    /// Constants that are private.
    pub private_constants: Vec<Symbol>,
    /// `@@name`
    pub class_vars: IndexMap<Symbol, Value, FxBuildHasher>,
    /// The numbers of instance variables in objects of exactly this class.
    pub(crate) ivar_numbers: FxHashMap<Symbol, u32>,
    pub(crate) ivar_names: Vec<Symbol>,
    /// The method `initialize` of its instances, and the epoch in which it was found.
    pub(crate) initializer: Option<(u32, MethodId)>,
    /// The ancestors as method search visits them, and the epoch of that list.
    pub(crate) ancestors: Option<(u32, Rc<[ClassId]>)>,
    /// Methods were looked up in it, on behalf of itself or of a class that has it as an ancestor.
    /// Changes of other classes leave all caches valid.
    pub(crate) is_searched: bool,
    /// Whether it must not be changed.
    pub frozen: bool,
}

impl Class {
    /// An empty class.
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

    /// A core without classes, which cannot run anything: it takes the place of one that is in use
    /// elsewhere.
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

    /// A class by its handle.
    #[inline]
    pub fn class(&self, id: ClassId) -> &Class {
        self.classes.get(id)
    }

    /// A class by its handle, to be changed.
    #[inline]
    pub fn class_mut(&mut self, id: ClassId) -> &mut Class {
        self.classes.get_mut(id)
    }

    /// Adds a class.
    pub fn add_class(&mut self, class: Class) -> ClassId {
        self.classes.add(class)
    }

    /// The class of a value, which may be a singleton class.
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

    /// The class as `Object#class` gives it: never a singleton class.
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

    /// The first class that is not a singleton class, upwards.
    pub fn real_class(&self, mut id: ClassId) -> ClassId {
        while self.class(id).is_singleton() {
            match self.class(id).superclass {
                Some(superclass) => id = superclass,
                None => break,
            }
        }
        id
    }

    /// The class whose methods a class object has: its singleton class, or the nearest one that
    /// exists.
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

    /// The singleton class of a value, made if necessary. `None` for values that have none:
    /// integers, floats and symbols.
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
        // Instance variables keep their numbers.
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
        // No cache knows the new class, and none says which class a value has.
        self.class_mut(id).meta = Some(meta);
        meta
    }

    /// The ancestors of a class as method search visits them, the class itself included.
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

    /// Appends a class with the modules it includes and prepends, without its superclasses.
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

    /// A module that a superclass has already is not inserted again.
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

    /// Whether a class has an ancestor.
    pub fn inherits(&mut self, id: ClassId, ancestor: ClassId) -> bool {
        id == ancestor || self.ancestors(id).contains(&ancestor)
    }

    /// Whether a value is an instance of a class or module, as `is_a?` says.
    pub fn is_a(&mut self, value: Value, class: ClassId) -> bool {
        let own = self.class_of(value);
        own == class || self.inherits(own, class)
    }

    /// Drops everything that depends on the ancestors of a class, which have changed.
    pub(crate) fn hierarchy_changed(&mut self, class: ClassId) {
        if self.class(class).is_searched {
            self.epoch += 1;
            self.hierarchy_epoch += 1;
            self.method_cache.clear();
        }
    }

    /// Drops everything that depends on the method that a class has for a name.
    ///
    /// Most methods are defined before anything of their name is called. Then nothing is dropped,
    /// which matters for files that define many methods and call others in between.
    pub(crate) fn method_changed(&mut self, class: ClassId, name: Symbol) {
        if self.class(class).is_searched && self.method_cache.remove(&name).is_some() {
            self.epoch += 1;
        }
    }

    /// Finds the method that an instance of a class has for a name.
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

    /// Finds the method `initialize` that an instance of a class has.
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

    /// Finds the next method of a name behind an owner among the ancestors of a class, for `super`.
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

    /// The method that a class itself defines for a name, ancestors left out.
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

    /// Lowers a method that is used for the first time.
    fn lower_method(&mut self, method: MethodId) {
        let kind = &mut self.methods[method.0 as usize].kind;
        if let MethodKind::Deferred(around, number, cref) = kind {
            *kind = MethodKind::Ruby(around.child(*number).clone(), cref.clone());
        }
    }

    /// Adds a method to the table of all methods, without giving it to a class.
    pub fn add_method_def(&mut self, def: MethodDef) -> MethodId {
        self.methods.push(def);
        MethodId(self.methods.len() as u32 - 1)
    }

    /// A method by its number.
    #[inline]
    pub fn method(&self, id: MethodId) -> &MethodDef {
        &self.methods[id.0 as usize]
    }

    /// Gives a class a method. Hooks (`method_added`) are the caller's business.
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

    /// The full name of a class, or the text that `inspect` shows for an anonymous one.
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

    /// The constant that a class itself has, ancestors left out.
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

    /// Names a class after a constant, unless it has a permanent name. Classes inside of it that
    /// waited for the name of their module get theirs too.
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
