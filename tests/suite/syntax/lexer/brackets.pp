# White space before `[` and `(`.

#--- bracket-access parse
$x = $a[1]

#--- bracket-list-after-blank check
$x = $a [1]

#--- bracket-list-after-line check
$x = $a
[1]

#--- bracket-name-blank check
foo [1]

#--- bracket-statement-call-blank parse
notice [1]

#--- bracket-statement-call-direct parse
notice[1]

#--- bracket-reference parse
$x = File['a']

#--- bracket-reference-blank check
$x = File ['a']

#--- bracket-nested parse
$x = [[1], [ [2] ], []]

#--- bracket-after-right-bracket parse
$x = $a[1][2] + $b[1]

#--- bracket-after-right-brace parse
$x = { a => 1 }[a]

#--- bracket-after-right-paren parse
$x = ($a)[1]

#--- bracket-after-string parse
$x = 'abc'[1]

#--- bracket-after-call parse
$x = foo()[1]

#--- bracket-after-comma parse
$x = [1,[2],[3]]

#--- bracket-after-operator parse
$x = 1+[2]

#--- bracket-start-of-line parse
[$a, $b] = [1, 2]

#--- bracket-comment-before check
$x = $a /* c */[1]

#--- paren-on-new-line parse
$x = foo
(1)

#--- paren-after-blank parse
foo (1)

#--- paren-name-line check
foo
(1)
