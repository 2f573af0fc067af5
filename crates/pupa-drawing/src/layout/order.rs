//! The order of a row: with few crossings of lines.

use super::Item;

/// How often all rows are put in order.
const SWEEPS: usize = 12;

/// Pictures with more in them are put in order less often: nobody sees them at one glance.
const MANY: usize = 5_000;

/// The items of every row in their order.
pub(super) fn order(items: &[Item]) -> Vec<Vec<usize>> {
    let count = items.iter().map(|item| item.row + 1).max().unwrap_or(0);
    let mut table = vec![Vec::new(); count];
    for (index, item) in items.iter().enumerate() {
        table[item.row].push(index);
    }
    let mut positions = vec![0.0; items.len()];
    table.iter().for_each(|row| number(row, &mut positions));
    let is_large = items.len() > MANY;
    let count_crossings = |table: &[Vec<usize>]| if is_large { 0 } else { crossings(items, table) };
    let mut best = (count_crossings(&table), table.clone());
    for sweep in 0..if is_large { 4 } else { SWEEPS } {
        for step in 1..count {
            let is_downward = sweep % 2 == 0;
            let row = &mut table[if is_downward { step } else { count - 1 - step }];
            let near = |item: usize| {
                if is_downward { &items[item].above } else { &items[item].below }
            };
            sort(row, &mut positions, near);
        }
        let found = count_crossings(&table);
        if is_large || found < best.0 {
            best = (found, table.clone());
        }
    }
    best.1
}

/// Writes down the places in a row. Rows differ in length, so places are parts of their rows.
fn number(row: &[usize], positions: &mut [f64]) {
    let last = row.len().max(2) - 1;
    for (position, one) in row.iter().enumerate() {
        positions[*one] = position as f64 / last as f64;
    }
}

/// Sorts a row by where the neighbours of its items are. Items without any stay where they are.
fn sort<'i>(row: &mut [usize], positions: &mut [f64], near: impl Fn(usize) -> &'i Vec<usize>) {
    let wanted = |one: usize| {
        let near = near(one);
        if near.is_empty() {
            return positions[one];
        }
        near.iter().map(|other| positions[*other]).sum::<f64>() / near.len() as f64
    };
    let mut keyed: Vec<(f64, usize)> = row.iter().map(|one| (wanted(*one), *one)).collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (place, (_, one)) in row.iter_mut().zip(keyed) {
        *place = one;
    }
    number(row, positions);
}

/// How many pairs of lines cross between rows.
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
