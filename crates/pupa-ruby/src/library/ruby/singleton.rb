# Singleton: classes with a single instance.
module Singleton
  VERSION = '0.1.1'

  module SingletonClassMethods
    def clone
      Singleton.__init__(super)
    end

    def _load(_text)
      instance
    end

    def instance
      @singleton__instance__ ||= new
    end

    private

    def inherited(sub)
      super
      Singleton.__init__(sub)
    end
  end

  def self.__init__(klass)
    klass.instance_eval { @singleton__instance__ = nil }
    klass
  end

  def self.included(base)
    super
    base.private_class_method :new, :allocate
    base.extend SingletonClassMethods
    Singleton.__init__(base)
  end

  def clone
    raise TypeError, "can't clone instance of singleton #{self.class}"
  end

  def dup
    raise TypeError, "can't dup instance of singleton #{self.class}"
  end

  def _dump(_depth = -1)
    ''
  end
end
