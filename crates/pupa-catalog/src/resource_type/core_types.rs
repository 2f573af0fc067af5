//! The resource types of OpenVox 8.28.1.
//!
//! Written by `tools/resource_types.rb table`, which asks the reference;
//! `tools/README.md` says how to do that again and to compare.

use super::definition::{Definition, MULTI_LINE, pattern, whole_title};

/// All of them.
pub(super) const TYPES: &[Definition] = &[
    COMPONENT, EXEC, FILE, FILEBUCKET, GROUP, NOTIFY, PACKAGE, RESOURCES, SCHEDULE, SERVICE, STAGE,
    TIDY, USER, WHIT,
];

const COMPONENT: Definition = Definition {
    name: "component",
    properties: "",
    parameters: "name",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const EXEC: Definition = Definition {
    name: "exec",
    properties: "returns",
    parameters: "command path user group cwd logoutput refresh environment umask timeout tries \
        try_sleep refreshonly creates unless onlyif provider",
    key_attributes: "command",
    title_patterns: &[whole_title("command")],
    is_isomorphic: false,
};

const FILE: Definition = Definition {
    name: "file",
    properties: "ensure content checksum_value target owner group mode type seluser selrole \
        seltype selrange ctime mtime",
    parameters: "path backup recurse recurselimit max_files replace force ignore links purge \
        sourceselect show_diff staging_location validate_cmd validate_replacement \
        provider checksum source source_permissions selinux_ignore_defaults",
    key_attributes: "path",
    title_patterns: &[pattern(r"^(/|.+:/|.*[^/])/*\Z", MULTI_LINE, "path")],
    is_isomorphic: true,
};

const FILEBUCKET: Definition = Definition {
    name: "filebucket",
    properties: "",
    parameters: "name server port path",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const GROUP: Definition = Definition {
    name: "group",
    properties: "ensure gid members attributes",
    parameters: "auth_membership name allowdupe ia_load_module attribute_membership system \
        forcelocal provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const NOTIFY: Definition = Definition {
    name: "notify",
    properties: "message",
    parameters: "withpath name",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const PACKAGE: Definition = Definition {
    name: "package",
    properties: "ensure package_settings flavor mark",
    parameters: "name provider command source instance status adminfile responsefile \
        configfiles category platform root vendor description allowcdrom enable_only \
        install_only environment install_options uninstall_options allow_virtual \
        reinstall_on_refresh",
    key_attributes: "name provider command",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const RESOURCES: Definition = Definition {
    name: "resources",
    properties: "",
    parameters: "name purge unless_system_user unless_uid",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const SCHEDULE: Definition = Definition {
    name: "schedule",
    properties: "",
    parameters: "name range periodmatch period repeat weekday",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const SERVICE: Definition = Definition {
    name: "service",
    properties: "ensure enable logonaccount flags",
    parameters: "logonpassword binary hasstatus name path pattern restart start status stop \
        control hasrestart manifest timeout provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const STAGE: Definition = Definition {
    name: "stage",
    properties: "",
    parameters: "name",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const TIDY: Definition = Definition {
    name: "tidy",
    properties: "",
    parameters: "path recurse max_files matches backup age size type rmdirs",
    key_attributes: "path",
    title_patterns: &[whole_title("path")],
    is_isomorphic: false,
};

const USER: Definition = Definition {
    name: "user",
    properties: "ensure home uid gid comment shell password password_min_age password_max_age \
        password_warn_days groups expiry roles auths profiles keys project attributes \
        salt iterations loginclass",
    parameters: "name membership system allowdupe managehome role_membership auth_membership \
        profile_membership key_membership ia_load_module attribute_membership \
        forcelocal purge_ssh_keys provider",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};

const WHIT: Definition = Definition {
    name: "whit",
    properties: "",
    parameters: "name",
    key_attributes: "name",
    title_patterns: &[whole_title("name")],
    is_isomorphic: true,
};
