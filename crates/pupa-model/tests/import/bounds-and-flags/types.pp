type Flags::Bounds {
  attr b1, String
  attr b2, String { min => 1 }
  attr b3, String { min => 2 }
  attr b4, String { max => unbound }
  attr b5, String {
    min => 1,
    max => unbound,
  }
  attr b6, String {
    min => 2,
    max => 3,
  }
  attr b7, String { max => unbound }
  attr b8, String
  attr b9, String
  attr b10, String {
    min => 2,
    max => 2,
  }
  attr b11, String
  attr b12, String
}

type Flags::Flags {
  attr unsettable, String { unsettable => true }
  attr transient, String { transient => true }
  attr fixed, String { setable => false }
  attr volatile, String
  attr derived, String {
    transient => true,
    setable   => false,
  }
  attr several, String { max => unbound }
  has part, Flags::Bounds
  has other, Flags::Bounds {
    max         => unbound,
    transient   => true,
    containment => false,
  }
}
