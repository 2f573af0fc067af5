# Expressions: the operators on numbers.

#--- expressions-addition evaluate
1 + 1
#=> 2

1.0 + 1.0
#=> 2.0

1 + 1.0
#=> 2.0

# Strings with numbers are numbers in edition draft.
'1' + 1
#8=> error 1:1: Evaluation Error: The string '1' was automatically coerced to the numerical value 1
#draft=> 2

'0x10' + 1
#8=> error 1:1: Evaluation Error: The string '0x10' was automatically coerced to the numerical value 16
#draft=> 17

'010' + 1
#8=> error 1:1: Evaluation Error: The string '010' was automatically coerced to the numerical value 8
#draft=> 9

'1.5' + '1e1'
#8=> error 1:1: Evaluation Error: The string '1.5' was automatically coerced to the numerical value 1.5
#draft=> 11.5

'-2' + 1
#8=> error 1:1: Evaluation Error: The string '-2' was automatically coerced to the numerical value -2
#draft=> -1

# A string that is not a number fails in both.
'a' + 1
#=> error 1:1: Evaluation Error: The value 'a' cannot be converted to Numeric.

1 + 'a'
#=> error 1:5: Evaluation Error: The value 'a' cannot be converted to Numeric.

true + 1
#=> error 1:1: Evaluation Error: The value 'true' cannot be converted to Numeric.

undef + 1
#=> error 1:1: Evaluation Error: The value '' cannot be converted to Numeric.

'' + 1
#=> error 1:1: Evaluation Error: The value '' cannot be converted to Numeric.

#--- expressions-subtraction evaluate
10 - 1
#=> 9

10.0 - 0.1
#=> 9.9

10 - 0.5
#=> 9.5

'10' - '0x1'
#8=> error 1:1: Evaluation Error: The string '10' was automatically coerced to the numerical value 10
#draft=> 9

a - 1
#=> error 1:1: Evaluation Error: The value 'a' cannot be converted to Numeric.

#--- expressions-negation evaluate
-1
#=> -1

- (1 + 2)
#=> -3

$a = 5;
-$a
#=> -5

-1.5
#=> -1.5

$a = '5';
-$a
#8=> error 2:1: Evaluation Error: The string '5' was automatically coerced to the numerical value 5
#draft=> -5

$a = 'x';
-$a
#=> error 2:1: Evaluation Error: The value 'x' cannot be converted to Numeric.

-true
#=> error 1:1: Evaluation Error: The value 'true' cannot be converted to Numeric.

#--- expressions-multiplication evaluate
3 * 4
#=> 12

3 * 0.5
#=> 1.5

'3' * '0x10'
#8=> error 1:1: Evaluation Error: The string '3' was automatically coerced to the numerical value 3
#draft=> 48

3 * x
#=> error 1:5: Evaluation Error: The value 'x' cannot be converted to Numeric.

#--- expressions-division evaluate
# Whole numbers give a whole number, rounded down.
7 / 2
#=> 3

-7 / 2
#=> -4

7 / -2
#=> -4

7 / 2.0
#=> 3.5

'7' / 2
#8=> error 1:1: Evaluation Error: The string '7' was automatically coerced to the numerical value 7
#draft=> 3

1 / 0
#=> error 1:5: Evaluation Error: Division by 0

1.0 / 0
#=> error 1:1: Evaluation Error: The result of the / expression is Infinity

1 / x
#=> error 1:5: Evaluation Error: The value 'x' cannot be converted to Numeric.

#--- expressions-modulo evaluate
7 % 2
#=> 1

-7 % 3
#=> 2

7 % -3
#=> -2

'7' % '4'
#8=> error 1:1: Evaluation Error: The string '7' was automatically coerced to the numerical value 7
#draft=> 3

7 % 0
#=> error 1:5: Evaluation Error: Division by 0

# Only whole numbers have a remainder.
7.0 % 2
#=> error 1:1: Evaluation Error: Operator '%' is not applicable to a Float.

7 % 2.0
#=> error 1:1: Evaluation Error: Operator '%' is not applicable to an Integer when right side is a Float.

x % 2
#=> error 1:1: Evaluation Error: The value 'x' cannot be converted to Numeric.

#--- expressions-left-shift evaluate
1 << 1
#=> 2

2 << 2
#=> 8

# A negative count shifts the other way.
8 << -2
#=> 2

'1' << '0x4'
#8=> error 1:1: Evaluation Error: The string '1' was automatically coerced to the numerical value 1
#draft=> 16

-1 << 2
#=> -4

1.5 << 1
#=> error 1:1: Evaluation Error: Operator '<<' is not applicable to a Float.

1 << 62
#=> 4611686018427387904

1 << 63
#8=> error 1:3: Evaluation Error: A '<<' expression resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
#draft=> 9223372036854775808

a << 1
#=> error 1:1: Evaluation Error: The value 'a' cannot be converted to Numeric.

#--- expressions-right-shift evaluate
1 >> 1
#=> 0

8 >> 2
#=> 2

1 >> -2
#=> 4

'8' >> 2
#8=> error 1:1: Evaluation Error: The string '8' was automatically coerced to the numerical value 8
#draft=> 2

# Draft: never less than 0.
-8 >> 1
#8=> -4
#draft=> 0

-1 >> 1
#8=> -1
#draft=> 0

-8 << -1
#8=> -4
#draft=> 0

8.5 >> 1
#=> error 1:1: Evaluation Error: Operator '>>' is not applicable to a Float.

a >> 1
#=> error 1:1: Evaluation Error: The value 'a' cannot be converted to Numeric.

#--- expressions-precedence evaluate
1 + 2 * 3
#=> 7

(1 + 2) * 3
#=> 9

2 + 3 << 1
#=> 10

-2 * -3
#=> 6

10 - 2 - 3
#=> 5
