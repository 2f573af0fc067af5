# Where edition `draft` differs from edition `8`. The other fixtures are about edition `8`.

#--- draft-blank-before-bracket parse edition=draft
$x = $a [1]

#--- draft-line-before-bracket parse edition=draft
$x = $a
[1]

#--- draft-blank-before-bracket-name parse edition=draft
abc [1]

#--- draft-blank-before-bracket-call parse edition=draft
$x = foo() [1]

#--- draft-blank-before-bracket-reference parse edition=draft
$x = File ['a']

#--- draft-semicolon-before-list parse edition=draft
$a = $b; [1]

#--- draft-any-name-takes-list parse edition=draft
abc [1], 2

#--- draft-keyword-access check edition=draft
$x = "${class[0]}"

#--- draft-keyword-access-variable parse edition=draft
$x = "${$class[0]}"

#--- draft-keyword-alone parse edition=draft
$x = "${class} ${if}"

#--- draft-attr parse edition=draft
$x = attr

#--- draft-not parse edition=draft
$x = not true

#--- draft-not-parens parse edition=draft
not (true)

#--- draft-not-variable parse edition=draft
$x = not $a and not $b

#--- draft-not-name parse edition=draft
$x = not

#--- draft-not-key parse edition=draft
$x = { not => 1 }

#--- draft-append-assignment check edition=draft
$x += [1]

#--- draft-delete-assignment check edition=draft
$x -= [1]

#--- draft-append-parse parse edition=draft
$x += $y -= 1

#--- draft-big-integer check edition=draft
$x = 9223372036854775808

#--- draft-big-integer-parse parse edition=draft
$x = [1180591620717411303424, 0xFFFFFFFFFFFFFFFFFF]

#--- draft-heredoc-short-lines parse edition=draft
$x = @(END)
  XXX
    YYY
   | END

#--- draft-heredoc-dash parse edition=draft
#: text
#| $x = @(END)\n  a\n  b \t \n  - END\n

#--- draft-heredoc-end-alone parse edition=draft
$x = @(END)
  this line ends in END
  | END

#--- draft-heredoc-unicode-escape check edition=draft
$x = @(END/u)
  a
  | END

#--- draft-heredoc-all-escapes parse edition=draft
$x = @(END/)
  \t \u{41}
  | END

#--- draft-heredoc-escape-blank parse edition=draft
$x = @(END/ t )
  a\tb
  | END

#--- draft-heredoc-syntax-period parse edition=draft
$x = @(END:vnd.apple.installer+xml)
  a
  | END

#--- draft-heredoc-syntax-downcased parse edition=draft
$x = @(END:jSoN)
  {}
  | END

#--- draft-heredoc-syntax-one-letter parse edition=draft
$x = @(END:r)
  a
  | END

#--- draft-heredoc-syntax-empty-segment check edition=draft
$x = @(END:a++json)
  {}
  | END

#--- draft-type-definition parse edition=draft
type user { attr name, String }
