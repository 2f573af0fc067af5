#!/usr/bin/env ruby
# frozen_string_literal: true

# Asks the installed Puppet what it says about programs: one JSON object per line in, one out.
#
#   {"id": 1, "code": "notice 1", "mode": "pp"|"epp", "want": ["pn", "diagnostics", "pretty", "json"], "path": "m/manifests/x.pp"}
#
# Answers carry the same id and
#
#   version      of the reference, only in the greeting that is written first
#   pn           the tree in Puppet Notation, when it was wanted and the text parses
#   error        the first error's message without location, or absent
#   line, column where it points to; null where the reference names no place
#   kind         "syntax" or "validation"
#   issue        the issue name in kebab case
#   all          every validation diagnostic in order: [severity, message, line, column, issue]
#   warnings     what lexer and parser logged: [message, line, column, issue]
#   pretty, json the tree in the two other forms, when they were wanted beside "pn"
#   skip         why a valid program has no PN
#   crash        class and message of an exception that is a defect of the reference
#
# Puppet up to 8 can't write captures-rest parameters in PN, for want of one method; it is
# supplied here, so that these trees are compared too.
#
# "tasks": true reads plans, "strict" is the setting of that name ("error" unless given).
# "path" places the program in a module, relative to the module path. Whichever `puppet` is first
# on Ruby's load path answers: set RUBYLIB to ask another version.

require 'json'
require 'set'
require 'timeout'
require 'tmpdir'
require 'puppet'
require 'puppet/pops/pn'

# Seconds after which the reference is said to hang.
PATIENCE = 20

# A folder that needs not exist: the reference only compares paths with it.
MODULES = '/modules-of-the-comparison'

unless Puppet::Pops::PN.respond_to?(:Literal)
  Puppet::Pops::PN.define_singleton_method(:Literal) { |value| Puppet::Pops::PN::Literal.new(value) }
end

# Collects log messages instead of printing them.
module Capture
  class << self
    attr_reader :messages

    def reset
      @messages = []
    end

    def install
      reset
      Puppet::Util::Log.define_singleton_method(:newmessage) { |message| Capture.messages << message }
    end
  end
end

def kebab(code)
  code && code.to_s.downcase.tr('_', '-')
end

# The reference marks a place as unknown with nil; some of its errors carry an empty string.
def number(value)
  value.is_a?(Integer) ? value : nil
end

# The message as it was raised: without the location that the reference's classes append.
def text_of(problem)
  Exception.instance_method(:to_s).bind(problem).call
end

def raised(problem, kind)
  code = problem.respond_to?(:issue_code) ? problem.issue_code : nil
  { 'error' => text_of(problem), 'line' => number(problem.line), 'column' => number(problem.pos),
    'kind' => kind, 'issue' => kebab(code) }
end

def diagnostics(parser, program)
  acceptor = parser.acceptor
  parser.validator(acceptor).validate(program)
  formatter = Puppet::Pops::Validation::DiagnosticFormatterPuppetStyle.new
  acceptor.diagnostics.map do |found|
    at = found.source_pos
    [found.severity.to_s, formatter.format_message(found), at && at.line, at && at.pos, kebab(found.issue.issue_code)]
  end
end

def validation(parser, program)
  all = diagnostics(parser, program)
  first = all.find { |found| found[0] == 'error' }
  return { 'all' => all } unless first

  { 'all' => all, 'error' => first[1], 'line' => first[2], 'column' => first[3],
    'kind' => 'validation', 'issue' => first[4] }
rescue Puppet::ParseError => e
  # The check of a heredoc's syntax raises at once and so hides all other diagnostics.
  raised(e, 'validation')
end

def notation(program, want)
  tree = Puppet::Pops::Model::PNTransformer.transform(program)
  result = { 'pn' => tree.to_s }
  result['pretty'] = tree.format(Puppet::Pops::PN::Indent.new('  '), ''.dup) if want.include?('pretty')
  result['json'] = JSON.dump(tree.to_data) if want.include?('json')
  result
rescue ArgumentError => e
  # Some names of parameters can't be keys of PN.
  { 'skip' => e.message }
end

def parser_for(mode)
  return Puppet::Pops::Parser::EvaluatingParser::EvaluatingEppParser.new if mode == 'epp'

  Puppet::Pops::Parser::EvaluatingParser.new
end

# The settings that change what the parser reads and how severe a diagnostic is.
def apply_settings(request)
  Puppet[:tasks] = request['tasks'] == true
  Puppet[:strict] = (request['strict'] || 'error').to_sym
end

def answer(request)
  apply_settings(request)
  parser = parser_for(request['mode'])
  want = request['want'] || %w[pn diagnostics]
  path = request['path'] && File.join(MODULES, request['path'])
  program = parser.parser.parse_string(request['code'], path).model
  result = {}
  result.merge!(validation(parser, program)) if want.include?('diagnostics')
  result.merge!(notation(program, want)) if want.include?('pn')
  result
rescue Puppet::ParseError => e
  raised(e, 'syntax')
end

def logged
  warnings = Capture.messages.select { |message| message.level == :warning }
  warnings.map { |message| [message.message, message.line, message.pos, kebab(message.issue_code)] }
end

def guarded(request)
  Capture.reset
  result = Timeout.timeout(PATIENCE) { answer(request) }
  warnings = logged
  warnings.empty? ? result : result.merge('warnings' => warnings)
rescue RegexpError, ArgumentError => e
  # Raised by what the reference builds from the text, and shown to users as it is.
  { 'error' => text_of(e), 'line' => nil, 'column' => nil, 'kind' => 'syntax' }
rescue StandardError, SystemStackError, NotImplementedError => e
  { 'crash' => e.class.name, 'message' => e.message.to_s.scrub[0, 200] }
end

def serve(input, output)
  output.puts JSON.generate('version' => Puppet.version)
  output.flush
  input.each_line do |line|
    request = JSON.parse(line)
    output.puts JSON.generate({ 'id' => request['id'] }.merge(guarded(request)))
    output.flush
  end
end

Dir.mktmpdir do |scratch|
  Puppet.initialize_settings(['--confdir', File.join(scratch, 'conf'), '--vardir', File.join(scratch, 'var')])
  environment = Puppet::Node::Environment.create(:production, [MODULES], '')
  Capture.install
  Puppet.override(current_environment: environment, loaders: Puppet::Pops::Loaders.new(environment)) do
    serve($stdin, $stdout)
  end
end
