//! Iterates over any object that has `each`.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::{Flow, Jump, Machine};
use crate::native::{Args, Block};
use crate::symbol::names;
use crate::value::Value;

/// The result of a function that receives elements: whether to continue.
pub type Step = ControlFlow<()>;

impl Machine<'_> {
    /// Calls a function with each element, as `Enumerable` methods see them: several values in one
    /// `yield` become an array. The function keeps its state in heap objects or in an
    /// `Rc<Cell<…>>`, because it may be called from Ruby code.
    ///
    /// Arrays are read by index, so that the function may change them.
    pub fn iterate(
        &mut self,
        collection: Value,
        each: impl Fn(&mut Machine<'_>, Value) -> Flow<Step> + 'static,
    ) -> Flow<()> {
        self.iterate_with(collection, names::EACH, &[], each)
    }

    /// As `iterate`, with another method than `each` and arguments for it.
    pub fn iterate_with(
        &mut self,
        collection: Value,
        method: crate::symbol::Symbol,
        args: &[Value],
        each: impl Fn(&mut Machine<'_>, Value) -> Flow<Step> + 'static,
    ) -> Flow<()> {
        if let Value::Array(id) = collection
            && method == names::EACH
            && self.class_of(collection) == crate::core::class::ARRAY
        {
            let mut index = 0;
            while let Some(item) = self.heap.arrays[id].get(index) {
                self.step()?;
                if each(self, item)?.is_break() {
                    return Ok(());
                }
                index += 1;
            }
            return Ok(());
        }
        self.iterate_packed(collection, method, args, move |m, args| {
            let item = m.pack(args);
            each(m, item)
        })
    }

    /// The most general form: the function receives the unchanged arguments of `yield`.
    pub fn iterate_packed(
        &mut self,
        collection: Value,
        method: crate::symbol::Symbol,
        args: &[Value],
        each: impl Fn(&mut Machine<'_>, &[Value]) -> Flow<Step> + 'static,
    ) -> Flow<()> {
        let tag = self.next_serial();
        self.core.active_tags.push(tag);
        let block = Rc::new(move |m: &mut Machine<'_>, args: Args<'_>| {
            if each(m, args.list)?.is_break() {
                return Err(Jump::Break(tag));
            }
            Ok(Value::Nil)
        });
        let Value::Proc(proc) = self.new_native_proc(block, -1) else { return Ok(()) };
        let args = Args::new(method, args).with_block(Some(Block::Proc(proc)));
        let result = self.call_args(collection, args);
        self.core.active_tags.pop();
        match result {
            Ok(_) => Ok(()),
            Err(Jump::Break(ended)) if ended == tag => Ok(()),
            Err(jump) => Err(jump),
        }
    }

    /// Combines the arguments of a `yield` into one value: none is `nil`, several are an array.
    pub fn pack(&mut self, args: &[Value]) -> Value {
        match args {
            [] => Value::Nil,
            [one] => *one,
            several => self.new_array(several.to_vec()),
        }
    }

    /// All elements of a collection.
    pub fn collect_elements(&mut self, collection: Value) -> Flow<Vec<Value>> {
        if let Value::Array(id) = collection {
            return Ok(self.array(id).to_vec());
        }
        let Value::Array(list) = self.new_array(Vec::new()) else { return Ok(Vec::new()) };
        self.iterate(collection, move |m, item| {
            m.charge(size_of::<Value>())?;
            m.array_mut(list).push(item);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(self.array(list).to_vec())
    }
}
