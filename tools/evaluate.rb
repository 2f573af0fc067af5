#!/usr/bin/env ruby
# frozen_string_literal: true

# Asks the installed Puppet for the values of programs. Programs are separated by NUL on standard
# input; each is answered with a line of JSON:
#
#   literal      the value of the last expression in %p form
#   type         its inferred type as text
#   error        instead of both: the message without its location
#   crash        class and message of an exception that is a defect of the reference
#
# Whichever `puppet` is first on Ruby's load path answers: set RUBYLIB to ask another version.

require 'json'
require 'timeout'
require 'tmpdir'
require 'puppet'

PATIENCE = 20
PLACE = / ?\((?:file: [^()]*, )?line: \d+(?:, column: \d+)?\)(?: on node \S+)?\z/

folder = Dir.mktmpdir
Puppet.initialize_settings(['--confdir', folder, '--vardir', folder])
Puppet[:strict] = :error
Puppet[:strict_variables] = true
Puppet::Util::Log.define_singleton_method(:newmessage) { |_| }

def evaluate(code)
  environment = Puppet::Node::Environment.create(:production, [], Puppet::Node::Environment::NO_MANIFEST)
  node = Puppet::Node.new('node.example.com', environment: environment)
  compiler = Puppet::Parser::Compiler.new(node)
  Puppet.override(current_environment: environment, loaders: compiler.loaders) do
    parser = Puppet::Pops::Parser::EvaluatingParser.new
    model = parser.parse_string(code, nil)
    compiler.loaders.instantiate_definitions(model, compiler.loaders.private_environment_loader)
    value = parser.evaluate(compiler.topscope, model)
    converter = Puppet::Pops::Types::StringConverter.singleton
    { literal: converter.convert(value, '%p'), type: Puppet::Pops::Types::TypeCalculator.infer(value).to_s }
  end
end

def answer(code)
  Timeout.timeout(PATIENCE) { evaluate(code) }
rescue Puppet::Error => e
  { error: e.message.sub(PLACE, '') }
rescue SystemStackError, Timeout::Error, StandardError => e
  { crash: "#{e.class}: #{e.message}"[0, 300] }
end

$stdout.sync = true
$stdin.each_line("\0") do |code|
  code = code.chomp("\0").force_encoding('UTF-8')
  puts JSON.generate(answer(code)) unless code.empty?
end
