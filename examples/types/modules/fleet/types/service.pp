# What a server offers.
type Fleet::Service inherits Fleet::Named {
  attr port, Integer {
    setable => false,
    check   => { $port > 0 and $port < 65536 },
  }
  attr protocol, enum[tcp, udp] { setable => false, default => tcp }

  # Sets port and protocol together: `endpoint => '443/tcp'`.
  attr endpoint, String {
    derived => || { "${port}/${protocol}" },
    setable => true,
    set     => |$given| {
      if "${given}" =~ /\A(\d+)(?:\/([a-z]+))?\z/ {
        $port = Integer($1)
        if $2 { $protocol = $2 }
      }
    },
  }

  invariant "${name} has no port: give an endpoint like '443/tcp'" { $port != undef }
}
