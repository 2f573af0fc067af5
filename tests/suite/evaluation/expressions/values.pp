# Expressions: "L, R, and Non Value Expression" and "Literal Value Expressions".

#--- expressions-variables-are-assignable evaluate
# The value of an assignment is its right side.
$a = 10
$b = $a;
[$a, $b]
#=> [10, 10]

# All variables are immutable.
$a = 1
$a = 2
#=> error 2:4: Evaluation Error: Cannot reassign variable '$a'

# So are values: an element cannot be assigned.
$a = [1, 2]
$a[1] = 3
#=> error 2:1: Illegal attempt to assign via [index/key]. Not an assignable reference

$a = {}
$a['k'] = 1
#=> error 2:1: Illegal attempt to assign via [index/key]. Not an assignable reference

# Only a simple name can be assigned.
$a::b = 1
#=> error 1:1: Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces

#--- expressions-statement-functions-give-undef evaluate
# Functions that are called for their effect return undef.
notice(hello)
#=> notice: hello
#=> undef

$x = notice(hello)
$x =~ Undef
#=> notice: hello
#=> true

#--- expressions-numbers evaluate types=on
10
#=> 10 : Integer[10, 10]

0777
#=> 511 : Integer[511, 511]

0xFF
#=> 255 : Integer[255, 255]

0.1
#=> 0.1 : Float[0.1, 0.1]

31.415e-1
#=> 3.1415 : Float[3.1415, 3.1415]

0.31415e1
#=> 3.1415 : Float[3.1415, 3.1415]

#--- expressions-numbers-evaluate-to-themselves evaluate
[10, 0777, 0xFF, 31.415e-1 == 0.31415e1]
#=> [10, 511, 255, true]

#--- expressions-single-quoted evaluate
'hello'
#=> 'hello'

'I take a bit
more room'
#=> "I take a bit\nmore room"

'He said "hello", but it sounded like \'hell-yo\''
#=> 'He said "hello", but it sounded like \'hell-yo\''

# Nothing is interpolated, and other backslashes stay.
'$a ${b} \t'
#=> '$a ${b} \t'

#--- expressions-double-quoted evaluate
"You can quote me on that"
#=> 'You can quote me on that'

"I keep \t of things around here"
#=> "I keep \t of things around here"

$max_beers = 3
"I can not drink more than $max_beers beers"
#=> 'I can not drink more than 3 beers'

# Text parts and expression parts are concatenated.
$a = 1
"a${a}b${$a + 1}c"
#=> 'a1b2c'

#--- expressions-line-ends-in-strings-are-kept evaluate
#: text
#| 'a\r\nb\nc'
#=> "a\r\nb\nc"

#--- expressions-line-ends-in-double-quoted-strings-are-kept evaluate
#: text
#| "a\r\nb\nc"
#=> "a\r\nb\nc"

#--- expressions-interpolated-variables evaluate
# Both forms of interpolation.
$varname = 1
"$varname ${varname} ${1 + 1}"
#=> '1 1 2'

# Any expression may be interpolated.
"${if true { 'always' } else { 'never' }}"
#=> 'always'

"${[1, 2].map |$x| { $x * 2 }}"
#=> '[2, 4]'

# Keywords, names and numbers become variables.
$node = 1
$class = 2
"${node} ${class}"
#=> '1 2'

'abc' =~ /b(.)/
"${0} ${1}"
#=> 'bc c'

$a = {key => {inner => 5}}
"${a[key]} ${a[key][inner]}"
#=> '{inner => 5} 5'

$var = [1, 2]
"${var.size}"
#=> '2'

# The leftmost name of a sequence of calls.
$var = ' a '
"${var.strip.upcase}"
#=> 'A'

$var = [3, 4]
"${var.map |$x| { $x + 1 }}"
#=> '[4, 5]'

#--- expressions-interpolated-expressions evaluate
# In all other cases a variable needs its `$`.
"${2 + 2}"
#=> '4'

$x = 1
"${$x + 3}"
#=> '4'

# The string 'x' is not a number.
$x = 1
"${x + 3}"
#=> error 2:4: Evaluation Error: The value 'x' cannot be converted to Numeric.

$if = 1
"${if + 1}"
#=> error 2:7: Syntax error at '+'

$if = [1, 2, 3]
"${if[2]}"
#8=> '3'
#draft=> error 2:10: Syntax error at ''

# Draft: keywords must be written with `$` where something follows.
$class = [1, 2]
"${class[0]}"
#8=> '1'
#draft=> error 2:9: Syntax error at '['

$class = [1, 2]
"${$class[0]}"
#=> '1'

#--- expressions-definitions-are-not-interpolated evaluate
"${class foo { }}"
#=> err: Invalid use of expression. A Host Class Definition does not produce a value
#=> err: Classes, definitions, and nodes may only appear at toplevel or inside other classes
#=> error: Language validation logged 2 errors. Giving up

"${define foo { }}"
#=> err: Invalid use of expression. A 'define' expression does not produce a value
#=> err: Classes, definitions, and nodes may only appear at toplevel or inside other classes
#=> error: Language validation logged 2 errors. Giving up

#--- expressions-values-as-text evaluate
$u = undef
"<${u}>"
#=> '<>'

"${'text'} ${[apache::port]}"
#=> 'text [apache::port]'

"${Integer} ${Array[String]} ${Integer[1, 2]} ${Variant[Integer, Enum[a, b]]}"
#=> 'Integer Array[String] Integer[1, 2] Variant[Integer, Enum[\'a\', \'b\']]'

"${!false} ${!true}"
#=> 'true false'

"${[255, 0xFF, 0777, 1.5, -1e100]}"
#=> '[255, 255, 511, 1.5, -1.0e+100]'

# The string of a regular expression can be made a regular expression again.
"${/a.b/}"
#8=> '/a.b/'
#draft=> '(?-mix:a.b)'

'aXb' =~ "${/a.b/}"
#8=> false
#draft=> true

"${[1, [2, a], true, undef, 'x y']}"
#=> '[1, [2, a], true, , x y]'

"${{a => 1, b => [1, 2], c => {d => 'x'}}}"
#=> '{a => 1, b => [1, 2], c => {d => x}}'

"${[]} ${{}}"
#=> '[] {}'

"${[/a/, Integer]}"
#8=> '[/a/, Integer]'
#draft=> '[(?-mix:a), Integer]'

#--- expressions-qualified-name evaluate
$a = apache::port
$a == 'apache::port'
#=> true

abc
#=> 'abc'

#--- expressions-qualified-reference evaluate
$a = Integer
$a
#=> Integer

#--- expressions-regular-expression evaluate
$a = /.*/
$a
#=> /.*/

#--- expressions-attr-is-a-name evaluate
# Draft: `attr` is an ordinary name.
$x = attr
$x
#8=> error 1:6: Use of reserved word: attr, must be quoted if intended to be a String value
#draft=> 'attr'

#--- expressions-integers-are-unbounded evaluate
# Draft: integers are unbounded.
9223372036854775807 + 1
#8=> error 1:21: Evaluation Error: A '+' expression resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
#draft=> 9223372036854775808

9223372036854775808
#8=> error 1:1: A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
#draft=> 9223372036854775808

0xFFFFFFFFFFFFFFFFFF
#8=> error 1:1: A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0xffffffffffffffffff'
#draft=> 4722366482869645213695

-9223372036854775807 - 2
#8=> error 1:22: Evaluation Error: A '-' expression resulted in a value outside of Puppet Integer min range, got '-0x8000000000000001'
#draft=> -9223372036854775809

4611686018427387904 * 2
#8=> error 1:21: Evaluation Error: A '*' expression resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
#draft=> 9223372036854775808

1 << 70
#8=> error 1:3: Evaluation Error: A '<<' expression resulted in a value outside of Puppet Integer max range, got '+0x400000000000000000'
#draft=> 1180591620717411303424
