# Puppet::Module: a module of the environment, with its directories and its metadata.
class Puppet::Module
  class Error < Puppet::Error; end
  class MissingModule < Error; end
  class IncompatibleModule < Error; end
  class UnsupportedPlatform < Error; end
  class IncompatiblePlatform < Error; end
  class InvalidName < Error; end
  class MissingMetadata < Error; end
  class InvalidFilePattern < Error; end
  class FaultyMetadata < Error; end

  FILETYPES = { 'manifests' => 'manifests', 'files' => 'files', 'templates' => 'templates',
                'plugins' => 'lib', 'pluginfacts' => 'facts.d', 'locales' => 'locales',
                'scripts' => 'scripts' }.freeze

  def self.find(name, environment = nil)
    return nil unless name

    environment = Puppet.lookup(:current_environment) if environment.nil? || environment.is_a?(String)
    environment.module(name)
  end

  def self.is_module_directory_name?(name)
    name.match?(/\A(?!\.)(?:[a-zA-Z0-9]+[-\/])?[a-z][a-z0-9_]*\z/)
  end

  attr_reader :name, :environment, :path

  def initialize(name, path, environment)
    @name = name
    @path = path
    @environment = environment
  end

  FILETYPES.each do |type, location|
    define_method(type) { File.join(path, location) }
    define_method("#{type}?") { File.exist?(File.join(path, location)) }
    define_method(type.delete_suffix('s')) do |file|
      full = file ? File.join(path, location, file) : File.join(path, location)
      File.exist?(full) ? full : nil
    end
  end

  def metadata_file
    File.join(path, 'metadata.json')
  end

  def has_metadata?
    read_metadata.is_a?(Hash)
  end

  def read_metadata
    @read_metadata ||= File.exist?(metadata_file) ? JSON.parse(File.read(metadata_file)) : {}
  end
  alias metadata read_metadata

  %w[author version license summary description project_page source dependencies].each do |name|
    define_method(name) { read_metadata[name] }
  end

  def forge_name
    read_metadata['name']&.tr('-', '/')
  end

  def hiera_conf_file
    File.join(path, 'hiera.yaml')
  end

  def has_hiera_conf?
    File.exist?(hiera_conf_file)
  end

  def plugin_directory
    File.join(path, 'lib')
  end

  def plugin_fact_directory
    File.join(path, 'facts.d')
  end

  def modulepath
    File.dirname(path)
  end

  def to_s
    "Module #{name}(#{path})"
  end

  def ==(other)
    other.is_a?(Puppet::Module) && name == other.name && path == other.path
  end
end
