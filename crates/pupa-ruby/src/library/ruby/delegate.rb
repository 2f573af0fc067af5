# Delegator, SimpleDelegator and DelegateClass: objects that forward unknown methods to another one.
class Delegator < BasicObject
  kernel = ::Kernel.dup
  kernel.class_eval do
    alias __raise__ raise
    %i[to_s inspect =~ !~ === <=> hash].each { |name| undef_method(name) if method_defined?(name) }
    private_instance_methods.each do |name|
      next if /\Abind_call\z|\Ainstance_variable_|\Aobject_id\z/ =~ name.to_s
      next if %i[__raise__ respond_to_missing? initialize_clone initialize_dup initialize_copy].include?(name)
      undef_method name
    end
  end
  include kernel

  def self.const_missing(name)
    ::Object.const_get(name)
  end

  def initialize(object)
    __setobj__(object)
  end

  def method_missing(name, *args, **options, &block)
    found = true
    target = __getobj__ { found = false }
    if found && target_respond_to?(target, name, false)
      target.__send__(name, *args, **options, &block)
    elsif ::Kernel.method_defined?(name) || ::Kernel.private_method_defined?(name)
      ::Kernel.instance_method(name).bind_call(self, *args, **options, &block)
    else
      super
    end
  end

  def respond_to_missing?(name, include_private)
    found = true
    target = __getobj__ { found = false }
    found && target_respond_to?(target, name, include_private)
  end

  def methods(all = true)
    __getobj__.methods(all) | super
  end

  def public_methods(all = true)
    __getobj__.public_methods(all) | super
  end

  def protected_methods(all = true)
    __getobj__.protected_methods(all) | super
  end

  def ==(object)
    return true if object.equal?(self)
    __getobj__ == object
  end

  def !=(object)
    return false if object.equal?(self)
    __getobj__ != object
  end

  def eql?(object)
    return true if object.equal?(self)
    object.eql?(__getobj__)
  end

  def !
    !__getobj__
  end

  def __getobj__
    __raise__ ::NotImplementedError, "need to define `__getobj__'"
  end

  def __setobj__(object)
    __raise__ ::NotImplementedError, "need to define `__setobj__'"
  end

  def marshal_dump
    [:__v2__, [], [], __getobj__]
  end

  def initialize_clone(object, freeze: nil)
    __setobj__(object.__getobj__.clone(freeze: freeze))
  end

  def initialize_dup(object)
    __setobj__(object.__getobj__.dup)
  end
  private :initialize_clone, :initialize_dup

  def freeze
    __getobj__
    super
  end

  private

  def target_respond_to?(target, name, include_private)
    case target
    when ::Object
      target.respond_to?(name, include_private)
    else
      ::Kernel.instance_method(:respond_to?).bind_call(target, name, include_private)
    end
  end
end

class SimpleDelegator < Delegator
  def __getobj__
    unless defined?(@delegate_sd_obj)
      return yield if block_given?
      __raise__ ::ArgumentError, 'not delegated'
    end
    @delegate_sd_obj
  end

  def __setobj__(object)
    __raise__ ::ArgumentError, 'cannot delegate to self' if equal?(object)
    @delegate_sd_obj = object
  end
end

def DelegateClass(superclass, &block)
  klass = Class.new(Delegator)
  hidden = %i[to_s =~ !~ === <=> hash inspect dup clone freeze methods public_methods
              protected_methods respond_to? == != ! eql? object_id instance_of? kind_of? is_a? class
              __send__ __id__ equal? send]
  names = superclass.instance_methods
  names -= ::Delegator.public_instance_methods
  names |= %i[to_s inspect =~ !~ === <=> hash] & superclass.instance_methods
  names -= hidden - %i[to_s inspect =~ !~ === <=> hash]
  klass.class_eval do
    def __getobj__
      unless defined?(@delegate_dc_obj)
        return yield if block_given?
        __raise__ ::ArgumentError, 'not delegated'
      end
      @delegate_dc_obj
    end

    def __setobj__(object)
      __raise__ ::ArgumentError, 'cannot delegate to self' if equal?(object)
      @delegate_dc_obj = object
    end

    names.each do |name|
      define_method(name) do |*args, **options, &given|
        __getobj__.__send__(name, *args, **options, &given)
      end
    end
  end
  klass.define_singleton_method(:public_instance_methods) do |all = true|
    super(all) | superclass.public_instance_methods
  end
  klass.module_eval(&block) if block
  klass
end
