# A web server.
#
# @param port where it listens
# @param workers how many processes serve requests
class web (
  Web::Port $port,
  Integer[1] $workers = 4,
) {
  package { 'nginx':
    ensure => installed,
  }

  file { '/etc/nginx/nginx.conf':
    ensure  => file,
    mode    => '0644',
    content => @("CONF"),
      # Managed by Puppet: changes will be lost.
      worker_processes ${workers};
      events { worker_connections 1024; }
      | CONF
    require => Package['nginx'],
    notify  => Service['nginx'],
  }

  service { 'nginx':
    ensure => running,
    enable => true,
  }
}
