# A network and everything in it.
type Fleet::Network inherits Fleet::Named {
  has hosts, Fleet::Host { max => unbound }
  has entry, Fleet::Router { containment => false }

  attr servers, Integer {
    derived => || { $hosts.filter |$host| { $host =~ Fleet::Server }.size },
  }

  invariant {
    $names = $hosts.map |$host| { $host[name] }
    if $names.size != $names.unique.size { "hosts of ${name} share a name: ${names.sort.join(', ')}" }
  }
}
