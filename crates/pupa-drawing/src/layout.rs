//! Where boxes and lines go: rows from top to bottom, as Sugiyama, Tagawa and Toda draw graphs.
//!
//! Some boxes are to be below others. A line that passes a row gets a place of its own in it, so
//! that it crosses no box. Within a row, places are put in an order with few crossings and then as
//! near to their neighbours as the room allows.

mod order;
mod place;
mod ports;
mod rank;

use ports::Ports;
pub use rank::topological;

/// What is to be laid out.
#[derive(Debug, Clone, Default)]
pub struct Sketch {
    /// The boxes.
    pub boxes: Vec<BoxSketch>,
    /// The lines between them.
    pub lines: Vec<LineSketch>,
    /// For every box those that are to be below it, as far as there are no circles.
    pub below: Vec<Vec<usize>>,
}

/// A box to be laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct BoxSketch {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Whether it is to be in a row of its own kind.
    pub row: RowHint,
}

/// Which row a box is to be in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RowHint {
    /// Any.
    #[default]
    Any,
    /// Above all others.
    First,
    /// Below all others.
    Last,
}

/// A line to be laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct LineSketch {
    /// The box that it leaves.
    pub from: usize,
    /// The box that it arrives at.
    pub to: usize,
    /// The room that its end takes at the side of the box where it arrives.
    pub room: f64,
    /// Whether all lines of this kind that arrive at a box meet in one point.
    pub shares_end: bool,
    /// How far from the left side of its box the line must begin, if that is given.
    pub from_at: Option<f64>,
    /// How far from the left side of its box the line must end, if that is given.
    pub to_at: Option<f64>,
}

/// How much room there is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spacing {
    /// Room between two things in a row.
    pub gap: f64,
    /// Room between two rows without what lines within rows need.
    pub row_gap: f64,
    /// Room around everything.
    pub margin: f64,
    /// The room that a line takes in a row that it passes.
    pub passage: f64,
    /// Room at the ends of a box's sides, where no line begins or ends.
    pub padding: f64,
    /// A row that would be wider is broken into several.
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

/// The distance of lines that run along a row.
const LANE: f64 = 18.0;

/// The room that the beginning of a line takes at the side of a box.
pub const BEGINNING: f64 = 22.0;

/// A finished layout.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// The width of everything.
    pub width: f64,
    /// The height of everything.
    pub height: f64,
    /// By the number of a box.
    pub boxes: Vec<Rect>,
    /// By the number of a line.
    pub routes: Vec<Route>,
}

/// A place for a box.
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

/// The way of a line, from its first box to its second.
#[derive(Debug, Clone, Default)]
pub struct Route {
    /// Where it bends; straight up and down at both ends.
    pub points: Vec<Point>,
    /// Whether it leaves the first box at its lower side.
    pub leaves_below: bool,
    /// Whether it arrives at the upper side of the second box.
    pub arrives_above: bool,
}

/// A point.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Point {
    /// How far to the right.
    pub x: f64,
    /// How far down.
    pub y: f64,
}

/// Something in a row: a box, or a line that passes.
#[derive(Debug, Clone)]
struct Item {
    row: usize,
    width: f64,
    height: f64,
    /// The middle.
    x: f64,
    /// Items of the row above and below that lines lead to.
    above: Vec<usize>,
    below: Vec<usize>,
}

/// Makes the layout of a sketch.
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
    let ways: Vec<Vec<usize>> =
        lines.map(|line| way(&mut items, line.from, line.to, spacing.passage)).collect();
    let table = order::order(&items);
    place::place(&mut items, &table, spacing.gap);
    finish(sketch, spacing, &items, &table, &ways)
}

/// The items that a line leads over, from its upper to its lower end. Lines within a row have none
/// between.
fn way(items: &mut Vec<Item>, from: usize, to: usize, passage: f64) -> Vec<usize> {
    let (upper, lower) = if items[from].row <= items[to].row { (from, to) } else { (to, from) };
    let mut way = vec![upper];
    let (first, last) = (items[upper].row, items[lower].row);
    for row in first + 1..last {
        way.push(items.len());
        let (above, below) = (Vec::new(), Vec::new());
        items.push(Item { row, width: passage, height: 0.0, x: 0.0, above, below });
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

fn finish(
    sketch: &Sketch,
    spacing: &Spacing,
    items: &[Item],
    table: &[Vec<usize>],
    ways: &[Vec<usize>],
) -> Layout {
    let margin = spacing.margin;
    let left = items.iter().map(|item| item.x - item.width / 2.0).fold(f64::INFINITY, f64::min);
    let shift = if left.is_finite() { margin - left } else { 0.0 };
    let lanes = lanes(sketch, items, table.len(), ways);
    let (tops, bottoms) = rows_of_heights(items, table, &lanes.counts, spacing);
    let boxes: Vec<Rect> = items[..sketch.boxes.len()]
        .iter()
        .map(|item| Rect {
            x: item.x - item.width / 2.0 + shift,
            y: tops[item.row],
            width: item.width,
            height: item.height,
        })
        .collect();
    let ports = Ports::of(sketch, items, ways, spacing.padding);
    let drawing = Drawing {
        items,
        ways,
        tops: &tops,
        bottoms: &bottoms,
        shift,
        ports: &ports,
        lanes: &lanes,
    };
    let routes: Vec<Route> =
        (0..sketch.lines.len()).map(|index| route(sketch, index, &drawing)).collect();
    let right = boxes.iter().map(|one| one.x + one.width).fold(0.0, f64::max);
    let bend = routes.iter().flat_map(|route| &route.points);
    let (right, lowest) = bend
        .fold((right, 0.0_f64), |(right, lowest), point| (right.max(point.x), lowest.max(point.y)));
    let bottom = boxes.iter().map(|one| one.y + one.height).fold(lowest, f64::max);
    Layout { width: right + margin, height: bottom + margin, boxes, routes }
}

/// Which line within a row has which lane below it.
struct Lanes {
    by_line: Vec<usize>,
    counts: Vec<usize>,
}

fn lanes(sketch: &Sketch, items: &[Item], rows: usize, ways: &[Vec<usize>]) -> Lanes {
    let mut lanes = Lanes { by_line: vec![0; sketch.lines.len()], counts: vec![0; rows] };
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

fn rows_of_heights(
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
        // A row without height is where lines begin or end, and needs less room.
        let is_flat = height(members) == 0.0 || table.get(row + 1).map(height) == Some(0.0);
        let gap = if is_flat { spacing.row_gap / 2.0 } else { spacing.row_gap };
        y += height(members) + gap + LANE * lanes[row] as f64;
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

fn route(sketch: &Sketch, index: usize, drawing: &Drawing<'_>) -> Route {
    let line = &sketch.lines[index];
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
mod tests;
