# Structs.
def failure
  yield
rescue StandardError => error
  "#{error.class}: #{error.message}"
end

Point = Struct.new(:x, :y) do
  def length
    Math.sqrt(x * x + y * y)
  end

  def self.origin
    new(0, 0)
  end
end
Named = Struct.new(:name, :size, keyword_init: true)

point = Point.new(3, 4)
p point, point.length, Point.origin, Point[1], Point.members, point.to_a, point.to_h
p point == Point.new(3.0, 4), point.eql?(Point.new(3.0, 4)), { point => 1 }[Point.new(3, 4)]
p point[0], point[:y], point["x"], point[-1], point.dig(:x), point.values_at(0, 1)
point.x += 1
point[:y] = [5]
p point, point.each.to_a, point.each_pair.to_a, point.select { |value| value == 4 }
copy = point.dup
copy.x = 0
p point.x, copy.x, copy.y.equal?(point.y)
x, y = *point
p x, y
case point
in [first, _]
  p first
end
case point
in { x: }
  p x
end

p Named.new(name: "n"), Named, Named.keyword_init?, Named.new(name: "n").to_h
p failure { Named.new(1) }, failure { Named.new(color: 1, form: 2) }
p failure { Point.new(1, 2, 3) }, failure { point[2] }, failure { point[-3] }
p failure { point[:z] }, failure { point["z"] = 1 }, failure { Point.new.freeze.x = 1 }
p failure { Struct.new(:a, :a) }, failure { Struct.new("low") }, failure { Struct.new }
p failure { Point.new(1).dig(:x, 0) }, failure { point.deconstruct_keys(1) }

class Cell < Struct.new(:row, :column)
  def initialize(row, column = 7)
    super
  end

  def to_s
    "#{row}/#{column}"
  end
end
p Cell.new(1), "#{Cell.new(2, 3)}", Cell.superclass.superclass, Cell.new(1).respond_to?(:row=)
loop_ = Point.new(1)
loop_.y = loop_
p loop_, Struct.new(:a).new(1), Struct.new(:"a b").new(2)
