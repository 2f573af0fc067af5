//! Matching: the backtracking machine, and automata where they give the same results.

mod charset;
pub(crate) mod compiled;
mod first;
mod linear;
pub(crate) mod machine;
mod program;
mod word;
