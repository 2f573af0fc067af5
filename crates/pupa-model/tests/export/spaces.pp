# Every name space is a package with a file of its own; they refer to each other by file.
type Shop::Item inherits Shop::Base::Thing {
  has owner, Customer { containment => false }
  has related, Shop::Item { max => unbound, containment => false }
}

type Shop::Base::Thing inherits ManagedResource {
  abstract
}

type Customer {
  attr name, String { min => 1 }
  has favourite, Shop::Item { containment => false }
}
