# Sequences of statements.

#--- statements-empty parse
#: expect
#| (nop)

#--- statements-one parse
notice(1)
#: expect
#| (invoke {:functor (qn "notice") :args [1]})

#--- statements-lines parse
$a = 1
$b = 2
notice $a
#: expect
#| (block (= (var "a") 1) (= (var "b") 2) (invoke {:functor (qn "notice") :args [(var "a")]}))

#--- statements-one-line parse
$a = 1 $b = 2 notice $a
#: expect
#| (block (= (var "a") 1) (= (var "b") 2) (invoke {:functor (qn "notice") :args [(var "a")]}))

#--- statements-semicolons parse
$a = 1; $b = 2; notice $a
#: expect
#| (block (= (var "a") 1) (= (var "b") 2) (invoke {:functor (qn "notice") :args [(var "a")]}))

#--- statements-semicolon-end check
$a = 1;
# Error: - [syntax-error] Syntax error at end of input

#--- statements-semicolon-only check
# Error: 1-2 [syntax-error] Syntax error at ';'
;

#--- statements-semicolon-twice check
# Error: 8-9 [syntax-error] Syntax error at ';'
# Help: 8-9 `;` separates expressions and bodies of resources
$a = 1;; $b = 2

#--- statements-semicolon-in-block check
# Error: 17-18 [syntax-error] Syntax error at '}'
# Help: 17-18 `;` separates expressions: leave it out after the last
if $a { $b = 1; }

#--- statements-forgotten-value check
# Error: 1-2 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
1
notice 2

#--- statements-value-last parse
notice 1
2
#: expect
#| (block (invoke {:functor (qn "notice") :args [1]}) 2)

#--- statements-minus-joins parse
$a = 1
-2
#: expect
#| (= (var "a") (- 1 2))

#--- statements-paren-on-line parse
$a = $b
($c)
#: expect
#| (block (= (var "a") (var "b")) (paren (var "c")))

#--- statements-bracket-on-line check
$a = $b
# Error: 1-5 [idem-expression-not-last] This Array Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
[$c]
notice 1

#--- statements-dot-on-line parse
$a = $b
.c
#: expect
#| (= (var "a") (call-method {:functor (. (var "b") (qn "c")) :args []}))

#--- statements-brace-on-line check
# Error: 6-+1:11 [resource-without-title] This expression is invalid. Did you try declaring a 'foo' resource without a title?
# Help: 6-+1:11 give it a title: `foo { 'title': ... }`
$a = foo
{ b => 1 }

#--- statements-stray-close check
# Error: 1-2 [syntax-error] Syntax error at '}'
# Help: 1-2 there is no bracket to close here
}

#--- statements-stray-paren check
# Error: 1-2 [syntax-error] Syntax error at ')'
# Help: 1-2 there is no bracket to close here
)

#--- statements-stray-arrow check
# Error: 1-3 [syntax-error] Syntax error at '=>'
=> 1

#--- statements-stray-comma check
# Error: 1-2 [syntax-error] Syntax error at ','
,

#--- statements-stray-colon check
# Error: 1-2 [syntax-error] Syntax error at ':'
:

#--- statements-stray-dot check
# Error: 1-2 [syntax-error] Syntax error at '.'
.

#--- statements-several-errors check
$a = 1 +
# Error: 6-7 [syntax-error] Syntax error at ']'
# Help: 6-7 there is no bracket to close here
$b = ]
class c {
  # Error: 23-25 [syntax-error] Syntax error at '=>'
  # Help: 23-25 `=>` belongs between a name and its value, in braces
  file { 'd': mode => => 1 }
}
notice 1

#--- statements-errors-in-two-classes check
class a {
  # Error: 14-20 [syntax-error] Syntax error at 'ensure'
  # Help: 14-20 a comma may be missing before this attribute, or a colon after the title
  file { 'x' ensure => file }
}
class b {
  # Error: 21-22 [syntax-error] Syntax error at ')'
  if $c { notice(1) ) }
}
class d {
  $e = 1
}

#--- statements-error-then-valid check
$a = [1, 2
# Error: 1-3 [syntax-error] Syntax error at 'b'
# Help: 1-3 a comma may be missing before this
$b = 3

#--- statements-syntax-hides-validation check
$A = 1
# Error: 6-7 [syntax-error] Syntax error at '='
$b = = 2
