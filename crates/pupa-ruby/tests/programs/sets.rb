# Sets.
require "set"

def failure
  yield
rescue StandardError => error
  "#{error.class}: #{error.message}"
end

small = Set[1, 2, 3]
p small, Set.new([1, 1, 2]), Set.new(1..3) { |number| number * 2 }, Set.new, [3, 3].to_set
p small | [5], small & [2, 9], small - [1], small ^ [3, 4], small + Set[7]
p small.include?(1), small === 2, small.add?(1), small.add?(4), small.delete?(9), small.delete(4)
p small <= Set[1, 2, 3], small < Set[1, 2, 3], small.superset?(Set[1]), small <=> Set[1], small <=> Set[9]
p small.disjoint?(Set[9]), small.intersect?([1]), small == Set[3, 2, 1], small.eql?(Set[1, 2, 3])
p small.map { |number| number * 2 }, small.select(&:odd?), small.partition(&:odd?), small.group_by(&:odd?)
p small.classify(&:odd?), small.divide(&:odd?), Set[1, 2, 4, 5].divide { |a, b| (a - b).abs == 1 }
p small.dup.map! { |number| number % 2 }, small.dup.select!(&:odd?), small.dup.reject! { false }
p Set[1, Set[2, Set[3]]].flatten, Set[3, 1].sort, small.join("-"), small.first, small.first(2), small.sum
p failure { Set.new(1) }, failure { small | 1 }, failure { small <= [1] }, failure { Set[1].freeze << 2 }
p failure { small.each { |number| small << number + 10 } }
p Set["a"].compare_by_identity.include?(+"a"), { Set[1] => :one }[Set[1]]

class Service
  attr_reader :name

  def initialize(name)
    @name = name
  end

  def ==(other)
    name == other.name
  end
  alias eql? ==

  def hash
    name.hash
  end
end
p Set[Service.new("a"), Service.new("a"), Service.new("b")].size

class Names < Set
  def add(name)
    super(name.to_s)
  end
end
p Names.new([:a, 1]), Names[:x].class, Names[:x] == Set["x"]
itself_ = Set[1]
itself_ << itself_
p itself_, failure { itself_.flatten }
