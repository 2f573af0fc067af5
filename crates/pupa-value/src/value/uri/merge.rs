//! Resolution of references against a base URI: the operator `+`.

use super::Uri;
use crate::value::scalar_error::{ScalarError, ScalarErrorKind};

impl Uri {
    /// The URI of a reference in a document at this URI.
    ///
    /// # Errors
    ///
    /// `both URI are relative`, or that a query conflicts with an opaque part.
    pub fn merge(&self, reference: &Self) -> Result<Self, ScalarError> {
        if reference.scheme.is_some() {
            return Ok(reference.clone());
        }
        if self.scheme.is_none() {
            return Err(ScalarError::new(ScalarErrorKind::BadUri, "both URI are relative"));
        }
        let mut base = self.clone();
        let path = reference.path().filter(|path| !path.is_empty());
        let authority =
            reference.user.is_some() || reference.host.is_some() || reference.port.is_some();
        if path.is_none() && !authority && reference.query.is_none() {
            if reference.fragment.is_some() {
                base.fragment = reference.fragment.clone();
            }
            return Ok(base);
        }
        base.query = None;
        base.fragment = reference.fragment.clone();
        base.merge_hierarchy(reference, authority);
        base.set_query(reference.query())?;
        Ok(base)
    }

    /// The URI of a reference given as a string.
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Self::parse) and [`merge`](Self::merge).
    pub fn merge_text(&self, reference: &str) -> Result<Self, ScalarError> {
        self.merge(&Self::parse(reference)?)
    }

    fn merge_hierarchy(&mut self, reference: &Self, authority: bool) {
        match (self.path(), reference.path()) {
            (_, Some(path)) if authority => self.set_path(Some(path)),
            (Some(base), Some(path)) if !authority => self.set_path(Some(merge_path(&base, &path))),
            _ => {}
        }
        if let Some(userinfo) = reference.userinfo() {
            self.set_userinfo(Some(&userinfo));
        }
        if reference.host.is_some() {
            self.set_host(reference.host.clone());
        }
        if reference.port.is_some() {
            self.set_port(reference.port);
        }
    }
}

/// A path resolved against a base path.
fn merge_path(base: &str, reference: &str) -> String {
    let mut base = base_segments(base);
    let mut reference = split_path(reference);
    if reference.first() == Some(&"") {
        base.clear();
        reference.remove(0);
    }
    let steps = collapse(reference);
    let mut trailing_slash = !steps.is_empty();
    if base.is_empty() {
        base.push("");
    } else if trailing_slash {
        base.pop();
    }
    let ups = steps.iter().take_while(|&&step| step == "..").count();
    for _ in 0..ups {
        if base.len() > 1 {
            base.pop();
        }
    }
    if ups < steps.len() {
        base.extend(&steps[ups..]);
        trailing_slash = false;
    }
    if trailing_slash {
        base.push("");
    }
    base.join("/")
}

/// The segments of a base path without `..`.
fn base_segments(path: &str) -> Vec<&str> {
    let mut segments = split_path(path);
    if segments.last() == Some(&"..") {
        segments.push("");
    }
    while let Some(index) = segments.iter().position(|&segment| segment == "..") {
        if index == 0 {
            // Compat: no segment before it can be removed, so the last one is removed.
            // Pinned by `quirk-paths-above-the-root`.
            segments.pop();
        } else {
            segments.drain(index - 1..=index);
        }
    }
    segments
}

/// The segments of a reference without `.`, and with `..` only at the start.
fn collapse(mut segments: Vec<&str>) -> Vec<&str> {
    if matches!(segments.last(), Some(&("." | ".."))) {
        segments.push("");
    }
    let mut steps: Vec<&str> = Vec::new();
    for segment in segments.into_iter().filter(|&segment| segment != ".") {
        let returns = segment == ".." && steps.last().is_some_and(|&last| last != "..");
        if returns {
            steps.pop();
        } else {
            steps.push(segment);
        }
    }
    steps
}

fn split_path(path: &str) -> Vec<&str> {
    if path.is_empty() { Vec::new() } else { path.split('/').collect() }
}
