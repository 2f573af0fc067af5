//! Which variable a name means: the frames around a place in a program.

use pupa_value::value::Text;

use super::node::{NotYetEvaluated, SlotPlace};

/// Variables that only Puppet itself may set.
pub(crate) const SET_BY_PUPPET: [&str; 3] = ["facts", "trusted", "server_facts"];

/// The frames around a place, from the outermost to the innermost.
#[derive(Default)]
pub(super) struct Frames {
    open: Vec<OpenFrame>,
}

/// A frame that is being built.
pub(super) struct OpenFrame {
    /// The owner: the name of a function, or `lambda`.
    pub(super) callee: Text,
    /// The names of its slots; parameters first.
    pub(super) names: Vec<Text>,
    /// The number of parameters among them.
    pub(super) parameters: usize,
    /// Whether arguments are given by name, so that any of them may be there before defaults are.
    pub(super) is_by_name: bool,
    /// While the default of a parameter is read: its number.
    pub(super) default_of: Option<usize>,
    /// Whether what is called from here may look at variables by name.
    pub(super) is_watched: bool,
}

/// The meaning of a name.
pub(super) enum Meaning {
    /// A parameter of the innermost frame.
    Parameter(u32),
    /// Slots that may have a value, the innermost first.
    Slots(Vec<SlotPlace>),
    /// A parameter that may have no value when the default of another one is read.
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

    /// Says that variables may be read by name from the place at hand.
    pub(super) fn watch_all(&mut self) {
        for frame in &mut self.open {
            frame.is_watched = true;
        }
    }

    /// The slot that an assignment to the name fills, in the innermost frame.
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

    /// The slots of outer frames that the name may mean.
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
                    // A parameter always has a value: nothing outside can be meant.
                    break;
                }
            }
        }
        places
    }
}
