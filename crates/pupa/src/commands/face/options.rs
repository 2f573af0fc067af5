//! The arguments of the reference's faces, with the reference's rules and messages.
//!
//! An option may stand anywhere, `--` ends them, a value follows as the next argument or after
//! `=`. Names are taken with `-` for `_` too. Abbreviations are not taken: which ones are
//! unambiguous changes with every release of the reference.

use std::ffi::OsString;

use super::settings_table::{SWITCHES, VALUES};

/// The options and operands of an action.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// The operands.
    pub(crate) operands: Vec<OsString>,
    /// Options with values, by name with `_`; the last one counts.
    pairs: Vec<(String, String)>,
    /// Switches, by name with `_`; the last one counts.
    switches: Vec<(String, bool)>,
}

/// The options of an action, in addition to the settings.
pub(crate) struct Accepts {
    /// Options with values.
    pub(crate) values: &'static [&'static str],
    /// Switches.
    pub(crate) switches: &'static [&'static str],
}

/// Options of every face.
const COMMON_VALUES: &[&str] = &["render_as"];
const COMMON_SWITCHES: &[&str] = &["debug", "help", "verbose"];

/// An option with one letter, and its long name.
const LETTERS: &[(char, &str)] = &[
    ('D', "daemonize"),
    ('E', "environment"),
    ('d', "debug"),
    ('e', "e"),
    ('h', "help"),
    ('o', "onetime"),
    ('v', "verbose"),
];

enum Kind {
    Value,
    Switch,
}

impl Options {
    /// The value of an option.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.pairs.iter().rev().find(|pair| pair.0 == name).map(|pair| pair.1.as_str())
    }

    /// The state of a switch; `None` if it was not given.
    pub(crate) fn switch(&self, name: &str) -> Option<bool> {
        self.switches.iter().rev().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Parses arguments; fails for an invalid one.
    pub(crate) fn read(args: Vec<OsString>, accepts: &Accepts) -> Result<Options, String> {
        let mut options = Options::default();
        let mut args = args.into_iter();
        while let Some(given) = args.next() {
            let arg = given.to_string_lossy();
            if arg == "--" {
                options.operands.extend(args);
                break;
            }
            if let Some(long) = arg.strip_prefix("--") {
                options.read_long(&arg, long, accepts, &mut args)?;
            } else if arg.len() > 1 && arg.starts_with('-') {
                options.read_short(&arg, accepts, &mut args)?;
            } else {
                options.operands.push(given);
            }
        }
        Ok(options)
    }

    fn read_long(
        &mut self,
        arg: &str,
        long: &str,
        accepts: &Accepts,
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), String> {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name.replace('-', "_"), Some(value.to_owned())),
            None => (long.replace('-', "_"), None),
        };
        match (kind(&name, accepts), name.strip_prefix("no_")) {
            (Some(kind), _) => self.store(arg, name, &kind, value, rest),
            (None, Some(positive)) if matches!(kind(positive, accepts), Some(Kind::Switch)) => {
                self.switches.push((positive.to_owned(), false));
                Ok(())
            }
            (None, _) => Err(format!("invalid option: {}", arg.split('=').next().unwrap_or(arg))),
        }
    }

    fn read_short(
        &mut self,
        arg: &str,
        accepts: &Accepts,
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), String> {
        let mut letters = arg.chars().skip(1);
        let letter = letters.next().unwrap_or_default();
        let named = LETTERS.iter().find(|known| known.0 == letter).map(|known| known.1);
        let Some((name, kind)) = named.and_then(|name| Some((name, kind(name, accepts)?))) else {
            return Err(format!("invalid option: -{letter}"));
        };
        let attached: String = letters.collect();
        let attached = (!attached.is_empty()).then_some(attached);
        match (kind, attached) {
            (Kind::Switch, Some(more)) => {
                self.switches.push((name.to_owned(), true));
                self.read_short(&format!("-{more}"), accepts, rest)
            }
            (kind, attached) => self.store(arg, name.to_owned(), &kind, attached, rest),
        }
    }

    fn store(
        &mut self,
        arg: &str,
        name: String,
        kind: &Kind,
        value: Option<String>,
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), String> {
        match (kind, value) {
            (Kind::Switch, None) => self.switches.push((name, true)),
            (Kind::Switch, Some(_)) => return Err(format!("needless argument: {arg}")),
            (Kind::Value, Some(value)) => self.pairs.push((name, value)),
            (Kind::Value, None) => {
                let value = rest.next().ok_or_else(|| format!("missing argument: {arg}"))?;
                self.pairs.push((name, value.to_string_lossy().into_owned()));
            }
        }
        Ok(())
    }
}

fn kind(name: &str, accepts: &Accepts) -> Option<Kind> {
    let is_in = |own: &[&str], common: &[&str], settings: &[&str]| {
        own.contains(&name) || common.contains(&name) || settings.binary_search(&name).is_ok()
    };
    if is_in(accepts.values, COMMON_VALUES, VALUES) {
        Some(Kind::Value)
    } else if is_in(accepts.switches, COMMON_SWITCHES, SWITCHES) {
        Some(Kind::Switch)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(args: &[&str]) -> Result<Options, String> {
        let accepts = Accepts { values: &["e", "format"], switches: &["validate"] };
        Options::read(args.iter().map(OsString::from).collect(), &accepts)
    }

    #[test]
    fn options_stand_anywhere() {
        let options =
            read(&["a.pp", "--strict", "off", "-v", "b.pp", "--color=false", "--", "--c"]).unwrap();
        assert_eq!(options.operands, ["a.pp", "b.pp", "--c"]);
        assert_eq!(options.value("strict"), Some("off"));
        assert_eq!(options.value("color"), Some("false"));
        assert_eq!(options.switch("verbose"), Some(true));
    }

    #[test]
    fn switches_can_be_turned_off() {
        let options = read(&["--no-validate", "--no-storeconfigs", "--storeconfigs"]).unwrap();
        assert_eq!(options.switch("validate"), Some(false));
        assert_eq!(options.switch("storeconfigs"), Some(true));
        assert_eq!(options.switch("tasks"), None);
    }

    #[test]
    fn code_may_begin_with_a_dash() {
        assert_eq!(read(&["-e", "-1"]).unwrap().value("e"), Some("-1"));
        assert_eq!(read(&["--e=--1"]).unwrap().value("e"), Some("--1"));
        assert_eq!(read(&["-e-1"]).unwrap().value("e"), Some("-1"));
    }

    #[test]
    fn wrong_options_are_named() {
        let error = |args: &[&str]| read(args).unwrap_err();
        assert_eq!(error(&["--frobnicate=1"]), "invalid option: --frobnicate");
        assert_eq!(error(&["-x"]), "invalid option: -x");
        assert_eq!(error(&["--storeconfigs=false"]), "needless argument: --storeconfigs=false");
        assert_eq!(error(&["--strict"]), "missing argument: --strict");
        assert_eq!(error(&["--no-strict", "off"]), "invalid option: --no-strict");
    }
}
