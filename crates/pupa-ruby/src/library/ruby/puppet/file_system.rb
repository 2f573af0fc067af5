# Puppet::FileSystem: files by path. Ruby's `File` and `Dir` decide whether files may be changed.
module Puppet::FileSystem
  class << self
    def assert_path(path)
      return path if path.is_a?(Pathname)
      raise ArgumentError, "FileSystem implementation expected Pathname, got: '#{path.class}'" unless path.is_a?(String)

      Pathname.new(path)
    end

    def pathname(path)
      path.is_a?(Pathname) ? path : Pathname.new(path)
    end

    def path_string(path)
      path.to_s
    end

    def expand_path(path, directory = nil)
      File.expand_path(path, directory)
    end

    def open(path, mode, options, &block)
      arguments = mode.nil? ? [options] : [options, mode]
      File.open(assert_path(path).to_s, *arguments, &block)
    end

    def dir(path)
      assert_path(path).dirname
    end

    def dir_string(path)
      dir(path).to_s
    end

    def dir_exist?(path)
      exist?(dir(path))
    end

    def dir_mkpath(path)
      mkpath(dir(path))
    end

    def basename(path)
      assert_path(path).basename
    end

    def basename_string(path)
      basename(path).to_s
    end

    def each_line(path, &block)
      File.open(assert_path(path).to_s) { |file| file.each_line(&block) }
    end

    def read(path, options = {})
      File.read(assert_path(path).to_s, **options)
    end

    def read_preserve_line_endings(path)
      text = File.binread(assert_path(path).to_s).force_encoding(Encoding::UTF_8)
      text.delete_prefix("\uFEFF")
    end

    def binread(path)
      File.binread(assert_path(path).to_s)
    end

    %i[exist? directory? file? executable? writable? symlink? readlink stat lstat size].each do |name|
      define_method(name) { |path| File.send(name, assert_path(path).to_s) }
    end

    def children(path)
      assert_path(path).children
    end

    def compare_stream(path, stream)
      binread(path) == stream.read
    end

    def touch(path, mtime: nil)
      FileUtils.touch(assert_path(path).to_s, mtime: mtime)
    end

    def mkpath(path)
      FileUtils.mkdir_p(assert_path(path).to_s)
    end

    def symlink(path, destination, options = {})
      FileUtils.symlink(assert_path(path).to_s, destination, **options)
    end

    def unlink(*paths)
      File.unlink(*paths.map { |path| assert_path(path).to_s })
    end

    def chmod(mode, path)
      FileUtils.chmod(mode, assert_path(path).to_s)
    end

    def exclusive_open(path, mode, options = 'r', _timeout = 300, &block)
      open(path, mode, options, &block)
    end

    def exclusive_create(path, mode, &block)
      open(path, mode, 'wx', &block)
    end

    def replace_file(path, mode = nil, &block)
      open(path, mode, 'wb', &block)
    end
  end
end
