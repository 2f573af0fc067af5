//! Merges values. Each line of standard input is `{"merge": STRATEGY, "values": [VALUE…]}` as rich
//! data. The output line is a JSON array, with values as Ruby's `inspect` prints them: the name,
//! options and configuration of the strategy, the result of the merge, and the values after it.
//! `tools/compare_merge.rb` compares this output with that of the reference.

#![allow(clippy::print_stdout, reason = "examples show")]

use std::error::Error;

use pupa_hiera::merge::{MergeError, MergeStrategy};
use pupa_value::Value;
use pupa_value::data::{FromDataOptions, from_data, to_json};
use pupa_value::loader::Builtins;
use pupa_value::text::ruby::inspect;

fn main() -> Result<(), Box<dyn Error>> {
    for line in std::io::stdin().lines() {
        let data = pupa_data::json::value(&line?)?;
        let case = from_data(&data, &Builtins, &FromDataOptions::default())?;
        let get =
            |key| case.as_hash().and_then(|case| case.get_str(key)).cloned().unwrap_or_default();
        println!("{}", to_json(&answer(&get("merge"), &get("values")))?);
    }
    Ok(())
}

fn answer(merge: &Value, values: &Value) -> Value {
    let result = MergeStrategy::from_value(merge).map(|strategy| {
        let values = values.as_array().unwrap_or_default();
        let result = merged(&strategy, values);
        let changed = changed(&strategy, values);
        let result =
            result.map_or_else(|error| error.message, |value| inspect(&value).into_owned());
        let options = strategy.options().unwrap_or_default();
        Value::array([
            strategy.name().into(),
            inspect(&options).into_owned().into(),
            inspect(&strategy.configuration()).into_owned().into(),
            result.into(),
            changed.map_or(Value::Undef, |values| inspect(&values).into_owned().into()),
        ])
    });
    result.unwrap_or_else(|error: MergeError| error.message.into())
}

fn merged(strategy: &MergeStrategy, values: &[Value]) -> Result<Value, MergeError> {
    let Some((first, others)) = values.split_first() else { return Ok(Value::Undef) };
    if strategy.is_first() {
        return Ok(first.clone());
    }
    if others.is_empty() {
        return Ok(strategy.single(first.clone()));
    }
    Ok(strategy.merge_all(values.to_vec())?.unwrap_or_default())
}

/// The values after a merge that changes them in place, as the reference's does.
fn changed(strategy: &MergeStrategy, values: &[Value]) -> Option<Value> {
    let mut current = values.to_vec();
    let (first, others) = values.split_first().filter(|_| !strategy.is_first())?;
    let mut memo = strategy.start(first.clone()).ok()?;
    for value in others {
        let (merged, changes) = strategy.merge_with_changes(memo, value).ok()?;
        memo = merged;
        current = current.iter().map(|value| changes.apply(value)).collect();
    }
    Some(current.into())
}
