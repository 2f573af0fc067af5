# Limits. Those of the reference differ, so its answers are not compared.

#--- limits-call-depth evaluate reference=differs call_depth=100
function f($n) { f($n + 1) }
f(0)
#=> error 1:18: Evaluation Error: More than 100 calls are under way at once (limit: --max-depth)

function f($n) { if $n == 0 { done } else { f($n - 1) } }
f(90)
#=> 'done'

#--- limits-steps evaluate reference=differs steps=1000
$ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
$ten.each |$a| { $ten.each |$b| { $ten.each |$c| { $ten.each |$d| { $a + $b + $c + $d } } } }
#=> error 2:39: Evaluation Error: The program takes more than 1000 steps (limit: --max-steps)

[1, 2, 3].reduce |$memo, $x| { $memo + $x }
#=> 6

#--- limits-elements evaluate reference=differs elements=100
[1, 2, 3, 4, 5, 6, 7].reduce([1]) |$memo, $x| { $memo + $memo }
#=> error 1:55: Evaluation Error: A collection would have more than 100 elements (limit: --max-elements)

[1, 2, 3].reduce([1]) |$memo, $x| { $memo + $memo }
#=> [1, 1, 1, 1, 1, 1, 1, 1]

#--- limits-text evaluate reference=differs text=100
[1, 2, 3, 4, 5, 6, 7].reduce('ab') |$memo, $x| { "${memo}${memo}" }
#=> error 1:50: Evaluation Error: A string would have more than 100 bytes (limit: --max-text)

[1, 2].reduce('ab') |$memo, $x| { "${memo}${memo}" }
#=> 'abababab'

#--- limits-integers evaluate reference=differs
# Draft integers are unbounded, but memory is limited.
1 << 5000000
#=> error 1:3: Evaluation Error: Error while evaluating a '<<' expression, shift width too big

1 << 1000000000000000000000
#8=> error 1:6: A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x3635c9adc5dea00000'
#draft=> error 1:3: Evaluation Error: Error while evaluating a '<<' expression, shift width too big
