# @summary A web server with virtual hosts.
#
# @param port
#   Where it listens.
class web (
  Integer[1, 65535]              $port    = 80,
  Enum['running', 'stopped']     $ensure  = 'running',
  Hash[String[1], Hash]          $vhosts  = {},
  Optional[Stdlib::Absolutepath] $docroot = undef,
  Array[String]                  $modules = ['ssl', 'rewrite',],
  Boolean $purge = false,
) inherits web::params {
  $package = $facts['os']['family'] ? {
    'Debian'          => 'apache2',
    /(?i:redhat|suse)/ => 'httpd',
    default           => fail("Unsupported family ${facts['os']['family']}"),
  }

  package { $package:
    ensure => installed,
  }
  -> file {
    default:
      ensure => file,
      owner  => 'root',
      group  => 0,
      mode   => '0644',
      ;
    '/etc/web/main.conf':
      content => epp('web/main.conf.epp', { 'port' => $port, 'modules' => $modules }),
      ;
    '/etc/web/conf.d':
      ensure  => directory,
      purge   => $purge,
      recurse => true;
  }
  ~> service { 'web':
    ensure => $ensure,
    enable => $ensure == 'running',
  }

  $vhosts.each |$name, $options| {
    web::vhost { $name:
      port => $port,
      *    => $options,
    }
  }

  unless $docroot =~ Undef {
    file { $docroot: ensure => directory }
  } else {
    notice("no document root on ${trusted['certname']}")
  }
}
