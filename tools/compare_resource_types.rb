#!/usr/bin/env ruby
# frozen_string_literal: true

# Compares the resource types in Ruby of the modules in some folders with the descriptions of
# `pupa resource-types --format json`: whether they load, their documentation, attributes with kinds,
# values and features, key attributes and title patterns.
#
#   pupa resource-types --format json --modulepath DIR[:DIR…] > types.json
#   tools/compare_resource_types.rb DIR[:DIR…] types.json
#
# Whichever `puppet` is first on Ruby's load path answers: set RUBYLIB to ask another version. Each
# type is loaded in a process of its own, as `puppet generate types` in a new process would; one that
# takes longer than PATIENCE is an error. Some types ask for facts, so the machine's facts are read once
# before.

require 'json'
require 'timeout'
require 'tmpdir'
require 'puppet'

# Seconds after which a type is said to hang.
PATIENCE = 30

FIELDS = %w[doc isomorphic key_attributes title_patterns features attributes].freeze

# Puppet as a server uses it: with the modules of the folder.
def with_modules(folders)
  Dir.mktmpdir do |home|
    Puppet.initialize_settings(['--confdir', home, '--vardir', home])
    environment = Puppet::Node::Environment.create(:production, folders)
    loaders = Puppet::Pops::Loaders.new(environment)
    Puppet.override(current_environment: environment, loaders: loaders) { yield }
  end
end

def scrub(text)
  Puppet::Util::Docs.scrub(text.to_s)
end

def values(attribute)
  collection = attribute.value_collection
  strings = collection.instance_variable_get(:@strings)
  names = strings.map { |value| { 'name' => value.name.to_s, 'aliases' => value.aliases.map(&:to_s) } }
  [names, collection.regexes]
end

def attribute(type, attribute, kind)
  names, patterns = values(attribute)
  {
    'name' => attribute.name.to_s,
    'kind' => kind,
    'namevar' => type.key_attributes.include?(attribute.name),
    'doc' => attribute.name == :provider ? nil : scrub(attribute.instance_variable_get(:@doc)),
    'values' => names,
    'patterns' => patterns,
    'required_features' => (attribute.required_features || []).flatten.map(&:to_s),
    'required' => attribute.required? ? true : false
  }
end

def title_patterns(type)
  type.title_patterns.map do |regexp, targets|
    { 'pattern' => regexp.source.gsub('\/', '/'), 'attributes' => targets.map { |target| target.first.to_s } }
  end
rescue Puppet::DevError
  nil
end

def describe(type)
  attributes = type.properties.map { |property| attribute(type, property, 'property') }
  attributes += type.instance_variable_get(:@parameters).map { |one| attribute(type, one, 'parameter') }
  features = type.features.map { |name| { 'name' => name.to_s, 'doc' => scrub(type.provider_feature(name).docs) } }
  {
    'doc' => scrub(type.instance_variable_get(:@doc)),
    'isomorphic' => type.isomorphic? ? true : false,
    'key_attributes' => type.key_attributes.map(&:to_s),
    'title_patterns' => title_patterns(type),
    'features' => features,
    'attributes' => attributes
  }
end

# The description of a type, made in a process of its own.
def reference(name)
  reader, writer = IO.pipe
  child = fork do
    reader.close
    $stderr.reopen(File::NULL)
    answer = begin
      type = Puppet::Type.type(name)
      type ? describe(type) : { 'error' => 'nothing' }
    rescue Exception => e # rubocop:disable Lint/RescueException
      { 'error' => e.message }
    end
    writer.write(JSON.generate(answer))
    writer.close
    exit!(0)
  end
  writer.close
  answer = JSON.parse(Timeout.timeout(PATIENCE) { reader.read })
  Process.wait(child)
  answer
rescue Timeout::Error
  Process.kill(:KILL, child)
  Process.wait(child)
  { 'error' => "takes longer than #{PATIENCE} seconds" }
end

# The parts of Pupa's description that the reference has too.
def comparable(description)
  return { 'error' => description['error'] } if description['error']

  kept = description.slice(*FIELDS)
  kept['attributes'] = kept['attributes'].reject { |one| one['kind'] == 'metaparameter' }
  kept['attributes'] = kept['attributes'].map { |one| one.reject { |key, _| %w[default type].include?(key) } }
  kept['attributes'].each { |one| one['doc'] = nil if one['name'] == 'provider' }
  (kept['title_patterns'] || []).each { |one| one['pattern'] = one['pattern'].gsub('\/', '/') }
  kept
end

def differences(expected, actual)
  return [['error', expected['error'], actual['error']]] if expected['error'] || actual['error']

  (FIELDS - ['attributes']).reject { |field| expected[field] == actual[field] }
                           .map { |field| [field, expected[field], actual[field]] } +
    attribute_differences(expected['attributes'], actual['attributes'])
end

def attribute_differences(expected, actual)
  names = [expected, actual].map { |list| list.map { |one| one['name'] } }
  return [['attributes', *names]] unless names.uniq.length == 1

  expected.zip(actual).flat_map do |one, other|
    one.keys.reject { |key| one[key] == other[key] }
       .map { |key| ["#{one['name']}.#{key}", one[key], other[key]] }
  end
end

$stdout.sync = true
list, file = ARGV
folders = list.split(':')
described = JSON.parse(File.read(file)).to_h { |one| [one['name'], one] }
files = folders.flat_map { |folder| Dir.glob(File.join(folder, '*/lib/puppet/type/*.rb')) }
names = files.map { |path| File.basename(path, '.rb') }.uniq.sort
# As on a server, where all modules are on the load path.
$LOAD_PATH.concat(folders.flat_map { |folder| Dir.glob(File.join(folder, '*/lib')).sort })
Facter.value(:os)
same = 0
with_modules(folders) do
  names.each do |name|
    expected = reference(name)
    actual = comparable(described[name] || { 'error' => 'unknown' })
    is_same_error = expected['error'] && actual['error'] && actual['error'].end_with?(expected['error'])
    found = is_same_error ? [] : differences(expected, actual)
    same += 1 if found.empty?
    found.each { |field, one, other| puts "#{name} #{field}\n  reference: #{one.inspect}\n  pupa:      #{other.inspect}" }
  end
end
puts "#{same} of #{names.length} types are equal"
