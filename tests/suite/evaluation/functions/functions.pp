# Puppet Functions.

#--- functions-definition evaluate
function testmodule::min($a, $b) {
  if $a < $b { $a } else { $b }
}
testmodule::min(3, 2)
#=> 2

# The parameters may be left out; names may be plain.
function f { 10 }
f()
#=> 10

function f() { }
f()
#=> undef

# The value of the last expression, or of `return`.
function f($x) { if $x { return(early) } ; late }
[f(true), f(false)]
#=> ['early', 'late']

# A definition may follow its use.
$x = later(1)
function later($n) { $n + 1 }
$x
#=> 2

# Functions may be called by name, by a method call, and by themselves.
function fac($n) { if $n < 2 { 1 } else { $n * fac($n - 1) } }
[fac(5), 5.fac]
#=> [120, 120]

# The result may have a type.
function f() >> Integer { 'text' }
f()
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, value returned from f has wrong type, expects an Integer value, got String

#--- functions-parameters evaluate
# Types
function f(Integer $a, String[1] $b) { "${a}${b}" }
f(1, x)
#=> '1x'

function f(Integer $a) { $a }
f(x)
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, 'f' parameter 'a' expects an Integer value, got String

function f($a) { $a }
f()
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, 'f' expects 1 argument, got none

function f($a) { $a }
f(1, 2)
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, 'f' expects 1 argument, got 2

# Names can't be used twice.
function f($a, $a) { $a }
#=> error 1:16: The parameter 'a' is declared more than once in the parameter list

#--- functions-captures-rest evaluate
# Always an array.
function f(*$rest) { $rest }
[f(), f(1), f(1, 2), f([1])]
#=> [[], [1], [1, 2], [[1]]]

function f($a, *$rest) { [$a, $rest] }
f(1, 2, 3)
#=> [1, [2, 3]]

# It must be the last parameter,
function f(*$rest, $a) { $rest }
f(1, 2)
#=> error 1:20: Evaluation Error: Parameter $a is required but appears after optional parameters

# and only functions and lambdas can have it.
define d(*$rest) { }
#=> error 1:11: Parameter $rest has 'captures rest' - not supported in a 'define' expression

class c(*$rest) { }
#=> error 1:10: Parameter $rest has 'captures rest' - not supported in a Host Class Definition

# A default may be a single value or an array.
function f(*$rest = 1) { $rest }
[f(), f(2)]
#=> [[1], [2]]

function f(*$rest = [1, 2]) { $rest }
[f(), f(2)]
#=> [[1, 2], [2]]

# A type other than an array is the type of each element.
function f(Integer *$rest) { $rest }
f(1, 2)
#=> [1, 2]

function f(Integer *$rest) { $rest }
f(1, x)
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, 'f' parameter 'rest' expects an Integer value, got String

# An array type may also limit the number of elements.
function f(Array[String, 1, 2] *$rest) { $rest }
f(a, b)
#=> ['a', 'b']

function f(Array[String, 1, 2] *$rest) { $rest }
f()
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, 'f' expects between 1 and 2 arguments, got none

function f(Array[String, 1, 2] *$rest) { $rest }
f(a, b, c)
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, 'f' expects between 1 and 2 arguments, got 3

function f(Array[String, 1, 2] *$rest) { $rest }
f(1)
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, 'f' parameter 'rest' expects a String value, got Integer

# Arrays are captured by an array of arrays.
function f(Array[Array[Integer]] *$rest) { $rest }
f([1], [2, 3])
#=> [[1], [2, 3]]

function f(Array[Integer] *$rest) { $rest }
f([1])
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, 'f' parameter 'rest' expects an Integer value, got Tuple

#--- functions-defaults evaluate
function f($a, $b = 10) { [$a, $b] }
[f(1), f(1, 2)]
#=> [[1, 10], [1, 2]]

# A parameter without a default cannot follow one with a default.
function f($a = 1, $b) { $a }
f(1, 2)
#=> error 1:20: Evaluation Error: Parameter $b is required but appears after optional parameters

# A default may refer to parameters on its left,
function f($a, $b = $a + 1, $c = $b + 1) { [$a, $b, $c] }
[f(1), f(1, 10)]
#=> [[1, 2, 3], [1, 10, 11]]

# not to one on its right, even where there is a global variable,
function f($a = $b, $b = 2) { [$a, $b] }
f()
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, f: default expression for $a tries to illegally access not yet evaluated $b

$b = global
function f($a = $b, $b = 2) { [$a, $b] }
f()
#=> error 3:1: Evaluation Error: Error while evaluating a Function Call, f: default expression for $a tries to illegally access not yet evaluated $b

# nor to itself,
function f($a = $a) { $a }
f()
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, f: default expression for $a tries to illegally access not yet evaluated $a

# unless the name is anchored.
$b = global
function f($a = $::b, $b = 2) { [$a, $b] }
f()
#=> ['global', 2]

# Otherwise it sees the global scope.
$g = 5
function f($a = $g) { $a }
f()
#=> 5

# The same holds for lambdas.
with(1) |$a, $b = $a + 1| { [$a, $b] }
#=> [1, 2]

with() |$a = $b, $b = 2| { [$a, $b] }
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, lambda: default expression for $a tries to illegally access not yet evaluated $b

#--- functions-scope evaluate
# A function sees its own variables and global ones,
$global = 1
function f($a) { $local = 2; [$a, $local, $global] }
f(0)
#=> [0, 2, 1]

# not those of the caller.
function f() { $local }
[1].map |$x| { $local = 2; f() }
#=> error 1:16: Evaluation Error: Unknown variable: 'local'.

function f() { $inner = 1 }
f()
$inner
#=> error 3:1: Evaluation Error: Unknown variable: 'inner'.

#--- functions-take-no-block evaluate
# The document does not define the effect of a block.
function f($a) { $a }
f(1) |$x| { $x }
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, 'f' does not expect a block

# A block is not bound to a parameter of the type Callable.
function f(Callable $a) { $a }
f() |$x| { $x }
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, 'f' expects 1 argument, got none

#--- functions-replace-built-in-ones evaluate
# Draft: system functions cannot be replaced.
function size($x) { 'mine' }
size([1, 2])
#8=> 'mine'
#draft=> 2

function notice($x) { 'mine' }
notice(hello)
#8=> 'mine'
#draft=> notice: hello
#draft=> undef

# A new name is allowed.
function my::size($x) { 'mine' }
my::size([1, 2])
#=> 'mine'

#--- functions-in-modules evaluate
#: file modules/testmodule/functions/min.pp
#| function testmodule::min($a, $b) {
#|   if $a < $b { $a } else { $b }
#| }
#: file modules/testmodule/functions/deep/er.pp
#| function testmodule::deep::er() { testmodule::min(5, 4) }
#: file modules/testmodule/functions/wrong.pp
#| function wrong() { 1 }
#: file modules/testmodule/functions/other.pp
#| function testmodule::another() { 1 }
#: file modules/testmodule/functions/two.pp
#| function testmodule::two() { 1 }
#| function testmodule::three() { 1 }
#: file modules/testmodule/functions/empty.pp
#| # nothing
#: file modules/testmodule/functions/broken.pp
#| function testmodule::broken( {
#: file modules/testmodule/functions/mistakes.pp
#| function testmodule::mistakes() { $1 = 1 $2 = 2 }
#: file modules/testmodule/functions/logic.pp
#| function testmodule::logic() { 1 }
#| notice(1)
#: file modules/testmodule/functions/klass.pp
#| class testmodule::klass { }
# Functions are loaded from the file of their name.
testmodule::min(2, 1)
#=> 1

testmodule::deep::er()
#=> 4

testmodule::missing()
#=> error 1:1: Evaluation Error: Unknown function: 'testmodule::missing'.

# Their names are qualified: this is the built-in function.
min(2, 1, 3)
#=> 1

# They belong to the name space of their file, have its name, and are the only content of the file.
testmodule::wrong()
#=> error 1:1: Unacceptable location. The name 'wrong' is unacceptable in file 'modules/testmodule/functions/wrong.pp'

testmodule::other()
#=> error 1:1: Unacceptable location. The name 'testmodule::another' is unacceptable in file 'modules/testmodule/functions/other.pp'

testmodule::two()
#=> error 2:1: Unacceptable location. The name 'testmodule::three' is unacceptable in file 'modules/testmodule/functions/two.pp'

testmodule::empty()
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, The code loaded from modules/testmodule/functions/empty.pp does not define the function 'testmodule::empty' - it is empty.

testmodule::broken()
#=> error 1:30: Syntax error at '{'

testmodule::mistakes()
#=> err: Illegal attempt to assign to the numeric match result variable '$1'. Numeric variables are not assignable
#=> err: Illegal attempt to assign to the numeric match result variable '$2'. Numeric variables are not assignable
#=> error: Language validation logged 2 errors. Giving up

testmodule::logic()
#=> error 2:1: This Function Call is unacceptable as a top level construct in this location

testmodule::klass()
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, The code loaded from modules/testmodule/functions/klass.pp does not define the function 'testmodule::klass' - no function found.

# A function of the environment hides one of a module.
function testmodule::min($a, $b) { 'of the environment' }
testmodule::min(2, 1)
#=> 'of the environment'

#--- functions-types-in-modules evaluate
#: file modules/testmodule/types/port.pp
#| type Testmodule::Port = Integer[1, 65535]
#: file modules/testmodule/types/wrong.pp
#| type Testmodule::Other = Integer
#: file modules/testmodule/types/empty.pp
#| # nothing
#: file modules/testmodule/functions/open.pp
#| function testmodule::open(Testmodule::Port $port) { $port }
# Types are found the same way.
80 =~ Testmodule::Port
#=> true

testmodule::open(80)
#=> 80

testmodule::open(0)
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, 'testmodule::open' parameter 'port' expects a Testmodule::Port = Integer[1, 65535] value, got Integer[0, 0]

Testmodule::Missing
#=> error 1:1: Evaluation Error: Resource type not found: Testmodule::Missing

Testmodule::Wrong
#=> error 1:1: Evaluation Error: Error while evaluating a Type-Name, The code loaded from modules/testmodule/types/wrong.pp produced type with the wrong name, expected 'testmodule::wrong', actual 'Testmodule::Other'

Testmodule::Empty
#=> error 1:1: Evaluation Error: Error while evaluating a Type-Name, The code loaded from modules/testmodule/types/empty.pp does not define the type 'testmodule::empty' - it is empty.
