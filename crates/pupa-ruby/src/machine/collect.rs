//! Freeing objects that nothing refers to, between entries into the machine.
