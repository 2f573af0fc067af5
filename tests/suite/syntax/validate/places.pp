# Where definitions may stand.

#--- place-class-in-if check
if $a { class b { } }

#--- place-class-in-define check
define a { class b { } }

#--- place-class-in-node check
node a { class b { } }

#--- place-class-in-lambda check
foo() |$x| { class b { } }

#--- place-class-in-function check
function a() { class b { } }

#--- place-class-in-class check
class a { class b { } }

#--- place-define-in-class check
class a { define b { } }

#--- place-define-in-define check
define a { define b { } }

#--- place-node-in-class check
class a { node b { } }

#--- place-node-in-node check
node a { node b { } }

#--- place-function-in-class check
class a { function b() { } }

#--- place-function-in-class-with-others check
class a { notice 1
 function b() { } }

#--- place-function-in-if check
if $a { function b() { } }

#--- place-function-in-block check
if $a { notice 1
 function b() { } }

#--- place-function-in-function check
function a() { function b() { } }

#--- place-alias-in-class check
class a { type B = Integer }

#--- place-alias-in-class-with-others check
class a { notice 1
 type B = Integer }

#--- place-alias-in-if check
if $a { type B = Integer }

#--- place-class-in-resource check
file { 'a': b => class c { } }

#--- place-class-in-case check
case $a { 1: { class b { } } }

#--- place-class-in-unless-block check
unless $a { notice 1
 class b { } }

#--- place-class-in-if-in-class check
class a { if $b { class c { } } }

#--- place-class-in-parens check
(class a { })

#--- place-class-in-list check
$x = [class a { }]

#--- place-class-deep check
class a { class b { notice 1
 class c { define d { } } } }
