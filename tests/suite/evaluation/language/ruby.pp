# Ruby code of modules: functions, templates and resource types run.

#--- ruby-functions evaluate reference=differs
#: file modules/x/lib/puppet/functions/x/y.rb
#| Puppet::Functions.create_function(:'x::y') { def y(n) = n + 1 }
#: file modules/x/lib/puppet/functions/shout.rb
#| Puppet::Functions.create_function(:shout) do
#|   dispatch(:shout) { param 'String[1]', :text; return_type 'String' }
#|   def shout(text) = text.upcase
#| end
#: file modules/x/lib/puppet/functions/x/other.rb
#| Puppet::Functions.create_function(:'x::another') { def another; end }
#: file modules/x/lib/puppet/parser/functions/old.rb
#| Puppet::Parser::Functions.newfunction(:old, type: :rvalue, arity: 1) { |args| args.inspect }
#: file modules/x/lib/puppet/functions/size.rb
#| Puppet::Functions.create_function(:size) { }
# Without a dispatch the method of the function's name is called.
x::y(1)
#=> 2

[shout('x'), call('shout', 'y')]
#=> ['X', 'Y']

# Calls are checked like those of all functions.
$a = shout('')
#=> error 1:6: Evaluation Error: Error while evaluating a Function Call, 'shout' parameter 'text' expects a String[1] value, got String

x::y()
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, 'x::y' expects 1 argument, got none

# Functions for Puppet 3 receive the values of Puppet 3.
[old(undef), old([undef, /a/, SemVer('1.0.0')])]
#=> ['[""]', '[[nil, "/a/", "1.0.0"]]']

old()
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, old(): Wrong number of arguments given (0 for 1)

# A file must define the function of its name.
x::other()
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, The code loaded from modules/x/lib/puppet/functions/x/other.rb produced mis-matched name, expected 'x::other', got x::another

# Built-in functions do not run Ruby.
size('abc')
#=> 3

x::z(1)
#=> error 1:1: Evaluation Error: Unknown function: 'x::z'.

#--- ruby-templates evaluate reference=differs
# Templates with Ruby code run.
inline_template('<%= 1 + 2 %>', '<%# a comment %>!')
#=> '3!'

# Variables are instance variables; an unset one is nil.
$port = 80
inline_template('<%= @port + 1 %> <%= @nothing.inspect %>')
#=> '81 nil'

# Missing methods are errors of the call.
inline_template('<%= @nothing.upcase %>')
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, Failed to parse inline template: undefined method `upcase' for nil:NilClass

# Functions of Puppet are called through the scope.
inline_template('<%= scope.call_function("join", [["a", "b"], "-"]) %>')
#=> 'a-b'

# Methods and constants of one template are visible to later ones.
inline_template('<% def shout(text) = text.upcase + "!" %>')
inline_template('<%= shout("hey") %>')
#=> 'HEY!'

#--- ruby-resource-types evaluate reference=differs
#: file modules/x/lib/puppet/type/vhost.rb
#| Puppet::Type.newtype(:vhost) { newparam(:name); newproperty(:port) }
#: file modules/x/manifests/vhost.pp
#| define x::vhost { }
# Resource types in Ruby are known to expressions.
vhost { 'a': port => 80 }
[Vhost['a']['port'], defined(Vhost), defined('vhost'), defined(Vhost['a']), defined(Vhost['b'])]
#=> [80, true, true, true, false]

# Their key attributes identify resources.
vhost { 'a': }
vhost { 'b': name => 'a' }
#=> error 2:1: Evaluation Error: Error while evaluating a Resource Statement, Cannot alias Vhost[b] to ["a"] at (line: 2); resource ["Vhost", "a"] already declared

vhosts { 'a': }
#=> error 1:1: Evaluation Error: Error while evaluating a Resource Statement, Unknown resource type: 'vhosts'

#--- described-resource-types evaluate reference=differs
#: file .resource_types/vhost.pp
#| Puppet::Resource::ResourceType3.new(
#|   'vhost',
#|   [
#|     # Whether it is there.
#|     Puppet::Resource::Param(Enum['present', 'absent'], 'ensure')
#|   ],
#|   [
#|     Puppet::Resource::Param(Any, 'site', true),
#|     Puppet::Resource::Param(Any, 'port', true)
#|   ],
#|   {
#|     /^([^:]+):(\d+)$/ => ['site', 'port'],
#|     /(?m-ix:(.*))/ => ['site']
#|   },
#|   true,
#|   false)
#: file .resource_types/role.pp
#| Puppet::Resource::ResourceType3.new('role', [], [
#|   Puppet::Resource::Param(Any, 'user', true),
#|   Puppet::Resource::Param(Any, 'project', true)],
#|   { /^(.*)@(.*)$/ => ['user', 'project'] })
#: file .resource_types/broken.pp
#| Puppet::Resource::ResourceType3.new(
#|   'broken',
#|   [Param(Any, 'ensure')])
#: file .resource_types/file.pp
#| Puppet::Resource::ResourceType3.new('file')
#: file modules/x/lib/puppet/type/vhost.rb
#| Puppet::Type.newtype(:vhost) { }
# Types that are described in files have attributes, keys and title patterns.
vhost { 'a:80': ensure => present }
[Vhost['a:80']['ensure'], Vhost['a:80']['port'], defined(Vhost)]
#=> ['present', undef, true]

# As in the reference, values are not checked.
vhost { 'a:80': ensure => 'whatever' }
#8=> [Vhost['a:80']]
#draft=> Vhost['a:80']

vhost { 'a:80': esnure => present }
#=> error 1: no parameter named 'esnure' (line: 1) on Vhost[a:80]

vhost { 'a:80': }
vhost { 'x': site => 'a', port => '80' }
#=> error 2:1: Evaluation Error: Error while evaluating a Resource Statement, Cannot alias Vhost[x] to ["80", "a"] at (line: 2); resource ["Vhost", "80", "a"] already declared

role { 'ann@web': }
role { 'ann': }
#=> error 2:1: Evaluation Error: Error while evaluating a Resource Statement, No set of title patterns matched the title "ann".

broken { 'a': }
#=> error 1:1: Evaluation Error: Error while evaluating a Resource Statement, The resource type needs attributes made by Puppet::Resource::Param(Type, 'name'), got <Param(Any, 'ensure')> (file: .resource_types/broken.pp, line: 3)

# Types of Puppet itself cannot be described again.
file { '/a': mode => '0644' }
File['/a']['mode']
#=> '0644'
