//! Calls: from call nodes, and from Rust.

use super::body::Site;
use super::eval::Local;
use super::{Flow, Jump, Machine, MethodId, MethodKind};
use crate::code::{BlockNode, Call, For, Node, Super, Yield};
use crate::core::class;
use crate::heap::procs::ProcKind;
use crate::native::{Args, Block, Visibility};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

impl Machine<'_> {
    /// Calls a method, private ones included.
    #[inline]
    pub fn call(&mut self, receiver: Value, name: Symbol, args: &[Value]) -> Flow {
        self.call_args(receiver, Args::new(name, args))
    }

    /// Calls a method with a block.
    pub fn call_with_block(
        &mut self,
        receiver: Value,
        name: Symbol,
        args: &[Value],
        block: Option<Block>,
    ) -> Flow {
        self.call_args(receiver, Args::new(name, args).with_block(block))
    }

    /// Calls a method with arguments of any form, private ones included. The name is that of the
    /// arguments.
    pub fn call_args(&mut self, receiver: Value, args: Args<'_>) -> Flow {
        let class = self.class_of(receiver);
        match self.find_method(class, args.name) {
            Some(method) => self.invoke_checked(method, receiver, args),
            None => self.call_missing(receiver, args, false, None),
        }
    }

    /// Calls a method as code outside of the object may: private and protected methods are
    /// `NoMethodError`s, as for `public_send`.
    pub fn call_public(&mut self, receiver: Value, args: Args<'_>) -> Flow {
        let class = self.class_of(receiver);
        match self.find_method(class, args.name) {
            Some(method) => match self.method(method).visibility {
                Visibility::Public => self.invoke_checked(method, receiver, args),
                hidden => self.call_missing(receiver, args, false, Some(hidden)),
            },
            None => self.call_missing(receiver, args, false, None),
        }
    }

    /// Calls a method if the receiver has it (or `respond_to_missing?` says so).
    pub fn try_call(
        &mut self,
        receiver: Value,
        name: Symbol,
        args: &[Value],
    ) -> Flow<Option<Value>> {
        let class = self.class_of(receiver);
        if let Some(custom) = self.find_method(class, names::RESPOND_TO)
            && self.method(custom).owner != class::KERNEL
        {
            let list = [Value::Sym(name), Value::TRUE];
            let count = if crate::core::procs::takes_two(self, custom) { 2 } else { 1 };
            let list = Args::new(names::RESPOND_TO, &list[..count]);
            let answer = self.invoke_checked(custom, receiver, list)?;
            if !answer.is_truthy() {
                return Ok(None);
            }
            return self.call(receiver, name, args).map(Some);
        }
        if let Some(method) = self.find_method(class, name) {
            return self.invoke_checked(method, receiver, Args::new(name, args)).map(Some);
        }
        if self.missing_answers(receiver, class, name, true)? {
            return self.call_missing(receiver, Args::new(name, args), false, None).map(Some);
        }
        self.try_missing(receiver, class, name, args)
    }

    /// Asks a `method_missing` of the program that has no `respond_to_missing?` beside it; a
    /// `NoMethodError` means that there is no such method.
    fn try_missing(
        &mut self,
        receiver: Value,
        class: ClassId,
        name: Symbol,
        args: &[Value],
    ) -> Flow<Option<Value>> {
        let is_program = |m: &mut Self, name| {
            let method = m.find_method(class, name);
            method.is_some_and(|id| !matches!(m.method(id).kind, MethodKind::Native(_)))
        };
        if is_program(self, names::RESPOND_TO_MISSING) || !is_program(self, names::METHOD_MISSING) {
            return Ok(None);
        }
        match self.call_missing(receiver, Args::new(name, args), false, None) {
            Ok(value) => Ok(Some(value)),
            Err(Jump::Raise(id)) if self.is_a(Value::Object(id), class::NO_METHOD_ERROR) => {
                Ok(None)
            }
            Err(jump) => Err(jump),
        }
    }

    /// Whether a value has a public method, as `respond_to?` says.
    pub fn responds_to(&mut self, value: Value, name: Symbol) -> Flow<bool> {
        let class = self.class_of(value);
        if let Some(custom) = self.find_method(class, names::RESPOND_TO)
            && self.method(custom).owner != class::KERNEL
        {
            return Ok(self.call(value, names::RESPOND_TO, &[Value::Sym(name)])?.is_truthy());
        }
        if let Some(method) = self.find_method(class, name) {
            return Ok(self.method(method).visibility == Visibility::Public);
        }
        self.missing_answers(value, class, name, false)
    }

    /// Whether a `respond_to_missing?` of the program says that a method exists.
    fn missing_answers(
        &mut self,
        value: Value,
        class: ClassId,
        name: Symbol,
        with_private: bool,
    ) -> Flow<bool> {
        let Some(method) = self.find_method(class, names::RESPOND_TO_MISSING) else {
            return Ok(false);
        };
        if matches!(self.method(method).kind, MethodKind::Native(_)) {
            return Ok(false);
        }
        let args = [Value::Sym(name), Value::Bool(with_private)];
        let args = Args::new(names::RESPOND_TO_MISSING, &args);
        Ok(self.invoke_checked(method, value, args)?.is_truthy())
    }

    /// Calls `method_missing`, or raises the error of an unknown method.
    #[inline(never)]
    pub(crate) fn call_missing(
        &mut self,
        receiver: Value,
        args: Args<'_>,
        is_variable: bool,
        hidden: Option<Visibility>,
    ) -> Flow {
        let class = self.class_of(receiver);
        if let Some(missing) = self.find_method(class, names::METHOD_MISSING)
            && self.method(missing).owner != class::BASIC_OBJECT
        {
            let mut list = vec![Value::Sym(args.name)];
            list.extend_from_slice(args.list);
            let args = Args { list: &list, name: names::METHOD_MISSING, ..args };
            return self.invoke_checked(missing, receiver, args);
        }
        Err(self.no_method_error(receiver, args.name, args.list, is_variable, hidden))
    }

    /// Evaluates a call node.
    #[inline(never)]
    pub(crate) fn eval_call(&mut self, l: &Local<'_>, call: &Call) -> Flow {
        let receiver = match &call.receiver {
            None => l.this,
            Some(node) => self.operand(l, node)?,
        };
        if call.is_safe && receiver.is_nil() {
            return Ok(Value::Nil);
        }
        if !call.is_plain {
            return self.eval_general_call(l, call, receiver);
        }
        let mut buffer = [Value::Nil; INLINE_ARGS];
        let Some(args) = buffer.get_mut(..call.args.len()) else {
            return self.eval_long_call(l, call, receiver);
        };
        for (place, node) in args.iter_mut().zip(&call.args) {
            *place = self.operand(l, node)?;
        }
        self.finish_call(l, call, receiver, args, false)
    }

    #[inline(never)]
    fn eval_long_call(&mut self, l: &Local<'_>, call: &Call, receiver: Value) -> Flow {
        let mut args = Vec::with_capacity(call.args.len());
        for node in &call.args {
            args.push(self.eval(l, node)?);
        }
        self.finish_call(l, call, receiver, &args, false)
    }

    /// A call whose arguments contain splats or keywords.
    #[inline(never)]
    fn eval_general_call(&mut self, l: &Local<'_>, call: &Call, receiver: Value) -> Flow {
        let (args, has_keywords) = self.eval_arguments(l, &call.args)?;
        self.finish_call(l, call, receiver, &args, has_keywords)
    }

    /// The values of arguments, and whether the last is a hash of keywords.
    pub(crate) fn eval_arguments(
        &mut self,
        l: &Local<'_>,
        nodes: &[Node],
    ) -> Flow<(Vec<Value>, bool)> {
        let before_keywords = match nodes.last() {
            Some(Node::Keywords(_)) => nodes.len() - 1,
            _ => nodes.len(),
        };
        let mut args = self.eval_items(l, &nodes[..before_keywords])?;
        let count = args.len();
        args.extend(self.eval_items(l, &nodes[before_keywords..])?);
        let has_keywords = args.len() > count;
        Ok((args, has_keywords))
    }

    #[inline(always)]
    fn finish_call(
        &mut self,
        l: &Local<'_>,
        call: &Call,
        receiver: Value,
        list: &[Value],
        has_keywords: bool,
    ) -> Flow {
        let args = Args { list, block: None, has_keywords, name: call.name };
        if let (BlockNode::None, false) = (&call.block, call.is_assignment) {
            return self.dispatch_call(l, call, receiver, args);
        }
        self.finish_block_call(l, call, receiver, args)
    }

    /// A call with a block, or one whose value is its last argument.
    #[inline(never)]
    fn finish_block_call(
        &mut self,
        l: &Local<'_>,
        call: &Call,
        receiver: Value,
        args: Args<'_>,
    ) -> Flow {
        let result = match &call.block {
            BlockNode::None => self.dispatch_call(l, call, receiver, args)?,
            BlockNode::Literal(code) => {
                let tag = self.next_serial();
                let block = Block::Literal { frame: l.frame as u32, code: *code, tag };
                self.core.active_tags.push(tag);
                let result = self.dispatch_call(l, call, receiver, args.with_block(Some(block)));
                self.core.active_tags.pop();
                match result {
                    Err(Jump::Break(ended)) if ended == tag => self.core.carried,
                    result => result?,
                }
            }
            BlockNode::Pass(node) => {
                let block = self.eval_block_pass(l, node)?;
                self.dispatch_call(l, call, receiver, args.with_block(block))?
            }
        };
        if call.is_assignment {
            return Ok(args.list.last().copied().unwrap_or(result));
        }
        Ok(result)
    }

    /// The block of `&expression`.
    #[inline(never)]
    fn eval_block_pass(&mut self, l: &Local<'_>, node: &Node) -> Flow<Option<Block>> {
        let value = self.eval(l, node)?;
        self.value_to_block(value)
    }

    /// The block that a value after `&` means.
    pub fn value_to_block(&mut self, value: Value) -> Flow<Option<Block>> {
        match value {
            Value::Nil => Ok(None),
            Value::Proc(id) => Ok(Some(Block::Proc(id))),
            Value::Sym(name) if !self.core.operators_redefined => Ok(Some(Block::Symbol(name))),
            _ => match self.try_call(value, names::TO_PROC, &[])? {
                Some(Value::Proc(id)) => Ok(Some(Block::Proc(id))),
                Some(other) => {
                    let (from, got) = (self.class_name_of(value), self.class_name_of(other));
                    Err(self.type_error(format!(
                        "can't convert {from} to Proc ({from}#to_proc gives {got})"
                    )))
                }
                None => {
                    let name = self.class_name_of(value);
                    Err(self.type_error(format!("wrong argument type {name} (expected Proc)")))
                }
            },
        }
    }

    #[inline(always)]
    fn dispatch_call(
        &mut self,
        l: &Local<'_>,
        call: &Call,
        receiver: Value,
        args: Args<'_>,
    ) -> Flow {
        self.core.frames[l.frame].line = call.line;
        let class = self.class_of(receiver);
        if let Site::Method { class: known, epoch, method } = l.body.site(call.site)
            && known == class
            && epoch == self.core.epoch
        {
            return self.invoke(method, receiver, args);
        }
        self.dispatch_uncached(l, call, class, receiver, args)
    }

    #[inline(never)]
    fn dispatch_uncached(
        &mut self,
        l: &Local<'_>,
        call: &Call,
        class: ClassId,
        receiver: Value,
        args: Args<'_>,
    ) -> Flow {
        let Some(method) = self.find_method(class, args.name) else {
            return self.call_missing(receiver, args, call.is_variable, None);
        };
        let def = self.method(method);
        let (visibility, owner) = (def.visibility, def.owner);
        match visibility {
            Visibility::Public => {}
            Visibility::Private if call.is_private => {}
            Visibility::Protected if call.is_private || self.is_a(l.this, owner) => {
                return self.invoke(method, receiver, args);
            }
            hidden => return self.call_missing(receiver, args, false, Some(hidden)),
        }
        let epoch = self.core.epoch;
        l.body.set_site(call.site, Site::Method { class, epoch, method });
        self.invoke(method, receiver, args)
    }

    /// Calls a method through a cache place; the method must be public.
    pub(crate) fn dispatch(
        &mut self,
        l: &Local<'_>,
        site: u32,
        line: u32,
        receiver: Value,
        args: Args<'_>,
    ) -> Flow {
        self.core.frames[l.frame].line = line;
        let class = self.class_of(receiver);
        if let Site::Method { class: known, epoch, method } = l.body.site(site)
            && known == class
            && epoch == self.core.epoch
        {
            return self.invoke(method, receiver, args);
        }
        let Some(method) = self.find_method(class, args.name) else {
            return self.call_missing(receiver, args, false, None);
        };
        let def = self.method(method);
        match def.visibility {
            Visibility::Public => {}
            Visibility::Protected => {
                let owner = def.owner;
                if !self.is_a(l.this, owner) {
                    return self.call_missing(receiver, args, false, Some(Visibility::Protected));
                }
                return self.invoke(method, receiver, args);
            }
            Visibility::Private if receiver.is_same(l.this) => {
                return self.invoke(method, receiver, args);
            }
            Visibility::Private => {
                return self.call_missing(receiver, args, false, Some(Visibility::Private));
            }
        }
        let epoch = self.core.epoch;
        l.body.set_site(site, Site::Method { class, epoch, method });
        self.invoke(method, receiver, args)
    }

    /// Runs a method with a check of the native stack, for calls from Rust.
    pub(crate) fn invoke_checked(
        &mut self,
        method: MethodId,
        receiver: Value,
        args: Args<'_>,
    ) -> Flow {
        stacker::maybe_grow(STACK_RESERVE, STACK_SEGMENT, || {
            self.enter_native()?;
            let result = self.invoke(method, receiver, args);
            self.core.depth -= 1;
            result
        })
    }

    /// Runs a method.
    #[inline(always)]
    pub(crate) fn invoke(&mut self, method: MethodId, receiver: Value, args: Args<'_>) -> Flow {
        let def = &self.core.methods[method.0 as usize];
        match &def.kind {
            MethodKind::Native(native) => {
                let (min, max, run) = (native.min, native.max, native.run);
                let given = args.list.len();
                if given < min as usize || (max >= 0 && given > max as usize) {
                    return Err(self.native_arity_error(given, min, max));
                }
                // Natives that serve several names know the one they were defined by.
                let name = def.name;
                run(self, receiver, Args { name, ..args })
            }
            MethodKind::Ruby(body, cref) => {
                let (body, cref) = (body.clone(), cref.clone());
                self.invoke_ruby(method, body, cref, receiver, args)
            }
            _ => self.invoke_rare(method, receiver, args),
        }
    }

    #[inline(never)]
    fn invoke_rare(&mut self, method: MethodId, receiver: Value, args: Args<'_>) -> Flow {
        match self.core.methods[method.0 as usize].kind {
            MethodKind::Reader(name) => {
                self.check_arity(args.len(), 0, Some(0))?;
                let value = self.ivar(receiver, name);
                Ok(if value.is_undef() { Value::Nil } else { value })
            }
            MethodKind::Writer(name) => {
                self.check_arity(args.len(), 1, Some(1))?;
                self.check_frozen(receiver)?;
                self.set_ivar(receiver, name, args[0]);
                Ok(args[0])
            }
            MethodKind::Block(proc) => self.invoke_block_method(method, proc, receiver, args),
            _ => self.call_missing(receiver, args, false, None),
        }
    }

    #[cold]
    fn native_arity_error(&mut self, given: usize, min: i8, max: i8) -> Jump {
        let max = usize::try_from(max).ok();
        self.arity_error(given, min as usize, max)
    }

    /// Evaluates `yield`.
    pub(crate) fn eval_yield(&mut self, l: &Local<'_>, node: &Yield) -> Flow {
        let Some(block) = self.core.frames[l.frame].block else {
            self.core.frames[l.frame].line = node.line;
            return Err(self.error(class::LOCAL_JUMP_ERROR, "no block given (yield)"));
        };
        if !node.is_plain {
            let (args, has_keywords) = self.eval_arguments(l, &node.args)?;
            self.core.frames[l.frame].line = node.line;
            let args = Args { list: &args, block: None, has_keywords, name: names::CALL };
            return self.yield_args(block, args);
        }
        match &*node.args {
            [] => {
                self.core.frames[l.frame].line = node.line;
                self.yield_block(block, &[])
            }
            [one] => {
                let args = [self.eval(l, one)?];
                self.core.frames[l.frame].line = node.line;
                self.yield_block(block, &args)
            }
            nodes => {
                let args = self.eval_items(l, nodes)?;
                self.core.frames[l.frame].line = node.line;
                self.yield_block(block, &args)
            }
        }
    }

    /// Evaluates `super`.
    #[inline(never)]
    pub(crate) fn eval_super(&mut self, l: &Local<'_>, node: &Super) -> Flow {
        let (list, has_keywords) = self.eval_arguments(l, &node.args)?;
        let frame = &mut self.core.frames[l.frame];
        frame.line = node.line;
        let Some(method) = frame.method else {
            return Err(self.error(class::RUNTIME_ERROR, "super called outside of method"));
        };
        let own_block = frame.block;
        let (owner, name) = (self.method(method).owner, self.method(method).name);
        if node.is_implicit && matches!(self.method(method).kind, MethodKind::Block(_)) {
            return Err(self.error(
                class::RUNTIME_ERROR,
                "implicit argument passing of super from method defined by define_method() is not \
                 supported. Specify all arguments explicitly.",
            ));
        }
        let args = Args { list: &list, block: own_block, has_keywords, name };
        match &node.block {
            BlockNode::None => self.call_super(l.this, owner, args),
            BlockNode::Literal(code) => {
                let tag = self.next_serial();
                let block = Block::Literal { frame: l.frame as u32, code: *code, tag };
                self.core.active_tags.push(tag);
                let result = self.call_super(l.this, owner, args.with_block(Some(block)));
                self.core.active_tags.pop();
                match result {
                    Err(Jump::Break(ended)) if ended == tag => Ok(self.core.carried),
                    result => result,
                }
            }
            BlockNode::Pass(pass) => {
                let block = self.eval_block_pass(l, pass)?;
                self.call_super(l.this, owner, args.with_block(block))
            }
        }
    }

    /// Calls the next method of a name behind an owner.
    pub fn call_super(&mut self, receiver: Value, owner: ClassId, args: Args<'_>) -> Flow {
        let class = self.class_of(receiver);
        match self.find_super_method(class, owner, args.name) {
            Some(method) => self.invoke_checked(method, receiver, args),
            None => {
                if let Some(missing) = self.find_method(class, names::METHOD_MISSING)
                    && !matches!(self.method(missing).kind, MethodKind::Native(_))
                {
                    return self.call_missing(receiver, args, false, None);
                }
                Err(self.no_super_method(receiver, args.name, args.list))
            }
        }
    }

    /// `for`: calls `each` with the body as the block.
    #[inline(never)]
    pub(crate) fn eval_for(&mut self, l: &Local<'_>, node: &For) -> Flow {
        let collection = self.eval(l, &node.collection)?;
        let tag = self.next_serial();
        let block = Block::Literal { frame: l.frame as u32, code: node.block, tag };
        self.core.active_tags.push(tag);
        let args = Args::new(names::EACH, &[]).with_block(Some(block));
        let result = self.dispatch(l, node.site, node.line, collection, args);
        self.core.active_tags.pop();
        match result {
            Err(Jump::Break(ended)) if ended == tag => Ok(self.core.carried),
            result => result,
        }
    }

    /// The block of a native that needs one; `LocalJumpError: no block given (yield)` without.
    pub fn require_block(&mut self, args: Args<'_>) -> Flow<Block> {
        match args.block {
            Some(block) => Ok(block),
            None => Err(self.error(class::LOCAL_JUMP_ERROR, "no block given (yield)")),
        }
    }

    /// The number of parameters of a block as `Proc#arity` gives it.
    pub fn block_arity(&mut self, block: Block) -> i64 {
        let (code, is_lambda) = match block {
            Block::Symbol(_) => return -2,
            Block::Literal { frame, code, .. } => {
                (self.core.frames[frame as usize].body.child(code).code.clone(), false)
            }
            Block::Proc(id) => {
                let proc = &self.core.heap.procs[id];
                match &proc.kind {
                    ProcKind::Block(block) => (block.body.code.clone(), proc.is_lambda),
                    ProcKind::Native(_, arity) => return i64::from(*arity),
                    ProcKind::Symbol(_) => return -2,
                    ProcKind::Method { .. } => return -1,
                }
            }
        };
        let params = &code.params;
        if is_lambda {
            return params.arity();
        }
        let required_keyword = params.keywords.iter().any(|keyword| keyword.default.is_none());
        let required = params.required_count() as i64 + i64::from(required_keyword);
        if params.rest.is_some() || !params.optional.is_empty() {
            return -required - 1;
        }
        required
    }

    /// A number that no frame and no block had before.
    #[inline]
    pub(crate) fn next_serial(&mut self) -> u32 {
        self.core.serial = self.core.serial.wrapping_add(1);
        self.core.serial
    }

    /// Counts a nested call from Rust.
    #[inline]
    pub(crate) fn enter_native(&mut self) -> Flow<()> {
        self.step()?;
        self.core.depth += 1;
        if self.core.depth > self.core.limits.depth {
            self.core.depth -= 1;
            return Err(self.error(class::SYSTEM_STACK_ERROR, "stack level too deep"));
        }
        Ok(())
    }
}

/// Calls with more arguments than this evaluate them into a vector.
const INLINE_ARGS: usize = 4;
/// The stack that must be left before another segment is added.
pub(crate) const STACK_RESERVE: usize = 128 * 1024;
/// The size of a new segment of the stack.
pub(crate) const STACK_SEGMENT: usize = 2 * 1024 * 1024;
