# Names that are reserved or malformed.

#--- definition-name-upper-class check
class Foo { }

#--- definition-name-upper-define check
define Foo { }

#--- definition-name-dash-class check
class a-b { }

#--- definition-name-dash-define check
define a-b { }

#--- definition-name-dash-function check
function a-b() { }

#--- definition-name-upper-segment check
class a::B { }

#--- definition-name-underscore check
class _a { }

#--- definition-name-reference check
class A::B { }

#--- reserved-type-name-class check
class string { }

#--- reserved-type-name-define check
define integer { }

#--- reserved-type-name-function check
function any() { }

#--- reserved-type-name-alias check
type Integer = String

#--- reserved-type-name-each check
class any { } class array { } class boolean { } class collection { } class enum { } class float { } class hash { } class init { } class numeric { } class object { } class optional { } class pattern { } class regexp { } class runtime { } class scalar { } class semver { } class semverrange { } class sensitive { } class struct { } class timespan { } class timestamp { } class tuple { } class type { } class typeset { } class unit { } class variant { }

#--- reserved-type-name-others check
class binary { } class deferred { } class error { } class iterable { } class catalogentry { } class resource { } class data { } class uri { } class callable { } class undef { } class default { } class notundef { } class scalardata { } class richdata { }

#--- reserved-type-name-qualified check
class a::string { }

#--- reserved-word-plan-class check
class plan { }

#--- reserved-word-plan-function check
function plan() { }

#--- reserved-word-plan-type check
type A = Plan

#--- reserved-word-plan-return check
function a() >> Plan { }

#--- reserved-word-attr check
$x = attr

#--- reserved-word-private check
$x = [private, 1]

#--- reserved-parameter-name check
class a($name) { }

#--- reserved-parameter-title check
define a($title, $name) { }

#--- reserved-parameter-function check
function a($name, $title) { }

#--- parameter-number check
class a($1) { }

#--- parameter-number-zero check
define a($0) { }

#--- parameter-upper check
class a($B) { }

#--- parameter-qualified check
class a($b::c) { }

#--- parameter-leading-colons check
class a($::b) { }

#--- parameter-underscore check
class a($_b) { }

#--- parameter-duplicate check
class a($b, $c, $b) { }

#--- parameter-duplicate-define check
define a($b, $b, $b) { }

#--- parameter-duplicate-lambda check
foo() |$a, $a| { }

#--- parameter-rest-class check
class a(*$b) { }

#--- parameter-rest-define check
define a(*$b) { }

#--- parameter-rest-middle-lambda check
foo() |*$a, *$b| { }

#--- parameter-rest-middle-function check
function a(*$b, $c) { }

#--- parameter-type-dynamic check
class a(Integer[$x] $b) { }

#--- parameter-type-dynamic-define check
define a(Integer[$x] $b) { }

#--- parameter-type-dynamic-call check
class a(Enum[foo()] $b) { }

#--- parameter-type-literals check
class a(Enum['a', b] $c, Integer[1, -1] $d, Pattern[/a/] $e, Struct[{ a => Integer }] $f, Variant[undef, default] $g) { }

#--- parameter-type-interpolated check
class a(Enum["a${b}"] $c) { }

#--- parameter-type-sum check
class a(Integer[1 + 2] $c) { }

#--- variable-name-upper check
notice $A

#--- variable-name-upper-qualified check
notice $a::B, $::A

#--- variable-name-numeric check
notice $01, $0x1

#--- variable-name-dash-in-string check
notice "${a-b}"

#--- variable-name-empty check
notice $

#--- class-reference-lower check
notice A::b

#--- hostname-bad check
node 'a b', 'c$d', "e/f" { }

#--- hostname-good check
node 'a-b.c_d', 1, a.b, "c" { }

#--- hostname-interpolated check
node "a${b}c" { }

#--- hostname-interpolated-only check
node "${b}" { }

#--- node-inheritance check
node a inherits b { }

#--- node-inheritance-default check
node a inherits default { }

#--- return-type-name check
function a() >> Foo { }

#--- return-type-lambda check
foo() |$a| >> Foo[1] { }

#--- alias-to-array check
type A = [1]

#--- alias-to-hash check
type A = { b => 1 }

#--- alias-name check
type A::B::C = Integer
