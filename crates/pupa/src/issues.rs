//! The list of all kinds of diagnostics, and the kinds that only the command line reports.

use pupa_syntax::diagnostic::Issue;

/// All kinds of diagnostics that Pupa knows, in the order of their codes.
pub(crate) fn all() -> Vec<&'static Issue> {
    let tables = [
        pupa_eval::ISSUES,
        pupa_model::ISSUES,
        pupa_project::issues::ISSUES,
        pupa_lint::ISSUES,
        ISSUES,
    ];
    let mut issues: Vec<&Issue> =
        pupa_syntax::issues::all_issues().chain(tables.into_iter().flatten().copied()).collect();
    issues.sort_by_key(|issue| issue.code);
    issues.dedup_by_key(|issue| issue.code);
    issues
}

pupa_syntax::issues! {
    /// A directory given on the command line holds no manifest (.pp) and no template
    /// (.epp) that is not left out by .gitignore or .pupaignore. A check of nothing is most
    /// often a mistake in the path.
    NO_MANIFESTS = "no-manifests", Error;

    /// The files given to `pupa types` define no type (`type Name { … }`). An alias
    /// (`type Name = …`) is none. Of a module only the files below its folder `types` are read,
    /// unless a file is named itself.
    NO_TYPE_DEFINITIONS = "no-type-definitions", Error;

    /// Pupa itself failed on this file. That is a bug in Pupa, for any content of the file; please
    /// report it together with the file. The other files are still checked.
    INTERNAL_ERROR = "internal-error", Error;
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::path::PathBuf;

    use super::*;

    /// The generated page is committed; this checks that it is up to date. With `PUPA_UPDATE=1`,
    /// writes it.
    #[test]
    fn the_page_of_diagnostics_is_fresh() {
        let mut page = String::from(
            "# Diagnostics\n\n\
             The diagnostics of `pupa check` and `pupa data lint`, by code. `pupa explain CODE` shows the same text. In \
             edition `8` the codes are\nthe reference's names of issues and the messages are its \
             messages.\n",
        );
        for issue in all() {
            let text: Vec<&str> = issue.explanation.lines().map(str::trim).collect();
            let (code, severity) = (issue.code, issue.severity.word());
            write!(page, "\n## {code}\n\n*{severity}.* {}\n", text.join("\n").trim()).unwrap();
        }
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics.md");
        if std::env::var_os("PUPA_UPDATE").is_some() {
            std::fs::write(&path, &page).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == page,
            "docs/diagnostics.md is stale: run the tests with PUPA_UPDATE=1"
        );
    }

    #[test]
    fn every_kind_has_a_code_of_its_own_and_an_explanation() {
        let mut codes: Vec<&str> = pupa_syntax::all_issues()
            .chain(ISSUES.iter().copied())
            .map(|issue| issue.code)
            .collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count, "a code is used twice");
        for issue in all() {
            assert!(!issue.explanation().is_empty(), "{} is not explained", issue.code);
        }
    }
}
