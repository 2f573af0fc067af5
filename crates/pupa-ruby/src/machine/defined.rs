//! `defined?`, and the evaluation of rare expressions: flip-flops, interpolated regular expressions,
//! and named groups that become variables.

use pupa_value::regexp::{Regexp, RegexpOptions};

use super::body::Site;
use super::eval::Local;
use super::{Flow, Machine};
use crate::code::{FlipFlop, InterpolatedRegexp, MatchWrite, Node};
use crate::core::class;
use crate::heap::Encoding;
use crate::native::Visibility;
use crate::symbol::names;
use crate::value::Value;

impl Machine<'_> {
    /// `defined?(expression)`: a string that describes the expression, or `nil`.
    #[inline(never)]
    pub(crate) fn eval_defined(&mut self, l: &Local<'_>, node: &Node) -> Flow {
        let text = self.defined_text(l, node)?;
        match text {
            Some(text) => {
                let value = self.new_str(text);
                self.freeze(value);
                Ok(value)
            }
            None => Ok(Value::Nil),
        }
    }

    fn defined_text(&mut self, l: &Local<'_>, node: &Node) -> Flow<Option<&'static str>> {
        let when = |is_defined: bool, text: &'static str| Ok(is_defined.then_some(text));
        match node {
            Node::Local(_) | Node::Outer(..) => Ok(Some("local-variable")),
            Node::SetLocal(..)
            | Node::SetOuter(..)
            | Node::SetIvar(..)
            | Node::SetGlobal(..)
            | Node::SetClassVar(..)
            | Node::SetConst(_)
            | Node::Multi(_)
            | Node::OpAttr(_)
            | Node::OpIndex(_)
            | Node::OrDefined(_) => Ok(Some("assignment")),
            Node::Ivar(name, _) => {
                let mut is_set = !self.ivar(l.this, *name).is_undef();
                if !is_set
                    && let Value::Object(id) = l.this
                    && let Some(data) = &self.core.heap.objects[id].payload
                    && data.provides_ivars()
                {
                    is_set = !crate::puppet::missing_ivar(self, l.this, *name)?.is_nil();
                }
                when(is_set, "instance-variable")
            }
            Node::Global(name) => when(self.global_defined(*name), "global-variable"),
            Node::ClassVar(name) => {
                let class = self.class_for_class_vars(l);
                when(self.class_var_defined(class, *name), "class variable")
            }
            Node::Const(name, _) => {
                let cref = self.core.frames[l.frame].cref.clone();
                when(self.constant_defined(&cref, *name), "constant")
            }
            Node::ConstPath(path) => {
                let scope = match &path.scope {
                    None => Value::Class(class::OBJECT),
                    Some(scope) => {
                        if self.defined_text(l, scope)?.is_none() {
                            return Ok(None);
                        }
                        self.eval(l, scope)?
                    }
                };
                match scope {
                    Value::Class(id) => when(self.constant_defined_in(id, path.name), "constant"),
                    _ => Ok(None),
                }
            }
            Node::Call(call) => {
                for arg in &call.args {
                    if self.defined_text(l, arg)?.is_none() {
                        return Ok(None);
                    }
                }
                let receiver = match &call.receiver {
                    None => l.this,
                    Some(receiver) => match self.defined_value(l, receiver)? {
                        Some(value) => value,
                        None => return Ok(None),
                    },
                };
                let text = if call.is_assignment { "assignment" } else { "method" };
                when(self.has_method(receiver, call.name, call.is_private)?, text)
            }
            Node::Op(op) => {
                if self.defined_text(l, &op.right)?.is_none() {
                    return Ok(None);
                }
                match self.defined_value(l, &op.left)? {
                    Some(value) => when(self.has_method(value, op.name, false)?, "method"),
                    None => Ok(None),
                }
            }
            Node::Not(node, ..) => Ok(self.defined_value(l, node)?.map(|_| "method")),
            Node::Yield(_) => when(self.core.frames[l.frame].block.is_some(), "yield"),
            Node::Super(_) => {
                let Some(method) = self.core.frames[l.frame].method else { return Ok(None) };
                let (owner, name) = (self.method(method).owner, self.method(method).name);
                let class = self.class_of(l.this);
                when(self.find_super_method(class, owner, name).is_some(), "super")
            }
            Node::This => Ok(Some("self")),
            Node::Nil => Ok(Some("nil")),
            Node::True => Ok(Some("true")),
            Node::False => Ok(Some("false")),
            Node::NthMatch(number) => {
                when(!self.nth_match(*number as usize).is_nil(), "global-variable")
            }
            Node::MatchPart(part) => when(!self.match_part(*part).is_nil(), "global-variable"),
            Node::Seq(nodes) => match nodes.last() {
                Some(last) if nodes.len() == 1 => self.defined_text(l, last),
                _ => Ok(Some("expression")),
            },
            Node::Array(items) => {
                for item in items {
                    if self.defined_text(l, item)?.is_none() {
                        return Ok(None);
                    }
                }
                Ok(Some("expression"))
            }
            _ => Ok(Some("expression")),
        }
    }

    /// The value of an expression; `None` if it is not defined or raises.
    fn defined_value(&mut self, l: &Local<'_>, node: &Node) -> Flow<Option<Value>> {
        if self.defined_text(l, node)?.is_none() {
            return Ok(None);
        }
        match self.eval(l, node) {
            Ok(value) => Ok(Some(value)),
            Err(super::Jump::Raise(_)) => Ok(None),
            Err(jump) => Err(jump),
        }
    }

    fn has_method(
        &mut self,
        receiver: Value,
        name: crate::symbol::Symbol,
        is_private: bool,
    ) -> Flow<bool> {
        let class = self.class_of(receiver);
        match self.find_method(class, name) {
            Some(method) => Ok(is_private || self.method(method).visibility == Visibility::Public),
            None => self.responds_to(receiver, name),
        }
    }

    pub(crate) fn eval_flip_flop(&mut self, l: &Local<'_>, node: &FlipFlop) -> Flow {
        let state = match node.depth {
            0 => self.core.stack[l.base + node.slot as usize],
            depth => self.outer_get(l.frame, depth, node.slot),
        };
        let is_on = if matches!(state, Value::Bool(true)) {
            !self.eval(l, &node.end)?.is_truthy()
        } else {
            if !self.eval(l, &node.begin)?.is_truthy() {
                return Ok(Value::FALSE);
            }
            node.exclusive || !self.eval(l, &node.end)?.is_truthy()
        };
        match node.depth {
            0 => self.core.stack[l.base + node.slot as usize] = Value::Bool(is_on),
            depth => self.outer_set(l.frame, depth, node.slot, Value::Bool(is_on)),
        }
        Ok(Value::TRUE)
    }

    pub(crate) fn eval_dynamic_regexp(&mut self, l: &Local<'_>, node: &InterpolatedRegexp) -> Flow {
        if node.once
            && let Site::Value { value, .. } = l.body.site(node.site)
        {
            return Ok(value);
        }
        let mut source = String::new();
        let mut encoding = (node.options & Regexp::FIXEDENCODING != 0).then_some(Encoding::Utf8);
        for part in &node.parts {
            match part {
                Node::Str(text) => source.push_str(&text.lossy()),
                _ => {
                    let value = self.eval(l, part)?;
                    let text = self.to_s(value)?;
                    if self.string(text).encoding == Encoding::Utf8 {
                        source.push_str(&self.string(text).lossy());
                        continue;
                    }
                    let (text, fixed) = crate::core::regexp::source_text(self, text);
                    source.push_str(&text);
                    encoding = encoding.or(fixed);
                }
            }
        }
        self.core.frames[l.frame].line = node.line;
        let options = RegexpOptions {
            ignore_case: node.options & Regexp::IGNORECASE != 0,
            extended: node.options & Regexp::EXTENDED != 0,
            multi_line: node.options & Regexp::MULTILINE != 0,
        };
        let regexp = self.compile_regexp(&source, options)?;
        let value = self.new_regexp(regexp);
        if let Value::Regexp(id) = value {
            self.core.heap.regexps[id].encoding = encoding;
        }
        self.freeze(value);
        if node.once {
            l.body.set_site(node.site, Site::Value { epoch: 0, value });
        }
        Ok(value)
    }

    pub(crate) fn eval_match_write(&mut self, l: &Local<'_>, node: &MatchWrite) -> Flow {
        let result = self.eval(l, &node.call)?;
        for (name, target) in &node.targets {
            let value = if result.is_nil() {
                Value::Nil
            } else {
                let found = self.last_match();
                self.call(found, names::AREF, &[Value::Sym(*name)])?
            };
            self.assign(l, target, value)?;
        }
        Ok(result)
    }
}
