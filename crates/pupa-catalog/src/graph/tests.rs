//! Small graphs are compared with files, the layout of large random ones is checked for overlaps.

use pupa_value::Value;

use super::*;
use crate::catalog::Resource;
use crate::relationships::tests::{catalog, resource};
use scene::Content;

/// A web server: a package before two files that notify a service, and a resource after the class.
fn web() -> Catalog {
    let file = [("require", "Package[web]".into()), ("notify", "Service[web]".into())];
    let resources = vec![
        resource(1, "Stage", "main", &[]),
        resource(2, "Class", "main", &[]),
        resource(3, "Class", "Web", &[]),
        resource(4, "Package", "web", &[("before", "Service[web]".into())]),
        resource(5, "File", "/etc/<web>", &file),
        resource(6, "File", "/etc/\"web\"", &file),
        resource(7, "Service", "web", &[]),
        resource(8, "Notify", "done", &[("require", "Class[Web]".into())]),
    ];
    let edges = [
        ("Stage[main]", "Class[main]"),
        ("Stage[main]", "Class[Web]"),
        ("Class[Web]", "Package[web]"),
        ("Class[Web]", "File[/etc/<web>]"),
        ("Class[Web]", "File[/etc/\"web\"]"),
        ("Class[Web]", "Service[web]"),
        ("Class[main]", "Notify[done]"),
    ];
    Catalog { name: "n".to_owned(), ..catalog(resources, &edges) }
}

/// The nodes with their parents, and the lines, as text.
fn outline(scene: &Scene<'_>) -> Vec<String> {
    let name = |node: usize| match &scene.nodes[node].content {
        Content::Container(one) => scene.catalog.resources[*one].reference(),
        Content::Frame => {
            let count = scene.nodes[node].children.len();
            format!("frame of {count}")
        }
        Content::Rows(rows) => {
            let rows = rows.iter().map(|one| scene.catalog.resources[*one].reference());
            rows.collect::<Vec<_>>().join(" ")
        }
    };
    let nodes = (0..scene.nodes.len()).map(|node| match scene.nodes[node].parent {
        Some(parent) => format!("{} in {}", name(node), name(parent)),
        None => name(node),
    });
    let lines = scene.lines.iter().map(|line| {
        let arrow = if line.is_refreshing { "~>" } else { "->" };
        format!("{} {arrow} {}", name(line.from), name(line.to))
    });
    nodes.chain(lines).collect()
}

fn outlined(catalog: &Catalog, options: &GraphOptions) -> Vec<String> {
    outline(&Scene::of(catalog, options))
}

#[test]
fn equal_relationships_share_a_line_and_redundant_ones_are_left_out() {
    let files = "File[/etc/<web>] File[/etc/\"web\"]";
    assert_eq!(
        outlined(&web(), &GraphOptions::default()),
        [
            "Class[main]".to_owned(),
            "Class[Web]".to_owned(),
            "Notify[done] in Class[main]".to_owned(),
            "Package[web] in Class[Web]".to_owned(),
            format!("{files} in Class[Web]"),
            "Service[web] in Class[Web]".to_owned(),
            format!("Package[web] -> {files}"),
            format!("{files} ~> Service[web]"),
            "Class[Web] -> Notify[done]".to_owned(),
        ]
    );
}

#[test]
fn options_select_parts_of_the_catalog() {
    let only = Some("w*".to_owned());
    let contents = GraphContents::Containment;
    let options = GraphOptions { only, contents, ..GraphOptions::default() };
    let rows = "Package[web] File[/etc/<web>] File[/etc/\"web\"] Service[web]";
    assert_eq!(
        outlined(&web(), &options),
        ["Class[Web]".to_owned(), format!("{rows} in Class[Web]")]
    );
    let none = GraphOptions { only: Some("web*server".to_owned()), ..GraphOptions::default() };
    assert!(outlined(&web(), &none).is_empty());
}

#[test]
fn dot_matches_the_expected_file() {
    let contents = GraphContents::Relationships;
    let options = GraphOptions { contents, ..GraphOptions::default() };
    assert_eq!(to_dot(&web(), &options), include_str!("tests/web.dot"));
}

#[test]
fn svg_matches_the_expected_file() {
    let svg = to_svg(&web(), &GraphOptions::default());
    let (_, shapes) = svg.split_once("</style>\n").expect("it has a style sheet");
    assert_eq!(shapes, include_str!("tests/web.svg.part"));
}

/// Nested classes with random relationships, including cycles.
fn random(count: usize) -> Catalog {
    let mut state = count as u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let reference = |one: usize| match one % 4 {
        0 => format!("Class[C{one}]"),
        _ => format!("Notify[n{one}]"),
    };
    let mut resources: Vec<Resource> = Vec::new();
    let mut edges = Vec::new();
    for one in 0..count {
        let related = Value::from(reference(random(count)).as_str());
        let parameters = [(if random(2) == 0 { "before" } else { "notify" }, related)];
        let parameters = &parameters[..usize::from(random(3) == 0)];
        let (type_name, title) = match one % 4 {
            0 => ("Class", format!("C{one}")),
            _ => ("Notify", format!("n{one}")),
        };
        resources.push(resource(1, type_name, &title, parameters));
        if one > 0 && random(5) > 0 {
            edges.push((
                reference(random(one) / 4 * 4).as_str().into(),
                reference(one).as_str().into(),
            ));
        }
    }
    Catalog { resources, edges, ..Catalog::default() }
}

#[test]
fn boxes_are_inside_their_parents_and_lines_end_at_their_nodes() {
    for count in [1, 5, 20, 60, 200] {
        let catalog = random(count);
        let scene = Scene::of(&catalog, &GraphOptions::default());
        let placed = nested::lay_out(&scene);
        for (node, rect) in placed.nodes.iter().enumerate() {
            let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
            let (x, y, width, height) = match scene.nodes[node].parent.map(|one| placed.nodes[one])
            {
                Some(outer) => (outer.x, outer.y, outer.width, outer.height),
                None => (0.0, 0.0, placed.width, placed.height),
            };
            assert!(rect.x >= x && rect.y >= y, "{count}: {rect:?}");
            assert!(right <= x + width + 0.01 && bottom <= y + height + 0.01, "{count}: {rect:?}");
            for (other, beside) in placed.nodes.iter().enumerate().skip(node + 1) {
                let is_apart = right <= beside.x
                    || beside.x + beside.width <= rect.x
                    || bottom <= beside.y
                    || beside.y + beside.height <= rect.y;
                let parents = (scene.nodes[node].parent, scene.nodes[other].parent);
                assert!(is_apart || parents.0 != parents.1, "{count}: {rect:?} {beside:?}");
            }
        }
        for (line, points) in scene.lines.iter().zip(&placed.lines) {
            let ends = [(line.from, points.first()), (line.to, points.last())];
            for (node, point) in ends {
                let (rect, point) = (placed.nodes[node], point.expect("lines have ends"));
                let is_at =
                    [rect.y, rect.y + rect.height].iter().any(|y| (y - point.y).abs() < 0.01);
                assert!(is_at && point.x >= rect.x && point.x <= rect.x + rect.width, "{line:?}");
            }
        }
    }
}

#[test]
fn containers_in_a_circle_and_deep_ones_are_drawn() {
    let resources = vec![resource(1, "Class", "A", &[]), resource(2, "Class", "B", &[])];
    let circle = catalog(resources, &[("Class[A]", "Class[B]"), ("Class[B]", "Class[A]")]);
    assert_eq!(outlined(&circle, &GraphOptions::default()), ["Class[A]", "Class[B] in Class[A]"]);
    let count = 3_000;
    let resources = (0..count).map(|one| resource(1, "Deep", &one.to_string(), &[])).collect();
    let edges = (1..count).map(|one| {
        (format!("Deep[{}]", one - 1).as_str().into(), format!("Deep[{one}]").as_str().into())
    });
    let deep = Catalog { edges: edges.collect(), ..catalog(resources, &[]) };
    let options = GraphOptions::default();
    assert!(to_svg(&deep, &options).contains("Deep[2999]"));
    assert!(to_dot(&deep, &options).contains("Deep[2999]"));
}
