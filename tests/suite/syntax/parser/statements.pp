# Sequences of statements.

#--- statements-empty parse


#--- statements-one parse
notice(1)

#--- statements-lines parse
$a = 1
$b = 2
notice $a

#--- statements-one-line parse
$a = 1 $b = 2 notice $a

#--- statements-semicolons parse
$a = 1; $b = 2; notice $a

#--- statements-semicolon-end check
$a = 1;

#--- statements-semicolon-only check
;

#--- statements-semicolon-twice check
$a = 1;; $b = 2

#--- statements-semicolon-in-block check
if $a { $b = 1; }

#--- statements-forgotten-value check
1
notice 2

#--- statements-value-last parse
notice 1
2

#--- statements-minus-joins parse
$a = 1
-2

#--- statements-paren-on-line parse
$a = $b
($c)

#--- statements-bracket-on-line check
$a = $b
[$c]
notice 1

#--- statements-dot-on-line parse
$a = $b
.c

#--- statements-brace-on-line check
$a = foo
{ b => 1 }

#--- statements-stray-close check
}

#--- statements-stray-paren check
)

#--- statements-stray-arrow check
=> 1

#--- statements-stray-comma check
,

#--- statements-stray-colon check
:

#--- statements-stray-dot check
.

#--- statements-several-errors check
$a = 1 +
$b = ]
class c {
  file { 'd': mode => => 1 }
}
notice 1

#--- statements-errors-in-two-classes check
class a {
  file { 'x' ensure => file }
}
class b {
  if $c { notice(1) ) }
}
class d {
  $e = 1
}

#--- statements-error-then-valid check
$a = [1, 2
$b = 3

#--- statements-syntax-hides-validation check
$A = 1
$b = = 2
