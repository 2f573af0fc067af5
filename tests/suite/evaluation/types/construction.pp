# Construction: the forms of `new` and the order of its steps.

#--- types-new-forms evaluate extensions=on reference=differs
# No arguments, a hash, an initialiser, or both.
type T { attr a, Integer attr b, Integer }
[new(T), T.new, T.new(), T()]
#=> [T({}), T({}), T({}), T({})]

type T { attr a, Integer attr b, Integer }
[new(T, { a => 1 }), T.new({ a => 1 }), T({ a => 1 })]
#=> [T({'a' => 1}), T({'a' => 1}), T({'a' => 1})]

type T { attr a, Integer attr b, Integer }
[T.new { a => 1 }, T.new { a => 1, b => 2, }, T.new { }]
#=> [T({'a' => 1}), T({'a' => 1, 'b' => 2}), T({})]

type T { attr a, Integer attr b, Integer }
[new(T) |$t| { $t[a] = 1 }, T.new |$t| { $t[a] = 1 }, T.new() |$t| { $t[a] = 1 }]
#=> [T({'a' => 1}), T({'a' => 1}), T({'a' => 1})]

type T { attr a, Integer attr b, Integer }
[new(T, { a => 1 }) |$t| { $t[b] = 2 }, T.new({ a => 1 }) |$t| { $t[b] = 2 }]
#=> [T({'a' => 1, 'b' => 2}), T({'a' => 1, 'b' => 2})]

type T { attr a, Integer attr b, Integer }
T.new { a => 1 } |$t| { $t[b] = $t[a] + 1 }
#=> T({'a' => 1, 'b' => 2})

# Keys are strings, and any expression can give the hash.
type T { attr a, Integer attr b, Integer }
$data = { 'a' => 1 }
T.new($data + { 'b' => 2 })
#=> T({'a' => 1, 'b' => 2})

# A type can come from a variable.
type T { attr a, Integer }
$type = T
$type.new({ a => 1 })
#=> T({'a' => 1})

# After `new` in a condition, braces open the block of the condition.
type T { attr a, Integer }
if T.new { 'made' }
#=> 'made'

type T { attr a, Integer }
unless T.new { 'no' } else { 'made' }
#=> 'made'

type T { attr a, Integer }
case T.new { T: { 'made' } default: { 'no' } }
#=> 'made'

# In parentheses, and in the block, they are a hash again.
type T { attr a, Integer }
if (T.new { a => 1 })[a] == 1 { T.new { a => 2 } }
#=> T({'a' => 2})

# The value is the object, not the result of the initialiser.
type T { attr a, Integer }
T.new |$t| { $t[a] = 1 'something else' }
#=> T({'a' => 1})

#--- types-new-arguments evaluate extensions=on reference=differs
type T { attr a, Integer }
T.new(1)
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, T is made from a hash of features, got Integer (T, defined at line 1)

type T { attr a, Integer }
T.new({ a => 1 }, { a => 2 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, new takes one hash of features (T, defined at line 1)

# Keys are strings.
type T { attr name }
T.new({ 1 => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, T has no feature '1' (T, defined at line 1)

#--- types-new-unknown-key evaluate extensions=on reference=differs
type Disk { attr device attr label }
Disk.new({ devise => 'sda' })
#=> error 2:9: Evaluation Error: Error while evaluating a Method call, Disk has no feature 'devise', did you mean 'device'? (Disk, defined at line 1)

type Disk { attr device attr label }
Disk.new({ zzz => 'sda' })
#=> error 2:9: Evaluation Error: Error while evaluating a Method call, Disk has no feature 'zzz' (Disk, defined at line 1)

# Features of a base type too.
type Base { attr device }
type Disk inherits Base { attr label }
Disk.new({ devcie => 'sda' })
#=> error 3:9: Evaluation Error: Error while evaluating a Method call, Disk has no feature 'devcie', did you mean 'device'? (Disk, defined at line 2)

# In the initialiser.
type Disk { attr device attr label }
Disk.new |$d| { $d[labl] = 'x' }
#=> error 2:5: Evaluation Error: Error while evaluating a Method call, Disk has no feature 'labl', did you mean 'label'? (Disk, defined at line 1)

#--- types-new-initialiser evaluate extensions=on reference=differs
# Sets, appends and reads, in any number.
type T { attr n, Integer attr all, Integer { max => unbound } }
T.new |$t| {
  $t[n] = 1
  $t[n] = $t[n] + 1
  $t[n] = $t.n * 10
  $t[all] += 1
  $t[all] += [2, 3]
  $t['all'] += []
}
#=> T({'n' => 20, 'all' => [1, 2, 3]})

# The initialiser is an ordinary lambda: it sees the variables around it, may iterate and branch.
type T { attr squares, Integer { max => unbound } }
$numbers = [1, 2, 3]
T.new |$t| { $numbers.each |$n| { if $n != 2 { $t[squares] += $n * $n } } }
#=> T({'squares' => [1, 9]})

# An initialiser inside of another.
type P { attr n, Integer }
type T { has p, P attr n, Integer }
T.new |$t| { $t[p] = P.new |$p| { $p[n] = 1 $t[n] = 2 } }
#=> T({'p' => P({'n' => 1}), 'n' => 2})

# Each setting is checked,
type T { attr n, Integer { check => { $it > 0 } } }
T.new |$t| { $t[n] = 0 $t[n] = 1 }
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for n (T.n)

# appended values as well.
type T { attr n, Integer { max => unbound, check => { $it > 0 } } }
T.new({ n => [1] }) |$t| { $t[n] += [2, 0] }
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for n (T.n)

type T { attr n, Integer { max => unbound } }
T.new({ n => [1] }) |$t| { $t[n] += 'x' }
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, n expects an Integer value, got String (T.n, defined at line 1)

# Only features with several values can be appended to.
type T { attr n, Integer }
T.new({ n => 1 }) |$t| { $t[n] += 1 }
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, n is single valued, += can't append to it (T.n, defined at line 1)

# Undef removes a value.
type T { attr n, Integer { default => 1 } }
T.new |$t| { $t[n] = undef }
#=> T({})

# Invariants are checked after the initialiser.
type Span { attr low, Integer attr high, Integer invariant 'low is above high' { $low <= $high } }
Span.new({ low => 9, high => 5 }) |$s| { $s[low] = 1 }
#=> Span({'low' => 1, 'high' => 5})

#--- types-new-order evaluate extensions=on reference=differs
# Defaults are set first: base types first, in the order of declaration.
type A { attr a, Integer { default => 0, check => { if $it == 0 { 'a first' } } } }
type B inherits A { attr b, Integer { default => 0, check => { if $it == 0 { 'b first' } } } }
B.new({ zzz => 1 })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, a first (A.a)

# Then the entries, in the order given.
type T { attr a, Integer attr b, Integer { set => |$v| { $v + $a } } }
[T.new({ a => 1, b => 1 }), T.new({ a => 5, b => 1 })]
#=> [T({'a' => 1, 'b' => 2}), T({'a' => 5, 'b' => 6})]

type T { attr a, Integer { check => { $it > 0 } } }
T.new({ a => 0, zzz => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for a (T.a)

type T { attr a, Integer { check => { $it > 0 } } }
T.new({ zzz => 1, a => 0 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, T has no feature 'zzz' (T, defined at line 1)

# Then the initialiser runs, then lower bounds are checked, base types first,
type A { attr a, Integer { min => 1 } }
type B inherits A { attr b, Integer { min => 1 } invariant 'no' { false } }
B.new
#=> error 3:2: Evaluation Error: Error while evaluating a Method call, a is required (A.a, defined at line 1)

# and invariants at the end.
type A { attr a, Integer { min => 1 } invariant 'no' { false } }
A.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, no (A)

# The parameter may have a type, and hashes may be written without braces.
type T { attr a, Integer attr b, Integer }
T.new(a => 1) |T $t| { $t[b] = 2 }
#=> T({'a' => 1, 'b' => 2})

# Only features of the object itself can be set.
type P { attr n, Integer }
type T { has p, P }
T.new({ p => P.new }) |$t| { $t[p][n] = 1 }
#=> error 3:30: Illegal attempt to assign via [index/key]. Not an assignable reference

#--- types-new-unfinished evaluate extensions=on reference=differs
# An unfinished object shows the features set so far.
type T { attr a, Integer attr b }
T.new({ a => 1 }) |$t| { $t[b] = "${t}" }
#=> T({'a' => 1, 'b' => 'T({\'a\' => 1})'})

type T { attr a, Integer invariant { "wrong: ${it}" } }
T.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, wrong: T({'a' => 1}) (T)

#--- types-new-left evaluate extensions=on reference=differs
# An object whose initialiser was left early is never finished. It cannot be read,
type T { attr n, Integer }
function f() { T.new({ n => 1 }) |$t| { return($t) } }
f()[n]
#=> error 3:1: Evaluation Error: Error while evaluating a '[]' expression, The T was never finished

# and it cannot be referred to.
type T { attr n, Integer }
type Holder { has t, T { containment => false } }
function f() { T.new({ n => 1 }) |$t| { return($t) } }
Holder.new({ t => f() })
#=> error 4:11: Evaluation Error: Error while evaluating a Method call, The T was never finished (Holder.t, defined at line 2)

#--- types-new-immutable evaluate extensions=on reference=differs
# An object cannot be changed,
type T { attr a, Integer }
$t = T.new
$t[a] = 1
#=> error 3:1: Illegal attempt to assign via [index/key]. Not an assignable reference

type T { attr a, Integer }
with(T.new) |$t| { $t[a] = 1 }
#=> error 2:20: Illegal attempt to assign via [index/key]. Not an assignable reference

# not even in the initialiser of another one.
type T { attr a, Integer }
$done = T.new
T.new |$t| { $done[a] = 1 }
#=> error 3:14: Illegal attempt to assign via [index/key]. Not an assignable reference

# Reading a feature gives a separate value: appending to it changes nothing.
type T { attr a, Integer { max => unbound } }
$t = T.new({ a => [1] })
$more = $t[a] + [2];
[$t, $more]
#=> [T({'a' => [1]}), [1, 2]]

#--- types-new-initialiser-elsewhere evaluate extensions=on reference=differs
# Initialisers are only for objects of defined types.
Integer.new('1') |$t| { $t[a] = 1 }
#=> error 1:31: Evaluation Error: Operator '[]=' is not applicable to an Integer.

#--- types-new-managed evaluate extensions=on reference=differs
# Resource types have no objects.
type Db_user inherits ManagedResource { attr password, String { min => 1 } }
Db_user.new({ name => 'bob', password => 'x' })
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, Db_user is a resource type: declare a resource instead of making an object (Db_user, defined at line 1)

#--- types-new-managed-base evaluate extensions=on reference=differs
# The type they inherit from has no objects either.
ManagedResource.new({ name => 'bob' })
#=> error 1:20: Evaluation Error: Error while evaluating a Method call, ManagedResource is abstract, no object of it can be made (ManagedResource)

#--- types-new-managed-data evaluate extensions=on reference=differs
# Data cannot make them, neither alone nor as parts.
type T inherits ManagedResource { }
T.from_data({ name => 'x' })
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, T is a resource type: declare a resource instead of making an object (T, defined at line 1)

type T inherits ManagedResource { }
type Holder { has t, T }
Holder.from_data({ t => { name => 'x' } })
#=> error 3:17: Evaluation Error: Error while evaluating a Method call, T is a resource type: declare a resource instead of making an object (T, defined at line 1)

type T inherits ManagedResource { }
Optional[T].new
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, T is a resource type: declare a resource instead of making an object (T, defined at line 1)
