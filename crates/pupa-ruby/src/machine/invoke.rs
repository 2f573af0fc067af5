//! Enters Ruby code: methods, blocks, class bodies and programs.

use std::rc::Rc;
use std::sync::Arc;

use super::eval::{Local, NO_OUTER};
use super::frame::Entry;
use super::{Body, Cref, Flow, Jump, Machine, MethodId, MethodKind, Outer};
use crate::code::{Code, Node};
use crate::heap::RProc;
use crate::heap::procs::{BlockProc, EndedFrame, Env, ProcKind};
use crate::native::{Args, Block, Visibility};
use crate::symbol::names;
use crate::value::{ClassId, EnvId, ProcId, Value};

/// The context of a block, whether it is a literal block or a proc.
struct BlockContext {
    body: Rc<Body>,
    this: Value,
    cref: Rc<Cref>,
    method: Option<MethodId>,
    block: Option<Block>,
    outer: Outer,
    tag: u32,
    home: u32,
    is_lambda: bool,
}

impl Machine<'_> {
    /// Runs a method that is written in Ruby.
    #[inline(never)]
    pub(crate) fn invoke_ruby(&mut self, method: MethodId, this: Value, args: Args<'_>) -> Flow {
        let base = self.core.stack.len();
        let MethodKind::Ruby(body, _) = &self.method(method).kind else { return Ok(Value::Nil) };
        if body.plain_count == args.list.len() && !args.has_keywords {
            self.core.stack.extend_from_slice(args.list);
            return self.run_method(method, this, base, args.block);
        }
        self.enter_method(method, this, base, args.block, Some(args))
    }

    /// Runs a method in Ruby whose parameters are plain variables. Their values are on the stack
    /// already, from `base` on.
    #[inline(never)]
    pub(crate) fn run_method(
        &mut self,
        method: MethodId,
        this: Value,
        base: usize,
        block: Option<Block>,
    ) -> Flow {
        self.enter_method(method, this, base, block, None)
    }

    /// As `run_method` without a block, inlined into the caller.
    #[inline(always)]
    pub(crate) fn run_direct(&mut self, method: MethodId, this: Value, base: usize) -> Flow {
        self.enter_method(method, this, base, None, None)
    }

    /// Runs a method in Ruby. Without `args` the arguments are on the stack already.
    #[inline(always)]
    fn enter_method(
        &mut self,
        method: MethodId,
        this: Value,
        base: usize,
        block: Option<Block>,
        args: Option<Args<'_>>,
    ) -> Flow {
        if let Err(jump) = self.step() {
            self.core.stack.truncate(base);
            return Err(jump);
        }
        let MethodKind::Ruby(body, _) = &self.core.methods[method.0 as usize].kind else {
            return Ok(Value::Nil);
        };
        let body = body.clone();
        self.core.stack.resize(base + body.slots, Value::Nil);
        let frame = self.core.frames.count();
        let local = Local { body: &body, base, frame, this, outer: NO_OUTER };
        let mut left = std::slice::from_ref(&body.code.node);
        if body.is_promising && args.is_none() {
            match self.start(&local, &body.code.node) {
                Ok(value) => {
                    self.core.stack.truncate(base);
                    return Ok(value);
                }
                Err(rest) => left = rest,
            }
        }
        if let Err(jump) = self.deepen() {
            self.core.stack.truncate(base);
            return Err(jump);
        }
        let serial = self.next_serial();
        let core = &mut *self.core;
        let MethodKind::Ruby(_, cref) = &core.methods[method.0 as usize].kind else {
            return Ok(Value::Nil);
        };
        let (method, outer) = (Some(method), None);
        let (tag, home, is_lambda) = (0, serial, false);
        let entry = Entry { base, serial, this, method, block, outer, tag, home, is_lambda };
        core.frames.enter(&body, cref, entry);
        // Inlined, because nearly all calls have no arguments left to bind.
        let result = if args.is_none() && self.has_stack(body.stack_needed) {
            self.eval_statements(&local, left)
        } else {
            self.with_stack(body.stack_needed, |m| {
                if let Some(args) = args {
                    m.bind_method(&local, args)?;
                }
                m.eval_statements(&local, left)
            })
        };
        self.leave_frame(frame);
        match result {
            Err(Jump::Return(ended)) if ended == serial => Ok(self.core.carried),
            result => result,
        }
    }

    /// Ends the innermost frame, whose number is given. Its variables move to the heap if a proc
    /// has captured them.
    #[inline(always)]
    fn leave_frame(&mut self, number: usize) {
        let frame = &self.core.frames[number];
        let base = frame.base as usize;
        if let Some(env) = frame.env {
            self.end_env(env);
        }
        self.core.frames.leave();
        self.core.stack.truncate(base);
        self.core.depth -= 1;
    }

    #[inline(never)]
    fn end_env(&mut self, env: EnvId) {
        let Some(frame) = self.core.frames.last() else { return };
        // After the variables there may be arguments of calls that a jump has ended.
        let base = frame.base as usize;
        let slots = self.core.stack[base..base + frame.body.slots].to_vec();
        let outer = match frame.outer {
            Some(Outer::Frame(outer)) => self.core.frames[outer as usize].env,
            Some(Outer::Env(outer)) => Some(outer),
            None => None,
        };
        self.core.heap.allocated += slots.len() * size_of::<Value>();
        let body = frame.body.clone();
        let ended = EndedFrame { slots, outer, last_match: frame.last_match, body };
        self.core.heap.envs[env] = Env::Ended(Box::new(ended));
    }

    /// Captures the variables of an active frame and of its enclosing frames.
    pub(crate) fn capture(&mut self, frame: u32) -> EnvId {
        if let Some(env) = self.core.frames[frame as usize].env {
            return env;
        }
        if let Some(Outer::Frame(outer)) = self.core.frames[frame as usize].outer {
            self.capture(outer);
        }
        let env = self.core.heap.envs.add(Env::Active { frame });
        self.core.frames[frame as usize].env = Some(env);
        env
    }

    /// Converts a block to a proc, which may outlive the call.
    pub fn block_to_proc(&mut self, block: Block) -> Value {
        let kind = match block {
            Block::Proc(id) => return Value::Proc(id),
            Block::Symbol(name) => ProcKind::Symbol(name),
            Block::Literal { frame, code, tag } => {
                let env = self.capture(frame);
                let around = &self.core.frames[frame as usize];
                let body = around.body.child(code).clone();
                let (this, cref) = (around.this, around.cref.clone());
                let (method, home, block) = (around.method, around.home, around.block);
                let block = block.map(|block| self.block_to_proc(block));
                let block = match block {
                    Some(Value::Proc(id)) => Some(id),
                    _ => None,
                };
                // The frame may yield again, then to the same proc.
                if let Some(id) = block {
                    self.core.frames[frame as usize].block = Some(Block::Proc(id));
                }
                let proc = BlockProc { body, env, this, cref, method, block, definer: tag, home };
                ProcKind::Block(Rc::new(proc))
            }
        };
        let is_lambda = matches!(kind, ProcKind::Symbol(_));
        let class = crate::core::class::PROC;
        self.core.heap.allocated += size_of::<RProc>() + 64;
        Value::Proc(self.core.heap.procs.add(RProc { kind, is_lambda, class, frozen: false }))
    }

    /// `-> { }`
    pub(crate) fn make_lambda(&mut self, l: &Local<'_>, code: u32) -> Value {
        let tag = self.next_serial();
        let block = Block::Literal { frame: l.frame as u32, code, tag };
        let value = self.block_to_proc(block);
        if let Value::Proc(id) = value {
            self.core.heap.procs[id].is_lambda = true;
        }
        value
    }

    /// Calls a block with arguments: `yield`.
    #[inline]
    pub fn yield_block(&mut self, block: Block, args: &[Value]) -> Flow {
        self.yield_args(block, Args::new(names::CALL, args))
    }

    /// Calls a block with one argument, as `yield value` does: a block with several parameters
    /// destructures an array.
    #[inline]
    pub fn yield_one(&mut self, block: Block, value: Value) -> Flow {
        match block {
            Block::Literal { frame, code, tag } => self.run_block_with_one(frame, code, tag, value),
            _ => self.yield_args(block, Args::new(names::CALL, &[value])),
        }
    }

    /// Calls a block with arguments of any form.
    #[inline]
    pub fn yield_args(&mut self, block: Block, args: Args<'_>) -> Flow {
        match block {
            Block::Literal { frame, code, tag } => self.run_literal_block(frame, code, tag, args),
            Block::Proc(id) => self.call_proc_id(id, args),
            Block::Symbol(name) => self.call_symbol_proc(name, args),
        }
    }

    /// Calls a block with another `self`, as `instance_eval` and `class_eval` do. Methods that the
    /// block defines go to `class`.
    pub fn yield_with_self(
        &mut self,
        block: Block,
        this: Value,
        class: Option<ClassId>,
        args: &[Value],
    ) -> Flow {
        let args = Args::new(names::CALL, args);
        let mut context = match block {
            Block::Symbol(name) => return self.call_symbol_proc(name, args),
            Block::Literal { .. } => {
                let Value::Proc(id) = self.block_to_proc(block) else { return Ok(Value::Nil) };
                match self.proc_context(id) {
                    Some(context) => context,
                    None => return self.call_proc_id(id, args),
                }
            }
            Block::Proc(id) => match self.proc_context(id) {
                Some(context) => context,
                None => return self.call_proc_id(id, args),
            },
        };
        context.this = this;
        if let Some(class) = class {
            let parent = Some(context.cref.clone());
            context.cref = Rc::new(Cref { class, parent, is_eval: true });
        }
        self.run_block(context, args)
    }

    /// Calls a proc: `Proc#call`.
    pub fn call_proc(&mut self, proc: Value, args: Args<'_>) -> Flow {
        match proc {
            Value::Proc(id) => self.call_proc_id(id, args),
            _ => self.call_args(proc, Args { name: names::CALL, ..args }),
        }
    }

    fn call_proc_id(&mut self, id: ProcId, args: Args<'_>) -> Flow {
        if let Some(context) = self.proc_context(id) {
            return self.run_block(context, args);
        }
        match self.core.heap.procs[id].kind.clone() {
            ProcKind::Native(run, _) => run(self, args),
            ProcKind::Symbol(name) => self.call_symbol_proc(name, args),
            ProcKind::Method { method, .. } => {
                self.call_args(method, Args { name: names::CALL, ..args })
            }
            ProcKind::Block(_) => Ok(Value::Nil),
        }
    }

    fn call_symbol_proc(&mut self, name: crate::symbol::Symbol, args: Args<'_>) -> Flow {
        let Some((&receiver, rest)) = args.list.split_first() else {
            return Err(self.argument_error("no receiver given"));
        };
        let args = Args { list: rest, name, ..args };
        let class = self.class_of(receiver);
        match self.find_method(class, name) {
            Some(method) if self.method(method).visibility == Visibility::Public => {
                self.invoke_checked(method, receiver, args)
            }
            Some(method) => {
                let visibility = self.method(method).visibility;
                self.call_missing(receiver, args, false, Some(visibility))
            }
            None => self.call_missing(receiver, args, false, None),
        }
    }

    fn proc_context(&self, id: ProcId) -> Option<BlockContext> {
        let proc = &self.core.heap.procs[id];
        let ProcKind::Block(block) = &proc.kind else { return None };
        let outer = match &self.core.heap.envs[block.env] {
            Env::Active { frame } => Outer::Frame(*frame),
            Env::Ended(_) => Outer::Env(block.env),
        };
        Some(BlockContext {
            body: block.body.clone(),
            this: block.this,
            cref: block.cref.clone(),
            method: block.method,
            block: block.block.map(Block::Proc),
            outer,
            tag: block.definer,
            home: block.home,
            is_lambda: proc.is_lambda,
        })
    }

    /// Runs a method that `define_method` made of a block: the block runs as a lambda with the
    /// object as `self`.
    pub(crate) fn invoke_block_method(
        &mut self,
        method: MethodId,
        proc: ProcId,
        this: Value,
        args: Args<'_>,
    ) -> Flow {
        let Some(mut context) = self.proc_context(proc) else {
            return match self.core.heap.procs[proc].kind.clone() {
                ProcKind::Symbol(name) => self.call_symbol_proc(name, args),
                _ => self.call_proc_id(proc, args),
            };
        };
        context.this = this;
        context.method = Some(method);
        context.is_lambda = true;
        // `yield` in the block calls the block of the method that encloses it; `&block` receives
        // the block of the call.
        self.run_block(context, args)
    }

    /// Runs a literal block, whose enclosing frame is active.
    fn run_literal_block(&mut self, around: u32, code: u32, tag: u32, args: Args<'_>) -> Flow {
        let body = self.core.frames[around as usize].body.child(code).clone();
        let base = self.core.stack.len();
        let is_bound = !args.has_keywords && self.bind_plain(&body, args.list, false);
        self.enter_literal_block(around, tag, &body, base, (!is_bound).then_some(args))
    }

    /// Runs a literal block with one argument, which most blocks take.
    fn run_block_with_one(&mut self, around: u32, code: u32, tag: u32, value: Value) -> Flow {
        let body = self.core.frames[around as usize].body.child(code).clone();
        let base = self.core.stack.len();
        match body.plain_count {
            1 => self.core.stack.push(value),
            0 => {}
            _ => {
                return self.run_literal_block(around, code, tag, Args::new(names::CALL, &[value]));
            }
        }
        self.enter_literal_block(around, tag, &body, base, None)
    }

    /// Runs a literal block. Without `args` the arguments are on the stack already.
    #[inline(always)]
    fn enter_literal_block(
        &mut self,
        around: u32,
        tag: u32,
        body: &Rc<Body>,
        base: usize,
        args: Option<Args<'_>>,
    ) -> Flow {
        if let Err(jump) = self.step() {
            self.core.stack.truncate(base);
            return Err(jump);
        }
        self.core.stack.resize(base + body.slots, Value::Nil);
        let outer = &self.core.frames[around as usize];
        let (this, outer) = (outer.this, outer.base as usize);
        let frame = self.core.frames.count();
        let local = Local { body, base, frame, this, outer };
        let mut left = std::slice::from_ref(&body.code.node);
        if body.is_promising && args.is_none() {
            match self.start(&local, &body.code.node) {
                Ok(value) => {
                    self.core.stack.truncate(base);
                    return Ok(value);
                }
                Err(rest) => left = rest,
            }
        }
        if let Err(jump) = self.deepen() {
            self.core.stack.truncate(base);
            return Err(jump);
        }
        let serial = self.next_serial();
        self.core.frames.enter_block(body, around, base, serial, tag);
        let result = if args.is_none() && self.has_stack(body.stack_needed) {
            self.eval_block_body(&local, left)
        } else {
            self.with_stack(body.stack_needed, |m| {
                if let Some(args) = args {
                    m.bind_block(&local, args, false)?;
                }
                m.eval_block_body(&local, left)
            })
        };
        self.leave_frame(frame);
        match result {
            Err(Jump::Next) => Ok(self.core.carried),
            result => result,
        }
    }

    /// Evaluates the remaining statements of a block; after `redo`, the whole body again.
    #[inline(always)]
    fn eval_block_body(&mut self, l: &Local<'_>, left: &[Node]) -> Flow {
        let mut result = self.eval_statements(l, left);
        while let Err(Jump::Redo) = result {
            self.step()?;
            result = self.eval(l, &l.body.code.node);
        }
        result
    }

    fn run_block(&mut self, context: BlockContext, args: Args<'_>) -> Flow {
        self.step()?;
        let base = self.core.stack.len();
        let BlockContext { body, this, cref, method, block, outer, tag, home, is_lambda } = context;
        let is_bound = !args.has_keywords && self.bind_plain(&body, args.list, is_lambda);
        self.core.stack.resize(base + body.slots, Value::Nil);
        let frame = self.core.frames.count();
        let outer_base = match outer {
            Outer::Frame(outer) => self.core.frames[outer as usize].base as usize,
            Outer::Env(_) => NO_OUTER,
        };
        let local = Local { body: &body, base, frame, this, outer: outer_base };
        let mut left = std::slice::from_ref(&body.code.node);
        if body.is_promising && is_bound {
            match self.start(&local, &body.code.node) {
                Ok(value) => {
                    self.core.stack.truncate(base);
                    return Ok(value);
                }
                Err(rest) => left = rest,
            }
        }
        if let Err(jump) = self.deepen() {
            self.core.stack.truncate(base);
            return Err(jump);
        }
        let serial = self.next_serial();
        let (tag, home) = if is_lambda { (serial, serial) } else { (tag, home) };
        let outer = Some(outer);
        let entry = Entry { base, serial, this, method, block, outer, tag, home, is_lambda };
        self.core.frames.enter(&body, &cref, entry);
        let result = self.with_stack(body.stack_needed, |m| {
            if !is_bound {
                m.bind_block(&local, args, is_lambda)?;
            }
            m.eval_block_body(&local, left)
        });
        self.leave_frame(frame);
        match result {
            Err(Jump::Next) => Ok(self.core.carried),
            Err(Jump::Return(ended) | Jump::Break(ended)) if is_lambda && ended == serial => {
                Ok(self.core.carried)
            }
            result => result,
        }
    }

    /// Runs the code of a file or program.
    pub fn run_top(&mut self, code: Arc<Code>, this: Value) -> Flow {
        let cref = self.core.top_cref.clone();
        self.run_code(Body::new(code), this, cref, &[])
    }

    /// Runs code with a `self`, a scope of constants and values for its first local variables. A
    /// body can be kept and run again, so that its caches are reused.
    pub fn run_code(
        &mut self,
        body: Rc<Body>,
        this: Value,
        cref: Rc<Cref>,
        locals: &[Value],
    ) -> Flow {
        self.run_code_with(body, this, cref, locals, |_| {}).0
    }

    /// As `run_code`; a function then reads the local variables at the end of the code.
    pub fn run_code_with<T>(
        &mut self,
        body: Rc<Body>,
        this: Value,
        cref: Rc<Cref>,
        locals: &[Value],
        read: impl FnOnce(&[Value]) -> T,
    ) -> (Flow, Option<T>) {
        if let Err(jump) = self.enter_native() {
            return (Err(jump), None);
        }
        let base = self.core.stack.len();
        let slots = body.slots;
        self.core.stack.extend(locals.iter().take(slots));
        self.core.stack.resize(base + slots, Value::Nil);
        let serial = self.next_serial();
        let frame = self.core.frames.count();
        let is_main = this.is_same(self.core.main);
        let context = self.core.eval_context.take().unwrap_or_default();
        let (method, block, outer) = (context.method, context.block, None);
        let (tag, home, is_lambda) = (0, serial, false);
        let entry = Entry { base, serial, this, method, block, outer, tag, home, is_lambda };
        self.core.frames.enter(&body, &cref, entry);
        self.core.frames[frame].module_function = context.module_function;
        self.core.frames[frame].visibility = match context.visibility {
            Some(visibility) => visibility,
            None if is_main => Visibility::Private,
            None => Visibility::Public,
        };
        let local = Local { body: &body, base, frame, this, outer: NO_OUTER };
        let result = self.with_stack(body.stack_needed, |m| m.eval(&local, &body.code.node));
        let read = read(&self.core.stack[base..base + slots]);
        self.leave_frame(frame);
        let result = match result {
            Err(Jump::Return(ended)) if ended == serial => Ok(self.core.carried),
            result => result,
        };
        (result, Some(read))
    }

    /// Runs the body of a class or module.
    pub(crate) fn run_class_body(&mut self, l: &Local<'_>, code: u32, class: ClassId) -> Flow {
        let parent = Some(self.core.frames[l.frame].cref.clone());
        let cref = Rc::new(Cref { class, parent, is_eval: false });
        let body = l.body.child(code).clone();
        self.run_code(body, Value::Class(class), cref, &[])
    }
}
