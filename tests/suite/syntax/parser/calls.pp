# Calls with and without parentheses, methods, chains.

#--- call-parens parse
foo()
foo(1)
foo(1, 2,)
foo::bar(1)
::foo(1)

#--- call-statement parse
notice 1
notice 1, 2
include a, b::c
fail 'x'
require a

#--- call-statement-all parse
alert 1
contain a
crit 1
debug 1
emerg 1
err 1
fail 1
import a
include a
info 1
notice 1
realize A['b']
require a
tag a
warning 1
break 1
next 1
return 1

#--- call-statement-no-arguments check
notice
notice

#--- call-statement-hash parse
notice { a => 1 }

#--- call-statement-nested parse
notice notice 1

#--- call-statement-method parse
notice 1.abs

#--- call-statement-operator parse
notice 1 + 2

#--- call-statement-semicolon parse
notice 1; notice 2

#--- call-statement-line parse
notice
1

#--- call-statement-unknown check
foo 1

#--- call-statement-unknown-two check
foo 1, 2

#--- call-statement-comma-alone check
1, 2

#--- call-statement-comma-variable check
$a, $b

#--- call-statement-comma-call check
foo(1), 2

#--- call-statement-in-value check
$x = notice 1

#--- call-statement-in-condition check
if notice 1 { }

#--- call-statement-block check
each [1] |$x| { }

#--- call-statement-trailing-comma check
notice 1,

#--- call-statement-splat parse
notice *$a

#--- call-statement-break parse
[1].each |$x| { break() }
[1].each |$x| { next }

#--- call-statement-last-in-class parse
class a { include b }

#--- call-statement-name-then-name check
include a b

#--- call-hash-argument parse
foo(a => 1, b => 2)

#--- call-hash-argument-mixed parse
foo(1, a => 1, 2, b => 3, c => 4)

#--- call-hash-argument-literal parse
foo({ a => 1 })

#--- call-reference parse
Integer('1')
Foo::Bar(1)

#--- call-access parse
$x = Foo[1](2)

#--- call-expression check
$x = $a(1)

#--- call-expression-string check
$x = 'a'(1)

#--- call-twice check
$x = foo(1)(2)

#--- call-missing-comma check
foo(1 2)

#--- call-missing-paren check
foo(1

#--- call-leading-comma check
foo(, 1)

#--- call-double-comma check
foo(1,, 2)

#--- method-plain parse
$a.foo
$a.foo()
$a.foo(1, 2)

#--- method-trailing-comma check
$a.foo(1,)

#--- method-chain parse
$a.foo.bar(1).baz[2].qux

#--- method-chain-lines parse
$x = $a
  .foo
  .bar(1)

#--- method-on-literals parse
$x = [1.a, 'b'.c, [1].d, { e => 1 }.f, /g/.h, true.i, undef.j, default.k]

#--- method-on-reference parse
$x = Integer.new(1)

#--- method-on-name parse
$x = a.b.c

#--- method-on-call parse
$x = foo(1).bar

#--- method-statement parse
$a.notice
1.notice

#--- method-qualified parse
$a.foo::bar(1)

#--- method-missing-name check
$a.

#--- method-bad-name check
$a.Foo

#--- method-bad-name-string check
$a.'b'

#--- method-bad-name-variable check
$a.$b

#--- method-number check
$a.1

#--- method-safe check
$a?.b

#--- method-lambda-no-parens parse
$a.each |$x| { }

#--- method-call-argument-hash parse
$a.foo(b => 1)

#--- call-type-keyword parse
$x = type($a)
type($b, 'reduced')
