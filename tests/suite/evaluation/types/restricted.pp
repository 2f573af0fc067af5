# Type logic is a subset of the language.

#--- types-logic-allowed evaluate extensions=on reference=differs
# Literals, arithmetic, comparison, logic, matching, variables, access, interpolation, conditions,
# selectors, lambdas.
type T {
  attr a, Integer {
    check => {
      $limit = { low => 1, 'high' => [10, 20][0] * (2 + 3) - 1 }
      $near = $it ? { 49 => true, default => false }
      unless $near or $it == 50 {
        case $it {
          Integer[0, 9], 11: { true }
          default:           { "${it} is not below ${limit['high']}: ${[1, 2].map |$x| { $x << 1 }}" }
        }
      }
    }
  }
}
T.new({ a => 60 })
#=> error 15:6: Evaluation Error: Error while evaluating a Method call, 60 is not below 49: [2, 4] (T.a)

# The allowed functions, version 1.
type T {
  attr list, Integer { max => unbound }
  attr text
  invariant {
    $tests = [
      $list.filter |$x| { $x > 1 } == [3, 2],
      $list.map |$x| { $x * 2 } == [6, 2, 4],
      $list.reduce |$a, $b| { $a + $b } == 6,
      $list.size == 3, length($text) == 7, empty([]), join([1, 2], '-') == '1-2',
      split('a b', ' ') == [a, b], $text.strip == 'Text', $text.lstrip.rstrip == 'Text',
      upcase('a') == 'A', downcase('A') == 'a', capitalize('ab') == 'Ab', regsubst('abc', 'b', 'x') == 'axc',
      keys({ a => 1 }) == [a], values({ a => 1 }) == [1], flatten([1, [2]]) == [1, 2], unique([1, 1]) == [1],
      $list.sort == [1, 2, 3], min(1, 2) == 1, max(1, 2) == 2, abs(-1) == 1,
      round(1.5) == 2, floor(1.5) == 1, ceiling(1.5) == 2,
      $list.any |$x| { $x == 1 }, $list.all |$x| { $x > 0 }, [1, 2].index |$x| { $x == 2 } == 1,
      with(1) |$x| { $x == 1 }, slice([1, 2, 3], 2).size == 2, match('ab', 'b') == [b],
      assert_type(Integer, 1) == 1, type(1) =~ Type, Integer.new('5') == 5, new(Integer, '5') == 5, Integer('5') == 5,
    ]
    $wrong = $tests.filter |$i, $good| { $good != true }
    if $wrong != [] { "${wrong}" }
  }
}
T.new({ list => [3, 1, 2], text => ' Text  ' }) =~ T
#=> true

# Objects of other types can be made.
type P { attr n, Integer { check => { $it > 0 } } }
type T { has p, P attr n, Integer { derived => || { $p[n] }, setable => true, set => |$v| { $p = P.new({ n => $v }) } } }
T.new({ n => 3 })
#=> T({'p' => P({'n' => 3})})

# Their errors have the place of the construction.
type P { attr n, Integer { check => { $it > 0 } } }
type T { has p, P attr n, Integer { derived => || { $p[n] }, setable => true, set => |$v| { $p = P.new({ n => $v }) } } }
T.new({ n => 0 })
#=> error 2:103: Evaluation Error: Error while evaluating a Method call, Illegal value: 0 is not an acceptable value for n (P.n)

#--- types-logic-resource check extensions=on
# Error: 22-35 [illegal-type-logic] cannot use a resource in the logic of a type
type A { invariant { file { 'a': } } }
# Error: 22-45 [illegal-type-logic] cannot use resource defaults in the logic of a type
type B { invariant { File { mode => '0644' } } }
# Error: 22-50 [illegal-type-logic] cannot use a resource override in the logic of a type
type C { invariant { File['a'] { mode => '0644' } } }
# Error: 22-32 [illegal-type-logic] cannot use a collector in the logic of a type
type D { invariant { File <| |> } }
# Error: 22-44 [illegal-type-logic] cannot use a relationship in the logic of a type
type E { invariant { File['a'] -> File['b'] } }

#--- types-logic-definition check extensions=on
# Error: 22-33 [illegal-type-logic] cannot use a class definition in the logic of a type
# Error: 22-33 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
type A { invariant { class a { } } }
# Error: 22-36 [illegal-type-logic] cannot use a defined type in the logic of a type
# Error: 22-36 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
type B { invariant { define b() { } } }
# Error: 22-32 [illegal-type-logic] cannot use a node definition in the logic of a type
# Error: 22-32 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
type C { invariant { node c { } } }
# Error: 22-38 [illegal-type-logic] cannot use a function definition in the logic of a type
# Error: 22-38 [not-absolute-top-level] A Function Definition may only appear at toplevel
type D { invariant { function d() { } } }
# Error: 22-38 [illegal-type-logic] cannot use a type alias in the logic of a type
# Error: 27-38 [not-absolute-top-level] A Type Alias may only appear at toplevel
type E { invariant { type F = Integer } }

#--- types-logic-calls check extensions=on
# Error: 30-41 [illegal-type-logic] cannot use the function `include` in the logic of a type
type A { attr a { check => { include foo } } }
# Error: 30-41 [illegal-type-logic] cannot use the function `notice` in the logic of a type
type B { attr a { check => { notice('x') } } }
# Error: 28-37 [illegal-type-logic] cannot use the function `fail` in the logic of a type
type C { attr a { check => fail('x') } }
# Error: 33-43 [illegal-type-logic] cannot use the function `lookup` in the logic of a type
type D { attr a { set => |$v| { lookup($v) } } }
# Error: 33-41 [illegal-type-logic] cannot use the function `file` in the logic of a type
type E { attr a { get => |$v| { file($v) } } }
# Error: 35-48 [illegal-type-logic] cannot use the function `template` in the logic of a type
type F { attr a { derived => || { template('x') } } }
# Error: 30-42 [illegal-type-logic] cannot use the function `my::own` in the logic of a type
type G { attr a { check => { my::own($it) } } }
# Error: 30-50 [illegal-type-logic] cannot use the function `then` in the logic of a type
type H { attr a { check => { $it.then |$x| { $x } } } }
# Error: 23-34 [illegal-type-logic] cannot use the function `lookup` in the logic of a type
type I { invariant "${lookup('x')}" { true } }
# Error: 54-65 [illegal-type-logic] cannot use the function `warning` in the logic of a type
type J { attr a, String { check => { [1].each |$x| { warning($x) } } } }

#--- types-logic-variables check extensions=on
# Error: 30-38 [illegal-type-logic] cannot use the variable `$::limit` in the logic of a type
type A { attr a { check => { $::limit > 1 } } }
# Error: 30-41 [illegal-type-logic] cannot use the variable `$foo::limit` in the logic of a type
type B { attr a { check => { $foo::limit > 1 } } }
# Error: 23-26 [illegal-type-logic] cannot use the variable `$::x` in the logic of a type
type C { invariant "${::x}" { true } }

#--- types-logic-managed check extensions=on
# Resource types have no objects, so logic cannot make any.
type Db inherits ManagedResource { attr quota, Integer }
type Db_master inherits Db { }
# Error: 22-45 [illegal-type-logic] cannot use an instance of the managed resource `Db` in the logic of a type
type A { invariant { Db.new({ name => 'x' }) } }
# Error: 22-53 [illegal-type-logic] cannot use an instance of the managed resource `Db_master` in the logic of a type
type B { invariant { new(Db_master, { name => 'x' }) } }
# Error: 22-41 [illegal-type-logic] cannot use an instance of the managed resource `Db` in the logic of a type
type C { invariant { Db({ name => 'x' }) } }

#--- types-logic-append check extensions=on
# `+=` is for features with several values, in setters.
# Error: 33-35 [append-to-single-valued] cannot append to `a`, which has at most one value
type A { attr a { set => |$v| { $a += $v } } }
type B { attr a { max => 2, set => |$v| { $a += $v } } }
type C { attr a { max => 2 } attr b { set => |$v| { $a += $v $v } } }
# Error: 53-55 [append-to-single-valued] cannot append to `b`, which has at most one value
type D inherits C { attr c { set => |$v| { $a += $v $b += $v } } }
