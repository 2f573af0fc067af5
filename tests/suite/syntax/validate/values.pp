# What may stand where a value is needed.

#--- rvalue-collector-assigned check
$x = File <| |>

#--- rvalue-class-assigned check
$x = class a { }

#--- rvalue-node-assigned check
$x = node a { }

#--- rvalue-define-argument check
$x = [define a { }]

#--- rvalue-function-assigned check
$x = function a() { }

#--- rvalue-alias-operand check
$x = 1 + File <| |>

#--- rvalue-collector-condition check
if File <| |> { }

#--- rvalue-collector-case check
case File <| |> { 1: { } }

#--- rvalue-collector-case-option check
case $a { File <| |>: { } }

#--- rvalue-collector-unless check
unless File <| |> { }

#--- rvalue-collector-selector check
$x = File <| |> ? { 1 => 2 }

#--- rvalue-collector-selector-option check
$x = $a ? { File <| |> => 2 }

#--- rvalue-collector-hash check
$x = { a => File <| |> }

#--- rvalue-collector-hash-key check
$x = { File <| |> => 1 }

#--- rvalue-collector-attribute check
file { 'a': b => File <| |> }

#--- rvalue-collector-unfold check
file { 'a': * => File <| |> }

#--- rvalue-collector-not check
$x = !File <| |>

#--- rvalue-collector-minus check
$x = -File <| |>

#--- rvalue-relationship-class check
class a { } -> class b { }

#--- rvalue-relationship-collector check
File <| |> -> File <| |>

#--- rvalue-class-in-argument check
foo(class a { })

#--- assign-number check
1 = 2

#--- assign-string check
'a' = 2

#--- assign-call check
foo(1) = 2

#--- assign-method check
$a.b = 2

#--- assign-undef check
undef = 2

#--- assign-boolean check
true = 2

#--- assign-name check
a = 2

#--- assign-reference check
A = 2

#--- assign-arithmetic check
1 + 2 = 3

#--- assign-comparison check
$a == 1 = 3

#--- assign-parens check
($a) = 2

#--- assign-index check
$a[1] = 2

#--- assign-index-list check
[$a[1], $b] = [1, 2]

#--- assign-list-bad check
[$a, 1] = [1, 2]

#--- assign-list-nested-bad check
[$a, [1, 'b']] = [1, [2, 3]]

#--- assign-list-empty check
[] = []

#--- assign-hash check
{ a => 1 } = 2

#--- assign-numeric check
$1 = 2

#--- assign-numeric-zero check
$0 = 2

#--- assign-other-scope check
$a::b = 2

#--- assign-top-scope check
$::a = 2

#--- assign-other-scope-list check
[$a, $b::c] = [1, 2]

#--- assign-if check
if $a { 1 } = 2

#--- assign-in-default check
class a($b = $c = 1) { }

#--- assign-in-default-parens check
class a($b = ($c = 1)) { }

#--- assign-in-default-list check
define a($b = [$c = 1]) { }

#--- assign-in-default-lambda check
class a($b = foo() |$x| { $c = 1 }) { }

#--- assign-in-lambda-default check
foo() |$a = ($b = 1)| { }

#--- assign-append check
$a += 1

#--- assign-delete check
$a -= 1

#--- assign-append-index check
$a[1] += 1

#--- missing-index check
$x = $a[]

#--- numeric-overflow check
$x = [9223372036854775807, 9223372036854775808]

#--- numeric-overflow-negative check
$x = -9223372036854775809

#--- duplicate-default-case check
case $a { default: { } default: { } }

#--- duplicate-default-case-list check
case $a { default, default: { } }

#--- duplicate-default-case-three check
case $a { default: { } default: { } default: { } }

#--- duplicate-default-selector check
$x = $a ? { default => 1, default => 2, default => 3 }

#--- function-name-variable check
$a()

#--- function-name-number check
1()

#--- function-name-string check
'a'()

#--- function-name-call check
foo()()

#--- function-name-access check
$a[1]()

#--- function-name-reference-access check
A[1]()

#--- collector-type-name check
file <| |>

#--- collector-type-string check
'a' <| |>

#--- query-nested check
File <| a == 1 and b > 2 |>

#--- query-several check
File <| a > 1 or b < 2 |>

#--- attribute-append-body check
file { 'a': b +> 1 }

#--- attribute-append-default check
File { b +> 1 }

#--- attribute-append-override check
File['a'] { b +> 1 }

#--- attribute-append-collector check
File <| |> { b +> 1 }

#--- attribute-append-class check
class { 'a': b +> 1 }

#--- attributes-unfold-twice check
file { 'a': * => $b, c => 1, * => $d, * => $e }

#--- attributes-unfold-collector check
File <| |> { * => $a }

#--- virtual-class check
@class { 'a': }

#--- virtual-default check
@File { mode => 1 }

#--- exported-override check
@@File['a'] { mode => 1 }

#--- several-validation-errors check
$A = 1
1 = 2
class Foo { }

#--- order-of-reports check
class a {
  $B = $c[1] = 2
  define D($x, $x) { 1 }
}
notice 1 + File <| a > 1 |>
