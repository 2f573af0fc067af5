//! Finds the names of the custom facts that a Ruby file adds with `Facter.add`, without running it.

use ruby_prism as p;
use ruby_prism::Visit;

/// The methods of `Facter` that add a fact.
const ADDERS: [&[u8]; 2] = [b"add", b"define_fact"];

/// The name of a fact: the strings before, between and after its computed parts. `role` is
/// `["role"]`, `role_#{i}` is `["role_", ""]`.
pub(super) type FactName = Vec<String>;

/// The names of the facts that a file adds, in the order of the calls.
pub(super) fn names(text: &[u8]) -> Vec<FactName> {
    let result = super::with_stack(text, || p::parse(text));
    let mut finder = Finder::default();
    super::with_stack(text, || finder.visit(&result.node()));
    finder.names
}

#[derive(Default)]
struct Finder {
    names: Vec<FactName>,
    /// The block parameters in scope that run over a literal list, with the elements of the list.
    known: Vec<(Vec<u8>, Vec<String>)>,
}

impl Finder {
    fn add(&mut self, argument: Option<p::Node<'_>>) {
        let names = argument.map_or_else(|| vec![vec![String::new(); 2]], |node| self.texts(&node));
        self.names.extend(names);
    }

    /// All values that an expression may have, as far as the source shows them.
    fn texts(&self, node: &p::Node<'_>) -> Vec<FactName> {
        if let Some(text) = literal(node) {
            return vec![vec![text]];
        }
        if let Some(elements) = self.elements_of(node) {
            return elements.iter().map(|element| vec![element.clone()]).collect();
        }
        let parts = match (node.as_interpolated_string_node(), node.as_interpolated_symbol_node()) {
            (Some(string), _) => string.parts(),
            (_, Some(symbol)) => symbol.parts(),
            // A computed name of which no part is known.
            _ => return vec![vec![String::new(); 2]],
        };
        let mut all = vec![vec![String::new()]];
        for part in &parts {
            let values = match part.as_embedded_statements_node() {
                Some(embedded) => self.embedded(&embedded),
                None => literal(&part).map(|text| vec![text]),
            };
            all = match values {
                Some(values) => all
                    .iter()
                    .flat_map(|name| values.iter().map(|value| joined(name, value)))
                    .collect(),
                None => all
                    .into_iter()
                    .map(|mut name| {
                        name.push(String::new());
                        name
                    })
                    .collect(),
            };
        }
        all
    }

    /// The values of `#{name}` if `name` is a block parameter that runs over a literal list.
    fn embedded(&self, node: &p::EmbeddedStatementsNode<'_>) -> Option<Vec<String>> {
        let statements = node.statements()?;
        let body = statements.body();
        let mut nodes = body.iter();
        let only = nodes.next()?;
        if nodes.next().is_some() { None } else { self.elements_of(&only).map(<[String]>::to_vec) }
    }

    fn elements_of(&self, node: &p::Node<'_>) -> Option<&[String]> {
        let variable = node.as_local_variable_read_node()?;
        let name = variable.name().as_slice();
        let found = self.known.iter().rev().find(|(known, _)| known == name)?;
        Some(&found.1)
    }
}

impl<'pr> Visit<'pr> for Finder {
    fn visit_call_node(&mut self, node: &p::CallNode<'pr>) {
        let is_facter = node.receiver().is_some_and(|receiver| is_facter(&receiver));
        if is_facter && ADDERS.contains(&node.name().as_slice()) {
            let arguments = node.arguments();
            self.add(arguments.and_then(|list| list.arguments().iter().next()));
        }
        let bound = binding(node);
        let is_bound = bound.is_some();
        self.known.extend(bound);
        p::visit_call_node(self, node);
        if is_bound {
            self.known.pop();
        }
    }
}

fn is_facter(node: &p::Node<'_>) -> bool {
    let constant = node.as_constant_read_node().is_some_and(|c| c.name().as_slice() == b"Facter");
    let path = node.as_constant_path_node().is_some_and(|path| {
        path.parent().is_none() && path.name().is_some_and(|name| name.as_slice() == b"Facter")
    });
    constant || path
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

fn joined(name: &FactName, text: &str) -> FactName {
    let mut name = name.clone();
    if let Some(last) = name.last_mut() {
        last.push_str(text);
    }
    name
}

/// The parameter and the elements, if the call is `[…].each do |name|` over literals.
fn binding(node: &p::CallNode<'_>) -> Option<(Vec<u8>, Vec<String>)> {
    if node.name().as_slice() != b"each" {
        return None;
    }
    let receiver = node.receiver()?;
    let list = receiver.as_array_node()?;
    let elements: Option<Vec<String>> = list.elements().iter().map(|node| literal(&node)).collect();
    let block = node.block()?;
    let parameters = block.as_block_node()?.parameters()?;
    let parameters = parameters.as_block_parameters_node()?.parameters()?;
    let required = parameters.requireds();
    let first = required.iter().next()?;
    let name = first.as_required_parameter_node()?.name().as_slice().to_vec();
    Some((name, elements?))
}

#[cfg(test)]
mod tests {
    use super::names;

    fn found(text: &str) -> Vec<String> {
        names(text.as_bytes()).into_iter().map(|name| name.join("*")).collect()
    }

    #[test]
    fn names_are_known_as_far_as_they_are_written() {
        for (text, expected) in [
            ("Facter.add(:role) do\nend", "role"),
            ("Facter.add :role do\nend", "role"),
            ("::Facter.add('tier', type: :aggregate) { }", "tier"),
            ("Facter.define_fact(\"a\\tb\")", "a\tb"),
            ("Facter.add(\"role_#{i}\")", "role_*"),
            ("Facter.add(:\"a_#{h[\"x\"].map { |y| y }}_b\")", "a_*_b"),
            ("Facter.add('a_#{i}')", "a_#{i}"),
            ("Facter.add(name)", "*"),
            ("Facter.add('a' + b)", "*"),
            ("# Facter.add(:no)\nFacter.add(:yes)", "yes"),
        ] {
            assert_eq!(found(text), [expected], "{text}");
        }
        assert!(found("Facter.add_all(x)\nputs 'Facter.add(:x)'").is_empty());
    }

    #[test]
    fn lists_of_names_are_followed() {
        let text = "%w[a b].each do |x|\n  Facter.add(x) { }\n  Facter.add(\"#{x}_v\") { }\nend";
        assert_eq!(found(text), ["a", "b", "a_v", "b_v"]);
    }
}
