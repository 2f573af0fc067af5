# Inheritance: features, invariants and defaults of the base come first.

#--- types-inheritance evaluate extensions=on reference=differs
type Animal { attr name, String { min => 1 } }
type Dog inherits Animal { attr breed }
Dog.new({ breed => 'Pug', name => 'Bo' })
#=> Dog({'name' => 'Bo', 'breed' => 'Pug'})

type Animal { attr name, String { min => 1 } }
type Dog inherits Animal { attr breed }
Dog.new({ breed => 'Pug' })
#=> error 3:8: Evaluation Error: Error while evaluating a Method call, name is required (Animal.name, defined at line 1)

# The base type may be defined later, and have a base type itself.
type C inherits B { attr c, Integer { default => 3 } }
type B inherits A { attr b, Integer { default => 2 } }
type A { attr a, Integer { default => 1 } }
C.new
#=> C({'a' => 1, 'b' => 2, 'c' => 3})

# Checks, setters and derived features are inherited,
type A { attr n, Integer { check => { $it > 0 }, set => |$v| { $v - 1 } } attr next, Integer { derived => || { $n + 1 } } }
type B inherits A { }
[B.new({ n => 5 })[n], B.new({ n => 5 })[next]]
#=> [4, 5]

type A { attr n, Integer { check => { $it > 0 } } }
type B inherits A { }
B.new({ n => 0 })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for n (A.n)

# and see the features of their own type; those of the derived type see all features.
type A { attr first, String { min => 1 } }
type B inherits A { attr last, String { min => 1 } attr full, String { derived => || { "${first} ${last}" } } }
B.new({ first => 'Ada', last => 'L' }).full
#=> 'Ada L'

# Invariants of the base run first,
type A { attr n, Integer invariant 'not below ten' { $n < 10 } }
type B inherits A { invariant 'not below five' { $n < 5 } }
B.new({ n => 20 })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, not below ten (A)

type A { attr n, Integer invariant 'not below ten' { $n < 10 } }
type B inherits A { invariant 'not below five' { $n < 5 } }
B.new({ n => 7 })
#=> error 3:6: Evaluation Error: Error while evaluating a Method call, not below five (B)

# in the order of their declaration; the first failure ends the check.
type A { attr n, Integer invariant 'first' { $n > 1 } invariant 'second' { $n > 1 } }
A.new({ n => 0 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, first (A)

# A type in a name space.
type fleet::host { attr name, String { min => 1 } }
type Fleet::Web inherits Fleet::Host { attr port, Integer { default => 80 } }
Fleet::Web.new({ name => 'w1' })
#=> Fleet::Web({'name' => 'w1', 'port' => 80})

# Features can't be declared again.
type A { attr n, Integer }
type B inherits A { attr n, String }
B.new
#=> error 2:26: the feature `n` is declared more than once

#--- types-abstract evaluate extensions=on reference=differs
type A { abstract attr n, Integer }
A.new
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, A is abstract, no object of it can be made (A, defined at line 1)

type A { abstract attr n, Integer }
new(A, { n => 1 })
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, A is abstract, no object of it can be made (A, defined at line 1)

type A { abstract attr n, Integer }
A.new |$a| { $a[n] = 1 }
#=> error 2:2: Evaluation Error: Error while evaluating a Method call, A is abstract, no object of it can be made (A, defined at line 1)

# The arguments make no difference.
type A { abstract }
A.new({ nonsense => 1 })
#=> error 2:6: Evaluation Error: Error while evaluating a Method call, A is abstract, no object of it can be made (A, defined at line 1)

# A derived type is not abstract, unless it is declared so.
type A { abstract attr n, Integer }
type B inherits A { }
B.new({ n => 1 })
#=> B({'n' => 1})

type A { abstract }
type B inherits A { abstract }
B.new
#=> error 3:2: Evaluation Error: Error while evaluating a Method call, B is abstract, no object of it can be made (B, defined at line 2)

# An abstract type is a data type nevertheless.
type A { abstract attr n, Integer }
type B inherits A { }
[B.new({ n => 1 }) =~ A, A =~ Type]
#=> [true, true]

# It can be the type of a reference.
type Shape { abstract attr name }
type Circle inherits Shape { attr radius, Integer }
type Square inherits Shape { attr side, Integer }
type Drawing { has shapes, Shape { max => unbound } }
Drawing.new({ shapes => [Circle.new({ radius => 1 }), Square.new({ side => 2 })] })
#=> Drawing({'shapes' => [Circle({'radius' => 1}), Square({'side' => 2})]})
