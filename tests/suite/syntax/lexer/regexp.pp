# Regular expressions against division.

#--- regexp-plain parse
$x = /a.b/
#: expect
#| (= (var "x") (regexp "a.b"))

#--- regexp-escaped-slash parse
$x = /a\/b\\\/c/
#: expect
#| (= (var "x") (regexp "a/b\\\\/c"))

#--- regexp-escapes-kept parse
$x = /\d+\s*\.\[\]\n/
#: expect
#| (= (var "x") (regexp "\\d+\\s*\\.\\[\\]\\n"))

#--- regexp-empty parse
$x = //
#: expect
#| (= (var "x") (regexp ""))

#--- regexp-lines parse
$x = /a
b/
#: expect
#| (= (var "x") (regexp "a\nb"))

#--- regexp-after-operator parse
$x = [/a/, $b =~ /c/, $d !~ /e/]
#: expect
#| (= (var "x") (array (regexp "a") (=~ (var "b") (regexp "c")) (!~ (var "d") (regexp "e"))))

#--- regexp-after-brackets parse
$x = { /a/ => 1 }
foo(/b/)
if /c/ {}
#: expect
#| (block (= (var "x") (hash (=> (regexp "a") 1))) (invoke {:functor (qn "foo") :args [(regexp "b")]}) (if {:test (regexp "c")}))

#--- regexp-node parse
node /^web\d+$/ { }
#: expect
#| (node {:matches [(regexp "^web\\d+$")]})

#--- regexp-case parse
case $x { /a/: { } /b/, /c/: { } }
#: expect
#| (case (var "x") [{:when [(regexp "a")] :then [(nop)]} {:when [(regexp "b") (regexp "c")] :then [(nop)]}])

#--- regexp-division parse
$x = [$a / 2, 1 / 2 / 3, $a/$b, (1)/2, $a[1]/2, foo(1)/2]
#: expect
#| (= (var "x") (array (/ (var "a") 2) (/ (/ 1 2) 3) (/ (var "a") (var "b")) (/ (paren 1) 2) (/ (access (var "a") 1) 2) (/ (call {:functor (qn "foo") :args [1]}) 2)))

#--- regexp-division-name parse
$x = a / b / c
#: expect
#| (= (var "x") (/ (/ (qn "a") (qn "b")) (qn "c")))

#--- regexp-division-strings parse
$x = 'a' / 'b' / "c"
#: expect
#| (= (var "x") (/ (/ "a" "b") "c"))

#--- regexp-after-right-brace parse
if $a { }
/b/ =~ $c
#: expect
#| (block (if {:test (var "a")}) (=~ (regexp "b") (var "c")))

#--- regexp-after-keyword parse
$x = $a in /b/
if $a and /c/ {}
#: expect
#| (block (= (var "x") (in (var "a") (regexp "b"))) (if {:test (and (var "a") (regexp "c"))}))

#--- regexp-unclosed check
# Error: 6-7 [syntax-error] Syntax error at '/'
$x = /abc

#--- regexp-bad-class check
# Error: - [illegal-regexp] premature end of char-class: /[/
$x = /[/

#--- regexp-bad-parenthesis check
# Error: - [illegal-regexp] end pattern with unmatched parenthesis: /(unclosed/
$x = /(unclosed/

#--- regexp-bad-repeat check
# Error: - [illegal-regexp] upper is smaller than lower in repeat range: /a{2,1}/
$x = /a{2,1}/

#--- regexp-slash-in-class parse
$x = /[\/]/
#: expect
#| (= (var "x") (regexp "[/]"))

#--- regexp-named-groups parse
$x = /(?<name>a)(?i:b)(?=c)/
#: expect
#| (= (var "x") (regexp "(?<name>a)(?i:b)(?=c)"))
