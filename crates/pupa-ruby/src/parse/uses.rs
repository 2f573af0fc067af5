//! Collects the names of methods, constants and libraries that a file uses and defines.

use std::ops::Range;

/// The names in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uses {
    /// The names that it uses, in order of appearance.
    pub uses: Vec<Use>,
    /// The methods that it defines, or tests with `respond_to?` before it calls them.
    pub methods: Vec<String>,
    /// The full names of the constants that it defines.
    pub constants: Vec<String>,
}

/// A name that a file uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// The kind of name.
    pub kind: UseKind,
    /// The name of the method, constant or library.
    pub name: String,
    /// The bytes of the use.
    pub span: Range<usize>,
}

/// The kind of a name that a file uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UseKind {
    /// A method, and its receiver as far as the source shows it.
    Method(Receiver),
    /// A constant, with the full names of the enclosing modules, innermost first.
    Constant(Vec<String>),
    /// A library, or a file in the load path.
    Library,
    /// A file, by the end of its path: `puppet_x/acme/helper`.
    File,
}

/// The receiver of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Receiver {
    /// An expression whose class is not known, or `self`.
    Any,
    /// A constant, with the modules that enclose the call.
    Constant(String, Vec<String>),
    /// A literal of this class.
    Literal(&'static str),
}

/// The part of a file to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The code that runs when the file is loaded: without the bodies of instance methods, and
    /// without the blocks of resource types that run on agents.
    Loading,
    /// All code.
    All,
}

/// The names in a file. There are none if it has syntax errors.
#[cfg(has_parser)]
pub fn uses(text: &[u8], part: Part) -> Uses {
    let result = super::with_stack(text, || ruby_prism::parse(text));
    if result.errors().next().is_some() {
        return Uses::default();
    }
    let mut visitor = visitor::Visitor::new(part);
    super::with_stack(text, || visitor.look(&result.node()));
    visitor.found
}

/// Always empty, because this build has no Ruby parser.
#[cfg(not(has_parser))]
pub fn uses(_text: &[u8], _part: Part) -> Uses {
    Uses::default()
}

#[cfg(has_parser)]
mod visitor {
    use ruby_prism as p;
    use ruby_prism::Visit;

    use super::{Part, Receiver, Use, UseKind, Uses};

    /// Methods that define the methods that their arguments name.
    const DEFINERS: [&[u8]; 14] = [
        b"attr_reader",
        b"attr_writer",
        b"attr_accessor",
        b"attr",
        b"define_method",
        b"define_singleton_method",
        b"alias_method",
        b"def_delegator",
        b"def_delegators",
        b"def_instance_delegator",
        b"def_instance_delegators",
        b"delegate",
        b"respond_to?",
        b"method_defined?",
    ];

    /// Methods of resource types whose blocks run only on agents.
    const AGENT_BLOCKS: [&[u8]; 15] = [
        b"validate",
        b"munge",
        b"unmunge",
        b"newvalue",
        b"newvalues",
        b"defaultto",
        b"autorequire",
        b"autobefore",
        b"autonotify",
        b"autosubscribe",
        b"newcheck",
        b"retrieve",
        b"insync?",
        b"feature",
        b"newrelationship",
    ];

    pub(super) struct Visitor {
        part: Part,
        pub(super) found: Uses,
        /// The full names of the enclosing modules, outermost first.
        nesting: Vec<String>,
        /// The number of enclosing `begin` blocks that rescue `LoadError`.
        rescued_loads: usize,
    }

    impl Visitor {
        pub(super) fn new(part: Part) -> Visitor {
            Visitor { part, found: Uses::default(), nesting: Vec::new(), rescued_loads: 0 }
        }

        pub(super) fn look(&mut self, node: &p::Node<'_>) {
            self.visit(node);
        }

        fn add(&mut self, kind: UseKind, name: String, location: &p::Location<'_>) {
            let span = super::super::span(location);
            self.found.uses.push(Use { kind, name, span });
        }

        fn scopes(&self) -> Vec<String> {
            self.nesting.iter().rev().cloned().collect()
        }

        fn receiver(&self, node: Option<p::Node<'_>>) -> Receiver {
            let Some(node) = node else { return Receiver::Any };
            if let Some(path) = constant_path(&node) {
                return Receiver::Constant(path, self.scopes());
            }
            literal_class(&node).map_or(Receiver::Any, Receiver::Literal)
        }

        /// Records the names that a call defines: `attr_reader :a`, `Struct.new(:a)`.
        fn define_by_call(&mut self, node: &p::CallNode<'_>) {
            let name = node.name();
            let path = node.receiver().and_then(|receiver| constant_path(&receiver));
            let is_struct = matches!(path.as_deref(), Some("Struct" | "Data" | "OpenStruct"))
                && matches!(name.as_slice(), b"new" | b"define");
            if !is_struct && !DEFINERS.contains(&name.as_slice()) {
                if name.as_slice() == b"newfunction" {
                    let names = literals(node.arguments());
                    let names = names.into_iter().map(|name| format!("function_{name}"));
                    self.found.methods.extend(names);
                }
                return;
            }
            for name in literals(node.arguments()) {
                self.found.methods.push(format!("{name}="));
                self.found.methods.push(name);
            }
        }

        fn require(&mut self, node: &p::CallNode<'_>) {
            let name = node.name();
            let is_plain = node.receiver().is_none_or(|receiver| {
                constant_path(&receiver).is_some_and(|path| path == "Kernel")
            });
            let relative = match name.as_slice() {
                b"require" | b"load" => false,
                b"require_relative" => true,
                _ => return,
            };
            let Some(list) = node.arguments().filter(|_| is_plain) else { return };
            let Some(argument) = list.arguments().iter().next() else { return };
            let location = argument.location();
            match literal(&argument) {
                Some(name) if !relative => {
                    if self.rescued_loads == 0 {
                        self.add(UseKind::Library, name, &location);
                    } else {
                        self.add(UseKind::File, name, &location);
                    }
                }
                Some(name) => self.add(UseKind::File, end_of_path(&[name]), &location),
                None => {
                    let mut texts = Texts::default();
                    texts.visit(&argument);
                    self.add(UseKind::File, end_of_path(&texts.0), &location);
                }
            }
        }

        fn method(&mut self, node: Option<p::Node<'_>>, name: &[u8], location: &p::Location<'_>) {
            // `Puppet.features` has a method for any name.
            let outer = node.as_ref().and_then(|node| node.as_call_node());
            if outer.is_some_and(|call| call.name().as_slice() == b"features") {
                return;
            }
            let receiver = self.receiver(node);
            let name = String::from_utf8_lossy(name).into_owned();
            self.add(UseKind::Method(receiver), name, location);
        }

        fn within(&mut self, path: Option<String>, visit: impl FnOnce(&mut Self)) {
            let full = path.map(|path| self.defined_path(&path));
            if let Some(full) = &full {
                self.found.constants.push(full.clone());
            }
            self.nesting.extend(full.clone());
            visit(self);
            if full.is_some() {
                self.nesting.pop();
            }
        }

        fn defined_path(&self, path: &str) -> String {
            match (self.nesting.last(), path.strip_prefix("::")) {
                (_, Some(top)) => top.to_owned(),
                (Some(outer), None) => format!("{outer}::{path}"),
                (None, None) => path.to_owned(),
            }
        }
    }

    impl<'pr> Visit<'pr> for Visitor {
        fn visit_call_node(&mut self, node: &p::CallNode<'pr>) {
            let name = node.name();
            self.require(node);
            self.define_by_call(node);
            let location = node.message_loc().unwrap_or_else(|| node.location());
            self.method(node.receiver(), name.as_slice(), &location);
            let has_block = node.block().is_some_and(|block| block.as_block_node().is_some());
            let is_agents = AGENT_BLOCKS.contains(&name.as_slice()) && node.receiver().is_none();
            if self.part == Part::Loading && has_block && is_agents {
                if let Some(arguments) = node.arguments() {
                    self.visit_arguments_node(&arguments);
                }
                return;
            }
            p::visit_call_node(self, node);
        }

        fn visit_call_operator_write_node(&mut self, node: &p::CallOperatorWriteNode<'pr>) {
            self.method(node.receiver(), node.read_name().as_slice(), &node.location());
            p::visit_call_operator_write_node(self, node);
        }

        fn visit_call_or_write_node(&mut self, node: &p::CallOrWriteNode<'pr>) {
            self.method(node.receiver(), node.read_name().as_slice(), &node.location());
            p::visit_call_or_write_node(self, node);
        }

        fn visit_call_and_write_node(&mut self, node: &p::CallAndWriteNode<'pr>) {
            self.method(node.receiver(), node.read_name().as_slice(), &node.location());
            p::visit_call_and_write_node(self, node);
        }

        fn visit_block_argument_node(&mut self, node: &p::BlockArgumentNode<'pr>) {
            let symbol = node.expression().and_then(|node| node.as_symbol_node());
            if let Some(symbol) = symbol {
                self.method(None, symbol.unescaped(), &node.location());
            }
            p::visit_block_argument_node(self, node);
        }

        fn visit_def_node(&mut self, node: &p::DefNode<'pr>) {
            let name = String::from_utf8_lossy(node.name().as_slice()).into_owned();
            self.found.methods.push(name);
            if self.part == Part::All || node.receiver().is_some() {
                p::visit_def_node(self, node);
            }
        }

        fn visit_alias_method_node(&mut self, node: &p::AliasMethodNode<'pr>) {
            self.found.methods.extend(literal(&node.new_name()));
        }

        fn visit_class_node(&mut self, node: &p::ClassNode<'pr>) {
            if let Some(superclass) = node.superclass() {
                self.visit(&superclass);
            }
            self.within(constant_path(&node.constant_path()), |visitor| {
                if let Some(body) = node.body() {
                    visitor.visit(&body);
                }
            });
        }

        fn visit_module_node(&mut self, node: &p::ModuleNode<'pr>) {
            self.within(constant_path(&node.constant_path()), |visitor| {
                if let Some(body) = node.body() {
                    visitor.visit(&body);
                }
            });
        }

        fn visit_constant_write_node(&mut self, node: &p::ConstantWriteNode<'pr>) {
            let name = String::from_utf8_lossy(node.name().as_slice()).into_owned();
            let full = self.defined_path(&name);
            self.found.constants.push(full);
            p::visit_constant_write_node(self, node);
        }

        fn visit_constant_or_write_node(&mut self, node: &p::ConstantOrWriteNode<'pr>) {
            let name = String::from_utf8_lossy(node.name().as_slice()).into_owned();
            let full = self.defined_path(&name);
            self.found.constants.push(full);
            p::visit_constant_or_write_node(self, node);
        }

        fn visit_constant_path_write_node(&mut self, node: &p::ConstantPathWriteNode<'pr>) {
            let target = node.target();
            if let Some(path) = constant_path(&target.as_node()) {
                let full = self.defined_path(&path);
                self.found.constants.push(full);
            }
            self.visit(&node.value());
        }

        fn visit_constant_read_node(&mut self, node: &p::ConstantReadNode<'pr>) {
            let name = String::from_utf8_lossy(node.name().as_slice()).into_owned();
            let scopes = self.scopes();
            self.add(UseKind::Constant(scopes), name, &node.location());
        }

        fn visit_constant_path_node(&mut self, node: &p::ConstantPathNode<'pr>) {
            match constant_path(&node.as_node()) {
                Some(path) => {
                    let scopes = self.scopes();
                    self.add(UseKind::Constant(scopes), path, &node.location());
                }
                // `expression::Name`
                None => p::visit_constant_path_node(self, node),
            }
        }

        /// The argument of `defined?` may be missing, so it is not a use.
        fn visit_defined_node(&mut self, _node: &p::DefinedNode<'pr>) {}

        fn visit_begin_node(&mut self, node: &p::BeginNode<'pr>) {
            let rescues = node.rescue_clause().is_some_and(|clause| rescues_load_errors(&clause));
            self.rescued_loads += usize::from(rescues);
            p::visit_begin_node(self, node);
            self.rescued_loads -= usize::from(rescues);
        }

        fn visit_rescue_modifier_node(&mut self, node: &p::RescueModifierNode<'pr>) {
            p::visit_rescue_modifier_node(self, node);
        }
    }

    fn rescues_load_errors(clause: &p::RescueNode<'_>) -> bool {
        let names = |node: &p::Node<'_>| {
            constant_path(node).is_some_and(|path| {
                matches!(path.trim_start_matches("::"), "LoadError" | "ScriptError" | "Exception")
            })
        };
        clause.exceptions().iter().any(|node| names(&node))
            || clause.subsequent().is_some_and(|next| rescues_load_errors(&next))
    }

    /// The string literals in an expression.
    #[derive(Default)]
    struct Texts(Vec<String>);

    impl<'pr> Visit<'pr> for Texts {
        fn visit_string_node(&mut self, node: &p::StringNode<'pr>) {
            self.0.push(String::from_utf8_lossy(node.unescaped()).into_owned());
        }
    }

    /// The part of a path after its last `..`.
    fn end_of_path(parts: &[String]) -> String {
        let path = parts.join("/");
        let names = path.split('/').filter(|name| !name.is_empty() && *name != ".");
        let names: Vec<&str> = names.collect();
        let first = names.iter().rposition(|name| *name == "..").map_or(0, |last| last + 1);
        names.get(first..).unwrap_or_default().join("/")
    }

    /// `A::B`, or `::A::B` with the leading colons.
    fn constant_path(node: &p::Node<'_>) -> Option<String> {
        if let Some(constant) = node.as_constant_read_node() {
            return Some(String::from_utf8_lossy(constant.name().as_slice()).into_owned());
        }
        let path = node.as_constant_path_node()?;
        let name = path.name()?;
        let name = String::from_utf8_lossy(name.as_slice());
        match path.parent() {
            None => Some(format!("::{name}")),
            Some(parent) => Some(format!("{}::{name}", constant_path(&parent)?)),
        }
    }

    fn literal_class(node: &p::Node<'_>) -> Option<&'static str> {
        Some(match node {
            p::Node::StringNode { .. } | p::Node::InterpolatedStringNode { .. } => "String",
            p::Node::SymbolNode { .. } | p::Node::InterpolatedSymbolNode { .. } => "Symbol",
            p::Node::ArrayNode { .. } => "Array",
            p::Node::HashNode { .. } => "Hash",
            p::Node::IntegerNode { .. } => "Integer",
            p::Node::FloatNode { .. } => "Float",
            p::Node::RegularExpressionNode { .. } => "Regexp",
            p::Node::InterpolatedRegularExpressionNode { .. } => "Regexp",
            p::Node::LambdaNode { .. } => "Proc",
            p::Node::NilNode { .. } => "NilClass",
            _ => return None,
        })
    }

    /// The content of a string or symbol literal.
    fn literal(node: &p::Node<'_>) -> Option<String> {
        let bytes = match (node.as_string_node(), node.as_symbol_node()) {
            (Some(string), _) => string.unescaped().to_vec(),
            (_, Some(symbol)) => symbol.unescaped().to_vec(),
            _ => return None,
        };
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The literals among the arguments, and the keys of keyword arguments.
    fn literals(arguments: Option<p::ArgumentsNode<'_>>) -> Vec<String> {
        let Some(list) = arguments else { return Vec::new() };
        let mut found = Vec::new();
        for argument in &list.arguments() {
            found.extend(literal(&argument));
            let Some(keywords) = argument.as_keyword_hash_node() else { continue };
            for element in &keywords.elements() {
                let pair = element.as_assoc_node();
                found.extend(pair.and_then(|pair| literal(&pair.key())));
            }
        }
        found
    }
}
