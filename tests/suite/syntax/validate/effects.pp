# Expressions without effect.

#--- idem-literal check
# Error: 1-2 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
1
notice 2

#--- idem-name check
# Error: 1-4 [idem-expression-not-last] This Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
foo
notice 2

#--- idem-kinds-string check
# Error: 1-4 [idem-expression-not-last] This String has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
'a'
notice 1

#--- idem-kinds-interpolated check
# Error: 1-8 [idem-expression-not-last] This Double Quoted String has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
"a${b}"
notice 1

#--- idem-kinds-float check
# Error: 1-4 [idem-expression-not-last] This Literal Float has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
1.5
notice 1

#--- idem-kinds-boolean check
# Error: 1-5 [idem-expression-not-last] This Boolean has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
true
notice 1

#--- idem-kinds-undef check
# Error: 1-6 [idem-expression-not-last] This 'undef' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
undef
notice 1

#--- idem-kinds-default check
# Error: 1-8 [idem-expression-not-last] This 'default' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
default
notice 1

#--- idem-kinds-regexp check
# Error: 1-4 [idem-expression-not-last] This Regular Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
/a/
notice 1

#--- idem-kinds-array check
# Error: 1-4 [idem-expression-not-last] This Array Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
[1]
notice 1

#--- idem-kinds-hash check
# Error: 1-3 [idem-expression-not-last] This Hash Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
{}
notice 1

#--- idem-kinds-variable check
# Error: 1-3 [idem-expression-not-last] This Variable has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
$a
notice 1

#--- idem-kinds-reference check
# Error: 1-2 [idem-expression-not-last] This Type-Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
A
notice 1

#--- idem-kinds-access check
# Error: 1-6 [idem-expression-not-last] This '[]' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
$a[1]
notice 1

#--- idem-kinds-reference-access check
# Error: 1-7 [idem-expression-not-last] This '[]' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
A['b']
notice 1

#--- idem-kinds-arithmetic check
# Error: 3-4 [idem-expression-not-last] This '+' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
1 + 2
notice 1

#--- idem-kinds-comparison check
# Error: 4-6 [idem-expression-not-last] This '==' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
$a == 1
notice 1

#--- idem-kinds-and check
# Error: 4-7 [idem-expression-not-last] This 'and' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
$a and $b
notice 1

#--- idem-kinds-or check
# Error: 4-6 [idem-expression-not-last] This 'or' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
$a or $b
notice 1

#--- idem-kinds-in check
# Error: 4-6 [idem-expression-not-last] This 'in' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
$a in $b
notice 1

#--- idem-kinds-match check
$a =~ /b/
notice 1

#--- idem-kinds-not check
# Error: 1-4 [idem-expression-not-last] This 'not' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
!$a
notice 1

#--- idem-kinds-minus check
# Error: 1-4 [idem-expression-not-last] This Unary Minus has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
-$a
notice 1

#--- idem-kinds-splat check
# Error: 1-4 [idem-expression-not-last] This Unfold has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
*$a
notice 1

#--- idem-kinds-selector check
# Error: 1-12 [idem-expression-not-last] This Selector Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
$a ? 1 => 2
notice 1

#--- idem-kinds-parens check
# Error: 1-4 [idem-expression-not-last] This Parenthesized Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
(1)
notice 1

#--- idem-kinds-parens-effect check
($a = 1)
notice 1

#--- idem-kinds-if check
# Error: 1-12 [idem-expression-not-last] This 'if' statement has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
if $a { 1 }
notice 1

#--- idem-kinds-if-effect check
if $a { notice 1 }
notice 1

#--- idem-kinds-if-empty check
# Error: 1-10 [idem-expression-not-last] This 'if' statement has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
if $a { }
notice 1

#--- idem-kinds-unless check
# Error: 1-16 [idem-expression-not-last] This 'unless' Statement has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
unless $a { 1 }
notice 1

#--- idem-kinds-case check
# Error: 1-21 [idem-expression-not-last] This 'case' statement has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
case $a { 1: { 2 } }
notice 1

#--- idem-kinds-case-effect check
case $a { 1: { notice 2 } }
notice 1

#--- idem-kinds-reserved check
# Error: 1-5 [idem-expression-not-last] This Reserved Word 'attr' has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
# Error: 1-5 [reserved-word] Use of reserved word: attr, must be quoted if intended to be a String value
# Help: 1-5 put it in quotes: `'attr'`
attr
notice 1

#--- idem-only-first check
# Error: 1-2 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
1
2
3
notice 1

#--- idem-last-in-program check
notice 1
2

#--- idem-last-in-class check
class a { notice 1
 # Error: 2-3 [idem-not-allowed-last] This Literal Integer has no effect. A Host Class Definition can not end with a value-producing expression without other effect
 2 }

#--- idem-last-in-class-only check
# Error: 11-12 [idem-not-allowed-last] This Literal Integer has no effect. A Host Class Definition can not end with a value-producing expression without other effect
class a { 2 }

#--- idem-last-in-define check
# Error: 12-15 [idem-not-allowed-last] This Array Expression has no effect. A 'define' expression can not end with a value-producing expression without other effect
define a { [1] }

#--- idem-last-in-node check
# Error: 10-13 [idem-not-allowed-last] This String has no effect. A Node Definition can not end with a value-producing expression without other effect
node a { 'b' }

#--- idem-last-in-function check
function a() { 2 }

#--- idem-last-in-lambda check
foo() |$x| { 2 }

#--- idem-last-in-class-if check
# Error: 11-22 [idem-not-allowed-last] This 'if' statement has no effect. A Host Class Definition can not end with a value-producing expression without other effect
class a { if $b { 1 } }

#--- idem-last-in-class-undef check
# Error: 11-16 [idem-not-allowed-last] This 'undef' expression has no effect. A Host Class Definition can not end with a value-producing expression without other effect
class a { undef }

#--- idem-in-lambda check
# Error: 14-15 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
foo() |$x| { 1
 notice 2 }

#--- idem-in-if check
# Error: 9-10 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
if $a { 1
 notice 2 }

#--- idem-in-case check
# Error: 16-17 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
case $a { 1: { 1
 notice 2 } }

#--- resource-without-title-in-class check
# Error: 11-34 [resource-without-title] This expression is invalid. Did you try declaring a 'file' resource without a title?
# Help: 11-34 give it a title: `file { 'title': ... }`
class a { file { ensure => file } }

#--- resource-without-title-program check
# Error: 1-24 [resource-without-title] This expression is invalid. Did you try declaring a 'file' resource without a title?
# Help: 1-24 give it a title: `file { 'title': ... }`
file { ensure => file }

#--- resource-without-title-several check
# Error: 1-24 [idem-expression-not-last] This Block Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
# Error: 1-24 [resource-without-title] This expression is invalid. Did you try declaring a 'file' resource without a title?
# Help: 1-24 give it a title: `file { 'title': ... }`
file { ensure => file }
notice 1

#--- resource-without-title-in-node check
# Error: 10-33 [resource-without-title] This expression is invalid. Did you try declaring a 'file' resource without a title?
# Help: 10-33 give it a title: `file { 'title': ... }`
node a { file { ensure => file } }

#--- resource-without-title-class-keyword check
# Error: 11-13 [syntax-error] Syntax error at '=>'
# Help: 11-13 `=>` belongs between a name and its value, in braces
class { a => 1 }

#--- resource-without-title-middle check
notice 1
# Error: 1-24 [idem-expression-not-last] This Block Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
# Error: 1-24 [resource-without-title] This expression is invalid. Did you try declaring a 'file' resource without a title?
# Help: 1-24 give it a title: `file { 'title': ... }`
file { ensure => file }
notice 2
