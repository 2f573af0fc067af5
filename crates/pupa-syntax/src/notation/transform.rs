//! The notation of each kind of node.
//!
//! A node is expanded into steps, some of which are nodes that are expanded later. The pending
//! steps are on an explicit stack instead of the call stack, since trees may be deep.

use super::{Sink, integer, ruby_float};
use crate::tree::*;
use pupa_regexp::is_tied_to_unicode;

/// A part that remains to be written.
#[derive(Clone, Copy)]
enum Step<'t> {
    Expr(ExprId),
    Lambda(Id<Lambda>),
    OpenCall(&'static str),
    CloseCall,
    OpenList,
    CloseList,
    OpenMap,
    CloseMap,
    Key(&'t str),
    String(&'t str),
    Boolean(bool),
    Nil,
}

/// Writes a tree.
pub(super) fn transform(tree: &Tree, sink: &mut impl Sink) {
    take(Steps { tree, steps: vec![Step::Expr(tree.root())] }, sink);
}

/// Writes the logic of a type definition.
pub(super) fn transform_logic(tree: &Tree, logic: Logic, sink: &mut impl Sink) {
    let mut steps = Steps { tree, steps: Vec::new() };
    steps.expand(|steps| steps.logic(logic));
    take(steps, sink);
}

/// Takes all steps.
fn take(mut steps: Steps<'_>, sink: &mut impl Sink) {
    let tree = steps.tree;
    while let Some(step) = steps.steps.pop() {
        match step {
            Step::Expr(expr) => {
                if !write_leaf(tree, expr, sink) {
                    steps.expand(|steps| steps.expr(expr));
                }
            }
            Step::Lambda(lambda) => steps.expand(|steps| steps.lambda(lambda)),
            Step::OpenCall(name) => sink.open_call(name),
            Step::CloseCall => sink.close_call(),
            Step::OpenList => sink.open_list(),
            Step::CloseList => sink.close_list(),
            Step::OpenMap => sink.open_map(),
            Step::CloseMap => sink.close_map(),
            Step::Key(key) => sink.key(key),
            Step::String(text) => sink.string(text),
            Step::Boolean(value) => sink.plain(if value { "true" } else { "false" }),
            Step::Nil => sink.nil(),
        }
    }
}

/// Writes an expression without parts; returns `false` for other expressions.
fn write_leaf(tree: &Tree, expr: ExprId, sink: &mut impl Sink) -> bool {
    match *tree.kind(expr) {
        ExprKind::Nop => named(sink, "nop", None),
        ExprKind::Error => named(sink, "error", None),
        ExprKind::Default => named(sink, "default", None),
        ExprKind::Undef => sink.nil(),
        ExprKind::Boolean(value) => sink.plain(if value { "true" } else { "false" }),
        ExprKind::Float(value) => sink.plain(&ruby_float(value)),
        ExprKind::Integer { value, radix: Radix::Decimal } => sink.plain(&value.to_string()),
        ExprKind::Integer { value, radix } => in_base(sink, radix, &value.to_string()),
        ExprKind::BigInteger { radix } => big_integer(tree, expr, radix, sink),
        ExprKind::String(text) => sink.string(tree.text(text)),
        ExprKind::Regexp(text) => write_regexp(tree.text(text), sink),
        ExprKind::Name(text) => named(sink, "qn", Some(tree.text(text))),
        ExprKind::Reference(text) => named(sink, "qr", Some(tree.text(text))),
        ExprKind::ReservedWord(text) => named(sink, "reserved", Some(tree.text(text))),
        ExprKind::Variable(text) => named(sink, "var", Some(tree.text(text))),
        ExprKind::RenderString(text) => named(sink, "render-s", Some(tree.text(text))),
        ExprKind::Unary { op: UnaryOp::Minus, operand } => return negative(tree, operand, sink),
        _ => return false,
    }
    true
}

/// Writes `(name)` or `(name "text")`.
fn named(sink: &mut impl Sink, name: &str, text: Option<&str>) {
    sink.open_call(name);
    if let Some(text) = text {
        sink.string(text);
    }
    sink.close_call();
}

fn in_base(sink: &mut impl Sink, radix: Radix, value: &str) {
    sink.open_call("int");
    sink.open_map();
    sink.key("radix");
    sink.plain(&radix.base().to_string());
    sink.key("value");
    sink.plain(value);
    sink.close_map();
    sink.close_call();
}

fn big_integer(tree: &Tree, expr: ExprId, radix: Radix, sink: &mut impl Sink) {
    let text = tree.source().slice(tree[expr].span);
    match integer::decimal(text, radix) {
        Some(value) if radix == Radix::Decimal => sink.plain(&value),
        Some(value) => in_base(sink, radix, &value),
        None => {
            sink.open_call("int");
            sink.open_map();
            sink.key("radix");
            sink.plain(&radix.base().to_string());
            sink.key("digits");
            sink.string(integer::digits(text, radix));
            sink.close_map();
            sink.close_call();
        }
    }
}

/// Writes a regular expression as Ruby prints it: with its options if it contains non-ASCII
/// characters.
fn write_regexp(pattern: &str, sink: &mut impl Sink) {
    if is_tied_to_unicode(pattern) {
        named(sink, "regexp", Some(&format!("(?-imx:{pattern})")));
    } else {
        named(sink, "regexp", Some(pattern));
    }
}

/// Writes a negated number literal as a negative number; returns `false` for other operands.
fn negative(tree: &Tree, operand: ExprId, sink: &mut impl Sink) -> bool {
    match *tree.kind(operand) {
        ExprKind::Integer { value: 0, .. } => sink.plain("0"),
        ExprKind::Integer { value, .. } => sink.plain(&format!("-{value}")),
        ExprKind::Float(value) => sink.plain(&ruby_float(-value)),
        ExprKind::BigInteger { radix } => {
            let text = tree.source().slice(tree[operand].span);
            match integer::decimal(text, radix) {
                Some(value) => sink.plain(&format!("-{value}")),
                None => return false,
            }
        }
        _ => return false,
    }
    true
}

/// The pending steps, the next one last.
struct Steps<'t> {
    tree: &'t Tree,
    steps: Vec<Step<'t>>,
}

impl<'t> Steps<'t> {
    /// Adds steps in the order in which they are taken.
    fn expand(&mut self, add: impl FnOnce(&mut Self)) {
        let mark = self.steps.len();
        add(self);
        self.steps[mark..].reverse();
    }

    fn push(&mut self, step: Step<'t>) {
        self.steps.push(step);
    }

    fn call(&mut self, name: &'static str, elements: impl FnOnce(&mut Self)) {
        self.push(Step::OpenCall(name));
        elements(self);
        self.push(Step::CloseCall);
    }

    fn list(&mut self, elements: impl FnOnce(&mut Self)) {
        self.push(Step::OpenList);
        elements(self);
        self.push(Step::CloseList);
    }

    fn map(&mut self, entries: impl FnOnce(&mut Self)) {
        self.push(Step::OpenMap);
        entries(self);
        self.push(Step::CloseMap);
    }

    /// `(name {…})`
    fn map_call(&mut self, name: &'static str, entries: impl FnOnce(&mut Self)) {
        self.call(name, |steps| steps.map(entries));
    }

    fn exprs(&mut self, list: List<ExprId>) {
        self.steps.extend(self.tree[list].iter().copied().map(Step::Expr));
    }

    fn entry(&mut self, key: &'static str, expr: ExprId) {
        self.push(Step::Key(key));
        self.push(Step::Expr(expr));
    }

    fn optional(&mut self, key: &'static str, expr: Option<ExprId>) {
        if let Some(expr) = expr {
            self.entry(key, expr);
        }
    }

    fn text_entry(&mut self, key: &'static str, text: &'t str) {
        self.push(Step::Key(key));
        self.push(Step::String(text));
    }

    fn list_entry(&mut self, key: &'static str, list: List<ExprId>) {
        self.push(Step::Key(key));
        self.list(|steps| steps.exprs(list));
    }

    /// The statements of a block, or a single expression, as a list.
    fn block_entry(&mut self, key: &'static str, body: ExprId) {
        self.push(Step::Key(key));
        self.list(|steps| steps.statements(body));
    }

    fn statements(&mut self, body: ExprId) {
        match *self.tree.kind(body) {
            ExprKind::Block { statements, .. } => self.exprs(statements),
            _ => self.push(Step::Expr(body)),
        }
    }

    fn body(&mut self, body: Option<ExprId>) {
        if let Some(body) = body {
            self.block_entry("body", body);
        }
    }

    fn expr(&mut self, expr: ExprId) {
        let tree = self.tree;
        match *tree.kind(expr) {
            ExprKind::Concat(items) => self.call("concat", |steps| steps.exprs(items)),
            ExprKind::Interpolation(inner) => self.unary("str", inner),
            ExprKind::Paren(inner) => self.unary("paren", inner),
            ExprKind::Render(inner) => self.unary("render", inner),
            ExprKind::Unary { op, operand } => self.unary(unary_name(op), operand),
            ExprKind::Binary { op, left, right, .. } => self.binary(op.symbol(), left, right),
            ExprKind::NamedAccess { left, name, .. } => self.binary(".", left, name),
            ExprKind::Heredoc(heredoc) => self.heredoc(tree[heredoc]),
            ExprKind::Array(items) => self.call("array", |steps| steps.exprs(items)),
            ExprKind::Hash(entries) | ExprKind::BareHash(entries) => self.hash(entries),
            ExprKind::Access { left, keys } => self.call("access", |steps| {
                steps.push(Step::Expr(left));
                steps.exprs(keys);
            }),
            ExprKind::Call(call) => self.call_by_name(tree[call]),
            ExprKind::MethodCall(call) => self.method_call(tree[call]),
            ExprKind::Selector { left, entries } => self.selector(left, entries),
            ExprKind::Block { statements, .. } => {
                self.call("block", |steps| steps.exprs(statements));
            }
            ExprKind::If(condition) => self.condition("if", tree[condition]),
            ExprKind::Unless(condition) => self.condition("unless", tree[condition]),
            ExprKind::Case { test, options } => self.case(test, options),
            ExprKind::Resource(resource) => self.resource(tree[resource]),
            ExprKind::ResourceDefaults(defaults) => self.defaults(tree[defaults]),
            ExprKind::ResourceOverride(overrides) => self.overrides(tree[overrides]),
            ExprKind::Collector(collector) => self.collector(tree[collector]),
            ExprKind::Class(class) => self.class(tree[class]),
            ExprKind::Define(define) => self.define(tree[define]),
            ExprKind::Function(function) => self.function("function", tree[function]),
            ExprKind::Plan(plan) => self.function("plan", tree[plan]),
            ExprKind::Node(node) => self.node(tree[node]),
            ExprKind::TypeAlias(alias) => self.call("type-alias", |steps| {
                steps.push(Step::String(tree.text(tree[alias].name)));
                steps.push(Step::Expr(tree[alias].type_expr));
            }),
            ExprKind::TypeMapping(mapping) => self.call("type-mapping", |steps| {
                let TypeMapping { type_expr, mapping, hash } = tree[mapping];
                steps.push(Step::Expr(type_expr));
                match hash {
                    Some(hash) => steps.binary("=>", mapping, hash),
                    None => steps.push(Step::Expr(mapping)),
                }
            }),
            ExprKind::TypeDefinition(definition) => self.type_definition(tree[definition]),
            ExprKind::PlainTypeDefinition(definition) => {
                self.plain_type_definition(tree[definition]);
            }
            ExprKind::Apply(apply) => self.map_call("apply", |steps| {
                steps.list_entry("args", tree[apply].arguments);
                steps.list_entry("body", tree[apply].body);
            }),
            ExprKind::Epp(epp) => self.epp(tree[epp]),
            ExprKind::Nop
            | ExprKind::Error
            | ExprKind::Undef
            | ExprKind::Default
            | ExprKind::Boolean(_)
            | ExprKind::Integer { .. }
            | ExprKind::BigInteger { .. }
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Regexp(_)
            | ExprKind::Name(_)
            | ExprKind::Reference(_)
            | ExprKind::ReservedWord(_)
            | ExprKind::Variable(_)
            | ExprKind::RenderString(_) => {}
        }
    }

    fn unary(&mut self, name: &'static str, operand: ExprId) {
        self.call(name, |steps| steps.push(Step::Expr(operand)));
    }

    fn binary(&mut self, name: &'static str, left: ExprId, right: ExprId) {
        self.call(name, |steps| {
            steps.push(Step::Expr(left));
            steps.push(Step::Expr(right));
        });
    }

    fn heredoc(&mut self, heredoc: Heredoc) {
        let syntax = self.tree.text(heredoc.syntax);
        self.map_call("heredoc", |steps| {
            if !syntax.is_empty() {
                steps.text_entry("syntax", syntax);
            }
            steps.entry("text", heredoc.text);
        });
    }

    fn hash(&mut self, entries: List<Entry>) {
        let entries = &self.tree[entries];
        self.call("hash", |steps| {
            for entry in entries {
                steps.binary("=>", entry.key, entry.value);
            }
        });
    }

    fn selector(&mut self, left: ExprId, entries: List<SelectorEntry>) {
        let entries = &self.tree[entries];
        self.call("?", |steps| {
            steps.push(Step::Expr(left));
            steps.list(|steps| {
                for entry in entries {
                    steps.binary("=>", entry.matcher, entry.value);
                }
            });
        });
    }

    fn call_by_name(&mut self, call: Call) {
        let name = if call.needs_value { "call" } else { "invoke" };
        self.any_call(name, call.functor, call.arguments, call.lambda);
    }

    fn method_call(&mut self, call: MethodCall) {
        self.any_call("call-method", call.functor, call.arguments, call.lambda);
    }

    fn any_call(
        &mut self,
        name: &'static str,
        functor: ExprId,
        arguments: List<ExprId>,
        lambda: Option<Id<Lambda>>,
    ) {
        self.map_call(name, |steps| {
            steps.entry("functor", functor);
            steps.list_entry("args", arguments);
            if let Some(lambda) = lambda {
                steps.push(Step::Key("block"));
                steps.push(Step::Lambda(lambda));
            }
        });
    }

    fn lambda(&mut self, lambda: Id<Lambda>) {
        let lambda = self.tree[lambda];
        self.map_call("lambda", |steps| {
            steps.parameters(lambda.parameters);
            steps.optional("returns", lambda.returns);
            steps.body(lambda.body);
        });
    }

    fn parameters(&mut self, parameters: List<Parameter>) {
        if parameters.is_empty() {
            return;
        }
        let tree = self.tree;
        self.push(Step::Key("params"));
        self.map(|steps| {
            for parameter in &tree[parameters] {
                steps.push(Step::Key(tree.text(parameter.name)));
                steps.map(|steps| {
                    steps.optional("type", parameter.ty);
                    if parameter.captures_rest {
                        steps.push(Step::Key("splat"));
                        steps.push(Step::Boolean(true));
                    }
                    steps.optional("value", parameter.default);
                });
            }
        });
    }

    fn condition(&mut self, name: &'static str, condition: Condition) {
        let tree = self.tree;
        let written =
            |part: Option<ExprId>| part.filter(|&part| !matches!(tree.kind(part), ExprKind::Nop));
        self.map_call(name, |steps| {
            steps.entry("test", condition.test);
            for (key, branch) in [("then", Some(condition.then)), ("else", condition.otherwise)] {
                let part = branch.and_then(|branch| tree.branch(branch));
                if let Some(part) = written(part) {
                    steps.block_entry(key, part);
                }
            }
        });
    }

    fn case(&mut self, test: ExprId, options: List<CaseOption>) {
        let options = &self.tree[options];
        self.call("case", |steps| {
            steps.push(Step::Expr(test));
            steps.list(|steps| options.iter().for_each(|option| steps.case_option(option)));
        });
    }

    fn case_option(&mut self, option: &CaseOption) {
        self.map(|steps| {
            steps.list_entry("when", option.values);
            match steps.tree.body(option.body) {
                Some(body) => steps.block_entry("then", body),
                None => {
                    steps.push(Step::Key("then"));
                    steps.list(|steps| steps.call("nop", |_| {}));
                }
            }
        });
    }

    // Resources

    fn resource(&mut self, resource: Resource) {
        let bodies = &self.tree[resource.bodies];
        self.map_call("resource", |steps| {
            steps.entry("type", resource.type_name);
            steps.push(Step::Key("bodies"));
            steps.list(|steps| {
                for body in bodies {
                    steps.map(|steps| {
                        steps.entry("title", body.title);
                        steps.operations(body.operations);
                    });
                }
            });
            steps.form(resource.form);
        });
    }

    fn defaults(&mut self, defaults: ResourceDefaults) {
        self.map_call("resource-defaults", |steps| {
            steps.entry("type", defaults.type_ref);
            steps.operations(defaults.operations);
            steps.form(defaults.form);
        });
    }

    fn overrides(&mut self, overrides: ResourceOverride) {
        self.map_call("resource-override", |steps| {
            steps.entry("resources", overrides.resources);
            steps.operations(overrides.operations);
            steps.form(overrides.form);
        });
    }

    fn collector(&mut self, collector: Collector) {
        let query = if collector.is_exported { "exported-query" } else { "virtual-query" };
        self.map_call("collect", |steps| {
            steps.entry("type", collector.type_expr);
            steps.push(Step::Key("query"));
            steps.call(query, |steps| steps.steps.extend(collector.query.map(Step::Expr)));
            if !collector.operations.is_empty() {
                steps.operations(collector.operations);
            }
        });
    }

    fn form(&mut self, form: ResourceForm) {
        if form != ResourceForm::Regular {
            self.text_entry("form", form.word());
        }
    }

    fn operations(&mut self, operations: List<AttributeOperation>) {
        let tree = self.tree;
        self.push(Step::Key("ops"));
        self.list(|steps| {
            for operation in &tree[operations] {
                match operation.op {
                    AttributeOp::Splat => steps.unary("splat-hash", operation.value),
                    AttributeOp::Set => steps.attribute("=>", operation),
                    AttributeOp::Append => steps.attribute("+>", operation),
                }
            }
        });
    }

    fn attribute(&mut self, op: &'static str, operation: &AttributeOperation) {
        let name = self.tree.text(operation.name);
        self.call(op, |steps| {
            steps.push(Step::String(name));
            steps.push(Step::Expr(operation.value));
        });
    }

    // Definitions

    fn class(&mut self, class: ClassDefinition) {
        let tree = self.tree;
        self.map_call("class", |steps| {
            steps.text_entry("name", tree.text(class.name));
            if let Some(parent) = class.parent {
                steps.text_entry("parent", tree.text(parent.name));
            }
            steps.parameters(class.parameters);
            steps.body(class.body);
        });
    }

    fn define(&mut self, define: DefinedType) {
        let name = self.tree.text(define.name);
        self.map_call("define", |steps| {
            steps.text_entry("name", name);
            steps.parameters(define.parameters);
            steps.body(define.body);
        });
    }

    fn function(&mut self, word: &'static str, function: FunctionDefinition) {
        let name = self.tree.text(function.name);
        self.map_call(word, |steps| {
            steps.text_entry("name", name);
            steps.parameters(function.parameters);
            steps.body(function.body);
            steps.optional("returns", function.returns);
        });
    }

    fn node(&mut self, node: NodeDefinition) {
        self.map_call("node", |steps| {
            steps.list_entry("matches", node.matchers);
            steps.optional("parent", node.parent);
            steps.body(node.body);
        });
    }

    fn plain_type_definition(&mut self, definition: PlainTypeDefinition) {
        let tree = self.tree;
        self.call("type-definition", |steps| {
            steps.push(Step::String(tree.text(definition.name)));
            match definition.parent {
                Some(parent) => steps.push(Step::String(tree.text(parent.name))),
                None => steps.push(Step::Nil),
            }
            match definition.body {
                Some(body) => steps.push(Step::Expr(body)),
                None => steps.call("nop", |_| {}),
            }
        });
    }

    fn type_definition(&mut self, definition: TypeDefinition) {
        let tree = self.tree;
        self.map_call("type", |steps| {
            steps.text_entry("name", tree.text(definition.name));
            steps.optional("parent", definition.parent);
            steps.push(Step::Key("features"));
            steps.list(|steps| {
                for statement in &tree[definition.statements] {
                    steps.type_statement(statement.kind);
                }
            });
        });
    }

    fn type_statement(&mut self, statement: TypeStatementKind) {
        match statement {
            TypeStatementKind::Abstract => self.call("abstract", |_| {}),
            TypeStatementKind::Feature(feature) => self.feature(feature),
            TypeStatementKind::Invariant { title, validation } => {
                self.map_call("invariant", |steps| {
                    steps.optional("title", title);
                    match validation {
                        Logic::Expr(expr) => steps.block_entry("body", expr),
                        Logic::Block(body) => steps.body(body),
                        Logic::Lambda(lambda) => {
                            steps.push(Step::Key("lambda"));
                            steps.push(Step::Lambda(lambda));
                        }
                    }
                });
            }
        }
    }

    fn feature(&mut self, feature: Feature) {
        let tree = self.tree;
        self.map_call(if feature.is_reference { "has" } else { "attr" }, |steps| {
            steps.text_entry("name", tree.text(feature.name));
            steps.optional("type", feature.ty);
            if feature.settings.is_empty() {
                return;
            }
            steps.push(Step::Key("settings"));
            steps.list(|steps| {
                for setting in &tree[feature.settings] {
                    steps.call("=>", |steps| {
                        steps.push(Step::String(tree.text(setting.name)));
                        steps.logic(setting.value);
                    });
                }
            });
        });
    }

    fn logic(&mut self, logic: Logic) {
        match logic {
            Logic::Expr(expr) => self.push(Step::Expr(expr)),
            Logic::Block(Some(body)) => self.call("block", |steps| steps.statements(body)),
            Logic::Block(None) => self.call("block", |_| {}),
            Logic::Lambda(lambda) => self.push(Step::Lambda(lambda)),
        }
    }

    fn epp(&mut self, epp: Epp) {
        self.map_call("lambda", |steps| {
            steps.parameters(epp.parameters.unwrap_or(List::EMPTY));
            steps.push(Step::Key("body"));
            steps.list(|steps| {
                steps.call("epp", |steps| {
                    if let Some(body) = epp.body {
                        steps.statements(body);
                    }
                });
            });
        });
    }
}

fn unary_name(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "!",
        UnaryOp::Minus => "-",
        UnaryOp::Unfold => "unfold",
    }
}
