# Methods that change after they were called, in every way in which a class can get another method.
# Each call is one place in the code, so that what the place remembers must not outlive the change.

def ask(object, *args) = object.answer(*args)

def attempt
  yield
rescue NoMethodError, NameError, ArgumentError => e
  e.class
end

class Base
  def answer = :base
end

class Child < Base
end

base, child = Base.new, Child.new
p ask(base), ask(child)

class Base
  def answer = :base_again
end
p ask(base), ask(child)

class Child
  def answer = [:child, super]
end
p ask(base), ask(child)

module Outer
  def answer = [:outer, super]
end

module Inner
  def answer = [:inner, super]
end

Child.prepend(Outer)
p ask(base), ask(child)
Base.include(Inner)
p ask(base), ask(child)

# A module that is part of classes already.
module Late
end

class Base
  include Late
  remove_method :answer
end
p attempt { ask(base) }, attempt { ask(child) }

module Late
  def answer = :late
end
p attempt { ask(base) }, attempt { ask(child) }

module Inner
  remove_method :answer
end
p ask(base), ask(child)

# Undefined, and visible or not.
class Child
  undef_method :answer
end
p attempt { ask(child) }, ask(base)

class Child
  def answer = :defined_again
  private :answer
end
p attempt { ask(child) }, child.send(:answer)

class Child
  public :answer
end
p ask(child)

# One object alone.
one, other = Base.new, Base.new
p ask(one)
def one.answer = :one
p ask(one), ask(other)
one.singleton_class.remove_method(:answer)
p ask(one)
one.extend(Module.new { def answer = :extension })
p ask(one), ask(other)

# Methods of classes, inherited by classes that have none of their own yet.
class Root
  def self.answer = :root
end

class Branch < Root
end

class Leaf < Branch
end
p ask(Root), ask(Branch), ask(Leaf)

class Branch
  def self.answer = [:branch, super]
end
p ask(Root), ask(Branch), ask(Leaf)

class Root
  extend(Module.new { def answer = :never; def other = :extended })
  class << self
    remove_method :answer
  end
end
p ask(Root), ask(Leaf), Leaf.other

class Class
  def everywhere = :everywhere
end
p attempt { Leaf.everywhere }, attempt { base.everywhere }

# Answers that were no.
probe = Object.new
p probe.respond_to?(:answer), attempt { ask(probe) }
def probe.method_missing(name, *) = [:missing, name]
p ask(probe)
class Object
  def answer = :object
end
p ask(probe), ask(5), ask(nil)
p probe.respond_to?(:answer)

class Integer
  def answer = :integer
end
p ask(5), ask('text'), ask(nil)

class NilClass
  def answer = :nil
end
p ask(nil), nil&.answer

# Attributes that become methods, and methods that become attributes.
class Box
  attr_accessor :answer
  def initialize(answer) = @answer = answer
end
box = Box.new(1)
p ask(box)
2.times do |turn|
  box.answer = 5
  p ask(box)
  class Box
    def answer = @answer * 2
    def answer=(value)
      @answer = value + 1
    end
  end
  p turn
end
class Box
  attr_reader :answer
end
p ask(box)

# An argument that changes the method it is an argument of.
class Sum
  def add(a, b) = a + b
end
sum = Sum.new
3.times do |turn|
  p sum.add(turn, Sum.class_eval { define_method(:add) { |a, b| a * 10 + b } if turn == 1; turn })
end

# Copies keep their own methods.
copy = Box.dup
class Box
  def answer = :changed
end
p ask(box), ask(copy.new(2))
twin = one.clone
def one.answer = :changed
p ask(one), ask(twin)

# Aliases stay with the old method.
class Base
  def answer = :before
  alias_method :old_answer, :answer
end
p other.old_answer, ask(other)
class Base
  def answer = :after
end
p other.old_answer, ask(other)

# A superclass by Class.new, called before the subclass has methods.
made = Class.new(Base)
p ask(made.new)
made.define_method(:answer) { [:made, super()] }
p ask(made.new)
p made.instance_method(:answer).owner == made, made.ancestors.first == made

# Blocks with other numbers of arguments than they take, and values of assignments.
[[1, 2], 3].each { |a| p a }
[[1, 2], 3].each { |a, b| p [a, b] }
[[1, [2, 3]]].each { |a, (b, c)| p [a, b, c] }
{ k: 1 }.each { |a| p a }
2.times { |a, b = 7| p [a, b] }
def give = yield(1, 2)
give { |a| p a }
give { p :none }
list, hash = [0], {}
p(list[0] = 1, hash[:k] = [2], (box.answer = 9), list, hash)
class Stubborn
  def []=(key, value)
    :ignored
  end
end
p(Stubborn.new[1] = 2)
p((nil&.answer = 3), nil&.length)
