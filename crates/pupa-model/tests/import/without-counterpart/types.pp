type Model::Named {
  abstract
}

# Has children.
type Model::Parent {
  has children, Model::Child { max => unbound }
}

type Model::Child inherits Model::Named {
  attr id, String
  has parent, Model::Parent { containment => false }
  has object, Model::Parent { containment => false }
  attr words, String
  attr untyped, String
}

type Model::Untyped {}
