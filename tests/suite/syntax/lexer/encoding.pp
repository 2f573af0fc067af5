# Byte order marks and characters beyond ASCII.

#--- encoding-byte-order-mark check
#: text
#| \u{feff}$x = 1

#--- encoding-unicode-in-strings parse
$x = 'žluťoučký' + "кůň ${y} 馬"

#--- encoding-unicode-name check
$é = 1

#--- encoding-unicode-word check
é => 1

#--- encoding-unicode-in-comment parse
# é
$x = 'é' # ☃

#--- encoding-columns-count-characters check
$x = 'é☃' ]

#--- encoding-wide-characters check
$x = '😀😀' )

#--- encoding-stray-characters check
$x = `a`

#--- encoding-stray-ampersand check
$x = $a & $b

#--- encoding-stray-backslash check
$x = \ 1

#--- encoding-stray-caret check
^
