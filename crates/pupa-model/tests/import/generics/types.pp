type Generics::Box {
  has inner, Generics::Box
}

type Generics::Item inherits Generics::Box {}
