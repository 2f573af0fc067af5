//! Checks of the layout of random graphs: no overlaps, and lines end at their boxes.

use super::*;

fn sketch(count: usize, lines: &[(usize, usize)], is_ranked: bool) -> Sketch {
    let mut ends = vec![0.0; count];
    let mut below = vec![Vec::new(); count];
    for &(from, to) in lines {
        ends[from] += 40.0;
        ends[to] += 40.0;
        if is_ranked {
            below[from].push(to);
        }
    }
    let boxes = ends.iter().enumerate().map(|(index, room)| BoxSketch {
        width: 80.0 + room,
        height: 28.0 + 18.0 * (index % 5) as f64,
        row: RowHint::Any,
    });
    let line = |&(from, to)| LineSketch { from, to, room: 40.0, ..LineSketch::default() };
    Sketch { boxes: boxes.collect(), lines: lines.iter().map(line).collect(), below }
}

fn overlaps(a: &Rect, b: &Rect) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

fn assert_sound(sketch: &Sketch) {
    let layout = layout(sketch, &Spacing::default());
    for (index, a) in layout.boxes.iter().enumerate() {
        assert!(a.x >= 0.0 && a.y >= 0.0, "{a:?}");
        assert!(a.x + a.width <= layout.width && a.y + a.height <= layout.height, "{a:?}");
        for b in &layout.boxes[index + 1..] {
            assert!(!overlaps(a, b), "{a:?} {b:?}");
        }
    }
    for (line, route) in sketch.lines.iter().zip(&layout.routes) {
        for (index, point) in [(line.from, route.points.first()), (line.to, route.points.last())] {
            let (rect, point) = (layout.boxes[index], point.expect("a line has two ends"));
            assert!(rect.x <= point.x && point.x <= rect.x + rect.width, "{rect:?} {point:?}");
            assert!(point.y == rect.y || point.y == rect.y + rect.height);
        }
        for pair in route.points.windows(2).filter(|pair| pair[0].x == pair[1].x) {
            let (low, high) = (pair[0].y.min(pair[1].y), pair[0].y.max(pair[1].y));
            let crossed = layout.boxes.iter().filter(|one| {
                let beside = pair[0].x <= one.x || pair[0].x >= one.x + one.width;
                !beside && low < one.y + one.height && high > one.y
            });
            assert_eq!(crossed.count(), 0, "a line runs through a box");
        }
    }
}

#[test]
fn boxes_never_overlap() {
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for count in [1, 2, 5, 12, 30, 60] {
        for is_ranked in [true, false] {
            let lines: Vec<(usize, usize)> =
                (0..count + count / 2).map(|_| (random(count), random(count))).collect();
            assert_sound(&sketch(count, &lines, is_ranked));
        }
    }
    assert_sound(&sketch(30, &[], true));
    assert_sound(&sketch(0, &[], true));
}

#[test]
fn first_and_last_rows_are_kept_free() {
    let mut sketch = sketch(4, &[(0, 1), (1, 2), (2, 3)], false);
    sketch.below = vec![vec![], vec![2], vec![], vec![]];
    sketch.boxes[0].row = RowHint::First;
    sketch.boxes[3].row = RowHint::Last;
    let y: Vec<f64> = layout(&sketch, &Spacing::default()).boxes.iter().map(|one| one.y).collect();
    assert!(y[0] < y[1] && y[1] < y[2] && y[2] < y[3], "{y:?}");
}

#[test]
fn required_ends_are_kept() {
    let mut sketch = sketch(2, &[(0, 1)], true);
    sketch.lines[0].from_at = Some(7.0);
    sketch.lines[0].to_at = Some(90.0);
    let layout = layout(&sketch, &Spacing::default());
    let points = &layout.routes[0].points;
    assert_eq!(points.first().map(|one| one.x - layout.boxes[0].x), Some(7.0));
    assert_eq!(points.last().map(|one| one.x - layout.boxes[1].x), Some(90.0));
}
