# Errors in a definition are reported before the program is evaluated. More of them are in the
# fixtures of the syntax.

#--- types-wrong-base check extensions=on
# Error: 17-24 [data-type-as-base] cannot inherit from the data type `Integer`
# Help: 17-24 declare an attribute of that type instead
type A inherits Integer { }
# Error: 17-21 [data-type-as-base] cannot inherit from the data type `Hash`
# Help: 17-21 declare an attribute of that type instead
type B inherits Hash { }
# Error: 17-18 [cyclic-inheritance] the type `C` inherits from itself
type C inherits C { }
# Error: 17-18 [cyclic-inheritance] the type `D` inherits from itself
type D inherits E { }
# Error: 17-18 [cyclic-inheritance] the type `E` inherits from itself
type E inherits D { }

#--- types-wrong-feature check extensions=on
# Attributes and references share one name space, also with the base types.
type A { attr x has y, A }
type B inherits A { attr z }
# Error: 25-26 [duplicate-feature] the feature `x` is declared more than once
# Error: 35-36 [duplicate-feature] the feature `y` is declared more than once
# Error: 42-43 [duplicate-feature] the feature `z` is declared more than once
type C inherits B { has x, A attr y attr z attr own }

#--- types-wrong-data-type check extensions=on
# Error: 18-23 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `Array`
# Error: 32-35 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `Any`
# Error: 44-51 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `Numeric`
# Error: 60-73 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `Integer[1, 2]`
# Error: 82-86 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `Enum`
# Help: 82-86 give the values of the enumeration: `enum[a, b]`
# Error: 95-96 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `A`
# Help: 95-96 declare a reference: `has f`
type A { attr a, Array attr b, Any attr c, Numeric attr d, Integer[1, 2] attr e, Enum attr f, A }
# Error: 17-23 [illegal-reference-type] expected the name of a defined type as the type of a reference, found `String`
# Help: 17-23 declare an attribute: `attr a`
# Error: 31-39 [illegal-reference-type] expected the name of a defined type as the type of a reference, found `Array[A]`
# Error: 47-54 [illegal-reference-type] expected the name of a defined type as the type of a reference, found `enum[x]`
type B { has a, String has b, Array[A] has c, enum[x] }

#--- types-wrong-bounds check extensions=on
# Error: 26-28 [illegal-bounds] `min` cannot be negative
# Error: 47-48 [illegal-bounds] `max` cannot be below 1
# Error: 67-69 [illegal-bounds] `max` cannot be below 1
# Error: 98-99 [illegal-bounds] `min` is 2, above `max`, which is 1
type A { attr a { min => -1 } attr b { max => 0 } attr c { max => -1 } attr d { min => 2, max => 1 } }
# Error: 38-39 [illegal-bounds] `min` is 5, above `max`, which is 4
# Error: 58-65 [illegal-setting-value] expected an integer as the value of `min`, found `unbound`
# Error: 84-88 [illegal-setting-value] expected an integer or `unbound` as the value of `max`, found `many`
# Error: 107-110 [illegal-setting-value] expected an integer as the value of `min`, found `1.5`
type B { has a, A { min => 5, max => 4 } attr b { min => unbound } attr c { max => many } attr d { min => 1.5 } }

#--- types-wrong-default check extensions=on
# Error: 39-42 [illegal-default] cannot convert the default `'x'` to an `Integer`
# Error: 72-73 [illegal-default] cannot convert the default `x` to a `Float`
# Error: 105-110 [illegal-default] cannot convert the default `maybe` to a `Boolean`
type A { attr a, Integer { default => 'x' } attr b, Float { default => x } attr c, Boolean { default => maybe } }
# Error: 42-43 [illegal-default] cannot convert the default `z` to one of `x`, `y`
# Error: 85-92 [setting-of-derived] cannot use the setting `default` together with `derived`
type B { attr a, enum[x, y] { default => z } attr b, Integer { derived => || { 1 }, default => 1 } }
# Error: 39-42 [illegal-setting-value] expected a number, a string, a boolean or a name as the value of `default`, found `[1]`
# Error: 65-70 [illegal-setting-value] expected a number, a string, a boolean or a name as the value of `default`, found `undef`
# Error: 84-91 [misplaced-setting] cannot use the setting `default` on a reference
type C { attr a, Integer { default => [1] } attr b { default => undef } has c, C { default => 1 } }

#--- types-wrong-default-number check edition=8 extensions=on
# Error: 39-59 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x56bc75e2d630fffff'
# Error: 92-112 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x56bc75e2d630fffff'
type A { attr a, Integer { default => 99999999999999999999 } attr b, Integer { default => -99999999999999999999 } }

#--- types-default-number-draft evaluate edition=draft extensions=on reference=differs
# Integers of the draft are unbounded.
type T { attr n, Integer { default => -99999999999999999999 } }
T.new[n]
#=> -99999999999999999999

#--- types-wrong-logic check extensions=on
# Error: 30-40 [wrong-parameter-count] expected no parameters in the lambda of `derived`, found 1
# Error: 59-67 [wrong-parameter-count] expected one parameter in the lambda of `set`, found 0
# Error: 86-100 [wrong-parameter-count] expected one parameter in the lambda of `get`, found 2
type A { attr a { derived => |$x| { 1 } } attr b { set => || { 1 } } attr c { get => |$a, $b| { 1 } } }
# Error: 28-39 [wrong-parameter-count] expected one parameter in the lambda of `check`, found 0
# Error: 60-77 [wrong-parameter-count] expected one parameter in the lambda of `check`, found 2
# Error: 90-101 [wrong-parameter-count] expected one parameter in the lambda of `invariant`, found 0
# Error: 112-129 [wrong-parameter-count] expected one parameter in the lambda of `invariant`, found 2
type B { attr a { check => || { true } } attr b { check => |$a, $b| { true } } invariant || { true } invariant |$a, $b| { true } }
# Error: 40-43 [setting-of-derived] cannot use the setting `get` together with `derived`
# Error: 71-74 [misplaced-setting] cannot use the setting `set` on a reference
# Error: 102-105 [misplaced-setting] cannot use the setting `get` on a reference
type C { attr a { derived => || { 1 }, get => |$x| { 1 } } has b, C { set => |$x| { 1 } } has c, C { get => |$x| { 1 } } }
# Error: 30-35 [illegal-setting-value] expected a lambda as the value of `derived`, found a block
# Error: 54-55 [illegal-setting-value] expected a lambda as the value of `set`, found `1`
# Error: 74-79 [illegal-setting-value] expected a lambda as the value of `get`, found a block
type D { attr a { derived => { 1 } } attr b { set => 1 } attr c { get => { 1 } } }

#--- types-wrong-flags check extensions=on
# Error: 33-39 [illegal-setting-value] expected `true` or `false` as the value of `unsettable`, found `'true'`
# Error: 64-65 [illegal-setting-value] expected `true` or `false` as the value of `transient`, found `1`
# Error: 88-93 [illegal-setting-value] expected `true` or `false` as the value of `setable`, found `undef`
# Error: 122-123 [illegal-setting-value] expected `true` or `false` as the value of `containment`, found `x`
type A { attr a { unsettable => 'true' } attr b { transient => 1 } attr c { setable => undef } has d, A { containment => x } }
# Error: 29-32 [repeated-setting] the setting `min` is given more than once
# Error: 68-76 [repeated-setting] the setting `validate` is given more than once
# Error: 100-108 [unknown-setting] unknown setting `settable`
# Help: 100-108 did you mean `setable`?
type B { attr a { min => 1, min => 1 } attr b { check => { true }, validate => { true } } attr c { settable => true } }

#--- types-wrong-name check extensions=on
# Error: 6-13 [reserved-type-name] The name: 'Integer' is already defined by Puppet and can not be used as the name of a Type Definition.
type Integer { }
# Error: 6-21 [reserved-type-name] The name: 'ManagedResource' is already defined by Puppet and can not be used as the name of a Type Definition.
type ManagedResource { }
type A { attr x }
# Error: 6-7 [duplicate-type] the type `A` is defined more than once
type a { attr x }
type B = Integer
# Error: 6-7 [duplicate-type] the type `B` is defined more than once
type B { }
type C { }
# Error: 6-7 [duplicate-type] the type `C` is defined more than once
type C = Integer
# Error: 15-22 [illegal-feature-name] cannot name a feature `__ptype`
# Help: 15-22 objects have their type under that key when they are data
type D { attr __ptype }

#--- types-wrong-managed check extensions=on
# A resource type already has a name, and every resource has metaparameters.
# Error: 41-45 [duplicate-feature] the feature `name` is declared more than once
# Error: 51-58 [feature-is-metaparameter] cannot name a feature of a managed resource `require`, which is a metaparameter
# Error: 64-67 [feature-is-metaparameter] cannot name a feature of a managed resource `tag`, which is a metaparameter
type Db inherits ManagedResource { attr name attr require attr tag attr quota, Integer }
# Error: 32-38 [feature-is-metaparameter] cannot name a feature of a managed resource `before`, which is a metaparameter
type Db_user inherits Db { has before, A }
type A { attr require }

#--- types-wrong-links evaluate extensions=on reference=differs
# Other types may be in other files, so these errors are found at run time.
type T inherits Missing { }
T.new
#=> error 1:17: cannot inherit from the type `Missing`, which is not defined

type T { has x, Missing }
T.new
#=> error 1:17: the type `Missing` of a reference is not defined

# Also if the type is not used.
type T { has x, Missing }
1
#=> error 1:17: the type `Missing` of a reference is not defined

# A type alias is not a type definition.
type Port = Integer
type T inherits Port { }
T.new
#=> error 2:17: cannot inherit from the data type `Port`

type Port = Integer
type T { has x, Port }
T.new
#=> error 2:17: expected the name of a defined type as the type of a reference, found `Port`

#--- types-names-elsewhere evaluate extensions=on reference=differs
# The words of type definitions are ordinary names everywhere else.
$has = 1
$invariant = 2
$abstract = 3
$enum = 4
$attr = 5;
[$has, $invariant, $abstract, $enum, $attr, has, invariant, abstract, enum, unbound, derived, setable, check]
#=> [1, 2, 3, 4, 5, 'has', 'invariant', 'abstract', 'enum', 'unbound', 'derived', 'setable', 'check']

function has($x) { $x + 1 }
function invariant($x) { has($x) * 2 }
[has(1), 1.invariant]
#=> [2, 4]

{ has => 1, invariant => 2, abstract => 3, min => 4, max => 5 }['invariant']
#=> 2

$x = attr
$x
#8=> error 1:6: Use of reserved word: attr, must be quoted if intended to be a String value
#draft=> 'attr'

# In logic too.
type T { attr has, Integer attr invariant, Integer invariant { $has < $invariant } }
T.new({ has => 1, invariant => 2 })
#=> T({'has' => 1, 'invariant' => 2})

# `type` is a function as well.
type T { }
[type(1), 1.type]
#=> [Integer[1, 1], Integer[1, 1]]

#--- types-extension-off evaluate edition=8 extensions=off reference=differs
# The reference has no type definitions.
type A { attr b, String }
#=> error 1:16: illegal comma separated argument list

$x = A.new { b => 1 }
#=> error 1:7: Expression is not valid as a resource, resource-default, or resource-override

type A = Integer
1 =~ A
#=> true

#--- types-extension-warns evaluate edition=8 extensions=warn reference=differs
# One warning per file.
type A { attr b, String }
type C { has d, A }
C.new({ d => A.new({ b => 'x' }) })
#=> warning: type definitions are an extension that other implementations of Puppet reject
#=> C({'d' => A({'b' => 'x'})})
