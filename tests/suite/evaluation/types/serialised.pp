# The serialised form, and the way back: `T.from_data(hash)`.

#--- types-from-data evaluate extensions=on reference=differs
# A hash of features. For plain values `new`, used by people, and `from_data`, used for files, accept
# the same.
type P { attr name, String { min => 1 } attr tags { max => unbound } }
P.from_data({ name => 'ann', tags => [a, b] })
#=> P({'name' => 'ann', 'tags' => ['a', 'b']})

type P { attr name, String { min => 1 } }
P.from_data({ '__ptype' => 'P', 'name' => 'ann' })
#=> P({'name' => 'ann'})

# Contained objects are hashes, which `new` does not take.
type P { attr name }
type T { has members, P { max => unbound } has boss, P }
T.from_data({ members => [{ name => 'a' }, { name => 'b' }], boss => { name => 'c' } })
#=> T({'members' => [P({'name' => 'a'}), P({'name' => 'b'})], 'boss' => P({'name' => 'c'})})

type P { attr name }
type T { has members, P { max => unbound } has boss, P }
T.new({ boss => { name => 'c' } })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, boss expects a P value, got Struct (T.boss, defined at line 2)

# `__ptype` names a derived type.
type Shape { abstract attr name }
type Circle inherits Shape { attr radius, Integer }
type Square inherits Shape { attr side, Integer }
type Drawing { has shapes, Shape { max => unbound } }
Drawing.from_data({ shapes => [{ '__ptype' => 'Circle', radius => 1 }, { '__ptype' => 'Square', side => 2 }] })
#=> Drawing({'shapes' => [Circle({'radius' => 1}), Square({'side' => 2})]})

type Shape { abstract attr name }
type Circle inherits Shape { attr radius, Integer }
Shape.from_data({ '__ptype' => 'Circle', radius => 1 })
#=> Circle({'radius' => 1})

# It must be a derived type.
type P { attr name }
type Q { attr name }
P.from_data({ '__ptype' => 'Q', name => 'x' })
#=> error 3:12: Evaluation Error: Error while evaluating a Method call, __ptype 'Q' is not P or a sub type (P, defined at line 1)

type Shape { abstract attr name }
Shape.from_data({ name => 'x' })
#=> error 2:16: Evaluation Error: Error while evaluating a Method call, Shape is abstract, no object of it can be made (Shape, defined at line 1)

#--- types-from-data-rules evaluate extensions=on reference=differs
# All checks run,
type P { attr n, Integer { check => { $it > 0 } } }
P.from_data({ n => 0 })
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for n (P.n)

type P { attr n, Integer { min => 1 } }
P.from_data({})
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, n is required (P.n, defined at line 1)

type P { attr n, Integer }
P.from_data({ n => '1' })
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, n expects an Integer value, got String (P.n, defined at line 1)

type P { attr n, Integer }
P.from_data({ m => 1 })
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, P has no feature 'm' (P, defined at line 1)

type P { attr low, Integer attr high, Integer invariant 'upside down' { $low <= $high } }
P.from_data({ low => 2, high => 1 })
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, upside down (P)

# but data has stored values, so `set` is not called,
type Lease { attr hours, Integer { set => |$v| { $v * 3600 }, get => |$v| { $v / 3600 } } }
[Lease.new({ hours => 2 })[hours], Lease.from_data({ hours => 7200 })[hours]]
#=> [2, 2]

# and features that users cannot set are accepted.
type T { attr a { setable => false } attr b { set => |$v| { $a = $v $v } } }
T.from_data({ a => 'x', b => 'y' })
#=> T({'a' => 'x', 'b' => 'y'})

# Defaults are set first here too.
type T { attr a, Integer { default => 1 } attr b, Integer { default => 2 } }
T.from_data({ b => 3 })
#=> T({'a' => 1, 'b' => 3})

# Undef, if it is a valid value.
type T { attr a { unsettable => true } attr b { max => unbound, unsettable => true } }
T.from_data({ a => undef, b => [] })
#=> T({'a' => undef, 'b' => []})

# Derived features have no data.
type T { attr a, Integer { derived => || { 1 } } }
T.from_data({ a => 1 })
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, a is computed (T.a, defined at line 1)

# Serialised and read back.
type P { attr name }
type T { has members, P { max => unbound } has lead, P { containment => false } attr n, Float { default => 1.5 } }
$data = { 'members' => [{ 'name' => 'a' }, { 'name' => 'b' }], 'lead' => '#/members/1', 'n' => 2.5 }
$t = T.from_data($data);
[$t, $t[lead] == $t[members][1], $t[lead][name]]
#=> [T({'members' => [P({'name' => 'a'}), P({'name' => 'b'})], 'lead' => '#/members/1', 'n' => 2.5}), true, 'b']

#--- types-references evaluate extensions=on reference=differs
# A reference inside of the tree: the path from its root.
type Node { attr name has children, Node { max => unbound } has next, Node { containment => false } }
$inner = Node.new({ name => 'c' })
$n = Node.new({ name => 'a', children => [Node.new({ name => 'b', children => $inner })], next => $inner })
$n
#=> Node({'name' => 'a', 'children' => [Node({'name' => 'b', 'children' => [Node({'name' => 'c'})]})], 'next' => '#/children/0/children/0'})

#--- types-references-root evaluate extensions=on reference=differs
# A reference to the root itself.
type Node { attr name has child, Node has top, Node { containment => false } }
Node.new({ name => 'a' }) |$n| { $n[child] = Node.new({ name => 'b', top => $n }) }
#=> Node({'name' => 'a', 'child' => Node({'name' => 'b', 'top' => '#/'})})

# The object lives as long as it is referred to.
type Node { attr name has child, Node has top, Node { containment => false } }
$child = Node.new({ name => 'a' }) |$n| { $n[child] = Node.new({ name => 'b', top => $n }) }[child]
$child[top][name]
#=> 'a'

type Node { attr name has child, Node has top, Node { containment => false } }
$n = Node.from_data({ name => 'a', child => { name => 'b', top => '#/' } })
$n[child][top][name]
#=> 'a'

#--- types-references-outside evaluate extensions=on reference=differs
# A reference to an object outside of the tree: the type and the first of `name`, `id` and `title`.
type P { attr title attr id, Integer attr name }
type T { has p, P { containment => false } }
[T.new({ p => P.new({ title => 't', id => 1, name => 'n' }) }), T.new({ p => P.new({ title => 't', id => 1 }) }), T.new({ p => P.new({ title => 'two words/ä' }) })]
#=> [T({'p' => 'urn:pupa:P:n'}), T({'p' => 'urn:pupa:P:1'}), T({'p' => 'urn:pupa:P:two%20words%2F%C3%A4'})]

type My::P { attr name }
type T { has p, My::P { containment => false } }
T.new({ p => My::P.new({ name => 'n' }) })
#=> T({'p' => 'urn:pupa:My::P:n'})

# An object without any of them cannot be serialised, but has a text.
type P { }
type T { has p, P { containment => false } }
T.new({ p => P.new })
#=> T({'p' => 'P'})

# The key need not be a string, and the object may be in the tree.
type P { attr id, Integer }
type T { has all, P { max => unbound } has p, P { containment => false } }
T.from_data({ all => [{ id => 1 }, { id => 2 }], p => 'urn:pupa:P:2' })[p]
#=> P({'id' => 2})

type P { attr name }
type T { has all, P { max => unbound } has p, P { containment => false } }
T.from_data({ all => [{ name => 'a' }, { name => 'b c' }], p => 'urn:pupa:P:b%20c' })[p]
#=> P({'name' => 'b c'})

# A block finds objects outside of the data.
type P { attr name }
type T { has p, P { containment => false } has q, P { containment => false } }
$known = { 'urn:pupa:P:ann' => P.new({ name => 'ann' }) }
$t = T.from_data({ p => 'urn:pupa:P:ann', q => 'urn:pupa:P:bo' }) |$uri| { $known[$uri] };
[$t[p], $t]
#=> [P({'name' => 'ann'}), T({'p' => 'urn:pupa:P:ann', 'q' => 'urn:pupa:P:bo'})]

# A dangling reference is an error when it is read, not before.
type P { attr name }
type T { attr n, Integer has p, P { containment => false } }
T.from_data({ n => 1, p => 'urn:pupa:P:x' })[n]
#=> 1

type P { attr name }
type T { attr n, Integer has p, P { containment => false } }
T.from_data({ n => 1, p => 'urn:pupa:P:x' })[p]
#=> error 3:12: Evaluation Error: Error while evaluating a '[]' expression, T.p refers to urn:pupa:P:x, which leads to no object

type P { attr name }
type T { has members, P { max => unbound } has p, P { containment => false } }
T.from_data({ members => [], p => '#/members/3' })[p]
#=> error 3:12: Evaluation Error: Error while evaluating a '[]' expression, T.p refers to #/members/3, which leads to no object

# Several references.
type P { attr name }
type T { has members, P { max => unbound } has on_call, P { max => unbound, containment => false } }
$t = T.from_data({ members => [{ name => 'a' }, { name => 'b' }, { name => 'c' }], on_call => ['#/members/2', '#/members/0'] })
$t[on_call].map |$p| { $p[name] }
#=> ['c', 'a']

# A reference to an object of the wrong type.
type P { attr name }
type Q { attr name }
type T { has q, Q has p, P { containment => false } }
T.from_data({ q => { name => 'x' }, p => '#/q' })[p]
#=> error 4:12: Evaluation Error: Error while evaluating a Method call, p expects a P value, got Q (T.p, defined at line 3)

#--- types-convert evaluate extensions=on reference=differs
# `convert_to` makes an object of a hash as `from_data` does, so data of other tools can get
# a type.
type P { attr name }
type T { has members, P { max => unbound } }
$data = { 'members' => [{ 'name' => 'a' }] }
$data.convert_to(T)
#=> T({'members' => [P({'name' => 'a'})]})

type Lease { attr hours, Integer { set => |$v| { $v * 3600 }, get => |$v| { $v / 3600 } } }
$data = { 'hours' => 7200 }
$data.convert_to(Lease)[hours]
#=> 2

type P { attr n, Integer { check => { $it > 0 } } }
$data = { 'n' => 0 }
$data.convert_to(P)
#=> error 3:17: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for n (P.n)

#--- types-from-data-place evaluate extensions=on reference=differs
# Errors say where in the data they are.
type P { attr name, String { min => 1, check => { $it != 'x' } } }
type T { has members, P { max => unbound } }
T.from_data({ members => [{ name => 'a' }, { name => 'x' }] })
#=> error 3:12: Evaluation Error: Error while evaluating a Method call, #/members/1: Illegal value: x is not an acceptable value for name (P.name)

type P { attr name, String { min => 1 } }
type T { has members, P { max => unbound } }
T.from_data({ members => [{ name => 'a' }, { }] })
#=> error 3:12: Evaluation Error: Error while evaluating a Method call, #/members/1: name is required (P.name, defined at line 1)

type P { attr name, String { min => 1 } }
type T { has members, P { max => unbound } has boss, P }
T.from_data({ boss => { nam => 'a' } })
#=> error 3:12: Evaluation Error: Error while evaluating a Method call, #/boss: P has no feature 'nam', did you mean 'name'? (P, defined at line 1)

type P { attr name }
type T { has boss, P }
T.from_data({ boss => 'ann' })
#=> error 3:12: Evaluation Error: Error while evaluating a Method call, #/boss: P is made from a hash of features, got String (P, defined at line 1)

type T { attr name }
T.from_data('ann')
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, T is made from a hash of features, got String (T, defined at line 1)

#--- types-references-number evaluate extensions=on reference=differs
# References are counted as values, also dangling ones.
type P { attr name }
type T { has lead, P { containment => false } }
T.from_data({ lead => ['urn:pupa:P:a', 'urn:pupa:P:b'] })
#=> error 3:12: Evaluation Error: Error while evaluating a Method call, lead takes a single value, got ['urn:pupa:P:a', 'urn:pupa:P:b'] (T.lead, defined at line 2)

type P { attr name }
type T { has leads, P { containment => false, max => 2 } }
T.from_data({ leads => ['urn:pupa:P:a', 'urn:pupa:P:b', 'urn:pupa:P:c'] })
#=> error 3:12: Evaluation Error: Error while evaluating a Method call, leads takes at most 2 values, got 3 (T.leads, defined at line 2)

# Found objects must have the type, also if others are missing.
type P { attr name }
type T { has leads, P { containment => false, max => 2 } }
T.from_data({ leads => ['#/', 'urn:pupa:P:b'] })
#=> error 3:12: Evaluation Error: Error while evaluating a Method call, leads expects a P value, got T (T.leads, defined at line 2)

#--- types-from-data-logic evaluate extensions=on reference=differs
# An object built by logic during loading is not part of the data: it is finished before it is
# contained, as everywhere.
type T {
  has kids, T { max => unbound }
  attr n, Integer { check => { T.new |$t| { $t[kids] += $t } } }
}
T.from_data({ n => 1 })
#=> error 3:33: Evaluation Error: Error while evaluating a Method call, kids: the T is not finished, nothing can contain it (T.kids, defined at line 2)
