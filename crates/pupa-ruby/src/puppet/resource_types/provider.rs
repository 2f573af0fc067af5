//! `Puppet::Provider`: provider definitions are accepted; providers run only on agents.

use super::agent::with_agent_methods;
use super::attribute::{reader, writer};
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::value::Value;

/// `Puppet::Confiner`
pub static CONFINER: NativeClass = NativeClass {
    name: "Puppet::Confiner",
    methods: with_agent_methods!([method("confine", 0, 1, accept),] "suitable?"),
    ..NativeClass::MODULE
};

/// `Puppet::Provider`
pub static PROVIDER: NativeClass = NativeClass {
    name: "Puppet::Provider",
    includes: &["Comparable", "Puppet::Util", "Puppet::Util::Errors"],
    class_methods: &[
        method("name", 0, 0, reader),
        method("name=", 1, 1, writer),
        method("doc", 0, 0, reader),
        method("desc", 0, 1, accept),
        method("resource_type", 0, 0, reader),
        method("resource_type=", 1, 1, writer),
        method("initvars", 0, 0, accept),
        method("confine", 0, 1, accept),
        method("defaultfor", 0, -1, accept),
        method("notdefaultfor", 0, -1, accept),
        method("commands", 0, 1, accept),
        method("optional_commands", 0, 1, accept),
        method("has_command", 0, 2, accept),
        method("has_feature", 0, -1, accept),
        method("has_features", 0, -1, accept),
        method("mk_resource_methods", 0, 0, accept),
        method("mkmodelmethods", 0, 0, accept),
        method("instances", 0, 0, super::agent::refuse),
        method("suitable?", 0, 1, super::agent::refuse),
        method("command", 1, 1, super::agent::refuse),
        method("execute", 0, -1, super::agent::refuse),
        method("which", 1, 1, super::agent::refuse),
        method("warning", 0, 1, crate::puppet::module::log),
        method("debug", 0, 1, crate::puppet::module::log),
    ],
    methods: with_agent_methods![
        []
        "initialize" "resource" "resource=" "model" "name" "get" "set" "clear" "command" "to_s"
        "inspect" "<=>" "execute" "execpipe" "flush"
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Provider::ParsedFile`
pub static PARSED_FILE: NativeClass = NativeClass {
    name: "Puppet::Provider::ParsedFile",
    superclass: Some("Puppet::Provider"),
    class_methods: &[
        method("text_line", 0, -1, accept),
        method("record_line", 0, -1, accept),
        method("filetype", 0, 0, super::agent::refuse),
        method("default_target", 0, 0, reader),
        method("default_target=", 1, 1, writer),
        method("target_records", 1, 1, super::agent::refuse),
    ],
    ..NativeClass::EMPTY
};

/// Accepts a part of a definition without effect, because only agents use it.
fn accept(_m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Nil)
}
