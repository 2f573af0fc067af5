//! Reads the `Puppetfile` of a control repository, which lists the modules to install and their
//! sources.
//!
//! A Puppetfile is Ruby code. It runs in the embedded interpreter without access to files, so loops
//! and variables work and it has no side effects.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use pupa_ruby::parse::{Options, parse};
use pupa_ruby::world::EmptyWorld;
use pupa_ruby::{Core, Jump, Machine};
use pupa_system::System;
use pupa_value::Value;

/// The name of the file.
pub const NAME: &str = "Puppetfile";

/// The maximum size of a Puppetfile in bytes.
const LARGEST: u64 = 16 << 20;

/// The maximum number of steps that the code may take.
const MOST_STEPS: u64 = 10_000_000;

/// The methods available in a Puppetfile, in Ruby.
const METHODS: &str = include_str!("puppetfile/methods.rb");

/// A Puppetfile.
#[derive(Debug, Clone, PartialEq)]
pub struct Puppetfile {
    /// The file.
    pub path: PathBuf,
    /// The directory for modules, as written in the file.
    pub moduledir: Option<String>,
    /// The URL of the Forge, as written in the file.
    pub forge: Option<String>,
    /// The modules, in order.
    pub modules: Vec<PuppetfileModule>,
}

/// A module of a Puppetfile.
#[derive(Debug, Clone, PartialEq)]
pub struct PuppetfileModule {
    /// The name as written in the file: `puppetlabs/stdlib`, `puppetlabs-stdlib` or `stdlib`.
    pub full_name: String,
    /// The line of its declaration.
    pub line: u32,
    /// The source of the module.
    pub source: ModuleSource,
    /// The directory to install the module in, if it differs from that of other modules.
    pub install_path: Option<String>,
}

/// The source of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModuleSource {
    /// The Puppet Forge.
    Forge {
        /// The version; `None` if any or the latest is allowed.
        version: Option<String>,
    },
    /// A Git repository.
    Git {
        /// The address of the repository.
        url: String,
        /// The branch, tag or commit.
        revision: Option<String>,
    },
    /// An archive.
    Archive {
        /// The address of the archive.
        url: String,
        /// Its SHA-256 checksum.
        checksum: Option<String>,
    },
    /// The module is part of the control repository.
    Local,
    /// Another kind of source, with its name.
    Other(String),
}

impl PuppetfileModule {
    /// The name of the module in Puppet: `stdlib`.
    pub fn name(&self) -> &str {
        self.full_name.rsplit(['/', '-']).next().unwrap_or(&self.full_name)
    }
}

impl Puppetfile {
    /// Reads the Puppetfile of a directory, if there is one.
    ///
    /// # Errors
    /// When it can't be read, has invalid Ruby code, or the code fails.
    pub fn read(system: &dyn System, directory: &Path) -> Result<Option<Puppetfile>> {
        let path = directory.join(NAME);
        if !system.is_file(&path) {
            return Ok(None);
        }
        let text = system.read_text(&path, LARGEST);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        Puppetfile::parse(path, &text).map(Some)
    }

    /// Reads the Puppetfile of an environment: that in its directory, else that of the repository
    /// whose `environments/` it lies in.
    ///
    /// # Errors
    /// As [`Puppetfile::read`].
    pub fn of_environment(system: &dyn System, directory: &Path) -> Result<Option<Puppetfile>> {
        if let Some(found) = Puppetfile::read(system, directory)? {
            return Ok(Some(found));
        }
        let above = directory.parent().filter(|parent| parent.ends_with("environments"));
        match above.and_then(Path::parent) {
            Some(repository) => Puppetfile::read(system, repository),
            None => Ok(None),
        }
    }

    fn parse(path: PathBuf, text: &str) -> Result<Puppetfile> {
        let described = run(&path.to_string_lossy(), text)?;
        let hash = described.as_hash().with_context(|| format!("{NAME} has no description"))?;
        let string = |hash: &pupa_value::value::Hash, key: &str| {
            hash.get_str(key).and_then(Value::as_str).map(str::to_owned)
        };
        let mut modules = Vec::new();
        let list = hash.get_str("modules").and_then(Value::as_array);
        for module in list.into_iter().flat_map(|list| list.iter()).filter_map(Value::as_hash) {
            let text = |key| string(module, key);
            let line = module.get_str("line").and_then(Value::as_integer).unwrap_or_default();
            let source = match (text("kind").as_deref(), text("value")) {
                (Some("forge"), version) => ModuleSource::Forge { version },
                (Some("git"), Some(url)) => ModuleSource::Git { url, revision: text("revision") },
                (Some("archive"), Some(url)) => {
                    ModuleSource::Archive { url, checksum: text("checksum") }
                }
                (Some("local"), _) => ModuleSource::Local,
                (kind, _) => ModuleSource::Other(kind.unwrap_or("unknown").to_owned()),
            };
            modules.push(PuppetfileModule {
                full_name: text("name").unwrap_or_default(),
                line: u32::try_from(line).unwrap_or_default(),
                source,
                install_path: text("install_path"),
            });
        }
        Ok(Puppetfile {
            moduledir: string(hash, "moduledir"),
            forge: string(hash, "forge"),
            modules,
            path,
        })
    }

    /// The module with this name in Puppet.
    pub fn module(&self, name: &str) -> Option<&PuppetfileModule> {
        self.modules.iter().find(|module| module.name() == name)
    }

    /// The directory in which a module is installed.
    pub fn directory_of(&self, module: &PuppetfileModule) -> PathBuf {
        let base = self.path.parent().unwrap_or(Path::new("."));
        let below = module.install_path.as_deref().or(self.moduledir.as_deref());
        base.join(below.unwrap_or("modules")).join(module.name())
    }
}

/// Runs the code and returns the declarations that its methods collected.
fn run(name: &str, text: &str) -> Result<Value> {
    let code = |file: &str, text: &str| {
        let options = Options { file: file.to_owned(), ..Options::default() };
        parse(text.as_bytes(), &options).map_err(|errors| {
            let first = errors.into_iter().next();
            match first {
                Some(error) => {
                    let line = text.as_bytes().iter().take(error.span.start);
                    let line = line.filter(|byte| **byte == b'\n').count() + 1;
                    anyhow!("{file}:{line}: {}", error.message)
                }
                None => anyhow!("{file}: it is not a Ruby program"),
            }
        })
    };
    let mut world = EmptyWorld::default();
    let mut core = Core::new();
    core.limits.steps = MOST_STEPS;
    let mut machine = Machine::new(core, &mut world);
    let main = machine.main_object();
    let mut result = None;
    for (file, text) in [("<methods>", METHODS), (name, text), ("<result>", "PUPA_PUPPETFILE\n")] {
        let ran = machine.run_top(code(file, text)?, main);
        result = Some(match ran {
            Ok(value) => value,
            Err(Jump::Raise(exception)) => {
                let raised = machine.raised(exception);
                let place = raised.backtrace.iter().find(|line| line.starts_with(name));
                let place = place.and_then(|line| line.rsplit_once(":in ")).map(|(at, _)| at);
                return Err(anyhow!("{}: {}", place.unwrap_or(name), raised.message));
            }
            Err(_) => return Err(anyhow!("{name}: the program reached a limit")),
        });
    }
    let result = result.context("there is no result")?;
    machine.to_puppet(result).map_err(|_| anyhow!("{name}: it describes no modules"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pupa_system::Memory;

    fn read(text: &str) -> Result<Puppetfile> {
        let system = Memory::of([("/c/Puppetfile", text)]);
        Puppetfile::read(&system, Path::new("/c")).map(Option::unwrap)
    }

    #[test]
    fn modules_have_sources() {
        let puppetfile = read(
            "forge 'https://forge.example.com'
moduledir 'external'

# Everywhere.
mod 'puppetlabs/stdlib', '9.4.1'
mod 'puppetlabs-concat', :latest
mod 'saz-sudo'
mod 'role', :local => true
mod 'apache',
  git: 'https://git.example.com/apache.git',
  branch: 'main'
mod 'nginx', :git => 'git@example.com:nginx.git', :ref => 'abc123', :install_path => 'site'
mod 'ntp', type: 'tarball', source: 'https://example.com/ntp.tar.gz', version: 'ab12'
mod 'old', :svn => 'svn://example.com/old'
%w[a b].each { |name| mod \"ann/#{name}\", '1.0.0' }
",
        )
        .unwrap();
        assert_eq!(puppetfile.forge.as_deref(), Some("https://forge.example.com"));
        let display: Vec<String> = puppetfile
            .modules
            .iter()
            .map(|module| {
                let directory = puppetfile.directory_of(module);
                format!("{}: {:?} in {}", module.line, module.source, directory.display())
            })
            .collect();
        assert_eq!(
            display,
            [
                "5: Forge { version: Some(\"9.4.1\") } in /c/external/stdlib",
                "6: Forge { version: None } in /c/external/concat",
                "7: Forge { version: None } in /c/external/sudo",
                "8: Local in /c/external/role",
                "9: Git { url: \"https://git.example.com/apache.git\", revision: Some(\"main\") } \
                 in /c/external/apache",
                "12: Git { url: \"git@example.com:nginx.git\", revision: Some(\"abc123\") } in \
                 /c/site/nginx",
                "13: Archive { url: \"https://example.com/ntp.tar.gz\", checksum: Some(\"ab12\") } \
                 in /c/external/ntp",
                "14: Other(\"svn\") in /c/external/old",
                "15: Forge { version: Some(\"1.0.0\") } in /c/external/a",
                "15: Forge { version: Some(\"1.0.0\") } in /c/external/b",
            ]
        );
        assert_eq!(puppetfile.module("sudo").unwrap().full_name, "saz-sudo");
    }

    #[test]
    fn wrong_puppetfiles_are_errors() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error("mod 'a'\nmod [\n").starts_with("/c/Puppetfile:"), "{}", error("mod [\n"));
        assert!(error("mod 'a'\nraise 'no'\n").ends_with(":2: no"), "{}", error("\nraise 'no'"));
        assert!(error("File.read('/etc/passwd')").contains("Puppetfile"));
        assert_eq!(error("loop { }"), "/c/Puppetfile: the program reached a limit");
        assert_eq!(error("mod 7\n"), "/c/Puppetfile:1: the name of a module is a string");
        let system = Memory::new();
        assert_eq!(Puppetfile::read(&system, Path::new("/c")).unwrap(), None);
    }
}
