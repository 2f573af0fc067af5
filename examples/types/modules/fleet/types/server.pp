# A machine with services.
type Fleet::Server inherits Fleet::Host {
  has services, Fleet::Service { max => unbound }
  # The router to it, which belongs to the network, not to the server.
  has gateway, Fleet::Router { containment => false }

  # Notes of the tool that made the object: not part of the data.
  attr origin, String { transient => true }

  invariant {
    $endpoints = $services.map |$service| { $service[endpoint] }
    $twice = $endpoints.filter |$endpoint| { $endpoints.filter |$other| { $other == $endpoint }.size > 1 }
    if $twice != [] { "several services of ${name} listen on ${twice[0]}" }
  }
  invariant 'a server in production needs a gateway' { $stage != production or $gateway != undef }
}
