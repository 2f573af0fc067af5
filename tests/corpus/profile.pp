# A profile, as sites write them.
class profile::database (
  Sensitive[String[12]] $password,
  String                $version = '15',
  Stdlib::IP::Address   $listen  = '127.0.0.1',
) {
  $major = Integer($version.split(/\./)[0])
  $settings = {
    'listen_addresses' => $listen,
    'shared_buffers'   => "${Integer($facts['memory']['system']['total_bytes'] / 4 / 1024 / 1024)}MB",
    'ssl'              => true,
  } + lookup('profile::database::settings', Hash[String, Data], 'hash', {})

  class { 'postgresql::globals':
    version             => $version,
    manage_package_repo => $major >= 10,
  }
  -> class { 'postgresql::server': listen_addresses => $listen }

  $settings.each |String $key, Data $value| {
    postgresql::server::config_entry { $key:
      value => $value ? { Boolean => String($value), default => $value },
    }
  }

  exec { 'set password':
    command     => Deferred('sprintf', ['psql -c "%s"', $password]),
    environment => ["PGPASSWORD=${password.unwrap}"],
    path        => ['/bin', '/usr/bin'],
    unless      => "test -e /var/lib/pgsql/${version}/.set",
    subscribe   => Class['postgresql::server'],
    refreshonly => true,
  }

  if $facts.dig('os', 'selinux', 'enabled') == true {
    selboolean { 'daemons_enable_cluster_mode': value => on, persistent => true }
  }
}
