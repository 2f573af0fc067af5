# Questions that the document leaves open, each with its answer.

#--- types-question-attribute-type evaluate extensions=on reference=differs
# An attribute without a data type is a String.
type T { attr x }
T.new({ x => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x expects a String value, got Integer (T.x, defined at line 1)

#--- types-question-name evaluate extensions=on reference=differs
# A lower case name is capitalised, each part of it.
type a::b { }
A::B.new
#=> A::B({})

#--- types-question-wrap evaluate extensions=on reference=differs
# A single value becomes a list of one.
type T { attr x { max => unbound } has t, T { max => 2 } }
T.new({ x => 'a', t => T.new })
#=> T({'x' => ['a'], 't' => [T({})]})

#--- types-question-default evaluate extensions=on reference=differs
# Defaults are checked, and not given to `set`.
type T { attr x { default => 'a', set => |$v| { "set ${v}" }, check => { if $it == 'b' { 'no' } } } }
[T.new, T.new({ x => 'c' })]
#=> [T({'x' => 'a'}), T({'x' => 'set c'})]

#--- types-question-check-elements evaluate extensions=on reference=differs
# A check is called for each element.
type T { attr x, Integer { max => unbound, check => { $it =~ Integer } } }
T.new({ x => [1, 2] })
#=> T({'x' => [1, 2]})

#--- types-question-result evaluate extensions=on reference=differs
# Results other than a String, a Boolean or undef are errors.
type T { attr x { check => { 0 } } }
T.new({ x => 'a' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, the check of x must give a String, a Boolean or undef, got Integer (T.x, defined at line 1)

#--- types-question-validate evaluate extensions=on reference=differs
# `validate` is another name of `check`, for attributes and references.
type T { attr x { validate => { 'no' } } has t, T { validate => { 'no t' } } }
$t = T.new
T.new({ t => $t })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, no t (T.t)

#--- types-question-stored evaluate extensions=on reference=differs
# Variables have stored values.
type T { attr x, Integer { get => |$v| { $v + 1 } } attr y, Integer { derived => || { $x } } }
$t = T.new({ x => 1 });
[$t[x], $t[y]]
#=> [2, 1]

#--- types-question-container evaluate extensions=on reference=differs
# An object has one container.
type P { attr name }
type T { has p, P }
$p = P.new({ name => 'x' })
$a = T.new({ p => $p })
$b = T.new({ p => $a[p] })
#=> error 5:11: Evaluation Error: Error while evaluating a Method call, p: P({'name' => 'x'}) already has a container (T.p, defined at line 2)

#--- types-question-uri evaluate extensions=on reference=differs
type P { attr name }
type T { has a, P has b, P { containment => false } has c, P { containment => false } }
$p = P.new({ name => 'in' })
T.new({ a => $p, b => $p, c => P.new({ name => 'out' }) })
#=> T({'a' => P({'name' => 'in'}), 'b' => '#/a', 'c' => 'urn:pupa:P:out'})

#--- types-question-meta evaluate extensions=on reference=differs
# `$meta` is the name.
type T { attr x { check => { $meta[name] } } }
T.new({ x => 'a' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x (T.x)

#--- types-question-invariant-elsewhere evaluate extensions=on reference=differs
# `invariant` is only allowed in types.
define d($x) { invariant { $x } }
#=> error 1:31: Syntax error at '}'

#--- types-question-braces evaluate extensions=on reference=differs
# The braces after `.new` are a hash.
type T { attr x, Integer }
T.new { x => 1 }[x]
#=> 1

#--- types-question-hashes evaluate extensions=on reference=differs
# A hash is not turned into an object by `new`, only by `from_data`.
type P { attr name }
type T { has p, P }
T.new({ p => { name => 'x' } })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, p expects a P value, got Struct (T.p, defined at line 2)

type P { attr name }
type T { has p, P }
T.from_data({ p => { name => 'x' } })
#=> T({'p' => P({'name' => 'x'})})

#--- types-question-managed evaluate extensions=on reference=differs
type Db inherits ManagedResource { }
Db.new({ name => 'x' })
#=> error 2:7: Evaluation Error: Error while evaluating a Method call, Db is a resource type: declare a resource instead of making an object (Db, defined at line 1)

#--- types-question-set-elements evaluate extensions=on reference=differs
# A setter gets one element, for `=` and `+=` alike, and never undef.
type T { attr x { max => unbound, unsettable => true, set => |$v| { "<${v}>" } } }
[T.new({ x => [a, b] }), T.new |$t| { $t[x] += c }, T.new({ x => undef })]
#=> [T({'x' => ['<a>', '<b>']}), T({'x' => ['<c>']}), T({'x' => undef})]

#--- types-question-check-and-validate check extensions=on
# Both at once are an error.
# Error: 38-46 [repeated-setting] the setting `validate` is given more than once
type T { attr x { check => { true }, validate => { true } } }

#--- types-question-undef-list evaluate extensions=on reference=differs
# An unsettable feature with several values that is set to undef reads as undef.
type T { attr x { max => unbound, unsettable => true } }
[T.new({ x => undef })[x], T.new({ x => [] })[x]]
#=> [undef, []]

#--- types-question-feature-names check extensions=on
# Features are variables, so their names must be names of variables.
type T { attr _own, String attr camelCase, Integer attr a_1, Boolean }

#--- types-question-resource-name evaluate extensions=on reference=differs
# `User` is the defined type, `User['bob']` a resource.
type User { attr name }
[User.new({ name => 'x' }) =~ User, "${User['bob']}"]
#=> [true, 'User[\'bob\']']

#--- types-question-append evaluate extensions=on reference=differs
# `+=` in a setter.
type T { attr all { max => unbound } attr one { set => |$v| { $all += $v $v } } }
T.new({ one => 'a' }) |$t| { $t[one] = 'b' }
#=> T({'all' => ['a', 'b'], 'one' => 'b'})
