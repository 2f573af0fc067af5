# Calls of core methods with rare arguments, which tools/compare_ruby.py has found.
require 'stringio'
require 'set'

def attempt
  p yield
rescue StandardError => error
  puts "#{error.class}: #{error.message}"
end

# Of two shortest texts of a float that are equally near, the even one.
attempt { 123456.789 - 1e15 }
attempt { 999999999876543.25 }
attempt { [9007199254740993.0, 4503599627370497.5, 5e-324, 1.7976931348623157e+308] }

# Quotients of integers beyond a machine word are rounded once.
attempt { (3**50).fdiv(10**20) }
attempt { Rational(3**50, 10**20).to_f }
attempt { (2**70 + 1).fdiv(2**70) }
attempt { (10**400).fdiv(10**399) }

# Limits and steps that are no numbers.
attempt { 1.0.step('x') { } }
attempt { 1.0.step(1..2) { } }
attempt { 1.step(2, []) { } }
attempt { 1.0.step(3.0, {}) { } }
attempt { 1.0.step('x') }
attempt { 1.5.step('x').size }
attempt { 1r.step('x').size }
attempt { 5.step(by: nil, to: 'x').size }

# The base of an integer that is not a string.
attempt { Integer(10, 'x') }
attempt { Integer(10, 2) }
attempt { Integer([1], nil) }

# Numbers of rounds are converted before an empty collection is found.
attempt { {}.cycle('x').size }
attempt { (0..-1).cycle('x').size }
attempt { [].cycle('x').size }
attempt { ('a'..'c').step(-1).size }
attempt { (1.0..2.0) % nil }

# A sum starts by conversion of the start.
attempt { (1..10).sum('3') }
attempt { (1..10).sum(:x) }
attempt { (1..0).sum('3') }

# Fewer elements than asked for are not iterated, and none at all for the best zero.
attempt { (0.5..1.5).each_cons(7) { } }
attempt { (1.0..2.5).max(0) { } }
stream = StringIO.new("a\nb")
attempt { stream.each_cons(7).size }
attempt { (0...0).last(-1) }

# Elements are compared in pairs.
attempt { ['x', nil].minmax_by(&:nil?) }
attempt { [nil, 1, false].minmax_by(&:itself) }
attempt { %w[pear fig apple kiwi].minmax_by(&:size) }

# `each_with_index` of a lazy enumerator iterates at once.
attempt { (1..3).lazy.each_with_index { |item, index| print item, index, ' ' } }
attempt { (1..3).lazy.map { |x| x * 2 }.each_with_index { |item, index| print item, index, ' ' } }
attempt { (1..9).lazy.with_index(1.0) }
attempt { (1..9).lazy.each_with_index.first(2) }

# Keywords in the text of an enumerator are not inspected.
attempt { [1].each_entry(a: 'x', b: nil) }

# A single element is unique without a question.
attempt { [1].uniq { raise 'asked' } }

# Frozen strings of streams, and arguments that are checked first.
frozen = StringIO.new('read only'.freeze)
attempt { frozen.ungetbyte(0) }
attempt { frozen.ungetc('x') }
attempt { frozen.write }
attempt { frozen.read(-3, 1) }
attempt { frozen.seek(-3, 'x') }
attempt { StringIO.new('b').tap { |s| s.ungetbyte(-2**64 + 97) }.string }

# Others.
attempt { Float::INFINITY.rationalize('x') }
attempt { (-Float::INFINITY).rationalize }
attempt { 2.5.floor(Float::MAX) }
attempt { Complex.rect(Complex(3, 0), Complex(4, 0)) }
attempt { Regexp.new('a', 0, []) }
attempt { Set[1].freeze.merge(Set[]) }
attempt { Set[1].freeze.merge([]) }
attempt { {}.default_proc = 1.method(:+) }
attempt { File.identical?('missing', 1) }
attempt { File.readlink('missing') }
