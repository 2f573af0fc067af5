//! Checks the definitions and other statements in files of modules.
//!
//! This depends only on the path of a file in its module. The caller must know whether the file is
//! in a module, and which directories are on the module path.

use crate::issues::validation as issue;
use crate::tree::{ExprId, ExprKind};

use super::walk::Checker;
use super::{ModuleFile, labels};

/// The folders of a module that hold definitions.
const DEFINITION_FOLDERS: [&str; 4] = ["manifests", "functions", "types", "plans"];

/// Returns the definitions that a file may hold, by its path below a folder of the module path; the
/// parts of the path are separated by `/`. Only `.pp` files are restricted.
///
/// ```
/// use pupa_syntax::validate::{ModuleFile, module_file};
/// let space = |name: &str| Some(ModuleFile::Namespace(name.to_owned()));
/// assert_eq!(module_file("apache/manifests/init.pp"), space("apache"));
/// assert_eq!(module_file("apache/manifests/Mod/ssl.pp"), space("apache::mod::ssl"));
/// assert_eq!(module_file("apache/examples/demo.pp"), Some(ModuleFile::Misplaced));
/// assert_eq!(module_file("apache/templates/vhost.epp"), None);
/// ```
pub fn module_file(relative: &str) -> Option<ModuleFile> {
    let stem =
        relative.strip_suffix(".pp").filter(|stem| !stem.is_empty() && !stem.ends_with('/'))?;
    // File names are compared regardless of case.
    let stem = stem.to_lowercase();
    let parts: Vec<&str> = stem.split('/').collect();
    let file = match parts.as_slice() {
        [module, folder, names @ ..] if is_definition_folder(folder) && !names.is_empty() => {
            let names = if names == ["init"] { &[] } else { names };
            let all: Vec<&str> = std::iter::once(*module).chain(names.iter().copied()).collect();
            ModuleFile::Namespace(all.join("::"))
        }
        _ => ModuleFile::Misplaced,
    };
    Some(file)
}

fn is_definition_folder(folder: &str) -> bool {
    DEFINITION_FOLDERS.contains(&folder)
}

impl Checker<'_> {
    /// Reports statements that are not allowed at the top of a module's file.
    pub(super) fn top_constructs(&mut self) {
        if self.rules.module_file.is_none() {
            return;
        }
        let root = self.tree.root();
        match self.tree[root].kind {
            ExprKind::Nop => {}
            ExprKind::Block { statements, .. } => {
                for &statement in &self.tree[statements] {
                    self.top_construct(statement);
                }
            }
            _ => self.top_construct(root),
        }
    }

    fn top_construct(&mut self, expr: ExprId) {
        let kind = self.tree[expr].kind;
        let is_definition = kind.is_definition() && !matches!(kind, ExprKind::Node(_));
        if !is_definition {
            let what = labels::label(self.tree, expr);
            self.report(
                issue::illegal_top_construct_location(&what)
                    .at(self.tree.source(), self.span(expr))
                    .help("move it into a class"),
            );
        }
    }

    /// Reports a definition that belongs in another file of the module.
    pub(super) fn location(&mut self, expr: ExprId, name: &str) {
        let (fits, space) = match &self.rules.module_file {
            None => return,
            Some(ModuleFile::Misplaced) => (false, None),
            Some(ModuleFile::Namespace(space)) => {
                (name.to_lowercase().starts_with(space.as_str()), Some(space))
            }
        };
        let file = self.tree.source().name();
        if fits || file.is_empty() {
            return;
        }
        let diagnostic =
            issue::illegal_definition_location(name, file).at(self.tree.source(), self.span(expr));
        self.report(match space {
            Some(space) => diagnostic.help(format!("names in this file begin with `{space}`")),
            None => diagnostic.help("move it to a file under `manifests`, `functions` or `types`"),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(name: &str) -> Option<ModuleFile> {
        Some(ModuleFile::Namespace(name.to_owned()))
    }

    #[test]
    fn a_file_gives_its_name_space() {
        assert_eq!(module_file("m/manifests/a.pp"), space("m::a"));
        assert_eq!(module_file("m/functions/a/b.pp"), space("m::a::b"));
        assert_eq!(module_file("M/types/B.pp"), space("m::b"));
        assert_eq!(module_file("m/plans/init.pp"), space("m"));
    }

    #[test]
    fn init_is_special_only_at_the_top() {
        assert_eq!(module_file("m/manifests/a/init.pp"), space("m::a::init"));
    }

    #[test]
    fn other_places_hold_no_definitions() {
        for path in ["a.pp", "m/a.pp", "m/lib/a.pp", "m/manifests.pp", "m/x/manifests/a.pp"] {
            assert_eq!(module_file(path), Some(ModuleFile::Misplaced), "{path}");
        }
        for path in ["m/manifests/a.PP", "m/manifests/a.epp", "m/manifests/.pp", ""] {
            assert_eq!(module_file(path), None, "{path}");
        }
    }
}
