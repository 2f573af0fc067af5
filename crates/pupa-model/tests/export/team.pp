# References: contained objects are part of the one that has them, others are only named.
type Person {
  attr name, String { min => 1 }
}

type Team {
  has members, Person { max => unbound }
  has lead, Person { containment => false }
}
