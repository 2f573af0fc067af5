//! Functions that look up data, and functions that provide it to Hiera.

use std::sync::Arc;

use pupa_hiera::files::Format;
use pupa_hiera::search::Reply;
use pupa_hiera::{HieraCall, Lookup, Question};
use pupa_syntax::validate::Strict;
use pupa_value::Value;
use pupa_value::value::{Hash, Text};

use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::log::Level;
use crate::stop::{Outcome, error};

/// Data may interpolate variables of the calling scope.
const LOOKS_UP: Traits = Traits::READS_VARIABLES;

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "lookup",
        doc: "The value of a key in data: the value of the layer and level of highest priority, or \
              of all of them merged.\n\n\
              The first of several keys that is found wins. The value must be of the given type. \
              How values are merged (`first`, `unique`, `hash`, `deep`, or a hash with `strategy` \
              and options) is decided by the argument or by `lookup_options` in data. When no key \
              is found, the result is that of the block, or the default value; without these it is \
              an error.\n\n\
              Options may be given as a hash, too: `name`, `value_type`, `default_value`, \
              `override`, `default_values_hash` and `merge`. Values of `override` are found before \
              all data, those of `default_values_hash` after all.",
        examples: &[
            Example { code: "lookup('ntp::servers', Array, 'unique', ['a'])", value: "['a']" },
            Example { code: "lookup('no.such') |$key| { \"no ${key}\" }", value: "'no no.such'" },
            Example { code: "lookup('a', {override => {a => 1}})", value: "1" },
        ],
        dispatches: &[
            Dispatch {
                signature: "NameType $name, ValueType $value_type?, MergeType $merge?",
                body: lookup,
            },
            Dispatch {
                signature: "NameType $name, Optional[ValueType] $value_type, \
                            Optional[MergeType] $merge, DefaultValueType $default_value",
                body: lookup_with_default,
            },
            Dispatch {
                signature: "NameType $name, ValueType $value_type?, MergeType $merge?, \
                            BlockType &$block",
                body: lookup,
            },
            Dispatch {
                signature: "OptionsWithName $options_hash, BlockType &$block?",
                body: lookup_with_name_in_options,
            },
            Dispatch {
                signature: "Variant[String,Array[String]] $name, OptionsWithoutName $options_hash, \
                            BlockType &$block?",
                body: lookup_with_options,
            },
        ],
        traits: LOOKS_UP,
    },
    Function {
        name: "hiera",
        doc: "The value of a key in data, of the highest priority.\n\n\
              It is deprecated: use `lookup`. It does not look into the data of modules unless \
              there is a configuration of version 5 in the environment. The third argument names \
              levels that are searched first.",
        examples: &[Example { code: "hiera('no::such', 'nothing')", value: "'nothing'" }],
        dispatches: HIERA,
        traits: LOOKS_UP,
    },
    Function {
        name: "hiera_array",
        doc: "The values of a key in all levels of data, as one array without \
              repetitions.\n\nIt is deprecated: use `lookup` with the strategy `unique`.",
        examples: &[Example { code: "hiera_array('no::such', [1])", value: "[1]" }],
        dispatches: HIERA,
        traits: LOOKS_UP,
    },
    Function {
        name: "hiera_hash",
        doc: "The hashes of a key in all levels of data, merged to one hash.\n\n\
              It is deprecated: use `lookup` with the strategy `hash` or `deep`.",
        examples: &[Example { code: "hiera_hash('no::such', {a => 1})", value: "{'a' => 1}" }],
        dispatches: HIERA,
        traits: LOOKS_UP,
    },
    Function {
        name: "hiera_include",
        doc: "Includes the classes listed under a key in all levels of data.\n\n\
              It is deprecated: use `lookup('classes', Array[String], 'unique').include`.",
        examples: &[Example { code: "hiera_include('no::such', [])", value: "undef" }],
        dispatches: HIERA,
        traits: LOOKS_UP,
    },
    Function {
        name: "yaml_data",
        doc: "The data of a YAML file; for `data_hash` in hiera.yaml.",
        examples: &[],
        dispatches: FILE_DATA,
        traits: LOOKS_UP,
    },
    Function {
        name: "json_data",
        doc: "The data of a JSON file; for `data_hash` in hiera.yaml.",
        examples: &[],
        dispatches: FILE_DATA,
        traits: LOOKS_UP,
    },
    Function {
        name: "hocon_data",
        doc: "The data of a HOCON file; for `data_hash` in hiera.yaml.",
        examples: &[],
        dispatches: FILE_DATA,
        traits: LOOKS_UP,
    },
    Function {
        name: "eyaml_lookup_key",
        doc: "The value of a key in a YAML file, with texts in it decrypted; for `lookup_key` in \
              hiera.yaml.\n\n\
              The option `pkcs7_private_key` is the path of the private key.",
        examples: &[],
        dispatches: &[Dispatch {
            signature: "String[1] $key, Hash[String[1],Any] $options, \
                        Puppet::LookupContext $context",
            body: eyaml_lookup_key,
        }],
        traits: LOOKS_UP,
    },
];

const HIERA: &[Dispatch] = &[
    Dispatch { signature: "Tuple[String, Any, Any, 1, 3] $args", body: hiera_with_array },
    Dispatch { signature: "String $key", body: hiera },
    Dispatch { signature: "String $key, Any $default, Any $override?", body: hiera_with_default },
    Dispatch { signature: "String $key, Callable[1,1] &$default_block", body: hiera },
    Dispatch {
        signature: "String $key, Any $override, Callable[1,1] &$default_block",
        body: hiera_with_override,
    },
];

const FILE_DATA: &[Dispatch] = &[
    Dispatch {
        signature: "Struct[{path=>String[1]}] $options, Puppet::LookupContext $context",
        body: file_data,
    },
    Dispatch {
        signature: "! Hash $options, Puppet::LookupContext $context",
        body: explain_file_data,
    },
];

// lookup

fn lookup(call: &mut Call<'_, '_>) -> Outcome {
    let mut question = Question::of(keys(call.arg(0)));
    question.value_type = call.arg(1).as_type().cloned();
    question.merge = call.take(2);
    answer(call, question)
}

fn lookup_with_default(call: &mut Call<'_, '_>) -> Outcome {
    let mut question = Question::of(keys(call.arg(0)));
    question.value_type = call.arg(1).as_type().cloned();
    question.merge = call.take(2);
    question.default = Some(call.take(3));
    answer(call, question)
}

fn lookup_with_name_in_options(call: &mut Call<'_, '_>) -> Outcome {
    let options = call.take(0);
    let name = options.as_hash().and_then(|options| options.get_str("name")).cloned();
    let name = name.unwrap_or_default();
    call.args[0] = name.clone();
    let question = with_options(Question::of(keys(&name)), &options);
    answer(call, question)
}

fn lookup_with_options(call: &mut Call<'_, '_>) -> Outcome {
    let question = with_options(Question::of(keys(call.arg(0))), call.arg(1));
    answer(call, question)
}

fn with_options(mut question: Question, options: &Value) -> Question {
    let option = |name: &str| options.as_hash().and_then(|options| options.get_str(name));
    let hash = |name: &str| -> Option<Arc<Hash>> {
        match option(name) {
            Some(Value::Hash(hash)) => Some(Arc::clone(hash)),
            _ => None,
        }
    };
    question.value_type = option("value_type").and_then(Value::as_type).cloned();
    question.default = option("default_value").cloned();
    question.overrides = hash("override");
    question.default_values = hash("default_values_hash");
    question.merge = option("merge").cloned().unwrap_or_default();
    question
}

fn answer(call: &mut Call<'_, '_>, mut question: Question) -> Outcome {
    if call.has_block() {
        // Compat: the block takes precedence over the default value. Pinned by
        // `quirk-blocks-before-defaults`.
        question.default = None;
    }
    match call.evaluator.lookup().ask(&question)? {
        Reply::Found(value) => {
            call.evaluator.compilation().trace_lookup(&question, &value);
            Ok(call.evaluator.ruby_state.own_value(value))
        }
        Reply::NotFound if call.has_block() => {
            let name = call.arg(0).clone();
            let value = call.yield_with([name])?;
            if let Some(expected) = &question.value_type {
                let subject = "Value returned from default block";
                pupa_value::mismatch::assert_instance(subject, expected, &value)?;
            }
            Ok(value)
        }
        Reply::NotFound => Err(call.evaluator.lookup().no_such_key(&question)),
    }
}

// hiera and its like

fn hiera_with_array(call: &mut Call<'_, '_>) -> Outcome {
    if let Value::Array(args) = call.take(0) {
        call.args = args.to_vec();
    }
    if call.args.len() > 1 { hiera_with_default(call) } else { hiera(call) }
}

fn hiera(call: &mut Call<'_, '_>) -> Outcome {
    ask_hiera(call, None, &Value::Undef)
}

fn hiera_with_default(call: &mut Call<'_, '_>) -> Outcome {
    let (default, overrides) = (call.take(1), call.take(2));
    ask_hiera(call, Some(default), &overrides)
}

fn hiera_with_override(call: &mut Call<'_, '_>) -> Outcome {
    let overrides = call.take(1);
    ask_hiera(call, None, &overrides)
}

fn ask_hiera(call: &mut Call<'_, '_>, default: Option<Value>, overrides: &Value) -> Outcome {
    let name = call.name.to_owned();
    warn_of(call, &name);
    let mut question = Question::new(Text::from(call.text(0)));
    question.default = default;
    question.merge = match name.as_str() {
        "hiera_array" | "hiera_include" => "unique".into(),
        "hiera_hash" => "hash".into(),
        _ => "first".into(),
    };
    question.legacy = Some(HieraCall { overrides: keys(overrides) });
    let value = answer(call, question)?;
    if name == "hiera_include" { include(call, value) } else { Ok(value) }
}

fn warn_of(call: &mut Call<'_, '_>, name: &str) {
    if call.settings().strict == Strict::Off {
        return;
    }
    if call.evaluator.run.is_new_warning(&format!("deprecations {name}")) {
        let message = format!(
            "The function '{name}' is deprecated in favor of using 'lookup'. See \
             https://puppet.com/docs/puppet/8.28/deprecated_language.html\n   \
             (file & line not available)"
        );
        call.evaluator.say(Level::Warning, message);
    }
}

fn include(call: &mut Call<'_, '_>, value: Value) -> Outcome {
    let is_empty = match &value {
        Value::Undef => {
            return Err(error(format!("Could not find data item {}", call.text(0))));
        }
        Value::String(text) => text.is_empty(),
        Value::Array(elements) => elements.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        _ => false,
    };
    if is_empty { Ok(Value::Undef) } else { call.call_function("include", vec![value], false) }
}

// Functions that give data.

fn file_data(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.arg(0).as_hash().and_then(|options| options.get_str("path"));
    let path = path.and_then(Value::as_str).unwrap_or_default().to_owned();
    let Some(format) = Format::read_by(call.name) else {
        unreachable!("'{}' is one of those that read files", call.name)
    };
    let data = Lookup::new(&mut call.evaluator.lookup()).file_data(&path.into(), format);
    data.map_err(|refused| call.evaluator.lookup().refused(refused))
}

fn explain_file_data(call: &mut Call<'_, '_>) -> Outcome {
    Err(error(format!(
        "'{}' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in \
         hiera.yaml when using this data_hash function",
        call.name
    )))
}

fn eyaml_lookup_key(call: &mut Call<'_, '_>) -> Outcome {
    let Value::Object(object) = call.arg(2).clone() else { return Ok(Value::Undef) };
    let Some(context) = call.evaluator.lookup().context_of(&object) else {
        return Err(error("eyaml_lookup_key(): the context is not that of a running lookup"));
    };
    let (key, options) = (Text::from(call.text(0)), call.arg(1).clone());
    let value =
        Lookup::new(&mut call.evaluator.lookup()).eyaml_lookup_key(&context, &key, &options);
    value.map_err(|refused| call.evaluator.lookup().refused(refused))
}

/// Keys given as an argument: one, or several.
fn keys(value: &Value) -> Vec<Text> {
    match value {
        Value::String(key) => vec![key.clone()],
        Value::Array(keys) => keys.iter().flat_map(self::keys).collect(),
        _ => Vec::new(),
    }
}
