# A user of a database.
type Db_user inherits ManagedResource {
  attr password, String { min => 1 }
  attr quota, Integer { default => 10 }
  has grants, Db::Grant { max => unbound }
}
type Db::Grant {
  attr table, String { min => 1 }
  attr rights, enum[read, write] { min => 1, max => 2 }
  has options, Db::Option { min => 1 }
}
type Db::Option {
  abstract
}
type Db::Limit inherits Db::Option {
  attr rows, Integer { min => 1 }
}
