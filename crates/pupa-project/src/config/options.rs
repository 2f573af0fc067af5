//! Options of commands in `pupa.toml`: `facts_dir = "facts"` for all commands with `--facts-dir`,
//! and tables for single commands: `[check]`, `[catalog.diff]`.
//!
//! The command line passes the options that it knows as [`KnownOptions`], so that every option can
//! be set.

use std::path::Path;

use anyhow::Result;
use pupa_syntax::source::Source;
use pupa_syntax::suggest;
use toml::Spanned;
use toml::de::DeValue;

use super::{KEYS, at};

/// The options that commands have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownOptions {
    /// The commands.
    pub commands: Vec<KnownCommand>,
}

/// A command and its options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownCommand {
    /// The words of its name: `catalog`, `diff`.
    pub words: Vec<String>,
    /// The options, by name.
    pub options: Vec<KnownOption>,
}

/// An option of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownOption {
    /// The key: `facts_dir`.
    pub key: String,
    /// The meaning.
    pub doc: String,
    /// The kind of value.
    pub kind: OptionKind,
    /// Whether values are paths, which are relative to the directory of the file.
    pub is_path: bool,
}

/// The kinds of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Flag,
    /// A string or number.
    Text,
    /// Strings.
    Texts,
    /// One of these strings.
    Choice(Choices),
}

/// The strings that an option accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choices {
    /// Constant strings.
    Static(&'static [&'static str]),
    /// Strings from the command line parser.
    Made(Vec<String>),
}

impl Choices {
    /// All of them.
    pub fn all(&self) -> Vec<&str> {
        match self {
            Choices::Static(all) => all.to_vec(),
            Choices::Made(all) => all.iter().map(String::as_str).collect(),
        }
    }
}

impl OptionKind {
    /// A choice of these strings.
    pub const fn of_choices(choices: &'static [&'static str]) -> OptionKind {
        OptionKind::Choice(Choices::Static(choices))
    }

    /// The expected value, for messages.
    fn expects(&self) -> String {
        match self {
            OptionKind::Flag => "`true` or `false`".to_owned(),
            OptionKind::Text => "a string or number".to_owned(),
            OptionKind::Texts => "a string or a list of strings".to_owned(),
            OptionKind::Choice(choices) => {
                let all: Vec<String> =
                    choices.all().iter().map(|choice| format!("`\"{choice}\"`")).collect();
                format!("one of {}", all.join(", "))
            }
        }
    }

    /// The values in the form of command line arguments; `None` for a value of another kind.
    fn values(&self, value: &DeValue<'_>) -> Option<Vec<String>> {
        match self {
            OptionKind::Flag => value.as_bool().map(|is_on| vec![is_on.to_string()]),
            OptionKind::Text => text(value).map(|text| vec![text]),
            OptionKind::Texts => match value.as_array() {
                Some(items) => items.iter().map(|item| text(item.get_ref())).collect(),
                None => text(value).map(|text| vec![text]),
            },
            OptionKind::Choice(choices) => {
                let text = text(value)?;
                choices.all().contains(&text.as_str()).then(|| vec![text])
            }
        }
    }
}

fn text(value: &DeValue<'_>) -> Option<String> {
    let number = || value.as_integer().filter(|number| number.radix() == 10);
    value.as_str().map(str::to_owned).or_else(|| Some(number()?.as_str().to_owned()))
}

/// An option set in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfiguredOption {
    /// The command; `None` for all commands with the option.
    pub command: Option<Vec<String>>,
    /// The option.
    pub option: KnownOption,
    /// The values; `true` or `false` for a flag.
    pub values: Vec<String>,
}

impl ConfiguredOption {
    /// Makes relative paths relative to a directory.
    pub(super) fn resolve(&mut self, base: &Path) {
        // Names of built-in facts are not paths.
        let resolved = |value: &String| {
            let path = base.join(value);
            let is_name = !path.exists() && !value.contains(['/', '\\']);
            if is_name { value.clone() } else { path.to_string_lossy().into_owned() }
        };
        if self.option.is_path {
            self.values = self.values.iter().map(resolved).collect();
        }
    }
}

impl KnownOptions {
    /// The options of more than one command, without duplicates.
    pub fn shared(&self) -> Vec<&KnownOption> {
        let mut all: Vec<&KnownOption> =
            self.commands.iter().flat_map(|command| &command.options).collect();
        // The option that accepts the most values comes first.
        all.sort_by_key(|option| (option.key.clone(), option.kind != OptionKind::Texts));
        all.dedup_by_key(|option| option.key.clone());
        all
    }
}

/// The options for a key of the file, which may be a table.
///
/// # Errors
/// When the key is unknown, or a value has another kind.
pub(super) fn read(
    source: &Source,
    name: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
    known: &KnownOptions,
) -> Result<Vec<ConfiguredOption>> {
    let key = name.get_ref();
    if value.get_ref().as_table().is_none() {
        let shared = known.shared();
        let Some(option) = shared.iter().find(|option| option.key == **key) else {
            let keys = KEYS.iter().map(|key| key.name);
            let options = shared.iter().map(|option| option.key.as_str());
            return Err(at(source, name.span(), unknown_key(key, keys.chain(options))));
        };
        return Ok(vec![configured(source, option, value, None)?]);
    }
    let mut found = Vec::new();
    table(source, &mut vec![key.to_string()], (name, value), known, &mut found)?;
    Ok(found)
}

fn table(
    source: &Source,
    words: &mut Vec<String>,
    (name, value): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>),
    known: &KnownOptions,
    found: &mut Vec<ConfiguredOption>,
) -> Result<()> {
    let is_known = |command: &&KnownCommand| command.words.starts_with(words);
    if !known.commands.iter().any(|command| is_known(&command)) {
        let parent = &words[..words.len() - 1];
        let siblings = known.commands.iter().filter(|command| command.words.starts_with(parent));
        let names = siblings.filter_map(|command| command.words.get(parent.len()));
        return Err(at(
            source,
            name.span(),
            unknown_key(name.get_ref(), names.map(String::as_str)),
        ));
    }
    let command = known.commands.iter().find(|command| command.words == *words);
    for (key, value) in value.get_ref().as_table().into_iter().flatten() {
        if value.get_ref().as_table().is_some() {
            words.push(key.get_ref().to_string());
            table(source, words, (key, value), known, found)?;
            words.pop();
            continue;
        }
        let options = command.map(|command| command.options.as_slice()).unwrap_or_default();
        let Some(option) = options.iter().find(|option| option.key == **key.get_ref()) else {
            let names = options.iter().map(|option| option.key.as_str());
            return Err(at(source, key.span(), unknown_key(key.get_ref(), names)));
        };
        found.push(configured(source, option, value, Some(words.clone()))?);
    }
    Ok(())
}

fn configured(
    source: &Source,
    option: &KnownOption,
    value: &Spanned<DeValue<'_>>,
    command: Option<Vec<String>>,
) -> Result<ConfiguredOption> {
    let values = option.kind.values(value.get_ref()).ok_or_else(|| {
        let found = source.text().get(value.span()).unwrap_or_default();
        let message =
            format!("expected {} for `{}`, found `{found}`", option.kind.expects(), option.key);
        at(source, value.span(), message)
    })?;
    Ok(ConfiguredOption { command, option: option.clone(), values })
}

fn unknown_key<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match suggest::nearest(name, known.clone()) {
        Some(known) => format!("unknown key `{name}`; did you mean `{known}`?"),
        None => {
            let mut known: Vec<String> = known.map(|key| format!("`{key}`")).collect();
            known.sort_unstable();
            known.dedup();
            format!("unknown key `{name}`; known are {}", known.join(", "))
        }
    }
}
