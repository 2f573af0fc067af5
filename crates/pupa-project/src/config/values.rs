//! The values of settings in the notation that `pupa.toml` and the command line share.

use std::path::{Path, PathBuf};

use pupa_syntax::validate::{Extensions, Strict};

/// The limits of a run, as the user has set them; `None` for the default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Maximum depth of nested calls.
    pub max_depth: Option<u32>,
    /// Maximum number of units of work.
    pub max_steps: Option<Bound>,
    /// Maximum time, in milliseconds.
    pub max_time: Option<Bound>,
    /// Maximum memory, in bytes.
    pub max_memory: Option<Bound>,
    /// Maximum number of elements of an array or hash.
    pub max_elements: Option<usize>,
    /// Maximum length of a string, in bytes.
    pub max_text: Option<u64>,
    /// Maximum number of resources in a catalog.
    pub max_resources: Option<usize>,
    /// Maximum length of an output, in bytes.
    pub max_output: Option<Bound>,
    /// Maximum time of a command, in milliseconds.
    pub max_command_time: Option<Bound>,
    /// Maximum output of a command, in bytes.
    pub max_command_output: Option<Bound>,
}

/// A limit that can be disabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The maximum.
    At(u64),
    /// No limit.
    None,
}

/// The condition under which output is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColorChoice {
    /// If the output is a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// A number, or `none`.
pub fn parse_count(text: &str) -> Result<Bound, String> {
    if text == "none" {
        return Ok(Bound::None);
    }
    text.parse().map(Bound::At).map_err(|_| "expected a number or `none`".to_owned())
}

/// A number of bytes, or `none`.
pub fn parse_size_bound(text: &str) -> Result<Bound, String> {
    if text == "none" { Ok(Bound::None) } else { parse_size(text).map(Bound::At) }
}

/// A number of seconds above 0, or `none`, as milliseconds.
pub fn parse_time(text: &str) -> Result<Bound, String> {
    if text == "none" {
        return Ok(Bound::None);
    }
    let seconds: f64 = text.parse().map_err(|_| "expected seconds or `none`".to_owned())?;
    let milliseconds = (seconds * 1000.0).ceil();
    if !(1.0..=1e15).contains(&milliseconds) {
        return Err("expected seconds above 0 or `none`".to_owned());
    }
    Ok(Bound::At(milliseconds as u64))
}

/// Directories that hold modules, as given.
#[derive(Debug, Clone)]
pub struct ModulePath(pub Vec<PathBuf>);

/// Splits a module path at the separator that the system uses for `PATH`.
pub fn split_modulepath(text: &str) -> Result<ModulePath, std::convert::Infallible> {
    let directories = std::env::split_paths(text);
    Ok(ModulePath(directories.filter(|path| path != Path::new("")).collect()))
}

/// The severity with this name.
pub fn strict_from_name(name: &str) -> Option<Strict> {
    match name {
        "off" => Some(Strict::Off),
        "warning" => Some(Strict::Warning),
        "error" => Some(Strict::Error),
        _ => None,
    }
}

/// The treatment of extensions with this name.
pub fn extensions_from_name(name: &str) -> Option<Extensions> {
    match name {
        "off" => Some(Extensions::Off),
        "warn" => Some(Extensions::Warn),
        "on" => Some(Extensions::On),
        _ => None,
    }
}

/// A number of bytes: `4096`, `64K`, `10M`, `1G`.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match text[digits.len()..].to_ascii_uppercase().trim_end_matches('B') {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return Err("expected a number of bytes, or one with K, M or G".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a number of bytes".to_owned())?;
    if number == 0 {
        return Err("expected more than 0 bytes".to_owned());
    }
    number.checked_mul(unit).ok_or_else(|| "the number is too large".to_owned())
}

/// The colour setting with this name.
pub fn color_from_name(name: &str) -> Option<ColorChoice> {
    match name {
        "auto" => Some(ColorChoice::Auto),
        "always" => Some(ColorChoice::Always),
        "never" => Some(ColorChoice::Never),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_size("4096"), Ok(4096));
        assert_eq!(parse_size("64k"), Ok(65536));
        assert_eq!(parse_size("10MB"), Ok(10 << 20));
        assert!(parse_size("ten").is_err());
        assert_eq!(parse_time("0.25"), Ok(Bound::At(250)));
        assert_eq!(parse_time("none"), Ok(Bound::None));
        for wrong in ["0", "-1", "NaN", "inf", "soon"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
        assert!(parse_size("1T").is_err());
        assert!(parse_size("0").is_err());
        assert!(parse_size("0M").is_err());
        assert!(parse_size("99999999999G").is_err());
    }
}
