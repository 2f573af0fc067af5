//! Placement of nested boxes: a layered layout in every box, from the innermost to the outermost.
//!
//! A line between nodes in different boxes is laid out in pieces: from its start to the border of
//! each box that it leaves, between two boxes with the same parent, and from border to border down
//! to its end. Neighbouring pieces meet where the line crosses a border.

mod pieces;

use pupa_drawing::layout::{
    BoxSketch, Layout, LineSketch, Point, Rect, RowHint, Sketch, Spacing, layout,
};
use pupa_drawing::width;
use rustc_hash::FxHashMap;

use super::rows::{Grid, shorten};
use super::scene::{Content, Scene};
use pieces::{End, Piece, Pieces, Side};

/// Font size of box names.
pub(super) const NAME: f64 = 12.0;
/// Height of the header of a box, which shows its name.
pub(super) const HEADER: f64 = 24.0;
/// Maximum length of a box name in characters.
const MAX_NAME: usize = 64;
/// Space around the contents of a box.
const MARGIN: f64 = 12.0;
/// Space between boxes.
const GAP: f64 = 14.0;
/// Space for the end of a line.
const LINE_ROOM: f64 = 14.0;

/// The absolute positions of all nodes and lines.
#[derive(Debug)]
pub(super) struct SceneLayout {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The rectangle of each node, by its number.
    pub(super) nodes: Vec<Rect>,
    /// The points of each line, by its number.
    pub(super) lines: Vec<Vec<Point>>,
}

/// The layout of the inside of a box, relative to its upper left corner.
#[derive(Debug, Default)]
struct BoxLayout {
    width: f64,
    height: f64,
    /// The rectangle of each child, by its index.
    children: Vec<Rect>,
    /// The points of each piece of a line, by its index.
    routes: Vec<Vec<Point>>,
}

/// Computes the layout of a scene.
pub(super) fn lay_out(scene: &Scene<'_>) -> SceneLayout {
    let pieces = Pieces::of(scene);
    let mut layouts: Vec<BoxLayout> = Vec::new();
    layouts.resize_with(scene.nodes.len() + 1, BoxLayout::default);
    // The x coordinates at which lines cross the borders of boxes, by node and line.
    let mut crossings: FxHashMap<(usize, usize), f64> = FxHashMap::default();
    for node in (0..scene.nodes.len()).rev() {
        layouts[node] = box_layout(scene, Some(node), &pieces, &layouts, &mut crossings);
    }
    let root = scene.nodes.len();
    layouts[root] = box_layout(scene, None, &pieces, &layouts, &mut crossings);
    to_absolute(scene, &pieces, &layouts)
}

/// The name in the header of a box, if it has one.
pub(super) fn name(scene: &Scene<'_>, node: usize) -> Option<String> {
    match scene.nodes[node].content {
        Content::Container(resource) => {
            Some(shorten(&scene.catalog.resources[resource].reference(), MAX_NAME))
        }
        _ => None,
    }
}

fn box_layout(
    scene: &Scene<'_>,
    node: Option<usize>,
    pieces: &Pieces,
    layouts: &[BoxLayout],
    crossings: &mut FxHashMap<(usize, usize), f64>,
) -> BoxLayout {
    if let Some(node) = node
        && let Content::Rows(members) = &scene.nodes[node].content
    {
        let grid = Grid::of(scene.catalog, members);
        let (width, height) = (grid.width.max(pieces.room_at(node)), grid.height);
        return BoxLayout { width, height, ..BoxLayout::default() };
    }
    let children = node.map_or(&scene.roots, |node| &scene.nodes[node].children);
    let own: &[Piece] = pieces.in_box(node);
    let header = match node.and_then(|node| name(scene, node)) {
        Some(_) => HEADER,
        None => 0.0,
    };
    let mut layout = arrange(children, own, layouts, crossings, node.is_none());
    for point in layout.routes.iter_mut().flatten() {
        point.y += header;
    }
    layout.children.iter_mut().for_each(|rect| rect.y += header);
    layout.height += header;
    if let Some(node) = node {
        let name = name(scene, node).map_or(0.0, |name| width(&name, NAME) * 1.08 + 2.0 * MARGIN);
        layout.width = layout.width.max(name).max(pieces.room_at(node));
        cross_borders(&mut layout, node, own, crossings);
    }
    layout
}

/// Places children with lines in layers and the others beside or below them.
fn arrange(
    children: &[usize],
    pieces: &[Piece],
    layouts: &[BoxLayout],
    crossings: &FxHashMap<(usize, usize), f64>,
    is_outermost: bool,
) -> BoxLayout {
    let indices: FxHashMap<usize, usize> =
        children.iter().enumerate().map(|(index, child)| (*child, index)).collect();
    let mut is_bound = vec![false; children.len()];
    for end in pieces.iter().flat_map(|piece| [piece.from, piece.to]) {
        if let End::Child(child) = end
            && let Some(index) = indices.get(&child)
        {
            is_bound[*index] = true;
        }
    }
    let max_row = max_row(children, layouts, is_outermost);
    let bound: Vec<usize> = (0..children.len()).filter(|one| is_bound[*one]).collect();
    let free: Vec<usize> = (0..children.len()).filter(|one| !is_bound[*one]).collect();
    let mut rects = vec![Rect::default(); children.len()];
    let mut result = BoxLayout::default();
    if !pieces.is_empty() {
        let layers = layers(children, &bound, pieces, layouts, crossings, max_row);
        for (rect, index) in layers.boxes.iter().zip(&bound) {
            rects[*index] = *rect;
        }
        result.routes = layers.routes.into_iter().map(|route| route.points).collect();
        (result.width, result.height) = (layers.width, layers.height);
    }
    let crosses = pieces.iter().any(|piece| piece.from.is_border() || piece.to.is_border());
    let corner = if pieces.is_empty() {
        Point { x: MARGIN, y: MARGIN }
    } else if crosses {
        // Lines continue to the borders above and below, so free children go beside the layers.
        Point { x: result.width, y: MARGIN }
    } else {
        Point { x: MARGIN, y: result.height }
    };
    let row =
        if crosses { free_width(children, &free, layouts) } else { max_row.max(result.width) };
    shelves(children, &free, layouts, (corner, row), &mut rects, &mut result);
    // An empty box consists of its header only.
    if children.is_empty() && pieces.is_empty() {
        (result.width, result.height) = (2.0 * MARGIN, 0.0);
    }
    result.children = rects;
    result
}

/// The maximum width of a row, chosen so that the result is a little wider than high.
fn max_row(children: &[usize], layouts: &[BoxLayout], is_outermost: bool) -> f64 {
    let area: f64 = children.iter().map(|one| layouts[*one].width * layouts[*one].height).sum();
    let widest = children.iter().map(|one| layouts[*one].width).fold(0.0, f64::max);
    if is_outermost {
        (area.sqrt() * 1.7).clamp(700.0, 3200.0)
    } else {
        (area.sqrt() * 2.2).clamp(220.0, 2000.0).max((2.0 * widest + 3.0 * GAP).min(900.0))
    }
}

/// The layered layout of the children that have lines.
fn layers(
    children: &[usize],
    bound: &[usize],
    pieces: &[Piece],
    layouts: &[BoxLayout],
    crossings: &FxHashMap<(usize, usize), f64>,
    max_row: f64,
) -> Layout {
    let mut sketch = Sketch::default();
    let mut number: FxHashMap<usize, usize> = FxHashMap::default();
    for index in bound {
        let child = children[*index];
        number.insert(child, sketch.boxes.len());
        let (width, height) = (layouts[child].width, layouts[child].height);
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

/// The width of shelves beside layers, chosen to make them roughly square.
fn free_width(children: &[usize], free: &[usize], layouts: &[BoxLayout]) -> f64 {
    let sizes = || free.iter().map(|index| &layouts[children[*index]]);
    let area: f64 = sizes().map(|one| (one.width + GAP) * (one.height + GAP)).sum();
    sizes().map(|one| one.width).fold(area.sqrt(), f64::max) + MARGIN
}

/// Places children without lines on shelves of a given width, the highest first.
fn shelves(
    children: &[usize],
    free: &[usize],
    layouts: &[BoxLayout],
    (corner, row): (Point, f64),
    rects: &mut [Rect],
    result: &mut BoxLayout,
) {
    if free.is_empty() {
        return;
    }
    let size = |index: usize| (layouts[children[index]].width, layouts[children[index]].height);
    let mut sorted = free.to_vec();
    sorted.sort_by(|a, b| size(*b).1.total_cmp(&size(*a).1).then(a.cmp(b)));
    let Point { mut x, mut y } = corner;
    let mut shelf = 0.0;
    for index in sorted {
        let (width, height) = size(index);
        if x > corner.x && x + width > corner.x + row {
            (x, y) = (corner.x, y + shelf + GAP);
            shelf = 0.0;
        }
        rects[index] = Rect { x, y, width, height };
        shelf = height.max(shelf);
        x += width + GAP;
        result.width = result.width.max(x - GAP + MARGIN);
    }
    result.height = result.height.max(y + shelf + MARGIN);
}

/// Extends lines to the border of the box and records where they cross it.
fn cross_borders(
    layout: &mut BoxLayout,
    node: usize,
    pieces: &[Piece],
    crossings: &mut FxHashMap<(usize, usize), f64>,
) {
    let height = layout.height;
    let y = |side: Side| if side == Side::Top { 0.0 } else { height };
    for (piece, route) in pieces.iter().zip(&mut layout.routes) {
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

/// Converts relative positions to absolute ones and joins the pieces of lines.
fn to_absolute(scene: &Scene<'_>, pieces: &Pieces, layouts: &[BoxLayout]) -> SceneLayout {
    let root = scene.nodes.len();
    let mut nodes = vec![Rect::default(); root];
    let mut lines: Vec<Vec<(usize, Vec<Point>)>> = vec![Vec::new(); scene.lines.len()];
    let mut place_inside = |nodes: &mut Vec<Rect>, node: Option<usize>| {
        let corner = node.map_or(Rect::default(), |node| nodes[node]);
        let children = node.map_or(&scene.roots, |node| &scene.nodes[node].children);
        let layout = &layouts[node.unwrap_or(root)];
        for (child, rect) in children.iter().zip(&layout.children) {
            nodes[*child] = Rect { x: rect.x + corner.x, y: rect.y + corner.y, ..*rect };
        }
        for (piece, route) in pieces.in_box(node).iter().zip(&layout.routes) {
            let moved = route.iter().map(|one| Point { x: one.x + corner.x, y: one.y + corner.y });
            lines[piece.line].push((piece.order, moved.collect()));
        }
    };
    place_inside(&mut nodes, None);
    for node in 0..root {
        place_inside(&mut nodes, Some(node));
    }
    let joined = |mut pieces: Vec<(usize, Vec<Point>)>| {
        pieces.sort_by_key(|(order, _)| *order);
        pieces.into_iter().flat_map(|(_, points)| points).collect()
    };
    SceneLayout {
        width: layouts[root].width,
        height: layouts[root].height,
        nodes,
        lines: lines.into_iter().map(joined).collect(),
    }
}
