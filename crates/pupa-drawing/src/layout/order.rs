//! The order of items in rows, chosen to minimise crossings.

use super::Item;

/// The number of passes over all rows.
const SWEEPS: usize = 12;

/// Layouts with more items get fewer passes and no count of crossings, to bound the time.
const LARGE: usize = 5_000;

/// Returns the items of each row in order.
pub(super) fn order(items: &[Item]) -> Vec<Vec<usize>> {
    let count = items.iter().map(|item| item.row + 1).max().unwrap_or(0);
    let mut table = vec![Vec::new(); count];
    for (index, item) in items.iter().enumerate() {
        table[item.row].push(index);
    }
    let mut positions = vec![0.0; items.len()];
    table.iter().for_each(|row| number(row, &mut positions));
    let is_large = items.len() > LARGE;
    let count_crossings = |table: &[Vec<usize>]| if is_large { 0 } else { crossings(items, table) };
    let mut best = (count_crossings(&table), table.clone());
    for sweep in 0..if is_large { 4 } else { SWEEPS } {
        for step in 1..count {
            let is_downward = sweep % 2 == 0;
            let row = &mut table[if is_downward { step } else { count - 1 - step }];
            let neighbours = |item: usize| {
                if is_downward { &items[item].above } else { &items[item].below }
            };
            sort(row, &mut positions, neighbours);
        }
        let found = count_crossings(&table);
        if is_large || found < best.0 {
            best = (found, table.clone());
        }
    }
    best.1
}

/// Records positions in a row, as fractions because rows differ in length.
fn number(row: &[usize], positions: &mut [f64]) {
    let last = row.len().max(2) - 1;
    for (position, one) in row.iter().enumerate() {
        positions[*one] = position as f64 / last as f64;
    }
}

/// Sorts a row by the mean position of each item's neighbours. Items without neighbours keep
/// theirs.
fn sort<'i>(
    row: &mut [usize],
    positions: &mut [f64],
    neighbours: impl Fn(usize) -> &'i Vec<usize>,
) {
    let mean_position = |one: usize| {
        let neighbours = neighbours(one);
        if neighbours.is_empty() {
            return positions[one];
        }
        neighbours.iter().map(|other| positions[*other]).sum::<f64>() / neighbours.len() as f64
    };
    let mut keyed: Vec<(f64, usize)> = row.iter().map(|one| (mean_position(*one), *one)).collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (place, (_, one)) in row.iter_mut().zip(keyed) {
        *place = one;
    }
    number(row, positions);
}

/// The number of crossings of lines between rows.
fn crossings(items: &[Item], table: &[Vec<usize>]) -> usize {
    let mut positions = vec![0; items.len()];
    for members in table {
        for (position, one) in members.iter().enumerate() {
            positions[*one] = position;
        }
    }
    let mut count = 0;
    for members in table {
        let mut lines: Vec<(usize, usize)> = members
            .iter()
            .flat_map(|one| items[*one].below.iter().map(|to| (positions[*one], positions[*to])))
            .collect();
        lines.sort_unstable();
        for (index, (from, to)) in lines.iter().enumerate() {
            let later = lines[index + 1..].iter();
            count += later.filter(|(other, end)| other > from && end < to).count();
        }
    }
    count
}
