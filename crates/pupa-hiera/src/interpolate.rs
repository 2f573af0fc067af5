//! Interpolation of strings in data and configurations: `%{facts.os.family}`, `%{lookup('key')}`,
//! `%{alias('key')}`, `%{literal('%')}`.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::ruby::class_name;
use pupa_value::text::ruby::to_s;
use pupa_value::value::{Hash, Text};

use crate::error::{LookupError, LookupResult, LookupStop};
use crate::explanation::{Event, Subject};
use crate::files::interpolates;
use crate::key::{Segment, split_key};
use crate::lookup::Lookup;
use crate::world::{Strictness, World};

/// A use of a variable in a configuration, with the value at that time.
#[derive(Debug, Clone)]
pub(crate) struct VariableUse {
    /// The whole key: `facts.os.family`.
    pub(crate) key: Text,
    pub(crate) root: Text,
    pub(crate) segments: Vec<Segment>,
    pub(crate) value: Value,
}

/// The method of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// `scope`: the value of a variable.
    Scope,
    /// `lookup` or `hiera`: the value of a key, inserted into the string.
    Lookup,
    /// `alias`: the value of a key, which replaces the whole string.
    Alias,
    /// `literal`: the argument itself.
    Literal,
}

/// An interpolated expression: `lookup('a.b')`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expression<'t> {
    /// The method, or the name of an unknown method.
    pub method: Result<Method, &'t str>,
    /// The argument: a variable, a key, or the text of a literal.
    pub key: &'t str,
    /// Whether the method is named explicitly, as in `scope('x')`.
    pub is_call: bool,
}

/// The expressions in a string, in order. Empty ones (`%{}`) are left out.
///
/// ```
/// use pupa_hiera::interpolate::{Method, expressions};
/// let all = expressions("%{facts.os.family}/%{lookup('site')}.yaml");
/// assert_eq!(all[0].key, "facts.os.family");
/// assert_eq!((all[1].method, all[1].key), (Ok(Method::Lookup), "site"));
/// ```
pub fn expressions(text: &str) -> Vec<Expression<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = expression_start(rest) {
        let Some(length) = rest[start..].find('}') else { break };
        let inner = trimmed(&rest[start + 2..start + length]);
        if !is_empty_expression(inner) {
            found.push(Expression::parse(inner));
        }
        rest = &rest[start + length + 1..];
    }
    found
}

fn trimmed(expression: &str) -> &str {
    expression.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0')
}

impl<'t> Expression<'t> {
    fn parse(text: &'t str) -> Expression<'t> {
        let Some((name, key)) = as_call(text) else {
            return Expression { method: Ok(Method::Scope), key: text, is_call: false };
        };
        let method = match name {
            "lookup" | "hiera" => Ok(Method::Lookup),
            "alias" => Ok(Method::Alias),
            "scope" => Ok(Method::Scope),
            "literal" => Ok(Method::Literal),
            other => Err(other),
        };
        Expression { method, key, is_call: true }
    }
}

/// The offset of the first expression. The strings are short and many, so a plain scan is faster
/// than a search algorithm with a setup cost.
pub(crate) fn expression_start(text: &str) -> Option<usize> {
    text.as_bytes().windows(2).position(|pair| pair == b"%{")
}

/// Splits a call `name('argument')` into its name and argument.
fn as_call(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once('(')?;
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let quoted = rest.strip_suffix(')')?;
    let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = quoted[1..].strip_suffix(quote)?;
    (is_name && !inner.is_empty() && !inner.contains(quote)).then_some((name, inner))
}

/// Whether an expression is empty, so that it is replaced by an empty string.
fn is_empty_expression(text: &str) -> bool {
    matches!(text, "" | "::" | "\"\"" | "''" | "\"::\"" | "'::'")
}

impl<W: World> Lookup<'_, W> {
    /// Interpolates all strings in a value. Methods are allowed in data, not in configurations.
    ///
    /// # Errors
    /// When a variable is unset and unset variables are errors, an expression is malformed, or a
    /// lookup fails.
    pub fn interpolate(
        &mut self,
        value: &Value,
        allow_methods: bool,
    ) -> LookupResult<Value, W::Stop> {
        match value {
            Value::String(text) if expression_start(text).is_some() => {
                self.interpolate_string(text, allow_methods)
            }
            Value::Array(elements) => {
                let elements =
                    elements.iter().map(|element| self.interpolate(element, allow_methods));
                Ok(Value::from(elements.collect::<LookupResult<Vec<_>, _>>()?))
            }
            Value::Hash(hash) => {
                let entries = hash.iter().map(|(key, value)| {
                    let key = self.interpolate(key, allow_methods)?;
                    Ok((key, self.interpolate(value, allow_methods)?))
                });
                Ok(Value::hash(entries.collect::<LookupResult<Vec<_>, _>>()?))
            }
            other => Ok(other.clone()),
        }
    }

    /// Interpolates a path in a configuration.
    pub(crate) fn interpolate_path(&mut self, path: &Text) -> LookupResult<Text, W::Stop> {
        if expression_start(path).is_none() {
            return Ok(path.clone());
        }
        let value = self.interpolate_string(path, false)?;
        Ok(to_s(&value).as_ref().into())
    }

    fn interpolate_string(
        &mut self,
        subject: &Text,
        methods: bool,
    ) -> LookupResult<Value, W::Stop> {
        self.within(
            || Subject::Interpolate(subject.clone()),
            |lookup| lookup.replace_expressions(subject, methods),
        )
    }

    fn replace_expressions(
        &mut self,
        subject: &Text,
        methods: bool,
    ) -> LookupResult<Value, W::Stop> {
        let mut result = String::with_capacity(subject.len());
        let mut rest = subject.as_str();
        while let Some(start) = expression_start(rest) {
            let Some(length) = rest[start..].find('}') else { break };
            result.push_str(&rest[..start]);
            let whole = &rest[start..=start + length];
            let text = trimmed(&whole[2..whole.len() - 1]);
            rest = &rest[start + length + 1..];
            if is_empty_expression(text) {
                continue;
            }
            // Nested lookups may multiply: each string may repeat an expression, whose value may
            // repeat another.
            self.world.count_work().map_err(LookupStop::Stopped)?;
            let expression = Expression::parse(text);
            let method = self.permitted_method(&expression, methods)?;
            if method == Method::Alias {
                if whole != subject.as_str() {
                    let message = "'alias' interpolation is only permitted if the expression is \
                                   equal to the entire string";
                    return Err(LookupError::issue(message).into());
                }
                return self.evaluate(Method::Alias, expression.key, subject);
            }
            let value = self.evaluate(method, expression.key, subject)?;
            let value = self.interpolate_result(method, expression.key, value, methods)?;
            result.push_str(&to_s(&value));
            self.world.check_text(result.len()).map_err(LookupStop::Stopped)?;
        }
        result.push_str(rest);
        Ok(Value::from(result))
    }

    /// Interpolates the value of an expression, which may contain expressions but not itself.
    fn interpolate_result(
        &mut self,
        method: Method,
        key: &str,
        value: Value,
        methods: bool,
    ) -> LookupResult<Value, W::Stop> {
        let name: Text = match method {
            // Recursion is possible only if the value of the variable is interpolated in turn.
            Method::Scope if !interpolates(&value) => return Ok(value),
            Method::Scope => format!("scope:{key}").into(),
            _ => key.into(),
        };
        self.with_recursion_check(&name, |lookup| lookup.interpolate(&value, methods))
    }

    fn permitted_method(
        &self,
        expression: &Expression<'_>,
        methods: bool,
    ) -> LookupResult<Method, W::Stop> {
        let wrong = |message: String| Err(LookupError::issue(message).into());
        if expression.is_call && !methods {
            let message = "Interpolation using method syntax is not allowed in this context";
            return wrong(message.to_owned());
        }
        match expression.method {
            Ok(method) => Ok(method),
            Err(name) => wrong(format!("Unknown interpolation method '{name}'")),
        }
    }

    fn evaluate(
        &mut self,
        method: Method,
        key: &str,
        subject: &str,
    ) -> LookupResult<Value, W::Stop> {
        match method {
            Method::Literal => Ok(key.into()),
            Method::Lookup | Method::Alias => self.look_up_for_expression(key),
            Method::Scope => self.scope_value(key, subject),
        }
    }

    /// The value of a variable, or of the part of it that a dotted key leads to.
    pub(crate) fn scope_value(&mut self, key: &str, subject: &str) -> LookupResult<Value, W::Stop> {
        let Some(mut segments) = split_key(key) else {
            return Err(LookupError::new(format!("Syntax error in string: {subject}")).into());
        };
        let root = match segments.remove(0) {
            Segment::Name(root) => root,
            Segment::Index(number) => number.to_string().into(),
        };
        let value = self.within(
            || Subject::Scope("Global Scope".to_owned()),
            |lookup| lookup.root_value(&root),
        )?;
        let value = self.dig_or_undef(key, &segments, value)?;
        if let Some(variable_uses) = &mut self.state().variable_uses
            && (value.is_undef() || !key.starts_with("::"))
        {
            variable_uses.push(VariableUse {
                key: key.into(),
                root,
                segments,
                value: value.clone(),
            });
        }
        Ok(value)
    }

    /// A part of a value; undef if it does not exist.
    pub(crate) fn dig_or_undef(
        &mut self,
        key: &str,
        segments: &[Segment],
        value: Value,
    ) -> LookupResult<Value, W::Stop> {
        if value.is_undef() || segments.is_empty() {
            return Ok(value);
        }
        match self.dig(key, segments, value) {
            Err(LookupStop::NoSuchKey) => Ok(Value::Undef),
            other => other,
        }
    }

    fn root_value(&mut self, root: &Text) -> LookupResult<Value, W::Stop> {
        let value_in = |hash: &Option<Arc<Hash>>| hash.as_ref()?.get_str(root).cloned();
        let invocation = self.state().current();
        let default = invocation.and_then(|invocation| value_in(&invocation.defaults));
        if let Some(value) = invocation.and_then(|invocation| value_in(&invocation.overrides)) {
            self.report(|| Event::FoundInOverrides(root.to_string(), value.clone()));
            return Ok(value);
        }
        let found = self.variable(root);
        match (found, default) {
            (Some(value), _) => {
                self.report_found(root, &value);
                Ok(value)
            }
            (None, Some(default)) => {
                self.report(|| Event::FoundInDefaults(root.to_string(), default.clone()));
                Ok(default)
            }
            (None, None) => {
                self.missing_variable(root)?;
                Ok(Value::Undef)
            }
        }
    }

    /// The value of a variable; `None` if it is not set.
    pub(crate) fn variable(&mut self, name: &str) -> Option<Value> {
        let state = self.state();
        // Compat: a qualified name never refers to the variable of `mapped_paths`.
        // Pinned by `data-mapped-paths-with-qualified-name`.
        if let Some((known, value)) = &state.local_variable
            && known == name
            && !name.contains("::")
        {
            return Some(value.clone());
        }
        if !state.current().is_some_and(|invocation| invocation.legacy.hiera_scope) {
            return self.world.variable(name);
        }
        let value = match name {
            "calling_class" => Some(self.world.calling_class().map_or(Value::Undef, Value::from)),
            "calling_class_path" => {
                let class = self.world.calling_class();
                Some(class.map_or(Value::Undef, |class| class.replace("::", "/").into()))
            }
            "calling_module" => self.world.variable("module_name").or(Some(Value::Undef)),
            _ => self.world.variable(name),
        };
        // Compat: Hiera 3 treats an empty string as an unset variable.
        value.map(|value| if value.as_str() == Some("") { Value::Undef } else { value })
    }

    fn missing_variable(&mut self, name: &str) -> LookupResult<(), W::Stop> {
        let (name, reason) = self.world.missing_variable(name);
        let key = format!("undefined_variables Variable: {name}");
        let strictness = self.world.strictness();
        let is_lenient = self.state().is_lenient;
        let message = match strictness {
            Strictness::Off => return Ok(()),
            Strictness::Error if !is_lenient => {
                return Err(LookupStop::UndefinedVariable(name.into(), reason.into()));
            }
            Strictness::Error => {
                format!("Interpolation failed with '{name}', but compilation continuing; {reason}")
            }
            Strictness::Warning => format!("Undefined variable '{name}'; {reason}"),
        };
        self.world.warn_once(&key, format!("{message}\n   (file & line not available)"));
        Ok(())
    }

    /// Digs into a value with the segments of a key.
    pub(crate) fn dig(
        &mut self,
        key: &str,
        segments: &[Segment],
        value: Value,
    ) -> LookupResult<Value, W::Stop> {
        if segments.is_empty() {
            return Ok(value);
        }
        let subject = || {
            let segments: Vec<String> = segments.iter().map(ToString::to_string).collect();
            Subject::SubLookup(segments.join("."))
        };
        self.within(subject, |lookup| {
            segments.iter().try_fold(value, |value, segment| {
                lookup
                    .within(|| Subject::Segment, |lookup| lookup.dig_segment(key, segment, &value))
            })
        })
    }

    fn dig_segment(
        &mut self,
        key: &str,
        segment: &Segment,
        value: &Value,
    ) -> LookupResult<Value, W::Stop> {
        let found = match (value, segment) {
            (Value::Undef, _) => None,
            (Value::Array(elements), Segment::Index(index)) => {
                usize::try_from(*index).ok().and_then(|index| elements.get(index))
            }
            (Value::Hash(hash), Segment::Name(name)) => hash.get_str(name),
            (Value::Hash(hash), Segment::Index(index)) => hash.get(&Value::Integer(*index)),
            (other, segment) => {
                let message = format!(
                    "Data Provider type mismatch: Got {} when a hash-like object was expected to \
                     access value using '{segment}' from key '{key}'",
                    class_name(other)
                );
                return Err(LookupError::new(message).into());
            }
        };
        match found.cloned() {
            Some(found) => {
                self.report(|| Event::Found(segment.to_string(), found.clone()));
                Ok(found)
            }
            None => {
                self.report(|| Event::NotFound(segment.to_string()));
                Err(LookupStop::NoSuchKey)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls() {
        assert_eq!(as_call("lookup('a')"), Some(("lookup", "a")));
        assert_eq!(as_call("lookup(\"a.'b'\")"), Some(("lookup", "a.'b'")));
        for no in
            ["lookup", "lookup()", "lookup('')", "lookup('a\")", "('a')", "a b('c')", "x('a''b')"]
        {
            assert_eq!(as_call(no), None, "{no}");
        }
    }
}
