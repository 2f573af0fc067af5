//! Where everything goes: a layered layout in every box, from the innermost to the outermost.
//!
//! A line between things in different boxes is laid out in pieces: from its beginning to the
//! border of each box that it leaves, between two boxes that are in the same one, and from border
//! to border to its end. A piece meets the next one where it crosses the border.

mod pieces;

use pupa_drawing::layout::{
    BoxSketch, Layout, LineSketch, Point, Rect, RowHint, Sketch, Spacing, layout,
};
use pupa_drawing::width;
use rustc_hash::FxHashMap;

use super::rows::{Grid, shortened};
use super::scene::{Content, Scene};
use pieces::{End, Piece, Pieces, Side};

/// Text size of the names of boxes.
pub(super) const NAME: f64 = 12.0;
/// The height of the part of a box with the name.
pub(super) const HEADER: f64 = 24.0;
/// How many characters of a name are shown.
const MAX_NAME: usize = 64;
/// Room around what a box holds.
const MARGIN: f64 = 12.0;
/// Room between boxes.
const GAP: f64 = 14.0;
/// The room that the end of a line takes.
const LINE_ROOM: f64 = 14.0;

/// A finished layout.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) width: f64,
    pub(super) height: f64,
    /// By the number of a node.
    pub(super) nodes: Vec<Rect>,
    /// By the number of a line: where it bends.
    pub(super) lines: Vec<Vec<Point>>,
}

/// The inside of a box, seen from its upper left corner.
#[derive(Debug, Default)]
struct Inside {
    width: f64,
    height: f64,
    /// By the place of a child.
    children: Vec<Rect>,
    /// By the place of a piece.
    routes: Vec<Vec<Point>>,
}

/// Lays a scene out.
pub(super) fn place(scene: &Scene<'_>) -> Placed {
    let pieces = Pieces::of(scene);
    let mut insides: Vec<Inside> = Vec::new();
    insides.resize_with(scene.nodes.len() + 1, Inside::default);
    // Where lines cross the borders of boxes: by node and line.
    let mut crossings: FxHashMap<(usize, usize), f64> = FxHashMap::default();
    for node in (0..scene.nodes.len()).rev() {
        insides[node] = inside(scene, Some(node), &pieces, &insides, &mut crossings);
    }
    let root = scene.nodes.len();
    insides[root] = inside(scene, None, &pieces, &insides, &mut crossings);
    put_together(scene, &pieces, &insides)
}

/// What a box shows in its head.
pub(super) fn name(scene: &Scene<'_>, node: usize) -> Option<String> {
    match scene.nodes[node].content {
        Content::Container(resource) => {
            Some(shortened(&scene.catalog.resources[resource].reference(), MAX_NAME))
        }
        _ => None,
    }
}

fn inside(
    scene: &Scene<'_>,
    node: Option<usize>,
    pieces: &Pieces,
    insides: &[Inside],
    crossings: &mut FxHashMap<(usize, usize), f64>,
) -> Inside {
    if let Some(node) = node
        && let Content::Rows(members) = &scene.nodes[node].content
    {
        let grid = Grid::of(scene.catalog, members);
        let (width, height) = (grid.width.max(pieces.room_at(node)), grid.height);
        return Inside { width, height, ..Inside::default() };
    }
    let children = node.map_or(&scene.roots, |node| &scene.nodes[node].children);
    let own: &[Piece] = pieces.in_box(node);
    let header = match node.and_then(|node| name(scene, node)) {
        Some(_) => HEADER,
        None => 0.0,
    };
    let mut inside = arrange(children, own, insides, crossings, node.is_none());
    for point in inside.routes.iter_mut().flatten() {
        point.y += header;
    }
    inside.children.iter_mut().for_each(|rect| rect.y += header);
    inside.height += header;
    if let Some(node) = node {
        let name = name(scene, node).map_or(0.0, |name| width(&name, NAME) * 1.08 + 2.0 * MARGIN);
        inside.width = inside.width.max(name).max(pieces.room_at(node));
        cross_borders(&mut inside, node, own, crossings);
    }
    inside
}

/// Puts what has lines into layers and the rest below it.
fn arrange(
    children: &[usize],
    pieces: &[Piece],
    insides: &[Inside],
    crossings: &FxHashMap<(usize, usize), f64>,
    is_outermost: bool,
) -> Inside {
    let places: FxHashMap<usize, usize> =
        children.iter().enumerate().map(|(place, child)| (*child, place)).collect();
    let mut is_bound = vec![false; children.len()];
    for end in pieces.iter().flat_map(|piece| [piece.from, piece.to]) {
        if let End::Child(child) = end
            && let Some(place) = places.get(&child)
        {
            is_bound[*place] = true;
        }
    }
    let max_row = max_row(children, insides, is_outermost);
    let bound: Vec<usize> = (0..children.len()).filter(|one| is_bound[*one]).collect();
    let free: Vec<usize> = (0..children.len()).filter(|one| !is_bound[*one]).collect();
    let mut rects = vec![Rect::default(); children.len()];
    let mut result = Inside::default();
    if !pieces.is_empty() {
        let layers = layers(children, &bound, pieces, insides, crossings, max_row);
        for (rect, place) in layers.boxes.iter().zip(&bound) {
            rects[*place] = *rect;
        }
        result.routes = layers.routes.into_iter().map(|route| route.points).collect();
        (result.width, result.height) = (layers.width, layers.height);
    }
    let crosses = pieces.iter().any(|piece| piece.from.is_border() || piece.to.is_border());
    let corner = if pieces.is_empty() {
        Point { x: MARGIN, y: MARGIN }
    } else if crosses {
        // Lines lead on to the border above and below.
        Point { x: result.width, y: MARGIN }
    } else {
        Point { x: MARGIN, y: result.height }
    };
    let row =
        if crosses { free_width(children, &free, insides) } else { max_row.max(result.width) };
    shelves(children, &free, insides, (corner, row), &mut rects, &mut result);
    // Without anything inside there is only the head.
    if children.is_empty() && pieces.is_empty() {
        (result.width, result.height) = (2.0 * MARGIN, 0.0);
    }
    result.children = rects;
    result
}

/// How wide a row may be: so that the whole is a little wider than high.
fn max_row(children: &[usize], insides: &[Inside], is_outermost: bool) -> f64 {
    let area: f64 = children.iter().map(|one| insides[*one].width * insides[*one].height).sum();
    let widest = children.iter().map(|one| insides[*one].width).fold(0.0, f64::max);
    if is_outermost {
        (area.sqrt() * 1.7).clamp(700.0, 3200.0)
    } else {
        (area.sqrt() * 2.2).clamp(220.0, 2000.0).max((2.0 * widest + 3.0 * GAP).min(900.0))
    }
}

/// The layered layout of children with lines.
fn layers(
    children: &[usize],
    bound: &[usize],
    pieces: &[Piece],
    insides: &[Inside],
    crossings: &FxHashMap<(usize, usize), f64>,
    max_row: f64,
) -> Layout {
    let mut sketch = Sketch::default();
    let mut number: FxHashMap<usize, usize> = FxHashMap::default();
    for place in bound {
        let child = children[*place];
        number.insert(child, sketch.boxes.len());
        let (width, height) = (insides[child].width, insides[child].height);
        sketch.boxes.push(BoxSketch { width, height, row: RowHint::Any });
    }
    sketch.below = vec![Vec::new(); sketch.boxes.len()];
    for piece in pieces {
        let mut end = |end: End| match end {
            End::Child(child) => (
                number.get(&child).copied().unwrap_or_default(),
                crossings.get(&(child, piece.line)),
            ),
            End::Border(side) => {
                let row = if side == Side::Top { RowHint::First } else { RowHint::Last };
                sketch.boxes.push(BoxSketch { width: 4.0, height: 0.0, row });
                sketch.below.push(Vec::new());
                (sketch.boxes.len() - 1, None)
            }
        };
        let ((from, from_at), (to, to_at)) = (end(piece.from), end(piece.to));
        let at_border = |end: End| matches!(end, End::Border(_)).then_some(2.0);
        if let (End::Child(_), End::Child(_)) = (piece.from, piece.to) {
            sketch.below[from].push(to);
        }
        sketch.lines.push(LineSketch {
            from,
            to,
            room: LINE_ROOM,
            shares_end: false,
            from_at: from_at.copied().or_else(|| at_border(piece.from)),
            to_at: to_at.copied().or_else(|| at_border(piece.to)),
        });
    }
    let spacing =
        Spacing { gap: GAP, row_gap: 34.0, margin: MARGIN, passage: 8.0, padding: 2.0, max_row };
    layout(&sketch, &spacing)
}

/// How wide shelves beside layers are: as wide as high, more or less.
fn free_width(children: &[usize], free: &[usize], insides: &[Inside]) -> f64 {
    let sizes = || free.iter().map(|place| &insides[children[*place]]);
    let area: f64 = sizes().map(|one| (one.width + GAP) * (one.height + GAP)).sum();
    sizes().map(|one| one.width).fold(area.sqrt(), f64::max) + MARGIN
}

/// Puts children without lines on shelves of some width, the highest first.
fn shelves(
    children: &[usize],
    free: &[usize],
    insides: &[Inside],
    (corner, row): (Point, f64),
    rects: &mut [Rect],
    result: &mut Inside,
) {
    if free.is_empty() {
        return;
    }
    let size = |place: usize| (insides[children[place]].width, insides[children[place]].height);
    let mut sorted = free.to_vec();
    sorted.sort_by(|a, b| size(*b).1.total_cmp(&size(*a).1).then(a.cmp(b)));
    let Point { mut x, mut y } = corner;
    let mut shelf = 0.0;
    for place in sorted {
        let (width, height) = size(place);
        if x > corner.x && x + width > corner.x + row {
            (x, y) = (corner.x, y + shelf + GAP);
            shelf = 0.0;
        }
        rects[place] = Rect { x, y, width, height };
        shelf = height.max(shelf);
        x += width + GAP;
        result.width = result.width.max(x - GAP + MARGIN);
    }
    result.height = result.height.max(y + shelf + MARGIN);
}

/// Leads lines on to the border and writes down where they cross it.
fn cross_borders(
    inside: &mut Inside,
    node: usize,
    pieces: &[Piece],
    crossings: &mut FxHashMap<(usize, usize), f64>,
) {
    let height = inside.height;
    let y = |side: Side| if side == Side::Top { 0.0 } else { height };
    for (piece, route) in pieces.iter().zip(&mut inside.routes) {
        if let (End::Border(side), Some(first)) = (piece.from, route.first().copied()) {
            route.insert(0, Point { x: first.x, y: y(side) });
            crossings.insert((node, piece.line), first.x);
        }
        if let (End::Border(side), Some(last)) = (piece.to, route.last().copied()) {
            route.push(Point { x: last.x, y: y(side) });
            crossings.insert((node, piece.line), last.x);
        }
    }
}

/// Moves everything to where it is in the picture.
fn put_together(scene: &Scene<'_>, pieces: &Pieces, insides: &[Inside]) -> Placed {
    let root = scene.nodes.len();
    let mut nodes = vec![Rect::default(); root];
    let mut lines: Vec<Vec<(usize, Vec<Point>)>> = vec![Vec::new(); scene.lines.len()];
    let mut settle = |nodes: &mut Vec<Rect>, node: Option<usize>| {
        let corner = node.map_or(Rect::default(), |node| nodes[node]);
        let children = node.map_or(&scene.roots, |node| &scene.nodes[node].children);
        let inside = &insides[node.unwrap_or(root)];
        for (child, rect) in children.iter().zip(&inside.children) {
            nodes[*child] = Rect { x: rect.x + corner.x, y: rect.y + corner.y, ..*rect };
        }
        for (piece, route) in pieces.in_box(node).iter().zip(&inside.routes) {
            let moved = route.iter().map(|one| Point { x: one.x + corner.x, y: one.y + corner.y });
            lines[piece.line].push((piece.order, moved.collect()));
        }
    };
    settle(&mut nodes, None);
    for node in 0..root {
        settle(&mut nodes, Some(node));
    }
    let joined = |mut pieces: Vec<(usize, Vec<Point>)>| {
        pieces.sort_by_key(|(order, _)| *order);
        pieces.into_iter().flat_map(|(_, points)| points).collect()
    };
    Placed {
        width: insides[root].width,
        height: insides[root].height,
        nodes,
        lines: lines.into_iter().map(joined).collect(),
    }
}
