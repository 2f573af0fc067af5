# Single- and double-quoted strings and their escapes.

#--- string-single-escapes parse
$x = ['a\'b', 'a\\b', 'a\nb', 'a\$b', '\\\'', '\\\\']

#--- string-single-empty parse
$x = ''

#--- string-single-lines parse
$x = 'a
  b
'

#--- string-single-unclosed check
$x = 'abc

#--- string-single-unclosed-escape check
$x = 'abc\'

#--- string-double-plain parse
$x = ["", "a", "a b", "é ☃ 😀"]

#--- string-double-escapes parse
$x = "\t\n\r\s\"\'\\\$x"

#--- string-double-line-break-escape parse
$x = "a \
  b"

#--- string-double-unicode parse
$x = ["\u0041", "\u{41}", "\u{1F600}", "\u00e9x", "\u{0}a"]

#--- string-double-unicode-too-short check
$x = "\u41"

#--- string-double-unicode-empty-braces check
$x = "\u{}"

#--- string-double-unicode-bad-digit check
$x = "\u{zz}"

#--- string-double-unicode-too-long check
$x = "\u{1234567}"

#--- string-double-unicode-out-of-range check
$x = "\u{110000}"

#--- string-double-unicode-surrogate check
$x = "\ud800"

#--- string-double-unknown-escape check
$x = "\q \d \."

#--- string-double-unknown-escape-interpolated check
$x = "\q${y}\w${z}\e"

#--- string-double-unclosed check
$x = "abc

#--- string-double-unclosed-lines check
notice("abc)
notice(1)


#--- string-double-unclosed-interpolated check
$x = "abc${y

#--- string-double-unclosed-after-interpolation check
$x = "abc${y}def

#--- string-double-interpolated-unclosed-brace check
$x = "${y"

#--- string-double-trailing-backslash check
$x = "abc\

#--- string-crlf parse
#: text
#| $x = "a\r\nb"\r\n$y = 'c\r\nd'\r\n

#--- string-tab-and-control parse
#: text
#| $x = 'a\tb\u{1}c\u{7f}d'

#--- string-adjacent check
$x = 'it''s'

#--- string-dollar-alone parse
$x = ["$", "a$", "$ a", "$-", "a$.b", "$$", "$%"]
