# Lists the constants of the reference that Ruby code of modules may name, with the methods of the
# classes that Pupa has, so that a missing one is reported as missing and not as a mistake.
#
#   ruby -I OPENVOX/lib tools/puppet_api.rb > crates/pupa-ruby/src/puppet/reference_names.txt
#
# One line per constant: its name, then methods of instances with `#`, those of the class with `.`.
require 'puppet'
require 'puppet/pops'
require 'puppet/parser'
require 'semantic_puppet'
require 'facter'

LIBRARY = $LOAD_PATH.find { |path| File.exist?(File.join(path, 'puppet/version.rb')) }
FILES = Dir.chdir(LIBRARY) { Dir['puppet/**/*.rb'] }.sort
# Files with effects when they are loaded, or that need other systems.
SKIPPED = %r{\Apuppet/(application|face|provider|type|reports|network|indirector|http|ssl|x509|vendor|
  test|reference|forge|module_tool|generate|interface|transaction|functions|parser/functions|gettext|
  configurer|daemon|feature|agent|graph|syntax_checkers|ffi|util/(windows|command_line|at_fork|rdoc|
  nagios_maker|selinux|suidmanager|ldap|instance_loader|monkey))}x

# Modules whose constants are listed; of all others only the name is.
OPEN = /\A(Puppet|SemanticPuppet|Facter|
  Puppet::(Util|Pops|Parser|Node|Resource|FileServing|FileSystem|DataBinding|Module|Context|DataTypes)|
  Puppet::Parser::(Scope|Resource)|
  Puppet::Pops::(Types|Lookup|Evaluator|Serialization|Loader|Time)|
  Puppet::Util::(Json|Yaml|Execution|Logging|Platform|Checksums)|
  Puppet::Pops::Types::(PSensitiveType|PBinaryType|Iterable)|SemanticPuppet::\w+)\z/x

# Classes whose methods are listed.
KNOWN = /\A(Puppet|Facter|SemanticPuppet::\w+|
  Puppet::(Util|Settings|FileSystem|Module|Resource|Node|DataBinding)|
  Puppet::Util::(Errors|Logging|Log|Package|Json|Yaml|Checksums|Platform|Execution|Feature)|
  Puppet::FileServing::(Content|Metadata)|Puppet::Parser::(Files|Scope|Resource|Compiler)|
  Puppet::Resource::(Catalog|Type|TypeCollection)|Puppet::Node::(Facts|Environment)|
  Puppet::Pops::(PuppetStack|Loaders)|Puppet::Pops::Loader::Loader|
  Puppet::Pops::Serialization::(ToDataConverter|FromDataConverter)|
  Puppet::Pops::Lookup::Context|Puppet::Pops::Evaluator::Runtime3ResourceSupport|
  Puppet::Pops::Time::\w+|
  Puppet::Pops::Types::(P\w+Type|Type\w+|Iterable|Iterator|StringConverter|PSensitiveType::Sensitive|
    PBinaryType::Binary))\z/x

def methods_of(mod)
  own = mod.public_instance_methods(false).map { |name| "##{name}" }
  (own + mod.singleton_methods(false).map { |name| ".#{name}" }).grep_v(/[#.]_/).sort
end

def list(mod, name, known)
  return if known.key?(mod)

  known[mod] = true
  puts [name, *(methods_of(mod) if name.match?(KNOWN))].join(' ')
  return unless name.match?(OPEN)

  mod.constants(false).sort.each do |constant|
    value = mod.const_get(constant)
    full = "#{name}::#{constant}"
    value.is_a?(Module) ? list(value, full, known) : puts(full)
  rescue StandardError, LoadError
    puts full
  end
end

FILES.grep_v(SKIPPED).each do |file|
  require file.delete_suffix('.rb')
rescue Exception # rubocop:disable Lint/RescueException
  next
end
[Puppet, SemanticPuppet, Facter].each { |mod| list(mod, mod.name, {}) }
