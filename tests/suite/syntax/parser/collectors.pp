# Collectors and their queries.

#--- collector-empty parse
File <| |>
#: expect
#| (collect {:type (qr "File") :query (virtual-query)})

#--- collector-exported-empty parse
File <<| |>>
#: expect
#| (collect {:type (qr "File") :query (exported-query)})

#--- collector-no-blank parse
File<||>
#: expect
#| (collect {:type (qr "File") :query (virtual-query)})

#--- collector-exported-no-blank parse
File<<||>>
#: expect
#| (collect {:type (qr "File") :query (exported-query)})

#--- collector-query parse
File <| title == 'a' |>
#: expect
#| (collect {:type (qr "File") :query (virtual-query (== (qn "title") "a"))})

#--- collector-query-not parse
File <| title != 'a' |>
#: expect
#| (collect {:type (qr "File") :query (virtual-query (!= (qn "title") "a"))})

#--- collector-query-and-or parse
File <| a == 1 and b != 2 or c == 3 |>
#: expect
#| (collect {:type (qr "File") :query (virtual-query (or (and (== (qn "a") 1) (!= (qn "b") 2)) (== (qn "c") 3)))})

#--- collector-query-parens parse
File <| (a == 1 or b == 2) and c == 3 |>
#: expect
#| (collect {:type (qr "File") :query (virtual-query (and (paren (or (== (qn "a") 1) (== (qn "b") 2))) (== (qn "c") 3)))})

#--- collector-query-variable parse
File <| $a == 1 |>
#: expect
#| (collect {:type (qr "File") :query (virtual-query (== (var "a") 1))})

#--- collector-query-values parse
File <| a == b or c == 'd' or e == 1.5 or f == true or g == $h |>
#: expect
#| (collect {:type (qr "File") :query (virtual-query (or (or (or (or (== (qn "a") (qn "b")) (== (qn "c") "d")) (== (qn "e") 1.5)) (== (qn "f") true)) (== (qn "g") (var "h"))))})

#--- collector-query-name-only check
File <| a |>

#--- collector-query-number-only check
File <| 1 |>

#--- collector-query-operator check
# Error: 11-12 [illegal-query-expression] Illegal query expression. A '>' expression cannot be used in a query
File <| a > 1 |>

#--- collector-query-match check
# Error: 11-13 [illegal-query-expression] Illegal query expression. A '=~' expression cannot be used in a query
File <| a =~ /b/ |>

#--- collector-query-in check
# Error: 11-13 [illegal-query-expression] Illegal query expression. An 'in' expression cannot be used in a query
File <| a in [1] |>

#--- collector-query-not-operator check
# Error: 9-11 [illegal-query-expression] Illegal query expression. A 'not' expression cannot be used in a query
File <| !a |>

#--- collector-query-call check
# Error: 9-15 [illegal-query-expression] Illegal query expression. A Function Call cannot be used in a query
File <| foo(a) |>

#--- collector-query-arithmetic check
File <| a + 1 == 2 |>

#--- collector-query-array check
File <| a == [1, 2] |>

#--- collector-query-nested-bad check
# Error: 23-24 [illegal-query-expression] Illegal query expression. A '>' expression cannot be used in a query
# Error: 32-33 [illegal-query-expression] Illegal query expression. A '<' expression cannot be used in a query
File <| a == 1 and (b > 2 or c < 3) |>

#--- collector-override parse
File <| title == 'a' |> { mode => 1, owner +> 'b' }
#: expect
#| (collect {:type (qr "File") :query (virtual-query (== (qn "title") "a")) :ops [(=> "mode" 1) (+> "owner" "b")]})

#--- collector-override-unfold parse
File <| |> { * => $a }
#: expect
#| (collect {:type (qr "File") :query (virtual-query) :ops [(splat-hash (var "a"))]})

#--- collector-override-empty parse
File <| |> { }
#: expect
#| (collect {:type (qr "File") :query (virtual-query)})

#--- collector-exported-override parse
File <<| tag == 'a' |>> { mode => 1 }
#: expect
#| (collect {:type (qr "File") :query (exported-query (== (qn "tag") "a")) :ops [(=> "mode" 1)]})

#--- collector-qualified parse
A::B <| |>
#: expect
#| (collect {:type (qr "A::B") :query (virtual-query)})

#--- collector-relationship parse
File <| |> -> Service <| |> ~> Exec <| title == 'a' |>
#: expect
#| (~> (-> (collect {:type (qr "File") :query (virtual-query)}) (collect {:type (qr "Service") :query (virtual-query)})) (collect {:type (qr "Exec") :query (virtual-query (== (qn "title") "a"))}))

#--- collector-name-type check
# Error: 1-5 [illegal-expression] Illegal expression. A Name is unacceptable as type name in a Virtual Query
file <| |>

#--- collector-variable-type check
# Error: 1-3 [illegal-expression] Illegal expression. A Variable is unacceptable as type name in a Virtual Query
$a <| |>

#--- collector-access-type check
# Error: 1-10 [illegal-expression] Illegal expression. A '[]' expression is unacceptable as type name in a Virtual Query
File['a'] <| |>

#--- collector-value check
# Error: 6-16 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$x = File <| |>

#--- collector-argument check
foo(File <| |>)

#--- collector-in-list check
# Error: 7-17 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$x = [File <| |>]

#--- collector-wrong-close check
# Error: 16-19 [syntax-error] Syntax error at '|>>'
File <| a == 1 |>>

#--- collector-wrong-close-exported check
# Error: 17-19 [syntax-error] Syntax error at '|>'
File <<| a == 1 |>

#--- collector-unclosed check
File <| a == 1
# Error: - [syntax-error] Syntax error at end of input

#--- collector-two-queries check
# Error: 16-17 [syntax-error] Syntax error at 'b'
File <| a == 1 b == 2 |>

#--- collector-lines parse
File <|
  a == 1
  and b == 2
|>
#: expect
#| (collect {:type (qr "File") :query (virtual-query (and (== (qn "a") 1) (== (qn "b") 2)))})
