# Names must match the file of a module they are in, and only definitions may stand there.

#--- module-init check path=web/manifests/init.pp
class web { }

#--- module-init-nested check path=web/manifests/init.pp
class web::a { }

#--- module-init-other check path=web/manifests/init.pp
class other { }

#--- module-class check path=web/manifests/a/b.pp
class web::a::b { }

#--- module-class-deeper check path=web/manifests/a.pp
class web::a::b { }

#--- module-class-prefix check path=web/manifests/a.pp
class web::ab { }

#--- module-class-wrong check path=web/manifests/a.pp
class web::b { }

#--- module-class-wrong-case check path=web/manifests/A.pp
class web::a { }

#--- module-define-wrong check path=web/manifests/a.pp
define web::b { }

#--- module-function check path=web/functions/f.pp
function web::f() { 1 }

#--- module-function-wrong check path=web/functions/f.pp
function web::g() { 1 }

#--- module-function-not-last check path=web/functions/f.pp
function web::f() { 1 }
notice 1

#--- module-type check path=web/types/port.pp
type Web::Port = Integer

#--- module-type-wrong check path=web/types/port.pp
type Web::Other = Integer

#--- module-misplaced check path=web/files/a.pp
class web::a { }

#--- module-top-code check path=web/manifests/init.pp
notify { 'a': }
class web { }

#--- module-top-code-only check path=web/manifests/init.pp
notice 1

#--- module-top-code-several check path=web/manifests/init.pp
notice 1
class web { }
include a
$b = 1

#--- module-top-node check path=web/manifests/init.pp
node a { }

#--- module-empty check path=web/manifests/init.pp
# nothing

#--- module-nested-class check path=web/manifests/init.pp
class web { class a { } }

#--- module-nested-class-wrong check path=web/manifests/a.pp
class web::a { class b { } define c { } }

#--- module-two-classes check path=web/manifests/a.pp
class web::a { }
class web::b { }
