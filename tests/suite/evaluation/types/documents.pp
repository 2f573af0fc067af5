# Puppet Types: every example of the document. Misprinted examples appear here as
# docs/documents.md corrects them.

#--- types-document-invariant-title evaluate extensions=on reference=differs
# The title is the message. The printed condition is inverted (it rejects valid values and
# accepts invalid ones), so it is negated here.
type Document {
  attr ensure, enum[present, absent]
  attr content
  invariant "Can not specify ensure => absent, and content at the same time" {
    !($ensure == absent and $content != undef)
  }
}
Document.new({ ensure => present, content => 'text' })
#=> Document({'ensure' => 'present', 'content' => 'text'})

type Document {
  attr ensure, enum[present, absent]
  attr content
  invariant "Can not specify ensure => absent, and content at the same time" {
    !($ensure == absent and $content != undef)
  }
}
Document.new({ ensure => absent, content => 'text' })
#=> error 8:13: Evaluation Error: Error while evaluating a Method call, Can not specify ensure => absent, and content at the same time (Document)

# The condition as printed.
type Document {
  attr ensure, enum[present, absent]
  attr content
  invariant "Can not specify ensure => absent, and content at the same time" {
    $ensure == absent and $content != undef
  }
}
Document.new({ ensure => present, content => 'text' })
#=> error 8:13: Evaluation Error: Error while evaluating a Method call, Can not specify ensure => absent, and content at the same time (Document)

#--- types-document-invariant-logic evaluate extensions=on reference=differs
# Logic that produces the message.
type Pair {
  attr one_thing
  attr another_thing
  invariant {
    if !($one_thing and $another_thing) { "Both one_thing, and another_thing must be set" }
  }
}
Pair.new({ one_thing => 'a', another_thing => 'b' })
#=> Pair({'one_thing' => 'a', 'another_thing' => 'b'})

type Pair {
  attr one_thing
  attr another_thing
  invariant {
    if !($one_thing and $another_thing) { "Both one_thing, and another_thing must be set" }
  }
}
Pair.new({ one_thing => 'a' })
#=> error 8:9: Evaluation Error: Error while evaluating a Method call, Both one_thing, and another_thing must be set (Pair)

#--- types-document-not evaluate edition=draft extensions=on reference=differs
# `not` is part of the language of the documents.
type Pair {
  attr one_thing
  attr another_thing
  invariant {
    if not ($one_thing and $another_thing) { "Both one_thing, and another_thing must be set" }
  }
}
Pair.new({ one_thing => 'a' })
#=> error 8:9: Evaluation Error: Error while evaluating a Method call, Both one_thing, and another_thing must be set (Pair)

#--- types-document-check evaluate extensions=on reference=differs
# The default message of an attribute.
type Checked {
  attr foo {
    check => $it != ""
  }
}
Checked.new({ foo => 'x' })
#=> Checked({'foo' => 'x'})

type Checked {
  attr foo {
    check => $it != ""
  }
}
Checked.new({ foo => '' })
#=> error 6:12: Evaluation Error: Error while evaluating a Method call, Illegal value:  is not an acceptable value for foo (Checked.foo)

# An attribute is visible under its name.
type Checked {
  attr bar {
    check => { if $bar == "" { "bar can not be set to an empty string" } }
  }
}
Checked.new({ bar => '' })
#=> error 6:12: Evaluation Error: Error while evaluating a Method call, bar can not be set to an empty string (Checked.bar)

# A lambda with a shorter name.
type Checked {
  attr the_thing_with_a_long_name {
    check => |$x| { if $x == "" { "the_thing_with_a_long_name can not be set to an empty string" } }
  }
}
Checked.new({ the_thing_with_a_long_name => '' })
#=> error 6:12: Evaluation Error: Error while evaluating a Method call, the_thing_with_a_long_name can not be set to an empty string (Checked.the_thing_with_a_long_name)

#--- types-document-case evaluate extensions=on reference=differs
# A more complex check. (The document calls the attribute `bar` in its messages.)
type Checked {
  attr fee {
    check => { case $fee {
      "" :              { "fee can not be an empty string" }
      "blue", "green" : { "fee can not be set to 'blue' nor 'green'" }
      /:/ :             { "fee may not contain a colon" }
      default :         { true }
      }
    }
  }
}
Checked.new({ fee => 'red' })
#=> Checked({'fee' => 'red'})

type Checked {
  attr fee {
    check => { case $fee {
      "" :              { "fee can not be an empty string" }
      "blue", "green" : { "fee can not be set to 'blue' nor 'green'" }
      /:/ :             { "fee may not contain a colon" }
      default :         { true }
      }
    }
  }
}
Checked.new({ fee => '' })
#=> error 12:12: Evaluation Error: Error while evaluating a Method call, fee can not be an empty string (Checked.fee)

type Checked {
  attr fee {
    check => { case $fee {
      "" :              { "fee can not be an empty string" }
      "blue", "green" : { "fee can not be set to 'blue' nor 'green'" }
      /:/ :             { "fee may not contain a colon" }
      default :         { true }
      }
    }
  }
}
Checked.new({ fee => 'green' })
#=> error 12:12: Evaluation Error: Error while evaluating a Method call, fee can not be set to 'blue' nor 'green' (Checked.fee)

type Checked {
  attr fee {
    check => { case $fee {
      "" :              { "fee can not be an empty string" }
      "blue", "green" : { "fee can not be set to 'blue' nor 'green'" }
      /:/ :             { "fee may not contain a colon" }
      default :         { true }
      }
    }
  }
}
Checked.new({ fee => 'a:b' })
#=> error 12:12: Evaluation Error: Error while evaluating a Method call, fee may not contain a colon (Checked.fee)

#--- types-document-user evaluate extensions=on reference=differs
# Users and their roles. The name is also that of a resource type, which does no harm.
type User {
  attr password, String {
    check   => { if $password =~ /:/ { "A ':' is not allowed in a password" } }
  }

  attr password_min_age, Integer

  attr groups, String {
    min        => 0,
    max        => unbound,
    unsettable => true,      # diff between not set, and empty list
    check      => { if $it =~ /:/ { "Use group names not GID. '${it}' not acceptable as group name." } }
  }

  has roles, UserRole {
    max         => unbound,   # min 0 implied
  }
}

type UserRole {
  attr gid, String {
    check => { if $gid =~ /\d/ { "gid must be non numeric. '${gid}' not acceptable." } }
  }
}
User.new({
  password         => 'secret',
  password_min_age => 7,
  groups           => [wheel, staff],
  roles            => [UserRole.new({ gid => admin }), UserRole.new({ gid => dba })],
})
#=> User({'password' => 'secret', 'password_min_age' => 7, 'groups' => ['wheel', 'staff'], 'roles' => [UserRole({'gid' => 'admin'}), UserRole({'gid' => 'dba'})]})

type User {
  attr password, String {
    check   => { if $password =~ /:/ { "A ':' is not allowed in a password" } }
  }
}
User.new({ password => 'a:b' })
#=> error 6:9: Evaluation Error: Error while evaluating a Method call, A ':' is not allowed in a password (User.password)

type User {
  attr groups, String {
    min        => 0,
    max        => unbound,
    unsettable => true,      # diff between not set, and empty list
    check      => { if $it =~ /:/ { "Use group names not GID. '${it}' not acceptable as group name." } }
  }
}
User.new({ groups => ['wheel', '0:1'] })
#=> error 9:9: Evaluation Error: Error while evaluating a Method call, Use group names not GID. '0:1' not acceptable as group name. (User.groups)

type UserRole {
  attr gid, String {
    check => { if $gid =~ /\d/ { "gid must be non numeric. '${gid}' not acceptable." } }
  }
}
UserRole.new({ gid => '100' })
#=> error 6:13: Evaluation Error: Error while evaluating a Method call, gid must be non numeric. '100' not acceptable. (UserRole.gid)

# A missing value, and an empty list.
type User {
  attr groups, String { max => unbound, unsettable => true }
}
$not_set = User.new
$empty = User.new({ groups => [] });
[$not_set[groups], $empty[groups], $not_set == $empty]
#=> [undef, [], false]

#--- types-document-instantiation evaluate extensions=on reference=differs
type MyType { attr my_attr, Integer }
MyType.new {
  my_attr => 10
}
#=> MyType({'my_attr' => 10})

type MyType { attr my_attr, Integer }
new(MyType)
#=> MyType({})

type MyType { attr my_attr, Integer }
new(MyType, {my_attr => 10})
#=> MyType({'my_attr' => 10})

type MyType { attr my_attr, Integer }
new(MyType) |$t| { $t[my_attr] = 10 }
#=> MyType({'my_attr' => 10})

type MyType { attr my_attr, Integer }
MyType.new |$t| { $t[my_attr] = 10 }
#=> MyType({'my_attr' => 10})

# An error for a key without a feature.
type MyType { attr my_attr, Integer }
MyType.new({ my_attr => 10, other => 11 })
#=> error 2:11: Evaluation Error: Error while evaluating a Method call, MyType has no feature 'other' (MyType, defined at line 1)

# Appending, and an array.
type MyType { attr my_attrs, Integer { max => unbound } }
MyType.new({ my_attrs => [1, 2] }) |$t| { $t[my_attrs] += 3 }
#=> MyType({'my_attrs' => [1, 2, 3]})

#--- types-document-grammar evaluate extensions=on reference=differs
# Only `type` is a keyword: the words of type definitions are names elsewhere.
type Words { attr has, String attr attr, Integer attr invariant attr abstract, Boolean attr enum has min, Words }
Words.new({ 'has' => 'x', 'attr' => 1, 'invariant' => 'y', 'abstract' => true, 'enum' => 'z', 'min' => Words.new })
#=> Words({'has' => 'x', 'attr' => 1, 'invariant' => 'y', 'abstract' => true, 'enum' => 'z', 'min' => Words({})})

# A base, an abstract type, all data types, separators.
type My::Base { abstract attr a, Integer; attr b, Float; }
type my::derived inherits My::Base { attr c, String attr d, Boolean attr e, enum[x, y,] { min => 1, } }
My::Derived.new({ a => 1, b => 1.5, c => 'x', d => false, e => y })
#=> My::Derived({'a' => 1, 'b' => 1.5, 'c' => 'x', 'd' => false, 'e' => 'y'})
