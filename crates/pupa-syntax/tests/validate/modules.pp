# Files of modules: the names in them, and what else may stand in them.

#--- a-class-in-its-file check file=apache/manifests/vhost.pp
class apache::vhost { }
define apache::vhost::option { }

#--- a-class-in-another-file check file=apache/manifests/vhost.pp
# Error: 1-16 [illegal-definition-location] Unacceptable location. The name 'apache' is unacceptable in file 'modules/apache/manifests/vhost.pp'
#   Help: names in this file begin with `apache::vhost`
class apache { }
# Error: 1-28 [illegal-definition-location] Unacceptable location. The name 'apache::other' is unacceptable in file 'modules/apache/manifests/vhost.pp'
#   Help: names in this file begin with `apache::vhost`
function apache::other() { }

#--- init-holds-the-module check file=apache/manifests/init.pp
class apache { class vhost { } }
# Error: 1-15 [illegal-definition-location] Unacceptable location. The name 'other' is unacceptable in file 'modules/apache/manifests/init.pp'
#   Help: names in this file begin with `apache`
class other { }

#--- case-does-not-matter check file=Apache/Manifests/Vhost.pp
class apache::vhost { }

#--- folders-without-definitions check file=apache/examples/init.pp
# Error: 1-16 [illegal-definition-location] Unacceptable location. The name 'apache' is unacceptable in file 'modules/apache/examples/init.pp'
#   Help: move it to a file under `manifests`, `functions` or `types`
class apache { }

#--- only-definitions-stand-in-modules check file=apache/manifests/init.pp
# Error: 1-9 [illegal-top-construct-location] This Function Call is unacceptable as a top level construct in this location
#   Help: move it into a class
notice(1)
# Error: 4-4 [illegal-top-construct-location] This '=' expression is unacceptable as a top level construct in this location
#   Help: move it into a class
$x = 1
# Error: 1-10 [illegal-top-construct-location] This Node Definition is unacceptable as a top level construct in this location
#   Help: move it into a class
node a { }
# Error: 1-23 [illegal-top-construct-location] This Resource Defaults Expression is unacceptable as a top level construct in this location
#   Help: move it into a class
File { mode => '0644' }
class apache { notice(1) }
type Apache::Port = Integer

#--- an-empty-file-is-fine check file=apache/manifests/init.pp
# nothing

#--- templates-are-not-restricted check template file=apache/templates/x.epp
<%= 1 %>
