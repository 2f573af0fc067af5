# Expressions: truth, equality, order.

#--- expressions-logic evaluate
true and false
#=> false

true or false
#=> true

true and 1
#=> true

# Draft: the empty string is false.
true and ''
#8=> true
#draft=> false

true and !false
#=> true

# The document says that `!` gives false "otherwise"; it means true.
!true
#=> false

!false
#=> true

!undef
#=> true

!''
#8=> false
#draft=> true

!'a'
#=> false

# `and` binds more tightly than `or`, `!` more than both.
true or true and false
#=> true

!true or true
#=> true

!(true or true)
#=> false

#--- expressions-logic-stops-early evaluate
false and fail('not reached')
#=> false

true or fail('not reached')
#=> true

true and fail('reached')
#=> error 1:10: Evaluation Error: Error while evaluating a Function Call, reached

# Operands after the deciding one are not evaluated.
undef or notice(reached)
#=> notice: reached
#=> false

#--- expressions-truth evaluate
[!!0, !!1, !![], !!{}, !!'false', !!default, !!/a/, !!Integer, !!undef, !!'']
#8=> [true, true, true, true, true, true, true, true, false, true]
#draft=> [true, true, true, true, true, true, true, true, false, false]

if '' { yes } else { no }
#8=> 'yes'
#draft=> 'no'

unless '' { yes } else { no }
#8=> 'no'
#draft=> 'yes'

'' ? { true => yes, default => no }
#=> 'no'

# Functions with a condition use the same truth.
[[''].all |$x| { $x }, [''].any |$x| { $x }]
#8=> [true, true]
#draft=> [false, false]

['', a].partition |$x| { $x }
#8=> [['', 'a'], []]
#draft=> [['a'], ['']]

['', a].index |$x| { $x }
#8=> 0
#draft=> 1

#--- expressions-not-is-an-operator evaluate
# Draft: the word form of `!`. ARM-2 uses it to filter out.
not (true)
#8=> error 1:1: Evaluation Error: Unknown function: 'not'.
#draft=> false

not true
#8=> error 1:1: This Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#draft=> false

$x = not false
$x
#8=> error 1:10: This Boolean has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#draft=> true

# Without an operand it is a name.
$x = not; $x
#=> 'not'

[1, 2, 3].filter |$x| { not ($x == 2) }
#8=> error 1:25: Evaluation Error: Unknown function: 'not'.
#draft=> [1, 3]

[1, 2, 3].filter |$x| { $x != 2 }
#=> [1, 3]

['a', 'b'].filter |$x| { $x !~ /a/ }
#=> ['b']

#--- expressions-equality-of-booleans evaluate
true == true
#=> true

true == ''
#=> false

false == ''
#=> false

# Draft: the empty string is false.
false == !!''
#8=> false
#draft=> true

true == 1
#=> false

true == 'true'
#=> false

#--- expressions-equality-of-numbers evaluate
1 == 1.0
#=> true

0xFF == 255
#=> true

# Draft: strings with numbers are numbers.
'1' == 1
#8=> false
#draft=> true

1 == '0x1'
#8=> false
#draft=> true

'1.0' == 1
#8=> false
#draft=> true

'01' == '1'
#8=> false
#draft=> true

'0x10' == '16'
#8=> false
#draft=> true

'1e1' == '10'
#8=> false
#draft=> true

# Only one operand is a number.
'a' == 1
#=> false

1 == ''
#=> false

' 1' == 1
#8=> false
#draft=> true

#--- expressions-equality-of-strings evaluate
'abc' == 'ABC'
#=> true

'abc' == 'abd'
#=> false

abc == 'abc'
#=> true

#--- expressions-equality-of-types-differ evaluate
[] == {}
#=> false

undef == ''
#=> false

undef == undef
#=> true

undef == false
#=> false

'Integer' == Integer
#=> false

/a/ == 'a'
#=> false

#--- expressions-equality-of-arrays evaluate
[1, 2] == [1, 2]
#=> true

[1, 2] == [2, 1]
#=> false

[1] == [1, 2]
#=> false

['a'] == ['A']
#=> true

# Draft: elements are compared by `==`, at any depth.
['1'] == [1]
#8=> false
#draft=> true

[['01']] == [[1]]
#8=> false
#draft=> true

#--- expressions-equality-of-hashes evaluate
{a => 1, b => 2} == {b => 2, a => 1}
#=> true

{a => 1} == {a => 1, b => 2}
#=> false

{a => 'x'} == {a => 'X'}
#=> true

# Keys are compared exactly.
{'a' => 1} == {'A' => 1}
#=> false

{a => '1'} == {a => 1}
#8=> false
#draft=> true

{'1' => a} == {1 => a}
#=> false

#--- expressions-equality-of-other-values evaluate
Integer == Integer
#=> true

Integer[1, 2] == Integer[1, 2]
#=> true

Integer == Integer[default, default]
#=> true

Integer == Numeric
#=> false

/a/ == /a/
#=> true

/a/ == /A/
#=> false

default == default
#=> true

#--- expressions-inequality evaluate
# The document calls it `=!`; it means `!=`.
1 != 2
#=> true

1 != 1
#=> false

'1' != 1
#8=> true
#draft=> false

'a' != 'A'
#=> false

1 =! 2
#=> error 1:1: Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference

#--- expressions-order-of-numbers evaluate
[1 < 2, 2 < 1, 1 <= 1, 1 >= 1, 2 > 1, 1 > 1]
#=> [true, false, true, true, true, false]

1 < 1.5
#=> true

# Draft: strings with numbers are numbers.
'2' < '10'
#8=> false
#draft=> true

'2' < 10
#8=> error 1:5: Evaluation Error: Comparison of: String < Integer, is not possible. Caused by 'A String is not comparable to a non String'.
#draft=> true

'0x0A' > 9
#8=> error 1:8: Evaluation Error: Comparison of: String > Integer, is not possible. Caused by 'A String is not comparable to a non String'.
#draft=> true

#--- expressions-order-of-strings evaluate
['a' < 'b', 'a' < 'B', 'A' <= 'a', 'a' >= 'A', 'b' > 'A']
#=> [true, true, true, true, true]

#--- expressions-order-of-number-and-string evaluate
# Draft: every number comes before every string that is not a number.
1 < 'a'
#8=> error 1:3: Evaluation Error: Comparison of: Integer < String, is not possible. Caused by 'A Numeric is not comparable to non Numeric'.
#draft=> true

'a' > 1
#8=> error 1:5: Evaluation Error: Comparison of: String > Integer, is not possible. Caused by 'A String is not comparable to a non String'.
#draft=> true

999999 >= 'a'
#8=> error 1:8: Evaluation Error: Comparison of: Integer >= String, is not possible. Caused by 'A Numeric is not comparable to non Numeric'.
#draft=> false

'' > 1
#8=> error 1:4: Evaluation Error: Comparison of: String > Integer, is not possible. Caused by 'A String is not comparable to a non String'.
#draft=> true

#--- expressions-order-of-other-values evaluate
# Only strings and numbers have an order in edition draft.
Integer < Numeric
#8=> true
#draft=> error 1:9: Evaluation Error: Comparison of: Integer-Type < Numeric-Type, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

Integer <= Integer
#8=> true
#draft=> error 1:9: Evaluation Error: Comparison of: Integer-Type <= Integer-Type, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

true < false
#=> error 1:6: Evaluation Error: Comparison of: Boolean < Boolean, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

[1] < [2]
#=> error 1:5: Evaluation Error: Comparison of: Array < Array, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

{a => 1} < {a => 2}
#=> error 1:10: Evaluation Error: Comparison of: Hash < Hash, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

undef < 1
#=> error 1:7: Evaluation Error: Comparison of: Undef Value < Integer, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

/a/ < /b/
#=> error 1:5: Evaluation Error: Comparison of: Regexp < Regexp, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

Timespan(1) < Timespan(2)
#8=> true
#draft=> error 1:13: Evaluation Error: Comparison of: Timespan < Timespan, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

SemVer('1.0.0') < SemVer('2.0.0')
#8=> true
#draft=> error 1:17: Evaluation Error: Comparison of: Semver < Semver, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.
