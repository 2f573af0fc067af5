#!/usr/bin/env ruby
# frozen_string_literal: true

# Compiles catalogs in the installed Puppet, for `bench_catalog.py`. Lines of standard input are
# directories of environments; each is answered with a line of the directory, the seconds from a fresh
# environment to its catalog, the number of resources and the bytes by which the process grew, with
# tabs between. Seconds are empty when the reference takes too long, and say "error" when it breaks.
#
# Every environment is compiled in a process of its own, which begins with all of Puppet loaded and one
# catalog compiled. Whichever `puppet` is first on Ruby's load path answers: set RUBYLIB to ask another.

require 'timeout'
require 'tmpdir'
require 'puppet'

PATIENCE = Integer(ENV.fetch('PATIENCE', '120'))
# Measurements below these seconds are repeated, for the best time.
QUICK = 5

folder = Dir.mktmpdir
Puppet.initialize_settings(['--confdir', folder, '--vardir', folder])
Puppet[:strict] = :error
Puppet[:strict_variables] = true
Puppet::Util::Log.define_singleton_method(:newmessage) { |_| }

FACTS = {
  'networking' => { 'fqdn' => 'node.example.com', 'hostname' => 'node' },
  'os' => { 'family' => 'Debian', 'name' => 'Debian', 'release' => { 'major' => '12' } },
}.freeze

def compile(directory)
  environment = Puppet::Node::Environment.create(
    :production, [File.join(directory, 'modules')], File.join(directory, 'manifests')
  )
  facts = Puppet::Node::Facts.new('node.example.com', FACTS)
  node = Puppet::Node.new('node.example.com', environment: environment, facts: facts)
  node.add_server_facts({})
  node.merge(facts.values)
  loaders = Puppet::Pops::Loaders.new(environment)
  Puppet.override({ current_environment: environment, loaders: loaders }, 'benchmark') do
    Puppet::Parser::Compiler.compile(node)
  end
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

def answer(directory)
  GC.start
  before = resident
  seconds, catalog = Timeout.timeout(PATIENCE) { timed { compile(directory) } }
  GC.start
  growth = resident - before
  2.times do
    break if seconds > QUICK
    GC.start
    again, = timed { compile(directory) }
    seconds = [seconds, again].min
  end
  [directory, format('%.6f', seconds), catalog.resources.size, growth]
rescue Timeout::Error
  [directory, '', '', '']
rescue StandardError => e
  [directory, 'error', e.message.lines.first.to_s.strip, '']
end

WARM = <<~PUPPET
  define warm($x = 1) { notify { "w${title}": message => "m ${x}" } }
  class warmed($y = 2) { warm { 'a': x => $y } @file { '/w': tag => 'w' } File <| tag == 'w' |> }
  class parent { File { mode => '0600' } user { 'u': ensure => present } package { 'p': ensure => installed } }
  class child inherits parent { User['u'] { home => '/', groups +> 'g' } service { 's': ensure => running } }
  include warmed, child
  @group { 'g': }
  realize(Group['g'])
  create_resources('notify', { 'c' => { 'message' => 'm' } })
  Notify['wa'] -> File['/w'] ~> Service <| |>
  Package['p'] -> [1, 2].map |$i| { notify { "n${i}": require => User['u'] } }
PUPPET
warm = File.join(folder, 'warm')
FileUtils.mkdir_p([File.join(warm, 'modules'), File.join(warm, 'manifests')])
File.write(File.join(warm, 'manifests', 'site.pp'), WARM)
compile(warm)

$stdout.sync = true
$stdin.each_line(chomp: true) do |directory|
  child = fork do
    puts answer(directory).join("\t")
    $stdout.flush
    exit!
  end
  Process.wait(child)
end
FileUtils.rm_rf(folder)
