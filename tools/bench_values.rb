#!/usr/bin/env ruby
# frozen_string_literal: true

# Does in the installed Puppet what pupa-suite's `bench_values` measures. Lines of standard input
# give the name of a case and a size, with a tab between; each is answered with a line of the name,
# the size, the seconds of one run and the result in short, with tabs between. Seconds are empty
# when the reference takes too long, and say "error" when it breaks.
#
# Whichever `puppet` is first on Ruby's load path answers: set RUBYLIB to ask another version.

require 'json'
require 'timeout'
require 'tmpdir'
require 'puppet'

PATIENCE = Integer(ENV.fetch('PATIENCE', '60'))
ROUNDS = 3

include Puppet::Pops::Types # rubocop:disable Style/MixinUsage

folder = Dir.mktmpdir
Puppet.initialize_settings(['--confdir', folder, '--vardir', folder])
Puppet::Util::Log.define_singleton_method(:newmessage) { |_| }

# The measured values, as in bench_values.rs.

def structure(i)
  { 'name' => "item#{i % 1000}", 'size' => i, 'tags' => %w[red green],
    'owner' => { 'uid' => i % 500, 'home' => '/home/somebody', 'admin' => i.even? } }
end

STRUCTURE = 'Struct[{name => String[1], size => Integer[0], tags => Array[Enum[red, green]], ' \
            'owner => Struct[{uid => Integer, home => Pattern[/^\\//], admin => Boolean}]}]'

def structures(n) = Array.new(n) { |i| structure(i) }
def strings(n) = Array.new(n) { |i| "string number #{i}" }
def nested_strings(n) = Array.new(n / 100) { |i| Array.new(100) { |j| "string #{i} #{j}" } }

def mixed(n)
  Array.new(n) do |i|
    case i % 3
    when 0 then "string number #{i}"
    when 1 then i
    else { "key#{i}" => [i] }
    end
  end
end

def struct_text(n)
  types = ['Integer[0, 9]', 'String[1]', 'Array[Integer]', 'Optional[Enum[a, b]]']
  "Struct[{#{Array.new(n) { |i| "member#{i} => #{types[i % 4]}, " }.join}}]"
end

def struct_value(n, with_errors)
  (0...n).to_h do |i|
    value = [i % 10, 'text', [1, 2], 'b'][i % 4]
    ["member#{i}", with_errors && (i % 10).zero? ? 1.5 : value]
  end
end

def variant_text(n)
  "Variant[#{Array.new(n) { |i| "Struct[{kind => Enum[kind#{i}], value => Integer}], " }.join}]"
end

def variant_value(i) = { 'kind' => "kind#{i}", 'value' => i }
def deep(n) = n.times.reduce(1) { |inner, _| [inner] }

def resource(i)
  content = "content of file #{i}\nwith \"two\" lines\n"
  content = PSensitiveType::Sensitive.new(content) if i % 10 == 1
  { 'type' => 'File', 'title' => "/etc/conf.d/file#{i}", 'tags' => %w[file class module],
    'exported' => false, 'line' => i,
    'parameters' => { 'ensure' => 'file', 'mode' => (i % 10).zero? ? :default : '0644',
                      'content' => content, 'weight' => i / 8.0 } }
end

def catalog(n) = { 'name' => 'node.example.com', 'resources' => Array.new(n) { |i| resource(i) } }
def to_data(value) = Puppet::Pops::Serialization::ToDataConverter.convert(value, rich_data: true)
def from_data(data) = Puppet::Pops::Serialization::FromDataConverter.convert(data)
def enumeration(n) = TypeFactory.enum(*Array.new(n) { |i| "value#{i}" })
def type(text) = TypeParser.singleton.parse(text, $loader) # rubocop:disable Style/GlobalVars

# The work: blocks that get ready and return what is measured.

TRUTH = :to_s.to_proc
LENGTH = ->(thing) { thing.to_s.length.to_s }
CASES = {}

def work(name, result, &block)
  CASES[name] = [result, block]
end

def instance(name, &block)
  work(name, TRUTH) do |n|
    type, value = block.call(n)
    -> { type.instance?(value) }
  end
end

def inference(name, how = :infer, &block)
  work(name, LENGTH) do |n|
    value = block.call(n)
    calculator = TypeCalculator.singleton
    -> { calculator.public_send(how, value) }
  end
end

def acceptance(name, &block)
  work(name, TRUTH) do |n|
    mine, theirs = block.call(n)
    -> { mine.assignable?(theirs) }
  end
end

def format(name, &block)
  work(name, LENGTH) do |n|
    value, formats = block.call(n)
    -> { StringConverter.singleton.convert(value, formats) }
  end
end

def mismatch(name, &block)
  work(name, LENGTH) do |n|
    expected, value = block.call(n)
    lambda do
      TypeAsserter.assert_instance_of('value', expected, value)
      'ok'
    rescue TypeAssertionError => e
      e.message
    end
  end
end

def matching(name, pattern)
  work(name, TRUTH) do |n|
    texts = Array.new(n) { |i| "module#{i}::part_#{i % 100}::name" }
    -> { texts.count { |text| pattern.match?(text) } }
  end
end

work('parse a struct type', LENGTH) do |n|
  text = struct_text(n)
  -> { type(text) }
end
instance('instance of a struct') { |n| [type(struct_text(n)), struct_value(n, false)] }
instance('instance of a variant, last option') { |n| [type(variant_text(n)), variant_value(n - 1)] }
instance('instance of an array of structs') { |n| [type("Array[#{STRUCTURE}]"), structures(n)] }
instance('instance of a tuple') do |n|
  value = structures(n)
  [TypeCalculator.singleton.infer_set(value), value]
end
instance('instance of Data') { |n| [type('Data'), structures(n)] }
instance('instance of RichData') { |n| [type('RichData'), structures(n)] }
instance('instance of a recursive alias') { |n| [type('Tree'), structures(n)] }
inference('infer structures') { |n| structures(n) }
inference('infer structures in detail', :infer_set) { |n| structures(n) }
inference('infer mixed values') { |n| mixed(n) }
inference('infer distinct strings') { |n| strings(n) }
inference('infer distinct strings in arrays') { |n| nested_strings(n) }
acceptance('struct accepts a struct') do |n|
  [type(struct_text(n)), TypeCalculator.singleton.infer_set(struct_value(n, false))]
end
acceptance('variant accepts a variant') { |n| [type(variant_text(n)), type(variant_text(n))] }
acceptance('Data accepts a struct') { |n| [type('Data'), type(struct_text(n))] }
acceptance('Data accepts detailed structures') do |n|
  [type('Data'), TypeCalculator.singleton.infer_set(structures(n))]
end
acceptance('recursive alias accepts a chain') do |n|
  [type('Tree'), TypeCalculator.singleton.infer_set(deep(n))]
end
acceptance('enum accepts an enum') { |n| [enumeration(n), enumeration(n)] }
format('format %p') { |n| [structures(n), '%p'] }
format('format %#a') { |n| [structures(n), '%#a'] }
format('format with nested formats') do |n|
  contained = { type('Integer') => '%#x', type('String') => '%p', type('Boolean') => '%Y' }
  [structures(n), { type('Array') => { 'format' => '%#(a', 'string_formats' => contained },
                    type('Hash') => { 'format' => '%#<h', 'string_formats' => contained } }]
end
format('format deep nesting') { |n| [deep(n), '%p'] }
work('text of a detailed type', LENGTH) do |n|
  type = TypeCalculator.singleton.infer_set(structures(n))
  -> { type.to_s }
end
mismatch('mismatch of a struct') { |n| [type(struct_text(n)), struct_value(n, true)] }
mismatch('mismatch of a variant') { |n| [type(variant_text(n)), variant_value(n + 1)] }
work('catalog to data', ->(data) { JSON.generate(data).length.to_s }) do |n|
  catalog = catalog(n)
  -> { to_data(catalog) }
end
work('data to JSON', LENGTH) do |n|
  data = to_data(catalog(n))
  -> { Puppet::Util::Json.dump(data) }
end
work('JSON to data', ->(data) { data.size.to_s }) do |n|
  json = JSON.generate(to_data(catalog(n)))
  -> { Puppet::Util::Json.load(json) }
end
work('data to catalog', ->(value) { (value['resources'].size == value['resources'].last['line'] + 1).to_s }) do |n|
  data = to_data(catalog(n))
  -> { from_data(data) }
end
matching('match a pattern', /\A[a-z][a-z0-9_]*(::[a-z][a-z0-9_]*)*\Z/)
matching('match a pattern with a back reference', /(\w)\1$/)
work('copy and drop an array', TRUTH) do |n|
  value = structures(n)
  -> { value.map(&:itself).size }
end
work('build and drop a hash', TRUTH) do |n|
  keys = Array.new(n) { |i| "some key #{i}".freeze }
  -> { keys.to_h { |key| [key, nil] }.size }
end
work('look up in a hash', TRUTH) do |n|
  keys = Array.new(n) { |i| "some key #{i}".freeze }
  hash = keys.to_h { |key| [key, nil] }
  -> { keys.count { |key| hash.include?(key) } }
end
work('compare structures', TRUTH) do |n|
  a, b = structures(n), structures(n)
  operator = Puppet::Pops::Evaluator::CompareOperator.new
  -> { operator.equals(a, b) }
end

# Measuring.

def measure(name, n)
  result, block = CASES.fetch(name)
  begun = now
  Timeout.timeout(PATIENCE) do
    run = block.call(n)
    best = nil
    answer = nil
    ROUNDS.times do
      break if best && now - begun > PATIENCE / 6.0

      GC.start
      from = now
      answer = run.call
      seconds = now - from
      best = seconds if best.nil? || seconds < best
    end
    [best.round(9), result.call(answer)]
  end
rescue Timeout::Error
  ['', '']
rescue SystemStackError, StandardError => e
  ['error', "#{e.class}: #{e.message}"[0, 80].tr("\n\t", '  ')]
end

def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

environment = Puppet::Node::Environment.create(:production, [], Puppet::Node::Environment::NO_MANIFEST)
compiler = Puppet::Parser::Compiler.new(Puppet::Node.new('node.example.com', environment: environment))
Puppet.override(current_environment: environment, loaders: compiler.loaders) do
  $loader = compiler.loaders.private_environment_loader # rubocop:disable Style/GlobalVars
  code = 'type Tree = Variant[ScalarData, Array[Tree], Hash[String, Tree]]'
  model = Puppet::Pops::Parser::EvaluatingParser.new.parse_string(code, nil)
  compiler.loaders.instantiate_definitions(model, $loader) # rubocop:disable Style/GlobalVars
  $stdout.sync = true
  $stdin.each_line(chomp: true) do |line|
    name, size = line.split("\t")
    puts [name, size, *measure(name, Integer(size))].join("\t")
  end
end
