//! Puppet lambdas as blocks of Ruby code.

use std::rc::Rc;

use super::Returned;
use crate::core::class;
use crate::heap::RProc;
use crate::heap::procs::ProcKind;
use crate::machine::{Core, Flow, Machine};
use crate::native::{Args, Block, NativeClass, method};
use crate::symbol::Symbol;
use crate::value::Value;

/// A Puppet lambda that is passed to Ruby code for one call.
#[derive(Debug, Clone)]
pub struct PuppetBlock {
    /// The number that identifies it in the compiler.
    pub number: u32,
    /// Its parameters.
    pub parameters: Vec<BlockParameter>,
}

/// A parameter of a lambda.
#[derive(Debug, Clone)]
pub struct BlockParameter {
    /// The name.
    pub name: String,
    /// Its kind.
    pub kind: BlockParameterKind,
}

/// The kind of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockParameterKind {
    /// It is required.
    Required,
    /// It has a default value.
    Optional,
    /// It takes all remaining arguments.
    Rest,
}

/// `Puppet::Pops::Evaluator`
pub static EVALUATOR: NativeClass =
    NativeClass { name: "Puppet::Pops::Evaluator", ..NativeClass::MODULE };

/// `Puppet::Pops::Evaluator::PuppetStopIteration`: `break()` in a lambda
pub static STOP_ITERATION: NativeClass = NativeClass {
    name: "Puppet::Pops::Evaluator::PuppetStopIteration",
    superclass: Some("StopIteration"),
    ..NativeClass::EMPTY
};

/// `Puppet::Pops::Evaluator::PuppetProc`
pub static PUPPET_PROC: NativeClass = NativeClass {
    name: "Puppet::Pops::Evaluator::PuppetProc",
    superclass: Some("Proc"),
    methods: &[
        method("parameters", 0, 1, parameters),
        method("arity", 0, 0, arity),
        method("lambda?", 0, 0, is_lambda),
    ],
    ..NativeClass::EMPTY
};

/// The name of the instance variable with the parameters.
const PARAMETERS: &str = "@parameters";

impl Machine<'_> {
    /// A block that calls the lambda.
    pub fn puppet_proc(&mut self, block: PuppetBlock) -> Block {
        let mut list = Vec::with_capacity(block.parameters.len());
        for parameter in &block.parameters {
            let kind = match parameter.kind {
                BlockParameterKind::Required => "req",
                BlockParameterKind::Optional => "opt",
                BlockParameterKind::Rest => "rest",
            };
            let pair = [kind, &parameter.name].map(|text| Value::Sym(Symbol::new(text)));
            list.push(self.new_array(pair.to_vec()));
        }
        let list = self.new_array(list);
        let number = block.number;
        let run =
            Rc::new(move |m: &mut Machine<'_>, args: Args<'_>| m.call_puppet_block(number, args));
        let proc = RProc {
            // The block accepts any number of arguments; the lambda checks them.
            kind: ProcKind::Native(run, -1),
            is_lambda: false,
            class: class::PUPPET_PROC,
            frozen: false,
        };
        let id = self.core.heap.procs.add(proc);
        self.set_ivar(Value::Proc(id), Symbol::new(PARAMETERS), list);
        Block::Proc(id)
    }

    fn call_puppet_block(&mut self, number: u32, args: Args<'_>) -> Flow {
        let mut given = Vec::with_capacity(args.len());
        for &arg in args.list {
            given.push(self.to_puppet(arg)?);
        }
        self.lending_core(|puppet, core| puppet.call_block(core, number, given))
    }

    /// Calls the compiler with the machine's core lent to it for that time.
    pub(super) fn lending_core(
        &mut self,
        ask: impl FnOnce(&mut dyn super::Puppet, Box<Core>) -> Returned,
    ) -> Flow {
        if self.world.puppet().is_none() {
            return Err(self.runtime_error("this program does not run inside of Puppet"));
        }
        self.publish_changes();
        let core = std::mem::replace(&mut self.core, Core::hollow());
        let Some(puppet) = self.world.puppet() else {
            self.core = core;
            return Ok(Value::Nil);
        };
        let (result, core) = ask(puppet, core);
        self.core = core;
        match result {
            Ok(value) => self.from_puppet(&value),
            Err(puppet_error) => Err(self.puppet_error(puppet_error)),
        }
    }
}

fn parameters(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(m.ivar(this, Symbol::new(PARAMETERS)))
}

/// `arity`: the number of parameters; if some are optional, `-n - 1` for `n` required ones.
fn arity(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let Value::Array(list) = m.ivar(this, Symbol::new(PARAMETERS)) else { return Ok(Value::Nil) };
    let mut count = 0;
    for parameter in m.array(list) {
        count += 1;
        let Value::Array(parts) = *parameter else { continue };
        if !matches!(m.array(parts).first(), Some(Value::Sym(kind)) if kind.as_str() == "req") {
            return Ok(Value::Int(-count));
        }
    }
    Ok(Value::Int(count))
}

fn is_lambda(_m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::FALSE)
}
