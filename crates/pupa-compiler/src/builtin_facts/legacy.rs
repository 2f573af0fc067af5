//! Derives legacy facts, which are not structured, from structured facts.

use pupa_value::Value;

use super::structured::interface;
use super::{BuiltInSystem, Platform};

/// Legacy facts of all systems, with the structured facts whose values they repeat.
const SAME: &[(&str, &str)] = &[
    ("architecture", "os.architecture"),
    ("bios_vendor", "dmi.bios.vendor"),
    ("bios_version", "dmi.bios.version"),
    ("domain", "networking.domain"),
    ("fqdn", "networking.fqdn"),
    ("hardwareisa", "processors.isa"),
    ("hardwaremodel", "os.hardware"),
    ("hostname", "networking.hostname"),
    ("id", "identity.user"),
    ("gid", "identity.group"),
    ("ipaddress", "networking.ip"),
    ("ipaddress6", "networking.ip6"),
    ("macaddress", "networking.mac"),
    ("manufacturer", "dmi.manufacturer"),
    ("memoryfree", "memory.system.available"),
    ("memorysize", "memory.system.total"),
    ("netmask", "networking.netmask"),
    ("netmask6", "networking.netmask6"),
    ("network", "networking.network"),
    ("network6", "networking.network6"),
    ("operatingsystem", "os.name"),
    ("operatingsystemmajrelease", "os.release.major"),
    ("operatingsystemrelease", "os.release.full"),
    ("osfamily", "os.family"),
    ("physicalprocessorcount", "processors.physicalcount"),
    ("processorcount", "processors.count"),
    ("productname", "dmi.product.name"),
    ("rubyplatform", "ruby.platform"),
    ("rubysitedir", "ruby.sitedir"),
    ("rubyversion", "ruby.version"),
    ("serialnumber", "dmi.product.serial_number"),
    ("uptime", "system_uptime.uptime"),
    ("uptime_days", "system_uptime.days"),
    ("uptime_hours", "system_uptime.hours"),
    ("uptime_seconds", "system_uptime.seconds"),
    ("uuid", "dmi.product.uuid"),
];

/// Legacy facts of Linux systems.
const OF_LINUX: &[(&str, &str)] = &[
    ("augeasversion", "augeas.version"),
    ("lsbdistcodename", "os.distro.codename"),
    ("lsbdistdescription", "os.distro.description"),
    ("lsbdistid", "os.distro.id"),
    ("lsbdistrelease", "os.distro.release.full"),
    ("lsbmajdistrelease", "os.distro.release.major"),
    ("lsbminordistrelease", "os.distro.release.minor"),
    ("selinux", "os.selinux.enabled"),
    ("selinux_config_mode", "os.selinux.config_mode"),
    ("selinux_config_policy", "os.selinux.config_policy"),
    ("selinux_current_mode", "os.selinux.current_mode"),
    ("selinux_enforced", "os.selinux.enforced"),
    ("sshed25519key", "ssh.ed25519.key"),
    ("swapfree", "memory.swap.available"),
    ("swapsize", "memory.swap.total"),
];

const OF_WINDOWS: &[(&str, &str)] = &[
    ("system32", "os.windows.system32"),
    ("windows_edition_id", "os.windows.edition_id"),
    ("windows_installation_type", "os.windows.installation_type"),
    ("windows_product_name", "os.windows.product_name"),
];

/// Legacy facts of a network interface, by the prefix of their names.
const OF_INTERFACES: &[(&str, &str)] = &[
    ("ipaddress", "ip"),
    ("ipaddress6", "ip6"),
    ("macaddress", "mac"),
    ("mtu", "mtu"),
    ("netmask", "netmask"),
    ("network", "network"),
];

/// The legacy facts of a system with these structured facts.
pub(super) fn facts(system: &BuiltInSystem, structured: &Value) -> Vec<(Value, Value)> {
    let mut tables = vec![SAME];
    tables.extend(match system.platform {
        Platform::Linux => Some(OF_LINUX),
        Platform::Windows => Some(OF_WINDOWS),
        Platform::FreeBsd => None,
    });
    let mut all: Vec<(String, Value)> = Vec::new();
    for (name, path) in tables.into_iter().flatten() {
        all.extend(at(structured, path).map(|value| ((*name).to_owned(), value)));
    }
    let interface = interface(system);
    all.push(("interfaces".to_owned(), Value::from(interfaces(structured))));
    for (start, key) in OF_INTERFACES {
        let value = at(structured, &format!("networking.interfaces.{interface}.{key}"));
        all.extend(value.map(|value| (format!("{start}_{interface}"), value)));
    }
    let megabytes = |path: &str| {
        let bytes = at(structured, path)?.as_integer()?;
        Some(Value::Float(bytes as f64 / f64::from(1 << 20)))
    };
    let amounts = [
        ("memoryfree_mb", "memory.system.available_bytes"),
        ("memorysize_mb", "memory.system.total_bytes"),
        ("swapfree_mb", "memory.swap.available_bytes"),
        ("swapsize_mb", "memory.swap.total_bytes"),
    ];
    all.extend(
        amounts.iter().filter_map(|(name, path)| Some(((*name).to_owned(), megabytes(path)?))),
    );
    let models = at(structured, "processors.models");
    let models = models.iter().filter_map(Value::as_array).flatten().enumerate();
    all.extend(models.map(|(number, model)| (format!("processor{number}"), model.clone())));
    all.into_iter().map(|(name, value)| (Value::from(name), value)).collect()
}

/// The names of the network interfaces, as one string.
fn interfaces(structured: &Value) -> String {
    let interfaces = at(structured, "networking.interfaces");
    let names = interfaces.iter().filter_map(Value::as_hash).flatten();
    let names: Vec<&str> = names.filter_map(|(name, _)| name.as_str()).collect();
    names.join(",")
}

fn at(facts: &Value, path: &str) -> Option<Value> {
    path.split('.').try_fold(facts.clone(), |value, key| value.as_hash()?.get_str(key).cloned())
}
