# Parameters of classes, defined types, functions and lambdas.

#--- parameters-are-unique check
# Error: 17-18 [duplicate-parameter] The parameter 'x' is declared more than once in the parameter list
#   Label: 1:9-10 first declared here
# Error: 21-22 [duplicate-parameter] The parameter 'x' is declared more than once in the parameter list
#   Label: 1:9-10 first declared here
class a($x, $y, $x, $x) { }
# Error: 16-17 [duplicate-parameter] The parameter 'x' is declared more than once in the parameter list
#   Label: 2:12-13 first declared here
function b($x, $x) { }
# Error: 29-30 [duplicate-parameter] The parameter 'x' is declared more than once in the parameter list
#   Label: 3:18-19 first declared here
define c(Integer $x, String $x = 1) { }

#--- lambdas-may-repeat-parameters check
with(1) |$x, $x| { }

#--- name-and-title-are-built-in check
# Error: 9-13 [reserved-parameter] The parameter $name redefines a built in parameter in the Host Class Definition
# Error: 16-21 [reserved-parameter] The parameter $title redefines a built in parameter in the Host Class Definition
class a($name, $title) { }
# Error: 10-15 [reserved-parameter] The parameter $title redefines a built in parameter in the 'define' expression
define b($title) { }
function c($name) { }

#--- parameters-that-take-the-rest check
# Error: 10-11 [captures-rest-not-supported] Parameter $x has 'captures rest' - not supported in a Host Class Definition
class a(*$x) { }
# Error: 23-24 [captures-rest-not-supported] Parameter $y has 'captures rest' - not supported in a 'define' expression
define b($x, Integer *$y) { }
function c(*$x, $y) { }
# Error: 11-12 [captures-rest-not-last] Parameter $x is not last, and has 'captures rest'
with(1) |*$x, $y, *$z| { }

#--- names-of-parameters check
class a($_b, $c) { }
# Error: 9-10 [illegal-numeric-parameter] The numeric parameter name '$1' cannot be used (clashes with numeric match result variables)
# Error: 9-10 [illegal-param-name] Illegal parameter name. The given name '1' does not conform to the naming rule /^[a-z_]\w*$/
# Error: 13-14 [illegal-param-name] Illegal parameter name. The given name 'A' does not conform to the naming rule /^[a-z_]\w*$/
# Error: 17-21 [illegal-param-name] Illegal parameter name. The given name 'b::c' does not conform to the naming rule /^[a-z_]\w*$/
class b($1, $A, $b::c) { }
# Error: 10-12 [illegal-numeric-parameter] The numeric parameter name '$01' cannot be used (clashes with numeric match result variables)
# Error: 10-12 [illegal-param-name] Illegal parameter name. The given name '01' does not conform to the naming rule /^[a-z_]\w*$/
# Error: 15-18 [illegal-numeric-parameter] The numeric parameter name '$0x1' cannot be used (clashes with numeric match result variables)
# Error: 15-18 [illegal-param-name] Illegal parameter name. The given name '0x1' does not conform to the naming rule /^[a-z_]\w*$/
with(1) |$01, $0x1| { }

#--- defaults-assign-nothing check
# Error: 18-18 [illegal-assignment-context] Assignment not allowed here
class a($x = ($y = 1)) { }
# Error: 29-29 [illegal-assignment-context] Assignment not allowed here
class b($x = [1, { k => ($z = 2) }]) { }
# Error: 21-21 [illegal-assignment-context] Assignment not allowed here
class c($x = foo($y = 1) |$z| { $local = 1 }) { }
# Error: 27-27 [illegal-assignment-context] Assignment not allowed here
# Error: 43-43 [illegal-assignment-context] Assignment not allowed here
class d($x = if true { $y = 1 } else { $z = 2 }) { }

#--- types-of-class-parameters-are-literal check
class a(Enum[a, 'b'] $x, Integer[-1, default] $y, Struct[{ k => Pattern[/x/] }] $z) { }
# Deprecation: 23-24 [illegal-nonliteral-parameter-type] The parameter '$x' must be a literal type, not a Puppet::Pops::Model::AccessExpression
#   Help: write the type without variables and calls, or define a type alias
# Deprecation: 46-47 [illegal-nonliteral-parameter-type] The parameter '$y' must be a literal type, not a Puppet::Pops::Model::AccessExpression
#   Help: write the type without variables and calls, or define a type alias
# Deprecation: 61-62 [illegal-nonliteral-parameter-type] The parameter '$z' must be a literal type, not a Puppet::Pops::Model::AccessExpression
#   Help: write the type without variables and calls, or define a type alias
class b(Integer[$low] $x, Optional[[String]] $y, Foo[1 + 2] $z) { }
define c(Integer[$low] $x) { }
