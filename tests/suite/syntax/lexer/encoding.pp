# Byte order marks and characters beyond ASCII.

#--- encoding-byte-order-mark check
#: text
#| \u{feff}$x = 1
# Error: - [illegal-bom] Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source
# Help: - save the file as UTF-8 without a byte order mark

#--- encoding-unicode-in-strings parse
$x = 'žluťoučký' + "кůň ${y} 馬"
#: expect
#| (= (var "x") (+ "žluťoučký" (concat "кůň " (str (var "y")) " 馬")))

#--- encoding-unicode-name check
# Error: 2-3 [syntax-error] Syntax error at ''
# Help: 2-3 this character has no meaning outside of strings: quote it
$é = 1

#--- encoding-unicode-word check
# Error: 1-2 [syntax-error] Syntax error at ''
é => 1

#--- encoding-unicode-in-comment parse
# é
$x = 'é' # ☃
#: expect
#| (= (var "x") "é")

#--- encoding-columns-count-characters check
# Error: 11-12 [syntax-error] Syntax error at ']'
# Help: 11-12 there is no bracket to close here
$x = 'é☃' ]

#--- encoding-wide-characters check
# Error: 11-12 [syntax-error] Syntax error at ')'
# Help: 11-12 there is no bracket to close here
$x = '😀😀' )

#--- encoding-stray-characters check
# Error: 6-7 [syntax-error] Syntax error at ''
# Help: 6-7 quote strings with `'` or `"`
$x = `a`

#--- encoding-stray-ampersand check
# Error: 9-10 [syntax-error] Syntax error at ''
# Help: 9-10 write `and` for `&&`
$x = $a & $b

#--- encoding-stray-backslash check
# Error: 6-7 [syntax-error] Syntax error at ''
# Help: 6-7 this character has no meaning outside of strings: quote it
$x = \ 1

#--- encoding-stray-caret check
# Error: 1-2 [syntax-error] Syntax error at ''
^
