# Hashes: access, defaults, iteration, changes, errors.
def failure
  yield
rescue StandardError => error
  "#{error.class}: #{error.message}"
end

services = { "ssh" => 22, :http => 80, nil => [], 1.5 => { deep: [1, { x: 2 }] } }
p services, services.keys, services.values, services.length
p services.dig(1.5, :deep, 1, :x), services.fetch("ssh"), services.fetch("none", 0)
p failure { services.fetch("none") }, failure { services.fetch(:none) }
p failure { { a: 1 }.dig(:a, :b) }, failure { {}.freeze[:a] = 1 }
begin
  services.fetch(:none)
rescue KeyError => error
  p error.key, error.receiver.equal?(services)
end

counts = Hash.new(0)
%w[a b a].each { |word| counts[word] += 1 }
groups = Hash.new { |hash, key| hash[key] = [] }
groups[:x] << 1
groups[:y] << 2
p counts, groups, groups.default_proc.arity, counts[:none], groups.key?(:z)

numbers = { b: 2, a: 1, c: 3 }
numbers.each { |pair| p pair }
numbers.each_pair { |key, value| p [key, value] }
p numbers.map { |key, value| [key, value * 2] }.to_h
p numbers.select { |_, value| value > 1 }, numbers.reject { |key, _| key == :a }
p numbers.min_by { |_, value| value }, numbers.sort_by { |key, _| key }, numbers.sum { |_, value| value }
p numbers.find { |_, value| value == 3 }, numbers.any? { |key, value| key == :a && value == 1 }
p numbers.each_with_index.map { |(key, value), index| [key, value, index] }
p numbers.reduce(0) { |sum, (_, value)| sum + value }, numbers.partition { |_, value| value.odd? }
p numbers.group_by { |_, value| value.odd? }, numbers.each_with_object([]) { |(key, _), list| list << key }
p numbers.filter_map { |key, value| key if value > 1 }, numbers.count { |_, value| value > 1 }
p failure { numbers.each(&->(key, value) { p key, value }) }
p numbers.map(&->(key, value) { "#{key}#{value}" })

p numbers.merge({ a: 9, d: 4 }) { |key, old, new| [key, old, new] }, numbers.invert, numbers.key(2)
p numbers.transform_values(&:to_s), numbers.transform_keys(&:to_s), numbers.transform_keys({ a: :z })
p numbers.slice(:c, :a), numbers.except(:c), numbers.to_a.flatten, numbers.values_at(:a, :none)
p({ 1 => 2, 2 => 3, 3 => 4 }.transform_keys!(&:succ), { a: nil, b: 1 }.compact)
p numbers.delete(:none), numbers.delete(:none) { |key| "no #{key}" }, numbers.shift, numbers
p numbers <= { a: 1, c: 3, d: 4 }, numbers == { c: 3, a: 1 }, numbers.eql?({ a: 1.0, c: 3 })
p Hash[[[1, 2], [3]]], Hash["a", 1], failure { Hash[1, 2, 3] }, failure { Hash[[1]] }

p failure { numbers.each { |key, _| numbers["#{key}!"] = 1 } }
numbers.each { |key, _| numbers.delete(key) if key == :a }
numbers.each { break }
numbers[:added] = true
p numbers

text = +"key"
table = { text => 1 }
text << "!"
p table, table.keys.first.frozen?, table["key"]
list = [1]
table = { list => 1 }
list << 2
p table[list], table.rehash[list]
same = {}.compare_by_identity
same[text] = 1
p same[text.dup], same[text], same.compare_by_identity?

ring = {}
ring[:self] = ring
p ring, ring.hash == { self: ring }.hash

class Version
  attr_reader :number

  def initialize(number)
    @number = number
  end

  def hash
    number.hash
  end

  def eql?(other)
    number == other.number
  end
end
p({ Version.new(1) => :one }[Version.new(1)], { 2**70 => 1 }[2**70], { 1 => :a }[1.0], { 0.0 => 1 }[-0.0])

case { name: "x", tags: { a: 1 } }
in { name: String => name, tags: { a: } }
  p name, a
end
