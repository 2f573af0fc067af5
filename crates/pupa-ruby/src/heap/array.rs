//! `RArray`: an array as a Ruby object.

use crate::value::{ClassId, Value};

/// An array as a Ruby object.
#[derive(Debug, Clone)]
pub struct RArray {
    items: Vec<Value>,
    /// The number of elements at the front of `items` that `shift` has removed.
    head: usize,
    /// `Array` or a subclass.
    pub class: ClassId,
    /// Whether it must not be changed.
    pub frozen: bool,
    /// Whether it comes from Puppet, so that a change is noted (see [`crate::bridge::changes`]).
    pub watched: bool,
}

impl RArray {
    /// An array of elements.
    pub fn new(items: Vec<Value>) -> RArray {
        RArray { items, head: 0, class: crate::core::class::ARRAY, frozen: false, watched: false }
    }

    /// The elements.
    #[inline]
    pub fn slice(&self) -> &[Value] {
        &self.items[self.head..]
    }

    /// The elements as a slice that can be changed.
    #[inline]
    pub fn slice_mut(&mut self) -> &mut [Value] {
        &mut self.items[self.head..]
    }

    /// The elements as a vector, so that elements can be inserted and removed.
    pub fn vec_mut(&mut self) -> &mut Vec<Value> {
        if self.head > 0 {
            self.items.drain(..self.head);
            self.head = 0;
        }
        &mut self.items
    }

    /// Replaces all elements.
    pub fn replace(&mut self, items: Vec<Value>) {
        self.items = items;
        self.head = 0;
    }

    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len() - self.head
    }

    /// Whether the array is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at an index from the front.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Value> {
        self.items.get(self.head + index).copied()
    }

    /// Appends an element.
    #[inline]
    pub fn push(&mut self, item: Value) {
        self.items.push(item);
    }

    /// Removes and returns the last element.
    pub fn pop(&mut self) -> Option<Value> {
        if self.is_empty() { None } else { self.items.pop() }
    }

    /// Removes and returns the first element, without moving the others.
    pub fn shift(&mut self) -> Option<Value> {
        let first = self.get(0)?;
        self.head += 1;
        if self.head > 32 && self.head * 2 > self.items.len() {
            self.items.drain(..self.head);
            self.head = 0;
        }
        Some(first)
    }
}
