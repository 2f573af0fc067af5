# The web server nginx.
#
# @param workers the number of processes
# @param port the port of all sites
class nginx (
  Integer[1] $workers = 1,
  Integer[1, 65535] $port = 80,
) {
  package { 'nginx':
    ensure => installed,
  }

  file { '/etc/nginx/nginx.conf':
    ensure  => file,
    mode    => '0644',
    content => epp('nginx/nginx.conf.epp'),
    require => Package['nginx'],
    notify  => Service['nginx'],
  }

  service { 'nginx':
    ensure => running,
    enable => true,
  }
}
