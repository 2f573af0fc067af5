//! What a program knows: the node it runs for, its facts, its environment.

use std::net::UdpSocket;
use std::path::Path;

use anyhow::{Result, bail};
use pupa_eval::Evaluator;
use pupa_eval::log::Level;
use pupa_value::Value;
use pupa_value::value::Hash;

use crate::cli::WorldArgs;
use crate::data_file;
use crate::environment::Environment;
use crate::settings::Settings;

/// What a program knows, and what it may do.
#[derive(Debug)]
pub(crate) struct World {
    /// The name of the node.
    pub(crate) node: String,
    /// The environment.
    pub(crate) environment: Environment,
    /// The variables of the top scope.
    variables: Vec<(String, Value)>,
    /// Whether programs may run commands and read files.
    pub(crate) allow_system: bool,
    /// The least important messages to print.
    pub(crate) log_level: Level,
}

impl World {
    /// The world that the arguments describe.
    pub(crate) fn new(args: &WorldArgs, settings: &Settings) -> Result<World> {
        let environment = Environment::new(args.environment_dir.as_deref(), &settings.modulepath)?;
        let facts = args.facts.as_deref().map(read_hash).transpose()?.unwrap_or_default();
        // As in the reference, a fact without a value is an empty string.
        let facts = facts.iter().map(|(k, v)| (k.clone(), without_undef(v))).collect();
        let node = node_name(args, &facts);
        let trusted = match &args.trusted {
            Some(path) => read_hash(path)?,
            None => trusted(&node),
        };
        let server_facts = match &args.server_facts {
            Some(path) => read_hash(path)?,
            None => server_facts(&environment.name),
        };
        let variables = variables(&environment, facts, trusted, server_facts);
        let log_level = args.log_level.unwrap_or(Level::Notice);
        Ok(World { node, environment, variables, allow_system: !args.no_system, log_level })
    }

    /// Tells a run of the variables.
    pub(crate) fn introduce(&self, evaluator: &mut Evaluator<'_>) {
        for (name, value) in &self.variables {
            evaluator.set_variable(name, value.clone());
        }
    }
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

fn read_hash(path: &Path) -> Result<Hash> {
    match data_file::read(path)? {
        Value::Hash(hash) => Ok(hash.as_ref().clone()),
        _ => bail!("{} holds no hash", path.display()),
    }
}

/// What `--node` says, else the facts, else this machine.
fn node_name(args: &WorldArgs, facts: &Hash) -> String {
    let from_facts = || {
        let networking = facts.get_str("networking")?.as_hash()?;
        networking.get_str("fqdn")?.as_str().map(str::to_owned)
    };
    args.node.clone().or_else(from_facts).unwrap_or_else(host_name)
}

fn host_name() -> String {
    gethostname::gethostname().to_string_lossy().to_lowercase()
}

/// What the reference trusts a remote node of that name with.
fn trusted(node: &str) -> Hash {
    let (host, domain) = match node.split_once('.') {
        Some((host, domain)) => (host, Value::from(domain)),
        None => (node, Value::Undef),
    };
    let mut trusted = Hash::new();
    trusted.insert("authenticated", "remote");
    trusted.insert("certname", node);
    trusted.insert("extensions", Value::hash([]));
    trusted.insert("hostname", host);
    trusted.insert("domain", domain);
    trusted.insert("external", Value::hash([]));
    trusted
}

/// What this machine says about itself.
fn server_facts(environment: &str) -> Hash {
    let mut facts = Hash::new();
    facts.insert("serverversion", env!("CARGO_PKG_VERSION"));
    facts.insert("servername", host_name());
    if let Some(address) = own_address() {
        facts.insert("serverip", address);
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

fn variables(
    environment: &Environment,
    facts: Hash,
    trusted: Hash,
    server_facts: Hash,
) -> Vec<(String, Value)> {
    let named = |hash: &Hash| -> Vec<(String, Value)> {
        let entries = hash.iter();
        entries
            .filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value.clone())))
            .collect()
    };
    let mut variables = named(&facts);
    variables.extend(named(&server_facts));
    variables.push(("environment".to_owned(), Value::from(environment.name.as_str())));
    variables.push(("title".to_owned(), Value::from("main")));
    variables.push(("name".to_owned(), Value::from("main")));
    variables.push(("facts".to_owned(), Value::Hash(facts.into())));
    variables.push(("trusted".to_owned(), Value::Hash(trusted.into())));
    variables.push(("server_facts".to_owned(), Value::Hash(server_facts.into())));
    variables
}

#[cfg(test)]
mod tests {
    use super::*;
    use pupa_value::text;

    #[test]
    fn a_name_is_host_and_domain() {
        let shown = |node: &str| text::literal(&Value::Hash(trusted(node).into()));
        assert!(shown("a.b.c").contains("'hostname' => 'a', 'domain' => 'b.c'"));
        assert!(shown("a").contains("'hostname' => 'a', 'domain' => undef"));
    }
}
