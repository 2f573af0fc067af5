//! Round trips of catalogs through JSON, other formats, and the errors for invalid ones.

use std::sync::Arc;

use pupa_value::value::semver::SemVer;
use pupa_value::{Type, Value};

use crate::catalog::{Catalog, Resource, ResourceKind};

fn read(text: &str) -> Catalog {
    Catalog::from_json(text).expect("it is a catalog")
}

fn message(text: &str) -> String {
    Catalog::from_json(text).expect_err("it is not a catalog").message
}

fn resource(type_name: &str, title: &str, parameters: Vec<(&str, Value)>) -> Resource {
    Resource {
        type_name: type_name.into(),
        title: title.into(),
        tags: ["a::b", "Odd Tag", "é"].map(Into::into).into_iter().collect(),
        file: Some("site.pp".into()),
        line: Some(7),
        is_exported: true,
        kind: ResourceKind::DefinedType,
        parameters: parameters.into_iter().map(|(name, value)| (name.into(), value)).collect(),
        sensitive: Vec::new(),
    }
}

/// One value of every kind that catalogs may contain.
fn values() -> Vec<Value> {
    let version = SemVer::parse("1.2.3-rc1").expect("it is a version");
    let scalars = vec![
        Value::Undef,
        Value::Default,
        true.into(),
        i64::MIN.into(),
        Value::from_big("123456789012345678901234567890".parse().expect("it is a number")),
        Value::Float(1e20),
        Value::Float(-0.0),
        "line\nquote\" tab\t \u{1} é 𝄞".into(),
        "".into(),
        Value::SemVer(Arc::new(version)),
        Type::integer(1, 2).into(),
        Value::sensitive(Value::array(["s".into(), Value::sensitive(1.into())])),
    ];
    let mixed = Value::hash([(1.into(), "x".into()), ("__ptype".into(), Value::Default)]);
    let nested = Value::hash([("a".into(), Value::array(scalars.clone()))]);
    scalars.into_iter().chain([mixed, nested, Value::array([]), Value::hash([])]).collect()
}

#[test]
fn written_catalogs_are_read_back() {
    for value in values() {
        for version in [Value::Undef, 1.into(), "v".into()] {
            let mut full = resource("My::Type", "t]::[ü", vec![("x", value.clone())]);
            full.sensitive = vec!["x".into()];
            let mut bare = resource("Class", "Main", Vec::new());
            (bare.file, bare.line, bare.kind) = (None, None, ResourceKind::Class);
            let catalog = Catalog {
                name: "web01".to_owned(),
                environment: "production".to_owned(),
                version,
                code_id: Some("c".to_owned()),
                uuid: "u".to_owned(),
                resources: vec![full, bare],
                edges: vec![("Class[Main]".into(), "My::Type[t]::[ü]".into())],
                classes: vec!["main".into()],
                tags: ["settings".into()].into_iter().collect(),
            };
            let json = catalog.to_json().expect("it can be written");
            let again = read(&json);
            assert_eq!(again.to_json().expect("it can be written"), json);
            assert_eq!(again.resources[0].parameters[0].1, value, "{json}");
        }
    }
}

#[test]
fn other_forms_are_understood() {
    let resources = r#""resources": [{"type": "Class", "title": "A", "line": null},
        {"type": "File", "title": "/a", "kind": "new_kind"}]"#;
    let wrapped = format!(
        r#"{{"document_type": "Catalog", "data": {{"name": "n", {resources}}}, "metadata": {{}}}}"#
    );
    let catalog = read(&wrapped);
    assert_eq!((catalog.name.as_str(), catalog.resources.len()), ("n", 2));
    assert_eq!(catalog.resources[0].kind, ResourceKind::Class);
    assert_eq!(catalog.resources[1].kind, ResourceKind::Unknown);

    let catalog = read(
        r#"{"certname": "n", "resources": {"href": "x", "data": [{"type": "A", "title": "a"}]},
        "edges": {"data": [
            {"source_type": "A", "source_title": "a", "target_type": "B", "target_title": "b",
             "relationship": "contains"},
            {"source_type": "A", "source_title": "a", "target_type": "C", "target_title": "c",
             "relationship": "required-by"},
            {"source": {"type": "A", "title": "a"}, "target": {"type": "D", "title": "d"}}]}}"#,
    );
    let edges = [("A[a]", "B[b]"), ("A[a]", "D[d]")];
    let found: Vec<_> = catalog.edges.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(found, edges);
}

#[test]
fn log_lines_are_skipped_and_places_stay() {
    let catalog =
        read("\u{feff}Notice: one\n\u{1b}[mNotice: {two}\n {\"name\":\"n\",\"resources\":[]}\n");
    assert_eq!(catalog.name, "n");
    assert_eq!(
        message("Notice: one\n{\"name\": \n?}"),
        "unexpected character '?' in JSON text (line: 3, column: 1)"
    );
}

#[test]
fn values_of_unknown_types_stay_hashes_and_keep_their_secrets() {
    let catalog = read(
        r#"{"name": "n", "resources": [{"type": "A", "title": "a", "parameters": {"x": [
            {"__ptype": "Nobody::Knows", "it": {"__ptype": "Sensitive", "__pvalue": "s"}},
            {"__ptype": "Regexp", "__pvalue": "("}, {"__ptype": "Default"}]}}]}"#,
    );
    let Some(parts) = catalog.resources[0].parameters[0].1.as_array() else {
        panic!("it is an array")
    };
    let unknown = Value::hash([
        ("__ptype".into(), "Nobody::Knows".into()),
        ("it".into(), Value::sensitive("s".into())),
    ]);
    assert_eq!((&parts[0], &parts[2]), (&unknown, &Value::Default));
}

#[test]
fn invalid_catalogs_are_rejected() {
    let with = |resource: &str| format!(r#"{{"name": "n", "resources": [{resource}]}}"#);
    let of_a = |field: &str| with(&format!(r#"{{"type": "A", "title": "a", {field}}}"#));
    for (text, expected) in [
        (String::new(), "the text is empty"),
        (" \n\n".to_owned(), "the text is empty"),
        ("[]".to_owned(), "the text has no catalog: no line begins with `{`"),
        ("{".to_owned(), "unexpected end of JSON text (line: 1, column: 2)"),
        ("{}".to_owned(), "the catalog has no `name`"),
        (r#"{"name": 1}"#.to_owned(), "`name` of the catalog must be a string, found a number"),
        (r#"{"name": "n"}"#.to_owned(), "the catalog has no `resources`"),
        (r#"{"data": {}}"#.to_owned(), "the catalog has no `name`"),
        (
            r#"{"name": "n", "resources": {}}"#.to_owned(),
            "`resources` must be an array, found an object",
        ),
        (with("1"), "resource 1 must be an object, found a number"),
        (with("{}"), "resource 1 has no `type`"),
        (with(r#"{"type": "A"}"#), "resource 1 has no `title`"),
        (
            with(r#"{"type": "A", "title": null}"#),
            "`title` of resource 1 must be a string, found null",
        ),
        (of_a(r#""tags": "x""#), "`tags` of A[a] must be an array, found a string"),
        (of_a(r#""tags": [1]"#), "an element of `tags` of A[a] must be a string, found a number"),
        (of_a(r#""line": -1"#), "`line` of A[a] must be a line number, found a number"),
        (of_a(r#""line": "1""#), "`line` of A[a] must be a line number, found a string"),
        (of_a(r#""exported": 0"#), "`exported` of A[a] must be true or false, found a number"),
        (of_a(r#""parameters": []"#), "`parameters` of A[a] must be an object, found an array"),
        (
            with(r#"{"type": "A", "title": "a"}, {"type": "A", "title": "a"}"#),
            "A[a] appears more than once",
        ),
        (
            r#"{"name": "n", "resources": [], "edges": [{"source": "a"}]}"#.to_owned(),
            "edge 1 has no `target`",
        ),
        (
            r#"{"name": "n", "resources": [], "edges": [{"source": 1}]}"#.to_owned(),
            "`source` of edge 1 must be a reference, found a number",
        ),
    ] {
        assert_eq!(message(&text), expected, "{text}");
    }
    let deep = format!(r#"{{"name": {}"#, "[".repeat(100_000));
    assert!(message(&deep).contains("too deep"));
}
