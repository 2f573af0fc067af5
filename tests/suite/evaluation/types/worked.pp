# The worked examples: one for each part of the language of types.

#--- types-worked-disk evaluate extensions=on reference=differs
# Required, optional, enum, default.
type Disk {
  attr device, String { min => 1 }
  attr label,  String
  attr fs, enum[ext4, xfs] { default => ext4 }
}
Disk.new({device => 'sda1'})
#=> Disk({'device' => 'sda1', 'fs' => 'ext4'})

type Disk {
  attr device, String { min => 1 }
  attr label,  String
  attr fs, enum[ext4, xfs] { default => ext4 }
}
Disk.new
#=> error 6:5: Evaluation Error: Error while evaluating a Method call, device is required (Disk.device, defined at line 2)

type Disk {
  attr device, String { min => 1 }
  attr label,  String
  attr fs, enum[ext4, xfs] { default => ext4 }
}
Disk.new({device => 'x', fs => 'XFS'})
#=> error 6:9: Evaluation Error: Error while evaluating a Method call, fs expects a match for Enum['ext4', 'xfs'], got 'XFS' (Disk.fs, defined at line 4)

#--- types-worked-port evaluate extensions=on reference=differs
# Three forms of a check.
type Port {
  attr num, Integer { check => { $it > 0 and $it < 65536 } }     # standard message
  attr proto, String { check => { if !($proto in [tcp, udp]) { "no ${proto}" } } }
  attr note { check => |$n| { if $n =~ /\t/ { 'no tabs' } } }
}
Port.new({num => 70000})
#=> error 6:9: Evaluation Error: Error while evaluating a Method call, Illegal value: 70000 is not an acceptable value for num (Port.num)

type Port {
  attr num, Integer { check => { $it > 0 and $it < 65536 } }     # standard message
  attr proto, String { check => { if !($proto in [tcp, udp]) { "no ${proto}" } } }
  attr note { check => |$n| { if $n =~ /\t/ { 'no tabs' } } }
}
Port.new({proto => icmp})
#=> error 6:9: Evaluation Error: Error while evaluating a Method call, no icmp (Port.proto)

type Port {
  attr num, Integer { check => { $it > 0 and $it < 65536 } }     # standard message
  attr proto, String { check => { if !($proto in [tcp, udp]) { "no ${proto}" } } }
  attr note { check => |$n| { if $n =~ /\t/ { 'no tabs' } } }
}
Port.new({note => "a\tb"})
#=> error 6:9: Evaluation Error: Error while evaluating a Method call, no tabs (Port.note)

type Port {
  attr num, Integer { check => { $it > 0 and $it < 65536 } }     # standard message
  attr proto, String { check => { if !($proto in [tcp, udp]) { "no ${proto}" } } }
  attr note { check => |$n| { if $n =~ /\t/ { 'no tabs' } } }
}
Port.new({num => 443, proto => tcp, note => 'a b'})
#=> Port({'num' => 443, 'proto' => 'tcp', 'note' => 'a b'})

#--- types-worked-span evaluate extensions=on reference=differs
# Invariants and inheritance.
type Span { attr low, Integer { min => 1 } attr high, Integer { min => 1 } abstract
  invariant "low ${low} is above high ${high}" { $low <= $high } }
type PortRange inherits Span { invariant { if $high > 65535 { 'not a port' } } }
PortRange.new({low => 9, high => 5})
#=> error 4:14: Evaluation Error: Error while evaluating a Method call, low 9 is above high 5 (Span)

type Span { attr low, Integer { min => 1 } attr high, Integer { min => 1 } abstract
  invariant "low ${low} is above high ${high}" { $low <= $high } }
type PortRange inherits Span { invariant { if $high > 65535 { 'not a port' } } }
PortRange.new({low => 1, high => 70000})
#=> error 4:14: Evaluation Error: Error while evaluating a Method call, not a port (PortRange)

type Span { attr low, Integer { min => 1 } attr high, Integer { min => 1 } abstract
  invariant "low ${low} is above high ${high}" { $low <= $high } }
type PortRange inherits Span { invariant { if $high > 65535 { 'not a port' } } }
Span.new({low => 1, high => 2})
#=> error 4:9: Evaluation Error: Error while evaluating a Method call, Span is abstract, no object of it can be made (Span, defined at line 1)

type Span { attr low, Integer { min => 1 } attr high, Integer { min => 1 } abstract
  invariant "low ${low} is above high ${high}" { $low <= $high } }
type PortRange inherits Span { invariant { if $high > 65535 { 'not a port' } } }
PortRange.new({low => 1, high => 1024})
#=> PortRange({'low' => 1, 'high' => 1024})

#--- types-worked-lease evaluate extensions=on reference=differs
# Conversion: the setter accepts '2h' or 2, seconds are stored, the getter returns hours.
type Lease { attr hours, Integer {
  set => |$v| { if $v =~ String and $v =~ /^(\d+)h$/ { Integer($1) * 3600 } else { $v * 3600 } },
  get => |$v| { $v / 3600 } } }
$l = Lease.new({hours => '2h'});
[$l[hours], $l, Lease.new({hours => 3})]
#=> [2, Lease({'hours' => 7200}), Lease({'hours' => 10800})]

#--- types-worked-lease-draft evaluate edition=draft extensions=on reference=differs
# Strings with numbers are converted.
type Lease { attr hours, Integer {
  set => |$v| { if $v =~ String and $v =~ /^(\d+)h$/ { $1 * 3600 } else { $v * 3600 } },
  get => |$v| { $v / 3600 } } }
$l = Lease.new({hours => '2h'});
[$l[hours], $l]
#=> [2, Lease({'hours' => 7200})]

#--- types-worked-address evaluate extensions=on reference=differs
# Derived and settable.
type Addr {
  attr host, String { setable => false }
  attr port, String { setable => false }
  attr url, String { derived => || { "${host}:${port}" }, setable => true,
    set => |$v| { if $v =~ /^(.*):(\d+)$/ { $host = $1 $port = $2 } } }
}
$a = Addr.new({url => 'db:5432'});
[$a[host], $a[port], $a[url]]
#=> ['db', '5432', 'db:5432']

type Addr {
  attr host, String { setable => false }
  attr port, String { setable => false }
  attr url, String { derived => || { "${host}:${port}" }, setable => true,
    set => |$v| { if $v =~ /^(.*):(\d+)$/ { $host = $1 $port = $2 } } }
}
Addr.new({host => 'x'})
#=> error 7:9: Evaluation Error: Error while evaluating a Method call, host cannot be set (Addr.host, defined at line 2)

# A derived feature is not part of the text.
type Addr {
  attr host, String { setable => false }
  attr port, String { setable => false }
  attr url, String { derived => || { "${host}:${port}" }, setable => true,
    set => |$v| { if $v =~ /^(.*):(\d+)$/ { $host = $1 $port = $2 } } }
}
Addr.new({url => 'db:5432'})
#=> Addr({'host' => 'db', 'port' => '5432'})

#--- types-worked-team evaluate extensions=on reference=differs
# References and the initialiser.
type Person { attr name, String { min => 1 } }
type Team { has members, Person { max => unbound } has lead, Person { containment => false } }
$t = Team.new |$t| {
  $t[members] += Person.new({name => 'ann'})
  $t[members] += Person.new({name => 'bo'})
  $t[lead] = $t[members][1]
}
$t
#=> Team({'members' => [Person({'name' => 'ann'}), Person({'name' => 'bo'})], 'lead' => '#/members/1'})

type Person { attr name, String { min => 1 } }
type Team { has members, Person { max => unbound } has lead, Person { containment => false } }
$t = Team.new |$t| {
  $t[members] += Person.new({name => 'ann'})
  $t[members] += Person.new({name => 'bo'})
  $t[lead] = $t[members][1]
}
$t[lead][name]
#=> 'bo'

# An object can't be changed.
type Person { attr name, String { min => 1 } }
type Team { has members, Person { max => unbound } has lead, Person { containment => false } }
$t = Team.new
$t[lead] = undef
#=> error 4:1: Illegal attempt to assign via [index/key]. Not an assignable reference

#--- types-worked-acl evaluate extensions=on reference=differs
# Unsettable.
type Acl { attr groups, String { max => unbound, unsettable => true } }
[Acl.new[groups], Acl.new({groups => []})[groups]]
#=> [undef, []]

type Acl { attr groups, String { max => unbound, unsettable => true } }
[Acl.new, Acl.new({groups => []})]
#=> [Acl({}), Acl({'groups' => []})]
