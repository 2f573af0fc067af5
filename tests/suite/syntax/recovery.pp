# After a syntax error the parser goes on and reports every other mistake once. The reference stops
# at the first error, which must be its own.

#--- recovery-one-per-class check
class a {
  # Error: 26-27 [syntax-error] Syntax error at '}'
  file { '/a': ensure => }
}
class b {
  $x = [1, 2
# Error: 1-2 [syntax-error] Syntax error at '}'
}
class c {
  notice($y
# Error: 1-2 [syntax-error] Syntax error at '}'
}
class d { }

#--- recovery-one-per-statement check
$a = 1 + * 2
# Error: 13-14 [syntax-error] Syntax error at '}'
$b = { x => }
include foo
# Error: 6-7 [syntax-error] Syntax error at ']'
# Help: 6-7 there is no bracket to close here
$c = ]
notify { 'ok': }

#--- recovery-one-per-attribute check
file { '/a':
  ensure =>
  # Error: 10-12 [syntax-error] Syntax error at '=>'
  # Help: 10-12 `=>` belongs between a name and its value, in braces
  mode   => '0644',
}
service { 'b':
  # Error: 10-17 [syntax-error] Syntax error at 'running'
  ensure running,
}

#--- recovery-missing-brace check
class a {
  if $x {
    notice(1)
}

class b {
  notice(2)
}
# Error: - [syntax-error] Syntax error at end of input

#--- recovery-extra-brace check
class a {
  notice(1)
# Error: 3-4 [syntax-error] Syntax error at '}'
# Help: 3-4 there is no bracket to close here
} }

class b {
  # Error: 8-9 [syntax-error] Syntax error at '='
  $x = = 1
}

#--- recovery-in-lambda check
$list.each |$x| {
  # Error: 14-15 [syntax-error] Syntax error at ')'
  notice($x +)
}
# Error: 16-17 [syntax-error] Syntax error at '{'
$other.map |$y { $y }
notice(1)

#--- recovery-in-case check
case $a {
  # Error: 16-17 [syntax-error] Syntax error at '}'
  1: { notice( }
  # Error: 5-6 [syntax-error] Syntax error at '{'
  2 { notice(2) }
  default: { notice(3) }
}

#--- recovery-in-selector check
$a = $b ? {
  # Error: 8-9 [syntax-error] Syntax error at ','
  1 => ,
  2 => 'two',
}
# Error: 13-14 [syntax-error] Syntax error at '}'
$c = $d ? { }

#--- recovery-in-parameters check
class a(
  # Error: 8-9 [syntax-error] Syntax error at ','
  $b = ,
  Integer $c = 1,
) {
  # Error: 13-15 [syntax-error] Syntax error at 'c'
  # Help: 13-15 a comma may be missing before this
  notice($b $c)
}

#--- recovery-lexical check
# Error: 6-8 [invalid-hex-number] Not a valid hex number 0x
$a = 0x
# Error: 6-11 [illegal-number] Illegal number '1_000'
# Help: 6-11 quote it if it is meant as a string
$b = 1_000
$c = "\u{zz}"
notice(1)

#--- recovery-unclosed-string check
# Error: 7-7 [unclosed-quote] Unclosed quote after "'" followed by 'x\n$b ...'
$a = 'x
$b = 2

#--- recovery-heredoc-opening check
# Error: 14-14 [heredoc-invalid-escape] Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got 'x'
$a = @(END/x)
  { not code ]
  | END
# Error: 6-7 [syntax-error] Syntax error at ']'
# Help: 6-7 there is no bracket to close here
$b = ]

#--- recovery-heredoc-interpolation check
$a = @("END")
  # Error: 11-12 [syntax-error] Syntax error at '2'
  one ${1 2} two
  | END
# Error: 6-7 [syntax-error] Syntax error at ']'
# Help: 6-7 there is no bracket to close here
$b = ]

#--- recovery-interpolation check
# Error: 15-16 [syntax-error] Syntax error at '2'
$a = "one ${1 2} two ${] } three"
# Error: 6-7 [syntax-error] Syntax error at ']'
# Help: 6-7 there is no bracket to close here
$b = ]

#--- recovery-resource-bodies check
file {
  # Error: 17-18 [syntax-error] Syntax error at ';'
  # Help: 17-18 `;` separates expressions and bodies of resources
  '/a': mode => ;
  # Error: 8-12 [syntax-error] Syntax error at 'mode'
  # Help: 8-12 a comma may be missing before this attribute, or a colon after the title
  '/b' mode => 1;
  '/c': mode => 1;
}

#--- recovery-collector check
# Error: 14-16 [syntax-error] Syntax error at '|>'
File <| a == |>
# Error: 11-12 [syntax-error] Syntax error at '='
# Help: 11-12 compare with `==`; `=` assigns to a variable
File <| b = 1 |>
notice(1)

#--- recovery-definitions check
# Error: 8-9 [syntax-error] Syntax error at '{'
define { }
# Error: 13-14 [syntax-error] Syntax error at '{'
function f( { }
# Error: 6-7 [syntax-error] Syntax error at '{'
node { }
# Error: 10-11 [syntax-error] Syntax error at '1'
type A = 1
class ok { }

#--- recovery-template check
#: epp
#| <% if $a { %>
# Error: 8-10 [syntax-error] Syntax error at 'c'
#| <%= $b $c %>
# Error: 5-6 [syntax-error] Syntax error at ']'
#| <%= ] %>
#| <% } %>

#--- recovery-then-end-of-input check
class a {
  # Error: 8-9 [syntax-error] Syntax error at ']'
  $x = ]
  if $y {

#--- recovery-two-on-one-line check
# Error: 14-15 [syntax-error] Syntax error at 'b'
# Help: 14-15 a comma may be missing before this attribute, or a colon after the title
# Error: 30-31 [syntax-error] Syntax error at '2'
$a = {a => 1 b => 2} $c = [1 2]
