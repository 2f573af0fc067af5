type Model::A {
  attr h, String
}
