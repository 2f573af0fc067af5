//! Templates in Ruby: `template` and `inline_template`.

use pupa_value::ruby::class_name;
use pupa_value::text::ruby::inspect;

use super::argument_checks::{Arity, arguments, display, undefined_method};
use super::system::existing;
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::host::ModuleFiles;
use crate::log::Level;
use crate::ruby::failed_template;
use crate::stop::{Outcome, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "inline_template",
        doc: "Evaluates the text of a template with Ruby code (ERB) and returns its output.\n\n\
              Variables of the place that calls it are instance variables of Ruby: `$x` is `@x`. \
              The outputs of several templates are joined.",
        examples: &[
            Example { code: "inline_template('<%= 1 + 2 %>!')", value: "'3!'" },
            Example {
                code: "$names = ['ann', 'bob']\ninline_template('<%= @names.sort.join(\", \") %>')",
                value: "'ann, bob'",
            },
        ],
        dispatches: &[Dispatch { signature: "Any *$args", body: inline_template }],
        traits: Traits { reads_variables: true, ..Traits::UNTYPED },
    },
    Function {
        name: "template",
        doc: "Evaluates a template file with Ruby code (ERB) and returns its output.\n\n\
              A template is given as `module/file.erb`, which is `file.erb` in the `templates` of \
              the module, or as an absolute path. Variables of the place that calls it are \
              instance variables of Ruby: `$x` is `@x`. The outputs of several templates are \
              joined.",
        examples: &[],
        dispatches: &[Dispatch { signature: "Any *$args", body: template }],
        traits: Traits { reads_variables: true, touches_system: true, ..Traits::UNTYPED },
    },
];

fn template(call: &mut Call<'_, '_>) -> Outcome {
    let args = arguments(call, Arity::AtLeast(1))?;
    let mut output = String::new();
    for arg in &args {
        call.trace(format!("Retrieving template {}", display(arg)?));
        let Some(name) = arg.as_str() else {
            // Compat: the reference checks twice whether the argument is a path, each time with a
            // warning, and then splits it.
            let (text, class) = (inspect(arg), class_name(arg));
            let message = format!(
                "Cannot check if {text} is an absolute path because it is a '{class}' and not a \
                 String'"
            );
            call.log(Level::Warning, message.clone());
            call.log(Level::Warning, message);
            return Err(undefined_method("split", arg));
        };
        let Some(path) = existing(call, ModuleFiles::Templates, name) else {
            return Err(error(format!("Could not find template '{name}'")));
        };
        let template = call.evaluator.ruby().erb_of_file(&path)?;
        match call.evaluator.ruby().render_erb(&template)? {
            Ok(text) => output.push_str(&text),
            Err(raised) => {
                let message = |raised: &_| failed_template(name, raised);
                return Err(call.evaluator.ruby().ruby_error(&raised, message));
            }
        }
        call.check_text(output.len())?;
    }
    Ok(output.into())
}

fn inline_template(call: &mut Call<'_, '_>) -> Outcome {
    let args = arguments(call, Arity::AtLeast(1))?;
    let mut output = String::new();
    for arg in &args {
        let text = display(arg)?.into();
        let template = call.evaluator.ruby().inline_erb(&text)?;
        match call.evaluator.ruby().render_erb(&template)? {
            Ok(text) => output.push_str(&text),
            Err(raised) => {
                return Err(call.evaluator.ruby().ruby_error(&raised, |raised| {
                    format!("Failed to parse inline template: {}", raised.message)
                }));
            }
        }
        call.check_text(output.len())?;
    }
    Ok(output.into())
}
