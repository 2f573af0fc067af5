# Every setting of the type model, without logic that another tool would have to run.

type Thing {
  abstract
  attr label, String { min => 1 }
  attr weight, Float
}

type Tool inherits Thing {
  attr size, Integer { default => 3 }
  attr sharp, Boolean { default => false }
  attr kind, enum[hammer, 'saw blade', '4x4'] { default => hammer }
}

type Drill inherits Tool {
  attr bits, Integer { min => 2 }
  attr speeds, Integer { min => 1, max => 3 }
  attr colours, enum[red, green] { max => unbound }
}

type Shelf::Box {
  attr code, Integer { min => 1 }
  attr serial, String { setable => false, default => 'none' }
  attr notes, String { max => 2, unsettable => true }
  attr scratch, Float { transient => true }
  has content, Thing { max => unbound }
  has top, Tool
  has owner, Person { containment => false }
  has seen_by, Person { max => 2, containment => false }
}

type Shelf::Rack inherits Shelf::Box {
  has boxes, Shelf::Box { min => 1, max => 2 }
  has spare, Shelf::Box { unsettable => true }
}

type Person {
  attr name, String { min => 1 }
  attr age, Integer { unsettable => true }
  attr initial, String { derived => || { $name[0] } }
  has friends, Person { max => unbound, containment => false }
  has first_friend, Person { containment => false, derived => || { $friends[0] } }
}

type Db_account inherits ManagedResource {
  attr quota, Integer { default => 10 }
  has owner, Person { containment => false }
}
