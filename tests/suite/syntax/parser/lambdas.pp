# Lambdas.

#--- lambda-plain parse
foo() |$x| { $x }

#--- lambda-no-parameters parse
foo() || { 1 }

#--- lambda-blank-parameters parse
foo() | | { 1 }

#--- lambda-empty-body parse
foo() |$x| { }

#--- lambda-several parse
foo(1) |$a, $b, $c| { $a }

#--- lambda-trailing-comma parse
foo() |$a, $b,| { }

#--- lambda-typed parse
foo() |Integer $a, Array[String, 1] $b| { }

#--- lambda-defaults parse
foo() |$a = 1, $b = $a + 1| { }

#--- lambda-rest parse
foo() |$a, *$b| { }

#--- lambda-rest-typed parse
foo() |Integer *$b| { }

#--- lambda-rest-default parse
foo() |*$b = 1| { }

#--- lambda-return-type parse
foo() |$a| >> Integer { 1 }

#--- lambda-return-type-access parse
foo() |$a| >> Array[Integer, 1, 2] { [1] }

#--- lambda-return-type-bad check
foo() |$a| >> 1 { 1 }

#--- lambda-nested parse
$a.map |$x| { $x.map |$y| { $y } }

#--- lambda-chain parse
$a.map |$x| { $x }.filter |$y| { $y }.join(',')

#--- lambda-in-argument parse
foo($a.map |$x| { $x })

#--- lambda-in-hash parse
$x = { a => $b.map |$c| { $c } }

#--- lambda-statement-after parse
$a.each |$x| { }
$b = 1

#--- lambda-or-default check
foo() |$a = 1 || { }

#--- lambda-default-with-bar check
foo() |$a = $b | { }

#--- lambda-missing-body check
foo() |$x|

#--- lambda-missing-bar check
foo() |$x { }

#--- lambda-old-style check
$a.each { |$x| $x }

#--- lambda-alone check
|$x| { $x }

#--- lambda-value check
$x = |$y| { $y }

#--- lambda-bad-parameter check
foo() |x| { }

#--- lambda-bad-parameter-number check
foo() |1| { }

#--- lambda-after-statement-call check
notice 1 |$x| { }

#--- lambda-rest-not-last check
foo() |*$a, $b| { }

#--- lambda-duplicate-parameter check
foo() |$a, $a| { }

#--- lambda-resource-inside parse
$a.each |$x| { file { $x: ensure => file } }

#--- lambda-reference-call parse
$x = Foo.new |$y| { $y }
