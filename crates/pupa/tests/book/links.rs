//! Links that lead nowhere.

use crate::page::{Link, Page};

/// The dead links of a page, with their places.
pub(crate) fn dead_links(page: &Page) -> Vec<String> {
    let dead = page.links().into_iter().filter(|link| !is_alive(page, link));
    let place = |link: Link| {
        let anchor = link.anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
        format!("{}:{}: {}{anchor}", page.path.display(), link.line, link.target)
    };
    dead.map(place).collect()
}

fn is_alive(page: &Page, link: &Link) -> bool {
    if link.target.contains("://") || link.target.starts_with("mailto:") {
        return true;
    }
    let has_anchor =
        |page: &Page| link.anchor.as_ref().is_none_or(|anchor| page.anchors().contains(anchor));
    if link.target.is_empty() {
        return has_anchor(page);
    }
    // Pages of the book are alone on a web server: the rest of the repository is not there.
    let book = crate::book();
    let path = page.path.parent().unwrap().join(&link.target);
    let Ok(path) = path.canonicalize() else { return false };
    if page.path.starts_with(&book) && !path.starts_with(&book) {
        return false;
    }
    let is_page = path.extension().is_some_and(|ending| ending == "md");
    if is_page { has_anchor(&Page::read(&path)) } else { link.anchor.is_none() }
}
