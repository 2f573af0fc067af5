type Inheritance::Bottom inherits Inheritance::Left {
  attr left_2, String
  attr own, String
}

type Inheritance::Left inherits Inheritance::Top {
  attr left, String
}

type Inheritance::Right inherits Inheritance::Top {
  attr right, String
}

type Inheritance::Top {
  abstract

  attr top, String
}

type Inheritance::Hen inherits Inheritance::Egg {}

type Inheritance::Egg {}

type Inheritance::Chick inherits Inheritance::Hen {}

type Inheritance::Self {}
