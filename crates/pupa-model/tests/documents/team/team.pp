# Someone who works here.
#
# Names are unique in a team:
#
# - first names only
# - no nick names
#
# @summary A person.
# @example Two people
#   [ann, bo].map |$name| { Person.new({ name => $name }) }
# @since 1.2
type Person inherits Named {
  # Years since birth.
  attr age, Integer { check => { $it >= 0 and $it < 150 } }
  attr mail, String { max => 3, unsettable => true }
  attr kind, enum[employee, 'guest worker'] { default => employee }
}

# Anything with a name.
type Named {
  abstract
  attr name, String {
    min   => 1,
    check => |$n| {
      if $n =~ /^\s*$/ {
        'a name is not empty'
      }
    },
  }
}

# People who work together.
type Team inherits Named {
  has members, Person { min => 1, max => unbound }
  # One of the members. | Not more than one.
  has lead, Person { containment => false }
  attr size, Integer { derived => || { $members.size } }
  attr motto, String { setable => false, transient => true }
  # Somebody has to decide.
  invariant "${name} has no lead" { $lead != undef or $size < 3 }
  invariant { $size < 100 }
}
