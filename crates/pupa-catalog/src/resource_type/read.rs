//! Reads descriptions of resource types: the files that `puppet generate types` writes.
//!
//! ```text
//! Puppet::Resource::ResourceType3.new('vhost', [properties], [parameters], {patterns}, true, false)
//! ```
//!
//! The files are in the Puppet language. A property or parameter is
//! `Puppet::Resource::Param(Type, 'name', true)`, where `true` marks a key attribute. As in the
//! reference, the types of values are ignored.

use std::fmt;
use std::sync::Arc;

use pupa_syntax::source::Source;
use pupa_syntax::tree::{ExprId, ExprKind, MethodCall, Tree};
use pupa_syntax::{ParseOptions, parse};
use pupa_value::Value;
use pupa_value::loader::Builtins;
use pupa_value::type_parser::interpret;

use super::{Description, Name, Param, ResourceType, TitlePattern};

/// The class that describes a resource type.
const RESOURCE_TYPE: &str = "Puppet::Resource::ResourceType3";

/// The class that describes an attribute.
const PARAM: &str = "Puppet::Resource::Param";

/// The error for a file that does not describe a resource type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The error message.
    pub message: String,
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (file: {}, line: {})", self.message, self.file, self.line)
    }
}

impl std::error::Error for ReadError {}

/// Reads the file that should describe the resource type with this name in lower case.
///
/// # Errors
/// If it does not.
///
/// ```
/// use std::sync::Arc;
/// use pupa_catalog::resource_type::read;
/// use pupa_syntax::source::Source;
///
/// let text = "Puppet::Resource::ResourceType3.new('vhost',
///   [Puppet::Resource::Param(Enum['present', 'absent'], 'ensure')],
///   [Puppet::Resource::Param(Any, 'name', true)])";
/// let source = Arc::new(Source::new("vhost.pp", text));
/// let vhost = read(&source, "vhost").expect("it is described");
/// assert!(vhost.has_attribute("ensure") && vhost.is_isomorphic());
/// assert!(read(&source, "host").is_err());
/// ```
pub fn read(source: &Arc<Source>, name: &str) -> Result<ResourceType, ReadError> {
    let parsed = parse(Arc::clone(source), &ParseOptions::default());
    if let Some(first) = parsed.diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        return Err(read_error(source, first.span().start, first.message.clone()));
    }
    let reader = Reader { tree: &parsed.tree, file: source.name() };
    let (at, call) = reader.type_constructor(name)?;
    let description = reader.description(at, call)?;
    if description.name != name {
        let message = format!(
            "The code loaded from {} produced resource type with the wrong name, expected \
             '{name}', actual '{}'",
            source.name(),
            description.name
        );
        return Err(reader.error(at, message));
    }
    ResourceType::try_from(description).map_err(|missing| reader.error(at, missing.to_string()))
}

fn read_error(source: &Source, offset: u32, message: String) -> ReadError {
    ReadError { message, file: source.name().to_owned(), line: source.line_of(offset) }
}

struct Reader<'a> {
    tree: &'a Tree,
    file: &'a str,
}

impl<'a> Reader<'a> {
    fn error(&self, at: ExprId, message: impl Into<String>) -> ReadError {
        read_error(self.tree.source(), self.tree[at].span.start, message.into())
    }

    /// The error for an unexpected expression.
    fn unexpected(&self, at: ExprId, expected: &str) -> ReadError {
        let found = self.tree.source().slice(self.tree[at].span);
        let line = found.lines().next().unwrap_or_default();
        let more = if line.len() < found.len() { " …" } else { "" };
        let message = format!("The resource type needs {expected}, got <{line}{more}>");
        self.error(at, message)
    }

    /// The only statement of the file: the constructor call of the type.
    fn type_constructor(&self, name: &str) -> Result<(ExprId, &'a MethodCall), ReadError> {
        let root = self.tree.root();
        let all: Vec<ExprId> = match *self.tree.kind(root) {
            ExprKind::Block { statements, .. } => self.tree[statements].to_vec(),
            _ => vec![root],
        };
        let is_statement = |at: &ExprId| !matches!(self.tree.kind(*at), ExprKind::Nop);
        let statements: Vec<ExprId> = all.into_iter().filter(is_statement).collect();
        let problem = match (
            statements.len(),
            statements.iter().find_map(|at| self.constructor_call(*at)),
        ) {
            (0, _) => format!("does not create the resource type '{name}' - it is empty"),
            (_, None) => format!(
                "does not create the resource type '{name}' - no call to {RESOURCE_TYPE}.new found."
            ),
            (1, Some(found)) => return Ok(found),
            (_, Some(_)) => format!(
                "must contain only the type_constructor of resource type '{name}' - it has additional \
                 logic."
            ),
        };
        let at = statements.first().copied().unwrap_or(root);
        Err(self.error(at, format!("The code loaded from {} {problem}", self.file)))
    }

    fn constructor_call(&self, at: ExprId) -> Option<(ExprId, &'a MethodCall)> {
        let ExprKind::MethodCall(call) = *self.tree.kind(at) else { return None };
        let call = &self.tree[call];
        let ExprKind::NamedAccess { left, name, .. } = *self.tree.kind(call.functor) else {
            return None;
        };
        let is_constructor = self.is_reference(left, RESOURCE_TYPE)
            && matches!(*self.tree.kind(name), ExprKind::Name(name) if self.tree.text(name) == "new");
        is_constructor.then_some((at, call))
    }

    fn is_reference(&self, at: ExprId, name: &str) -> bool {
        matches!(*self.tree.kind(at), ExprKind::Reference(found) if self.tree.text(found) == name)
    }

    fn description(&self, at: ExprId, call: &MethodCall) -> Result<Description, ReadError> {
        let args = &self.tree[call.arguments];
        let Some((name, rest)) = args.split_first() else {
            return Err(self.error(at, "The resource type needs a name"));
        };
        if args.len() > 6 {
            return Err(self.error(at, "The resource type takes no more than 6 arguments"));
        }
        let params = |index: usize| match rest.get(index) {
            Some(&list) => self.params(list),
            None => Ok(Vec::new()),
        };
        Ok(Description {
            name: self.text(*name, "a name")?,
            properties: params(0)?,
            parameters: params(1)?,
            title_patterns: match rest.get(2) {
                Some(&patterns) => self.title_patterns(patterns)?,
                None => None,
            },
            is_isomorphic: match rest.get(3) {
                Some(&truth) => self.boolean(truth)?,
                None => true,
            },
        })
    }

    fn params(&self, at: ExprId) -> Result<Vec<Param>, ReadError> {
        let ExprKind::Array(elements) = *self.tree.kind(at) else {
            return Err(self.unexpected(at, "an array of attributes"));
        };
        self.tree[elements].iter().map(|&element| self.param(element)).collect()
    }

    /// An attribute: `Puppet::Resource::Param(Type, 'name', true)`.
    fn param(&self, at: ExprId) -> Result<Param, ReadError> {
        let expected = format!("attributes made by {PARAM}(Type, 'name')");
        let args = match *self.tree.kind(at) {
            ExprKind::Call(call) if self.is_reference(self.tree[call].functor, PARAM) => {
                &self.tree[self.tree[call].arguments]
            }
            _ => return Err(self.unexpected(at, &expected)),
        };
        let (t, name, is_namevar) = match *args {
            [t, name] => (t, name, None),
            [t, name, is_namevar] => (t, name, Some(is_namevar)),
            _ => return Err(self.unexpected(at, &expected)),
        };
        if !matches!(self.tree.kind(t), ExprKind::Reference(_) | ExprKind::Access { .. }) {
            return Err(self.unexpected(t, "the type of an attribute"));
        }
        Ok(Param {
            name: self.text(name, "the name of an attribute")?,
            is_namevar: is_namevar.map_or(Ok(false), |truth| self.boolean(truth))?,
        })
    }

    fn title_patterns(&self, at: ExprId) -> Result<Option<Vec<TitlePattern>>, ReadError> {
        let entries = match *self.tree.kind(at) {
            ExprKind::Undef => return Ok(None),
            ExprKind::Hash(entries) => entries,
            _ => return Err(self.unexpected(at, "a hash of title patterns")),
        };
        let patterns = self.tree[entries].iter().map(|entry| {
            let regexp = match self.constant(entry.key)? {
                Value::Regexp(regexp) => regexp.as_ref().clone(),
                _ => return Err(self.unexpected(entry.key, "a regular expression for titles")),
            };
            let ExprKind::Array(names) = *self.tree.kind(entry.value) else {
                return Err(self.unexpected(entry.value, "the attributes that a title sets"));
            };
            let names = self.tree[names].iter().map(|&name| self.text(name, "an attribute"));
            Ok(TitlePattern::new(regexp, names.collect::<Result<_, _>>()?))
        });
        patterns.collect::<Result<_, _>>().map(Some)
    }

    fn text(&self, at: ExprId, expected: &str) -> Result<Name, ReadError> {
        match self.constant(at)? {
            Value::String(text) if !text.is_empty() => Ok(Name::Owned(text.to_string())),
            _ => Err(self.unexpected(at, expected)),
        }
    }

    fn boolean(&self, at: ExprId) -> Result<bool, ReadError> {
        match *self.tree.kind(at) {
            ExprKind::Boolean(truth) => Ok(truth),
            _ => Err(self.unexpected(at, "true or false")),
        }
    }

    fn constant(&self, at: ExprId) -> Result<Value, ReadError> {
        interpret(self.tree, at, &Builtins).map_err(|error| self.error(at, error.message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<ResourceType, String> {
        let source = Arc::new(Source::new("vhost.pp", text));
        read(&source, "vhost").map_err(|error| error.to_string())
    }

    fn error_of(text: &str) -> String {
        parse(text).expect_err("the file is invalid")
    }

    const GENERATED: &str = "\
# This file was automatically generated.
Puppet::Resource::ResourceType3.new(
  'vhost',
  [
    # Whether it is there.
    Puppet::Resource::Param(Enum['present', 'absent'], 'ensure'),
    Puppet::Resource::Param(Variant[Boolean, Enum['true'], Pattern[/a/]], 'tls')
  ],
  [
    Puppet::Resource::Param(Any, 'site', true),
    Puppet::Resource::Param(Any, 'port', true)
  ],
  {
    /^([^:]+):((?-mix:\\d+))$/ => ['site', 'port'],
    /(?m-ix:(.*))/ => ['site']
  },
  false,
  false)
";

    #[test]
    fn generated_files_are_read() {
        let vhost = parse(GENERATED).expect("it is described");
        let names: Vec<&str> = vhost.attributes().map(|(name, _)| name).collect();
        assert_eq!(names, ["ensure", "tls", "site", "port"]);
        assert_eq!(vhost.key_attributes(), ["site", "port"]);
        let both = vec![("site", Some("a".into())), ("port", Some("80".into()))];
        assert_eq!(vhost.parse_title("a:80"), Ok(both));
        assert_eq!(vhost.parse_title("a"), Ok(vec![("site", Some("a".into()))]));
        assert!(!vhost.is_isomorphic());
        assert!(!vhost.has_attribute("name") && vhost.has_attribute("require"));
    }

    #[test]
    fn missing_arguments_have_defaults() {
        let vhost = parse("Puppet::Resource::ResourceType3.new('vhost')").expect("it has");
        assert!(vhost.is_isomorphic() && vhost.attributes().len() == 0);
        let patterns = "Puppet::Resource::ResourceType3.new('vhost', [], [], undef)";
        assert!(parse(patterns).is_ok());
    }

    #[test]
    fn errors_have_file_and_line() {
        let cases = [
            (
                "",
                "The code loaded from vhost.pp does not create the resource type 'vhost' - it is \
                 empty (file: vhost.pp, line: 1)",
            ),
            (
                "\nnotice(1)",
                "The code loaded from vhost.pp does not create the resource type 'vhost' - no \
                 call to Puppet::Resource::ResourceType3.new found. (file: vhost.pp, line: 2)",
            ),
            (
                "Puppet::Resource::ResourceType3.new('vhost')\nnotice(1)",
                "The code loaded from vhost.pp must contain only the type_constructor of resource type \
                 'vhost' - it has additional logic. (file: vhost.pp, line: 1)",
            ),
            (
                "Puppet::Resource::ResourceType3.new('host')",
                "The code loaded from vhost.pp produced resource type with the wrong name, \
                 expected 'vhost', actual 'host' (file: vhost.pp, line: 1)",
            ),
            (
                "Puppet::Resource::ResourceType3.new('vhost',\n [$x])",
                "The resource type needs attributes made by Puppet::Resource::Param(Type, \
                 'name'), got <$x> (file: vhost.pp, line: 2)",
            ),
            (
                "Puppet::Resource::ResourceType3.new('vhost', [], [Puppet::Resource::Param(1, 'a')])",
                "The resource type needs the type of an attribute, got <1> (file: vhost.pp, \
                 line: 1)",
            ),
            (
                "Puppet::Resource::ResourceType3.new('vhost', [], [], {'a' => ['b']})",
                "The resource type needs a regular expression for titles, got <'a'> (file: \
                 vhost.pp, line: 1)",
            ),
            (
                "Puppet::Resource::ResourceType3.new('vhost', [], [], {}, 1)",
                "The resource type needs true or false, got <1> (file: vhost.pp, line: 1)",
            ),
            (
                "Puppet::Resource::ResourceType3.new('vhost', \n  [",
                "Syntax error at end of input (file: vhost.pp, line: 2)",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(error_of(text), expected);
        }
    }
}
