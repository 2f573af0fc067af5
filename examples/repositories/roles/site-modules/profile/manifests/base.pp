# The configuration of every machine.
#
# @param packages the packages to install
# @param admins the administrators, with their keys
class profile::base (
  Array[String[1]] $packages,
  Hash[String[1], Profile::Admin] $admins,
) {
  package { $packages:
    ensure => installed,
  }

  $admins.each |$name, $admin| {
    profile::admin { $name:
      * => $admin,
    }
  }

  file { '/etc/motd':
    ensure  => file,
    content => template('profile/motd.erb'),
  }
}
