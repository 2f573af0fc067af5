# Where edition `draft` differs from edition `8`. The other fixtures are about edition `8`.

#--- draft-blank-before-bracket parse edition=draft
$x = $a [1]
#: expect
#| (= (var "x") (access (var "a") 1))

#--- draft-line-before-bracket parse edition=draft
$x = $a
[1]
#: expect
#| (= (var "x") (access (var "a") 1))

#--- draft-blank-before-bracket-name parse edition=draft
abc [1]
#: expect
#| (invoke {:functor (qn "abc") :args [(array 1)]})

#--- draft-blank-before-bracket-call parse edition=draft
$x = foo() [1]
#: expect
#| (= (var "x") (access (call {:functor (qn "foo") :args []}) 1))

#--- draft-blank-before-bracket-reference parse edition=draft
$x = File ['a']
#: expect
#| (= (var "x") (access (qr "File") "a"))

#--- draft-semicolon-before-list parse edition=draft
$a = $b; [1]
#: expect
#| (block (= (var "a") (var "b")) (array 1))

#--- draft-any-name-takes-list parse edition=draft
abc [1], 2
#: expect
#| (invoke {:functor (qn "abc") :args [(array 1) 2]})

#--- draft-keyword-access check edition=draft
# Error: 14-15 [syntax-error] Syntax error at '['
$x = "${class[0]}"

#--- draft-keyword-access-variable parse edition=draft
$x = "${$class[0]}"
#: expect
#| (= (var "x") (concat (str (access (var "class") 0))))

#--- draft-keyword-alone parse edition=draft
$x = "${class} ${if}"
#: expect
#| (= (var "x") (concat (str (var "class")) " " (str (var "if"))))

#--- draft-attr parse edition=draft
$x = attr
#: expect
#| (= (var "x") (qn "attr"))

#--- draft-not parse edition=draft
$x = not true
#: expect
#| (= (var "x") (! true))

#--- draft-not-parens parse edition=draft
not (true)
#: expect
#| (! (paren true))

#--- draft-not-variable parse edition=draft
$x = not $a and not $b
#: expect
#| (= (var "x") (and (! (var "a")) (! (var "b"))))

#--- draft-not-name parse edition=draft
$x = not
#: expect
#| (= (var "x") (qn "not"))

#--- draft-not-key parse edition=draft
$x = { not => 1 }
#: expect
#| (= (var "x") (hash (=> (qn "not") 1)))

#--- draft-append-assignment check edition=draft
$x += [1]

#--- draft-delete-assignment check edition=draft
$x -= [1]

#--- draft-append-parse parse edition=draft
$x += $y -= 1
#: expect
#| (+= (var "x") (-= (var "y") 1))

#--- draft-big-integer check edition=draft
$x = 9223372036854775808

#--- draft-big-integer-parse parse edition=draft
$x = [1180591620717411303424, 0xFFFFFFFFFFFFFFFFFF]
#: expect
#| (= (var "x") (array 1180591620717411303424 (int {:radix 16 :value 4722366482869645213695})))

#--- draft-heredoc-short-lines parse edition=draft
$x = @(END)
  XXX
    YYY
   | END
#: expect
#| (= (var "x") (heredoc {:text "XXX\n YYY\n"}))

#--- draft-heredoc-dash parse edition=draft
#: text
#| $x = @(END)\n  a\n  b \t \n  - END\n
#: expect
#| (= (var "x") (heredoc {:text "  a\n  b"}))

#--- draft-heredoc-end-alone parse edition=draft
$x = @(END)
  this line ends in END
  | END
#: expect
#| (= (var "x") (heredoc {:text "this line ends in END\n"}))

#--- draft-heredoc-unicode-escape check edition=draft
# Error: 14-14 [heredoc-invalid-escape] Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got 'u'
$x = @(END/u)
  a
  | END

#--- draft-heredoc-all-escapes parse edition=draft
$x = @(END/)
  \t \u{41}
  | END
#: expect
#| (= (var "x") (heredoc {:text "\t \\u{41}\n"}))

#--- draft-heredoc-escape-blank parse edition=draft
$x = @(END/ t )
  a\tb
  | END
#: expect
#| (= (var "x") (heredoc {:text "a\tb\n"}))

#--- draft-heredoc-syntax-period parse edition=draft
$x = @(END:vnd.apple.installer+xml)
  a
  | END
#: expect
#| (= (var "x") (heredoc {:syntax "vnd.apple.installer+xml" :text "a\n"}))

#--- draft-heredoc-syntax-downcased parse edition=draft
$x = @(END:jSoN)
  {}
  | END
#: expect
#| (= (var "x") (heredoc {:syntax "json" :text "{}\n"}))

#--- draft-heredoc-syntax-one-letter parse edition=draft
$x = @(END:r)
  a
  | END
#: expect
#| (= (var "x") (heredoc {:syntax "r" :text "a\n"}))

#--- draft-heredoc-syntax-empty-segment check edition=draft
# Error: 20-20 [empty-heredoc-syntax-segment] Heredoc syntax specification has empty segment between '+' : 'a++json'
$x = @(END:a++json)
  {}
  | END

#--- draft-type-definition parse edition=draft
type user { attr name, String }
#: expect
#| (type {:name "user" :features [(attr {:name "name" :type (qr "String")})]})

#--- draft-any-name-takes-accessed-list parse edition=draft
# Code after the array belongs to the argument.
abc [1].foo
abc [1] [0]
#: expect
#| (block (invoke {:functor (qn "abc") :args [(call-method {:functor (. (array 1) (qn "foo")) :args []})]}) (invoke {:functor (qn "abc") :args [(access (array 1) 0)]}))

#--- draft-not-without-operand parse edition=draft
$x = not()
#: expect
#| (= (var "x") (call {:functor (qn "not") :args []}))

#--- draft-list-behind-definition parse edition=draft
# A definition has no value that could be accessed.
type Acl { attr groups, String }
[Acl]
#: expect
#| (block (type {:name "Acl" :features [(attr {:name "groups" :type (qr "String")})]}) (array (qr "Acl")))
