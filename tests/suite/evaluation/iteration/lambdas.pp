# ARM-2 Iteration: lambdas and calls.

#--- iteration-lambda-parameters evaluate
# `| $foo |`
[1].map | $foo | { $foo }
#=> [1]

# `| $foo = 10 |`
[1].map | $foo = 10 | { $foo }
#=> [1]

with() | $foo = 10 | { $foo }
#=> 10

# `| $foo, $bar |`
[5].map | $foo, $bar | { [$foo, $bar] }
#=> [[0, 5]]

# Without parameters.
with() || { 'none' }
#=> 'none'

with() | | { 'none' }
#=> 'none'

# A parameter with a default cannot precede one without.
with(1, 2) |$a = 1, $b| { $a }
#=> error 1:21: Evaluation Error: Parameter $b is required but appears after optional parameters

# Types may be given, and the last parameter may capture the rest.
with(1, 2, 3) |Integer $a, Integer *$b| { [$a, $b] }
#=> [1, [2, 3]]

with(x) |Integer $a| { $a }
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, block parameter 'a' expects an Integer value, got String

#--- iteration-lambdas-follow-calls evaluate
# They may only appear after calls.
$a = |$x| { $x }
#=> error 1:6: Syntax error at '|'

#--- iteration-lambda-body evaluate
# The value of the last expression.
[1, 2].map |$x| { $y = $x + 1; $y * 10 }
#=> [20, 30]

[1].map |$x| { }
#=> [undef]

# Variables of the body are not visible outside,
[1].each |$x| { $inner = $x }
$inner
#=> error 2:1: Evaluation Error: Unknown variable: 'inner'.

# are visible in nested lambdas,
[1].map |$x| { $y = 5; [2].map |$z| { [$x, $y, $z] } }
#=> [[[1, 5, 2]]]

# are immutable,
[1].each |$x| { $y = 1; $y = 2 }
#=> error 1:28: Evaluation Error: Cannot reassign variable '$y'

[1].each |$x| { $x = 2 }
#=> error 1:20: Evaluation Error: Cannot reassign variable '$x'

# and do not survive from one call to the next.
[1, 2, 3].map |$x| { if $x == 1 { $y = $x } ; $y =~ Undef }
#=> error 1:47: Evaluation Error: Unknown variable: 'y'.

[1, 2].map |$x| { $y = $x; $y }
#=> [1, 2]

# A lambda sees the variables around the place where it is written.
$outer = 1;
[1].map |$x| { $outer + $x }
#=> [2]

# A parameter hides an outer variable.
$x = outer
$y = [1].map |$x| { $x };
[$x, $y]
#=> ['outer', [1]]

# Effects take place in the order of evaluation.
[a, b].each |$x| { notice("${x} in") ; [1].each |$y| { notice($y) } }
true
#=> notice: a in
#=> notice: 1
#=> notice: b in
#=> notice: 1
#=> true

#--- iteration-method-calls evaluate
# `<receiver>.<function>`, with and without parentheses and arguments.
[1, 2].size
#=> 2

[1, 2].size()
#=> 2

[1, 2, 3].join('-')
#=> '1-2-3'

# The document has `/^0-9+$/`, which matches no digits; it means `/^[0-9]+$/`. The selected values are
# strings, which only edition draft treats as numbers.
$array = ['1', 'a', '22']
$array.filter |$x| { $x =~ /^[0-9]+$/ }.map |$x| { $x * 2 }
#8=> error 2:52: Evaluation Error: The string '1' was automatically coerced to the numerical value 1
#draft=> [2, 44]

# The same in function call notation.
$array = ['1', 'a', '22']
map(filter($array) |$x| { $x =~ /^[0-9]+$/ }) |$x| { $x * 2 }
#8=> error 2:54: Evaluation Error: The string '1' was automatically coerced to the numerical value 1
#draft=> [2, 44]

$array = ['1', 'a', '22']
$array.filter |$x| { $x =~ /^[0-9]+$/ }.map |$x| { Integer($x) * 2 }
#=> [2, 44]

$array = [1, 2, 3]
$array.filter |$x| { $x > 1 }.map |$x| { $x * 2 }
#=> [4, 6]

# The pattern as it is printed.
['1', '0-9', '0-99'].filter |$x| { $x =~ /^0-9+$/ }
#=> ['0-9', '0-99']

#--- iteration-lambdas-in-calls evaluate
$array = [1, 2, 3]
each($array) |$x| { notice($x) }
true
#=> notice: 1
#=> notice: 2
#=> notice: 3
#=> true

$array = [1, 2, 3]
slice($array, 2) |$x| { notice($x) }
true
#=> notice: [1, 2]
#=> notice: [3]
#=> true

$array = [1, 2, 3]
$array.each |$x| { notice($x) }
true
#=> notice: 1
#=> notice: 2
#=> notice: 3
#=> true

$array = [1, 2, 3]
$array.slice(2) |$x| { notice($x) }
true
#=> notice: [1, 2]
#=> notice: [3]
#=> true

# A function may have a lambda as its only argument: `our_data_for_webhosts` of the document.
with() |$hostname = h, $classes = []| { [$hostname, $classes] }
#=> ['h', []]

# A lambda cannot follow a call without parentheses.
notice [1] |$x| { $x }
#=> error 1:12: Syntax error at '|'

#--- iteration-functions-may-be-statements evaluate
# A function that returns a value may be called for its effect.
[1, 2].each |$x| { notice($x) };
[1, 2].map |$x| { $x }
done
#=> notice: 1
#=> notice: 2
#=> 'done'

[1, 2].size
done
#=> 'done'

#--- iteration-conditions-give-values evaluate
# The value of an `if` is the last value of the branch taken.
$x = if true { notice(1); 2 } else { 3 }
$x
#=> notice: 1
#=> 2

$x = if false { 1 }
$x
#=> undef

#--- iteration-removed-functions evaluate
[1].collect |$x| { $x }
#=> error 1:4: Evaluation Error: Unknown function: 'collect'.

[1].select |$x| { $x }
#=> error 1:4: Evaluation Error: Unknown function: 'select'.

[1].reject |$x| { $x }
#=> error 1:4: Evaluation Error: Unknown function: 'reject'.

[1].foreach |$x| { $x }
#=> error 1:4: Evaluation Error: Unknown function: 'foreach'.

#--- iteration-rejected-syntax evaluate
# Parameters inside of the braces.
[1].each {|$x| $x }
#=> error 1:11: Syntax error at '|'

# An arrow.
[1].each |$x| => { $x }
#=> error 1:15: Syntax error at '=>'

# A bare expression.
[1].filter |$x| $x == 2
#=> error 1:17: Syntax error at 'x'

# References to functions, and uncompleted calls.
[a].map &upcase
#=> error 1:9: Syntax error at ''

&myfunc(1, $, "text")
#=> error 1:1: Syntax error at ''

#--- iteration-separator evaluate
# Draft: without the separator the element is added, not the array.
$x = [10, 20]
$a = 2 + $x [1]
$a
#8=> error 2:13: This Array Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#draft=> 22

$x = 5
$a = 2 + $x; [1]
#=> [1]

$x = 5
$a = 2 + $x; notice($a); [1]
#=> notice: 7
#=> [1]

$x = [10, 20]
($a = $x)[1]
#=> 20

# An unnecessary separator is allowed.
$a = 1; $b = 2; [$a, $b]
#=> [1, 2]

# Also before a final hash.
$a = 1; {a => $a}
#=> {'a' => 1}
