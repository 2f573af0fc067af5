//! Tests of the reported cycles; the expected messages are those of `puppet apply`.

use pupa_value::Value;

use super::*;
use crate::relationships::tests::{catalog, resource};

const ADVICE: &str =
    "Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz";

fn assert_reported(catalog: &Catalog, paths: &[&str]) {
    let noun = if paths.len() == 1 { "cycle" } else { "cycles" };
    let paths: String = paths.iter().map(|path| format!("({path})\\n")).collect();
    let expected =
        format!("Found {} dependency {noun}:\n{paths}{ADVICE}", paths.matches("\\n").count());
    assert_eq!(message(catalog, &catalog.cycles()), expected);
}

fn notifies(before: &[(&str, &[&str])]) -> Catalog {
    let resources = (1..).zip(before).map(|(line, (title, before))| {
        let before = before.iter().map(|one| Value::from(format!("Notify[{one}]").as_str()));
        resource(line, "Notify", title, &[("before", Value::array(before))])
    });
    catalog(resources.collect(), &[])
}

#[test]
fn cycles_and_their_members_are_sorted() {
    let two = notifies(&[
        ("d", &["c"]),
        ("e", &["d"]),
        ("c", &["e"]),
        ("b", &["a"]),
        ("a", &["b"]),
        ("x", &["a"]),
        ("self", &["self"]),
    ]);
    assert_reported(
        &two,
        &[
            "Notify[a] => Notify[b] => Notify[a]",
            "Notify[c] => Notify[e] => Notify[d] => Notify[c]",
            "Notify[self] => Notify[self]",
        ],
    );
    assert!(notifies(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]).cycles().is_empty());
}

#[test]
fn the_shortest_path_is_reported_from_its_start() {
    let tangled = notifies(&[("a", &["b"]), ("b", &["c", "d"]), ("c", &["d"]), ("d", &["b", "a"])]);
    assert_reported(&tangled, &["Notify[a] => Notify[b] => Notify[d] => Notify[b]"]);
    let cycles = tangled.cycles();
    assert_eq!(cycles[0].paths[0].circle, 1);
    assert_eq!(cycles[0].members, [0, 1, 2, 3]);
}

/// Class A comes before class B, which contains a resource that comes before class A.
fn classes() -> Catalog {
    let resources = vec![
        resource(1, "Stage", "main", &[]),
        resource(2, "Class", "main", &[]),
        resource(3, "Class", "A", &[("before", "Class[B]".into())]),
        resource(4, "Notify", "x", &[]),
        resource(5, "Class", "B", &[]),
        resource(6, "Notify", "y", &[("before", "Class[A]".into())]),
    ];
    let edges = [
        ("Stage[main]", "Class[main]"),
        ("Stage[main]", "Class[A]"),
        ("Class[A]", "Notify[x]"),
        ("Stage[main]", "Class[B]"),
        ("Class[B]", "Notify[y]"),
    ];
    catalog(resources, &edges)
}

#[test]
fn relationships_of_containers_hold_for_their_contents() {
    let path = "Notify[x] => Class[A] => Class[B] => Notify[y] => Class[A] => Notify[x]";
    assert_reported(&classes(), &[path]);
}

#[test]
fn drawings_say_where_links_are_written() {
    let catalog = classes();
    let places = |_: &Catalog, one: &Relationship| {
        one.is_refreshing.then(String::new).or((one.source == 2).then(|| "arrows.pp:9".to_owned()))
    };
    assert_eq!(
        drawing(&catalog, &catalog.cycles()[0], &places),
        "╭─▶ Notify[x]  (site.pp:4)\n\
         │    │ is contained in\n\
         │    ▼\n\
         │   Class[A]  (site.pp:3)\n\
         │    │ comes before: `before` of Class[A]  (arrows.pp:9)\n\
         │    ▼\n\
         │   Class[B]  (site.pp:5)\n\
         │    │ contains\n\
         │    ▼\n\
         │   Notify[y]  (site.pp:6)\n\
         │    │ comes before: `before` of Notify[y]  (site.pp:6)\n\
         │    ▼\n\
         │   Class[A]  (site.pp:3)\n\
         │    │ contains\n\
         ╰────╯\n"
    );
}

#[test]
fn an_empty_class_begins_before_it_ends() {
    let resources = vec![
        resource(1, "Class", "E", &[("before", "Class[F]".into())]),
        resource(2, "Class", "F", &[("before", "Class[E]".into())]),
    ];
    let catalog = catalog(resources, &[]);
    assert_reported(&catalog, &["Class[E] => Class[E] => Class[F] => Class[F] => Class[E]"]);
    assert_eq!(
        to_dot(&catalog, &catalog.cycles()),
        "digraph Resource_Cycles {\n  label = \"Resource Cycles\"\n\
         \"Class[E]\" -> \"Class[E]\" -> \"Class[F]\" -> \"Class[F]\" -> \"Class[E]\"\n}\n"
    );
    assert!(to_svg(&catalog, &catalog.cycles()).contains("class=\"line cycle\""));
}

#[test]
fn a_cycle_of_a_hundred_thousand_resources_is_found_quickly() {
    let count = 100_000;
    let title = |one: usize| format!("{:06}", one % count);
    let resources = (0..count).map(|one| {
        let next = format!("Notify[{}]", title(one + 1));
        resource(1, "Notify", &title(one), &[("before", next.as_str().into())])
    });
    let catalog = catalog(resources.collect(), &[]);
    let cycles = catalog.cycles();
    assert_eq!(cycles[0].paths[0].resources.len(), count + 1);
    assert!(drawing(&catalog, &cycles[0], &NoLocations).contains("… 99940 more"));
}
