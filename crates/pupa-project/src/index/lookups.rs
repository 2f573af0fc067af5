//! Finds the lookups in manifests, and the keys that they may use.

use std::cell::RefCell;

use pupa_syntax::source::Span;
use pupa_syntax::tree::{
    BinaryOp, Call, Entry, ExprId, ExprKind, Lambda, List, MethodCall, Parameter, Tree,
};
use rustc_hash::FxHashMap;

use super::keys::{KeyPart, PartialKey};
use super::scopes::{ScopeId, Scopes};

/// The maximum number of forms of a key. If there are more, the key counts as unknown.
const MOST_FORMS: usize = 64;

/// The maximum number of variables and selectors between a lookup and the text of its key.
const MAX_DEPTH: usize = 64;

/// The maximum length of a form. A key with a longer one counts as unknown.
const LONGEST_FORM: usize = 1000;

/// The forms that a string may have, each as a list of known and unknown parts.
type KeyForms = Vec<Vec<KeyPart>>;

/// Returns the lookups of a manifest with their ranges.
pub(super) fn lookups(tree: &Tree) -> Vec<(PartialKey, Span)> {
    let mut scopes = Scopes::default();
    let scope = scopes.add(None);
    let mut finder =
        Finder { tree, scopes, scope, calls: Vec::new(), variables: RefCell::default() };
    finder.visit(tree.root());
    finder.scopes.end(scope, tree, Some(tree.root()), &[]);
    let mut found = Vec::new();
    for &(argument, scope, span) in &finder.calls {
        for key in finder.names(argument, scope) {
            found.push((key, span));
        }
    }
    found
}

struct Finder<'t> {
    tree: &'t Tree,
    scopes: Scopes,
    /// The current scope.
    scope: ScopeId,
    /// The arguments with the keys of lookups, with their scopes and the ranges of the calls.
    calls: Vec<(ExprId, ScopeId, Span)>,
    /// The forms of the variables that were resolved so far.
    variables: RefCell<FxHashMap<(ScopeId, String), KeyForms>>,
}

impl Finder<'_> {
    fn visit(&mut self, expr: ExprId) {
        let tree = self.tree;
        let here = Some(self.scope);
        match *tree.kind(expr) {
            ExprKind::Call(call) => self.call(tree[call], tree[expr].span),
            ExprKind::MethodCall(call) => self.method_call(tree[call], tree[expr].span),
            ExprKind::Binary { op: BinaryOp::Assign, left, right, .. } => {
                self.assign(left, right);
                self.visit_children(expr);
            }
            ExprKind::Class(class) => {
                self.definition(expr, None, Some(tree[class].parameters), tree[class].body);
            }
            ExprKind::Define(define) => {
                self.definition(expr, None, Some(tree[define].parameters), tree[define].body);
            }
            ExprKind::Function(function) | ExprKind::Plan(function) => {
                self.definition(expr, None, Some(tree[function].parameters), tree[function].body);
            }
            // A class or definition may see variables of other scopes, such as its parent's; a node
            // and a template see those of the file.
            ExprKind::Node(node) => self.definition(expr, here, None, tree[node].body),
            ExprKind::Epp(epp) => {
                self.definition(expr, here, tree[epp].parameters, tree[epp].body);
            }
            _ => self.visit_children(expr),
        }
    }

    fn visit_children(&mut self, expr: ExprId) {
        let mut children = Vec::new();
        self.tree.each_child(expr, &mut |child| children.push(child));
        children.into_iter().for_each(|child| self.visit(child));
    }

    /// Visits a definition: a scope of its own, with parameters whose values are unknown.
    fn definition(
        &mut self,
        expr: ExprId,
        outer: Option<ScopeId>,
        parameters: Option<List<Parameter>>,
        body: Option<ExprId>,
    ) {
        let around = self.scope;
        self.scope = self.scopes.add(outer);
        parameters.into_iter().for_each(|parameters| self.open_parameters(parameters));
        self.visit_children(expr);
        self.scopes.end(self.scope, self.tree, body, &[]);
        self.scope = around;
    }

    fn call(&mut self, call: Call, span: Span) {
        let tree = self.tree;
        let arguments = &tree[call.arguments];
        match *tree.kind(call.functor) {
            ExprKind::Name(name) if is_lookup(tree.text(name)) => {
                self.looked_up(arguments.first(), span);
            }
            ExprKind::Name(name) if tree.text(name) == "call" => self.called(arguments, span),
            ExprKind::Reference(name) if tree.text(name) == "Deferred" => {
                self.deferred(arguments, span);
            }
            _ => {}
        }
        self.visit(call.functor);
        arguments.iter().for_each(|argument| self.visit(*argument));
        if let Some(lambda) = call.lambda {
            self.lambda(tree[lambda], None);
        }
    }

    fn method_call(&mut self, call: MethodCall, span: Span) {
        let tree = self.tree;
        let mut receiver = None;
        if let ExprKind::NamedAccess { left, name, .. } = *tree.kind(call.functor) {
            receiver = Some(left);
            if matches!(*tree.kind(name), ExprKind::Name(name) if is_lookup(tree.text(name))) {
                self.looked_up(Some(&left), span);
            }
        }
        self.visit(call.functor);
        tree[call.arguments].iter().for_each(|argument| self.visit(*argument));
        if let Some(lambda) = call.lambda {
            self.lambda(tree[lambda], receiver);
        }
    }

    /// Visits a lambda. In `['a', 'b'].each |$x| { … }`, the values of the parameter are known.
    fn lambda(&mut self, lambda: Lambda, receiver: Option<ExprId>) {
        let tree = self.tree;
        let around = self.scope;
        self.scope = self.scopes.add(Some(around));
        let mut bound = None;
        match (receiver.map(|receiver| *tree.kind(receiver)), &tree[lambda.parameters]) {
            (Some(ExprKind::Array(elements)), [parameter]) => {
                let name = tree.text(parameter.name);
                self.scopes.assign(self.scope, name, tree[elements].iter().copied());
                bound = Some(name);
            }
            _ => self.open_parameters(lambda.parameters),
        }
        let defaults = tree[lambda.parameters].iter().filter_map(|parameter| parameter.default);
        defaults.chain(lambda.body).for_each(|inner| self.visit(inner));
        self.scopes.end(self.scope, tree, lambda.body, bound.as_slice());
        self.scope = around;
    }

    fn looked_up(&mut self, argument: Option<&ExprId>, span: Span) {
        self.calls.extend(argument.map(|argument| (*argument, self.scope, span)));
    }

    /// Handles `call('lookup', 'key')`.
    fn called(&mut self, arguments: &[ExprId], span: Span) {
        let [function, key, ..] = arguments else { return };
        if self.names_lookup(*function) {
            self.looked_up(Some(key), span);
        }
    }

    /// Handles `Deferred('lookup', ['key'])`.
    fn deferred(&mut self, arguments: &[ExprId], span: Span) {
        let [function, given, ..] = arguments else { return };
        if self.names_lookup(*function)
            && let ExprKind::Array(elements) = *self.tree.kind(*given)
        {
            self.looked_up(self.tree[elements].first(), span);
        }
    }

    fn names_lookup(&self, function: ExprId) -> bool {
        let name = self.tree.kind(function);
        matches!(*name, ExprKind::String(name) if is_lookup(self.tree.text(name)))
    }

    fn open_parameters(&mut self, parameters: List<Parameter>) {
        for parameter in &self.tree[parameters] {
            self.scopes.open(self.scope, self.tree.text(parameter.name));
        }
    }

    fn assign(&mut self, target: ExprId, value: ExprId) {
        match *self.tree.kind(target) {
            ExprKind::Variable(name) => {
                self.scopes.assign(self.scope, self.tree.text(name), [value]);
            }
            ExprKind::Array(targets) => {
                for target in &self.tree[targets] {
                    if let ExprKind::Variable(name) = *self.tree.kind(*target) {
                        self.scopes.open(self.scope, self.tree.text(name));
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the keys in the first argument of a lookup, which is one key, several, or options
    /// with a name.
    fn names(&self, argument: ExprId, scope: ScopeId) -> Vec<PartialKey> {
        match *self.tree.kind(argument) {
            ExprKind::Array(elements) => {
                self.tree[elements].iter().flat_map(|element| self.names(*element, scope)).collect()
            }
            ExprKind::Paren(inner) => self.names(inner, scope),
            ExprKind::Hash(entries) | ExprKind::BareHash(entries) => match self.named(entries) {
                Some(name) => self.names(name, scope),
                None => vec![PartialKey::Any],
            },
            _ => self.forms(argument, scope, 0).iter().map(|form| PartialKey::new(form)).collect(),
        }
    }

    fn named(&self, entries: List<Entry>) -> Option<ExprId> {
        let is_name = |entry: &&Entry| match *self.tree.kind(entry.key) {
            ExprKind::String(text) | ExprKind::Name(text) => self.tree.text(text) == "name",
            _ => false,
        };
        self.tree[entries].iter().find(is_name).map(|entry| entry.value)
    }

    /// The strings that the value of an expression may be.
    fn forms(&self, expr: ExprId, scope: ScopeId, depth: usize) -> KeyForms {
        let tree = self.tree;
        match *tree.kind(expr) {
            _ if depth > MAX_DEPTH => any(),
            ExprKind::String(text) | ExprKind::Name(text) => {
                vec![vec![KeyPart::Text(tree.text(text).to_owned())]]
            }
            ExprKind::Paren(inner) | ExprKind::Interpolation(inner) => {
                self.forms(inner, scope, depth)
            }
            ExprKind::Concat(parts) => self.concatenated(&tree[parts], scope, depth),
            ExprKind::Selector { entries, .. } => {
                self.one_of(tree[entries].iter().map(|entry| entry.value), scope, depth + 1)
            }
            ExprKind::Variable(name) => self.variable(expr, tree.text(name), scope, depth),
            ExprKind::Block { statements, .. } => match tree[statements] {
                [only] => self.forms(only, scope, depth),
                _ => any(),
            },
            _ => any(),
        }
    }

    /// The strings that the value of any of these expressions may be.
    fn one_of(
        &self,
        values: impl Iterator<Item = ExprId>,
        scope: ScopeId,
        depth: usize,
    ) -> KeyForms {
        let mut all = KeyForms::new();
        for value in values {
            for form in self.forms(value, scope, depth) {
                if !all.contains(&form) {
                    all.push(form);
                }
            }
            if all.len() > MOST_FORMS {
                return any();
            }
        }
        all
    }

    fn concatenated(&self, parts: &[ExprId], scope: ScopeId, depth: usize) -> KeyForms {
        let mut all: KeyForms = vec![Vec::new()];
        for part in parts {
            let mut forms = self.forms(*part, scope, depth + 1);
            if all.len() * forms.len() > MOST_FORMS {
                forms = any();
            }
            all = all
                .iter()
                .flat_map(|before| forms.iter().map(|form| [before.as_slice(), form].concat()))
                .collect();
            if all.iter().any(|form| length(form) > LONGEST_FORM) {
                return any();
            }
        }
        all
    }

    /// The strings that a variable may contain; computed once. During the computation the variable
    /// counts as unknown, so that circular definitions end.
    fn variable(&self, expr: ExprId, name: &str, scope: ScopeId, depth: usize) -> KeyForms {
        let Some((scope, values)) = self.scopes.values(self.tree, scope, expr, name) else {
            return any();
        };
        let key = (scope, name.to_owned());
        if let Some(known) = self.variables.borrow().get(&key) {
            return known.clone();
        }
        self.variables.borrow_mut().insert(key.clone(), any());
        let forms = self.one_of(values.iter().copied(), scope, depth + 1);
        self.variables.borrow_mut().insert(key, forms.clone());
        forms
    }
}

/// The form of an unknown string.
fn any() -> KeyForms {
    vec![vec![KeyPart::Any]]
}

/// Returns the length of a form. Unknown parts count too, since there may be many of them.
fn length(form: &[KeyPart]) -> usize {
    let length = |part: &KeyPart| match part {
        KeyPart::Text(text) => text.len() + 1,
        KeyPart::Any => 1,
    };
    form.iter().map(length).sum()
}

/// Whether the function with this name looks up data. Functions of modules are not included unless
/// they are known to do so; others, such as `vault_lookup::lookup`, look up something else.
pub(super) fn is_lookup(name: &str) -> bool {
    matches!(
        name.strip_prefix("::").unwrap_or(name),
        "lookup" | "hiera" | "hiera_array" | "hiera_hash" | "hiera_include" | "simplib::lookup"
    )
}

#[cfg(test)]
mod tests {
    use pupa_syntax::source::Source;
    use pupa_syntax::{ParseOptions, parse};

    use super::*;

    fn found(text: &str) -> String {
        let parsed = parse(Source::new("", text).into(), &ParseOptions::default());
        let words = lookups(&parsed.tree).into_iter().map(|(key, _)| match key {
            PartialKey::Exact(key) => key,
            PartialKey::Pattern(pattern) => format!("{pattern:?}"),
            PartialKey::Any => "anything".to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_form_of_a_lookup_is_found() {
        assert_eq!(found("lookup('a.b')"), "a");
        assert_eq!(found("lookup(['a', 'b'], String)"), "a b");
        assert_eq!(found("lookup({'name' => 'a', 'merge' => 'deep'})"), "a");
        assert_eq!(found("$x = { y => hiera_hash('a', {}) }"), "a");
        assert_eq!(found("hiera_include('classes')"), "classes");
        assert_eq!(found("notice('a'.lookup)"), "a");
        assert_eq!(found("$x = Deferred('lookup', ['a'])"), "a");
        assert_eq!(found("call('lookup', 'a')"), "a");
        assert_eq!(found("simplib::lookup('a')"), "a");
        assert_eq!(found("::lookup('a')"), "a");
        assert_eq!(found("notice('a')"), "");
        assert_eq!(found("vault_lookup::lookup($x)"), "");
        assert_eq!(found("Deferred('vault_lookup::lookup', [$x])"), "");
    }

    #[test]
    fn partly_constant_keys_become_patterns() {
        assert_eq!(found("lookup(\"a::${b}\")"), "KeyPattern([\"a::\", \"\"])");
        assert_eq!(found("lookup(\"'a.${b}'.c\")"), "KeyPattern([\"a.\", \"\"])");
        assert_eq!(found("lookup(\"a.${b}\")"), "a");
        assert_eq!(found("lookup($facts['x'])"), "anything");
        assert_eq!(found("$k = \"x_${y}\"\nlookup($k)"), "KeyPattern([\"x_\", \"\"])");
        assert_eq!(found("['a', 'b'].each |$k| { lookup(\"${k}_c\") }"), "a_c b_c");
        assert_eq!(found("class c($k = 'a') { lookup($k) }"), "anything");
        assert_eq!(found("$x = $y ? { 1 => 'a', default => 'b' }\nlookup($x)"), "a b");
    }

    #[test]
    fn variables_are_constant_where_they_are_set_for_certain() {
        assert_eq!(found("node a { $k = 'a' lookup($k) }"), "a");
        assert_eq!(found("$k = 'a'\nnode a { lookup($k) }"), "a");
        assert_eq!(found("function f() { $k = 'a' [1].each |$x| { lookup($k) } }"), "a");
        assert_eq!(found("if $x { $k = 'a' } else { $k = 'b' }\nlookup($k)"), "a b");
        for text in [
            "unless $k { $k = 'a' }\nlookup($k)",
            "class a { $k = 'a' }\nclass b { lookup($k) }",
            "$k = 'a'\nclass b { lookup($k) }",
            "[1].each |$x| { $k = 'a' }\nlookup($k)",
            "['a'].each |$k| { }\nlookup($k)",
            "lookup($k)\n$k = 'a'",
        ] {
            assert_eq!(found(text), "anything", "{text}");
        }
    }

    #[test]
    fn variables_that_are_made_of_each_other_come_to_an_end() {
        use std::fmt::Write;

        assert_eq!(
            found("$a = \"${b}x\"\n$b = \"${a}y\"\nlookup($b)"),
            "KeyPattern([\"\", \"xy\"])"
        );
        // Each of twelve variables refers to twelve others, nine levels deep.
        let mut text = "$v0 = 'key'\n".to_owned();
        for variable in 1..9 {
            for _ in 0..12 {
                writeln!(text, "$v{variable} = $v{}", variable - 1).unwrap();
            }
        }
        assert_eq!(found(&format!("{text}lookup($v8)")), "key");
        // Each variable is a hundred times as long as the one before.
        let mut text = "$v0 = 'key'\n".to_owned();
        for variable in 1..9 {
            let before = format!("${{v{}}}", variable - 1).repeat(100);
            writeln!(text, "$v{variable} = \"{before}\"").unwrap();
        }
        text.push_str("lookup($v8)");
        assert_eq!(found(&text), "anything");
    }
}
