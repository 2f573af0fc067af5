# White space before `[` and `(`.

#--- bracket-access parse
$x = $a[1]
#: expect
#| (= (var "x") (access (var "a") 1))

#--- bracket-list-after-blank check
$x = $a [1]

#--- bracket-list-after-line check
$x = $a
[1]

#--- bracket-name-blank check
# Error: 1-4 [idem-expression-not-last] This Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
foo [1]

#--- bracket-statement-call-blank parse
notice [1]
#: expect
#| (invoke {:functor (qn "notice") :args [(array 1)]})

#--- bracket-statement-call-direct parse
notice[1]
#: expect
#| (access (qn "notice") 1)

#--- bracket-reference parse
$x = File['a']
#: expect
#| (= (var "x") (access (qr "File") "a"))

#--- bracket-reference-blank check
$x = File ['a']

#--- bracket-nested parse
$x = [[1], [ [2] ], []]
#: expect
#| (= (var "x") (array (array 1) (array (array 2)) (array)))

#--- bracket-after-right-bracket parse
$x = $a[1][2] + $b[1]
#: expect
#| (= (var "x") (+ (access (access (var "a") 1) 2) (access (var "b") 1)))

#--- bracket-after-right-brace parse
$x = { a => 1 }[a]
#: expect
#| (= (var "x") (access (hash (=> (qn "a") 1)) (qn "a")))

#--- bracket-after-right-paren parse
$x = ($a)[1]
#: expect
#| (= (var "x") (access (paren (var "a")) 1))

#--- bracket-after-string parse
$x = 'abc'[1]
#: expect
#| (= (var "x") (access "abc" 1))

#--- bracket-after-call parse
$x = foo()[1]
#: expect
#| (= (var "x") (access (call {:functor (qn "foo") :args []}) 1))

#--- bracket-after-comma parse
$x = [1,[2],[3]]
#: expect
#| (= (var "x") (array 1 (array 2) (array 3)))

#--- bracket-after-operator parse
$x = 1+[2]
#: expect
#| (= (var "x") (+ 1 (array 2)))

#--- bracket-start-of-line parse
[$a, $b] = [1, 2]
#: expect
#| (= (array (var "a") (var "b")) (array 1 2))

#--- bracket-comment-before check
$x = $a /* c */[1]

#--- paren-on-new-line parse
$x = foo
(1)
#: expect
#| (block (= (var "x") (qn "foo")) (paren 1))

#--- paren-after-blank parse
foo (1)
#: expect
#| (invoke {:functor (qn "foo") :args [1]})

#--- paren-name-line check
# Error: 1-4 [idem-expression-not-last] This Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
foo
(1)
