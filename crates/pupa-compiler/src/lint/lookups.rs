//! Lookups in programs: which keys they use.

use std::cell::RefCell;

use pupa_syntax::source::Span;
use pupa_syntax::tree::{Entry, ExprId, ExprKind, List, Parameter, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use super::pattern::{KeyPart, LookedUp};

/// A key may have more forms than these, and then it may be any.
const MOST_FORMS: usize = 64;

/// How many variables and selectors may stand between a lookup and the text of its key.
const MAX_DEPTH: usize = 64;

/// A key that is put together may be longer than this, and then it may be any.
const LONGEST_FORM: usize = 1000;

/// The forms that a text may have.
type Forms = Vec<Vec<KeyPart>>;

/// What programs look up, and where.
pub(super) fn lookups(tree: &Tree) -> Vec<(LookedUp, Span)> {
    let mut finder = Finder {
        tree,
        bindings: Bindings::default(),
        calls: Vec::new(),
        variables: RefCell::default(),
    };
    finder.visit(tree.root());
    let mut found = Vec::new();
    for &(argument, span) in &finder.calls {
        for key in finder.names(argument) {
            found.push((key, span));
        }
    }
    found
}

/// What variables of a file may hold.
#[derive(Default)]
struct Bindings {
    assigned: FxHashMap<String, Vec<ExprId>>,
    /// Those that may hold anything.
    open: FxHashSet<String>,
}

struct Finder<'t> {
    tree: &'t Tree,
    bindings: Bindings,
    /// The arguments that say what is looked up.
    calls: Vec<(ExprId, Span)>,
    /// The forms of variables that were asked for.
    variables: RefCell<FxHashMap<String, Forms>>,
}

impl Finder<'_> {
    fn visit(&mut self, expr: ExprId) {
        let tree = self.tree;
        let span = tree[expr].span;
        match *tree.kind(expr) {
            ExprKind::Call(call) => {
                let call = tree[call];
                if let Some(lambda) = call.lambda {
                    self.open_parameters(tree[lambda].parameters);
                }
                let arguments = &tree[call.arguments];
                match *tree.kind(call.functor) {
                    ExprKind::Name(name) if is_lookup(tree.text(name)) => {
                        self.calls.extend(arguments.first().map(|argument| (*argument, span)));
                    }
                    ExprKind::Name(name) if tree.text(name) == "call" => {
                        self.called(arguments, span);
                    }
                    ExprKind::Reference(name) if tree.text(name) == "Deferred" => {
                        self.deferred(arguments, span);
                    }
                    _ => {}
                }
            }
            ExprKind::MethodCall(call) => {
                let call = tree[call];
                let ExprKind::NamedAccess { left, name, .. } = *tree.kind(call.functor) else {
                    return self.visit_children(expr);
                };
                if matches!(*tree.kind(name), ExprKind::Name(name) if is_lookup(tree.text(name))) {
                    self.calls.push((left, span));
                }
                if let Some(lambda) = call.lambda {
                    self.bind_elements(left, tree[lambda].parameters);
                }
            }
            ExprKind::Binary { op, left, right, .. } if is_assignment(op) => {
                self.assign(left, right);
            }
            ExprKind::Class(class) => self.open_parameters(tree[class].parameters),
            ExprKind::Define(define) => self.open_parameters(tree[define].parameters),
            ExprKind::Function(function) | ExprKind::Plan(function) => {
                self.open_parameters(tree[function].parameters);
            }
            ExprKind::Epp(epp) => {
                if let Some(parameters) = tree[epp].parameters {
                    self.open_parameters(parameters);
                }
            }
            _ => {}
        }
        self.visit_children(expr);
    }

    fn visit_children(&mut self, expr: ExprId) {
        let mut children = Vec::new();
        self.tree.each_child(expr, &mut |child| children.push(child));
        children.into_iter().for_each(|child| self.visit(child));
    }

    /// `call('lookup', 'key')`
    fn called(&mut self, arguments: &[ExprId], span: Span) {
        let [function, key, ..] = arguments else { return };
        if self.names_lookup(*function) {
            self.calls.push((*key, span));
        }
    }

    /// `Deferred('lookup', ['key'])`
    fn deferred(&mut self, arguments: &[ExprId], span: Span) {
        let [function, given, ..] = arguments else { return };
        if self.names_lookup(*function)
            && let ExprKind::Array(elements) = *self.tree.kind(*given)
        {
            let key = self.tree[elements].first();
            self.calls.extend(key.map(|key| (*key, span)));
        }
    }

    fn names_lookup(&self, function: ExprId) -> bool {
        let name = self.tree.kind(function);
        matches!(*name, ExprKind::String(name) if is_lookup(self.tree.text(name)))
    }

    fn open_parameters(&mut self, parameters: List<Parameter>) {
        for parameter in &self.tree[parameters] {
            self.bindings.open.insert(self.tree.text(parameter.name).to_owned());
        }
    }

    /// `['a', 'b'].each |$x| { … }`
    fn bind_elements(&mut self, receiver: ExprId, parameters: List<Parameter>) {
        match (*self.tree.kind(receiver), &self.tree[parameters]) {
            (ExprKind::Array(elements), [parameter]) => {
                let name = self.tree.text(parameter.name).to_owned();
                let elements = self.tree[elements].iter().copied();
                self.bindings.assigned.entry(name).or_default().extend(elements);
            }
            _ => self.open_parameters(parameters),
        }
    }

    fn assign(&mut self, target: ExprId, value: ExprId) {
        match *self.tree.kind(target) {
            ExprKind::Variable(name) => {
                let name = self.tree.text(name).to_owned();
                self.bindings.assigned.entry(name).or_default().push(value);
            }
            ExprKind::Array(targets) => {
                for target in &self.tree[targets] {
                    if let ExprKind::Variable(name) = *self.tree.kind(*target) {
                        self.bindings.open.insert(self.tree.text(name).to_owned());
                    }
                }
            }
            _ => {}
        }
    }

    /// What the first argument of a lookup names: a key, several, or options with a name.
    fn names(&self, argument: ExprId) -> Vec<LookedUp> {
        match *self.tree.kind(argument) {
            ExprKind::Array(elements) => {
                self.tree[elements].iter().flat_map(|element| self.names(*element)).collect()
            }
            ExprKind::Paren(inner) => self.names(inner),
            ExprKind::Hash(entries) | ExprKind::BareHash(entries) => match self.named(entries) {
                Some(name) => self.names(name),
                None => vec![LookedUp::Anything],
            },
            _ => self.forms(argument, 0).iter().map(|form| LookedUp::new(form)).collect(),
        }
    }

    fn named(&self, entries: List<Entry>) -> Option<ExprId> {
        let is_name = |entry: &&Entry| match *self.tree.kind(entry.key) {
            ExprKind::String(text) | ExprKind::Name(text) => self.tree.text(text) == "name",
            _ => false,
        };
        self.tree[entries].iter().find(is_name).map(|entry| entry.value)
    }

    /// The texts that an expression may be.
    fn forms(&self, expr: ExprId, depth: usize) -> Forms {
        let tree = self.tree;
        match *tree.kind(expr) {
            _ if depth > MAX_DEPTH => any(),
            ExprKind::String(text) | ExprKind::Name(text) => {
                vec![vec![KeyPart::Text(tree.text(text).to_owned())]]
            }
            ExprKind::Paren(inner) | ExprKind::Interpolation(inner) => self.forms(inner, depth),
            ExprKind::Concat(parts) => self.concatenated(&tree[parts], depth),
            ExprKind::Selector { entries, .. } => {
                self.one_of(tree[entries].iter().map(|entry| entry.value), depth + 1)
            }
            ExprKind::Variable(name) => self.variable(tree.text(name), depth),
            ExprKind::Block { statements, .. } => match tree[statements] {
                [only] => self.forms(only, depth),
                _ => any(),
            },
            _ => any(),
        }
    }

    /// The texts that several expressions may be.
    fn one_of(&self, values: impl Iterator<Item = ExprId>, depth: usize) -> Forms {
        let mut all = Forms::new();
        for value in values {
            for form in self.forms(value, depth) {
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

    fn concatenated(&self, parts: &[ExprId], depth: usize) -> Forms {
        let mut all: Forms = vec![Vec::new()];
        for part in parts {
            let mut forms = self.forms(*part, depth + 1);
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

    /// The texts that a variable may hold, which are found once. Meanwhile it may hold any, so that
    /// variables that are made of each other come to an end.
    fn variable(&self, name: &str, depth: usize) -> Forms {
        let assigned = self.bindings.assigned.get(name);
        let Some(values) = assigned.filter(|_| !self.bindings.open.contains(name)) else {
            return any();
        };
        if let Some(known) = self.variables.borrow().get(name) {
            return known.clone();
        }
        self.variables.borrow_mut().insert(name.to_owned(), any());
        let forms = self.one_of(values.iter().copied(), depth + 1);
        self.variables.borrow_mut().insert(name.to_owned(), forms.clone());
        forms
    }
}

/// The form of a text of which nothing is known.
fn any() -> Forms {
    vec![vec![KeyPart::Any]]
}

/// How long a form is: what is not known counts too, since there may be much of it.
fn length(form: &[KeyPart]) -> usize {
    let length = |part: &KeyPart| match part {
        KeyPart::Text(text) => text.len() + 1,
        KeyPart::Any => 1,
    };
    form.iter().map(length).sum()
}

fn is_assignment(op: pupa_syntax::tree::BinaryOp) -> bool {
    op == pupa_syntax::tree::BinaryOp::Assign
}

/// Whether a function looks data up, by its name: `lookup`, `simplib::lookup`, `hiera_hash`.
pub(super) fn is_lookup(name: &str) -> bool {
    let name = name.rsplit("::").next().unwrap_or(name);
    matches!(name, "lookup" | "hiera" | "hiera_array" | "hiera_hash" | "hiera_include")
}

#[cfg(test)]
mod tests {
    use pupa_syntax::source::Source;
    use pupa_syntax::{ParseOptions, parse};

    use super::*;

    fn found(text: &str) -> String {
        let parsed = parse(Source::new("", text).into(), &ParseOptions::default());
        let words = lookups(&parsed.tree).into_iter().map(|(key, _)| match key {
            LookedUp::Key(key) => key,
            LookedUp::Pattern(pattern) => format!("{pattern:?}"),
            LookedUp::Anything => "anything".to_owned(),
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
        assert_eq!(found("notice('a')"), "");
    }

    #[test]
    fn what_is_not_constant_is_known_in_part() {
        assert_eq!(found("lookup(\"a::${b}\")"), "KeyPattern([\"a::\", \"\"])");
        assert_eq!(found("lookup($facts['x'])"), "anything");
        assert_eq!(found("$k = \"x_${y}\"\nlookup($k)"), "KeyPattern([\"x_\", \"\"])");
        assert_eq!(found("['a', 'b'].each |$k| { lookup(\"${k}_c\") }"), "a_c b_c");
        assert_eq!(found("class c($k = 'a') { lookup($k) }"), "anything");
        assert_eq!(found("$x = $y ? { 1 => 'a', default => 'b' }\nlookup($x)"), "a b");
    }

    #[test]
    fn variables_that_are_made_of_each_other_come_to_an_end() {
        use std::fmt::Write;

        assert_eq!(
            found("$a = \"${b}x\"\n$b = \"${a}y\"\nlookup($a)"),
            "KeyPattern([\"\", \"yx\"])"
        );
        // Each of twelve places leads to twelve others, nine times over.
        let mut text = "lookup($v0)\n$v9 = 'key'\n".to_owned();
        for variable in 0..9 {
            for _ in 0..12 {
                writeln!(text, "$v{variable} = $v{}", variable + 1).unwrap();
            }
        }
        assert_eq!(found(&text), "key");
        // Each is a hundred times as long as the next.
        let mut text = "lookup($v0)\n$v9 = 'key'\n".to_owned();
        for variable in 0..9 {
            let next = format!("${{v{}}}", variable + 1).repeat(100);
            writeln!(text, "$v{variable} = \"{next}\"").unwrap();
        }
        assert_eq!(found(&text), "anything");
    }
}
