//! Cycles drawn with characters, with the location of each link.

use std::fmt::Write as _;

use super::{Cycle, CycleLink, reference};
use crate::catalog::{Catalog, Resource};
use crate::relationships::{Origin, Relationship};

/// A source of the locations of relationships. A catalog itself has only those of resources.
pub trait LinkLocations {
    /// The location of the parameter or arrow that a relationship comes from, such as `site.pp:3`.
    fn location(&self, catalog: &Catalog, relationship: &Relationship) -> Option<String>;
}

/// A source without locations: each link gets the location of the resource that has the parameter.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoLocations;

impl LinkLocations for NoLocations {
    fn location(&self, _: &Catalog, _: &Relationship) -> Option<String> {
        None
    }
}

impl<F: Fn(&Catalog, &Relationship) -> Option<String>> LinkLocations for F {
    fn location(&self, catalog: &Catalog, relationship: &Relationship) -> Option<String> {
        self(catalog, relationship)
    }
}

/// The maximum number of resources drawn for one circle.
const MAX_DRAWN: usize = 60;

/// Draws the circle of a cycle's first path from top to bottom.
///
/// ```text
/// ╭─▶ Notify[a]  (site.pp:1)
/// │    │ comes before: `require` of Notify[b]  (site.pp:2)
/// │    ▼
/// │   Notify[b]  (site.pp:2)
/// │    │ comes before: `require` of Notify[a]  (site.pp:1)
/// ╰────╯
/// ```
pub fn drawing(catalog: &Catalog, cycle: &Cycle, locations: &dyn LinkLocations) -> String {
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
        let _ = writeln!(text, "{mark} {}", resource_text(catalog, *resource));
        let _ = writeln!(text, "│    │ {}", link_text(catalog, link, locations));
        text.push_str(if index + 1 == count { "╰────╯\n" } else { "│    ▼\n" });
    }
    text
}

/// The reference of a resource with the location of its declaration.
fn resource_text(catalog: &Catalog, resource: usize) -> String {
    let Some(resource) = catalog.resources.get(resource) else { return String::new() };
    with_location(single_line(&reference(resource)), resource.location())
}

/// A link in words.
pub(super) fn link_text(
    catalog: &Catalog,
    link: &CycleLink,
    locations: &dyn LinkLocations,
) -> String {
    let relationship = match link {
        CycleLink::Contains => return "contains".to_owned(),
        CycleLink::ContainedIn => return "is contained in".to_owned(),
        CycleLink::Within => return "begins before it ends".to_owned(),
        CycleLink::Relationship(relationship) => relationship,
    };
    let (Origin::Parameter { resource, name }, verb) =
        (relationship.origin, if relationship.is_refreshing { "notifies" } else { "comes before" })
    else {
        return "comes before (automatic relationship)".to_owned();
    };
    let owner = catalog.resources.get(resource);
    let name_of_owner = owner.map(reference).unwrap_or_default();
    let location = locations.location(catalog, relationship);
    let location = location.or_else(|| owner.and_then(Resource::location));
    with_location(format!("{verb}: `{name}` of {}", single_line(&name_of_owner)), location)
}

fn with_location(text: String, location: Option<String>) -> String {
    match location {
        Some(location) => format!("{text}  ({})", single_line(&location)),
        None => text,
    }
}

/// Replaces control characters by spaces, so that the text stays on one line.
fn single_line(text: &str) -> String {
    text.chars().map(|one| if one.is_control() { ' ' } else { one }).collect()
}
