//! The resource types of modules that the agent brings along:
//!
//! - `augeas_core` 1.5.0
//! - `cron_core` 1.3.0
//! - `host_core` 1.3.0
//! - `mount_core` 1.3.0
//! - `scheduled_task` 3.2.0
//! - `selinux_core` 1.4.0
//! - `sshkeys_core` 2.5.0
//! - `yumrepo_core` 2.1.0
//! - `zfs_core` 1.6.1
//! - `zone_core` 1.2.0
//!
//! Written by `tools/resource_types.rb table --modules DIR`, which asks the reference;
//! `tools/README.md` says how to do that again and to compare.

use super::definition::{Definition, NO_OPTIONS, pattern, whole_title};

/// All of them.
pub(super) const TYPES: &[Definition] = &[
    AUGEAS,
    CRON,
    HOST,
    MOUNT,
    SCHEDULED_TASK,
    SELBOOLEAN,
    SELMODULE,
    SSH_AUTHORIZED_KEY,
    SSHKEY,
    YUMREPO,
    ZFS,
    ZONE,
    ZPOOL,
];

const AUGEAS: Definition = Definition {
    name: "augeas",
    properties: "returns",
    parameters: "name context onlyif changes root load_path force type_check lens incl \
        show_diff provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const CRON: Definition = Definition {
    name: "cron",
    properties: "ensure command special minute hour weekday month monthday environment user \
        target",
    parameters: "name provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const HOST: Definition = Definition {
    name: "host",
    properties: "ensure ip host_aliases comment target",
    parameters: "name provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const MOUNT: Definition = Definition {
    name: "mount",
    properties: "ensure device blockdevice fstype options pass atboot dump target",
    parameters: "name remounts provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const SCHEDULED_TASK: Definition = Definition {
    name: "scheduled_task",
    properties: "ensure enabled command working_dir arguments description user compatibility \
        trigger",
    parameters: "name password provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const SELBOOLEAN: Definition = Definition {
    name: "selboolean",
    properties: "value",
    parameters: "name persistent provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const SELMODULE: Definition = Definition {
    name: "selmodule",
    properties: "ensure syncversion",
    parameters: "name selmoduledir selmodulepath provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const SSH_AUTHORIZED_KEY: Definition = Definition {
    name: "ssh_authorized_key",
    properties: "ensure type key user target options",
    parameters: "name drop_privileges provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const SSHKEY: Definition = Definition {
    name: "sshkey",
    properties: "ensure key host_aliases target",
    parameters: "type name provider",
    key_attributes: "type name",
    title_patterns: &[
        pattern(r"^(.*?)@(.*)$", NO_OPTIONS, "name type"),
        pattern(r"^([^@]+)$", NO_OPTIONS, "name"),
    ],
    is_isomorphic: true,
};

const YUMREPO: Definition = Definition {
    name: "yumrepo",
    properties: "ensure descr mirrorlist baseurl enabled gpgcheck payload_gpgcheck \
        repo_gpgcheck gpgkey mirrorlist_expire include exclude gpgcakey includepkgs \
        enablegroups module_hotfixes failovermethod keepalive retries http_caching \
        timeout metadata_expire protect priority minrate throttle bandwidth cost proxy \
        proxy_username proxy_password s3_enabled sslcacert sslverify sslclientcert \
        sslclientkey metalink skip_if_unavailable assumeyes deltarpm_percentage \
        deltarpm_metadata_percentage username password",
    parameters: "name target provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const ZFS: Definition = Definition {
    name: "zfs",
    properties: "ensure aclinherit aclmode acltype atime canmount checksum compression copies \
        dedup defaultuserquota devices exec logbias mountpoint nbmand overlay \
        primarycache quota readonly recordsize refquota refreservation relatime \
        reservation secondarycache setuid shareiscsi sharenfs sharesmb snapdir sync \
        version volsize vscan xattr zoned",
    parameters: "name provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const ZONE: Definition = Definition {
    name: "zone",
    properties: "ensure ip iptype autoboot path pool shares dataset inherit",
    parameters: "name id clone sysidcfg create_args install_args realhostname provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const ZPOOL: Definition = Definition {
    name: "zpool",
    properties: "ensure disk mirror raidz spare log cache ashift autoexpand failmode",
    parameters: "pool raid_parity provider",
    key_attributes: "pool",
    title_patterns: &[whole_title("pool")],
    is_isomorphic: true,
};
