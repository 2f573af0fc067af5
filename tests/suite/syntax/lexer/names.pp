# Names, references, variables, words and keywords.

#--- name-forms parse
$x = [a, a1, a_b, a::b, ::a::b, a::b_1::c]

#--- name-words parse
$x = [a-b, a-1, _a, a--b, a-b-c]

#--- name-trailing-dash check
$x = a-

#--- name-upper-case-segment check
$x = a::B

#--- name-empty-segment check
$x = a::::b

#--- name-trailing-colons check
$x = a::

#--- name-digit-segment check
$x = a::1b

#--- name-leading-colons-only check
$x = ::

#--- name-colons-space check
$x = :: a

#--- name-digit-first check
$x = 1a

#--- name-dot check
$x = a.

#--- reference-forms parse
$x = [A, Ab, A::B, ::A, ::A::B_c, A1]

#--- reference-lower-case-segment check
$x = A::b

#--- reference-trailing-colons check
$x = A::

#--- reference-dash check
$x = Foo-bar

#--- reference-leading-lower check
$x = ::A::b

#--- variable-forms parse
$x = [$a, $_a, $a1, $::a, $a::b, $a::_b, $0, $10]

#--- variable-upper-case check
$x = $A

#--- variable-upper-case-segment check
$x = $a::B

#--- variable-underscore-segment check
$x = $_a::b

#--- variable-leading-zero check
$x = $01

#--- variable-digit-letter check
$x = $1a

#--- variable-empty check
$x = $

#--- variable-space check
$x = $ a

#--- variable-dash check
$x = $a-b

#--- variable-double-colon check
$x = $a::

#--- variable-deep parse
$x = $a::b::c::d

#--- keyword-as-attribute parse
foo { 'x': and => 1, case => 1, class => 1, default => 1, define => 1, else => 1, elsif => 1, if => 1, in => 1, inherits => 1, node => 1, or => 1, undef => 1, unless => 1, type => 1, attr => 1, function => 1, private => 1 }

#--- keyword-true-as-attribute check
foo { 'x': true => 1 }

#--- keyword-plan-as-attribute parse
foo { 'x': plan => 1, apply => 1 }

#--- keyword-as-key check
$x = { if => 1 }

#--- keyword-type-as-key parse
$x = { type => 1, function => 2, a => type, b => function }

#--- keyword-type-as-element parse
$x = [type, function]

#--- keyword-as-argument check
foo(type)

#--- keyword-default-as-key parse
$x = { default => 1, undef => 2, true => 3 }

#--- keyword-method-type parse
$x = $a.type

#--- keyword-method-other check
$x = $a.class

#--- keyword-type-call parse
$x = type(1)

#--- keyword-prefix parse
$x = [iffy, classy, orchid, undefined, nodes, truely, defaults]

#--- keyword-reserved-attr check
$x = attr

#--- keyword-reserved-private check
private

#--- keyword-plan-name parse
$x = plan

#--- keyword-old-reserved parse
$x = [application, consumes, produces, site, import]
