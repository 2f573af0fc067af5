# Lambdas.

#--- lambda-plain parse
foo() |$x| { $x }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:params {:x {}} :body [(var "x")]})})

#--- lambda-no-parameters parse
foo() || { 1 }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:body [1]})})

#--- lambda-blank-parameters parse
foo() | | { 1 }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:body [1]})})

#--- lambda-empty-body parse
foo() |$x| { }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:params {:x {}}})})

#--- lambda-several parse
foo(1) |$a, $b, $c| { $a }
#: expect
#| (invoke {:functor (qn "foo") :args [1] :block (lambda {:params {:a {} :b {} :c {}} :body [(var "a")]})})

#--- lambda-trailing-comma parse
foo() |$a, $b,| { }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:params {:a {} :b {}}})})

#--- lambda-typed parse
foo() |Integer $a, Array[String, 1] $b| { }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:params {:a {:type (qr "Integer")} :b {:type (access (qr "Array") (qr "String") 1)}}})})

#--- lambda-defaults parse
foo() |$a = 1, $b = $a + 1| { }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:params {:a {:value 1} :b {:value (+ (var "a") 1)}}})})

#--- lambda-rest parse
foo() |$a, *$b| { }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:params {:a {} :b {:splat true}}})})

#--- lambda-rest-typed parse
foo() |Integer *$b| { }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:params {:b {:type (qr "Integer") :splat true}}})})

#--- lambda-rest-default parse
foo() |*$b = 1| { }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:params {:b {:splat true :value 1}}})})

#--- lambda-return-type parse
foo() |$a| >> Integer { 1 }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:params {:a {}} :returns (qr "Integer") :body [1]})})

#--- lambda-return-type-access parse
foo() |$a| >> Array[Integer, 1, 2] { [1] }
#: expect
#| (invoke {:functor (qn "foo") :args [] :block (lambda {:params {:a {}} :returns (access (qr "Array") (qr "Integer") 1 2) :body [(array 1)]})})

#--- lambda-return-type-bad check
# Error: 15-16 [syntax-error] Syntax error at '1'
foo() |$a| >> 1 { 1 }

#--- lambda-nested parse
$a.map |$x| { $x.map |$y| { $y } }
#: expect
#| (call-method {:functor (. (var "a") (qn "map")) :args [] :block (lambda {:params {:x {}} :body [(call-method {:functor (. (var "x") (qn "map")) :args [] :block (lambda {:params {:y {}} :body [(var "y")]})})]})})

#--- lambda-chain parse
$a.map |$x| { $x }.filter |$y| { $y }.join(',')
#: expect
#| (call-method {:functor (. (call-method {:functor (. (call-method {:functor (. (var "a") (qn "map")) :args [] :block (lambda {:params {:x {}} :body [(var "x")]})}) (qn "filter")) :args [] :block (lambda {:params {:y {}} :body [(var "y")]})}) (qn "join")) :args [","]})

#--- lambda-in-argument parse
foo($a.map |$x| { $x })
#: expect
#| (invoke {:functor (qn "foo") :args [(call-method {:functor (. (var "a") (qn "map")) :args [] :block (lambda {:params {:x {}} :body [(var "x")]})})]})

#--- lambda-in-hash parse
$x = { a => $b.map |$c| { $c } }
#: expect
#| (= (var "x") (hash (=> (qn "a") (call-method {:functor (. (var "b") (qn "map")) :args [] :block (lambda {:params {:c {}} :body [(var "c")]})}))))

#--- lambda-statement-after parse
$a.each |$x| { }
$b = 1
#: expect
#| (block (call-method {:functor (. (var "a") (qn "each")) :args [] :block (lambda {:params {:x {}}})}) (= (var "b") 1))

#--- lambda-or-default check
# Error: 16-17 [syntax-error] Syntax error at '|'
# Help: 16-17 write `or` for `||`
foo() |$a = 1 || { }

#--- lambda-default-with-bar check
foo() |$a = $b | { }

#--- lambda-missing-body check
foo() |$x|
# Error: - [syntax-error] Syntax error at end of input

#--- lambda-missing-bar check
# Error: 11-12 [syntax-error] Syntax error at '{'
foo() |$x { }

#--- lambda-old-style check
# Error: 11-12 [syntax-error] Syntax error at '|'
$a.each { |$x| $x }

#--- lambda-alone check
# Error: 1-2 [syntax-error] Syntax error at '|'
|$x| { $x }

#--- lambda-value check
# Error: 6-7 [syntax-error] Syntax error at '|'
$x = |$y| { $y }

#--- lambda-bad-parameter check
# Error: 8-9 [syntax-error] Syntax error at 'x'
foo() |x| { }

#--- lambda-bad-parameter-number check
# Error: 8-9 [syntax-error] Syntax error at '1'
foo() |1| { }

#--- lambda-after-statement-call check
# Error: 10-11 [syntax-error] Syntax error at '|'
notice 1 |$x| { }

#--- lambda-rest-not-last check
# Error: 9-11 [captures-rest-not-last] Parameter $a is not last, and has 'captures rest'
foo() |*$a, $b| { }

#--- lambda-duplicate-parameter check
foo() |$a, $a| { }

#--- lambda-resource-inside parse
$a.each |$x| { file { $x: ensure => file } }
#: expect
#| (call-method {:functor (. (var "a") (qn "each")) :args [] :block (lambda {:params {:x {}} :body [(resource {:type (qn "file") :bodies [{:title (var "x") :ops [(=> "ensure" (qn "file"))]}]})]})})

#--- lambda-reference-call parse
$x = Foo.new |$y| { $y }
#: expect
#| (= (var "x") (call-method {:functor (. (qr "Foo") (qn "new")) :args [] :block (lambda {:params {:y {}} :body [(var "y")]})}))
