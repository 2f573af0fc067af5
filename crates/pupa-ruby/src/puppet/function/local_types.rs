//! Types of a single function: `local_types { type 'Port = Integer[1, 65535]' }`.

use pupa_value::types::Type;
use std::rc::Rc;

use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Machine, MethodDef, MethodKind};
use crate::native::{Args, NativeClass, Visibility, method};
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// `Puppet::Functions::LocalTypeAliasesBuilder`: `self` in the block
pub static LOCAL_TYPES_BUILDER: NativeClass = NativeClass {
    name: "Puppet::Functions::LocalTypeAliasesBuilder",
    methods: &[method("type", 1, 1, add_type)],
    ..NativeClass::EMPTY
};

/// The definitions so far, as strings.
#[derive(Debug, Clone, Default)]
struct Definitions(Vec<String>);

impl Payload for Definitions {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// Runs the block, and adds the types to the function.
pub(super) fn local_types(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Class(function) = this else { return Ok(Value::Nil) };
    let block = m.require_block(args)?;
    let builder = m.new_payload(class::PUPPET_LOCAL_TYPES_BUILDER, Definitions::default());
    m.yield_with_self(block, builder, None, &[builder])?;
    let definitions = m.payload::<Definitions>(builder).map(|found| found.0.clone());
    let types = m.puppet(|puppet| puppet.local_types(&definitions.unwrap_or_default()))?;
    let types = types.map_err(|message| m.argument_error(message))?;
    for (name, t) in types {
        define_reader(m, function, &name, t.clone());
        m.function_class(function).local_types.push((name.into(), t));
    }
    Ok(Value::Nil)
}

/// Defines the method `type_Port`, which returns the type.
fn define_reader(m: &mut Machine<'_>, function: ClassId, name: &str, t: Type) {
    let value = pupa_value::Value::Type(t);
    let body =
        Rc::new(move |m: &mut Machine<'_>, _: Args<'_>| Ok(m.new_puppet_data(value.clone())));
    let Value::Proc(proc) = m.new_native_proc(body, 0) else { return };
    let name = Symbol::new(&format!("type_{name}"));
    let kind = MethodKind::Block(proc);
    let def = MethodDef { name, owner: function, kind, visibility: Visibility::Public };
    m.define_method(function, name, def);
}

/// `type 'Name = T'`
fn add_type(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let text = m.to_text(args[0])?;
    let place = m.caller_place().unwrap_or_default();
    let checked = m.puppet(|puppet| puppet.local_types(std::slice::from_ref(&text)))?;
    match checked {
        Err(message) if message.starts_with("Expected a type alias") => {
            return Err(m.argument_error(format!("{message}\nCalled from <{place}>")));
        }
        Err(message) => {
            return Err(m.argument_error(format!(
                "Parsing of 'type \"{text}\"' failed with message: <{message}>.\nCalled from \
                 <{place}>"
            )));
        }
        Ok(_) => {}
    }
    if let Some(definitions) = m.payload_mut::<Definitions>(this) {
        definitions.0.push(text);
    }
    Ok(Value::Nil)
}
