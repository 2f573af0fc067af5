//! A node: its name, its facts, and the data that a classifier gives it.

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

/// A node that a catalog is compiled for.
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
    /// The data that a classifier gives it.
    pub data: NodeData,
}

/// The variables of the top scope, with warnings about them.
#[derive(Debug, Default)]
pub struct Variables {
    /// By name, in order.
    pub all: Vec<(String, Value)>,
    /// The warnings of the reference.
    pub warnings: Vec<String>,
}

impl Node {
    /// A node of that name and these facts, in an environment. It is trusted with its name.
    pub fn new(name: &str, facts: Value, environment: &Environment) -> Node {
        Node {
            name: name.to_owned(),
            facts,
            trusted: Value::Hash(trusted(name, "remote").into()),
            server_facts: Value::Hash(server_facts(&environment.name).into()),
            data: NodeData::default(),
        }
    }

    /// Returns the same node as seen from this machine, without a certificate.
    pub fn seen_locally(self) -> Node {
        Node { trusted: Value::Hash(trusted(&self.name, "local").into()), ..self }
    }

    /// The same node with the facts that agents add to what they find out.
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

    /// Returns the variables that manifests have for the node in the top scope, which is that of
    /// the class
    /// `main`.
    pub fn variables(&self, environment: &str) -> Variables {
        let mut variables = self.variables_without_catalog(environment);
        let of_class = ["title", "name"].map(|name| (name.to_owned(), Value::from("main")));
        variables.all.extend(of_class);
        variables
    }

    /// The same without a catalog, so that there is no class `main`.
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
        // An environment that facts or the classifier name is not this one.
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
    /// Adds a variable, unless there is one of its name.
    fn merge(&mut self, node: &str, name: &Value, value: &Value) {
        let Some(name) = name.as_str() else { return };
        match self.all.iter().find(|(known, _)| known == name) {
            Some((_, known)) if name != "environment" => {
                let shown = pupa_value::text::ruby::to_s;
                self.warnings.push(format!(
                    "The node parameter '{name}' for node '{node}' was already set to '{}'. It \
                     could not be set to '{}'",
                    shown(known),
                    shown(value)
                ));
            }
            Some(_) => {}
            None => self.all.push((name.to_owned(), value.clone())),
        }
    }
}

/// Reads the facts of a node from a file of at most `limit` bytes: a hash, or what the reference
/// caches, which holds one as `values`.
///
/// # Errors
/// When the file can't be read or holds no hash.
pub fn read_facts(path: &Path, limit: u64) -> Result<Value> {
    if let Some(system) = builtin_facts::named_by(path) {
        return Ok(system.facts(builtin_facts::DEFAULT_NODE));
    }
    let mut facts = data_file::read_hash(path, limit)?;
    let is_cached = facts.get_str("name").is_some_and(|name| name.as_str().is_some());
    if is_cached && let Some(Value::Hash(values)) = facts.get_str("values") {
        facts = values.as_ref().clone();
    }
    // As in the reference, a fact without a value is an empty string.
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

/// The name that facts give a node.
pub fn name_in_facts(facts: &Value) -> Option<String> {
    let networking = facts.as_hash()?.get_str("networking")?.as_hash()?;
    networking.get_str("fqdn")?.as_str().map(str::to_owned)
}

/// Returns the trusted data of a node of that name; `authenticated` is the way it was identified:
/// `remote` by its certificate, `local` not at all.
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
    // Asked for each node, and the same for all.
    static ADDRESS: LazyLock<Option<String>> = LazyLock::new(own_address);
    if let Some(address) = &*ADDRESS {
        facts.insert("serverip", address.as_str());
    }
    facts.insert("environment", environment);
    facts
}

/// The address from which this machine would talk to others. Nothing is sent: to connect such a
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
        let shown = |node: &str| text::literal(&Value::Hash(trusted(node, "remote").into()));
        assert!(shown("a.b.c").contains("'hostname' => 'a', 'domain' => 'b.c'"));
        assert!(shown("a").contains("'hostname' => 'a', 'domain' => undef"));
    }

    #[test]
    fn what_is_said_of_a_node_wins_over_its_facts() {
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
