# The variables of type logic.

#--- types-variables-check evaluate extensions=on reference=differs
# `$it`, the name of the feature, and `$meta`.
type T { attr a, Integer { check => { "${it} ${a} ${meta[name]} ${meta[container][name]}" } } }
T.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, 1 1 a T (T.a)

# In a lambda its parameter replaces `$it`.
type T { attr a, Integer { check => |$n| { "${n} ${a} ${meta[name]}" } } }
T.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, 1 1 a (T.a)

type T { attr a, Integer { check => |$n| { $it } } }
T.new({ a => 1 })
#=> error 1:44: Evaluation Error: Unknown variable: 'it'.

# Other features are not visible.
type T { attr a, Integer { check => { $b } } attr b, Integer }
T.new({ b => 1, a => 1 })
#=> error 1:39: Evaluation Error: Unknown variable: 'b'.

# One element of several.
type T { attr a, Integer { max => unbound, check => { if $a > 1 { "${a} is ${it}" } } } }
T.new({ a => [1, 2] })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, 2 is 2 (T.a)

#--- types-variables-set evaluate extensions=on reference=differs
# The parameter is the new value, the name of the feature is the previous one.
type T { attr a { default => 'none', set => |$v| { "${v} after ${a}" } } }
T.new({ a => 'x' }) |$t| { $t[a] = 'y' }
#=> T({'a' => 'y after x after none'})

# All other features have their stored values.
type T { attr a, Integer { get => |$v| { $v * 10 } } attr b, Integer { set => |$v| { $v + $a } } }
$t = T.new({ a => 1, b => 1 });
[$t[a], $t[b]]
#=> [10, 2]

# The parameter may have the name of the feature.
type T { attr a, Integer { set => |$a| { $a * 2 } } }
T.new({ a => 1 })
#=> T({'a' => 2})

# A feature can be assigned repeatedly, another variable once.
type T { attr a, Integer { default => 3, set => |$v| { [1, 2].each |$x| { $a = $a + $x } 9 } } }
T.new({ a => 0 })
#=> T({'a' => 6})

type T { attr a, Integer { set => |$v| { $own = 1 $own = 2 $v } } }
T.new({ a => 0 })
#=> error 1:56: Evaluation Error: Cannot reassign variable '$own'

type T { attr a { set => |$v| { "${v} ${meta[name]} ${meta[container][name]}" } } }
T.new({ a => 'x' })
#=> T({'a' => 'x a T'})

type T { attr a { set => |$v| { "${it}" } } }
T.new({ a => 'x' })
#=> error 1:36: Evaluation Error: Unknown variable: 'it'.

#--- types-variables-get evaluate extensions=on reference=differs
type T { attr a { get => |$v| { "${v} ${a} ${b} ${meta[name]}" } } attr b { default => 'other' } }
T.new({ a => 'x' })[a]
#=> 'x x other a'

# A getter can't assign features: an assignment makes a variable of its own.
type T { attr a { get => |$v| { $b = 'new' $v } } attr b { default => 'old' } }
$t = T.new({ a => 'x' });
[$t[a], $t[b]]
#=> ['x', 'old']

#--- types-variables-derived evaluate extensions=on reference=differs
# All other features, and `$meta`.
type T { attr a attr b { derived => || { "${a} ${meta[name]} ${meta[container][name]}" } } }
T.new({ a => 'x' })[b]
#=> 'x b T'

# Neither `$it` nor the feature itself is visible.
type T { attr b { derived => || { "${it}" } } }
T.new[b]
#=> error 1:38: Evaluation Error: Unknown variable: 'it'.

type T { attr b { derived => || { "${b}" } } }
T.new[b]
#=> error 1:38: Evaluation Error: Unknown variable: 'b'.

#--- types-variables-derived-circle evaluate extensions=on reference=differs
# Two derived features that use each other never end.
type T { attr a, Integer { derived => || { $b } } attr b, Integer { derived => || { $a } } }
T.new[a]
#=> error 1:44: Evaluation Error: Expressions are nested more than 200000 deep

#--- types-variables-invariant evaluate extensions=on reference=differs
# `$it` is the object, `$meta` the type, and all features are visible.
type T { attr a, Integer attr b, Integer invariant { "${it[a]} ${it.b} ${a} ${b} ${meta[name]}" } }
T.new({ a => 1, b => 2 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, 1 2 1 2 T (T)

# A lambda's parameter is the object.
type T { attr a, Integer invariant |$o| { "${o[a]} ${a} ${meta[name]}" } }
T.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, 1 1 T (T)

type T { attr a, Integer invariant |$o| { $it } }
T.new({ a => 1 })
#=> error 1:43: Evaluation Error: Unknown variable: 'it'.

# Variables have stored values, the object has the results of getters.
type T { attr a, Integer { get => |$v| { $v * 10 } } invariant { "${a} ${it[a]}" } }
T.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, 1 10 (T)

# A missing value is undef, or an empty list.
type T { attr a attr b { max => unbound } invariant { if $a == undef and $b == [] { 'nothing there' } } }
T.new
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, nothing there (T)

# A double-quoted title can interpolate features.
type T { attr a, Integer invariant "${a} is odd" { $a % 2 == 0 } }
T.new({ a => 3 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, 3 is odd (T)

type T { attr a, Integer invariant '${a} is odd' { $a % 2 == 0 } }
T.new({ a => 3 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, ${a} is odd (T)

# An assignment makes a new variable, features stay as they are.
type T { attr a, Integer invariant { $a = 3 $a == 3 } }
T.new({ a => 1 })
#=> T({'a' => 1})

# `$it` and `$meta` hide features of these names.
type T { attr it, Integer attr meta, Integer invariant { "${it[it]} ${meta[name]} ${it[meta]}" } }
T.new({ it => 1, meta => 2 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, 1 T 2 (T)

#--- types-variables-meta evaluate extensions=on reference=differs
# For an inherited feature: the type that declares it.
type A { attr a { check => { "${meta[container][name]}.${meta[name]}" } } }
type B inherits A { }
B.new({ a => 'x' })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, A.a (A.a)

# With its qualified name.
type My::Own { attr a { check => { $meta[container][name] } } }
My::Own.new({ a => 'x' })
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, My::Own (My::Own.a)

type A { attr a invariant { $meta[name] } }
type B inherits A { }
B.new
#=> error 3:2: Evaluation Error: Error while evaluating a Method call, A (A)

#--- types-variables-outside evaluate extensions=on reference=differs
# Type logic does not see variables of the program around it.
$limit = 10
type T { attr a, Integer { check => { $it < $limit } } }
T.new({ a => 1 })
#=> error 2:45: Evaluation Error: Unknown variable: 'limit'.

# Variables of the logic end with it.
type T { attr a, Integer { check => { $x = $it $x > 0 } } attr b, Integer { check => { $x = $it $x > 0 } } }
T.new({ a => 1, b => 2 })
#=> T({'a' => 1, 'b' => 2})

# Match variables stay inside of the logic too.
type T { attr a { check => { $it =~ /(x)/ } } }
$m = 'abc' =~ /(b)/
T.new({ a => 'x' })
$1
#=> 'b'

# Lambdas see the variables around them.
type T { attr a, Integer { max => unbound } attr limit, Integer invariant { $a.all |$n| { $n < $limit } } }
T.new({ a => [1, 2, 3], limit => 3 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal invariant (T)
