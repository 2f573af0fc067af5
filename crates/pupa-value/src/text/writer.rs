//! Types and values in Puppet syntax: `Array[String[1], 0, 5]`.
//!
//! Aliases are written by name; in the expanded form, the aliased type follows, and object types
//! are written as `Object[{…}]`.

use std::sync::Arc;

use pupa_syntax::notation::ruby_float;

use super::length::MAX_BYTES;
use super::object::{
    all_type_parameters, default_type_set_hash, defined_name, init_hash, name_within, object_hash,
    type_set_hash,
};
use super::{capitalize_segments, quote, ruby};
use crate::builtin;
use crate::guard::Guard;
use crate::infer::infer;
use crate::types::{
    CallableType, FloatRange, IntegerRange, ObjectExtension, ObjectType, ResourceType, RuntimeName,
    RuntimeType, Size, StringType, StructMember, TupleType, Type, TypeAlias, TypeSet,
};
use crate::value::instance::{Instance, Tree};
use crate::value::{Hash, Object, Value};

/// The time to write a part of a value, in units of the meter.
const WORK_PER_PART: usize = 8;

/// The number of spaces per level of indentation.
const INDENT: usize = 2;

/// A writer of types and values.
#[derive(Default)]
pub(super) struct Writer {
    out: String,
    expanded: bool,
    debug: bool,
    /// The level of indentation, if elements are written on lines of their own.
    indent: Option<usize>,
    /// The type set whose types are being written.
    type_set: Option<Arc<TypeSet>>,
    guard: Guard,
    depth: usize,
    /// The tree of the outermost object that is being written.
    objects: Option<Tree>,
}

impl Writer {
    /// Writes the types of aliases as well.
    pub(super) fn expanded(mut self) -> Writer {
        self.expanded = true;
        self
    }

    /// Writes the values of single-string types as well.
    pub(super) fn debug(mut self) -> Writer {
        self.debug = true;
        self
    }

    /// Writes elements on lines of their own, indented by a level.
    pub(super) fn indented(mut self, level: usize) -> Writer {
        self.indent = Some(level);
        self
    }

    pub(super) fn type_text(mut self, t: &Type) -> String {
        self.write_type(t);
        self.out
    }

    pub(super) fn value_text(mut self, value: &Value) -> String {
        self.write(value);
        self.out
    }

    /// Whether further output is omitted, because it is too deep or too long.
    fn is_full(&self) -> bool {
        self.depth >= Value::MAX_OUTPUT_DEPTH || self.out.len() > MAX_BYTES
    }

    fn write_type(&mut self, t: &Type) {
        if self.is_full() {
            return self.push("...");
        }
        self.depth += 1;
        self.write_type_here(t);
        self.depth -= 1;
    }

    fn write_type_here(&mut self, t: &Type) {
        match t {
            Type::Any => self.push("Any"),
            Type::Unit => self.push("Unit"),
            Type::Undef => self.push("Undef"),
            Type::Default => self.push("Default"),
            Type::Scalar => self.push("Scalar"),
            Type::ScalarData => self.push("ScalarData"),
            Type::Numeric => self.push("Numeric"),
            Type::Binary => self.push("Binary"),
            Type::SemVerRange => self.push("SemVerRange"),
            Type::CatalogEntry => self.push("CatalogEntry"),
            Type::Integer(range) => self.ends("Integer", &integer_ends(range)),
            Type::Float(range) => self.ends("Float", &float_ends(range)),
            Type::Boolean(truth) => self.parameter("Boolean", truth.map(Value::Boolean)),
            Type::String(string) => self.string_type(string),
            Type::Enum(values) => {
                let mut texts: Vec<Value> =
                    values.values().iter().cloned().map(Value::String).collect();
                if values.is_case_insensitive() && !texts.is_empty() {
                    texts.push(Value::Boolean(true));
                }
                self.list("Enum", &texts);
            }
            Type::Pattern(patterns) => {
                let patterns: Vec<Value> =
                    patterns.iter().map(|pattern| Value::Regexp(Arc::clone(pattern))).collect();
                self.list("Pattern", &patterns);
            }
            Type::Regexp(regexp) => self.parameter("Regexp", regexp.clone().map(Value::Regexp)),
            Type::Timestamp(range) => self.time_range("Timestamp", range.from(), range.to()),
            Type::Timespan(range) => self.time_range("Timespan", range.from(), range.to()),
            Type::SemVer(ranges) => {
                let ranges: Vec<Value> =
                    ranges.iter().map(|range| Value::SemVerRange(Arc::clone(range))).collect();
                self.list("SemVer", &ranges);
            }
            Type::Uri(parameters) => self.parameter("URI", parameters.clone().map(Value::Hash)),
            Type::Collection(size) => self.ends("Collection", &size_ends(size.as_deref().copied())),
            Type::Array(array) if is_empty(array.size) => self.push("Array[0, 0]"),
            Type::Array(array) if array.element == Type::Any && array.size.is_none() => {
                self.push("Array");
            }
            Type::Array(array) => self.elements("Array", &[&array.element], array.size),
            Type::Hash(hash) if is_empty(hash.size) => self.push("Hash[0, 0]"),
            Type::Hash(hash)
                if hash.key == Type::Any && hash.value == Type::Any && hash.size.is_none() =>
            {
                self.push("Hash");
            }
            Type::Hash(hash) => self.elements("Hash", &[&hash.key, &hash.value], hash.size),
            Type::Tuple(tuple) if tuple.types.is_empty() => self.push("Tuple"),
            Type::Tuple(tuple) => {
                let types: Vec<&Type> = tuple.types.iter().collect();
                self.elements("Tuple", &types, tuple.size);
            }
            Type::Struct(structure) => self.structure(structure.members()),
            Type::Variant(options) => self.types("Variant", options),
            Type::Optional(t) => self.containing("Optional", t.as_deref()),
            Type::NotUndef(t) => {
                self.containing("NotUndef", t.as_deref().filter(|t| !matches!(t, Type::Any)));
            }
            Type::Sensitive(t) => {
                self.of("Sensitive", Some(&**t).filter(|t| !matches!(t, Type::Any)));
            }
            Type::Type(t) => self.of("Type", t.as_deref()),
            Type::Iterable(t) => self.of("Iterable", t.as_deref()),
            Type::Iterator(t) => self.of("Iterator", t.as_deref()),
            Type::Callable(callable) => self.callable(callable.as_deref()),
            Type::Init(init) => match init {
                None => self.push("Init"),
                Some(init) => self.in_brackets("Init", |writer| {
                    writer.write_type(&init.target);
                    for arg in &init.args {
                        writer.push(", ");
                        writer.write(arg);
                    }
                }),
            },
            Type::Runtime(runtime) => self.runtime(runtime),
            Type::Object(object) => self.object_type(object),
            Type::ObjectExtension(extension) => self.object_extension(extension),
            Type::TypeSet(set) => self.type_set(set),
            Type::Resource(resource) => self.resource(resource.as_deref()),
            Type::Class(None) => self.push("Class"),
            Type::Class(Some(name)) => {
                self.in_brackets("Class", |writer| writer.push(name));
            }
            Type::Reference(text) => {
                self.in_brackets("TypeReference", |writer| writer.push(&quote(text)));
            }
            Type::Alias(alias) => self.alias(alias),
        }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn in_brackets(&mut self, name: &str, content: impl FnOnce(&mut Writer)) {
        self.push(name);
        self.push("[");
        content(self);
        self.push("]");
    }

    /// `Name`, or `Name[1, 2]`
    fn ends(&mut self, name: &str, ends: &[String]) {
        if ends.is_empty() {
            self.push(name);
        } else {
            self.in_brackets(name, |writer| writer.push(&ends.join(", ")));
        }
    }

    /// `Name`, or `Name[value]`
    fn parameter(&mut self, name: &str, value: Option<Value>) {
        match value {
            None => self.push(name),
            Some(value) => self.in_brackets(name, |writer| writer.write(&value)),
        }
    }

    /// `Name`, or `Name[value, value]`
    fn list(&mut self, name: &str, values: &[Value]) {
        if values.is_empty() {
            self.push(name);
        } else {
            self.in_brackets(name, |writer| writer.values(values));
        }
    }

    fn values(&mut self, values: &[Value]) {
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.write(value);
        }
    }

    /// `Name`, or `Name[Type]`
    fn of(&mut self, name: &str, t: Option<&Type>) {
        match t {
            None => self.push(name),
            Some(t) => self.in_brackets(name, |writer| writer.write_type(t)),
        }
    }

    /// Like [`Writer::of`], with a single-string type written as the string.
    fn containing(&mut self, name: &str, t: Option<&Type>) {
        match t {
            Some(Type::String(StringType::Exact(text))) => {
                self.in_brackets(name, |writer| writer.push(&quote(text)));
            }
            _ => self.of(name, t),
        }
    }

    /// `Name`, or `Name[Type, Type]`
    fn types(&mut self, name: &str, types: &[Type]) {
        if types.is_empty() {
            self.push(name);
        } else {
            let types: Vec<&Type> = types.iter().collect();
            self.elements(name, &types, None);
        }
    }

    /// `Name[Type, Type, 1, 2]`
    fn elements(&mut self, name: &str, types: &[&Type], size: Option<Size>) {
        self.in_brackets(name, |writer| {
            writer.separated(types);
            for end in size_ends(size) {
                writer.push(", ");
                writer.push(&end);
            }
        });
    }

    fn separated(&mut self, types: &[&Type]) {
        for (index, t) in types.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.write_type(t);
        }
    }

    fn string_type(&mut self, string: &StringType) {
        match string {
            StringType::Any => self.push("String"),
            StringType::Sized(size) => self.ends("String", &size_ends(Some(**size))),
            StringType::Exact(text) if self.debug => {
                self.in_brackets("String", |writer| writer.push(&quote(text)));
            }
            StringType::Exact(_) => self.push("String"),
        }
    }

    fn time_range<T: std::fmt::Display + PartialEq>(
        &mut self,
        name: &str,
        from: Option<&T>,
        to: Option<&T>,
    ) {
        if from.is_none() && to.is_none() {
            return self.push(name);
        }
        let lowest = from.map_or_else(|| "default".to_owned(), |from| format!("'{from}'"));
        self.in_brackets(name, |writer| {
            writer.push(&lowest);
            if let Some(to) = to.filter(|to| from != Some(to)) {
                writer.push(&format!(", '{to}'"));
            }
        });
    }

    fn structure(&mut self, members: &[StructMember]) {
        if members.is_empty() {
            return self.push("Struct");
        }
        self.in_brackets("Struct", |writer| {
            writer.braces(members.iter(), |writer, member| {
                // A key is implicitly optional if its value may be `undef`.
                let name = quote(&member.name);
                match (member.optional, member.value.accepts(&Type::Undef)) {
                    (true, false) => writer.in_brackets("Optional", |writer| writer.push(&name)),
                    (false, true) => writer.in_brackets("NotUndef", |writer| writer.push(&name)),
                    _ => writer.push(&name),
                }
                writer.push(" => ");
                writer.write_type(&member.value);
            });
        });
    }

    fn callable(&mut self, callable: Option<&CallableType>) {
        let Some(callable) = callable else { return self.push("Callable") };
        match (&callable.params, &callable.returns) {
            (None, None) => self.push("Callable"),
            (Some(params), None) => {
                self.in_brackets("Callable", |writer| writer.parameters(callable, params));
            }
            (None, Some(returns)) => self.in_brackets("Callable", |writer| {
                writer.push("[], ");
                writer.write_type(returns);
            }),
            (Some(params), Some(returns)) => self.in_brackets("Callable", |writer| {
                writer.in_brackets("", |writer| writer.parameters(callable, params));
                writer.push(", ");
                writer.write_type(returns);
            }),
        }
    }

    fn parameters(&mut self, callable: &CallableType, params: &TupleType) {
        let types: Vec<&Type> = params.types.iter().filter(|t| !matches!(t, Type::Unit)).collect();
        let ends = if params.types.is_empty() {
            vec!["0".to_owned(), "0".to_owned()]
        } else {
            size_ends(params.size)
        };
        self.separated(&types);
        let mut is_first = types.is_empty();
        for end in &ends {
            if !std::mem::take(&mut is_first) {
                self.push(", ");
            }
            self.push(end);
        }
        if let Some(block) = &callable.block {
            if !is_first {
                self.push(", ");
            }
            self.write_type(block);
        }
    }

    fn runtime(&mut self, runtime: &RuntimeType) {
        if runtime.runtime.is_none() && runtime.name.is_none() {
            return self.push("Runtime");
        }
        self.in_brackets("Runtime", |writer| {
            writer.push(runtime.runtime.as_deref().unwrap_or("undef"));
            writer.push(", ");
            match &runtime.name {
                None => writer.push("undef"),
                Some(RuntimeName::Name(name)) => writer.push(&quote(name)),
                Some(RuntimeName::Pattern(pattern, replacement)) => writer.write(&Value::array([
                    Value::Regexp(Arc::clone(pattern)),
                    Value::String(replacement.clone()),
                ])),
            }
        });
    }

    fn resource(&mut self, resource: Option<&ResourceType>) {
        let Some(resource) = resource else { return self.push("Resource") };
        let name = capitalize_segments(&resource.name);
        if let (true, Some(title)) = (resource.is_entry, &resource.title) {
            return self.in_brackets(&name, |writer| writer.push(title));
        }
        self.parameter(&name, resource.title.clone().map(Value::String));
    }

    fn alias(&mut self, alias: &Arc<TypeAlias>) {
        if !(self.expanded && alias.is_self_recursive()) {
            return self.alias_once(alias, self.expanded);
        }
        let identity = Arc::as_ptr(alias) as usize;
        // The guard is a field of the writer, which the closure borrows as a whole.
        let mut guard = std::mem::take(&mut self.guard);
        guard.with_this(identity, |guard| {
            std::mem::swap(&mut self.guard, guard);
            let expand = !self.guard.is_this_recursive();
            self.alias_once(alias, expand);
            std::mem::swap(&mut self.guard, guard);
        });
        self.guard = guard;
    }

    fn alias_once(&mut self, alias: &Arc<TypeAlias>, expand: bool) {
        let resolved = alias.get().filter(|_| expand);
        match (self.type_set.clone(), resolved) {
            (None, resolved) => {
                self.push(&alias.name);
                if let Some(t) = resolved.filter(|_| !builtin::is_builtin_alias(&alias.name)) {
                    self.push(" = ");
                    self.write_type(t);
                }
            }
            (Some(set), Some(t))
                if defined_name(&set, &Type::Alias(Arc::clone(alias))).is_some() =>
            {
                self.write_type(t);
            }
            (Some(set), _) => self.name_in(&set, &Type::Alias(Arc::clone(alias)), &alias.name),
        }
    }

    /// The name of a type within a type set.
    fn name_in(&mut self, set: &TypeSet, t: &Type, default_name: &str) {
        let name = name_within(set, t);
        self.push(name.as_deref().unwrap_or(default_name));
    }

    fn object_type(&mut self, object: &Arc<ObjectType>) {
        let t = Type::Object(Arc::clone(object));
        let set = self.type_set.clone();
        // A defined type with logic has no notation other than its name.
        if self.expanded && object.features().is_none() {
            let is_known = set.is_some_and(|set| defined_name(&set, &t).is_some());
            self.object_definition(&object_hash(object, !is_known));
        } else if let Some(set) = set {
            self.name_in(&set, &t, object.label());
        } else {
            self.push(object.label());
        }
    }

    /// `Object[{…}]`; types in it are written by name.
    fn object_definition(&mut self, definition: &Hash) {
        self.expanded = false;
        self.in_brackets("Object", |writer| {
            writer.bare_entries(definition, |writer, key, value| match (key, value) {
                ("attributes" | "functions", Value::Hash(members)) => writer.members(members),
                _ => writer.write(value),
            });
        });
        self.expanded = true;
    }

    fn members(&mut self, members: &Hash) {
        self.braces(members.iter(), |writer, (name, member)| {
            writer.write(name);
            writer.push(" => ");
            match member {
                Value::Hash(features) => {
                    writer.bare_entries(features, |writer, key, value| match (key, value) {
                        ("kind", Value::String(kind)) => writer.push(kind),
                        _ => writer.write(value),
                    });
                }
                _ => writer.write(member),
            }
        });
    }

    fn object_extension(&mut self, extension: &ObjectExtension) {
        let name = match self.type_set.clone() {
            Some(set) => {
                let t = Type::ObjectExtension(Arc::new(extension.clone()));
                name_within(&set, &t).unwrap_or_else(|| extension.base.label().to_owned())
            }
            None => extension.base.label().to_owned(),
        };
        let names = all_type_parameters(&extension.base);
        self.in_brackets(&name, |writer| {
            if names.len() > 2 {
                return writer.hash(&extension.parameters);
            }
            let mut values: Vec<Value> = names
                .keys()
                .map(|name| extension.parameters.get_str(name).cloned().unwrap_or(Value::Default))
                .collect();
            while matches!(values.last(), Some(Value::Default)) {
                values.pop();
            }
            writer.values(&values);
        });
    }

    fn type_set(&mut self, set: &Arc<TypeSet>) {
        let definition = match set.definition() {
            Some(definition) if set.name.is_some() => type_set_hash(set, definition),
            _ => default_type_set_hash(),
        };
        self.in_brackets("TypeSet", |writer| {
            writer.bare_entries(&definition, |writer, key, value| match (key, value) {
                ("types", Value::Hash(types)) => {
                    // Compat: the type set remains in effect until the end, since the reference
                    // resets it only after an error.
                    writer.type_set = Some(Arc::clone(set));
                    writer.bare_entries(types, |writer, _, t| writer.write(t));
                }
                ("references", Value::Hash(references)) => {
                    writer.bare_entries(references, |writer, _, reference| writer.write(reference));
                }
                _ => writer.write(value),
            });
        });
    }

    /// Writes a value: strings are quoted, types in Puppet syntax.
    pub(super) fn write(&mut self, value: &Value) {
        if self.is_full() || !pupa_meter::charge(WORK_PER_PART) {
            return self.push("...");
        }
        self.depth += 1;
        match value {
            Value::Undef => self.push("undef"),
            Value::String(text) => self.push(&quote(text)),
            Value::Default
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::BigInteger(_)
            | Value::Float(_) => self.push(&ruby::to_s(value)),
            Value::Regexp(regexp) => self.push(&regexp.with_delimiters()),
            Value::Array(elements) => self.array(elements),
            Value::Hash(hash) => self.hash(hash),
            Value::Type(t) => self.write_type(t),
            Value::SemVer(_) | Value::SemVerRange(_) | Value::Timestamp(_) | Value::Timespan(_) => {
                self.push(&format!("'{}'", ruby::to_s(value)));
            }
            Value::Uri(uri) => self.push(&format!("URI({})", quote(&uri.to_string()))),
            Value::Object(object) => self.object(object),
            Value::Instance(object) => self.instance(object),
            Value::Foreign(object) => self.push(&quote(&object.text)),
            Value::Sensitive(_) | Value::Binary(_) | Value::Iterator(_) | Value::Closure(_) => {
                self.push("Instance of ");
                self.write_type(&infer(value));
            }
        }
        self.depth -= 1;
    }

    fn array(&mut self, elements: &[Value]) {
        match self.indent {
            Some(level) if !is_short(elements, level) => {
                self.push("[");
                self.indent = Some(level + 1);
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        self.push(", ");
                    }
                    self.newline();
                    self.write(element);
                }
                self.indent = Some(level);
                self.newline();
                self.push("]");
            }
            _ => self.in_brackets("", |writer| writer.values(elements)),
        }
    }

    fn hash(&mut self, hash: &Hash) {
        self.braces(hash.iter(), |writer, (key, value)| {
            writer.write(key);
            writer.push(" => ");
            writer.write(value);
        });
    }

    /// `Name({…})`: the initialiser of an instance.
    fn object(&mut self, object: &Object) {
        // Compat: the attributes of a lookup context are hidden.
        let attributes = match object.object_type.label() {
            "Puppet::LookupContext" => Hash::new(),
            _ => init_hash(object),
        };
        self.constructor(&object.object_type, &attributes);
    }

    /// References within the outermost object are written as paths from it.
    fn instance(&mut self, object: &Arc<Instance>) {
        let outer = self.objects.take();
        let is_outermost = outer.is_none();
        let mut tree = outer.unwrap_or_else(|| Tree::of(object));
        let features = tree.readable_features(object);
        self.objects = Some(tree);
        self.constructor(object.object_type(), &features);
        if is_outermost {
            self.objects = None;
        }
    }

    /// `Type({…})`
    fn constructor(&mut self, object_type: &ObjectType, attributes: &Hash) {
        self.push(object_type.label());
        self.push("(");
        self.hash(attributes);
        self.push(")");
    }

    /// Writes entries whose keys are keywords, without quotes.
    fn bare_entries(&mut self, hash: &Hash, mut value: impl FnMut(&mut Writer, &str, &Value)) {
        self.braces(hash.iter(), |writer, (key, entry)| {
            let key = key.as_str().unwrap_or_default();
            writer.push(key);
            writer.push(" => ");
            value(writer, key, entry);
        });
    }

    fn braces<T>(
        &mut self,
        entries: impl Iterator<Item = T>,
        mut entry: impl FnMut(&mut Writer, T),
    ) {
        self.push("{");
        let level = self.indent;
        self.indent = level.map(|level| level + 1);
        for (index, item) in entries.enumerate() {
            if index > 0 {
                self.push(", ");
            }
            if self.indent.is_some() {
                self.newline();
            }
            entry(self, item);
        }
        self.indent = level;
        if level.is_some() {
            self.newline();
        }
        self.push("}");
    }

    fn newline(&mut self) {
        let kept = super::strip::rstrip(&self.out).len();
        self.out.truncate(kept);
        self.out.push('\n');
        let spaces = self.indent.unwrap_or(0) * INDENT;
        self.out.extend(std::iter::repeat_n(' ', spaces));
    }
}

fn is_empty(size: Option<Size>) -> bool {
    size.is_some_and(Size::is_empty)
}

fn size_ends(size: Option<Size>) -> Vec<String> {
    let Some(size) = size else { return Vec::new() };
    std::iter::once(size.from).chain(size.to).map(|end| end.to_string()).collect()
}

fn integer_ends(range: &IntegerRange) -> Vec<String> {
    if range.is_unbounded() {
        return Vec::new();
    }
    let from = range.from().map_or_else(|| "default".to_owned(), ToString::to_string);
    std::iter::once(from).chain(range.to().map(ToString::to_string)).collect()
}

fn float_ends(range: &FloatRange) -> Vec<String> {
    if range.is_unbounded() {
        return Vec::new();
    }
    let from = range.from().map_or_else(|| "default".to_owned(), ruby_float);
    std::iter::once(from).chain(range.to().map(ruby_float)).collect()
}

/// Whether the elements are simple and fit on one line.
fn is_short(elements: &[Value], level: usize) -> bool {
    let length: usize = elements.iter().map(element_length).sum();
    elements.is_empty() || length + level * INDENT < 100
}

fn element_length(element: &Value) -> usize {
    match element {
        Value::Boolean(_)
        | Value::Undef
        | Value::Default
        | Value::Integer(_)
        | Value::BigInteger(_)
        | Value::Float(_) => ruby::inspect(element).len(),
        Value::String(text) => text.chars().count() + 2,
        Value::Hash(hash) if hash.is_empty() => 2,
        Value::Array(elements) if elements.is_empty() => 2,
        _ => 1000,
    }
}
