# Puppet::Util::Yaml: YAML with the exception classes of Puppet.
module Puppet::Util::Yaml
  YamlLoadExceptions = [::StandardError, ::Psych::Exception].freeze

  class YamlLoadError < Puppet::Error; end

  def self.safe_load(yaml, allowed_classes = [], filename = nil)
    data = YAML.safe_load(yaml, permitted_classes: allowed_classes, aliases: true, filename: filename)
    data.nil? ? false : data
  rescue ::Psych::DisallowedClass => e
    raise YamlLoadError.new("(#{filename || '<unknown>'}): #{e.message}", e)
  rescue *YamlLoadExceptions => e
    raise YamlLoadError.new(e.message, e)
  end

  def self.safe_load_file(filename, allowed_classes = [])
    text = Puppet::FileSystem.read(filename, encoding: 'bom|utf-8')
    safe_load(text, allowed_classes, filename)
  end

  def self.safe_load_file_if_valid(filename, allowed_classes = [])
    safe_load_file(filename, allowed_classes)
  rescue YamlLoadError, ArgumentError, Errno::ENOENT => e
    Puppet.debug("Could not retrieve YAML content from '#{filename}': #{e.message}")
    nil
  end

  def self.dump(structure, filename)
    Puppet::FileSystem.replace_file(filename, 0o660) { |file| YAML.dump(structure, file) }
  end
end
