//! Evaluation of expressions: one function per kind of node.
//!
//! [`Machine::eval`] is the table of contents. It recurses, so its own stack frame is kept small:
//! everything that needs room is in a function of its own.

use std::rc::Rc;

use super::body::Site;
use super::{Body, Flow, Jump, Machine, Outer};
use crate::code::{Begin, Case, JumpKind, Node, Pair, Rescue, While};
use crate::heap::procs::Env;
use crate::heap::{Encoding, RString};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// The frame that expressions are evaluated in.
pub(crate) struct Local<'b> {
    /// The code with its caches.
    pub(crate) body: &'b Rc<Body>,
    /// The stack index of the first variable.
    pub(crate) base: usize,
    /// The number of the frame.
    pub(crate) frame: usize,
    /// `self`
    pub(crate) this: Value,
    /// The stack index of the first variable of the frame around a block, or [`NO_OUTER`] if there
    /// is none on the stack.
    pub(crate) outer: usize,
}

/// The place of the variables around code that is not in a block, or in one whose frame around has
/// ended.
pub(crate) const NO_OUTER: usize = usize::MAX;

impl Machine<'_> {
    /// Evaluates an expression. Expressions in tail position replace the current one instead of
    /// recursing.
    pub(crate) fn eval(&mut self, l: &Local<'_>, node: &Node) -> Flow {
        let mut node = node;
        loop {
            match node {
                Node::If(parts) => {
                    let (condition, then, otherwise) = &**parts;
                    node = if self.holds(l, condition)? { then } else { otherwise };
                }
                Node::Seq(nodes) => {
                    let Some((last, first)) = nodes.split_last() else { return Ok(Value::Nil) };
                    for node in first {
                        self.eval_statement(l, node)?;
                    }
                    node = last;
                }
                Node::And(parts) => {
                    let left = self.eval(l, &parts.0)?;
                    if !left.is_truthy() {
                        return Ok(left);
                    }
                    node = &parts.1;
                }
                Node::Or(parts) => {
                    let left = self.eval(l, &parts.0)?;
                    if left.is_truthy() {
                        return Ok(left);
                    }
                    node = &parts.1;
                }
                _ => return self.eval_plain(l, node),
            }
        }
    }

    /// Evaluates an operand: variables and small literals without a call.
    #[inline(always)]
    pub(crate) fn operand(&mut self, l: &Local<'_>, node: &Node) -> Flow {
        match node {
            Node::Local(slot) => Ok(self.core.stack[l.base + *slot as usize]),
            Node::Outer(1, slot) if l.outer != NO_OUTER => {
                Ok(self.core.stack[l.outer + *slot as usize])
            }
            Node::Int(number) => Ok(Value::Int(*number)),
            Node::Sym(symbol) => Ok(Value::Sym(*symbol)),
            Node::Op(op) => self.eval_op(l, op),
            Node::Call(call) => self.eval_call(l, call),
            Node::Ivar(name, site) => self.eval_ivar(l, *name, *site),
            _ => self.eval(l, node),
        }
    }

    /// Evaluates statements; the value is that of the last one.
    #[inline(always)]
    pub(crate) fn eval_statements(&mut self, l: &Local<'_>, nodes: &[Node]) -> Flow {
        let Some((last, first)) = nodes.split_last() else { return Ok(Value::Nil) };
        for node in first {
            self.eval_statement(l, node)?;
        }
        self.operand(l, last)
    }

    /// Evaluates an expression whose value is dropped; assignments and calls without recursion.
    #[inline(never)]
    fn eval_statement(&mut self, l: &Local<'_>, node: &Node) -> Flow<()> {
        match node {
            Node::SetLocal(slot, node) => {
                let value = self.operand(l, node)?;
                self.core.stack[l.base + *slot as usize] = value;
            }
            Node::SetOuter(1, slot, node) if l.outer != NO_OUTER => {
                let value = self.operand(l, node)?;
                self.core.stack[l.outer + *slot as usize] = value;
            }
            Node::Call(call) => drop(self.eval_call(l, call)?),
            Node::OpAttr(node) => drop(self.eval_op_attr(l, node)?),
            node => drop(self.eval(l, node)?),
        }
        Ok(())
    }

    /// Whether a condition holds.
    #[inline(always)]
    fn holds(&mut self, l: &Local<'_>, condition: &Node) -> Flow<bool> {
        if let Node::Op(op) = condition
            && let Some(value) = self.plain_operation(l, op)
        {
            return Ok(value.is_truthy());
        }
        Ok(self.operand(l, condition)?.is_truthy())
    }

    /// A variable of this frame or of the one around, if that is on the stack. By reference, so that
    /// kind and content are read one by one: a value whose halves were just stored is slow to copy.
    #[inline(always)]
    pub(crate) fn near_variable(&self, l: &Local<'_>, node: &Node) -> Option<&Value> {
        match node {
            Node::Local(slot) => Some(&self.core.stack[l.base + *slot as usize]),
            Node::Outer(1, slot) if l.outer != NO_OUTER => {
                Some(&self.core.stack[l.outer + *slot as usize])
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn eval_plain(&mut self, l: &Local<'_>, node: &Node) -> Flow {
        match node {
            Node::Local(slot) => Ok(self.core.stack[l.base + *slot as usize]),
            Node::Call(call) => self.eval_call(l, call),
            Node::Op(op) => self.eval_op(l, op),
            Node::Int(number) => Ok(Value::Int(*number)),
            Node::Str(string) => Ok(self.eval_string(string)),
            Node::SetLocal(slot, node) => {
                let value = self.operand(l, node)?;
                self.core.stack[l.base + *slot as usize] = value;
                Ok(value)
            }
            Node::Outer(depth, slot) => {
                if *depth == 1 && l.outer != NO_OUTER {
                    return Ok(self.core.stack[l.outer + *slot as usize]);
                }
                Ok(self.outer_get(l.frame, *depth, *slot))
            }
            Node::SetOuter(depth, slot, node) => {
                let value = self.operand(l, node)?;
                if *depth == 1 && l.outer != NO_OUTER {
                    self.core.stack[l.outer + *slot as usize] = value;
                } else {
                    self.outer_set(l.frame, *depth, *slot, value);
                }
                Ok(value)
            }
            Node::Ivar(name, site) => self.eval_ivar(l, *name, *site),
            Node::SetIvar(name, site, node) => {
                let value = self.eval(l, node)?;
                self.assign_ivar(l, *name, *site, value)?;
                Ok(value)
            }
            Node::Nil => Ok(Value::Nil),
            Node::True => Ok(Value::TRUE),
            Node::False => Ok(Value::FALSE),
            Node::This => Ok(l.this),
            Node::Sym(symbol) => Ok(Value::Sym(*symbol)),
            Node::Float(number) => Ok(Value::Float(*number)),
            Node::Not(node, site, line) => {
                let value = self.eval(l, node)?;
                self.eval_not(l, value, *site, *line)
            }
            Node::Const(name, site) => self.eval_const(l, *name, *site),
            Node::Interpolation(parts) => self.eval_interpolation(l, parts),
            Node::Array(items) => self.eval_array(l, items),
            Node::Hash(pairs) => self.eval_hash(l, pairs),
            Node::While(node) => self.eval_while(l, node),
            Node::Yield(node) => self.eval_yield(l, node),
            Node::Return(node) => {
                let value = self.eval(l, node)?;
                Err(self.return_jump(l, value))
            }
            Node::Break(node, kind) => {
                let value = self.eval(l, node)?;
                Err(self.break_jump(l, value, *kind))
            }
            Node::Next(node, kind) => {
                self.core.carried = self.eval(l, node)?;
                Err(if *kind == JumpKind::Loop { Jump::LoopNext } else { Jump::Next })
            }
            Node::Case(case) => self.eval_case(l, case),
            Node::Begin(begin) => self.eval_begin(l, begin),
            Node::Super(node) => self.eval_super(l, node),
            _ => self.eval_rare(l, node),
        }
    }

    /// Evaluates the kinds of nodes that are not on a hot path.
    #[inline(never)]
    fn eval_rare(&mut self, l: &Local<'_>, node: &Node) -> Flow {
        match node {
            Node::FrozenStr(string, site) => self.eval_frozen_string(l, string, *site),
            Node::Big(number) => Ok(self.new_integer((**number).clone())),
            Node::Rational(parts) => {
                let (num, den) = (**parts).clone();
                Ok(crate::core::numeric::new_rational(self, num, den))
            }
            Node::Imaginary(part) => {
                let imag = self.eval(l, part)?;
                Ok(crate::core::numeric::new_complex(self, Value::Int(0), imag))
            }
            Node::InterpolatedSymbol(parts) => {
                let string = self.interpolate(l, parts)?;
                Ok(Value::Sym(Symbol::new(&string.lossy())))
            }
            Node::Command(parts) => {
                let string = self.interpolate(l, parts)?;
                let command = Value::Str(self.add_string(string));
                if let [Node::Str(_)] = &**parts {
                    self.freeze(command);
                }
                self.call(l.this, names::BACKTICK, &[command])
            }
            Node::Regexp(literal, site) => {
                if let Site::Value { value, .. } = l.body.site(*site) {
                    return Ok(value);
                }
                let value = self.new_regexp(literal.regexp.clone());
                if let Value::Regexp(id) = value {
                    let object = &mut self.core.heap.regexps[id];
                    object.no_encoding = literal.no_encoding;
                    object.encoding = literal.is_unicode.then_some(Encoding::Utf8);
                }
                self.freeze(value);
                l.body.set_site(*site, Site::Value { epoch: 0, value });
                Ok(value)
            }
            Node::InterpolatedRegexp(node) => self.eval_dynamic_regexp(l, node),
            Node::Range(range) => {
                let begin = self.eval(l, &range.begin)?;
                let end = self.eval(l, &range.end)?;
                self.checked_range(begin, end, range.exclusive)
            }
            Node::FlipFlop(node) => self.eval_flip_flop(l, node),
            Node::Global(name) => self.global_get(*name),
            Node::SetGlobal(name, node) => {
                let value = self.eval(l, node)?;
                self.global_set(*name, value)?;
                Ok(value)
            }
            Node::ClassVar(name) => {
                let class = self.class_var_class(l)?;
                self.class_var_get(class, *name)
            }
            Node::SetClassVar(name, node) => {
                let value = self.eval(l, node)?;
                let class = self.class_var_class(l)?;
                self.class_var_set(class, *name, value)?;
                Ok(value)
            }
            Node::ConstPath(path) => self.eval_const_path(l, path),
            Node::SetConst(node) => self.eval_set_const(l, node),
            Node::NthMatch(number) => Ok(self.nth_match(*number as usize)),
            Node::MatchPart(part) => Ok(self.match_part(*part)),
            Node::For(node) => self.eval_for(l, node),
            Node::Defined(node) => self.eval_defined(l, node),
            Node::Splat(node) => {
                let value = self.eval(l, node)?;
                let items = self.splat(value)?;
                Ok(self.new_array(items))
            }
            Node::Keywords(pairs) => {
                let hash = self.new_hash();
                self.fill_hash(l, hash, pairs)?;
                Ok(Value::Hash(hash))
            }
            Node::OpAttr(node) => self.eval_op_attr(l, node),
            Node::OpIndex(node) => self.eval_op_index(l, node),
            Node::OrDefined(parts) => {
                if self.eval_defined(l, &parts.0)?.is_truthy() {
                    let value = self.eval(l, &parts.0)?;
                    if value.is_truthy() {
                        return Ok(value);
                    }
                }
                self.eval(l, &parts.1)
            }
            Node::Multi(node) => self.eval_multi(l, node),
            Node::Match(node) => self.eval_case_in(l, node),
            Node::MatchOne(node) => self.eval_match_one(l, node),
            Node::Redo(_) => Err(Jump::Redo),
            Node::Retry => Err(Jump::Retry),
            Node::Def(node) => self.eval_def(l, node),
            Node::Class(node) => self.eval_class(l, node),
            Node::Module(node) => self.eval_module(l, node),
            Node::SingletonClass(node, code, line) => {
                self.eval_singleton_class(l, node, *code, *line)
            }
            Node::Alias(parts) => {
                let new = self.eval(l, &parts.0)?;
                let old = self.eval(l, &parts.1)?;
                let (new, old) = (self.to_symbol(new)?, self.to_symbol(old)?);
                let class = self.core.frames[l.frame].cref.class;
                self.alias_method(class, new, old)?;
                Ok(Value::Nil)
            }
            Node::AliasGlobal(new, old) => {
                self.core.global_aliases.insert(*new, *old);
                Ok(Value::Nil)
            }
            Node::Undef(list) => {
                let class = self.core.frames[l.frame].cref.class;
                for node in list {
                    let name = self.eval(l, node)?;
                    let name = self.to_symbol(name)?;
                    self.undef_method(class, name)?;
                }
                Ok(Value::Nil)
            }
            Node::Lambda(code) => Ok(self.make_lambda(l, *code)),
            Node::MatchWrite(node) => self.eval_match_write(l, node),
            Node::EncodingLiteral => {
                self.constant_in(crate::core::class::ENCODING, Symbol::new("UTF_8"))
            }
            Node::Unsupported(what, line) => {
                self.core.frames[l.frame].line = *line;
                Err(self.not_implemented(what))
            }
            _ => self.eval(l, node),
        }
    }

    #[inline(never)]
    fn eval_string(&mut self, string: &RString) -> Value {
        Value::Str(self.add_string(string.clone()))
    }

    #[inline(never)]
    fn eval_frozen_string(&mut self, l: &Local<'_>, string: &RString, site: u32) -> Flow {
        if let Site::Value { value, .. } = l.body.site(site) {
            return Ok(value);
        }
        let mut string = string.clone();
        string.frozen = true;
        let value = Value::Str(self.add_string(string));
        l.body.set_site(site, Site::Value { epoch: 0, value });
        Ok(value)
    }

    #[inline(never)]
    fn eval_not(&mut self, l: &Local<'_>, value: Value, site: u32, line: u32) -> Flow {
        if let Value::Object(_) = value {
            return self.call_object_not(l, value, site, line);
        }
        Ok(Value::Bool(!value.is_truthy()))
    }

    fn call_object_not(&mut self, l: &Local<'_>, value: Value, site: u32, line: u32) -> Flow {
        self.dispatch(l, site, line, value, crate::native::Args::new(names::NOT, &[]))
    }

    /// The value of a variable of a frame around.
    #[inline(never)]
    pub(crate) fn outer_get(&self, frame: usize, depth: u16, slot: u32) -> Value {
        match self.outer_frame(frame, depth) {
            Some(Outer::Frame(frame)) => {
                let base = self.core.frames[frame as usize].base;
                self.core.stack[(base + slot) as usize]
            }
            Some(Outer::Env(env)) => match &self.core.heap.envs[env] {
                Env::Active { frame } => {
                    let base = self.core.frames[*frame as usize].base;
                    self.core.stack[(base + slot) as usize]
                }
                Env::Ended(ended) => ended.slots.get(slot as usize).copied().unwrap_or(Value::Nil),
            },
            None => Value::Nil,
        }
    }

    /// Sets a variable of a frame around.
    #[inline(never)]
    pub(crate) fn outer_set(&mut self, frame: usize, depth: u16, slot: u32, value: Value) {
        match self.outer_frame(frame, depth) {
            Some(Outer::Frame(frame)) => {
                let base = self.core.frames[frame as usize].base;
                self.core.stack[(base + slot) as usize] = value;
            }
            Some(Outer::Env(env)) => match &mut self.core.heap.envs[env] {
                Env::Active { frame } => {
                    let base = self.core.frames[*frame as usize].base;
                    self.core.stack[(base + slot) as usize] = value;
                }
                Env::Ended(ended) => {
                    if let Some(place) = ended.slots.get_mut(slot as usize) {
                        *place = value;
                    }
                }
            },
            None => {}
        }
    }

    /// The frame that lies `depth` frames outwards.
    #[inline]
    pub(crate) fn outer_frame(&self, frame: usize, depth: u16) -> Option<Outer> {
        let mut outer = self.core.frames[frame].outer?;
        for _ in 1..depth {
            outer = match outer {
                Outer::Frame(frame) => self.core.frames[frame as usize].outer?,
                Outer::Env(env) => match &self.core.heap.envs[env] {
                    Env::Active { frame } => self.core.frames[*frame as usize].outer?,
                    Env::Ended(ended) => Outer::Env(ended.outer?),
                },
            };
        }
        Some(outer)
    }

    #[inline(never)]
    fn eval_ivar(&mut self, l: &Local<'_>, name: Symbol, site: u32) -> Flow {
        if let Some(value) = self.load_ivar(l, site) {
            return Ok(value);
        }
        self.eval_ivar_slow(l, name, site)
    }

    #[inline(never)]
    fn eval_ivar_slow(&mut self, l: &Local<'_>, name: Symbol, site: u32) -> Flow {
        let Value::Object(id) = l.this else {
            let value = self.ivar(l.this, name);
            return Ok(if value.is_undef() { Value::Nil } else { value });
        };
        let class = self.core.heap.objects[id].class;
        if let Some(&index) = self.class(class).ivar_numbers.get(&name) {
            l.body.set_site(site, Site::Ivar { class, index });
            match self.core.heap.objects[id].ivars.get(index as usize) {
                Some(Value::Undef) | None => {}
                Some(value) => return Ok(*value),
            }
        }
        if self.core.heap.objects[id].payload.as_ref().is_some_and(|data| data.provides_ivars()) {
            return crate::puppet::missing_ivar(self, l.this, name);
        }
        Ok(Value::Nil)
    }

    /// The value of an instance variable that is set and whose place is known.
    #[inline(always)]
    pub(crate) fn load_ivar(&self, l: &Local<'_>, site: u32) -> Option<Value> {
        let Value::Object(id) = l.this else { return None };
        let object = &self.core.heap.objects[id];
        match l.body.site(site) {
            Site::Ivar { class, index } if class == object.class => {
                object.ivars.get(index as usize).copied().filter(|value| !value.is_undef())
            }
            _ => None,
        }
    }

    /// Sets an instance variable whose place is known. Returns `false` if that must be done in the
    /// general way.
    #[inline]
    pub(crate) fn store_ivar(&mut self, l: &Local<'_>, site: u32, value: Value) -> bool {
        let Value::Object(id) = l.this else { return false };
        let Site::Ivar { class, index } = l.body.site(site) else { return false };
        let core = &mut *self.core;
        let object = &mut core.heap.objects[id];
        if class != object.class || object.frozen {
            return false;
        }
        let index = index as usize;
        if let Some(place) = object.ivars.get_mut(index) {
            *place = value;
            return true;
        }
        if core.heap.allocated > core.limits.memory {
            return false;
        }
        // The variables of a new object are set one after the other.
        if object.ivars.capacity() == 0 {
            object.ivars.reserve_exact(core.classes.get(class).ivar_names.len());
        }
        object.ivars.resize(index, Value::Undef);
        object.ivars.push(value);
        core.heap.allocated += 16;
        true
    }

    #[inline(never)]
    pub(crate) fn assign_ivar(
        &mut self,
        l: &Local<'_>,
        name: Symbol,
        site: u32,
        value: Value,
    ) -> Flow<()> {
        if self.store_ivar(l, site, value) {
            return Ok(());
        }
        if let Value::Object(id) = l.this {
            self.check_frozen(l.this)?;
            let class = self.core.heap.objects[id].class;
            let index = self.ivar_number(class, name);
            l.body.set_site(site, Site::Ivar { class, index });
        } else {
            self.check_frozen(l.this)?;
        }
        self.charge(16)?;
        self.set_ivar(l.this, name, value);
        Ok(())
    }

    #[inline(never)]
    fn eval_const(&mut self, l: &Local<'_>, name: Symbol, site: u32) -> Flow {
        if let Site::Value { epoch, value } = l.body.site(site)
            && epoch == self.core.constant_epoch
        {
            return Ok(value);
        }
        let cref = self.core.frames[l.frame].cref.clone();
        let Some(value) = self.find_lexical_constant(&cref, name)? else {
            // The answers of `const_missing` may differ from time to time.
            return self.lookup_constant(&cref, name);
        };
        l.body.set_site(site, Site::Value { epoch: self.core.constant_epoch, value });
        Ok(value)
    }

    #[inline(never)]
    fn eval_interpolation(&mut self, l: &Local<'_>, parts: &[Node]) -> Flow {
        let string = self.interpolate(l, parts)?;
        Ok(Value::Str(self.add_string(string)))
    }

    #[inline(never)]
    fn eval_hash(&mut self, l: &Local<'_>, pairs: &[Pair]) -> Flow {
        let hash = self.new_hash();
        self.fill_hash(l, hash, pairs)?;
        Ok(Value::Hash(hash))
    }

    /// The string of interpolated parts.
    pub(crate) fn interpolate(&mut self, l: &Local<'_>, parts: &[Node]) -> Flow<RString> {
        let mut result = RString::from_text(ecow::EcoString::new());
        for part in parts {
            if let Node::Str(text) = part {
                self.append_part(&mut result, text)?;
                continue;
            }
            match self.eval(l, part)? {
                Value::Str(id) => {
                    let part = self.string(id).clone();
                    self.append_part(&mut result, &part)?;
                }
                Value::Int(number) => result.push_integer(number),
                Value::Sym(symbol) if !self.core.operators_redefined => {
                    result.push_str(symbol.as_str());
                }
                Value::Nil => {}
                value => {
                    let id = self.to_s(value)?;
                    let part = self.string(id).clone();
                    self.append_part(&mut result, &part)?;
                }
            }
        }
        // Compat: a string of interpolations only begins with an empty literal. Pinned by
        // `ruby-function-binary-text`.
        if result.encoding != Encoding::Utf8
            && result.is_ascii()
            && !parts.iter().any(|part| matches!(part, Node::Str(_)))
        {
            result.encoding = Encoding::Utf8;
        }
        self.charge(result.len())?;
        Ok(result)
    }

    /// Appends a part of an interpolated string, which keeps the encoding of non-ASCII parts.
    fn append_part(&mut self, result: &mut RString, part: &RString) -> Flow<()> {
        if result.is_empty() {
            // Shares the text until more is appended.
            result.assign(part);
            result.frozen = false;
            return Ok(());
        }
        if result.encoding == Encoding::UsAscii && result.is_ascii() {
            result.encoding = part.encoding;
        }
        if part.encoding != result.encoding && !part.is_ascii() {
            if !result.is_ascii() {
                let (left, right) = (result.encoding.name(), part.encoding.name());
                return Err(self.error(
                    crate::core::class::COMPATIBILITY_ERROR,
                    format!("incompatible character encodings: {left} and {right}"),
                ));
            }
            result.encoding = part.encoding;
        }
        match part.utf8() {
            Some(text) => result.push_str(text),
            None => result.push_bytes(part.bytes()),
        }
        Ok(())
    }

    #[inline(never)]
    fn eval_array(&mut self, l: &Local<'_>, items: &[Node]) -> Flow {
        let values = self.eval_items(l, items)?;
        Ok(self.new_array(values))
    }

    /// The values of a list of elements or arguments. Keywords become a hash.
    pub(crate) fn eval_items(&mut self, l: &Local<'_>, items: &[Node]) -> Flow<Vec<Value>> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Node::Splat(node) => {
                    let value = self.eval(l, node)?;
                    values.extend(self.splat(value)?);
                }
                Node::Keywords(pairs) => {
                    let hash = self.new_hash();
                    self.fill_hash(l, hash, pairs)?;
                    let only_splats = pairs.iter().all(|pair| matches!(pair, Pair::Splat(_)));
                    if !(only_splats && self.hash(hash).is_empty()) {
                        values.push(Value::Hash(hash));
                    }
                }
                _ => values.push(self.eval(l, item)?),
            }
        }
        Ok(values)
    }

    /// The elements of `*value`.
    pub(crate) fn splat(&mut self, value: Value) -> Flow<Vec<Value>> {
        match value {
            Value::Array(id) => Ok(self.array(id).to_vec()),
            Value::Nil => Ok(Vec::new()),
            Value::Int(_) | Value::Str(_) | Value::Sym(_) | Value::Float(_) | Value::Bool(_) => {
                Ok(vec![value])
            }
            _ => match self.try_call(value, names::TO_A, &[])? {
                Some(Value::Array(id)) => Ok(self.array(id).to_vec()),
                None | Some(Value::Nil) => Ok(vec![value]),
                Some(other) => {
                    let (from, got) = (self.class_name_of(value), self.class_name_of(other));
                    Err(self.type_error(format!(
                        "can't convert {from} to Array ({from}#to_a gives {got})"
                    )))
                }
            },
        }
    }

    #[inline(never)]
    pub(crate) fn fill_hash(
        &mut self,
        l: &Local<'_>,
        hash: crate::value::HashId,
        pairs: &[Pair],
    ) -> Flow<()> {
        for pair in pairs {
            match pair {
                Pair::Entry(key, value) => {
                    let key = self.eval(l, key)?;
                    let value = self.eval(l, value)?;
                    self.hash_set(hash, key, value)?;
                }
                Pair::Splat(node) => {
                    let value = self.eval(l, node)?;
                    if value.is_nil() {
                        continue;
                    }
                    let other = self.to_hash(value)?;
                    let entries: Vec<_> = self.hash(other).iter().collect();
                    for (key, value) in entries {
                        self.hash_set(hash, key, value)?;
                    }
                }
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn eval_while(&mut self, l: &Local<'_>, node: &While) -> Flow {
        let mut skip_condition = node.body_first;
        loop {
            self.step()?;
            if !skip_condition {
                match self.holds(l, &node.condition) {
                    Ok(holds) if holds == node.continues_on => {}
                    Ok(_) => return Ok(Value::Nil),
                    Err(Jump::LoopBreak) => return Ok(self.core.carried),
                    Err(Jump::LoopNext) => continue,
                    Err(jump) => return Err(jump),
                }
            }
            skip_condition = false;
            let result = match &node.body {
                Node::Seq(nodes) => nodes.iter().try_for_each(|node| self.eval_statement(l, node)),
                node => self.eval_statement(l, node),
            };
            match result {
                Ok(()) | Err(Jump::LoopNext) => {}
                Err(Jump::LoopBreak) => return Ok(self.core.carried),
                Err(Jump::Redo) => skip_condition = true,
                Err(jump) => return Err(jump),
            }
        }
    }

    #[inline(never)]
    fn eval_case(&mut self, l: &Local<'_>, case: &Case) -> Flow {
        let subject = match &case.subject {
            Some(node) => Some(self.eval(l, node)?),
            None => None,
        };
        for branch in &case.branches {
            for (condition, site) in &branch.conditions {
                let is_match = match condition {
                    Node::Splat(node) => {
                        let value = self.eval(l, node)?;
                        let items = self.splat(value)?;
                        self.any_matches(l, subject, &items, *site, branch.line)?
                    }
                    _ => {
                        let pattern = self.eval(l, condition)?;
                        match subject {
                            Some(subject) => {
                                self.case_matches(l, pattern, subject, *site, branch.line)?
                            }
                            None => pattern.is_truthy(),
                        }
                    }
                };
                if is_match {
                    return self.eval(l, &branch.body);
                }
            }
        }
        self.eval(l, &case.otherwise)
    }

    fn any_matches(
        &mut self,
        l: &Local<'_>,
        subject: Option<Value>,
        patterns: &[Value],
        site: u32,
        line: u32,
    ) -> Flow<bool> {
        for &pattern in patterns {
            let is_match = match subject {
                Some(subject) => self.case_matches(l, pattern, subject, site, line)?,
                None => pattern.is_truthy(),
            };
            if is_match {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `pattern === subject` of a `when`, with fast paths.
    fn case_matches(
        &mut self,
        l: &Local<'_>,
        pattern: Value,
        subject: Value,
        site: u32,
        line: u32,
    ) -> Flow<bool> {
        if !self.core.operators_redefined {
            match (pattern, subject) {
                (Value::Sym(a), Value::Sym(b)) => return Ok(a == b),
                (Value::Int(a), Value::Int(b)) => return Ok(a == b),
                (Value::Sym(_) | Value::Nil | Value::Bool(_), _) => {
                    return Ok(pattern.is_same(subject));
                }
                (Value::Str(_), Value::Str(_)) => return self.equals(pattern, subject),
                _ => {}
            }
        }
        let args = [subject];
        let args = crate::native::Args::new(names::CASE_EQUALS, &args);
        // Private methods count here.
        let class = self.class_of(pattern);
        if let Value::Object(_) = pattern
            && let Some(method) = self.find_method(class, names::CASE_EQUALS)
            && self.method(method).visibility != crate::native::Visibility::Public
        {
            return Ok(self.invoke(method, pattern, args)?.is_truthy());
        }
        Ok(self.dispatch(l, site, line, pattern, args)?.is_truthy())
    }

    #[inline(never)]
    fn eval_begin(&mut self, l: &Local<'_>, begin: &Begin) -> Flow {
        let result = loop {
            let result = match self.eval(l, &begin.body) {
                Ok(value) => match &begin.otherwise {
                    Some(node) => self.eval(l, node),
                    None => Ok(value),
                },
                Err(Jump::Raise(exception)) if !begin.rescues.is_empty() => {
                    self.eval_rescues(l, &begin.rescues, Value::Object(exception))
                }
                Err(jump) => Err(jump),
            };
            match result {
                Err(Jump::Retry) => self.step()?,
                result => break result,
            }
        };
        let Some(ensure) = &begin.ensure else { return result };
        if let Err(Jump::Stop(super::jump::Stop::Limit)) = result {
            // Clean-up code must not run on when a limit has ended the program.
            return result;
        }
        let carried = self.core.carried;
        let raised = match result {
            Err(Jump::Raise(exception)) => {
                self.core.handled.push(Value::Object(exception));
                true
            }
            _ => false,
        };
        let ensured = self.eval(l, ensure);
        if raised {
            self.core.handled.pop();
        }
        ensured?;
        self.core.carried = carried;
        result
    }

    fn eval_rescues(&mut self, l: &Local<'_>, rescues: &[Rescue], exception: Value) -> Flow {
        let Value::Object(id) = exception else { return Ok(Value::Nil) };
        for rescue in rescues {
            self.core.handled.push(exception);
            let is_match = self.rescue_matches(l, rescue, exception);
            self.core.handled.pop();
            if !is_match? {
                continue;
            }
            self.core.handled.push(exception);
            let result = match &rescue.target {
                Some(target) => self.assign(l, target, exception),
                None => Ok(()),
            };
            let result = result.and_then(|()| self.eval(l, &rescue.body));
            self.core.handled.pop();
            return result;
        }
        Err(Jump::Raise(id))
    }

    fn rescue_matches(&mut self, l: &Local<'_>, rescue: &Rescue, exception: Value) -> Flow<bool> {
        if rescue.classes.is_empty() {
            return Ok(self.is_a(exception, crate::core::class::STANDARD_ERROR));
        }
        for node in &rescue.classes {
            let classes = match node {
                Node::Splat(node) => {
                    let value = self.eval(l, node)?;
                    self.splat(value)?
                }
                _ => vec![self.eval(l, node)?],
            };
            for class in classes {
                if self.matches_rescue(class, exception)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A range whose ends can be compared.
    pub(crate) fn checked_range(&mut self, begin: Value, end: Value, exclusive: bool) -> Flow {
        let is_plain = matches!(
            (begin, end),
            (Value::Int(_) | Value::Nil, Value::Int(_) | Value::Nil)
                | (Value::Str(_), Value::Str(_))
        );
        if !is_plain && !begin.is_nil() && !end.is_nil() {
            let order = self.call(begin, names::COMPARE, &[end])?;
            if order.is_nil() {
                return Err(self.argument_error("bad value for range"));
            }
        }
        Ok(self.new_range(begin, end, exclusive))
    }

    #[inline(never)]
    fn return_jump(&mut self, l: &Local<'_>, value: Value) -> Jump {
        let home = self.core.frames[l.frame].home;
        if !self.core.frames.iter().rev().any(|frame| frame.serial == home) {
            return self.local_jump_error("unexpected return", "return", value);
        }
        self.core.carried = value;
        Jump::Return(home)
    }

    #[inline(never)]
    fn break_jump(&mut self, l: &Local<'_>, value: Value, kind: JumpKind) -> Jump {
        if kind == JumpKind::Loop {
            self.core.carried = value;
            return Jump::LoopBreak;
        }
        let frame = &self.core.frames[l.frame];
        let tag = frame.tag;
        if !frame.is_lambda && !self.core.active_tags.iter().rev().any(|&active| active == tag) {
            return self.local_jump_error("break from proc-closure", "break", value);
        }
        self.core.carried = value;
        Jump::Break(tag)
    }
}
