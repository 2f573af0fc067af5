//! `pupa.toml`: defaults for the command line.
//!
//! The file is searched for from the working directory upwards; only the first one found is read.
//! Each key is a record in [`KEYS`], so the message about an unknown key can suggest the right one.

mod options;
mod schema;
mod values;

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use pupa_syntax::Edition;
use pupa_syntax::source::Source;
use pupa_syntax::validate::{Extensions, Strict};
use toml::de::{DeTable, DeValue};

pub use options::{Choices, ConfiguredOption, KnownCommand, KnownOption, KnownOptions, OptionKind};
pub use schema::schema;
pub use values::{
    Bound, Bounds, ColorChoice, ModulePath, color_from_name, extensions_from_name, parse_count,
    parse_size, parse_size_bound, parse_time, split_modulepath, strict_from_name,
};

/// The name of the file.
const NAME: &str = "pupa.toml";

/// The settings in the file; missing ones are `None`.
#[derive(Debug, Default, PartialEq)]
pub struct Config {
    /// `edition = "8"`
    pub edition: Option<Edition>,
    /// `strict = "error"`
    pub strict: Option<Strict>,
    /// `strict_variables = true`
    pub strict_variables: Option<bool>,
    /// `extensions = "warn"`
    pub extensions: Option<Extensions>,
    /// `modulepath = ["modules"]`, relative to the directory of the file.
    pub modulepath: Option<Vec<PathBuf>>,
    /// `color = "auto"`
    pub color: Option<ColorChoice>,
    /// `max_file_size = "10M"`
    pub max_file_size: Option<u64>,
    /// `max_steps = 1000000` and the like
    pub bounds: Bounds,
    /// Options of commands, in the order of the file.
    pub options: Vec<ConfiguredOption>,
}

/// A key of the file.
struct Key {
    name: &'static str,
    /// The meaning, for the schema.
    doc: &'static str,
    /// The expected value, for messages.
    expects: &'static str,
    /// The kind of value, for the schema.
    kind: OptionKind,
    /// Stores the value; nothing when it is not what is expected.
    set: fn(&mut Config, &DeValue<'_>) -> Option<()>,
}

/// All keys, sorted by name.
static KEYS: &[Key] = &[
    Key {
        name: "color",
        doc: "When to use colour.",
        kind: OptionKind::of_choices(&["auto", "always", "never"]),
        expects: "`\"auto\"`, `\"always\"` or `\"never\"`",
        set: |config, value| {
            config.color = Some(values::color_from_name(value.as_str()?)?);
            Some(())
        },
    },
    Key {
        name: "edition",
        doc: "The edition of the language.",
        kind: OptionKind::of_choices(&["8", "draft"]),
        expects: "`\"8\"` or `\"draft\"`",
        set: |config, value| {
            config.edition = Some(Edition::from_name(value.as_str()?)?);
            Some(())
        },
    },
    Key {
        name: "extensions",
        doc: "How to treat Pupa's language extensions in edition 8.",
        kind: OptionKind::of_choices(&["off", "warn", "on"]),
        expects: "`\"off\"`, `\"warn\"` or `\"on\"`",
        set: |config, value| {
            config.extensions = Some(values::extensions_from_name(value.as_str()?)?);
            Some(())
        },
    },
    Key {
        name: "max_command_output",
        doc: "Maximum number of bytes that a command may print.",
        kind: OptionKind::Text,
        expects: "a number of bytes above 0, a string such as `\"2G\"`, or `\"none\"`",
        set: |config, value| {
            config.bounds.max_command_output = Some(values::parse_size_bound(digits(value)?).ok()?);
            Some(())
        },
    },
    Key {
        name: "max_command_time",
        doc: "Maximum number of seconds that a command may take.",
        kind: OptionKind::Text,
        expects: "a number of seconds, or `\"none\"`",
        set: |config, value| {
            config.bounds.max_command_time = Some(values::parse_time(number(value)?).ok()?);
            Some(())
        },
    },
    Key {
        name: "max_depth",
        doc: "Maximum depth of nested calls.",
        kind: OptionKind::Text,
        expects: "a number of calls",
        set: |config, value| {
            config.bounds.max_depth = Some(digits(value)?.parse().ok()?);
            Some(())
        },
    },
    Key {
        name: "max_elements",
        doc: "Maximum number of elements of an array or hash.",
        kind: OptionKind::Text,
        expects: "a number of elements",
        set: |config, value| {
            config.bounds.max_elements = Some(digits(value)?.parse().ok()?);
            Some(())
        },
    },
    Key {
        name: "max_file_size",
        doc: "Largest file to read, in bytes or with K, M or G.",
        kind: OptionKind::Text,
        expects: "a number of bytes above 0, or a string such as `\"10M\"`",
        set: |config, value| {
            config.max_file_size = Some(values::parse_size(digits(value)?).ok()?);
            Some(())
        },
    },
    Key {
        name: "max_memory",
        doc: "Maximum memory of the process, in bytes or with K, M or G, or `none`.",
        kind: OptionKind::Text,
        expects: "a number of bytes above 0, a string such as `\"2G\"`, or `\"none\"`",
        set: |config, value| {
            config.bounds.max_memory = Some(values::parse_size_bound(digits(value)?).ok()?);
            Some(())
        },
    },
    Key {
        name: "max_output",
        doc: "Maximum number of bytes of output.",
        kind: OptionKind::Text,
        expects: "a number of bytes above 0, a string such as `\"2G\"`, or `\"none\"`",
        set: |config, value| {
            config.bounds.max_output = Some(values::parse_size_bound(digits(value)?).ok()?);
            Some(())
        },
    },
    Key {
        name: "max_resources",
        doc: "Maximum number of resources in a catalog.",
        kind: OptionKind::Text,
        expects: "a number of resources",
        set: |config, value| {
            config.bounds.max_resources = Some(digits(value)?.parse().ok()?);
            Some(())
        },
    },
    Key {
        name: "max_steps",
        doc: "Maximum number of evaluated expressions, or `none`.",
        kind: OptionKind::Text,
        expects: "a number of expressions, or `\"none\"`",
        set: |config, value| {
            config.bounds.max_steps = Some(values::parse_count(digits(value)?).ok()?);
            Some(())
        },
    },
    Key {
        name: "max_text",
        doc: "Maximum length of a string, in bytes or with K, M or G.",
        kind: OptionKind::Text,
        expects: "a number of bytes above 0, or a string such as `\"10M\"`",
        set: |config, value| {
            config.bounds.max_text = Some(values::parse_size(digits(value)?).ok()?);
            Some(())
        },
    },
    Key {
        name: "max_time",
        doc: "Maximum number of seconds of a run.",
        kind: OptionKind::Text,
        expects: "a number of seconds, or `\"none\"`",
        set: |config, value| {
            config.bounds.max_time = Some(values::parse_time(number(value)?).ok()?);
            Some(())
        },
    },
    Key {
        name: "modulepath",
        doc: "Directories that contain modules, relative to the file.",
        kind: OptionKind::Texts,
        expects: "a list of directories",
        set: |config, value| {
            config.modulepath = Some(match value.as_str() {
                Some(text) => values::split_modulepath(text).ok()?.0,
                None => directories(value)?,
            });
            Some(())
        },
    },
    Key {
        name: "strict",
        doc: "Severity of questionable constructs.",
        kind: OptionKind::of_choices(&["off", "warning", "error"]),
        expects: "`\"off\"`, `\"warning\"` or `\"error\"`",
        set: |config, value| {
            config.strict = Some(values::strict_from_name(value.as_str()?)?);
            Some(())
        },
    },
    Key {
        name: "strict_variables",
        doc: "Whether unknown variables are errors during evaluation.",
        kind: OptionKind::Flag,
        expects: "`true` or `false`",
        set: |config, value| {
            config.strict_variables = Some(value.as_bool()?);
            Some(())
        },
    },
];

/// A number as it is written, or the text of a string.
fn number<'a>(value: &'a DeValue<'_>) -> Option<&'a str> {
    value.as_float().map(|float| float.as_str()).or_else(|| digits(value))
}

/// The digits of a whole number, or the text of a string.
fn digits<'a>(value: &'a DeValue<'_>) -> Option<&'a str> {
    match value.as_integer() {
        Some(integer) if integer.radix() == 10 => Some(integer.as_str()),
        Some(_) => None,
        None => value.as_str(),
    }
}

fn directories(value: &DeValue<'_>) -> Option<Vec<PathBuf>> {
    let items = value.as_array()?.iter();
    items.map(|item| item.get_ref().as_str().map(PathBuf::from)).collect()
}

impl Config {
    /// The configuration that holds in a directory; `known` returns the options of commands.
    ///
    /// # Errors
    /// When the file can't be read, or has a wrong key or value.
    pub fn find(directory: &Path, known: fn() -> KnownOptions) -> Result<Config> {
        let found = directory.ancestors().map(|dir| dir.join(NAME)).find(|path| path.is_file());
        found.map_or_else(|| Ok(Config::default()), |path| Config::read(&path, known))
    }

    /// Reads one file.
    ///
    /// # Errors
    /// When the file can't be read, or has a wrong key or value.
    pub fn read(path: &Path, known: fn() -> KnownOptions) -> Result<Config> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let mut config = Config::parse(&path.to_string_lossy(), &text, &known())?;
        if let Some(base) = path.parent() {
            config.options.iter_mut().for_each(|option| option.resolve(base));
        }
        if let (Some(directories), Some(base)) = (&mut config.modulepath, path.parent()) {
            for directory in directories {
                *directory = base.join(&directory);
            }
        }
        Ok(config)
    }

    fn parse(name: &str, text: &str, options: &KnownOptions) -> Result<Config> {
        let source = Source::new(name, text);
        let table = DeTable::parse(text).map_err(|error| {
            at(&source, error.span().unwrap_or_default(), error.message().replace('\n', ", "))
        })?;
        let mut config = Config::default();
        for (name, value) in table.get_ref() {
            let Some(key) = KEYS.iter().find(|key| key.name == name.get_ref()) else {
                let found = options::read(&source, name, value, options)?;
                config.options.extend(found);
                continue;
            };
            (key.set)(&mut config, value.get_ref()).ok_or_else(|| {
                let found = source.text().get(value.span()).unwrap_or_default();
                let message =
                    format!("expected {} for `{}`, found `{found}`", key.expects, key.name);
                at(&source, value.span(), message)
            })?;
        }
        Ok(config)
    }
}

/// An error with its place: `pupa.toml:3:9: …`
fn at(source: &Source, span: Range<usize>, message: String) -> anyhow::Error {
    let position = source.position(span.start as u32);
    anyhow!("{}:{}:{}: {message}", source.name(), position.line, position.column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Config::parse("pupa.toml", text, &KnownOptions::default())
            .map(|_| ())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn reads_every_key() {
        let text = r#"
            edition = "draft"
            strict = "warning"
            strict_variables = false
            extensions = "on"
            modulepath = ["modules", "site"]
            color = "never"
            max_file_size = "1M"
            max_depth = 100
            max_steps = "none"
            max_memory = "1G"
            max_elements = 1000
            max_text = 4096
            max_resources = 5000
        "#;
        let expected = Config {
            edition: Some(Edition::Draft),
            strict: Some(Strict::Warning),
            strict_variables: Some(false),
            extensions: Some(Extensions::On),
            modulepath: Some(vec!["modules".into(), "site".into()]),
            color: Some(ColorChoice::Never),
            max_file_size: Some(1 << 20),
            bounds: Bounds {
                max_depth: Some(100),
                max_steps: Some(Bound::None),
                max_memory: Some(Bound::At(1 << 30)),
                max_elements: Some(1000),
                max_text: Some(4096),
                max_resources: Some(5000),
                ..Bounds::default()
            },
            options: Vec::new(),
        };
        let known = KnownOptions::default();
        assert_eq!(Config::parse("pupa.toml", text, &known).unwrap(), expected);
    }

    #[test]
    fn a_wrong_key_has_a_place_and_a_suggestion() {
        assert_eq!(
            error("strict = \"off\"\nedtion = \"8\"\n"),
            "pupa.toml:2:1: unknown key `edtion`; did you mean `edition`?"
        );
        assert!(error("[lint]\n").starts_with("pupa.toml:1:2: unknown key `lint`"));
    }

    #[test]
    fn a_wrong_value_has_a_place_and_the_choices() {
        assert_eq!(
            error("edition = 8\n"),
            "pupa.toml:1:11: expected `\"8\"` or `\"draft\"` for `edition`, found `8`"
        );
        assert_eq!(
            error("modulepath = [1]\n"),
            "pupa.toml:1:14: expected a list of directories for `modulepath`, found `[1]`"
        );
    }

    #[test]
    fn broken_toml_has_a_place() {
        assert!(error("strict = \"off\"\nedition = \n").starts_with("pupa.toml:2:"));
    }

    #[test]
    fn keys_are_sorted() {
        assert!(KEYS.is_sorted_by_key(|key| key.name));
    }
}
