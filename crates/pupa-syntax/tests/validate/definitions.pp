# Where definitions stand, what they are called, and what they end with.

#--- definitions-at-the-top-and-in-classes check
class a {
  class b { define c { } }
  node x { }
}
function f() { 1 }
type T = Integer

#--- classes-are-not-conditional check
# Error: 11-21 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
if true { class a { } }
# Error: 21-31 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
class b { if true { class c { } } }
# Error: 12-22 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
define d { class e { } }
# Error: 17-29 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
# Error: 31-42 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
[1].each |$x| { class foo { } node bar { } }
# Error: 14-24 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
class f($x = class g { }) { }

#--- functions-and-aliases-stand-only-at-the-top check
class a {
# Error: 3-18 [not-absolute-top-level] A Function Definition may only appear at toplevel
  function f() { }
# Error: 8-18 [not-absolute-top-level] A Type Alias may only appear at toplevel
  type X = Integer
# Error: 13-28 [not-absolute-top-level] A Function Definition may only appear at toplevel
  class b { function g() { } }
}
# Error: 11-26 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
if true { function h() { } }
# Error: 21-36 [not-absolute-top-level] A Function Definition may only appear at toplevel
if true { notice(1) function i() { } }
# Error: 16-31 [not-absolute-top-level] A Function Definition may only appear at toplevel
# Error: 33-43 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
function j() { function k() { } class l { } }

#--- names-of-definitions check
# Error: 1-11 [illegal-definition-name] Unacceptable name. The name 'A' is unacceptable as the name of a Host Class Definition
class A { }
# Error: 1-13 [illegal-definition-name] Unacceptable name. The name '::b' is unacceptable as the name of a Host Class Definition
class ::b { }
# Error: 1-13 [illegal-definition-name] Unacceptable name. The name 'c-d' is unacceptable as the name of a Host Class Definition
class c-d { }
# Error: 1-15 [illegal-definition-name] Unacceptable name. The name 'E::F' is unacceptable as the name of a 'define' expression
define E::F { }
# Error: 1-18 [illegal-definition-name] Unacceptable name. The name '::g' is unacceptable as the name of a Function Definition
function ::g() { }
# Error: 6-18 [illegal-definition-name] Unacceptable name. The name '::H' is unacceptable as the name of a Type Alias
type ::H = Integer

#--- names-of-data-types-are-taken check
# Error: 1-17 [reserved-type-name] The name: 'integer' is already defined by Puppet and can not be used as the name of a Host Class Definition.
class integer { }
# Error: 1-17 [reserved-type-name] The name: 'string' is already defined by Puppet and can not be used as the name of a 'define' expression.
define string { }
# Error: 1-18 [reserved-type-name] The name: 'any' is already defined by Puppet and can not be used as the name of a Function Definition.
function any() { }
class a { class hash { } }
define callable { }

#--- plan-is-a-future-keyword check
# Deprecation: 1-14 [future-reserved-word] Use of future reserved word: 'plan'
class plan { }
# Deprecation: 17-20 [future-reserved-word] Use of future reserved word: 'plan'
function f() >> Plan { 1 }
# Deprecation: 17-23 [future-reserved-word] Use of future reserved word: 'plan'
function g() >> Plan[1] { 1 }
# Deprecation: 17-20 [future-reserved-word] Use of future reserved word: 'plan'
with(1) |$x| >> Plan { $x }
# Deprecation: 6-16 [future-reserved-word] Use of future reserved word: 'plan'
type A = Plan[1]

#--- aliases-need-a-type check
# Error: 10-18 [illegal-expression] Illegal expression. An Array Expression is unacceptable as a type reference in a Type Alias
type A = [Integer]
type B = { attributes => { a => Integer } }

#--- type-mappings check
type Runtime[ruby, 'X'] = Integer
type Runtime[ruby, [/a/, 'b']] = [/c/, 'd']
# Error: 6-36 [illegal-type-mapping] Illegal type mapping. Expected a Type on the left side, got A Type Mapping
type Runtime[ruby, 'X'] = [/a/, 'b']
# Error: 6-40 [illegal-type-mapping] Illegal type mapping. Expected a Tuple[Regexp,String] on the left side, got A Type Mapping
type Runtime[ruby, [/a/, 'b']] = Integer
# Error: 6-31 [unsupported-expression] Expressions of type a Type Mapping are not supported in this version of Puppet
type Other[ruby, 'X'] = Integer

#--- classes-defines-and-nodes-give-no-value check
# Error: 21-23 [idem-not-allowed-last] This String has no effect. A Host Class Definition can not end with a value-producing expression without other effect
class a { notice(1) 'x' }
# Error: 12-24 [idem-not-allowed-last] This 'if' statement has no effect. A 'define' expression can not end with a value-producing expression without other effect
define b { if true { 1 } }
# Error: 17-23 [idem-not-allowed-last] This Array Expression has no effect. A Node Definition can not end with a value-producing expression without other effect
node c { $x = 1 [1, $x] }
class d { $x =~ /a/ }
class e { unless $x { 1 } else { notice(2) } }
function f() { 1 }

#--- definitions-are-no-values check
# Error: 6-16 [not-rvalue] Invalid use of expression. A Host Class Definition does not produce a value
# Error: 6-16 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
$a = class b { }
# Error: 8-19 [not-rvalue] Invalid use of expression. A 'define' expression does not produce a value
# Error: 8-19 [not-rvalue] Invalid use of expression. A 'define' expression does not produce a value
# Error: 8-19 [not-rvalue] Invalid use of expression. A 'define' expression does not produce a value
# Error: 8-19 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
$c = -(define d { })
# Error: 7-22 [not-rvalue] Invalid use of expression. A Function Definition does not produce a value
# Error: 7-22 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
# Error: 32-41 [not-rvalue] Invalid use of expression. A Node Definition does not produce a value
# Error: 32-41 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
$e = [function f() { }, { g => node h { } }]
# Error: 25-35 [not-rvalue] Invalid use of expression. A Type Alias does not produce a value
# Error: 5-15 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
# Error: 25-35 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
foo(class i { }) + type J = Integer

#--- names-of-nodes check
node 'a', b.c, 10.0.0.1, /d e/, default, a-b { }
# Error: 6-10 [illegal-hostname-chars] The hostname 'a b' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)
#   Help: match several hosts with a regular expression
# Error: 13-17 [illegal-hostname-chars] The hostname 'a:b' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)
#   Help: match several hosts with a regular expression
node 'a b', 'a:b' { }
# Error: 10-10 [illegal-hostname-interpolation] An interpolated expression is not allowed in a hostname of a node
node "a${b}c${d}" { }
# Error: 7-8 [illegal-hostname-interpolation] An interpolated expression is not allowed in a hostname of a node
node "$x" { }

#--- nodes-do-not-inherit check
# Error: 17-17 [illegal-node-inheritance] Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation
node a inherits b { }

#--- heredocs-are-no-names-of-nodes check
# Error: 6-16 [illegal-expression] Illegal expression. A '@(json)' expression is unacceptable as hostname in a Node Definition
node @(END:json) { }
  1
  | END
