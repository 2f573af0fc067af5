//! A node: its name, its facts, and its classification.

use std::net::UdpSocket;
use std::path::Path;
use std::sync::LazyLock;

use anyhow::Result;
use pupa_value::Value;
use pupa_value::value::Hash;

use crate::builtin_facts;
use crate::node_data::NodeData;
use pupa_project::data_file;
use pupa_project::environment::Environment;
use pupa_project::puppet_settings::{REFERENCE_VERSION, host_name};

/// A node for which a catalog is compiled.
#[derive(Debug, Clone)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// `$facts`
    pub facts: Value,
    /// `$trusted`
    pub trusted: Value,
    /// `$server_facts`
    pub server_facts: Value,
    /// The classification.
    pub data: NodeData,
}

/// The variables that a node has in the top scope, with warnings about them.
#[derive(Debug, Default)]
pub struct Variables {
    /// The variables by name, in order.
    pub all: Vec<(String, Value)>,
    /// The warnings, with the texts of the reference implementation.
    pub warnings: Vec<String>,
}

impl Node {
    /// A node with this name and these facts. Its trusted data contains only its name.
    pub fn new(name: &str, facts: Value, environment: &Environment) -> Node {
        Node {
            name: name.to_owned(),
            facts,
            trusted: Value::Hash(trusted(name, "remote").into()),
            server_facts: Value::Hash(server_facts(&environment.name).into()),
            data: NodeData::default(),
        }
    }

    /// Returns the node as if it were this machine: authenticated locally, without a certificate.
    pub fn seen_locally(self) -> Node {
        Node { trusted: Value::Hash(trusted(&self.name, "local").into()), ..self }
    }

    /// Adds the facts that agents set themselves, such as `clientversion`.
    #[must_use]
    pub fn with_facts_of_agents(mut self) -> Node {
        let mut facts = self.facts.as_hash().cloned().unwrap_or_default();
        let added = [
            ("clientcert", Value::from(self.name.as_str())),
            ("clientversion", REFERENCE_VERSION.into()),
            ("clientnoop", false.into()),
        ];
        for (name, value) in added {
            if !facts.contains_str(name) {
                facts.insert(name, value);
            }
        }
        self.facts = Value::Hash(facts.into());
        self
    }

    /// Returns the variables of the node for the top scope, which is the scope of the class `main`.
    pub fn variables(&self, environment: &str) -> Variables {
        let mut variables = self.variables_without_catalog(environment);
        let of_class = ["title", "name"].map(|name| (name.to_owned(), Value::from("main")));
        variables.all.extend(of_class);
        variables
    }

    /// Returns the variables for a run without a catalog, which has no class `main`.
    pub fn variables_without_catalog(&self, environment: &str) -> Variables {
        let mut variables = Variables::default();
        for given in
            [&Value::Hash(self.data.parameters.clone().into()), &self.facts, &self.server_facts]
        {
            let given = given.as_hash().into_iter().flatten();
            for (name, value) in given {
                variables.merge(&self.name, name, value);
            }
        }
        // Facts and classification may name an environment, but the run takes place in this one.
        variables.all.retain(|(name, _)| name != "environment");
        let own = [
            ("environment", Value::from(environment)),
            ("facts", self.facts.clone()),
            ("trusted", self.trusted.clone()),
            ("server_facts", self.server_facts.clone()),
        ];
        variables.all.extend(own.map(|(name, value)| (name.to_owned(), value)));
        variables
    }
}

impl Variables {
    /// Adds a variable, unless there already is one of this name.
    fn merge(&mut self, node: &str, name: &Value, value: &Value) {
        let Some(name) = name.as_str() else { return };
        match self.all.iter().find(|(known, _)| known == name) {
            Some((_, known)) if name != "environment" => {
                let display = pupa_value::text::ruby::to_s;
                self.warnings.push(format!(
                    "The node parameter '{name}' for node '{node}' was already set to '{}'. It \
                     could not be set to '{}'",
                    display(known),
                    display(value)
                ));
            }
            Some(_) => {}
            None => self.all.push((name.to_owned(), value.clone())),
        }
    }
}

/// Reads the facts of a node from a file of at most `limit` bytes. It contains a hash, or the
/// format of the reference implementation's cache, which has the facts in `values`.
///
/// # Errors
/// When the file can't be read or has no hash.
pub fn read_facts(path: &Path, limit: u64) -> Result<Value> {
    if let Some(system) = builtin_facts::named_by(path) {
        return Ok(system.facts(builtin_facts::DEFAULT_NODE));
    }
    let mut facts = data_file::read_hash(path, limit)?;
    let is_cached = facts.get_str("name").is_some_and(|name| name.as_str().is_some());
    if is_cached && let Some(Value::Hash(values)) = facts.get_str("values") {
        facts = values.as_ref().clone();
    }
    // As in the reference implementation, a fact without a value is an empty string.
    Ok(without_undef(&Value::Hash(facts.into())))
}

fn without_undef(value: &Value) -> Value {
    match value {
        Value::Undef => Value::from(""),
        Value::Array(all) => Value::array(all.iter().map(without_undef)),
        Value::Hash(all) => {
            Value::hash(all.iter().map(|(key, value)| (key.clone(), without_undef(value))))
        }
        other => other.clone(),
    }
}

/// The name of the node according to its facts.
pub fn name_in_facts(facts: &Value) -> Option<String> {
    let networking = facts.as_hash()?.get_str("networking")?.as_hash()?;
    networking.get_str("fqdn")?.as_str().map(str::to_owned)
}

/// Returns the trusted data of a node. `authenticated` is `remote` for a node identified by its
/// certificate, and `local` for this machine.
fn trusted(node: &str, authenticated: &str) -> Hash {
    let (host, domain) = match node.split_once('.') {
        Some((host, domain)) => (host, Value::from(domain)),
        None => (node, Value::Undef),
    };
    let mut trusted = Hash::new();
    trusted.insert("authenticated", authenticated);
    trusted.insert("certname", node);
    trusted.insert("extensions", Value::hash([]));
    trusted.insert("hostname", host);
    trusted.insert("domain", domain);
    trusted.insert("external", Value::hash([]));
    trusted
}

/// Returns the facts of this machine as a server.
pub fn server_facts(environment: &str) -> Hash {
    let mut facts = Hash::new();
    facts.insert("serverimplementation", "pupa");
    facts.insert("serverversion", REFERENCE_VERSION);
    facts.insert("servername", host_name());
    // The address is needed for each node and is the same for all.
    static ADDRESS: LazyLock<Option<String>> = LazyLock::new(own_address);
    if let Some(address) = &*ADDRESS {
        facts.insert("serverip", address.as_str());
    }
    facts.insert("environment", environment);
    facts
}

/// The address of this machine on the route to other networks. Nothing is sent: connecting a UDP
/// socket only chooses a route.
fn own_address() -> Option<String> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pupa_value::text;

    #[test]
    fn a_name_is_host_and_domain() {
        let display = |node: &str| text::literal(&Value::Hash(trusted(node, "remote").into()));
        assert!(display("a.b.c").contains("'hostname' => 'a', 'domain' => 'b.c'"));
        assert!(display("a").contains("'hostname' => 'a', 'domain' => undef"));
    }

    #[test]
    fn node_data_overrides_facts() {
        let environment = Environment::open(&pupa_system::Disk, None, &[]).unwrap();
        let facts = Value::hash([("role".into(), "fact".into()), ("os".into(), "x".into())]);
        let mut node = Node::new("n", facts, &environment);
        node.data.parameters.insert("role", "given");
        let variables = node.variables("prod");
        let get =
            |name: &str| variables.all.iter().find(|(known, _)| known == name).map(|(_, v)| v);
        assert_eq!(get("role"), Some(&Value::from("given")));
        assert_eq!(get("os"), Some(&Value::from("x")));
        assert_eq!(get("environment"), Some(&Value::from("prod")));
        assert_eq!(
            variables.warnings,
            ["The node parameter 'role' for node 'n' was already set to 'given'. It could not be \
              set to 'fact'"]
        );
    }
}
