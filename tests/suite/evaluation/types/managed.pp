# Resources of types that inherit ManagedResource.

#--- types-managed-declare evaluate extensions=on reference=differs
# Such a resource is declared like any other; its title is the name.
type Db_user inherits ManagedResource { attr quota, Integer { default => 10 } }
db_user { 'bob': }
[Db_user['bob'], Db_user['bob']['name'], Db_user['bob']['quota']]
#=> [Db_user['bob'], 'bob', 10]

# Several titles, defaults of the expression and hashes of parameters work.
type Db_user inherits ManagedResource { attr quota, Integer attr note }
$more = { note => 'n' }
db_user {
  default: quota => 5;
  ['ann', 'bob']: * => $more;
  'cid': quota => 6;
}
['ann', 'bob', 'cid'].map |$n| { [Db_user[$n]['quota'], Db_user[$n]['note']] }
#=> [[5, 'n'], [5, 'n'], [6, undef]]

# Names are in lower case, also if the type has capitals within.
type DbUser inherits ManagedResource { attr quota, Integer }
dbuser { 'bob': quota => 1 }
[DbUser['bob'], DbUser['bob'][quota], defined(DbUser['bob'])]
#=> [DbUser['bob'], 1, true]

# The name may differ from the title; both identify the resource.
type Db_user inherits ManagedResource { attr quota, Integer }
db_user { 'the boss': name => 'bob', quota => 1 }
[Db_user['the boss']['name'], Db_user['bob']['quota'], defined(Db_user['bob'])]
#=> ['bob', 1, true]

# So two resources cannot have the same name.
type Db_user inherits ManagedResource { }
db_user { 'a': name => 'bob' }
db_user { 'b': name => 'bob' }
#=> error 3:1: Evaluation Error: Error while evaluating a Resource Statement, Cannot alias Db_user[b] to ["bob"] at (line: 3); resource ["Db_user", "bob"] already declared

type Db_user inherits ManagedResource { }
db_user { 'a': }
db_user { 'a': }
#=> error 3:1: Evaluation Error: Error while evaluating a Resource Statement, Duplicate declaration: Db_user[a] is already declared at (line: 2); cannot redeclare

# `create_resources` declares them too.
type Db_user inherits ManagedResource { attr quota, Integer }
create_resources(db_user, { 'ann' => { quota => 1 }, 'bob' => { } }, { quota => 2 });
[Db_user['ann']['quota'], Db_user['bob']['quota']]
#=> [1, 2]

# The bare name is the type of these resources.
type Db_user inherits ManagedResource { }
db_user { 'a': }
[Db_user, Db_user['a'] =~ Type[Db_user], Db_user['a'] =~ Type[Resource], defined(Db_user), defined('db_user')]
#=> [Db_user, true, true, true, true]

#--- types-managed-features evaluate extensions=on reference=differs
# Features are set and read like those of objects: setters, getters, derived features, defaults.
type Lease inherits ManagedResource {
  attr hours, Integer {
    set => |$v| { if $v =~ String and $v =~ /^(\d+)h$/ { Integer($1) * 3600 } else { $v * 3600 } },
    get => |$v| { $v / 3600 },
  }
  attr label, String { derived => || { "${name}: ${hours}" } }
  attr hosts, String { max => unbound, set => |$v| { downcase($v) } }
  attr state, enum[on, off] { default => on }
}
lease { 'x': hours => '2h', hosts => 'A' }
lease { 'y': hosts => ['B', 'c'] }
[Lease['x'], Lease['y']].map |$l| { ['hours', 'label', 'hosts', 'state'].map |$f| { $l[$f] } }
#=> [[2, 'x: 7200', ['a'], 'on'], [undef, 'y: ', ['b', 'c'], 'on']]

# A setter may set other features.
type Addr inherits ManagedResource {
  attr host { setable => false }
  attr port { setable => false }
  attr url { derived => || { "${host}:${port}" }, setable => true,
    set => |$v| { if $v =~ /^(.*):(\d+)$/ { $host = $1 $port = $2 } } }
}
addr { 'a': url => 'db:5432' }
Addr['a']['host', 'port', 'url']
#=> ['db', '5432', 'db:5432']

type Addr inherits ManagedResource { attr host { setable => false } }
addr { 'a': host => 'x' }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Addr[a]: host cannot be set (Addr.host, defined at line 1)

# `undef` removes a default, but not the name.
type Db_user inherits ManagedResource { attr quota, Integer { default => 10 } }
db_user { 'bob': quota => undef, name => undef }
Db_user['bob']['quota', 'name']
#=> [undef, 'bob']

# Objects can be parts of resources.
type Person { attr name { min => 1 } }
type Team inherits ManagedResource { has members, Person { max => unbound } has lead, Person { containment => false } }
$ann = Person.new({ name => 'ann' })
team { 'x': members => [$ann], lead => $ann }
Team['x']['lead']['name']
#=> 'ann'

# A part has one container.
type Person { attr name { min => 1 } }
type Team inherits ManagedResource { has boss, Person }
$ann = Person.new({ name => 'ann' })
team { ['x', 'y']: boss => $ann }
#=> error 4: Evaluation Error: Error while evaluating a Resource Statement, Team[y]: boss: Person({'name' => 'ann'}) already has a container (Team.boss, defined at line 2)

# An unknown feature cannot be read.
type Db_user inherits ManagedResource { }
db_user { 'bob': }
Db_user['bob']['quota']
#=> error 3:1: Evaluation Error: The resource Db_user['bob'] does not have a parameter called 'quota'

#--- types-managed-refused evaluate extensions=on reference=differs
# A rejected value is reported with the resource, the feature and the place of the declaration.
type Db_user inherits ManagedResource {
  attr password, String { min => 1, check => { if $it =~ /:/ { "':' is not allowed in a password" } } }
  attr quota, Integer { default => 10 }
  attr shards, String { max => unbound }
  invariant "a user with shards needs a quota" { $shards == [] or $quota > 0 }
}
db_user { 'bob': password => 'x', shards => [a, b] }
Db_user['bob']['shards']
#=> ['a', 'b']

type Db_user inherits ManagedResource { attr password, String { min => 1 } }

db_user { 'bob': }
#=> error 3: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: password is required (Db_user.password, defined at line 1)

type Db_user inherits ManagedResource { attr password, String { check => { if $it =~ /:/ { "':' is not allowed in a password" } } } }
db_user { 'bob':
  password => 'a:b',
}
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: ':' is not allowed in a password (Db_user.password)

type Db_user inherits ManagedResource { attr quota, Integer { check => $it > 0 } }
db_user { 'bob': quota => 0 }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: Illegal value: 0 is not an acceptable value for quota (Db_user.quota)

type Db_user inherits ManagedResource { attr quota, Integer }
db_user { 'bob': quota => '5' }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: quota expects an Integer value, got String (Db_user.quota, defined at line 1)

type Db_user inherits ManagedResource { attr fs, enum[ext4, xfs] }
db_user { 'bob': fs => 'XFS' }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: fs expects a match for Enum['ext4', 'xfs'], got 'XFS' (Db_user.fs, defined at line 1)

type Db_user inherits ManagedResource { attr shards, String { max => 2 } }
db_user { 'bob': shards => [a, b, c] }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: shards takes at most 2 values, got 3 (Db_user.shards, defined at line 1)

type Db_user inherits ManagedResource { attr quota, Integer }
db_user { 'bob': quota => [1] }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: quota takes a single value, got [1] (Db_user.quota, defined at line 1)

type Db_user inherits ManagedResource {
  attr low, Integer
  attr high, Integer
  invariant "low ${low} of ${name} is above high ${high}" { $low <= $high }
}
db_user { 'bob': low => 2, high => 1 }
#=> error 6: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: low 2 of bob is above high 1 (Db_user)

# An unknown parameter is an error with the nearest name, also of a virtual resource.
type Db_user inherits ManagedResource { attr password }
db_user { 'bob': pasword => 'x' }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: Db_user has no feature 'pasword', did you mean 'password'? (Db_user, defined at line 1)

type Db_user inherits ManagedResource { attr password }
@db_user { 'bob': title => 'x' }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: Db_user has no feature 'title' (Db_user, defined at line 1)

# An error in the logic of a type is reported at its own place.
type Db_user inherits ManagedResource { attr quota, Integer { check => { 1 / $it > 0 } } }
db_user { 'bob': quota => 0 }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: Evaluation Error: Division by 0 (line: 1, column: 78)

# A sensitive value is not shown.
type Db_user inherits ManagedResource { attr password, String { check => { if size($it) < 8 { "${it} is too short" } } } }
db_user { 'bob': password => Sensitive('secret') }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: [value redacted] is not an acceptable value for password

type Db_user inherits ManagedResource {
  attr password
  invariant "${password} is no password for ${name}" { $password != $name }
}
db_user { 'bob': password => Sensitive('bob') }
#=> error 5: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: [value redacted] is no password for [value redacted] (Db_user)

#--- types-managed-abstract evaluate extensions=on reference=differs
# A resource of an abstract type cannot be declared, one of a derived type can.
type Account inherits ManagedResource { attr uid, Integer { min => 1 } abstract }
type Db_user inherits Account { attr quota, Integer }
db_user { 'bob': uid => 1 }
Db_user['bob']['uid']
#=> 1

type Account inherits ManagedResource { attr uid, Integer { min => 1 } abstract }
type Db_user inherits Account { attr quota, Integer }
db_user { 'bob': quota => 1 }
#=> error 3: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: uid is required (Account.uid, defined at line 1)

type Account inherits ManagedResource { abstract }
account { 'bob': }
#=> error 2:1: Evaluation Error: Error while evaluating a Resource Statement, Account is abstract, no resource of it can be declared (Account, defined at line 1)

managedresource { 'bob': }
#=> error 1:1: Evaluation Error: Error while evaluating a Resource Statement, ManagedResource is abstract, no resource of it can be declared

# A type that does not inherit from ManagedResource is not a resource type.
type Account { attr uid, Integer }
account { 'bob': uid => 1 }
#=> error 2:1: Evaluation Error: Error while evaluating a Resource Statement, Unknown resource type: 'account'

#--- types-managed-names evaluate extensions=on reference=differs
# A type of the program replaces a resource type of Puppet.
type User inherits ManagedResource { attr uid, Integer { min => 1 } }
user { 'bob': uid => 1 }
User['bob']['uid']
#=> 1

type User inherits ManagedResource { attr uid, Integer { min => 1 } }
user { 'bob': shell => '/bin/sh' }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, User[bob]: User has no feature 'shell' (User, defined at line 1)

# A plain type does not replace it.
type User { attr uid, Integer { min => 1 } }
user { 'bob': shell => '/bin/sh' }
User['bob']['shell']
#=> '/bin/sh'

# A defined type cannot have the same name.
type Db_user inherits ManagedResource { }
define db_user { }
db_user { 'bob': }
#=> error 3:1: Evaluation Error: Error while evaluating a Resource Statement, Db_user is a type that is defined at line 1, and a defined type (line: 2); there can be only one

# Another type cannot differ by capitals alone.
type Dbuser inherits ManagedResource { }
type DbUser inherits ManagedResource { }
dbuser { 'bob': }
#=> error 3:1: Evaluation Error: Error while evaluating a Resource Statement, Dbuser and DbUser are both the resource type 'dbuser'

# These names have a meaning for the compiler.
type Stage inherits ManagedResource { }
stage { 'last': }
#=> error 2:1: Evaluation Error: Error while evaluating a Resource Statement, Stage can't be a resource type, the name has a meaning of its own (Stage, defined at line 1)

#--- types-managed-later evaluate extensions=on reference=differs
# Checks run after all overrides and collectors.
type Db_user inherits ManagedResource { attr password, String { min => 1 } }
db_user { 'bob': }
Db_user['bob'] { password => 'x' }
Db_user['bob']['password']
#=> 'x'

type Db_user inherits ManagedResource { attr password, String { min => 1 } }
@db_user { 'bob': }
Db_user <| title == 'bob' |> { password => 'x' }
#=> undef

# A virtual resource that is never realized is not checked for completeness.
type Db_user inherits ManagedResource { attr password, String { min => 1 } }
@db_user { 'bob': }
#8=> [Db_user['bob']]
#draft=> Db_user['bob']

type Db_user inherits ManagedResource { attr password, String { min => 1 } }
@db_user { 'bob': }
realize Db_user['bob']
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: password is required (Db_user.password, defined at line 1)

# Errors in a collector or an override are reported at its own place.
type Db_user inherits ManagedResource { attr quota, Integer { check => $it > 0 } }
db_user { 'bob': quota => 1 }

Db_user <| |> { quota => 0 }
#=> error 4: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: Illegal value: 0 is not an acceptable value for quota (Db_user.quota)

class a { db_user { 'bob': quota => 1 } }
class b inherits a { Db_user['bob'] { quota => 'x' } }
type Db_user inherits ManagedResource { attr quota, Integer }
include b
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: quota expects an Integer value, got String (Db_user.quota, defined at line 3)

# Resource defaults are set like parameters.
type Db_user inherits ManagedResource { attr quota, Integer { set => |$v| { $v * 2 } } }
Db_user { quota => 4 }
db_user { 'bob': }
Db_user['bob']['quota']
#=> 8

type Db_user inherits ManagedResource { attr quota, Integer }
Db_user { quota => 'x' }
db_user { 'bob': }
#=> error 2: Evaluation Error: Error while evaluating a Resource Statement, Db_user[bob]: quota expects an Integer value, got String (Db_user.quota, defined at line 1)

# Queries compare given values and defaults.
type Db_user inherits ManagedResource { attr quota, Integer { default => 10 } attr shards, String { max => unbound } attr note }
@db_user { 'ann': }
@db_user { 'bob': quota => 5, shards => [a, b] }
@db_user { 'cid': quota => 5 }
Db_user <| quota == 10 |> { note => 'ten' }
Db_user <| shards == b |> { note => 'b' }
notify { 'x': }
Notify['x'] -> Db_user['ann'] ~> Db_user['bob']
#=> [Db_user['bob']]

# Metaparameters are available as for all resources.
type Db_user inherits ManagedResource { }
notify { 'x': }
db_user { 'bob': require => Notify['x'], tag => 't', alias => 'robert' }
[Db_user['bob']['require'], Db_user['robert']['name'], Db_user['bob']['noop']]
#=> [Notify[x], 'bob', undef]

type Db_user inherits ManagedResource { }
db_user { 'bob': require => Notify['x'] }
#=> error 2: Could not find resource 'Notify[x]' in parameter 'require'

type Db_user inherits ManagedResource { }
db_user { 'bob': stage => main }
#=> error 2:1: Evaluation Error: Error while evaluating a Resource Statement, Only classes can set 'stage'; normal resources like Db_user[bob] cannot change run stage

#--- types-managed-modules evaluate extensions=on reference=differs
#: file modules/db/types/user.pp
#| type Db::User inherits Db::Account { attr quota, Integer { default => 1 } }
#: file modules/db/types/account.pp
#| type Db::Account inherits ManagedResource {
#|   attr uid, Integer { min => 1 }
#|   abstract
#| }
#: file types/site_user.pp
#| type Site_user inherits ManagedResource { }
#: file modules/db/types/broken.pp
#| type Db::Broken inherits Db::Nothing { }
# Types of modules and of the environment are found by name.
db::user { 'bob': uid => 1 }
site_user { 'ann': }
[Db::User['bob']['quota'], Site_user['ann']['name']]
#=> [1, 'ann']

db::user { 'bob': }
#=> error 1: Evaluation Error: Error while evaluating a Resource Statement, Db::User[bob]: uid is required (Db::Account.uid, defined at modules/db/types/account.pp:2)

db::account { 'bob': uid => 1 }
#=> error 1:1: Evaluation Error: Error while evaluating a Resource Statement, Db::Account is abstract, no resource of it can be declared (Db::Account, defined at modules/db/types/account.pp:1)

db::broken { 'bob': }
#=> error 1:1: Evaluation Error: Error while evaluating a Resource Statement, cannot inherit from the type `Db::Nothing`, which is not defined (file: modules/db/types/broken.pp, line: 1, column: 26)

db::users { 'bob': }
#=> error 1:1: Evaluation Error: Error while evaluating a Resource Statement, Unknown resource type: 'db::users'
