# Reading features.

#--- types-read evaluate extensions=on reference=differs
type T { attr a, Integer }
$t = T.new({ a => 1 });
[$t[a], $t['a'], $t.a]
#=> [1, 1, 1]

# The feature must exist.
type T { attr device }
$t = T.new
$t[devise]
#=> error 3:1: Evaluation Error: Error while evaluating a '[]' expression, T has no feature 'devise', did you mean 'device'? (T, defined at line 1)

type T { attr device }
$t = T.new
$t.devise
#=> error 3:3: Evaluation Error: Error while evaluating a Method call, T has no feature 'devise', did you mean 'device'? (T, defined at line 1)

# A feature hides a function of its name,
type T { attr length, Integer attr type }
$t = T.new({ length => 5, 'type' => 'x' });
[$t.length, $t.type]
#=> [5, 'x']

# unless the call has arguments.
type T { attr with }
T.new({ 'with' => 'x' }).with |$t| { $t =~ T }
#=> true

# Functions are called as usual.
type T { attr a, Integer }
T.new({ a => 1 }).with |$t| { $t[a] + 1 }
#=> 2

# In text.
type T { attr a, Integer }
$t = T.new({ a => 1 })
"${t[a]} ${t.a} ${$t[a]}"
#=> '1 1 1'

# Objects in objects.
type P { attr n, Integer { max => unbound } }
type T { has p, P { max => unbound } }
$t = T.new({ p => [P.new({ n => [1, 2] }), P.new({ n => 3 })] });
[$t[p][0][n][1], $t.p[1].n, $t[p].map |$p| { $p[n].length }]
#=> [2, [3], [2, 1]]

# `get`, for each element.
type T { attr a, Integer { max => unbound, get => |$v| { $v * 10 } } }
T.new({ a => [1, 2] })[a]
#=> [10, 20]

# An object is true.
type T { }
if T.new { 'yes' } else { 'no' }
#=> 'yes'

#--- types-read-nothing evaluate extensions=on reference=differs
# A getter must return a value of the data type,
type T { attr a, Integer { get => |$v| { undef } } }
T.new({ a => 1 })[a]
#=> error 2:6: Evaluation Error: Error while evaluating a '[]' expression, the value of T.a has wrong type, expects an Integer value, got Undef

# and so must a required derived feature.
type T { attr a, Integer { min => 1, derived => || { undef } } }
T.new[a]
#=> error 2:2: Evaluation Error: Error while evaluating a '[]' expression, the value of T.a has wrong type, expects an Integer value, got Undef

# An optional derived feature may be undef.
type T { attr b, Integer attr a, Integer { derived => || { if $b { $b + 1 } } } }
[T.new[a], T.new({ b => 1 })[a]]
#=> [undef, 2]
