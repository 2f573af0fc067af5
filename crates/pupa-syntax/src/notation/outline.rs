//! A tree as an outline for people.
//!
//! Each line has the place of a node, its name in the words of the language, and what makes it
//! different from others of its kind; what belongs to it follows, indented:
//!
//! ```text
//!    1:1   class ntp
//!    1:11    parameter $servers
//!    1:11      type: reference Array
//!    2:3     call include
//!    2:11      name ntp::install
//! ```

use crate::source::Source;
use crate::tree::*;

/// The maximum indentation depth; deeper lines show their depth as a number.
const DEEPEST_INDENT: usize = 60;
/// The maximum length of a text in characters; longer ones are cut.
const LONGEST_TEXT: usize = 60;

/// Writes a tree as an indented outline, one node on each line.
///
/// ```
/// use pupa_syntax::{ParseOptions, notation::to_tree_text, parse, source::Source};
/// let parsed = parse(Source::new("", "$a = [1, 'b']").into(), &ParseOptions::default());
/// assert_eq!(
///     to_tree_text(&parsed.tree),
///     "   1:1   operator =\n   1:1     variable $a\n   1:6     array\n   1:7       integer 1\n   \
///      1:10      string 'b'\n"
/// );
/// ```
pub fn to_tree_text(tree: &Tree) -> String {
    let mut outline = Outline {
        tree,
        out: String::new(),
        items: vec![Item { depth: 0, role: "", what: Content::Expr(tree.root()) }],
        places: Places { source: tree.source(), offset: 0, line: 1, column: 1 },
    };
    while let Some(item) = outline.items.pop() {
        let mark = outline.items.len();
        outline.write(item);
        outline.items[mark..].reverse();
    }
    outline.out
}

/// A line to write, with everything below it.
#[derive(Clone, Copy)]
struct Item<'t> {
    depth: usize,
    /// The role of the node in its parent.
    role: &'static str,
    what: Content<'t>,
}

#[derive(Clone, Copy)]
enum Content<'t> {
    Expr(ExprId),
    Lambda(Id<Lambda>),
    Parameter(&'t Parameter),
    /// A heading for statements, which have no common node.
    Body(ExprId),
    Entry(&'t Entry),
    SelectorEntry(&'t SelectorEntry),
    CaseOption(&'t CaseOption),
    ResourceBody(&'t ResourceBody),
    Attribute(&'t AttributeOperation),
    TypeStatement(&'t TypeStatement),
    Setting(&'t FeatureSetting),
}

struct Outline<'t> {
    tree: &'t Tree,
    out: String,
    /// The lines to write, the next one last.
    items: Vec<Item<'t>>,
    places: Places<'t>,
}

impl<'t> Outline<'t> {
    fn write(&mut self, item: Item<'t>) {
        let below = ChildPosition { depth: item.depth + 1 };
        match item.what {
            Content::Expr(expr) => self.expr(item, expr, below),
            Content::Lambda(lambda) => {
                let lambda = self.tree[lambda];
                self.line(item, lambda.span.start, "lambda", "");
                self.parameters(below, lambda.parameters);
                self.child(below, "returns", lambda.returns);
                self.body(below, lambda.body);
            }
            Content::Parameter(parameter) => {
                let word = if parameter.captures_rest { "rest parameter $" } else { "parameter $" };
                let name = self.tree.text(parameter.name);
                self.line(item, parameter.name_span.start, word, name);
                self.child(below, "type", parameter.ty);
                self.child(below, "default", parameter.default);
            }
            Content::Body(body) => {
                self.line(item, self.tree[body].span.start, "", "");
                self.statements(below, body);
            }
            Content::Entry(entry) => {
                self.line(item, self.tree[entry.key].span.start, "entry", "");
                self.child(below, "key", Some(entry.key));
                self.child(below, "value", Some(entry.value));
            }
            Content::SelectorEntry(entry) => {
                self.line(item, self.tree[entry.matcher].span.start, "option", "");
                self.child(below, "matches", Some(entry.matcher));
                self.child(below, "value", Some(entry.value));
            }
            Content::CaseOption(option) => {
                let at = self.tree[option.values].first().map(|&value| self.tree[value].span.start);
                self.line(item, at.unwrap_or(option.at), "option", "");
                self.children(below, "matches", option.values);
                self.named_body(below, "then", self.tree.body(option.body));
            }
            Content::ResourceBody(body) => {
                self.line(item, self.tree[body.title].span.start, "body", "");
                self.child(below, "title", Some(body.title));
                self.attributes(below, body.operations);
            }
            Content::Attribute(operation) => self.attribute(item, operation, below),
            Content::TypeStatement(statement) => self.type_statement(item, statement, below),
            Content::Setting(setting) => {
                let name = self.tree.text(setting.name);
                self.line(item, setting.name_span.start, "setting ", name);
                self.logic(below, setting.value);
            }
        }
    }

    // Lines

    /// Writes a line: position, indentation, role, name and detail.
    fn line(&mut self, item: Item<'_>, at: u32, word: &str, detail: &str) {
        let place = self.places.go_to(at);
        let start = self.out.len();
        self.out.push_str(&format!("{:>4}:{}", place.0, place.1));
        let width = self.out.len() - start;
        let indent = item.depth.min(DEEPEST_INDENT) * 2;
        self.out.push_str(&" ".repeat(9usize.saturating_sub(width).max(1) + indent));
        if item.depth > DEEPEST_INDENT {
            self.out.push_str(&format!("[{}] ", item.depth));
        }
        self.out.push_str(item.role);
        if !item.role.is_empty() && !word.is_empty() {
            self.out.push_str(": ");
        }
        self.out.push_str(word);
        self.out.push_str(detail);
        self.out.push('\n');
    }

    fn add(&mut self, below: ChildPosition, role: &'static str, what: Content<'t>) {
        self.items.push(Item { depth: below.depth, role, what });
    }

    fn child(&mut self, below: ChildPosition, role: &'static str, expr: Option<ExprId>) {
        if let Some(expr) = expr {
            self.add(below, role, Content::Expr(expr));
        }
    }

    fn children(&mut self, below: ChildPosition, role: &'static str, list: List<ExprId>) {
        let tree = self.tree;
        for &expr in &tree[list] {
            self.add(below, role, Content::Expr(expr));
        }
    }

    fn parameters(&mut self, below: ChildPosition, parameters: List<Parameter>) {
        let tree = self.tree;
        for parameter in &tree[parameters] {
            self.add(below, "", Content::Parameter(parameter));
        }
    }

    fn attributes(&mut self, below: ChildPosition, operations: List<AttributeOperation>) {
        let tree = self.tree;
        for operation in &tree[operations] {
            self.add(below, "", Content::Attribute(operation));
        }
    }

    /// The statements of a body, directly below its owner.
    fn body(&mut self, below: ChildPosition, body: Option<ExprId>) {
        if let Some(body) = body {
            self.statements(below, body);
        }
    }

    /// A body under a heading of its own.
    fn named_body(&mut self, below: ChildPosition, role: &'static str, body: Option<ExprId>) {
        if let Some(body) = body {
            self.add(below, role, Content::Body(body));
        }
    }

    fn statements(&mut self, below: ChildPosition, body: ExprId) {
        match *self.tree.kind(body) {
            ExprKind::Block { statements, .. } => self.children(below, "", statements),
            _ => self.child(below, "", Some(body)),
        }
    }

    // Nodes

    fn expr(&mut self, item: Item<'t>, expr: ExprId, below: ChildPosition) {
        let tree = self.tree;
        let at = tree[expr].span.start;
        match *tree.kind(expr) {
            ExprKind::Nop => self.line(item, at, "nothing", ""),
            ExprKind::Error => self.line(item, at, "error", ""),
            ExprKind::Undef => self.line(item, at, "undef", ""),
            ExprKind::Default => self.line(item, at, "default", ""),
            ExprKind::Boolean(value) => {
                self.line(item, at, if value { "true" } else { "false" }, "")
            }
            ExprKind::Integer { .. } | ExprKind::BigInteger { .. } => {
                let text = cut(tree.source().slice(tree[expr].span));
                self.line(item, at, "integer ", &text);
            }
            ExprKind::Float(_) => {
                let text = cut(tree.source().slice(tree[expr].span));
                self.line(item, at, "float ", &text);
            }
            ExprKind::String(text) => {
                let text = quoted(tree.text(text));
                self.line(item, at, "string ", &text);
            }
            ExprKind::RenderString(text) => {
                let text = quoted(tree.text(text));
                self.line(item, at, "text ", &text);
            }
            ExprKind::Regexp(text) => {
                let text = format!("/{}/", cut(tree.text(text)));
                self.line(item, at, "regular expression ", &text);
            }
            ExprKind::Name(text) => self.line(item, at, "name ", tree.text(text)),
            ExprKind::Reference(text) => self.line(item, at, "reference ", tree.text(text)),
            ExprKind::ReservedWord(text) => self.line(item, at, "reserved word ", tree.text(text)),
            ExprKind::Variable(text) => self.line(item, at, "variable $", tree.text(text)),
            ExprKind::Concat(items) => {
                self.line(item, at, "interpolated string", "");
                self.children(below, "", items);
            }
            ExprKind::Interpolation(inner) => self.around(item, at, "interpolation", inner, below),
            ExprKind::Paren(inner) => self.around(item, at, "parentheses", inner, below),
            ExprKind::Render(inner) => self.around(item, at, "rendered value", inner, below),
            ExprKind::Heredoc(heredoc) => {
                let syntax = tree.text(tree[heredoc].syntax);
                let word = if syntax.is_empty() { "heredoc" } else { "heredoc of " };
                self.line(item, at, word, syntax);
                self.child(below, "", Some(tree[heredoc].text));
            }
            ExprKind::Array(items) => {
                self.line(item, at, "array", "");
                self.children(below, "", items);
            }
            ExprKind::Hash(entries) => self.hash(item, at, "hash", entries, below),
            ExprKind::BareHash(entries) => {
                self.hash(item, at, "hash without braces", entries, below);
            }
            ExprKind::Unary { op, operand } => {
                let symbol = match op {
                    UnaryOp::Not => "!",
                    UnaryOp::Minus => "-",
                    UnaryOp::Unfold => "*",
                };
                self.line(item, at, "operator ", symbol);
                self.child(below, "", Some(operand));
            }
            ExprKind::Binary { op, left, right, .. } => {
                self.line(item, at, "operator ", op.symbol());
                self.operands(below, op, left, right);
            }
            ExprKind::Access { left, keys } => {
                self.line(item, at, "access", "");
                self.child(below, "", Some(left));
                self.children(below, "key", keys);
            }
            ExprKind::NamedAccess { left, name, .. } => {
                self.line(item, at, "method", "");
                self.child(below, "receiver", Some(left));
                self.child(below, "", Some(name));
            }
            ExprKind::Call(call) => self.call(item, at, tree[call], below),
            ExprKind::MethodCall(call) => self.method_call(item, at, tree[call], below),
            ExprKind::Selector { left, entries } => {
                self.line(item, at, "selector", "");
                self.child(below, "", Some(left));
                for entry in &tree[entries] {
                    self.add(below, "", Content::SelectorEntry(entry));
                }
            }
            ExprKind::Block { statements, .. } => {
                self.line(item, at, "block", "");
                self.children(below, "", statements);
            }
            ExprKind::If(condition) => self.condition(item, at, "if", tree[condition], below),
            ExprKind::Unless(condition) => {
                self.condition(item, at, "unless", tree[condition], below);
            }
            ExprKind::Case { test, options } => {
                self.line(item, at, "case", "");
                self.child(below, "", Some(test));
                for option in &tree[options] {
                    self.add(below, "", Content::CaseOption(option));
                }
            }
            ExprKind::Resource(resource) => {
                let resource = tree[resource];
                self.line(item, at, form_word(resource.form), "resource");
                self.child(below, "type", Some(resource.type_name));
                for body in &tree[resource.bodies] {
                    self.add(below, "", Content::ResourceBody(body));
                }
            }
            ExprKind::ResourceDefaults(defaults) => {
                self.line(item, at, form_word(tree[defaults].form), "resource defaults");
                self.child(below, "type", Some(tree[defaults].type_ref));
                self.attributes(below, tree[defaults].operations);
            }
            ExprKind::ResourceOverride(overrides) => {
                self.line(item, at, form_word(tree[overrides].form), "resource override");
                self.child(below, "of", Some(tree[overrides].resources));
                self.attributes(below, tree[overrides].operations);
            }
            ExprKind::Collector(collector) => {
                let collector = tree[collector];
                let word = if collector.is_exported { "exported collector" } else { "collector" };
                self.line(item, at, word, "");
                self.child(below, "type", Some(collector.type_expr));
                self.child(below, "query", collector.query);
                self.attributes(below, collector.operations);
            }
            ExprKind::Class(class) => self.class(item, at, tree[class], below),
            ExprKind::Define(define) => {
                let define = tree[define];
                self.line(item, at, "defined type ", tree.text(define.name));
                self.parameters(below, define.parameters);
                self.body(below, define.body);
            }
            ExprKind::Function(function) => {
                self.function(item, at, "function ", tree[function], below);
            }
            ExprKind::Plan(plan) => self.function(item, at, "plan ", tree[plan], below),
            ExprKind::Node(node) => {
                let node = tree[node];
                self.line(item, at, "node", "");
                self.children(below, "matches", node.matchers);
                self.child(below, "inherits", node.parent);
                self.body(below, node.body);
            }
            ExprKind::TypeAlias(alias) => {
                self.line(item, at, "type alias ", tree.text(tree[alias].name));
                self.child(below, "", Some(tree[alias].type_expr));
            }
            ExprKind::TypeMapping(mapping) => {
                self.line(item, at, "type mapping", "");
                self.child(below, "", Some(tree[mapping].type_expr));
                self.child(below, "to", Some(tree[mapping].mapping));
                self.child(below, "with", tree[mapping].hash);
            }
            ExprKind::TypeDefinition(definition) => {
                self.line(item, at, "type ", tree.text(tree[definition].name));
                self.child(below, "inherits", tree[definition].parent);
                for statement in &tree[tree[definition].statements] {
                    self.add(below, "", Content::TypeStatement(statement));
                }
            }
            ExprKind::PlainTypeDefinition(definition) => {
                self.line(item, at, "type ", tree.text(tree[definition].name));
                self.body(below, tree[definition].body);
            }
            ExprKind::Apply(apply) => {
                self.line(item, at, "apply", "");
                self.children(below, "argument", tree[apply].arguments);
                self.children(below, "", tree[apply].body);
            }
            ExprKind::Epp(epp) => {
                self.line(item, at, "template", "");
                self.parameters(below, tree[epp].parameters.unwrap_or(List::EMPTY));
                self.body(below, tree[epp].body);
            }
        }
    }

    fn around(&mut self, item: Item<'t>, at: u32, word: &str, inner: ExprId, below: ChildPosition) {
        self.line(item, at, word, "");
        self.child(below, "", Some(inner));
    }

    fn hash(
        &mut self,
        item: Item<'t>,
        at: u32,
        word: &str,
        entries: List<Entry>,
        below: ChildPosition,
    ) {
        self.line(item, at, word, "");
        let tree = self.tree;
        for entry in &tree[entries] {
            self.add(below, "", Content::Entry(entry));
        }
    }

    /// Adds the operands of a chain of one operator side by side: `a + b + c` has three.
    fn operands(&mut self, below: ChildPosition, op: BinaryOp, left: ExprId, right: ExprId) {
        let mark = self.items.len();
        self.child(below, "", Some(right));
        let mut first = left;
        while let ExprKind::Binary { op: inner, left, right, .. } = *self.tree.kind(first) {
            if inner != op {
                break;
            }
            self.child(below, "", Some(right));
            first = left;
        }
        self.child(below, "", Some(first));
        self.items[mark..].reverse();
    }

    fn call(&mut self, item: Item<'t>, at: u32, call: Call, below: ChildPosition) {
        let tree = self.tree;
        match *tree.kind(call.functor) {
            ExprKind::Name(name) | ExprKind::Reference(name) => {
                self.line(item, at, "call ", tree.text(name));
            }
            _ => {
                self.line(item, at, "call", "");
                self.child(below, "of", Some(call.functor));
            }
        }
        self.children(below, "", call.arguments);
        if let Some(lambda) = call.lambda {
            self.add(below, "", Content::Lambda(lambda));
        }
    }

    fn method_call(&mut self, item: Item<'t>, at: u32, call: MethodCall, below: ChildPosition) {
        let tree = self.tree;
        match *tree.kind(call.functor) {
            ExprKind::NamedAccess { left, name, .. } => {
                let name = match *tree.kind(name) {
                    ExprKind::Name(name) => tree.text(name),
                    _ => tree.source().slice(tree[name].span),
                };
                self.line(item, at, "method call ", name);
                self.child(below, "receiver", Some(left));
            }
            _ => {
                self.line(item, at, "method call", "");
                self.child(below, "of", Some(call.functor));
            }
        }
        self.children(below, "", call.arguments);
        if let Some(lambda) = call.lambda {
            self.add(below, "", Content::Lambda(lambda));
        }
    }

    fn condition(
        &mut self,
        item: Item<'t>,
        at: u32,
        word: &str,
        condition: Condition,
        below: ChildPosition,
    ) {
        self.line(item, at, word, "");
        self.child(below, "test", Some(condition.test));
        self.named_body(below, "then", self.tree.branch(condition.then));
        match condition.otherwise {
            Some(otherwise) if matches!(self.tree.kind(otherwise), ExprKind::If(_)) => {
                self.child(below, "else", Some(otherwise));
            }
            otherwise => {
                let branch = otherwise.and_then(|branch| self.tree.branch(branch));
                self.named_body(below, "else", branch);
            }
        }
    }

    fn class(&mut self, item: Item<'t>, at: u32, class: ClassDefinition, below: ChildPosition) {
        let name = self.tree.text(class.name);
        match class.parent {
            Some(parent) => {
                let both = format!("{name} inherits {}", self.tree.text(parent.name));
                self.line(item, at, "class ", &both);
            }
            None => self.line(item, at, "class ", name),
        }
        self.parameters(below, class.parameters);
        self.body(below, class.body);
    }

    fn function(
        &mut self,
        item: Item<'t>,
        at: u32,
        word: &str,
        function: FunctionDefinition,
        below: ChildPosition,
    ) {
        self.line(item, at, word, self.tree.text(function.name));
        self.parameters(below, function.parameters);
        self.child(below, "returns", function.returns);
        self.body(below, function.body);
    }

    fn attribute(&mut self, item: Item<'t>, operation: &AttributeOperation, below: ChildPosition) {
        let name = self.tree.text(operation.name);
        let (word, name) = match operation.op {
            AttributeOp::Set => ("attribute ", name.to_owned()),
            AttributeOp::Append => ("attribute ", format!("{name} +>")),
            AttributeOp::Splat => ("attributes *", String::new()),
        };
        self.line(item, operation.span.start, word, &name);
        self.child(below, "", Some(operation.value));
    }

    fn type_statement(&mut self, item: Item<'t>, statement: &TypeStatement, below: ChildPosition) {
        let tree = self.tree;
        let at = statement.span.start;
        match statement.kind {
            TypeStatementKind::Abstract => self.line(item, at, "abstract", ""),
            TypeStatementKind::Invariant { title, validation } => {
                self.line(item, at, "invariant", "");
                self.child(below, "title", title);
                self.logic(below, validation);
            }
            TypeStatementKind::Feature(feature) => {
                let word = if feature.is_reference { "has " } else { "attr " };
                self.line(item, at, word, tree.text(feature.name));
                self.child(below, "type", feature.ty);
                for setting in &tree[feature.settings] {
                    self.add(below, "", Content::Setting(setting));
                }
            }
        }
    }

    fn logic(&mut self, below: ChildPosition, logic: Logic) {
        match logic {
            Logic::Expr(expr) => self.child(below, "", Some(expr)),
            Logic::Block(body) => self.body(below, body),
            Logic::Lambda(lambda) => self.add(below, "", Content::Lambda(lambda)),
        }
    }
}

/// The position of children below a line.
#[derive(Clone, Copy)]
struct ChildPosition {
    depth: usize,
}

fn form_word(form: ResourceForm) -> &'static str {
    match form {
        ResourceForm::Regular => "",
        ResourceForm::Virtual => "virtual ",
        ResourceForm::Exported => "exported ",
    }
}

/// The first characters of a text, on one line.
fn cut(text: &str) -> String {
    let mut chars = text.chars();
    let mut out: String = chars
        .by_ref()
        .take(LONGEST_TEXT)
        .flat_map(|c| match c {
            '\n' | '\r' | '\t' => c.escape_default().collect::<Vec<_>>(),
            _ => vec![c],
        })
        .collect();
    if chars.next().is_some() {
        out.push('…');
    }
    out
}

fn quoted(text: &str) -> String {
    format!("'{}'", cut(text))
}

/// Converts offsets to lines and columns; fast if they are requested mostly in order.
struct Places<'t> {
    source: &'t Source,
    offset: usize,
    line: u32,
    column: u32,
}

impl Places<'_> {
    fn go_to(&mut self, offset: u32) -> (u32, u32) {
        let offset = (offset as usize).min(self.source.text().len());
        match self.source.text().get(self.offset..offset) {
            Some(between) if offset - self.offset < 1000 || self.is_same_line(offset) => {
                for c in between.chars() {
                    if c == '\n' {
                        self.line += 1;
                        self.column = 1;
                    } else {
                        self.column += 1;
                    }
                }
            }
            _ => {
                let position = self.source.position(offset as u32);
                (self.line, self.column) = (position.line, position.column);
            }
        }
        self.offset = offset;
        (self.line, self.column)
    }

    fn is_same_line(&self, offset: usize) -> bool {
        let next = self.source.line_starts().get(self.line as usize);
        next.is_none_or(|&next| offset < next as usize)
    }
}
