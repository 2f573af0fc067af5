//! Resolves variable names while a program is compiled: the frames around the current position.

use pupa_value::value::Text;

use super::node::{NotYetEvaluated, SlotPlace};

/// Variables that only Puppet itself may set.
pub(crate) const SET_BY_PUPPET: [&str; 3] = ["facts", "trusted", "server_facts"];

/// The frames around the current position, the outermost first.
#[derive(Default)]
pub(super) struct Frames {
    open: Vec<OpenFrame>,
}

/// A frame that is being compiled.
pub(super) struct OpenFrame {
    /// The callable: the name of a function, or `lambda`.
    pub(super) callee: Text,
    /// The names of its slots; parameters first.
    pub(super) names: Vec<Text>,
    /// The number of parameters among them.
    pub(super) parameters: usize,
    /// Whether arguments are given by name, so that a parameter may have a value before the
    /// defaults are evaluated.
    pub(super) is_by_name: bool,
    /// The index of the parameter whose default is being compiled, if any.
    pub(super) default_of: Option<usize>,
    /// Whether code called from here may read variables by name.
    pub(super) is_watched: bool,
}

/// The meaning of a name.
pub(super) enum Meaning {
    /// A parameter of the innermost frame.
    Parameter(u32),
    /// Slots that may contain the variable, the innermost first.
    Slots(Vec<SlotPlace>),
    /// A parameter that may have no value yet when the default of another one is evaluated.
    NotYet(NotYetEvaluated),
}

impl Frames {
    pub(super) fn push(&mut self, frame: OpenFrame) {
        self.open.push(frame);
    }

    pub(super) fn pop(&mut self) -> Option<OpenFrame> {
        self.open.pop()
    }

    pub(super) fn innermost(&mut self) -> Option<&mut OpenFrame> {
        self.open.last_mut()
    }

    /// Records that called code may read variables by name at the current position.
    pub(super) fn watch_all(&mut self) {
        for frame in &mut self.open {
            frame.is_watched = true;
        }
    }

    /// The slot of the innermost frame for an assignment to a name.
    pub(super) fn assigned_slot(&mut self, name: &str) -> Option<u32> {
        let frame = self.open.last_mut()?;
        let slot = match frame.names.iter().position(|known| known.as_str() == name) {
            Some(slot) => slot,
            None => {
                frame.names.push(Text::from(name));
                frame.names.len() - 1
            }
        };
        Some(slot as u32)
    }

    /// The slots of outer frames that a name may refer to.
    pub(super) fn outer_slots(&self, name: &str) -> Vec<SlotPlace> {
        self.slots(name, 1)
    }

    /// Returns the meaning of a name that is read.
    pub(super) fn meaning(&self, name: &str) -> Meaning {
        for (depth, frame) in self.open.iter().rev().enumerate() {
            let Some(slot) = frame.names.iter().position(|known| known.as_str() == name) else {
                continue;
            };
            if let Some(current) = frame.default_of
                && slot < frame.parameters
                && (frame.is_by_name || slot >= current)
            {
                let place = SlotPlace { depth: depth as u32, slot: slot as u32 };
                return Meaning::NotYet(NotYetEvaluated {
                    callee: frame.callee.clone(),
                    from: frame.names[current].clone(),
                    to: frame.names[slot].clone(),
                    is_before: slot < current,
                    given: frame.is_by_name.then_some(place),
                });
            }
            if depth == 0 && slot < frame.parameters {
                return Meaning::Parameter(slot as u32);
            }
            break;
        }
        Meaning::Slots(self.slots(name, 0))
    }

    fn slots(&self, name: &str, skip: usize) -> Vec<SlotPlace> {
        let mut places = Vec::new();
        for (depth, frame) in self.open.iter().rev().enumerate().skip(skip) {
            if let Some(slot) = frame.names.iter().position(|known| known.as_str() == name) {
                places.push(SlotPlace { depth: depth as u32, slot: slot as u32 });
                if slot < frame.parameters {
                    // A parameter always has a value, so outer frames are irrelevant.
                    break;
                }
            }
        }
        places
    }
}
