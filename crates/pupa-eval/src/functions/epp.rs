//! Templates: `epp` and `inline_epp`.

use pupa_value::mismatch::assert_instance_with;
use pupa_value::text::ruby::class_name;
use pupa_value::value::Hash;
use pupa_value::{Type, Value};

use super::system::existing;
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::host::ModuleFiles;
use crate::stop::{Outcome, Stop, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "epp",
        doc: "Evaluates a template file and returns the text that it writes.\n\n\
              The first argument is the template: `module/file.epp` is `file.epp` in the \
              `templates` of the module; the ending may be left out. An absolute path works too. \
              The second is a hash with the values of the template's parameters. The template sees \
              global variables, not those of the place that calls it.",
        examples: &[],
        dispatches: &[Dispatch {
            signature: "String $path, Hash[Pattern[/^\\w+$/], Any] $parameters?",
            body: epp,
        }],
        traits: Traits { returns: Some("Variant[String, Sensitive[String]]"), ..Traits::SYSTEM },
    },
    Function {
        name: "inline_epp",
        doc: "Evaluates the text of a template and returns the text that it writes.\n\n\
              The first argument is the template, the second a hash with the values of its \
              parameters. The template sees the variables of the place that calls it.",
        examples: &[
            Example { code: "inline_epp('<%= 1 + 2 %>!')", value: "'3!'" },
            Example {
                code: "inline_epp('<%- | $who | -%>Hello, <%= $who %>', { 'who' => 'you' })",
                value: "'Hello, you'",
            },
        ],
        dispatches: &[Dispatch {
            signature: "String $template, Hash[Pattern[/^\\w+$/], Any] $parameters?",
            body: inline_epp,
        }],
        traits: Traits {
            returns: Some("Variant[String, Sensitive[String]]"),
            ..Traits::READS_VARIABLES
        },
    },
];

fn arguments<'a>(call: &'a Call<'_, '_>) -> Outcome<Option<&'a Hash>> {
    match call.arg(1) {
        Value::Undef => Ok(None),
        Value::Hash(hash) => Ok(Some(hash)),
        other => Err(error(format!(
            "{}(): the template_args must be a Hash, got a {}",
            call.name,
            class_name(other)
        ))),
    }
}

/// Returns the result of a template that ends with `return` or `next`.
fn ended(result: Outcome, name: &str, checks_next: bool) -> Outcome {
    match result {
        Err(stop) => match *stop {
            // Compat: the value of `return` is not checked, nor that of `next` in a template that
            // accepts any arguments.
            Stop::Return(value, _) => Ok(value),
            Stop::Next(value, _) if !checks_next => Ok(value),
            Stop::Next(value, _) => {
                let texts = Type::variant([Type::STRING, Type::sensitive(&Type::STRING)]);
                let subject = || format!("value returned from function '{name}'");
                assert_instance_with(&texts, &value, subject)?;
                Ok(value)
            }
            other => Err(Box::new(other)),
        },
        written => written,
    }
}

fn inline_epp(call: &mut Call<'_, '_>) -> Outcome {
    let args = arguments(call)?.cloned();
    let Value::String(text) = call.take(0) else { return Ok(Value::Undef) };
    let template = call.evaluator.inline_template(&text)?;
    let result = call.evaluator.call_template(&template, args.as_ref(), true);
    ended(result, "inline_epp", template.declares_parameters() || args.is_none())
}

fn epp(call: &mut Call<'_, '_>) -> Outcome {
    let args = arguments(call)?.cloned();
    let mut name = call.text(0).to_owned();
    if !name.ends_with(".epp") && !call.host().exists(&name) {
        name.push_str(".epp");
    }
    call.trace(format!("Retrieving epp template {name}"));
    let Some(path) = existing(call, ModuleFiles::Templates, &name) else {
        return Err(error(format!("Could not find template '{name}'")));
    };
    let template = call.evaluator.run.template_of_file(&path)?;
    let result = call.evaluator.call_template(&template, args.as_ref(), false);
    ended(result, "epp", template.declares_parameters() || args.is_none())
}
