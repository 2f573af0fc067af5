type Defaults::Defaults {
  attr text, String { default => 'it\'s a \\ "text"' }
  attr empty, String { default => '' }
  attr lines, String { default => "one\ntwo \$x" }
  attr number, Integer { default => 42 }
  attr negative, Integer { default => -1 }
  attr hex, Integer { default => 0xFF }
  attr large, Integer
  attr no_number, Integer
  attr ratio, Float { default => 0.5 }
  attr whole, Float { default => 2 }
  attr java, Float { default => 1.5 }
  attr tiny, Float { default => 1E-10 }
  attr infinite, Float
  attr yes, Boolean { default => true }
  attr maybe, Boolean
  attr color, enum[red, 'dark red'] { default => red }
  attr spaced, enum[red, 'dark red'] { default => 'dark red' }
  attr unknown, enum[red, 'dark red']
}
