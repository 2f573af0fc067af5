# Collectors and their queries.

#--- collector-empty parse
File <| |>

#--- collector-exported-empty parse
File <<| |>>

#--- collector-no-blank parse
File<||>

#--- collector-exported-no-blank parse
File<<||>>

#--- collector-query parse
File <| title == 'a' |>

#--- collector-query-not parse
File <| title != 'a' |>

#--- collector-query-and-or parse
File <| a == 1 and b != 2 or c == 3 |>

#--- collector-query-parens parse
File <| (a == 1 or b == 2) and c == 3 |>

#--- collector-query-variable parse
File <| $a == 1 |>

#--- collector-query-values parse
File <| a == b or c == 'd' or e == 1.5 or f == true or g == $h |>

#--- collector-query-name-only check
File <| a |>

#--- collector-query-number-only check
File <| 1 |>

#--- collector-query-operator check
File <| a > 1 |>

#--- collector-query-match check
File <| a =~ /b/ |>

#--- collector-query-in check
File <| a in [1] |>

#--- collector-query-not-operator check
File <| !a |>

#--- collector-query-call check
File <| foo(a) |>

#--- collector-query-arithmetic check
File <| a + 1 == 2 |>

#--- collector-query-array check
File <| a == [1, 2] |>

#--- collector-query-nested-bad check
File <| a == 1 and (b > 2 or c < 3) |>

#--- collector-override parse
File <| title == 'a' |> { mode => 1, owner +> 'b' }

#--- collector-override-unfold parse
File <| |> { * => $a }

#--- collector-override-empty parse
File <| |> { }

#--- collector-exported-override parse
File <<| tag == 'a' |>> { mode => 1 }

#--- collector-qualified parse
A::B <| |>

#--- collector-relationship parse
File <| |> -> Service <| |> ~> Exec <| title == 'a' |>

#--- collector-name-type check
file <| |>

#--- collector-variable-type check
$a <| |>

#--- collector-access-type check
File['a'] <| |>

#--- collector-value check
$x = File <| |>

#--- collector-argument check
foo(File <| |>)

#--- collector-in-list check
$x = [File <| |>]

#--- collector-wrong-close check
File <| a == 1 |>>

#--- collector-wrong-close-exported check
File <<| a == 1 |>

#--- collector-unclosed check
File <| a == 1

#--- collector-two-queries check
File <| a == 1 b == 2 |>

#--- collector-lines parse
File <|
  a == 1
  and b == 2
|>
