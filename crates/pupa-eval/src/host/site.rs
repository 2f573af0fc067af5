//! The site that a run belongs to.

use std::sync::Arc;

use pupa_catalog::catalog::Resource;

use crate::log::Log;

/// The site that a run belongs to: its data, what its nodes export, its log. Every method has an answer
/// of "there is nothing".
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
