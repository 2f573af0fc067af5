# The settings of features, one by one.

#--- types-setting-min evaluate extensions=on reference=differs
# The minimum number of values, checked when the object is complete.
type T { attr x { min => 1 } }
T.new({ x => 'a' })
#=> T({'x' => 'a'})

type T { attr x { min => 1 } }
T.new({})
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x is required (T.x, defined at line 1)

# A given feature without values: also too few.
type T { attr x { min => 1 } }
T.new({ x => undef })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x is required (T.x, defined at line 1)

# Only the final state counts: the initialiser may set it.
type T { attr x { min => 1 } }
T.new |$t| { $t[x] = 'late' }
#=> T({'x' => 'late'})

type T { attr x { min => 2 } }
T.new({ x => ['a'] })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x needs at least 2 values, got 1 (T.x, defined at line 1)

type T { attr x { min => 2 } }
T.new
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, x needs at least 2 values, got 0 (T.x, defined at line 1)

type T { attr x { min => 1, max => unbound } }
T.new({ x => [] })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x is required (T.x, defined at line 1)

# References have the setting too.
type P { }
type T { has p, P { min => 1 } }
T.new
#=> error 3:2: Evaluation Error: Error while evaluating a Method call, p is required (T.p, defined at line 2)

# `min => 0` is the default.
type T { attr x { min => 0 } }
T.new[x]
#=> undef

#--- types-setting-max evaluate extensions=on reference=differs
# The maximum number of values, checked whenever the feature is set.
type T { attr x, Integer { max => 2 } }
T.new({ x => [1, 2] })
#=> T({'x' => [1, 2]})

type T { attr x, Integer { max => 2 } }
T.new({ x => [1, 2, 3] })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x takes at most 2 values, got 3 (T.x, defined at line 1)

type T { attr x, Integer { max => 2 } }
T.new({ x => [1, 2] }) |$t| { $t[x] += 3 }
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x takes at most 2 values, got 3 (T.x, defined at line 1)

# It is checked at each assignment, so removing values later does not help.
type T { attr x, Integer { max => 2 } }
T.new({ x => [1, 2, 3] }) |$t| { $t[x] = [1] }
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x takes at most 2 values, got 3 (T.x, defined at line 1)

type T { attr x, Integer { max => unbound } }
T.new({ x => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] })[x].length
#=> 10

# One value.
type T { attr x, Integer { max => 1 } }
T.new({ x => [1, 2] })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x takes a single value, got [1, 2] (T.x, defined at line 1)

# An array of one value stays an array.
type T { attr x, Integer }
T.new({ x => [1] })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x takes a single value, got [1] (T.x, defined at line 1)

#--- types-multiplicity-defaults evaluate extensions=on reference=differs
# Without `min`: 0. Without `max`: 1 as long as `min` is 0 or 1, else any number.
type T { attr a attr b { min => 1 } attr c { min => 2 } attr d { max => 2 } attr e { max => unbound } }
$t = T.new({ b => 'x', c => [x, y, z], d => x, e => x });
[$t[a], $t[b], $t[c], $t[d], $t[e]]
#=> [undef, 'x', ['x', 'y', 'z'], ['x'], ['x']]

# Missing values.
type T { attr a attr b { max => 2 } attr c { max => unbound } attr d { unsettable => true } attr e { max => 2, unsettable => true } }
$t = T.new;
[$t[a], $t[b], $t[c], $t[d], $t[e]]
#=> [undef, [], [], undef, undef]

# `min` and `max` may be equal.
type T { attr x, Integer { min => 3, max => 3 } }
T.new({ x => [1, 2, 3] })[x]
#=> [1, 2, 3]

#--- types-setting-unsettable evaluate extensions=on reference=differs
# "Not set" and "set, without a value" are different.
type T { attr x { unsettable => true } }
[T.new, T.new({ x => undef }), T.new == T.new({ x => undef })]
#=> [T({}), T({'x' => undef}), false]

# Otherwise undef means "not set".
type T { attr x }
[T.new, T.new({ x => undef }), T.new == T.new({ x => undef })]
#=> [T({}), T({}), true]

# An empty list means the one or the other, by `unsettable`; undef removes the value.
type T { attr x { max => unbound } attr y { max => unbound, unsettable => true } }
T.new({ x => [], y => [] }) == T.new({ y => [] })
#=> true

type T { attr x { default => 'a' } }
[T.new, T.new({ x => undef })]
#=> [T({'x' => 'a'}), T({})]

# Both read as undef.
type T { attr x { unsettable => true } }
[T.new[x], T.new({ x => undef })[x]]
#=> [undef, undef]

#--- types-setting-check evaluate extensions=on reference=differs
# A block.
type T { attr x, Integer { check => { $it > 0 } } }
T.new({ x => 0 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for x (T.x)

# An expression.
type T { attr x, Integer { check => $it > 0 } }
T.new({ x => 0 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for x (T.x)

# A lambda.
type T { attr x, Integer { check => |$n| { $n > 0 } } }
T.new({ x => 0 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for x (T.x)

# Several statements, with variables of their own.
type T { attr x, Integer { check => { $half = $it / 2 $half * 2 == $it } } }
T.new({ x => 3 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 3 is not an acceptable value for x (T.x)

# An empty block gives undef, which accepts.
type T { attr x, Integer { check => { } } }
T.new({ x => 3 })
#=> T({'x' => 3})

# On references.
type P { attr n, Integer }
type T { has p, P { check => { $it[n] > 0 } } }
T.new({ p => P.new({ n => 0 }) })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, Illegal value: P({'n' => 0}) is not an acceptable value for p (T.p)

# A value of the wrong type never reaches the check.
type T { attr x, Integer { check => { $it > 0 } } }
T.new({ x => 'a' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x expects an Integer value, got String (T.x, defined at line 1)

#--- types-setting-validate evaluate extensions=on reference=differs
# Another name of `check`.
type T { attr x, Integer { validate => { $it > 0 } } }
T.new({ x => 0 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for x (T.x)

type P { attr n, Integer }
type T { has p, P { validate => |$p| { if $p[n] == 0 { 'a nought' } } } }
T.new({ p => P.new({ n => 0 }) })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, a nought (T.p)

#--- types-setting-derived evaluate extensions=on reference=differs
# Computed on each read.
type Box { attr width, Integer attr height, Integer attr area, Integer { derived => || { $width * $height } } }
$b = Box.new({ width => 2, height => 3 });
[$b[area], $b]
#=> [6, Box({'width' => 2, 'height' => 3})]

# Also while the object is being made.
type Box { attr width, Integer attr area, Integer { derived => || { $width * $width } } attr seen, Integer }
Box.new({ width => 2 }) |$b| { $b[width] = 5 $b[seen] = $b[area] }
#=> Box({'width' => 5, 'seen' => 25})

# It cannot be set,
type T { attr a, Integer { derived => || { 1 } } }
T.new({ a => 2 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, a cannot be set (T.a, defined at line 1)

# unless it is declared settable.
type T { attr n, Integer attr twice, Integer { derived => || { $n * 2 }, setable => true, set => |$v| { $n = $v / 2 } } }
$t = T.new({ twice => 10 });
[$t[n], $t[twice]]
#=> [5, 10]

# Without a setter the assigned value is lost.
type T { attr a, Integer { derived => || { 1 }, setable => true } }
T.new({ a => 2 })[a]
#=> 1

# The result must have the data type.
type T { attr a, Integer { derived => || { 'one' } } }
$t = T.new
$t[a]
#=> error 3:1: Evaluation Error: Error while evaluating a '[]' expression, the value of T.a has wrong type, expects an Integer value, got String

# The lower bound of a derived feature is not checked.
type T { attr a, Integer { derived => || { undef }, min => 1 } }
T.new
#=> T({})

# It may have several values,
type T { attr n, Integer attr all, Integer { max => unbound, derived => || { [$n, $n + 1] } } }
T.new({ n => 1 })[all]
#=> [1, 2]

# and a reference may be derived.
type P { attr n, Integer }
type T { has p, P { max => unbound } has first, P { containment => false, derived => || { $p[0] } } }
T.new({ p => [P.new({ n => 7 }), P.new({ n => 8 })] })[first][n]
#=> 7

#--- types-setting-derived-several evaluate extensions=on reference=differs
# A feature with several values is always an array, also if the lambda returns one value.
type T { attr x { max => unbound, derived => || { 'one' } } }
T.new[x]
#=> ['one']

type T { attr x { max => unbound, derived => || { undef } } }
T.new.x
#=> []

type T { attr x { max => unbound, unsettable => true, derived => || { undef } } }
T.new[x]
#=> undef

# A derived feature stores nothing, even if its setter assigns it.
type T {
  attr x { max => unbound, derived => || { [] }, setable => true,
    set => |$v| { if $v == 'a' { $x = 'b' } $v } }
}
T.new({ x => ['a', 'b'] }) == T.new
#=> true

#--- types-setting-derived-append evaluate extensions=on reference=differs
# Appending to a derived feature calls its setter too and stores nothing.
type T { attr n, Integer { max => unbound } attr twice, Integer { max => unbound, derived => || { $n.map |$x| { $x * 2 } }, setable => true, set => |$v| { $n += $v / 2 } } }
$t = T.new({ n => 1 }) |$t| { $t[twice] += [10, 20] };
[$t, $t[twice], $t == T.new({ n => [1, 5, 10] })]
#=> [T({'n' => [1, 5, 10]}), [2, 10, 20], true]

#--- types-setting-derived-of-derived evaluate extensions=on reference=differs
# Derived features are variables too, so one can use another.
type T { attr n, Integer attr a, Integer { derived => || { $n + 1 } } attr b, Integer { derived => || { $a + 1 } } }
T.new({ n => 1 })[b]
#=> 3

type T { attr n, Integer attr twice, Integer { derived => || { $n * 2 } } invariant "${twice} is too much" { $twice < 10 } }
T.new({ n => 7 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, 14 is too much (T)

type T { attr n, Integer attr twice, Integer { derived => || { $n * 2 } } attr x, Integer { set => |$v| { $v + $twice } } }
T.new({ n => 1, x => 1 })[x]
#=> 3

#--- types-setting-transient evaluate extensions=on reference=differs
# It is not part of the serialised form, nor of the text.
type T { attr a attr b { transient => true } }
$t = T.new({ a => 'x', b => 'y' });
[$t, $t[b]]
#=> [T({'a' => 'x'}), 'y']

#--- types-setting-setable evaluate extensions=on reference=differs
type T { attr a { setable => false, default => 'fixed' } }
T.new[a]
#=> 'fixed'

type T { attr a { setable => false, default => 'fixed' } }
T.new({ a => 'x' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, a cannot be set (T.a, defined at line 1)

# The initialiser cannot set it either.
type T { attr a { setable => false, default => 'fixed' } }
T.new |$t| { $t[a] = 'x' }
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, a cannot be set (T.a, defined at line 1)

type T { attr a { setable => false, max => unbound } }
T.new |$t| { $t[a] += 'x' }
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, a cannot be set (T.a, defined at line 1)

# The logic of the type can set it.
type T { attr a { setable => false } attr b { set => |$v| { $a = "of ${v}" $v } } }
T.new({ b => 'x' })
#=> T({'a' => 'of x', 'b' => 'x'})

#--- types-setting-containment evaluate extensions=on reference=differs
# Contained objects belong to one object.
type P { attr n }
type T { has p, P }
$p = P.new({ n => 'x' })
T.new({ p => $p })
T.new({ p => $p })
#=> error 5:6: Evaluation Error: Error while evaluating a Method call, p: P({'n' => 'x'}) already has a container (T.p, defined at line 2)

# Two occurrences in one list are an error too.
type P { attr n }
type T { has p, P { max => unbound } }
$p = P.new({ n => 'x' })
T.new({ p => [$p, $p] })
#=> error 4:6: Evaluation Error: Error while evaluating a Method call, p: P({'n' => 'x'}) already has a container (T.p, defined at line 2)

# So is a second feature.
type P { attr n }
type T { has p, P has q, P }
$p = P.new({ n => 'x' })
T.new({ p => $p, q => $p })
#=> error 4:6: Evaluation Error: Error while evaluating a Method call, q: P({'n' => 'x'}) already has a container (T.q, defined at line 2)

# A part that is removed during construction is free again.
type P { attr n }
type T { has p, P has q, P }
$p = P.new({ n => 'x' })
T.new({ p => $p }) |$t| { $t[p] = undef $t[q] = $p $t[q] = $p }
#=> T({'q' => P({'n' => 'x'})})

# An unfinished object cannot be a part of another, and not of itself.
type T { has t, T }
T.new |$t| { $t[t] = $t }
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, t: the T is not finished, nothing can contain it (T.t, defined at line 1)

type P { }
type T { has p, P }
T.new |$t| { P.new |$p| { $t[p] = $p } }
#=> error 3:2: Evaluation Error: Error while evaluating a Method call, p: the P is not finished, nothing can contain it (T.p, defined at line 2)

# Other references do not contain objects.
type P { attr name }
type T { has p, P { containment => false } has q, P { max => unbound, containment => false } }
$p = P.new({ name => 'x' })
$a = T.new({ p => $p, q => [$p, $p] })
$b = T.new({ p => $p });
[$a[p] == $b[p], $a]
#=> [true, T({'p' => 'urn:pupa:P:x', 'q' => ['urn:pupa:P:x', 'urn:pupa:P:x']})]

#--- types-setting-default evaluate extensions=on reference=differs
# Default literals are converted as by `new` of the data type.
type T {
  attr a, Integer { default => '5' }
  attr b, Integer { default => -5 }
  attr c, Float { default => 1 }
  attr d, Float { default => '-1.5' }
  attr e, Boolean { default => 'true' }
  attr f, Boolean { default => false }
  attr g, String { default => 5 }
  attr h, String { default => word }
  attr i { default => 'two words' }
  attr j, enum[x, y] { default => y }
}
T.new
#=> T({'a' => 5, 'b' => -5, 'c' => 1.0, 'd' => -1.5, 'e' => true, 'f' => false, 'g' => '5', 'h' => 'word', 'i' => 'two words', 'j' => 'y'})

# A given value overrides the default.
type T { attr a, Integer { default => 5 } }
[T.new({ a => 6 }), T.new |$t| { $t[a] += 0 }]
#=> error 2:22: Evaluation Error: Error while evaluating a Method call, a is single valued, += can't append to it (T.a, defined at line 1)

type T { attr a, Integer { default => 5 } }
[T.new({ a => 6 }), T.new |$t| { $t[a] = $t[a] + 2 }]
#=> [T({'a' => 6}), T({'a' => 7})]

# With several values the default is a list of one element.
type T { attr a, Integer { default => 5, max => unbound } }
[T.new, T.new({ a => 6 }), T.new |$t| { $t[a] += 6 }]
#=> [T({'a' => [5]}), T({'a' => [6]}), T({'a' => [5, 6]})]

# The default is checked, but not passed to `set`.
type T { attr a, Integer { default => 0, check => { $it > 0 } } }
T.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for a (T.a)

type T { attr a, Integer { default => 1, set => |$v| { $v * 100 } } }
[T.new, T.new({ a => 1 })]
#=> [T({'a' => 1}), T({'a' => 100})]

#--- types-setting-set-get evaluate extensions=on reference=differs
# `set` converts the given value to the stored one, `get` the stored value to the one that is read.
type T { attr a { set => |$v| { downcase($v) }, get => |$v| { capitalize($v) } } }
$t = T.new({ a => 'WORD' });
[$t[a], $t.a, $t]
#=> ['Word', 'Word', T({'a' => 'word'})]

# `set` accepts any type. Its result must have the data type.
type T { attr a, Integer { set => |$v| { length($v) } } }
T.new({ a => 'four' })
#=> T({'a' => 4})

type T { attr a, Integer { set => |$v| { "${v}" } } }
T.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, a expects an Integer value, got String (T.a, defined at line 1)

# So must the result of `get`.
type T { attr a, Integer { get => |$v| { "${v}" } } }
$t = T.new({ a => 1 })
$t[a]
#=> error 3:1: Evaluation Error: Error while evaluating a '[]' expression, the value of T.a has wrong type, expects an Integer value, got String

# Neither is called for a missing value.
type T { attr a { set => |$v| { "set ${v}" }, get => |$v| { "got ${v}" } } }
[T.new[a], T.new({ a => undef })[a], T.new({ a => 'x' })[a]]
#=> [undef, undef, 'got set x']

# The check gets the result of `set`.
type T { attr a, Integer { set => |$v| { $v * 2 }, check => { $it < 10 } } }
T.new({ a => 7 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 14 is not an acceptable value for a (T.a)
