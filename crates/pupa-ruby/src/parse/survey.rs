//! Inspects a function file of the Puppet 3 API without running it.

/// The properties of a file that matter for functions of the Puppet 3 API.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survey {
    /// Whether `newfunction(…)` is called.
    pub calls_newfunction: bool,
    /// The name of the first method that the file defines, and the column of the name.
    pub method: Option<(String, String)>,
}

/// Inspects a file. Syntax errors are ignored here: they are reported when the file is loaded.
#[cfg(has_parser)]
pub fn survey(text: &[u8]) -> Survey {
    let result = super::with_stack(text, || ruby_prism::parse(text));
    if result.errors().next().is_some() {
        return UNREADABLE;
    }
    let mut visitor = visitor::Visitor::new(text);
    super::with_stack(text, || visitor.look(&result.node()));
    visitor.survey
}

/// Finds nothing, because this build has no Ruby parser. The file is refused when it is loaded.
#[cfg(not(has_parser))]
pub fn survey(_text: &[u8]) -> Survey {
    UNREADABLE
}

const UNREADABLE: Survey = Survey { calls_newfunction: true, method: None };

#[cfg(has_parser)]
mod visitor {
    use ruby_prism::{CallNode, DefNode, Location, Node, Visit};

    use super::Survey;

    pub(super) struct Visitor<'t> {
        text: &'t [u8],
        pub(super) survey: Survey,
    }

    impl Visitor<'_> {
        pub(super) fn look(&mut self, node: &Node<'_>) {
            self.visit(node);
        }

        pub(super) fn new(text: &[u8]) -> Visitor<'_> {
            Visitor { text, survey: Survey::default() }
        }

        fn column(&self, location: &Location<'_>) -> usize {
            let start = location.start() as usize;
            let before = &self.text[..start.min(self.text.len())];
            before.iter().rev().take_while(|byte| **byte != b'\n').count()
        }
    }

    impl<'pr> Visit<'pr> for Visitor<'_> {
        fn visit_call_node(&mut self, node: &CallNode<'pr>) {
            // The reference does not recognize a call without parentheses either.
            let has_parentheses = node.opening_loc().is_some() || node.arguments().is_none();
            if node.name().as_slice() == b"newfunction" && has_parentheses {
                self.survey.calls_newfunction = true;
            }
            ruby_prism::visit_call_node(self, node);
        }

        fn visit_def_node(&mut self, node: &DefNode<'pr>) {
            if self.survey.method.is_none() {
                let name = String::from_utf8_lossy(node.name().as_slice()).into_owned();
                let is_plain = name.starts_with(|c: char| c == '_' || c.is_lowercase());
                // Compat: the message of the reference has the column where it should have the
                // line.
                self.survey.method = Some(if is_plain {
                    (name, self.column(&node.name_loc()).to_string())
                } else {
                    ("<unknown>".to_owned(), "<unknown>".to_owned())
                });
            }
            ruby_prism::visit_def_node(self, node);
        }
    }
}
