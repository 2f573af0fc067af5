type Db_user inherits ManagedResource {
  has roles, My::Roles::Role { max => unbound }
  attr tag_2, String
}

type My::Roles::Role {}
