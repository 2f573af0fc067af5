//! Method calls: those of call nodes, and those made from Rust.

use super::body::Site;
use super::eval::Local;
use super::{Flow, Jump, Machine, MethodId, MethodKind};
use crate::code::{BlockNode, Call, For, Node, Super, Yield};
use crate::core::class;
use crate::heap::procs::ProcKind;
use crate::native::{Args, Block, Instances, Visibility};
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

    /// Calls a method with arguments of any form, private ones included. `args.name` is the name of
    /// the method.
    pub fn call_args(&mut self, receiver: Value, args: Args<'_>) -> Flow {
        let class = self.class_of(receiver);
        match self.find_method(class, args.name) {
            Some(method) => self.invoke_checked(method, receiver, args),
            None => self.call_missing(receiver, args, false, None),
        }
    }

    /// Calls a method as code outside the object may: private and protected methods raise
    /// `NoMethodError`, as with `public_send`.
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

    /// Calls a method if the receiver has it (or `respond_to_missing?` returns true for it).
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

    /// Calls a `method_missing` of the program that comes without `respond_to_missing?`. A
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

    /// Whether a value has a public method: the result of `respond_to?`.
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

    /// Whether a `respond_to_missing?` of the program returns true for a method.
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

    /// Calls `method_missing`, or raises the error for an unknown method.
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
            self.core.bridge.is_variable_missing = is_variable;
            return self.invoke_checked(missing, receiver, args);
        }
        if let Some(library) = self.library_of(receiver, args.name)
            && self.require(library)?
        {
            return self.call_args(receiver, args);
        }
        Err(self.no_method_error(receiver, args.name, args.list, is_variable, hidden))
    }

    /// The library with a method that code of modules need not require, since Puppet has done so.
    fn library_of(&mut self, receiver: Value, name: Symbol) -> Option<&'static str> {
        const OF_TIME: [&str; 8] = [
            "parse",
            "strptime",
            "iso8601",
            "xmlschema",
            "httpdate",
            "rfc2822",
            "rfc822",
            "zone_offset",
        ];
        let name = name.as_str();
        let library = match receiver {
            Value::Class(class::TIME) if OF_TIME.contains(&name) => "time",
            _ if name == "URI" => "uri",
            _ if OF_TIME.contains(&name) && self.is_a(receiver, class::TIME) => "time",
            _ => return None,
        };
        self.world.puppet().is_some().then_some(library)
    }

    /// Evaluates a call node. Reading an attribute of an object in a variable needs no call of any
    /// function, so that this one saves no registers.
    #[inline(never)]
    pub(crate) fn eval_call(&mut self, l: &Local<'_>, call: &Call) -> Flow {
        match l.body.site(call.site) {
            Site::Attribute { class, epoch, index } if epoch == self.core.epoch => {
                if call.args.is_empty()
                    && let Some(node) = &call.receiver
                    && let Some(receiver) = self.near_variable(l, node)
                    && let Some(value) = self.read_attribute(*receiver, class, index)
                {
                    return Ok(value);
                }
            }
            Site::Direct { class, epoch, method }
                if epoch == self.core.epoch
                    && call.receiver.is_none()
                    && class == self.class_of(l.this) =>
            {
                return self.eval_direct_call(l, call, &l.this, method);
            }
            _ => {}
        }
        self.eval_any_call(l, call)
    }

    /// Evaluates a call of any kind. Only the common cases are here: each other kind has its own
    /// function, so that this one saves few registers.
    #[inline(never)]
    fn eval_any_call(&mut self, l: &Local<'_>, call: &Call) -> Flow {
        let receiver = match &call.receiver {
            None => l.this,
            Some(node) => self.operand(l, node)?,
        };
        // In these states of the cache the receiver of `&.` is not `nil`.
        match l.body.site(call.site) {
            Site::Direct { class, epoch, method }
                if epoch == self.core.epoch && class == self.class_of(receiver) =>
            {
                return self.eval_direct_call(l, call, &receiver, method);
            }
            Site::Construct { class, epoch, method }
                if epoch == self.core.epoch
                    && matches!(receiver, Value::Class(known) if known == class) =>
            {
                return self.eval_construction(l, call, class, method);
            }
            Site::Attribute { class, epoch, index }
                if epoch == self.core.epoch && call.args.is_empty() =>
            {
                if let Some(value) = self.read_attribute(receiver, class, index) {
                    return Ok(value);
                }
            }
            _ => {}
        }
        self.eval_other_call(l, call, receiver)
    }

    /// A call of a less common kind.
    #[inline(never)]
    fn eval_other_call(&mut self, l: &Local<'_>, call: &Call, receiver: Value) -> Flow {
        if call.is_safe && receiver.is_nil() {
            return Ok(Value::Nil);
        }
        if let Site::Attribute { class, epoch, index } = l.body.site(call.site)
            && epoch == self.core.epoch
            && !call.args.is_empty()
            && self.attribute(receiver, class, index).is_some()
        {
            return self.eval_attribute_write(l, call, receiver, class, index);
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

    /// A call with a cached method in Ruby that takes exactly these arguments. They are evaluated
    /// directly into the stack slots of the method's variables.
    #[inline(never)]
    fn eval_direct_call(
        &mut self,
        l: &Local<'_>,
        call: &Call,
        receiver: &Value,
        method: MethodId,
    ) -> Flow {
        let receiver = *receiver;
        let base = self.core.stack.len();
        let epoch = self.core.epoch;
        self.push_arguments(l, call, base)?;
        if epoch != self.core.epoch {
            // An argument has defined a method, so the cached one may be stale.
            let args = self.core.stack.split_off(base);
            return self.finish_call(l, call, receiver, &args, false);
        }
        self.core.frames[l.frame].line = call.line;
        match &call.block {
            BlockNode::None => self.run_direct(method, receiver, base),
            block => self.run_with_block(l, block, base, |m, block| {
                m.run_method(method, receiver, base, block)
            }),
        }
    }

    /// `Name.new` with a cached `initialize`, which is called as in [`Machine::eval_direct_call`].
    #[inline(never)]
    fn eval_construction(
        &mut self,
        l: &Local<'_>,
        call: &Call,
        class: ClassId,
        method: MethodId,
    ) -> Flow {
        let base = self.core.stack.len();
        let epoch = self.core.epoch;
        self.push_arguments(l, call, base)?;
        if epoch != self.core.epoch {
            let args = self.core.stack.split_off(base);
            return self.finish_call(l, call, Value::Class(class), &args, false);
        }
        self.core.frames[l.frame].line = call.line;
        let object = self.new_object(class);
        match &call.block {
            BlockNode::None => self.run_method(method, object, base, None)?,
            block => self.run_with_block(l, block, base, |m, block| {
                m.run_method(method, object, base, block)
            })?,
        };
        Ok(object)
    }

    /// Evaluates arguments into the stack slots of the method's variables.
    #[inline(always)]
    fn push_arguments(&mut self, l: &Local<'_>, call: &Call, base: usize) -> Flow<()> {
        for node in &call.args {
            let number = match node {
                Node::Op(op) => self.plain_operation(l, op),
                _ => None,
            };
            let value = match number {
                Some(number) => number,
                None => match self.operand(l, node) {
                    Ok(value) => value,
                    Err(jump) => {
                        self.core.stack.truncate(base);
                        return Err(jump);
                    }
                },
            };
            self.core.stack.push(value);
        }
        Ok(())
    }

    /// Runs a call with a block. The arguments may be on the stack already, from `base` on.
    #[inline(never)]
    fn run_with_block(
        &mut self,
        l: &Local<'_>,
        block: &BlockNode,
        base: usize,
        run: impl FnOnce(&mut Self, Option<Block>) -> Flow,
    ) -> Flow {
        match block {
            BlockNode::None => run(self, None),
            BlockNode::Literal(code) => {
                let tag = self.next_serial();
                let block = Block::Literal { frame: l.frame as u32, code: *code, tag };
                self.core.active_tags.push(tag);
                let result = run(self, Some(block));
                self.core.active_tags.pop();
                match result {
                    Err(Jump::Break(ended)) if ended == tag => Ok(self.core.carried),
                    result => result,
                }
            }
            BlockNode::Pass(node) => {
                let block = match self.eval_block_pass(l, node) {
                    Ok(block) => block,
                    Err(jump) => {
                        self.core.stack.truncate(base);
                        return Err(jump);
                    }
                };
                run(self, block)
            }
        }
    }

    /// A call of a method that writes an instance variable whose index is cached.
    #[inline(never)]
    fn eval_attribute_write(
        &mut self,
        l: &Local<'_>,
        call: &Call,
        receiver: Value,
        class: ClassId,
        index: u32,
    ) -> Flow {
        let Some(node) = call.args.first() else { return Ok(Value::Nil) };
        let epoch = self.core.epoch;
        let value = self.operand(l, node)?;
        if epoch == self.core.epoch && self.write_attribute(receiver, class, index, value) {
            return Ok(value);
        }
        self.finish_call(l, call, receiver, &[value], false)
    }

    /// The value of an instance variable by its index in objects of a class.
    #[inline]
    pub(crate) fn read_attribute(
        &self,
        receiver: Value,
        class: ClassId,
        index: u32,
    ) -> Option<Value> {
        let Value::Object(id) = receiver else { return None };
        let object = &self.core.heap.objects[id];
        if object.class != class {
            return None;
        }
        match object.ivars.get(index as usize) {
            None | Some(Value::Undef) => Some(Value::Nil),
            Some(value) => Some(*value),
        }
    }

    /// A mutable reference to an instance variable, if the receiver is an object of the class and
    /// not frozen.
    #[inline]
    fn attribute(&mut self, receiver: Value, class: ClassId, index: u32) -> Option<&mut Value> {
        let Value::Object(id) = receiver else { return None };
        let object = &mut self.core.heap.objects[id];
        if object.class != class || object.frozen {
            return None;
        }
        object.ivars.get_mut(index as usize)
    }

    /// Sets an instance variable by its index in objects of a class. Returns `false` without effect
    /// if the general assignment is needed.
    #[inline]
    pub(crate) fn write_attribute(
        &mut self,
        receiver: Value,
        class: ClassId,
        index: u32,
        value: Value,
    ) -> bool {
        match self.attribute(receiver, class, index) {
            Some(place) => {
                *place = value;
                true
            }
            None => false,
        }
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
        if let BlockNode::None = &call.block {
            let value = self.dispatch_call(l, call, receiver, args)?;
            return Ok(match list.last() {
                Some(&last) if call.is_assignment => last,
                _ => value,
            });
        }
        self.finish_block_call(l, call, receiver, args)
    }

    /// A call with a block.
    #[inline(never)]
    fn finish_block_call(
        &mut self,
        l: &Local<'_>,
        call: &Call,
        receiver: Value,
        args: Args<'_>,
    ) -> Flow {
        let base = self.core.stack.len();
        let result = self.run_with_block(l, &call.block, base, |m, block| {
            m.dispatch_call(l, call, receiver, args.with_block(block))
        })?;
        if call.is_assignment {
            return Ok(args.list.last().copied().unwrap_or(result));
        }
        Ok(result)
    }

    /// The block of an argument `&expression`.
    #[inline(never)]
    fn eval_block_pass(&mut self, l: &Local<'_>, node: &Node) -> Flow<Option<Block>> {
        let value = self.eval(l, node)?;
        self.value_to_block(value)
    }

    /// Converts the value after `&` to a block.
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
        let site = self.site_for(class, method, call, receiver);
        l.body.set_site(call.site, site);
        self.invoke(method, receiver, args)
    }

    /// The inline cache for a call whose method was looked up.
    fn site_for(&mut self, class: ClassId, method: MethodId, call: &Call, receiver: Value) -> Site {
        let epoch = self.core.epoch;
        let is_bare = call.is_plain && matches!(call.block, BlockNode::None);
        match &self.method(method).kind {
            MethodKind::Ruby(body, _)
                if call.is_plain && !call.is_assignment && body.plain_count == call.args.len() =>
            {
                Site::Direct { class, epoch, method }
            }
            MethodKind::Reader(name) if is_bare && call.args.is_empty() => {
                self.attribute_site(class, *name, method)
            }
            MethodKind::Writer(name) if is_bare && call.is_assignment && call.args.len() == 1 => {
                self.attribute_site(class, *name, method)
            }
            MethodKind::Native(native) if native.name == "new" && call.is_plain => self
                .construct_site(receiver, method, call)
                .unwrap_or(Site::Method { class, epoch, method }),
            _ => Site::Method { class, epoch, method },
        }
    }

    /// The inline cache for `Class#new` of a class whose instances are plain objects.
    fn construct_site(&mut self, receiver: Value, new: MethodId, call: &Call) -> Option<Site> {
        let Value::Class(class) = receiver else { return None };
        let made = self.class(class);
        let is_plain = made.instances == Instances::Objects
            && made.superclass.is_some()
            && !made.is_singleton()
            && self.method(new).owner == class::CLASS;
        if !is_plain || call.is_assignment {
            return None;
        }
        let method = self.initializer(class)?;
        let MethodKind::Ruby(body, _) = &self.method(method).kind else { return None };
        let epoch = self.core.epoch;
        (body.plain_count == call.args.len()).then_some(Site::Construct { class, epoch, method })
    }

    /// The inline cache for a method that reads or writes an instance variable.
    pub(crate) fn attribute_site(&self, class: ClassId, name: Symbol, method: MethodId) -> Site {
        let epoch = self.core.epoch;
        match self.class(class).ivar_numbers.get(&name) {
            Some(&index) => Site::Attribute { class, epoch, index },
            None => Site::Method { class, epoch, method },
        }
    }

    /// Calls a public method through an inline cache.
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

    /// Runs a method after checking the native stack, for calls from Rust.
    pub(crate) fn invoke_checked(
        &mut self,
        method: MethodId,
        receiver: Value,
        args: Args<'_>,
    ) -> Flow {
        if let MethodKind::Ruby(..) = self.core.methods[method.0 as usize].kind {
            // Ruby code checks the stack and counts its steps itself.
            return self.invoke_ruby(method, receiver, args);
        }
        self.with_stack(STACK_RESERVE, |m| {
            m.enter_native()?;
            let result = m.invoke(method, receiver, args);
            m.core.depth -= 1;
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
                let walks = native.walks;
                let given = args.list.len();
                // A native function that implements several names receives the original name, not
                // the alias.
                let name = def.name;
                if given < min as usize || (max >= 0 && given > max as usize) {
                    return Err(self.native_arity_error(given, min, max));
                }
                if walks {
                    self.count_walk(receiver);
                }
                run(self, receiver, Args { name, ..args })
            }
            MethodKind::Ruby(..) => self.invoke_ruby(method, receiver, args),
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

    /// Counts a walk over a value as steps.
    pub(crate) fn count_walk(&mut self, value: Value) {
        let work = match value {
            Value::Str(id) => self.string(id).len() / 1024,
            Value::Array(id) => self.array(id).len() / 64,
            Value::Hash(id) => self.hash(id).len() / 64,
            _ => 0,
        };
        if work > 0 {
            self.core.add_steps(work as u64);
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
        if let BlockNode::None = node.block {
            return self.call_super(l.this, owner, args);
        }
        let base = self.core.stack.len();
        self.run_with_block(l, &node.block, base, |m, block| {
            m.call_super(l.this, owner, args.with_block(block))
        })
    }

    /// Calls the method of the same name that follows an owner among the ancestors: `super`.
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

    /// `for`: calls `each` with the body as its block.
    #[inline(never)]
    pub(crate) fn eval_for(&mut self, l: &Local<'_>, node: &For) -> Flow {
        let collection = self.eval(l, &node.collection)?;
        let base = self.core.stack.len();
        self.run_with_block(l, &BlockNode::Literal(node.block), base, |m, block| {
            let args = Args::new(names::EACH, &[]).with_block(block);
            m.dispatch(l, node.site, node.line, collection, args)
        })
    }

    /// The block of a native method that needs one; raises `LocalJumpError: no block given (yield)`
    /// without.
    pub fn require_block(&mut self, args: Args<'_>) -> Flow<Block> {
        match args.block {
            Some(block) => Ok(block),
            None => Err(self.error(class::LOCAL_JUMP_ERROR, "no block given (yield)")),
        }
    }

    /// The arity of a block as `Proc#arity` returns it.
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

    /// The next serial number. Each frame and each block gets its own.
    #[inline]
    pub(crate) fn next_serial(&mut self) -> u32 {
        self.core.serial = self.core.serial.wrapping_add(1);
        self.core.serial
    }

    /// Counts a nested call from Rust.
    #[inline]
    pub(crate) fn enter_native(&mut self) -> Flow<()> {
        self.step()?;
        self.deepen()
    }

    /// Counts one level of nested calls, and raises an error at the limit.
    #[inline]
    pub(crate) fn deepen(&mut self) -> Flow<()> {
        self.core.depth += 1;
        if self.core.depth > self.core.limits.depth {
            self.core.depth -= 1;
            return Err(self.error(class::SYSTEM_STACK_ERROR, "stack level too deep"));
        }
        Ok(())
    }
}

/// The maximum number of arguments that a call evaluates without a vector.
const INLINE_ARGS: usize = 4;
/// The free native stack below which a new segment is added.
pub(crate) const STACK_RESERVE: usize = 128 * 1024;
/// The size of a new segment of the native stack.
pub(crate) const STACK_SEGMENT: usize = 2 * 1024 * 1024;
