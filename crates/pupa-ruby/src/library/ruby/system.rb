# Libraries that change files or run commands. Their methods raise errors: Ruby code in modules must do neither.
module Open3
  %i[capture2 capture2e capture3 popen2 popen2e popen3 pipeline pipeline_r].each do |name|
    define_singleton_method(name) do |*args, **_options|
      command = args.find { |arg| arg.is_a?(String) } || args.first
      raise Errno::EACCES, "#{command} (Ruby code of modules runs no commands)"
    end
  end
end

module FileUtils
  %i[
    mkdir mkdir_p mkpath makedirs rmdir ln ln_s ln_sf symlink cp copy cp_r mv move rm remove rm_f rm_r
    rm_rf rmtree install chmod chmod_R chown chown_R touch cd chdir copy_file copy_entry remove_entry
    remove_dir remove_file
  ].each do |name|
    define_singleton_method(name) do |*args, **_options|
      raise Errno::EACCES, "#{[args.first].flatten.first} (Ruby code of modules writes no files)"
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
