# Resources, defaults, overrides, collectors and relationships.

#--- append-only-in-overrides check
File['a'] { mode +> 1 }
File <| |> { mode +> 1 }
# Error: 13-21 [illegal-attribute-append] Illegal +> operation on attribute mode. This operator can not be used in a Resource Instance Definition
#   Help: set the attribute with `=>`
file { 'a': mode +> 1 }
# Error: 22-30 [illegal-attribute-append] Illegal +> operation on attribute mode. This operator can not be used in a Resource Instance Definition
#   Help: set the attribute with `=>`
@@file { 'a': ; 'b': mode +> 1 }
# Error: 8-16 [illegal-attribute-append] Illegal +> operation on attribute mode. This operator can not be used in a Resource Defaults Expression
#   Help: set the attribute with `=>`
File { mode +> 1 }

#--- attributes-unfold-once check
# Error: 22-28 [multiple-attributes-unfold] Unfolding of attributes from Hash can only be used once per resource body
#   Label: 1:13-19 the first one
#   Help: merge the hashes with `+`
# Error: 31-37 [multiple-attributes-unfold] Unfolding of attributes from Hash can only be used once per resource body
#   Label: 1:13-19 the first one
#   Help: merge the hashes with `+`
file { 'a': * => $x, * => $y, * => $z }
file { 'a': * => $x; 'b': * => $y }
File['a'] { * => $x, * => $y }

#--- what-can-be-virtual check
@file { 'a': }
# Error: 1-15 [class-not-virtualizable] Classes are not virtualizable
@class { 'a': }
# Error: 1-16 [class-not-virtualizable] Classes are not virtualizable
@@class { 'a': }
# Error: 1-16 [not-virtualizeable] Resource Defaults are not virtualizable
@File { a => 1 }
# Error: 1-22 [not-virtualizeable] Resource Defaults are not virtualizable
@@File['a'] { a => 1 }

#--- attributes-need-values check
# Error: 21-31 [not-rvalue] Invalid use of expression. A Host Class Definition does not produce a value
# Error: 21-31 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
# Error: 43-52 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
file { 'a': mode => class b { }, owner => File <| |> }

#--- collected-types check
File <| |>
# Error: 1-3 [illegal-expression] Illegal expression. A Name is unacceptable as type name in a Virtual Query
foo <| |>
# Error: 1-8 [illegal-expression] Illegal expression. A '[]' expression is unacceptable as type name in a Virtual Query
Foo['a'] <| |>
# Error: 1-2 [illegal-expression] Illegal expression. A Variable is unacceptable as type name in an Exported Query
$x <<| |>>

#--- queries check
File <| a == 1 and (b != $c or $d) |>
# Error: 11-11 [illegal-query-expression] Illegal query expression. A '>' expression cannot be used in a query
File <| a > 1 |>
# Error: 11-12 [illegal-query-expression] Illegal query expression. A '=~' expression cannot be used in a query
File <| a =~ /b/ or c == 1 |>
# Error: 9-10 [illegal-query-expression] Illegal query expression. A 'not' expression cannot be used in a query
File <| !a |>
# Error: 9-15 [illegal-query-expression] Illegal query expression. A Double Quoted String cannot be used in a query
File <| "a${b}" |>
# Error: 10-14 [illegal-query-expression] Illegal query expression. A Function Call cannot be used in a query
# Error: 20-24 [illegal-query-expression] Illegal query expression. An 'undef' expression cannot be used in a query
File <<| foo() and undef |>>

#--- relationships check
File <| |> -> File['a'] ~> foo()
# Error: 1-11 [not-rvalue] Invalid use of expression. A Host Class Definition does not produce a value
# Error: 1-11 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
class a { } -> File['b']
# Error: 2-11 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
# Error: 2-11 [not-rvalue] Invalid use of expression. A Virtual Query does not produce a value
(File <| |>) <- File['b']
