# Every operator, precedence and associativity.

#--- operator-arithmetic parse
$x = 1 + 2 - 3 * 4 / 5 % 6

#--- operator-shift parse
$x = 1 << 2 >> 3 + 4

#--- operator-comparison parse
$x = 1 < 2 == 3 >= 4 != 5 > 6 <= 7

#--- operator-logic parse
$x = $a or $b and $c or !$d and $e

#--- operator-match parse
$x = $a =~ /b/ and $c !~ /d/ + 1

#--- operator-in parse
$x = 1 in [1] + 2 in $b

#--- operator-not parse
$x = !$a == !!$b

#--- operator-not-in parse
$x = !$a in $b

#--- operator-minus-in parse
$x = -$a in $b

#--- operator-minus-access parse
$x = -$a[1]

#--- operator-minus-call parse
$x = -foo(1)

#--- operator-minus-method parse
$x = -1.abs

#--- operator-minus-chain parse
$x = - - -1

#--- operator-not-access parse
$x = !$a[1] + !$b.c

#--- operator-not-minus parse
$x = !-1

#--- operator-minus-not parse
$x = -!1

#--- operator-splat parse
$x = *$a

#--- operator-splat-sum parse
$x = *$a + 1

#--- operator-splat-twice check
$x = * * $a

#--- operator-splat-in-list parse
$x = [1, *$a, 2]

#--- operator-splat-argument parse
foo(*$a, 1)

#--- operator-splat-case parse
case $x { *$a: { } 1, *$b: { } }

#--- operator-parens parse
$x = (1 + 2) * (3)

#--- operator-parens-nested parse
$x = ((($a)))

#--- operator-selector-loose parse
$x = $a + 1 ? 2 => 3

#--- operator-selector-and parse
$x = $a and $b ? { true => 1 }

#--- operator-selector-comparison parse
$x = $a == $b ? { true => 1 }

#--- operator-selector-chain parse
$x = $a ? 1 => 2 ? 3 => 4

#--- operator-assignment-right parse
$a = $b = $c = 1

#--- operator-assignment-in-parens parse
$x = ($y = 1) + 2

#--- operator-assignment-in-list parse
$x = [$y = 1, $z = 2]

#--- operator-assignment-in-hash parse
$x = { a => $y = 1 }

#--- operator-assignment-in-call parse
foo($y = 1)

#--- operator-assignment-in-condition check
if $x = 1 { }

#--- operator-append-assignment check
$x += 1

#--- operator-delete-assignment check
$x -= 1

#--- operator-assignment-list parse
[$a, [$b, $c]] = [1, [2, 3]]

#--- operator-assignment-hash-pattern check
{ a => $b } = { a => 1 }

#--- operator-relationship parse
A['a'] -> B['b'] ~> C['c'] <- D['d'] <~ E['e']

#--- operator-relationship-loose parse
$x = A['a'] -> B['b']

#--- operator-relationship-lines parse
A['a']
-> B['b']
~> C['c']

#--- operator-all-levels parse
$x = !$a or -$b * 2 + 3 << 1 > 4 == true and $c in $d =~ $e

#--- operator-missing-right check
$x = 1 +

#--- operator-missing-left check
$x = * / 2

#--- operator-twice check
$x = 1 + * 2

#--- operator-double-star check
$x = 2 ** 3

#--- operator-ternary check
$x = $a ? 1 : 2

#--- operator-bare-equals check
$x == 1 $y

#--- operator-comparison-chain parse
$x = 1 < 2 < 3

#--- operator-access-precedence parse
$x = $a + $b[1] * $c.d
