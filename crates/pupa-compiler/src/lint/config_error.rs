//! Where a configuration is wrong, by what its reader says of it.

use pupa_data::Place;
use pupa_value::Value;
use pupa_value::regexp::Regexp;
use rustc_hash::FxHashSet;

use super::layers::{ConfigText, Step};

/// What stands between the name of a configuration and what is wrong with its shape.
const WRONG_SHAPE: &str = "' has wrong type, ";

/// A step to what is wrong.
const STEP: &str = r"(?:entry|unrecognized key) '([^']*)'|index (\d+)";

/// The keys that hold levels.
const HIERARCHIES: &[&str] = &["hierarchy", "plan_hierarchy", "default_hierarchy"];

/// The place that a message about a configuration speaks of: `entry 'hierarchy' index 0
/// unrecognized key 'pth'`, `… in hierarchy 'common'`, `… in defaults`.
pub(super) fn place_of(message: &str, text: &ConfigText) -> Option<Place> {
    if let Some((_, wrong)) = message.split_once(WRONG_SHAPE) {
        return text.place(&steps(wrong));
    }
    if message.contains(" in defaults") {
        return text.place(&[Step::Key("defaults")]);
    }
    let name = message.split_once(" in hierarchy '")?.1.split('\'').next()?;
    HIERARCHIES.iter().find_map(|list| {
        let index = levels(text, list).iter().position(|level| name_of(level) == Some(name))?;
        text.place(&name_at(list, index))
    })
}

/// Where the second level of a name stands.
pub(super) fn repeated(text: &ConfigText) -> Option<Place> {
    HIERARCHIES.iter().find_map(|list| {
        let mut seen = FxHashSet::default();
        let is_again = |level| name_of(level).is_some_and(|name| !seen.insert(name));
        let index = levels(text, list).iter().position(is_again)?;
        text.place(&name_at(list, index))
    })
}

/// Whether it looks like a configuration of version 5 that does not say so.
pub(super) fn lacks_version(text: &ConfigText) -> bool {
    let is_level = |level: &Value| matches!(level, Value::Hash(_));
    !text.has(&[Step::Key("version")])
        && (text.has(&[Step::Key("defaults")]) || levels(text, "hierarchy").iter().any(is_level))
}

/// The steps that the words of the first mismatch lead along.
fn steps(mismatches: &str) -> Vec<Step<'_>> {
    let first = mismatches.lines().next().unwrap_or_default();
    let way = first.split("expects ").next().unwrap_or_default();
    let Ok(step) = Regexp::new(STEP) else { return Vec::new() };
    let steps = step.captures_iter(way).flatten().filter_map(|step| match step.text(1) {
        Some(key) => Some(Step::Key(key)),
        None => step.text(2)?.parse().ok().map(Step::Index),
    });
    steps.collect()
}

fn levels<'t>(text: &'t ConfigText, list: &str) -> &'t [Value] {
    let levels = text.value().and_then(Value::as_hash).and_then(|config| config.get_str(list));
    levels.and_then(Value::as_array).unwrap_or_default()
}

fn name_of(level: &Value) -> Option<&str> {
    level.as_hash()?.get_str("name")?.as_str()
}

fn name_at(list: &str, index: usize) -> [Step<'_>; 3] {
    [Step::Key(list), Step::Index(index), Step::Key("name")]
}
