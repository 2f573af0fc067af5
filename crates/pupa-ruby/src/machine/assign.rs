//! Assignments to everything but plain variables: attributes, elements, constants, several targets,
//! and operators such as `||=`.

use super::body::Site;
use super::eval::Local;
use super::{Flow, Machine, MethodKind};
use crate::code::{
    AssignOp, ConstScope, MultiAssign, MultiTarget, Node, OpAttr, OpIndex, SetConst, Target,
};
use crate::native::{Args, Visibility};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

impl Machine<'_> {
    /// Assigns a value to a target.
    pub(crate) fn assign(&mut self, l: &Local<'_>, target: &Target, value: Value) -> Flow<()> {
        match target {
            Target::Local(slot) => self.core.stack[l.base + *slot as usize] = value,
            Target::Outer(depth, slot) => self.outer_set(l.frame, *depth, *slot, value),
            Target::Ivar(name, site) => self.assign_ivar(l, *name, *site, value)?,
            Target::Global(name) => self.global_set(*name, value)?,
            Target::ClassVar(name) => {
                let class = self.class_var_class(l)?;
                self.class_var_set(class, *name, value)?;
            }
            Target::Const(parts) => {
                let class = self.constant_scope(l, &parts.0)?;
                self.assign_constant(class, parts.1, value)?;
            }
            Target::Attr(target) => {
                let receiver = self.eval(l, &target.receiver)?;
                if !(target.is_safe && receiver.is_nil()) {
                    let args = [value];
                    self.assign_call(
                        l,
                        target.is_private,
                        target.line,
                        receiver,
                        target.writer,
                        &args,
                    )?;
                }
            }
            Target::Index(target) => {
                let receiver = self.eval(l, &target.receiver)?;
                let mut args = self.eval_items(l, &target.args)?;
                args.push(value);
                self.assign_call(l, target.is_private, target.line, receiver, names::ASET, &args)?;
            }
            Target::Multi(target) => {
                let items = self.items_to_assign(value)?;
                self.assign_multi(l, target, &items)?;
            }
        }
        Ok(())
    }

    fn assign_call(
        &mut self,
        l: &Local<'_>,
        is_private: bool,
        line: u32,
        receiver: Value,
        name: Symbol,
        args: &[Value],
    ) -> Flow {
        self.core.frames[l.frame].line = line;
        self.call_visible(l, is_private, receiver, Args::new(name, args))
    }

    /// Calls a method after checking its visibility.
    fn call_visible(
        &mut self,
        l: &Local<'_>,
        is_private: bool,
        receiver: Value,
        args: Args<'_>,
    ) -> Flow {
        let class = self.class_of(receiver);
        let Some(method) = self.find_method(class, args.name) else {
            return self.call_missing(receiver, args, false, None);
        };
        let (visibility, owner) = (self.method(method).visibility, self.method(method).owner);
        match visibility {
            Visibility::Public => {}
            _ if is_private => {}
            Visibility::Protected if self.is_a(l.this, owner) => {}
            hidden => return self.call_missing(receiver, args, false, Some(hidden)),
        }
        self.invoke(method, receiver, args)
    }

    /// The values for several targets: the elements of an array (or of the result of `to_ary`), or
    /// the value alone.
    pub(crate) fn items_to_assign(&mut self, value: Value) -> Flow<Vec<Value>> {
        match self.try_ary(value)? {
            Some(id) => Ok(self.array(id).to_vec()),
            None => Ok(vec![value]),
        }
    }

    /// Assigns values to several targets.
    pub(crate) fn assign_multi(
        &mut self,
        l: &Local<'_>,
        target: &MultiTarget,
        items: &[Value],
    ) -> Flow<()> {
        let item = |index: usize| items.get(index).copied().unwrap_or(Value::Nil);
        for (index, target) in target.front.iter().enumerate() {
            self.assign(l, target, item(index))?;
        }
        let Some(rest) = &target.rest else { return Ok(()) };
        let start = target.front.len().min(items.len());
        let end = items.len().saturating_sub(target.back.len()).max(start);
        if let Some(rest) = rest {
            let list = self.new_array(items[start..end].to_vec());
            self.assign(l, rest, list)?;
        }
        for (index, target) in target.back.iter().enumerate() {
            self.assign(l, target, item(end + index))?;
        }
        Ok(())
    }

    /// `a, b = c`
    #[inline(never)]
    pub(crate) fn eval_multi(&mut self, l: &Local<'_>, node: &MultiAssign) -> Flow {
        if has_receivers(&node.target) {
            return self.eval_multi_in_order(l, node);
        }
        if let Node::Array(nodes) = &node.value {
            let items = self.eval_items(l, nodes)?;
            self.assign_multi(l, &node.target, &items)?;
            return Ok(self.new_array(items));
        }
        let value = self.eval(l, &node.value)?;
        let items = self.items_to_assign(value)?;
        self.assign_multi(l, &node.target, &items)?;
        Ok(value)
    }

    /// `a.b, c[d] = e`: evaluates the receivers and indexes on the left before the right side, as
    /// Ruby does.
    fn eval_multi_in_order(&mut self, l: &Local<'_>, node: &MultiAssign) -> Flow {
        let mut places = Vec::new();
        self.eval_receivers(l, &node.target, &mut places)?;
        let (value, items) = match &node.value {
            Node::Array(nodes) => {
                let items = self.eval_items(l, nodes)?;
                (self.new_array(items.clone()), items)
            }
            node => {
                let value = self.eval(l, node)?;
                (value, self.items_to_assign(value)?)
            }
        };
        self.assign_places(l, &node.target, &items, &mut places.into_iter())?;
        Ok(value)
    }

    /// Evaluates the receivers and indexes of targets, in the order of the targets.
    fn eval_receivers(
        &mut self,
        l: &Local<'_>,
        target: &MultiTarget,
        places: &mut Vec<(Value, Vec<Value>)>,
    ) -> Flow<()> {
        for target in targets(target) {
            match target {
                Target::Attr(target) => {
                    places.push((self.eval(l, &target.receiver)?, Vec::new()));
                }
                Target::Index(target) => {
                    let receiver = self.eval(l, &target.receiver)?;
                    places.push((receiver, self.eval_items(l, &target.args)?));
                }
                Target::Multi(target) => self.eval_receivers(l, target, places)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Assigns values to targets whose receivers and indexes were evaluated before.
    fn assign_places(
        &mut self,
        l: &Local<'_>,
        multi: &MultiTarget,
        items: &[Value],
        places: &mut std::vec::IntoIter<(Value, Vec<Value>)>,
    ) -> Flow<()> {
        let start = multi.front.len().min(items.len());
        let end = items.len().saturating_sub(multi.back.len()).max(start);
        let mut values = Vec::with_capacity(multi.front.len() + multi.back.len() + 1);
        let item = |index: usize| items.get(index).copied().unwrap_or(Value::Nil);
        values.extend((0..multi.front.len()).map(item));
        if let Some(Some(_)) = &multi.rest {
            values.push(self.new_array(items[start..end].to_vec()));
        }
        values.extend((0..multi.back.len()).map(|index| item(end + index)));
        for (target, value) in targets(multi).zip(values) {
            match target {
                Target::Attr(target) => {
                    let Some((receiver, _)) = places.next() else { continue };
                    if target.is_safe && receiver.is_nil() {
                        continue;
                    }
                    let (is_private, line) = (target.is_private, target.line);
                    self.assign_call(l, is_private, line, receiver, target.writer, &[value])?;
                }
                Target::Index(target) => {
                    let Some((receiver, mut args)) = places.next() else { continue };
                    args.push(value);
                    let (is_private, line) = (target.is_private, target.line);
                    self.assign_call(l, is_private, line, receiver, names::ASET, &args)?;
                }
                Target::Multi(target) => {
                    let items = self.items_to_assign(value)?;
                    self.assign_places(l, target, &items, places)?;
                }
                target => self.assign(l, target, value)?,
            }
        }
        Ok(())
    }

    /// `a.b ||= c`
    #[inline(never)]
    pub(crate) fn eval_op_attr(&mut self, l: &Local<'_>, node: &OpAttr) -> Flow {
        let receiver = self.operand(l, &node.receiver)?;
        if node.is_safe && receiver.is_nil() {
            return Ok(Value::Nil);
        }
        self.core.frames[l.frame].line = node.line;
        let old = match l.body.site(node.site) {
            Site::Attribute { class, epoch, index } if epoch == self.core.epoch => {
                self.read_attribute(receiver, class, index)
            }
            _ => None,
        };
        let old = match old {
            Some(old) => old,
            None => {
                let args = Args::new(node.reader, &[]);
                self.call_cached(l, node.site, node.is_private, receiver, args)?
            }
        };
        let Some(new) = self.combine(l, old, node.op, &node.value, node.line)? else {
            return Ok(old);
        };
        let writer = node.site + 2;
        if let Site::Attribute { class, epoch, index } = l.body.site(writer)
            && epoch == self.core.epoch
            && self.write_attribute(receiver, class, index, new)
        {
            return Ok(new);
        }
        self.core.frames[l.frame].line = node.line;
        self.call_cached(l, writer, node.is_private, receiver, Args::new(node.writer, &[new]))?;
        Ok(new)
    }

    /// `a[b] ||= c`
    #[inline(never)]
    pub(crate) fn eval_op_index(&mut self, l: &Local<'_>, node: &OpIndex) -> Flow {
        let receiver = self.eval(l, &node.receiver)?;
        let mut args = self.eval_items(l, &node.args)?;
        self.core.frames[l.frame].line = node.line;
        let reading = Args::new(names::AREF, &args);
        let old = self.call_cached(l, node.site, node.is_private, receiver, reading)?;
        let Some(new) = self.combine(l, old, node.op, &node.value, node.line)? else {
            return Ok(old);
        };
        args.push(new);
        self.core.frames[l.frame].line = node.line;
        let writing = Args::new(names::ASET, &args);
        self.call_cached(l, node.site + 2, node.is_private, receiver, writing)?;
        Ok(new)
    }

    /// Calls a method through an inline cache, after checking its visibility.
    fn call_cached(
        &mut self,
        l: &Local<'_>,
        site: u32,
        is_private: bool,
        receiver: Value,
        args: Args<'_>,
    ) -> Flow {
        let class = self.class_of(receiver);
        let epoch = self.core.epoch;
        if let Site::Method { class: known, epoch: of, method } = l.body.site(site)
            && known == class
            && of == epoch
        {
            return self.invoke(method, receiver, args);
        }
        if let Some(method) = self.find_method(class, args.name)
            && (is_private || self.method(method).visibility == Visibility::Public)
        {
            let found = match self.method(method).kind {
                MethodKind::Reader(name) if args.list.is_empty() => {
                    self.attribute_site(class, name, method)
                }
                MethodKind::Writer(name) if args.list.len() == 1 => {
                    self.attribute_site(class, name, method)
                }
                _ => Site::Method { class, epoch, method },
            };
            l.body.set_site(site, found);
        }
        self.call_visible(l, is_private, receiver, args)
    }

    /// The new value of an assignment with an operator; `None` if nothing is assigned.
    fn combine(
        &mut self,
        l: &Local<'_>,
        old: Value,
        op: AssignOp,
        node: &Node,
        line: u32,
    ) -> Flow<Option<Value>> {
        match op {
            AssignOp::Or if old.is_truthy() => Ok(None),
            AssignOp::And if !old.is_truthy() => Ok(None),
            AssignOp::Or | AssignOp::And => self.eval(l, node).map(Some),
            AssignOp::Call(name, fast) => {
                let value = self.operand(l, node)?;
                if let Some(op) = fast
                    && let Some(result) = self.core_operation(op, old, value)
                {
                    return Ok(Some(result));
                }
                self.core.frames[l.frame].line = line;
                self.call_visible(l, false, old, Args::new(name, &[value])).map(Some)
            }
        }
    }

    /// The module that a constant is defined in.
    pub(crate) fn constant_scope(&mut self, l: &Local<'_>, scope: &ConstScope) -> Flow<ClassId> {
        match scope {
            ConstScope::Lexical => {
                let mut cref = &self.core.frames[l.frame].cref;
                while cref.is_eval
                    && let Some(parent) = &cref.parent
                {
                    cref = parent;
                }
                Ok(cref.class)
            }
            ConstScope::Top => Ok(crate::core::class::OBJECT),
            ConstScope::Of(node) => {
                let value = self.eval(l, node)?;
                self.to_module(value)
            }
        }
    }

    pub(crate) fn eval_set_const(&mut self, l: &Local<'_>, node: &SetConst) -> Flow {
        let value = self.eval(l, &node.value)?;
        let class = self.constant_scope(l, &node.scope)?;
        self.assign_constant(class, node.name, value)?;
        Ok(value)
    }
}

/// The targets of a multiple assignment, in order.
fn targets(multi: &MultiTarget) -> impl Iterator<Item = &Target> {
    multi.front.iter().chain(multi.rest.iter().flatten()).chain(&multi.back)
}

/// Whether a target has a receiver or an index to evaluate.
fn has_receivers(multi: &MultiTarget) -> bool {
    targets(multi).any(|target| match target {
        Target::Attr(_) | Target::Index(_) => true,
        Target::Multi(inner) => has_receivers(inner),
        _ => false,
    })
}
