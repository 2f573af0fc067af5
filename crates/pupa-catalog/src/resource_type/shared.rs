//! Resource types of the program's tables and of files, for whoever keeps both.

use std::ops::Deref;
use std::sync::Arc;

use super::ResourceType;

/// A resource type that many may keep; a copy costs next to nothing.
///
/// ```
/// use pupa_catalog::resource_type::{ResourceType, SharedType, find};
/// let file = SharedType::from(find("file").expect("Puppet has files"));
/// let vhost = SharedType::from(std::sync::Arc::new(ResourceType::unchecked("vhost")));
/// assert_eq!((file.name(), vhost.name()), ("file", "vhost"));
/// ```
#[derive(Debug, Clone)]
pub enum SharedType {
    /// One of the tables.
    Known(&'static ResourceType),
    /// One that was read.
    Read(Arc<ResourceType>),
}

impl Deref for SharedType {
    type Target = ResourceType;

    fn deref(&self) -> &ResourceType {
        match self {
            SharedType::Known(known) => known,
            SharedType::Read(read) => read,
        }
    }
}

/// Types are the same when their names are.
impl PartialEq for SharedType {
    fn eq(&self, other: &SharedType) -> bool {
        self.name() == other.name()
    }
}

impl From<&'static ResourceType> for SharedType {
    fn from(known: &'static ResourceType) -> SharedType {
        SharedType::Known(known)
    }
}

impl From<Arc<ResourceType>> for SharedType {
    fn from(read: Arc<ResourceType>) -> SharedType {
        SharedType::Read(read)
    }
}
