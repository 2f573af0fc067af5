#!/usr/bin/env ruby
# frozen_string_literal: true

# Evaluates in the installed Puppet what pupa-suite's `bench_eval` measures. Lines of standard input
# give the name of a case, a size and the program, with tabs between; each is answered with a line of
# the name, the size, the seconds of one evaluation and the value, with tabs between. Seconds are
# empty when the reference takes too long, and say "error" when it breaks. Parsing is not counted.
#
# Whichever `puppet` is first on Ruby's load path answers: set RUBYLIB to ask another version.

require 'timeout'
require 'tmpdir'
require 'puppet'

PATIENCE = Integer(ENV.fetch('PATIENCE', '60'))

folder = Dir.mktmpdir
Puppet.initialize_settings(['--confdir', folder, '--vardir', folder])
Puppet[:strict] = :error
Puppet[:strict_variables] = true
Puppet::Util::Log.define_singleton_method(:newmessage) { |_| }

# The seconds and the value of one evaluation.
def evaluate(code)
  environment = Puppet::Node::Environment.create(:production, [], Puppet::Node::Environment::NO_MANIFEST)
  compiler = Puppet::Parser::Compiler.new(Puppet::Node.new('node.example.com', environment: environment))
  scope = compiler.topscope
  scope.resource = Puppet::Parser::Resource.new('class', :main, scope: scope)
  Puppet.override(compiler.context_overrides) do
    parser = Puppet::Pops::Parser::EvaluatingParser.new
    model = parser.parse_string(code, nil)
    compiler.loaders.instantiate_definitions(model, compiler.loaders.private_environment_loader)
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    value = parser.evaluate(scope, model)
    [Process.clock_gettime(Process::CLOCK_MONOTONIC) - start, value.to_s]
  end
end

$stdout.sync = true
$stdin.each_line(chomp: true) do |line|
  name, size, code = line.split("\t", 3)
  begin
    seconds, value = Timeout.timeout(PATIENCE) { evaluate(code) }
    puts [name, size, format('%.6f', seconds), value].join("\t")
  rescue Timeout::Error
    puts [name, size, '', ''].join("\t")
  rescue SystemStackError, StandardError => e
    puts [name, size, 'error', e.message.lines.first.to_s.strip].join("\t")
  end
end
