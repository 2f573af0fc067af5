# The time of the machine, from servers of the network.
#
# @param servers the time servers
class chrony (
  Array[Chrony::Host, 1] $servers,
) {
  package { 'chrony':
    ensure => installed,
  }

  file { '/etc/chrony/chrony.conf':
    ensure  => file,
    content => $servers.map |$server| { "server ${server} iburst\n" }.join,
    require => Package['chrony'],
  }

  service { 'chronyd':
    ensure    => running,
    enable    => true,
    subscribe => File['/etc/chrony/chrony.conf'],
  }
}
