//! Finds definitions and uses in manifests and EPP templates.
//!
//! Only constant names are found, not a class whose name is in a variable. Variables are resolved
//! within the file; a variable that is set neither in the surrounding class nor in the surrounding
//! body belongs to the top scope.

use pupa_syntax::source::Span;
use pupa_syntax::tree::{
    AttributeOperation, BinaryOp, ExprId, ExprKind, Lambda, List, Parameter, Resource, Text, Tree,
};
use pupa_value::{Type, builtin};
use rustc_hash::FxHashSet;

use super::entry::{Entry, Kind, Role, normal};

/// The functions whose arguments are class names.
const DECLARING: &[&str] = &["contain", "include", "require"];

/// The functions whose first argument is the name of a template.
const RENDERING: &[&str] = &["epp", "template"];

/// Returns the definitions and uses in a tree, in any order.
pub(super) fn entries(tree: &Tree) -> Vec<Entry> {
    let mut finder = Finder { tree, scopes: Vec::new(), found: Vec::new() };
    finder.within(ScopeKind::Top, None, &[], Some(tree.root()));
    finder.found
}

/// The owner of the variables of a scope.
#[derive(Debug, Clone)]
enum ScopeKind {
    /// The top scope.
    Top,
    /// A class, with its name.
    Class(String),
    /// A node, defined type, function, lambda or template, with its range.
    Local(Span),
}

struct Scope<'t> {
    kind: ScopeKind,
    /// The variables that are set in the scope itself, without inner scopes.
    variables: FxHashSet<&'t str>,
    /// Whether the variables of the surrounding scope are visible.
    sees_outer: bool,
}

struct Finder<'t> {
    tree: &'t Tree,
    /// The scopes around the current expression, the innermost last.
    scopes: Vec<Scope<'t>>,
    found: Vec<Entry>,
}

impl<'t> Finder<'t> {
    fn add(&mut self, kind: Kind, role: Role, name: impl Into<Box<str>>, span: Span) {
        self.found.push(Entry { kind, role, name: name.into(), span, scope: None });
    }

    fn define(&mut self, kind: Kind, name: &str, span: Span) {
        self.add(kind, Role::Definition, normal(name), span);
    }

    fn use_of(&mut self, kind: Kind, name: &str, span: Span) {
        self.add(kind, Role::Use, normal(name), span);
    }

    /// Visits a body in a new scope with these parameters.
    fn within(
        &mut self,
        kind: ScopeKind,
        owner: Option<&str>,
        parameters: &'t [Parameter],
        body: Option<ExprId>,
    ) {
        let tree = self.tree;
        let mut variables: FxHashSet<&str> =
            parameters.iter().map(|parameter| tree.text(parameter.name)).collect();
        body.into_iter().for_each(|body| assigned_in(tree, body, &mut variables));
        let sees_outer = owner.is_none();
        self.scopes.push(Scope { kind, variables, sees_outer });
        for parameter in parameters {
            let name = tree.text(parameter.name);
            if let Some(owner) = owner {
                let full = format!("{}::{name}", normal(owner));
                self.add(Kind::Parameter, Role::Definition, full, parameter.name_span);
            }
            self.variable(Role::Definition, name, parameter.name_span);
            parameter.ty.into_iter().chain(parameter.default).for_each(|one| self.visit(one));
        }
        body.into_iter().for_each(|body| self.visit(body));
        self.scopes.pop();
    }

    fn visit(&mut self, expr: ExprId) {
        let tree = self.tree;
        let span = tree[expr].span;
        match *tree.kind(expr) {
            ExprKind::Class(class) => {
                let class = tree[class];
                let name = tree.text(class.name);
                self.define(Kind::Class, name, class.name_span);
                if let Some(parent) = class.parent {
                    self.use_of(Kind::Class, tree.text(parent.name), parent.span);
                }
                let kind = ScopeKind::Class(normal(name));
                self.within(kind, Some(name), &tree[class.parameters], class.body);
            }
            ExprKind::Define(define) => {
                let define = tree[define];
                let name = tree.text(define.name);
                self.define(Kind::ResourceType, name, define.name_span);
                let kind = ScopeKind::Local(span);
                self.within(kind, Some(name), &tree[define.parameters], define.body);
            }
            ExprKind::Function(function) | ExprKind::Plan(function) => {
                let function = tree[function];
                let name = tree.text(function.name);
                self.define(Kind::Function, name, function.name_span);
                function.returns.into_iter().for_each(|returns| self.visit(returns));
                let kind = ScopeKind::Local(span);
                self.within(kind, Some(name), &tree[function.parameters], function.body);
            }
            ExprKind::Node(node) => {
                tree[tree[node].matchers].iter().for_each(|matcher| self.visit(*matcher));
                self.within(ScopeKind::Local(span), None, &[], tree[node].body);
            }
            ExprKind::Epp(epp) => {
                let parameters = tree[epp].parameters.map_or(&[][..], |list| &tree[list]);
                self.within(ScopeKind::Local(span), None, parameters, tree[epp].body);
            }
            ExprKind::TypeAlias(alias) => {
                self.define(Kind::Type, tree.text(tree[alias].name), tree[alias].name_span);
                self.visit(tree[alias].type_expr);
            }
            ExprKind::TypeDefinition(definition) => {
                let definition_name = tree.text(tree[definition].name);
                self.define(Kind::Type, definition_name, tree[definition].name_span);
                self.children(expr);
            }
            ExprKind::Variable(name) => self.variable(Role::Use, tree.text(name), span),
            ExprKind::Reference(name) => self.reference(tree.text(name), span),
            ExprKind::Access { left, keys } => self.access(expr, left, keys),
            ExprKind::Binary { op: BinaryOp::Assign, left, right, .. } => {
                self.assign(left);
                self.visit(right);
            }
            ExprKind::Call(call) => {
                let call = tree[call];
                self.call(call.functor, &tree[call.arguments]);
                tree[call.arguments].iter().for_each(|argument| self.visit(*argument));
                self.lambda(call.lambda.map(|lambda| tree[lambda]));
            }
            ExprKind::MethodCall(call) => {
                let call = tree[call];
                if let ExprKind::NamedAccess { left, name, .. } = *tree.kind(call.functor) {
                    self.call(name, &[left]);
                    self.visit(left);
                }
                tree[call.arguments].iter().for_each(|argument| self.visit(*argument));
                self.lambda(call.lambda.map(|lambda| tree[lambda]));
            }
            ExprKind::Resource(resource) => self.resource(tree[resource]),
            _ => self.children(expr),
        }
    }

    fn children(&mut self, expr: ExprId) {
        let mut children = Vec::new();
        self.tree.each_child(expr, &mut |child| children.push(child));
        children.into_iter().for_each(|child| self.visit(child));
    }

    fn lambda(&mut self, lambda: Option<Lambda>) {
        let tree = self.tree;
        let Some(lambda) = lambda else { return };
        lambda.returns.into_iter().for_each(|returns| self.visit(returns));
        self.within(ScopeKind::Local(lambda.span), None, &tree[lambda.parameters], lambda.body);
    }

    /// Adds an entry for a variable, with the name that it has in the scope that sets it.
    fn variable(&mut self, role: Role, name: &str, span: Span) {
        if let Some((class, _)) = name.trim_start_matches("::").rsplit_once("::") {
            if class != "facts" {
                self.add(Kind::Variable, role, name.trim_start_matches("::"), span);
            }
            return;
        }
        let owner = if name.starts_with("::") { None } else { self.owner(name) };
        let bare = name.trim_start_matches("::");
        match owner {
            Some(ScopeKind::Class(class)) => {
                self.add(Kind::Variable, role, format!("{class}::{bare}"), span);
            }
            Some(ScopeKind::Local(scope)) => self.found.push(Entry {
                kind: Kind::Variable,
                role,
                name: bare.into(),
                span,
                scope: Some(scope),
            }),
            Some(ScopeKind::Top) | None => {
                self.add(Kind::Variable, role, format!("::{bare}"), span);
            }
        }
    }

    /// The scope that sets a variable.
    fn owner(&self, name: &str) -> Option<ScopeKind> {
        for scope in self.scopes.iter().rev() {
            if scope.variables.contains(name) {
                return Some(scope.kind.clone());
            }
            if !scope.sees_outer {
                return None;
            }
        }
        None
    }

    fn assign(&mut self, target: ExprId) {
        let tree = self.tree;
        match *tree.kind(target) {
            ExprKind::Variable(name) => {
                self.variable(Role::Definition, tree.text(name), tree[target].span);
            }
            ExprKind::Array(targets) => {
                tree[targets].iter().for_each(|target| self.assign(*target));
            }
            ExprKind::Hash(entries) => {
                tree[entries].iter().for_each(|entry| self.assign(entry.key));
            }
            _ => self.visit(target),
        }
    }

    /// Adds entries for a type reference: `Apache::Port`, `Apache::Vhost`.
    fn reference(&mut self, name: &str, span: Span) {
        match builtin::lookup(name) {
            Some(Type::Resource(_)) => self.use_of(Kind::ResourceType, name, span),
            Some(_) => {}
            None => {
                self.use_of(Kind::Type, name, span);
                self.use_of(Kind::ResourceType, name, span);
            }
        }
    }

    /// Adds entries for an access: `$facts['os']['family']`, `File['/x']`, `Class['a']`.
    fn access(&mut self, expr: ExprId, left: ExprId, keys: List<ExprId>) {
        let tree = self.tree;
        if let Some(path) = self.fact_path(expr) {
            self.add(Kind::Fact, Role::Use, path.join("."), tree[expr].span);
            // The inner accesses are parts of the same path.
            return;
        }
        if let ExprKind::Reference(name) = *tree.kind(left) {
            let type_name = normal(tree.text(name));
            for key in &tree[keys] {
                let Some(title) = constant(tree, *key) else { continue };
                match type_name.as_str() {
                    "class" => self.use_of(Kind::Class, title, tree[*key].span),
                    _ if is_type_with_texts(&type_name) => {}
                    _ => {
                        let name = format!("{type_name}[{title}]");
                        self.add(Kind::Resource, Role::Use, name, tree[*key].span);
                    }
                }
            }
        }
        self.visit(left);
        tree[keys].iter().for_each(|key| self.visit(*key));
    }

    /// The constant path of an access to `$facts`.
    fn fact_path(&self, expr: ExprId) -> Option<Vec<&'t str>> {
        let tree = self.tree;
        let mut path = Vec::new();
        let mut expr = expr;
        loop {
            match *tree.kind(expr) {
                ExprKind::Access { left, keys } => {
                    let [key] = tree[keys] else { return None };
                    path.push(constant(tree, key)?);
                    expr = left;
                }
                ExprKind::Variable(name)
                    if matches!(tree.text(name), "facts" | "::facts") && !path.is_empty() =>
                {
                    path.reverse();
                    return Some(path);
                }
                _ => return None,
            }
        }
    }

    fn call(&mut self, functor: ExprId, arguments: &[ExprId]) {
        let tree = self.tree;
        let span = tree[functor].span;
        let name = match *tree.kind(functor) {
            ExprKind::Name(name) => tree.text(name).trim_start_matches("::"),
            ExprKind::Reference(name) => return self.reference(tree.text(name), span),
            _ => return self.visit(functor),
        };
        self.use_of(Kind::Function, name, span);
        if DECLARING.contains(&name) {
            arguments.iter().for_each(|argument| self.classes(*argument));
        }
        let first = arguments.first().and_then(|first| Some((first, constant(tree, *first)?)));
        let Some((first, text)) = first else { return };
        if RENDERING.contains(&name) {
            self.add(Kind::Template, Role::Use, text, tree[*first].span);
        }
        if name == "fact" {
            self.add(Kind::Fact, Role::Use, text, tree[*first].span);
        }
    }

    /// Adds uses for the class names in an argument.
    fn classes(&mut self, argument: ExprId) {
        let tree = self.tree;
        if let ExprKind::Array(elements) = *tree.kind(argument) {
            tree[elements].iter().for_each(|element| self.classes(*element));
        } else if let Some(name) = constant(tree, argument) {
            self.use_of(Kind::Class, name, tree[argument].span);
        }
    }

    fn resource(&mut self, resource: Resource) {
        let tree = self.tree;
        let type_name = match *tree.kind(resource.type_name) {
            ExprKind::Name(name) => Some(normal(tree.text(name))),
            _ => {
                self.visit(resource.type_name);
                None
            }
        };
        let is_class = type_name.as_deref() == Some("class");
        if let Some(name) = type_name.as_deref().filter(|_| !is_class) {
            self.use_of(Kind::ResourceType, name, tree[resource.type_name].span);
        }
        for body in &tree[resource.bodies] {
            let titles = titles(tree, body.title);
            for (title, span) in &titles {
                match &type_name {
                    Some(_) if is_class => self.use_of(Kind::Class, title, *span),
                    Some(name) => {
                        let name = format!("{name}[{title}]");
                        self.add(Kind::Resource, Role::Definition, name, *span);
                    }
                    None => {}
                }
            }
            let owner = match (&type_name, titles.as_slice()) {
                (Some(_), [(title, _)]) if is_class => Some(normal(title)),
                (Some(name), _) if !is_class => Some(name.clone()),
                _ => None,
            };
            self.visit(body.title);
            for operation in &tree[body.operations] {
                self.attribute(owner.as_deref(), operation);
            }
        }
    }

    /// Adds the use of a parameter by an attribute of a class or defined type.
    fn attribute(&mut self, owner: Option<&str>, operation: &AttributeOperation) {
        let name = self.tree.text(operation.name);
        if let Some(owner) = owner.filter(|_| !name.is_empty()) {
            let start = operation.span.start;
            let span = Span::new(start, start + name.len() as u32);
            self.add(Kind::Parameter, Role::Use, format!("{owner}::{name}"), span);
        }
        self.visit(operation.value);
    }
}

/// Collects the variables that a body sets, without those of scopes in it.
fn assigned_in<'t>(tree: &'t Tree, expr: ExprId, variables: &mut FxHashSet<&'t str>) {
    match *tree.kind(expr) {
        ExprKind::Class(_)
        | ExprKind::Define(_)
        | ExprKind::Function(_)
        | ExprKind::Plan(_)
        | ExprKind::Node(_)
        | ExprKind::Epp(_) => return,
        ExprKind::Call(call) => {
            let call = tree[call];
            for part in [call.functor].iter().chain(&tree[call.arguments]) {
                assigned_in(tree, *part, variables);
            }
            return;
        }
        ExprKind::MethodCall(call) => {
            let call = tree[call];
            for part in [call.functor].iter().chain(&tree[call.arguments]) {
                assigned_in(tree, *part, variables);
            }
            return;
        }
        ExprKind::Binary { op: BinaryOp::Assign, left, .. } => {
            targets(tree, left, &mut |name| {
                variables.insert(tree.text(name));
            });
        }
        _ => {}
    }
    let mut children = Vec::new();
    tree.each_child(expr, &mut |child| children.push(child));
    children.into_iter().for_each(|child| assigned_in(tree, child, variables));
}

/// Calls `visit` for each variable on the left side of an assignment.
fn targets(tree: &Tree, target: ExprId, visit: &mut dyn FnMut(Text)) {
    match *tree.kind(target) {
        ExprKind::Variable(name) => visit(name),
        ExprKind::Array(elements) => {
            tree[elements].iter().for_each(|element| targets(tree, *element, visit));
        }
        ExprKind::Hash(entries) => {
            tree[entries].iter().for_each(|entry| targets(tree, entry.key, visit));
        }
        _ => {}
    }
}

/// The constant titles of a resource body.
fn titles(tree: &Tree, title: ExprId) -> Vec<(&str, Span)> {
    match *tree.kind(title) {
        ExprKind::Array(elements) => {
            tree[elements].iter().flat_map(|element| titles(tree, *element)).collect()
        }
        _ => constant(tree, title).map(|text| (text, tree[title].span)).into_iter().collect(),
    }
}

/// The text of a constant string or name.
fn constant(tree: &Tree, expr: ExprId) -> Option<&str> {
    match *tree.kind(expr) {
        ExprKind::String(text) | ExprKind::Name(text) => Some(tree.text(text)),
        ExprKind::Paren(inner) => constant(tree, inner),
        _ => None,
    }
}

/// Whether the strings in the parameters of a type are other values than titles.
fn is_type_with_texts(name: &str) -> bool {
    !matches!(builtin::lookup(name), None | Some(Type::Resource(_)))
}
