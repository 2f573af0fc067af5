# Defaults are converted as `new` does it, so that a reader of the model needs no such rules.
type Defaults {
  attr decimal, Integer { default => 10 }
  attr hexadecimal, Integer { default => 0x1F }
  attr octal, Integer { default => 017 }
  attr negative, Integer { default => -5 }
  attr from_text, Integer { default => '0b101' }
  attr from_float, Integer { default => 2.7 }
  attr ratio, Float { default => 1.5 }
  attr whole, Float { default => 2 }
  attr small, Float { default => -2e-7 }
  attr word, String { default => word }
  attr quoted, String { default => "a \"b\" <c> & 'd'\n\t\u263A" }
  attr empty, String { default => '' }
  attr number, String { default => 0x10 }
  attr yes, Boolean { default => true }
  attr no, Boolean { default => 'No' }
  attr zero, Boolean { default => 0 }
}
