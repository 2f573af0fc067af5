# ARM-4 Heredoc: the tag, the end marker, margins and trimming.

#--- heredoc-is-a-string evaluate
$a = @(END)
This is the text that gets assigned to $a.
And this too.
END
$a
#=> "This is the text that gets assigned to \$a.\nAnd this too.\n"

# `@(END)`: no interpolation and no escapes.
$x = 1
$a = @(END)
${x} $x \t \\ 'q' "q"
END
$a
#=> "\${x} \$x \\t \\\\ 'q' \"q\"\n"

# `@("END")`: interpolation as in double quoted strings, and no escapes.
$x = 1
$a = @("END")
${x} $x ${$x + 1} \t \\ 'q' "q"
END
$a
#=> "1 1 2 \\t \\\\ 'q' \"q\"\n"

# An empty text.
$a = @(END)
END
$a
#=> ''

#--- heredoc-tag evaluate
# Blanks may surround the parts of the tag.
$a = @( END )
text
END
$a
#=> "text\n"

$a = @(" END ")
text
END
$a
#=> "text\n"

$a = @(   "END"   :   json   /   )
[1]
END
$a
#=> "[1]\n"

$a = @(END:json/t)
["a",\t"b"]
END
$a
#=> "[\"a\",\t\"b\"]\n"

# The tag is any text without colon, slash, parenthesis and line break.
$a = @(!? ö ${x})
text
!? ö ${x}
$a
#=> "text\n"

$a = @()
text
#=> error 1:9: Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])

$a = @(:json)
text
#=> error 1:14: Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])

#--- heredoc-spaces-in-tags evaluate
$a = @(Verse 8 of The Raven)
  Then this ebony bird beguiling my sad fancy into smiling,
  By the grave and stern decorum of the countenance it wore,
  `Though thy crest be shorn and shaven, thou,' I said, `art sure no craven.
  Ghastly grim and ancient raven wandering from the nightly shore -
  Tell me what thy lordly name is on the Night's Plutonian shore!'
  Quoth the raven, `Nevermore.'
  | Verse 8 of The Raven
$a
#=> "Then this ebony bird beguiling my sad fancy into smiling,\nBy the grave and stern decorum of the countenance it wore,\n`Though thy crest be shorn and shaven, thou,' I said, `art sure no craven.\nGhastly grim and ancient raven wandering from the nightly shore -\nTell me what thy lordly name is on the Night's Plutonian shore!'\nQuoth the raven, `Nevermore.'\n"

# The end tag has the same spacing and capitals.
$a = @(The End)
the end
The  End
The End
$a
#=> "the end\nThe  End\n"

#--- heredoc-end-marker evaluate
# All legal end markers.
$a = @(END)
text
-END
$a
#=> 'text'

$a = @(END)
text
- END
$a
#=> 'text'

$a = @(END)
text
|END
$a
#=> "text\n"

$a = @(END)
text
| END
$a
#=> "text\n"

$a = @(END)
text
|           END
$a
#=> "text\n"

$a = @(END)
text
|- END
$a
#=> 'text'

# It may be indented, without any effect.
$a = @(END)
  text
        END
$a
#=> "  text\n"

# A line with other text is not an end marker.
$a = @(END)
END of it
ENDs
END
$a
#=> "END of it\nENDs\n"

# Draft: neither is a line with text before the tag.
$a = @(END)
one END
two
END
$a
#8=> error 3:1: This Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#draft=> "one END\ntwo\n"

# A missing end marker is an error.
$a = @(END)
text
#=> error 2:1: Heredoc without end-tagged line

#--- heredoc-blanks-after-end-marker evaluate
#: text
#| $a = @(END)\ntext\n  END  \t\n$a\n
#=> "text\n"

#--- heredoc-indentation evaluate
$a = @(END)
  This is indented 2 spaces in the source, but produces
  a result flush left with the initial 'T'
    This line is thus indented 2 spaces.
  | END
$a
#=> "This is indented 2 spaces in the source, but produces\na result flush left with the initial 'T'\n  This line is thus indented 2 spaces.\n"

# Without the bar no margin is removed.
$a = @(END)
  This is indented 2 spaces in the source, and produces
  a result with left margin equal to the source file's left edge.
    This line is thus indented 4 spaces.
                                        END
$a
#=> "  This is indented 2 spaces in the source, and produces\n  a result with left margin equal to the source file's left edge.\n    This line is thus indented 4 spaces.\n"

# Draft: lines that begin left of the bar lose their white space.
$a = @(END)
  XXX
    YYY
   | END
$a
#8=> "  XXX\n YYY\n"
#draft=> "XXX\n YYY\n"

$a = @(END)
 one

    two
none
    | END
$a
#8=> " one\n\ntwo\nnone\n"
#draft=> "one\n\ntwo\nnone\n"

#--- heredoc-indentation-with-tabs evaluate
# The white space before the bar is compared literally: a tab matches a tab.
#: text
#| $a = @(END)\n\ta\n\t\tb\n\t | END\n$a\n
#8=> "\ta\n\t\tb\n"
#draft=> "a\n\tb\n"

#--- heredoc-indentation-with-tabs-and-spaces evaluate
#: text
#| $a = @(END)\n\t  a\n\t\tb\n        c\n\t  | END\n$a\n
#8=> "a\n\t\tb\n        c\n"
#draft=> "a\n\tb\n        c\n"

#--- heredoc-indentation-with-carriage-returns evaluate
#: text
#| $a = @(END)\r\n  a\r\n    b\r\n  | END\r\n$a\r\n
#=> "a\r\n  b\r\n"

#--- heredoc-trimming evaluate
$a = @(END)
  This line will not be terminated by a new line
  -END
$b = @(END);
  This line will not be terminated by a new line
  |- END
[$a == '  This line will not be terminated by a new line',
 $b == 'This line will not be terminated by a new line']
#=> [true, true]

$a = @(END)
  This line will not be terminated by a new line
  - END
$a
#=> '  This line will not be terminated by a new line'

# Only the last line is trimmed; it may be empty.
$a = @(END)
one

two
-END
$a
#=> "one\n\ntwo"

$a = @(END)
one

-END
$a
#=> "one\n"

#--- heredoc-trimming-of-blanks evaluate
# Draft: blanks at the end of the last line are trimmed too.
#: text
#| $a = @(END)\none  \ntwo  \t\n-END\n$a\n
#8=> "one  \ntwo  \t"
#draft=> "one  \ntwo"

#--- heredoc-trimming-of-carriage-returns evaluate
#: text
#| $a = @(END)\r\none\r\ntwo\r\n-END\r\n$a\r\n
#=> "one\r\ntwo"

#--- heredoc-several-on-a-line evaluate
function foo($a, $b) { [$a, $b] }
foo(@(FIRST), @(SECOND))
  This is the text for the first heredoc
    FIRST
  This is the text for the second
    SECOND
#=> ["  This is the text for the first heredoc\n", "  This is the text for the second\n"]

function foo($a, $b) { [$a, $b] }
foo(@(FIRST),
  This is the text for the first heredoc
  FIRST
@(SECOND))
  This is the text for the second
  SECOND
#=> ["  This is the text for the first heredoc\n", "  This is the text for the second\n"]

#--- heredoc-expression-goes-on evaluate
$a = @(END).upcase
  I am not shouting. At least not yet...
  | END
$a
#=> "I AM NOT SHOUTING. AT LEAST NOT YET...\n"

$a = [@(END), 1 + 1]
  text
  |- END
$a
#=> ['text', 2]

# The expression cannot continue after the end tag.
$a = @(END)
  text
  | END .upcase
$a
#=> error 2:1: Heredoc without end-tagged line
