//! Calls from Rust: methods, blocks, procs.

use super::{Flow, Machine};
use crate::native::{Args, Block};
use crate::symbol::Symbol;
use crate::value::Value;

impl Machine<'_> {
    /// Calls a method, private ones included.
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

    /// Calls a method with arguments of any form. The name is that of the arguments.
    pub fn call_args(&mut self, receiver: Value, args: Args<'_>) -> Flow {
        let _ = (receiver, args);
        Err(self.not_implemented("calling"))
    }

    /// Calls a method if the receiver has it (or `respond_to_missing?` says so).
    pub fn try_call(
        &mut self,
        receiver: Value,
        name: Symbol,
        args: &[Value],
    ) -> Flow<Option<Value>> {
        let _ = (receiver, name, args);
        Ok(None)
    }

    /// Whether a value has a public method, as `respond_to?` says.
    pub fn responds_to(&mut self, value: Value, name: Symbol) -> Flow<bool> {
        let _ = (value, name);
        Ok(false)
    }

    /// Calls a block with arguments, as `yield` does.
    pub fn yield_block(&mut self, block: Block, args: &[Value]) -> Flow {
        let _ = (block, args);
        Err(self.not_implemented("yielding"))
    }

    /// Calls a block with one argument, as `yield value` does: a block with several parameters
    /// takes an array apart.
    #[inline]
    pub fn yield_one(&mut self, block: Block, value: Value) -> Flow {
        self.yield_block(block, &[value])
    }

    /// Calls a proc value, as `Proc#call` does.
    pub fn call_proc(&mut self, proc: Value, args: Args<'_>) -> Flow {
        let _ = (proc, args);
        Err(self.not_implemented("calling procs"))
    }

    /// The proc of a block, which may outlive the call.
    pub fn block_to_proc(&mut self, block: Block) -> Value {
        let _ = block;
        Value::Nil
    }

    /// The block of a native that needs one; `LocalJumpError: no block given (yield)` without.
    pub fn require_block(&mut self, args: Args<'_>) -> Flow<Block> {
        match args.block {
            Some(block) => Ok(block),
            None => Err(self.error(crate::core::class::LOCAL_JUMP_ERROR, "no block given (yield)")),
        }
    }

    /// The number of parameters of a block as `Proc#arity` gives it.
    pub fn block_arity(&mut self, block: Block) -> i64 {
        let _ = block;
        -1
    }

    /// The enumerator that a method returns when it is called without a block.
    pub fn enumerator(&mut self, receiver: Value, args: Args<'_>) -> Flow {
        let _ = (receiver, args);
        Err(self.not_implemented("Enumerator"))
    }

    /// A number that no frame and no block had before.
    pub(crate) fn next_serial(&mut self) -> u32 {
        self.core.serial = self.core.serial.wrapping_add(1);
        self.core.serial
    }
}
