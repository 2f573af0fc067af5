# A type inherits from one other; the order of definitions does not matter.
type PortRange inherits Span { }

type span {
  abstract
  attr low, Integer { min => 1 }
  attr high, Integer { min => 1 }
}
