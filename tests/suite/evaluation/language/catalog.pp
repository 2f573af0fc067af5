# Values of expressions that declare resources.

#--- catalog-expressions evaluate reference=differs
# The value of a resource expression is its references.
notify { 'a': }
#8=> [Notify['a']]
#draft=> Notify['a']

notify { 'a': ; 'b': }
#=> [Notify['a'], Notify['b']]

# The value of a collector cannot be used.
Notify <| |>
#=> undef

notify { ['a', 'b']: }
Notify['a'] -> Notify['b']
#=> [Notify['b']]

class c { }
#=> undef

define d { }
#=> undef

# Classes have scopes of their own,
class c($x = 2) { $y = $x * 2 }
include c
$c::y
#=> 4

# and inherit variables of others.
class base { $port = 80 }
class web inherits base { $shown = $port + 1 }
include web
[$web::shown, $web::port]
#=> [81, 80]

# Attributes of declared resources can be read.
file { '/tmp/a': mode => '0644' }
File['/tmp/a']['mode']
#=> '0644'

# The catalog is finished before the value of the program is returned.
notify { 'a': require => Notify['b'] }
#=> error 1: Could not find resource 'Notify[b]' in parameter 'require'
