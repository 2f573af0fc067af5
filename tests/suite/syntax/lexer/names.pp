# Names, references, variables, words and keywords.

#--- name-forms parse
$x = [a, a1, a_b, a::b, ::a::b, a::b_1::c]
#: expect
#| (= (var "x") (array (qn "a") (qn "a1") (qn "a_b") (qn "a::b") (qn "::a::b") (qn "a::b_1::c")))

#--- name-words parse
$x = [a-b, a-1, _a, a--b, a-b-c]
#: expect
#| (= (var "x") (array "a-b" "a-1" "_a" "a--b" "a-b-c"))

#--- name-trailing-dash check
$x = a-
# Error: - [syntax-error] Syntax error at end of input

#--- name-upper-case-segment check
$x = a::B

#--- name-empty-segment check
# Error: 9-9 [illegal-fully-qualified-name] Illegal fully qualified name
# Help: 9-9 `::` must be followed by a name that begins with a letter
$x = a::::b

#--- name-trailing-colons check
# Error: 9-9 [illegal-fully-qualified-name] Illegal fully qualified name
# Help: 9-9 `::` must be followed by a name that begins with a letter
$x = a::

#--- name-digit-segment check
# Error: 9-9 [illegal-fully-qualified-name] Illegal fully qualified name
# Help: 9-9 `::` must be followed by a name that begins with a letter
$x = a::1b

#--- name-leading-colons-only check
# Error: 8-8 [illegal-fully-qualified-name] Illegal fully qualified name
# Help: 8-8 `::` must be followed by a name that begins with a letter
$x = ::

#--- name-colons-space check
# Error: 8-8 [illegal-fully-qualified-name] Illegal fully qualified name
# Help: 8-8 `::` must be followed by a name that begins with a letter
$x = :: a

#--- name-digit-first check
# Error: 6-8 [illegal-number] Illegal number '1a'
# Help: 6-8 quote it if it is meant as a string
$x = 1a

#--- name-dot check
$x = a.
# Error: - [syntax-error] Syntax error at end of input

#--- reference-forms parse
$x = [A, Ab, A::B, ::A, ::A::B_c, A1]
#: expect
#| (= (var "x") (array (qr "A") (qr "Ab") (qr "A::B") (qr "::A") (qr "::A::B_c") (qr "A1")))

#--- reference-lower-case-segment check
# Error: 8-8 [illegal-class-reference] Illegal class reference
# Help: 8-8 each segment of a reference begins with an upper case letter
$x = A::b

#--- reference-trailing-colons check
# Error: 8-8 [illegal-class-reference] Illegal class reference
# Help: 8-8 each segment of a reference begins with an upper case letter
$x = A::

#--- reference-dash check
$x = Foo-bar

#--- reference-leading-lower check
# Error: 12-12 [illegal-fully-qualified-class-reference] Illegal fully qualified class reference
$x = ::A::b

#--- variable-forms parse
$x = [$a, $_a, $a1, $::a, $a::b, $a::_b, $0, $10]
#: expect
#| (= (var "x") (array (var "a") (var "_a") (var "a1") (var "::a") (var "a::b") (var "a::_b") (var "0") (var "10")))

#--- variable-upper-case check
# Error: 6-8 [illegal-var-name] Illegal variable name, The given name 'A' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
$x = $A

#--- variable-upper-case-segment check
# Error: 6-11 [illegal-var-name] Illegal variable name, The given name 'a::B' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
$x = $a::B

#--- variable-underscore-segment check
# Error: 6-12 [illegal-var-name] Illegal variable name, The given name '_a::b' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
$x = $_a::b

#--- variable-leading-zero check
# Error: 6-9 [illegal-numeric-var-name] Illegal numeric variable name, The given name '01' must be a decimal value if it starts with a digit 0-9
$x = $01

#--- variable-digit-letter check
# Error: 6-9 [illegal-numeric-var-name] Illegal numeric variable name, The given name '1a' must be a decimal value if it starts with a digit 0-9
$x = $1a

#--- variable-empty check
# Error: 6-7 [illegal-var-name] Illegal variable name, The given name '' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
$x = $

#--- variable-space check
# Error: 6-7 [illegal-var-name] Illegal variable name, The given name '' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
$x = $ a

#--- variable-dash check
$x = $a-b

#--- variable-double-colon check
# Error: 10-10 [illegal-fully-qualified-name] Illegal fully qualified name
# Help: 10-10 `::` must be followed by a name that begins with a letter
$x = $a::

#--- variable-deep parse
$x = $a::b::c::d
#: expect
#| (= (var "x") (var "a::b::c::d"))

#--- keyword-as-attribute parse
foo { 'x': and => 1, case => 1, class => 1, default => 1, define => 1, else => 1, elsif => 1, if => 1, in => 1, inherits => 1, node => 1, or => 1, undef => 1, unless => 1, type => 1, attr => 1, function => 1, private => 1 }
#: expect
#| (resource {:type (qn "foo") :bodies [{:title "x" :ops [(=> "and" 1) (=> "case" 1) (=> "class" 1) (=> "default" 1) (=> "define" 1) (=> "else" 1) (=> "elsif" 1) (=> "if" 1) (=> "in" 1) (=> "inherits" 1) (=> "node" 1) (=> "or" 1) (=> "undef" 1) (=> "unless" 1) (=> "type" 1) (=> "attr" 1) (=> "function" 1) (=> "private" 1)]}]})

#--- keyword-true-as-attribute check
# Error: 12-16 [syntax-error] Syntax error at 'true'
foo { 'x': true => 1 }

#--- keyword-plan-as-attribute parse
foo { 'x': plan => 1, apply => 1 }
#: expect
#| (resource {:type (qn "foo") :bodies [{:title "x" :ops [(=> "plan" 1) (=> "apply" 1)]}]})

#--- keyword-as-key check
# Error: 11-13 [syntax-error] Syntax error at '=>'
# Help: 11-13 `=>` belongs between a name and its value, in braces
$x = { if => 1 }

#--- keyword-type-as-key parse
$x = { type => 1, function => 2, a => type, b => function }
#: expect
#| (= (var "x") (hash (=> "type" 1) (=> "function" 2) (=> (qn "a") "type") (=> (qn "b") "function")))

#--- keyword-type-as-element parse
$x = [type, function]
#: expect
#| (= (var "x") (array "type" "function"))

#--- keyword-as-argument check
# Error: 9-10 [syntax-error] Syntax error at ')'
foo(type)

#--- keyword-default-as-key parse
$x = { default => 1, undef => 2, true => 3 }
#: expect
#| (= (var "x") (hash (=> (default) 1) (=> nil 2) (=> true 3)))

#--- keyword-method-type parse
$x = $a.type
#: expect
#| (= (var "x") (call-method {:functor (. (var "a") (qn "type")) :args []}))

#--- keyword-method-other check
# Error: 9-14 [syntax-error] Syntax error at 'class'
$x = $a.class

#--- keyword-type-call parse
$x = type(1)
#: expect
#| (= (var "x") (call {:functor (qn "type") :args [1]}))

#--- keyword-prefix parse
$x = [iffy, classy, orchid, undefined, nodes, truely, defaults]
#: expect
#| (= (var "x") (array (qn "iffy") (qn "classy") (qn "orchid") (qn "undefined") (qn "nodes") (qn "truely") (qn "defaults")))

#--- keyword-reserved-attr check
# Error: 6-10 [reserved-word] Use of reserved word: attr, must be quoted if intended to be a String value
# Help: 6-10 put it in quotes: `'attr'`
$x = attr

#--- keyword-reserved-private check
# Error: 1-8 [reserved-word] Use of reserved word: private, must be quoted if intended to be a String value
# Help: 1-8 put it in quotes: `'private'`
private

#--- keyword-plan-name parse
$x = plan
#: expect
#| (= (var "x") (qn "plan"))

#--- keyword-old-reserved parse
$x = [application, consumes, produces, site, import]
#: expect
#| (= (var "x") (array (qn "application") (qn "consumes") (qn "produces") (qn "site") (qn "import")))
