//! Shapes of lines as SVG path data.

use std::fmt::Write as _;

use crate::layout::Point;

/// Formats a number with at most one decimal.
///
/// ```
/// assert_eq!(pupa_drawing::shape::number(2.04), "2");
/// ```
pub fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// A path through points: straight where it is vertical or horizontal, curved otherwise.
pub fn curve(points: &[Point]) -> String {
    let mut path = String::new();
    let Some(first) = points.first() else { return path };
    let _ = write!(path, "M{} {}", number(first.x), number(first.y));
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if from.x == to.x || from.y == to.y {
            let _ = write!(path, "L{} {}", number(to.x), number(to.y));
        } else {
            let middle = number((from.y + to.y) / 2.0);
            let _ = write!(
                path,
                "C{} {middle} {} {middle} {} {}",
                number(from.x),
                number(to.x),
                number(to.x),
                number(to.y)
            );
        }
    }
    path
}

/// An arrowhead at a point. `away` is 1 if its line comes from below, -1 from above.
pub fn arrow(at: Point, away: f64) -> String {
    let base = number(at.y + away * 9.0);
    let (left, right) = (number(at.x - 5.0), number(at.x + 5.0));
    format!("M{left} {base}L{} {}L{right} {base}", number(at.x), number(at.y))
}
