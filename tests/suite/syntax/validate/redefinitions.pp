# Names that one file defines twice. The reference reports them when it adds the definitions of a
# valid file.

#--- class-twice check
class a { }
# Error: 1-12 [class-redefined] Class 'a' is already defined (line: 1); cannot redefine
class a { }

#--- nested-class-twice check
class a {
  class b { }
}
# Error: 1-15 [class-redefined] Class 'a::b' is already defined (line: 2); cannot redefine
class a::b { }

#--- define-named-like-a-class check
class a { }
# Error: 1-13 [class-redefined-as-define] 'a' is already defined (line: 1) as a class; cannot redefine as a definition
define a { }

#--- class-named-like-a-define check
define a { }
# Error: 1-12 [define-redefined-as-class] Definition 'a' is already defined (line: 1); cannot be redefined as a class
class a { }

#--- define-twice check
define a { }
# Error: - [entity-redefined] Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/a'. Originally set at string:?line=1&pos=1.
define a { }

#--- function-twice check
function f() { }
# Error: - [entity-redefined] Attempt to redefine entity 'http://puppet.com/2016.1/runtime/function/f'. Originally set at string:?line=1&pos=1.
function f() { }

#--- type-alias-twice check
type A = Integer
# Error: - [entity-redefined] Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/a'. Originally set at string:?line=1&pos=6.
type A = String

#--- node-twice check
node 'a', default { }
# Error: 1-17 [node-redefined] Node 'default' is already defined (line: 1); cannot redefine
node default { }

#--- definitions-of-different-kinds check
# Functions and types may have the names of classes.
class a { }
function a() { }
type A = Integer
node /b/ { }
node /c/ { }

#--- node-pattern-twice check
# Only letters, digits and `-_:.` of a pattern are compared.
node /^web\d+/ { }
node /(?=web)d/ { }
# Error: 1-16 [node-redefined] Node '__node_regexp__webd' is already defined (line: 2); cannot redefine
node /webd/ { }
