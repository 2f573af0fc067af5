# Forwardable: delegates single methods to an accessor.
module Forwardable
  VERSION = '1.3.2'

  class << self
    attr_accessor :debug
  end

  def instance_delegate(hash)
    hash.each do |methods, accessor|
      methods = [methods] unless methods.respond_to?(:each)
      methods.each { |method| def_instance_delegator(accessor, method) }
    end
  end
  alias delegate instance_delegate

  def def_instance_delegators(accessor, *methods)
    methods.each do |method|
      next if /\A__(?:send|id)__\z/ =~ method.to_s
      def_instance_delegator(accessor, method)
    end
  end
  alias def_delegators def_instance_delegators

  def def_instance_delegator(accessor, method, ali = method)
    target = is_a?(Module) ? self : singleton_class
    Forwardable.define(target, accessor.to_s, method.to_sym, ali.to_sym)
  end
  alias def_delegator def_instance_delegator

  def self.define(target, accessor, method, name)
    target.define_method(name) do |*args, **options, &block|
      object =
        if accessor.start_with?('@@')
          self.class.class_variable_get(accessor)
        elsif accessor.start_with?('@')
          instance_variable_get(accessor)
        elsif accessor =~ /\A[a-z_]\w*[?!]?\z/
          __send__(accessor)
        else
          instance_eval(accessor)
        end
      object.__send__(method, *args, **options, &block)
    end
    name
  end
end

module SingleForwardable
  def def_single_delegator(accessor, method, ali = method)
    Forwardable.define(singleton_class, accessor.to_s, method.to_sym, ali.to_sym)
  end
  alias def_delegator def_single_delegator

  def def_single_delegators(accessor, *methods)
    methods.each do |method|
      next if /\A__(?:send|id)__\z/ =~ method.to_s
      def_single_delegator(accessor, method)
    end
  end
  alias def_delegators def_single_delegators

  def single_delegate(hash)
    hash.each do |methods, accessor|
      methods = [methods] unless methods.respond_to?(:each)
      methods.each { |method| def_single_delegator(accessor, method) }
    end
  end
  alias delegate single_delegate
end
