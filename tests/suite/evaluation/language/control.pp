# Control flow.

#--- control-if evaluate
if true { 1 } else { 2 }
#=> 1

if false { 1 } elsif true { 2 } else { 3 }
#=> 2

if false { 1 } elsif false { 2 } else { 3 }
#=> 3

if false { 1 }
#=> undef

if true { }
#=> undef

# Draft: the empty string is false.
if '' { 1 } else { 2 }
#8=> 1
#draft=> 2

if 0 { 1 } else { 2 }
#=> 1

if undef { 1 } else { 2 }
#=> 2

#--- control-unless evaluate
unless false { 1 }
#=> 1

unless true { 1 } else { 2 }
#=> 2

unless '' { 1 } else { 2 }
#8=> 2
#draft=> 1

#--- control-case evaluate
case 1 { 1: { one } default: { other } }
#=> 'one'

case 2 { 1: { one } default: { other } }
#=> 'other'

case 2 { 1: { one } }
#=> undef

# The default is chosen last, wherever it is written.
case 1 { default: { other } 1: { one } }
#=> 'one'

case b { a, b: { found } }
#=> 'found'

# Strings are compared without regard for case.
case 'ABC' { 'abc': { found } default: { other } }
#=> 'found'

# Draft: strings with numbers are numbers.
case '1' { 1: { number } default: { other } }
#8=> 'other'
#draft=> 'number'

# Types and regular expressions match.
case 5 { String: { text } Integer[1, 9]: { digit } }
#=> 'digit'

case 'abc' { /^a/: { $0 } }
#=> 'a'

case [1, a] { [Integer, String]: { found } }
#=> 'found'

# An array after `*` is a list of options.
case 2 { *[1, 2]: { found } default: { other } }
#=> 'found'

# The first option that matches is chosen.
case 1 { Integer: { first } 1: { second } }
#=> 'first'

case fail('tested') { 1: { } }
#=> error 1:6: Evaluation Error: Error while evaluating a Function Call, tested

#--- control-selector evaluate
1 ? { 1 => one, default => other }
#=> 'one'

2 ? { 1 => one, default => other }
#=> 'other'

2 ? { 1 => one }
#=> error 1:1: Evaluation Error: No matching entry for selector parameter with value '2'

'ABC' ? { 'abc' => found, default => other }
#=> 'found'

'1' ? { 1 => number, default => other }
#8=> 'other'
#draft=> 'number'

'abc' ? { /b(.)/ => $1 }
#=> 'c'

5 ? { String => text, Integer => number }
#=> 'number'

# Only the chosen value is evaluated.
1 ? { 1 => one, default => fail('not reached') }
#=> 'one'

#--- control-in evaluate
1 in [1, 2]
#=> true

'a' in ['A']
#=> true

'1' in [1]
#8=> false
#draft=> true

a in {a => 1}
#=> true

'b' in 'ABC'
#=> true

/b/ in 'abc'
#=> true

Integer in [a, 1]
#=> true

#--- control-next evaluate
[1, 2, 3].map |$x| { if $x == 2 { next(two) } ; $x }
#=> [1, 'two', 3]

[1, 2].map |$x| { next() ; $x }
#=> [undef, undef]

next()
#=> error 1: next() from context where this is illegal

#--- control-break evaluate
[1, 2, 3].map |$x| { if $x == 2 { break() } ; $x }
#=> [1]

[1, 2, 3].filter |$x| { if $x == 2 { break() } ; true }
#=> [1]

[1, 2, 3].reduce |$memo, $x| { if $x == 3 { break() } ; $memo + $x }
#=> 3

break()
#=> error 1: break() from context where this is illegal

function f() { break() }
[1, 2].each |$x| { f() }
#8=> [1, 2]
#draft=> undef

#--- control-return evaluate
function f() { return(1) ; 2 }
f()
#=> 1

function f() { return() }
f()
#=> undef

# `return` in a lambda returns from the function.
function f() { [1, 2].each |$x| { return($x) } ; 9 }
f()
#=> 1

return(1)
#=> error 1: return() from context where this is illegal

#--- control-fail evaluate
fail('no')
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, no

fail('a', 1)
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, a 1

if true { fail("${1 + 1}") }
#=> error 1:11: Evaluation Error: Error while evaluating a Function Call, 2
