//! `Init[T](…)`, and the types that `Init[T]` accepts.

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use super::constructor::{Call, Constructor};
use super::{constructor, new_at};
use crate::error::{Error, Result};
use crate::infer::infer_detailed;
use crate::types::{InitAccepts, InitType, Size, TupleType, Type};
use crate::value::Value;

const DOCUMENTATION: &str = "An instance of the type from one value, or from an array of the \
                             arguments of its constructor.";

static WITHOUT_ARGUMENTS: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    Arc::new(
        Constructor::new("new_Init", DOCUMENTATION)
            .create(from_array, [("value", Type::any_array())], [])
            .create(from_value, [("value", Type::Any)], []),
    )
});

static WITH_ARGUMENTS: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    Arc::new(Constructor::new("new_Init", DOCUMENTATION).create(
        from_value,
        [("value", Type::Any)],
        [],
    ))
});

/// The constructor of an `Init` type.
pub(super) fn init(init: &InitType) -> Result<Arc<Constructor>> {
    init.accepts()?;
    Ok(Arc::clone(if init.args.is_empty() { &WITHOUT_ARGUMENTS } else { &WITH_ARGUMENTS }))
}

fn from_array(call: &Call<'_>) -> Result<Value> {
    let Type::Init(Some(init)) = call.target else { return Ok(call.arg(0).clone()) };
    let value = call.arg(0);
    // A constructor that accepts the array itself is preferred to one that accepts its elements.
    if init.accepts()?.single.is_instance(value) {
        return make(call, init, std::slice::from_ref(value));
    }
    make(call, init, value.as_array().unwrap_or_default())
}

fn from_value(call: &Call<'_>) -> Result<Value> {
    let Type::Init(Some(init)) = call.target else { return Ok(call.arg(0).clone()) };
    let args: Vec<Value> = std::iter::once(call.arg(0)).chain(&init.args).cloned().collect();
    make(call, init, &args)
}

fn make(call: &Call<'_>, init: &InitType, args: &[Value]) -> Result<Value> {
    new_at(call.context, &init.target, args, call.depth + 1)
}

thread_local! {
    /// The types whose check is in progress, since types may be recursive.
    static WITHIN: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

impl InitType {
    /// The types that the constructor of the target accepts; an error if there is no constructor,
    /// or if it does not accept the further arguments.
    pub(crate) fn accepts(&self) -> Result<InitAccepts> {
        if let Some(accepts) = self.accepts.get() {
            return accepts.clone();
        }
        if let Type::Object(object) = &self.target
            && object.is_layout_in_progress()
        {
            let single = self.target.clone();
            return Ok(InitAccepts { single, several: None, has_optional_single: false });
        }
        let identity = std::ptr::from_ref(self) as usize;
        let is_within = WITHIN.with_borrow_mut(|within| {
            let is_within = within.contains(&identity);
            if !is_within {
                within.push(identity);
            }
            is_within
        });
        if is_within {
            let single = self.target.clone();
            return Ok(InitAccepts { single, several: None, has_optional_single: false });
        }
        let accepts = self.compute_accepts();
        WITHIN.with_borrow_mut(|within| within.retain(|other| *other != identity));
        self.accepts.get_or_init(|| accepts).clone()
    }

    fn compute_accepts(&self) -> Result<InitAccepts> {
        let parameters = self.constructor_parameters()?;
        let single = std::iter::once(self.target.clone());
        if self.args.is_empty() {
            let exactly_one = Size { from: 1, to: Some(1) };
            let (ones, others): (Vec<_>, Vec<_>) =
                parameters.into_iter().partition(|tuple| tuple.size_range() == exactly_one);
            let has_optional_single = others.iter().any(|tuple| tuple.size_range().from == 1);
            let several = (!others.is_empty())
                .then(|| Type::variant(others.into_iter().map(|t| Type::Tuple(Arc::new(t)))));
            let single = Type::variant(single.chain(ones.into_iter().filter_map(first)));
            return Ok(InitAccepts { single, several, has_optional_single });
        }
        let matching: Vec<TupleType> =
            parameters.into_iter().filter(|tuple| self.takes_arguments(tuple)).collect();
        if matching.is_empty() {
            let (general, text) = (self.target.generalize().to_string(), text(self));
            // The name without parameters.
            let name = general.split('[').next().unwrap_or_default();
            return Err(Error::argument(format!(
                "The type '{text}' does not represent a valid set of parameters for {name}.new()"
            )));
        }
        let single = Type::variant(single.chain(matching.into_iter().filter_map(first)));
        Ok(InitAccepts { single, several: None, has_optional_single: false })
    }

    /// The parameters of each signature of the target's constructor.
    fn constructor_parameters(&self) -> Result<Vec<TupleType>> {
        let unsupported = || {
            let target = &self.target;
            Error::argument(format!("Creation of new instance of type '{target}' is not supported"))
        };
        // `Init` would recurse forever; `Optional` and `NotUndef` are unsupported by the reference.
        if matches!(self.target, Type::Init(_) | Type::Optional(_) | Type::NotUndef(_)) {
            return Err(unsupported());
        }
        let constructor = constructor(&self.target).map_err(|_| unsupported())?;
        Ok(constructor.signatures().filter_map(|s| s.callable.params.clone()).collect())
    }

    /// Whether the parameters accept a value followed by the further arguments.
    fn takes_arguments(&self, parameters: &TupleType) -> bool {
        parameters.size_range().contains(1 + self.args.len())
            && self.args.iter().enumerate().all(|(index, arg)| {
                parameters.at(index + 1).is_none_or(|t| t.accepts(&infer_detailed(arg)))
            })
    }
}

fn first(parameters: TupleType) -> Option<Type> {
    parameters.types.into_iter().next()
}

/// The string form of the type itself.
fn text(init: &InitType) -> String {
    let copy = InitType::new(init.target.clone(), init.args.clone());
    Type::Init(Some(Arc::new(copy))).to_string()
}
