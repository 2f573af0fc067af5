# Defined types are data types.

#--- types-match evaluate extensions=on reference=differs
type User { attr name }
type Admin inherits User { }
$u = User.new
$a = Admin.new;
[$u =~ User, $a =~ User, $u =~ Admin, $a =~ Admin, 'x' =~ User, User =~ User]
#=> [true, true, false, true, false, false]

type User { attr name }
[User =~ Type, User =~ Type[User], User == User, type(User.new) == User]
#=> [true, true, true, true]

# In other types.
type User { attr name }
type Admin inherits User { }
$u = User.new({ name => 'x' })
$a = Admin.new({ name => 'y' });
[[$u, $a] =~ Array[User], [$u, $a] =~ Array[Admin], undef =~ Optional[User], $u =~ Variant[String, User], { k => $u } =~ Hash[String, User], { k => $u } =~ Struct[{ k => User }]]
#=> [true, false, true, true, true, true]

# Parameters.
type User { attr name }
function greet(User $u) { "hello ${u[name]}" }
greet(User.new({ name => 'Ann' }))
#=> 'hello Ann'

type User { attr name }
function greet(User $u) { "hello ${u[name]}" }
greet('Ann')
#=> error 3:1: Evaluation Error: Error while evaluating a Function Call, 'greet' parameter 'u' expects an User value, got String

type User { attr name }
type Admin inherits User { }
function names(Array[User] $all) >> Array[String] { $all.map |$u| { $u[name] } }
names([User.new({ name => 'Ann' }), Admin.new({ name => 'Bo' })])
#=> ['Ann', 'Bo']

# Results of functions.
type User { attr name }
function make(String $name) >> User { User.new({ name => $name }) }
make('Ann')
#=> User({'name' => 'Ann'})

# Options.
type User { attr name }
type Admin inherits User { }
type Other { }
[User.new, Admin.new, Other.new, 1].map |$x| { case $x { Admin: { 'admin' } User: { 'user' } Integer: { 'integer' } default: { 'other' } } }
#=> ['user', 'admin', 'other', 'integer']

type User { attr name }
User.new ? { Integer => 1, User => 2 }
#=> 2

# Aliases.
type User { attr name }
type Users = Array[User, 1]
[[User.new] =~ Users, [] =~ Users]
#=> [true, false]

type User { attr name }
type Person = User
[Person.new({ name => 'x' }), Person.from_data({ name => 'y' })]
#=> [User({'name' => 'x'}), User({'name' => 'y'})]

type User { attr name }
[type(User.new), type(User), User.new =~ Object, User.new =~ RichData, User.new =~ Data]
#=> [User, Type[User], true, true, false]

type User { attr name }
assert_type(User, User.new({ name => 'x' }))
#=> User({'name' => 'x'})

#--- types-init evaluate extensions=on reference=differs
# `Init[T]` accepts the arguments of a constructor: a hash, an object, or an array of arguments.
type T { attr a, Integer }
[{ a => 1 }, T.new, [], 5].map |$value| { $value =~ Init[T] }
#=> [true, true, true, false]

type T { attr a, Integer }
[{ a => 1 }, T.new({ a => 2 }), [], [{ a => 3 }]].map |$value| { Init[T].new($value) }
#=> [T({'a' => 1}), T({'a' => 2}), T({}), T({'a' => 3})]

type T { attr a, Integer { check => $it > 0 } }
Init[T].new({ a => 0 })
#=> error 2:12: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for a (T.a)

#--- types-order evaluate edition=8 extensions=on reference=differs
# Types can be compared in the edition where types have an order.
type User { attr name }
type Admin inherits User { }
[Admin < User, User < Admin, User <= User, Admin > User, User < Any]
#=> [true, false, true, false, true]

#--- types-order-draft evaluate edition=draft extensions=on reference=differs
# In the documents types have no order.
type User { attr name }
type Admin inherits User { }
Admin < User
#=> error 3:7: Evaluation Error: Comparison of: Admin-Type < User-Type, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

#--- types-inferred evaluate extensions=on types=on reference=differs
type User { attr name }
User.new({ name => 'x' })
#=> User({'name' => 'x'}) : User

type User { attr name }
type Admin inherits User { }
[User.new, Admin.new]
#=> [User({}), Admin({})] : Array[User, 2, 2]

#--- types-text evaluate extensions=on reference=differs
type User { attr name attr groups { max => unbound } }
$u = User.new({ name => 'x', groups => [a, b] });
["${User}", "${u}", String($u), "${[$u]}"]
#=> ['User', 'User({\'name\' => \'x\', \'groups\' => [\'a\', \'b\']})', 'User({\'name\' => \'x\', \'groups\' => [\'a\', \'b\']})', '[User({\'name\' => \'x\', \'groups\' => [\'a\', \'b\']})]']

type My::User { }
"${My::User} ${My::User.new}"
#=> 'My::User My::User({})'

# Stored values in the order of declaration, without transient, derived and missing features.
type T {
  attr z, Integer
  attr y, Integer { get => |$v| { $v * 10 } }
  attr x, Integer { transient => true }
  attr w, Integer { derived => || { 1 } }
  attr v, Integer
  attr u, Integer { max => unbound }
}
String(T.new({ x => 3, y => 2, z => 1, u => [] }))
#=> 'T({\'z\' => 1, \'y\' => 2})'

#--- types-text-shared evaluate edition=8 extensions=on reference=differs
# Referenced objects are not part of the text, in any number.
type N { attr name has a, N { containment => false } has b, N { containment => false } }
Integer[1, 60].reduce(N.new({ name => '0' })) |$n, $i| { N.new({ name => "${i}", a => $n, b => $n }) }
#=> N({'name' => '60', 'a' => 'urn:pupa:N:59', 'b' => 'urn:pupa:N:59'})

#--- types-equality evaluate extensions=on reference=differs
type P { attr n }
[P.new({ n => 'a' }) == P.new({ n => 'a' }), P.new({ n => 'a' }) == P.new({ n => 'b' }), P.new({ n => 'a' }) != P.new]
#=> [true, false, true]

# Values are compared as by `==`.
type P { attr n attr i, Integer attr f, Float }
[P.new({ n => 'a' }) == P.new({ n => 'A' }), P.new({ f => 1.0 }) == P.new({ f => 1.0 })]
#=> [true, true]

# The types must be equal.
type P { attr n }
type Q { attr n }
type R inherits P { }
[P.new({ n => 'a' }) == Q.new({ n => 'a' }), P.new({ n => 'a' }) == R.new({ n => 'a' }), P.new == 'P']
#=> [false, false, false]

# Contained objects are compared by value, others by identity.
type P { attr name }
type T { has p, P has q, P { containment => false } }
$x = P.new({ name => 'a' })
$y = P.new({ name => 'a' });
[T.new({ p => P.new({ name => 'a' }) }) == T.new({ p => P.new({ name => 'a' }) }), T.new({ q => $x }) == T.new({ q => $x }), T.new({ q => $x }) == T.new({ q => $y }), $x == $y]
#=> [true, true, false, true]

# All stored features count, also transient ones; derived features are not stored.
type T { attr a { transient => true } }
T.new({ a => 'x' }) == T.new({ a => 'y' })
#=> false

# In collections, and as keys of hashes.
type P { attr n }
$p = P.new({ n => 'a' });
[P.new({ n => 'a' }) in [$p], [$p] == [P.new({ n => 'a' })], { $p => 1 }[P.new({ n => 'a' })], unique([$p, P.new({ n => 'a' }), P.new])]
#=> [true, true, 1, [P({'n' => 'a'}), P({})]]

#--- types-names evaluate extensions=on reference=differs
# Each segment of a name begins with an upper case letter, which the definition may leave out.
type user { attr name }
User.new({ name => 'x' }) =~ User
#=> true

type my::user { }
My::User.new
#=> My::User({})

type ::top { }
[Top.new, ::Top.new]
#=> [Top({}), Top({})]

# Case matters otherwise.
type UserRole { }
type Userrole { }
[UserRole.new =~ UserRole, UserRole.new =~ Userrole]
#=> [true, false]

# The name of a resource type means the defined type; with a title it is still a resource reference.
type User { attr name }
[User.new =~ User, User['bob'] =~ User, User['bob'] =~ Type[Resource]]
#=> [true, false, true]

# A type can be used before it is defined.
$d = Disk.new({ device => 'sda' })
type Disk { attr device }
$d[device]
#=> 'sda'

# Types may refer to themselves and to each other.
type Node { attr name has children, Node { max => unbound } has parent, Node { containment => false } }
Node.new({ name => 'a', children => [Node.new({ name => 'b' }), Node.new({ name => 'c', children => Node.new({ name => 'd' }) })] })
#=> Node({'name' => 'a', 'children' => [Node({'name' => 'b'}), Node({'name' => 'c', 'children' => [Node({'name' => 'd'})]})]})

# A type is defined once.
type User { attr name }
type user { attr name }
#=> error 2:6: the type `User` is defined more than once

#--- types-modules evaluate extensions=on reference=differs
#: file modules/fleet/types/host.pp
#| type Fleet::Host { abstract attr name, String { min => 1 } }
#: file modules/fleet/types/web.pp
#| # Web servers.
#| type fleet::web inherits Fleet::Host {
#|   attr port, Integer { default => 80, check => { $it > 0 } }
#| }
#: file modules/fleet/types/site.pp
#| type Fleet::Site { has hosts, Fleet::Host { max => unbound } }
#: file modules/fleet/types/port.pp
#| type Fleet::Port = Integer[1, 65535]
#: file modules/fleet/functions/web.pp
#| function fleet::web(String $name) >> Fleet::Web { Fleet::Web.new({ name => $name }) }
#: file modules/fleet/types/wrong.pp
#| type Fleet::Wrong inherits Fleet::Missing { }
#: file modules/fleet/types/misnamed.pp
#| type Fleet::Another { }
#: file types/own.pp
#| type Own { attr n, Integer }
# Types of modules, and the types they refer to, are found by name.
Fleet::Web.new({ name => 'w1' })
#=> Fleet::Web({'name' => 'w1', 'port' => 80})

Fleet::Site.new({ hosts => [fleet::web('a'), fleet::web('b')] })[hosts].map |$h| { [$h =~ Fleet::Host, $h[name]] }
#=> [[true, 'a'], [true, 'b']]

# Data can name them too.
Fleet::Site.from_data({ hosts => [{ '__ptype' => 'Fleet::Web', name => 'a' }] })
#=> Fleet::Site({'hosts' => [Fleet::Web({'name' => 'a', 'port' => 80})]})

# Errors name the file of the definition.
Fleet::Web.new({ name => 'w1', port => 'x' })
#=> error 1:15: Evaluation Error: Error while evaluating a Method call, port expects an Integer value, got String (Fleet::Web.port, defined at modules/fleet/types/web.pp:3)

Fleet::Web.new
#=> error 1:11: Evaluation Error: Error while evaluating a Method call, name is required (Fleet::Host.name, defined at modules/fleet/types/host.pp:1)

Fleet::Web.new({ name => 'w1', port => 0 })
#=> error 1:15: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for port (Fleet::Web.port)

# Programs may inherit from them.
type Proxy inherits Fleet::Web { has backends, Fleet::Web { max => unbound, containment => false } }
Proxy.new({ name => 'p' }) =~ Fleet::Host
#=> true

# The environment has types too.
Own.new({ n => 1 })
#=> Own({'n' => 1})

# Aliases and type definitions can be used together.
80 =~ Fleet::Port
#=> true

# An unknown base type.
Fleet::Wrong.new
#=> error 1:1: Evaluation Error: Error while evaluating a Type-Name, cannot inherit from the type `Fleet::Missing`, which is not defined (file: modules/fleet/types/wrong.pp, line: 1, column: 28)

Fleet::Misnamed.new
#=> error 1:1: Evaluation Error: Error while evaluating a Type-Name, The code loaded from modules/fleet/types/misnamed.pp produced type with the wrong name, expected 'fleet::misnamed', actual 'Fleet::Another'
