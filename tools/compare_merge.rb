#!/usr/bin/env ruby
# frozen_string_literal: true

# Compares merges of random values with those of the reference:
#
#   tools/compare_merge.rb BINARY [COUNT [SEED]]
#
# BINARY is `cargo build -p pupa-hiera --example merge`. Every case is a strategy with options and one
# to four values. The reference is whichever `puppet` and `deep_merge` are first on Ruby's load path.
# Shown are the figures by strategy, and the first differences.

require 'json'
require 'open3'
require 'puppet'
require 'deep_merge/core'

BINARY = ARGV[0] or abort "usage: #{$PROGRAM_NAME} BINARY [COUNT [SEED]]"
COUNT = (ARGV[1] || 20_000).to_i
SEED = (ARGV[2] || Random.new_seed % 1_000_000).to_i
RANDOM = Random.new(SEED)
SHOWN = 10

def pick(list) = list[RANDOM.rand(list.size)]

WORDS = ['a', 'b', 'c', '', '--', '--a', '--b', '-a', 'a,b', 'x b', "a\n--b", 'é', 'B', 'true', '1', '-', '----a', 'b,,', ' '].freeze
KEYS = %w[a b c d --a e].freeze

# A value as rich data. Ruby makes its own objects of it for every merge, since merging changes them.
def a_scalar
  case RANDOM.rand(20)
  when 0..8 then pick(WORDS)
  when 9..12 then RANDOM.rand(4)
  when 13 then pick([0.5, 1.0, 2.0, -1.5])
  when 14 then true
  when 15 then false
  when 16, 17 then nil
  when 18 then pick([4_611_686_018_427_387_903, 4_611_686_018_427_387_904, -5])
  else RANDOM.rand(6).zero? ? pick([{ '__ptype' => 'Sensitive', '__pvalue' => 'a' }, { '__ptype' => 'Default' }]) : pick(WORDS)
  end
end

def a_value(depth)
  roll = RANDOM.rand(10)
  return a_scalar if depth.zero? || roll < 3
  return a_hash(depth - 1) if roll < 7

  an_array(depth - 1)
end

def an_array(depth)
  size = RANDOM.rand(10).zero? ? RANDOM.rand(30) : RANDOM.rand(5)
  kind = RANDOM.rand(4)
  Array.new(size) do
    case kind
    when 0 then pick(WORDS)
    when 1 then a_hash([depth, 1].min)
    when 2 then RANDOM.rand(5)
    else a_value(depth)
    end
  end
end

def a_hash(depth)
  result = {}
  RANDOM.rand(5).times { result[pick(KEYS)] = a_value(depth) }
  return result unless RANDOM.rand(40).zero?

  { '__ptype' => 'Hash', '__pvalue' => [1, a_value(depth), 'a', a_value(depth)] }
end

OPTIONS = {
  'knockout_prefix' => ['--', '--', '-', 'a', '', '(', '.', '-*', '[', nil, 5],
  'sort_merged_arrays' => [true, true, false, nil, 'yes'],
  'merge_hash_arrays' => [true, true, false, nil],
  'merge_debug' => [false, nil, 3],
}.freeze
# Newer versions of `deep_merge` know more.
NEWER_OPTIONS =
  if File.read($LOADED_FEATURES.find { |file| file.end_with?('deep_merge/core.rb') }).include?(':merge_nil_values')
    { 'keep_array_duplicates' => [true], 'merge_nil_values' => [true] }
  else
    {}
  end
FREE_OPTIONS = OPTIONS.merge(
  NEWER_OPTIONS,
  'unpack_arrays' => [',', ',', ' ', '', 'b', true, 5, nil],
  'overwrite_arrays' => [true, false],
  'extend_existing_arrays' => [true, true, false],
  'preserve_unmergeables' => [true, false, nil],
  'unknown' => [1],
  # Others than false make it chatter.
  'merge_debug' => [false, nil]
).freeze

def strategy
  name = pick(%w[default first unique unique hash hash deep deep deep deep deep unconstrained_deep unconstrained_deep reverse_deep reverse_deep])
  roll = RANDOM.rand(60)
  return pick([nil, false, true, 'x', 5, ['deep'], {}, { 'strategy' => nil }, { 'strategy' => 'none', 'a' => 1 }, { 'strategy' => 5 }, { '__ptype' => 'Default' }, { 'sort_merged_arrays' => true }]) if roll.zero?
  return name if roll < 10
  return { 'strategy' => name } if roll < 12

  known = name.end_with?('_deep') ? FREE_OPTIONS : OPTIONS
  known = {} unless name.end_with?('deep') || RANDOM.rand(10).zero?
  # Most values are usable; a wrong one ends the case early.
  options = known.keys.sample(RANDOM.rand(4), random: RANDOM).to_h { |key| [key, known[key][RANDOM.rand(RANDOM.rand(5).zero? ? known[key].size : 2) % known[key].size]] }
  options['foo'] = 1 if RANDOM.rand(60).zero?
  RANDOM.rand(3).zero? ? options.merge('strategy' => name) : { 'strategy' => name }.merge(options)
end

# Rich data as the reference's values.
def ruby(data)
  case data
  when Array then data.map { |element| ruby(element) }
  when Hash
    case data['__ptype']
    when 'Sensitive' then Puppet::Pops::Types::PSensitiveType::Sensitive.new(data['__pvalue'])
    when 'Default' then :default
    when 'Hash' then data['__pvalue'].each_slice(2).to_h { |key, value| [key, ruby(value)] }
    else data.transform_values { |value| ruby(value) }
    end
  when String then +data
  else data
  end
end

# The answer of the reference.
def answer(merge, values)
  strategy = Puppet::Pops::MergeStrategy.strategy(ruby(merge))
  values = ruby(values)
  changed = nil
  result =
    begin
      result = merged(strategy, values).inspect
      changed = values.inspect unless strategy.is_a?(Puppet::Pops::FirstFoundStrategy)
      result
    rescue StandardError => e
      e.message
    end
  options = strategy.options.reject { |key, _| key == 'strategy' }
  [strategy.class.key.to_s, (options.empty? ? nil : options).inspect, strategy.configuration.inspect, result, changed]
rescue StandardError => e
  e.message
end

def merged(strategy, values)
  return values[0] if strategy.is_a?(Puppet::Pops::FirstFoundStrategy)
  return strategy.merge_single(values[0]) if values.size == 1

  values.drop(1).reduce(strategy.convert_value(values[0])) { |memo, value| strategy.merge(memo, value) }
end

# A value that suits a strategy, mostly.
def element(merge)
  name = merge.is_a?(Hash) ? merge['strategy'] : merge
  return a_value(3) if RANDOM.rand(6).zero?

  case name
  when 'unique' then RANDOM.rand(3).zero? ? a_scalar : an_array(1)
  when 'hash' then a_hash(2)
  else RANDOM.rand(4).zero? ? an_array(3) : a_hash(3)
  end
end

cases = Array.new(COUNT) do
  merge = strategy
  { 'merge' => merge, 'values' => Array.new(1 + RANDOM.rand(4)) { element(merge) } }
end
output, status = Open3.capture2(BINARY, stdin_data: cases.map { |c| "#{JSON.generate(c)}\n" }.join)
abort "#{BINARY} failed: #{status}" unless status.success?
ours = output.lines.map { |line| JSON.parse(line) }
abort "#{BINARY} gave #{ours.size} answers to #{cases.size} cases" unless ours.size == cases.size

figures = Hash.new { |hash, key| hash[key] = [0, 0, 0] }
differences = []
cases.zip(ours) do |c, own|
  theirs = answer(c['merge'], c['values'])
  name = c['merge'].is_a?(Hash) ? c['merge']['strategy'].to_s : c['merge'].to_s
  figure = figures[name]
  figure[0] += 1
  figure[1] += 1 if own == theirs
  figure[2] += 1 unless theirs.is_a?(Array) && theirs[3].match?(/\A[\[{]/)
  differences << [c, theirs, own] unless own == theirs
end
puts "seed #{SEED}, #{COUNT} cases, #{differences.size} differ"
figures.sort.each { |name, (all, same, other)| puts format('  %-20s %6d of %6d equal (%d are errors or scalars)', name, same, all, other) }
differences.first(SHOWN).each do |c, theirs, own|
  puts '', JSON.generate(c), "  reference: #{theirs.inspect}", "  pupa:      #{own.inspect}"
end
exit differences.empty?
