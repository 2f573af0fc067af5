# Raising, rescuing, causes, messages as Ruby 3.1 prints them.
class AppError < StandardError
  attr_reader :code
  def initialize(msg = 'app failed', code: 1) = (super(msg); @code = code)
end

def try
  yield
rescue Exception => e
  "#{e.class}: #{e.message.lines.first&.chomp}"
end

puts try { raise 'text' }
puts try { raise AppError }
puts try { raise AppError, 'other' }
puts try { raise AppError.new('x', code: 5) }
puts try { raise Class }
puts try { raise 5 }
puts try { nil + 1 }
puts try { nil.upcase }
puts try { 'a' + 1 }
puts try { 1 + 'a' }
puts try { 1 + nil }
puts try { [1] + nil }
puts try { Integer('abc') }
puts try { Integer(nil) }
puts try { Float('1.x') }
puts try { 1 / 0 }
puts try { [1, 2].fetch(9) }
puts try { { a: 1 }.fetch(:b) }
puts try { { 'a' => 1 }.fetch('b') }
puts try { [3, nil].sort }
puts try { 'abc'.foo(1) }
puts try { foo }
puts try { foo() }
puts try { self.bar }
puts try { :sym.unknown }
puts try { 5.upcase }
puts try { [1, 2].undefined_thing }
puts try { true.x }
puts try { Object.nope }
puts try { Math.sqrt('x') }
puts try { 'x'.freeze << 'y' }
puts try { [1].freeze << 2 }
puts try { { a: 1 }.freeze[:b] = 1 }
puts try { 'abc'.to_sym.to_proc.call }
puts try { ['a'].first(-1) }
puts try { 'a' * -1 }
puts try { [1, 2].first('x') }
puts try { loop { raise StopIteration, 'done' }; raise IndexError, 'after' }
puts try { def rec(n) = rec(n + 1); rec(0) }
puts try { raise ArgumentError }
puts try { Struct.new(:a).new(1, 2) }
puts try { 'é'.encode('US-ASCII') }
puts try { "\xff".encode('UTF-16LE') }
puts try { Regexp.new('[') }
puts try { 'a'.unpack('@9C') }
puts try { rand(1..) }
puts try { Comparable.instance_method(:clamp).bind(5).call(3, 1) }
puts try { eval('1 +') }.sub(/:.*/m, '')
puts try { exit 3 }
puts try { abort }
puts try { throw :x }
puts try { Hash.new(1) { 2 } }
puts try { obj = Object.new; def obj.to_str = 5; 'a' + obj }
puts try { [[1, 2], [3]].transpose }
puts try { [1, 2].combination }
puts try { (1..'a') }
puts try { ('a'..).to_a.size if false; (1.5..3).to_a }

begin
  begin
    raise 'inner'
  rescue => e
    raise AppError, 'outer'
  end
rescue => e
  p e.cause&.message, e.full_message(highlight: false).include?('inner')
end
e = (raise 'x' rescue $!)
p e.backtrace.class, e.backtrace_locations.class, $!.inspect
p AppError.new.inspect, RuntimeError.new('').inspect, AppError.new("a\nb").inspect
def multi
  yield
rescue TypeError, ArgumentError => e
  [:a, e.class]
rescue *[KeyError, IndexError] => e
  [:b, e.class]
else
  :none
ensure
  puts 'done'
end
p multi { raise KeyError, 'k' }, multi { Integer('x') }, multi { 1 }
x = Integer('z') rescue :rescued
p x
def implicit_ensure_value
  return 1
ensure
  2
end
p implicit_ensure_value
err = KeyError.new('m', receiver: { a: 1 }, key: :b)
p err.key, err.receiver, (Object.new.zork rescue $!.name), (raise StopIteration rescue $!.result)
p [ZeroDivisionError, Errno::ENOENT, FrozenError, FloatDomainError, SystemExit].map(&:superclass)
puts Errno::ENOENT.new.message, Errno::ENOENT.new('file').message, Errno::EACCES::Errno
warn 'to standard error' if false
