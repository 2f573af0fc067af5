#!/usr/bin/env ruby
# frozen_string_literal: true

# Records what the reference makes of small environments, for `tests/data/catalogs`.
#
#   tools/record_catalogs.rb FACTS.json < cases.jsonl > records.jsonl
#
# A line of standard input is a case: {"id": …, "files": {PATH: TEXT}}. A line of standard output is the
# case with "expect": the catalog, or the error. Each case is compiled for the node of the facts in a process
# of its own. Cases without an answer are named on standard error: the reference takes too long, or makes
# a catalog that JSON does not know. RUBYLIB chooses the version of the reference.

require 'fileutils'
require 'json'
require 'timeout'
require 'tmpdir'
require 'puppet'

NODE = 'web01.example.com'
PATIENCE = 30
FACTS = JSON.parse(File.read(ARGV.fetch(0)))
HOME = Dir.mktmpdir

Puppet.initialize_settings(['--confdir', HOME, '--vardir', HOME])
Puppet[:strict] = :error
Puppet[:strict_variables] = true
Puppet::Util::Log.define_singleton_method(:newmessage) { |_| }

def new_node(environment)
  node = Puppet::Node.new(NODE, environment: environment, facts: Puppet::Node::Facts.new(NODE, FACTS))
  hostname, domain = NODE.split('.', 2)
  node.trusted_data = {
    'authenticated' => 'remote', 'certname' => NODE, 'extensions' => {}, 'hostname' => hostname, 'domain' => domain,
    'external' => {}
  }
  node.merge(FACTS)
  node
end

# The environments of a server that has only one.
def environments(environment, directory)
  all = Puppet::Environments::Static.new(environment)
  configuration = Puppet::Settings::EnvironmentConf.load_from(directory, [])
  all.define_singleton_method(:get_conf) { |_| configuration }
  all
end

def compile(directory)
  modules = File.join(directory, 'modules')
  environment = Puppet::Node::Environment.create(:production, [modules], File.join(directory, 'manifests'))
  environment.each_plugin_directory { |folder| $LOAD_PATH << folder }
  context = {
    current_environment: environment, environments: environments(environment, directory),
    loaders: Puppet::Pops::Loaders.new(environment), rich_data: true
  }
  Puppet.override(context, 'recording') do
    Puppet::Parser::Compiler.compile(new_node(environment)).filter(&:virtual?).to_data_hash
  end
end

def resource(given)
  kept = given.slice('type', 'title', 'tags', 'exported', 'parameters', 'sensitive_parameters', 'file', 'line')
  kept['tags'] = kept['tags'].sort.uniq
  kept['parameters'] = kept['type'] == 'Class' && kept['title'] == 'Settings' ? {} : kept['parameters'] || {}
  kept['file'] = kept['file'].delete_prefix('%ENV%/') if kept['file']
  kept.compact
end

# The parts of a catalog that are compared, in an order of their own.
def catalog(given)
  {
    'name' => given['name'], 'environment' => given['environment'],
    'resources' => given['resources'].map { |one| resource(one) }.sort_by { |one| one.values_at('type', 'title') },
    'edges' => given['edges'].map { |edge| edge.values_at('source', 'target') }.sort,
    'classes' => given['classes']
  }
end

def expectation(files)
  Dir.mktmpdir do |folder|
    directory = File.join(File.realpath(folder), 'production')
    FileUtils.mkdir_p([File.join(directory, 'modules'), File.join(directory, 'manifests')])
    files.each do |path, text|
      file = File.join(directory, path)
      FileUtils.mkdir_p(File.dirname(file))
      File.write(file, text)
    end
    wire = begin
      { 'catalog' => compile(directory) }
    rescue StandardError, ScriptError, SystemStackError => e
      { 'error' => e.message }
    end
    answer = JSON.parse(JSON.generate(wire).gsub(directory, '%ENV%'))
    answer['catalog'] = catalog(answer['catalog']) if answer['catalog']
    answer
  end
end

def recorded(given)
  reader, writer = IO.pipe
  child = fork do
    reader.close
    writer.write(JSON.generate(expectation(given['files'])))
    writer.close
    exit!
  rescue StandardError => e
    warn "#{given['id']}: #{e.message}"
    exit!
  end
  writer.close
  answer = Timeout.timeout(PATIENCE) { reader.read }
  Process.wait(child)
  answer.empty? ? nil : JSON.parse(answer)
rescue Timeout::Error
  Process.kill(:KILL, child)
  Process.wait(child)
  warn "#{given['id']}: takes too long"
end

expectation('manifests/site.pp' => "notify { 'warm': }")
$stdout.sync = true
$stdin.each_line do |line|
  given = JSON.parse(line)
  expect = recorded(given)
  puts JSON.generate(given.slice('id', 'files').merge('node' => NODE, 'expect' => expect)) if expect
end
FileUtils.rm_rf(HOME)
