type Odd_names::User_2 {}

type Odd_names::User {}

type Odd_names::Gr__e___Gewicht {}

type Odd_names::T2nd {}

type Odd_names::String {}

type Odd_names::Features {
  attr name_2, String
  attr name, String
  attr url, String
  attr camelCase, String
  attr with_dash, String
  attr class, String
  attr true_, String
  attr has, String
  attr enum, enum[plain, 'default', 'Upper', 'it\'s']
  has size, Odd_names::Gr__e___Gewicht
  has text, Odd_names::String
}

type ObjectType {}

type ObjectType_2 {}
