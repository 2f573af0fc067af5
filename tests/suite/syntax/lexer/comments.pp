# Comments and white space.

#--- comment-line parse
# a
$x = 1 # b
# c
#: expect
#| (= (var "x") 1)

#--- comment-block parse
/* a
 * b */ $x = /* c */ 1
#: expect
#| (= (var "x") 1)

#--- comment-block-stars parse
/***/ $x = /* * / */ 1 /**/
#: expect
#| (= (var "x") 1)

#--- comment-block-unclosed check
# Error: 8-10 [unclosed-mlcomment] Unclosed multiline comment
# Help: 8-10 close the comment with `*/`
$x = 1 /* a
b

#--- comment-only parse
# nothing
#: expect
#| (nop)

#--- comment-empty-file parse
#: text
#| 
#: expect
#| (nop)

#--- comment-blank-file parse
#: text
#|  \n\t\n
#: expect
#| (nop)

#--- comment-carriage-returns parse
#: text
#| $x = 1\r\n# c\r\n$y = 2\r
#: expect
#| (block (= (var "x") 1) (= (var "y") 2))

#--- comment-no-break-space check
#: text
#| $x =\u{a0}1

#--- comment-form-feed check
#: text
#| $x =\u{c}1
# Error: 1:5-1:6 [syntax-error] Syntax error at ''
# Help: 1:5-1:6 this character has no meaning outside of strings: quote it

#--- comment-nul check
#: text
#| $x =\u{0}1
# Error: 1:5-1:6 [syntax-error] Syntax error at ''
# Help: 1:5-1:6 this character has no meaning outside of strings: quote it

#--- comment-in-call parse
foo( # a
  1, # b
  /* c */ 2
)
#: expect
#| (invoke {:functor (qn "foo") :args [1 2]})
