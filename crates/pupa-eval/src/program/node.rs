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

/// An expression as it runs.
pub(crate) struct Node {
    /// The expression in the tree, which has its place and its name.
    pub(crate) at: ExprId,
    pub(crate) op: Op,
}

/// Two operands.
pub(crate) type Pair = Box<(Node, Node)>;

/// The operation.
pub(crate) enum Op {
    /// A value that is known before the program runs.
    Constant(Value),
    /// A parameter of the running lambda or function, which surely has a value. When `take`, it is
    /// read for the last time.
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
    /// A parameter that the default of one to its left asks for.
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
    /// `Type(…)`, the first argument being the type.
    New(Box<CallNode>),
    /// `x.f(…)`, the first argument being `x`.
    MethodCall(Box<CallNode>),
    If(Box<If>),
    Case(Box<Case>),
    Selector(Box<Case>),
    Block(Box<[Node]>),
    /// Text with interpolation that must be of a syntax.
    Heredoc(Box<Heredoc>),
    ReservedWord(Text),
    RenderText(Text),
    Render(Box<Node>),
    /// Text of a template where a call expects the name of a function.
    MisplacedParameters,
    /// An expression that always fails, with this message.
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
    /// The places of a value, from the innermost frame outwards. After these, the variables
    /// of the scope around are asked by name.
    pub(crate) places: Box<[SlotPlace]>,
}

/// A slot of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SlotPlace {
    /// The number of frames outwards.
    pub(crate) depth: u32,
    pub(crate) slot: u32,
}

/// An expression and its value, once it is known.
pub(crate) struct Cached {
    pub(crate) node: Node,
    /// Its number among such expressions of the program.
    pub(crate) number: u32,
    /// Its value, when it is made of types of the language alone and so is the same in every run.
    pub(crate) value: OnceLock<Value>,
    pub(crate) is_fixed: bool,
}

/// The default of `from` asks for `to`.
pub(crate) struct NotYetEvaluated {
    pub(crate) callee: Text,
    pub(crate) from: Text,
    pub(crate) to: Text,
    /// Whether `to` stands before `from`.
    pub(crate) is_before: bool,
    /// The slot of the value if the call gave one, when arguments are given by name.
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
    /// A variable of the scope around.
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
    /// Whether it is just a name after a dot: no parentheses, no lambda.
    pub(crate) is_bare: bool,
    /// Whether an argument is `*x`.
    pub(crate) has_unfold: bool,
    /// Its number among the calls of the program.
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
    /// The number of the option `default`.
    pub(crate) default: Option<usize>,
}

/// The options that lead to one body.
pub(crate) struct CaseOption {
    /// Without `default`.
    pub(crate) values: Box<[Node]>,
    pub(crate) body: Option<Node>,
}

/// Text with interpolation that must be of a syntax.
pub(crate) struct Heredoc {
    pub(crate) text: Node,
    pub(crate) syntax: Text,
}

impl Node {
    /// Visits what it is made of, in the order of evaluation. Lambdas of calls are not visited:
    /// they are code of their own.
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
