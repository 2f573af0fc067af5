# A machine of any kind.
type Fleet::Host inherits Fleet::Named {
  abstract

  # How careful one has to be.
  attr stage, enum[dev, staging, production] { default => dev }

  attr domain, String { default => 'example.com' }
  # The name with the domain.
  attr fqdn, String { derived => || { "${name}.${domain}" } }

  # Days on which nobody may touch the machine: those of the fleet if not set, none if empty.
  attr frozen, enum[mon, tue, wed, thu, fri, sat, sun] { max => 7, unsettable => true }

  has interfaces, Fleet::Interface { min => 1, max => unbound }

  invariant "${name} has several interfaces of one name" {
    $names = $interfaces.map |$interface| { $interface[name] }
    $names.size == $names.unique.size
  }
}
