//! Evaluates definitions: `def`, `class`, `module`, `class << object`, and constants with a scope.

use std::rc::Rc;

use super::body::Site;
use super::eval::Local;
use super::{Body, Cref, Flow, Machine, MethodDef, MethodKind, Outer};
use crate::code::{ClassNode, ConstPath, ConstScope, Def, ModuleNode};
use crate::core::class;
use crate::heap::procs::Env;
use crate::native::Visibility;
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

impl Machine<'_> {
    pub(crate) fn eval_const_path(&mut self, l: &Local<'_>, path: &ConstPath) -> Flow {
        if path.scope.is_none() {
            return self.constant_in(class::OBJECT, path.name);
        }
        let Some(scope) = &path.scope else { return Ok(Value::Nil) };
        let scope = self.eval(l, scope)?;
        self.core.frames[l.frame].line = path.line;
        let Value::Class(id) = scope else {
            let text = self.inspect(scope)?;
            return Err(self.type_error(format!("{text} is not a class/module")));
        };
        // The scope can be another class each time, so the second cache keeps the class.
        let epoch = self.core.constant_epoch;
        if let Site::Value { epoch: known, value } = l.body.site(path.site)
            && known == epoch
            && matches!(l.body.site(path.site + 1), Site::Ivar { class, .. } if class == id)
        {
            return Ok(value);
        }
        let value = self.constant_in(id, path.name)?;
        if self.core.constant_epoch == epoch && self.constant_defined_in(id, path.name) {
            l.body.set_site(path.site, Site::Value { epoch, value });
            l.body.set_site(path.site + 1, Site::Ivar { class: id, index: 0 });
        }
        Ok(value)
    }

    /// The class that `@@name` belongs to: the innermost class whose body encloses the code. Raises
    /// an error at the top level.
    pub(crate) fn class_var_class(&mut self, l: &Local<'_>) -> Flow<ClassId> {
        let class = self.class_for_class_vars(l);
        if class == class::OBJECT {
            return Err(self.runtime_error("class variable access from toplevel"));
        }
        Ok(class)
    }

    /// The class that `@@name` belongs to, or `Object` at the top level.
    pub(crate) fn class_for_class_vars(&self, l: &Local<'_>) -> ClassId {
        let mut cref = &self.core.frames[l.frame].cref;
        while (cref.is_eval || self.class(cref.class).is_singleton())
            && let Some(parent) = &cref.parent
        {
            cref = parent;
        }
        cref.class
    }

    pub(crate) fn eval_def(&mut self, l: &Local<'_>, node: &Def) -> Flow {
        let cref = self.core.frames[l.frame].cref.clone();
        let kind = match l.body.is_deferred(node.code) {
            true => MethodKind::Deferred(l.body.clone(), node.code, cref.clone()),
            false => MethodKind::Ruby(l.body.child(node.code).clone(), cref.clone()),
        };
        if let Some(singleton) = &node.singleton {
            let object = self.eval(l, singleton)?;
            let Some(owner) = self.singleton_class(object) else {
                return Err(self.type_error("can't define singleton"));
            };
            let def = MethodDef { name: node.name, owner, visibility: Visibility::Public, kind };
            self.define_ruby_method(owner, node.name, def)?;
            return Ok(Value::Sym(node.name));
        }
        let owner = cref.class;
        let (visibility, module_function) = self.definition_mode(l);
        let always_private =
            matches!(
                node.name,
                names::INITIALIZE | names::INITIALIZE_COPY | names::RESPOND_TO_MISSING
            ) || matches!(node.name.as_str(), "initialize_clone" | "initialize_dup");
        let visibility = if always_private { Visibility::Private } else { visibility };
        let def = MethodDef { name: node.name, owner, visibility, kind: kind.clone() };
        self.define_ruby_method(owner, node.name, def)?;
        if module_function && let Some(meta) = self.singleton_class(Value::Class(owner)) {
            let visibility = Visibility::Public;
            let def = MethodDef { name: node.name, owner: meta, visibility, kind };
            self.define_ruby_method(meta, node.name, def)?;
        }
        Ok(Value::Sym(node.name))
    }

    /// The visibility of a method that is defined in a frame: that of the enclosing class body or
    /// block of `class_eval`.
    fn definition_mode(&self, l: &Local<'_>) -> (Visibility, bool) {
        use crate::code::CodeKind;
        let mut frame = &self.core.frames[l.frame];
        while let CodeKind::Block | CodeKind::Lambda = frame.body.code.kind
            && frame.visibility == Visibility::Public
            && !frame.module_function
            && let Some(number) = self.active_outer(frame.outer)
            && let Some(outer) = self.core.frames.get(number)
            && Rc::ptr_eq(&outer.cref, &frame.cref)
        {
            frame = outer;
        }
        match frame.body.code.kind {
            CodeKind::Method => (Visibility::Public, false),
            _ => (frame.visibility, frame.module_function),
        }
    }

    /// The number of the enclosing frame of a block, if that frame is still active.
    fn active_outer(&self, outer: Option<Outer>) -> Option<usize> {
        match outer? {
            Outer::Frame(frame) => Some(frame as usize),
            Outer::Env(env) => match &self.core.heap.envs[env] {
                Env::Active { frame } => Some(*frame as usize),
                Env::Ended(_) => None,
            },
        }
    }

    pub(crate) fn eval_class(&mut self, l: &Local<'_>, node: &ClassNode) -> Flow {
        self.core.frames[l.frame].line = node.line;
        let scope = self.constant_scope(l, &node.scope)?;
        let superclass = match &node.superclass {
            Some(superclass) => match self.eval(l, superclass)? {
                Value::Class(id) if self.class(id).is_singleton() => {
                    return Err(self.type_error("can't make subclass of singleton class"));
                }
                Value::Class(class::CLASS) => {
                    return Err(self.type_error("can't make subclass of Class"));
                }
                Value::Class(id) if !self.class(id).is_module => Some(id),
                other => {
                    let name = self.class_name_of(other);
                    return Err(self.type_error(format!(
                        "superclass must be an instance of Class (given an instance of {name})"
                    )));
                }
            },
            None => None,
        };
        let class = match self.existing_definition(scope, node.name, &node.scope)? {
            Some(Value::Class(id)) if !self.class(id).is_module => {
                if let Some(superclass) = superclass
                    && self.superclass_of(id) != Some(superclass)
                {
                    return Err(
                        self.type_error(format!("superclass mismatch for class {}", node.name))
                    );
                }
                id
            }
            Some(_) => return Err(self.type_error(format!("{} is not a class", node.name))),
            None => {
                let superclass = superclass.unwrap_or(class::OBJECT);
                let id = self.make_class(superclass);
                self.set_constant(scope, node.name, Value::Class(id));
                let args = [Value::Class(id)];
                self.call(Value::Class(superclass), names::INHERITED, &args)?;
                id
            }
        };
        self.run_class_body(l, node.code, class)
    }

    /// The superclass as `Class#superclass` returns it.
    pub fn superclass_of(&self, id: ClassId) -> Option<ClassId> {
        self.class(id).superclass
    }

    pub(crate) fn eval_module(&mut self, l: &Local<'_>, node: &ModuleNode) -> Flow {
        self.core.frames[l.frame].line = node.line;
        let scope = self.constant_scope(l, &node.scope)?;
        let module = match self.existing_definition(scope, node.name, &node.scope)? {
            Some(Value::Class(id)) if self.class(id).is_module => id,
            Some(_) => return Err(self.type_error(format!("{} is not a module", node.name))),
            None => {
                let id = self.make_module();
                self.set_constant(scope, node.name, Value::Class(id));
                id
            }
        };
        self.run_class_body(l, node.code, module)
    }

    /// The class or module that a definition reopens.
    fn existing_definition(
        &mut self,
        scope: ClassId,
        name: Symbol,
        form: &ConstScope,
    ) -> Flow<Option<Value>> {
        if self.own_constant(scope, name).is_none() {
            // At the top level, constants of the modules that `Object` includes are found too.
            return match scope {
                class::OBJECT => self.find_constant(scope, name, true),
                _ => Ok(None),
            };
        }
        match form {
            ConstScope::Of(_) => self.constant_in(scope, name).map(Some),
            _ => self.own_constant_value(scope, name),
        }
    }

    pub(crate) fn eval_singleton_class(
        &mut self,
        l: &Local<'_>,
        node: &crate::code::Node,
        code: u32,
        line: u32,
    ) -> Flow {
        let object = self.eval(l, node)?;
        self.core.frames[l.frame].line = line;
        match self.singleton_class(object) {
            // Constants in the body may differ from object to object, so the caches start empty.
            Some(class) => {
                let parent = Some(self.core.frames[l.frame].cref.clone());
                let cref = Rc::new(Cref { class, parent, is_eval: false });
                let body = Body::new(l.body.code.children[code as usize].code().clone());
                self.run_code(body, Value::Class(class), cref, &[])
            }
            None => Err(self.type_error("can't define singleton")),
        }
    }
}
