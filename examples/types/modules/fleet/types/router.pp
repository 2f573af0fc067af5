# A machine that joins networks.
type Fleet::Router inherits Fleet::Host {
  attr routes, String { max => unbound }

  invariant "${name} needs two interfaces to route" { $interfaces.size > 1 }
}
