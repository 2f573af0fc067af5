//! `require`, `require_relative` and `load`: finding files and running them once.

use std::rc::Rc;

use super::{Body, Cref, EvalContext, Flow, Jump, Machine};
use crate::core::class;
use crate::native::Visibility;
use crate::parse;
use crate::source::RubySource;
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// Whether a name is an absolute path or begins with `./` or `../`, so that the load path is not
/// searched.
fn is_explicit(name: &str) -> bool {
    name.starts_with('/') || name.starts_with("./") || name.starts_with("../")
}

impl Machine<'_> {
    /// `require`: loads a library or file once. Returns whether it was loaded now.
    pub fn require(&mut self, name: &str) -> Flow<bool> {
        if !is_explicit(name) && self.is_provided(name)? {
            return Ok(false);
        }
        if crate::library::is_of_resource_api(name) {
            return Ok(false);
        }
        if let Some(path) = self.find_feature(name)? {
            return self.load_once(&path);
        }
        if let Some(is_new) = crate::library::load(self, name)? {
            return Ok(is_new);
        }
        Err(self.load_error(name))
    }

    /// `require_relative`: the path is relative to the file of the caller.
    pub fn require_relative(&mut self, name: &str) -> Flow<bool> {
        let file = self.core.frames.last().map(|frame| frame.body.code.file.clone());
        let file = file.as_deref().unwrap_or("");
        let directory = file.rsplit_once('/').map_or("", |(directory, _)| directory);
        let path = self.absolute_path(directory, name);
        match self.existing(&path) {
            Some(path) => self.load_once(&path),
            None => Err(self.load_error(&path)),
        }
    }

    /// `load`: runs a file on each call.
    pub fn load_file(&mut self, name: &str) -> Flow<bool> {
        self.load_file_in(name, None)
    }

    /// As `load_file`; if a module is given, the file runs inside it.
    pub(crate) fn load_file_in(&mut self, name: &str, wrap: Option<ClassId>) -> Flow<bool> {
        let Some(path) = self.find_loaded_file(name)? else { return Err(self.load_error(name)) };
        let Ok(source) = self.world.source(&path) else { return Err(self.load_error(name)) };
        match wrap {
            None => self.run_source(&source)?,
            Some(module) => self.run_wrapped(&source, module)?,
        }
        Ok(true)
    }

    fn find_loaded_file(&mut self, name: &str) -> Flow<Option<String>> {
        let path = self.absolute_path("", name);
        if self.world.stat(&path).is_ok() {
            return Ok(Some(path));
        }
        if is_explicit(name) {
            return Ok(None);
        }
        for directory in self.load_path()? {
            let path = self.absolute_path(&directory, name);
            if self.world.stat(&path).is_ok() {
                return Ok(Some(path));
            }
        }
        let bare = name.strip_suffix(".rb").unwrap_or(name);
        Ok(self.world.find_library(bare))
    }

    /// Runs a file inside a module, with a copy of the `main` object as `self`.
    fn run_wrapped(&mut self, source: &RubySource, module: ClassId) -> Flow<()> {
        let code = match source.code() {
            Ok(code) => code.clone(),
            Err(errors) => return Err(self.syntax_error(source.path(), errors)),
        };
        let main = self.core.main;
        let this = self.call(main, crate::symbol::names::CLONE, &[])?;
        self.extend_object(this, module)?;
        let parent = Some(self.core.top_cref.clone());
        let cref = Rc::new(Cref { class: module, parent, is_eval: false });
        let visibility = Some(Visibility::Private);
        self.core.eval_context = Some(EvalContext { visibility, ..EvalContext::default() });
        self.run_code(Body::new(code), this, cref, &[])?;
        Ok(())
    }

    /// The exception `LoadError: cannot load such file -- x`.
    #[cold]
    pub(crate) fn load_error(&mut self, name: &str) -> Jump {
        let jump = self.error(class::LOAD_ERROR, format!("cannot load such file -- {name}"));
        if let Jump::Raise(id) = jump {
            let path = self.new_str(name);
            self.set_ivar(Value::Object(id), Symbol::new("@path"), path);
        }
        jump
    }

    /// The path of the file for a name that is not a library of Ruby itself.
    fn find_feature(&mut self, name: &str) -> Flow<Option<String>> {
        if is_explicit(name) {
            let path = self.absolute_path("", name);
            return Ok(self.existing(&path));
        }
        for directory in self.load_path()? {
            let path = self.absolute_path(&directory, name);
            if let Some(path) = self.existing(&path) {
                return Ok(Some(path));
            }
        }
        let bare = name.strip_suffix(".rb").unwrap_or(name);
        Ok(self.world.find_library(bare))
    }

    fn existing(&mut self, path: &str) -> Option<String> {
        let with_ending = format!("{path}.rb");
        if !path.ends_with(".rb") && self.world.stat(&with_ending).is_ok() {
            return Some(with_ending);
        }
        if path.ends_with(".rb") && self.world.stat(path).is_ok() {
            return Some(path.to_owned());
        }
        None
    }

    fn load_path(&mut self) -> Flow<Vec<String>> {
        let list = self.list_global(Symbol::new("$:"));
        let mut paths = Vec::new();
        for item in self.array(list).to_vec() {
            paths.push(self.path_text(item)?);
        }
        Ok(paths)
    }

    /// The content of a path argument: a string, or an object with `to_path`.
    pub(crate) fn path_text(&mut self, value: Value) -> Flow<String> {
        if !matches!(value, Value::Str(_))
            && let Some(path) = self.try_call(value, crate::symbol::names::TO_PATH, &[])?
        {
            return self.to_text(path);
        }
        self.to_text(value)
    }

    /// An absolute path without `.` and `..`.
    pub(crate) fn absolute_path(&mut self, directory: &str, name: &str) -> String {
        let mut full = String::new();
        if !name.starts_with('/') {
            if !directory.starts_with('/') {
                full.push_str(&self.world.working_directory());
                full.push('/');
            }
            full.push_str(directory);
            full.push('/');
        }
        full.push_str(name);
        let mut parts: Vec<&str> = Vec::new();
        for part in full.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop();
                }
                _ => parts.push(part),
            }
        }
        format!("/{}", parts.join("/"))
    }

    /// Whether `$"` contains a path.
    fn has_feature(&mut self, path: &str) -> bool {
        let features = self.list_global(Symbol::new("$\""));
        self.array(features).iter().any(|item| match item {
            Value::Str(id) => self.string(*id).bytes() == path.as_bytes(),
            _ => false,
        })
    }

    /// Whether a file of the name was loaded from a directory of the load path.
    fn is_provided(&mut self, name: &str) -> Flow<bool> {
        let file = if name.ends_with(".rb") { name.to_owned() } else { format!("{name}.rb") };
        if self.has_feature(name) || self.has_feature(&file) {
            return Ok(true);
        }
        for directory in self.load_path()? {
            let path = self.absolute_path(&directory, &file);
            if self.has_feature(&path) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn load_once(&mut self, path: &str) -> Flow<bool> {
        if self.has_feature(path) {
            return Ok(false);
        }
        if self.core.loading.iter().any(|known| known == path) {
            if self.global_get(Symbol::new("$VERBOSE"))?.is_truthy() {
                let text = "loading in progress, circular require considered harmful";
                self.warn(&format!("{text} - {path}"))?;
            }
            return Ok(false);
        }
        self.core.loading.push(path.to_owned());
        let result = self.run_file(path);
        self.core.loading.retain(|known| known != path);
        result?;
        let path = self.new_str(path);
        let features = self.list_global(Symbol::new("$\""));
        self.array_mut(features).push(path);
        Ok(true)
    }

    fn run_file(&mut self, path: &str) -> Flow<()> {
        let Ok(source) = self.world.source(path) else { return Err(self.load_error(path)) };
        self.run_source(&source)
    }

    /// Runs a file at the top level.
    pub(crate) fn run_source(&mut self, source: &RubySource) -> Flow<()> {
        match source.code() {
            Ok(code) => {
                let main = self.core.main;
                self.run_top(code.clone(), main)?;
                Ok(())
            }
            Err(errors) => Err(self.syntax_error(source.path(), errors)),
        }
    }

    /// The exception `SyntaxError: file:line: message`.
    #[cold]
    pub(crate) fn syntax_error(&mut self, path: &str, errors: &[parse::SyntaxError]) -> Jump {
        let message = match errors.first() {
            Some(error) => format!("{path}:{}: {}", error.line, error.message),
            None => format!("{path}: syntax error"),
        };
        self.error(class::SYNTAX_ERROR, message)
    }
}
