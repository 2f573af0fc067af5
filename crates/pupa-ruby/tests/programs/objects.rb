# Classes, modules, visibility, constants, singleton methods, hooks.
module Greeting
  PREFIX = 'Hello'
  def self.included(base) = (puts "included in #{base}"; base.extend(ClassMethods))
  module ClassMethods
    def create(*args, **options) = new(*args, **options)
  end
  def greet = "#{PREFIX}, #{name}"
end

class Animal
  include Greeting
  attr_reader :name
  @@count = 0
  class << self
    attr_accessor :registry
    def inherited(sub) = (super; (Animal.registry ||= []) << sub.name)
  end
  def initialize(name) = (@name = name; @@count += 1)
  def self.count = @@count
  def to_s = "#{self.class.name.downcase} #{@name}"
  def <=>(other) = name <=> other.name
  include Comparable
  def speak = raise(NotImplementedError, "#{self.class} must implement speak")
  protected def secret = 42
  def compare_secret(other) = other.secret == secret
  private
  def hidden = :hidden
end

class Dog < Animal
  def speak = 'Woof'
  def initialize(name, age: 1)
    super(name)
    @age = age
  end
  def greet = super + '!'
  def hidden_call = hidden + 0 rescue hidden
end

d = Dog.create('Rex', age: 3)
puts d, d.greet, d.speak, Animal.count, Animal.registry.inspect
p Dog.ancestors.take(3), Dog.superclass, d.is_a?(Greeting), Dog < Animal, Animal <= Dog, Dog.instance_methods(false).sort
p d.respond_to?(:hidden), d.respond_to?(:hidden, true), d.compare_secret(Dog.new('x'))
[-> { d.hidden }, -> { d.secret }, -> { Animal.new('a').speak }, -> { d.nothing }, -> { Missing }, -> { Dog::Missing }].each do |l|
  l.call
rescue NameError, NotImplementedError => e
  puts "#{e.class}: #{e.message.lines.first.chomp.sub(/#<Dog:0x\h+[^>]*>/, '#<Dog>')}"
end
p [Dog.new('b'), Dog.new('a')].min.name, Dog.new('a') == Dog.new('a'), Dog.new('a').between?(Dog.new('a'), Dog.new('c'))

class Dog
  alias bark speak
  def speak = bark.upcase
  def method_missing(name, *args) = name.end_with?('!') ? "#{name} #{args}" : super
  def respond_to_missing?(name, all = false) = name.end_with?('!') || super
end
p d.speak, d.jump!(1), d.respond_to?(:run!), (d.run rescue $!.class)
def d.special = :only_me
p d.special, d.singleton_methods, d.singleton_class.instance_methods(false)

module Loud
  def speak = super + '!!!'
end
Dog.prepend(Loud)
p d.speak, Dog.ancestors.first(2)
o = Object.new
o.extend(Module.new { def extra = 1 })
p o.extra, o.singleton_class.include?(Kernel)

Point = Struct.new(:x, :y, keyword_init: true) do
  def +(other) = Point.new(x: x + other.x, y: y + other.y)
end
p Point.new(x: 1, y: 2) + Point.new(x: 3, y: 4), Point.members
c = Class.new(StandardError) { def message = 'custom' }
begin
  raise c
rescue => e
  p e.message, e.class == c
end
p c.name
Named = c
p c.name, Named.new.inspect
p defined?(Named), defined?(Unnamed), defined?(@x), defined?(puts), defined?(3 + 3), defined?(yield), defined?(super)
class Meta
  %w[a b].each { |n| define_method("get_#{n}") { |x = 1| "#{n}#{x}" } }
  define_method(:with_return) { |v| return :early if v; :late }
  CONST = [1].freeze
  class Inner; def look = CONST; end
end
p Meta.new.get_a, Meta.new.get_b(5), Meta.new.with_return(true), Meta::Inner.new.look, Meta.const_get(:CONST), Meta.constants.sort
p Meta.instance_method(:get_a).owner, Meta.new.method(:get_a).call(9), Meta.new.public_send(:get_a)
begin
  Meta::CONST << 2
rescue FrozenError => e
  puts e.message
end
p 5.instance_of?(Integer), Integer === 5, Comparable === 'a', 5.frozen?, 'a'.dup.frozen?, :a.frozen?
x = Object.new
x.instance_variable_set(:@v, 1)
p x.instance_variables, x.instance_eval { @v }, x.instance_variable_get(:@v)
p Kernel.respond_to?(:puts, true), Module.new.name.inspect
