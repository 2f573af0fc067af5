//! All kinds of diagnostics, and those that only the command line knows.

use pupa_syntax::diagnostic::{Issue, Severity};

pub(crate) use pupa_project::issues::about_file;

/// All kinds of diagnostics that Pupa knows, in the order of their codes.
pub(crate) fn all() -> Vec<&'static Issue> {
    let own = OWN.iter().copied();
    let models = pupa_model::ISSUES.iter().copied();
    let files = pupa_project::issues::ISSUES.iter().copied();
    let data = pupa_lint::ISSUES.iter().copied();
    let mut issues: Vec<&Issue> = pupa_syntax::all_issues()
        .chain(pupa_eval::ISSUES)
        .chain(models)
        .chain(files)
        .chain(data)
        .chain(own)
        .collect();
    issues.sort_by_key(|issue| issue.code);
    issues.dedup_by_key(|issue| issue.code);
    issues
}

/// The kind of that code.
pub(crate) fn of_code(code: &str) -> &'static Issue {
    let known = pupa_eval::ISSUES.iter().find(|issue| issue.code == code);
    known.unwrap_or(&EVALUATION_ERROR)
}

/// The explanation of a kind, without the indentation of its source.
pub(crate) fn explanation(issue: &Issue) -> String {
    let lines = issue.explanation.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

static OWN: &[&Issue] = &[&NO_MANIFESTS, &NO_TYPE_DEFINITIONS, &INTERNAL_ERROR, &EVALUATION_ERROR];

/// A directory with nothing to check.
pub(crate) static NO_MANIFESTS: Issue = Issue {
    code: "no-manifests",
    severity: Severity::Error,
    explanation: "A directory given on the command line holds no manifest (.pp) and no template\n\
        (.epp) that is not left out by .gitignore or .pupaignore. A check of nothing is most\n\
        often a mistake in the path.",
};

/// Nothing to make a model of.
pub(crate) static NO_TYPE_DEFINITIONS: Issue = Issue {
    code: "no-type-definitions",
    severity: Severity::Error,
    explanation: "The files given to `pupa types` define no type (`type Name { … }`). An alias\n\
        (`type Name = …`) is none. Of a module only the files below its folder `types` are read,\n\
        unless a file is named itself.",
};

/// A mistake of ours.
pub(crate) static INTERNAL_ERROR: Issue = Issue {
    code: "internal-error",
    severity: Severity::Error,
    explanation: "Pupa itself failed on this file. That is a bug in Pupa, whatever the file\n\
        holds; please report it together with the file. The other files are still checked.",
};

/// An error without a code of its own.
pub(crate) static EVALUATION_ERROR: Issue = Issue {
    code: "evaluation-error",
    severity: Severity::Error,
    explanation: "The program failed while it ran; the message says why.",
};

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::path::PathBuf;

    use super::*;

    /// The page is committed. This proves it fresh; with `PUPA_UPDATE=1` it writes it.
    #[test]
    fn the_page_of_diagnostics_is_fresh() {
        let mut page = String::from(
            "# Diagnostics\n\n\
             What `pupa check` and `pupa data lint` report, by code. `pupa explain CODE` shows the same text. In \
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
        let mut codes: Vec<&str> =
            pupa_syntax::all_issues().chain(OWN.iter().copied()).map(|issue| issue.code).collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count, "a code is used twice");
        for issue in all() {
            assert!(!explanation(issue).is_empty(), "{} is not explained", issue.code);
        }
    }
}
