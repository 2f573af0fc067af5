# Calls with and without parentheses, methods, chains.

#--- call-parens parse
foo()
foo(1)
foo(1, 2,)
foo::bar(1)
::foo(1)
#: expect
#| (block (invoke {:functor (qn "foo") :args []}) (invoke {:functor (qn "foo") :args [1]}) (invoke {:functor (qn "foo") :args [1 2]}) (invoke {:functor (qn "foo::bar") :args [1]}) (invoke {:functor (qn "::foo") :args [1]}))

#--- call-statement parse
notice 1
notice 1, 2
include a, b::c
fail 'x'
require a
#: expect
#| (block (invoke {:functor (qn "notice") :args [1]}) (invoke {:functor (qn "notice") :args [1 2]}) (invoke {:functor (qn "include") :args [(qn "a") (qn "b::c")]}) (invoke {:functor (qn "fail") :args ["x"]}) (invoke {:functor (qn "require") :args [(qn "a")]}))

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
#: expect
#| (block (qn "alert") 1 (invoke {:functor (qn "contain") :args [(qn "a")]}) (qn "crit") 1 (invoke {:functor (qn "debug") :args [1]}) (qn "emerg") 1 (invoke {:functor (qn "err") :args [1]}) (invoke {:functor (qn "fail") :args [1]}) (invoke {:functor (qn "import") :args [(qn "a")]}) (invoke {:functor (qn "include") :args [(qn "a")]}) (invoke {:functor (qn "info") :args [1]}) (invoke {:functor (qn "notice") :args [1]}) (invoke {:functor (qn "realize") :args [(access (qr "A") "b")]}) (invoke {:functor (qn "require") :args [(qn "a")]}) (invoke {:functor (qn "tag") :args [(qn "a")]}) (invoke {:functor (qn "warning") :args [1]}) (invoke {:functor (qn "break") :args [1]}) (invoke {:functor (qn "next") :args [1]}) (invoke {:functor (qn "return") :args [1]}))

#--- call-statement-no-arguments check
notice
notice

#--- call-statement-hash parse
notice { a => 1 }
#: expect
#| (invoke {:functor (qn "notice") :args [(hash (=> "a" 1))]})

#--- call-statement-nested parse
notice notice 1
#: expect
#| (block (invoke {:functor (qn "notice") :args [(qn "notice")]}) 1)

#--- call-statement-method parse
notice 1.abs
#: expect
#| (invoke {:functor (qn "notice") :args [(call-method {:functor (. 1 (qn "abs")) :args []})]})

#--- call-statement-operator parse
notice 1 + 2
#: expect
#| (invoke {:functor (qn "notice") :args [(+ 1 2)]})

#--- call-statement-semicolon parse
notice 1; notice 2
#: expect
#| (block (invoke {:functor (qn "notice") :args [1]}) (invoke {:functor (qn "notice") :args [2]}))

#--- call-statement-line parse
notice
1
#: expect
#| (invoke {:functor (qn "notice") :args [1]})

#--- call-statement-unknown check
# Error: 1-4 [idem-expression-not-last] This Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
foo 1

#--- call-statement-unknown-two check
# Error: 6-7 [arguments-without-parentheses] attempt to pass argument list to the function 'foo' which cannot be called without parentheses
# Help: 6-7 write `foo(…)`
foo 1, 2

#--- call-statement-comma-alone check
# Error: 2-3 [illegal-argument-list] illegal comma separated argument list
1, 2

#--- call-statement-comma-variable check
# Error: 3-4 [illegal-argument-list] illegal comma separated argument list
$a, $b

#--- call-statement-comma-call check
# Error: 7-8 [illegal-argument-list] illegal comma separated argument list
foo(1), 2

#--- call-statement-in-value check
$x = notice 1

#--- call-statement-in-condition check
# Error: 11-12 [syntax-error] Syntax error at '1'
if notice 1 { }

#--- call-statement-block check
# Error: 10-11 [syntax-error] Syntax error at '|'
each [1] |$x| { }

#--- call-statement-trailing-comma check
notice 1,
# Error: - [syntax-error] Syntax error at end of input

#--- call-statement-splat parse
notice *$a
#: expect
#| (* (qn "notice") (var "a"))

#--- call-statement-break parse
[1].each |$x| { break() }
[1].each |$x| { next }
#: expect
#| (block (call-method {:functor (. (array 1) (qn "each")) :args [] :block (lambda {:params {:x {}} :body [(invoke {:functor (qn "break") :args []})]})}) (call-method {:functor (. (array 1) (qn "each")) :args [] :block (lambda {:params {:x {}} :body [(qn "next")]})}))

#--- call-statement-last-in-class parse
class a { include b }
#: expect
#| (class {:name "a" :body [(invoke {:functor (qn "include") :args [(qn "b")]})]})

#--- call-statement-name-then-name check
include a b

#--- call-hash-argument parse
foo(a => 1, b => 2)
#: expect
#| (invoke {:functor (qn "foo") :args [(hash (=> (qn "a") 1) (=> (qn "b") 2))]})

#--- call-hash-argument-mixed parse
foo(1, a => 1, 2, b => 3, c => 4)
#: expect
#| (invoke {:functor (qn "foo") :args [1 (hash (=> (qn "a") 1)) 2 (hash (=> (qn "b") 3) (=> (qn "c") 4))]})

#--- call-hash-argument-literal parse
foo({ a => 1 })
#: expect
#| (invoke {:functor (qn "foo") :args [(hash (=> (qn "a") 1))]})

#--- call-reference parse
Integer('1')
Foo::Bar(1)
#: expect
#| (block (invoke {:functor (qr "Integer") :args ["1"]}) (invoke {:functor (qr "Foo::Bar") :args [1]}))

#--- call-access parse
$x = Foo[1](2)
#: expect
#| (= (var "x") (call {:functor (access (qr "Foo") 1) :args [2]}))

#--- call-expression check
# Error: 6-8 [illegal-expression] Illegal expression. A Variable is unacceptable as function name in a Function Call
$x = $a(1)

#--- call-expression-string check
# Error: 6-9 [illegal-expression] Illegal expression. A String is unacceptable as function name in a Function Call
$x = 'a'(1)

#--- call-twice check
# Error: 6-12 [illegal-expression] Illegal expression. A Function Call is unacceptable as function name in a Function Call
$x = foo(1)(2)

#--- call-missing-comma check
# Error: 7-8 [syntax-error] Syntax error at '2'
foo(1 2)

#--- call-missing-paren check
foo(1
# Error: - [syntax-error] Syntax error at end of input

#--- call-leading-comma check
# Error: 5-6 [syntax-error] Syntax error at ','
foo(, 1)

#--- call-double-comma check
# Error: 7-8 [syntax-error] Syntax error at ','
foo(1,, 2)

#--- method-plain parse
$a.foo
$a.foo()
$a.foo(1, 2)
#: expect
#| (block (call-method {:functor (. (var "a") (qn "foo")) :args []}) (call-method {:functor (. (var "a") (qn "foo")) :args []}) (call-method {:functor (. (var "a") (qn "foo")) :args [1 2]}))

#--- method-trailing-comma check
# Error: 10-11 [syntax-error] Syntax error at ')'
$a.foo(1,)

#--- method-chain parse
$a.foo.bar(1).baz[2].qux
#: expect
#| (call-method {:functor (. (access (call-method {:functor (. (call-method {:functor (. (call-method {:functor (. (var "a") (qn "foo")) :args []}) (qn "bar")) :args [1]}) (qn "baz")) :args []}) 2) (qn "qux")) :args []})

#--- method-chain-lines parse
$x = $a
  .foo
  .bar(1)
#: expect
#| (= (var "x") (call-method {:functor (. (call-method {:functor (. (var "a") (qn "foo")) :args []}) (qn "bar")) :args [1]}))

#--- method-on-literals parse
$x = [1.a, 'b'.c, [1].d, { e => 1 }.f, /g/.h, true.i, undef.j, default.k]
#: expect
#| (= (var "x") (array (call-method {:functor (. 1 (qn "a")) :args []}) (call-method {:functor (. "b" (qn "c")) :args []}) (call-method {:functor (. (array 1) (qn "d")) :args []}) (call-method {:functor (. (hash (=> (qn "e") 1)) (qn "f")) :args []}) (call-method {:functor (. (regexp "g") (qn "h")) :args []}) (call-method {:functor (. true (qn "i")) :args []}) (call-method {:functor (. nil (qn "j")) :args []}) (call-method {:functor (. (default) (qn "k")) :args []})))

#--- method-on-reference parse
$x = Integer.new(1)
#: expect
#| (= (var "x") (call-method {:functor (. (qr "Integer") (qn "new")) :args [1]}))

#--- method-on-name parse
$x = a.b.c
#: expect
#| (= (var "x") (call-method {:functor (. (call-method {:functor (. (qn "a") (qn "b")) :args []}) (qn "c")) :args []}))

#--- method-on-call parse
$x = foo(1).bar
#: expect
#| (= (var "x") (call-method {:functor (. (call {:functor (qn "foo") :args [1]}) (qn "bar")) :args []}))

#--- method-statement parse
$a.notice
1.notice
#: expect
#| (block (call-method {:functor (. (var "a") (qn "notice")) :args []}) (call-method {:functor (. 1 (qn "notice")) :args []}))

#--- method-qualified parse
$a.foo::bar(1)
#: expect
#| (call-method {:functor (. (var "a") (qn "foo::bar")) :args [1]})

#--- method-missing-name check
$a.
# Error: - [syntax-error] Syntax error at end of input

#--- method-bad-name check
# Error: 4-7 [syntax-error] Syntax error at 'Foo'
$a.Foo

#--- method-bad-name-string check
# Error: 4-7 [syntax-error] Syntax error at 'b'
$a.'b'

#--- method-bad-name-variable check
# Error: 4-6 [syntax-error] Syntax error at 'b'
$a.$b

#--- method-number check
# Error: 4-5 [syntax-error] Syntax error at '1'
$a.1

#--- method-safe check
# Error: 4-5 [syntax-error] Syntax error at '.'
$a?.b

#--- method-lambda-no-parens parse
$a.each |$x| { }
#: expect
#| (call-method {:functor (. (var "a") (qn "each")) :args [] :block (lambda {:params {:x {}}})})

#--- method-call-argument-hash parse
$a.foo(b => 1)
#: expect
#| (call-method {:functor (. (var "a") (qn "foo")) :args [(hash (=> (qn "b") 1))]})

#--- call-type-keyword parse
$x = type($a)
type($b, 'reduced')
#: expect
#| (block (= (var "x") (call {:functor (qn "type") :args [(var "a")]})) (invoke {:functor (qn "type") :args [(var "b") "reduced"]}))
