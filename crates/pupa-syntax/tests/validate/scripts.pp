# Scripts and plans, which have no catalog.

#--- scripts-declare-nothing check tasks
plan a() {
# Error: 3-15 [expression-not-supported-when-scripting] A Resource Statement is only available when compiling a catalog
  file { 'x': }
# Error: 3-17 [expression-not-supported-when-scripting] A Resource Defaults Expression is only available when compiling a catalog
  File { a => 1 }
# Error: 3-22 [expression-not-supported-when-scripting] A Resource Override is only available when compiling a catalog
  File['a'] { b => 1 }
# Error: 3-12 [expression-not-supported-when-scripting] A Virtual Query is only available when compiling a catalog
  File <| |>
# Error: 12-13 [expression-not-supported-when-scripting] A '->' expression is only available when compiling a catalog
  Foo['a'] -> Foo['b']
}

#--- scripts-define-no-classes check tasks
# Error: 1-11 [expression-not-supported-when-scripting] A Host Class Definition is only available when compiling a catalog
class a { }
# Error: 1-12 [expression-not-supported-when-scripting] A 'define' expression is only available when compiling a catalog
define b { }
# Error: 1-10 [expression-not-supported-when-scripting] A Node Definition is only available when compiling a catalog
node c { }
function d() { }

#--- apply-compiles-a-catalog check tasks
apply('x') {
  file { 'x': }
  File <| |>
  Foo['a'] -> Foo['b']
  node d { }
}

#--- not-everything-can-be-applied check tasks
apply('x') {
# Error: 3-14 [expression-not-supported-when-compiling] An Exported Query is not available when compiling a catalog
  File <<| |>>
# Error: 3-13 [expression-not-supported-when-scripting] A Host Class Definition is only available when compiling a catalog
  class b { }
# Error: 3-16 [expression-not-supported-when-compiling] An 'apply' expression is not available when compiling a catalog
  apply('y') { }
# Error: 3-18 [not-absolute-top-level] A Function Definition may only appear at toplevel
  function e() { }
}

#--- plans-stand-at-the-top check tasks
# Error: 12-13 [duplicate-parameter] The parameter 'x' is declared more than once in the parameter list
#   Label: 1:8-9 first declared here
# Error: 18-27 [not-absolute-top-level] A Plan Definition may only appear at toplevel
plan a($x, $x) { plan b { } }
# Error: 11-20 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
if true { plan c { } }

#--- names-and-hashes-are-values-in-scripts check tasks
# Error: 1-6 [idem-expression-not-last] This Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
notify { a => 1 }
