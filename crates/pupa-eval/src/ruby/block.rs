//! Blocks that are passed between Puppet and Ruby.

use std::sync::Arc;

use pupa_ruby::native::Block as MachineBlock;
use pupa_ruby::puppet::RubyBlock;
use pupa_ruby::puppet::block::{BlockParameter, BlockParameterKind, PuppetBlock};
use pupa_value::Value;

use super::RubyCode;
use super::function::BlockHandle;
use crate::evaluator::lambda::{Block, LambdaBlock};
use crate::evaluator::scope::ScopeId;
use crate::program::{LambdaCode, ParameterCode};
use crate::stop::{Outcome, Stop, error};

/// A lambda that Ruby code may call during the call that it was given to.
pub(super) struct LambdaHandle {
    number: u32,
    lambda: Arc<LambdaCode>,
    frame: u32,
    program: u32,
    scope: ScopeId,
}

impl RubyCode<'_, '_> {
    /// Calls a function during which Ruby code may call a block.
    pub(super) fn with_block<T>(
        &mut self,
        block: Option<Block<'_>>,
        run: impl FnOnce(&mut Self, Option<BlockHandle>) -> T,
    ) -> T {
        let block = match block {
            None => return run(self, None),
            Some(Block::Ruby(block)) => return run(self, Some(BlockHandle::Ruby(block))),
            Some(Block::Lambda(block)) => block,
        };
        let scope = self.evaluator.run.scopes.current;
        let ruby = self.evaluator.ruby_state.ruby_mut();
        ruby.last_lambda += 1;
        let number = ruby.last_lambda;
        let (lambda, frame, program) = (Arc::clone(block.lambda), block.frame, block.program);
        let parameters = lambda.parameters.iter().map(parameter).collect();
        ruby.lambdas.push(LambdaHandle { number, lambda, frame, program, scope });
        let result = run(self, Some(BlockHandle::Lambda(PuppetBlock { number, parameters })));
        self.evaluator.ruby_state.ruby_mut().lambdas.retain(|held| held.number != number);
        result
    }

    /// Calls a lambda for Ruby code.
    pub(super) fn call_held_lambda(&mut self, number: u32, args: Vec<Value>) -> Outcome {
        let held = self
            .evaluator
            .ruby_state
            .ruby_mut()
            .lambdas
            .iter()
            .rev()
            .find(|held| held.number == number);
        let Some(held) = held else {
            return Err(error("the lambda belongs to a call that has ended"));
        };
        let lambda = Arc::clone(&held.lambda);
        let (frame, program, scope) = (held.frame, held.program, held.scope);
        let current = std::mem::replace(&mut self.evaluator.run.scopes.current, scope);
        let block = Block::Lambda(LambdaBlock { lambda: &lambda, frame, program });
        let result = self.evaluator.deeper(|evaluator| evaluator.call_block(block, args));
        self.evaluator.run.scopes.current = current;
        result
    }

    /// Calls a block of Ruby code. Its jumps, including exceptions, continue in the surrounding
    /// Ruby code.
    pub(crate) fn call_ruby_block(&mut self, block: RubyBlock, args: Vec<Value>) -> Outcome {
        let result = self.in_machine(|machine| {
            let mut given = Vec::with_capacity(args.len());
            for arg in &args {
                given.push(machine.from_puppet(arg)?);
            }
            let value = machine.yield_block(MachineBlock::Proc(block.proc), &given)?;
            machine.to_puppet(value)
        });
        result.map_err(|jump| Box::new(Stop::Ruby(jump)))
    }
}

fn parameter(parameter: &ParameterCode) -> BlockParameter {
    let kind = if parameter.captures_rest {
        BlockParameterKind::Rest
    } else if parameter.default.is_some() {
        BlockParameterKind::Optional
    } else {
        BlockParameterKind::Required
    };
    BlockParameter { name: parameter.name.to_string(), kind }
}
