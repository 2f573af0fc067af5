# Definitions in modules must have the name of their file, and other code is not allowed there.

#--- module-init check path=web/manifests/init.pp
class web { }

#--- module-init-nested check path=web/manifests/init.pp
class web::a { }

#--- module-init-other check path=web/manifests/init.pp
# Error: 1-16 [illegal-definition-location] Unacceptable location. The name 'other' is unacceptable in file 'web/manifests/init.pp'
# Help: 1-16 names in this file begin with `web`
class other { }

#--- module-class check path=web/manifests/a/b.pp
class web::a::b { }

#--- module-class-deeper check path=web/manifests/a.pp
class web::a::b { }

#--- module-class-prefix check path=web/manifests/a.pp
class web::ab { }

#--- module-class-wrong check path=web/manifests/a.pp
# Error: 1-17 [illegal-definition-location] Unacceptable location. The name 'web::b' is unacceptable in file 'web/manifests/a.pp'
# Help: 1-17 names in this file begin with `web::a`
class web::b { }

#--- module-class-wrong-case check path=web/manifests/A.pp
class web::a { }

#--- module-define-wrong check path=web/manifests/a.pp
# Error: 1-18 [illegal-definition-location] Unacceptable location. The name 'web::b' is unacceptable in file 'web/manifests/a.pp'
# Help: 1-18 names in this file begin with `web::a`
define web::b { }

#--- module-function check path=web/functions/f.pp
function web::f() { 1 }

#--- module-function-wrong check path=web/functions/f.pp
# Error: 1-24 [illegal-definition-location] Unacceptable location. The name 'web::g' is unacceptable in file 'web/functions/f.pp'
# Help: 1-24 names in this file begin with `web::f`
function web::g() { 1 }

#--- module-function-not-last check path=web/functions/f.pp
function web::f() { 1 }
# Error: 1-9 [illegal-top-construct-location] This Function Call is unacceptable as a top level construct in this location
# Help: 1-9 move it into a class
notice 1

#--- module-type check path=web/types/port.pp
type Web::Port = Integer

#--- module-type-wrong check path=web/types/port.pp
type Web::Other = Integer

#--- module-misplaced check path=web/files/a.pp
# Error: 1-17 [illegal-definition-location] Unacceptable location. The name 'web::a' is unacceptable in file 'web/files/a.pp'
# Help: 1-17 move it to a file under `manifests`, `functions` or `types`
class web::a { }

#--- module-top-code check path=web/manifests/init.pp
# Error: 1-16 [illegal-top-construct-location] This Resource Statement is unacceptable as a top level construct in this location
# Help: 1-16 move it into a class
notify { 'a': }
class web { }

#--- module-top-code-only check path=web/manifests/init.pp
# Error: 1-9 [illegal-top-construct-location] This Function Call is unacceptable as a top level construct in this location
# Help: 1-9 move it into a class
notice 1

#--- module-top-code-several check path=web/manifests/init.pp
# Error: 1-9 [illegal-top-construct-location] This Function Call is unacceptable as a top level construct in this location
# Help: 1-9 move it into a class
notice 1
class web { }
# Error: 1-10 [illegal-top-construct-location] This Function Call is unacceptable as a top level construct in this location
# Help: 1-10 move it into a class
include a
# Error: 4-5 [illegal-top-construct-location] This '=' expression is unacceptable as a top level construct in this location
# Help: 4-5 move it into a class
$b = 1

#--- module-top-node check path=web/manifests/init.pp
# Error: 1-11 [illegal-top-construct-location] This Node Definition is unacceptable as a top level construct in this location
# Help: 1-11 move it into a class
node a { }

#--- module-empty check path=web/manifests/init.pp
# nothing

#--- module-nested-class check path=web/manifests/init.pp
class web { class a { } }

#--- module-nested-class-wrong check path=web/manifests/a.pp
class web::a { class b { } define c { } }

#--- module-two-classes check path=web/manifests/a.pp
class web::a { }
# Error: 1-17 [illegal-definition-location] Unacceptable location. The name 'web::b' is unacceptable in file 'web/manifests/a.pp'
# Help: 1-17 names in this file begin with `web::a`
class web::b { }
