//! The standard library: native classes in Rust, and libraries written in Ruby.

/// The constants that a library written in Ruby defines, with the name of the library. The library
/// is loaded when such a constant is first used.
pub static AUTOLOADED: &[(&str, &str)] = &[];

/// Loads a library of Ruby itself by the name that `require` gives it. Returns whether it was
/// loaded now; `None` if there is no such library.
pub fn load(m: &mut crate::machine::Machine<'_>, name: &str) -> crate::machine::Flow<Option<bool>> {
    let _ = (m, name);
    Ok(None)
}
