//! Tests of comparisons and of the three report formats.

use super::*;
use crate::catalog::Catalog;

/// A catalog of resources given as JSON without the braces. `rest` is appended to the catalog.
fn catalog(resources: &[&str], rest: &str) -> Catalog {
    let resources: Vec<_> = resources.iter().map(|resource| format!("{{{resource}}}")).collect();
    let json = format!(r#"{{"name": "n", "resources": [{}]{rest}}}"#, resources.join(","));
    Catalog::from_json(&json).expect("it is a catalog")
}

/// The resource `File[/a]` with these parameters, as JSON without the braces.
fn file(parameters: &str) -> String {
    format!(r#""type": "File", "title": "/a", "parameters": {{{parameters}}}"#)
}

fn ignoring(patterns: &[&str]) -> DiffOptions {
    let ignore = patterns.iter().map(|pattern| pattern.parse().expect("it is a pattern"));
    DiffOptions { ignore: ignore.collect(), ..DiffOptions::default() }
}

fn report(old: Catalog, new: Catalog, options: &DiffOptions) -> String {
    let side = |catalog| vec![("n".to_owned(), Ok(catalog))];
    to_text(&compare_nodes(side(old), side(new), options), TextStyle::Plain)
}

/// The text report on the parameters of one resource.
fn parameters(old: &str, new: &str) -> String {
    let side = |parameters: &str| catalog(&[&file(parameters)], "");
    let text = report(side(old), side(new), &DiffOptions::default());
    let text = text.strip_prefix("~ File[/a]\n").unwrap_or(&text);
    text.strip_suffix("\n0 resources added, 0 removed, 1 changed\n").unwrap_or(text).to_owned()
}

#[test]
fn order_does_not_matter() {
    let old = catalog(
        &[
            &file(r#""require": ["A[1]", "B[2]"], "x": {"a": 1, "b": 2}, "tag": "t""#),
            r#""type": "B", "title": "2", "tags": ["x", "y"]"#,
        ],
        r#", "classes": ["a", "b"], "edges": [
            {"source": "S", "target": "File[/a]"}, {"source": "S", "target": "B[2]"}]"#,
    );
    let new = catalog(
        &[
            r#""type": "B", "title": "2", "tags": ["y", "x"]"#,
            &file(r#""tag": ["t"], "x": {"b": 2, "a": 1}, "require": ["B[2]", "A[1]"]"#),
        ],
        r#", "classes": ["b", "a"], "edges": [
            {"source": "S", "target": "B[2]"}, {"source": "S", "target": "File[/a]"}]"#,
    );
    assert_eq!(report(old, new, &DiffOptions::default()), "no differences\n");
}

#[test]
fn resources_come_and_go() {
    let old = catalog(
        &[r#""type": "A", "title": "gone", "exported": true, "parameters": {"x": null}"#],
        r#", "classes": ["left", "gone::too"]"#,
    );
    let new = catalog(
        &[
            r#""type": "B", "title": "new", "file": "site.pp", "line": 3,
            "parameters": {"z": [1], "text": "a\nb\n"}"#,
            r#""type": "Class", "title": "Come""#,
        ],
        r#", "classes": ["left", "come"], "edges": [
            {"source": "Class[Come]", "target": "B[new]"},
            {"source": "C[x]", "target": "D[nowhere]"}]"#,
    );
    assert_eq!(
        report(old, new, &DiffOptions::default()),
        "- A[gone]  (exported)
+ B[new]  (in Class[Come], site.pp:3)
    + text:
        +a
        +b
    + z => [1]
+ C[x] contains D[nowhere]
+ Class[Come]
- class gone::too

2 resources added, 1 removed, 0 changed
"
    );
}

#[test]
fn parameters_change() {
    assert_eq!(
        parameters(r#""a": "1", "b": true, "same": 1"#, r#""a": 1, "c": "x", "same": 1"#),
        "    ~ a: '1' -> 1\n    - b => true\n    + c => 'x'\n"
    );
    assert_eq!(parameters(r#""a": 1"#, r#""a": 1.0"#), "    ~ a: 1 -> 1.0\n");
    assert_eq!(parameters(r#""a": null"#, ""), "no differences\n");
    let long = "x".repeat(60);
    assert_eq!(
        parameters(&format!(r#""a": "{long}1""#), &format!(r#""a": "{long}2""#)),
        format!("    ~ a:\n        -'{long}1'\n        +'{long}2'\n")
    );
}

#[test]
fn relationships_are_sets() {
    assert_eq!(parameters(r#""require": "A[1]""#, r#""require": ["A[1]"]"#), "no differences\n");
    assert_eq!(
        parameters(r#""notify": ["A[2]", "A[1]"]"#, r#""notify": ["B[1]", "A[1]"]"#),
        "    ~ notify:\n        -A[2]\n        +B[1]\n"
    );
    assert_eq!(
        parameters("", r#""before": ["B[1]", "A[1]"]"#),
        "    + before => ['A[1]', 'B[1]']\n"
    );
    // The order of other lists matters.
    assert_eq!(parameters(r#""x": ["a", "b"]"#, r#""x": ["b"]"#), "    - x[0] => 'a'\n");
}

#[test]
fn changes_have_the_path_inside_the_value() {
    assert_eq!(
        parameters(
            r#""content": {"a": {"b": [1, 2, 3]}, "old": 1, "odd key": 1}"#,
            r#""content": {"a": {"b": [1, 2, 4, 5]}, "new": {"x": 1}, "odd key": 2}"#,
        ),
        "    ~ content.a.b[2]: 3 -> 4
    + content.a.b[3] => 5
    + content.new => {'x' => 1}
    - content.old => 1
    ~ content['odd key']: 1 -> 2
"
    );
    // An element inserted in the middle does not shift the rest.
    assert_eq!(
        parameters(r#""x": [1, 2, 3, 4]"#, r#""x": [1, "new", 2, 3, 4]"#),
        "    + x[1] => 'new'\n"
    );
}

#[test]
fn texts_differ_line_by_line() {
    assert_eq!(
        parameters(r#""content": "a\nb\nc\n""#, r#""content": "a\nB\u001b[31m\r\nc""#),
        "    ~ content:
        @@ -1,3 +1,3 @@
         a
        -b
        -c
        +B\\u{1b}[31m\\r
        +c
         \\ No newline at end of file
"
    );
}

#[test]
fn flags_containers_tags_and_places() {
    let old = catalog(
        &[r#""type": "A", "title": "a", "tags": ["x"], "file": "f", "line": 1"#],
        r#", "edges": [{"source": "Class[X]", "target": "A[a]"}]"#,
    );
    let new = catalog(
        &[r#""type": "A", "title": "a", "tags": ["y"], "exported": true, "file": "f", "line": 2"#],
        r#", "edges": [{"source": "Class[Y]", "target": "A[a]"}]"#,
    );
    let all = DiffOptions { tags: true, locations: true, ..DiffOptions::default() };
    assert_eq!(
        report(old.clone(), new.clone(), &all),
        "~ A[a]
    ~ is exported now
    - in Class[X]
    + in Class[Y]
    - tagged x
    + tagged y
    ~ declared at f:1 -> f:2

0 resources added, 0 removed, 1 changed
"
    );
    let text = report(old, new, &DiffOptions::default());
    assert!(!text.contains("tagged") && !text.contains("declared"), "{text}");
}

/// The report on two catalogs in all formats.
fn forms(old: Catalog, new: Catalog) -> [String; 3] {
    let side = |catalog| vec![("n".to_owned(), Ok(catalog))];
    let nodes = compare_nodes(side(old), side(new), &DiffOptions::default());
    let json = to_json(&nodes).expect("it can be written");
    [to_text(&nodes, TextStyle::Plain), json, to_html(&nodes)]
}

#[test]
fn sensitive_values_never_appear() {
    let secret = |value: &str| format!(r#"{{"__ptype": "Sensitive", "__pvalue": {value}}}"#);
    let listed = |value: &str| {
        let parameters = format!(r#""p": {value}"#);
        format!(r#"{}, "sensitive_parameters": ["p"]"#, file(&parameters))
    };
    let s = secret(r#""hunter2""#);
    let deferred =
        format!(r#""p": {{"__ptype": "Deferred", "name": "f", "arguments": [{s}, "x"]}}"#);
    let unknown = format!(r#""p": [{{"__ptype": "No::Body", "x": {s}}}]"#);
    let numbers = secret(r#"["hunter2", {"hunter2": "hunter2"}]"#);
    let cases: Vec<(String, String)> = vec![
        (listed(r#""hunter2""#), listed(r#""other hunter2""#)),
        (listed(r#""hunter2\nx""#), file(r#""p": "hunter2\ny""#)),
        (file(r#""p": {"a": "hunter2"}"#), listed(r#"{"a": "hunter2", "hunter2": 1}"#)),
        (listed(r#"["hunter2"]"#), file("")),
        (file(""), listed(r#""hunter2""#)),
        (file(&format!(r#""p": {s}"#)), file(r#""p": "hunter2""#)),
        (file(&format!(r#""p": {{"a": {s}}}"#)), file(r#""p": {"a": "hunter2"}"#)),
        (file(&format!(r#""p": {{"a": {s}}}"#)), file(r#""p": {"b": "hunter2"}"#)),
        (file(&format!(r#""p": {{"a": {s}}}"#)), file(r#""p": ["hunter2"]"#)),
        (file(&format!(r#""p": [{s}, "x"]"#)), file(r#""p": ["x", "hunter2"]"#)),
        (file(&format!(r#""p": [1, {{"a": {s}}}]"#)), file(r#""p": [{"a": "hunter2"}]"#)),
        (file(&deferred), file(r#""p": "hunter2""#)),
        (file(&deferred), file("")),
        (file(&unknown), file("")),
        (
            file(&format!(r#""p": {{"__ptype": "Hash", "__pvalue": [{s}, 1]}}"#)),
            file(&format!(r#""p": {{"__ptype": "Hash", "__pvalue": [{}, 1]}}"#, secret("2"))),
        ),
        (file(&format!(r#""p": {numbers}"#)), file("")),
        (file(""), file(&format!(r#""p": {{"a": {numbers}, "b": 1}}"#))),
        (file(&format!(r#""require": [{s}, "A[a]"]"#)), file(r#""require": ["A[b]"]"#)),
    ];
    for (old, new) in &cases {
        for (old, new) in [(old, new), (new, old)] {
            for form in forms(catalog(&[old], ""), catalog(&[new], "")) {
                assert!(!form.contains("hunter2"), "{old}\n{new}\n{form}");
                assert!(form.contains("redacted"), "{old}\n{new}\n{form}");
            }
        }
        // Also when the whole resource is added or removed.
        for (old, new) in [(vec![old.as_str()], vec![]), (vec![], vec![old.as_str()])] {
            if !old.iter().chain(&new).any(|resource| resource.contains("ensitive")) {
                continue;
            }
            for form in forms(catalog(&old, ""), catalog(&new, "")) {
                assert!(!form.contains("hunter2"), "{old:?}\n{new:?}\n{form}");
            }
        }
    }
}

#[test]
fn changes_of_sensitive_values_are_reported() {
    let side = |value: &str, rest: &str| {
        catalog(&[&format!("{}{rest}", file(&format!(r#""p": "{value}""#)))], "")
    };
    let listed = r#", "sensitive_parameters": ["p"]"#;
    let options = DiffOptions::default();
    let changed = report(side("a", listed), side("b", listed), &options);
    assert!(changed.starts_with("~ File[/a]\n    ~ p: [value redacted] changed\n"), "{changed}");
    assert_eq!(report(side("a", listed), side("a", listed), &options), "no differences\n");
    let hidden = report(side("a", ""), side("a", listed), &options);
    assert!(hidden.starts_with("~ File[/a]\n    ~ p is sensitive now\n"), "{hidden}");
}

#[test]
fn noise_is_left_out() {
    let old = catalog(
        &[
            &file(r#""mode": "1", "x": {"v": 1, "w": 1}"#),
            r#""type": "Class", "title": "Foo::Bar""#,
        ],
        r#", "classes": ["foo::bar"], "edges": [{"source": "Class[Foo::Bar]", "target": "A[b]"}]"#,
    );
    let new = catalog(&[&file(r#""mode": "2", "x": {"v": 2, "w": 1}"#)], "");
    let text = |patterns: &[&str]| report(old.clone(), new.clone(), &ignoring(patterns));
    assert!(text(&["Class[foo::*]"]).starts_with("~ File[/a]\n"));
    assert_eq!(text(&["Class[foo::bar]", "File[/*]"]), "no differences\n");
    assert_eq!(text(&["Class", "*[*]::mode", "File[/a]::x.v"]), "no differences\n");
    assert_ne!(text(&["Class", "*[*]::mode", "File[/a]::x.w"]), "no differences\n");
}

#[test]
fn tagged_resources_are_left_out() {
    let tagged = |tag: &str| {
        let resource = format!(r#""type": "My::Type", "title": "a", "tags": ["{tag}"]"#);
        report(catalog(&[], ""), catalog(&[&resource], ""), &DiffOptions::default())
    };
    assert_eq!(tagged("ignored_octocatalog_diff"), "no differences\n");
    assert_eq!(tagged("ignored_octocatalog_diff__my__type"), "no differences\n");
    assert_ne!(tagged("ignored_octocatalog_diff__file"), "no differences\n");
}

/// Five nodes: two share a change, one of them has another, one has none, one is new, one failed.
fn many() -> Vec<NodeDiff> {
    let plain = || catalog(&[&file(r#""mode": "1""#)], "");
    let changed = || catalog(&[&file(r#""mode": "2""#)], "");
    let with_own = || catalog(&[&file(r#""mode": "2""#), r#""type": "A", "title": "<b>""#], "");
    let node = |name: &str, catalog| (name.to_owned(), Ok(catalog));
    let old = vec![node("b", plain()), node("a", plain()), node("same", plain())];
    let new = vec![
        node("a", changed()),
        node("b", with_own()),
        node("same", plain()),
        node("new", plain()),
        ("zz".to_owned(), Err("broken <i>".to_owned())),
    ];
    compare_nodes(old, new, &DiffOptions::default())
}

#[test]
fn changes_shared_by_nodes_are_reported_once() {
    assert_eq!(
        to_text(&many(), TextStyle::Plain),
        "On 2 nodes (a, b):
  ~ File[/a]
      ~ mode: '1' -> '2'

b:
  + A[<b>]

new: only on the new side, 1 resource

zz: no catalog on the new side: broken <i>

5 nodes: 1 same, 3 different, 1 failed; 1 resource added, 0 removed, 2 changed
"
    );
    let same = compare_nodes(Vec::new(), Vec::new(), &DiffOptions::default());
    assert_eq!(to_text(&same, TextStyle::Plain), "no catalogs to compare\n");
    assert!(to_text(&many(), TextStyle::Colored).contains("\x1b[32m+ A[<b>]\x1b[0m"));
}

#[test]
fn pages_are_escaped_and_alone() {
    let page = to_html(&many());
    assert!(page.contains("A[&lt;b&gt;]") && page.contains("broken &lt;i&gt;"), "{page}");
    assert!(!page.contains("<b>]") && !page.contains("http") && !page.contains("src="));
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("<details").count(), page.matches("</details>").count());
    assert_eq!(page.matches("class=\"node\"").count(), 4);
    assert!(page.contains("1 node without differences"));
    assert!(page.contains("href=\"#group-1\"") && page.contains("id=\"group-1\""));
}

#[test]
fn json_has_a_stable_shape() {
    let old = catalog(&[&file(r#""a": "x\n", "b": 1, "require": "A[1]""#)], "");
    let new = catalog(
        &[&file(r#""a": "y\n", "c": {"k": 2}, "require": "A[2]""#), r#""type": "A", "title": "1""#],
        r#", "classes": ["k"], "edges": [{"source": "S", "target": "A[1]"}]"#,
    );
    let [_, json, _] = forms(old, new);
    assert_eq!(
        json,
        concat!(
            r#"{"summary":{"nodes":1,"same":0,"different":1,"failed":0,"added":1,"removed":0,"#,
            r#""changed":1},"nodes":[{"node":"n","status":"different","added":[{"reference":"#,
            r#""A[1]","type":"A","title":"1","exported":false,"containers":["S"],"parameters":{}}"#,
            r#"],"removed":[],"changed":[{"reference":"File[/a]","type":"File","title":"/a","#,
            r#""parameters":[{"name":"a","path":"a","change":"changed","old":"x\n","new":"y\n","#,
            r#""diff":"@@ -1 +1 @@\n-x\n+y\n"},{"name":"b","path":"b","change":"removed","old":1},"#,
            r#"{"name":"c","path":"c","change":"added","new":{"k":2}},{"name":"require","path":"#,
            r#""require","change":"changed","set":{"added":["A[2]"],"removed":["A[1]"]}}]}],"#,
            r#""edges":{"added":[{"source":"S","target":"A[1]"}],"removed":[]},"#,
            r#""classes":{"added":["k"],"removed":[]}}]}"#
        )
    );
}

#[test]
fn deep_values_are_written_as_text() {
    let deep = |inner: &str| format!(r#""x": {}{inner}{}"#, "[".repeat(94), "]".repeat(94));
    let [text, json, _] = forms(catalog(&[&file(&deep("1"))], ""), catalog(&[], ""));
    assert!(text.contains("[[[[") && json.contains(r#""x":"[[[["#));
}
