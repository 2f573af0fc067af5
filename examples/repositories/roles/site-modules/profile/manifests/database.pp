# A database server, whose memory depends on the machine.
#
# @param share the part of the memory for the cache of the database
class profile::database (
  Float[0.1, 0.9] $share = 0.25,
) {
  $bytes = $facts['memory']['system']['total_bytes']

  package { 'postgresql':
    ensure => installed,
  }

  file { '/etc/postgresql/memory.conf':
    ensure  => file,
    content => "shared_buffers = ${profile::human_size($bytes * $share)}\n",
    require => Package['postgresql'],
  }
}
