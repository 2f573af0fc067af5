//! Lowers literals: numbers, strings, regular expressions, arrays and hashes.

use num_bigint::{BigInt, Sign};
use pupa_value::regexp::{Regexp, RegexpOptions};
use ruby_prism as p;

use super::lower::Lowering;
use super::scope::read;
use crate::code::{
    FlipFlop, InterpolatedRegexp, Node, Op, OpNode, Pair, RangeLiteral, RegexpLiteral,
};
use crate::heap::{Encoding, RString};
use crate::symbol::{Symbol, names};

/// The number of the option `n` in Ruby's regular expression options.
const NO_ENCODING: u32 = 32;

/// The options of a regular expression node. The node types have the same methods but no common
/// trait.
macro_rules! regexp_options {
    ($node:expr) => {
        RegexpFlags {
            ignore_case: $node.is_ignore_case(),
            extended: $node.is_extended(),
            multi_line: $node.is_multi_line(),
            no_encoding: $node.is_ascii_8bit(),
            unicode: $node.is_utf_8(),
            once: $node.is_once(),
        }
    };
}

#[derive(Clone, Copy)]
struct RegexpFlags {
    ignore_case: bool,
    extended: bool,
    multi_line: bool,
    no_encoding: bool,
    unicode: bool,
    once: bool,
}

impl RegexpFlags {
    fn options(self) -> RegexpOptions {
        RegexpOptions {
            ignore_case: self.ignore_case,
            extended: self.extended,
            multi_line: self.multi_line,
        }
    }

    fn bits(self) -> u32 {
        [
            (self.ignore_case, Regexp::IGNORECASE),
            (self.extended, Regexp::EXTENDED),
            (self.multi_line, Regexp::MULTILINE),
            (self.unicode, Regexp::FIXEDENCODING),
            (self.no_encoding, NO_ENCODING),
        ]
        .iter()
        .filter(|(is_set, _)| *is_set)
        .map(|(_, bit)| bit)
        .sum()
    }
}

/// The content and kind of a key that always has the same value.
fn literal_key<'n>(node: &p::Node<'n>) -> Option<(u8, &'n [u8])> {
    if let Some(symbol) = node.as_symbol_node() {
        return Some((0, symbol.content_loc().as_slice()));
    }
    if let Some(string) = node.as_string_node() {
        return Some((1, string.content_loc().as_slice()));
    }
    let is_number = node.as_integer_node().is_some() || node.as_float_node().is_some();
    is_number.then(|| (2, node.location().as_slice()))
}

/// Whether a later entry has the same literal key. Compat: the entry then takes the position of the
/// last one.
fn is_replaced(assoc: &p::AssocNode<'_>, nodes: &p::NodeList<'_>, index: usize) -> bool {
    let Some(key) = literal_key(&assoc.key()) else { return false };
    let mut later = nodes.iter().skip(index + 1).filter_map(|node| node.as_assoc_node());
    later.any(|later| literal_key(&later.key()) == Some(key))
}

/// Converts an integer of the parser.
fn big(value: &p::Integer<'_>) -> BigInt {
    let (is_negative, digits) = value.to_u32_digits();
    let sign = if is_negative { Sign::Minus } else { Sign::Plus };
    BigInt::from_slice(sign, digits)
}

impl Lowering<'_> {
    pub(super) fn integer(&mut self, value: &p::Integer<'_>) -> Node {
        if let (is_negative, &[digit]) = value.to_u32_digits() {
            let digit = i64::from(digit);
            return Node::Int(if is_negative { -digit } else { digit });
        }
        let value = big(value);
        match i64::try_from(&value) {
            Ok(value) => Node::Int(value),
            Err(_) => Node::Big(Box::new(value)),
        }
    }

    pub(super) fn rational(&mut self, node: &p::RationalNode<'_>) -> Node {
        Node::Rational(Box::new((big(&node.numerator()), big(&node.denominator()))))
    }

    fn literal(&self, bytes: &[u8], is_binary: bool, is_utf8: bool) -> RString {
        let encoding = if is_binary {
            Encoding::Binary
        } else if is_utf8 {
            Encoding::Utf8
        } else {
            self.encoding
        };
        match std::str::from_utf8(bytes) {
            Ok(text) => {
                let mut string = RString::from_text(text.into());
                string.encoding = encoding;
                string
            }
            Err(_) => RString::from_bytes(bytes.to_vec(), encoding),
        }
    }

    fn string_node(&mut self, mut string: RString, is_frozen: bool) -> Node {
        if is_frozen {
            string.frozen = true;
            Node::FrozenStr(Box::new(string), self.site())
        } else {
            Node::Str(Box::new(string))
        }
    }

    fn string_content(&self, node: &p::StringNode<'_>) -> RString {
        let (is_binary, is_utf8) =
            (node.is_forced_binary_encoding(), node.is_forced_utf8_encoding());
        self.literal(node.unescaped(), is_binary, is_utf8)
    }

    pub(super) fn string(&mut self, node: &p::StringNode<'_>) -> Node {
        let string = self.string_content(node);
        self.string_node(string, node.is_frozen())
    }

    pub(super) fn source_file(&mut self, node: &p::SourceFileNode<'_>) -> Node {
        let string = RString::from_text(self.file.as_ref().into());
        self.string_node(string, node.is_frozen())
    }

    pub(super) fn command(&mut self, bytes: &[u8]) -> Node {
        let string = self.literal(bytes, false, false);
        Node::Command(Box::new([Node::Str(Box::new(string))]))
    }

    pub(super) fn interpolation(&mut self, node: &p::InterpolatedStringNode<'_>) -> Node {
        let mut parts = self.parts(&node.parts());
        match parts.pop() {
            None => {
                let string = self.literal(b"", false, false);
                self.string_node(string, node.is_frozen())
            }
            Some(Node::Str(string)) if parts.is_empty() => {
                self.string_node(*string, node.is_frozen())
            }
            Some(part) => {
                parts.push(part);
                Node::Interpolation(parts.into())
            }
        }
    }

    /// The parts of an interpolated literal, with adjacent literal parts joined.
    pub(super) fn parts(&mut self, nodes: &p::NodeList<'_>) -> Vec<Node> {
        let mut parts = Vec::new();
        self.add_parts(nodes, &mut parts);
        parts
    }

    fn add_parts(&mut self, nodes: &p::NodeList<'_>, parts: &mut Vec<Node>) {
        for node in nodes {
            if let Some(literal) = node.as_string_node() {
                let string = self.string_content(&literal);
                match parts.last_mut() {
                    Some(Node::Str(last)) => append(last, &string),
                    _ => parts.push(Node::Str(Box::new(string))),
                }
            } else if let Some(inner) = node.as_interpolated_string_node() {
                let list = inner.parts();
                self.deeper(&node.location(), |this| this.add_parts(&list, parts));
            } else {
                parts.push(self.node(&node));
            }
        }
    }

    pub(super) fn regexp(&mut self, node: &p::RegularExpressionNode<'_>) -> Node {
        let flags = regexp_options!(node);
        self.regexp_literal(node.unescaped(), flags, &node.location())
    }

    fn regexp_literal(
        &mut self,
        source: &[u8],
        flags: RegexpFlags,
        location: &p::Location<'_>,
    ) -> Node {
        let Ok(text) = std::str::from_utf8(source) else {
            let line = self.line_of(location);
            return Node::Unsupported("a regular expression that is not UTF-8", line);
        };
        match Regexp::with_options(text, flags.options()) {
            Ok(regexp) => {
                let literal = RegexpLiteral {
                    regexp,
                    no_encoding: flags.no_encoding,
                    is_unicode: flags.unicode,
                };
                Node::Regexp(Box::new(literal), self.site())
            }
            Err(_) if flags.no_encoding || self.encoding == Encoding::Binary => {
                self.regexp_of_bytes(text, flags, location)
            }
            Err(error) => {
                self.error(error.message, location);
                Node::Nil
            }
        }
    }

    /// A literal with the option `n` and bytes that are not valid UTF-8.
    fn regexp_of_bytes(
        &mut self,
        text: &str,
        flags: RegexpFlags,
        location: &p::Location<'_>,
    ) -> Node {
        let pattern = crate::core::regexp::pattern_of_bytes(text);
        match Regexp::with_options(&pattern, flags.options()) {
            Ok(regexp) => {
                let literal = RegexpLiteral { regexp, no_encoding: true, is_unicode: false };
                Node::Regexp(Box::new(literal), self.site())
            }
            Err(error) => {
                self.error(error.message, location);
                Node::Nil
            }
        }
    }

    pub(super) fn interpolated_regexp(
        &mut self,
        node: &p::InterpolatedRegularExpressionNode<'_>,
    ) -> Node {
        let flags = regexp_options!(node);
        self.regexp_of_parts(&node.parts(), flags, &node.location())
    }

    fn regexp_of_parts(
        &mut self,
        nodes: &p::NodeList<'_>,
        flags: RegexpFlags,
        location: &p::Location<'_>,
    ) -> Node {
        let parts = self.parts(nodes);
        if let [Node::Str(only)] = parts.as_slice() {
            return self.regexp_literal(only.bytes(), flags, location);
        }
        Node::InterpolatedRegexp(Box::new(InterpolatedRegexp {
            parts: parts.into(),
            options: flags.bits(),
            once: flags.once,
            site: self.site(),
            line: self.line_of(location),
        }))
    }

    /// A regular expression as the whole condition: matches `$_`, the last line that was read.
    pub(super) fn match_last_line(&mut self, node: &p::MatchLastLineNode<'_>) -> Node {
        let flags = regexp_options!(node);
        let regexp = self.regexp_literal(node.unescaped(), flags, &node.location());
        self.match_line(regexp, &node.location())
    }

    pub(super) fn interpolated_match_last_line(
        &mut self,
        node: &p::InterpolatedMatchLastLineNode<'_>,
    ) -> Node {
        let flags = regexp_options!(node);
        let regexp = self.regexp_of_parts(&node.parts(), flags, &node.location());
        self.match_line(regexp, &node.location())
    }

    fn match_line(&mut self, regexp: Node, location: &p::Location<'_>) -> Node {
        let line = Node::Global(Symbol::new("$_"));
        let (site, number) = (self.site(), self.line_of(location));
        Node::Op(Box::new(OpNode::new(Op::Match, names::MATCH, regexp, line, site, number)))
    }

    /// The elements of an array.
    pub(super) fn elements(&mut self, nodes: &p::NodeList<'_>) -> Vec<Node> {
        self.list(nodes)
    }

    /// `*a`, or a bare `*`, which passes on the anonymous parameter.
    pub(super) fn splat(&mut self, node: &p::SplatNode<'_>) -> Node {
        let value = match node.expression() {
            Some(expression) => self.node(&expression),
            None => self.find(|scope| scope.anonymous.rest).map_or(Node::Nil, read),
        };
        Node::Splat(Box::new(value))
    }

    /// The entries of a hash or of keyword arguments.
    pub(super) fn pairs(&mut self, nodes: &p::NodeList<'_>) -> Box<[Pair]> {
        let mut pairs = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            if let Some(assoc) = node.as_assoc_node() {
                if is_replaced(&assoc, nodes, index) {
                    // The value is still evaluated.
                    let nothing = Node::Hash(Box::new([]));
                    let value = self.node(&assoc.value());
                    pairs.push(Pair::Splat(Node::Seq(Box::new([value, nothing]))));
                    continue;
                }
                let key = self.hash_key(&assoc.key());
                pairs.push(Pair::Entry(key, self.node(&assoc.value())));
            } else if let Some(splat) = node.as_assoc_splat_node() {
                let value = match splat.value() {
                    Some(value) => self.node(&value),
                    None => self.find(|scope| scope.anonymous.keyword_rest).map_or(Node::Nil, read),
                };
                pairs.push(Pair::Splat(value));
            }
        }
        pairs.into()
    }

    /// A hash key. Hashes freeze string keys anyway, so a string literal is lowered to one frozen
    /// object.
    fn hash_key(&mut self, node: &p::Node<'_>) -> Node {
        match node.as_string_node() {
            Some(literal) => {
                let string = self.string_content(&literal);
                self.string_node(string, true)
            }
            None => self.node(node),
        }
    }

    pub(super) fn range(&mut self, node: &p::RangeNode<'_>) -> Node {
        Node::Range(Box::new(RangeLiteral {
            begin: self.optional(node.left()),
            end: self.optional(node.right()),
            exclusive: node.is_exclude_end(),
        }))
    }

    pub(super) fn flip_flop(&mut self, node: &p::FlipFlopNode<'_>) -> Node {
        let (depth, slot) = self.method_temporary();
        Node::FlipFlop(Box::new(FlipFlop {
            depth,
            slot,
            begin: self.optional(node.left()),
            end: self.optional(node.right()),
            exclusive: node.is_exclude_end(),
        }))
    }
}

/// Appends a literal part to the previous one.
fn append(last: &mut RString, more: &RString) {
    if last.is_ascii() && !more.is_ascii() {
        last.encoding = more.encoding;
    }
    last.push_bytes(more.bytes());
}
