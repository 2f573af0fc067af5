# Assignments, variables, calls, and expressions without effect.

#--- assignable-things check
$a = 1
[$b, [$c, $d]] = [1, [2, 3]]
$e = $f = 2

#--- not-assignable-things check
# Error: 1-2 [illegal-assignment] Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference
10 = 20;
# Error: 1-1 [illegal-assignment] Illegal attempt to assign to 'a Name'. Not an assignable reference
a = 1;
# Error: 1-5 [illegal-assignment] Illegal attempt to assign to 'a Function Call'. Not an assignable reference
foo() = 1;
# Error: 3-4 [illegal-assignment] Illegal attempt to assign to 'a Method call'. Not an assignable reference
$a.b = 1;
# Error: 1-4 [illegal-assignment] Illegal attempt to assign to 'a Parenthesized Expression'. Not an assignable reference
($a) = 1;
# Error: 1-7 [illegal-assignment] Illegal attempt to assign to 'a Double Quoted String'. Not an assignable reference
"a${b}" = 1;
# Error: 1-10 [illegal-assignment] Illegal attempt to assign to 'a Hash Expression'. Not an assignable reference
{ a => 1 } = 1;
# Error: 1-3 [illegal-assignment] Illegal attempt to assign to 'a Type-Name'. Not an assignable reference
Foo = 1;
# Error: 4-4 [illegal-assignment] Illegal attempt to assign to 'a '+' expression'. Not an assignable reference
$a + $b = 1;
# Error: 1-3 [illegal-assignment] Illegal attempt to assign to 'a 'not' expression'. Not an assignable reference
!$a = 1;
# Error: 1-5 [illegal-assignment] Illegal attempt to assign to 'an 'undef' expression'. Not an assignable reference
undef = 1;
# Error: 6-6 [illegal-assignment] Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference
[$a, 1, $b] = 1

#--- match-results-are-not-assignable check
# Error: 1-2 [illegal-numeric-assignment] Illegal attempt to assign to the numeric match result variable '$1'. Numeric variables are not assignable
$1 = 2
# Error: 6-7 [illegal-numeric-assignment] Illegal attempt to assign to the numeric match result variable '$0'. Numeric variables are not assignable
[$a, $0] = [1, 2]

#--- other-scopes-are-not-assignable check
# Error: 1-5 [cross-scope-assignment] Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces
$a::b = 1
# Error: 1-4 [cross-scope-assignment] Illegal attempt to assign to '::c'. Cannot assign to variables in other namespaces
$::c = 1

#--- elements-are-not-assignable check
# Error: 1-5 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
$a[1] = 1
# Error: 1-16 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
$facts['x']['y'] = 1

#--- append-and-delete-are-gone check
# Error: 4-5 [appends-deletes-no-longer-supported] The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#   Help: assign the sum to a new variable: `$all = $some + [1]`
$a += 1
# Error: 4-5 [appends-deletes-no-longer-supported] The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
#   Help: assign the difference to a new variable: `$rest = $all - [1]`
$a -= 1

#--- names-of-variables check
$x = [$a, $_a, $::a::b, $a::_b, $0, $12]
# Error: 7-8 [illegal-var-name] Illegal variable name, The given name 'A' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
# Error: 11-15 [illegal-var-name] Illegal variable name, The given name 'a::B' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
# Error: 18-23 [illegal-var-name] Illegal variable name, The given name '_a::b' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
# Error: 27-28 [illegal-var-name] Illegal variable name, The given name 'A' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
$y = [$A, $a::B, $_a::b, "$A"]
# Error: 7-9 [illegal-numeric-var-name] Illegal numeric variable name, The given name '01' must be a decimal value if it starts with a digit 0-9
# Error: 12-15 [illegal-numeric-var-name] Illegal numeric variable name, The given name '0x1' must be a decimal value if it starts with a digit 0-9
# Error: 21-22 [illegal-numeric-var-name] Illegal numeric variable name, The given name '01' must be a decimal value if it starts with a digit 0-9
$z = [$01, $0x1, "${01}"]

#--- booleans-are-no-variables check
# Error: 10-13 [illegal-variable-expression] Illegal variable expression. A Boolean did not produce a variable name (String or Numeric).
#   Help: write `${$true}` to interpolate a variable of that name
# Error: 22-26 [illegal-variable-expression] Illegal variable expression. A Boolean did not produce a variable name (String or Numeric).
#   Help: write `${$false}` to interpolate a variable of that name
$x = ["${true}", "${ false[1] }", "${$true}", "${undef}"]

#--- hashes-do-not-unfold check
# Error: 18-18 [unsupported-operator-in-context] The operator '* =>' in a Hash Expression is not supported.
notice { a => 1, * => $b }

#--- reserved-words check
# Error: 7-10 [reserved-word] Use of reserved word: attr, must be quoted if intended to be a String value
#   Help: put it in quotes: `'attr'`
# Error: 13-19 [reserved-word] Use of reserved word: private, must be quoted if intended to be a String value
#   Help: put it in quotes: `'private'`
$x = [attr, private]
# Error: 1-4 [illegal-expression] Illegal expression. A Reserved Word 'attr' is unacceptable as function name in a Function Call
# Error: 1-4 [reserved-word] Use of reserved word: attr, must be quoted if intended to be a String value
#   Help: put it in quotes: `'attr'`
attr(1)

#--- what-can-be-called check
foo(1)
Integer('1')
Array[Integer]([1])
# Error: 1-5 [illegal-expression] Illegal expression. A String is unacceptable as function name in a Function Call
'foo'(1)
# Error: 1-2 [illegal-expression] Illegal expression. A Variable is unacceptable as function name in a Function Call
$x(1)
# Error: 1-6 [illegal-expression] Illegal expression. A Function Call is unacceptable as function name in a Function Call
foo(1)(2)

#--- forgotten-values check
# Error: 1-1 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
1 notice(1)
if $a { 'x' } notice(2)
($a) $b = 1

#--- only-the-first-forgotten-value-is-reported check
# Error: 1-2 [idem-expression-not-last] This Variable has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
$a
'b'
notice(1)

#--- effects-are-not-forgotten check
$a =~ /x/
if $b =~ /y/ { }
foo('x')
$a.foo
case foo() { default: { } }
notice(1)

#--- values-in-blocks-are-forgotten-too check
# Error: 1-13 [idem-expression-not-last] This 'if' statement has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
# Error: 9-9 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
if $a { 1 2 }
# Error: 16-18 [idem-expression-not-last] This String has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
case $b { c: { 'd' 'e' } }
# Error: 16-19 [idem-expression-not-last] This Array Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
$f.each |$g| { [$g] $g }

#--- resources-without-a-title check
# Error: 1-25 [idem-expression-not-last] This Block Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
# Error: 1-25 [resource-without-title] This expression is invalid. Did you try declaring a 'notify' resource without a title?
#   Help: give it a title: `notify { 'title': ... }`
notify { message => 'x' }
# Error: 11-35 [resource-without-title] This expression is invalid. Did you try declaring a 'notify' resource without a title?
#   Help: give it a title: `notify { 'title': ... }`
class a { notify { message => 'x' } }
# Error: 9-33 [resource-without-title] This expression is invalid. Did you try declaring a 'notify' resource without a title?
#   Help: give it a title: `notify { 'title': ... }`
if $a { notify { message => 'x' } }

#--- collectors-are-no-values check
# Error: 6-15 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$a = File <| |>
# Error: 13-22 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$b = { k => File <| |> }
# Error: 5-14 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
# Error: 5-14 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
if (File <| |>) { }
# Error: 9-18 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
foo(1 + File <| |>)
# Error: 9-18 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$d = "${File <| |>}"
# Error: 13-22 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
$e = $c ? { File <| |> => 1 }

#--- one-default check
# Error: 35-41 [duplicate-default] This Selector Expression already has a 'default' entry - this is a duplicate
#   Label: 1:13-19 the first one
$x = $a ? { default => 1, b => 2, default => 3, default => 4 }
# Error: 27-33 [duplicate-default] This 'case' statement already has a 'default' entry - this is a duplicate
#   Label: 2:11-17 the first one
# Error: 40-46 [duplicate-default] This 'case' statement already has a 'default' entry - this is a duplicate
#   Label: 2:11-17 the first one
case $a { default: { } b, default: { } default: { } }

#--- integers-have-64-bits check
# Error: 28-46 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
# Error: 50-68 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
$a = [9223372036854775807, 9223372036854775808, -9223372036854775808]
# Error: 27-44 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0xffffffffffffffff'
# Error: 47-69 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x10000000000000000'
$b = [0x7FFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, 02000000000000000000000]
# Error: 6-35 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x18ee90ff6c373e0ee4e3f0ad2'
$c = 123456789012345678901234567890

#--- report-follows-the-walk check
class a(
# Error 3: 8-9 [illegal-var-name] Illegal variable name, The given name 'C' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
  $b = $C,
# Deprecation 2: 11-12 [illegal-nonliteral-parameter-type] The parameter '$e' must be a literal type, not a Puppet::Pops::Model::AccessExpression
#   Help: write the type without variables and calls, or define a type alias
# Error 4: 20-20 [illegal-assignment-context] Assignment not allowed here
# Error 5: 7-8 [illegal-var-name] Illegal variable name, The given name 'D' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
  Foo[$D] $e = ($f = 1)
) {
# Error 6: 3-3 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
  1
# Error 1: 3-3 [idem-not-allowed-last] This Literal Integer has no effect. A Host Class Definition can not end with a value-producing expression without other effect
  2
}

#--- errors-in-heredocs-come-first check
# Error 2: 1-2 [illegal-var-name] Illegal variable name, The given name 'A' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
$A = 1
notice(@(END:json))
# Error 1: 1 [illegal-json] Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON string. "859: unexpected token at '{ "a": }\n'"
#   Label: 3:10-10 expected a value
  { "a": }
  | END
