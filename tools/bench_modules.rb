#!/usr/bin/env ruby
# frozen_string_literal: true

# Compiles environments with real modules in the reference, for `bench_modules.py`. Lines of standard
# input are requests `{"directory", "modulepath", "facts", "nodes"}`; each is answered with a line
# `{"cold", "warm", "resources"}`: CPU seconds from a fresh environment to the JSON of its first catalog, CPU
# seconds for each further node, and the number of resources of the first.
#
# Every environment is compiled in a process of its own. RUBYLIB chooses the version.

require 'json'
require 'tmpdir'
require 'puppet'

SCRATCH = Dir.mktmpdir
Puppet.initialize_settings(['--confdir', SCRATCH, '--vardir', SCRATCH])
Puppet[:strict] = :warning
Puppet[:strict_variables] = false
Puppet::Util::Log.define_singleton_method(:newmessage) { |_| }

def compile(environment, loaders, name, values)
  facts = Puppet::Node::Facts.new(name, values)
  node = Puppet::Node.new(name, environment: environment, facts: facts)
  node.merge(facts.values)
  node.add_server_facts({})
  context = {
    current_environment: environment, environments: Puppet::Environments::Static.new(environment),
    loaders: loaders, rich_data: true
  }
  Puppet.override(context, 'benchmark') do
    catalog = Puppet::Parser::Compiler.compile(node)
    JSON.generate(catalog.filter(&:virtual?).to_data_hash)
    catalog.resources.size
  end
end

def timed
  GC.start
  start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  result = yield
  [Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start, result]
end

def answer(request)
  modules = [File.join(request['directory'], 'modules'), *request['modulepath']]
  environment = Puppet::Node::Environment.create(:production, modules, File.join(request['directory'], 'manifests'))
  environment.each_plugin_directory { |folder| $LOAD_PATH << folder }
  loaders = Puppet::Pops::Loaders.new(environment)
  first, *others = request['nodes']
  cold, resources = timed { compile(environment, loaders, first, request['facts']) }
  warm, = timed { others.each { |name| compile(environment, loaders, name, request['facts']) } }
  { 'cold' => cold, 'warm' => others.empty? ? nil : warm / others.size, 'resources' => resources }
rescue StandardError => e
  { 'error' => e.message }
end

$stdout.sync = true
$stdin.each_line do |line|
  child = fork do
    puts JSON.generate(answer(JSON.parse(line)))
    $stdout.flush
    exit!
  end
  Process.wait(child)
end
FileUtils.rm_rf(SCRATCH)
