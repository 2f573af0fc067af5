//! The nodes of code.

use std::sync::{Arc, OnceLock};

use pupa_syntax::tree::{BinaryOp, ExprId};
use pupa_value::Value;
use pupa_value::value::Text;

use super::LambdaCode;
use super::resource_code::{
    AttributeNode, CollectorNode, DefaultsNode, OverrideNode, QueryNode, RelationshipNode,
    ResourceNode, TypeNameNode,
};

/// A compiled expression.
pub(crate) struct Node {
    /// The expression in the tree, which provides locations and texts for messages.
    pub(crate) at: ExprId,
    pub(crate) op: Op,
}

/// Two operands.
pub(crate) type Pair = Box<(Node, Node)>;

/// The operation.
pub(crate) enum Op {
    /// A value that is known at compile time.
    Constant(Value),
    /// A parameter of the running lambda or function, which certainly has a value. `take` marks its
    /// last read.
    Parameter {
        slot: u32,
        take: bool,
    },
    /// Any other variable with a simple name.
    Variable(Box<VariableUse>),
    /// `$a::b`, `$::x`
    Qualified(Text),
    /// `$0`, `$1`
    MatchVariable(u32),
    /// In the default of a parameter, a parameter after it.
    NotYetEvaluated(Box<NotYetEvaluated>),
    /// `Integer`, `My::Type`
    Reference(Text),
    /// A type whose value is the same whenever it is evaluated.
    Cached(Box<Cached>),
    Concat(Box<[Node]>),
    Array(Box<[Node]>),
    Hash(Box<[(Node, Node)]>),
    Not(Box<Node>),
    Minus(Box<Node>),
    Unfold(Box<Node>),
    Arithmetic(BinaryOp, Pair),
    Compare(BinaryOp, Pair),
    /// `=~`, or `!~` when negated.
    Match {
        negated: bool,
        pair: Pair,
    },
    In(Pair),
    And(Pair),
    Or(Pair),
    /// `=`, `+=`, `-=`
    Assign(Box<Assign>),
    Access(Box<Access>),
    Call(Box<CallNode>),
    /// `Type(…)`; the first argument is the type.
    New(Box<CallNode>),
    /// `x.f(…)`; the first argument is `x`.
    MethodCall(Box<CallNode>),
    If(Box<If>),
    Case(Box<Case>),
    Selector(Box<Case>),
    Block(Box<[Node]>),
    /// A heredoc with interpolation and a syntax to check.
    Heredoc(Box<Heredoc>),
    ReservedWord(Text),
    RenderText(Text),
    Render(Box<Node>),
    /// Text of a template in place of the name of a called function.
    MisplacedParameters,
    /// An expression that always fails with this message.
    Failing(Text),
    Resource(Box<ResourceNode>),
    ResourceDefaults(Box<DefaultsNode>),
    ResourceOverride(Box<OverrideNode>),
    Collector(Box<CollectorNode>),
    Relationship(Box<RelationshipNode>),
    /// An expression that only plans can evaluate.
    Catalog,
}

/// A variable that is read.
pub(crate) struct VariableUse {
    pub(crate) name: Text,
    /// The slots that may contain the value, the innermost first. If none does, the surrounding
    /// scope is searched by name.
    pub(crate) places: Box<[SlotPlace]>,
}

/// A slot of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SlotPlace {
    /// The number of frames outwards.
    pub(crate) depth: u32,
    pub(crate) slot: u32,
}

/// An expression whose value is cached.
pub(crate) struct Cached {
    pub(crate) node: Node,
    /// Its index among the cached expressions of the program.
    pub(crate) number: u32,
    /// The value, if it consists of types of the language only and is therefore the same in every
    /// run.
    pub(crate) value: OnceLock<Value>,
    pub(crate) is_fixed: bool,
}

/// The default of `from` refers to `to`.
pub(crate) struct NotYetEvaluated {
    pub(crate) callee: Text,
    pub(crate) from: Text,
    pub(crate) to: Text,
    /// Whether `to` precedes `from`.
    pub(crate) is_before: bool,
    /// The slot of the value, if arguments are given by name and the call gave one.
    pub(crate) given: Option<SlotPlace>,
}

/// An assignment.
pub(crate) struct Assign {
    pub(crate) op: BinaryOp,
    pub(crate) target: Target,
    pub(crate) value: Node,
}

/// The target of an assignment.
pub(crate) enum Target {
    /// A variable of the running lambda or function.
    Slot { slot: u32, name: Text, outer: Box<[SlotPlace]> },
    /// A variable of the surrounding scope.
    Scope(Text),
    /// Several variables.
    Several(Box<[Target]>),
    /// `$object[feature]`, in the initialiser of the object.
    Feature(Pair),
}

/// `x[…]`
pub(crate) struct Access {
    pub(crate) left: Node,
    pub(crate) keys: Box<[Node]>,
}

/// A call.
pub(crate) struct CallNode {
    pub(crate) name: Text,
    pub(crate) arguments: Box<[Node]>,
    pub(crate) lambda: Option<Arc<LambdaCode>>,
    /// Whether it is only a name after a dot, without parentheses and lambda.
    pub(crate) is_bare: bool,
    /// Whether an argument is `*x`.
    pub(crate) has_unfold: bool,
    /// Its index among the calls of the program.
    pub(crate) site: u32,
}

/// `if`, and `unless` with its branches exchanged.
pub(crate) struct If {
    pub(crate) test: Node,
    pub(crate) then: Option<Node>,
    pub(crate) otherwise: Option<Node>,
}

/// `case` and selectors.
pub(crate) struct Case {
    pub(crate) test: Node,
    pub(crate) options: Box<[CaseOption]>,
    /// The index of the option `default`.
    pub(crate) default: Option<usize>,
}

/// The options that share a body.
pub(crate) struct CaseOption {
    /// Without `default`.
    pub(crate) values: Box<[Node]>,
    pub(crate) body: Option<Node>,
}

/// A heredoc with interpolation and a syntax to check.
pub(crate) struct Heredoc {
    pub(crate) text: Node,
    pub(crate) syntax: Text,
}

impl Node {
    /// Calls `visit` for each part, in the order of evaluation. Lambdas are separate code and not
    /// visited.
    pub(crate) fn each_part<'n>(&'n self, visit: &mut dyn FnMut(&'n Node)) {
        match &self.op {
            Op::Concat(nodes) | Op::Array(nodes) | Op::Block(nodes) => nodes.iter().for_each(visit),
            Op::Hash(entries) => entries.iter().for_each(|(key, value)| {
                visit(key);
                visit(value);
            }),
            Op::Not(inner) | Op::Minus(inner) | Op::Unfold(inner) | Op::Render(inner) => {
                visit(inner);
            }
            Op::Arithmetic(_, pair)
            | Op::Compare(_, pair)
            | Op::Match { pair, .. }
            | Op::In(pair)
            | Op::And(pair)
            | Op::Or(pair) => {
                visit(&pair.0);
                visit(&pair.1);
            }
            Op::Assign(assign) => {
                visit(&assign.value);
                if let Target::Feature(pair) = &assign.target {
                    visit(&pair.0);
                    visit(&pair.1);
                }
            }
            Op::Access(access) => {
                visit(&access.left);
                access.keys.iter().for_each(visit);
            }
            Op::Call(call) | Op::New(call) | Op::MethodCall(call) => {
                call.arguments.iter().for_each(visit);
            }
            Op::If(condition) => {
                visit(&condition.test);
                condition.then.iter().chain(&condition.otherwise).for_each(visit);
            }
            Op::Case(case) | Op::Selector(case) => {
                visit(&case.test);
                let parts = case.options.iter().flat_map(|o| o.values.iter().chain(&o.body));
                parts.for_each(visit);
            }
            Op::Heredoc(heredoc) => visit(&heredoc.text),
            Op::Relationship(relationship) => {
                visit(&relationship.pair.0);
                visit(&relationship.pair.1);
            }
            Op::Resource(resource) => {
                if let TypeNameNode::Expr { node, .. } = &resource.type_name {
                    visit(node);
                }
                for body in &resource.bodies {
                    visit(&body.title);
                    each_value(&body.attributes, visit);
                }
            }
            Op::ResourceDefaults(defaults) => {
                visit(&defaults.type_ref);
                each_value(&defaults.attributes, visit);
            }
            Op::ResourceOverride(change) => {
                visit(&change.resources);
                each_value(&change.attributes, visit);
            }
            Op::Collector(collector) => {
                each_value(&collector.attributes, visit);
                if let Some(query) = &collector.query {
                    query.each_part(visit);
                }
            }
            Op::Cached(cached) => visit(&cached.node),
            Op::Constant(_)
            | Op::Parameter { .. }
            | Op::Variable(_)
            | Op::Qualified(_)
            | Op::MatchVariable(_)
            | Op::NotYetEvaluated(_)
            | Op::Reference(_)
            | Op::ReservedWord(_)
            | Op::RenderText(_)
            | Op::MisplacedParameters
            | Op::Failing(_)
            | Op::Catalog => {}
        }
    }

    /// The call that it is, if any.
    pub(crate) fn as_call(&self) -> Option<&CallNode> {
        match &self.op {
            Op::Call(call) | Op::New(call) | Op::MethodCall(call) => Some(call),
            _ => None,
        }
    }
}

fn each_value<'n>(attributes: &'n [AttributeNode], visit: &mut dyn FnMut(&'n Node)) {
    attributes.iter().for_each(|attribute| visit(&attribute.value));
}

impl QueryNode {
    /// Visits the expressions in it.
    fn each_part<'n>(&'n self, visit: &mut dyn FnMut(&'n Node)) {
        match self {
            QueryNode::And(pair) | QueryNode::Or(pair) => {
                pair.0.each_part(visit);
                pair.1.each_part(visit);
            }
            QueryNode::Compare { name, value, .. } => {
                visit(name);
                visit(value);
            }
            QueryNode::Other(_) => {}
        }
    }
}
