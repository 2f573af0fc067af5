#!/usr/bin/env ruby
# frozen_string_literal: true

# Looks up data in the installed Puppet, for `bench_lookup.py`. Lines of standard input are a directory of an
# environment and a number of nodes, with a tab between; each is answered with a line of the directory, the
# seconds from a fresh environment to the catalogs of all nodes, the seconds for one node more, a digest of
# what was found, and the bytes by which the process grew, with tabs between. Seconds are empty when the
# reference takes too long, and say "error" when it breaks.
#
# Every line is worked on in a process of its own, which begins with all of Puppet loaded and data looked up
# once. Whichever `puppet` is first on Ruby's load path answers: set RUBYLIB to ask another.

require 'timeout'
require 'tmpdir'
require 'puppet'

PATIENCE = Integer(ENV.fetch('PATIENCE', '600'))

FOLDER = Dir.mktmpdir
Puppet.initialize_settings(['--confdir', FOLDER, '--vardir', FOLDER])
Puppet[:strict] = :error
Puppet[:strict_variables] = true
Puppet[:environment_timeout] = 'unlimited'
Puppet::Util::Log.define_singleton_method(:newmessage) { |_| }


# The message of the one notice in a node's catalog.
def found(environment, number)
  name = "node#{number}.example.com"
  facts = Puppet::Node::Facts.new(name, { 'number' => number, 'role' => "role#{number % 10}", 'os' => { 'family' => 'Debian' } })
  node = Puppet::Node.new(name, environment: environment, facts: facts)
  node.add_server_facts({})
  node.trusted_data = { 'authenticated' => 'remote', 'certname' => name, 'extensions' => {} }
  node.merge(facts.values)
  catalog = Puppet::Parser::Compiler.compile(node)
  catalog.resources.find { |resource| resource.type == 'Notify' }[:message].to_s
end

# Environments know their directory by where they were loaded from.
def in_environment(directory)
  environments = Puppet::Environments::Cached.new(Puppet::Environments::Directories.new(File.dirname(directory), []))
  Puppet.override(environments: environments) do
    environment = environments.get!(File.basename(directory))
    loaders = Puppet::Pops::Loaders.new(environment)
    Puppet.override(current_environment: environment, loaders: loaders) { yield environment }
  end
end

DIGEST = 0xcbf29ce484222325

# FNV-1a, which is soon written in any language.
def digest_of(sum, text)
  text.each_byte.reduce(sum) { |hash, byte| ((hash ^ byte) * 0x100000001b3) & 0xffffffffffffffff }
end

def timed
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  result = yield
  [Process.clock_gettime(Process::CLOCK_MONOTONIC) - start, result]
end

def resident
  Integer(File.read('/proc/self/statm').split[1]) * 4096
rescue Errno::ENOENT
  0
end

def answer(directory, nodes)
  GC.start
  before = resident
  Timeout.timeout(PATIENCE) do
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    in_environment(directory) do |environment|
      digest = nodes.times.reduce(DIGEST) { |sum, number| digest_of(sum, found(environment, number)) }
      seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
      again, = timed { found(environment, 0) }
      GC.start
      return [directory, format('%.6f', seconds), format('%.6f', again), digest, resident - before]
    end
  end
rescue Timeout::Error
  [directory, '', '', '', '']
rescue StandardError => e
  [directory, 'error', e.message.lines.first.to_s.strip, '', '']
end

warm = File.join(FOLDER, 'warm')
FileUtils.mkdir_p([File.join(warm, 'data'), File.join(warm, 'manifests')])
File.write(File.join(warm, 'hiera.yaml'), "version: 5\nhierarchy: [{name: a, path: a.yaml}, {name: b, path: '%{role}.yaml'}]\n")
File.write(File.join(warm, 'data', 'a.yaml'), "k: {a: ['%{role}']}\nlookup_options: {k: {merge: deep}}\n")
File.write(File.join(warm, 'data', 'role0.yaml'), "k: {a: [1], b: 1}\n")
File.write(File.join(warm, 'manifests', 'site.pp'), "notify { 'found': message => \"${length(lookup('k'))}\" }\n")
in_environment(warm) { |environment| found(environment, 0) }

$stdout.sync = true
$stdin.each_line(chomp: true) do |line|
  directory, nodes = line.split("\t")
  child = fork do
    puts answer(directory, Integer(nodes)).join("\t")
    $stdout.flush
    exit!
  end
  Process.wait(child)
end
FileUtils.rm_rf(FOLDER)
