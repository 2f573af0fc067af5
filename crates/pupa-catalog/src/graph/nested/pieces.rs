//! The pieces of lines: one in every box that a line passes through.

use pupa_drawing::layout::topological;
use rustc_hash::FxHashMap;

use super::super::scene::Scene;
use super::LINE_ROOM;

/// The piece of a line inside one box.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    /// The number of the line.
    pub(super) line: usize,
    /// Its index among the pieces of the line.
    pub(super) order: usize,
    pub(super) from: End,
    pub(super) to: End,
}

/// The start or end of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// At a child of the box.
    Child(usize),
    /// At the border of the box.
    Border(Side),
}

impl End {
    /// Whether this is at the border of the box.
    pub(super) fn is_border(self) -> bool {
        matches!(self, End::Border(_))
    }
}

/// A side of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Top,
    Bottom,
}

/// The pieces of all lines.
#[derive(Debug)]
pub(super) struct Pieces {
    /// The pieces in each box, by node number; the last entry is the outermost level.
    by_box: Vec<Vec<Piece>>,
    /// The number of line ends at each node, including those of lines that cross its border.
    ends: Vec<usize>,
}

/// The route of a line through boxes.
struct Route {
    /// The start node and its ancestors, innermost first, without those that contain both ends.
    from: Vec<usize>,
    /// The end node and its ancestors, likewise.
    to: Vec<usize>,
    /// The innermost box that contains both ends.
    common: Option<usize>,
}

impl Pieces {
    /// Cuts the lines of a scene into pieces.
    pub(super) fn of(scene: &Scene<'_>) -> Pieces {
        let routes: Vec<Route> =
            scene.lines.iter().map(|line| route(scene, line.from, line.to)).collect();
        let positions = positions(scene, &routes);
        let mut pieces = Pieces {
            by_box: vec![Vec::new(); scene.nodes.len() + 1],
            ends: vec![0; scene.nodes.len()],
        };
        for (line, route) in routes.iter().enumerate() {
            pieces.cut(line, route, &positions);
        }
        pieces
    }

    fn cut(&mut self, line: usize, route: &Route, positions: &[usize]) {
        let position = |nodes: &[usize]| nodes.last().map(|last| positions[*last]);
        let is_upward = matches!(
            (position(&route.from), position(&route.to)), (Some(from), Some(to)) if to < from
        );
        let (leaves, enters) =
            if is_upward { (Side::Top, Side::Bottom) } else { (Side::Bottom, Side::Top) };
        let mut order = 0;
        let mut add = |node: Option<usize>, from: End, to: End| {
            for end in [from, to] {
                if let End::Child(child) = end {
                    self.ends[child] += 1;
                }
            }
            let last = self.by_box.len() - 1;
            self.by_box[node.unwrap_or(last)].push(Piece { line, order, from, to });
            order += 1;
        };
        for pair in route.from.windows(2) {
            add(Some(pair[1]), End::Child(pair[0]), End::Border(leaves));
        }
        match (route.from.last(), route.to.last()) {
            (Some(from), Some(to)) => add(route.common, End::Child(*from), End::Child(*to)),
            // One end is an ancestor of the other.
            (Some(from), None) => add(route.common, End::Child(*from), End::Border(leaves)),
            (None, Some(to)) => add(route.common, End::Border(enters), End::Child(*to)),
            (None, None) => {}
        }
        for pair in route.to.windows(2).rev() {
            add(Some(pair[1]), End::Border(enters), End::Child(pair[0]));
        }
    }

    /// The pieces in a box; `None` is the outermost level.
    pub(super) fn in_box(&self, node: Option<usize>) -> &[Piece] {
        let last = self.by_box.len() - 1;
        &self.by_box[node.unwrap_or(last)]
    }

    /// The width that the lines at a node need.
    pub(super) fn room_at(&self, node: usize) -> f64 {
        LINE_ROOM * (self.ends[node] as f64 + 1.0)
    }
}

fn route(scene: &Scene<'_>, from: usize, to: usize) -> Route {
    if from == to {
        return Route { from: vec![from], to: vec![to], common: scene.nodes[from].parent };
    }
    let with_ancestors = |node: usize| -> Vec<usize> {
        std::iter::successors(Some(node), |one| scene.nodes[*one].parent).collect()
    };
    let (mut from, mut to) = (with_ancestors(from), with_ancestors(to));
    let mut common = None;
    while let (Some(a), Some(b)) = (from.last(), to.last()) {
        if a != b {
            break;
        }
        common = Some(*a);
        from.pop();
        to.pop();
    }
    Route { from, to, common }
}

/// The position of each node among its siblings in topological order. Lines against this order will
/// be drawn upwards.
fn positions(scene: &Scene<'_>, routes: &[Route]) -> Vec<usize> {
    let mut below: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for route in routes {
        if let (Some(from), Some(to)) = (route.from.last(), route.to.last()) {
            below.entry(*from).or_default().push(*to);
        }
    }
    let mut positions = vec![0; scene.nodes.len()];
    let boxes = scene.nodes.iter().map(|node| &node.children);
    for children in boxes.chain([&scene.roots]) {
        let place: FxHashMap<usize, usize> =
            children.iter().enumerate().map(|(place, child)| (*child, place)).collect();
        let edges: Vec<Vec<usize>> = children
            .iter()
            .map(|child| {
                let below = below.get(child).into_iter().flatten();
                below.filter_map(|one| place.get(one).copied()).collect()
            })
            .collect();
        for (position, one) in topological(&edges).into_iter().enumerate() {
            positions[children[one]] = position;
        }
    }
    positions
}
