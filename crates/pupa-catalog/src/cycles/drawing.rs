//! Cycles drawn with characters, each link with the place that says so.

use std::fmt::Write as _;

use super::{Cycle, CycleLink, reference};
use crate::catalog::{Catalog, Resource};
use crate::relationships::{Origin, Relationship};

/// Knows where relationships are written. Catalogs know only where resources are declared.
pub trait LinkPlaces {
    /// The place of the parameter or arrow that a relationship comes from, as `site.pp:3`.
    fn place(&self, catalog: &Catalog, relationship: &Relationship) -> Option<String>;
}

/// Knows nothing, so that links have the places of the resources whose parameters they are.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPlaces;

impl LinkPlaces for NoPlaces {
    fn place(&self, _: &Catalog, _: &Relationship) -> Option<String> {
        None
    }
}

impl<F: Fn(&Catalog, &Relationship) -> Option<String>> LinkPlaces for F {
    fn place(&self, catalog: &Catalog, relationship: &Relationship) -> Option<String> {
        self(catalog, relationship)
    }
}

/// How many resources of a circle are drawn.
const MAX_DRAWN: usize = 60;

/// The circle of a cycle's first path, drawn from top to bottom.
///
/// ```text
/// ╭─▶ Notify[a]  (site.pp:1)
/// │    │ comes before: `require` of Notify[b]  (site.pp:2)
/// │    ▼
/// │   Notify[b]  (site.pp:2)
/// │    │ comes before: `require` of Notify[a]  (site.pp:1)
/// ╰────╯
/// ```
pub fn drawing(catalog: &Catalog, cycle: &Cycle, places: &dyn LinkPlaces) -> String {
    let mut text = String::new();
    let Some(path) = cycle.paths.first() else { return text };
    let steps = path.resources.iter().zip(&path.links).skip(path.circle);
    let count = steps.len();
    for (index, (resource, link)) in steps.enumerate() {
        if count > MAX_DRAWN && (MAX_DRAWN / 2..count - MAX_DRAWN / 2).contains(&index) {
            if index == MAX_DRAWN / 2 {
                let _ = writeln!(text, "│   … {} more\n│    │\n│    ▼", count - MAX_DRAWN);
            }
            continue;
        }
        let mark = if index == 0 { "╭─▶" } else { "│  " };
        let _ = writeln!(text, "{mark} {}", described(catalog, *resource));
        let _ = writeln!(text, "│    │ {}", told(catalog, link, places));
        text.push_str(if index + 1 == count { "╰────╯\n" } else { "│    ▼\n" });
    }
    text
}

/// A resource and where it is declared.
fn described(catalog: &Catalog, resource: usize) -> String {
    let Some(resource) = catalog.resources.get(resource) else { return String::new() };
    with_place(shown(&reference(resource)), resource.place())
}

/// A link in words.
pub(super) fn told(catalog: &Catalog, link: &CycleLink, places: &dyn LinkPlaces) -> String {
    let relationship = match link {
        CycleLink::Contains => return "contains".to_owned(),
        CycleLink::ContainedIn => return "is contained in".to_owned(),
        CycleLink::Within => return "begins before it ends".to_owned(),
        CycleLink::Relationship(relationship) => relationship,
    };
    let (Origin::Parameter { resource, name }, verb) =
        (relationship.origin, if relationship.is_refreshing { "notifies" } else { "comes before" })
    else {
        return "comes before, as their types say".to_owned();
    };
    let owner = catalog.resources.get(resource);
    let name_of_owner = owner.map(reference).unwrap_or_default();
    let place = places.place(catalog, relationship);
    let place = place.or_else(|| owner.and_then(Resource::place));
    with_place(format!("{verb}: `{name}` of {}", shown(&name_of_owner)), place)
}

fn with_place(text: String, place: Option<String>) -> String {
    match place {
        Some(place) => format!("{text}  ({})", shown(&place)),
        None => text,
    }
}

/// A text on one line.
fn shown(text: &str) -> String {
    text.chars().map(|one| if one.is_control() { ' ' } else { one }).collect()
}
