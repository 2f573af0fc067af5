//! The standard library: native classes in Rust, and libraries written in Ruby.

/// The constants that a library written in Ruby defines, with the name of the library. The library
/// is loaded when such a constant is first used.
pub static AUTOLOADED: &[(&str, &str)] = &[];
