//! Finds lookups in templates that are strings in manifests: `inline_epp('<%= lookup("a") %>')`.

use pupa_syntax::source::{Source, Span};
use pupa_syntax::tree::{ExprId, ExprKind, Tree};
use pupa_syntax::{Dialect, ParseOptions, parse};
use pupa_value::regexp::Regexp;

use super::keys::PartialKey;
use super::lookups::lookups;
use super::ruby_lookups::ruby_lookups;

/// The opening tag of code in a template.
const CODE: &str = "<%";

/// The functions that look up data.
const LOOKUP: &str = r"\b(?:function_)?(?:lookup|hiera(?:_array|_hash|_include)?)\b";

/// Returns the possible lookups of the templates in the strings of a manifest.
pub(super) fn embedded_lookups(tree: &Tree) -> Vec<(PartialKey, Span)> {
    let mut found = Vec::new();
    if !tree.source().text().contains(CODE) {
        return found;
    }
    let mut open = vec![tree.root()];
    while let Some(expr) = open.pop() {
        let span = tree[expr].span;
        match *tree.kind(expr) {
            ExprKind::String(text) if tree.text(text).contains(CODE) => {
                let keys = in_template(tree.text(text));
                found.extend(keys.into_iter().map(|key| (key, span)));
            }
            // An interpolated value may be a part of a key, or all of it.
            ExprKind::Concat(parts) if may_look_up(tree, &tree[parts]) => {
                found.push((PartialKey::Any, span));
            }
            _ => {}
        }
        tree.each_child(expr, &mut |child| open.push(child));
    }
    found
}

/// Finds the lookups in a template. Its language is unknown, so it is read as both; code in the
/// other language has no lookups.
fn in_template(text: &str) -> Vec<PartialKey> {
    let options = ParseOptions { dialect: Dialect::Template, ..ParseOptions::default() };
    let parsed = parse(Source::new("", text).into(), &options);
    let in_epp = if parsed.has_errors() { Vec::new() } else { lookups(&parsed.tree) };
    in_epp.into_iter().chain(ruby_lookups(text)).map(|(key, _)| key).collect()
}

fn may_look_up(tree: &Tree, parts: &[ExprId]) -> bool {
    let texts = parts.iter().filter_map(|part| match *tree.kind(*part) {
        ExprKind::String(text) => Some(tree.text(text)),
        _ => None,
    });
    let text: String = texts.collect();
    let looks_up =
        |text: &str| Regexp::new(LOOKUP).is_ok_and(|lookup| lookup.is_match(text).unwrap_or(true));
    text.contains(CODE) && looks_up(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> String {
        let parsed = parse(Source::new("", text).into(), &ParseOptions::default());
        let words = embedded_lookups(&parsed.tree).into_iter().map(|(key, _)| match key {
            PartialKey::Exact(key) => key,
            PartialKey::Pattern(pattern) => format!("{pattern:?}"),
            PartialKey::Any => "anything".to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn templates_in_strings_look_up() {
        assert!(found("inline_epp('<%= lookup(\"a\") %>')").starts_with("a"));
        let heredoc = "inline_epp(@(END))\n<%= lookup(\"a_${r}\") %>\n| END\n";
        assert_eq!(found(heredoc), "KeyPattern([\"a_\", \"\"])");
        let ruby = "inline_template('<%= scope.function_hiera([\"a_#{@r}\"]) %>')";
        assert_eq!(found(ruby), "KeyPattern([\"a_\", \"\"])");
        assert_eq!(found("inline_epp(\"<%= lookup('a_${r}') %>\")"), "anything");
    }

    #[test]
    fn other_strings_do_not() {
        assert_eq!(found("notice('lookup(\"a\")')"), "");
        assert_eq!(found("inline_template(\"<%= scope['a'] %> ${b}\")"), "");
        // Only the quoted text next to the word counts.
        assert_eq!(found("inline_template(\"<%= scope.lookupvar('a') %> ${b}\")"), "a");
    }
}
