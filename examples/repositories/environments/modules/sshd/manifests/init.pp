# The server of SSH.
#
# @param allow_groups the groups that may log in
# @param port the port it listens on
# @param log_level how much it logs
class sshd (
  Array[String[1]] $allow_groups,
  Integer[1, 65535] $port = 22,
  Enum['INFO', 'DEBUG'] $log_level = 'INFO',
) {
  file { '/etc/ssh/sshd_config':
    ensure  => file,
    mode    => '0600',
    content => epp('sshd/sshd_config.epp'),
    notify  => Service['sshd'],
  }

  service { 'sshd':
    ensure => running,
    enable => true,
  }
}
