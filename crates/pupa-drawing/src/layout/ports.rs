//! Ports: the points at the sides of boxes where lines start and end.

use super::{Item, START_ROOM, Sketch, ends, placement};

/// The horizontal positions of the ends of lines.
pub(super) struct Ports {
    /// The upper end of each line, by its index.
    pub(super) upper: Vec<f64>,
    /// The lower end of each line, by its index.
    pub(super) lower: Vec<f64>,
}

impl Ports {
    /// Assigns a position to each end.
    pub(super) fn of(sketch: &Sketch, items: &[Item], paths: &[Vec<usize>], padding: f64) -> Ports {
        let count = sketch.lines.len();
        let mut ports = Ports { upper: vec![0.0; count], lower: vec![0.0; count] };
        let mut below: Vec<Vec<(Port, bool)>> = vec![Vec::new(); sketch.boxes.len()];
        let mut above = below.clone();
        for (index, path) in paths.iter().enumerate() {
            let line = &sketch.lines[index];
            let (upper, lower) = ends(path);
            let is_level = items[upper].row == items[lower].row;
            let next = |at: usize| path.get(at).map_or(0.0, |item| items[*item].x);
            let port = |at: usize, towards: f64| {
                let arrives = line.to == at;
                let room = if arrives { line.room } else { START_ROOM };
                Port { line: index, shares: line.shares_end && arrives, room, towards }
            };
            below[upper].push((port(upper, next(1)), true));
            let last = port(lower, next(path.len().saturating_sub(2)));
            if is_level {
                below[lower].push((last, false))
            } else {
                above[lower].push((last, false))
            }
        }
        for (index, sides) in below.into_iter().zip(above).enumerate() {
            ports.spread(&items[index], sides.0, padding);
            ports.spread(&items[index], sides.1, padding);
        }
        ports.apply_required(sketch, items, paths);
        ports
    }

    /// Moves the ends whose positions are required.
    fn apply_required(&mut self, sketch: &Sketch, items: &[Item], paths: &[Vec<usize>]) {
        for (index, (line, path)) in sketch.lines.iter().zip(paths).enumerate() {
            let is_downward = line.from == ends(path).0;
            let left = |one: usize| items[one].x - items[one].width / 2.0;
            for (at, one, is_upper) in
                [(line.from_at, line.from, is_downward), (line.to_at, line.to, !is_downward)]
            {
                let side = if is_upper { &mut self.upper } else { &mut self.lower };
                if let Some(at) = at {
                    side[index] = left(one) + at;
                }
            }
        }
    }

    /// Distributes the ends at one side of a box, each with the width it needs and as close as
    /// possible to the position of its other end.
    fn spread(&mut self, item: &Item, mut ends: Vec<(Port, bool)>, padding: f64) {
        ends.sort_by(|(a, _), (b, _)| {
            let towards = |port: &Port| if port.shares { item.x } else { port.towards };
            towards(a)
                .total_cmp(&towards(b))
                .then(b.shares.cmp(&a.shares))
                .then(a.line.cmp(&b.line))
        });
        // Ends that share a port are adjacent in this order and get a single slot.
        let mut preferred = Vec::new();
        let mut offsets = Vec::new();
        let mut slots = Vec::with_capacity(ends.len());
        let (mut offset, mut last_shares) = (0.0, false);
        for (port, _) in &ends {
            if !(port.shares && last_shares) {
                preferred.push(if port.shares { item.x } else { port.towards });
                offsets.push(offset);
                offset += port.room;
            }
            last_shares = port.shares;
            slots.push(offsets.len() - 1);
        }
        let first = item.x - item.width / 2.0 + padding + 8.0;
        let last = first + (item.width - 2.0 * padding - offset).max(0.0);
        let positions = placement::nearest(&preferred, &offsets);
        for ((port, is_upper), slot) in ends.iter().zip(slots) {
            let side = if *is_upper { &mut self.upper } else { &mut self.lower };
            side[port.line] = positions[slot].clamp(first, last) + offsets[slot];
        }
    }
}

/// The end of a line at a side of a box.
#[derive(Debug, Clone, Copy)]
struct Port {
    line: usize,
    /// Whether the end shares its port with all others that do: subtypes share the port of their
    /// base.
    shares: bool,
    /// The width of the end, including its label.
    room: f64,
    /// The horizontal position of the next item of the line.
    towards: f64,
}
