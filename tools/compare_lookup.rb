#!/usr/bin/env ruby
# frozen_string_literal: true

# Runs `puppet lookup` over and over, for `compare_lookup.py`, without starting Ruby each time. A line of
# standard input is a JSON array of arguments; it is answered with a line of JSON:
#
#   code     the exit code
#   output   the text of standard output
#   errors   the text of standard error
#
# The first answer is for no question and says which version of the reference answers. Every command runs
# in a process of its own, which begins with Puppet's files loaded. Whichever `puppet` is first on Ruby's
# load path answers: set RUBYLIB to ask another.

require 'json'
require 'tempfile'
require 'timeout'
require 'tmpdir'
require 'puppet'
require 'puppet/util/command_line'
require 'puppet/application/lookup'

PATIENCE = 60
FOLDER = Dir.mktmpdir('lookup')
at_exit { FileUtils.rm_rf(FOLDER) if $PROCESS == Process.pid }
$PROCESS = Process.pid

# Facts of this machine are of no interest, and slow to find.
class NoFacts
  FACTS = { 'networking.fqdn' => 'server.example.com', 'networking.domain' => 'example.com',
            'networking.hostname' => 'server', 'networking.ip' => '192.0.2.1' }.freeze

  def value(name) = FACTS[name.to_s]
  def to_hash = {}
  def fact(_name) = nil
  def method_missing(*) = nil
  def respond_to_missing?(*) = true
end
Puppet.runtime[:facter] = NoFacts.new

def run(arguments)
  folders = %w[confdir vardir codedir rundir logdir].flat_map { |name| ["--#{name}", File.join(FOLDER, name)] }
  settings = folders + %w[--color false --certname server.example.com --strict error --strict_variables --disable_warnings deprecations]
  Puppet::Util::CommandLine.new('puppet', ['lookup', *arguments, *settings]).execute
end

def forked
  files = %w[output errors].map { |name| Tempfile.new(name, FOLDER) }
  process = fork do
    $stdout.reopen(files[0].path, 'w')
    $stderr.reopen(files[1].path, 'w')
    yield
    exit(0)
  rescue StandardError, SystemStackError => e
    warn "crash: #{e.class}: #{e.message}"
    exit(70)
  end
  code = Timeout.timeout(PATIENCE) { Process.wait2(process)[1].exitstatus }
  [code, *files.map { |file| File.read(file.path, encoding: 'utf-8') }]
rescue Timeout::Error
  Process.kill(:KILL, process)
  Process.wait(process)
  [nil, '', 'takes too long']
ensure
  files.each(&:close!)
end

# One run shows which files a run loads; loading them here saves every other run the time.
WARM = File.join(FOLDER, 'warm')
FileUtils.mkdir_p(File.join(WARM, 'production', 'data'))
File.write(File.join(WARM, 'production', 'hiera.yaml'), "version: 5\nhierarchy: [{name: a, path: a.yaml}, {name: b, path: b.json, data_hash: json_data}]\n")
File.write(File.join(WARM, 'production', 'data', 'a.yaml'), "k: {a: '%{lookup(\"x\")}'}\nx: 1\n")
File.write(File.join(WARM, 'production', 'data', 'b.json'), '{"k": {"b": 1}}')
File.write(File.join(WARM, 'facts.yaml'), "a: 1\n")
_, listed, = forked do
  run(['k', '--environmentpath', WARM, '--node', 'n', '--facts', File.join(WARM, 'facts.yaml'), '--merge', 'deep', '--render-as', 'json'])
rescue SystemExit
  puts $LOADED_FEATURES
end
listed.lines.map(&:chomp).grep(/\.rb\z/).each do |file|
  require file
rescue LoadError, StandardError
  next
end

$stdout.sync = true
puts JSON.generate(version: Puppet.version)
$stdin.each_line do |line|
  code, output, errors = forked { run(JSON.parse(line)) }
  puts JSON.generate(code: code, output: output, errors: errors)
end
