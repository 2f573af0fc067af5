# Behaviour of Ruby 3.1 that looks like a mistake. Notes marked `Compat:` in the sources name this program.

def attempt
  p yield
rescue StandardError => error
  puts "#{error.class}: #{error.message}"
end

# A block with several parameters gets the elements apart, but not the only one of an enumerable.
[1, 2].zip([3, 4]) { |a, b| p [a, b] }
(1..2).zip { |a| p a }
[1, 2].each_entry.zip { |a| p a }

# Negative characters are bytes.
attempt { format('%c', -1).bytes }
attempt { format('%c', -2).bytes }
attempt { format('%c', -3).bytes }

# Keys that are not `eql?` may be equal.
attempt { { 1 => :a }.assoc(1.0) }

# `compact` forgets how keys are compared.
compared = {}.compare_by_identity
compared['a'.dup] = 1
attempt { compared.compact.compare_by_identity? }

# Even a lambda takes pairs apart.
attempt { { a: 1 }.map(&->(k, v) { [k, v] }) }

# Messages of `Float` are binary strings.
attempt { Float('ü') }
begin
  Float('x')
rescue ArgumentError => error
  puts error.backtrace.first
end

# Multiples of the unit are rounded up if they have more than 62 bits.
attempt { (10**20).ceil(-2) }
attempt { 100.ceil(-2) }

# Integers beyond 62 bits are truncated.
attempt { (-(2**70) - 1).div(3.0e10) }
attempt { -7.div(2.0) }

# A search from behind the end begins at the end.
attempt { /$/.match('ab', 9).nil? }
attempt { 'ab'.match?(/\z/, 9) }
attempt { /\z/.match('ab', 9) }

# -1 is the last group, but the whole match is not counted from the end.
match = /(a)(b)/.match('ab')
attempt { [match[-1], match[-2], match[-3]] }

# `|a = 1, *rest|` takes no array apart, others do.
attempt { [[1, 2]].map { |a = 1, *rest| [a, rest] } }
attempt { [[1, 2]].map { |a, *rest| [a, rest] } }

# Of larger integers only the class is named.
attempt { 'a' < 2**70 }
attempt { 'a' < 5 }

# The value itself is the message of a pattern that does not match.
attempt { case nil; in 1 then 2; in 3 then 4; end }
attempt { case 7; in 1 then 2; in 3 then 4; end }

# A frozen set is noticed when an element is removed, and its hash is named.
require 'set'
frozen = Set[1].freeze
attempt { frozen.select! { true } }
attempt { frozen.select! { false } }
attempt { frozen.add(2) }
