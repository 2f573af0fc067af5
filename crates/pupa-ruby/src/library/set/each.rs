//! Iteration over sets, and methods that return sets of sets.

use super::{copy, elements, elements_of, items, new_like, new_of_class, new_set};
use crate::core::class;
use crate::core::hash;
use crate::machine::{Flow, Machine, MethodKind};
use crate::native::{Args, Block};
use crate::symbol::names;
use crate::value::{HashId, Value};

pub(super) fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let elements = elements(m, this)?;
    hash::each_entry(m, elements, |m, item, _| {
        m.yield_one(block, item)?;
        Ok(true)
    })?;
    Ok(this)
}

/// Forwards a method with a block to the array of elements.
pub(super) fn by_array(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_none() {
        return m.enumerator(this, args);
    }
    let result = of_array(m, this, args)?;
    Ok(if args.name.as_str() == "each_with_index" { this } else { result })
}

/// Forwards a method to the array of elements. A subclass may override `each`; then the method of
/// `Enumerable` is called.
pub(super) fn of_array(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let own = m.class_of(this);
    if own != class::SET
        && let Some(each) = m.find_method(own, names::EACH)
        && m.method(each).owner != class::SET
        && let Some(method) = m.own_method(class::ENUMERABLE, args.name)
        && let MethodKind::Native(native) = m.method(method).kind
    {
        return (native.run)(m, this, args);
    }
    let elements = elements(m, this)?;
    let items = items(m, this)?;
    let items = m.new_array(items);
    m.begin_iteration(elements);
    let result = m.call_args(items, args);
    m.end_iteration(elements);
    result
}

pub(super) fn flatten(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let flat = flat_elements(m, this)?;
    let items = m.hash(flat).keys();
    new_of_class(m, this, &items)
}

/// The elements of a set and of the sets inside it.
pub(super) fn flat_elements(m: &mut Machine<'_>, this: Value) -> Flow<HashId> {
    let own = elements(m, this)?;
    let result = hash::new_like(m, own);
    let mut around = vec![this];
    add_flat(m, result, this, &mut around)?;
    Ok(result)
}

fn add_flat(m: &mut Machine<'_>, result: HashId, set: Value, around: &mut Vec<Value>) -> Flow<()> {
    for item in items(m, set)? {
        if elements_of(m, item).is_none() {
            m.hash_set(result, item, Value::TRUE)?;
            continue;
        }
        if around.iter().any(|outer| outer.is_same(item)) {
            return Err(m.argument_error("tried to flatten recursive Set"));
        }
        if around.len() > 1000 {
            return Err(m.error(class::SYSTEM_STACK_ERROR, "stack level too deep"));
        }
        around.push(item);
        add_flat(m, result, item, around)?;
        around.pop();
    }
    Ok(())
}

pub(super) fn classify(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let result = m.new_hash();
    for item in items(m, this)? {
        m.step()?;
        let key = m.yield_one(block, item)?;
        let set = match m.hash_get(result, key)? {
            Some(set) => set,
            None => {
                let set = new_like(m, this)?;
                m.hash_set(result, key, set)?;
                set
            }
        };
        let elements = elements(m, set)?;
        m.hash_set(elements, item, Value::TRUE)?;
    }
    Ok(Value::Hash(result))
}

pub(super) fn divide(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    if m.block_arity(block) == 2 {
        return divide_by_relation(m, this, block);
    }
    let Value::Hash(classes) = classify(m, this, args)? else { return copy(m, this) };
    let sets = m.hash(classes).values();
    new_set(m, &sets)
}

/// Divides a set into the strongly connected components of a relation.
fn divide_by_relation(m: &mut Machine<'_>, this: Value, block: Block) -> Flow {
    let items = items(m, this)?;
    let mut edges = Vec::with_capacity(items.len());
    for &from in &items {
        let mut targets = Vec::new();
        for (index, &to) in items.iter().enumerate() {
            m.step()?;
            if m.yield_block(block, &[from, to])?.is_truthy() {
                targets.push(index);
            }
        }
        edges.push(targets);
    }
    let mut sets = Vec::new();
    for component in components(&edges) {
        let members: Vec<_> = component.into_iter().map(|index| items[index]).collect();
        sets.push(new_of_class(m, this, &members)?);
    }
    new_set(m, &sets)
}

/// The strongly connected components of a graph, each after those that it leads to.
fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNKNOWN: usize = usize::MAX;
    const DONE: usize = usize::MAX - 1;
    let mut numbers = vec![UNKNOWN; edges.len()];
    let mut lowest = vec![0; edges.len()];
    let (mut open, mut found, mut count) = (Vec::new(), Vec::new(), 0);
    for start in 0..edges.len() {
        if numbers[start] != UNKNOWN {
            continue;
        }
        // The nodes on the current path, each with the number of its next edge and its position in
        // `open`.
        let mut path: Vec<(usize, usize, usize)> = Vec::new();
        let mut enter = Some(start);
        loop {
            if let Some(node) = enter.take() {
                numbers[node] = count;
                lowest[node] = count;
                count += 1;
                path.push((node, 0, open.len()));
                open.push(node);
            }
            let Some((node, next, place)) = path.last_mut() else { break };
            let (node, place) = (*node, *place);
            if let Some(&target) = edges[node].get(*next) {
                *next += 1;
                match numbers[target] {
                    UNKNOWN => enter = Some(target),
                    DONE => {}
                    number => lowest[node] = lowest[node].min(number),
                }
                continue;
            }
            path.pop();
            if lowest[node] == numbers[node] {
                let component = open.split_off(place);
                for &member in &component {
                    numbers[member] = DONE;
                }
                found.push(component);
            } else if let Some((parent, _, _)) = path.last() {
                lowest[*parent] = lowest[*parent].min(lowest[node]);
            }
        }
    }
    found
}
