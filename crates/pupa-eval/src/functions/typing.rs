//! Functions of types: `type`, `new`, `convert_to`, `assert_type`, `unwrap`, `annotate`.

use std::sync::Arc;

use pupa_value::infer::{infer, infer_detailed};
use pupa_value::mismatch::describe_mismatch;
use pupa_value::text::ruby::{class_name, inspect};
use pupa_value::type_parser::parse_type;
use pupa_value::value::Object;
use pupa_value::{Error, Type, Value};

use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::{Outcome, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "type",
        doc: "The type of a value.\n\n\
              The second argument sets the precision: `detailed`, the default, has the type of \
              each element of collections; `reduced` joins elements to one common type; \
              `generalized` leaves sizes and ranges out, too.",
        examples: &[
            Example { code: "type([1, 'a'])", value: "Tuple[Integer[1, 1], String]" },
            Example { code: "type([1, 3], reduced)", value: "Array[Integer[1, 3], 2, 2]" },
            Example { code: "type([1, 3], generalized)", value: "Array[Integer]" },
        ],
        dispatches: &[
            Dispatch {
                signature: "Any $value, Enum[detailed] $inference_method?",
                body: type_detailed,
            },
            Dispatch {
                signature: "Any $value, Enum[reduced] $inference_method",
                body: type_reduced,
            },
            Dispatch {
                signature: "Any $value, Enum[generalized] $inference_method",
                body: type_generalized,
            },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "new",
        doc: "Makes an instance of a type from arguments, as `Type(…)` does.\n\n\
              A single argument that is an instance already is the result as it is, except with \
              `Init`. A block gets an instance that was made, and gives the result. For a type that \
              is defined with `type Name { … }` the block is an initialiser: it gets the object \
              before it is finished, may set its features, and the object is the result.",
        examples: &[
            Example { code: "new(Integer, '0x1f')", value: "31" },
            Example { code: "Integer.new('5') |$x| { $x + 1 }", value: "6" },
        ],
        dispatches: &[Dispatch {
            signature: "Type $type, Any *$args, Callable &$block?",
            body: new,
        }],
        traits: Traits::NONE,
    },
    Function {
        name: "convert_to",
        doc: "Makes an instance of a type from a value and further arguments, as `new` does with \
              the type first. A block gets the instance, and gives the result. For a type that is \
              defined with `type Name { … }` it reads the serialised form, as `from_data` of the \
              type does.",
        examples: &[
            Example { code: "'101'.convert_to(Integer, 2)", value: "5" },
            Example { code: "'5'.convert_to(Integer) |$x| { $x + 1 }", value: "6" },
        ],
        dispatches: &[Dispatch {
            signature: "Any $value, Type $type, Any *$args, Callable[1,1] &$block?",
            body: convert_to,
        }],
        traits: Traits::NONE,
    },
    Function {
        name: "assert_type",
        doc: "Returns a value if it has a type, and fails otherwise.\n\n\
              The type may be given as text. With a block it does not fail: the block gets the \
              type that was expected and that of the value, and gives the result.",
        examples: &[
            Example { code: "assert_type(Integer, 5)", value: "5" },
            Example {
                code: "assert_type(Integer[1, 3], 5) |$expected, $actual| { $actual }",
                value: "Integer[5, 5]",
            },
            Example {
                code: "assert_type(Integer, 'a')",
                value: "Error: Evaluation Error: Error while evaluating a Function Call, \
                        assert_type(): expects an Integer value, got String",
            },
        ],
        dispatches: &[
            Dispatch {
                signature: "Type $type, Any $value, Callable[Type, Type] &$block?",
                body: assert_type,
            },
            Dispatch {
                signature: "String $type_string, Any $value, Callable[Type, Type] &$block?",
                body: assert_named_type,
            },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "unwrap",
        doc: "The value in a `Sensitive`; any other value as it is. With a block, the result of \
              the block for it.",
        examples: &[
            Example { code: "unwrap(Sensitive('secret'))", value: "'secret'" },
            Example { code: "Sensitive('a').unwrap |$x| { \"${x}b\" }", value: "'ab'" },
        ],
        dispatches: &[
            Dispatch { signature: "Sensitive $arg, Callable &$block?", body: unwrap },
            Dispatch { signature: "Any $arg, Callable &$block?", body: unwrap },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "annotate",
        doc: "The annotation of a value: an instance of a type that inherits from \
              `Annotation`.\n\n\
              An object type may declare annotations; for others, a block or a hash as third \
              argument gives the attributes. The type `Pcore` with a hash from annotation types to \
              attributes makes several, and gives the value.\n\n\
              Values are never changed: each call makes a new instance of an undeclared \
              annotation, and strings, numbers and other scalars can't have any.",
        examples: &[
            Example {
                code: "type Doc = Object[{parent => Annotation, attributes => {text => String}}]\n\
                       type Car = Object[{annotations => {Doc => {text => 'drives'}}}]\n\
                       annotate(Doc, Car).text",
                value: "'drives'",
            },
            Example { code: "annotate(RubyMethod, 2)", value: "undef" },
        ],
        dispatches: &[
            Dispatch {
                signature: "Type[Annotation] $type, Any $value, Callable[0, 0] &$block?",
                body: annotate,
            },
            Dispatch {
                signature: "Type[Annotation] $type, Any $value, \
                            Variant[Enum[clear],Hash[Pcore::MemberName,Any]] $annotation_hash",
                body: annotate_anew,
            },
            Dispatch {
                signature: "Type[Pcore] $type, Any $value, \
                            Hash[Type[Annotation], Hash[Pcore::MemberName,Any]] $annotations",
                body: annotate_several,
            },
        ],
        traits: Traits::NONE,
    },
];

fn type_detailed(call: &mut Call<'_, '_>) -> Outcome {
    Ok(infer_detailed(call.arg(0)).into())
}

fn type_reduced(call: &mut Call<'_, '_>) -> Outcome {
    Ok(infer(call.arg(0)).into())
}

fn type_generalized(call: &mut Call<'_, '_>) -> Outcome {
    Ok(infer(call.arg(0)).generalize().into())
}

/// The type that is an argument.
fn take_type(call: &mut Call<'_, '_>, index: usize) -> Type {
    match call.take(index) {
        Value::Type(t) => t,
        _ => Type::Any,
    }
}

fn new(call: &mut Call<'_, '_>) -> Outcome {
    let t = take_type(call, 0);
    let args = call.args.split_off(1.min(call.args.len()));
    if let [value] = args.as_slice()
        && !matches!(t, Type::Init(_))
        && !(matches!(value, Value::Instance(_)) && call.has_block())
        && t.is_instance(value)
    {
        // Compat: the block is not asked about what is an instance already.
        // Pinned by `quirk-instances-are-not-compared`.
        return Ok(value.clone());
    }
    if let Some(object) = call.construct(&t, &args) {
        return object;
    }
    let instance = call.new_instance(&t, &args)?;
    give(call, instance)
}

fn convert_to(call: &mut Call<'_, '_>) -> Outcome {
    let t = take_type(call, 1);
    call.args.remove(1);
    let args = std::mem::take(&mut call.args);
    let instance = match call.load_object(&t, &args) {
        Some(object) => object?,
        None => call.new_instance(&t, &args)?,
    };
    give(call, instance)
}

/// Returns a value, or the result of the block for it.
fn give(call: &mut Call<'_, '_>, value: Value) -> Outcome {
    if call.has_block() { call.yield_with([value]) } else { Ok(value) }
}

fn assert_type(call: &mut Call<'_, '_>) -> Outcome {
    let expected = take_type(call, 0);
    assert_is(call, expected)
}

fn assert_named_type(call: &mut Call<'_, '_>) -> Outcome {
    let expected = parse_type(call.text(0), call.types())?;
    assert_is(call, expected)
}

fn assert_is(call: &mut Call<'_, '_>, expected: Type) -> Outcome {
    let value = call.take(1);
    if expected.is_instance(&value) {
        return Ok(value);
    }
    let actual = infer_detailed(&value);
    if call.has_block() {
        return call.yield_with([Value::Type(expected), Value::Type(actual)]);
    }
    Err(Error::assertion(describe_mismatch("assert_type():", &expected, &actual)).into())
}

fn unwrap(call: &mut Call<'_, '_>) -> Outcome {
    let value = match call.take(0) {
        Value::Sensitive(hidden) => Arc::unwrap_or_clone(hidden),
        other => other,
    };
    give(call, value)
}

fn annotate(call: &mut Call<'_, '_>) -> Outcome {
    let t = take_type(call, 0);
    let value = call.take(1);
    if let Some(declared) = declared_annotation(&value, &t) {
        return make_annotation(&t, &declared);
    }
    if !call.has_block() {
        return Ok(Value::Undef);
    }
    match call.yield_with([])? {
        Value::Undef => Ok(Value::Undef),
        attributes => attach(&t, &value, &attributes),
    }
}

fn annotate_anew(call: &mut Call<'_, '_>) -> Outcome {
    let t = take_type(call, 0);
    let (value, attributes) = (call.take(1), call.take(2));
    let clears = attributes.as_str().is_some();
    if declared_annotation(&value, &t).is_some() {
        let action = if clears { "clear" } else { "redefine" };
        let subject = match &value {
            Value::Type(declaring) => declaring.to_string(),
            other => inspect(other).into_owned(),
        };
        return Err(error(format!("attempt to {action} {t} annotation declared on {subject}")));
    }
    if clears { Ok(Value::Undef) } else { attach(&t, &value, &attributes) }
}

fn annotate_several(call: &mut Call<'_, '_>) -> Outcome {
    let (value, annotations) = (call.take(1), call.take(2));
    for (annotation, attributes) in annotations.as_hash().into_iter().flatten() {
        if let Value::Type(t) = annotation
            && declared_annotation(&value, t).is_none()
        {
            attach(t, &value, attributes)?;
        }
    }
    Ok(value)
}

/// The attributes of an annotation in the declaration of an object type.
fn declared_annotation(value: &Value, annotation: &Type) -> Option<Value> {
    match value.as_type()?.resolved() {
        Type::Object(t) => t.annotation(annotation).cloned(),
        _ => None,
    }
}

/// Attaches an annotation to a value; fails for scalars.
fn attach(t: &Type, value: &Value, attributes: &Value) -> Outcome {
    let annotation = make_annotation(t, attributes)?;
    let is_scalar = matches!(
        value,
        Value::Undef
            | Value::Default
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::BigInteger(_)
            | Value::Float(_)
            | Value::String(_)
            | Value::Regexp(_)
    );
    if is_scalar {
        let (class, display) = (class_name(value), inspect(value));
        return Err(error(format!("can't modify frozen {class}: {display}")));
    }
    Ok(annotation)
}

fn make_annotation(t: &Type, attributes: &Value) -> Outcome {
    match t.resolved() {
        Type::Object(object_type) => {
            Ok(Value::Object(Arc::new(Object::from_hash(object_type, attributes)?)))
        }
        _ => Ok(Value::Undef),
    }
}
