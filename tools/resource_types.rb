#!/usr/bin/env ruby
# frozen_string_literal: true

# Asks the installed Puppet what its resource types are like.
#
#   tools/resource_types.rb table                  its own types, as a table in Rust
#   tools/resource_types.rb table --modules DIR    those of the modules in a folder
#   tools/resource_types.rb answers --modules DIR  questions about all of them, with answers
#
# A line of `answers` is a question and its answer, with tabs between the parts:
#
#   types                            the names of all types
#   metaparameters                   the names of all, with direction and refresh of relationships
#   TYPE attributes                  names, `!` marks properties
#   TYPE keys                        the key attributes
#   TYPE isomorphic                  true or false
#   TYPE ensurable                   true or false
#   TYPE has NAME                    whether the type takes an attribute of that name
#   TYPE title TITLE                 the attributes that the title sets, or the error
#
# Whichever `puppet` is first on Ruby's load path answers: set RUBYLIB to ask another version.

require 'json'
require 'optparse'
require 'tmpdir'
require 'puppet'

TITLES = [
  '', 'a', 'name', 'two words', '/', '//', '///', '/etc/motd', '/etc/', '/etc/ssh///', 'etc/motd/',
  'C:/', 'C://', 'C:/Windows', 'C:/Windows/', 'C:\\Windows\\', '//server/share/', 'C:', ':/', 'a:/b:/',
  "line\nbreak", "line\n/break/", "end\n", "/etc/\n", "/\n\n", "\n", "\n/", 'host@ssh-rsa', 'a@b@c', '@', 'host@',
  '@rsa', "a@b\nc@d", "a\nb@c", 'rpool/home', 'user name', 'ünïcode/', '日本@鍵', "tab\there/", '100%', 'a/b',
  'nginx=1.2', 'apt::nginx', 'x' * 200, '/' * 60, '[file]', '"quoted"', '$HOME/bin/', ' / ', '/ '
].freeze

# Names that are an attribute of few types or of none.
NAMES = ['title', 'Name', 'NAME', 'Ensure', 'namevar', 'loglevels', 'tags', 'export', '', 'ünïcode', 'path '].freeze

def types_in(folder)
  Dir.glob(File.join(folder, 'puppet/type/*.rb')).map { |file| File.basename(file, '.rb') }.sort
end

def own_types
  types_in($LOAD_PATH.find { |folder| File.exist?(File.join(folder, 'puppet/type.rb')) })
end

# The names of modules with those of their types.
def modules(folder)
  Dir.children(folder).sort.to_h { |name| [name, types_in(File.join(folder, name, 'lib'))] }
end

def type(name)
  Puppet::Type.type(name) || raise("no type #{name}")
end

# A Rust string without escapes.
def raw(text)
  text.include?('"') ? "r#\"#{text}\"#" : "r\"#{text}\""
end

# Words in a Rust string of several lines.
def words(names)
  lines = names.join(' ').scan(/\S.{0,77}(?=\s|$)/)
  "\"#{lines.join(" \\\n        ")}\""
end

def pattern(regexp, targets)
  raise 'a title pattern changes what it captures' if targets.any? { |target| target.length > 1 }

  names = targets.map(&:first)
  return "whole_title(#{names.first.to_s.to_json})" if regexp == /(.*)/m && names.length == 1

  options = { 0 => 'NO_OPTIONS', Regexp::MULTILINE => 'MULTI_LINE' }.fetch(regexp.options)
  "pattern(#{raw(regexp.source.gsub('\/', '/'))}, #{options}, #{words(names)})"
end

def definition(name)
  type = type(name)
  <<~RUST

    const #{name.upcase}: Definition = Definition {
        name: #{name.to_json},
        properties: #{words(type.properties.map(&:name))},
        parameters: #{words(type.parameters)},
        key_attributes: #{words(type.key_attributes)},
        title_patterns: &[#{type.title_patterns.map { |regexp, targets| pattern(regexp, targets) }.join(', ')}],
        is_isomorphic: #{type.isomorphic?},
    };
  RUST
end

# The module's documentation and imports, the list of types and each of them.
def table(names, arguments, about)
  types = names.map { |name| definition(name) }.join
  imports = %w[Definition MULTI_LINE NO_OPTIONS pattern whole_title].select { |name| types =~ /\b#{name}\b(?!:)/ }
  puts <<~RUST
    #{about.gsub(/^/, '//! ')}
    //!
    //! Written by `tools/resource_types.rb table#{arguments}`, which asks the reference;
    //! `tools/README.md` says how to do that again and to compare.

    use super::definition::{#{imports.join(', ')}};

    /// All of them.
    pub(super) const TYPES: &[Definition] = &[#{names.map(&:upcase).join(', ')}];
    #{types}
  RUST
end

# The names of modules with their versions, a line each.
def versions(folder)
  modules(folder).keys.map do |name|
    metadata = JSON.parse(File.read(File.join(folder, name, 'metadata.json')))
    "- `#{name}` #{metadata['version']}"
  end
end

def escape(text)
  text.gsub(/[\\\n\t]/, '\\' => '\\\\', "\n" => '\n', "\t" => '\t')
end

def answer(*parts)
  puts parts.map { |part| escape(part.to_s) }.join("\t")
end

def parse_title(type, title)
  resource = Puppet::Resource.new(type, 'any')
  resource.define_singleton_method(:title) { title }
  resource.send(:parse_title).map { |name, value| value.nil? ? name.to_s : "#{name}=#{value}" }.join(' ')
rescue Puppet::Error => e
  "! #{e.message}"
end

def metaparameter(name)
  parameter = Puppet::Type.metaparamclass(name)
  return name.to_s unless parameter < Puppet::Type::RelationshipMetaparam

  "#{name}:#{parameter.direction}#{':refresh' if parameter.callback}"
end

def answers_of(name, candidates)
  type = type(name)
  properties = type.properties.map(&:name)
  answer(name, 'attributes', (properties.map { |property| "#{property}!" } + type.parameters).join(' '))
  answer(name, 'keys', type.key_attributes.join(' '))
  answer(name, 'isomorphic', type.isomorphic?)
  answer(name, 'ensurable', !!type.validproperty?(:ensure))
  candidates.each { |candidate| answer(name, 'has', candidate, type.valid_parameter?(candidate.to_sym)) }
  TITLES.each { |title| answer(name, 'title', title, parse_title(type, title)) }
end

def answers(names)
  answer('types', names.sort.join(' '))
  answer('metaparameters', Puppet::Type.metaparams.map { |name| metaparameter(name) }.join(' '))
  candidates = names.flat_map { |name| type(name).allattrs.map(&:to_s) } | NAMES
  names.each { |name| answers_of(name, candidates) }
end

folder = nil
command = OptionParser.new { |options| options.on('--modules DIR') { |value| folder = value } }.parse(ARGV).first
Dir.mktmpdir do |state|
  Puppet.initialize_settings(['--confdir', state, '--vardir', state])
  environment = Puppet::Node::Environment.create(:production, [folder].compact)
  Puppet.push_context(Puppet.base_context(Puppet.settings).merge(current_environment: environment))
  of_modules = folder ? modules(folder).values.flatten.sort : []
  case command
  when 'table'
    if folder
      about = "The resource types of modules that the agent brings along:\n\n#{versions(folder).join("\n")}"
      table(of_modules, ' --modules DIR', about)
    else
      table(own_types, '', "The resource types of OpenVox #{Puppet.version}.")
    end
  when 'answers' then answers(own_types + of_modules)
  else abort('table or answers?')
  end
end
