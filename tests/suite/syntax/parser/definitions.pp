# Classes, defined types, nodes, functions, aliases, plans.

#--- class-plain parse
class a { }
#: expect
#| (class {:name "a"})

#--- class-qualified parse
class a::b::c { }
#: expect
#| (class {:name "a::b::c"})

#--- class-leading-colons parse
class ::a { }
#: expect
#| (class {:name "::a"})

#--- class-parameters parse
class a($b, $c = 1, Integer $d = 2, Array[String] $e = []) { }
#: expect
#| (class {:name "a" :params {:b {} :c {:value 1} :d {:type (qr "Integer") :value 2} :e {:type (access (qr "Array") (qr "String")) :value (array)}}})

#--- class-parameters-empty parse
class a() { }
#: expect
#| (class {:name "a"})

#--- class-parameters-trailing-comma parse
class a($b,) { }
#: expect
#| (class {:name "a" :params {:b {}}})

#--- class-parameters-line parse
class a
(
  $b,
)
{ }
#: expect
#| (class {:name "a" :params {:b {}}})

#--- class-inherits parse
class a inherits b { }
#: expect
#| (class {:name "a" :parent "b"})

#--- class-inherits-parameters parse
class a($b) inherits c::d { }
#: expect
#| (class {:name "a" :parent "c::d" :params {:b {}}})

#--- class-inherits-default parse
class a inherits default { }
#: expect
#| (class {:name "a" :parent "default"})

#--- class-inherits-reference parse
class a inherits B { }
#: expect
#| (class {:name "a" :parent "B"})

#--- class-inherits-before-parameters check
# Error: 19-20 [syntax-error] Syntax error at '('
class a inherits b($c) { }

#--- class-nested parse
class a { class b { class c { } } }
#: expect
#| (class {:name "a" :body [(class {:name "a::b" :body [(class {:name "a::b::c"})]})]})

#--- class-nested-qualified parse
class a { class b::c { } define d { } }
#: expect
#| (class {:name "a" :body [(class {:name "a::b::c"}) (define {:name "a::d"})]})

#--- class-body parse
class a { include b
 file { 'c': } }
#: expect
#| (class {:name "a" :body [(invoke {:functor (qn "include") :args [(qn "b")]}) (resource {:type (qn "file") :bodies [{:title "c" :ops []}]})]})

#--- class-statement-list parse
class a { }
class b { }
#: expect
#| (block (class {:name "a"}) (class {:name "b"}))

#--- class-missing-name check
# Error: 9-10 [syntax-error] Syntax error at '}'
class { }

#--- class-string-name check
# Error: 7-10 [quoted-name] A quoted string is not valid as a name here
# Help: 7-10 write the name without quotes
class 'a' { }

#--- class-double-string-name check
# Error: 7-10 [quoted-name] A quoted string is not valid as a name here
# Help: 7-10 write the name without quotes
class "a" { }

#--- class-keyword-name check
# Error: 7-12 [class-keyword-as-name] 'class' keyword not allowed at this location
class class { }

#--- class-if-name check
# Error: 7-9 [syntax-error] Syntax error at 'if'
class if { }

#--- class-upper-name check
# Error: 1-12 [illegal-definition-name] Unacceptable name. The name 'A' is unacceptable as the name of a Host Class Definition
class A { }

#--- class-dash-name check
# Error: 1-14 [illegal-definition-name] Unacceptable name. The name 'a-b' is unacceptable as the name of a Host Class Definition
class a-b { }

#--- class-number-name check
# Error: 7-8 [syntax-error] Syntax error at '1'
class 1 { }

#--- class-missing-body check
class a
# Error: - [syntax-error] Syntax error at end of input

#--- class-unclosed check
class a { include b
# Error: - [syntax-error] Syntax error at end of input

#--- class-extra-close check
# Error: 13-14 [syntax-error] Syntax error at '}'
# Help: 13-14 there is no bracket to close here
class a { } }

#--- class-bad-parameter check
# Error: 9-10 [syntax-error] Syntax error at 'b'
class a(b) { }

#--- class-bad-parameter-type check
# Error: 9-16 [syntax-error] Syntax error at 'integer'
class a(integer $b) { }

#--- class-bad-parameter-value check
# Error: 14-15 [syntax-error] Syntax error at ')'
class a($b = ) { }

#--- class-missing-comma check
# Error: 12-14 [syntax-error] Syntax error at 'c'
# Help: 12-14 a comma may be missing before this
class a($b $c) { }

#--- class-default-keyword-name check
# Error: 7-14 [syntax-error] Syntax error at 'default'
class default { }

#--- class-type-name check
# Error: 7-11 [syntax-error] Syntax error at 'type'
class type { }

#--- class-parameter-type-variable check
# Error: 12-14 [syntax-error] Syntax error at 'b'
# Help: 12-14 a comma may be missing before this
class a($t $b) { }

#--- class-parameter-type-nested parse
class a(Hash[String, Variant[Integer, Array[Foo::Bar]]] $b) { }
#: expect
#| (class {:name "a" :params {:b {:type (access (qr "Hash") (qr "String") (access (qr "Variant") (qr "Integer") (access (qr "Array") (qr "Foo::Bar"))))}}})

#--- class-parameter-type-access-hash parse
class a(Struct[{ a => Integer }] $b) { }
#: expect
#| (class {:name "a" :params {:b {:type (access (qr "Struct") (hash (=> (qn "a") (qr "Integer"))))}}})

#--- define-plain parse
define a { }
#: expect
#| (define {:name "a"})

#--- define-parameters parse
define a::b($c, Integer $d = 1) { file { $c: } }
#: expect
#| (define {:name "a::b" :params {:c {} :d {:type (qr "Integer") :value 1}} :body [(resource {:type (qn "file") :bodies [{:title (var "c") :ops []}]})]})

#--- define-no-parens parse
define a { notice $title }
#: expect
#| (define {:name "a" :body [(invoke {:functor (qn "notice") :args [(var "title")]})]})

#--- define-missing-name check
# Error: 8-9 [syntax-error] Syntax error at '{'
define { }

#--- define-inherits check
# Error: 10-18 [syntax-error] Syntax error at 'inherits'
define a inherits b { }

#--- node-plain parse
node a { }
#: expect
#| (node {:matches ["a"]})

#--- node-default parse
node default { include a }
#: expect
#| (node {:matches [(default)] :body [(invoke {:functor (qn "include") :args [(qn "a")]})]})

#--- node-string parse
node 'a.b.c' { }
#: expect
#| (node {:matches ["a.b.c"]})

#--- node-dotted parse
node a.b.c { }
#: expect
#| (node {:matches ["a.b.c"]})

#--- node-dotted-number parse
node a.1.b { }
node 10 { }
#: expect
#| (block (node {:matches ["a.1.b"]}) (node {:matches ["10"]}))

#--- node-list parse
node a, 'b', /c/, default { }
#: expect
#| (node {:matches ["a" "b" (regexp "c") (default)]})

#--- node-trailing-comma parse
node a, b, { }
#: expect
#| (node {:matches ["a" "b"]})

#--- node-inherits check
# Error: 17-18 [illegal-node-inheritance] Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation
node a inherits b { }

#--- node-interpolated check
# Error: 10-11 [illegal-hostname-interpolation] An interpolated expression is not allowed in a hostname of a node
node "a${b}" { }

#--- node-double-quoted parse
node "a" { }
#: expect
#| (node {:matches ["a"]})

#--- node-bad-characters check
# Error: 6-11 [illegal-hostname-chars] The hostname 'a b' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)
# Help: 6-11 match several hosts with a regular expression
node 'a b' { }

#--- node-bad-name check
# Error: 6-7 [syntax-error] Syntax error at 'A'
node A { }

#--- node-variable check
# Error: 6-8 [syntax-error] Syntax error at 'a'
node $a { }

#--- node-dash-name parse
# Error: 9-10 [syntax-error] Syntax error at '.'
node a-b.c-d { }

#--- node-missing-name check
# Error: 6-7 [syntax-error] Syntax error at '{'
node { }

#--- node-missing-body check
node a
# Error: - [syntax-error] Syntax error at end of input

#--- node-regexp-list parse
node /a/, /b\.c/ { }
#: expect
#| (node {:matches [(regexp "a") (regexp "b\\.c")]})

#--- function-plain parse
function a { }
#: expect
#| (function {:name "a"})

#--- function-parameters parse
function a::b($c, Integer $d = 1, *$e) { $c }
#: expect
#| (function {:name "a::b" :params {:c {} :d {:type (qr "Integer") :value 1} :e {:splat true}} :body [(var "c")]})

#--- function-return-type parse
function a() >> Integer { 1 }
#: expect
#| (function {:name "a" :body [1] :returns (qr "Integer")})

#--- function-return-type-access parse
function a($b) >> Array[Integer] { [1] }
#: expect
#| (function {:name "a" :params {:b {}} :body [(array 1)] :returns (access (qr "Array") (qr "Integer"))})

#--- function-return-type-bad check
# Error: 17-24 [syntax-error] Syntax error at 'integer'
function a() >> integer { 1 }

#--- function-return-type-access-bad check
# Error: 28-29 [syntax-error] Syntax error at '}'
function a() >> Array[ { 1 }

#--- function-missing-name check
# Error: 10-11 [syntax-error] Syntax error at '('
function ($a) { }

#--- function-upper-name check
# Error: 1-17 [illegal-definition-name] Unacceptable name. The name 'A' is unacceptable as the name of a Function Definition
function A() { }

#--- function-string-name check
# Error: 10-13 [quoted-name] A quoted string is not valid as a name here
# Help: 10-13 write the name without quotes
function 'a'() { }

#--- function-name-space parse
function a::b::c() { }
#: expect
#| (function {:name "a::b::c"})

#--- function-duplicate-parameter check
# Error: 16-18 [duplicate-parameter] The parameter 'b' is declared more than once in the parameter list
function a($b, $b) { }

#--- function-rest-not-last check
function a(*$b, $c) { }

#--- function-required-after-optional parse
function a($b = 1, $c) { }
#: expect
#| (function {:name "a" :params {:b {:value 1} :c {}}})

#--- function-return-position check
# Error: 23-24 [syntax-error] Syntax error at '('
function a >> Integer () { }

#--- type-alias parse
type A = Integer
#: expect
#| (type-alias "A" (qr "Integer"))

#--- type-alias-access parse
type A::B = Array[String, 1, 2]
#: expect
#| (type-alias "A::B" (access (qr "Array") (qr "String") 1 2))

#--- type-alias-trailing-comma parse
type A = Variant[Integer, String,]
#: expect
#| (type-alias "A" (access (qr "Variant") (qr "Integer") (qr "String")))

#--- type-alias-struct parse
type A = Struct[{ 'a' => Integer, Optional[b] => String }]
#: expect
#| (type-alias "A" (access (qr "Struct") (hash (=> "a" (qr "Integer")) (=> (access (qr "Optional") (qn "b")) (qr "String")))))

#--- type-alias-hash parse
type A = { a => Integer }
#: expect
#| (type-alias "A" (access (qr "Object") (hash (=> (qn "a") (qr "Integer")))))

#--- type-alias-object parse
type A = Object[{ attributes => { a => Integer } }]
#: expect
#| (type-alias "A" (access (qr "Object") (hash (=> (qn "attributes") (hash (=> (qn "a") (qr "Integer")))))))

#--- type-alias-type-hash parse
type A = Object { attributes => { a => Integer } }
#: expect
#| (type-alias "A" (access (qr "Object") (hash (=> (qn "attributes") (hash (=> (qn "a") (qr "Integer")))))))

#--- type-alias-array check
# Error: 10-27 [illegal-expression] Illegal expression. An Array Expression is unacceptable as a type reference in a Type Alias
type A = [Integer, String]

#--- type-alias-parameters parse
type A[B] = Integer
#: expect
#| (type-mapping (access (qr "A") (qr "B")) (qr "Integer"))

#--- type-alias-lower check
# Error: 6-7 [syntax-error] Syntax error at 'a'
type a = Integer

#--- type-alias-value check
# Error: 10-11 [syntax-error] Syntax error at '1'
type A = 1

#--- type-alias-string check
# Error: 10-13 [syntax-error] Syntax error at 'a'
type A = 'a'

#--- type-alias-variable check
# Error: 10-12 [syntax-error] Syntax error at 'b'
type A = $b

#--- type-alias-missing-value check
type A =
# Error: - [syntax-error] Syntax error at end of input

#--- type-alias-lower-value check
# Error: 10-17 [syntax-error] Syntax error at 'integer'
type A = integer

#--- type-alias-two-names check
type A = B C

#--- type-alias-operator check
# Error: 6-11 [not-rvalue] Invalid use of expression. A Type Alias does not produce a value
# Error: 6-11 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
type A = B + C

#--- type-alias-leading-colons parse
type ::A = Integer
#: expect
#| (type-alias "::A" (qr "Integer"))

#--- type-mapping parse
type Runtime[ruby, 'A::B'] = C::D
#: expect
#| (type-mapping (access (qr "Runtime") (qn "ruby") "A::B") (qr "C::D"))

#--- type-mapping-pattern parse
type Runtime[ruby, [/^A::(\w+)$/, 'B::\1']] = [/^C::(\w+)$/, 'D::\1']
#: expect
#| (type-mapping (access (qr "Runtime") (qn "ruby") (array (regexp "^A::(\\w+)$") "B::\\1")) (array (regexp "^C::(\\w+)$") "D::\\1"))

#--- type-mapping-single-with-pattern check
# Error: 6-40 [illegal-type-mapping] Illegal type mapping. Expected a Type on the left side, got A Type Mapping
type Runtime[ruby, 'A::B'] = [/a/, 'b']

#--- type-mapping-pattern-with-single check
# Error: 6-38 [illegal-type-mapping] Illegal type mapping. Expected a Tuple[Regexp,String] on the left side, got A Type Mapping
type Runtime[ruby, [/a/, 'b']] = C::D

#--- type-mapping-other check
# Error: 6-22 [unsupported-expression] Expressions of type a Type Mapping are not supported in this version of Puppet
type Foo[a] = Integer

#--- type-definition-rejected check
# Error: 1-11 [unsupported-expression] Expressions of type a Type Definition are not supported in this version of Puppet
type A { }

#--- type-definition-inherits-rejected check
# Error: 1-22 [unsupported-expression] Expressions of type a Type Definition are not supported in this version of Puppet
type A inherits B { }

#--- type-definition-body-rejected check
# Error: 1-20 [unsupported-expression] Expressions of type a Type Definition are not supported in this version of Puppet
type A { notice 1 }

#--- type-definition-features-rejected check
# Error: 16-17 [illegal-argument-list] illegal comma separated argument list
type A { attr b, String }

#--- plan-outside-scripts check
# Error: 6-9 [not-a-resource] Expression is not valid as a resource, resource-default, or resource-override
plan a() { }

#--- plan-outside-scripts-typed check
# Error: 19-21 [syntax-error] Syntax error at 'c'
plan a::b(Integer $c) { notice $c }

#--- apply-outside-scripts check
# Error: 1-11 [not-a-resource] Expression is not valid as a resource, resource-default, or resource-override
apply('a') { }

#--- plan-in-scripts check tasks=on
plan a::b(Integer $c = 1) { return $c }

#--- apply-in-scripts check tasks=on
apply('a') { file { 'b': } }

#--- apply-empty-in-scripts check tasks=on
apply('a', 'b') { }

#--- class-in-scripts check tasks=on
# Error: 1-12 [expression-not-supported-when-scripting] A Host Class Definition is only available when compiling a catalog
class a { }

#--- resource-in-scripts check tasks=on
# Error: 1-14 [expression-not-supported-when-scripting] A Resource Statement is only available when compiling a catalog
file { 'a': }

#--- node-in-scripts check tasks=on
# Error: 1-11 [expression-not-supported-when-scripting] A Node Definition is only available when compiling a catalog
node a { }

#--- collector-in-scripts check tasks=on
# Error: 1-11 [expression-not-supported-when-scripting] A Virtual Query is only available when compiling a catalog
File <| |>

#--- relationship-in-scripts check tasks=on
# Error: 8-10 [expression-not-supported-when-scripting] A '->' expression is only available when compiling a catalog
A['b'] -> C['d']

#--- define-in-scripts check tasks=on
# Error: 1-15 [expression-not-supported-when-scripting] A 'define' expression is only available when compiling a catalog
define a() { }

#--- default-in-scripts check tasks=on
# Error: 1-19 [expression-not-supported-when-scripting] A Resource Defaults Expression is only available when compiling a catalog
File { mode => 1 }

#--- override-in-scripts check tasks=on
# Error: 1-24 [expression-not-supported-when-scripting] A Resource Override is only available when compiling a catalog
File['a'] { mode => 1 }

#--- function-in-scripts check tasks=on
function a() { 1 }

#--- plan-name-in-scripts check tasks=on
$x = plan
# Error: - [syntax-error] Syntax error at end of input
