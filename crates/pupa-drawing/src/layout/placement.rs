//! Horizontal placement within rows: close to the neighbours, in the given order, without overlap.

use super::Item;

/// The number of passes over all rows.
const SWEEPS: usize = 16;

/// Assigns the horizontal positions of all items.
pub(super) fn place(items: &mut [Item], table: &[Vec<usize>], gap: f64) {
    for row in table {
        let mut x = 0.0;
        for one in row {
            items[*one].x = x + items[*one].width / 2.0;
            x += items[*one].width + gap;
        }
        // Rows are centred initially.
        row.iter().for_each(|one| items[*one].x -= x / 2.0);
    }
    for sweep in 0..SWEEPS {
        let is_last = sweep + 1 == SWEEPS;
        for step in 0..table.len() {
            let row = if sweep % 2 == 0 { step } else { table.len() - 1 - step };
            let preferred: Vec<f64> = table[row]
                .iter()
                .map(|one| preferred(items, *one, sweep % 2 == 0 || is_last))
                .collect();
            let positions = spread(items, &table[row], &preferred, gap);
            for (one, x) in table[row].iter().zip(positions) {
                items[*one].x = x;
            }
        }
    }
}

/// The preferred position of an item: the mean of its neighbours' positions.
fn preferred(items: &[Item], one: usize, looks_up: bool) -> f64 {
    let item = &items[one];
    let (first, second) =
        if looks_up { (&item.above, &item.below) } else { (&item.below, &item.above) };
    let near = if first.is_empty() { second } else { first };
    if near.is_empty() {
        return item.x;
    }
    near.iter().map(|other| items[*other].x).sum::<f64>() / near.len() as f64
}

/// The positions closest to the preferred ones that keep order and distances. Neighbours that would
/// overlap are merged to a block around their mean preferred position.
fn spread(items: &[Item], row: &[usize], preferred: &[f64], gap: f64) -> Vec<f64> {
    let mut offsets = Vec::with_capacity(row.len());
    let mut offset = 0.0;
    for (index, one) in row.iter().enumerate() {
        if index > 0 {
            offset += (items[row[index - 1]].width + items[*one].width) / 2.0 + gap;
        }
        offsets.push(offset);
    }
    let starts = nearest(preferred, &offsets);
    starts.iter().zip(&offsets).map(|(start, offset)| start + offset).collect()
}

/// Returns the shift of each item relative to its offset, such that the items are as close to their
/// preferred positions as possible and shifts never decrease (isotonic regression).
pub(super) fn nearest(preferred: &[f64], offsets: &[f64]) -> Vec<f64> {
    // The sum of preferred shifts and the number of members of each block.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (preferred_position, offset) in preferred.iter().zip(offsets) {
        let mut block = (preferred_position - offset, 1);
        while let Some(&(sum, count)) = blocks.last() {
            if sum / count as f64 <= block.0 / block.1 as f64 {
                break;
            }
            blocks.pop();
            block = (block.0 + sum, block.1 + count);
        }
        blocks.push(block);
    }
    let means = blocks.iter().map(|(sum, count)| (sum / *count as f64, *count));
    means.flat_map(|(mean, count)| std::iter::repeat_n(mean, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_close_to_their_preferred_positions() {
        let item = Item { row: 0, width: 10.0, height: 1.0, x: 0.0, above: vec![], below: vec![] };
        let items = vec![item.clone(), item.clone(), item];
        let positions = spread(&items, &[0, 1, 2], &[0.0, 0.0, 100.0], 2.0);
        assert_eq!(positions, [-6.0, 6.0, 100.0]);
    }
}
