//! Finds definitions in Ruby code, and the variables that ERB templates read.

use std::path::Path;

use pupa_ruby::parse::fact_names;
use pupa_syntax::source::Span;
use pupa_value::regexp::Regexp;

use super::entry::{Entry, Kind, Role, normal};

/// The calls that define something, followed by its name.
const DEFINITIONS: &str = r#"\b(?:Puppet::Functions\.create_function|Puppet::Functions\.create_loaded_function|newfunction|Puppet::Type\.newtype|Puppet::ResourceApi\.register_type)\b"#;

/// Variables in templates: `@port`, `scope['apache::port']`, `scope.lookupvar('apache::port')`.
const VARIABLES: &str =
    r#"(?<![@\w])@(\w+)|scope\[\s*['"](?:::)?([\w:]+)['"]|lookupvar\(\s*['"](?:::)?([\w:]+)['"]"#;

/// Returns the definition in a Ruby file that is loaded by its path; `place` is the path relative
/// to the directory of the module.
pub(super) fn definition(place: &Path, text: &str) -> Option<Entry> {
    let place = place.to_string_lossy().replace('\\', "/");
    let name = |prefix: &str| {
        let name = place.strip_prefix(prefix)?.strip_suffix(".rb")?;
        Some(normal(&name.replace('/', "::")))
    };
    let (kind, name) = if let Some(name) = name("lib/puppet/functions/") {
        (Kind::Function, name)
    } else if let Some(name) = name("lib/puppet/parser/functions/") {
        (Kind::Function, name)
    } else {
        (Kind::ResourceType, name("lib/puppet/type/")?)
    };
    let call = Regexp::new(DEFINITIONS).ok()?.captures_iter(text).flatten().next();
    let span = call.map_or(Span::at(0), |call| span(call.whole().start, call.whole().end));
    Some(Entry { kind, role: Role::Definition, name: name.into(), span, scope: None })
}

/// Returns the facts that a file adds, if their names are constant.
pub(super) fn facts(text: &str) -> Vec<Entry> {
    let mut from = 0;
    let names = fact_names(text.as_bytes());
    let constant = names.into_iter().filter_map(|name| <[String; 1]>::try_from(name).ok());
    constant
        .map(|[name]| {
            let rest = text.get(from..).unwrap_or_default();
            let found = rest.find(&name).map(|at| (from + at, from + at + name.len()));
            if let Some((_, end)) = found {
                from = end;
            }
            let span = found.map_or(Span::at(0), |(start, end)| span(start, end));
            let name = name.to_lowercase().into();
            Entry { kind: Kind::Fact, role: Role::Definition, name, span, scope: None }
        })
        .collect()
}

/// Returns the variables that an ERB template reads. Variables without a namespace belong to the
/// scope that renders it.
pub(super) fn variables(text: &str) -> Vec<Entry> {
    let Ok(variables) = Regexp::new(VARIABLES) else { return Vec::new() };
    let whole = span(0, text.len());
    let found = variables.captures_iter(text).flatten().filter_map(|found| {
        let name = found.text(1).or(found.text(2)).or(found.text(3))?;
        let scope = (!name.contains("::")).then_some(whole);
        let span = span(found.whole().start, found.whole().end);
        Some(Entry { kind: Kind::Variable, role: Role::Use, name: name.into(), span, scope })
    });
    found.collect()
}

fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}
