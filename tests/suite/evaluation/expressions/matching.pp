# Expressions: "Pattern Match", and the variables it sets.

#--- expressions-match evaluate
'abc' =~ /b/
#=> true

'abc' =~ /x/
#=> false

# A string is converted to a regular expression.
'abc' =~ 'b.'
#=> true

'abc' =~ '('
#=> error 1:10: Evaluation Error: Can not convert right match operand to a regular expression. Caused by 'end pattern with unmatched parenthesis: /(/'.

# Other right sides are errors, except types and version ranges.
'abc' =~ 1
#=> error 1:10: Evaluation Error: Can not convert right match operand to a regular expression. Caused by 'no implicit conversion of Integer into String'.

'abc' =~ undef
#=> error 1:10: Evaluation Error: Can not convert right match operand to a regular expression. Caused by 'no implicit conversion of nil into String'.

1 =~ Integer
#=> true

'1.2.3' =~ SemVerRange('1.x')
#=> true

# The left side must be a string.
1 =~ /1/
#=> error 1:1: Evaluation Error: Left match operand must result in a String value. Got an Integer.

undef =~ /a/
#=> error 1:1: Evaluation Error: Left match operand must result in a String value. Got an Undef Value.

true =~ /t/
#=> error 1:1: Evaluation Error: Left match operand must result in a String value. Got a Boolean.

[a] =~ /a/
#=> error 1:1: Evaluation Error: Left match operand must result in a String value. Got an Array.

#--- expressions-not-match evaluate
'abc' !~ /b/
#=> false

'abc' !~ /x/
#=> true

!('abc' =~ /b/)
#=> false

1 !~ /1/
#=> error 1:1: Evaluation Error: Left match operand must result in a String value. Got an Integer.

# It sets the variables too.
$x = 'abc' !~ /b(c)/;
[$x, $0, $1]
#=> [false, 'bc', 'c']

#--- expressions-match-variables evaluate
# The document writes `elsif` without a condition. All branches that come after the match see it.
if abc =~ /(a)b(c)/ {
  [$0, $1, $2]
}
#=> ['abc', 'a', 'c']

if abc =~ /(x)b(c)/ {
  matched
}
elsif abc =~ /b(c)/ {
  [$0, $1, $2]
}
else {
  nothing
}
#=> ['bc', 'c', undef]

if !(abc =~ /(a)b(c)/) {
  no
}
elsif true {
  [$0, $1, $2]
}
#=> ['abc', 'a', 'c']

if abc !~ /(a)b(c)/ {
  no
}
else {
  [$0, $1, $2]
}
#=> ['abc', 'a', 'c']

unless abc =~ /(a)b(c)/ {
  no
}
else {
  [$0, $1, $2]
}
#=> ['abc', 'a', 'c']

# They have their earlier values again after the `if`.
'xyz' =~ /y(z)/
if abc =~ /(a)b(c)/ { };
[$0, $1, $2]
#=> ['yz', 'z', undef]

if abc =~ /(a)b(c)/ { };
[$0, $1]
#=> [undef, undef]

# Without a conditional block they stay to the end of the block.
$x = abc =~ /(a)b(c)/;
[$x, $0, $1, $2]
#=> [true, 'abc', 'a', 'c']

# Groups that did not match are undef.
$x = 'ac' =~ /a(b)?(c)/;
[$0, $1, $2, $3]
#=> ['ac', undef, 'c', undef]

# A failed match changes nothing.
$x = abc =~ /(b)/
$y = abc =~ /(x)/;
[$0, $1]
#=> ['b', 'b']

# Before any match they are undef.
[$0, $1]
#=> [undef, undef]

#--- expressions-match-variables-in-case evaluate
case 'abc' {
  /x(.)/: { wrong }
  /b(.)/: { [$0, $1] }
}
#=> ['bc', 'c']

case 'abc' {
  /b(.)/: { notice($0) }
}
$0
#=> notice: bc
#=> undef

case 'abc' {
  /x(.)/: { wrong }
  default: { $0 }
}
#=> undef

#--- expressions-match-variables-in-selectors evaluate
'abc' ? {
  /x(.)/  => wrong,
  /b(.)/  => "${0} ${1}",
  default => other,
}
#=> 'bc c'

$x = 'abc' ? { /b(.)/ => $1 };
[$x, $1]
#=> ['c', undef]

#--- expressions-match-variables-and-scopes evaluate
# A lambda sees them; a match in it hides all of them and is gone afterwards.
'abc' =~ /a(b)(c)/
$inner = [1].map |$x| { [$0, $1, $2] }
$inner
#=> [['abc', 'b', 'c']]

'abc' =~ /a(b)(c)/
$inner = [1].map |$x| { 'xy' =~ /x(y)/ ; [$0, $1, $2] };
[$inner, $0, $1, $2]
#=> [[['xy', 'y', undef]], 'abc', 'b', 'c']

# A function does not see those of its caller.
function f() { [$0, $1] }
'abc' =~ /a(b)/
f()
#=> [undef, undef]

function f() { 'xy' =~ /x(y)/ ; $1 }
'abc' =~ /a(b)/;
[f(), $0, $1]
#=> ['y', 'ab', 'b']

#--- expressions-match-variables-are-not-assignable evaluate
$1 = 2
#=> error 1:1: Illegal attempt to assign to the numeric match result variable '$1'. Numeric variables are not assignable
