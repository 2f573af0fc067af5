# Scopes and variables, as far as the documents presuppose them.

#--- scopes-unknown-variables evaluate
$unknown
#=> error 1:1: Evaluation Error: Unknown variable: 'unknown'.

"${unknown}"
#=> error 1:4: Evaluation Error: Unknown variable: 'unknown'.

$unknown::name
#=> error 1:1: Evaluation Error: Unknown variable: 'unknown::name'.

$::unknown
#=> error 1:1: Evaluation Error: Unknown variable: '::unknown'.

#--- scopes-unknown-variables-warn evaluate strict=warning strict_variables=off
$unknown
#=> warning: Unknown variable: 'unknown'.
#=> undef

#--- scopes-unknown-variables-are-undef evaluate strict=off strict_variables=off
$unknown
#=> undef

"<${unknown}>"
#=> '<>'

#--- scopes-top-scope evaluate
$a = 1;
[$a, $::a]
#=> [1, 1]

# A variable of a lambda hides it; the anchored name is that of the top scope.
$a = 1;
[2].map |$x| { $a = $x; [$a, $::a] }
#=> [[2, 1]]

$a = 1;
[2].map |$a| { [$a, $::a] }
#=> [[2, 1]]

#--- scopes-conditions-are-not-scopes evaluate
if true { $a = 1 }
$a
#=> 1

case 1 { 1: { $a = one } default: { $a = other } }
$a
#=> 'one'

unless false { $a = 1 }
$a
#=> 1

$a = 1
if true { $a = 2 }
#=> error 2:14: Evaluation Error: Cannot reassign variable '$a'

#--- scopes-lambdas evaluate
# Variables of a lambda are unknown outside, also in the next call.
$a = [1, 2].map |$x| { $y = $x; $y }
$a
#=> [1, 2]

[1].each |$x| { $y = $x }
$y
#=> error 2:1: Evaluation Error: Unknown variable: 'y'.

# Lambdas see variables that are assigned before they run.
$a = 1
$f = [1].map |$x| { $a + $x }
$f
#=> [2]

[1].map |$x| { $late }
$late = 1
#=> error 1:16: Evaluation Error: Unknown variable: 'late'.

#--- scopes-names evaluate
# Names begin with a lower case letter or an underscore; those with an underscore are local.
$_a = 1
$_a
#=> 1

$A = 1
#=> error 1:1: Illegal variable name, The given name 'A' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/

$a::_b
#=> error 1:1: Evaluation Error: Unknown variable: 'a::_b'.

$aB9 = 1
$aB9
#=> 1
