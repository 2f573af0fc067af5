//! Looking up and assigning constants.

use std::rc::Rc;

use super::class::Constant;
use super::{Cref, Flow, Jump, Machine, MethodKind};
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

impl Machine<'_> {
    /// The value of `Name`: looked up in the enclosing scopes, then in the ancestors of the
    /// innermost one, then in `Object`.
    pub fn lookup_constant(&mut self, cref: &Rc<Cref>, name: Symbol) -> Flow {
        match self.find_lexical_constant(cref, name)? {
            Some(value) => Ok(value),
            None => self.constant_missing(innermost(cref), name),
        }
    }

    /// The value of `scope::Name`.
    pub fn constant_in(&mut self, class: ClassId, name: Symbol) -> Flow {
        match self.find_scoped_constant(class, name)? {
            Some((owner, value)) => {
                if self.class(owner).private_constants.contains(&name) {
                    let meta = self.class_of(Value::Class(class));
                    let missing = self.find_method(meta, names::CONST_MISSING);
                    if missing
                        .is_some_and(|id| matches!(self.method(id).kind, MethodKind::Ruby(..)))
                    {
                        return self.constant_missing(class, name);
                    }
                    return Err(self.private_constant_error(owner, name));
                }
                Ok(value)
            }
            None => self.constant_missing(class, name),
        }
    }

    /// Whether `Name` is defined, for `defined?`. Loads nothing.
    pub fn constant_defined(&mut self, cref: &Rc<Cref>, name: Symbol) -> bool {
        let mut scope = Some(cref);
        while let Some(current) = scope {
            if !current.is_eval
                && current.parent.is_some()
                && self.own_constant(current.class, name).is_some()
            {
                return true;
            }
            scope = current.parent.as_ref();
        }
        self.find_constant_owner(innermost(cref), name, true).is_some()
    }

    /// Whether `scope::Name` is defined, for `defined?`. Loads nothing.
    pub fn constant_defined_in(&mut self, class: ClassId, name: Symbol) -> bool {
        match self.find_constant_owner(class, name, false) {
            Some(owner) => !self.class(owner).private_constants.contains(&name),
            None => false,
        }
    }

    /// Assigns a constant, with a warning if it has a value.
    pub fn assign_constant(&mut self, class: ClassId, name: Symbol, value: Value) -> Flow<()> {
        self.check_module_frozen(class)?;
        if let Some(Constant::Value(_) | Constant::Native(_)) = self.own_constant(class, name) {
            let full = self.constant_path(class, name);
            self.warn(&format!("already initialized constant {full}"))?;
            let place = self.class(class).constant_places.get(&name).cloned();
            if let Some((file, line)) = place {
                let text = format!("previous definition of {name} was here");
                self.warn_at(&format!("{file}:{line}"), &text)?;
            }
        }
        self.set_constant(class, name, value);
        Ok(())
    }

    /// Calls `const_missing`.
    pub fn constant_missing(&mut self, class: ClassId, name: Symbol) -> Flow {
        self.call(Value::Class(class), names::CONST_MISSING, &[Value::Sym(name)])
    }

    /// `NameError: uninitialized constant A::B`
    #[cold]
    pub fn uninitialized_constant(&mut self, class: ClassId, name: Symbol) -> Jump {
        let full = self.constant_path(class, name);
        if crate::puppet::missing::is_constant_of_puppet(&full) {
            return self.not_implemented(&full);
        }
        let message = format!("uninitialized constant {full}");
        self.name_error(message, Value::Class(class), name)
    }

    #[cold]
    pub(crate) fn private_constant_error(&mut self, class: ClassId, name: Symbol) -> Jump {
        let full = self.constant_path(class, name);
        let message = format!("private constant {full} referenced");
        self.name_error(message, Value::Class(class), name)
    }

    /// A `NameError` about a name.
    #[cold]
    pub fn name_error(
        &mut self,
        message: impl AsRef<str>,
        receiver: Value,
        name: impl Into<Value>,
    ) -> Jump {
        let message = self.new_str(message.as_ref());
        let mut data = ExceptionData::new(message);
        data.receiver = receiver;
        data.detail = name.into();
        let exception = self.new_payload(class::NAME_ERROR, data);
        self.raise_value(exception)
    }

    /// `A::B`, or `B` for constants of `Object`.
    pub(crate) fn constant_path(&mut self, class: ClassId, name: Symbol) -> String {
        match class {
            class::OBJECT => name.as_str().to_owned(),
            _ => format!("{}::{name}", self.class_name(class)),
        }
    }

    /// The value of `Name`, if it is defined.
    pub(crate) fn find_lexical_constant(
        &mut self,
        cref: &Rc<Cref>,
        name: Symbol,
    ) -> Flow<Option<Value>> {
        let mut scope = Some(cref);
        while let Some(current) = scope {
            // The outermost scope is `Object`, which is among the ancestors.
            if !current.is_eval
                && current.parent.is_some()
                && let Some(value) = self.own_constant_value(current.class, name)?
            {
                return Ok(Some(value));
            }
            scope = current.parent.as_ref();
        }
        self.find_constant(innermost(cref), name, true)
    }

    /// The value of a constant of a class or its ancestors. With `object`, `Object` and its
    /// ancestors are searched for every class and module, as `const_get` does; otherwise only if
    /// the class is `Object` itself.
    pub fn find_constant(
        &mut self,
        class: ClassId,
        name: Symbol,
        object: bool,
    ) -> Flow<Option<Value>> {
        let ancestors = self.ancestors(class);
        for &ancestor in ancestors.iter() {
            if !object && ancestor == class::OBJECT && class != class::OBJECT {
                continue;
            }
            if let Some(value) = self.own_constant_value(ancestor, name)? {
                return Ok(Some(value));
            }
        }
        if object && !ancestors.contains(&class::OBJECT) && self.reaches_object(class) {
            return self.find_constant(class::OBJECT, name, true);
        }
        Ok(None)
    }

    /// Whether the constants of `Object` are visible: in modules, but not in a class that descends
    /// only from `BasicObject`.
    fn reaches_object(&self, class: ClassId) -> bool {
        self.class(class).is_module
    }

    fn find_scoped_constant(
        &mut self,
        class: ClassId,
        name: Symbol,
    ) -> Flow<Option<(ClassId, Value)>> {
        let ancestors = self.ancestors(class);
        for &ancestor in ancestors.iter() {
            if ancestor == class::OBJECT && class != class::OBJECT {
                continue;
            }
            if let Some(value) = self.own_constant_value(ancestor, name)? {
                return Ok(Some((ancestor, value)));
            }
        }
        Ok(None)
    }

    /// The class among the ancestors that defines a constant.
    pub fn find_constant_owner(
        &mut self,
        class: ClassId,
        name: Symbol,
        object: bool,
    ) -> Option<ClassId> {
        let ancestors = self.ancestors(class);
        for &ancestor in ancestors.iter() {
            if !object && ancestor == class::OBJECT && class != class::OBJECT {
                continue;
            }
            if self.own_constant(ancestor, name).is_some() {
                return Some(ancestor);
            }
        }
        if object && !ancestors.contains(&class::OBJECT) && self.reaches_object(class) {
            return self.find_constant_owner(class::OBJECT, name, true);
        }
        None
    }

    /// The value of a constant that a class itself defines. Native constants are computed once;
    /// libraries and `autoload` files are loaded.
    pub fn own_constant_value(&mut self, class: ClassId, name: Symbol) -> Flow<Option<Value>> {
        match self.own_constant(class, name) {
            None => Ok(None),
            Some(Constant::Value(value)) => Ok(Some(value)),
            Some(Constant::Native(compute)) => {
                let value = compute(self)?;
                self.class_mut(class).constants.insert(name, Constant::Value(value));
                Ok(Some(value))
            }
            Some(Constant::Library(library)) => {
                self.hide_constant(class, name);
                crate::library::load(self, library)?;
                Ok(self.loaded_constant(class, name))
            }
            Some(Constant::Autoload(path)) => {
                self.hide_constant(class, name);
                let loaded = self.require(path.as_str());
                let value = self.loaded_constant(class, name);
                if value.is_none() {
                    self.class_mut(class).constants.insert(name, Constant::Autoload(path));
                }
                if loaded? && value.is_none() {
                    self.hide_constant(class, name);
                }
                Ok(value)
            }
        }
    }

    fn loaded_constant(&self, class: ClassId, name: Symbol) -> Option<Value> {
        match self.own_constant(class, name) {
            Some(Constant::Value(value)) => Some(value),
            _ => None,
        }
    }

    /// Removes a constant; a native one is marked as removed.
    pub(crate) fn hide_constant(&mut self, class: ClassId, name: Symbol) {
        let is_native =
            self.class(class).native.is_some_and(|native| native.constants.contains_key(&name));
        if is_native {
            self.class_mut(class).constants.insert(name, Constant::Value(Value::Undef));
        } else {
            self.class_mut(class).constants.shift_remove(&name);
        }
        self.core.constant_epoch += 1;
    }

    /// The names of the constants that a class itself defines, in the order of their definition.
    pub(crate) fn own_constant_names(&self, class: ClassId) -> Vec<Symbol> {
        let class = self.class(class);
        let mut list: Vec<Symbol> = Vec::new();
        if let Some(native) = class.native {
            list.extend(&native.constant_names);
        }
        for (&name, _) in &class.constants {
            let is_native = class.native.is_some_and(|native| native.constants.contains_key(&name));
            if !is_native {
                list.push(name);
            }
        }
        list.retain(|name| {
            !matches!(class.constants.get(name), Some(Constant::Value(Value::Undef)))
        });
        list
    }
}

/// The class of the innermost scope in which constants are looked up.
fn innermost(cref: &Rc<Cref>) -> ClassId {
    let mut current = cref;
    while current.is_eval {
        match &current.parent {
            Some(parent) => current = parent,
            None => break,
        }
    }
    current.class
}
