//! Merge strategies: how the values of a key from several levels are merged into one.
//!
//! ```text
//! undef, string, hash ─from_value─▶ MergeStrategy
//! first value ─start─▶ value ─merge─▶ value ─merge─▶ … result
//! ```
//!
//! The first value has the highest priority. A strategy that
//! [takes the first](MergeStrategy::is_first) value ends the search there. If there is only one
//! source, nothing is merged, and [`MergeStrategy::single`] converts its value.

mod arrays;
mod batch;
mod cache;
mod changes;
mod deep;
mod knockout;
mod options;
mod sort;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use pupa_value::builtin;
use pupa_value::mismatch::assert_instance;
use pupa_value::text::ruby;
use pupa_value::types::StructMember;
use pupa_value::value::Hash;
use pupa_value::{Type, Value};

use crate::rich_data::is_plain;
pub(crate) use cache::{FoundValue, MergeCache, is_identical};
pub use changes::Changes;
use options::DeepOptions;

/// The error for values that cannot be merged, or for an invalid strategy. The message is the
/// reference's.
pub type MergeError = pupa_value::Error;

/// A merge strategy with its options.
///
/// ```
/// use pupa_hiera::merge::MergeStrategy;
/// use pupa_value::Value;
/// let unique = MergeStrategy::from_value(&"unique".into())?;
/// let found = vec!["a".into(), Value::array(["b".into(), "a".into()])];
/// assert_eq!(unique.merge_all(found)?, Some(Value::array(["a".into(), "b".into()])));
/// # Ok::<(), pupa_hiera::merge::MergeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MergeStrategy {
    kind: Kind,
    /// The options as they were given, including the entry `strategy`; empty if there are none.
    options: Arc<Hash>,
    /// The parsed options of a deep merge.
    deep: Option<Arc<DeepOptions>>,
}

/// The strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Default,
    First,
    Unique,
    Hash,
    Deep,
    UnconstrainedDeep,
    ReverseDeep,
}

impl Kind {
    const ALL: [Kind; 7] = [
        Kind::Default,
        Kind::First,
        Kind::Unique,
        Kind::Hash,
        Kind::Deep,
        Kind::UnconstrainedDeep,
        Kind::ReverseDeep,
    ];

    fn name(self) -> &'static str {
        match self {
            Kind::Default => "default",
            Kind::First => "first",
            Kind::Unique => "unique",
            Kind::Hash => "hash",
            Kind::Deep => "deep",
            Kind::UnconstrainedDeep => "unconstrained_deep",
            Kind::ReverseDeep => "reverse_deep",
        }
    }

    /// Parses the name of a strategy.
    fn named(name: &Value) -> Result<Kind, MergeError> {
        let text = match name {
            Value::String(text) => Some(text.as_str()),
            // Compat: the reference names strategies by Ruby symbols, and Puppet's `default` is the
            // symbol `:default`. Pinned by `names_of_strategies`.
            Value::Default => Some("default"),
            _ => None,
        };
        let kind = Kind::ALL.into_iter().find(|kind| Some(kind.name()) == text);
        kind.ok_or_else(|| {
            MergeError::argument(format!("Unknown merge strategy: '{}'", ruby::to_s(name)))
        })
    }

    /// The type of the options.
    fn options_type(self) -> Type {
        let optional = |(name, value)| StructMember::new(name, true, Type::optional(value));
        // The name was validated when the strategy was parsed, so `String` is enough here.
        let strategy = ("strategy", Type::STRING);
        match self {
            Kind::Default | Kind::First | Kind::Unique | Kind::Hash => {
                Type::structure([optional(strategy)])
            }
            Kind::Deep => Type::structure(
                [
                    strategy,
                    ("knockout_prefix", Type::STRING),
                    ("merge_debug", Type::Boolean(None)),
                    ("merge_hash_arrays", Type::Boolean(None)),
                    ("sort_merged_arrays", Type::Boolean(None)),
                ]
                .map(optional),
            ),
            Kind::UnconstrainedDeep | Kind::ReverseDeep => {
                Type::hash(Type::sized_string(1, None), Type::Any, None)
            }
        }
    }

    fn is_deep(self) -> bool {
        matches!(self, Kind::Deep | Kind::UnconstrainedDeep | Kind::ReverseDeep)
    }
}

impl Default for MergeStrategy {
    /// The strategy that applies if none is given: it takes the first value.
    fn default() -> MergeStrategy {
        MergeStrategy::plain(Kind::Default)
    }
}

impl PartialEq for MergeStrategy {
    fn eq(&self, other: &MergeStrategy) -> bool {
        let are_identical = Arc::ptr_eq(&self.options, &other.options);
        self.kind == other.kind && (are_identical || self.options == other.options)
    }
}

impl MergeStrategy {
    /// The strategy `hash`.
    pub(crate) fn hash() -> MergeStrategy {
        MergeStrategy::plain(Kind::Hash)
    }

    /// Parses a strategy as manifests and `lookup_options` specify it: undef, a name, or a hash
    /// with the name as `strategy` and options.
    ///
    /// # Errors
    /// When the strategy or one of its options is unknown, or an option has the wrong type.
    pub fn from_value(merge: &Value) -> Result<MergeStrategy, MergeError> {
        let hash = match merge {
            Value::Undef | Value::Boolean(false) => return Ok(MergeStrategy::default()),
            Value::Hash(hash) => hash,
            name => return Ok(MergeStrategy::plain(Kind::named(name)?)),
        };
        let Some(name) = hash.get_str("strategy").filter(|name| !name.is_undef()) else {
            return Err(MergeError::argument(
                "The hash given as 'merge' must contain the name of a strategy in string form for \
                 the key 'strategy'",
            ));
        };
        let kind = Kind::named(name)?;
        if hash.len() == 1 {
            return Ok(MergeStrategy::plain(kind));
        }
        assert_instance("The merge options", &kind.options_type(), merge)?;
        let deep = kind.is_deep().then(|| Arc::new(DeepOptions::read(hash)));
        Ok(MergeStrategy { kind, options: Arc::clone(hash), deep })
    }

    /// A strategy without options.
    fn plain(kind: Kind) -> MergeStrategy {
        // Compat: without options, `unconstrained_deep` is the same as `deep` and is called so.
        // Pinned by `unconstrained_is_deep_unless_it_has_options`.
        let kind = if kind == Kind::UnconstrainedDeep { Kind::Deep } else { kind };
        MergeStrategy { kind, options: Arc::default(), deep: None }
    }

    /// The name of the strategy, as explanations show it.
    pub fn name(&self) -> &'static str {
        self.kind.name()
    }

    /// The options without the name of the strategy; `None` if there are none.
    pub fn options(&self) -> Option<Value> {
        let mut options = Hash::clone(&self.options);
        options.remove(&"strategy".into());
        (!options.is_empty()).then(|| options.into())
    }

    /// The value from which [`MergeStrategy::from_value`] parses this strategy: a name or a hash.
    pub fn configuration(&self) -> Value {
        if self.options.is_empty() {
            self.name().into()
        } else {
            Value::Hash(Arc::clone(&self.options))
        }
    }

    /// Whether the strategy takes the first value found.
    pub fn is_first(&self) -> bool {
        matches!(self.kind, Kind::Default | Kind::First)
    }

    /// Whether the strategy is `unique`, which collects distinct elements.
    pub(crate) fn is_unique(&self) -> bool {
        self.kind == Kind::Unique
    }

    /// Whether the strategy is `hash`.
    pub(crate) fn is_hash(&self) -> bool {
        self.kind == Kind::Hash
    }

    /// Whether the strategy merges nested values too.
    pub(crate) fn is_deep(&self) -> bool {
        self.kind.is_deep()
    }

    /// Converts the value found if there is only one source: `unique` removes duplicates.
    #[must_use]
    pub fn single(&self, value: Value) -> Value {
        match value {
            Value::Array(elements) if self.is_unique() => {
                Value::Array(arrays::union(&elements, &[]))
            }
            value => value,
        }
    }

    /// Converts the first value found in several sources: `unique` flattens arrays.
    ///
    /// # Errors
    /// When a flattened array is too large.
    pub fn start(&self, value: Value) -> Result<Value, MergeError> {
        match self.kind {
            Kind::Unique => Ok(Value::Array(arrays::elements(&value)?)),
            _ => Ok(value),
        }
    }

    /// Merges the result so far with a value of lower priority.
    ///
    /// # Errors
    /// When a value has a type that the strategy cannot merge, or when the options are invalid.
    pub fn merge(&self, higher: Value, lower: &Value) -> Result<Value, MergeError> {
        match self.kind {
            Kind::Default | Kind::First => Ok(higher),
            Kind::Unique => merge_unique(&higher, lower),
            Kind::Hash => merge_hashes(higher, lower),
            Kind::Deep | Kind::UnconstrainedDeep => self.deep_merge(&higher, lower),
            Kind::ReverseDeep => self.deep_merge(lower, &higher),
        }
    }

    /// Merges all values, the highest priority first; `None` if there are none.
    ///
    /// # Errors
    /// As for [`MergeStrategy::merge`].
    pub fn merge_all(&self, values: Vec<Value>) -> Result<Option<Value>, MergeError> {
        let is_default = self.deep.as_ref().is_none_or(|options| options.is_default());
        let is_deep = matches!(self.kind, Kind::Deep | Kind::UnconstrainedDeep);
        if values.len() > 1
            && is_deep
            && is_default
            && let Some(merged) = batch::merge(&values)
        {
            return Ok(Some(merged));
        }
        let mut values = values.into_iter();
        let Some(first) = values.next() else { return Ok(None) };
        let first = self.start(first)?;
        values.try_fold(first, |higher, lower| self.merge(higher, &lower)).map(Some)
    }

    /// As [`MergeStrategy::merge`], and also returns the changes that the reference makes in place
    /// to the merged values, because its explanations show them.
    ///
    /// # Errors
    /// As for [`MergeStrategy::merge`].
    pub fn merge_with_changes(
        &self,
        higher: Value,
        lower: &Value,
    ) -> Result<(Value, Changes), MergeError> {
        let (source, destination) = match self.kind {
            Kind::Deep | Kind::UnconstrainedDeep => (&higher, lower),
            Kind::ReverseDeep => (lower, &higher),
            _ => return Ok((self.merge(higher, lower)?, Changes::default())),
        };
        match &self.deep {
            Some(options) => deep::merge_with_changes(source, destination, options),
            None => deep::merge_with_changes(source, destination, &DeepOptions::default()),
        }
    }

    fn deep_merge(&self, source: &Value, destination: &Value) -> Result<Value, MergeError> {
        match &self.deep {
            Some(options) => deep::merge(source, destination, options),
            None => deep::merge(source, destination, &DeepOptions::default()),
        }
    }
}

fn merge_unique(higher: &Value, lower: &Value) -> Result<Value, MergeError> {
    assert_elements(FIRST, higher)?;
    assert_elements(SECOND, lower)?;
    let elements = arrays::elements(lower)?;
    Ok(Value::Array(arrays::union(&arrays::elements(higher)?, &elements)))
}

fn merge_hashes(higher: Value, lower: &Value) -> Result<Value, MergeError> {
    assert_hash(FIRST, &higher)?;
    assert_hash(SECOND, lower)?;
    let (Value::Hash(entries), Value::Hash(others)) = (&higher, lower) else { return Ok(higher) };
    if entries.is_empty() {
        return Ok(lower.clone());
    }
    let mut merged = Hash::clone(others);
    merged.extend(entries.iter().map(|(key, value)| (key.clone(), value.clone())));
    Ok(merged.into())
}

const FIRST: &str = "The first element of the merge";
const SECOND: &str = "The second element of the merge";

/// The type of values that the strategy `hash` merges.
static HASH: LazyLock<Type> = LazyLock::new(|| Type::hash(Type::STRING, builtin::data(), None));

/// The type of values that the strategy `unique` merges.
static ELEMENTS: LazyLock<Type> =
    LazyLock::new(|| Type::variant([Type::Scalar, Type::array(builtin::data(), None)]));

fn assert_hash(subject: &str, value: &Value) -> Result<(), MergeError> {
    match value {
        Value::Hash(_) if is_plain(value) => Ok(()),
        _ => assert_instance(subject, &HASH, value),
    }
}

fn assert_elements(subject: &str, value: &Value) -> Result<(), MergeError> {
    match value {
        Value::String(_) => Ok(()),
        Value::Array(_) if is_plain(value) => Ok(()),
        _ => assert_instance(subject, &ELEMENTS, value),
    }
}
