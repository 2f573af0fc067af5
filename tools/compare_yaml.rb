#!/usr/bin/env ruby
# frozen_string_literal: true

# Compares how Ruby and Pupa read and write YAML; see README.md.
#
#   tools/compare_yaml.rb files DIR...
#   tools/compare_yaml.rb edits DIR... [--count N] [--seed N]
#   tools/compare_yaml.rb grammar [--count N] [--seed N]
#   tools/compare_yaml.rb write [--count N] [--seed N]

require 'open3'
require 'optparse'
require_relative 'yaml_ruby'

# Messages of limits that Ruby does not have.
LIMIT = /nesting is deeper than|refers to a collection that contains it|(?:expand to|copy) more than/

# Pupa's answers, one request at a time.
class Pupa
  def initialize(command)
    @input, @output, = Open3.popen2(command)
    @input.binmode
    @output.set_encoding('UTF-8')
  end

  def answer(word, text)
    @input.write("#{word} #{text.bytesize}\n", text)
    @input.flush
    line = @output.gets or abort "Pupa ended on #{text.inspect}"
    JSON.parse(line, max_nesting: false)
  end
end

# Random texts and values.
class Random::Yaml
  WORDS = ['a', 'b', 'key', 'yes', 'No', 'on', 'y', 'n', '~', 'null', 'true', '1', '-1', '+1', '017', '08', '0x1F', '0b11',
           '1_000', '1,000', '1.5', '1.', '.5', '1e3', '1.5e+3', '.inf', '-.INF', '.nan', '1:30', '1:30:15', '1:30.5',
           '2001-01-01', '2001-1-1', '2001-12-14 21:59:43', '2001-12-14t21:59:43.10-05:00', ':sym', ':"a b"', '<<', '=',
           '99999999999999999999', 'é', "\u4e2d\u6587", "\u{1F600}", 'a b', 'a:b', 'x#y', 'http://x/y', '%{a}', '', '-', '.', '0',
           '0_', '0b', '.e+1', '1__0', '12e03', '-.5', '+.inf', '::', ':', "'", '"', '\\', 'a,b', '`', '@a', '&x', '*x', '!x',
           '!!str', '!!int', '!!float', '!!binary', '!ruby/symbol', '!!omap', '!!set', '%', '%YAML 1.1', '---', '...', '|', '>', '|-',
           '>+', '|2', '?', '? ', ': ', '- ', '# c', "\t", "\n", "\n\n", "\r\n", '  ', ' ', '[', ']', '{', '}', ', ', ',', "\\n",
           '\\x41', '\\u00e9', "\u0085", "\u2028", "\uFEFF", "\u0001", '[a, b]', '{a: 1}', '&a b', '*a', "'x y'", '"x\\ty"',
           '<<: *a', "\n  ", "\n- ", "\nb: ", '!<tag:x>', '!e!x', '%TAG ! tag:x:', '!', '&a', '*a ', 'YWJj', '12:3', '1:60', '.E-2'].freeze

  def initialize(seed) = @random = Random.new(seed)

  def pick(list) = list[@random.rand(list.size)]

  # A few words in a row, or something more like a document.
  def text
    return Array.new(@random.rand(1..12)) { pick(WORDS) }.join(pick(['', ' ', ' ', "\n"])) if @random.rand(3).zero?

    node(0, 0)
  end

  def node(indent, depth)
    case @random.rand(depth > 3 ? 5 : 8)
    when 0..2 then "#{pick(['', '', '', '&a ', '!!str ', '!!int ', '! ', '!x '])}#{pick(WORDS)}"
    when 3 then "'#{pick(WORDS)} #{pick(WORDS)}'"
    when 4 then "#{pick(['|', '>', '|-', '>-', '|+', '>+', '|2', '>1-'])}\n#{Array.new(@random.rand(4)) { "#{' ' * (indent + @random.rand(3))}#{pick(WORDS)}\n" }.join}"
    when 5 then "[#{Array.new(@random.rand(4)) { pick(WORDS) }.join(', ')}]"
    when 6 then "#{pick(['', '', '&a', '!!omap', '!!set'])}\n#{Array.new(@random.rand(1..4)) { "#{' ' * indent}- #{node(indent + 2, depth + 1)}\n" }.join}"
    else
      "#{pick(['', '', '&a', '!!map'])}\n#{Array.new(@random.rand(1..4)) { "#{' ' * indent}#{pick(WORDS)}: #{node(indent + 2, depth + 1)}\n" }.join}"
    end
  end

  # A text with a few characters changed, left out, doubled or put in.
  def edit(text)
    text = text.dup
    @random.rand(1..4).times do
      at = @random.rand(text.size + 1)
      case @random.rand(4)
      when 0 then text.insert(at, pick(WORDS))
      when 1 then text.slice!(at, @random.rand(1..8))
      when 2 then text.insert(at, text[@random.rand(text.size + 1), @random.rand(1..20)].to_s)
      else text[at] = pick(WORDS) if at < text.size
      end
    end
    text
  end

  def value(depth)
    case @random.rand(depth > 3 ? 9 : 12)
    when 0..5 then string
    when 6 then @random.rand(-1000..1000)
    when 7 then pick([1.5, 1e20, 1e-7, 100.0, -0.0, 1e15, 1e16, 123_456_789.123, Float::INFINITY, 2**70])
    when 8 then pick([nil, true, false, {}, []])
    when 9 then Array.new(@random.rand(5)) { value(depth + 1) }
    else Array.new(@random.rand(5)) { [@random.rand(8).zero? ? value(depth + 2) : string, value(depth + 1)] }.to_h
    end
  end

  def string
    case @random.rand(6)
    when 0..2 then pick(WORDS).dup
    when 3 then Array.new(@random.rand(1..4)) { pick(WORDS) }.join
    when 4 then Array.new(@random.rand(1..40)) { pick(WORDS) }.join(' ')
    else Array.new(@random.rand(1..6)) { pick(WORDS) }.join(pick([' ', "\n", '', '  ']))
    end
  end
end

options = { count: 2000, seed: 1, show: 10, pupa: 'cargo run -q -p pupa-data --example yaml_json' }
OptionParser.new do |o|
  o.on('--count N', Integer) { |n| options[:count] = n }
  o.on('--seed N', Integer) { |n| options[:seed] = n }
  o.on('--show N', Integer) { |n| options[:show] = n }
  o.on('--pupa COMMAND') { |c| options[:pupa] = c }
end.parse!(ARGV)
mode, *folders = ARGV
pupa = Pupa.new(options[:pupa])
random = Random::Yaml.new(options[:seed])
counts = Hash.new(0)

compare = lambda do |word, name, text, expected|
  got = pupa.answer(word, text)
  if got == expected then counts['equal'] += 1
  elsif got['error'].to_s.match?(LIMIT) then counts['limit'] += 1
  elsif expected.to_s.include?('"other"') || expected['error'] == 'stack' then counts['not data'] += 1
  else
    counts['different'] += 1
    next if counts['different'] > options[:show]

    puts "#{name}: #{text.size > 400 ? "#{text.size} characters" : text.inspect}", "  ruby #{expected.inspect[0, 600]}", "  pupa #{got.inspect[0, 600]}"
  end
end
read = lambda do |name, text|
  %w[data facts].each { |word| compare.call(word, name, text, YamlRuby.answer(word, text)) }
end

# Modules may be links, which `**` alone does not follow.
files = folders.flat_map { |folder| File.file?(folder) ? [folder] : Dir.glob("#{folder}/{*/,}**/*.{yaml,yml,eyaml}").uniq }
abort "no YAML below #{folders.join(' ')}" if files.empty? && %w[files edits].include?(mode)
texts = files.sort.filter_map do |file|
  next unless File.file?(file)

  text = File.read(file, encoding: 'UTF-8')
  text.valid_encoding? ? [file, text] : nil
end

case mode
when 'files' then texts.each { |name, text| read.call(name, text) }
when 'edits'
  small = texts.select { |_, text| text.size < 3000 }
  options[:count].times do
    name, text = random.pick(small)
    read.call(name, random.edit(text))
  end
when 'grammar' then options[:count].times { |i| read.call("text #{i}", random.text) }
when 'write'
  options[:count].times do |i|
    value = random.value(0)
    yaml =
      begin
        value.to_yaml
      rescue ArgumentError # Ruby breaks on what looks like a number but is none.
        counts['refused'] += 1
        next
      end
    # Only plain values come out as they went in.
    next counts['not plain'] += 1 unless (YAML.safe_load(yaml, aliases: true) rescue nil) == value && !yaml.match?(/[&*]\d/)

    compare.call('write', "value #{i}", yaml, { 'yaml' => yaml })
  end
else abort 'say what: files, edits, grammar or write'
end
puts counts.map { |what, count| "#{what} #{count}" }.join(', ')
exit counts['different'].zero?
