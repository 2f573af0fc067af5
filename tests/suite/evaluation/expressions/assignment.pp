# Expressions: "Assignment Operators".

#--- expressions-assignment evaluate
$a = 10
#=> 10

$a = $b = 10;
[$a, $b]
#=> [10, 10]

# An inner scope may have a variable of the same name.
$a = 1
$b = [2].map |$x| { $a = $x; $a };
[$a, $b]
#=> [1, [2]]

[$a, $b] = [1, 2];
[$a, $b]
#=> [1, 2]

10 = 1
#=> error 1:1: Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference

a = 1
#=> error 1:1: Illegal attempt to assign to 'a Name'. Not an assignable reference

#--- expressions-append-assignment evaluate
# Edition draft only. A new local variable gets the value of the outer variable and the addition.
$a = [1, 2]
$b = [3].map |$x| { $a += $x; $a };
[$a, $b]
#8=> error 2:24: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> [[1, 2], [[1, 2, 3]]]

# The value of the expression is the right side.
$a = [1, 2];
[3].map |$x| { $a += $x }
#8=> error 2:19: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> [3]

$a = {a => 1};
[2].map |$x| { $a += {b => $x}; $a }
#8=> error 2:19: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> [{'a' => 1, 'b' => 2}]

# The top scope has no outer scope: this is an ordinary assignment.
$a += 5
$a
#8=> error 1:4: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> 5

$a = [1]
$a += [2]
#8=> error 2:4: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> error 2:4: Evaluation Error: Cannot reassign variable '$a'

# It is the same if no outer scope has the variable.
[1].map |$x| { $unknown += $x; $unknown }
#8=> error 1:25: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> [1]

# The outer value must be an array or a hash.
$a = 1;
[2].map |$x| { $a += $x; $a }
#8=> error 2:19: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> error 2:19: Evaluation Error: Operator '+=' is not applicable to an Integer.

$a = 'text';
[2].map |$x| { $a += 'more' }
#8=> error 2:19: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> error 2:19: Evaluation Error: Operator '+=' is not applicable to a String.

# The concatenation may fail.
$a = {a => 1};
[2].map |$x| { $a += $x }
#8=> error 2:19: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> error 2:19: Evaluation Error: Error while evaluating a '+=' expression, Can only append Array or Hash to a Hash

# A conditional block does not make a scope.
$a = [1]
if true { $a += [2] }
#8=> error 2:14: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> error 2:14: Evaluation Error: Cannot reassign variable '$a'

# A function does.
$a = [1]
function f() { $a += [2]; $a }
[f(), $a]
#8=> error 2:19: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> [[1, 2], [1]]

# The next outer scope is that of a lambda.
$a = [0];
[1].map |$x| {
  $a += $x;
  [2].map |$y| { $a += $y; $a }
}
#8=> err: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#8=> err: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#8=> error: Language validation logged 2 errors. Giving up
#draft=> [[[0, 1, 2]]]

#--- expressions-delete-assignment evaluate
$a = [1, 2, 3]
$b = [3].map |$x| { $a -= $x; $a };
[$a, $b]
#8=> error 2:24: The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> [[1, 2, 3], [[1, 2]]]

# The value of the expression is the right side.
$a = [1, 2, 3];
[3].map |$x| { $a -= $x }
#8=> error 2:19: The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> [3]

$a = {a => 1, b => 2};
[b].map |$x| { $a -= $x; $a }
#8=> error 2:19: The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> [{'a' => 1}]

# Deleting something from nothing is undef.
$a -= 5
$a
#8=> error 1:4: The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> undef

$a -= 5
#8=> error 1:4: The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> 5

[1].map |$x| { $unknown -= $x; $unknown }
#8=> error 1:25: The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> [undef]

$a = [1]
$a -= [1]
#8=> error 2:4: The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> error 2:4: Evaluation Error: Cannot reassign variable '$a'

$a = 1;
[2].map |$x| { $a -= $x; $a }
#8=> error 2:19: The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#draft=> error 2:19: Evaluation Error: Operator '-=' is not applicable to an Integer.
