type Base::Person {}

type Base::Address {
  attr lines, String {
    min => 2,
    max => 5,
  }
}

type Company::Employee inherits Base::Person {
  has office, Base::Address
  has home, Base::Address { containment => false }
  attr level, enum[junior, senior]
}
