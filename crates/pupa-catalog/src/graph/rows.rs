//! Rows: resources of a frame arranged in columns.

use pupa_drawing::layout::Rect;
use pupa_drawing::width;

use crate::catalog::{Catalog, Resource};

/// Font size in rows.
pub(super) const TEXT: f64 = 11.0;
/// Height of a row.
pub(super) const HEIGHT: f64 = 17.0;
/// Distance from the top of one row to the top of the next.
const PITCH: f64 = 20.0;
/// Space between columns.
const GAP: f64 = 8.0;
/// Padding of a frame around its rows.
pub(super) const PADDING: f64 = 6.0;
/// Space between a row's border and its text.
pub(super) const INDENT: f64 = 6.0;
/// Maximum length of a label in characters.
const MAX_CHARS: usize = 48;
/// Desired ratio of width to height of several columns.
const ASPECT: f64 = 1.8;

/// The size and the number of rows of resources in columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    pub(super) width: f64,
    pub(super) height: f64,
    column: f64,
    rows: usize,
}

impl Grid {
    /// Computes the grid of some resources.
    pub(super) fn of(catalog: &Catalog, members: &[usize]) -> Grid {
        let texts = members.iter().map(|one| width(&label(&catalog.resources[*one]), TEXT));
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

    /// The rectangle of a member inside a frame.
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

/// The label of a resource in a row.
pub(super) fn label(resource: &Resource) -> String {
    shorten(&resource.reference(), MAX_CHARS)
}

/// Makes a text fit on one line of limited length by cutting out its middle: the end of a path says
/// more.
pub(super) fn shorten(text: &str, max_chars: usize) -> String {
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
