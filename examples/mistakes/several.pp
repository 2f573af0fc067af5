# Three mistakes, each reported on its own.
class broken (
  String $name_of_it
  Integer $count = 1,
) {
  file { '/etc/motd'
    ensure => file,
  }

  if $count > 3 {
    notice('many')
  } else if $count > 1 {
    notice('some')
  }
}
