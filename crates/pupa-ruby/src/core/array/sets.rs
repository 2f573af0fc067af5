//! `Array`: set operations (`-`, `&`, `|`, `uniq`), which compare elements with `eql?`.

use hashbrown::HashTable;

use super::{charge_elements, own, own_mut};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::{ArrayId, HashId, Value};

/// Up to this number of elements, comparing each pair is faster than using a hash table.
const SMALL: usize = 16;

/// A set of elements that can be compared without running code.
struct PlainSet {
    items: Vec<(u64, Value)>,
    places: HashTable<u32>,
}

impl PlainSet {
    /// An empty set, if all values that will be looked up can be compared without running code.
    fn new(m: &Machine<'_>, values: &[Value]) -> Option<PlainSet> {
        let is_plain = |value: &Value| {
            matches!(
                value,
                Value::Str(_) | Value::Sym(_) | Value::Int(_) | Value::Nil | Value::Bool(_)
            )
        };
        let is_usable = !m.operators_redefined && values.iter().all(is_plain);
        let set = PlainSet { items: Vec::with_capacity(values.len()), places: HashTable::new() };
        is_usable.then_some(set)
    }

    fn find(&self, m: &Machine<'_>, code: u64, item: Value) -> Option<&u32> {
        self.places.find(code, |&place| {
            let (known, other) = self.items[place as usize];
            known == code && m.plain_eql(item, other) == Some(true)
        })
    }

    fn contains(&self, m: &Machine<'_>, item: Value) -> bool {
        m.plain_hash_code(item).is_some_and(|code| self.find(m, code, item).is_some())
    }

    /// Adds an element and returns whether it is new.
    fn insert(&mut self, m: &Machine<'_>, item: Value) -> bool {
        let Some(code) = m.plain_hash_code(item) else { return false };
        if self.find(m, code, item).is_some() {
            return false;
        }
        let place = self.items.len() as u32;
        self.items.push((code, item));
        let items = &self.items;
        self.places.insert_unique(code, place, |&place| items[place as usize].0);
        true
    }
}

/// A set of any elements.
enum Lookup {
    /// Few elements, compared one by one.
    List(Vec<Value>),
    /// A hash table.
    Table(HashId),
}

impl Lookup {
    fn new(m: &mut Machine<'_>, items: &[Value]) -> Flow<Lookup> {
        if items.len() <= SMALL {
            return Ok(Lookup::List(items.to_vec()));
        }
        let table = m.new_hash();
        for &item in items {
            insert(m, table, item)?;
        }
        Ok(Lookup::Table(table))
    }

    fn contains(&self, m: &mut Machine<'_>, item: Value) -> Flow<bool> {
        match self {
            Lookup::List(items) => {
                for &other in items {
                    if m.eql(item, other)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Lookup::Table(table) => Ok(m.hash_get(*table, item)?.is_some()),
        }
    }
}

/// Adds an element to a table and returns whether it is new. The element is stored as the value
/// too, because string keys are copied.
pub(crate) fn insert(m: &mut Machine<'_>, table: HashId, item: Value) -> Flow<bool> {
    insert_as(m, table, item, item)
}

/// Adds an element under a key, unless the table has the key. Returns whether it is new.
pub(crate) fn insert_as(m: &mut Machine<'_>, table: HashId, key: Value, item: Value) -> Flow<bool> {
    let before = m.hash(table).len();
    if m.hash_get(table, key)?.is_some() {
        return Ok(false);
    }
    m.hash_set(table, key, item)?;
    Ok(m.hash(table).len() > before)
}

fn lists(m: &mut Machine<'_>, args: Args<'_>) -> Flow<Vec<ArrayId>> {
    args.iter().map(|&other| m.to_ary(other)).collect()
}

/// `-`
pub(super) fn minus(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    difference(m, this, args)
}

/// `difference`
pub(super) fn difference(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut items = m.array(id).to_vec();
    for other in lists(m, args)? {
        let others = m.array(other).to_vec();
        if others.len() > SMALL
            && PlainSet::new(m, &items).is_some()
            && let Some(mut set) = PlainSet::new(m, &others)
        {
            for &item in &others {
                set.insert(m, item);
            }
            items.retain(|&item| !set.contains(m, item));
            continue;
        }
        let lookup = Lookup::new(m, &others)?;
        let mut kept = Vec::with_capacity(items.len());
        for item in items {
            if !lookup.contains(m, item)? {
                kept.push(item);
            }
        }
        items = kept;
    }
    Ok(m.new_array(items))
}

/// `&`
pub(super) fn and(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let other = m.to_ary(args[0])?;
    let items = common(m, id, other)?;
    Ok(m.new_array(items))
}

fn common(m: &mut Machine<'_>, id: ArrayId, other: ArrayId) -> Flow<Vec<Value>> {
    let (items, others) = (m.array(id).to_vec(), m.array(other).to_vec());
    if items.is_empty() || others.is_empty() {
        return Ok(Vec::new());
    }
    if items.len() <= SMALL && others.len() <= SMALL {
        let others = Lookup::List(others);
        let mut result = Lookup::List(Vec::new());
        for item in items {
            if others.contains(m, item)?
                && !result.contains(m, item)?
                && let Lookup::List(list) = &mut result
            {
                list.push(item);
            }
        }
        let Lookup::List(list) = result else { return Ok(Vec::new()) };
        return Ok(list);
    }
    let table = m.new_hash();
    for item in others {
        insert(m, table, item)?;
    }
    let mut result = Vec::new();
    for item in items {
        if m.hash_delete(table, item)?.is_some() {
            result.push(item);
        }
    }
    Ok(result)
}

/// `intersection`
pub(super) fn intersection(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut items = m.array(id).to_vec();
    for &other in args.iter() {
        let other = m.to_ary(other)?;
        let Value::Array(current) = m.new_array(items) else { return Ok(Value::Nil) };
        items = common(m, current, other)?;
    }
    Ok(m.new_array(items))
}

/// `intersect?`
pub(super) fn intersects(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let other = m.to_ary(args[0])?;
    let others = m.array(other).to_vec();
    let lookup = Lookup::new(m, &others)?;
    for item in m.array(id).to_vec() {
        if lookup.contains(m, item)? {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

/// `|`
pub(super) fn or(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    union(m, this, args)
}

/// `union`
pub(super) fn union(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut items = m.array(id).to_vec();
    for other in lists(m, args)? {
        items.extend_from_slice(m.array(other));
    }
    let items = unique(m, &items)?;
    Ok(m.new_array(items))
}

/// The elements without duplicates.
fn unique(m: &mut Machine<'_>, items: &[Value]) -> Flow<Vec<Value>> {
    charge_elements(m, items.len())?;
    if let Some(mut set) = PlainSet::new(m, items) {
        return Ok(items.iter().copied().filter(|&item| set.insert(m, item)).collect());
    }
    let table = m.new_hash();
    let mut result = Vec::with_capacity(items.len());
    for &item in items {
        if insert(m, table, item)? {
            result.push(item);
        }
    }
    Ok(result)
}

/// The elements without duplicates; with a block, without those for which it returns a value again.
fn unique_by(m: &mut Machine<'_>, id: ArrayId, args: Args<'_>) -> Flow<Vec<Value>> {
    let Some(block) = args.block else {
        let items = m.array(id).to_vec();
        return unique(m, &items);
    };
    if m.array(id).len() <= 1 {
        return Ok(m.array(id).to_vec());
    }
    let table = m.new_hash();
    let mut result = Vec::new();
    super::iterate::for_each(m, id, |m, _, item| {
        let key = m.yield_one(block, item)?;
        if insert(m, table, key)? {
            result.push(item);
        }
        Ok(())
    })?;
    Ok(result)
}

/// `uniq`
pub(super) fn uniq(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let items = unique_by(m, id, args)?;
    Ok(m.new_array(items))
}

/// `uniq!`
pub(super) fn uniq_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let items = unique_by(m, id, args)?;
    if items.len() == m.array(id).len() {
        return Ok(Value::Nil);
    }
    m.check_frozen(this)?;
    m.array_mut(id).replace(items);
    Ok(this)
}
