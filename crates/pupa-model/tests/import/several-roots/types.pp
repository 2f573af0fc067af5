type First::A inherits Second::B {}

type First::C {
  has b, Second::B
  has a, First::A
}

type Second::B {}
