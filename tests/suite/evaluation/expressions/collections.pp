# Expressions: "Array and Hash Expressions", and the operators on them.

#--- expressions-array evaluate
[1, 2, 3]
#=> [1, 2, 3]

[]
#=> []

# A comma may follow the last element.
[1, 2, 3,]
#=> [1, 2, 3]

# From left to right.
[notice(a), notice(b)]
#=> notice: a
#=> notice: b
#=> [undef, undef]

#--- expressions-array-or-access evaluate
$a = [1, 2, 3]
$x = $a[1]
$x
#=> 2

# The separator makes it a separate array. The document says that `$x` "becomes the literal
# array"; it means `$a`.
$a = [1, 2, 3]
$x = $a; [1]
#=> [1]

$a = [1, 2, 3]
$x = $a; notice($x); [1]
#=> notice: [1, 2, 3]
#=> [1]

$x = abc[1]
$x
#=> 'b'

# Without a left side it is an array.
[1, 2][1]
#=> 2

#--- expressions-name-and-array-is-a-call evaluate
# Draft: any function can be called this way.
function abc($x) { "called with ${x}" }
abc [1]
#8=> error 2:1: This Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#draft=> 'called with [1]'

function abc($x) { $x }
$y = abc[1]
$y
#=> 'b'

abc [1]
#8=> error 1:1: This Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#draft=> error 1:1: Evaluation Error: Unknown function: 'abc'.

#--- expressions-blank-before-bracket evaluate
# Draft: a blank matters only after a name.
$a = [1, 2, 3]
$x = $a [1]
$x
#8=> error 2:9: This Array Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#draft=> 2

$a = [1, 2, 3]
$x = $a
[1]
#8=> [1]
#draft=> 2

$a = [1, 2, 3]
$x = $a;
[1]
#=> [1]

$x = [1, 2, 3] [1]
$x
#8=> error 1:16: This Array Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#draft=> 2

Integer [1, 2]
#8=> error 1:1: This Type-Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#draft=> Integer[1, 2]

#--- expressions-hash evaluate
{a => 10, b => 20}
#=> {'a' => 10, 'b' => 20}

{}
#=> {}

{a => 1,}
#=> {'a' => 1}

# The key before the value, from left to right.
{"${notice(k1)}1" => notice(v1), "${notice(k2)}2" => notice(v2)}
#=> notice: k1
#=> notice: v1
#=> notice: k2
#=> notice: v2
#=> {'1' => undef, '2' => undef}

# Any expression can be a key or a value.
{1 + 1 => [a], [1] => {x => y}, undef => 1}
#=> {2 => ['a'], [1] => {'x' => 'y'}, undef => 1}

# A key cannot be given twice.
{a => 1, a => 2}
#=> error 1:12: The key 'a' is declared more than once

#--- expressions-concatenate-arrays evaluate
# The document has `1,2,3] + [4,5,6]`: a bracket is missing.
[1, 2, 3] + [4, 5, 6]
#=> [1, 2, 3, 4, 5, 6]

[1, 2, 3] + 4
#=> [1, 2, 3, 4]

[1, 2, 3] + {a => 10, b => 20}
#=> [1, 2, 3, ['a', 10], ['b', 20]]

[1, 2, 3] + []
#=> [1, 2, 3]

# The left array stays as it is.
$a = [1]
$b = $a + 2;
[$a, $b]
#=> [[1], [1, 2]]

#--- expressions-merge-hashes evaluate
{a => 10, b => 20} + {b => 30}
#=> {'a' => 10, 'b' => 30}

# The document has `b => 30` in the result: a misprint.
{a => 10, b => 20} + {c => 30}
#=> {'a' => 10, 'b' => 20, 'c' => 30}

{a => 10, b => 20} + 30
#=> error 1:20: Evaluation Error: Error while evaluating a '+' expression, Can only append Array or Hash to a Hash

{a => 10, b => 20} + [30]
#=> error 1:20: Evaluation Error: Error while evaluating a '+' expression, odd number of arguments for Hash

{a => 10, b => 20} + [c, 30]
#=> {'a' => 10, 'b' => 20, 'c' => 30}

{a => 10, b => 20} + [[c, 30], [d, 40]]
#=> {'a' => 10, 'b' => 20, 'c' => 30, 'd' => 40}

$a = {a => 1}
$b = $a + {b => 2};
[$a, $b]
#=> [{'a' => 1}, {'a' => 1, 'b' => 2}]

#--- expressions-delete-from-arrays evaluate
[1, 2, 3, 4, 5, 6] - [4, 5, 6]
#=> [1, 2, 3]

[1, 2, 3] - 3
#=> [1, 2]

# Draft: the keys and the values of the hash are deleted.
[1, 2, b] - {a => 1, b => 20}
#8=> [1, 2, 'b']
#draft=> [2]

[[a, 1], 2] - {a => 1}
#8=> [2]
#draft=> [['a', 1], 2]

# All that match are removed.
[1, 2, 1, 3, 1] - 1
#=> [2, 3]

# Draft: by `==`.
['A', 'b'] - 'a'
#8=> ['A', 'b']
#draft=> ['b']

['1', 2, '2.0'] - 2
#8=> ['1', '2.0']
#draft=> ['1']

[[1], ['1']] - [[1]]
#8=> [['1']]
#draft=> []

$a = [1, 2]
$b = $a - 2;
[$a, $b]
#=> [[1, 2], [1]]

#--- expressions-delete-from-hashes evaluate
{a => 10, b => 20} - {b => 30}
#=> {'a' => 10}

{a => 10, b => 20} - a
#=> {'b' => 20}

{a => 10, b => 20} - [a, c]
#=> {'b' => 20}

# Keys are compared exactly.
{'A' => 1, 1 => a} - ['a', '1']
#=> {'A' => 1, 1 => 'a'}

$a = {a => 1, b => 2}
$b = $a - b;
[$a, $b]
#=> [{'a' => 1, 'b' => 2}, {'a' => 1}]

#--- expressions-append evaluate
[1, 2, 3] << 4
#=> [1, 2, 3, 4]

[1, 2, 3] << [4]
#=> [1, 2, 3, [4]]

[1, 2, 3] << {a => 10}
#=> [1, 2, 3, {'a' => 10}]

{a => 1} << 2
#=> error 1:1: Evaluation Error: Operator '<<' is not applicable to a Hash.

$a = [1]
$b = $a << 2;
[$a, $b]
#=> [[1], [1, 2]]
