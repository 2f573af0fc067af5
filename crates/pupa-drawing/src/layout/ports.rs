//! Where lines begin and end at the sides of boxes.

use super::{BEGINNING, Item, Sketch, ends, place};

/// Where the ends of lines are at the sides of boxes.
pub(super) struct Ports {
    /// By the number of a line: at its upper box.
    pub(super) upper: Vec<f64>,
    /// At its lower box.
    pub(super) lower: Vec<f64>,
}

impl Ports {
    /// Finds a place for every end.
    pub(super) fn of(sketch: &Sketch, items: &[Item], ways: &[Vec<usize>], padding: f64) -> Ports {
        let count = sketch.lines.len();
        let mut ports = Ports { upper: vec![0.0; count], lower: vec![0.0; count] };
        let mut below: Vec<Vec<(Port, bool)>> = vec![Vec::new(); sketch.boxes.len()];
        let mut above = below.clone();
        for (index, way) in ways.iter().enumerate() {
            let line = &sketch.lines[index];
            let (upper, lower) = ends(way);
            let is_level = items[upper].row == items[lower].row;
            let next = |at: usize| way.get(at).map_or(0.0, |item| items[*item].x);
            let port = |at: usize, towards: f64| {
                let arrives = line.to == at;
                let room = if arrives { line.room } else { BEGINNING };
                Port { line: index, shares: line.shares_end && arrives, room, towards }
            };
            below[upper].push((port(upper, next(1)), true));
            let last = port(lower, next(way.len().saturating_sub(2)));
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
        ports.heed_given(sketch, items, ways);
        ports
    }

    /// Moves the ends whose places are given.
    fn heed_given(&mut self, sketch: &Sketch, items: &[Item], ways: &[Vec<usize>]) {
        for (index, (line, way)) in sketch.lines.iter().zip(ways).enumerate() {
            let is_downward = line.from == ends(way).0;
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

    /// Puts the ends at one side of a box beside each other, each with its room and as straight
    /// towards its other end as can be.
    fn spread(&mut self, item: &Item, mut ends: Vec<(Port, bool)>, padding: f64) {
        ends.sort_by(|(a, _), (b, _)| {
            let towards = |port: &Port| if port.shares { item.x } else { port.towards };
            towards(a)
                .total_cmp(&towards(b))
                .then(b.shares.cmp(&a.shares))
                .then(a.line.cmp(&b.line))
        });
        // All lines to a base meet in one point. They come one after the other.
        let mut wanted = Vec::new();
        let mut offsets = Vec::new();
        let mut slots = Vec::with_capacity(ends.len());
        let (mut offset, mut last_shares) = (0.0, false);
        for (port, _) in &ends {
            if !(port.shares && last_shares) {
                wanted.push(if port.shares { item.x } else { port.towards });
                offsets.push(offset);
                offset += port.room;
            }
            last_shares = port.shares;
            slots.push(offsets.len() - 1);
        }
        let first = item.x - item.width / 2.0 + padding + 8.0;
        let last = first + (item.width - 2.0 * padding - offset).max(0.0);
        let placed = place::nearest(&wanted, &offsets);
        for ((port, is_upper), slot) in ends.iter().zip(slots) {
            let side = if *is_upper { &mut self.upper } else { &mut self.lower };
            side[port.line] = placed[slot].clamp(first, last) + offsets[slot];
        }
    }
}

/// An end of a line at a side of a box.
#[derive(Debug, Clone, Copy)]
struct Port {
    line: usize,
    /// What the ends of one port have in common: bases have one for all that inherit.
    shares: bool,
    /// Room for a label beside it.
    room: f64,
    /// Where the line goes on.
    towards: f64,
}
