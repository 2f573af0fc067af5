# The built-in type of resource types is exported with those that use it.
type Db_user inherits ManagedResource {
  attr password, String { min => 1 }
  attr quota, Integer { default => 10 }
  attr shards, String { max => unbound }
}
