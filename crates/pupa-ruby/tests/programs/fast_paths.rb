# The shortcuts of the machine are not visible: arguments that end in a jump, methods that change
# while they are called, operators and attributes that are redefined.

def pair(a, b) [a, b] end
def fails(value) raise ArgumentError, "no #{value}" end

# Arguments that were evaluated before a jump leave nothing behind.
def jumps(count)
  x = 1
  keep = []
  count.times do |i|
    y = i
    begin
      pair(pair(i, 2), fails(i))
    rescue ArgumentError => e
      keep << -> { [x, y, e.message] }
    end
    x += 1
  end
  z = 9
  keep << -> { z }
  keep
end
p jumps(3).map(&:call)

def breaks
  [1, 2, 3].each { |i| pair(i, (break pair(i, 0) if i == 2)) }
end
p breaks

def throws
  catch(:done) { pair(1, throw(:done, 5)) }
end
p throws

def returns(list)
  list.each { |i| pair(i, (return i if i > 1)) }
  nil
end
p returns([1, 2, 3])

# An argument that redefines the method, and one that gives the object a method of its own.
class Changing
  def m(a) "old #{a}" end
  def redefine
    Changing.class_eval { def m(a) "new #{a}" end }
    1
  end
end
object = Changing.new
2.times { puts object.m(0) }
puts object.m(object.redefine)
def object.m(a) "own #{a}" end
puts object.m(1)
class Changing
  def other(a) "other #{a}" end
  alias m other
end
2.times { puts Changing.new.m(2) }

# The number of arguments is still checked.
2.times do |i|
  pair(*[1, 2].first(2 - i))
rescue ArgumentError => e
  puts e.message
end

# Attributes.
class Point
  attr_accessor :x, :y
  def initialize(x) @x = x end
end
class Wide < Point
  def x() super * 2 end
end
points = [Point.new(1), Wide.new(1), Point.new(3).freeze, Struct.new(:x, :y).new(5)]
points.each do |point|
  p point.x
  p point.y
  begin
    p(point.x = 7)
    point.x += 1
    p point.x
    point.y ||= 4
    point.y ||= 5
    p point.y
  rescue => e
    puts e.class, e.message.sub(/0x\h+/, '0x')
  end
end
class Point
  def x() "changed #{@x}" end
  def y=(value)
    @y = value * 10
  end
end
point = Point.new(1)
p point.x, (point.y = 2), point.y
point.y += 1
p point.y

class Guarded
  attr_reader :open
  attr_writer :closed
  private :open
  protected :closed=
  def peek() [self.open, open] end
  def copy(other) other.closed = 1 end
end
p Guarded.new.peek, Guarded.new.copy(Guarded.new)
begin
  Guarded.new.open
rescue NoMethodError => e
  puts e.message.sub(/0x\h+/, '0x')
end
begin
  Guarded.new.closed += 1
rescue NoMethodError => e
  puts e.message.sub(/0x\h+/, '0x')
end

# Keys that are literals.
h = { 'a' => 1, :b => 2 }
p h['a'], h['b'], h[:b]
h.default = 0
p h['c']
h = Hash.new { |hash, key| hash[key] = key + key }
p h['ab'], h
key = 'k'
h = {}.compare_by_identity
h[key] = 1
p h['k'], h[key]
class Loud < Hash
  def [](key) "#{key}: #{super}" end
end
loud = Loud.new
loud['a'] = 1
p loud['a']
p 'a' == 'a', 'a' != 'a', 'a' == 'b', "\u00e4" == "\u00e4", "\xff".b == "\xff"

# Variables of frames around, active and ended.
def counter
  count = 0
  add = ->(n) { 2.times { [1].each { count += n } }; count }
  [add, -> { count }]
end
add, get = counter
add.call(3)
p add.call(1), get.call
sum = 0
1.upto(3) { |i| sum += i; 2.times { sum += i } }
p sum
x = 10
block = proc { |a, (b, c), *d, e: 5| x += 1; [a, b, c, d, e, x] }
p block.call(1, [2, 3], 4, e: 6), block.(1), x

# Deep recursion ends in an exception and can be survived, often.
def deep(n) deep(n + 1) end
3.times do
  deep(0)
rescue SystemStackError => e
  puts e.message
end
def sum_to(n) n == 0 ? 0 : n + sum_to(n - 1) end
p sum_to(2000)
def nested(n) n == 0 ? 0 : [n].map { |i| nested(i - 1) + 1 }.first end
p nested(1000)

# Numbers: the largest integers, floats, operators of a class of one's own.
a = 9223372036854775807
b = 1
p a + b, -a - 2, a * 2, a - b
c = 0.5
d = 2.5
p c + d, c < d, c * d, d / c, c == 0.5, d % c, a + c, c - b
p 7 / -2, 7 % -2, -7 / 2, 6 & 3, 6 | 3
begin
  a / (b - 1)
rescue ZeroDivisionError => e
  puts e.message
end
class Vector
  attr_reader :n
  def initialize(n) @n = n end
  def +(other) Vector.new(@n + other.n) end
  def <(other) @n < other.n end
  def [](index) @n + index end
  def ==(other) other == :any end
end
v = Vector.new(1)
w = Vector.new(2)
p (v + w).n, v < w, w < v, v[5], v == :any, v != :any
v += w
p v.n
class Integer
  alias plain_plus +
  def +(other) plain_plus(other).plain_plus(1) end
end
i = 1
j = 2
p i + j, i + 2
class Integer
  alias + plain_plus
end
p i + j
