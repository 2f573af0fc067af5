# Puppet::Util::Json: JSON with the exception classes of Puppet.
module Puppet::Util::Json
  class ParseError < StandardError
    attr_reader :cause, :data

    def self.build(original, data)
      error = new(original.message)
      error.instance_variable_set(:@cause, original)
      error.instance_variable_set(:@data, data)
      error.set_backtrace(original.backtrace)
      error
    end
  end

  def self.load(string, options = {})
    string = string.read if string.respond_to?(:read)
    options[:symbolize_names] = true if options.delete(:symbolize_keys)
    ::JSON.parse(string, options)
  rescue ::JSON::ParserError => e
    raise ParseError.build(e, string)
  end

  def self.load_file(filename, options = {})
    load(Puppet::FileSystem.read(filename, encoding: 'utf-8'), options)
  end

  def self.load_file_if_valid(filename, options = {})
    load_file(filename, options)
  rescue ParseError, ArgumentError, Errno::ENOENT => e
    Puppet.debug("Could not retrieve JSON content from '#{filename}': #{e.message}")
    nil
  end

  def self.dump(object, options = {})
    return ::JSON.pretty_generate(object) if options.is_a?(Hash) && options.delete(:pretty)

    object.to_json(options)
  end
end
