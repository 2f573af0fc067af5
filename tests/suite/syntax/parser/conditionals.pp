# if, unless, case and selectors.

#--- if-plain parse
if $a { 1 }
#: expect
#| (if {:test (var "a") :then [1]})

#--- if-else parse
if $a { 1 } else { 2 }
#: expect
#| (if {:test (var "a") :then [1] :else [2]})

#--- if-elsif parse
if $a { 1 } elsif $b { 2 } elsif $c { 3 } else { 4 }
#: expect
#| (if {:test (var "a") :then [1] :else [(if {:test (var "b") :then [2] :else [(if {:test (var "c") :then [3] :else [4]})]})]})

#--- if-empty parse
if $a { } else { }
#: expect
#| (if {:test (var "a")})

#--- if-empty-elsif parse
if $a { } elsif $b { }
#: expect
#| (if {:test (var "a") :else [(if {:test (var "b")})]})

#--- if-several-statements parse
if $a { notice 1 notice 2 } else { $x = 1; $y = 2 }
#: expect
#| (if {:test (var "a") :then [(invoke {:functor (qn "notice") :args [1]}) (invoke {:functor (qn "notice") :args [2]})] :else [(= (var "x") 1) (= (var "y") 2)]})

#--- if-value parse
$x = if $a { 1 } else { 2 }
#: expect
#| (= (var "x") (if {:test (var "a") :then [1] :else [2]}))

#--- if-nested parse
if $a { if $b { 1 } else { 2 } }
#: expect
#| (if {:test (var "a") :then [(if {:test (var "b") :then [1] :else [2]})]})

#--- if-hash-condition check
if {} { }

#--- if-comparison parse
if $a == 1 and $b['c'] { }
#: expect
#| (if {:test (and (== (var "a") 1) (access (var "b") "c"))})

#--- if-call-condition parse
if foo($a) |$x| { $x } { 1 }
#: expect
#| (if {:test (call {:functor (qn "foo") :args [(var "a")] :block (lambda {:params {:x {}} :body [(var "x")]})}) :then [1]})

#--- if-name-brace check
# Error: 10-12 [syntax-error] Syntax error at '=>'
# Help: 10-12 `=>` belongs between a name and its value, in braces
if a { b => 1 } { }

#--- if-missing-condition check
# Error: 8-9 [syntax-error] Syntax error at '}'
if { 1 }

#--- if-missing-brace check
# Error: 7-8 [syntax-error] Syntax error at '1'
if $a 1

#--- if-unclosed check
if $a { 1
# Error: - [syntax-error] Syntax error at end of input

#--- if-else-if check
# Error: 16-18 [syntax-error] Syntax error at 'if'
# Help: 16-18 write `elsif` for `else if`
if $a { } else if $b { }

#--- if-two-else check
# Error: 20-24 [syntax-error] Syntax error at 'else'
# Help: 20-24 `else` follows the block of an `if` or `unless`
if $a { } else { } else { }

#--- if-stray-else check
# Error: 1-5 [syntax-error] Syntax error at 'else'
else { }

#--- if-stray-elsif check
# Error: 1-6 [syntax-error] Syntax error at 'elsif'
elsif $a { }

#--- if-parens parse
if ($a) { }
#: expect
#| (if {:test (paren (var "a"))})

#--- unless-plain parse
unless $a { 1 }
#: expect
#| (unless {:test (var "a") :then [1]})

#--- unless-else parse
unless $a { 1 } else { 2 }
#: expect
#| (unless {:test (var "a") :then [1] :else [2]})

#--- unless-empty parse
unless $a { } else { }
#: expect
#| (unless {:test (var "a")})

#--- unless-elsif check
# Error: 15-20 [syntax-error] Syntax error at 'elsif'
# Help: 15-20 `elsif` follows the block of an `if`; `unless` has none
unless $a { } elsif $b { }

#--- case-plain parse
case $a { 1: { 'x' } default: { 'y' } }
#: expect
#| (case (var "a") [{:when [1] :then ["x"]} {:when [(default)] :then ["y"]}])

#--- case-several-values parse
case $a { 1, 'b', /c/, D: { 'x' } }
#: expect
#| (case (var "a") [{:when [1 "b" (regexp "c") (qr "D")] :then ["x"]}])

#--- case-trailing-comma parse
# Error: 16-17 [syntax-error] Syntax error at ':'
case $a { 1, 2,: { } }

#--- case-empty-body parse
case $a { 1: { } }
#: expect
#| (case (var "a") [{:when [1] :then [(nop)]}])

#--- case-value parse
$x = case $a { 1: { 2 } }
#: expect
#| (= (var "x") (case (var "a") [{:when [1] :then [2]}]))

#--- case-empty check
# Error: 11-12 [syntax-error] Syntax error at '}'
case $a { }

#--- case-missing-colon check
# Error: 13-14 [syntax-error] Syntax error at '{'
case $a { 1 { } }

#--- case-missing-brace check
# Error: 14-15 [syntax-error] Syntax error at '2'
case $a { 1: 2 }

#--- case-two-defaults check
# Error: 31-38 [duplicate-default] This 'case' statement already has a 'default' entry - this is a duplicate
case $a { default: { } 1: { } default: { } }

#--- case-name-values parse
case $a { a, b::c: { } }
#: expect
#| (case (var "a") [{:when [(qn "a") (qn "b::c")] :then [(nop)]}])

#--- case-type-values parse
case $a { Integer: { } Array[String]: { } }
#: expect
#| (case (var "a") [{:when [(qr "Integer")] :then [(nop)]} {:when [(access (qr "Array") (qr "String"))] :then [(nop)]}])

#--- case-hash-value check
case $a { { b => 1 }: { } }

#--- selector-single parse
$x = $a ? 1 => 2
#: expect
#| (= (var "x") (? (var "a") [(=> 1 2)]))

#--- selector-braces parse
$x = $a ? { 1 => 2, default => 3 }
#: expect
#| (= (var "x") (? (var "a") [(=> 1 2) (=> (default) 3)]))

#--- selector-trailing-comma parse
$x = $a ? { 1 => 2, }
#: expect
#| (= (var "x") (? (var "a") [(=> 1 2)]))

#--- selector-nested parse
$x = $a ? { 1 => $b ? { 2 => 3 }, default => 4 }
#: expect
#| (= (var "x") (? (var "a") [(=> 1 (? (var "b") [(=> 2 3)])) (=> (default) 4)]))

#--- selector-hash-value parse
$x = $a ? { 1 => { 'b' => 2 } }
#: expect
#| (= (var "x") (? (var "a") [(=> 1 (hash (=> "b" 2)))]))

#--- selector-brace-line parse
$x = $a ?
{ 1 => 2 }
#: expect
#| (= (var "x") (? (var "a") [(=> 1 2)]))

#--- selector-blank parse
$x = $a ?{ 1 => 2 }
#: expect
#| (= (var "x") (? (var "a") [(=> 1 2)]))

#--- selector-comment-between parse
$x = $a ? # c
{ 1 => 2 }
#: expect
#| (= (var "x") (? (var "a") [(=> 1 2)]))

#--- selector-call parse
$x = foo($a) ? { /b/ => 1 }
#: expect
#| (= (var "x") (? (call {:functor (qn "foo") :args [(var "a")]}) [(=> (regexp "b") 1)]))

#--- selector-in-attribute parse
file { 'a': mode => $b ? { 1 => 2 } }
#: expect
#| (resource {:type (qn "file") :bodies [{:title "a" :ops [(=> "mode" (? (var "b") [(=> 1 2)]))]}]})

#--- selector-empty check
# Error: 13-14 [syntax-error] Syntax error at '}'
$x = $a ? { }

#--- selector-missing-arrow check
# Error: 15-16 [syntax-error] Syntax error at '}'
$x = $a ? { 1 }

#--- selector-bad-separator check
# Error: 19-20 [syntax-error] Syntax error at ';'
# Help: 19-20 `;` separates expressions and bodies of resources
$x = $a ? { 1 => 2; 3 => 4 }

#--- selector-two-defaults check
# Error: 35-42 [duplicate-default] This Selector Expression already has a 'default' entry - this is a duplicate
$x = $a ? { default => 1, 2 => 3, default => 4 }

#--- selector-statement check
# Error: 1-16 [idem-expression-not-last] This Selector Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
$a ? { 1 => 2 }
notice 1

#--- selector-splat parse
$x = $a ? { *$b => 1 }
#: expect
#| (= (var "x") (? (var "a") [(=> (unfold (var "b")) 1)]))

#--- selector-undef parse
$x = $a ? { undef => 1, '' => 2, true => 3 }
#: expect
#| (= (var "x") (? (var "a") [(=> nil 1) (=> "" 2) (=> true 3)]))
