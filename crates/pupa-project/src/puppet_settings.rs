//! The values of `$settings::…`: the defaults of the reference implementation's server, with the
//! values that differ in the current run.

use std::path::{Path, PathBuf};

use pupa_eval::Settings;
use pupa_syntax::validate::Strict;
use pupa_value::Value;
use pupa_value::value::Hash;

use crate::environment::Environment;
use Default::{Endless, Flag, List, Number, Text, Undef};

/// The variables of the class `settings`, by name.
pub fn variables(environment: &Environment, settings: &Settings) -> Hash {
    let certname = host_name();
    let path =
        |path: Option<&Path>| Value::from(path.unwrap_or(Path::new("")).to_string_lossy().as_ref());
    let joined = |paths: &[PathBuf]| {
        let paths: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
        Value::from(paths.join(":"))
    };
    let mut all = Hash::new();
    for (name, default) in DEFAULTS {
        all.insert(*name, default.value(&certname));
    }
    if let Some(vardir) = &settings.ruby_vardir {
        move_to_vardir(&mut all, vardir);
    }
    all.insert("environment", environment.name.as_str());
    let environmentpath = environment.directory.as_deref().and_then(Path::parent);
    all.insert("environmentpath", path(environmentpath));
    all.insert("modulepath", joined(&environment.modulepath));
    all.insert(
        "manifest",
        match &environment.manifest {
            Some(manifest) => path(Some(manifest)),
            None => Value::from("no_manifest"),
        },
    );
    all.insert("config_version", environment.config_version.as_deref().unwrap_or_default());
    all.insert(
        "strict",
        match settings.strict {
            Strict::Off => "off",
            Strict::Warning => "warning",
            Strict::Error => "error",
        },
    );
    all.insert("strict_variables", settings.strict_variables);
    all.insert("rich_data", environment.rich_data);
    all.insert("storeconfigs", settings.collects_exported);
    all.insert("basemodulepath", "/etc/puppetlabs/code/modules:/opt/puppetlabs/puppet/modules");
    all
}

/// Changes the directories that are below the default of `vardir`.
fn move_to_vardir(all: &mut Hash, vardir: &Path) {
    let moved = |value: &Value| {
        let rest = value.as_str()?.strip_prefix(VARDIR)?;
        let below = rest.is_empty() || rest.starts_with('/');
        below.then(|| Value::from(format!("{}{rest}", vardir.display())))
    };
    let moved: Vec<_> =
        all.iter().filter_map(|(name, value)| Some((name.clone(), moved(value)?))).collect();
    for (name, value) in moved {
        all.insert(name, value);
    }
}

/// Returns the default of a setting as text, for values that refer to it.
pub fn default_text(name: &str) -> Option<String> {
    let (_, default) = DEFAULTS.iter().find(|(known, _)| *known == name)?;
    match default.value(&host_name()) {
        Value::String(text) => Some(text.as_str().to_owned()),
        Value::Boolean(flag) => Some(flag.to_string()),
        Value::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The default value of a setting.
enum Default {
    Undef,
    Flag(bool),
    Number(i64),
    /// Infinity.
    Endless,
    /// A text in which `{certname}` is replaced by the name of the machine.
    Text(&'static str),
    List(&'static [&'static str]),
}

impl Default {
    fn value(&self, certname: &str) -> Value {
        match self {
            Undef => Value::Undef,
            Flag(flag) => (*flag).into(),
            Number(number) => (*number).into(),
            Endless => f64::INFINITY.into(),
            Text(text) => text.replace("{certname}", certname).into(),
            List(texts) => Value::array(texts.iter().map(|text| Value::from(*text))),
        }
    }
}

/// The version of the reference implementation that edition `8` corresponds to, the value of
/// `$puppetversion`. Modules compare it to find out which features they can use.
pub const REFERENCE_VERSION: &str = "8.28.1";

/// The default of the setting `vardir`.
const VARDIR: &str = "/opt/puppetlabs/puppet/cache";

/// As that version has them on a server.
#[rustfmt::skip]
const DEFAULTS: &[(&str, Default)] = &[
    ("confdir", Text("/etc/puppetlabs/puppet")),
    ("codedir", Text("/etc/puppetlabs/code")),
    ("vardir", Text(VARDIR)),
    ("logdir", Text("/var/log/puppetlabs/puppet")),
    ("log_level", Text("notice")),
    ("disable_warnings", List(&[])),
    ("skip_logging_catalog_request_destination", Flag(false)),
    ("merge_dependency_warnings", Flag(false)),
    ("disable_i18n", Flag(true)),
    ("priority", Undef),
    ("trace", Flag(false)),
    ("puppet_trace", Flag(false)),
    ("profile", Flag(false)),
    ("versioned_environment_dirs", Flag(false)),
    ("static_catalogs", Flag(true)),
    ("settings_catalog", Flag(true)),
    ("strict_environment_mode", Flag(false)),
    ("autoflush", Flag(true)),
    ("syslogfacility", Text("daemon")),
    ("statedir", Text("/opt/puppetlabs/puppet/cache/state")),
    ("rundir", Text("/var/run/puppetlabs")),
    ("genconfig", Flag(false)),
    ("genmanifest", Flag(false)),
    ("configprint", Text("")),
    ("color", Text("ansi")),
    ("mkusers", Flag(false)),
    ("manage_internal_file_permissions", Flag(true)),
    ("onetime", Flag(false)),
    ("path", Text("none")),
    ("libdir", Text("/opt/puppetlabs/puppet/cache/lib")),
    ("report_configured_environmentpath", Flag(true)),
    ("use_last_environment", Flag(true)),
    ("always_retry_plugins", Flag(true)),
    ("diff_args", Text("-u")),
    ("diff", Text("diff")),
    ("show_diff", Flag(false)),
    ("daemonize", Flag(true)),
    ("maximum_uid", Number(4294967290)),
    ("route_file", Text("/etc/puppetlabs/puppet/routes.yaml")),
    ("node_terminus", Text("plain")),
    ("node_cache_terminus", Undef),
    ("data_binding_terminus", Text("hiera")),
    ("hiera_config", Text("/etc/puppetlabs/puppet/hiera.yaml")),
    ("binder_config", Undef),
    ("catalog_terminus", Text("compiler")),
    ("catalog_cache_terminus", Undef),
    ("facts_terminus", Text("facter")),
    ("trusted_external_command", Undef),
    ("default_file_terminus", Text("rest")),
    ("http_proxy_host", Text("none")),
    ("http_proxy_port", Number(3128)),
    ("http_proxy_user", Text("none")),
    ("http_proxy_password", Text("none")),
    ("no_proxy", Text("localhost, 127.0.0.1")),
    ("http_keepalive_timeout", Number(4)),
    ("http_debug", Flag(false)),
    ("http_connect_timeout", Number(120)),
    ("http_read_timeout", Number(600)),
    ("http_user_agent", Text("Puppet/8.28.1")),
    ("filetimeout", Number(15)),
    ("environment_timeout", Number(0)),
    ("environment_data_provider", Undef),
    ("prerun_command", Text("")),
    ("postrun_command", Text("")),
    ("freeze_main", Flag(false)),
    ("preview_outputdir", Text("/opt/puppetlabs/puppet/cache/preview")),
    ("location_trusted", Flag(false)),
    ("module_repository", Text("https://forgeapi.puppet.com")),
    ("module_working_dir", Text("/opt/puppetlabs/puppet/cache/puppet-module")),
    ("forge_authorization", Undef),
    ("module_groups", Undef),
    ("certname", Text("{certname}")),
    ("dns_alt_names", Text("")),
    ("csr_attributes", Text("/etc/puppetlabs/puppet/csr_attributes.yaml")),
    ("certdir", Text("/etc/puppetlabs/puppet/ssl/certs")),
    ("ssldir", Text("/etc/puppetlabs/puppet/ssl")),
    ("ssl_lockfile", Text("/etc/puppetlabs/puppet/ssl/ssl.lock")),
    ("publickeydir", Text("/etc/puppetlabs/puppet/ssl/public_keys")),
    ("requestdir", Text("/etc/puppetlabs/puppet/ssl/certificate_requests")),
    ("privatekeydir", Text("/etc/puppetlabs/puppet/ssl/private_keys")),
    ("privatedir", Text("/etc/puppetlabs/puppet/ssl/private")),
    ("passfile", Text("/etc/puppetlabs/puppet/ssl/private/password")),
    ("hostcsr", Text("/etc/puppetlabs/puppet/ssl/certificate_requests/{certname}.pem")),
    ("hostcert", Text("/etc/puppetlabs/puppet/ssl/certs/{certname}.pem")),
    ("hostprivkey", Text("/etc/puppetlabs/puppet/ssl/private_keys/{certname}.pem")),
    ("hostpubkey", Text("/etc/puppetlabs/puppet/ssl/public_keys/{certname}.pem")),
    ("localcacert", Text("/etc/puppetlabs/puppet/ssl/certs/ca.pem")),
    ("ca_fingerprint", Undef),
    ("ssl_trust_store", Undef),
    ("hostcrl", Text("/etc/puppetlabs/puppet/ssl/crl.pem")),
    ("certificate_revocation", Text("chain")),
    ("ciphers", Text("ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305:DHE-RSA-AES128-GCM-SHA256:DHE-RSA-AES256-GCM-SHA384:DHE-RSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-SHA256:ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA384:ECDHE-RSA-AES256-SHA384:ECDHE-ECDSA-AES256-SHA:ECDHE-RSA-AES256-SHA:DHE-RSA-AES128-SHA256:DHE-RSA-AES256-SHA256:AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA256:AES256-SHA256")),
    ("key_type", Text("rsa")),
    ("named_curve", Text("prime256v1")),
    ("digest_algorithm", Text("sha256")),
    ("supported_checksum_types", List(&["sha256", "sha384", "sha512", "sha224", "md5"])),
    ("logdest", Undef),
    ("ca_name", Text("Puppet CA: {certname}")),
    ("cadir", Text("/etc/puppetlabs/puppetserver/ca")),
    ("cacert", Text("/etc/puppetlabs/puppetserver/ca/ca_crt.pem")),
    ("cakey", Text("/etc/puppetlabs/puppetserver/ca/ca_key.pem")),
    ("capub", Text("/etc/puppetlabs/puppetserver/ca/ca_pub.pem")),
    ("cacrl", Text("/etc/puppetlabs/puppetserver/ca/ca_crl.pem")),
    ("csrdir", Text("/etc/puppetlabs/puppetserver/ca/requests")),
    ("signeddir", Text("/etc/puppetlabs/puppetserver/ca/signed")),
    ("serial", Text("/etc/puppetlabs/puppetserver/ca/serial")),
    ("autosign", Text("/etc/puppetlabs/puppet/autosign.conf")),
    ("allow_duplicate_certs", Flag(false)),
    ("ca_ttl", Number(157680000)),
    ("ca_refresh_interval", Number(86400)),
    ("crl_refresh_interval", Number(86400)),
    ("hostcert_renewal_interval", Number(2592000)),
    ("keylength", Number(4096)),
    ("cert_inventory", Text("/etc/puppetlabs/puppetserver/ca/inventory.txt")),
    ("config_file_name", Text("puppet.conf")),
    ("config", Text("/etc/puppetlabs/puppet/puppet.conf")),
    ("pidfile", Text("/var/run/puppetlabs/server.pid")),
    ("sourceaddress", Undef),
    ("user", Text("puppet")),
    ("group", Text("puppet")),
    ("default_manifest", Text("./manifests")),
    ("disable_per_environment_manifest", Flag(false)),
    ("code", Text("")),
    ("masterport", Number(8140)),
    ("serverport", Number(8140)),
    ("bucketdir", Text("/opt/puppetlabs/puppet/cache/bucket")),
    ("trusted_oid_mapping_file", Text("/etc/puppetlabs/puppet/custom_trusted_oid_mapping.yaml")),
    ("vendormoduledir", Text("/opt/puppetlabs/puppet/vendor_modules")),
    ("ssl_client_header", Text("HTTP_X_CLIENT_DN")),
    ("ssl_client_verify_header", Text("HTTP_X_CLIENT_VERIFY")),
    ("yamldir", Text("/opt/puppetlabs/puppet/cache/yaml")),
    ("server_datadir", Text("/opt/puppetlabs/puppet/cache/server_data")),
    ("reports", Text("store")),
    ("exclude_unchanged_resources", Flag(true)),
    ("reportdir", Text("/opt/puppetlabs/puppet/cache/reports")),
    ("reporturl", Text("http://localhost:3000/reports/upload")),
    ("fileserverconfig", Text("/etc/puppetlabs/puppet/fileserver.conf")),
    ("devicedir", Text("/opt/puppetlabs/puppet/cache/devices")),
    ("deviceconfig", Text("/etc/puppetlabs/puppet/device.conf")),
    ("node_name_value", Text("{certname}")),
    ("node_name_fact", Text("")),
    ("statefile", Text("/opt/puppetlabs/puppet/cache/state/state.yaml")),
    ("statettl", Number(2764800)),
    ("transactionstorefile", Text("/opt/puppetlabs/puppet/cache/state/transactionstore.yaml")),
    ("clientyamldir", Text("/opt/puppetlabs/puppet/cache/client_yaml")),
    ("client_datadir", Text("/opt/puppetlabs/puppet/cache/client_data")),
    ("write_catalog_summary", Flag(true)),
    ("classfile", Text("/opt/puppetlabs/puppet/cache/state/classes.txt")),
    ("resourcefile", Text("/opt/puppetlabs/puppet/cache/state/resources.txt")),
    ("puppetdlog", Text("/var/log/puppetlabs/puppet/puppetd.log")),
    ("deviceconfdir", Text("/etc/puppetlabs/puppet/devices")),
    ("server", Text("puppet")),
    ("server_list", List(&[])),
    ("use_srv_records", Flag(false)),
    ("srv_domain", Undef),
    ("http_extra_headers", List(&[])),
    ("ignoreschedules", Flag(false)),
    ("default_schedules", Flag(true)),
    ("noop", Flag(false)),
    ("runinterval", Number(1800)),
    ("runtimeout", Number(3600)),
    ("ca_server", Text("puppet")),
    ("ca_port", Number(8140)),
    ("preferred_serialization_format", Text("json")),
    ("allow_pson_serialization", Flag(false)),
    ("agent_catalog_run_lockfile", Text("/opt/puppetlabs/puppet/cache/state/agent_catalog_run.lock")),
    ("agent_disabled_lockfile", Text("/opt/puppetlabs/puppet/cache/state/agent_disabled.lock")),
    ("usecacheonfailure", Flag(true)),
    ("include_legacy_facts", Flag(false)),
    ("fact_name_length_soft_limit", Number(2560)),
    ("fact_value_length_soft_limit", Number(4096)),
    ("top_level_facts_soft_limit", Number(512)),
    ("number_of_facts_soft_limit", Number(10240)),
    ("payload_soft_limit", Number(16777216)),
    ("use_cached_catalog", Flag(false)),
    ("ignoremissingtypes", Flag(false)),
    ("splaylimit", Number(1800)),
    ("splay", Flag(false)),
    ("clientbucketdir", Text("/opt/puppetlabs/puppet/cache/clientbucket")),
    ("report_server", Text("puppet")),
    ("report_port", Number(8140)),
    ("report", Flag(true)),
    ("report_include_system_store", Flag(false)),
    ("resubmit_facts", Flag(false)),
    ("publicdir", Text("/opt/puppetlabs/puppet/public")),
    ("lastrunfile", Text("/opt/puppetlabs/puppet/public/last_run_summary.yaml")),
    ("lastrunreport", Text("/opt/puppetlabs/puppet/cache/state/last_run_report.yaml")),
    ("graph", Flag(false)),
    ("graphdir", Text("/opt/puppetlabs/puppet/cache/state/graphs")),
    ("waitforcert", Number(120)),
    ("maxwaitforcert", Endless),
    ("waitforlock", Number(0)),
    ("maxwaitforlock", Number(60)),
    ("plugindest", Text("/opt/puppetlabs/puppet/cache/lib")),
    ("pluginsource", Text("puppet:///plugins")),
    ("pluginfactdest", Text("/opt/puppetlabs/puppet/cache/facts.d")),
    ("pluginfactsource", Text("puppet:///pluginfacts")),
    ("localedest", Text("/opt/puppetlabs/puppet/cache/locales")),
    ("localesource", Text("puppet:///locales")),
    ("pluginsync", Flag(true)),
    ("pluginsignore", Text(".svn CVS .git .hg")),
    ("ignore_plugin_errors", Flag(false)),
    ("factpath", Text("/opt/puppetlabs/puppet/cache/lib/facter:/opt/puppetlabs/puppet/cache/facts")),
    ("tags", Text("")),
    ("skip_tags", Text("")),
    ("evaltrace", Flag(false)),
    ("preprocess_deferred", Flag(false)),
    ("summarize", Flag(false)),
    ("external_nodes", Text("none")),
    ("ldapssl", Flag(false)),
    ("ldaptls", Flag(false)),
    ("ldapserver", Text("ldap")),
    ("ldapport", Number(389)),
    ("ldapstring", Text("(&(objectclass=puppetClient)(cn=%s))")),
    ("ldapclassattrs", Text("puppetclass")),
    ("ldapstackedattrs", Text("puppetvar")),
    ("ldapattrs", Text("all")),
    ("ldapparentattr", Text("parentnode")),
    ("ldapuser", Text("")),
    ("ldappassword", Text("")),
    ("ldapbase", Text("")),
    ("storeconfigs_backend", Text("puppetdb")),
    ("max_errors", Number(10)),
    ("max_warnings", Number(10)),
    ("max_deprecations", Number(10)),
    ("tasks", Flag(false)),
    ("document_all", Flag(false)),
];

/// The name of this machine.
pub fn host_name() -> String {
    gethostname::gethostname().to_string_lossy().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_describe_the_current_run() {
        let environment =
            Environment::open(&pupa_system::Disk, None, &["/a".into(), "/b".into()]).unwrap();
        let settings = Settings { strict: Strict::Warning, ..Settings::default() };
        let all = variables(&environment, &settings);
        let get = |name: &str| all.get_str(name).cloned().unwrap_or_default();
        assert_eq!(get("modulepath"), Value::from("/a:/b"));
        assert_eq!(get("strict"), Value::from("warning"));
        let hostcert = format!("/etc/puppetlabs/puppet/ssl/certs/{}.pem", host_name());
        assert_eq!(get("hostcert"), Value::from(hostcert));
        assert_eq!(get("serverport"), Value::Integer(8140));
        assert_eq!(get("environment"), Value::from("production"));
    }
}
