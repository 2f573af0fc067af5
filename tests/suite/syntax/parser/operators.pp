# Every operator, precedence and associativity.

#--- operator-arithmetic parse
$x = 1 + 2 - 3 * 4 / 5 % 6
#: expect
#| (= (var "x") (- (+ 1 2) (% (/ (* 3 4) 5) 6)))

#--- operator-shift parse
$x = 1 << 2 >> 3 + 4
#: expect
#| (= (var "x") (>> (<< 1 2) (+ 3 4)))

#--- operator-comparison parse
$x = 1 < 2 == 3 >= 4 != 5 > 6 <= 7
#: expect
#| (= (var "x") (<= (> (>= (< 1 (== 2 3)) (!= 4 5)) 6) 7))

#--- operator-logic parse
$x = $a or $b and $c or !$d and $e
#: expect
#| (= (var "x") (or (or (var "a") (and (var "b") (var "c"))) (and (! (var "d")) (var "e"))))

#--- operator-match parse
$x = $a =~ /b/ and $c !~ /d/ + 1
#: expect
#| (= (var "x") (and (=~ (var "a") (regexp "b")) (+ (!~ (var "c") (regexp "d")) 1)))

#--- operator-in parse
$x = 1 in [1] + 2 in $b
#: expect
#| (= (var "x") (+ (in 1 (array 1)) (in 2 (var "b"))))

#--- operator-not parse
$x = !$a == !!$b
#: expect
#| (= (var "x") (== (! (var "a")) (! (! (var "b")))))

#--- operator-not-in parse
$x = !$a in $b
#: expect
#| (= (var "x") (in (! (var "a")) (var "b")))

#--- operator-minus-in parse
$x = -$a in $b
#: expect
#| (= (var "x") (in (- (var "a")) (var "b")))

#--- operator-minus-access parse
$x = -$a[1]
#: expect
#| (= (var "x") (- (access (var "a") 1)))

#--- operator-minus-call parse
$x = -foo(1)
#: expect
#| (= (var "x") (- (call {:functor (qn "foo") :args [1]})))

#--- operator-minus-method parse
$x = -1.abs
#: expect
#| (= (var "x") (- (call-method {:functor (. 1 (qn "abs")) :args []})))

#--- operator-minus-chain parse
$x = - - -1
#: expect
#| (= (var "x") (- (- -1)))

#--- operator-not-access parse
$x = !$a[1] + !$b.c
#: expect
#| (= (var "x") (+ (! (access (var "a") 1)) (! (call-method {:functor (. (var "b") (qn "c")) :args []}))))

#--- operator-not-minus parse
$x = !-1
#: expect
#| (= (var "x") (! -1))

#--- operator-minus-not parse
$x = -!1
#: expect
#| (= (var "x") (- (! 1)))

#--- operator-splat parse
$x = *$a
#: expect
#| (= (var "x") (unfold (var "a")))

#--- operator-splat-sum parse
$x = *$a + 1
#: expect
#| (= (var "x") (+ (unfold (var "a")) 1))

#--- operator-splat-twice check
$x = * * $a

#--- operator-splat-in-list parse
$x = [1, *$a, 2]
#: expect
#| (= (var "x") (array 1 (unfold (var "a")) 2))

#--- operator-splat-argument parse
foo(*$a, 1)
#: expect
#| (invoke {:functor (qn "foo") :args [(unfold (var "a")) 1]})

#--- operator-splat-case parse
case $x { *$a: { } 1, *$b: { } }
#: expect
#| (case (var "x") [{:when [(unfold (var "a"))] :then [(nop)]} {:when [1 (unfold (var "b"))] :then [(nop)]}])

#--- operator-parens parse
$x = (1 + 2) * (3)
#: expect
#| (= (var "x") (* (paren (+ 1 2)) (paren 3)))

#--- operator-parens-nested parse
$x = ((($a)))
#: expect
#| (= (var "x") (paren (paren (paren (var "a")))))

#--- operator-selector-loose parse
$x = $a + 1 ? 2 => 3
#: expect
#| (= (var "x") (? (+ (var "a") 1) [(=> 2 3)]))

#--- operator-selector-and parse
$x = $a and $b ? { true => 1 }
#: expect
#| (= (var "x") (and (var "a") (? (var "b") [(=> true 1)])))

#--- operator-selector-comparison parse
$x = $a == $b ? { true => 1 }
#: expect
#| (= (var "x") (? (== (var "a") (var "b")) [(=> true 1)]))

#--- operator-selector-chain parse
$x = $a ? 1 => 2 ? 3 => 4
#: expect
#| (= (var "x") (? (var "a") [(=> 1 (? 2 [(=> 3 4)]))]))

#--- operator-assignment-right parse
$a = $b = $c = 1
#: expect
#| (= (var "a") (= (var "b") (= (var "c") 1)))

#--- operator-assignment-in-parens parse
$x = ($y = 1) + 2
#: expect
#| (= (var "x") (+ (paren (= (var "y") 1)) 2))

#--- operator-assignment-in-list parse
$x = [$y = 1, $z = 2]
#: expect
#| (= (var "x") (array (= (var "y") 1) (= (var "z") 2)))

#--- operator-assignment-in-hash parse
$x = { a => $y = 1 }
#: expect
#| (= (var "x") (hash (=> (qn "a") (= (var "y") 1))))

#--- operator-assignment-in-call parse
foo($y = 1)
#: expect
#| (invoke {:functor (qn "foo") :args [(= (var "y") 1)]})

#--- operator-assignment-in-condition check
# Error: 7-8 [syntax-error] Syntax error at '='
# Help: 7-8 compare with `==`; `=` assigns to a variable
if $x = 1 { }

#--- operator-append-assignment check
# Error: 4-6 [appends-deletes-no-longer-supported] The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
# Help: 4-6 assign the sum to a new variable: `$all = $some + [1]`
$x += 1

#--- operator-delete-assignment check
# Error: 4-6 [appends-deletes-no-longer-supported] The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
# Help: 4-6 assign the difference to a new variable: `$rest = $all - [1]`
$x -= 1

#--- operator-assignment-list parse
[$a, [$b, $c]] = [1, [2, 3]]
#: expect
#| (= (array (var "a") (array (var "b") (var "c"))) (array 1 (array 2 3)))

#--- operator-assignment-hash-pattern check
# Error: 1-12 [illegal-assignment] Illegal attempt to assign to 'a Hash Expression'. Not an assignable reference
{ a => $b } = { a => 1 }

#--- operator-relationship parse
A['a'] -> B['b'] ~> C['c'] <- D['d'] <~ E['e']
#: expect
#| (<~ (<- (~> (-> (access (qr "A") "a") (access (qr "B") "b")) (access (qr "C") "c")) (access (qr "D") "d")) (access (qr "E") "e"))

#--- operator-relationship-loose parse
$x = A['a'] -> B['b']
#: expect
#| (= (var "x") (-> (access (qr "A") "a") (access (qr "B") "b")))

#--- operator-relationship-lines parse
A['a']
-> B['b']
~> C['c']
#: expect
#| (~> (-> (access (qr "A") "a") (access (qr "B") "b")) (access (qr "C") "c"))

#--- operator-all-levels parse
$x = !$a or -$b * 2 + 3 << 1 > 4 == true and $c in $d =~ $e
#: expect
#| (= (var "x") (or (! (var "a")) (and (> (<< (+ (* (- (var "b")) 2) 3) 1) (== 4 true)) (=~ (in (var "c") (var "d")) (var "e")))))

#--- operator-missing-right check
$x = 1 +
# Error: - [syntax-error] Syntax error at end of input

#--- operator-missing-left check
# Error: 8-9 [syntax-error] Syntax error at '/'
$x = * / 2

#--- operator-twice check
$x = 1 + * 2

#--- operator-double-star check
$x = 2 ** 3

#--- operator-ternary check
# Error: 13-14 [syntax-error] Syntax error at ':'
$x = $a ? 1 : 2

#--- operator-bare-equals check
# Error: 4-6 [idem-expression-not-last] This '==' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
$x == 1 $y

#--- operator-comparison-chain parse
$x = 1 < 2 < 3
#: expect
#| (= (var "x") (< (< 1 2) 3))

#--- operator-access-precedence parse
$x = $a + $b[1] * $c.d
#: expect
#| (= (var "x") (+ (var "a") (* (access (var "b") 1) (call-method {:functor (. (var "c") (qn "d")) :args []}))))
