//! `Struct`: classes with named members. `Data` is in a submodule.

pub mod data;
mod define;
mod each;
mod members;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::core::hash;
use crate::heap::Payload;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

/// `Struct`
pub static STRUCT: NativeClass = NativeClass {
    name: "Struct",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    methods: &[
        private("initialize", 0, -1, initialize),
        private("initialize_copy", 1, 1, initialize_copy),
        method("[]", 1, 1, element),
        method("[]=", 2, 2, set_element),
        method("members", 0, 0, members::of_instance),
        method("to_a", 0, 0, each::to_a),
        method("deconstruct", 0, 0, each::to_a),
        method("values", 0, 0, each::to_a),
        method("to_h", 0, 0, each::to_h),
        method("deconstruct_keys", 1, 1, each::deconstruct_keys),
        method("size", 0, 0, size),
        method("length", 0, 0, size),
        method("each", 0, 0, each::each),
        method("each_pair", 0, 0, each::each_pair),
        method("select", 0, 0, each::select),
        method("filter", 0, 0, each::select),
        method("values_at", 0, -1, each::values_at),
        method("dig", 1, -1, dig),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, is_eql),
        method("hash", 0, 0, hash_code),
        method("inspect", 0, 0, inspect),
        method("to_s", 0, 0, inspect),
    ],
    class_methods: &[
        method("new", 0, -1, define::new),
        method("[]", 0, -1, define::new_instance),
        method("members", 0, 0, members::of_class),
        method("keyword_init?", 0, 0, define::is_keyword_init),
        method("inspect", 0, 0, define::inspect_class),
    ],
    ..NativeClass::EMPTY
};

/// The definition of a struct class.
#[derive(Debug)]
pub(crate) struct StructInfo {
    /// The members, in order.
    members: Vec<Symbol>,
    /// The value of `keyword_init:`.
    keyword_init: Value,
}

impl StructInfo {
    fn position(&self, name: Symbol) -> Option<usize> {
        self.members.iter().position(|member| *member == name)
    }
}

/// The definitions of all struct classes.
#[derive(Default)]
struct StructInfos(FxHashMap<ClassId, Rc<StructInfo>>);

/// The Rust data of a struct: the values of its members.
#[derive(Debug, Clone)]
pub(crate) struct StructData {
    info: Rc<StructInfo>,
    values: Vec<Value>,
}

impl Payload for StructData {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        for value in &self.values {
            mark(*value);
        }
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

fn set_info(m: &mut Machine<'_>, class: ClassId, info: StructInfo) {
    let infos = m.core.extensions.entry("structs");
    let infos = infos.or_insert_with(|| Box::<StructInfos>::default());
    if let Some(infos) = infos.downcast_mut::<StructInfos>() {
        infos.0.insert(class, Rc::new(info));
    }
}

/// The definition of a class, or of the nearest superclass that is a struct class.
fn info_of_class(m: &Machine<'_>, class: ClassId) -> Option<Rc<StructInfo>> {
    let infos = m.core.extensions.get("structs")?.downcast_ref::<StructInfos>()?;
    let mut current = Some(class);
    while let Some(class) = current {
        if let Some(info) = infos.0.get(&class) {
            return Some(info.clone());
        }
        current = m.class(class).superclass;
    }
    None
}

/// The values of a struct. An instance that was not initialized gets `nil`s.
fn data<'m>(m: &'m mut Machine<'_>, this: Value) -> Flow<&'m mut StructData> {
    if m.payload::<StructData>(this).is_none() {
        let class = m.class_of(this);
        let (Some(info), Value::Object(id)) = (info_of_class(m, class), this) else {
            return Err(m.type_error("uninitialized struct"));
        };
        let values = vec![Value::Nil; info.members.len()];
        m.set_payload(id, StructData { info, values });
    }
    match m.payload_mut(this) {
        Some(data) => Ok(data),
        None => unreachable!("the payload is there"),
    }
}

fn values(m: &mut Machine<'_>, this: Value) -> Flow<Vec<Value>> {
    Ok(data(m, this)?.values.clone())
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.check_frozen(this)?;
    let info = data(m, this)?.info.clone();
    let count = info.members.len();
    m.charge(count * size_of::<Value>())?;
    if info.keyword_init.is_truthy() {
        return initialize_keywords(m, this, &info, args);
    }
    if args.len() > count {
        return Err(m.argument_error("struct size differs"));
    }
    if args.has_keywords && args.len() == 1 && info.keyword_init.is_nil() {
        m.warn(
            "Passing only keyword arguments to Struct#initialize will behave differently from \
             Ruby 3.2. Please use a Hash literal like .new({k: v}) instead of .new(k: v).",
        )?;
    }
    let data = data(m, this)?;
    data.values.clear();
    data.values.extend_from_slice(args.list);
    data.values.resize(count, Value::Nil);
    Ok(Value::Nil)
}

fn initialize_keywords(
    m: &mut Machine<'_>,
    this: Value,
    info: &StructInfo,
    args: Args<'_>,
) -> Flow {
    let mut values = vec![Value::Nil; info.members.len()];
    match *args.list {
        [] => {}
        [Value::Hash(keywords)] => {
            let mut unknown = Vec::new();
            let entries: Vec<_> = m.hash(keywords).iter().collect();
            for (key, value) in entries {
                match members::position_of_key(m, info, key) {
                    Some(position) => values[position] = value,
                    None => unknown.push(m.to_s_text(key)?),
                }
            }
            if !unknown.is_empty() {
                let list = unknown.join(", ");
                return Err(m.argument_error(format!("unknown keywords: {list}")));
            }
        }
        _ => return Err(m.arity_error(args.len(), 0, Some(0))),
    }
    data(m, this)?.values = values;
    Ok(Value::Nil)
}

fn initialize_copy(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if this.is_same(args[0]) {
        return Ok(this);
    }
    m.check_frozen(this)?;
    if m.real_class_of(this) != m.real_class_of(args[0]) {
        return Err(m.type_error("initialize_copy should take same class object"));
    }
    let values = values(m, args[0])?;
    data(m, this)?.values = values;
    Ok(this)
}

fn element(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let position = members::position(m, this, args[0])?;
    Ok(data(m, this)?.values.get(position).copied().unwrap_or(Value::Nil))
}

fn set_element(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let position = members::position(m, this, args[0])?;
    m.check_frozen(this)?;
    if let Some(place) = data(m, this)?.values.get_mut(position) {
        *place = args[1];
    }
    Ok(args[1])
}

fn size(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(data(m, this)?.info.members.len().into())
}

fn dig(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let value = match members::find_position(m, this, args[0])? {
        Some(position) => data(m, this)?.values.get(position).copied().unwrap_or(Value::Nil),
        None => Value::Nil,
    };
    hash::dig_further(m, value, &args[1..])
}

fn is_equal(m: &mut Machine<'_>, this: Value, other: Value, method: Symbol) -> Flow {
    if this.is_same(other) {
        return Ok(Value::TRUE);
    }
    let is_alike =
        matches!(other, Value::Object(_)) && m.real_class_of(this) == m.real_class_of(other);
    if !is_alike {
        return Ok(Value::FALSE);
    }
    let (own, others) = (values(m, this)?, values(m, other)?);
    let result = m.guard_recursion(method, this, other, true, |m| {
        for (&a, &b) in own.iter().zip(&others) {
            let is_equal = match method {
                names::EQL => m.eql(a, b)?,
                _ => m.equals(a, b)?,
            };
            if !is_equal {
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    Ok(Value::Bool(result))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    is_equal(m, this, args[0], names::EQUALS)
}

fn is_eql(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    is_equal(m, this, args[0], names::EQL)
}

fn hash_code(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let values = values(m, this)?;
    let class = m.real_class_of(this);
    let code = m.hash_collection(this, |m| {
        let mut code = u64::from(class.0) + 1;
        for value in values {
            code = code.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            code ^= m.hash_code(value)?;
        }
        Ok(code)
    })?;
    Ok(Value::Int((code >> 2) as i64))
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = inspect_as(m, this, "struct")?;
    Ok(m.new_str(text))
}

/// `#<struct Name a=1, b=2>`
fn inspect_as(m: &mut Machine<'_>, this: Value, kind: &str) -> Flow<String> {
    let class = m.real_class_of(this);
    let name = m.class_name(class);
    let has_name = !name.starts_with('#');
    let data = data(m, this)?.clone();
    let recursive = format!("#<{kind} {name}:...>");
    m.guard_recursion(names::INSPECT, this, Value::Nil, recursive, |m| {
        let mut out = format!("#<{kind} ");
        if has_name {
            out.push_str(&name);
            if !data.values.is_empty() {
                out.push(' ');
            }
        }
        for (index, (member, value)) in data.info.members.iter().zip(&data.values).enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            if members::is_plain(member.as_str()) {
                out.push_str(member.as_str());
            } else {
                out.push_str(&m.inspect(Value::Sym(*member))?);
            }
            out.push('=');
            out.push_str(&m.inspect(*value)?);
        }
        out.push('>');
        m.charge(out.len())?;
        Ok(out)
    })
}

/// `NameError: no member 'x' in struct`
#[cold]
fn no_member(m: &mut Machine<'_>, this: Value, name: Symbol) -> Jump {
    let jump = m.error(class::NAME_ERROR, format!("no member '{name}' in struct"));
    if let Jump::Raise(id) = jump
        && let Some(data) = m.payload_mut::<ExceptionData>(Value::Object(id))
    {
        data.receiver = this;
        data.detail = Value::Sym(name);
    }
    jump
}
