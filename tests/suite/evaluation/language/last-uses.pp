# The last read of a parameter moves its value. Programs cannot observe this.

#--- last-uses evaluate
# Each branch has its own last use.
[1, 2].map |$x| { if $x == 1 { [$x] } else { [$x, $x] } }
#=> [[1], [2, 2]]

# A lambda may run often.
[[1]].map |$x| { [1, 2].map |$y| { $x + [$y] } }
#=> [[[1, 1], [1, 2]]]

# A value that a lambda reads later is kept.
[[1]].map |$x| { $y = $x + [2]; [3].map |$z| { [$x, $y, $z] } }
#=> [[[[1], [1, 2], 3]]]

# Options of a case, the value tested, and the body.
[[1]].map |$x| { case $x { [1]: { $x + [2] } default: { $x } } }
#=> [[1, 2]]

# The same parameter on both sides.
[[1]].map |$x| { $x + $x }
#=> [[1, 1]]

function twice($list) { [$list + [9], $list] }
twice([1])
#=> [[1, 9], [1]]

#--- last-uses-by-name evaluate
# Functions that read variables by name see those that were read before.
[[1]].map |$x| { $y = $x + [5]; getvar('x') }
#=> [[1]]

[[1]].map |$x| { $y = $x + [5]; ::getvar('x') }
#=> [[1]]

[[1]].map |$x| { $y = $x + [5]; call('getvar', 'x') }
#=> [[1]]

[[1]].map |$x| { $y = $x + [5]; inline_epp('<%= $x %>') }
#=> ['[1]']

#--- last-uses-and-break evaluate
# The value of reduce is the memo before `break()`.
[1, 2, 3].reduce([]) |$all, $x| { if $x == 3 { break() } $all + [$x] }
#=> [1, 2]

[1, 2, 3].reduce([]) |$all, $x| { $more = $all + [$x]; with(1) |Integer[break()] $y| { 1 } $more }
#=> []

function stop_at_two($x) { if $x == 2 { break() } $x }
[1, 2, 3].reduce([]) |$all, $x| { $more = $all + [$x]; stop_at_two($x); $more }
#=> [1]

# Draft: a built-in function cannot be replaced.
function upcase($x) { if $x == 2 { break() } $x }
[1, 2, 3].reduce([]) |$all, $x| { $more = $all + [$x]; upcase("${x}"); if $x == 2 { upcase(2) } $more }
#8=> [1]
#draft=> [1, 2, 3]
