# Enumerations: sets of symbolic values.

#--- types-enum evaluate extensions=on reference=differs
type T { attr x, enum[a, b] }
[T.new({ x => a }), T.new({ x => 'b' })]
#=> [T({'x' => 'a'}), T({'x' => 'b'})]

type T { attr x, enum[a, b] }
T.new({ x => c })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x expects a match for Enum['a', 'b'], got 'c' (T.x, defined at line 1)

# Case matters.
type T { attr x, enum[a, B] }
T.new({ x => 'A' })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x expects a match for Enum['B', 'a'], got 'A' (T.x, defined at line 1)

type T { attr x, enum[a, b] }
T.new({ x => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x expects a match for Enum['a', 'b'], got Integer (T.x, defined at line 1)

# The type in the notation of the language, quoted values, words of type definitions.
type T { attr x, Enum['two words', unbound, has, default_value,] }
[T.new({ x => 'two words' }), T.new({ x => unbound }), T.new({ x => has })]
#=> [T({'x' => 'two words'}), T({'x' => 'unbound'}), T({'x' => 'has'})]

# Values are strings.
type T { attr x, enum[a, b] }
T.new({ x => a })[x] =~ String
#=> true

type T { attr x, enum[a, b] }
case T.new({ x => b })[x] { a: { 1 } b: { 2 } }
#=> 2

# Several of them.
type T { attr x, enum[read, write, run] { max => 3 } }
T.new({ x => [read, run] })
#=> T({'x' => ['read', 'run']})

type T { attr x, enum[read, write, run] { max => 3 } }
T.new({ x => [read, walk] })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, x expects a match for Enum['read', 'run', 'write'], got 'walk' (T.x, defined at line 1)

# The setter may convert values, the check may restrict them further.
type T { attr level, enum[low, high] { default => low, set => |$v| { if $v =~ Integer { if $v > 5 { high } else { low } } else { downcase($v) } } } }
[T.new, T.new({ level => 9 }), T.new({ level => 'HIGH' })]
#=> [T({'level' => 'low'}), T({'level' => 'high'}), T({'level' => 'high'})]

#--- types-enum-reserved evaluate extensions=on reference=differs
# Edition 8 reserves `attr` outside of type definitions only.
type T { attr x, enum[attr, has] { default => attr } }
T.new
#=> T({'x' => 'attr'})
