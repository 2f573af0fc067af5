//! The options of a deep merge.

use pupa_value::Value;
use pupa_value::value::Hash;

use super::MergeError;
use super::knockout::Knockout;

/// What a deep merge does beside the usual. `merge_debug` is accepted and means nothing.
#[derive(Debug, Default)]
pub(super) struct DeepOptions {
    /// What marks elements that are to be removed.
    pub knockout: Option<Knockout>,
    /// Merged arrays are sorted.
    pub sort_merged_arrays: bool,
    /// Arrays of hashes are merged hash by hash.
    pub merge_hash_arrays: bool,
    /// Arrays replace each other.
    pub overwrite_arrays: bool,
    /// What is no array is added to an array, rather than replacing it.
    pub extend_existing_arrays: bool,
    /// Values that can't be merged are kept, not replaced.
    pub preserve_unmergeables: bool,
    /// `undef` replaces values.
    pub merge_nil_values: bool,
    /// Merged arrays keep elements that come again.
    pub keep_array_duplicates: bool,
    /// Arrays are joined and split by this text before they are merged.
    pub unpack_arrays: Option<Value>,
}

impl DeepOptions {
    /// Reads options. What is not known is ignored: the type of the options has been asserted.
    pub(super) fn read(options: &Hash) -> DeepOptions {
        let given = |name| options.get_str(name).filter(|value| is_truthy(value));
        let is_set = |name| given(name).is_some();
        DeepOptions {
            knockout: given("knockout_prefix").map(Knockout::new),
            sort_merged_arrays: is_set("sort_merged_arrays"),
            merge_hash_arrays: is_set("merge_hash_arrays"),
            overwrite_arrays: is_set("overwrite_arrays"),
            extend_existing_arrays: is_set("extend_existing_arrays"),
            preserve_unmergeables: is_set("preserve_unmergeables"),
            merge_nil_values: is_set("merge_nil_values"),
            keep_array_duplicates: is_set("keep_array_duplicates"),
            unpack_arrays: given("unpack_arrays").cloned(),
        }
    }

    /// Whether nothing is unusual.
    pub(super) fn is_usual(&self) -> bool {
        let DeepOptions {
            knockout: None,
            sort_merged_arrays: false,
            merge_hash_arrays: false,
            overwrite_arrays: false,
            extend_existing_arrays: false,
            preserve_unmergeables: false,
            merge_nil_values: false,
            keep_array_duplicates: false,
            unpack_arrays: None,
        } = self
        else {
            return false;
        };
        true
    }

    /// Complains about options that can't be used at all.
    pub(super) fn check(&self) -> Result<(), MergeError> {
        let Some(knockout) = &self.knockout else { return Ok(()) };
        if knockout.is_empty() {
            return Err(MergeError::other(
                "knockout_prefix cannot be an empty string in deep_merge!",
            ));
        }
        if self.preserve_unmergeables {
            return Err(MergeError::other(
                "overwrite_unmergeable must be true if knockout_prefix is specified in deep_merge!",
            ));
        }
        Ok(())
    }
}

/// Whether Ruby takes a value for true.
pub(super) fn is_truthy(value: &Value) -> bool {
    !matches!(value, Value::Undef | Value::Boolean(false))
}
