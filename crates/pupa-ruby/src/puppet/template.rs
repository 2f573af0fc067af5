//! `Puppet::Parser::TemplateWrapper`: `self` in a template.
//!
//! The variables of the scope appear as instance variables of the object. Each is fetched when it
//! is first read, since a scope has hundreds and a template reads only a few.

use std::rc::Rc;
use std::sync::Arc;

use ecow::EcoString;

use super::scope;
use crate::code::Code;
use crate::core::class;
use crate::erb;
use crate::heap::Payload;
use crate::machine::{Body, Cref, Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::parse::{Options, SyntaxError};
use crate::symbol::Symbol;
use crate::value::Value;

/// The local variables that a template sees: in the reference they belong to the method that runs
/// it.
const LOCALS: [&str; 5] =
    ["string", "template_source", "escaped_template_source", "template", "result"];

/// A parsed template, shared by all machines.
#[derive(Debug, Clone)]
pub struct Template {
    code: Arc<Code>,
    source: EcoString,
    /// The path; `None` for a template that is not in a file.
    path: Option<EcoString>,
}

impl Template {
    /// Parses a template.
    ///
    /// # Errors
    ///
    /// When its Ruby code has syntax errors.
    pub fn new(text: &str, path: Option<&str>) -> Result<Template, Vec<SyntaxError>> {
        let options = Options {
            file: path.unwrap_or("(erb)").to_owned(),
            locals: LOCALS.iter().map(|name| Symbol::new(name)).collect(),
            ..Options::default()
        };
        let code = erb::parse(text.as_bytes(), &options)?;
        Ok(Template { code, source: text.into(), path: path.map(EcoString::from) })
    }

    /// The path; `None` for a template that is not in a file.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }
}

/// The Rust data of a template object.
#[derive(Debug, Clone)]
pub struct Wrapper {
    path: Option<EcoString>,
}

impl Payload for Wrapper {
    fn provides_ivars(&self) -> bool {
        true
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// `Puppet::Parser::TemplateWrapper`
pub static TEMPLATE_WRAPPER: NativeClass = NativeClass {
    name: "Puppet::Parser::TemplateWrapper",
    includes: &["Puppet::Util"],
    methods: &[
        method("scope", 0, 0, scope_of),
        private("initialize", 0, 1, initialize),
        method("file", 0, 0, file),
        method("file=", 1, 1, set_file),
        method("result", 0, 1, result),
        method("has_variable?", 1, 1, has_variable),
        method("classes", 0, 0, classes),
        method("tags", 0, 0, tags),
        method("all_tags", 0, 0, all_tags),
        method("to_s", 0, 0, to_s),
        method("instance_variables", 0, 0, instance_variables),
        method("instance_variable_get", 1, 1, instance_variable_get),
        method("instance_variable_defined?", 1, 1, instance_variable_defined),
        method("debug", 1, 1, scope::log),
        method("info", 1, 1, scope::log),
        method("notice", 1, 1, scope::log),
        method("warning", 1, 1, scope::log),
        method("err", 1, 1, scope::log),
        method("alert", 1, 1, scope::log),
        method("emerg", 1, 1, scope::log),
        method("crit", 1, 1, scope::log),
    ],
    ..NativeClass::EMPTY
};

impl Machine<'_> {
    /// Runs a template and returns its output.
    ///
    /// # Errors
    ///
    /// When it raises an exception.
    pub fn render(&mut self, template: &Template) -> Flow {
        let wrapper = Wrapper { path: template.path.clone() };
        let this = self.new_payload(class::PUPPET_TEMPLATE_WRAPPER, wrapper);
        self.render_in(this, template)
    }

    /// Runs a template in an object and returns its text.
    fn render_in(&mut self, this: Value, template: &Template) -> Flow {
        let body = self.template_body(&template.code);
        let parent = self.core.top_cref.clone();
        let class = class::PUPPET_TEMPLATE_WRAPPER;
        let cref = Rc::new(Cref { class, parent: Some(parent), is_eval: false });
        let name = template.path.clone().unwrap_or_else(|| "inline template".into());
        let escaped = match name.contains('%') {
            true => name.replace("%", "%%"),
            false => name.clone(),
        };
        let locals = [
            self.new_str(template.source.clone()),
            self.new_str(name),
            self.new_str(escaped),
            Value::Nil,
            Value::Nil,
        ];
        self.run_code(body, this, cref, &locals)
    }

    /// The code of a template with its inline caches in this machine.
    fn template_body(&mut self, code: &Arc<Code>) -> Rc<Body> {
        let address = Arc::as_ptr(code) as usize;
        // The body keeps the code alive, so no other code can get the same address.
        let body = self.core.bridge.bodies.entry(address);
        body.or_insert_with(|| Body::new(code.clone())).clone()
    }
}

/// The value of an instance variable that the object does not have: in a template it is a Puppet
/// variable.
#[cold]
pub(crate) fn missing_ivar(m: &mut Machine<'_>, this: Value, name: Symbol) -> Flow {
    let variable = name.as_str().trim_start_matches('@');
    let Some(value) = m.puppet(|puppet| puppet.template_variable(variable))? else {
        return Ok(Value::Nil);
    };
    let value = m.variable_from_puppet(variable, &value)?;
    if !value.is_nil() {
        m.set_ivar(this, name, value);
    }
    Ok(value)
}

fn scope_of(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.scope_object())
}

fn file(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let path = m.payload::<Wrapper>(this).and_then(|wrapper| wrapper.path.clone());
    Ok(path.map_or(Value::Nil, |path| m.new_str(path)))
}

/// `TemplateWrapper.new(scope)`
fn initialize(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    if let Value::Object(id) = this {
        m.set_payload(id, Wrapper { path: None });
    }
    Ok(Value::Nil)
}

/// `wrapper.file = 'module/name.erb'`
fn set_file(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    let found = match name.starts_with('/') {
        true => Some(name.clone()),
        false => m.puppet(|puppet| puppet.find_template(&name))?,
    };
    let Some(path) = found else {
        let message = format!("Could not find template '{name}'");
        return Err(m.error(class::PUPPET_PARSE_ERROR, message));
    };
    if let Value::Object(id) = this {
        m.set_payload(id, Wrapper { path: Some(path.into()) });
    }
    Ok(args[0])
}

/// `wrapper.result`: the text of the file, or of a template that is given as a string.
fn result(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let path = m.payload::<Wrapper>(this).and_then(|wrapper| wrapper.path.clone());
    let text = match (args.opt(0), &path) {
        (Some(text), _) => m.to_text(text)?,
        (None, Some(path)) => match m.world.read_file(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => return Err(crate::core::io::file_error(m, error, "rb_sysopen", path)),
        },
        (None, None) => return Err(m.argument_error("the template has no file")),
    };
    match Template::new(&text, path.as_deref()) {
        Ok(template) => m.render_in(this, &template),
        Err(errors) => {
            let message = errors.first().map(|error| error.message.clone()).unwrap_or_default();
            Err(m.error(class::SYNTAX_ERROR, message))
        }
    }
}

fn has_variable(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s(args[0])?;
    let scope = m.scope_object();
    m.call(scope, Symbol::new("include?"), &[Value::Str(name)])
}

fn classes(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let names = m.puppet(|puppet| puppet.classes())?;
    let names = names.into_iter().map(|name| m.new_str(name)).collect();
    Ok(m.new_array(names))
}

fn tags(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Err(m.error(class::NOT_IMPLEMENTED_ERROR, "Call 'all_tags' instead."))
}

fn all_tags(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    super::catalog::tags(m)
}

fn to_s(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let path = m.payload::<Wrapper>(this).and_then(|wrapper| wrapper.path.clone());
    let path = path.unwrap_or_else(|| "inline".into());
    Ok(m.new_str(format!("template[{path}]")))
}

/// The name of the instance variable for a Puppet variable.
fn ivar_name(variable: &str) -> Symbol {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name: String = variable.chars().map(|c| if is_word(c) { c } else { '_' }).collect();
    Symbol::new(&format!("@{name}"))
}

fn instance_variables(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let mut names = vec![Symbol::new("@__scope__")];
    if m.payload::<Wrapper>(this).is_some_and(|wrapper| wrapper.path.is_some()) {
        names.push(Symbol::new("@__file__"));
    }
    let variables = m.puppet(|puppet| puppet.variables())?;
    names.extend(variables.iter().map(|(name, _)| ivar_name(name)));
    for name in m.ivar_names(this) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(m.new_array(names.into_iter().map(Value::Sym).collect()))
}

fn fetched(m: &mut Machine<'_>, this: Value, name: Value) -> Flow {
    let name = m.to_symbol(name)?;
    match m.ivar(this, name) {
        Value::Undef => missing_ivar(m, this, name),
        value => Ok(value),
    }
}

fn instance_variable_get(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    fetched(m, this, args[0])
}

fn instance_variable_defined(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(!fetched(m, this, args[0])?.is_nil()))
}
