# Allowed places of definitions.

#--- place-class-in-if check
# Error: 9-20 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
if $a { class b { } }

#--- place-class-in-define check
# Error: 12-23 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
define a { class b { } }

#--- place-class-in-node check
# Error: 10-21 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
node a { class b { } }

#--- place-class-in-lambda check
# Error: 14-25 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
foo() |$x| { class b { } }

#--- place-class-in-function check
# Error: 16-27 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
function a() { class b { } }

#--- place-class-in-class check
class a { class b { } }

#--- place-define-in-class check
class a { define b { } }

#--- place-define-in-define check
# Error: 12-24 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
define a { define b { } }

#--- place-node-in-class check
class a { node b { } }

#--- place-node-in-node check
# Error: 10-20 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
node a { node b { } }

#--- place-function-in-class check
# Error: 11-27 [not-absolute-top-level] A Function Definition may only appear at toplevel
class a { function b() { } }

#--- place-function-in-class-with-others check
class a { notice 1
 # Error: 2-18 [not-absolute-top-level] A Function Definition may only appear at toplevel
 function b() { } }

#--- place-function-in-if check
# Error: 9-25 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
if $a { function b() { } }

#--- place-function-in-block check
if $a { notice 1
 # Error: 2-18 [not-absolute-top-level] A Function Definition may only appear at toplevel
 function b() { } }

#--- place-function-in-function check
# Error: 16-32 [not-absolute-top-level] A Function Definition may only appear at toplevel
function a() { function b() { } }

#--- place-alias-in-class check
# Error: 16-27 [not-absolute-top-level] A Type Alias may only appear at toplevel
class a { type B = Integer }

#--- place-alias-in-class-with-others check
class a { notice 1
 # Error: 7-18 [not-absolute-top-level] A Type Alias may only appear at toplevel
 type B = Integer }

#--- place-alias-in-if check
# Error: 14-25 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
if $a { type B = Integer }

#--- place-class-in-resource check
# Error: 18-29 [not-rvalue] Invalid use of expression. A Host Class Definition does not produce a value
# Error: 18-29 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
file { 'a': b => class c { } }

#--- place-class-in-case check
# Error: 16-27 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
case $a { 1: { class b { } } }

#--- place-class-in-unless-block check
unless $a { notice 1
 # Error: 2-13 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
 class b { } }

#--- place-class-in-if-in-class check
# Error: 19-30 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
class a { if $b { class c { } } }

#--- place-class-in-parens check
# Error: 2-13 [not-rvalue] Invalid use of expression. A Host Class Definition does not produce a value
# Error: 2-13 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
(class a { })

#--- place-class-in-list check
# Error: 7-18 [not-rvalue] Invalid use of expression. A Host Class Definition does not produce a value
# Error: 7-18 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
$x = [class a { }]

#--- place-class-deep check
class a { class b { notice 1
 class c { define d { } } } }
