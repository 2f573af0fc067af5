//! Layered layout of boxes and lines in rows from top to bottom, after Sugiyama, Tagawa and Toda.
//!
//! Constraints say which boxes are below others. A line that passes a row gets an item of its own
//! in it, so that it crosses no box. The items of each row are ordered to minimise crossings and
//! then placed as close to their neighbours as the space allows.

mod order;
mod placement;
mod ports;
mod rank;

use ports::Ports;
pub use rank::topological;

/// The input of a layout.
#[derive(Debug, Clone, Default)]
pub struct Sketch {
    /// The boxes.
    pub boxes: Vec<BoxSketch>,
    /// The lines between them.
    pub lines: Vec<LineSketch>,
    /// For each box those that must be below it. Edges that close a cycle are ignored.
    pub below: Vec<Vec<usize>>,
}

/// The input for a box.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct BoxSketch {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// A constraint on its row.
    pub row: RowHint,
}

/// A constraint on the row of a box.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RowHint {
    /// No constraint.
    #[default]
    Any,
    /// Above all others.
    First,
    /// Below all others.
    Last,
}

/// The input for a line.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct LineSketch {
    /// The index of the box where it starts.
    pub from: usize,
    /// The index of the box where it ends.
    pub to: usize,
    /// The width that its end needs at the side of the box.
    pub room: f64,
    /// Whether all such lines that end at a box share one end point.
    pub shares_end: bool,
    /// The required distance of its start from the left side of the box, if any.
    pub from_at: Option<f64>,
    /// The required distance of its end from the left side of the box, if any.
    pub to_at: Option<f64>,
}

/// Distances and limits of a layout.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spacing {
    /// Horizontal space between two items of a row.
    pub gap: f64,
    /// Vertical space between two rows, in addition to the space for lines along them.
    pub row_gap: f64,
    /// Space around the whole layout.
    pub margin: f64,
    /// The width of a line in a row that it passes.
    pub passage: f64,
    /// Space at both ends of a box's sides, where no line starts or ends.
    pub padding: f64,
    /// The maximum width of a row; wider ones are broken into several.
    pub max_row: f64,
}

impl Default for Spacing {
    fn default() -> Spacing {
        Spacing {
            gap: 36.0,
            row_gap: 84.0,
            margin: 20.0,
            passage: 14.0,
            padding: 10.0,
            max_row: 1500.0,
        }
    }
}

/// The distance between lines that run along a row.
const LANE: f64 = 18.0;

/// The width that the start of a line needs at the side of a box.
pub const START_ROOM: f64 = 22.0;

/// The result of a layout.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// The width of everything.
    pub width: f64,
    /// The height of everything.
    pub height: f64,
    /// The rectangle of each box, by its index.
    pub boxes: Vec<Rect>,
    /// The route of each line, by its index.
    pub routes: Vec<Route>,
}

/// An axis-aligned rectangle.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rect {
    /// The left side.
    pub x: f64,
    /// The upper side.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

/// The route of a line from its first box to its second.
#[derive(Debug, Clone, Default)]
pub struct Route {
    /// The points of the route; its first and last segments are vertical.
    pub points: Vec<Point>,
    /// Whether the line starts at the lower side of its first box.
    pub leaves_below: bool,
    /// Whether the line ends at the upper side of its second box.
    pub arrives_above: bool,
}

/// A point.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Point {
    /// The horizontal coordinate.
    pub x: f64,
    /// The vertical coordinate, growing downwards.
    pub y: f64,
}

/// An item of a row: a box, or a line that passes the row.
#[derive(Debug, Clone)]
struct Item {
    row: usize,
    width: f64,
    height: f64,
    /// The horizontal centre.
    x: f64,
    /// The items of the rows above and below that are connected to it by lines.
    above: Vec<usize>,
    below: Vec<usize>,
}

/// Computes the layout of a sketch.
///
/// ```
/// use pupa_drawing::layout::{BoxSketch, LineSketch, Sketch, Spacing, layout};
/// let one = BoxSketch { width: 60.0, height: 20.0, ..BoxSketch::default() };
/// let line = LineSketch { from: 0, to: 1, room: 20.0, ..LineSketch::default() };
/// let sketch = Sketch { boxes: vec![one; 2], lines: vec![line], below: vec![vec![1], vec![]] };
/// let layout = layout(&sketch, &Spacing::default());
/// assert!(layout.boxes[0].y < layout.boxes[1].y);
/// ```
pub fn layout(sketch: &Sketch, spacing: &Spacing) -> Layout {
    let rows = rank::rows(sketch, spacing.max_row, spacing.gap);
    let mut items: Vec<Item> = sketch
        .boxes
        .iter()
        .zip(&rows)
        .map(|(one, row)| Item {
            row: *row,
            width: one.width,
            height: one.height,
            x: 0.0,
            above: Vec::new(),
            below: Vec::new(),
        })
        .collect();
    let lines = sketch.lines.iter();
    let paths: Vec<Vec<usize>> =
        lines.map(|line| item_path(&mut items, line.from, line.to, spacing.passage)).collect();
    let table = order::order(&items);
    placement::place(&mut items, &table, spacing.gap);
    finish(sketch, spacing, &items, &table, &paths)
}

/// The items that a line visits from its upper to its lower end. A line within a row has none in
/// between.
fn item_path(items: &mut Vec<Item>, from: usize, to: usize, passage: f64) -> Vec<usize> {
    let (upper, lower) = if items[from].row <= items[to].row { (from, to) } else { (to, from) };
    let mut path = vec![upper];
    let (first, last) = (items[upper].row, items[lower].row);
    for row in first + 1..last {
        path.push(items.len());
        let (above, below) = (Vec::new(), Vec::new());
        items.push(Item { row, width: passage, height: 0.0, x: 0.0, above, below });
    }
    path.push(lower);
    if first != last {
        for pair in path.windows(2) {
            items[pair[0]].below.push(pair[1]);
            items[pair[1]].above.push(pair[0]);
        }
    }
    path
}

fn finish(
    sketch: &Sketch,
    spacing: &Spacing,
    items: &[Item],
    table: &[Vec<usize>],
    paths: &[Vec<usize>],
) -> Layout {
    let margin = spacing.margin;
    let left = items.iter().map(|item| item.x - item.width / 2.0).fold(f64::INFINITY, f64::min);
    let shift = if left.is_finite() { margin - left } else { 0.0 };
    let lanes = lanes(sketch, items, table.len(), paths);
    let (tops, bottoms) = row_bounds(items, table, &lanes.counts, spacing);
    let boxes: Vec<Rect> = items[..sketch.boxes.len()]
        .iter()
        .map(|item| Rect {
            x: item.x - item.width / 2.0 + shift,
            y: tops[item.row],
            width: item.width,
            height: item.height,
        })
        .collect();
    let ports = Ports::of(sketch, items, paths, spacing.padding);
    let positions = Positions {
        items,
        paths,
        tops: &tops,
        bottoms: &bottoms,
        shift,
        ports: &ports,
        lanes: &lanes,
    };
    let routes: Vec<Route> =
        (0..sketch.lines.len()).map(|index| route(sketch, index, &positions)).collect();
    let right = boxes.iter().map(|one| one.x + one.width).fold(0.0, f64::max);
    let bend = routes.iter().flat_map(|route| &route.points);
    let (right, lowest) = bend
        .fold((right, 0.0_f64), |(right, lowest), point| (right.max(point.x), lowest.max(point.y)));
    let bottom = boxes.iter().map(|one| one.y + one.height).fold(lowest, f64::max);
    Layout { width: right + margin, height: bottom + margin, boxes, routes }
}

/// The assignment of lines within a row to lanes below it.
struct Lanes {
    by_line: Vec<usize>,
    counts: Vec<usize>,
}

fn lanes(sketch: &Sketch, items: &[Item], rows: usize, paths: &[Vec<usize>]) -> Lanes {
    let mut lanes = Lanes { by_line: vec![0; sketch.lines.len()], counts: vec![0; rows] };
    for (index, path) in paths.iter().enumerate() {
        let (upper, lower) = ends(path);
        let row = items[upper].row;
        if row == items[lower].row {
            lanes.by_line[index] = lanes.counts[row];
            lanes.counts[row] += 1;
        }
    }
    lanes
}

fn row_bounds(
    items: &[Item],
    table: &[Vec<usize>],
    lanes: &[usize],
    spacing: &Spacing,
) -> (Vec<f64>, Vec<f64>) {
    let (mut tops, mut bottoms) = (Vec::new(), Vec::new());
    let mut y = spacing.margin;
    let height =
        |members: &Vec<usize>| members.iter().map(|one| items[*one].height).fold(0.0, f64::max);
    for (row, members) in table.iter().enumerate() {
        tops.push(y);
        bottoms.push(y + height(members));
        // A row without height contains only ends of lines, and needs less space.
        let is_flat = height(members) == 0.0 || table.get(row + 1).map(height) == Some(0.0);
        let gap = if is_flat { spacing.row_gap / 2.0 } else { spacing.row_gap };
        y += height(members) + gap + LANE * lanes[row] as f64;
    }
    (tops, bottoms)
}

/// The first and the last item of a route.
fn ends(path: &[usize]) -> (usize, usize) {
    let first = path.first().copied().unwrap_or_default();
    (first, path.last().copied().unwrap_or(first))
}

/// The positions from which routes are computed.
struct Positions<'a> {
    items: &'a [Item],
    paths: &'a [Vec<usize>],
    tops: &'a [f64],
    bottoms: &'a [f64],
    shift: f64,
    ports: &'a Ports,
    lanes: &'a Lanes,
}

fn route(sketch: &Sketch, index: usize, positions: &Positions<'_>) -> Route {
    let line = &sketch.lines[index];
    let Positions { items, paths, tops, bottoms, shift, ports, lanes } = positions;
    let path = &paths[index];
    let (upper, lower) = ends(path);
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
        for item in &path[1..path.len() - 1] {
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
mod tests;
