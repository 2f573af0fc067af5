# ARM-4 Heredoc: escapes.

#--- heredoc-escapes evaluate
$a = @(END/t)
There is a tab\tbefore 'before'
END
$a
#=> "There is a tab\tbefore 'before'\n"

# Escapes that are not enabled stay as they are.
$a = @(END/t)
tab\tspace\sline\ndollar\$
END
$a
#=> "tab\tspace\\sline\\ndollar\\\$\n"

$a = @(END/s)
a\sb
END
$a
#=> "a b\n"

$a = @(END/n)
a\nb
END
$a
#=> "a\nb\n"

$a = @(END/r)
a\rb
END
$a
#=> "a\rb\n"

# Without enabled escapes all stay.
$a = @(END)
\t\s\r\n\$\
\\
END
$a
#=> "\\t\\s\\r\\n\\\$\\\n\\\\\n"

# A slash alone enables all escapes.
$a = @(END/)
\t\s\r\n\$ joined \
line \\
END
$a
#=> "\t \r\n\$ joined line \\\n"

# A backslash can be escaped if any escape is enabled.
$a = @(END/t)
a\\tb
END
$a
#=> "a\\tb\n"

#--- heredoc-escaped-dollar evaluate
# It prevents interpolation.
$x = 1
$a = @("END"/$)
$x \$x ${x} \${x}
END
$a
#=> "1 \$x 1 \${x}\n"

$x = 1
$a = @("END"/t)
$x \$x
END
$a
#=> "1 \\1\n"

#--- heredoc-escaped-line-end evaluate
$a = @(END/L)
First line, \
also on first line in result
|- END
$a
#=> 'First line, also on first line in result'

# The document shows the result without `/L` without its backslash. Text is verbatim, so it stays.
$a = @(END)
First line, \
also on first line in result
|- END
$a
#=> "First line, \\\nalso on first line in result"

# The document has no result: the backslash is escaped, the line is not joined.
$a = @(END/L)
First line, \\
on second line
|- END
$a
#=> "First line, \\\non second line"

# The margin of the joined line is removed first.
$a = @(END/L)
  one \
  two
  | END
$a
#=> "one two\n"

#--- heredoc-escaped-carriage-return evaluate
#: text
#| $a = @(END/L)\r\none \\\r\ntwo\r\n|- END\r\n$a\r\n
#=> 'one two'

#--- heredoc-wrong-escapes evaluate
$a = @(END/tt)
text
END
#=> error 1:15: An escape char for @() may only appear once. Got 't, t'

$a = @(END/x)
text
END
#=> error 1:14: Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got 'x'

# Draft: `u` is not an escape letter.
$a = @(END/u)
\u00e4 \u{1F600}
END
$a
#8=> "ä 😀\n"
#draft=> error 1:14: Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got 'u'

$a = @(END/)
\u00e4
END
$a
#8=> "ä\n"
#draft=> "\\u00e4\n"

# Draft: blanks may precede the letters.
$a = @(END/ t)
a\tb
END
$a
#8=> error 1:15: Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
#draft=> "a\tb\n"

$a = @(END / tn)
a\tb
END
$a
#8=> error 1:17: Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
#draft=> "a\tb\n"
