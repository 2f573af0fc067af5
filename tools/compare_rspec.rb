#!/usr/bin/env ruby
# frozen_string_literal: true

# Collects what the rspec files of modules expect of functions and type aliases, for `compare_rspec.py`.
#
#   tools/compare_rspec.rb MODULE...
#
# MODULE is the folder of a module, whose `spec/functions` and `spec/type_aliases` are read. The files are
# run with a small form of rspec's language that collects calls instead of making them:
# `run.with_params(…).and_return(…)`, `and_raise_error` and `allow_value`. Each is printed as a line
# `{"module", "place", "code", "facts", "kind", "expected"}`; an example that needs more (doubles, Ruby blocks,
# values that Puppet source cannot write) as `{"module", "skipped": REASON}`. `puppet` must be on
# Ruby's load path for the classes that specs name.

require 'json'
require 'puppet'

# An example that asks for more than is collected.
class Unsupported < StandardError; end

# A call with its expectation.
Call = Struct.new(:place, :function, :params, :kind, :expected, :facts, :before)
COLLECTED = []
NOT_COLLECTED = Hash.new(0)

# `run` and its chain.
class RunMatcher
  attr_reader :params, :kind, :expected

  def initialize
    @kind = :runs
  end

  def with_params(*params)
    @params = params
    self
  end

  def and_return(value)
    raise Unsupported, 'matcher' unless plain?(value)

    @kind = :value
    @expected = value
    self
  end

  def and_raise_error(*arguments)
    @kind = :error
    @expected = arguments.find { |argument| !argument.is_a?(Class) }
    raise Unsupported, 'matcher' unless [NilClass, String, Regexp].any? { |allowed| @expected.is_a?(allowed) }

    self
  end
  alias and_raise and_raise_error

  def with_lambda
    raise Unsupported, 'with_lambda'
  end

  private

  def plain?(value)
    case value
    when Array then value.all? { |element| plain?(element) }
    when Hash then value.all? { |pair| plain?(pair) }
    when nil, true, false, String, Symbol, Numeric, Regexp then true
    else false
    end
  end
end

AllowMatcher = Struct.new(:values)

# The receiver of `to` and `not_to`.
class Expectation
  def initialize(example)
    @example = example
  end

  def to(matcher = nil)
    case matcher
    when RunMatcher then @example.collect(matcher)
    when AllowMatcher then matcher.values.each { |value| @example.collect_type(value, true) }
    when :ignored then nil
    else raise Unsupported, 'matcher'
    end
  end

  def not_to(matcher = nil)
    return if matcher == :ignored
    raise Unsupported, 'not_to' unless matcher.is_a?(AllowMatcher)

    matcher.values.each { |value| @example.collect_type(value, false) }
  end
  alias to_not not_to
end

# A group of examples; groups inside of groups are subclasses, so `let` is a method.
class Group
  SHARED = {}

  class << self
    attr_accessor :subject_name, :file

    def group(name, *_, &block)
      inner = Class.new(self)
      inner.file = file
      inner.subject_name = subject_name || name.to_s
      inner.class_eval(&block)
    end
    alias describe group
    alias context group

    def let(name, &block)
      define_method(name) { (@memo ||= {}).fetch(name) { |key| @memo[key] = instance_eval(&block) } }
    end
    alias let! let

    def before(*_, &block)
      previous = instance_method(:set_up)
      define_method(:set_up) do
        previous.bind(self).call
        instance_eval(&block)
      end
    end

    def shared_examples(name, &block)
      SHARED[name] = block
    end
    alias shared_examples_for shared_examples

    def include_examples(name, *arguments)
      class_exec(*arguments, &SHARED.fetch(name))
    end

    def it_behaves_like(name, *arguments)
      block = SHARED.fetch(name)
      group('shared') { class_exec(*arguments, &block) }
    end
    alias it_should_behave_like it_behaves_like

    def it(*_, &block)
      return unless block

      example = new
      catch(:skipped) do
        example.set_up
        example.instance_eval(&block)
      end
    rescue StandardError, ScriptError => e
      NOT_COLLECTED["#{e.class}: #{e.message.lines.first.to_s.sub(/ for #<.*/, '').strip[0, 60]}"] += 1
    end
    alias specify it

    def xit(*_); end
    def after(*_); end
    def subject(*_); end
    def skip(*_); end
    def on_supported_os(*_) = {}
  end

  def set_up; end

  def is_expected
    Expectation.new(self)
  end

  def expect(value = self)
    raise Unsupported, 'expect of a block or value' unless value.equal?(self)

    Expectation.new(self)
  end

  def subject
    self
  end

  def run
    RunMatcher.new
  end

  def allow_value(*values)
    AllowMatcher.new(values)
  end
  alias allow_values allow_value

  def be_nil
    :ignored
  end

  def eq(value)
    value.nil? ? :ignored : raise(Unsupported, 'eq')
  end

  def be_valid_type
    raise Unsupported, 'be_valid_type'
  end

  def pending(*_)
    throw :skipped
  end
  alias skip pending

  def collect(matcher)
    COLLECTED << Call.new(place, self.class.subject_name, matcher.params || [], matcher.kind, matcher.expected, fact_values, pre)
  end

  def collect_type(value, expected)
    COLLECTED << Call.new(place, self.class.subject_name, [value], :type, expected, fact_values, pre)
  end

  private

  def pre
    respond_to?(:pre_condition) ? Array(pre_condition).join("\n") : ''
  end

  def fact_values
    respond_to?(:facts) ? facts : nil
  end

  def place
    line = caller.find { |entry| entry.start_with?(self.class.file) }.to_s[/:(\d+)/, 1]
    "#{File.basename(self.class.file)}:#{line}"
  end
end

def describe(name, *rest, &block)
  Group.describe(name, *rest, &block)
end

# `RSpec.describe` and `RSpec.shared_examples`; configuration is not looked at.
module RSpec
  def self.describe(...) = Group.describe(...)
  def self.shared_examples(...) = Group.shared_examples(...)
  def self.configure; end
end

def shared_examples(name, &block)
  Group.shared_examples(name, &block)
end

# ------------------------------------------------------------------------------------------------
# Puppet source

def literal(value)
  case value
  when nil, :undef then 'undef'
  when :default then 'default'
  when true, false, Integer then value.to_s
  when Float then value.finite? ? value.to_s : raise(Unsupported, 'infinite')
  when String then string_literal(value)
  when Regexp then "/#{value.source.gsub('/', '\\/')}/"
  when Array then "[#{value.map { |element| literal(element) }.join(', ')}]"
  when Hash then hash_literal(value)
  when Puppet::Pops::Types::PSensitiveType::Sensitive then "Sensitive(#{literal(value.unwrap)})"
  when Puppet::Pops::Types::PAnyType then value.to_s
  else raise Unsupported, "a #{value.class}"
  end
end

def hash_literal(hash)
  raise Unsupported, 'symbols as keys' if hash.keys.any?(Symbol)

  "{#{hash.map { |key, value| "#{literal(key)} => #{literal(value)}" }.join(', ')}}"
end

def string_literal(text)
  raise Unsupported, 'bytes' unless text.dup.force_encoding('UTF-8').valid_encoding? && text.encoding != Encoding::BINARY

  escaped = text.encode('UTF-8').gsub(/["\\$]/) { |char| "\\#{char}" }
  escaped = escaped.gsub(/[\u0000-\u001f\u007f]/) { |char| format('\\u{%x}', char.ord) }
  "\"#{escaped}\""
end

def program(call)
  arguments = call.params.map { |value| literal(value) }
  code = call.kind == :type ? "#{arguments[0]} =~ #{call.function}" : "#{call.function}(#{arguments.join(', ')})"
  [call.before, code].reject(&:empty?).join("\n")
end

# ------------------------------------------------------------------------------------------------
# Data

# A value as JSON has it; a regular expression is a hash of its source.
def plain(value)
  case value
  when Hash then value.to_h { |key, inner| [key.to_s, plain(inner)] }
  when Array then value.map { |inner| plain(inner) }
  when Symbol then value == :undef ? nil : value.to_s
  when String then value.encode('UTF-8', invalid: :replace, undef: :replace)
  when Regexp then { '__regexp' => value.source, 'options' => value.options }
  else value
  end
end

def load_specs(folder)
  Dir[File.join(folder, 'spec/{functions,type_aliases}/**/*_spec.rb')].sort.each do |file|
    Group.file = file
    $LOADED_FEATURES << 'spec_helper.rb'
    # `require 'spec_helper'` would load the real rspec.
    text = File.read(file).gsub(/^\s*require ['"](?:.*spec_helper.*|rspec.*|puppetlabs.*)['"]/) { |line| "# #{line.strip}" }
    eval(text, TOPLEVEL_BINDING.dup, file) # rubocop:disable Security/Eval
  rescue StandardError, ScriptError => e
    NOT_COLLECTED["file #{e.class}: #{e.message.lines.first.to_s.strip[0, 80]}"] += 1
  end
end

def line(call)
  { 'place' => call.place, 'code' => program(call), 'facts' => plain(call.facts || {}), 'kind' => call.kind,
    'expected' => plain(call.expected) }
rescue Unsupported => e
  { 'skipped' => e.message }
end

ARGV.each do |folder|
  COLLECTED.clear
  NOT_COLLECTED.clear
  load_specs(File.expand_path(folder))
  lines = COLLECTED.map { |call| line(call) }
  NOT_COLLECTED.each { |reason, count| lines.concat([{ 'skipped' => reason }] * count) }
  lines.each { |entry| puts JSON.generate({ 'module' => File.basename(folder) }.merge(entry)) }
end
