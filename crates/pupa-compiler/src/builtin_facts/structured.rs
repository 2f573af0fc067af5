//! Structured facts of a virtual machine with two processors, 4 GiB of memory and one network interface.

use pupa_value::Value;

use super::{BuiltInSystem, Platform};

/// The address of the machine, from the range for documentation.
const ADDRESS: &str = "192.0.2.10";

/// Its address of version 6, from the range for documentation.
const ADDRESS6: &str = "2001:db8::10";

/// Its hardware address, from the range for documentation.
const MAC: &str = "00:00:5e:00:53:10";

/// The version of Facter.
const FACTER: &str = "4.7.0";

/// The structured facts of a node.
pub(super) fn facts(system: &BuiltInSystem, node: &str) -> Value {
    let mut facts = vec![
        ("os", os(system)),
        ("kernel", text(kernel_name(system))),
        ("kernelrelease", text(system.kernel)),
        ("kernelversion", text(kernel_version(system))),
        ("kernelmajversion", text(kernel_major(system))),
        ("networking", networking(system, node)),
        ("processors", processors(system)),
        ("memory", memory(system)),
        ("identity", identity(system)),
        ("is_virtual", Value::Boolean(true)),
        ("virtual", text("kvm")),
        ("timezone", text("UTC")),
        ("facterversion", text(FACTER)),
        ("path", text(search_path(system))),
        ("ruby", ruby(system)),
        ("system_uptime", uptime()),
        ("dmi", dmi()),
        ("fips_enabled", Value::Boolean(false)),
    ];
    if system.platform == Platform::Windows {
        facts.push(("env_windows_installdir", text("C:\\Program Files\\Puppet Labs\\Puppet")));
    } else {
        facts.extend([
            (
                "load_averages",
                hash([("15m", float(0.05)), ("1m", float(0.1)), ("5m", float(0.07))]),
            ),
            ("mountpoints", mountpoints(system)),
            ("disks", disks()),
            ("filesystems", text("ext2,ext3,ext4,xfs")),
            ("augeas", hash([("version", text("1.14.1"))])),
            ("ssh", ssh()),
        ]);
    }
    facts.sort_by_key(|(name, _)| *name);
    hash_of(facts)
}

fn os(system: &BuiltInSystem) -> Value {
    let parts: Vec<&str> = system.release.splitn(2, '.').collect();
    let mut release = vec![("full", text(system.release)), ("major", text(system.major))];
    let minor = parts.get(1).filter(|_| system.platform != Platform::Windows);
    if let Some(minor) = minor.filter(|_| system.major != system.release) {
        release.push(("minor", text(minor)));
    }
    let release = hash_of(release);
    let mut os = vec![
        ("architecture", text(architecture(system))),
        ("family", text(system.family)),
        ("hardware", text(hardware(system))),
        ("name", text(system.os)),
        ("release", release.clone()),
    ];
    match system.platform {
        Platform::Linux => {
            let is_red_hat = system.family == "RedHat";
            let mut selinux = vec![("enabled", Value::Boolean(is_red_hat))];
            if is_red_hat {
                selinux.extend([
                    ("config_mode", text("enforcing")),
                    ("config_policy", text("targeted")),
                    ("current_mode", text("enforcing")),
                    ("enforced", Value::Boolean(true)),
                    ("policy_version", text("33")),
                ]);
            }
            os.push(("selinux", hash_of(selinux)));
            os.push((
                "distro",
                hash([
                    ("codename", text(system.codename)),
                    ("description", text(system.description)),
                    ("id", text(system.os)),
                    ("release", release),
                ]),
            ));
        }
        Platform::Windows => {
            let kind = if system.release.len() == 4 { "Server" } else { "Client" };
            os.push((
                "windows",
                hash([
                    (
                        "edition_id",
                        text(if kind == "Server" { "ServerStandard" } else { "Enterprise" }),
                    ),
                    ("installation_type", text(kind)),
                    ("product_name", text(system.description)),
                    ("system32", text("C:\\Windows\\system32")),
                ]),
            ));
        }
        Platform::FreeBsd => {}
    }
    hash_of(os)
}

fn networking(system: &BuiltInSystem, node: &str) -> Value {
    let interface = interface(system);
    let (host, domain) = node.split_once('.').unwrap_or((node, ""));
    let addresses = [
        ("ip", text(ADDRESS)),
        ("ip6", text(ADDRESS6)),
        ("mac", text(MAC)),
        ("mtu", Value::Integer(1500)),
        ("netmask", text("255.255.255.0")),
        ("netmask6", text("ffff:ffff:ffff:ffff::")),
        ("network", text("192.0.2.0")),
        ("network6", text("2001:db8::")),
    ];
    let binding = |address: &str, netmask: &str, network: &str| {
        let all =
            [("address", text(address)), ("netmask", text(netmask)), ("network", text(network))];
        Value::array([hash(all)])
    };
    let mut of_interface = vec![
        ("bindings", binding(ADDRESS, "255.255.255.0", "192.0.2.0")),
        ("bindings6", binding(ADDRESS6, "ffff:ffff:ffff:ffff::", "2001:db8::")),
    ];
    of_interface.extend(addresses.clone());
    let mut interfaces = vec![(interface, hash_of(of_interface))];
    if system.platform != Platform::Windows {
        let loopback = if system.platform == Platform::Linux { "lo" } else { "lo0" };
        let of_loopback = [
            ("bindings", binding("127.0.0.1", "255.0.0.0", "127.0.0.0")),
            ("ip", text("127.0.0.1")),
            ("mtu", Value::Integer(65_536)),
            ("netmask", text("255.0.0.0")),
            ("network", text("127.0.0.0")),
        ];
        interfaces.push((loopback, hash(of_loopback)));
    }
    let mut all = vec![
        ("fqdn", text(node)),
        ("hostname", text(host)),
        ("interfaces", hash_of(interfaces)),
        ("primary", text(interface)),
    ];
    if !domain.is_empty() {
        all.push(("domain", text(domain)));
    }
    all.extend(addresses);
    all.sort_by_key(|(name, _)| *name);
    hash_of(all)
}

fn processors(system: &BuiltInSystem) -> Value {
    let model = text("Intel(R) Xeon(R) Processor");
    hash([
        ("cores", Value::Integer(1)),
        ("count", Value::Integer(2)),
        (
            "isa",
            text(if system.platform == Platform::Linux { "unknown" } else { architecture(system) }),
        ),
        ("models", Value::array([model.clone(), model])),
        ("physicalcount", Value::Integer(2)),
        ("speed", text("2.40 GHz")),
        ("threads", Value::Integer(1)),
    ])
}

fn memory(system: &BuiltInSystem) -> Value {
    let mut all = vec![("system", amount(4 << 30, 1 << 30))];
    if system.platform != Platform::Windows {
        all.push(("swap", amount(1 << 30, 0)));
    }
    hash_of(all)
}

/// An amount of memory, of which some is used.
fn amount(total: i64, used: i64) -> Value {
    let free = total - used;
    let percent = 100.0 * used as f64 / total as f64;
    hash([
        ("available", text(&bytes(free))),
        ("available_bytes", Value::Integer(free)),
        ("capacity", text(&format!("{percent:.2}%"))),
        ("total", text(&bytes(total))),
        ("total_bytes", Value::Integer(total)),
        ("used", text(&bytes(used))),
        ("used_bytes", Value::Integer(used)),
    ])
}

/// An amount in the units of Facter: `4.00 GiB`.
fn bytes(amount: i64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let (mut size, mut unit) = (amount as f64, 0);
    while size >= 1024.0 && unit + 1 < units.len() {
        size /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{amount} bytes") } else { format!("{size:.2} {}", units[unit]) }
}

fn mountpoints(system: &BuiltInSystem) -> Value {
    let (device, kind) = match (system.platform, system.family) {
        (Platform::FreeBsd, _) => ("/dev/vtbd0p2", "ufs"),
        (_, "RedHat") => ("/dev/vda1", "xfs"),
        _ => ("/dev/vda1", "ext4"),
    };
    let mut root: Vec<(&str, Value)> = vec![
        ("device", text(device)),
        ("filesystem", text(kind)),
        ("options", Value::array([text("rw"), text("relatime")])),
    ];
    let amounts = amount(40 << 30, 10 << 30);
    let amounts = amounts.as_hash().into_iter().flatten();
    root.extend(amounts.map(|(name, value)| match name.as_str() {
        Some("available") => ("available", value.clone()),
        Some("available_bytes") => ("available_bytes", value.clone()),
        Some("capacity") => ("capacity", value.clone()),
        Some("total") => ("size", value.clone()),
        Some("total_bytes") => ("size_bytes", value.clone()),
        Some("used") => ("used", value.clone()),
        _ => ("used_bytes", value.clone()),
    }));
    hash([("/", hash_of(root))])
}

fn disks() -> Value {
    let disk = [
        ("size", text("40.00 GiB")),
        ("size_bytes", Value::Integer(40 << 30)),
        ("vendor", text("0x1af4")),
    ];
    hash([("vda", hash(disk))])
}

fn identity(system: &BuiltInSystem) -> Value {
    match system.platform {
        Platform::Windows => {
            hash([("privileged", Value::Boolean(true)), ("user", text("NT AUTHORITY\\SYSTEM"))])
        }
        Platform::Linux | Platform::FreeBsd => {
            let group = if system.platform == Platform::Linux { "root" } else { "wheel" };
            hash([
                ("gid", Value::Integer(0)),
                ("group", text(group)),
                ("privileged", Value::Boolean(true)),
                ("uid", Value::Integer(0)),
                ("user", text("root")),
            ])
        }
    }
}

fn ruby(system: &BuiltInSystem) -> Value {
    let platform = match system.platform {
        Platform::Linux => "x86_64-linux",
        Platform::FreeBsd => "amd64-freebsd14",
        Platform::Windows => "x64-mingw32",
    };
    let directory = match system.platform {
        Platform::Windows => "C:/Program Files/Puppet Labs/Puppet/puppet/lib/ruby/site_ruby/3.2.0",
        Platform::Linux | Platform::FreeBsd => "/opt/puppetlabs/puppet/lib/ruby/site_ruby/3.2.0",
    };
    hash([("platform", text(platform)), ("sitedir", text(directory)), ("version", text("3.2.4"))])
}

fn uptime() -> Value {
    hash([
        ("days", Value::Integer(10)),
        ("hours", Value::Integer(240)),
        ("seconds", Value::Integer(864_000)),
        ("uptime", text("10 days")),
    ])
}

fn dmi() -> Value {
    hash([
        ("bios", hash([("vendor", text("SeaBIOS")), ("version", text("1.16.2"))])),
        ("manufacturer", text("QEMU")),
        (
            "product",
            hash([
                ("name", text("Standard PC (Q35 + ICH9, 2009)")),
                ("serial_number", text("0")),
                ("uuid", text("00000000-0000-4000-8000-000000000010")),
            ]),
        ),
    ])
}

fn ssh() -> Value {
    let prints = [("sha1", text("SSHFP 4 1 0000000000000000000000000000000000000000"))];
    let key = [
        ("fingerprints", hash(prints)),
        ("key", text("AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")),
        ("type", text("ssh-ed25519")),
    ];
    hash([("ed25519", hash(key))])
}

/// The primary network interface.
pub(super) fn interface(system: &BuiltInSystem) -> &'static str {
    match system.platform {
        Platform::Linux => "eth0",
        Platform::FreeBsd => "vtnet0",
        Platform::Windows => "Ethernet",
    }
}

fn architecture(system: &BuiltInSystem) -> &'static str {
    match (system.platform, system.family) {
        (Platform::Windows, _) => "x64",
        (Platform::FreeBsd, _) | (_, "Debian") => "amd64",
        _ => "x86_64",
    }
}

fn hardware(system: &BuiltInSystem) -> &'static str {
    if system.platform == Platform::FreeBsd { "amd64" } else { "x86_64" }
}

fn kernel_name(system: &BuiltInSystem) -> &'static str {
    match system.platform {
        Platform::Linux => "Linux",
        Platform::FreeBsd => "FreeBSD",
        Platform::Windows => "windows",
    }
}

fn kernel_version(system: &BuiltInSystem) -> &'static str {
    let end = system.kernel.find(['-', '+']).unwrap_or(system.kernel.len());
    &system.kernel[..end]
}

fn kernel_major(system: &BuiltInSystem) -> &'static str {
    let version = kernel_version(system);
    let mut periods = version.match_indices('.').map(|(at, _)| at);
    match system.platform {
        Platform::FreeBsd => system.major,
        Platform::Linux | Platform::Windows => &version[..periods.nth(1).unwrap_or(version.len())],
    }
}

fn search_path(system: &BuiltInSystem) -> &'static str {
    match system.platform {
        Platform::Windows => "C:\\Windows\\system32;C:\\Windows;C:\\Windows\\System32\\Wbem",
        Platform::Linux | Platform::FreeBsd => {
            "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/puppetlabs/bin"
        }
    }
}

fn text(text: &str) -> Value {
    Value::from(text)
}

fn float(number: f64) -> Value {
    Value::Float(number)
}

fn hash<const N: usize>(entries: [(&str, Value); N]) -> Value {
    hash_of(entries.to_vec())
}

fn hash_of(entries: Vec<(&str, Value)>) -> Value {
    Value::hash(entries.into_iter().map(|(name, value)| (Value::from(name), value)))
}
