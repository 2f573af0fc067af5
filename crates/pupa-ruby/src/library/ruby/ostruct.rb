# OpenStruct: objects whose attributes are entries of a hash.
class OpenStruct
  VERSION = '0.5.2'

  def initialize(hash = nil)
    @table = {}
    return unless hash
    hash.each_pair { |name, value| set_ostruct_member_value!(name, value) }
  end

  def initialize_copy(original)
    super
    @table = @table.dup
    @table.each_key { |name| new_ostruct_member!(name) }
    self
  end

  def to_h(&block)
    block ? @table.to_h(&block) : @table.dup
  end

  def each_pair
    return to_enum(:each_pair) { @table.size } unless block_given?
    @table.each_pair { |pair| yield pair }
    self
  end

  def marshal_dump
    @table
  end

  def marshal_load(table)
    @table = table
    @table.each_key { |name| new_ostruct_member!(name) }
  end

  def [](name)
    @table[name.to_sym]
  end

  def []=(name, value)
    name = name.to_sym
    raise FrozenError.new("can't modify frozen #{self.class}: #{inspect}", receiver: self) if frozen?
    new_ostruct_member!(name)
    @table[name] = value
  end

  def dig(name, *names)
    begin
      name = name.to_sym
    rescue NoMethodError
      raise TypeError, "#{name} is not a symbol nor a string"
    end
    @table.dig(name, *names)
  end

  def delete_field(name)
    name = name.to_sym
    singleton_class.remove_method(name, "#{name}=") if singleton_methods(false).include?(name)
    @table.delete(name) do
      return yield if block_given?
      raise NameError.new("no field `#{name}' in #{inspect}", name)
    end
  end

  def respond_to_missing?(name, include_private = false)
    plain = name.to_s.chomp('=').to_sym
    @table&.key?(plain) || super
  end

  def method_missing(name, *args)
    text = name.to_s
    if text.end_with?('=')
      if args.length != 1
        raise ArgumentError, "wrong number of arguments (given #{args.length}, expected 1)"
      end
      self[text.chomp('=')] = args[0]
    elsif args.empty?
      @table[name]
    else
      super
    end
  end

  def ==(other)
    other.is_a?(OpenStruct) && @table == other.table!
  end

  def eql?(other)
    other.is_a?(OpenStruct) && @table.eql?(other.table!)
  end

  def hash
    @table.hash
  end

  def freeze
    @table.freeze
    super
  end

  def inspect
    ids = (Thread.current[:__inspect_key__] ||= []) if defined?(Thread) && Thread.respond_to?(:current)
    ids ||= ($__ostruct_inspected ||= [])
    return "#<#{self.class} ...>" if ids.include?(object_id)
    ids << object_id
    begin
      detail = @table.map { |name, value| " #{name}=#{value.inspect}" }.join(',')
      "#<#{self.class}#{detail}>"
    ensure
      ids.pop
    end
  end
  alias to_s inspect

  def encode_with(coder)
    @table.each_pair { |name, value| coder[name.to_s] = value }
  end

  def init_with(coder)
    @table = {}
    map = coder.map
    map = map['table'] if map.size == 1 && map['table'].is_a?(Hash)
    map.each_pair { |name, value| set_ostruct_member_value!(name, value) }
  end

  protected

  def table!
    @table
  end

  private

  def set_ostruct_member_value!(name, value)
    name = name.to_sym
    new_ostruct_member!(name)
    @table[name] = value
  end

  def new_ostruct_member!(name)
    return if @table.key?(name) && singleton_methods(false).include?(name)
    return if is_method_protected!(name)
    define_singleton_method(name) { @table[name] }
    define_singleton_method("#{name}=") { |value| self[name] = value }
  end

  # Attributes do not replace methods of the class, unless these come from Object.
  def is_method_protected!(name)
    return false unless respond_to?(name, true)
    return true if name.to_s.end_with?('!')
    return false if singleton_methods(false).include?(name)
    owner = method(name).owner
    return false if owner == singleton_class
    owner <= OpenStruct ? OpenStruct.instance_methods(false).include?(name) || owner != OpenStruct && self.class != OpenStruct && owner < OpenStruct : false
  end
end
