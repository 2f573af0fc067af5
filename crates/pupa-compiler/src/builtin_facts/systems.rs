//! The systems, in the order of their names.

use super::{BuiltInSystem, Platform};

const LINUX: Platform = Platform::Linux;

/// A record of a Linux distribution.
const fn linux(
    name: &'static str,
    [os, family]: [&'static str; 2],
    [release, major]: [&'static str; 2],
    [codename, description]: [&'static str; 2],
    kernel: &'static str,
) -> BuiltInSystem {
    BuiltInSystem {
        name,
        os,
        family,
        release,
        major,
        codename,
        description,
        kernel,
        platform: LINUX,
    }
}

/// A record of a version of Windows.
const fn windows(
    name: &'static str,
    release: &'static str,
    description: &'static str,
    kernel: &'static str,
) -> BuiltInSystem {
    BuiltInSystem {
        name,
        os: "windows",
        family: "windows",
        release,
        major: release,
        codename: "",
        description,
        kernel,
        platform: Platform::Windows,
    }
}

/// All systems with built-in facts.
#[rustfmt::skip]
pub static SYSTEMS: &[BuiltInSystem] = &[
    linux("almalinux-8", ["AlmaLinux", "RedHat"], ["8.10", "8"], ["Cerulean Leopard", "AlmaLinux release 8.10 (Cerulean Leopard)"], "4.18.0-553.el8_10.x86_64"),
    linux("almalinux-9", ["AlmaLinux", "RedHat"], ["9.4", "9"], ["Seafoam Ocelot", "AlmaLinux release 9.4 (Seafoam Ocelot)"], "5.14.0-427.13.1.el9_4.x86_64"),
    linux("amazon-2", ["Amazon", "RedHat"], ["2", "2"], ["Karoo", "Amazon Linux release 2 (Karoo)"], "5.10.217-205.860.amzn2.x86_64"),
    linux("amazon-2023", ["Amazon", "RedHat"], ["2023", "2023"], ["n/a", "Amazon Linux 2023"], "6.1.91-99.172.amzn2023.x86_64"),
    linux("archlinux", ["Archlinux", "Archlinux"], ["6.9.3", "6"], ["n/a", "Arch Linux"], "6.9.3-arch1-1"),
    linux("centos-7", ["CentOS", "RedHat"], ["7.9.2009", "7"], ["Core", "CentOS Linux release 7.9.2009 (Core)"], "3.10.0-1160.119.1.el7.x86_64"),
    linux("centos-9", ["CentOS", "RedHat"], ["9", "9"], ["n/a", "CentOS Stream release 9"], "5.14.0-457.el9.x86_64"),
    linux("debian-11", ["Debian", "Debian"], ["11.9", "11"], ["bullseye", "Debian GNU/Linux 11 (bullseye)"], "5.10.0-29-amd64"),
    linux("debian-12", ["Debian", "Debian"], ["12.5", "12"], ["bookworm", "Debian GNU/Linux 12 (bookworm)"], "6.1.0-21-amd64"),
    linux("debian-13", ["Debian", "Debian"], ["13.0", "13"], ["trixie", "Debian GNU/Linux 13 (trixie)"], "6.12.38+deb13-amd64"),
    linux("fedora-40", ["Fedora", "RedHat"], ["40", "40"], ["", "Fedora release 40 (Forty)"], "6.8.11-300.fc40.x86_64"),
    BuiltInSystem {
        name: "freebsd-14",
        os: "FreeBSD",
        family: "FreeBSD",
        release: "14.1-RELEASE",
        major: "14",
        codename: "",
        description: "FreeBSD 14.1-RELEASE",
        kernel: "14.1-RELEASE",
        platform: Platform::FreeBsd,
    },
    linux("opensuse-15", ["OpenSuSE", "Suse"], ["15.5", "15"], ["n/a", "openSUSE Leap 15.5"], "5.14.21-150500.55.65-default"),
    linux("oraclelinux-8", ["OracleLinux", "RedHat"], ["8.9", "8"], ["n/a", "Oracle Linux Server release 8.9"], "5.15.0-206.153.7.el8uek.x86_64"),
    linux("oraclelinux-9", ["OracleLinux", "RedHat"], ["9.4", "9"], ["n/a", "Oracle Linux Server release 9.4"], "5.15.0-206.153.7.el9uek.x86_64"),
    linux("redhat-10", ["RedHat", "RedHat"], ["10.0", "10"], ["Coughlan", "Red Hat Enterprise Linux release 10.0 (Coughlan)"], "6.12.0-55.9.1.el10_0.x86_64"),
    linux("redhat-7", ["RedHat", "RedHat"], ["7.9", "7"], ["Maipo", "Red Hat Enterprise Linux Server release 7.9 (Maipo)"], "3.10.0-1160.118.1.el7.x86_64"),
    linux("redhat-8", ["RedHat", "RedHat"], ["8.10", "8"], ["Ootpa", "Red Hat Enterprise Linux release 8.10 (Ootpa)"], "4.18.0-553.el8_10.x86_64"),
    linux("redhat-9", ["RedHat", "RedHat"], ["9.4", "9"], ["Plow", "Red Hat Enterprise Linux release 9.4 (Plow)"], "5.14.0-427.18.1.el9_4.x86_64"),
    linux("rocky-8", ["Rocky", "RedHat"], ["8.10", "8"], ["Green Obsidian", "Rocky Linux release 8.10 (Green Obsidian)"], "4.18.0-553.el8_10.x86_64"),
    linux("rocky-9", ["Rocky", "RedHat"], ["9.4", "9"], ["Blue Onyx", "Rocky Linux release 9.4 (Blue Onyx)"], "5.14.0-427.13.1.el9_4.x86_64"),
    linux("sles-12", ["SLES", "Suse"], ["12.5", "12"], ["n/a", "SUSE Linux Enterprise Server 12 SP5"], "4.12.14-122.216-default"),
    linux("sles-15", ["SLES", "Suse"], ["15.5", "15"], ["n/a", "SUSE Linux Enterprise Server 15 SP5"], "5.14.21-150500.55.65-default"),
    linux("ubuntu-20.04", ["Ubuntu", "Debian"], ["20.04", "20.04"], ["focal", "Ubuntu 20.04.6 LTS"], "5.4.0-182-generic"),
    linux("ubuntu-22.04", ["Ubuntu", "Debian"], ["22.04", "22.04"], ["jammy", "Ubuntu 22.04.4 LTS"], "5.15.0-107-generic"),
    linux("ubuntu-24.04", ["Ubuntu", "Debian"], ["24.04", "24.04"], ["noble", "Ubuntu 24.04 LTS"], "6.8.0-31-generic"),
    windows("windows-10", "10", "Windows 10 Enterprise", "10.0.19045"),
    windows("windows-11", "11", "Windows 11 Enterprise", "10.0.22631"),
    windows("windows-2019", "2019", "Windows Server 2019 Standard", "10.0.17763"),
    windows("windows-2022", "2022", "Windows Server 2022 Standard", "10.0.20348"),
    windows("windows-2025", "2025", "Windows Server 2025 Standard", "10.0.26100"),
];
