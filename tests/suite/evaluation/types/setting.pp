# Setting one feature: the steps and their order.

#--- types-set-steps evaluate extensions=on reference=differs
# 1. A feature that cannot be set is an error before all other checks.
type T { attr a, Integer { setable => false, set => |$v| { 1 }, check => { 'never asked' } } }
T.new({ a => 'x' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, a cannot be set (T.a, defined at line 1)

# 2. The setter. Its result is stored,
type T { attr a, Integer { set => |$v| { $v + 1 } } }
T.new({ a => 1 })
#=> T({'a' => 2})

# unless it assigns the feature itself.
type T { attr a, Integer { set => |$v| { $a = $v + 1 'dropped' } } }
T.new({ a => 1 })
#=> T({'a' => 2})

# An assignment that is not reached does not count.
type T { attr a, Integer { set => |$v| { if $v > 10 { $a = 10 } $v } } }
[T.new({ a => 50 }), T.new({ a => 5 })]
#=> [T({'a' => 10}), T({'a' => 5})]

# The assigned value is checked as well.
type T { attr a, Integer { check => { $it < 10 }, set => |$v| { $a = $v * 10 } } }
T.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 10 is not an acceptable value for a (T.a)

# With several values it is called for each element,
type T { attr a { max => unbound, set => |$v| { upcase($v) } } }
[T.new({ a => [x, y] }), T.new({ a => x }), T.new({ a => [x] }) |$t| { $t[a] += [y, z] }]
#=> [T({'a' => ['X', 'Y']}), T({'a' => ['X']}), T({'a' => ['X', 'Y', 'Z']})]

# never with undef.
type T { attr a { set => |$v| { "set ${v}" } } }
T.new({ a => undef })
#=> T({})

# 3. A derived feature stores nothing.
type T { attr a, Integer { derived => || { 1 }, setable => true, check => { false } } }
T.new({ a => 2 })
#=> T({})

# 4. The shape: a single value is wrapped if there may be several.
type T { attr a, Integer { max => 2 } }
T.new({ a => 1 })
#=> T({'a' => [1]})

type T { attr a, Integer { max => 2 } }
T.new({ a => ['x', 'y', 'z'] })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, a takes at most 2 values, got 3 (T.a, defined at line 1)

# 5. The type, which is strict.
type T { attr a, Integer }
T.new({ a => '1' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, a expects an Integer value, got String (T.a, defined at line 1)

type T { attr a, Float }
T.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, a expects a Float value, got Integer (T.a, defined at line 1)

type T { attr a, Boolean }
T.new({ a => 'true' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, a expects a Boolean value, got String (T.a, defined at line 1)

type T { attr a, String }
T.new({ a => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, a expects a String value, got Integer (T.a, defined at line 1)

type T { attr a, Integer { max => unbound } }
T.new({ a => [1, 'x'] })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, a expects an Integer value, got String (T.a, defined at line 1)

type P { }
type T { has p, P }
T.new({ p => 'x' })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, p expects a P value, got String (T.p, defined at line 2)

type P { }
type Q { }
type T { has p, P }
T.new({ p => Q.new })
#=> error 4:6: Evaluation Error: Error while evaluating a Method call, p expects a P value, got Q (T.p, defined at line 3)

# A type is not an object of itself.
type P { }
type T { has p, P }
T.new({ p => P })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, p expects a P value, got Type[P] (T.p, defined at line 2)

# 6. The check, for each element,
type T { attr a, Integer { max => unbound, check => { if $it > 9 { "${it} has two digits" } } } }
T.new({ a => [1, 10, 11] })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, 10 has two digits (T.a)

# not for undef.
type T { attr a { unsettable => true, check => { false } } }
T.new({ a => undef })
#=> T({'a' => undef})

# 8. Other features that the setter assigns are checked, but their setters are not called.
type T { attr a, Integer { set => |$v| { $v * 100 } } attr b, Integer { set => |$v| { $a = $v $v } } }
T.new({ b => 2 })
#=> T({'a' => 2, 'b' => 2})

type T { attr a, Integer { check => { $it > 5 } } attr b, Integer { set => |$v| { $a = $v $v } } }
T.new({ b => 2 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 2 is not an acceptable value for a (T.a)

type T { attr a, Integer attr b { set => |$v| { $a = $v $v } } }
T.new({ b => 'x' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, a expects an Integer value, got String (T.a, defined at line 1)

#--- types-set-append evaluate extensions=on reference=differs
# In a setter `+=` appends to a feature with several values.
type T {
  attr log { max => unbound, setable => false }
  attr a, Integer { set => |$v| { $log += "a = ${v}" $v } }
}
T.new({ a => 1 }) |$t| { $t[a] = 2 }
#=> T({'log' => ['a = 1', 'a = 2'], 'a' => 2})

# An array appends each of its elements.
type T {
  attr words { max => unbound }
  attr text { derived => || { $words.join(' ') }, setable => true, set => |$v| { $words += split($v, ' ') } }
}
$t = T.new({ text => 'a b' }) |$t| { $t[text] = 'c' };
[$t, $t[text]]
#=> [T({'words' => ['a', 'b', 'c']}), 'a b c']

# The feature that is being set.
type T { attr a, Integer { max => unbound, set => |$v| { $a += [$v, $v * 10] } } }
T.new({ a => [1, 2] })
#=> T({'a' => [1, 10, 2, 20]})

#--- types-set-split evaluate extensions=on reference=differs
# One value is split into several features, and joined again.
type Version {
  attr major, Integer { setable => false }
  attr minor, Integer { setable => false }
  attr text, String {
    derived => || { "${major}.${minor}" },
    setable => true,
    set     => |$v| { $parts = split($v, '[.]') $major = Integer($parts[0]) $minor = Integer($parts[1]) },
  }
}
$v = Version.new({ text => '8.28' });
[$v[major], $v[minor], $v[text]]
#=> [8, 28, '8.28']
