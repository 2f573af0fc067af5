# Classes, defined types, nodes, functions, aliases, plans.

#--- class-plain parse
class a { }

#--- class-qualified parse
class a::b::c { }

#--- class-leading-colons parse
class ::a { }

#--- class-parameters parse
class a($b, $c = 1, Integer $d = 2, Array[String] $e = []) { }

#--- class-parameters-empty parse
class a() { }

#--- class-parameters-trailing-comma parse
class a($b,) { }

#--- class-parameters-line parse
class a
(
  $b,
)
{ }

#--- class-inherits parse
class a inherits b { }

#--- class-inherits-parameters parse
class a($b) inherits c::d { }

#--- class-inherits-default parse
class a inherits default { }

#--- class-inherits-reference parse
class a inherits B { }

#--- class-inherits-before-parameters check
class a inherits b($c) { }

#--- class-nested parse
class a { class b { class c { } } }

#--- class-nested-qualified parse
class a { class b::c { } define d { } }

#--- class-body parse
class a { include b
 file { 'c': } }

#--- class-statement-list parse
class a { }
class b { }

#--- class-missing-name check
class { }

#--- class-string-name check
class 'a' { }

#--- class-double-string-name check
class "a" { }

#--- class-keyword-name check
class class { }

#--- class-if-name check
class if { }

#--- class-upper-name check
class A { }

#--- class-dash-name check
class a-b { }

#--- class-number-name check
class 1 { }

#--- class-missing-body check
class a

#--- class-unclosed check
class a { include b

#--- class-extra-close check
class a { } }

#--- class-bad-parameter check
class a(b) { }

#--- class-bad-parameter-type check
class a(integer $b) { }

#--- class-bad-parameter-value check
class a($b = ) { }

#--- class-missing-comma check
class a($b $c) { }

#--- class-default-keyword-name check
class default { }

#--- class-type-name check
class type { }

#--- class-parameter-type-variable check
class a($t $b) { }

#--- class-parameter-type-nested parse
class a(Hash[String, Variant[Integer, Array[Foo::Bar]]] $b) { }

#--- class-parameter-type-access-hash parse
class a(Struct[{ a => Integer }] $b) { }

#--- define-plain parse
define a { }

#--- define-parameters parse
define a::b($c, Integer $d = 1) { file { $c: } }

#--- define-no-parens parse
define a { notice $title }

#--- define-missing-name check
define { }

#--- define-inherits check
define a inherits b { }

#--- node-plain parse
node a { }

#--- node-default parse
node default { include a }

#--- node-string parse
node 'a.b.c' { }

#--- node-dotted parse
node a.b.c { }

#--- node-dotted-number parse
node a.1.b { }
node 10 { }

#--- node-list parse
node a, 'b', /c/, default { }

#--- node-trailing-comma parse
node a, b, { }

#--- node-inherits check
node a inherits b { }

#--- node-interpolated check
node "a${b}" { }

#--- node-double-quoted parse
node "a" { }

#--- node-bad-characters check
node 'a b' { }

#--- node-bad-name check
node A { }

#--- node-variable check
node $a { }

#--- node-dash-name parse
node a-b.c-d { }

#--- node-missing-name check
node { }

#--- node-missing-body check
node a

#--- node-regexp-list parse
node /a/, /b\.c/ { }

#--- function-plain parse
function a { }

#--- function-parameters parse
function a::b($c, Integer $d = 1, *$e) { $c }

#--- function-return-type parse
function a() >> Integer { 1 }

#--- function-return-type-access parse
function a($b) >> Array[Integer] { [1] }

#--- function-return-type-bad check
function a() >> integer { 1 }

#--- function-return-type-access-bad check
function a() >> Array[ { 1 }

#--- function-missing-name check
function ($a) { }

#--- function-upper-name check
function A() { }

#--- function-string-name check
function 'a'() { }

#--- function-name-space parse
function a::b::c() { }

#--- function-duplicate-parameter check
function a($b, $b) { }

#--- function-rest-not-last check
function a(*$b, $c) { }

#--- function-required-after-optional parse
function a($b = 1, $c) { }

#--- function-return-position check
function a >> Integer () { }

#--- type-alias parse
type A = Integer

#--- type-alias-access parse
type A::B = Array[String, 1, 2]

#--- type-alias-trailing-comma parse
type A = Variant[Integer, String,]

#--- type-alias-struct parse
type A = Struct[{ 'a' => Integer, Optional[b] => String }]

#--- type-alias-hash parse
type A = { a => Integer }

#--- type-alias-object parse
type A = Object[{ attributes => { a => Integer } }]

#--- type-alias-type-hash parse
type A = Object { attributes => { a => Integer } }

#--- type-alias-array check
type A = [Integer, String]

#--- type-alias-parameters parse
type A[B] = Integer

#--- type-alias-lower check
type a = Integer

#--- type-alias-value check
type A = 1

#--- type-alias-string check
type A = 'a'

#--- type-alias-variable check
type A = $b

#--- type-alias-missing-value check
type A =

#--- type-alias-lower-value check
type A = integer

#--- type-alias-two-names check
type A = B C

#--- type-alias-operator check
type A = B + C

#--- type-alias-leading-colons parse
type ::A = Integer

#--- type-mapping parse
type Runtime[ruby, 'A::B'] = C::D

#--- type-mapping-pattern parse
type Runtime[ruby, [/^A::(\w+)$/, 'B::\1']] = [/^C::(\w+)$/, 'D::\1']

#--- type-mapping-single-with-pattern check
type Runtime[ruby, 'A::B'] = [/a/, 'b']

#--- type-mapping-pattern-with-single check
type Runtime[ruby, [/a/, 'b']] = C::D

#--- type-mapping-other check
type Foo[a] = Integer

#--- type-definition-rejected check
type A { }

#--- type-definition-inherits-rejected check
type A inherits B { }

#--- type-definition-body-rejected check
type A { notice 1 }

#--- type-definition-features-rejected check
type A { attr b, String }

#--- plan-outside-scripts check
plan a() { }

#--- plan-outside-scripts-typed check
plan a::b(Integer $c) { notice $c }

#--- apply-outside-scripts check
apply('a') { }

#--- plan-in-scripts check tasks=on
plan a::b(Integer $c = 1) { return $c }

#--- apply-in-scripts check tasks=on
apply('a') { file { 'b': } }

#--- apply-empty-in-scripts check tasks=on
apply('a', 'b') { }

#--- class-in-scripts check tasks=on
class a { }

#--- resource-in-scripts check tasks=on
file { 'a': }

#--- node-in-scripts check tasks=on
node a { }

#--- collector-in-scripts check tasks=on
File <| |>

#--- relationship-in-scripts check tasks=on
A['b'] -> C['d']

#--- define-in-scripts check tasks=on
define a() { }

#--- default-in-scripts check tasks=on
File { mode => 1 }

#--- override-in-scripts check tasks=on
File['a'] { mode => 1 }

#--- function-in-scripts check tasks=on
function a() { 1 }

#--- plan-name-in-scripts check tasks=on
$x = plan
