type Forms {
  attr expression, Integer { check => $it > 0 and $it < 0xFFFF }
  attr block, String {
    check => {
      if $block =~ /^a\/b:$/ { "no ${block} in \"${$meta[name]}\"" }
    },
  }
  attr lambda, String { check => |String $x| { $x in [a, 'b c', "d\n"] } }
  attr nothing, String { check => { } }
  attr patterns, String { check => { $it =~ /é\/ü/ or $it =~ /[<&"]\\$/ } }
  attr numbers, Float { check => { [1, -2, 3.5, 1.0e30, 0x1F, 017, !true, undef, -$it] != [] } }
  attr chosen, enum[a, b] {
    check => {
      case $it {
        a, /b/: { true }
        'c': { }
        default: {
          $x = { 'k' => 1, key => [1, 2] }
          $x[k] == 1
        }
      }
    },
  }
  attr selected, Integer { check => { ($it ? { 1 => true, default => false }) or !($it == 2) } }
  attr chained, String {
    max   => unbound,
    check => {
      if $it == '' { 'empty' } elsif $it.size > 3 { 'long' } else { unless $it == x { true } else { false } }
    },
    set   => |$v| {
      $v.split(',').map |$one| { $one.strip }.filter |$i, Integer $rest = 1| { $rest > 0 }
    },
    get   => |$v| { regsubst($v, /\s+/, '_', 'G').upcase },
  }
  attr both, String {
    setable => true,
    derived => || { "${one}:${$two[0]}" },
    set     => |$v| {
      $one = $v
      $two = [$v]
    },
  }
  attr one, String { setable => false }
  attr two, String {
    max     => unbound,
    setable => false,
  }
  attr computed, Integer { derived => || { $two.reduce(0) |$sum, $x| { $sum + $x.length * 2 } } }
  has parts, Forms {
    max   => unbound,
    check => |$p| { $p[one] != undef },
  }

  invariant { $one != $two }

  invariant "one is ${one}, two has ${$two.size}" |$self| { $self.one == one }

  invariant 'plain $title' { with(1, *[2, 3]) |*$all| { $all.size == 3 } }
}
