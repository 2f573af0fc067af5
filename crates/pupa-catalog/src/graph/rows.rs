//! Resources in columns.

use pupa_drawing::layout::Rect;
use pupa_drawing::width;

use crate::catalog::{Catalog, Resource};

/// Text size in rows.
pub(super) const TEXT: f64 = 11.0;
/// The height of a row.
pub(super) const HEIGHT: f64 = 17.0;
/// The distance of two rows, from top to top.
const PITCH: f64 = 20.0;
/// Room between columns.
const GAP: f64 = 8.0;
/// Room around the rows of a frame.
pub(super) const PADDING: f64 = 6.0;
/// Room between a row's border and its text.
pub(super) const INDENT: f64 = 6.0;
/// How many characters are shown.
const MAX_CHARS: usize = 48;
/// How many times wider than high several columns may be.
const ASPECT: f64 = 1.8;

/// Resources in columns: how large they are and how many rows a column has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    pub(super) width: f64,
    pub(super) height: f64,
    column: f64,
    rows: usize,
}

impl Grid {
    /// For these resources.
    pub(super) fn of(catalog: &Catalog, members: &[usize]) -> Grid {
        let texts = members.iter().map(|one| width(&shown(&catalog.resources[*one]), TEXT));
        let column = texts.fold(40.0, f64::max) + 2.0 * INDENT;
        let count = members.len().max(1);
        let wanted = (ASPECT * count as f64 * PITCH / column).sqrt().round().max(1.0);
        let rows = (count as f64 / wanted).ceil() as usize;
        let columns = count.div_ceil(rows.max(1));
        Grid {
            width: columns as f64 * (column + GAP) - GAP + 2.0 * PADDING,
            height: rows as f64 * PITCH - (PITCH - HEIGHT) + 2.0 * PADDING,
            column,
            rows: rows.max(1),
        }
    }

    /// The place of a member in a frame whose upper left corner is given.
    pub(super) fn place(&self, frame: &Rect, member: usize) -> Rect {
        let (column, row) = (member / self.rows, member % self.rows);
        Rect {
            x: frame.x + PADDING + column as f64 * (self.column + GAP),
            y: frame.y + PADDING + row as f64 * PITCH,
            width: self.column,
            height: HEIGHT,
        }
    }
}

/// A resource as it is written in a row.
pub(super) fn shown(resource: &Resource) -> String {
    shortened(&resource.reference(), MAX_CHARS)
}

/// A text on one line, without its middle if it is too long: ends of paths tell more.
pub(super) fn shortened(text: &str, max_chars: usize) -> String {
    let chars: Vec<char> =
        text.chars().map(|one| if one.is_control() { ' ' } else { one }).collect();
    if chars.len() <= max_chars {
        return chars.into_iter().collect();
    }
    let first = max_chars / 2;
    let last = max_chars - first - 1;
    let (first, last) = (&chars[..first], &chars[chars.len() - last..]);
    first.iter().chain(&['…']).chain(last).collect()
}
