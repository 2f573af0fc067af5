# Names that are reserved or malformed.

#--- definition-name-upper-class check
# Error: 1-14 [illegal-definition-name] Unacceptable name. The name 'Foo' is unacceptable as the name of a Host Class Definition
class Foo { }

#--- definition-name-upper-define check
# Error: 1-15 [illegal-definition-name] Unacceptable name. The name 'Foo' is unacceptable as the name of a 'define' expression
define Foo { }

#--- definition-name-dash-class check
# Error: 1-14 [illegal-definition-name] Unacceptable name. The name 'a-b' is unacceptable as the name of a Host Class Definition
class a-b { }

#--- definition-name-dash-define check
# Error: 1-15 [illegal-definition-name] Unacceptable name. The name 'a-b' is unacceptable as the name of a 'define' expression
define a-b { }

#--- definition-name-dash-function check
# Error: 1-19 [illegal-definition-name] Unacceptable name. The name 'a-b' is unacceptable as the name of a Function Definition
function a-b() { }

#--- definition-name-upper-segment check
# Error: 8-11 [syntax-error] Syntax error at '::B'
class a::B { }

#--- definition-name-underscore check
# Error: 1-13 [illegal-definition-name] Unacceptable name. The name '_a' is unacceptable as the name of a Host Class Definition
class _a { }

#--- definition-name-reference check
# Error: 1-15 [illegal-definition-name] Unacceptable name. The name 'A::B' is unacceptable as the name of a Host Class Definition
class A::B { }

#--- reserved-type-name-class check
# Error: 1-17 [reserved-type-name] The name: 'string' is already defined by Puppet and can not be used as the name of a Host Class Definition.
class string { }

#--- reserved-type-name-define check
# Error: 1-19 [reserved-type-name] The name: 'integer' is already defined by Puppet and can not be used as the name of a 'define' expression.
define integer { }

#--- reserved-type-name-function check
# Error: 1-19 [reserved-type-name] The name: 'any' is already defined by Puppet and can not be used as the name of a Function Definition.
function any() { }

#--- reserved-type-name-alias check
type Integer = String

#--- reserved-type-name-each check
# Error: 392-396 [syntax-error] Syntax error at 'type'
class any { } class array { } class boolean { } class collection { } class enum { } class float { } class hash { } class init { } class numeric { } class object { } class optional { } class pattern { } class regexp { } class runtime { } class scalar { } class semver { } class semverrange { } class sensitive { } class struct { } class timespan { } class timestamp { } class tuple { } class type { } class typeset { } class unit { } class variant { }

#--- reserved-type-name-others check
# Error: 168-173 [syntax-error] Syntax error at 'undef'
# Error: 184-191 [syntax-error] Syntax error at 'default'
class binary { } class deferred { } class error { } class iterable { } class catalogentry { } class resource { } class data { } class uri { } class callable { } class undef { } class default { } class notundef { } class scalardata { } class richdata { }

#--- reserved-type-name-qualified check
class a::string { }

#--- reserved-word-plan-class check
# Deprecation: 1-15 [future-reserved-word] Use of future reserved word: 'plan'
class plan { }

#--- reserved-word-plan-function check
# Deprecation: 1-20 [future-reserved-word] Use of future reserved word: 'plan'
function plan() { }

#--- reserved-word-plan-type check
# Deprecation: 10-14 [future-reserved-word] Use of future reserved word: 'plan'
type A = Plan

#--- reserved-word-plan-return check
# Deprecation: 17-21 [future-reserved-word] Use of future reserved word: 'plan'
function a() >> Plan { }

#--- reserved-word-attr check
# Error: 6-10 [reserved-word] Use of reserved word: attr, must be quoted if intended to be a String value
# Help: 6-10 put it in quotes: `'attr'`
$x = attr

#--- reserved-word-private check
# Error: 7-14 [reserved-word] Use of reserved word: private, must be quoted if intended to be a String value
# Help: 7-14 put it in quotes: `'private'`
$x = [private, 1]

#--- reserved-parameter-name check
# Error: 9-14 [reserved-parameter] The parameter $name redefines a built in parameter in the Host Class Definition
class a($name) { }

#--- reserved-parameter-title check
# Error: 10-16 [reserved-parameter] The parameter $title redefines a built in parameter in the 'define' expression
# Error: 18-23 [reserved-parameter] The parameter $name redefines a built in parameter in the 'define' expression
define a($title, $name) { }

#--- reserved-parameter-function check
function a($name, $title) { }

#--- parameter-number check
# Error: 9-11 [illegal-numeric-parameter] The numeric parameter name '$1' cannot be used (clashes with numeric match result variables)
# Error: 9-11 [illegal-param-name] Illegal parameter name. The given name '1' does not conform to the naming rule /^[a-z_]\w*$/
class a($1) { }

#--- parameter-number-zero check
# Error: 10-12 [illegal-numeric-parameter] The numeric parameter name '$0' cannot be used (clashes with numeric match result variables)
# Error: 10-12 [illegal-param-name] Illegal parameter name. The given name '0' does not conform to the naming rule /^[a-z_]\w*$/
define a($0) { }

#--- parameter-upper check
# Error: 9-11 [illegal-param-name] Illegal parameter name. The given name 'B' does not conform to the naming rule /^[a-z_]\w*$/
class a($B) { }

#--- parameter-qualified check
# Error: 9-14 [illegal-param-name] Illegal parameter name. The given name 'b::c' does not conform to the naming rule /^[a-z_]\w*$/
class a($b::c) { }

#--- parameter-leading-colons check
# Error: 9-13 [illegal-param-name] Illegal parameter name. The given name '::b' does not conform to the naming rule /^[a-z_]\w*$/
class a($::b) { }

#--- parameter-underscore check
class a($_b) { }

#--- parameter-duplicate check
# Error: 17-19 [duplicate-parameter] The parameter 'b' is declared more than once in the parameter list
class a($b, $c, $b) { }

#--- parameter-duplicate-define check
# Error: 14-16 [duplicate-parameter] The parameter 'b' is declared more than once in the parameter list
# Error: 18-20 [duplicate-parameter] The parameter 'b' is declared more than once in the parameter list
define a($b, $b, $b) { }

#--- parameter-duplicate-lambda check
foo() |$a, $a| { }

#--- parameter-rest-class check
# Error: 10-12 [captures-rest-not-supported] Parameter $b has 'captures rest' - not supported in a Host Class Definition
class a(*$b) { }

#--- parameter-rest-define check
# Error: 11-13 [captures-rest-not-supported] Parameter $b has 'captures rest' - not supported in a 'define' expression
define a(*$b) { }

#--- parameter-rest-middle-lambda check
# Error: 9-11 [captures-rest-not-last] Parameter $a is not last, and has 'captures rest'
foo() |*$a, *$b| { }

#--- parameter-rest-middle-function check
function a(*$b, $c) { }

#--- parameter-type-dynamic check
# Deprecation: 21-23 [illegal-nonliteral-parameter-type] The parameter '$b' must be a literal type, not a Puppet::Pops::Model::AccessExpression
# Help: 21-23 write the type without variables and calls, or define a type alias
class a(Integer[$x] $b) { }

#--- parameter-type-dynamic-define check
define a(Integer[$x] $b) { }

#--- parameter-type-dynamic-call check
# Deprecation: 21-23 [illegal-nonliteral-parameter-type] The parameter '$b' must be a literal type, not a Puppet::Pops::Model::AccessExpression
# Help: 21-23 write the type without variables and calls, or define a type alias
class a(Enum[foo()] $b) { }

#--- parameter-type-literals check
class a(Enum['a', b] $c, Integer[1, -1] $d, Pattern[/a/] $e, Struct[{ a => Integer }] $f, Variant[undef, default] $g) { }

#--- parameter-type-interpolated check
# Deprecation: 23-25 [illegal-nonliteral-parameter-type] The parameter '$c' must be a literal type, not a Puppet::Pops::Model::AccessExpression
# Help: 23-25 write the type without variables and calls, or define a type alias
class a(Enum["a${b}"] $c) { }

#--- parameter-type-sum check
# Deprecation: 24-26 [illegal-nonliteral-parameter-type] The parameter '$c' must be a literal type, not a Puppet::Pops::Model::AccessExpression
# Help: 24-26 write the type without variables and calls, or define a type alias
class a(Integer[1 + 2] $c) { }

#--- variable-name-upper check
# Error: 8-10 [illegal-var-name] Illegal variable name, The given name 'A' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
notice $A

#--- variable-name-upper-qualified check
# Error: 8-13 [illegal-var-name] Illegal variable name, The given name 'a::B' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
# Error: 15-19 [illegal-var-name] Illegal variable name, The given name '::A' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
notice $a::B, $::A

#--- variable-name-numeric check
# Error: 8-11 [illegal-numeric-var-name] Illegal numeric variable name, The given name '01' must be a decimal value if it starts with a digit 0-9
# Error: 13-17 [illegal-numeric-var-name] Illegal numeric variable name, The given name '0x1' must be a decimal value if it starts with a digit 0-9
notice $01, $0x1

#--- variable-name-dash-in-string check
# Error: 11-14 [illegal-var-name] Illegal variable name, The given name 'a-b' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
notice "${a-b}"

#--- variable-name-empty check
# Error: 8-9 [illegal-var-name] Illegal variable name, The given name '' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
notice $

#--- class-reference-lower check
# Error: 10-10 [illegal-class-reference] Illegal class reference
# Help: 10-10 each segment of a reference begins with an upper case letter
notice A::b

#--- hostname-bad check
# Error: 6-11 [illegal-hostname-chars] The hostname 'a b' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)
# Help: 6-11 match several hosts with a regular expression
# Error: 13-18 [illegal-hostname-chars] The hostname 'c$d' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)
# Help: 13-18 match several hosts with a regular expression
# Error: 20-25 [illegal-hostname-chars] The hostname 'e/f' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)
# Help: 20-25 match several hosts with a regular expression
node 'a b', 'c$d', "e/f" { }

#--- hostname-good check
node 'a-b.c_d', 1, a.b, "c" { }

#--- hostname-interpolated check
# Error: 10-11 [illegal-hostname-interpolation] An interpolated expression is not allowed in a hostname of a node
node "a${b}c" { }

#--- hostname-interpolated-only check
# Error: 9-10 [illegal-hostname-interpolation] An interpolated expression is not allowed in a hostname of a node
node "${b}" { }

#--- node-inheritance check
# Error: 17-18 [illegal-node-inheritance] Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation
node a inherits b { }

#--- node-inheritance-default check
# Error: 17-24 [illegal-node-inheritance] Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation
node a inherits default { }

#--- return-type-name check
function a() >> Foo { }

#--- return-type-lambda check
foo() |$a| >> Foo[1] { }

#--- alias-to-array check
# Error: 10-13 [illegal-expression] Illegal expression. An Array Expression is unacceptable as a type reference in a Type Alias
type A = [1]

#--- alias-to-hash check
type A = { b => 1 }

#--- alias-name check
type A::B::C = Integer
