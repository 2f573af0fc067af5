# A network interface.
type Fleet::Interface inherits Fleet::Named {
  # The hardware address: given in any of the usual forms, stored as twelve digits, read with colons.
  attr mac, String {
    min   => 1,
    set   => |$given| { downcase(regsubst($given, '[-:.]', '', 'G')) },
    get   => |$stored| { regsubst($stored, '(..)(?!$)', '\1:', 'G') },
    check => { if $mac !~ /\A[0-9a-f]{12}\z/ { "'${mac}' is no hardware address" } },
  }

  # Megabits in a second.
  attr speed, Integer { default => 1000, check => $it > 0 }
}
