//! The pieces of lines: one in every box that a line runs through.

use pupa_drawing::layout::topological;
use rustc_hash::FxHashMap;

use super::super::scene::Scene;
use super::LINE_ROOM;

/// A piece of a line in one box.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    /// The number of the line.
    pub(super) line: usize,
    /// Its place among the pieces of the line.
    pub(super) order: usize,
    pub(super) from: End,
    pub(super) to: End,
}

/// Where a piece begins or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// At something in the box.
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
    /// By the number of a node; the last are outside of all.
    by_box: Vec<Vec<Piece>>,
    /// How many lines begin, end or pass at a node.
    ends: Vec<usize>,
}

/// The way of a line through boxes.
struct Way {
    /// The nodes around its beginning, from the innermost, below the box that holds both ends.
    from: Vec<usize>,
    /// The nodes around its end.
    to: Vec<usize>,
    /// The box that holds both ends.
    common: Option<usize>,
}

impl Pieces {
    /// Cuts the lines of a scene.
    pub(super) fn of(scene: &Scene<'_>) -> Pieces {
        let ways: Vec<Way> =
            scene.lines.iter().map(|line| way(scene, line.from, line.to)).collect();
        let positions = positions(scene, &ways);
        let mut pieces = Pieces {
            by_box: vec![Vec::new(); scene.nodes.len() + 1],
            ends: vec![0; scene.nodes.len()],
        };
        for (line, way) in ways.iter().enumerate() {
            pieces.cut(line, way, &positions);
        }
        pieces
    }

    fn cut(&mut self, line: usize, way: &Way, positions: &[usize]) {
        let position = |nodes: &[usize]| nodes.last().map(|last| positions[*last]);
        let is_upward = matches!(
            (position(&way.from), position(&way.to)), (Some(from), Some(to)) if to < from
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
        for pair in way.from.windows(2) {
            add(Some(pair[1]), End::Child(pair[0]), End::Border(leaves));
        }
        match (way.from.last(), way.to.last()) {
            (Some(from), Some(to)) => add(way.common, End::Child(*from), End::Child(*to)),
            // One end is the box that holds the other.
            (Some(from), None) => add(way.common, End::Child(*from), End::Border(leaves)),
            (None, Some(to)) => add(way.common, End::Border(enters), End::Child(*to)),
            (None, None) => {}
        }
        for pair in way.to.windows(2).rev() {
            add(Some(pair[1]), End::Border(enters), End::Child(pair[0]));
        }
    }

    /// The pieces in a box, or outside of all.
    pub(super) fn in_box(&self, node: Option<usize>) -> &[Piece] {
        let last = self.by_box.len() - 1;
        &self.by_box[node.unwrap_or(last)]
    }

    /// The room that lines need at the sides of a node.
    pub(super) fn room_at(&self, node: usize) -> f64 {
        LINE_ROOM * (self.ends[node] as f64 + 1.0)
    }
}

fn way(scene: &Scene<'_>, from: usize, to: usize) -> Way {
    if from == to {
        return Way { from: vec![from], to: vec![to], common: scene.nodes[from].parent };
    }
    let around = |node: usize| -> Vec<usize> {
        std::iter::successors(Some(node), |one| scene.nodes[*one].parent).collect()
    };
    let (mut from, mut to) = (around(from), around(to));
    let mut common = None;
    while let (Some(a), Some(b)) = (from.last(), to.last()) {
        if a != b {
            break;
        }
        common = Some(*a);
        from.pop();
        to.pop();
    }
    Way { from, to, common }
}

/// The places of nodes in an order in which lines lead on, among those in the same box. Lines that
/// lead back will lead upwards.
fn positions(scene: &Scene<'_>, ways: &[Way]) -> Vec<usize> {
    let mut below: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for way in ways {
        if let (Some(from), Some(to)) = (way.from.last(), way.to.last()) {
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
