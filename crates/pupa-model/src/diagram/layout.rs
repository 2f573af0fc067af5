//! Where boxes and lines go: rows from top to bottom, as Sugiyama, Tagawa and Toda draw graphs.
//!
//! Bases are above what inherits from them, containers above their parts. A line that passes a row
//! gets a place of its own in it, so that it crosses no box. Within a row, places are put in an
//! order with few crossings and then as near to their neighbours as the room allows.

mod order;
mod place;
mod ports;
mod rank;

use super::graph::{Graph, LineKind};
use super::measure::width;
use ports::Ports;

/// Text size in boxes.
pub(super) const TEXT: f64 = 12.0;
/// Text size of names.
pub(super) const NAME: f64 = 13.0;
/// Text size at lines.
pub(super) const LABEL: f64 = 11.0;
/// The height of a line of text in a box.
pub(super) const LINE_HEIGHT: f64 = 18.0;
/// Room between text and the border of its box.
pub(super) const PADDING: f64 = 10.0;
/// The height of the part of a box with the name.
pub(super) const NAME_HEIGHT: f64 = 28.0;

/// Room between two things in a row.
const GAP: f64 = 36.0;
/// Room between two rows without what lines within rows need.
const ROW_GAP: f64 = 84.0;
/// The distance of lines that run along a row.
const LANE: f64 = 18.0;
/// Room around everything.
const MARGIN: f64 = 20.0;
/// The room that a line takes in a row that it passes.
const PASSAGE: f64 = 14.0;
/// A row that would be wider is broken into several.
const MAX_ROW: f64 = 1500.0;

/// A finished layout.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    /// By the number of a box.
    pub(super) boxes: Vec<Rect>,
    /// By the number of a line.
    pub(super) routes: Vec<Route>,
}

/// A place for a box.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The way of a line, from its first box to its second.
#[derive(Debug, Default)]
pub(super) struct Route {
    /// Where it bends; straight up and down at both ends.
    pub(super) points: Vec<Point>,
    /// Whether it leaves the first box at its lower side.
    pub(super) leaves_below: bool,
    /// Whether it arrives at the upper side of the second box.
    pub(super) arrives_above: bool,
}

/// A point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Something in a row: a box, or a line that passes.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) row: usize,
    pub(super) width: f64,
    pub(super) height: f64,
    /// The middle.
    pub(super) x: f64,
    /// Items of the row above and below that lines lead to.
    pub(super) above: Vec<usize>,
    pub(super) below: Vec<usize>,
}

/// Makes the layout of a graph.
pub(super) fn layout(graph: &Graph) -> Layout {
    let rows = rank::rows(graph, &box_widths(graph), MAX_ROW, GAP);
    let mut items: Vec<Item> = graph
        .boxes
        .iter()
        .zip(box_widths(graph))
        .zip(&rows)
        .map(|((one, width), row)| Item {
            row: *row,
            width,
            height: box_height(one.attributes.len()),
            x: 0.0,
            above: Vec::new(),
            below: Vec::new(),
        })
        .collect();
    let ways: Vec<Vec<usize>> =
        graph.lines.iter().map(|line| way(&mut items, line.from, line.to)).collect();
    let table = order::order(&items);
    place::place(&mut items, &table, GAP);
    finish(graph, &items, &table, &ways)
}

/// The items that a line leads over, from its upper to its lower end. Lines within a row have none
/// between.
fn way(items: &mut Vec<Item>, from: usize, to: usize) -> Vec<usize> {
    let (upper, lower) = if items[from].row <= items[to].row { (from, to) } else { (to, from) };
    let mut way = vec![upper];
    let (first, last) = (items[upper].row, items[lower].row);
    for row in first + 1..last {
        way.push(items.len());
        let (above, below) = (Vec::new(), Vec::new());
        items.push(Item { row, width: PASSAGE, height: 0.0, x: 0.0, above, below });
    }
    way.push(lower);
    if first != last {
        for pair in way.windows(2) {
            items[pair[0]].below.push(pair[1]);
            items[pair[1]].above.push(pair[0]);
        }
    }
    way
}

fn box_height(attributes: usize) -> f64 {
    if attributes == 0 {
        return NAME_HEIGHT;
    }
    NAME_HEIGHT + LINE_HEIGHT * attributes as f64 + PADDING
}

/// The widths of the boxes: enough for their texts and for what lines have at their sides.
fn box_widths(graph: &Graph) -> Vec<f64> {
    let mut widths: Vec<f64> = graph
        .boxes
        .iter()
        .map(|one| {
            let attributes = one.attributes.iter().map(|text| width(&text.short, TEXT));
            let name = width(&one.name, NAME) * 1.1;
            attributes.fold(name, f64::max).max(60.0) + 2.0 * PADDING
        })
        .collect();
    let mut rooms = vec![0.0; widths.len()];
    for line in &graph.lines {
        rooms[line.to] += label_room(&line.kind);
        rooms[line.from] += label_room(&LineKind::Inheritance);
        if line.from == line.to {
            rooms[line.to] += label_room(&line.kind);
        }
    }
    // Half of the lines of a box are at either side, more or less; all might be at one.
    for (one, room) in widths.iter_mut().zip(rooms) {
        *one = one.max(room + 2.0 * PADDING);
    }
    widths
}

/// The room that the end of a line takes at the side of a box.
fn label_room(kind: &LineKind) -> f64 {
    match label(kind) {
        Some(text) => width(&text, LABEL) + 22.0,
        None => 22.0,
    }
}

/// What is written where a line arrives.
pub(super) fn label(kind: &LineKind) -> Option<String> {
    match kind {
        LineKind::Inheritance => None,
        LineKind::Reference { name, multiplicity, .. } => Some(format!("{name} {multiplicity}")),
    }
}

fn finish(graph: &Graph, items: &[Item], table: &[Vec<usize>], ways: &[Vec<usize>]) -> Layout {
    let left = items.iter().map(|item| item.x - item.width / 2.0).fold(f64::INFINITY, f64::min);
    let shift = if left.is_finite() { MARGIN - left } else { 0.0 };
    let lanes = lanes(graph, items, table.len(), ways);
    let (tops, bottoms) = rows_of_heights(items, table, &lanes.counts);
    let boxes: Vec<Rect> = items[..graph.boxes.len()]
        .iter()
        .map(|item| Rect {
            x: item.x - item.width / 2.0 + shift,
            y: tops[item.row],
            width: item.width,
            height: item.height,
        })
        .collect();
    let ports = Ports::of(graph, items, ways);
    let routes: Vec<Route> = (0..graph.lines.len())
        .map(|index| {
            route(
                graph,
                index,
                &Drawing {
                    items,
                    ways,
                    tops: &tops,
                    bottoms: &bottoms,
                    shift,
                    ports: &ports,
                    lanes: &lanes,
                },
            )
        })
        .collect();
    let right = boxes.iter().map(|one| one.x + one.width).fold(0.0, f64::max);
    let bend = routes.iter().flat_map(|route| &route.points);
    let (right, lowest) = bend
        .fold((right, 0.0_f64), |(right, lowest), point| (right.max(point.x), lowest.max(point.y)));
    let bottom = boxes.iter().map(|one| one.y + one.height).fold(lowest, f64::max);
    Layout { width: right + MARGIN, height: bottom + MARGIN, boxes, routes }
}

/// Which line within a row has which lane below it.
struct Lanes {
    by_line: Vec<usize>,
    counts: Vec<usize>,
}

fn lanes(graph: &Graph, items: &[Item], rows: usize, ways: &[Vec<usize>]) -> Lanes {
    let mut lanes = Lanes { by_line: vec![0; graph.lines.len()], counts: vec![0; rows] };
    for (index, way) in ways.iter().enumerate() {
        let (upper, lower) = ends(way);
        let row = items[upper].row;
        if row == items[lower].row {
            lanes.by_line[index] = lanes.counts[row];
            lanes.counts[row] += 1;
        }
    }
    lanes
}

fn rows_of_heights(items: &[Item], table: &[Vec<usize>], lanes: &[usize]) -> (Vec<f64>, Vec<f64>) {
    let (mut tops, mut bottoms) = (Vec::new(), Vec::new());
    let mut y = MARGIN;
    for (row, members) in table.iter().enumerate() {
        let height = members.iter().map(|one| items[*one].height).fold(0.0, f64::max);
        tops.push(y);
        bottoms.push(y + height);
        y += height + ROW_GAP + LANE * lanes[row] as f64;
    }
    (tops, bottoms)
}

/// The first and the last item of a way.
fn ends(way: &[usize]) -> (usize, usize) {
    let first = way.first().copied().unwrap_or_default();
    (first, way.last().copied().unwrap_or(first))
}

/// All that is needed to draw a line.
struct Drawing<'a> {
    items: &'a [Item],
    ways: &'a [Vec<usize>],
    tops: &'a [f64],
    bottoms: &'a [f64],
    shift: f64,
    ports: &'a Ports,
    lanes: &'a Lanes,
}

fn route(graph: &Graph, index: usize, drawing: &Drawing<'_>) -> Route {
    let line = &graph.lines[index];
    let Drawing { items, ways, tops, bottoms, shift, ports, lanes } = drawing;
    let way = &ways[index];
    let (upper, lower) = ends(way);
    let (upper_row, lower_row) = (items[upper].row, items[lower].row);
    let under = |item: usize, x: f64| Point { x, y: tops[items[item].row] + items[item].height };
    let (start, end) = (ports.upper[index] + shift, ports.lower[index] + shift);
    let mut points = vec![under(upper, start)];
    if upper_row == lower_row {
        let lane = bottoms[upper_row] + 26.0 + LANE * lanes.by_line[index] as f64;
        points.push(Point { x: start, y: lane });
        points.push(Point { x: end, y: lane });
        points.push(under(lower, end));
    } else {
        points.push(Point { x: start, y: bottoms[upper_row] });
        for item in &way[1..way.len() - 1] {
            let (x, row) = (items[*item].x + shift, items[*item].row);
            points.push(Point { x, y: tops[row] });
            points.push(Point { x, y: bottoms[row] });
        }
        points.push(Point { x: end, y: tops[lower_row] });
    }
    let is_downward = line.from == upper;
    if !is_downward {
        points.reverse();
    }
    let is_level = upper_row == lower_row;
    Route { points, leaves_below: is_downward || is_level, arrives_above: is_downward && !is_level }
}

#[cfg(test)]
mod tests {
    use super::super::graph::{Line, TypeBox};
    use super::*;

    /// Types by number with lines between some of them.
    fn graph(count: usize, lines: &[(usize, usize)], kind: &LineKind) -> Graph {
        let attribute = || super::super::graph::AttributeText {
            full: "name: String [1..1]".to_owned(),
            short: "name: String [1..1]".to_owned(),
        };
        let boxes = (0..count).map(|index| TypeBox {
            name: format!("Type{index}"),
            is_abstract: false,
            attributes: (0..index % 5).map(|_| attribute()).collect(),
        });
        let lines = lines.iter().map(|&(from, to)| Line { from, to, kind: kind.clone() });
        Graph { boxes: boxes.collect(), lines: lines.collect() }
    }

    fn overlaps(a: &Rect, b: &Rect) -> bool {
        a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    }

    fn assert_sound(graph: &Graph) {
        let layout = layout(graph);
        for (index, a) in layout.boxes.iter().enumerate() {
            assert!(a.x >= 0.0 && a.y >= 0.0, "{a:?}");
            assert!(a.x + a.width <= layout.width && a.y + a.height <= layout.height, "{a:?}");
            for b in &layout.boxes[index + 1..] {
                assert!(!overlaps(a, b), "{a:?} {b:?}");
            }
        }
        for (line, route) in graph.lines.iter().zip(&layout.routes) {
            for end in [(line.from, route.points.first()), (line.to, route.points.last())] {
                let (rect, Some(point)) = (layout.boxes[end.0], end.1) else { panic!() };
                assert!(rect.x <= point.x && point.x <= rect.x + rect.width, "{rect:?} {point:?}");
                assert!(point.y == rect.y || point.y == rect.y + rect.height);
            }
            for pair in route.points.windows(2).filter(|pair| pair[0].x == pair[1].x) {
                let (low, high) = (pair[0].y.min(pair[1].y), pair[0].y.max(pair[1].y));
                let crossed = layout.boxes.iter().filter(|one| {
                    let beside = pair[0].x <= one.x || pair[0].x >= one.x + one.width;
                    !beside && low < one.y + one.height && high > one.y
                });
                assert_eq!(crossed.count(), 0, "a line runs through a box");
            }
        }
    }

    #[test]
    fn boxes_never_overlap() {
        let contains = LineKind::Reference {
            name: "members".to_owned(),
            multiplicity: "0..*".to_owned(),
            is_containment: true,
        };
        let refers = LineKind::Reference {
            name: "other".to_owned(),
            multiplicity: "0..1".to_owned(),
            is_containment: false,
        };
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        for count in [1, 2, 5, 12, 30, 60] {
            for kind in [&contains, &refers, &LineKind::Inheritance] {
                let lines: Vec<(usize, usize)> =
                    (0..count + count / 2).map(|_| (random(count), random(count))).collect();
                assert_sound(&graph(count, &lines, kind));
            }
        }
        assert_sound(&graph(30, &[], &contains));
        assert_sound(&graph(0, &[], &contains));
    }
}
