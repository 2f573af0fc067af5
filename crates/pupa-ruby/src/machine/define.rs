//! Changes to classes: included modules, methods, visibility and class variables.

use super::class::Constant;
use super::{Flow, Jump, Machine, MethodDef, MethodId, MethodKind};
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::native::Visibility;
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

impl Machine<'_> {
    /// `include`: calls `append_features` and `included` of the module.
    pub fn include_module(&mut self, class: ClassId, module: ClassId) -> Flow<()> {
        self.call(Value::Class(module), names::APPEND_FEATURES, &[Value::Class(class)])?;
        self.call(Value::Class(module), names::INCLUDED, &[Value::Class(class)])?;
        Ok(())
    }

    /// `prepend`: calls `prepend_features` and `prepended` of the module.
    pub fn prepend_module(&mut self, class: ClassId, module: ClassId) -> Flow<()> {
        self.call(Value::Class(module), names::PREPEND_FEATURES, &[Value::Class(class)])?;
        self.call(Value::Class(module), names::PREPENDED, &[Value::Class(class)])?;
        Ok(())
    }

    /// `extend`: calls `extend_object` and `extended` of the module.
    pub fn extend_object(&mut self, value: Value, module: ClassId) -> Flow<()> {
        self.call(Value::Class(module), names::EXTEND_OBJECT, &[value])?;
        self.call(Value::Class(module), names::EXTENDED, &[value])?;
        Ok(())
    }

    /// Includes a module without calling hooks.
    pub(crate) fn append_features(&mut self, class: ClassId, module: ClassId) -> Flow<()> {
        self.check_module_frozen(class)?;
        if self.inherits(module, class) {
            return Err(self.argument_error("cyclic include detected"));
        }
        if !self.class(class).includes.contains(&module) {
            self.class_mut(class).includes.push(module);
        }
        self.ancestors_changed(class, module);
        Ok(())
    }

    /// Prepends a module without calling hooks.
    pub(crate) fn prepend_features(&mut self, class: ClassId, module: ClassId) -> Flow<()> {
        self.check_module_frozen(class)?;
        if self.inherits(module, class) {
            return Err(self.argument_error("cyclic prepend detected"));
        }
        if !self.class(class).prepends.contains(&module) {
            self.class_mut(class).prepends.push(module);
        }
        self.ancestors_changed(class, module);
        Ok(())
    }

    fn ancestors_changed(&mut self, class: ClassId, module: ClassId) {
        self.hierarchy_changed(class);
        self.core.constant_epoch += 1;
        // A module that is prepended to a core class may redefine its operators.
        let ancestors = self.ancestors(module);
        let redefines = ancestors.iter().any(|&id| {
            let is_native = self.class(id).native.is_some();
            !is_native && self.class(id).methods.keys().any(|name| is_operator(*name))
        });
        if redefines {
            self.core.operators_redefined = true;
        }
    }

    /// The singleton class of a value; raises `can't define singleton` for values that cannot have
    /// one.
    pub fn require_singleton(&mut self, value: Value) -> Flow<ClassId> {
        match self.singleton_class(value) {
            Some(class) => Ok(class),
            None => Err(self.type_error("can't define singleton")),
        }
    }

    /// Raises `FrozenError` if the class is frozen, so that its methods must not change.
    pub fn check_module_frozen(&mut self, id: ClassId) -> Flow<()> {
        let attached = self.class(id).attached;
        let is_frozen =
            self.class(id).frozen || attached.is_some_and(|object| self.is_frozen(object));
        if !is_frozen {
            return Ok(());
        }
        let (kind, object) = match attached {
            Some(object @ Value::Class(inner)) => {
                (if self.class(inner).is_module { "Module" } else { "Class" }, object)
            }
            Some(Value::Nil | Value::Bool(_)) => return Ok(()),
            Some(object) => ("object", object),
            None => (if self.class(id).is_module { "module" } else { "class" }, Value::Class(id)),
        };
        let text = self.inspect(object)?;
        let message = self.new_str(format!("can't modify frozen {kind}: {text}"));
        let mut data = ExceptionData::new(message);
        data.receiver = object;
        let exception = self.new_payload(class::FROZEN_ERROR, data);
        Err(self.raise_value(exception))
    }

    /// Adds a method to a class and calls `method_added`.
    pub fn define_ruby_method(
        &mut self,
        class: ClassId,
        name: Symbol,
        mut def: MethodDef,
    ) -> Flow<()> {
        self.check_module_frozen(class)?;
        if is_always_private(name) {
            def.visibility = Visibility::Private;
        }
        self.define_method(class, name, def);
        self.method_added(class, name)
    }

    /// Calls `method_added`, or `singleton_method_added` for methods of a single object.
    pub(crate) fn method_added(&mut self, class: ClassId, name: Symbol) -> Flow<()> {
        self.method_hook(class, name, names::METHOD_ADDED, names::SINGLETON_METHOD_ADDED)
    }

    pub(crate) fn method_hook(
        &mut self,
        class: ClassId,
        name: Symbol,
        hook: Symbol,
        singleton_hook: Symbol,
    ) -> Flow<()> {
        let (object, hook) = match self.class(class).attached {
            Some(object) => (object, singleton_hook),
            None => (Value::Class(class), hook),
        };
        // The hooks of the core classes do nothing and are not called.
        let receiver = self.class_of(object);
        let found = self.find_method(receiver, hook);
        let is_native =
            found.is_some_and(|id| matches!(self.method(id).kind, MethodKind::Native(_)));
        if !is_native {
            self.call(object, hook, &[Value::Sym(name)])?;
        }
        Ok(())
    }

    /// Looks up the method that `alias`, `undef` or a visibility change refers to. In a module the
    /// methods of `Object` are found too.
    pub(crate) fn find_named_method(&mut self, class: ClassId, name: Symbol) -> Option<MethodId> {
        match self.find_method(class, name) {
            None if self.class(class).is_module => self.find_method(class::OBJECT, name),
            found => found,
        }
    }

    /// `alias new old`
    pub fn alias_method(&mut self, class: ClassId, new: Symbol, old: Symbol) -> Flow<()> {
        self.check_module_frozen(class)?;
        let Some(found) = self.find_named_method(class, old) else {
            return Err(self.undefined_method(class, old));
        };
        let mut def = self.method(found).clone();
        if is_always_private(new) {
            def.visibility = Visibility::Private;
        }
        self.define_method(class, new, def);
        self.method_added(class, new)
    }

    /// The exception ``NameError: undefined method `x' for class `Foo'``.
    #[cold]
    pub(crate) fn undefined_method(&mut self, class: ClassId, name: Symbol) -> Jump {
        let kind = if self.class(class).is_module { "module" } else { "class" };
        let text = self.class_name(class);
        let message = format!("undefined method `{name}' for {kind} `{text}'");
        self.name_error(message, Value::Class(class), name)
    }

    /// `undef name`
    pub fn undef_method(&mut self, class: ClassId, name: Symbol) -> Flow<()> {
        self.check_module_frozen(class)?;
        if self.find_named_method(class, name).is_none() {
            let display = match self.class(class).attached {
                Some(Value::Class(attached)) => attached,
                _ => class,
            };
            return Err(self.undefined_method(display, name));
        }
        let def = MethodDef {
            name,
            owner: class,
            visibility: Visibility::Public,
            kind: MethodKind::Undefined,
        };
        self.define_method(class, name, def);
        let singleton_hook = Symbol::new("singleton_method_undefined");
        self.method_hook(class, name, names::METHOD_UNDEFINED, singleton_hook)
    }

    /// Removes a method that a class itself defines.
    pub fn remove_method(&mut self, class: ClassId, name: Symbol) -> Flow<()> {
        self.check_module_frozen(class)?;
        let own = self.own_method(class, name);
        let own = own.filter(|&id| {
            !matches!(self.method(id).kind, MethodKind::Undefined | MethodKind::Inherited)
        });
        if own.is_none() {
            let text = self.class_name(class);
            let message = format!("method `{name}' not defined in {text}");
            return Err(self.name_error(message, Value::Class(class), name));
        }
        let is_native =
            self.class(class).native.is_some_and(|native| native.methods.contains_key(&name));
        if is_native {
            // A native method cannot be removed from its shared table, so a marker hides it.
            let def = MethodDef {
                name,
                owner: class,
                visibility: Visibility::Public,
                kind: MethodKind::Removed,
            };
            self.define_method(class, name, def);
        } else {
            self.class_mut(class).methods.shift_remove(&name);
            self.method_changed(class, name);
        }
        let singleton_hook = Symbol::new("singleton_method_removed");
        self.method_hook(class, name, names::METHOD_REMOVED, singleton_hook)
    }

    /// Changes the visibility of a method.
    pub fn set_visibility(
        &mut self,
        class: ClassId,
        name: Symbol,
        visibility: Visibility,
    ) -> Flow<()> {
        self.check_module_frozen(class)?;
        let Some(found) = self.find_named_method(class, name) else {
            return Err(self.undefined_method(class, name));
        };
        if self.method(found).visibility == visibility {
            return Ok(());
        }
        let own = self.own_method(class, name).map(|id| self.method(id).clone());
        let def = match own {
            Some(def) if !matches!(def.kind, MethodKind::Undefined | MethodKind::Removed) => {
                MethodDef { visibility, ..def }
            }
            _ => MethodDef { name, owner: class, visibility, kind: MethodKind::Inherited },
        };
        let is_new = matches!(def.kind, MethodKind::Inherited);
        self.define_method(class, name, def);
        if is_new { self.method_added(class, name) } else { Ok(()) }
    }

    /// `attr_reader`
    pub fn define_reader(
        &mut self,
        class: ClassId,
        name: Symbol,
        visibility: Visibility,
    ) -> Flow<()> {
        let variable = Symbol::new(&format!("@{name}"));
        let kind = MethodKind::Reader(variable);
        self.define_ruby_method(class, name, MethodDef { name, owner: class, visibility, kind })
    }

    /// `attr_writer`
    pub fn define_writer(
        &mut self,
        class: ClassId,
        name: Symbol,
        visibility: Visibility,
    ) -> Flow<Symbol> {
        let variable = Symbol::new(&format!("@{name}"));
        let name = name.writer();
        let kind = MethodKind::Writer(variable);
        self.define_ruby_method(class, name, MethodDef { name, owner: class, visibility, kind })?;
        Ok(name)
    }

    /// The classes whose class variables are visible in a class: a singleton class sees those of
    /// the class that it belongs to.
    pub(crate) fn class_var_classes(&mut self, class: ClassId) -> Vec<ClassId> {
        match self.class(class).attached {
            Some(Value::Class(attached)) => {
                let mut list = vec![class];
                list.extend(self.ancestors(attached).iter());
                list
            }
            _ => self.ancestors(class).to_vec(),
        }
    }

    /// The class among the ancestors that has a class variable.
    fn class_var_owner(&mut self, class: ClassId, name: Symbol) -> Flow<Option<ClassId>> {
        let classes = self.class_var_classes(class);
        let mut owners =
            classes.iter().filter(|&&id| self.class(id).class_vars.contains_key(&name));
        let front = owners.next().copied();
        let target = owners.next_back().copied();
        if let (Some(front), Some(target)) = (front, target)
            && !self.class(target).is_module
            && !self.class(front).is_singleton()
        {
            let front = self.class_name(front);
            let target = self.class_name(target);
            return Err(self.runtime_error(format!(
                "class variable {name} of {front} is overtaken by {target}"
            )));
        }
        Ok(front)
    }

    /// The value of `@@name`.
    pub fn class_var_get(&mut self, class: ClassId, name: Symbol) -> Flow {
        if let Some(owner) = self.class_var_owner(class, name)?
            && let Some(&value) = self.class(owner).class_vars.get(&name)
        {
            return Ok(value);
        }
        let text = self.class_name(class);
        let message = format!("uninitialized class variable {name} in {text}");
        Err(self.name_error(message, Value::Class(class), name))
    }

    /// `@@name = value`
    pub fn class_var_set(&mut self, class: ClassId, name: Symbol, value: Value) -> Flow<()> {
        let owner = self.class_var_owner(class, name)?;
        let owner = owner.unwrap_or(class);
        if self.class(owner).frozen {
            return Err(self.frozen_module(owner));
        }
        self.class_mut(owner).class_vars.insert(name, value);
        Ok(())
    }

    /// Whether `@@name` is defined.
    pub fn class_var_defined(&mut self, class: ClassId, name: Symbol) -> bool {
        let classes = self.class_var_classes(class);
        classes.iter().any(|&id| self.class(id).class_vars.contains_key(&name))
    }

    /// The exception `FrozenError: can't modify frozen #<Class:Foo>: Foo`.
    #[cold]
    pub(crate) fn frozen_module(&mut self, id: ClassId) -> Jump {
        let text = self.class_name(id);
        let message = self.new_str(format!("can't modify frozen #<Class:{text}>: {text}"));
        let mut data = ExceptionData::new(message);
        data.receiver = Value::Class(id);
        let exception = self.new_payload(class::FROZEN_ERROR, data);
        self.raise_value(exception)
    }

    /// Sets the path that is loaded when a constant is first used.
    pub(crate) fn set_autoload(&mut self, class: ClassId, name: Symbol, path: &str) {
        if self.own_constant(class, name).is_none() {
            let constant = Constant::Autoload(Symbol::new(path));
            self.class_mut(class).constants.insert(name, constant);
            if let Some(frame) = self.core.frames.last() {
                let place = (frame.body.code.file.clone(), frame.line);
                self.class_mut(class).constant_places.insert(name, place);
            }
            self.core.constant_epoch += 1;
        }
    }
}

/// Whether methods of a name are always private, such as `initialize`.
pub(crate) fn is_always_private(name: Symbol) -> bool {
    matches!(
        name.as_str(),
        "initialize"
            | "initialize_copy"
            | "initialize_clone"
            | "initialize_dup"
            | "respond_to_missing?"
    )
}

fn is_operator(name: Symbol) -> bool {
    crate::core::image::is_fast_operator(name)
}
