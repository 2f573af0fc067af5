type First::A inherits Second::Inner::B {}

type First::C inherits First::A {
  has b, Second::Inner::B
  has a, First::A { containment => false }
  attr word, enum[yes, no]
}

type Second::Inner::B {}
