//! The part of the host that provides data and exported resources, and receives the log.

use std::sync::Arc;

use pupa_catalog::catalog::Resource;

use crate::log::Log;

/// The site of a run: its data, the exported resources of its nodes, its log. By default, every
/// method returns that there is nothing.
pub trait SiteHost {
    /// Receives a message as soon as it is logged.
    fn log(&self, _log: &Log) {}

    /// The source of data; `None` without data.
    fn data(&self) -> Option<pupa_hiera::SharedSource> {
        None
    }

    /// The resources of a type (`File`) that other nodes export.
    fn exported(&self, _type_name: &str) -> Vec<Arc<Resource>> {
        Vec::new()
    }
}
