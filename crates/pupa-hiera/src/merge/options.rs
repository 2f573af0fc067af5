//! The options of a deep merge, parsed from the hash of a strategy.

use pupa_value::Value;
use pupa_value::value::Hash;

use super::MergeError;
use super::knockout::Knockout;

/// The options of a deep merge. `merge_debug` is accepted and has no effect.
#[derive(Debug, Default)]
pub(super) struct DeepOptions {
    /// The prefix that marks elements to be removed.
    pub knockout: Option<Knockout>,
    /// Sorts merged arrays.
    pub sort_merged_arrays: bool,
    /// Merges arrays of hashes hash by hash.
    pub merge_hash_arrays: bool,
    /// Replaces arrays instead of merging them.
    pub overwrite_arrays: bool,
    /// Appends values that are not arrays to an array instead of replacing it.
    pub extend_existing_arrays: bool,
    /// Keeps values that cannot be merged instead of replacing them.
    pub preserve_unmergeables: bool,
    /// Lets `undef` replace values.
    pub merge_nil_values: bool,
    /// Keeps duplicate elements in merged arrays.
    pub keep_array_duplicates: bool,
    /// Joins arrays with this separator and splits them at it before they are merged.
    pub unpack_arrays: Option<Value>,
}

impl DeepOptions {
    /// Parses options. Unknown ones are ignored: the caller has checked the type of the options.
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

    /// Whether all options have their defaults.
    pub(super) fn is_default(&self) -> bool {
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

    /// Checks for options that are invalid regardless of the values.
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

/// Whether a value is true in Ruby.
pub(super) fn is_truthy(value: &Value) -> bool {
    !matches!(value, Value::Undef | Value::Boolean(false))
}
