# Resource expressions, defaults, overrides, virtual and exported resources.

#--- resource-plain parse
file { '/a': ensure => file }

#--- resource-no-attributes parse
file { '/a': }

#--- resource-trailing-comma parse
file { '/a': ensure => file, mode => '0644', }

#--- resource-several-bodies parse
file { '/a': ensure => file; '/b': ensure => absent; }

#--- resource-bodies-semicolon-comma parse
file { '/a': ensure => file,; '/b': mode => 1, }

#--- resource-array-title parse
file { ['/a', '/b']: }

#--- resource-variable-title parse
file { $a: }

#--- resource-expression-title parse
file { "${a}/b": ; $c[1]: ; foo(1): }

#--- resource-default-body parse
file { default: mode => 1; '/a': }

#--- resource-unfold parse
file { '/a': * => $b }

#--- resource-unfold-mixed parse
file { '/a': a => 1, * => $b, c => 2 }

#--- resource-unfold-twice check
file { '/a': * => $b, * => $c }

#--- resource-qualified parse
a::b { 'c': }

#--- resource-leading-colons parse
::a::b { 'c': }

#--- resource-class parse
class { 'a': b => 1 }

#--- resource-class-several parse
class { 'a': ; 'b::c': d => 1 }

#--- resource-class-name parse
class { a: }
class { ['a', 'b']: }

#--- resource-type-expression parse
Resource[file] { 'a': mode => 1 }

#--- resource-variable-type parse
$a { 'b': c => 1 }

#--- resource-string-type parse
'a' { 'b': c => 1 }

#--- resource-reference-type parse
File { 'a': mode => 1 }

#--- resource-append check
file { '/a': mode +> 1 }

#--- resource-missing-title check
file { ensure => file }

#--- resource-missing-title-plus check
file { mode +> 1 }

#--- resource-missing-title-empty check
file { }

#--- resource-missing-colon check
file { '/a' ensure => file }

#--- resource-missing-comma check
file { '/a': ensure => file mode => 1 }

#--- resource-missing-arrow check
file { '/a': ensure file }

#--- resource-bad-attribute check
file { '/a': 'mode' => 1 }

#--- resource-bad-attribute-upper check
file { '/a': Mode => 1 }

#--- resource-bad-attribute-variable check
file { '/a': $mode => 1 }

#--- resource-missing-value check
file { '/a': mode => }

#--- resource-unclosed check
file { '/a': mode => 1

#--- resource-double-comma check
file { '/a': mode => 1,, a => 2 }

#--- resource-colon-twice check
file { '/a':: mode => 1 }

#--- resource-value-statement check
file { '/a': mode => notice 1 }

#--- resource-value-assignment check
file { '/a': mode => $x = 1 }

#--- resource-in-value parse
$x = file { '/a': }

#--- resource-in-list parse
$x = [file { '/a': }, file { '/b': }]

#--- resource-chain parse
file { '/a': } -> file { '/b': } ~> service { 'c': }

#--- resource-virtual parse
@file { '/a': mode => 1 }

#--- resource-virtual-blank parse
@ file { '/a': }

#--- resource-exported parse
@@file { '/a': mode => 1 }

#--- resource-virtual-class check
@class { 'a': }

#--- resource-exported-class check
@@class { 'a': }

#--- resource-virtual-value check
@ 1

#--- resource-exported-value check
@@ foo(1)

#--- resource-virtual-variable check
@$a

#--- resource-virtual-default check
@File { mode => 1 }

#--- resource-virtual-override check
@File['a'] { mode => 1 }

#--- resource-exported-default check
@@File { mode => 1 }

#--- resource-virtual-collector check
@File <| |>

#--- resource-virtual-twice check
@@@file { 'a': }

#--- resource-default parse
File { mode => 1, owner => 'root' }

#--- resource-default-qualified parse
A::B { c => 1 }

#--- resource-default-empty parse
File { }

#--- resource-default-append check
File { mode +> 1 }

#--- resource-default-unfold parse
File { * => $a }

#--- resource-override parse
File['/a'] { mode => 1 }

#--- resource-override-append parse
File['/a', '/b'] { mode +> 1, owner => 2 }

#--- resource-override-unfold parse
File['/a'] { * => $b }

#--- resource-override-empty parse
File['/a'] { }

#--- resource-override-class parse
Class['a'] { b => 1 }

#--- resource-override-variable parse
$a['b'] { c => 1 }

#--- resource-override-call check
foo('a') { b => 1 }

#--- resource-override-number check
1 { a => 1 }

#--- resource-override-string-no-title check
'a' { b => 1 }

#--- resource-override-variable-plain check
$a { b => 1 }

#--- resource-title-then-hash check
file { '/a': } { mode => 1 }

#--- resource-name-hash-statement check
notice { 'a' => 1 } { 'b' => 2 }

#--- resource-keyword-type check
node { 'a': }

#--- resource-nested-title check
file { file { 'a': }: }
