//! Compiles a validated tree to code.

mod resource;
mod type_definition;

use std::sync::{Arc, OnceLock};

use num_bigint::BigInt;
use pupa_syntax::tree::{
    BinaryClass, BinaryOp, ExprId, ExprKind, FunctionDefinition, Id, Lambda, List, Parameter,
    Radix, Tree, UnaryOp,
};
use pupa_value::Value;
use pupa_value::builtin::core_type;
use pupa_value::regexp::Regexp;
use pupa_value::value::{Hash, Text};
use rustc_hash::FxHashSet;

use super::definition_code::DefinitionCode;
use super::liveness::mark_last_uses;
use super::names::{Frames, Meaning, OpenFrame, SET_BY_PUPPET};
use super::node::{
    Access, Assign, Cached, CallNode, Case, CaseOption, Heredoc, If, Node, Op, Target, VariableUse,
};
use super::type_code::TypeCode;

use super::{AliasCode, FunctionCode, LambdaCode, ParameterCode, Program};
use crate::evaluator::types::SharedAlias;
use crate::host::Owner;
use crate::settings::Settings;

/// Compiles a validated tree to code.
pub(super) fn lower(tree: Arc<Tree>, owner: Owner, settings: &Settings) -> Program {
    let mut lowering = Lowering {
        tree: &tree,
        settings,
        frames: Frames::default(),
        layouts: Vec::new(),
        functions: Vec::new(),
        aliases: Vec::new(),
        type_definitions: Vec::new(),
        catalog: Vec::new(),
        template: None,
        calls: 0,
        types_kept: 0,
        literals: Vec::new(),
        own_functions: own_functions(&tree),
    };
    lowering.definitions(tree.root());
    lowering.catalog_definitions(tree.root());
    let root = lowering.node(tree.root());
    Program {
        root,
        owner,
        functions: lowering.functions,
        aliases: lowering.aliases,
        types: lowering.type_definitions,
        catalog: lowering.catalog,
        frames: lowering.layouts,
        template: lowering.template,
        literals: lowering.literals,
        warnings: Vec::new(),
        tree,
    }
}

/// The names of the functions that a file defines.
fn own_functions(tree: &Tree) -> FxHashSet<&str> {
    let root = tree.root();
    let statements: &[ExprId] = match tree.kind(root) {
        ExprKind::Block { statements, .. } => &tree[*statements],
        _ => &[],
    };
    let statements = if statements.is_empty() { std::slice::from_ref(&root) } else { statements };
    let name = |statement: &ExprId| match *tree.kind(*statement) {
        ExprKind::Function(id) => Some(tree.text(tree[id].name)),
        _ => None,
    };
    statements.iter().filter_map(name).collect()
}

/// The compiled parts of a callable.
struct Callee {
    name: Text,
    parameters: List<Parameter>,
    returns: Option<ExprId>,
    body: Option<ExprId>,
    at: ExprId,
}

struct Lowering<'a> {
    tree: &'a Tree,
    settings: &'a Settings,
    frames: Frames,
    layouts: Vec<Box<[Text]>>,
    functions: Vec<Arc<FunctionCode>>,
    aliases: Vec<AliasCode>,
    type_definitions: Vec<Arc<TypeCode>>,
    catalog: Vec<Arc<DefinitionCode>>,
    template: Option<Arc<LambdaCode>>,
    /// The number of calls so far.
    calls: u32,
    /// The number of type expressions whose values are cached.
    types_kept: u32,
    /// The addresses of string literals.
    literals: Vec<usize>,
    /// The names of the functions that the file defines.
    own_functions: FxHashSet<&'a str>,
}

impl Lowering<'_> {
    /// Collects the definitions of the file, which exist before its first expression is evaluated.
    fn definitions(&mut self, root: ExprId) {
        let tree = self.tree;
        let statements: &[ExprId] = match *tree.kind(root) {
            ExprKind::Block { statements, .. } => &tree[statements],
            _ => &[root],
        };
        for &statement in statements {
            match *tree.kind(statement) {
                ExprKind::Function(id) => self.function(id, statement),
                ExprKind::TypeAlias(id) => {
                    let alias = tree[id];
                    self.aliases.push(AliasCode {
                        name: tree.text(alias.name).into(),
                        expr: alias.type_expr,
                        name_span: alias.name_span,
                        shared: SharedAlias::default(),
                    });
                }
                ExprKind::TypeDefinition(_) => self.type_definition(statement),
                _ => {}
            }
        }
    }

    fn function(&mut self, id: Id<FunctionDefinition>, at: ExprId) {
        let function = self.tree[id];
        let name = Text::from(self.tree.text(function.name));
        let lambda = self.callee(&Callee {
            name: name.clone(),
            parameters: function.parameters,
            returns: function.returns,
            body: function.body,
            at,
        });
        self.functions.push(Arc::new(FunctionCode { name, lambda }));
    }

    fn lambda(&mut self, id: Id<Lambda>, at: ExprId) -> LambdaCode {
        let lambda = self.tree[id];
        self.callee(&Callee {
            name: "lambda".into(),
            parameters: lambda.parameters,
            returns: lambda.returns,
            body: lambda.body,
            at,
        })
    }

    fn callee(&mut self, callee: &Callee) -> LambdaCode {
        let tree = self.tree;
        let declared = &tree[callee.parameters];
        let is_by_name = matches!(tree.kind(callee.at), ExprKind::Epp(_));
        // Types are evaluated in the surrounding scope; defaults see the parameters before them.
        let types: Vec<Option<Node>> =
            declared.iter().map(|parameter| parameter.ty.map(|t| self.node(t))).collect();
        let returns = callee.returns.map(|t| self.node(t));
        let number = self.layouts.len() as u32;
        self.layouts.push(Box::default());
        self.frames.push(OpenFrame {
            callee: callee.name.clone(),
            names: declared.iter().map(|parameter| tree.text(parameter.name).into()).collect(),
            parameters: declared.len(),
            is_by_name,
            default_of: None,
            is_watched: false,
        });
        let parameters: Box<[ParameterCode]> = declared
            .iter()
            .zip(types)
            .enumerate()
            .map(|(index, (parameter, t))| self.parameter(index, parameter, t))
            .collect();
        let mut body = match callee.body {
            Some(body) => self.node(body),
            None => Node { at: callee.at, op: Op::Constant(Value::Undef) },
        };
        let frame = self.frames.pop();
        let (names, is_watched) =
            frame.map(|frame| (frame.names, frame.is_watched)).unwrap_or_default();
        if !is_watched {
            mark_last_uses(&mut body);
        }
        let is_constant = |node: &Option<Node>| node.as_ref().is_none_or(Node::is_constant);
        let is_fixed = |node: &Option<Node>| node.as_ref().is_none_or(Node::is_fixed);
        let is_reserved = |p: &ParameterCode| SET_BY_PUPPET.contains(&p.name.as_str());
        let lambda = LambdaCode {
            is_by_name,
            reserved: parameters.iter().position(is_reserved),
            is_plain: returns.is_none()
                && parameters
                    .iter()
                    .all(|p| p.t.is_none() && p.default.is_none() && !p.captures_rest),
            has_fixed_types: is_fixed(&returns)
                && parameters.iter().all(|parameter| is_fixed(&parameter.t)),
            has_constant_types: is_constant(&returns)
                && parameters.iter().all(|parameter| is_constant(&parameter.t)),
            parameters,
            returns,
            body,
            frame: number,
            slots: names.len() as u32,
            signature: OnceLock::new(),
        };
        self.layouts[number as usize] = names.into();
        lambda
    }

    fn parameter(&mut self, index: usize, parameter: &Parameter, t: Option<Node>) -> ParameterCode {
        let set_default_of = |lowering: &mut Self, index| {
            if let Some(frame) = lowering.frames.innermost() {
                frame.default_of = index;
            }
        };
        set_default_of(self, Some(index));
        let default = parameter.default.map(|default| self.node(default));
        set_default_of(self, None);
        ParameterCode {
            name: self.tree.text(parameter.name).into(),
            name_span: parameter.name_span,
            t,
            default,
            captures_rest: parameter.captures_rest,
        }
    }

    fn nodes(&mut self, exprs: List<ExprId>) -> Box<[Node]> {
        let tree = self.tree;
        tree[exprs].iter().map(|expr| self.node(*expr)).collect()
    }

    fn boxed(&mut self, expr: ExprId) -> Box<Node> {
        Box::new(self.node(expr))
    }

    fn node(&mut self, expr: ExprId) -> Node {
        let tree = self.tree;
        let mut at = expr;
        // Parentheses have no effect on evaluation, and `*` looks through them, too. Errors are
        // about the interpolated expression, not about the interpolation.
        while let ExprKind::Paren(inner) | ExprKind::Interpolation(inner) = *tree.kind(at) {
            at = inner;
        }
        let op = self.op(at);
        Node { at, op }
    }

    fn op(&mut self, at: ExprId) -> Op {
        let tree = self.tree;
        match *tree.kind(at) {
            ExprKind::Nop | ExprKind::Error | ExprKind::Undef => Op::Constant(Value::Undef),
            ExprKind::Default => Op::Constant(Value::Default),
            ExprKind::Boolean(truth) => Op::Constant(truth.into()),
            ExprKind::Integer { value, .. } => Op::Constant(Value::from_big(BigInt::from(value))),
            ExprKind::BigInteger { radix } => Op::Constant(self.big_integer(at, radix)),
            ExprKind::Float(number) => Op::Constant(number.into()),
            ExprKind::String(text) | ExprKind::Name(text) => {
                let text = Text::from(tree.text(text));
                self.literals.push(text.address());
                Op::Constant(text.into())
            }
            ExprKind::Concat(parts) => Op::Concat(self.nodes(parts)),
            ExprKind::Interpolation(inner) | ExprKind::Paren(inner) => self.node(inner).op,
            ExprKind::Heredoc(heredoc) => self.heredoc(heredoc),
            ExprKind::Regexp(pattern) => match Regexp::new(tree.text(pattern)) {
                Ok(regexp) => Op::Constant(Value::regexp(regexp)),
                Err(error) => Op::Failing(error.message.into()),
            },
            ExprKind::Reference(name) => {
                let name = tree.text(name);
                let is_fixed = core_type(&name.to_lowercase()).is_some();
                self.cached(at, Op::Reference(name.into()), is_fixed)
            }
            ExprKind::ReservedWord(word) => Op::ReservedWord(tree.text(word).into()),
            ExprKind::Variable(name) => self.variable(tree.text(name)),
            ExprKind::Array(elements) => array(self.nodes(elements)),
            ExprKind::Hash(entries) | ExprKind::BareHash(entries) => {
                let entries = tree[entries].iter();
                hash(entries.map(|entry| (self.node(entry.key), self.node(entry.value))).collect())
            }
            ExprKind::Unary { op, operand } => self.unary(op, operand),
            ExprKind::Binary { op, left, right, .. } => self.binary(op, left, right),
            ExprKind::Access { left, keys } => self.access(at, left, keys),
            ExprKind::Call(_) | ExprKind::MethodCall(_) | ExprKind::NamedAccess { .. } => {
                self.call(at)
            }
            ExprKind::Selector { left, entries } => self.selector(left, &tree[entries]),
            ExprKind::Block { statements, .. } => Op::Block(self.nodes(statements)),
            ExprKind::If(condition) => {
                let condition = tree[condition];
                self.condition(condition.test, Some(condition.then), condition.otherwise)
            }
            ExprKind::Unless(condition) => {
                let condition = tree[condition];
                self.condition(condition.test, condition.otherwise, Some(condition.then))
            }
            ExprKind::Case { test, options } => self.case(test, &tree[options]),
            ExprKind::Epp(epp) => {
                let epp = tree[epp];
                let template = self.callee(&Callee {
                    name: "lambda".into(),
                    parameters: epp.parameters.unwrap_or(List::EMPTY),
                    returns: None,
                    body: epp.body,
                    at,
                });
                self.template = Some(Arc::new(template));
                Op::Constant(Value::Undef)
            }
            ExprKind::RenderString(text) => Op::RenderText(tree.text(text).into()),
            ExprKind::Render(inner) => Op::Render(self.boxed(inner)),
            ExprKind::Resource(id) => self.resource(id),
            ExprKind::ResourceDefaults(id) => self.resource_defaults(id),
            ExprKind::ResourceOverride(id) => self.resource_override(id),
            ExprKind::Collector(id) => self.collector(id),
            ExprKind::Apply(_) => Op::Catalog,
            // Definitions are added before the program is evaluated, and have no value.
            ExprKind::Class(_)
            | ExprKind::Define(_)
            | ExprKind::Function(_)
            | ExprKind::Plan(_)
            | ExprKind::Node(_)
            | ExprKind::TypeAlias(_)
            | ExprKind::TypeMapping(_)
            | ExprKind::TypeDefinition(_)
            | ExprKind::PlainTypeDefinition(_) => Op::Constant(Value::Undef),
        }
    }

    fn cached(&mut self, at: ExprId, op: Op, is_fixed: bool) -> Op {
        let number = self.types_kept;
        self.types_kept += 1;
        let value = OnceLock::new();
        Op::Cached(Box::new(Cached { node: Node { at, op }, number, value, is_fixed }))
    }

    fn big_integer(&self, at: ExprId, radix: Radix) -> Value {
        let text = self.tree.source().slice(self.tree[at].span);
        let digits = text.trim_start_matches("0x").trim_start_matches("0X");
        let number = BigInt::parse_bytes(digits.as_bytes(), radix.base());
        number.map(Value::from_big).unwrap_or_default()
    }

    fn heredoc(&mut self, id: Id<pupa_syntax::tree::Heredoc>) -> Op {
        let heredoc = self.tree[id];
        let text = self.node(heredoc.text);
        let syntax = self.tree.text(heredoc.syntax);
        // Text without interpolation was checked with the program, unless a function checks this
        // syntax.
        let is_checked =
            text.is_constant() && !self.settings.edition.heredocs_are_checked_by_functions();
        if syntax.is_empty() || is_checked {
            return text.op;
        }
        Op::Heredoc(Box::new(Heredoc { text, syntax: syntax.into() }))
    }

    fn variable(&mut self, name: &str) -> Op {
        if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
            // A number that does not fit is above the number of groups of every match.
            return Op::MatchVariable(name.parse().unwrap_or(u32::MAX));
        }
        if name.contains("::") {
            return Op::Qualified(name.into());
        }
        match self.frames.meaning(name) {
            Meaning::Parameter(slot) => Op::Parameter { slot, take: false },
            Meaning::Slots(places) => {
                Op::Variable(Box::new(VariableUse { name: name.into(), places: places.into() }))
            }
            Meaning::NotYet(parameters) => Op::NotYetEvaluated(Box::new(parameters)),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId) -> Op {
        let operand = self.boxed(operand);
        match (op, &operand.op) {
            (UnaryOp::Not, _) => Op::Not(operand),
            (UnaryOp::Unfold, _) => Op::Unfold(operand),
            (UnaryOp::Minus, Op::Constant(Value::Integer(number))) if *number != i64::MIN => {
                Op::Constant(Value::Integer(-number))
            }
            (UnaryOp::Minus, Op::Constant(Value::Float(number))) => {
                Op::Constant(Value::Float(-number))
            }
            (UnaryOp::Minus, _) => Op::Minus(operand),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Op {
        match op.class() {
            BinaryClass::Assignment => return self.assignment(op, left, right),
            BinaryClass::Relationship => return self.relationship(op, left, right),
            _ => {}
        }
        let pair = Box::new((self.node(left), self.node(right)));
        match op {
            BinaryOp::And => Op::And(pair),
            BinaryOp::Or => Op::Or(pair),
            BinaryOp::In => Op::In(pair),
            BinaryOp::Match => Op::Match { negated: false, pair },
            BinaryOp::NotMatch => Op::Match { negated: true, pair },
            _ if op.class() == BinaryClass::Comparison => Op::Compare(op, pair),
            _ => Op::Arithmetic(op, pair),
        }
    }

    fn assignment(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Op {
        // The value can't see the variable that is being assigned.
        let value = self.node(right);
        match self.target(left) {
            Some(target) => Op::Assign(Box::new(Assign { op, target, value })),
            None => Op::Failing("Not an assignable reference".into()),
        }
    }

    fn target(&mut self, left: ExprId) -> Option<Target> {
        let tree = self.tree;
        match *tree.kind(left) {
            ExprKind::Paren(inner) => self.target(inner),
            ExprKind::Array(elements) => {
                let targets = tree[elements].iter().map(|element| self.target(*element));
                Some(Target::Several(targets.collect::<Option<_>>()?))
            }
            ExprKind::Variable(name) => {
                let name = tree.text(name);
                let outer = self.frames.outer_slots(name).into();
                let text = Text::from(name);
                Some(match self.frames.assigned_slot(name) {
                    Some(slot) => Target::Slot { slot, name: text, outer },
                    None => Target::Scope(text),
                })
            }
            ExprKind::Access { left, keys } => match &tree[keys] {
                // The validator allows this only for objects in their initialiser.
                &[key] => Some(Target::Feature(Box::new((self.node(left), self.node(key))))),
                _ => None,
            },
            _ => None,
        }
    }

    fn access(&mut self, at: ExprId, left: ExprId, keys: List<ExprId>) -> Op {
        let access = Access { left: self.node(left), keys: self.nodes(keys) };
        let is_type = matches!(&access.left.op, Op::Cached(_));
        let is_constant = is_type && access.keys.iter().all(Node::is_constant);
        let is_direct = matches!(*self.tree.kind(left), ExprKind::Reference(_));
        let is_fixed = access.left.is_fixed() && access.keys.iter().all(Node::is_fixed);
        let op = Op::Access(Box::new(access));
        if is_constant && is_direct { self.cached(at, op, is_fixed) } else { op }
    }

    fn call(&mut self, at: ExprId) -> Op {
        let tree = self.tree;
        match *tree.kind(at) {
            ExprKind::Call(id) => {
                let call = tree[id];
                let functor = call.functor;
                match *tree.kind(functor) {
                    ExprKind::Name(name) => {
                        let arguments = self.nodes(call.arguments);
                        Op::Call(self.call_node(tree.text(name), arguments, call.lambda, at))
                    }
                    ExprKind::Reference(_) | ExprKind::Access { .. } => {
                        let mut arguments = vec![self.node(functor)];
                        arguments.extend(self.nodes(call.arguments));
                        Op::New(self.call_node("new", arguments.into(), call.lambda, at))
                    }
                    ExprKind::RenderString(_) => Op::MisplacedParameters,
                    _ => Op::Failing("Illegal expression as function name".into()),
                }
            }
            ExprKind::MethodCall(id) => {
                let call = tree[id];
                let ExprKind::NamedAccess { left, name, .. } = *tree.kind(call.functor) else {
                    return Op::Failing("Illegal expression as function accessor".into());
                };
                let ExprKind::Name(name) = *tree.kind(name) else {
                    return Op::Failing("Illegal expression as function name".into());
                };
                let mut arguments = vec![self.node(left)];
                arguments.extend(self.nodes(call.arguments));
                Op::MethodCall(self.call_node(tree.text(name), arguments.into(), call.lambda, at))
            }
            // The grammar has produced a method call with an invalid function name.
            _ => Op::Failing("Illegal expression as function accessor".into()),
        }
    }

    fn call_node(
        &mut self,
        name: &str,
        arguments: Box<[Node]>,
        lambda: Option<Id<Lambda>>,
        at: ExprId,
    ) -> Box<CallNode> {
        let bare_name = name.strip_prefix("::").unwrap_or(name);
        if !self.own_functions.contains(bare_name) && self.settings.reads_variables(bare_name) {
            self.frames.watch_all();
        }
        let lambda = lambda.map(|lambda| Arc::new(self.lambda(lambda, at)));
        let has_unfold = arguments.iter().any(Node::is_unfold);
        let is_bare = self.is_bare(at);
        let site = self.calls;
        self.calls += 1;
        Box::new(CallNode { name: name.into(), arguments, lambda, has_unfold, is_bare, site })
    }

    /// Whether a method call has neither parentheses nor lambda.
    fn is_bare(&self, at: ExprId) -> bool {
        let ExprKind::MethodCall(id) = *self.tree.kind(at) else { return false };
        let call = &self.tree[id];
        let is_written_alone = match *self.tree.kind(call.functor) {
            ExprKind::NamedAccess { dot_at, .. } => call.at == dot_at,
            _ => false,
        };
        is_written_alone && call.lambda.is_none() && call.arguments.is_empty()
    }

    fn condition(&mut self, test: ExprId, then: Option<ExprId>, otherwise: Option<ExprId>) -> Op {
        let test = self.node(test);
        let then = then.and_then(|branch| self.tree.branch(branch)).map(|then| self.node(then));
        let otherwise = otherwise.and_then(|branch| self.tree.branch(branch));
        let otherwise = otherwise.map(|otherwise| self.node(otherwise));
        Op::If(Box::new(If { test, then, otherwise }))
    }

    fn is_default(&self, expr: ExprId) -> bool {
        match *self.tree.kind(expr) {
            ExprKind::Default => true,
            ExprKind::Paren(inner) => self.is_default(inner),
            _ => false,
        }
    }

    fn case(&mut self, test: ExprId, options: &[pupa_syntax::tree::CaseOption]) -> Op {
        let test = self.node(test);
        let mut default = None;
        let mut lowered = Vec::with_capacity(options.len());
        for (index, option) in options.iter().enumerate() {
            let mut values = Vec::new();
            for &value in &self.tree[option.values] {
                if self.is_default(value) {
                    default = Some(index);
                } else {
                    values.push(self.node(value));
                }
            }
            let body = self.tree.body(option.body).map(|body| self.node(body));
            lowered.push(CaseOption { values: values.into(), body });
        }
        Op::Case(Box::new(Case { test, options: lowered.into(), default }))
    }

    fn selector(&mut self, left: ExprId, entries: &[pupa_syntax::tree::SelectorEntry]) -> Op {
        let test = self.node(left);
        let mut default = None;
        let mut options = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            let values: Box<[Node]> = if self.is_default(entry.matcher) {
                default = Some(index);
                Box::default()
            } else {
                Box::new([self.node(entry.matcher)])
            };
            let body = Some(self.node(entry.value));
            options.push(CaseOption { values, body });
        }
        Op::Selector(Box::new(Case { test, options: options.into(), default }))
    }
}

impl Node {
    /// Whether the expression has the same value each time it is evaluated.
    pub(crate) fn is_constant(&self) -> bool {
        match &self.op {
            Op::Constant(_) | Op::Cached(_) => true,
            Op::Array(elements) => elements.iter().all(Node::is_constant),
            Op::Hash(entries) => {
                entries.iter().all(|(key, value)| key.is_constant() && value.is_constant())
            }
            _ => false,
        }
    }

    /// Whether the expression has the same value in every run.
    pub(crate) fn is_fixed(&self) -> bool {
        match &self.op {
            Op::Constant(_) => true,
            Op::Cached(cached) => cached.is_fixed,
            Op::Array(elements) => elements.iter().all(Node::is_fixed),
            Op::Hash(entries) => {
                entries.iter().all(|(key, value)| key.is_fixed() && value.is_fixed())
            }
            _ => false,
        }
    }

    /// Whether it is `*x`.
    pub(crate) fn is_unfold(&self) -> bool {
        matches!(self.op, Op::Unfold(_))
    }
}

fn constant(node: &Node) -> Option<&Value> {
    match &node.op {
        Op::Constant(value) => Some(value),
        _ => None,
    }
}

/// Makes an array of constants a constant, which all reads share.
fn array(elements: Box<[Node]>) -> Op {
    match elements.iter().map(|element| constant(element).cloned()).collect::<Option<Vec<_>>>() {
        Some(values) => Op::Constant(values.into()),
        None => Op::Array(elements),
    }
}

fn hash(entries: Box<[(Node, Node)]>) -> Op {
    let values: Option<Hash> = entries
        .iter()
        .map(|(key, value)| Some((constant(key)?.clone(), constant(value)?.clone())))
        .collect::<Option<Vec<_>>>()
        .map(|entries| entries.into_iter().collect());
    match values {
        Some(values) => Op::Constant(values.into()),
        None => Op::Hash(entries),
    }
}
