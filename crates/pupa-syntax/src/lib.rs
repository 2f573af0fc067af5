//! Everything that can be known of a Puppet file from its text alone.

pub mod diagnostic;
pub mod edition;
pub mod source;
pub mod tree;

pub use edition::Edition;
