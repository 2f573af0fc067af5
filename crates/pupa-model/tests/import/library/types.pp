# Something that can be lent.
#
# Each has a title.
type Library::Item {
  abstract

  attr title, String { min => 1 }
}

type Library::Book inherits Library::Item {
  # How long it is.
  attr pages, Integer { default => 100 }
  attr category, enum['Mystery', biography, 'science fiction'] { default => 'Mystery' }
  has authors, Library::People::Writer {
    min         => 1,
    max         => unbound,
    containment => false,
  }
}

type Library::Library {
  has items, Library::Item { max => unbound }
  has writers, Library::People::Writer { max => unbound }
  attr favourite, enum['Mystery', biography, 'science fiction']
}

type Library::People::Person {
  abstract
}

type Library::People::Writer inherits Library::People::Person {}
