#!/usr/bin/env ruby
# frozen_string_literal: true

# Compiles classes of modules in the reference, for `compare_modules.py`. The argument is a JSON file
# of settings:
#
#   {"modulepath": [DIR…], "strict": "error", "strict_variables": true, "server_facts": {…},
#    "fact_sets": {NAME: {"node": …, "facts": {…}}}, "patience": SECONDS}
#
# Lines of standard input are requests `{"id": …, "directory": ENVIRONMENT}`; each is answered, in order,
# with one line for each fact set: `{"id", "facts", "seconds"}` and "catalog" (wire format), "error"
# (the message that ended the compilation) or "crash" (the reference took too long or ended), and "files",
# which Ruby code wrote into the cache directory, if there are any.
#
# Every request is answered by a process of its own, so no class sees functions that another one has
# loaded. It begins with Puppet and the resource types of all modules loaded, which the reference keeps
# for a whole process anyhow, and with one catalog compiled. The `lib` folders of modules are on Ruby's
# load path, as `puppet apply` has them. RUBYLIB chooses the version of the reference.

require 'json'
require 'timeout'
require 'tmpdir'

# An installed Puppet must not lend its files to the one that RUBYLIB names.
first = $LOAD_PATH.find { |folder| File.exist?(File.join(folder, 'puppet.rb')) }
$LOAD_PATH.reject! { |folder| folder != first && File.exist?(File.join(folder, 'puppet.rb')) }

require 'puppet'

SETTINGS = JSON.parse(File.read(ARGV.fetch(0)))
SCRATCH = Dir.mktmpdir

def prepare
  Puppet.initialize_settings(['--confdir', SCRATCH, '--vardir', SCRATCH])
  Puppet[:strict] = SETTINGS.fetch('strict').to_sym
  Puppet[:strict_variables] = SETTINGS.fetch('strict_variables')
  Puppet::Util::Log.define_singleton_method(:newmessage) { |_| }
end

def new_environment(directory)
  modules = [File.join(directory, 'modules'), *SETTINGS.fetch('modulepath')]
  Puppet::Node::Environment.create(:production, modules, File.join(directory, 'manifests'))
end

def new_node(environment, set)
  name = set.fetch('node')
  hostname, domain = name.split('.', 2)
  facts = Puppet::Node::Facts.new(name, set.fetch('facts'))
  node = Puppet::Node.new(name, environment: environment, facts: facts)
  node.trusted_data = {
    'authenticated' => 'remote', 'certname' => name, 'extensions' => {},
    'hostname' => hostname, 'domain' => domain, 'external' => {}
  }
  node.merge(facts.values)
  node.add_server_facts(SETTINGS.fetch('server_facts'))
  node
end

def within(environment, &block)
  context = {
    current_environment: environment, environments: Puppet::Environments::Static.new(environment),
    loaders: Puppet::Pops::Loaders.new(environment), rich_data: true
  }
  Puppet.override(context, 'comparison', &block)
end

def compile(directory, set)
  environment = new_environment(directory)
  within(environment) do
    catalog = Puppet::Parser::Compiler.compile(new_node(environment, set))
    catalog.filter(&:virtual?).to_data_hash
  end
end

def outcome(directory, set)
  { 'catalog' => compile(directory, set) }
rescue StandardError, ScriptError, SystemStackError => e
  { 'error' => e.message }
end

def answer(request)
  SETTINGS.fetch('fact_sets').map do |name, set|
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    result = outcome(request.fetch('directory'), set)
    seconds = (Process.clock_gettime(Process::CLOCK_MONOTONIC) - start).round(4)
    JSON.generate({ 'id' => request['id'], 'facts' => name, 'seconds' => seconds }.merge(result))
  end
end

# The answers of a forked process, or of its end.
def guarded(request)
  reader, writer = IO.pipe
  child = fork do
    reader.close
    writer.write(answer(request).join("\n"))
    writer.close
    exit!
  end
  writer.close
  lines = Timeout.timeout(SETTINGS.fetch('patience')) { reader.read }.split("\n")
  Process.wait(child)
  files = take_written_files
  lines.empty? ? crashes(request, 'process ended') : lines.map { |line| with_files(line, files) }
rescue Timeout::Error
  Process.kill('KILL', child)
  Process.wait(child)
  take_written_files
  crashes(request, 'timeout')
end

# The files that the compilation wrote into the cache directory, which are removed for the next one.
def take_written_files
  written = Dir.glob('**/*', base: SCRATCH).select { |name| File.file?(File.join(SCRATCH, name)) } - KEPT_FILES
  written.to_h do |name|
    path = File.join(SCRATCH, name)
    text = File.read(path)
    File.delete(path)
    [name, text]
  end
end

def with_files(line, files)
  files.empty? ? line : JSON.generate(JSON.parse(line).merge('files' => files))
end

def crashes(request, reason)
  SETTINGS.fetch('fact_sets').keys.map do |name|
    JSON.generate({ 'id' => request['id'], 'facts' => name, 'seconds' => 0, 'crash' => reason })
  end
end

WARM = <<~PUPPET
  define warm($x = 1) { notify { "w${title}": message => "m ${x}" } }
  class warmed($y = 2) { warm { 'a': x => $y } @file { '/w': tag => 'w' } File <| tag == 'w' |> }
  include warmed
  package { 'p': ensure => installed }
  user { 'u': ensure => present }
  exec { '/bin/true': }
  service { 's': ensure => running }
PUPPET

def warm_up
  directory = File.join(SCRATCH, 'production')
  FileUtils.mkdir_p([File.join(directory, 'modules'), File.join(directory, 'manifests')])
  File.write(File.join(directory, 'manifests', 'site.pp'), WARM)
  environment = new_environment(directory)
  environment.each_plugin_directory { |folder| $LOAD_PATH << folder }
  Facter.value(:os)
  load_types(environment)
  compile(directory, SETTINGS.fetch('fact_sets').values.first)
end

# A type that does not load is left to the classes that use it.
def load_types(environment)
  within(environment) do
    environment.each_plugin_directory do |folder|
      Dir[File.join(folder, 'puppet/type/*.rb')].sort.each do |file|
        Puppet::Type.type(File.basename(file, '.rb').to_sym)
      rescue StandardError, ScriptError
        nil
      end
    end
  end
end

prepare
warm_up
KEPT_FILES = Dir.glob('**/*', base: SCRATCH)
$stdout.sync = true
puts JSON.generate('version' => Puppet.version, 'ruby' => RUBY_VERSION)
$stdin.each_line { |line| puts guarded(JSON.parse(line)) }
FileUtils.rm_rf(SCRATCH)
