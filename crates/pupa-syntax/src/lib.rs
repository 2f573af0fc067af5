//! Everything that can be known of a Puppet file from its text alone.

pub mod diagnostic;
pub mod edition;
pub mod source;

pub use edition::Edition;
