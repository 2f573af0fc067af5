# Comments and white space.

#--- comment-line parse
# a
$x = 1 # b
# c

#--- comment-block parse
/* a
 * b */ $x = /* c */ 1

#--- comment-block-stars parse
/***/ $x = /* * / */ 1 /**/

#--- comment-block-unclosed check
$x = 1 /* a
b

#--- comment-only parse
# nothing

#--- comment-empty-file parse
#: text
#| 

#--- comment-blank-file parse
#: text
#|  \n\t\n

#--- comment-carriage-returns parse
#: text
#| $x = 1\r\n# c\r\n$y = 2\r

#--- comment-no-break-space check
#: text
#| $x =\u{a0}1

#--- comment-form-feed check
#: text
#| $x =\u{c}1

#--- comment-nul check
#: text
#| $x =\u{0}1

#--- comment-in-call parse
foo( # a
  1, # b
  /* c */ 2
)
