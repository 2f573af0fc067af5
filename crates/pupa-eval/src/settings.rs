//! The settings of a run.

use std::path::PathBuf;
use std::sync::Arc;

use pupa_syntax::Edition;
use pupa_syntax::syntax_checker::Checkers;
use pupa_syntax::validate::{Extensions, Rules, Strict};

use pupa_value::value::Hash;

use crate::functions;
use crate::limits::Limits;
use crate::natives::Natives;

/// The settings of a run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The edition of the language.
    pub edition: Edition,
    /// The severity of questionable constructs.
    pub strict: Strict,
    /// Whether `strict` is the default, which Ruby code of modules for Puppet 7 sees as `warning`.
    pub strict_is_default: bool,
    /// Whether an unknown variable is an error; otherwise `strict` decides.
    pub strict_variables: bool,
    /// The treatment of our extensions of the language.
    pub extensions: Extensions,
    /// The limits of the run.
    pub limits: Limits,
    /// The name of the environment.
    pub environment: String,
    /// Whether exported resources are collected (the reference's setting `storeconfigs`).
    pub collects_exported: bool,
    /// The values of `$settings::…`, by name.
    pub puppet_settings: Arc<Hash>,
    /// Whether a resource type whose Ruby code uses unsupported features is an error; otherwise its
    /// parameters are not checked.
    pub strict_types: bool,
    /// Whether functions may run commands and read files.
    pub allow_system: bool,
    /// Paths below which Ruby code may read files, besides those of the environment and its
    /// modules.
    pub ruby_paths: Vec<PathBuf>,
    /// The directory below which Ruby code may write files, which is the setting `vardir` then.
    pub ruby_vardir: Option<PathBuf>,
    /// Whether Ruby code may run commands.
    pub ruby_commands: bool,
    /// Functions that the embedding program adds to the language.
    pub natives: Natives,
    /// The checkers of heredocs besides those for Puppet code, Base64 and XML.
    pub checkers: Checkers,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            edition: Edition::default(),
            strict: Strict::Error,
            strict_is_default: false,
            strict_variables: true,
            extensions: Extensions::On,
            limits: Limits::default(),
            environment: "production".to_owned(),
            collects_exported: false,
            puppet_settings: Arc::default(),
            strict_types: false,
            allow_system: true,
            ruby_paths: Vec::new(),
            ruby_vardir: None,
            ruby_commands: false,
            natives: Natives::default(),
            checkers: pupa_data::heredoc::CHECKERS,
        }
    }
}

impl Settings {
    /// The rules for the validation of programs.
    pub fn rules(&self) -> Rules {
        Rules {
            edition: self.edition,
            strict: self.strict,
            extensions: self.extensions,
            // Functions that check a syntax are known only at run time.
            checkers: self.checkers,
            defers_syntax_checks: self.edition.heredocs_are_checked_by_functions(),
            ..Rules::default()
        }
    }

    /// Whether the function with this name may read variables of the calling scope. A function that
    /// is not built in may be written in Ruby, and so may read variables.
    pub(crate) fn reads_variables(&self, name: &str) -> bool {
        let traits = match self.natives.find(name) {
            Some(function) => Some(function.traits),
            None => functions::find(name).map(|function| function.traits),
        };
        traits.is_none_or(|traits| traits.reads_variables)
    }
}
