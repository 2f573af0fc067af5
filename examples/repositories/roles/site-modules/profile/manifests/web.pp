# A web server with its sites.
#
# @param workers the number of processes
# @param sites the sites by their names
class profile::web (
  Integer[1] $workers,
  Hash[String[1], Hash] $sites,
) {
  class { 'nginx':
    workers => $workers,
  }

  $sites.each |$name, $parameters| {
    nginx::site { $name:
      * => $parameters,
    }
  }
}
