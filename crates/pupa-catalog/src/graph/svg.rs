//! Catalogs as SVG pictures.

use std::fmt::Write as _;

use pupa_drawing::layout::{Point, Rect};
use pupa_drawing::shape::{arrow, curve, number};
use pupa_drawing::{width, xml as escaped};

use super::colours;
use super::dot::title;
use super::nested::{HEADER, NAME, SceneLayout, lay_out, name};
use super::rows::{Grid, INDENT, TEXT, label};
use super::scene::{Content, Line, Scene, tooltip};

const STYLE: &str = include_str!("svg/style.css");

/// Height of the title above the picture.
const TITLE: f64 = 34.0;
/// Height of a row of the legend.
const LEGEND_ROW: f64 = 24.0;
/// Length of an arrowhead.
const HEAD: f64 = 9.0;
/// Space around title and legend.
const MARGIN: f64 = 14.0;

/// Writes the SVG document.
pub(super) fn write(scene: &Scene<'_>) -> String {
    let placed = lay_out(scene);
    let title = title(scene);
    let wide = placed.width.max(width(&title, 15.0) + 2.0 * MARGIN).max(420.0);
    let (legend, legend_height) = legend(scene, wide);
    let height = TITLE + placed.height + legend_height;
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"catalog\" role=\"img\" \
         aria-label=\"{2}\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">",
        number(wide),
        number(height),
        escaped(&title)
    );
    let _ = writeln!(svg, "<title>{}</title>", escaped(&title));
    let _ = writeln!(svg, "<style>\n{STYLE}</style>");
    let _ = writeln!(
        svg,
        "<rect class=\"paper\" width=\"{}\" height=\"{}\"/>",
        number(wide),
        number(height)
    );
    let _ = writeln!(
        svg,
        "<text class=\"title\" x=\"{MARGIN}\" y=\"23\" font-size=\"15\">{}</text>",
        escaped(&title)
    );
    let _ = writeln!(svg, "<g transform=\"translate(0 {TITLE})\">");
    picture(&mut svg, scene, &placed);
    svg.push_str("</g>\n");
    let _ = writeln!(
        svg,
        "<g class=\"legend\" transform=\"translate(0 {})\">\n{legend}</g>",
        number(TITLE + placed.height)
    );
    svg.push_str("</svg>\n");
    svg
}

fn picture(svg: &mut String, scene: &Scene<'_>, placed: &SceneLayout) {
    for (node, rect) in placed.nodes.iter().enumerate() {
        background(svg, scene, node, rect);
    }
    for (line, points) in scene.lines.iter().zip(&placed.lines) {
        line_shapes(svg, line, points);
    }
    for (node, rect) in placed.nodes.iter().enumerate() {
        foreground(svg, scene, node, rect);
    }
}

/// Draws a box or frame, which is below the lines.
fn background(svg: &mut String, scene: &Scene<'_>, node: usize, rect: &Rect) {
    let one = &scene.nodes[node];
    let (class, tooltip) = match &one.content {
        Content::Container(resource) => {
            let resource = &scene.catalog.resources[*resource];
            let class = match resource.type_name.as_str() {
                "Class" => "box class",
                "Stage" => "box stage",
                _ => "box define",
            };
            (class, Some(tooltip(resource)))
        }
        Content::Frame => ("frame", None),
        Content::Rows(members) if members.len() > 1 && one.is_related => ("frame", None),
        Content::Rows(_) => return,
    };
    let tooltip = tooltip.map(|text| format!("<title>{}</title>", escaped(&text)));
    let _ = writeln!(
        svg,
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\">{}</rect>",
        number(rect.x),
        number(rect.y),
        number(rect.width),
        number(rect.height),
        tooltip.unwrap_or_default()
    );
}

/// Draws rows and names, which are above the lines.
fn foreground(svg: &mut String, scene: &Scene<'_>, node: usize, rect: &Rect) {
    if let Content::Rows(members) = &scene.nodes[node].content {
        let grid = Grid::of(scene.catalog, members);
        // A frame may be wider than its rows if its lines need the space.
        let x = rect.x + (rect.width - grid.width) / 2.0;
        let frame = Rect { x, ..*rect };
        for (index, member) in members.iter().enumerate() {
            row(svg, scene, *member, &grid.place(&frame, index));
        }
    }
    let Some(name) = name(scene, node) else { return };
    let (x, y) = (number(rect.x + 10.0), number(rect.y + HEADER - 8.0));
    // An outline in the background colour comes first, since the name may cover a line. Not every
    // viewer supports `paint-order`.
    for class in ["room", "name"] {
        let name = escaped(&name);
        let _ = writeln!(
            svg,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{NAME}\">{name}</text>"
        );
    }
}

fn row(svg: &mut String, scene: &Scene<'_>, member: usize, rect: &Rect) {
    let resource = &scene.catalog.resources[member];
    let _ = writeln!(
        svg,
        "<g><title>{}</title><rect class=\"row c{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" \
         rx=\"3\"/><text x=\"{}\" y=\"{}\" font-size=\"{TEXT}\">{}</text></g>",
        escaped(&tooltip(resource)),
        colours::number(&resource.type_name),
        number(rect.x),
        number(rect.y),
        number(rect.width),
        number(rect.height),
        number(rect.x + INDENT),
        number(rect.y + rect.height - 5.0),
        escaped(&label(resource))
    );
}

/// The CSS class of a line.
fn line_class(line: &Line) -> &'static str {
    match (line.is_cyclic, line.is_refreshing) {
        (true, true) => "line notify cycle",
        (true, false) => "line cycle",
        (false, true) => "line notify",
        (false, false) => "line",
    }
}

fn line_shapes(svg: &mut String, line: &Line, points: &[Point]) {
    let [.., before, end] = points else { return };
    let away = if before.y <= end.y { -1.0 } else { 1.0 };
    // The line reaches its arrowhead vertically.
    let mut bends = points.to_vec();
    if before.x != end.x
        && let Some(last) = bends.last_mut()
    {
        last.y += away * HEAD;
        bends.push(*end);
    }
    let class = line_class(line);
    let _ = writeln!(
        svg,
        "<g class=\"{class}\"><title>{}</title><path d=\"{}\"/><path class=\"head\" d=\"{}\"/></g>",
        escaped(&line.descriptions.join("\n")),
        curve(&bends),
        arrow(*end, away)
    );
}

/// The legend of colours and lines, broken into rows, and its height.
fn legend(scene: &Scene<'_>, wide: f64) -> (String, f64) {
    let mut text = String::new();
    let (mut x, mut y) = (MARGIN, LEGEND_ROW / 2.0);
    let mut next = |room: f64| {
        if x > MARGIN && x + room > wide - MARGIN {
            x = MARGIN;
            y += LEGEND_ROW;
        }
        let position = (x, y);
        x += room;
        position
    };
    for (type_name, count) in scene.counts() {
        let label = format!("{type_name} {count}");
        let (x, y) = next(width(&label, TEXT) + 34.0);
        let _ = writeln!(
            text,
            "<rect class=\"row c{}\" x=\"{}\" y=\"{}\" width=\"14\" height=\"12\" rx=\"3\"/>\
             <text x=\"{}\" y=\"{}\" font-size=\"{TEXT}\">{}</text>",
            colours::number(type_name),
            number(x),
            number(y - 6.0),
            number(x + 19.0),
            number(y + 4.0),
            escaped(&label)
        );
    }
    for (class, label) in [
        ("line", "comes before"),
        ("line notify", "comes before and notifies"),
        ("line cycle", "dependency cycle"),
    ] {
        let is_used = scene.lines.iter().any(|line| match class {
            "line cycle" => line.is_cyclic,
            "line notify" => line.is_refreshing,
            _ => !line.is_refreshing && !line.is_cyclic,
        });
        if !is_used {
            continue;
        }
        let (x, y) = next(width(label, TEXT) + 54.0);
        let _ = writeln!(
            text,
            "<g class=\"{class}\"><path d=\"M{0} {2}H{1}\"/>\
             <path class=\"head\" d=\"M{3} {4}L{1} {2}L{3} {5}\"/></g>\
             <text x=\"{6}\" y=\"{7}\" font-size=\"{TEXT}\">{label}</text>",
            number(x),
            number(x + 30.0),
            number(y),
            number(x + 22.0),
            number(y - 4.0),
            number(y + 4.0),
            number(x + 36.0),
            number(y + 4.0)
        );
    }
    (text, y + LEGEND_ROW)
}
