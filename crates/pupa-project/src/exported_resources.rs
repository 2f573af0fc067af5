//! The resources that nodes export, for other nodes to collect.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use pupa_catalog::catalog::{Catalog, Resource};
use pupa_system::System;
use pupa_value::value::Text;

/// The exported resources of all nodes, by type.
#[derive(Debug, Clone, Default)]
pub struct Exported {
    by_type: BTreeMap<Text, Vec<Export>>,
}

/// A resource that a node exports.
#[derive(Debug, Clone)]
struct Export {
    node: Arc<str>,
    resource: Arc<Resource>,
}

impl Exported {
    /// Reads the exported resources from the catalogs in a directory, sorted by file name. No
    /// catalog may have more than `limit` bytes.
    ///
    /// # Errors
    /// When the directory or a catalog can't be read.
    pub fn read(system: &dyn System, directory: &Path, limit: u64) -> Result<Exported> {
        let entries = system
            .list(directory)
            .with_context(|| format!("cannot read {}", directory.display()))?;
        let mut files: Vec<_> = entries.iter().map(|entry| directory.join(&entry.name)).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
        files.sort();
        let mut exported = Exported::default();
        for file in files {
            let text = system
                .read_text(&file, limit)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let catalog = Catalog::from_json(&text)
                .map_err(|error| anyhow!("{}: {error}", file.display()))?;
            exported.add(&catalog.name, catalog.resources);
        }
        Ok(exported)
    }

    /// Sets the exported resources of a node. Those from an earlier catalog of the node are
    /// removed.
    pub fn add(&mut self, node: &str, resources: Vec<Resource>) {
        let node: Arc<str> = Arc::from(node);
        self.forget(&node);
        for resource in resources.into_iter().filter(|resource| resource.is_exported) {
            let of_type = self.by_type.entry(resource.type_name.clone()).or_default();
            of_type.push(Export { node: Arc::clone(&node), resource: Arc::new(resource) });
        }
    }

    fn forget(&mut self, node: &str) {
        for resources in self.by_type.values_mut() {
            resources.retain(|one| *one.node != *node);
        }
    }

    /// Returns the exported resources of a type, except those of the node itself.
    pub fn by_others(&self, type_name: &str, node: &str) -> Vec<Arc<Resource>> {
        let all = self.by_type.get(type_name).into_iter().flatten();
        all.filter(|one| *one.node != *node).map(|one| Arc::clone(&one.resource)).collect()
    }
}
