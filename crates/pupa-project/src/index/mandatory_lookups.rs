//! Finds mandatory lookups: those with constant keys and without a default, which fail if no data
//! has one of their keys.

use pupa_syntax::source::Span;
use pupa_syntax::tree::{Entry, ExprId, ExprKind, List, Tree};

/// A lookup that fails without data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MandatoryLookup {
    /// The keys, at least one of which must be found.
    pub keys: Vec<String>,
    /// The range of the keys.
    pub span: Span,
}

/// The options of `lookup` that may supply a value without data.
const GIVING: &[&str] = &["default_value", "default_values_hash", "override"];

/// Returns the mandatory lookups of a manifest.
pub(super) fn mandatory_lookups(tree: &Tree) -> Vec<MandatoryLookup> {
    let mut found = Vec::new();
    let mut open = vec![tree.root()];
    while let Some(expr) = open.pop() {
        found.extend(mandatory(tree, expr));
        tree.each_child(expr, &mut |child| open.push(child));
    }
    found
}

fn mandatory(tree: &Tree, expr: ExprId) -> Option<MandatoryLookup> {
    let (name, arguments, lambda) = match *tree.kind(expr) {
        ExprKind::Call(call) => {
            let call = tree[call];
            (call.functor, tree[call.arguments].to_vec(), call.lambda)
        }
        ExprKind::MethodCall(call) => {
            let call = tree[call];
            let ExprKind::NamedAccess { left, name, .. } = *tree.kind(call.functor) else {
                return None;
            };
            (name, [&[left], &tree[call.arguments]].concat(), call.lambda)
        }
        _ => return None,
    };
    let ExprKind::Name(name) = *tree.kind(name) else { return None };
    let key = match (tree.text(name), arguments.as_slice()) {
        _ if lambda.is_some() => return None,
        ("lookup", arguments) => key_of_lookup(tree, arguments)?,
        ("hiera" | "hiera_array" | "hiera_hash" | "hiera_include", &[key]) => key,
        _ => return None,
    };
    Some(MandatoryLookup { keys: keys(tree, key)?, span: tree[key].span })
}

/// The argument with the keys of a `lookup` call, if nothing else can supply a value.
fn key_of_lookup(tree: &Tree, arguments: &[ExprId]) -> Option<ExprId> {
    let (&first, rest) = arguments.split_first()?;
    match (*tree.kind(first), rest) {
        (ExprKind::Hash(options) | ExprKind::BareHash(options), []) => {
            gives_nothing(tree, options).then(|| option(tree, options, "name"))?
        }
        (_, []) => Some(first),
        (_, &[second]) if is_hash(tree, second) => match *tree.kind(second) {
            ExprKind::Hash(options) | ExprKind::BareHash(options) => {
                gives_nothing(tree, options).then_some(first)
            }
            _ => None,
        },
        (_, &[second] | &[second, _]) if is_type(tree, second) => Some(first),
        _ => None,
    }
}

fn is_hash(tree: &Tree, expr: ExprId) -> bool {
    matches!(tree.kind(expr), ExprKind::Hash(_) | ExprKind::BareHash(_))
}

/// Whether an argument is certainly a type and not a hash of options.
fn is_type(tree: &Tree, expr: ExprId) -> bool {
    match *tree.kind(expr) {
        ExprKind::Reference(_) => true,
        ExprKind::Access { left, .. } => is_type(tree, left),
        _ => false,
    }
}

fn gives_nothing(tree: &Tree, options: List<Entry>) -> bool {
    tree[options]
        .iter()
        .all(|entry| text(tree, entry.key).is_some_and(|key| !GIVING.contains(&key)))
}

fn option(tree: &Tree, options: List<Entry>, name: &str) -> Option<ExprId> {
    let entry = tree[options].iter().find(|entry| text(tree, entry.key) == Some(name));
    entry.map(|entry| entry.value)
}

/// The keys in an argument; empty if any of them is not constant.
fn keys(tree: &Tree, argument: ExprId) -> Option<Vec<String>> {
    let keys: Option<Vec<String>> = match *tree.kind(argument) {
        ExprKind::Array(elements) => {
            tree[elements].iter().map(|element| text(tree, *element).map(str::to_owned)).collect()
        }
        _ => text(tree, argument).map(|key| vec![key.to_owned()]),
    };
    keys.filter(|keys| !keys.is_empty())
}

fn text(tree: &Tree, expr: ExprId) -> Option<&str> {
    match *tree.kind(expr) {
        ExprKind::String(text) | ExprKind::Name(text) => Some(tree.text(text)),
        ExprKind::Paren(inner) => self::text(tree, inner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use pupa_syntax::source::Source;
    use pupa_syntax::{ParseOptions, parse};

    use super::*;

    fn found(text: &str) -> String {
        let parsed = parse(Source::new("", text).into(), &ParseOptions::default());
        let found = mandatory_lookups(&parsed.tree);
        found.iter().map(|one| one.keys.join("|")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lookups_that_need_data() {
        for yes in [
            "lookup('a')",
            "lookup(a)",
            "lookup('a', String)",
            "lookup('a', Array[String], 'unique')",
            "lookup('a', { merge => deep })",
            "lookup('a', merge => deep)",
            "lookup({ name => 'a', 'merge' => 'deep' })",
            "'a'.lookup",
            "'a'.lookup(String)",
            "hiera('a')",
            "class c($x = hiera_hash('a')) { }",
            "$y.each |$x| { notice([lookup('a')]) }",
        ] {
            assert_eq!(found(yes), "a", "{yes}");
        }
        assert_eq!(found("lookup(['a', 'b.c'], String)"), "a|b.c");
    }

    #[test]
    fn lookups_that_may_do_without() {
        for no in [
            "lookup($a)",
            "lookup(\"a${b}\")",
            "lookup(['a', $b])",
            "lookup([])",
            "lookup()",
            "lookup('a', String, 'first', 1)",
            "lookup('a', undef, undef, undef)",
            "lookup('a') |$key| { 1 }",
            "lookup('a', { default_value => 1 })",
            "lookup('a', { 'default_values_hash' => {} })",
            "lookup('a', default_value => 1)",
            "lookup('a', { override => { a => 1 } })",
            "lookup('a', { $x => 1 })",
            "lookup('a', $options)",
            "lookup('a', $type, 'deep')",
            "lookup('a', *$more)",
            "lookup({ name => 'a', default_value => 1 })",
            "lookup({ merge => deep })",
            "lookup($options)",
            "hiera('a', 1)",
            "hiera('a') |$key| { 1 }",
            "simplib::lookup('a')",
            "Deferred('lookup', ['a'])",
            "notice('a')",
        ] {
            assert_eq!(found(no), "", "{no}");
        }
    }
}
