# Single- and double-quoted strings and their escapes.

#--- string-single-escapes parse
$x = ['a\'b', 'a\\b', 'a\nb', 'a\$b', '\\\'', '\\\\']
#: expect
#| (= (var "x") (array "a'b" "a\\b" "a\\nb" "a\\$b" "\\'" "\\\\"))

#--- string-single-empty parse
$x = ''
#: expect
#| (= (var "x") "")

#--- string-single-lines parse
$x = 'a
  b
'
#: expect
#| (= (var "x") "a\n  b\n")

#--- string-single-unclosed check
# Error: 7-7 [unclosed-quote] Unclosed quote after "'" followed by 'abc\n...'
$x = 'abc

#--- string-single-unclosed-escape check
# Error: 7-7 [unclosed-quote] Unclosed quote after "'" followed by 'abc\'...'
$x = 'abc\'

#--- string-double-plain parse
$x = ["", "a", "a b", "é ☃ 😀"]
#: expect
#| (= (var "x") (array "" "a" "a b" "é ☃ 😀"))

#--- string-double-escapes parse
$x = "\t\n\r\s\"\'\\\$x"
#: expect
#| (= (var "x") "\t\n\r \"'\\$x")

#--- string-double-line-break-escape parse
$x = "a \
  b"
#: expect
#| (= (var "x") "a   b")

#--- string-double-unicode parse
$x = ["\u0041", "\u{41}", "\u{1F600}", "\u00e9x", "\u{0}a"]
#: expect
#| (= (var "x") (array "A" "A" "😀" "éx" "\o000a"))

#--- string-double-unicode-too-short check
# Warning: 12-12 [illegal-unicode-escape] Unicode escape '\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff
$x = "\u41"

#--- string-double-unicode-empty-braces check
# Warning: 12-12 [illegal-unicode-escape] Unicode escape '\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff
$x = "\u{}"

#--- string-double-unicode-bad-digit check
# Warning: 14-14 [illegal-unicode-escape] Unicode escape '\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff
$x = "\u{zz}"

#--- string-double-unicode-too-long check
# Warning: 19-19 [illegal-unicode-escape] Unicode escape '\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff
$x = "\u{1234567}"

#--- string-double-unicode-out-of-range check
# Error: 18-18 [illegal-unicode-escape] Unicode escape '\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff
$x = "\u{110000}"

#--- string-double-unicode-surrogate check
# Error: 14-14 [illegal-unicode-escape] Unicode escape '\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff
$x = "\ud800"

#--- string-double-unknown-escape check
# Warning: 16-16 [unrecognized-escape] Unrecognized escape sequence '\q'
# Help: 16-16 write `\\q` to keep the backslash
# Warning: 16-16 [unrecognized-escape] Unrecognized escape sequence '\d'
# Help: 16-16 write `\\d` to keep the backslash
# Warning: 16-16 [unrecognized-escape] Unrecognized escape sequence '\.'
# Help: 16-16 write `\\.` to keep the backslash
$x = "\q \d \."

#--- string-double-unknown-escape-interpolated check
# Warning: 11-11 [unrecognized-escape] Unrecognized escape sequence '\q'
# Help: 11-11 write `\\q` to keep the backslash
# Warning: 17-17 [unrecognized-escape] Unrecognized escape sequence '\w'
# Help: 17-17 write `\\w` to keep the backslash
# Warning: 22-22 [unrecognized-escape] Unrecognized escape sequence '\e'
# Help: 22-22 write `\\e` to keep the backslash
$x = "\q${y}\w${z}\e"

#--- string-double-unclosed check
# Error: 7-7 [unclosed-quote] Unclosed quote after '"' followed by 'abc\n...'
$x = "abc

#--- string-double-unclosed-lines check
# Error: 9-9 [unclosed-quote] Unclosed quote after '"' followed by 'abc)\n...'
notice("abc)
notice(1)

#--- string-double-unclosed-interpolated check
$x = "abc${y
# Error: 1-1 [unclosed-quote] Unclosed quote after '' followed by '<eof>'

#--- string-double-unclosed-after-interpolation check
# Error: 14-14 [unclosed-quote] Unclosed quote after 'y' followed by 'def\n...'
$x = "abc${y}def

#--- string-double-interpolated-unclosed-brace check
# Error: 11-11 [unclosed-quote] Unclosed quote after '"' followed by '\n...'
$x = "${y"

#--- string-double-trailing-backslash check
# Error: 7-7 [unclosed-quote] Unclosed quote after '"' followed by 'abc\\n...'
$x = "abc\

#--- string-crlf parse
#: text
#| $x = "a\r\nb"\r\n$y = 'c\r\nd'\r\n
#: expect
#| (block (= (var "x") "a\r\nb") (= (var "y") "c\r\nd"))

#--- string-tab-and-control parse
#: text
#| $x = 'a\tb\u{1}c\u{7f}d'
#: expect
#| (= (var "x") "a\tb\o001cd")

#--- string-adjacent check
$x = 'it''s'

#--- string-dollar-alone parse
$x = ["$", "a$", "$ a", "$-", "a$.b", "$$", "$%"]
#: expect
#| (= (var "x") (array "$" "a$" "$ a" "$-" "a$.b" "$$" "$%"))

#--- quote-as-first-character parse
# A quote directly followed by another quote is the first character of the string.
$x = """
$y = '''
$z = ["", '']
#: expect
#| (block (= (var "x") "\"") (= (var "y") "'") (= (var "z") (array "" "")))
