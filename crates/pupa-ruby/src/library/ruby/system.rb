# Libraries that change files or run programs. Programs are not run; files are changed by `File` and
# `Dir`, as far as these may.
module Open3
  %i[capture2 capture2e capture3 popen2 popen2e popen3 pipeline pipeline_r].each do |name|
    define_singleton_method(name) do |*args, **_options|
      command = args.find { |arg| arg.is_a?(String) } || args.first
      raise Errno::EACCES, "#{command} (Ruby code of modules runs no commands)"
    end
  end
end

module FileUtils
  # Changes, which File and Dir allow in few places.
  class << self
    def mkdir(paths, mode: nil, **)
      each_path(paths) { |path| Dir.mkdir(path.chomp('/')) }
    end

    def mkdir_p(paths, mode: nil, **)
      each_path(paths) { |path| make_path(path.chomp('/')) }
    end

    def rmdir(paths, **)
      each_path(paths) { |path| Dir.rmdir(path) }
    end

    def touch(paths, **)
      each_path(paths) { |path| File.open(path, 'a').close }
    end

    def chmod(mode, paths, **)
      each_path(paths) { |path| File.chmod(mode, path) }
    end

    def chown(user, group, paths, **)
      each_path(paths) { |path| File.chown(nil, nil, path) }
    end

    def rm(paths, force: false, **)
      each_path(paths) { |path| without_errors(force) { File.unlink(path) } }
    end

    def rm_f(paths, **)
      rm(paths, force: true)
    end

    def rm_r(paths, force: false, **)
      each_path(paths) { |path| without_errors(force) { remove_tree(path) } }
    end

    def rm_rf(paths, **)
      rm_r(paths, force: true)
    end

    def cp(sources, target, **)
      each_path(sources) { |path| copy_file(path, place_in(target, path)) }
    end

    def copy_file(source, target, *)
      File.binwrite(target, File.binread(source))
    end

    def mv(sources, target, **)
      each_path(sources) { |path| File.rename(path, place_in(target, path)) }
    end

    alias mkpath mkdir_p
    alias makedirs mkdir_p
    alias remove rm
    alias safe_unlink rm_f
    alias rmtree rm_rf
    alias remove_entry rm_r
    alias remove_file rm
    alias remove_dir rm_r
    alias copy cp
    alias move mv

    private

    def each_path(paths)
      [paths].flatten.map { |path| path.respond_to?(:to_path) ? path.to_path : path }.each { |path| yield path }
    end

    def make_path(path)
      return if path.empty? || File.directory?(path)
      parent = File.dirname(path)
      make_path(parent) unless parent == path || File.exist?(parent)
      begin
        Dir.mkdir(path)
      rescue Errno::EEXIST
        raise unless File.directory?(path)
      end
    end

    def remove_tree(path)
      return File.unlink(path) unless File.directory?(path) && !File.symlink?(path)
      Dir.children(path).each { |name| remove_tree(File.join(path, name)) }
      Dir.rmdir(path)
    end

    def place_in(target, path)
      File.directory?(target) ? File.join(target, File.basename(path)) : target.to_s
    end

    def without_errors(forced)
      yield
    rescue SystemCallError
      raise unless forced
    end
  end

  %i[ln ln_s ln_sf symlink cp_r install chmod_R chown_R cd chdir copy_entry].each do |name|
    define_singleton_method(name) do |*args, **_options|
      raise Errno::EACCES, "#{[args.first].flatten.first} (Ruby code of modules does not do this)"
    end
  end

  def self.pwd
    Dir.pwd
  end

  def self.compare_file(a, b)
    File.binread(a) == File.binread(b)
  end

  class << self
    alias getwd pwd
    alias identical? compare_file
    alias cmp compare_file
  end
end

class Tempfile
  def self.new(*)
    raise Errno::EACCES, "#{Dir.tmpdir} (Ruby code of modules writes no files)"
  end

  def self.open(*)
    new
  end

  def self.create(*)
    new
  end
end

class Dir
  def self.tmpdir
    '/tmp'
  end

  def self.mktmpdir(*)
    raise Errno::EACCES, "#{tmpdir} (Ruby code of modules writes no files)"
  end
end

module Etc
  Passwd = Struct.new(:name, :passwd, :uid, :gid, :gecos, :dir, :shell)
  Group = Struct.new(:name, :passwd, :gid, :mem)

  def self.getpwnam(name)
    raise ArgumentError, "can't find user for #{name}"
  end

  def self.getpwuid(uid = 0)
    raise ArgumentError, "can't find user for #{uid}"
  end

  def self.getgrnam(name)
    raise ArgumentError, "can't find group for #{name}"
  end

  def self.getgrgid(gid = 0)
    raise ArgumentError, "can't find group for #{gid}"
  end

  def self.getlogin
    nil
  end

  def self.nprocessors
    1
  end

  def self.passwd; end

  def self.group; end
end
