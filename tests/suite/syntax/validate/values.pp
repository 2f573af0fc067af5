# Expressions that are allowed where a value is needed.

#--- rvalue-collector-assigned check
# Error: 6-16 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$x = File <| |>

#--- rvalue-class-assigned check
# Error: 6-17 [not-rvalue] Invalid use of expression. A Host Class Definition does not produce a value
# Error: 6-17 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
$x = class a { }

#--- rvalue-node-assigned check
# Error: 6-16 [not-rvalue] Invalid use of expression. A Node Definition does not produce a value
# Error: 6-16 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
$x = node a { }

#--- rvalue-define-argument check
# Error: 7-19 [not-rvalue] Invalid use of expression. A 'define' expression does not produce a value
# Error: 7-19 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
$x = [define a { }]

#--- rvalue-function-assigned check
# Error: 6-22 [not-rvalue] Invalid use of expression. A Function Definition does not produce a value
# Error: 6-22 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
$x = function a() { }

#--- rvalue-alias-operand check
# Error: 10-20 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$x = 1 + File <| |>

#--- rvalue-collector-condition check
if File <| |> { }
# Error: - [syntax-error] Syntax error at end of input

#--- rvalue-collector-case check
# Error: 19-20 [syntax-error] Syntax error at '1'
case File <| |> { 1: { } }

#--- rvalue-collector-case-option check
# Error: 11-21 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
case $a { File <| |>: { } }

#--- rvalue-collector-unless check
unless File <| |> { }
# Error: - [syntax-error] Syntax error at end of input

#--- rvalue-collector-selector check
# Error: 6-16 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$x = File <| |> ? { 1 => 2 }

#--- rvalue-collector-selector-option check
# Error: 13-23 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$x = $a ? { File <| |> => 2 }

#--- rvalue-collector-hash check
# Error: 13-23 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$x = { a => File <| |> }

#--- rvalue-collector-hash-key check
# Error: 8-18 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$x = { File <| |> => 1 }

#--- rvalue-collector-attribute check
# Error: 18-28 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
file { 'a': b => File <| |> }

#--- rvalue-collector-unfold check
# Error: 18-28 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
file { 'a': * => File <| |> }

#--- rvalue-collector-not check
# Error: 7-17 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
# Error: 7-17 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$x = !File <| |>

#--- rvalue-collector-minus check
# Error: 7-17 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
# Error: 7-17 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$x = -File <| |>

#--- rvalue-relationship-class check
# Error: 1-12 [not-rvalue] Invalid use of expression. A Host Class Definition does not produce a value
# Error: 16-27 [not-rvalue] Invalid use of expression. A Host Class Definition does not produce a value
# Error: 1-12 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
# Error: 16-27 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
class a { } -> class b { }

#--- rvalue-relationship-collector check
File <| |> -> File <| |>

#--- rvalue-class-in-argument check
# Error: 5-16 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
foo(class a { })

#--- assign-number check
# Error: 1-2 [illegal-assignment] Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference
1 = 2

#--- assign-string check
# Error: 1-4 [illegal-assignment] Illegal attempt to assign to 'a String'. Not an assignable reference
'a' = 2

#--- assign-call check
# Error: 1-7 [illegal-assignment] Illegal attempt to assign to 'a Function Call'. Not an assignable reference
foo(1) = 2

#--- assign-method check
# Error: 3-5 [illegal-assignment] Illegal attempt to assign to 'a Method call'. Not an assignable reference
$a.b = 2

#--- assign-undef check
# Error: 1-6 [illegal-assignment] Illegal attempt to assign to 'an 'undef' expression'. Not an assignable reference
undef = 2

#--- assign-boolean check
# Error: 1-5 [illegal-assignment] Illegal attempt to assign to 'a Boolean'. Not an assignable reference
true = 2

#--- assign-name check
# Error: 1-2 [illegal-assignment] Illegal attempt to assign to 'a Name'. Not an assignable reference
a = 2

#--- assign-reference check
# Error: 1-2 [illegal-assignment] Illegal attempt to assign to 'a Type-Name'. Not an assignable reference
A = 2

#--- assign-arithmetic check
# Error: 3-4 [illegal-assignment] Illegal attempt to assign to 'a '+' expression'. Not an assignable reference
1 + 2 = 3

#--- assign-comparison check
# Error: 4-6 [illegal-assignment] Illegal attempt to assign to 'a '==' expression'. Not an assignable reference
$a == 1 = 3

#--- assign-parens check
# Error: 1-5 [illegal-assignment] Illegal attempt to assign to 'a Parenthesized Expression'. Not an assignable reference
($a) = 2

#--- assign-index check
# Error: 1-6 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
$a[1] = 2

#--- assign-index-list check
# Error: 2-7 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
[$a[1], $b] = [1, 2]

#--- assign-list-bad check
# Error: 6-7 [illegal-assignment] Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference
[$a, 1] = [1, 2]

#--- assign-list-nested-bad check
# Error: 7-8 [illegal-assignment] Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference
# Error: 10-13 [illegal-assignment] Illegal attempt to assign to 'a String'. Not an assignable reference
[$a, [1, 'b']] = [1, [2, 3]]

#--- assign-list-empty check
[] = []

#--- assign-hash check
# Error: 1-11 [illegal-assignment] Illegal attempt to assign to 'a Hash Expression'. Not an assignable reference
{ a => 1 } = 2

#--- assign-numeric check
# Error: 1-3 [illegal-numeric-assignment] Illegal attempt to assign to the numeric match result variable '$1'. Numeric variables are not assignable
$1 = 2

#--- assign-numeric-zero check
# Error: 1-3 [illegal-numeric-assignment] Illegal attempt to assign to the numeric match result variable '$0'. Numeric variables are not assignable
$0 = 2

#--- assign-other-scope check
# Error: 1-6 [cross-scope-assignment] Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces
$a::b = 2

#--- assign-top-scope check
# Error: 1-5 [cross-scope-assignment] Illegal attempt to assign to '::a'. Cannot assign to variables in other namespaces
$::a = 2

#--- assign-other-scope-list check
# Error: 6-11 [cross-scope-assignment] Illegal attempt to assign to 'b::c'. Cannot assign to variables in other namespaces
[$a, $b::c] = [1, 2]

#--- assign-if check
# Error: 1-12 [illegal-assignment] Illegal attempt to assign to 'an 'if' statement'. Not an assignable reference
if $a { 1 } = 2

#--- assign-in-default check
# Error: 17-18 [syntax-error] Syntax error at '='
# Help: 17-18 compare with `==`; `=` assigns to a variable
class a($b = $c = 1) { }

#--- assign-in-default-parens check
# Error: 18-19 [illegal-assignment-context] Assignment not allowed here
class a($b = ($c = 1)) { }

#--- assign-in-default-list check
# Error: 19-20 [illegal-assignment-context] Assignment not allowed here
define a($b = [$c = 1]) { }

#--- assign-in-default-lambda check
class a($b = foo() |$x| { $c = 1 }) { }

#--- assign-in-lambda-default check
# Error: 17-18 [illegal-assignment-context] Assignment not allowed here
foo() |$a = ($b = 1)| { }

#--- assign-append check
# Error: 4-6 [appends-deletes-no-longer-supported] The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
# Help: 4-6 assign the sum to a new variable: `$all = $some + [1]`
$a += 1

#--- assign-delete check
# Error: 4-6 [appends-deletes-no-longer-supported] The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
# Help: 4-6 assign the difference to a new variable: `$rest = $all - [1]`
$a -= 1

#--- assign-append-index check
# Error: 7-9 [appends-deletes-no-longer-supported] The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
# Help: 7-9 assign the sum to a new variable: `$all = $some + [1]`
$a[1] += 1

#--- missing-index check
# Error: 9-10 [syntax-error] Syntax error at ']'
$x = $a[]

#--- numeric-overflow check
# Error: 28-47 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
$x = [9223372036854775807, 9223372036854775808]

#--- numeric-overflow-negative check
# Error: 7-26 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000001'
$x = -9223372036854775809

#--- duplicate-default-case check
# Error: 24-31 [duplicate-default] This 'case' statement already has a 'default' entry - this is a duplicate
case $a { default: { } default: { } }

#--- duplicate-default-case-list check
# Error: 20-27 [duplicate-default] This 'case' statement already has a 'default' entry - this is a duplicate
case $a { default, default: { } }

#--- duplicate-default-case-three check
# Error: 24-31 [duplicate-default] This 'case' statement already has a 'default' entry - this is a duplicate
# Error: 37-44 [duplicate-default] This 'case' statement already has a 'default' entry - this is a duplicate
case $a { default: { } default: { } default: { } }

#--- duplicate-default-selector check
# Error: 27-34 [duplicate-default] This Selector Expression already has a 'default' entry - this is a duplicate
$x = $a ? { default => 1, default => 2, default => 3 }

#--- function-name-variable check
# Error: 1-3 [illegal-expression] Illegal expression. A Variable is unacceptable as function name in a Function Call
$a()

#--- function-name-number check
# Error: 1-2 [illegal-expression] Illegal expression. A Literal Integer is unacceptable as function name in a Function Call
1()

#--- function-name-string check
# Error: 1-4 [illegal-expression] Illegal expression. A String is unacceptable as function name in a Function Call
'a'()

#--- function-name-call check
# Error: 1-6 [illegal-expression] Illegal expression. A Function Call is unacceptable as function name in a Function Call
foo()()

#--- function-name-access check
# Error: 1-6 [illegal-expression] Illegal expression. A '[]' expression is unacceptable as function name in a Function Call
$a[1]()

#--- function-name-reference-access check
A[1]()

#--- collector-type-name check
# Error: 1-5 [illegal-expression] Illegal expression. A Name is unacceptable as type name in a Virtual Query
file <| |>

#--- collector-type-string check
# Error: 1-4 [illegal-expression] Illegal expression. A String is unacceptable as type name in a Virtual Query
'a' <| |>

#--- query-nested check
# Error: 22-23 [illegal-query-expression] Illegal query expression. A '>' expression cannot be used in a query
File <| a == 1 and b > 2 |>

#--- query-several check
# Error: 11-12 [illegal-query-expression] Illegal query expression. A '>' expression cannot be used in a query
# Error: 20-21 [illegal-query-expression] Illegal query expression. A '<' expression cannot be used in a query
File <| a > 1 or b < 2 |>

#--- attribute-append-body check
# Error: 13-19 [illegal-attribute-append] Illegal +> operation on attribute b. This operator can not be used in a Resource Instance Definition
# Help: 13-19 set the attribute with `=>`
file { 'a': b +> 1 }

#--- attribute-append-default check
# Error: 8-14 [illegal-attribute-append] Illegal +> operation on attribute b. This operator can not be used in a Resource Defaults Expression
# Help: 8-14 set the attribute with `=>`
File { b +> 1 }

#--- attribute-append-override check
File['a'] { b +> 1 }

#--- attribute-append-collector check
File <| |> { b +> 1 }

#--- attribute-append-class check
# Error: 14-20 [illegal-attribute-append] Illegal +> operation on attribute b. This operator can not be used in a Resource Instance Definition
# Help: 14-20 set the attribute with `=>`
class { 'a': b +> 1 }

#--- attributes-unfold-twice check
# Error: 30-37 [multiple-attributes-unfold] Unfolding of attributes from Hash can only be used once per resource body
# Help: 30-37 merge the hashes with `+`
# Error: 39-46 [multiple-attributes-unfold] Unfolding of attributes from Hash can only be used once per resource body
# Help: 39-46 merge the hashes with `+`
file { 'a': * => $b, c => 1, * => $d, * => $e }

#--- attributes-unfold-collector check
File <| |> { * => $a }

#--- virtual-class check
# Error: 1-16 [class-not-virtualizable] Classes are not virtualizable
@class { 'a': }

#--- virtual-default check
# Error: 1-20 [not-virtualizeable] Resource Defaults are not virtualizable
@File { mode => 1 }

#--- exported-override check
# Error: 1-26 [not-virtualizeable] Resource Defaults are not virtualizable
@@File['a'] { mode => 1 }

#--- several-validation-errors check
# Error: 1-3 [illegal-var-name] Illegal variable name, The given name 'A' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
$A = 1
# Error: 1-2 [illegal-assignment] Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference
1 = 2
# Error: 1-14 [illegal-definition-name] Unacceptable name. The name 'Foo' is unacceptable as the name of a Host Class Definition
class Foo { }

#--- order-of-reports check
class a {
  # Error: 3-5 [illegal-var-name] Illegal variable name, The given name 'B' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
  # Error: 8-13 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
  $B = $c[1] = 2
  # Error: 3-25 [illegal-definition-name] Unacceptable name. The name 'a::D' is unacceptable as the name of a 'define' expression
  # Error: 16-18 [duplicate-parameter] The parameter 'x' is declared more than once in the parameter list
  # Error: 22-23 [idem-not-allowed-last] This Literal Integer has no effect. A 'define' expression can not end with a value-producing expression without other effect
  define D($x, $x) { 1 }
}
# Error: 12-28 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
# Error: 22-23 [illegal-query-expression] Illegal query expression. A '>' expression cannot be used in a query
notice 1 + File <| a > 1 |>
