# Heredocs.

#--- heredoc-plain parse
$x = @(END)
  a $b ${c} \n 'd' "e"
END
#: expect
#| (= (var "x") (heredoc {:text "  a $b ${c} \\n 'd' \"e\"\n"}))

#--- heredoc-indented-tag parse
$x = @(END)
  a
    END
#: expect
#| (= (var "x") (heredoc {:text "  a\n"}))

#--- heredoc-margin parse
$x = @(END)
    a
      b

    c
    | END
#: expect
#| (= (var "x") (heredoc {:text "a\n  b\n\nc\n"}))

#--- heredoc-margin-short-lines parse
$x = @(END)
    a
  b
c
    | END
#: expect
#| (= (var "x") (heredoc {:text "a\n  b\nc\n"}))

#--- heredoc-margin-tabs parse
#: text
#| $x = @(END)\n\t\ta\n\t b\n\t\t| END\n
#: expect
#| (= (var "x") (heredoc {:text "a\n\t b\n"}))

#--- heredoc-margin-mixed parse
#: text
#| $x = @(END)\n  \ta\n\t  b\n  \t| END\n
#: expect
#| (= (var "x") (heredoc {:text "a\n\t  b\n"}))

#--- heredoc-dash parse
$x = @(END)
  a
  b  
  - END
#: expect
#| (= (var "x") (heredoc {:text "  a\n  b  "}))

#--- heredoc-margin-dash parse
$x = @(END)
  a
  b
  |- END
$y = @(END)
  a
  | - END
$z = @(END)
  a
  |-END
#: expect
#| (block (= (var "x") (heredoc {:text "a\nb"})) (= (var "y") (heredoc {:text "a"})) (= (var "z") (heredoc {:text "a"})))

#--- heredoc-interpolated parse
$x = @("END")
  a ${b} $c \n \$d
  | END
#: expect
#| (= (var "x") (heredoc {:text (concat "a " (str (var "b")) " " (str (var "c")) " \\n \\" (str (var "d")) "\n")}))

#--- heredoc-interpolated-blank-quotes parse
$x = @( " END " )
  a ${b}
  | END
#: expect
#| (= (var "x") (heredoc {:text (concat "a " (str (var "b")) "\n")}))

#--- heredoc-escapes-all parse
$x = @("END"/)
  t\t s\s r\r n\n d\$x b\\ u\u{41}\u0042 L\
  q\q
  | END
#: expect
#| (= (var "x") (heredoc {:text "t\t s  r\r n\n d$x b\\ uAB Lq\\q\n"}))

#--- heredoc-escapes-plain-tag parse
$x = @(END/tn)
  t\t n\n s\s d\$x ${y} b\\
  | END
#: expect
#| (= (var "x") (heredoc {:text "t\t n\n s\\s d\\$x ${y} b\\\n"}))

#--- heredoc-escape-each parse
$t = @(END/t)
  \t\s\r\n\$\\
  | END
$s = @(END/s)
  \t\s\r\n\$\\
  | END
$r = @(END/r)
  \t\s\r\n\$\\
  | END
$n = @(END/n)
  \t\s\r\n\$\\
  | END
$d = @("END"/$)
  \t\s\r\n\$x\\
  | END
$u = @(END/u)
  \t\u{41}\\
  | END
#: expect
#| (block (= (var "t") (heredoc {:text "\t\\s\\r\\n\\$\\\n"})) (= (var "s") (heredoc {:text "\\t \\r\\n\\$\\\n"})) (= (var "r") (heredoc {:text "\\t\\s\r\\n\\$\\\n"})) (= (var "n") (heredoc {:text "\\t\\s\\r\n\\$\\\n"})) (= (var "d") (heredoc {:text "\\t\\s\\r\\n$x\\\n"})) (= (var "u") (heredoc {:text "\\tA\\\n"})))

#--- heredoc-escape-line parse
$x = @(END/L)
  a \
  b \\
  c\
  | END
#: expect
#| (= (var "x") (heredoc {:text "a b \\\nc"}))

#--- heredoc-escape-line-crlf parse
#: text
#| $x = @(END/L)\r\n  a \\\\r\n  b\r\n  | END\r\n
#: expect
#| (= (var "x") (heredoc {:text "a \\r\nb\r\n"}))

#--- heredoc-escape-unknown check
# Error: 14-14 [heredoc-invalid-escape] Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got 'x'
$x = @(END/x)
  a
  | END

#--- heredoc-escape-twice check
# Error: 15-15 [heredoc-multiple-at-escapes] An escape char for @() may only appear once. Got 't, t'
$x = @(END/tt)
  a
  | END

#--- heredoc-escape-blank check
# Error: 15-15 [heredoc-invalid-syntax] Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
$x = @(END/ t)
  a
  | END

#--- heredoc-escape-blank-behind parse
$x = @(END/t )
  a\t
  | END
#: expect
#| (= (var "x") (heredoc {:text "a\t\n"}))

#--- heredoc-tag-with-blanks parse
$x = @(The end of it)
  a
  | The end of it
#: expect
#| (= (var "x") (heredoc {:text "a\n"}))

#--- heredoc-tag-odd-characters parse
$x = @(*-*)
  a
  | *-*
#: expect
#| (= (var "x") (heredoc {:text "a\n"}))

#--- heredoc-syntax parse
$x = @(END:json)
  { "a": [1, 2] }
  | END
#: expect
#| (= (var "x") (heredoc {:syntax "json" :text "{ \"a\": [1, 2] }\n"}))

#--- heredoc-syntax-and-escapes parse
$x = @("END":json/t)
  { "a":\t${b} }
  | END
#: expect
#| (= (var "x") (heredoc {:syntax "json" :text (concat "{ \"a\":\t" (str (var "b")) " }\n")}))

#--- heredoc-syntax-blanks parse
$x = @( END : json /t )
  { "a": 1 }
  | END
#: expect
#| (= (var "x") (heredoc {:syntax "json" :text "{ \"a\": 1 }\n"}))

#--- heredoc-syntax-plus parse
$x = @(END:myschema+json)
  { "a": 1 }
  | END
#: expect
#| (= (var "x") (heredoc {:syntax "myschema+json" :text "{ \"a\": 1 }\n"}))

#--- heredoc-syntax-case-kept parse
$x = @(END:pYTHON)
  a
  | END
#: expect
#| (= (var "x") (heredoc {:syntax "pYTHON" :text "a\n"}))

#--- heredoc-syntax-one-letter check
# Error: 14-14 [heredoc-invalid-syntax] Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
$x = @(END:r)
  a
  | END

#--- heredoc-syntax-upper-case check
# Error: 17-17 [heredoc-invalid-syntax] Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
$x = @(END:Json)
  a
  | END

#--- heredoc-syntax-period check
# Error: 22-22 [heredoc-invalid-syntax] Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
$x = @(END:text.html)
  a
  | END

#--- heredoc-syntax-empty check
# Error: 13-13 [heredoc-invalid-syntax] Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
$x = @(END:)
  a
  | END

#--- heredoc-empty parse
$x = @(END)
END
$y = @(END)
  |- END
#: expect
#| (block (= (var "x") (heredoc {:text ""})) (= (var "y") (heredoc {:text ""})))

#--- heredoc-empty-tag check
# Error: 9-9 [heredoc-invalid-syntax] Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
$x = @()
  a

#--- heredoc-blank-tag check
# Error: 10-10 [heredoc-empty-endtag] Heredoc with an empty endtag
$x = @( )
  a

#--- heredoc-quotes-only check
# Error: 11-11 [heredoc-empty-endtag] Heredoc with an empty endtag
$x = @("")
  a

#--- heredoc-unclosed-parenthesis check
# Error: 6-6 [heredoc-unclosed-parenthesis] Unclosed parenthesis after '@(' followed by '@(END...'
$x = @(END

#--- heredoc-unclosed-parenthesis-lines check
# Error: 6-6 [heredoc-unclosed-parenthesis] Unclosed parenthesis after '@(' followed by '@(END...'
$x = @(END
  a
END

#--- heredoc-no-text check
#: text
#| $x = @(END)
# Error: 1:12-1:12 [heredoc-without-text] Heredoc without any following lines of text

#--- heredoc-no-end check
$x = @(END)
  # Error: 1-1 [heredoc-without-end-tagged-line] Heredoc without end-tagged line
  # Help: 1-1 end the text with a line `| END`
  a
  b

#--- heredoc-no-end-tag-case check
$x = @(END)
  # Error: 1-1 [heredoc-without-end-tagged-line] Heredoc without end-tagged line
  # Help: 1-1 end the text with a line `| END`
  a
  end

#--- heredoc-end-at-end-of-input parse
#: text
#| $x = @(END)\n  a\n  | END
#: expect
#| (= (var "x") (heredoc {:text "a\n"}))

#--- heredoc-end-with-blanks-behind parse
#: text
#| $x = @(END)\n  a\n  | END  \t\n$y = 1\n
#: expect
#| (block (= (var "x") (heredoc {:text "a\n"})) (= (var "y") 1))

#--- heredoc-end-inside-line parse
$x = @(END)
  a
  this line ends in END
$y = 1
#: expect
#| (block (= (var "x") (heredoc {:text "  a\n"})) (= (var "y") 1))

#--- heredoc-end-followed-by-text check
$x = @(END)
  # Error: 1-1 [heredoc-without-end-tagged-line] Heredoc without end-tagged line
  # Help: 1-1 end the text with a line `| END`
  a
  END of it

#--- heredoc-two-on-a-line parse
$x = [@(A), @(B)]
  first
  | A
  second
  | B
$y = 1
#: expect
#| (block (= (var "x") (array (heredoc {:text "first\n"}) (heredoc {:text "second\n"}))) (= (var "y") 1))

#--- heredoc-three-on-a-line parse
foo(@(A), @("B"), @(C:text)) |$x| { $x }
  first
  | A
  second ${b}
  | B
  third
  | C
#: expect
#| (invoke {:functor (qn "foo") :args [(heredoc {:text "first\n"}) (heredoc {:text (concat "second " (str (var "b")) "\n")}) (heredoc {:syntax "text" :text "third\n"})] :block (lambda {:params {:x {}} :body [(var "x")]})})

#--- heredoc-broken-call parse
foo(@(A),
  first
  | A
  @(B))
  second
  | B
#: expect
#| (invoke {:functor (qn "foo") :args [(heredoc {:text "first\n"}) (heredoc {:text "second\n"})]})

#--- heredoc-in-hash parse
$x = {
  'a' => @(END),
    text
    | END
  'b' => 1,
}
#: expect
#| (= (var "x") (hash (=> "a" (heredoc {:text "text\n"})) (=> "b" 1)))

#--- heredoc-method parse
$x = @(END).upcase.split(/b/)
  abc
  | END
#: expect
#| (= (var "x") (call-method {:functor (. (call-method {:functor (. (heredoc {:text "abc\n"}) (qn "upcase")) :args []}) (qn "split")) :args [(regexp "b")]}))

#--- heredoc-access parse
$x = @(END)[0]
  abc
  | END
#: expect
#| (= (var "x") (access (heredoc {:text "abc\n"}) 0))

#--- heredoc-operator parse
$x = @(END) + 'b'
  abc
  | END
#: expect
#| (= (var "x") (+ (heredoc {:text "abc\n"}) "b"))

#--- heredoc-nested parse
$x = @("A")
  a ${@(B)} c
    b
    | B
  d
  | A
#: expect
#| (= (var "x") (heredoc {:text (concat "a " (str (heredoc {:text "b\n"})) " c\n  b\n  | B\nd\n")}))

#--- heredoc-nested-string parse
$x = @("A")
  a ${"b ${c}"} ${d['e']} ${f.g |$h| { $h }}
  | A
#: expect
#| (= (var "x") (heredoc {:text (concat "a " (str (concat "b " (str (var "c")))) " " (str (access (var "d") "e")) " " (str (call-method {:functor (. (var "f") (qn "g")) :args [] :block (lambda {:params {:h {}} :body [(var "h")]})})) "\n")}))

#--- heredoc-crlf parse
#: text
#| $x = @(END)\r\n  a\r\n  b\r\n  |- END\r\n$y = 1\r\n
#: expect
#| (block (= (var "x") (heredoc {:text "a\r\nb"})) (= (var "y") 1))

#--- heredoc-position-of-syntax-error check
$x = @("END")
    a
    # Error: 11-12 [syntax-error] Syntax error at '2'
    b ${1 2} c
    | END

#--- heredoc-position-of-lexer-error check
$x = @("END")
    a
    # Error: 9-11 [invalid-hex-number] Not a valid hex number 0x
    b ${0x} c
    | END

#--- heredoc-position-of-validation check
$x = @("END")
    a
    # Error: 9-14 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
    b ${$y[1] = 2} c
    | END

#--- heredoc-unknown-escape-is-kept check
$x = @("END"/t)
  \q \n \t
  | END

#--- heredoc-json-bad check
$x = @(END:json)
  # Error: 1-+1:1 [illegal-json] Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON string. "859: unexpected token at '{ "a": }\n'"
  { "a": }
  | END

#--- heredoc-base64 check
$x = @(END:base64)
  YWJj
  |- END

#--- heredoc-base64-bad check
$x = @(END:base64)
  # Error: 1-+1:1 [illegal-base64] Invalid produced text having syntax: 'base64'. Base64 syntax checker: Cannot parse invalid Base64 string - contains letters outside strict base 64 range (or whitespace)
  a b c
  | END

#--- heredoc-pp check
$x = @(END:pp)
  notice(1)
  | END

#--- heredoc-pp-bad check
$x = @(END:pp)
  # Error: 1-+1:1 [illegal-pp] Invalid produced text having syntax: 'pp'. PP syntax checker: "Syntax error at end of input"
  notice(1
  | END

#--- heredoc-pp-bad-name check
$x = @(END:pp)
  # Error: 1-+1:1 [illegal-pp] Invalid produced text having syntax: 'pp'. PP syntax checker: "Illegal variable name, The given name 'A' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/ (line: 1, column: 1)"
  $A = 1
  | END

#--- heredoc-epp check
$x = @(END:epp)
  a <%= $b %> c
  | END

#--- heredoc-epp-bad check
$x = @(END:epp)
  # Error: 1-+1:1 [illegal-epp] Invalid produced text having syntax: 'epp'. EPP syntax checker: "Syntax error at 'c' (line: 1, column: 10)"
  a <%= $b c
  | END

#--- heredoc-fallback-json check
$x = @(END:a+b+json)
  # Error: 1-+1:1 [illegal-json] Invalid produced text having syntax: 'a+b+json'. JSON syntax checker: Cannot parse invalid JSON string. "859: unexpected token at '{ "a": }\n'"
  { "a": }
  | END

#--- heredoc-json-interpolated-is-not-checked check
$x = @("END":json)
  { ${a} }
  | END

#--- heredoc-statement check
@(END)
  a
  | END

#--- heredoc-is-not-a-virtual-resource parse
@ (foo) { 'x': }
#: expect
#| (resource {:type (paren (qn "foo")) :bodies [{:title "x" :ops []}] :form "virtual"})

#--- heredoc-in-comment parse
# @(END)
$x = 1
#: expect
#| (= (var "x") 1)
