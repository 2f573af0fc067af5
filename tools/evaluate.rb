#!/usr/bin/env ruby
# frozen_string_literal: true

# Asks the installed Puppet for the values of programs. Programs are separated by NUL on standard
# input; each is answered with a line of JSON:
#
#   literal      the value of the last expression in %p form
#   type         its inferred type as text
#   error        instead of both: the message without its location
#   line, column of the error, if the message has them
#   logs         level and message of what was logged, when there is something
#   crash        class and message of an exception that is a defect of the reference
#
# Everything is evaluated in the top scope as the class `main`, with no facts.
#
# STRICT and STRICT_VARIABLES in the environment set the settings of these names, MODULEPATH says
# where modules lie.
#
# Whichever `puppet` is first on Ruby's load path answers: set RUBYLIB to ask another version.

require 'json'
require 'timeout'
require 'tmpdir'
require 'puppet'

PATIENCE = 20
PLACE = / ?\((?:file: [^()]*, )?line: (?<line>\d+)(?:, column: (?<column>\d+))?\)(?: on node \S+)?\z/
LOGS = []

folder = Dir.mktmpdir
Puppet.initialize_settings(['--confdir', folder, '--vardir', folder])
Puppet[:strict] = ENV.fetch('STRICT', 'error').to_sym
Puppet[:strict_variables] = ENV['STRICT_VARIABLES'] != 'off'
Puppet::Util::Log.level = :debug

# Keeps what programs log, and warnings about them, but not what the reference says of itself.
Puppet::Util::Log.define_singleton_method(:newmessage) do |log|
  own = %i[debug info].include?(log.level) && !log.source.to_s.start_with?('Scope(')
  LOGS << [log.level.to_s, log.message.sub(PLACE, '').sub(/\n {2,}(?:\(file & line not available\))?\z/, '')] unless own
end

def evaluate(code)
  environment = Puppet::Node::Environment.create(:production, ENV['MODULEPATH'].to_s.split(':'), Puppet::Node::Environment::NO_MANIFEST)
  node = Puppet::Node.new('node.example.com', environment: environment)
  compiler = Puppet::Parser::Compiler.new(node)
  scope = compiler.topscope
  scope.resource = Puppet::Parser::Resource.new('class', :main, scope: scope)
  %w[title name].each { |name| scope[name] = 'main' }
  Puppet.override(compiler.context_overrides) do
    parser = Puppet::Pops::Parser::EvaluatingParser.new
    model = parser.parse_string(code, nil)
    compiler.loaders.instantiate_definitions(model, compiler.loaders.private_environment_loader)
    value = parser.evaluate(scope, model)
    converter = Puppet::Pops::Types::StringConverter.singleton
    { literal: converter.convert(value, '%p'), type: Puppet::Pops::Types::TypeCalculator.infer(value).to_s }
  end
end

# The message without places at its end: its own, and that of a template or file.
def bare(message)
  message = message.sub(PLACE, '') while PLACE.match?(message)
  message
end

def answer(code)
  Timeout.timeout(PATIENCE) { evaluate(code) }
rescue Puppet::Error => e
  place = PLACE.match(e.message)
  { error: bare(e.message), line: place && place[:line].to_i, column: place && place[:column]&.to_i }
rescue SystemStackError, Timeout::Error, ScriptError, StandardError => e
  { crash: "#{e.class}: #{e.message}"[0, 300] }
end

$stdout.sync = true
$stdin.each_line("\0") do |code|
  code = code.chomp("\0").force_encoding('UTF-8')
  next if code.empty?

  LOGS.clear
  Puppet.clear_deprecation_warnings
  Puppet::Util::Warnings.clear_warnings
  answer = answer(code)
  answer[:logs] = LOGS unless LOGS.empty?
  puts JSON.generate(answer)
end
