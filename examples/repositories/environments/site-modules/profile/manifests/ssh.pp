# Access to the machine for the groups that need it.
#
# @param groups the groups that may log in
class profile::ssh (
  Array[String[1], 1] $groups,
) {
  class { 'sshd':
    allow_groups => $groups,
  }
}
