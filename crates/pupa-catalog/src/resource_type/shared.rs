//! References to resource types from the built-in tables and from files, in one type.

use std::ops::Deref;
use std::sync::Arc;

use super::ResourceType;

/// A resource type that is cheap to clone.
///
/// ```
/// use pupa_catalog::resource_type::{ResourceType, SharedType, find};
/// let file = SharedType::from(find("file").expect("Puppet has files"));
/// let vhost = SharedType::from(std::sync::Arc::new(ResourceType::unchecked("vhost")));
/// assert_eq!((file.name(), vhost.name()), ("file", "vhost"));
/// ```
#[derive(Debug, Clone)]
pub enum SharedType {
    /// A type of the built-in tables.
    Static(&'static ResourceType),
    /// A type read from a file.
    Shared(Arc<ResourceType>),
}

impl Deref for SharedType {
    type Target = ResourceType;

    fn deref(&self) -> &ResourceType {
        match self {
            SharedType::Static(static_type) => static_type,
            SharedType::Shared(shared) => shared,
        }
    }
}

/// Types are equal if their names are.
impl PartialEq for SharedType {
    fn eq(&self, other: &SharedType) -> bool {
        self.name() == other.name()
    }
}

impl From<&'static ResourceType> for SharedType {
    fn from(static_type: &'static ResourceType) -> SharedType {
        SharedType::Static(static_type)
    }
}

impl From<Arc<ResourceType>> for SharedType {
    fn from(shared: Arc<ResourceType>) -> SharedType {
        SharedType::Shared(shared)
    }
}
