//! Lowers the tree of the parser to code.

use std::sync::Arc;

use ruby_prism as p;

use super::scope::{Scope, read};
use super::{Options, SyntaxError};
use crate::code::{Code, CodeKind, Node, Params};
use crate::heap::Encoding;
use crate::symbol::{Symbol, names};

/// The maximum nesting of nodes. The machine recurses over them, and so does their destructor.
const MAX_DEPTH: u32 = 10_000;
/// The free native stack below which a new segment is added.
const RED_ZONE: usize = 256 * 1024;
/// The size of a new segment of the native stack.
const SEGMENT: usize = 4 * 1024 * 1024;

/// Maps offsets to line numbers.
pub(super) struct Lines<'a> {
    offsets: &'a [u32],
    first: i32,
    /// The last result; consecutive lookups are mostly on neighbouring lines.
    last: std::cell::Cell<usize>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(offsets: &'a [u32], first: i32) -> Lines<'a> {
        Lines { offsets, first, last: std::cell::Cell::new(0) }
    }

    /// The line number of an offset.
    pub(super) fn line(&self, offset: u32) -> u32 {
        let last = self.last.get();
        let holds = |index: usize| {
            self.offsets.get(index).is_some_and(|&start| start <= offset)
                && self.offsets.get(index + 1).is_none_or(|&next| offset < next)
        };
        let index = if holds(last) {
            last
        } else if holds(last + 1) {
            last + 1
        } else {
            self.offsets.partition_point(|&start| start <= offset).saturating_sub(1)
        };
        self.last.set(index);
        u32::try_from(i64::from(self.first) + index as i64).unwrap_or(0)
    }
}

/// The state of lowering one file.
pub(super) struct Lowering<'a> {
    lines: Lines<'a>,
    pub(super) file: Arc<str>,
    /// The encoding of the source.
    pub(super) encoding: Encoding,
    pub(super) scopes: Vec<Scope>,
    /// The magic comments that deferred methods need; `None` if no method can be deferred.
    pub(super) magic_comments: Option<Vec<u8>>,
    errors: Vec<SyntaxError>,
    depth: u32,
}

/// Lowers a whole program.
pub(super) fn program(
    text: &[u8],
    result: &p::ParseResult<'_>,
    lines: Lines<'_>,
    options: &Options,
) -> Result<Arc<Code>, Vec<SyntaxError>> {
    let mut scope = Scope::new(CodeKind::Top, names::EMPTY);
    for &local in &options.locals {
        scope.add(local);
    }
    let line = lines.line(0);
    let mut lowering = Lowering {
        lines,
        file: options.file.as_str().into(),
        encoding: source_encoding(result),
        magic_comments: super::deferred::magic_comments(text, result),
        scopes: vec![scope],
        errors: Vec::new(),
        depth: 0,
    };
    let node = match result.node().as_program_node() {
        Some(program) => {
            lowering.declare(&program.locals());
            lowering.program_body(&program.statements())
        }
        None => Node::Nil,
    };
    let code = lowering.finish(Params::default(), node, line);
    if lowering.errors.is_empty() { Ok(code) } else { Err(lowering.errors) }
}

/// The encoding of the source, from its magic comment.
fn source_encoding(result: &p::ParseResult<'_>) -> Encoding {
    let mut encoding = Encoding::Utf8;
    for comment in result.magic_comments() {
        let key = comment.key().to_ascii_lowercase();
        if key == b"encoding" || key == b"coding" {
            encoding = match comment.value().to_ascii_lowercase().as_slice() {
                b"ascii-8bit" | b"binary" => Encoding::Binary,
                b"us-ascii" | b"ascii" => Encoding::UsAscii,
                b"iso-8859-1" | b"latin1" => Encoding::Latin1,
                _ => Encoding::Utf8,
            };
            break;
        }
    }
    encoding
}

/// The symbol of a name in the source.
pub(super) fn symbol(name: &p::ConstantId<'_>) -> Symbol {
    symbol_of(name.as_slice())
}

/// The symbol of a name given as bytes.
pub(super) fn symbol_of(bytes: &[u8]) -> Symbol {
    match std::str::from_utf8(bytes) {
        Ok(name) => Symbol::new(name),
        Err(_) => Symbol::new(&String::from_utf8_lossy(bytes)),
    }
}

/// Combines several nodes into one.
pub(super) fn sequence(mut nodes: Vec<Node>) -> Node {
    match nodes.len() {
        0 => Node::Nil,
        1 => nodes.pop().unwrap_or(Node::Nil),
        _ => Node::Seq(nodes.into()),
    }
}

impl Lowering<'_> {
    /// The line of a location.
    pub(super) fn line_of(&self, location: &p::Location<'_>) -> u32 {
        self.lines.line(location.start())
    }

    /// The line of a node.
    pub(super) fn line(&self, node: &p::Node<'_>) -> u32 {
        self.line_of(&node.location())
    }

    /// Records an error.
    pub(super) fn error(&mut self, message: String, location: &p::Location<'_>) {
        let line = self.line_of(location);
        let span = super::span(location);
        self.errors.push(SyntaxError { message, line, span });
    }

    /// Lowers a nested node with enough native stack, unless the nesting is too deep.
    pub(super) fn deeper<T>(
        &mut self,
        location: &p::Location<'_>,
        step: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            if self.errors.is_empty() {
                self.error("nesting too deep".to_owned(), location);
            }
            return None;
        }
        self.depth += 1;
        if let Some(scope) = self.scopes.last_mut() {
            scope.deepest = scope.deepest.max(self.depth);
        }
        let value = stacker::maybe_grow(RED_ZONE, SEGMENT, || step(self));
        self.depth -= 1;
        Some(value)
    }

    /// Lowers a node.
    pub(super) fn node(&mut self, node: &p::Node<'_>) -> Node {
        self.deeper(&node.location(), |this| this.any(node)).unwrap_or(Node::Nil)
    }

    /// Lowers a node to a box.
    pub(super) fn boxed(&mut self, node: &p::Node<'_>) -> Box<Node> {
        Box::new(self.node(node))
    }

    /// Lowers a node, or returns `nil` if there is none.
    pub(super) fn optional(&mut self, node: Option<p::Node<'_>>) -> Node {
        node.map_or(Node::Nil, |node| self.node(&node))
    }

    /// Lowers the nodes of a list.
    pub(super) fn list(&mut self, nodes: &p::NodeList<'_>) -> Vec<Node> {
        nodes.iter().map(|node| self.node(&node)).collect()
    }

    /// Lowers statements.
    pub(super) fn statements(&mut self, statements: Option<p::StatementsNode<'_>>) -> Node {
        statements.map_or(Node::Nil, |statements| sequence(self.list(&statements.body())))
    }

    /// Lowers the statements of a program; those of `BEGIN` run first.
    fn program_body(&mut self, statements: &p::StatementsNode<'_>) -> Node {
        let mut nodes = Vec::new();
        let mut first = Vec::new();
        for node in &statements.body() {
            match node.as_pre_execution_node() {
                Some(begin) => first.push(self.statements(begin.statements())),
                None => nodes.push(self.node(&node)),
            }
        }
        if first.is_empty() {
            return sequence(nodes);
        }
        first.append(&mut nodes);
        sequence(first)
    }
}

/// Calls the function that lowers a type of node.
macro_rules! by_type {
    ($node:expr, $($variant:ident $as:ident $name:ident => $body:expr;)* _ => $other:expr $(,)?) => {
        match $node {
            $(p::Node::$variant { .. } => match $node.$as() {
                Some($name) => $body,
                None => Node::Nil,
            },)*
            _ => $other,
        }
    };
}

impl Lowering<'_> {
    fn any(&mut self, node: &p::Node<'_>) -> Node {
        match node {
            p::Node::NilNode { .. } => return Node::Nil,
            p::Node::TrueNode { .. } => return Node::True,
            p::Node::FalseNode { .. } => return Node::False,
            p::Node::SelfNode { .. } => return Node::This,
            p::Node::RetryNode { .. } => return Node::Retry,
            p::Node::RedoNode { .. } => return Node::Redo(self.jump_kind()),
            p::Node::SourceEncodingNode { .. } => return Node::EncodingLiteral,
            p::Node::SourceLineNode { .. } => return Node::Int(i64::from(self.line(node))),
            p::Node::ItLocalVariableReadNode { .. } => {
                let hops = self.scopes.iter().rev().take_while(|scope| scope.is_for).count();
                return read((hops as u16, 0));
            }
            p::Node::PostExecutionNode { .. } => {
                return Node::Unsupported("END { }", self.line(node));
            }
            _ => {}
        }
        by_type! { node,
            StatementsNode as_statements_node n => sequence(self.list(&n.body()));
            ParenthesesNode as_parentheses_node n => self.optional(n.body());
            BeginNode as_begin_node n => self.begin(&n);
            ImplicitNode as_implicit_node n => self.node(&n.value());
            ShareableConstantNode as_shareable_constant_node n => self.node(&n.write());
            PreExecutionNode as_pre_execution_node n => self.statements(n.statements());
            ElseNode as_else_node n => self.statements(n.statements());

            LocalVariableReadNode as_local_variable_read_node n => {
                let place = self.place(symbol(&n.name()), n.depth());
                read(place)
            };
            InstanceVariableReadNode as_instance_variable_read_node n => {
                Node::Ivar(symbol(&n.name()), self.site())
            };
            GlobalVariableReadNode as_global_variable_read_node n => Node::Global(symbol(&n.name()));
            ClassVariableReadNode as_class_variable_read_node n => Node::ClassVar(symbol(&n.name()));
            ConstantReadNode as_constant_read_node n => Node::Const(symbol(&n.name()), self.site());
            ConstantPathNode as_constant_path_node n => self.constant_path(&n);
            NumberedReferenceReadNode as_numbered_reference_read_node n => Node::NthMatch(n.number());
            BackReferenceReadNode as_back_reference_read_node n => {
                Node::MatchPart(n.name().as_slice().get(1).map_or('&', |&byte| char::from(byte)))
            };

            IntegerNode as_integer_node n => self.integer(&n.value());
            FloatNode as_float_node n => Node::Float(n.value());
            RationalNode as_rational_node n => self.rational(&n);
            ImaginaryNode as_imaginary_node n => Node::Imaginary(self.boxed(&n.numeric()));
            StringNode as_string_node n => self.string(&n);
            InterpolatedStringNode as_interpolated_string_node n => self.interpolation(&n);
            SymbolNode as_symbol_node n => Node::Sym(symbol_of(n.unescaped()));
            InterpolatedSymbolNode as_interpolated_symbol_node n => {
                Node::InterpolatedSymbol(self.parts(&n.parts()).into())
            };
            XStringNode as_x_string_node n => self.command(n.unescaped());
            InterpolatedXStringNode as_interpolated_x_string_node n => {
                Node::Command(self.parts(&n.parts()).into())
            };
            RegularExpressionNode as_regular_expression_node n => self.regexp(&n);
            InterpolatedRegularExpressionNode as_interpolated_regular_expression_node n => {
                self.interpolated_regexp(&n)
            };
            MatchLastLineNode as_match_last_line_node n => self.match_last_line(&n);
            InterpolatedMatchLastLineNode as_interpolated_match_last_line_node n => {
                self.interpolated_match_last_line(&n)
            };
            SourceFileNode as_source_file_node n => self.source_file(&n);
            ArrayNode as_array_node n => Node::Array(self.elements(&n.elements()).into());
            HashNode as_hash_node n => Node::Hash(self.pairs(&n.elements()));
            KeywordHashNode as_keyword_hash_node n => Node::Keywords(self.pairs(&n.elements()));
            SplatNode as_splat_node n => self.splat(&n);
            RangeNode as_range_node n => self.range(&n);
            FlipFlopNode as_flip_flop_node n => self.flip_flop(&n);

            LocalVariableWriteNode as_local_variable_write_node n => self.write_local(&n);
            LocalVariableOrWriteNode as_local_variable_or_write_node n => self.or_write_local(&n);
            LocalVariableAndWriteNode as_local_variable_and_write_node n => self.and_write_local(&n);
            LocalVariableOperatorWriteNode as_local_variable_operator_write_node n => self.op_write_local(&n);
            InstanceVariableWriteNode as_instance_variable_write_node n => self.write_ivar(&n);
            InstanceVariableOrWriteNode as_instance_variable_or_write_node n => self.or_write_ivar(&n);
            InstanceVariableAndWriteNode as_instance_variable_and_write_node n => self.and_write_ivar(&n);
            InstanceVariableOperatorWriteNode as_instance_variable_operator_write_node n => self.op_write_ivar(&n);
            GlobalVariableWriteNode as_global_variable_write_node n => self.write_global(&n);
            GlobalVariableOrWriteNode as_global_variable_or_write_node n => self.or_write_global(&n);
            GlobalVariableAndWriteNode as_global_variable_and_write_node n => self.and_write_global(&n);
            GlobalVariableOperatorWriteNode as_global_variable_operator_write_node n => self.op_write_global(&n);
            ClassVariableWriteNode as_class_variable_write_node n => self.write_class_var(&n);
            ClassVariableOrWriteNode as_class_variable_or_write_node n => self.or_write_class_var(&n);
            ClassVariableAndWriteNode as_class_variable_and_write_node n => self.and_write_class_var(&n);
            ClassVariableOperatorWriteNode as_class_variable_operator_write_node n => self.op_write_class_var(&n);
            ConstantWriteNode as_constant_write_node n => self.write_const(&n);
            ConstantOrWriteNode as_constant_or_write_node n => self.or_write_const(&n);
            ConstantAndWriteNode as_constant_and_write_node n => self.and_write_const(&n);
            ConstantOperatorWriteNode as_constant_operator_write_node n => self.op_write_const(&n);
            ConstantPathWriteNode as_constant_path_write_node n => self.write_path(&n);
            ConstantPathOrWriteNode as_constant_path_or_write_node n => self.or_write_path(&n);
            ConstantPathAndWriteNode as_constant_path_and_write_node n => self.and_write_path(&n);
            ConstantPathOperatorWriteNode as_constant_path_operator_write_node n => self.op_write_path(&n);
            CallOrWriteNode as_call_or_write_node n => self.or_write_attr(&n);
            CallAndWriteNode as_call_and_write_node n => self.and_write_attr(&n);
            CallOperatorWriteNode as_call_operator_write_node n => self.op_write_attr(&n);
            IndexOrWriteNode as_index_or_write_node n => self.or_write_index(&n);
            IndexAndWriteNode as_index_and_write_node n => self.and_write_index(&n);
            IndexOperatorWriteNode as_index_operator_write_node n => self.op_write_index(&n);
            MultiWriteNode as_multi_write_node n => self.multi_write(&n);

            CallNode as_call_node n => self.call(&n);
            SuperNode as_super_node n => self.explicit_super(&n);
            ForwardingSuperNode as_forwarding_super_node n => self.implicit_super(&n);
            YieldNode as_yield_node n => self.yield_node(&n);
            MatchWriteNode as_match_write_node n => self.match_write(&n);
            LambdaNode as_lambda_node n => self.lambda(&n);

            AndNode as_and_node n => Node::And(Box::new((self.node(&n.left()), self.node(&n.right()))));
            OrNode as_or_node n => Node::Or(Box::new((self.node(&n.left()), self.node(&n.right()))));
            IfNode as_if_node n => self.if_node(&n);
            UnlessNode as_unless_node n => self.unless_node(&n);
            WhileNode as_while_node n => self.while_node(&n);
            UntilNode as_until_node n => self.until_node(&n);
            ForNode as_for_node n => self.for_node(&n);
            CaseNode as_case_node n => self.case(&n);
            CaseMatchNode as_case_match_node n => self.case_match(&n);
            MatchPredicateNode as_match_predicate_node n => {
                self.match_one(&n.value(), &n.pattern(), false, &n.location())
            };
            MatchRequiredNode as_match_required_node n => {
                self.match_one(&n.value(), &n.pattern(), true, &n.location())
            };
            RescueModifierNode as_rescue_modifier_node n => self.rescue_modifier(&n);
            ReturnNode as_return_node n => Node::Return(Box::new(self.jump_value(n.arguments())));
            BreakNode as_break_node n => {
                let value = self.jump_value(n.arguments());
                Node::Break(Box::new(value), self.jump_kind())
            };
            NextNode as_next_node n => {
                let value = self.jump_value(n.arguments());
                Node::Next(Box::new(value), self.jump_kind())
            };
            DefinedNode as_defined_node n => self.defined(&n);

            DefNode as_def_node n => self.def(&n);
            ClassNode as_class_node n => self.class(&n);
            ModuleNode as_module_node n => self.module(&n);
            SingletonClassNode as_singleton_class_node n => self.singleton_class(&n);
            AliasMethodNode as_alias_method_node n => {
                Node::Alias(Box::new((self.node(&n.new_name()), self.node(&n.old_name()))))
            };
            AliasGlobalVariableNode as_alias_global_variable_node n => Node::AliasGlobal(
                symbol_of(n.new_name().location().as_slice()),
                symbol_of(n.old_name().location().as_slice()),
            );
            UndefNode as_undef_node n => Node::Undef(self.list(&n.names()).into());
            EmbeddedStatementsNode as_embedded_statements_node n => self.statements(n.statements());
            EmbeddedVariableNode as_embedded_variable_node n => self.node(&n.variable());
            PinnedVariableNode as_pinned_variable_node n => self.node(&n.variable());
            PinnedExpressionNode as_pinned_expression_node n => self.node(&n.expression());
            _ => {
                let location = node.location();
                self.error("unexpected syntax".to_owned(), &location);
                Node::Nil
            },
        }
    }
}
