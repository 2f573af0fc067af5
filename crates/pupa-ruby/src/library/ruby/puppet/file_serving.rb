# Puppet::FileServing: the files of modules by `puppet:///modules/NAME/PATH`, as the file server returns them.
module Puppet::FileServing
  class Base
    attr_reader :path, :relative_path
    attr_accessor :links, :source

    def initialize(path, options = {})
      raise ArgumentError, 'Paths must be fully qualified' unless Puppet::Util.absolute_path?(path)

      @path = path
      @links = options[:links] || :manage
      @relative_path = options[:relative_path]
    end

    def full_path
      relative_path.nil? || relative_path == '' ? path : File.join(path, relative_path)
    end

    def exist?
      File.exist?(full_path)
    end
  end

  # Only `find` for a file is supported, by its URI or its path.
  class Indirection
    def initialize(model)
      @model = model
    end

    def find(address, _options = {})
      path = address.to_s.sub(%r{\Apuppet://[^/]*/}, '')
      path = path.delete_prefix('file://')
      path =
        if path.start_with?('/')
          path
        elsif path.start_with?('modules/')
          Puppet::Parser::Files.find_file(path.delete_prefix('modules/'))
        end
      path && File.exist?(path) ? @model.new(path) : nil
    end
  end

  class Content < Base
    def self.indirection
      @indirection ||= Indirection.new(self)
    end

    def content
      return nil if File.directory?(full_path)

      @content ||= File.binread(full_path)
    end
    attr_writer :content

    def collect(_source_permissions = nil); end
  end

  class Metadata < Base
    attr_accessor :checksum_type

    def self.indirection
      @indirection ||= Indirection.new(self)
    end

    def ftype
      File.directory?(full_path) ? 'directory' : 'file'
    end

    def checksum
      type = checksum_type || 'sha256'
      "{#{type}}#{Puppet::Util::Checksums.send("#{type}_file", full_path)}"
    end

    def mode
      File.stat(full_path).mode & 0o7777
    end

    def collect(_source_permissions = nil); end
  end
end
