//! Places within rows: near to neighbours, in the given order, without overlap.

use super::Item;

/// How often all rows are placed.
const SWEEPS: usize = 16;

/// Places the items of all rows.
pub(super) fn place(items: &mut [Item], table: &[Vec<usize>], gap: f64) {
    for row in table {
        let mut x = 0.0;
        for one in row {
            items[*one].x = x + items[*one].width / 2.0;
            x += items[*one].width + gap;
        }
        // Rows begin in the middle of the picture.
        row.iter().for_each(|one| items[*one].x -= x / 2.0);
    }
    for sweep in 0..SWEEPS {
        let is_last = sweep + 1 == SWEEPS;
        for step in 0..table.len() {
            let row = if sweep % 2 == 0 { step } else { table.len() - 1 - step };
            let wanted: Vec<f64> = table[row]
                .iter()
                .map(|one| wanted(items, *one, sweep % 2 == 0 || is_last))
                .collect();
            let placed = spread(items, &table[row], &wanted, gap);
            for (one, x) in table[row].iter().zip(placed) {
                items[*one].x = x;
            }
        }
    }
}

/// Where an item would be best: in the middle of those it is bound to.
fn wanted(items: &[Item], one: usize, looks_up: bool) -> f64 {
    let item = &items[one];
    let (first, second) =
        if looks_up { (&item.above, &item.below) } else { (&item.below, &item.above) };
    let near = if first.is_empty() { second } else { first };
    if near.is_empty() {
        return item.x;
    }
    near.iter().map(|other| items[*other].x).sum::<f64>() / near.len() as f64
}

/// The places nearest to the wanted ones that keep order and distance: neighbours that would come
/// too close are moved together, as one block around the mean of their wishes.
fn spread(items: &[Item], row: &[usize], wanted: &[f64], gap: f64) -> Vec<f64> {
    let mut offsets = Vec::with_capacity(row.len());
    let mut offset = 0.0;
    for (index, one) in row.iter().enumerate() {
        if index > 0 {
            offset += (items[row[index - 1]].width + items[*one].width) / 2.0 + gap;
        }
        offsets.push(offset);
    }
    let starts = nearest(wanted, &offsets);
    starts.iter().zip(&offsets).map(|(start, offset)| start + offset).collect()
}

/// Where things begin that are wanted at some places and keep their offsets at least: what is to
/// be added to the offset of each.
pub(super) fn nearest(wanted: &[f64], offsets: &[f64]) -> Vec<f64> {
    // Sums of wishes and numbers of members.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (wish, offset) in wanted.iter().zip(offsets) {
        let mut block = (wish - offset, 1);
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
    fn wishes_are_met_as_far_as_the_room_allows() {
        let item = Item { row: 0, width: 10.0, height: 1.0, x: 0.0, above: vec![], below: vec![] };
        let items = vec![item.clone(), item.clone(), item];
        let placed = spread(&items, &[0, 1, 2], &[0.0, 0.0, 100.0], 2.0);
        assert_eq!(placed, [-6.0, 6.0, 100.0]);
    }
}
