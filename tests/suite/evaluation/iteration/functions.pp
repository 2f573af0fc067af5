# ARM-2 Iteration: the functions.

#--- iteration-each-array evaluate
# Draft: the result of the block for the last element.
[1, 2].each |$x| { $x * 10 }
#8=> [1, 2]
#draft=> 20

[].each |$x| { $x }
#8=> []
#draft=> undef

$a = [a, b]
$a.each |$x| { notice($x) }
#8=> notice: a
#8=> notice: b
#8=> ['a', 'b']
#draft=> notice: a
#draft=> notice: b
#draft=> undef

# With two parameters the index, from 0, and the value.
$a = [a, b]
$a.each |$index, $value| { notice("${index} ${value}") }
true
#=> notice: 0 a
#=> notice: 1 b
#=> true

[a, b].each |$index, $value| { [$index, $value] }
#8=> ['a', 'b']
#draft=> [1, 'b']

#--- iteration-each-hash evaluate
$a = {x => 1, y => 2}
$a.each |$entry| { notice "key ${$entry[0]}, value ${$entry[1]}" }
#8=> notice: key x, value 1
#8=> notice: key y, value 2
#8=> {'x' => 1, 'y' => 2}
#draft=> notice: key x, value 1
#draft=> notice: key y, value 2
#draft=> undef

$a = {x => 1, y => 2}
$a.each |$key, $value| { notice "key ${key}, value ${value}" }
#8=> notice: key x, value 1
#8=> notice: key y, value 2
#8=> {'x' => 1, 'y' => 2}
#draft=> notice: key x, value 1
#draft=> notice: key y, value 2
#draft=> undef

{x => 1}.each |$entry| { $entry }
#8=> {'x' => 1}
#draft=> ['x', 1]

{}.each |$entry| { $entry }
#8=> {}
#draft=> undef

#--- iteration-each-arguments evaluate
[1].each
#=> error 1:4: Evaluation Error: Error while evaluating a Method call, 'each' expects a block

[1].each || { 1 }
#=> error 1:4: Evaluation Error: Error while evaluating a Method call, 'each' block expects between 1 and 2 arguments, got none

[1].each |$a, $b, $c| { 1 }
#=> error 1:4: Evaluation Error: Error while evaluating a Method call, 'each' block expects between 1 and 2 arguments, got 3

#--- iteration-each-stops-at-break evaluate
[1, 2, 3].each |$x| { if $x == 2 { break() } ; $x * 10 }
#8=> [1, 2, 3]
#draft=> 10

[1, 2, 3].each |$x| { if $x == 3 { next(7) } ; $x }
#8=> [1, 2, 3]
#draft=> 7

#--- iteration-slice evaluate
# The document has `$[1,2,3,4,5,6]` with a superfluous dollar.
slice([1, 2, 3, 4, 5, 6], 2)
#=> [[1, 2], [3, 4], [5, 6]]

slice($[1,2,3,4,5,6], 2)
#=> error 1:7: Illegal variable name, The given name '' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/

[1, 2, 3].slice(2)
#=> [[1, 2], [3]]

[].slice(2)
#=> []

# With a block the result is the iterated value.
[1, 2, 3].slice(2) |$x| { notice($x) }
#=> notice: [1, 2]
#=> notice: [3]
#=> [1, 2, 3]

# As many parameters as the size; those without a value are undef.
[1, 2, 3].slice(2) |$first, $second| { notice("${first} ${second}") }
#=> notice: 1 2
#=> notice: 3
#=> [1, 2, 3]

[1].slice(2) |$first, $second| { notice($second =~ Undef) }
#=> notice: true
#=> [1]

# An entry of a hash counts as one.
{a => 1, b => 2, c => 3}.slice(2)
#=> [[['a', 1], ['b', 2]], [['c', 3]]]

{a => 1, b => 2}.slice(2) |$entry| { notice "first ${$entry[0]}, second ${$entry[1]}" }
#=> notice: first [a, 1], second [b, 2]
#=> {'a' => 1, 'b' => 2}

# Missing values are empty arrays.
{a => 1, b => 2, c => 3}.slice(2) |$first, $second| { notice "first ${first}, second ${second}" }
#=> notice: first [a, 1], second [b, 2]
#=> notice: first [c, 3], second []
#=> {'a' => 1, 'b' => 2, 'c' => 3}

[1, 2].slice(0)
#=> error 1:13: Evaluation Error: Error while evaluating a Method call, The function 'slice' was called with arguments it does not accept. It expects one of:\n  (Hash hash, Integer[1] slice_size, Callable block?)\n    rejected: parameter 'hash' expects a Hash value, got Tuple\n  (Iterable enumerable, Integer[1] slice_size, Callable block?)\n    rejected: parameter 'slice_size' expects an Integer[1] value, got Integer[0, 0]

#--- iteration-slice-block evaluate reference=differs
# The reference fails while it builds this message.
[1, 2, 3].slice(2) |$a, $b, $c| { 1 }
#=> error 1:16: Evaluation Error: Error while evaluating a Method call, slice(): block must define one parameter, or the same number of parameters as the given size of the slice (2). Block has 3; a, b, c

#--- iteration-map evaluate
[1, 2, 3].map |$x| { $x * 2 }
#=> [2, 4, 6]

# Turns hash into array of values, and of keys.
$a = {a => 1, b => 2}
$a.map |$x| { $x[1] }
#=> [1, 2]

$a = {a => 1, b => 2}
$a.map |$x| { $x[0] }
#=> ['a', 'b']

[].map |$x| { $x }
#=> []

{}.map |$x| { $x }
#=> []

# Two parameters: not in the document.
[a, b].map |$index, $value| { "${index}${value}" }
#=> ['0a', '1b']

{a => 1}.map |$key, $value| { "${key}${value}" }
#=> ['a1']

#--- iteration-filter evaluate
# Selects all that end with berry.
$a = ["raspberry", "blueberry", "orange"]
$a.filter |$x| { $x =~ /berry$/ }
#=> ['raspberry', 'blueberry']

[1, 2, 3].filter |$x| { $x != 2 }
#=> [1, 3]

# Draft: an array of entries.
{a => 1, b => 2}.filter |$x| { $x[1] > 1 }
#8=> {'b' => 2}
#draft=> [['b', 2]]

{a => 1}.filter |$e| { true }
#8=> {'a' => 1}
#draft=> [['a', 1]]

{a => 1}.filter |$e| { false }
#8=> {}
#draft=> []

# The truth of the result counts; draft: the empty string is false.
[1, undef, false, ''].filter |$x| { $x }
#8=> [1, '']
#draft=> [1]

['', a].filter |$x| { $x }
#8=> ['', 'a']
#draft=> ['a']

[a, b].filter |$index, $value| { $index == 1 }
#=> ['b']

{a => 1, b => 2}.filter |$key, $value| { $value == 1 }
#8=> {'a' => 1}
#draft=> [['a', 1]]

#--- iteration-reduce evaluate
# Reduce an array
$a = [1, 2, 3]
$a.reduce |$memo, $entry| { $memo + $entry }
#=> 6

# Reduce hash values
$a = {a => 1, b => 2, c => 3}
$a.reduce |$memo, $entry| { [sum, $memo[1] + $entry[1]] }
#=> ['sum', 6]

# With a start value.
$a = [1, 2, 3]
$a.reduce(4) |$memo, $entry| { $memo + $entry }
#=> 10

$a = {a => 1, b => 2, c => 3}
$a.reduce([na, 4]) |$memo, $entry| { [sum, $memo[1] + $entry[1]] }
#=> ['sum', 10]

# With less than two elements the block is not called.
[7].reduce |$memo, $entry| { fail('not called') }
#=> 7

[].reduce |$memo, $entry| { fail('not called') }
#=> undef

[].reduce(5) |$memo, $entry| { fail('not called') }
#=> 5

{a => 1}.reduce |$memo, $entry| { fail('not called') }
#=> ['a', 1]

#--- iteration-of-other-values evaluate
# Draft: arrays, hashes, and results of `step` and `reverse_each`.
3.map |$x| { $x }
#8=> [0, 1, 2]
#draft=> error 1:2: Evaluation Error: Error while evaluating a Method call, 'map' parameter 'enumerable' expects an Iterable value, got Integer

'abc'.map |$x| { $x }
#8=> ['a', 'b', 'c']
#draft=> error 1:6: Evaluation Error: Error while evaluating a Method call, 'map' parameter 'enumerable' expects an Iterable value, got String

Integer[1, 3].map |$x| { $x }
#8=> [1, 2, 3]
#draft=> error 1:14: Evaluation Error: Error while evaluating a Method call, 'map' parameter 'enumerable' expects an Iterable value, got Type[Integer]

Enum[a, b].map |$x| { $x }
#8=> ['a', 'b']
#draft=> error 1:11: Evaluation Error: Error while evaluating a Method call, 'map' parameter 'enumerable' expects an Iterable value, got Type[String[1, 1]]

3.each |$x| { notice($x) }
#8=> notice: 0
#8=> notice: 1
#8=> notice: 2
#8=> 3
#draft=> error 1:2: Evaluation Error: Error while evaluating a Method call, 'each' parameter 'enumerable' expects an Iterable value, got Integer

3.filter |$x| { $x > 0 }
#8=> [1, 2]
#draft=> error 1:2: Evaluation Error: Error while evaluating a Method call, 'filter' parameter 'enumerable' expects an Iterable value, got Integer

3.reduce |$memo, $x| { $memo + $x }
#8=> 3
#draft=> error 1:2: Evaluation Error: Error while evaluating a Method call, 'reduce' parameter 'enumerable' expects an Iterable value, got Integer

'abcd'.slice(2)
#8=> [['a', 'b'], ['c', 'd']]
#draft=> error 1:13: Evaluation Error: Error while evaluating a Method call, 'slice' parameter 'enumerable' expects an Iterable value, got String

[1, 2, 3].reverse_each.map |$x| { $x }
#=> [3, 2, 1]

[1, 2, 3].step(2).map |$x| { $x }
#=> [1, 3]

{a => 1, b => 2}.reverse_each.map |$x| { $x }
#=> [['b', 2], ['a', 1]]

3.all |$x| { true }
#8=> true
#draft=> error 1:2: Evaluation Error: Error while evaluating a Method call, 'all' parameter 'enumerable' expects an Iterable value, got Integer

3.any |$x| { true }
#8=> true
#draft=> error 1:2: Evaluation Error: Error while evaluating a Method call, 'any' parameter 'enumerable' expects an Iterable value, got Integer

'abc'.index |$x| { true }
#8=> 0
#draft=> error 1:6: Evaluation Error: Error while evaluating a Method call, 'index' parameter 'enumerable' expects an Iterable value, got String

3.reverse_each.map |$x| { $x }
#8=> [2, 1, 0]
#draft=> error 1:2: Evaluation Error: Error while evaluating a Method call, 'reverse_each' parameter 'iterable' expects an Iterable value, got Integer

Integer[1, 5].step(2).map |$x| { $x }
#8=> [1, 3, 5]
#draft=> error 1:19: Evaluation Error: Error while evaluating a Method call, 'step' parameter 'iterable' expects an Iterable value, got Type[Integer]

# Collections are iterated as they are.
[3, 4].all |$x| { true }
#=> true

1.5.map |$x| { $x }
#=> error 1:4: Evaluation Error: Error while evaluating a Method call, The function 'map' was called with arguments it does not accept. It expects one of:\n  (Hash hash, Callable[2, 2] block)\n    rejected: parameter 'hash' expects a Hash value, got Float\n  (Hash hash, Callable[1, 1] block)\n    rejected: parameter 'hash' expects a Hash value, got Float\n  (Iterable enumerable, Callable[2, 2] block)\n    rejected: parameter 'enumerable' expects an Iterable value, got Float\n  (Iterable enumerable, Callable[1, 1] block)\n    rejected: parameter 'enumerable' expects an Iterable value, got Float

undef.map |$x| { $x }
#=> error 1:6: Evaluation Error: Error while evaluating a Method call, The function 'map' was called with arguments it does not accept. It expects one of:\n  (Hash hash, Callable[2, 2] block)\n    rejected: parameter 'hash' expects a Hash value, got Undef\n  (Hash hash, Callable[1, 1] block)\n    rejected: parameter 'hash' expects a Hash value, got Undef\n  (Iterable enumerable, Callable[2, 2] block)\n    rejected: parameter 'enumerable' expects an Iterable value, got Undef\n  (Iterable enumerable, Callable[1, 1] block)\n    rejected: parameter 'enumerable' expects an Iterable value, got Undef

#--- iteration-plus-and-append evaluate
# "Changes to Evaluation of + and <<"
[1, 2, 3] + [4, 5, 6] == [1, 2, 3, 4, 5, 6]
#=> true

[1, 2, 3] << [4, 5, 6] == [1, 2, 3, [4, 5, 6]]
#=> true

[1, 2, 3] << 4 == [1, 2, 3, 4]
#=> true

{a => 1, b => 2} + {c => 3} == {a => 1, b => 2, c => 3}
#=> true

{a => 1, b => 2} + {b => 4} == {a => 1, b => 4}
#=> true

# ARM-2 allows only an array after `+`; Expressions, which has precedence, allows more.
[1, 2, 3] + 4
#=> [1, 2, 3, 4]
