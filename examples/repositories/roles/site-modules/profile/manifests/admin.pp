# The account of an administrator.
#
# @param uid the number of the user
# @param keys the public keys
# @param ensure whether the account exists
define profile::admin (
  Integer[1000] $uid,
  Array[String[1]] $keys = [],
  Enum['present', 'absent'] $ensure = 'present',
) {
  user { $title:
    ensure     => $ensure,
    uid        => $uid,
    groups     => ['sudo'],
    managehome => true,
  }

  if $ensure == 'present' {
    file { "/home/${title}/.ssh/authorized_keys":
      ensure  => file,
      owner   => $title,
      mode    => '0600',
      content => $keys.map |$key| { "${key}\n" }.join,
    }
  }
}
