# Type definitions, an extension of edition 8 and part of the draft.

#--- a-good-type check
type Disk {
  attr device, String { min => 1 }
  attr label
  attr size, Integer { default => '0x10', check => { $it > 0 } }
  attr fs, enum[ext4, 'xfs', Btrfs] { default => ext4 }
  attr ratio, Float { default => -1 }
  attr ready, Boolean { default => 'yes' }
  has parts, Part { max => unbound, containment => false }
  invariant "no ${device}" { $size > 0 or $fs == xfs }
  abstract
}
type part { attr number, Integer }

#--- extension-is-announced-once check extensions=warn
# Warning: 6-6 [type-definition-extension] type definitions are an extension that other implementations of Puppet reject
#   Help: enable extensions in the configuration of the project to accept it
type A { attr a }
type B { attr b }
$a = A.new { a => 1 }

#--- brace-form-of-new-is-an-extension check extensions=warn
$a = A.new({ a => 1 })
# Warning: 6-21 [type-definition-extension] `new` with braces is an extension that other implementations of Puppet reject
#   Help: enable extensions in the configuration of the project to accept it
$b = B.new { b => 1 }

#--- draft-announces-nothing check edition=draft extensions=warn
type A { attr a }

#--- without-extensions-a-type-is-unsupported check extensions=off
# Error: 1-20 [unsupported-expression] Expressions of type a Type Definition are not supported in this version of Puppet
type A { notice(1) }
# Error: 11-31 [not-absolute-top-level] A Type Definition may only appear at toplevel
# Error: 11-31 [unsupported-expression] Expressions of type a Type Definition are not supported in this version of Puppet
class x { type B inherits A { } }

#--- types-stand-at-the-top check
class a {
# Error: 3-19 [not-absolute-top-level] A Type Definition may only appear at toplevel
  type A { attr a }
}
# Error: 11-27 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
if true { type B { attr b } }

#--- types-are-defined-once check
type user { attr a }
# Error: 6-9 [duplicate-type] the type `User` is defined more than once
#   Label: 1:6-9 first defined here
type User { attr b }
type Mine = Integer
# Error: 6-9 [duplicate-type] the type `Mine` is defined more than once
#   Label: 3:1-19 first defined here
type Mine { attr a }

#--- data-types-are-taken check
# Error: 6-12 [reserved-type-name] The name: 'Integer' is already defined by Puppet and can not be used as the name of a Type Definition.
type Integer { attr a }
# Error: 6-20 [reserved-type-name] The name: 'ManagedResource' is already defined by Puppet and can not be used as the name of a Type Definition.
type managedResource { attr a }

#--- bases check
# Error: 17-23 [data-type-as-base] cannot inherit from the data type `Integer`
#   Help: declare an attribute of that type instead
type A inherits Integer { attr a }
# Error: 17-17 [cyclic-inheritance] the type `B` inherits from itself
type B inherits B { attr a }
# Error: 17-17 [cyclic-inheritance] the type `C` inherits from itself
type C inherits D { attr a }
# Error: 17-17 [cyclic-inheritance] the type `D` inherits from itself
type D inherits E { attr b }
# Error: 17-17 [cyclic-inheritance] the type `E` inherits from itself
type E inherits C { attr c }
type F inherits C { attr d }
type G inherits Elsewhere { attr d }

#--- features-are-unique-in-the-whole-chain check
# Error: 31-31 [duplicate-feature] the feature `a` is declared more than once
#   Label: 1:15-15 first declared here
type A { attr a has b, A attr a }
# Error: 26-26 [duplicate-feature] the feature `b` is declared more than once
#   Label: 1:21-21 first declared here
type B inherits A { attr b }
# Error: 25-25 [duplicate-feature] the feature `a` is declared more than once
#   Label: 1:15-15 first declared here
type C inherits B { has a, A attr c }
type D inherits Elsewhere { attr a }

#--- features-in-a-cycle-are-unique check
# Error: 26-26 [duplicate-feature] the feature `a` is declared more than once
#   Label: 3:33-33 first declared here
type A inherits B { attr a }
# Error: 17-17 [cyclic-inheritance] the type `B` inherits from itself
# Error: 26-26 [duplicate-feature] the feature `a` is declared more than once
#   Label: 3:33-33 first declared here
type B inherits C { attr a }
# Error: 17-17 [cyclic-inheritance] the type `C` inherits from itself
# Error: 33-33 [duplicate-feature] the feature `a` is declared more than once
#   Label: 2:26-26 first declared here
type C inherits B { attr b attr a }
# Error: 26-26 [duplicate-feature] the feature `b` is declared more than once
#   Label: 3:26-26 first declared here
type D inherits A { attr b }
# Error: 6-6 [duplicate-type] the type `D` is defined more than once
#   Label: 4:6-6 first defined here
# Error: 26-26 [duplicate-feature] the feature `b` is declared more than once
#   Label: 3:26-26 first declared here
type D inherits D { attr b }

#--- managed-resources check
# Error: 40-43 [duplicate-feature] the feature `name` is declared more than once
#   Note: `ManagedResource` has the attribute `name`
# Error: 50-52 [feature-is-metaparameter] cannot name a feature of a managed resource `tag`, which is a metaparameter
type R inherits ManagedResource { attr name attr tag attr password }
# Error: 26-32 [feature-is-metaparameter] cannot name a feature of a managed resource `require`, which is a metaparameter
# Error: 39-46 [duplicate-feature] the feature `password` is declared more than once
#   Label: 1:59-66 first declared here
type S inherits R { attr require attr password }
type T { attr name attr tag }

#--- names-of-features check
# Error: 50-53 [illegal-feature-name] cannot name a feature `a::b`
#   Help: begin with a lower case letter or an underscore, then letters, digits and underscores
type A { attr aB_1 attr _b attr has attr if attr a::b }

#--- attribute-types check
type A {
# Error: 11-15 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `Array`
  attr a, Array
# Error: 11-19 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `String[1]`
  attr b, String[1]
# Error: 11-11 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `B`
#   Help: declare a reference: `has c`
  attr c, B
# Error: 11-14 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `Enum`
#   Help: give the values of the enumeration: `enum[a, b]`
  attr d, Enum
# Error: 27-27 [illegal-enum-value] expected a name or a string as a value of the enumeration, found `1`
# Error: 30-33 [illegal-enum-value] expected a name or a string as a value of the enumeration, found `c::d`
# Error: 24-24 [repeated-enum-value] the enumeration has the value `a` more than once
#   Label: 6:16-16 the first one
# Error: 36-36 [repeated-enum-value] the enumeration has the value `b` more than once
#   Label: 6:19-21 the first one
  attr e, Enum[a, 'b', a, 1, c::d, b]
# Error: 11-23 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `Array[String]`
  attr f, Array[String]
}

#--- reference-types check
type A {
# Error: 10-15 [illegal-reference-type] expected the name of a defined type as the type of a reference, found `String`
#   Help: declare an attribute: `attr a`
  has a, String
# Error: 10-13 [illegal-reference-type] expected the name of a defined type as the type of a reference, found `B[1]`
  has b, B[1]
  has c, C::D
# Error: 10-17 [illegal-reference-type] expected the name of a defined type as the type of a reference, found `Array[A]`
  has d, Array[A]
}

#--- settings check
type A {
# Error: 12-19 [unknown-setting] unknown setting `settable`
#   Help: did you mean `setable`?
# Error: 30-32 [unknown-setting] unknown setting `foo`
#   Help: the settings are `min`, `max`, `unsettable`, `check`, `validate`, `derived`, `transient`, `setable`, `default`, `set`, `get`, `containment`
  attr a { settable => true, foo => 1 }
# Error: 12-22 [misplaced-setting] cannot use the setting `containment` on an attribute
  attr b { containment => true }
# Error: 14-20 [misplaced-setting] cannot use the setting `default` on a reference
# Error: 28-30 [misplaced-setting] cannot use the setting `set` on a reference
# Error: 48-50 [misplaced-setting] cannot use the setting `get` on a reference
  has c, C { default => 1, set => |$x| { $x }, get => |$x| { $x } }
# Error: 32-34 [repeated-setting] the setting `min` is given more than once
#   Label: 5:12-14 first given here
# Error: 42-44 [unknown-setting] unknown setting `foo`
#   Help: the settings are `min`, `max`, `unsettable`, `check`, `validate`, `derived`, `transient`, `setable`, `default`, `set`, `get`, `containment`
# Error: 52-54 [unknown-setting] unknown setting `foo`
#   Help: the settings are `min`, `max`, `unsettable`, `check`, `validate`, `derived`, `transient`, `setable`, `default`, `set`, `get`, `containment`
  attr d { min => 0, max => 1, min => 1, foo => 1, foo => 2 }
# Error: 31-38 [repeated-setting] the setting `validate` is given more than once
#   Label: 6:12-16 first given here
#   Note: `check` and `validate` are two names of one setting
  attr e { check => { true }, validate => { true } }
# Error: 26-26 [illegal-setting-value] expected `true` or `false` as the value of `unsettable`, found `1`
# Error: 42-47 [illegal-setting-value] expected `true` or `false` as the value of `transient`, found `'true'`
# Error: 50-56 [illegal-setting-value] expected `true` or `false` as the value of `setable`, found a block
# Error: 76-76 [illegal-setting-value] expected a lambda as the value of `derived`, found `1`
  attr f { unsettable => 1, transient => 'true', setable => {}, derived => 1 }
# Error: 29-33 [illegal-setting-value] expected `true` or `false` as the value of `containment`, found `undef`
  has g, C { containment => undef }
# Error: 19-21 [illegal-setting-value] expected an integer as the value of `min`, found `'a'`
# Error: 31-33 [illegal-setting-value] expected an integer or `unbound` as the value of `max`, found `foo`
  attr h { min => 'a', max => foo }
# Error: 19-25 [illegal-setting-value] expected an integer as the value of `min`, found `unbound`
  attr i { min => unbound, max => unbound }
# Error: 19-23 [illegal-setting-value] expected a lambda as the value of `set`, found a block
# Error: 33-34 [illegal-setting-value] expected a lambda as the value of `get`, found `$x`
  attr j { set => { 1 }, get => $x }
}

#--- bounds check
type A {
# Error: 19-20 [illegal-bounds] `min` cannot be negative
  attr a { min => -1 }
# Error: 19-19 [illegal-bounds] `max` cannot be below 1
  attr b { max => 0 }
# Error: 19-20 [illegal-bounds] `max` cannot be below 1
  attr c { max => -1 }
# Error: 29-29 [illegal-bounds] `min` is 3, above `max`, which is 2
#   Label: 5:19-19 `min` is given here
  attr d { min => 3, max => 2 }
  attr e { min => 2 }
  attr f { min => 1, max => 99999999999999999999 }
  attr g { min => 5, max => 5 }
}

#--- defaults check
type A {
# Error: 32-34 [illegal-default] cannot convert the default `'x'` to an `Integer`
  attr a, Integer { default => 'x' }
  attr b, Integer { default => true }
# Error: 32-36 [illegal-default] cannot convert the default `maybe` to a `Boolean`
  attr c, Boolean { default => maybe }
# Error: 35-35 [illegal-default] cannot convert the default `y` to one of `x`, `Y`
  attr d, enum[x, Y] { default => y }
  attr e, enum[x, Y] { default => Y }
# Error: 32-32 [illegal-default] cannot convert the default `1` to one of `x`
  attr f, enum[x] { default => 1 }
  attr g, Float { default => '1.5e3' }
# Error: 23-25 [illegal-setting-value] expected a number, a string, a boolean or a name as the value of `default`, found `[1]`
  attr h { default => [1] }
# Error: 23-26 [illegal-setting-value] expected a number, a string, a boolean or a name as the value of `default`, found `-foo`
  attr i { default => -foo }
  attr j, Integer { default => - 5 }
# Error: 23-29 [illegal-setting-value] expected a number, a string, a boolean or a name as the value of `default`, found `"x${y}"`
  attr k { default => "x${y}" }
# Error: 33-39 [setting-of-derived] cannot use the setting `default` together with `derived`
# Error: 47-49 [setting-of-derived] cannot use the setting `get` together with `derived`
  attr l { derived => || { 1 }, default => 1, get => |$x| { $x } }
}

#--- lambdas-of-settings check
type A {
# Error: 23-33 [wrong-parameter-count] expected no parameters in the lambda of `derived`, found 1
  attr a { derived => |$x| { $x } }
# Error: 19-26 [wrong-parameter-count] expected one parameter in the lambda of `set`, found 0
# Error: 36-50 [wrong-parameter-count] expected one parameter in the lambda of `get`, found 2
  attr b { set => || { 1 }, get => |$a, $b| { $a } }
# Error: 21-37 [wrong-parameter-count] expected one parameter in the lambda of `check`, found 2
  attr c { check => |$a, $b| { true } }
# Error: 13-23 [wrong-parameter-count] expected one parameter in the lambda of `invariant`, found 0
  invariant || { true }
  invariant 'x' |$self| { true }
}

#--- logic-is-restricted check
type A {
# Error: 23-33 [illegal-type-logic] cannot use the function `notice` in the logic of a type
  attr a { check => { notice($it) true } }
# Error: 21-29 [illegal-type-logic] cannot use the variable `$::global` in the logic of a type
#   Note: type logic sees only features and its own variables
  attr b { check => $::global =~ /x/ }
# Error: 23-35 [illegal-type-logic] cannot use a resource in the logic of a type
  attr c { check => { file { 'x': } true } }
# Error: 23-33 [illegal-type-logic] cannot use the function `include` in the logic of a type
  attr d { check => { include foo true } }
# Error: 39-46 [illegal-type-logic] cannot use the function `fail` in the logic of a type
  attr e { check => { [1].each |$x| { fail($x) } } }
# Error: 64-78 [illegal-type-logic] cannot use the function `lookup` in the logic of a type
  attr f { check => { if $it.size > 1 and $it.owner == 'x' and $it.lookup('y') { 'long' } } }
  attr g { derived => || { $y = Integer('5') + new(Integer, '6') B.new({ a => $y }) } }
# Error: 25-28 [illegal-type-logic] cannot use the variable `$::y` in the logic of a type
#   Note: type logic sees only features and its own variables
# Error: 33-54 [illegal-type-logic] cannot use a relationship in the logic of a type
  attr h { set => |$x = $::y| { File['a'] -> File['b'] } }
# Error: 18-28 [illegal-type-logic] cannot use the function `lookup` in the logic of a type
# Error: 34-43 [illegal-type-logic] cannot use a collector in the logic of a type
# Error: 45-60 [illegal-type-logic] cannot use a function definition in the logic of a type
# Error: 45-60 [not-absolute-top-level] A Function Definition may only appear at toplevel
  invariant "x ${lookup('y')}" { File <| |> function x() { } }
}

#--- logic-makes-no-managed-resources check
type R inherits ManagedResource { attr a }
type A {
# Error: 29-33 [illegal-type-logic] cannot use an instance of the managed resource `R` in the logic of a type
# Error: 36-52 [illegal-type-logic] cannot use an instance of the managed resource `R` in the logic of a type
# Error: 55-60 [illegal-type-logic] cannot use an instance of the managed resource `R` in the logic of a type
# Error: 63-68 [illegal-type-logic] cannot use an instance of the managed resource `R` in the logic of a type
  attr a { derived => || { [R.new, R.new({ a => 1 }), new(R), R('x'), A.new] } }
}

#--- general-rules-hold-in-logic check
# Error: 30-30 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
# Error: 55-58 [illegal-var-name] Illegal variable name, The given name 'Foo' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
# Error: 75-76 [duplicate-key] The key 'a' is declared more than once
#   Label: 1:65-65 first declared here
type A { attr a { check => { 1 2 true } } invariant { $Foo == { a => 1, a => 2 } } }

#--- setters-append-to-features check
type A inherits Z {
  attr many { max => unbound, set => |$v| { $many += $v } }
# Error: 28-31 [append-to-single-valued] cannot append to `one`, which has at most one value
  attr one { set => |$v| { $one += $v $many += $v $inherited += 1 } }
}
# Error: 65-66 [appends-deletes-no-longer-supported] The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#   Help: assign the sum to a new variable: `$all = $some + [1]`
# Error: 76-77 [appends-deletes-no-longer-supported] The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#   Help: assign the difference to a new variable: `$rest = $all - [1]`
type B { attr many { min => 2, set => |$v| { $many += $v $other += 1 $many -= 1 } } }

#--- initialisers-set-features check
$t = Team.new |$t| {
  $t[members] += Person.new({ name => 'ann' })
  $t[lead] = $t[members][1]
  [1].each |$x| { $t[lead] = $x }
}
new(Team, { a => 1 }) |$o| { $o['x'] = 1 }

#--- only-initialisers-set-features check
# Error: 1-8 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
$t[lead] = undef
Team.new |$t| {
# Error: 3-10 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
  $u[lead] = 1
# Error: 3-10 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
  $t[a, b] = 1
# Error: 3-10 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
  $t[a][b] = 1
# Error: 9-10 [appends-deletes-no-longer-supported] The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#   Help: assign the difference to a new variable: `$rest = $all - [1]`
  $t[a] -= 1
# Error: 4-8 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
  [$t[a], $b] = [1, 2]
# Error: 19-26 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
  [1].each |$t| { $t[lead] = 1 }
}
# Error: 21-25 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
Team.new |$a, $b| { $a[x] = 1 }
# Error: 22-23 [appends-deletes-no-longer-supported] The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#   Help: assign the sum to a new variable: `$all = $some + [1]`
$x.each |$t| { $t[a] += 1 }

#--- initialisers-are-an-extension check extensions=warn
# Warning: 17-24 [type-definition-extension] assignment to a feature in an initialiser is an extension that other implementations of Puppet reject
#   Help: enable extensions in the configuration of the project to accept it
Team.new |$t| { $t[lead] = 1 }

#--- without-extensions-nothing-is-set check extensions=off
# Error: 17-24 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
# Error: 39-40 [appends-deletes-no-longer-supported] The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#   Help: assign the sum to a new variable: `$all = $some + [1]`
Team.new |$t| { $t[lead] = 1 $t[lead] += 1 }
