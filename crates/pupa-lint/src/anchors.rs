//! Finds keys that exist only for an anchor in their value: `base: &base`, referred to by `*base`.

use pupa_data::Place;
use rustc_hash::FxHashSet;

/// The positions of the keys whose values contain a part that aliases refer to. Everything between
/// a key and the next one is the value of the key.
pub(super) fn holders(keys: impl Iterator<Item = Place>, repeated: &[Place]) -> FxHashSet<Place> {
    if repeated.is_empty() {
        return FxHashSet::default();
    }
    let mut keys: Vec<Place> = keys.collect();
    keys.sort_unstable();
    let holder = |place: &Place| keys[..keys.partition_point(|key| key <= place)].last().copied();
    repeated.iter().filter_map(holder).collect()
}

#[cfg(test)]
mod tests {
    use pupa_data::yaml;

    use super::*;

    #[test]
    fn anchors_make_keys_useful() {
        let text = "a: &a {x: 1}\nb:\n  - &b 1\nc: &c 1\nd: {<<: *a}\ne: [*b, 2*c]\n";
        let document = yaml::read(text, yaml::Options::data("")).unwrap();
        let keys = [1, 2, 4, 5, 6].map(|line| Place { line, column: 1 });
        let holders = holders(keys.into_iter(), &document.aliased);
        assert_eq!(keys.map(|key| holders.contains(&key)), [true, true, false, false, false]);
    }

    #[test]
    fn keys_on_one_line_are_distinguished() {
        let text = "{a: &a 1, b: 2, c: *a}";
        let document = yaml::read(text, yaml::Options::data("")).unwrap();
        let keys = [2, 9, 15].map(|column| Place { line: 1, column });
        let holders = holders(keys.into_iter(), &document.aliased);
        assert_eq!(keys.map(|key| holders.contains(&key)), [true, false, false]);
    }
}
