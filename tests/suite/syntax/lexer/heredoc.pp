# Heredocs.

#--- heredoc-plain parse
$x = @(END)
  a $b ${c} \n 'd' "e"
END

#--- heredoc-indented-tag parse
$x = @(END)
  a
    END

#--- heredoc-margin parse
$x = @(END)
    a
      b

    c
    | END

#--- heredoc-margin-short-lines parse
$x = @(END)
    a
  b
c
    | END

#--- heredoc-margin-tabs parse
#: text
#| $x = @(END)\n\t\ta\n\t b\n\t\t| END\n

#--- heredoc-margin-mixed parse
#: text
#| $x = @(END)\n  \ta\n\t  b\n  \t| END\n

#--- heredoc-dash parse
$x = @(END)
  a
  b  
  - END

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

#--- heredoc-interpolated parse
$x = @("END")
  a ${b} $c \n \$d
  | END

#--- heredoc-interpolated-blank-quotes parse
$x = @( " END " )
  a ${b}
  | END

#--- heredoc-escapes-all parse
$x = @("END"/)
  t\t s\s r\r n\n d\$x b\\ u\u{41}\u0042 L\
  q\q
  | END

#--- heredoc-escapes-plain-tag parse
$x = @(END/tn)
  t\t n\n s\s d\$x ${y} b\\
  | END

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

#--- heredoc-escape-line parse
$x = @(END/L)
  a \
  b \\
  c\
  | END

#--- heredoc-escape-line-crlf parse
#: text
#| $x = @(END/L)\r\n  a \\\\r\n  b\r\n  | END\r\n

#--- heredoc-escape-unknown check
$x = @(END/x)
  a
  | END

#--- heredoc-escape-twice check
$x = @(END/tt)
  a
  | END

#--- heredoc-escape-blank check
$x = @(END/ t)
  a
  | END

#--- heredoc-escape-blank-behind parse
$x = @(END/t )
  a\t
  | END

#--- heredoc-tag-with-blanks parse
$x = @(The end of it)
  a
  | The end of it

#--- heredoc-tag-odd-characters parse
$x = @(*-*)
  a
  | *-*

#--- heredoc-syntax parse
$x = @(END:json)
  { "a": [1, 2] }
  | END

#--- heredoc-syntax-and-escapes parse
$x = @("END":json/t)
  { "a":\t${b} }
  | END

#--- heredoc-syntax-blanks parse
$x = @( END : json /t )
  { "a": 1 }
  | END

#--- heredoc-syntax-plus parse
$x = @(END:myschema+json)
  { "a": 1 }
  | END

#--- heredoc-syntax-case-kept parse
$x = @(END:pYTHON)
  a
  | END

#--- heredoc-syntax-one-letter check
$x = @(END:r)
  a
  | END

#--- heredoc-syntax-upper-case check
$x = @(END:Json)
  a
  | END

#--- heredoc-syntax-period check
$x = @(END:text.html)
  a
  | END

#--- heredoc-syntax-empty check
$x = @(END:)
  a
  | END

#--- heredoc-empty parse
$x = @(END)
END
$y = @(END)
  |- END

#--- heredoc-empty-tag check
$x = @()
  a

#--- heredoc-blank-tag check
$x = @( )
  a

#--- heredoc-quotes-only check
$x = @("")
  a

#--- heredoc-unclosed-parenthesis check
$x = @(END

#--- heredoc-unclosed-parenthesis-lines check
$x = @(END
  a
END


#--- heredoc-no-text check
#: text
#| $x = @(END)

#--- heredoc-no-end check
$x = @(END)
  a
  b

#--- heredoc-no-end-tag-case check
$x = @(END)
  a
  end

#--- heredoc-end-at-end-of-input parse
#: text
#| $x = @(END)\n  a\n  | END

#--- heredoc-end-with-blanks-behind parse
#: text
#| $x = @(END)\n  a\n  | END  \t\n$y = 1\n

#--- heredoc-end-inside-line parse
$x = @(END)
  a
  this line ends in END
$y = 1

#--- heredoc-end-followed-by-text check
$x = @(END)
  a
  END of it

#--- heredoc-two-on-a-line parse
$x = [@(A), @(B)]
  first
  | A
  second
  | B
$y = 1

#--- heredoc-three-on-a-line parse
foo(@(A), @("B"), @(C:text)) |$x| { $x }
  first
  | A
  second ${b}
  | B
  third
  | C

#--- heredoc-broken-call parse
foo(@(A),
  first
  | A
  @(B))
  second
  | B

#--- heredoc-in-hash parse
$x = {
  'a' => @(END),
    text
    | END
  'b' => 1,
}

#--- heredoc-method parse
$x = @(END).upcase.split(/b/)
  abc
  | END

#--- heredoc-access parse
$x = @(END)[0]
  abc
  | END

#--- heredoc-operator parse
$x = @(END) + 'b'
  abc
  | END

#--- heredoc-nested parse
$x = @("A")
  a ${@(B)} c
    b
    | B
  d
  | A

#--- heredoc-nested-string parse
$x = @("A")
  a ${"b ${c}"} ${d['e']} ${f.g |$h| { $h }}
  | A

#--- heredoc-crlf parse
#: text
#| $x = @(END)\r\n  a\r\n  b\r\n  |- END\r\n$y = 1\r\n

#--- heredoc-position-of-syntax-error check
$x = @("END")
    a
    b ${1 2} c
    | END

#--- heredoc-position-of-lexer-error check
$x = @("END")
    a
    b ${0x} c
    | END

#--- heredoc-position-of-validation check
$x = @("END")
    a
    b ${$y[1] = 2} c
    | END

#--- heredoc-unknown-escape-is-kept check
$x = @("END"/t)
  \q \n \t
  | END

#--- heredoc-json-bad check
$x = @(END:json)
  { "a": }
  | END

#--- heredoc-base64 check
$x = @(END:base64)
  YWJj
  |- END

#--- heredoc-base64-bad check
$x = @(END:base64)
  a b c
  | END

#--- heredoc-pp check
$x = @(END:pp)
  notice(1)
  | END

#--- heredoc-pp-bad check
$x = @(END:pp)
  notice(1
  | END

#--- heredoc-pp-bad-name check
$x = @(END:pp)
  $A = 1
  | END

#--- heredoc-epp check
$x = @(END:epp)
  a <%= $b %> c
  | END

#--- heredoc-epp-bad check
$x = @(END:epp)
  a <%= $b c
  | END

#--- heredoc-fallback-json check
$x = @(END:a+b+json)
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

#--- heredoc-virtual-resource-is-none parse
@ (foo) { 'x': }

#--- heredoc-in-comment parse
# @(END)
$x = 1
