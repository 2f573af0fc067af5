//! Members of structs: their names, positions and accessors.

use super::{StructData, StructInfo, data, info_of_class, no_member};
use crate::machine::class::MethodDef;
use crate::machine::{Flow, Machine, MethodKind};
use crate::native::{Args, Method, NativeFn, Visibility};
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

pub(super) fn of_instance(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let info = data(m, this)?.info.clone();
    let members = info.members.iter().copied().map(Value::Sym).collect();
    Ok(m.new_array(members))
}

pub(super) fn of_class(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let class = m.to_module(this)?;
    let Some(info) = info_of_class(m, class) else {
        let (name, class) = (args.name, m.class_name(class));
        return Err(m.error(
            crate::core::class::NO_METHOD_ERROR,
            format!("undefined method `{name}' for {class}:Class"),
        ));
    };
    let members = info.members.iter().copied().map(Value::Sym).collect();
    Ok(m.new_array(members))
}

/// The index of the member that a key selects; `None` if there is none.
pub(super) fn find_position(m: &mut Machine<'_>, this: Value, key: Value) -> Flow<Option<usize>> {
    let info = data(m, this)?.info.clone();
    if let Value::Sym(_) | Value::Str(_) = key {
        return Ok(position_of_key(m, &info, key));
    }
    let index = m.to_int(key)?;
    let count = info.members.len() as i64;
    let index = if index < 0 { index.saturating_add(count) } else { index };
    Ok(usize::try_from(index).ok().filter(|index| *index < info.members.len()))
}

/// The index of the member with the name in a symbol or string.
pub(super) fn position_of_key(m: &Machine<'_>, info: &StructInfo, key: Value) -> Option<usize> {
    match key {
        Value::Sym(name) => info.position(name),
        Value::Str(id) => info.position(Symbol::find(m.string(id).utf8()?)?),
        _ => None,
    }
}

/// The index of the member that a key selects; raises an error if there is none.
pub(super) fn position(m: &mut Machine<'_>, this: Value, key: Value) -> Flow<usize> {
    if let Some(position) = find_position(m, this, key)? {
        return Ok(position);
    }
    match key {
        Value::Sym(name) => Err(no_member(m, this, name)),
        Value::Str(id) => {
            let name = Symbol::new(&m.text_of(id));
            Err(no_member(m, this, name))
        }
        _ => {
            let index = m.to_int(key)?;
            let count = data(m, this)?.info.members.len();
            let size = if index < 0 { "small" } else { "large" };
            Err(m.index_error(format!("offset {index} too {size} for struct(size:{count})")))
        }
    }
}

/// Whether a name can be written without quotes, as that of a variable or constant.
pub(super) fn is_plain(name: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || c == '_' || !c.is_ascii();
    name.chars().next().is_some_and(is_letter)
        && name.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

fn get<const AT: usize>(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    if let Some(value) = m.payload::<StructData>(this).and_then(|data| data.values.get(AT)) {
        return Ok(*value);
    }
    Ok(data(m, this)?.values.get(AT).copied().unwrap_or(Value::Nil))
}

fn set<const AT: usize>(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.check_frozen(this)?;
    if let Some(place) = data(m, this)?.values.get_mut(AT) {
        *place = args[0];
    }
    Ok(args[0])
}

macro_rules! accessors {
    ($($at:literal)*) => {
        /// The accessors of the first members, by their index.
        const ACCESSORS: &[(NativeFn, NativeFn)] = &[$((get::<$at>, set::<$at>),)*];
    };
}
accessors!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);

/// The accessor of a member with a high index, which is looked up by its name.
fn get_by_name(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let position = position(m, this, Value::Sym(args.name))?;
    Ok(data(m, this)?.values.get(position).copied().unwrap_or(Value::Nil))
}

fn set_by_name(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = args.name.as_str();
    let member = Symbol::new(name.strip_suffix('=').unwrap_or(name));
    let position = position(m, this, Value::Sym(member))?;
    m.check_frozen(this)?;
    if let Some(place) = data(m, this)?.values.get_mut(position) {
        *place = args[0];
    }
    Ok(args[0])
}

/// Defines the accessors of the members of a class.
pub(super) fn define_accessors(
    m: &mut Machine<'_>,
    class: ClassId,
    members: &[Symbol],
    has_writers: bool,
) {
    for (at, &member) in members.iter().enumerate() {
        let (get, set) = ACCESSORS.get(at).copied().unwrap_or((get_by_name, set_by_name));
        define(m, class, member, 0, get);
        if has_writers {
            define(m, class, member.writer(), 1, set);
        }
    }
}

fn define(m: &mut Machine<'_>, class: ClassId, name: Symbol, count: i8, run: NativeFn) {
    let visibility = Visibility::Public;
    let method =
        Method { name: name.as_str(), min: count, max: count, run, visibility, walks: false };
    let kind = MethodKind::Native(method);
    m.define_method(class, name, MethodDef { name, owner: class, visibility, kind });
}
