//! Tests of relationships, containment and references that can't be resolved.

use pupa_value::Value;

use super::*;
use crate::catalog::{Resource, ResourceKind};
use crate::resource_type;
use crate::tags::Tags;

/// A resource declared at a line of `site.pp`.
pub(crate) fn resource(
    line: u32,
    type_name: &str,
    title: &str,
    parameters: &[(&str, Value)],
) -> Resource {
    let kind = match type_name {
        "Class" => ResourceKind::Class,
        name if resource_type::find(name).is_some() => ResourceKind::CompilableType,
        _ => ResourceKind::DefinedType,
    };
    Resource {
        type_name: type_name.into(),
        title: title.into(),
        tags: Tags::default(),
        file: Some("site.pp".into()),
        line: Some(line),
        is_exported: false,
        kind,
        parameters: parameters
            .iter()
            .map(|(name, value)| ((*name).into(), value.clone()))
            .collect(),
        sensitive: Vec::new(),
    }
}

/// A catalog of resources and containment edges.
pub(crate) fn catalog(resources: Vec<Resource>, edges: &[(&str, &str)]) -> Catalog {
    let edges = edges.iter().map(|(from, to)| ((*from).into(), (*to).into()));
    Catalog { resources, edges: edges.collect(), ..Catalog::default() }
}

/// Relationships as `a -> b` or `a ~> b`; automatic ones are written as `a *> b`.
fn relationships(catalog: &Catalog) -> Vec<String> {
    let reference = |one: usize| catalog.resources[one].reference();
    let arrow = |one: &Relationship| match (one.is_refreshing, one.origin) {
        (true, _) => "~>",
        (false, Origin::Automatic) => "*>",
        (false, _) => "->",
    };
    let all = catalog.relationships().all;
    all.iter()
        .map(|one| format!("{} {} {}", reference(one.source), arrow(one), reference(one.target)))
        .collect()
}

#[test]
fn parameters_name_resources_by_title_alias_and_name() {
    let names = Value::array([
        Value::array([Value::from("Notify[other]"), Value::from("File[/etc/a/]")]),
        Value::from("notify[a]"),
    ]);
    let resources = vec![
        resource(1, "Notify", "a", &[("alias", "other".into())]),
        resource(2, "File", "/etc/a", &[]),
        resource(3, "File", "named", &[("path", "/etc/b".into())]),
        resource(4, "Notify", "b", &[("subscribe", "File[/etc/b]".into()), ("require", names)]),
        resource(5, "Notify", "c", &[("before", "Class[foo::bar]".into())]),
        resource(6, "Class", "Foo::Bar", &[("notify", "File[/none]".into())]),
    ];
    let catalog = catalog(resources, &[]);
    assert_eq!(
        relationships(&catalog),
        [
            "Notify[a] -> Notify[b]",
            "File[/etc/a] -> Notify[b]",
            "Notify[a] -> Notify[b]",
            "File[named] ~> Notify[b]",
            "Notify[c] -> Class[Foo::Bar]",
        ]
    );
    let unresolved = catalog.relationships().unresolved;
    let messages: Vec<String> = unresolved.iter().map(|one| one.message(&catalog)).collect();
    assert_eq!(messages, ["Could not find dependent File[/none] for Class[Foo::Bar]"]);
}

#[test]
fn types_relate_resources_unless_something_else_is_known() {
    let owned = [("owner", "web".into()), ("group", "100".into())];
    let resources = vec![
        resource(1, "File", "/srv", &[("require", "File[/srv/www/x]".into())]),
        resource(2, "File", "/srv/www/x", &owned),
        resource(3, "File", "/srv/www/x/y", &[]),
        resource(4, "User", "web", &[("gid", 7.into()), ("groups", "a,b".into())]),
        resource(5, "Group", "seven", &[("gid", 7.into())]),
        resource(6, "Group", "b", &[]),
        resource(
            7,
            "Exec",
            "run",
            &[("command", "/srv/www/x --now".into()), ("user", "web".into())],
        ),
        resource(8, "Mount", "/srv/www", &[]),
    ];
    assert_eq!(
        relationships(&catalog(resources, &[])),
        [
            "File[/srv/www/x] -> File[/srv]",
            "User[web] *> File[/srv/www/x]",
            "File[/srv/www/x] *> File[/srv/www/x/y]",
            "Group[seven] *> User[web]",
            "Group[b] *> User[web]",
            "File[/srv/www/x] *> Exec[run]",
            "User[web] *> Exec[run]",
            "Mount[/srv/www] *> File[/srv/www/x]",
            "Mount[/srv/www] *> File[/srv/www/x/y]",
        ]
    );
}

#[test]
fn a_class_that_another_one_contains_is_in_that() {
    let resources = vec![
        resource(1, "Stage", "main", &[]),
        resource(2, "Class", "A", &[]),
        resource(3, "Class", "B", &[]),
    ];
    let edges =
        [("Stage[main]", "Class[A]"), ("Stage[main]", "Class[B]"), ("Class[A]", "Class[B]")];
    let containment = catalog(resources, &edges).relationships().containment;
    assert_eq!((containment.container(1), containment.container(2)), (Some(0), Some(1)));
    assert_eq!(containment.contents(0), [1, 2]);
}
