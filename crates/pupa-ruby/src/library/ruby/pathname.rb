# Pathname: paths as objects. Methods about files call File and Dir.
class Pathname
  SEPARATOR_LIST = '/'
  SEPARATOR_PAT = /\//
  SAME_PATHS = proc { |path| path }
  TO_PATH = :to_path

  def self.glob(*args, **options)
    found = Dir.glob(*args, **options).map { |path| new(path) }
    return found unless block_given?
    found.each { |path| yield path }
    nil
  end

  def self.getwd
    new(Dir.getwd)
  end

  class << self
    alias pwd getwd
  end

  def initialize(path)
    path = path.to_path if path.respond_to?(:to_path)
    unless path.is_a?(String)
      unless path.respond_to?(:to_str)
        name = path.nil? ? 'nil' : (path == true || path == false ? path.to_s : path.class.name)
        raise TypeError, "no implicit conversion of #{name} into String"
      end
      path = path.to_str
    end
    raise ArgumentError, 'pathname contains null byte' if path.include?("\0")
    @path = path.dup
  end

  def to_s
    @path.dup
  end
  alias to_path to_s

  def ==(other)
    other.is_a?(Pathname) && @path == other.to_s
  end
  alias === ==
  alias eql? ==

  def <=>(other)
    return nil unless other.is_a?(Pathname)
    @path.tr('/', "\0") <=> other.to_s.tr('/', "\0")
  end

  def hash
    @path.hash
  end

  def inspect
    "#<#{self.class}:#{@path}>"
  end

  def freeze
    super
    @path.freeze
    self
  end

  def sub(*args, &block)
    self.class.new(block ? @path.sub(*args, &block) : @path.sub(*args))
  end

  def sub_ext(replacement)
    extension = File.extname(@path)
    extension = '' if extension == '.'
    self.class.new(@path.chomp(extension) + replacement)
  end

  def cleanpath(consider_symlink = false)
    parts = []
    absolute = absolute?
    @path.split('/').each do |part|
      case part
      when '', '.'
        next
      when '..'
        if parts.empty? || parts.last == '..'
          parts << '..' unless absolute
        elsif consider_symlink
          parts << '..'
        else
          parts.pop
        end
      else
        parts << part
      end
    end
    text = parts.join('/')
    if absolute
      text = "/#{text}"
    elsif text.empty?
      text = '.'
    end
    if consider_symlink && text != '/' && @path =~ %r{/\.?/*\z} && text != '.'
      text = "#{text}/" if @path =~ %r{/\z} && text !~ %r{(\A|/)\.\.\z}
      text = "#{text}/." if @path =~ %r{/\.\z}
    end
    self.class.new(text)
  end

  def parent
    self + '..'
  end

  def mountpoint?
    root?
  end

  def root?
    @path =~ %r{\A/+\z} ? true : false
  end

  def absolute?
    @path.start_with?('/')
  end

  def relative?
    !absolute?
  end

  def each_filename
    return to_enum(__method__) unless block_given?
    @path.split('/').each { |part| yield part unless part.empty? }
    nil
  end

  def descend
    return to_enum(__method__) unless block_given?
    paths = []
    ascend { |path| paths << path }
    paths.reverse_each { |path| yield path }
    nil
  end

  def ascend
    return to_enum(__method__) unless block_given?
    path = @path
    yield self
    while (split = chop_basename(path))
      path, = split
      break if path.empty?
      yield self.class.new(del_trailing_separator(path))
    end
    nil
  end

  def +(other)
    other = Pathname.new(other) unless other.is_a?(Pathname)
    Pathname.new(plus(@path, other.to_s))
  end
  alias / +

  def join(*args)
    return self if args.empty?
    result = args.pop
    result = Pathname.new(result) unless result.is_a?(Pathname)
    return result if result.absolute?
    args.reverse_each do |arg|
      arg = Pathname.new(arg) unless arg.is_a?(Pathname)
      result = arg + result
      return result if result.absolute?
    end
    self + result
  end

  def children(with_directory = true)
    with_directory = false if @path == '.'
    Dir.children(@path).map do |name|
      with_directory ? self.class.new(File.join(@path, name)) : self.class.new(name)
    end
  end

  def each_child(with_directory = true, &block)
    children(with_directory).each(&block)
  end

  def relative_path_from(base)
    base = Pathname.new(base) unless base.is_a?(Pathname)
    from = base.cleanpath
    to = cleanpath
    if from.absolute? != to.absolute?
      raise ArgumentError, "different prefix: #{(to.absolute? ? '/' : '').inspect} and #{from.to_s.inspect}"
    end
    target = to.to_s.split('/').reject { |part| part.empty? || part == '.' }
    origin = from.to_s.split('/').reject { |part| part.empty? || part == '.' }
    while !target.empty? && !origin.empty? && target.first == origin.first
      target.shift
      origin.shift
    end
    raise ArgumentError, "base_directory has ..: #{from.to_s.inspect}" if origin.include?('..')
    parts = Array.new(origin.size, '..') + target
    self.class.new(parts.empty? ? '.' : File.join(*parts))
  end

  def each_line(...)
    File.foreach(@path, ...)
  end

  def read(...)
    File.read(@path, ...)
  end

  def binread(...)
    File.binread(@path, ...)
  end

  def readlines(...)
    File.readlines(@path, ...)
  end

  def write(...)
    File.write(@path, ...)
  end

  def binwrite(...)
    File.binwrite(@path, ...)
  end

  def open(...)
    File.open(@path, ...)
  end

  def basename(...)
    self.class.new(File.basename(@path, ...))
  end

  def dirname
    self.class.new(File.dirname(@path))
  end

  def extname
    File.extname(@path)
  end

  def expand_path(...)
    self.class.new(File.expand_path(@path, ...))
  end

  def realpath(...)
    self.class.new(File.realpath(@path, ...))
  end

  def realdirpath(...)
    self.class.new(File.realdirpath(@path, ...))
  end

  def readlink
    self.class.new(File.readlink(@path))
  end

  def split
    File.split(@path).map { |part| self.class.new(part) }
  end

  def fnmatch(pattern, ...)
    File.fnmatch(pattern, @path, ...)
  end

  def fnmatch?(pattern, ...)
    File.fnmatch?(pattern, @path, ...)
  end

  %i[
    atime birthtime ctime mtime ftype stat lstat blockdev? chardev? executable? executable_real?
    exist? grpowned? directory? file? pipe? socket? owned? readable? world_readable? readable_real?
    setuid? setgid? size size? sticky? symlink? writable? world_writable? writable_real? zero?
  ].each do |name|
    define_method(name) { File.public_send(name, @path) }
  end

  def empty?
    File.directory?(@path) ? Dir.empty?(@path) : File.empty?(@path)
  end

  def glob(pattern, flags = 0)
    found = Dir.glob(pattern, flags, base: @path).map { |path| self + path }
    return found unless block_given?
    found.each { |path| yield path }
    nil
  end

  def entries
    Dir.entries(@path).map { |name| self.class.new(name) }
  end

  def each_entry
    Dir.foreach(@path) { |name| yield self.class.new(name) }
  end

  def opendir(&block)
    Dir.open(@path, &block)
  end

  def mkdir(...)
    Dir.mkdir(@path, ...)
  end

  def rmdir
    Dir.rmdir(@path)
  end

  def delete
    File.directory?(@path) ? Dir.unlink(@path) : File.unlink(@path)
  end
  alias unlink delete

  def mkpath
    require 'fileutils'
    FileUtils.mkdir_p(@path)
  end

  def rmtree
    require 'fileutils'
    FileUtils.rm_r(@path)
  end

  def rename(target)
    File.rename(@path, target)
  end

  def chmod(mode)
    File.chmod(mode, @path)
  end

  def find
    return to_enum(:find) unless block_given?
    pending = [self]
    until pending.empty?
      path = pending.shift
      yield path
      pending.unshift(*path.children.sort) if path.directory? && !path.symlink?
    end
  end

  private

  def chop_basename(path)
    name = File.basename(path)
    return nil if name =~ %r{\A/*\z}
    [path[0, path.rindex(name)], name]
  end

  def del_trailing_separator(path)
    path =~ %r{\A(/*)\z} ? path[0, 1] : path.sub(%r{/+\z}, '')
  end

  # Appends a relative path: its leading dots consume names at the end of the base.
  def plus(base, other)
    return other if other.start_with?('/')
    parts = []
    other.scan(%r{[^/]+}) { |name| parts << [name, $~.begin(0)] }
    left = base
    loop do
      parts.shift while !parts.empty? && parts.first[0] == '.'
      split = chop_basename(left) or break
      front, name = split
      if name == '.'
        left = front
      elsif name == '..' || parts.empty? || parts.first[0] != '..'
        left = front + name
        break
      else
        left = front
        parts.shift
      end
    end
    named = chop_basename(left)
    if !named && File.basename(left).include?('/')
      parts.shift while !parts.empty? && parts.first[0] == '..'
    end
    if parts.empty?
      named ? left : File.dirname(left)
    else
      rest = other[parts.first[1]..]
      named ? File.join(left, rest) : left + rest
    end
  end
end

module Kernel
  def Pathname(path)
    return path if Pathname === path
    Pathname.new(path)
  end
  module_function :Pathname
end
