# Expressions without effect.

#--- idem-literal check
1
notice 2

#--- idem-name check
foo
notice 2

#--- idem-kinds-string check
'a'
notice 1

#--- idem-kinds-interpolated check
"a${b}"
notice 1

#--- idem-kinds-float check
1.5
notice 1

#--- idem-kinds-boolean check
true
notice 1

#--- idem-kinds-undef check
undef
notice 1

#--- idem-kinds-default check
default
notice 1

#--- idem-kinds-regexp check
/a/
notice 1

#--- idem-kinds-array check
[1]
notice 1

#--- idem-kinds-hash check
{}
notice 1

#--- idem-kinds-variable check
$a
notice 1

#--- idem-kinds-reference check
A
notice 1

#--- idem-kinds-access check
$a[1]
notice 1

#--- idem-kinds-reference-access check
A['b']
notice 1

#--- idem-kinds-arithmetic check
1 + 2
notice 1

#--- idem-kinds-comparison check
$a == 1
notice 1

#--- idem-kinds-and check
$a and $b
notice 1

#--- idem-kinds-or check
$a or $b
notice 1

#--- idem-kinds-in check
$a in $b
notice 1

#--- idem-kinds-match check
$a =~ /b/
notice 1

#--- idem-kinds-not check
!$a
notice 1

#--- idem-kinds-minus check
-$a
notice 1

#--- idem-kinds-splat check
*$a
notice 1

#--- idem-kinds-selector check
$a ? 1 => 2
notice 1

#--- idem-kinds-parens check
(1)
notice 1

#--- idem-kinds-parens-effect check
($a = 1)
notice 1

#--- idem-kinds-if check
if $a { 1 }
notice 1

#--- idem-kinds-if-effect check
if $a { notice 1 }
notice 1

#--- idem-kinds-if-empty check
if $a { }
notice 1

#--- idem-kinds-unless check
unless $a { 1 }
notice 1

#--- idem-kinds-case check
case $a { 1: { 2 } }
notice 1

#--- idem-kinds-case-effect check
case $a { 1: { notice 2 } }
notice 1

#--- idem-kinds-reserved check
attr
notice 1

#--- idem-only-first check
1
2
3
notice 1

#--- idem-last-in-program check
notice 1
2

#--- idem-last-in-class check
class a { notice 1
 2 }

#--- idem-last-in-class-only check
class a { 2 }

#--- idem-last-in-define check
define a { [1] }

#--- idem-last-in-node check
node a { 'b' }

#--- idem-last-in-function check
function a() { 2 }

#--- idem-last-in-lambda check
foo() |$x| { 2 }

#--- idem-last-in-class-if check
class a { if $b { 1 } }

#--- idem-last-in-class-undef check
class a { undef }

#--- idem-in-lambda check
foo() |$x| { 1
 notice 2 }

#--- idem-in-if check
if $a { 1
 notice 2 }

#--- idem-in-case check
case $a { 1: { 1
 notice 2 } }

#--- resource-without-title-in-class check
class a { file { ensure => file } }

#--- resource-without-title-program check
file { ensure => file }

#--- resource-without-title-several check
file { ensure => file }
notice 1

#--- resource-without-title-in-node check
node a { file { ensure => file } }

#--- resource-without-title-class-keyword check
class { a => 1 }

#--- resource-without-title-middle check
notice 1
file { ensure => file }
notice 2
