# Resource expressions, defaults, overrides, virtual and exported resources.

#--- resource-plain parse
file { '/a': ensure => file }
#: expect
#| (resource {:type (qn "file") :bodies [{:title "/a" :ops [(=> "ensure" (qn "file"))]}]})

#--- resource-no-attributes parse
file { '/a': }
#: expect
#| (resource {:type (qn "file") :bodies [{:title "/a" :ops []}]})

#--- resource-trailing-comma parse
file { '/a': ensure => file, mode => '0644', }
#: expect
#| (resource {:type (qn "file") :bodies [{:title "/a" :ops [(=> "ensure" (qn "file")) (=> "mode" "0644")]}]})

#--- resource-several-bodies parse
file { '/a': ensure => file; '/b': ensure => absent; }
#: expect
#| (resource {:type (qn "file") :bodies [{:title "/a" :ops [(=> "ensure" (qn "file"))]} {:title "/b" :ops [(=> "ensure" (qn "absent"))]}]})

#--- resource-bodies-semicolon-comma parse
file { '/a': ensure => file,; '/b': mode => 1, }
#: expect
#| (resource {:type (qn "file") :bodies [{:title "/a" :ops [(=> "ensure" (qn "file"))]} {:title "/b" :ops [(=> "mode" 1)]}]})

#--- resource-array-title parse
file { ['/a', '/b']: }
#: expect
#| (resource {:type (qn "file") :bodies [{:title (array "/a" "/b") :ops []}]})

#--- resource-variable-title parse
file { $a: }
#: expect
#| (resource {:type (qn "file") :bodies [{:title (var "a") :ops []}]})

#--- resource-expression-title parse
file { "${a}/b": ; $c[1]: ; foo(1): }
#: expect
#| (resource {:type (qn "file") :bodies [{:title (concat (str (var "a")) "/b") :ops []} {:title (access (var "c") 1) :ops []} {:title (call {:functor (qn "foo") :args [1]}) :ops []}]})

#--- resource-default-body parse
file { default: mode => 1; '/a': }
#: expect
#| (resource {:type (qn "file") :bodies [{:title (default) :ops [(=> "mode" 1)]} {:title "/a" :ops []}]})

#--- resource-unfold parse
file { '/a': * => $b }
#: expect
#| (resource {:type (qn "file") :bodies [{:title "/a" :ops [(splat-hash (var "b"))]}]})

#--- resource-unfold-mixed parse
file { '/a': a => 1, * => $b, c => 2 }
#: expect
#| (resource {:type (qn "file") :bodies [{:title "/a" :ops [(=> "a" 1) (splat-hash (var "b")) (=> "c" 2)]}]})

#--- resource-unfold-twice check
# Error: 23-30 [multiple-attributes-unfold] Unfolding of attributes from Hash can only be used once per resource body
# Help: 23-30 merge the hashes with `+`
file { '/a': * => $b, * => $c }

#--- resource-qualified parse
a::b { 'c': }
#: expect
#| (resource {:type (qn "a::b") :bodies [{:title "c" :ops []}]})

#--- resource-leading-colons parse
::a::b { 'c': }
#: expect
#| (resource {:type (qn "::a::b") :bodies [{:title "c" :ops []}]})

#--- resource-class parse
class { 'a': b => 1 }
#: expect
#| (resource {:type (qn "class") :bodies [{:title "a" :ops [(=> "b" 1)]}]})

#--- resource-class-several parse
class { 'a': ; 'b::c': d => 1 }
#: expect
#| (resource {:type (qn "class") :bodies [{:title "a" :ops []} {:title "b::c" :ops [(=> "d" 1)]}]})

#--- resource-class-name parse
class { a: }
class { ['a', 'b']: }
#: expect
#| (block (resource {:type (qn "class") :bodies [{:title (qn "a") :ops []}]}) (resource {:type (qn "class") :bodies [{:title (array "a" "b") :ops []}]}))

#--- resource-type-expression parse
Resource[file] { 'a': mode => 1 }
#: expect
#| (resource {:type (access (qr "Resource") (qn "file")) :bodies [{:title "a" :ops [(=> "mode" 1)]}]})

#--- resource-variable-type parse
$a { 'b': c => 1 }
#: expect
#| (resource {:type (var "a") :bodies [{:title "b" :ops [(=> "c" 1)]}]})

#--- resource-string-type parse
'a' { 'b': c => 1 }
#: expect
#| (resource {:type "a" :bodies [{:title "b" :ops [(=> "c" 1)]}]})

#--- resource-reference-type parse
File { 'a': mode => 1 }
#: expect
#| (resource {:type (qr "File") :bodies [{:title "a" :ops [(=> "mode" 1)]}]})

#--- resource-append check
# Error: 14-23 [illegal-attribute-append] Illegal +> operation on attribute mode. This operator can not be used in a Resource Instance Definition
# Help: 14-23 set the attribute with `=>`
file { '/a': mode +> 1 }

#--- resource-missing-title check
# Error: 1-24 [resource-without-title] This expression is invalid. Did you try declaring a 'file' resource without a title?
# Help: 1-24 give it a title: `file { 'title': ... }`
file { ensure => file }

#--- resource-missing-title-plus check
# Error: 6-7 [resource-body-without-title] Syntax error resource body without title or hash with +>
file { mode +> 1 }

#--- resource-missing-title-empty check
# Error: 1-9 [resource-without-title] This expression is invalid. Did you try declaring a 'file' resource without a title?
# Help: 1-9 give it a title: `file { 'title': ... }`
file { }

#--- resource-missing-colon check
# Error: 13-19 [syntax-error] Syntax error at 'ensure'
# Help: 13-19 a comma may be missing before this attribute, or a colon after the title
file { '/a' ensure => file }

#--- resource-missing-comma check
# Error: 29-33 [syntax-error] Syntax error at 'mode'
# Help: 29-33 a comma may be missing before this attribute, or a colon after the title
file { '/a': ensure => file mode => 1 }

#--- resource-missing-arrow check
# Error: 21-25 [syntax-error] Syntax error at 'file'
file { '/a': ensure file }

#--- resource-bad-attribute check
# Error: 14-20 [syntax-error] Syntax error at 'mode'
file { '/a': 'mode' => 1 }

#--- resource-bad-attribute-upper check
# Error: 14-18 [syntax-error] Syntax error at 'Mode'
file { '/a': Mode => 1 }

#--- resource-bad-attribute-variable check
# Error: 14-19 [syntax-error] Syntax error at 'mode'
file { '/a': $mode => 1 }

#--- resource-missing-value check
# Error: 22-23 [syntax-error] Syntax error at '}'
file { '/a': mode => }

#--- resource-unclosed check
file { '/a': mode => 1
# Error: - [syntax-error] Syntax error at end of input

#--- resource-double-comma check
# Error: 24-25 [syntax-error] Syntax error at ','
file { '/a': mode => 1,, a => 2 }

#--- resource-colon-twice check
# Error: 14-14 [illegal-fully-qualified-name] Illegal fully qualified name
# Help: 14-14 `::` must be followed by a name that begins with a letter
file { '/a':: mode => 1 }

#--- resource-value-statement check
# Error: 29-30 [syntax-error] Syntax error at '1'
file { '/a': mode => notice 1 }

#--- resource-value-assignment check
# Error: 25-26 [syntax-error] Syntax error at '='
# Help: 25-26 compare with `==`; `=` assigns to a variable
file { '/a': mode => $x = 1 }

#--- resource-in-value parse
$x = file { '/a': }
#: expect
#| (= (var "x") (resource {:type (qn "file") :bodies [{:title "/a" :ops []}]}))

#--- resource-in-list parse
$x = [file { '/a': }, file { '/b': }]
#: expect
#| (= (var "x") (array (resource {:type (qn "file") :bodies [{:title "/a" :ops []}]}) (resource {:type (qn "file") :bodies [{:title "/b" :ops []}]})))

#--- resource-chain parse
file { '/a': } -> file { '/b': } ~> service { 'c': }
#: expect
#| (~> (-> (resource {:type (qn "file") :bodies [{:title "/a" :ops []}]}) (resource {:type (qn "file") :bodies [{:title "/b" :ops []}]})) (resource {:type (qn "service") :bodies [{:title "c" :ops []}]}))

#--- resource-virtual parse
@file { '/a': mode => 1 }
#: expect
#| (resource {:type (qn "file") :bodies [{:title "/a" :ops [(=> "mode" 1)]}] :form "virtual"})

#--- resource-virtual-blank parse
@ file { '/a': }
#: expect
#| (resource {:type (qn "file") :bodies [{:title "/a" :ops []}] :form "virtual"})

#--- resource-exported parse
@@file { '/a': mode => 1 }
#: expect
#| (resource {:type (qn "file") :bodies [{:title "/a" :ops [(=> "mode" 1)]}] :form "exported"})

#--- resource-virtual-class check
# Error: 1-16 [class-not-virtualizable] Classes are not virtualizable
@class { 'a': }

#--- resource-exported-class check
# Error: 1-17 [class-not-virtualizable] Classes are not virtualizable
@@class { 'a': }

#--- resource-virtual-value check
# Error: 1-2 [virtual-needs-resource] Virtual (@) can only be applied to a Resource Expression
@ 1

#--- resource-exported-value check
# Error: 1-3 [exported-needs-resource] Exported (@@) can only be applied to a Resource Expression
@@ foo(1)

#--- resource-virtual-variable check
# Error: 1-2 [virtual-needs-resource] Virtual (@) can only be applied to a Resource Expression
@$a

#--- resource-virtual-default check
# Error: 1-20 [not-virtualizeable] Resource Defaults are not virtualizable
@File { mode => 1 }

#--- resource-virtual-override check
# Error: 1-25 [not-virtualizeable] Resource Defaults are not virtualizable
@File['a'] { mode => 1 }

#--- resource-exported-default check
# Error: 1-21 [not-virtualizeable] Resource Defaults are not virtualizable
@@File { mode => 1 }

#--- resource-virtual-collector check
# Error: 1-2 [virtual-needs-resource] Virtual (@) can only be applied to a Resource Expression
@File <| |>

#--- resource-virtual-twice check
@@@file { 'a': }

#--- resource-default parse
File { mode => 1, owner => 'root' }
#: expect
#| (resource-defaults {:type (qr "File") :ops [(=> "mode" 1) (=> "owner" "root")]})

#--- resource-default-qualified parse
A::B { c => 1 }
#: expect
#| (resource-defaults {:type (qr "A::B") :ops [(=> "c" 1)]})

#--- resource-default-empty parse
File { }
#: expect
#| (resource-defaults {:type (qr "File") :ops []})

#--- resource-default-append check
# Error: 8-17 [illegal-attribute-append] Illegal +> operation on attribute mode. This operator can not be used in a Resource Defaults Expression
# Help: 8-17 set the attribute with `=>`
File { mode +> 1 }

#--- resource-default-unfold parse
File { * => $a }
#: expect
#| (resource-defaults {:type (qr "File") :ops [(splat-hash (var "a"))]})

#--- resource-override parse
File['/a'] { mode => 1 }
#: expect
#| (resource-override {:resources (access (qr "File") "/a") :ops [(=> "mode" 1)]})

#--- resource-override-append parse
File['/a', '/b'] { mode +> 1, owner => 2 }
#: expect
#| (resource-override {:resources (access (qr "File") "/a" "/b") :ops [(+> "mode" 1) (=> "owner" 2)]})

#--- resource-override-unfold parse
File['/a'] { * => $b }
#: expect
#| (resource-override {:resources (access (qr "File") "/a") :ops [(splat-hash (var "b"))]})

#--- resource-override-empty parse
File['/a'] { }
#: expect
#| (resource-override {:resources (access (qr "File") "/a") :ops []})

#--- resource-override-class parse
Class['a'] { b => 1 }
#: expect
#| (resource-override {:resources (access (qr "Class") "a") :ops [(=> "b" 1)]})

#--- resource-override-variable parse
$a['b'] { c => 1 }
#: expect
#| (resource-override {:resources (access (var "a") "b") :ops [(=> "c" 1)]})

#--- resource-override-call check
# Error: 1-9 [not-a-resource] Expression is not valid as a resource, resource-default, or resource-override
foo('a') { b => 1 }

#--- resource-override-number check
# Error: 1-2 [not-a-resource] Expression is not valid as a resource, resource-default, or resource-override
1 { a => 1 }

#--- resource-override-string-no-title check
# Error: 1-4 [not-a-resource] Expression is not valid as a resource, resource-default, or resource-override
'a' { b => 1 }

#--- resource-override-variable-plain check
# Error: 1-3 [not-a-resource] Expression is not valid as a resource, resource-default, or resource-override
$a { b => 1 }

#--- resource-title-then-hash check
# Error: 1-15 [not-a-resource] Expression is not valid as a resource, resource-default, or resource-override
file { '/a': } { mode => 1 }

#--- resource-name-hash-statement check
# Error: 14-16 [syntax-error] Syntax error at '=>'
# Help: 14-16 `=>` belongs between a name and its value, in braces
notice { 'a' => 1 } { 'b' => 2 }

#--- resource-keyword-type check
# Error: 6-7 [syntax-error] Syntax error at '{'
node { 'a': }

#--- resource-nested-title check
# Error: 13-14 [syntax-error] Syntax error at '{'
file { file { 'a': }: }
