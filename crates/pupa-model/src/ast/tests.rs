//! Checks of the table for consistency, and against trees with every kind of node.

use std::collections::BTreeSet;
use std::sync::Arc;

use pupa_syntax::source::Source;
use pupa_syntax::tree::Tree;
use pupa_syntax::{Dialect, Edition, ParseOptions, parse};

use super::instance::slots;
use super::*;

fn tree(text: &str, dialect: Dialect, extensions: bool) -> Tree {
    let edition = if extensions { Edition::Draft } else { Edition::default() };
    let options = ParseOptions { edition, extensions, dialect, tasks: true };
    parse(Arc::new(Source::new("test.pp", text)), &options).tree
}

/// Visits a node and its children, and checks that each value conforms to the table.
fn visit(cx: Cx<'_>, expected: &'static Class, seen: &mut BTreeSet<&'static str>) {
    let class = class_of(cx);
    assert!(inherits(class, expected), "{} where a {} belongs", class.name, expected.name);
    assert!(!class.is_abstract, "{} has an instance", class.name);
    seen.insert(class.name);
    for slot in slots(class) {
        let count = match slot.kind {
            SlotKind::Value(ty, read) => read(cx).map_or(0, |text| {
                assert!(
                    is_value(ty, &text),
                    "{}.{}: {text} is not a valid {ty}",
                    class.name,
                    slot.name
                );
                1
            }),
            SlotKind::Flag(_) => 1,
            SlotKind::Word(enumeration, read) => read(cx).map_or(0, |word| {
                assert!(enumeration.literals.contains(&word), "{} has no {word}", enumeration.name);
                1
            }),
            SlotKind::One(class, read) => read(cx).map_or(0, |child| {
                visit(child, class, seen);
                1
            }),
            SlotKind::Many(class, read) => {
                read(cx).into_iter().for_each(|child| visit(child, class, seen));
                1
            }
            SlotKind::Link(_, read) => usize::from(read(cx).is_some()),
        };
        assert!(count == 1 || !slot.is_required, "{}.{} is missing", class.name, slot.name);
    }
}

fn inherits(class: &'static Class, base: &'static Class) -> bool {
    std::ptr::eq(class, base) || class.base.is_some_and(|next| inherits(next, base))
}

fn is_value(ty: &str, text: &str) -> bool {
    match ty {
        "EString" => true,
        "EBoolean" => text == "true" || text == "false",
        "EInt" => text.parse::<i32>().is_ok(),
        "EBigInteger" => !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()),
        "EDouble" => text.parse::<f64>().is_ok(),
        _ => false,
    }
}

/// Code with every kind of node of manifests.
const EVERYTHING: &str = r##"
    class a($x, String *$y) inherits b { }
    define c($z = 1) { }
    function d($x) >> Integer { 1 }
    plan e($x) { apply($x) { notice(1) } }
    node 'n', /m/, default inherits o { }
    type F = Integer
    type Runtime[ruby, 'X'] = Pcore
    @file { 'a': mode => 1, require +> [2]; 'b': * => {} }
    File { mode => 1 }
    File['a'] { mode => 2 }
    File <<| title == 'a' |>> { mode => 3 }
    Class['a'] -> Class['b']
    [undef, default, true, 10, 0xffffffffffffffffff, 1.5, 'a', word, "a ${b} $c", /r/]
    { a => 1 }
    f(a => 1)
    !(-$a) == $b[1, 2]
    $a.map |$x| >> String { }
    $a ? { b => 1, default => 2 }
    if $a { 1 } elsif $b { 2 } else { }
    unless $a { 1 }
    case $a { b, c: { 1 } default: { } }
    $h = @("END":json)
      ${a}
      | END
    $reserved = private
    type G inherits H {
      attr a, String { min => 1, check => { } }
      has b, G { derived => || { 1 } }
      abstract
      invariant 'x' { true }
    }
"##;

#[test]
fn every_kind_of_node_conforms_to_the_table() {
    let mut seen = BTreeSet::new();
    let template = "<%- | $x | -%>text <%= $x %>";
    let trees = [
        tree(EVERYTHING, Dialect::Manifest, true),
        tree("type A inherits B { }", Dialect::Manifest, false),
        tree("", Dialect::Manifest, false),
        tree("$a = 1e999", Dialect::Manifest, false),
        tree(template, Dialect::Template, false),
    ];
    for tree in &trees {
        visit(Cx::of_expr(tree, tree.root()), &expressions::EXPRESSION, &mut seen);
    }
    let logic = ["LogicModel", "FeatureLogic", "InvariantLogic"];
    let all = classes().filter(|class| !class.is_abstract).map(|class| class.name);
    let missing: Vec<&str> =
        all.filter(|name| !seen.contains(name) && !logic.contains(name)).collect();
    assert_eq!(missing, [""; 0], "these are not tested");
}

#[test]
fn the_table_is_closed() {
    let known = |class: &Class| classes().any(|other| std::ptr::eq(other, class));
    let mut names = BTreeSet::new();
    for class in classes() {
        assert!(names.insert(class.name), "{} appears twice", class.name);
        assert!(class.base.is_none_or(known), "the base of {}", class.name);
        let mut own = BTreeSet::new();
        for slot in slots(class) {
            assert!(own.insert(slot.name), "{}.{} appears twice", class.name, slot.name);
            match slot.kind {
                SlotKind::One(target, _) | SlotKind::Many(target, _) => {
                    assert!(known(target), "{}.{}", class.name, slot.name);
                }
                SlotKind::Word(enumeration, _) => {
                    assert!(enumerations().any(|other| std::ptr::eq(other, enumeration)));
                }
                SlotKind::Value(..) | SlotKind::Flag(_) | SlotKind::Link(..) => {}
            }
        }
    }
    enumerations()
        .for_each(|enumeration| assert!(names.insert(enumeration.name), "{}", enumeration.name));
}
