# Puppet::Util::Checksums: digests of strings and files, by the values of the parameter `checksum` of files.
module Puppet::Util::Checksums
  KNOWN_CHECKSUMS = %i[
    sha256 sha256lite md5 md5lite sha1 sha1lite sha512 sha384 sha224 mtime ctime none etag
  ].freeze

  # The number of bytes that the `lite` variants read.
  LITE = 512
  private_constant :LITE

  module_function

  def known_checksum_types
    KNOWN_CHECKSUMS
  end

  def valid_checksum?(type, value)
    !!send("#{type}?", value)
  rescue NoMethodError
    false
  end

  def checksum?(string)
    string =~ /^\{(\w{3,10})\}\S+/
  end

  def sumdata(checksum)
    checksum[/^\{(\w+)\}(.+)/, 2]
  end

  def sumtype(checksum)
    checksum[/^\{(\w+)\}/, 1]
  end

  { md5: 32, sha1: 40, sha224: 56, sha256: 64, sha384: 96, sha512: 128 }.each do |name, length|
    digest = -> { OpenSSL::Digest.new(name.to_s.upcase) }
    pattern = /^\h{#{length}}$/
    define_method(name) { |content| digest.call.hexdigest(content) }
    define_method("#{name}?") { |string| string =~ pattern }
    define_method("#{name}_file") do |path, lite = false|
      content = File.binread(path)
      digest.call.hexdigest(lite ? content[0, LITE] : content)
    end
    define_method("#{name}_stream") do |lite = false, &block|
      text = +''
      block.call(text)
      digest.call.hexdigest(lite ? text[0, LITE] : text)
    end
    define_method("#{name}_hex_length") { length }
    names = [name, "#{name}?", "#{name}_file", "#{name}_stream", "#{name}_hex_length"]
    if %i[md5 sha1 sha256].include?(name)
      define_method("#{name}lite") { |content| send(name, content[0..(LITE - 1)]) }
      define_method("#{name}lite?") { |string| send("#{name}?", string) }
      define_method("#{name}lite_file") { |path| send("#{name}_file", path, true) }
      define_method("#{name}lite_stream") { |&block| send("#{name}_stream", true, &block) }
      define_method("#{name}lite_hex_length") { length }
      names += %w[lite lite? lite_file lite_stream lite_hex_length].map { |ending| "#{name}#{ending}" }
    end
    module_function(*names)
  end

  %i[mtime ctime].each do |name|
    define_method(name) { |_content| '' }
    define_method("#{name}?") do |string|
      string.is_a?(Time) || !!DateTime.parse(string)
    rescue StandardError
      false
    end
    define_method("#{name}_file") { |path| Puppet::FileSystem.stat(path).send(name) }
    module_function name, "#{name}?", "#{name}_file"
  end

  def none(_content)
    ''
  end

  def none?(string)
    string.empty?
  end

  def none_file(_path)
    ''
  end

  def etag(content)
    md5(content)
  end

  def etag?(string)
    string =~ /^\h{32,64}$/
  end

  def etag_file(path, lite = false)
    md5_file(path, lite)
  end
end
