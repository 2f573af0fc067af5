# Results of checks and invariants, and the resulting messages.

#--- types-result-check evaluate extensions=on reference=differs
# Accepted: undef and true.
type T { attr a { check => { undef } } attr b { check => { true } } attr c { check => { if false { 'x' } } } }
T.new({ a => 'x', b => 'x', c => 'x' })
#=> T({'a' => 'x', 'b' => 'x', 'c' => 'x'})

# A string is the message,
type T { attr a { check => { 'never good' } } }
T.new({ a => 'x' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, never good (T.a)

# also an empty one.
type T { attr a { check => { '' } } }
T.new({ a => 'x' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call,  (T.a)

# False gives the standard message, with the value as text.
type T { attr a, Integer { check => { false } } attr b { check => { false } } }
T.new({ b => 'some text' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: some text is not an acceptable value for b (T.b)

type T { attr a, Float { check => { false } } }
T.new({ a => 1.5 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 1.5 is not an acceptable value for a (T.a)

type T { attr a, Boolean { check => { $it } } }
T.new({ a => false })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: false is not an acceptable value for a (T.a)

# The message has the wrong element.
type T { attr a, Integer { max => unbound, check => { $it % 2 == 0 } } }
T.new({ a => [2, 4, 5, 6] })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 5 is not an acceptable value for a (T.a)

# Anything else is an error.
type T { attr a { check => { 42 } } }
T.new({ a => 'x' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, the check of a must give a String, a Boolean or undef, got Integer (T.a, defined at line 1)

type T { attr a { check => { 1.5 } } }
T.new({ a => 'x' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, the check of a must give a String, a Boolean or undef, got Float (T.a, defined at line 1)

# An error in a check is an ordinary error at its own place.
type T { attr a, Integer { check => { 1 / $it } } }
T.new({ a => 0 })
#=> error 1:43: Evaluation Error: Division by 0

#--- types-result-invariant evaluate extensions=on reference=differs
type T { invariant { undef } invariant { true } invariant { if false { 'x' } } invariant 'title' { true } }
T.new
#=> T({})

type T { invariant { 'never good' } }
T.new
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, never good (T)

# The message overrides the title.
type T { invariant 'title' { 'message' } }
T.new
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, message (T)

type T { invariant 'title' { false } }
T.new
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, title (T)

type T { invariant { false } }
T.new
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, Illegal invariant (T)

type T { invariant { '' } }
T.new
#=> error 2:2: Evaluation Error: Error while evaluating a Method call,  (T)

type T { attr a, Integer invariant { $a } }
T.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, an invariant must give a String, a Boolean or undef, got Integer (T, defined at line 1)

#--- types-result-truth evaluate extensions=on reference=differs
# Truth inside of type logic follows the edition: an empty string is true in one, false in the other.
type T { attr a { check => { if $it { 'text' } else { 'no text' } } } }
T.new({ a => '' })
#8=> error 2:6: Evaluation Error: Error while evaluating a Method call, text (T.a)
#draft=> error 2:6: Evaluation Error: Error while evaluating a Method call, no text (T.a)

type T { attr a attr b invariant 'a or b' { !(!$a and !$b) } }
T.new({ a => '' })
#8=> T({'a' => ''})
#draft=> error 2:6: Evaluation Error: Error while evaluating a Method call, a or b (T)

# Comparison follows the edition too.
type T { attr a { check => { $it == 5 } } }
T.new({ a => '5' })
#8=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 5 is not an acceptable value for a (T.a)
#draft=> T({'a' => '5'})

type T { attr a { check => { $it in [1, 2] } } }
T.new({ a => '1' })
#8=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 1 is not an acceptable value for a (T.a)
#draft=> T({'a' => '1'})

# So does arithmetic; data types are strict in both.
type T { attr a, Integer { set => |$v| { $v * 2 } } }
T.new({ a => '5' })
#8=> error 1:42: Evaluation Error: The string '5' was automatically coerced to the numerical value 5
#draft=> T({'a' => 10})

#--- types-message-lambda evaluate extensions=on reference=differs
# The lambdas of logic can have typed parameters and results.
type T { attr n, Integer { set => |Integer $v| { $v } } }
T.new({ n => 'x' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, 'set' parameter 'v' expects an Integer value, got String

#--- types-message-place evaluate extensions=on reference=differs
# The error has the place of `new`,
type Port { attr num, Integer { check => $it > 0 } }
$ports = [
  Port.new({ num => 80 }),
  new(Port, { num => 0 }),
]
#=> error 4:3: Evaluation Error: Error while evaluating a Function Call, Illegal value: 0 is not an acceptable value for num (Port.num)

# the line of the definition is part of the message.
type Port {
  attr name

  attr num, Integer
}

Port.new({ num => 'x' })
#=> error 7:9: Evaluation Error: Error while evaluating a Method call, num expects an Integer value, got String (Port.num, defined at line 4)
