//! The names of the reference's settings, each of which is an option of all of its commands.
//!
//! Most of them have no effect on parsing. They are accepted so that a hook that passes `--confdir`
//! or `--storeconfigs` works, while misspelled options are rejected.

/// Settings that are on or off: `--NAME`, `--no-NAME`.
#[rustfmt::skip]
pub(super) static SWITCHES: &[&str] = &[
    "allow_duplicate_certs", "allow_pson_serialization", "always_retry_plugins", "autoflush",
    "daemonize", "default_schedules", "disable_i18n", "disable_per_environment_manifest",
    "document_all", "evaltrace", "exclude_unchanged_resources", "freeze_main", "genconfig",
    "genmanifest", "graph", "http_debug", "ignore_plugin_errors", "ignoremissingtypes",
    "ignoreschedules", "include_legacy_facts", "ldapssl", "ldaptls", "location_trusted",
    "manage_internal_file_permissions", "merge_dependency_warnings", "mkusers", "noop", "onetime",
    "pluginsync", "preprocess_deferred", "profile", "puppet_trace", "report",
    "report_configured_environmentpath", "report_include_system_store", "resubmit_facts",
    "rich_data", "settings_catalog", "show_diff", "skip_logging_catalog_request_destination",
    "splay", "static_catalogs", "storeconfigs", "strict_environment_mode", "strict_variables",
    "summarize", "tasks", "trace", "use_cached_catalog", "use_last_environment", "use_srv_records",
    "usecacheonfailure", "versioned_environment_dirs", "write_catalog_summary",
];

/// Settings that take a value: `--NAME VALUE`, `--NAME=VALUE`.
#[rustfmt::skip]
pub(super) static VALUES: &[&str] = &[
    "agent_catalog_run_lockfile", "agent_disabled_lockfile", "autosign", "basemodulepath",
    "binder_config", "bucketdir", "ca_fingerprint", "ca_name", "ca_port", "ca_refresh_interval",
    "ca_server", "ca_ttl", "cacert", "cacrl", "cadir", "cakey", "capub", "catalog_cache_terminus",
    "catalog_terminus", "cert_inventory", "certdir", "certificate_revocation", "certname",
    "ciphers", "classfile", "client_datadir", "clientbucketdir", "clientyamldir", "code", "codedir",
    "color", "confdir", "config", "config_file_name", "config_version", "configprint",
    "crl_refresh_interval", "csr_attributes", "csrdir", "data_binding_terminus",
    "default_file_terminus", "default_manifest", "deviceconfdir", "deviceconfig", "devicedir",
    "diff", "diff_args", "digest_algorithm", "disable_warnings", "dns_alt_names", "environment",
    "environment_data_provider", "environment_timeout", "environmentpath", "external_nodes",
    "fact_name_length_soft_limit", "fact_value_length_soft_limit", "factpath", "facts_terminus",
    "fileserverconfig", "filetimeout", "forge_authorization", "graphdir", "group", "hiera_config",
    "hostcert", "hostcert_renewal_interval", "hostcrl", "hostcsr", "hostprivkey", "hostpubkey",
    "http_connect_timeout", "http_extra_headers", "http_keepalive_timeout", "http_proxy_host",
    "http_proxy_password", "http_proxy_port", "http_proxy_user", "http_read_timeout",
    "http_user_agent", "key_type", "keylength", "lastrunfile", "lastrunreport", "ldapattrs",
    "ldapbase", "ldapclassattrs", "ldapparentattr", "ldappassword", "ldapport", "ldapserver",
    "ldapstackedattrs", "ldapstring", "ldapuser", "libdir", "localcacert", "localedest",
    "localesource", "log_level", "logdest", "logdir", "manifest", "masterport", "max_deprecations",
    "max_errors", "max_warnings", "maximum_uid", "maxwaitforcert", "maxwaitforlock",
    "module_groups", "module_repository", "module_working_dir", "modulepath", "name", "named_curve",
    "no_proxy", "node_cache_terminus", "node_name_fact", "node_name_value", "node_terminus",
    "number_of_facts_soft_limit", "passfile", "path", "payload_soft_limit", "pidfile", "plugindest",
    "pluginfactdest", "pluginfactsource", "pluginsignore", "pluginsource", "postrun_command",
    "preferred_serialization_format", "prerun_command", "preview_outputdir", "priority",
    "privatedir", "privatekeydir", "publicdir", "publickeydir", "puppetdlog", "report_port",
    "report_server", "reportdir", "reports", "reporturl", "requestdir", "resourcefile",
    "route_file", "rundir", "runinterval", "runtimeout", "serial", "server", "server_datadir",
    "server_list", "serverport", "signeddir", "skip_tags", "sourceaddress", "splaylimit",
    "srv_domain", "ssl_client_header", "ssl_client_verify_header", "ssl_lockfile",
    "ssl_trust_store", "ssldir", "statedir", "statefile", "statettl", "storeconfigs_backend",
    "strict", "supported_checksum_types", "syslogfacility", "tags", "top_level_facts_soft_limit",
    "transactionstorefile", "trusted_external_command", "trusted_oid_mapping_file", "user",
    "vardir", "vendormoduledir", "waitforcert", "waitforlock", "yamldir",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_apart() {
        assert!(SWITCHES.is_sorted() && VALUES.is_sorted());
        assert!(SWITCHES.iter().all(|name| VALUES.binary_search(name).is_err()));
    }
}
