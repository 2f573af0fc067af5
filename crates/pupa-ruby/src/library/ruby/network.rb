# Constants and errors of libraries that reach beyond the machine. Their calls fail: Ruby code of
# modules opens no connections and resolves no names.
class SocketError < StandardError
  def self.refused(what = nil)
    new([what, 'network access is off for Ruby code of modules'].compact.join(': '))
  end
end

class BasicSocket < IO
  def self.new(*)
    raise SocketError.refused
  end
end

class IPSocket < BasicSocket
  def self.getaddress(name)
    raise SocketError.refused("getaddrinfo: #{name}")
  end
end

class TCPSocket < IPSocket
  def self.open(*)
    new
  end
end

class UDPSocket < IPSocket; end
class TCPServer < TCPSocket; end
class UNIXSocket < BasicSocket; end

class Socket < BasicSocket
  AF_UNSPEC = 0
  AF_UNIX = 1
  AF_INET = 2
  AF_INET6 = 10
  PF_UNSPEC = 0
  PF_INET = 2
  PF_INET6 = 10
  SOCK_STREAM = 1
  SOCK_DGRAM = 2

  SERVICES = {
    'ftp-data' => 20, 'ftp' => 21, 'ssh' => 22, 'telnet' => 23, 'smtp' => 25, 'time' => 37, 'domain' => 53,
    'bootps' => 67, 'bootpc' => 68, 'tftp' => 69, 'http' => 80, 'kerberos' => 88, 'pop3' => 110,
    'sunrpc' => 111, 'ntp' => 123, 'imap2' => 143, 'imap' => 143, 'snmp' => 161, 'snmp-trap' => 162,
    'bgp' => 179, 'ldap' => 389, 'https' => 443, 'submission' => 587, 'syslog' => 514, 'ldaps' => 636,
    'domain-s' => 853, 'rsync' => 873, 'imaps' => 993, 'pop3s' => 995, 'mysql' => 3306,
    'postgresql' => 5432, 'x11' => 6000
  }.freeze
  private_constant :SERVICES

  # Well-known services: the file of the machine is not read.
  def self.getservbyname(name, protocol = 'tcp')
    SERVICES[name] || raise(SocketError, "no such service #{name}/#{protocol}")
  end

  def self.getservbyport(port, protocol = 'tcp')
    SERVICES.key(port) || raise(SocketError, "no such service for port #{port}/#{protocol}")
  end

  def self.gethostname
    raise SocketError.refused
  end

  def self.getaddrinfo(*)
    raise SocketError.refused('getaddrinfo')
  end

  def self.gethostbyname(*)
    raise SocketError.refused('getaddrinfo')
  end

  def self.ip_address_list
    raise SocketError.refused
  end

  def self.tcp(*)
    new
  end
end

class Addrinfo
  def self.getaddrinfo(*)
    raise SocketError.refused('getaddrinfo')
  end

  def self.tcp(*)
    getaddrinfo
  end

  def self.ip(*)
    getaddrinfo
  end
end

class Resolv
  class ResolvError < StandardError; end
  class ResolvTimeout < StandardError; end

  # The error of every lookup: an empty result would be wrong.
  def self.refuse(name)
    raise ResolvError, "#{name} is not resolved: network access is off for Ruby code of modules"
  end

  class << self
    %i[getaddress getaddresses getname getnames each_address each_name].each do |name|
      define_method(name) { |host, &_block| refuse(host) }
    end
  end

  def initialize(*); end

  def getaddress(name)
    Resolv.getaddress(name)
  end

  def getaddresses(name)
    Resolv.getaddresses(name)
  end

  def getname(address)
    Resolv.getname(address)
  end

  def getnames(address)
    Resolv.getnames(address)
  end

  class IPv4
    Regex256 = /0|1(?:[0-9][0-9]?)?|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?/x
    Regex = /\A(#{Regex256})\.(#{Regex256})\.(#{Regex256})\.(#{Regex256})\z/
  end

  class IPv6
    Regex_8Hex = /\A(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}\z/x
    Regex_CompressedHex = /\A((?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?)::((?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?)\z/x
    Regex_6Hex4Dec = /\A((?:[0-9A-Fa-f]{1,4}:){6})(\d+)\.(\d+)\.(\d+)\.(\d+)\z/x
    Regex_CompressedHex4Dec = /\A((?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?)::((?:[0-9A-Fa-f]{1,4}:)*)(\d+)\.(\d+)\.(\d+)\.(\d+)\z/x
    Regex = /(?:#{Regex_8Hex})|(?:#{Regex_CompressedHex})|(?:#{Regex_6Hex4Dec})|(?:#{Regex_CompressedHex4Dec})/x
  end

  AddressRegex = /(?:#{IPv4::Regex})|(?:#{IPv6::Regex})/

  class Hosts
    def initialize(*); end

    %i[getaddress getaddresses getname getnames each_address each_name].each do |name|
      define_method(name) { |host, &_block| Resolv.refuse(host) }
    end
  end

  class DNS
    class Requester; end

    module Resource
      class Generic; end
      module IN
        class A < Generic; end
        class AAAA < Generic; end
        class PTR < Generic; end
        class SRV < Generic; end
        class TXT < Generic; end
        class MX < Generic; end
        class NS < Generic; end
        class SOA < Generic; end
        class CNAME < Generic; end
        class ANY < Generic; end
      end
      A = IN::A
      AAAA = IN::AAAA
      PTR = IN::PTR
      SRV = IN::SRV
      TXT = IN::TXT
      MX = IN::MX
      NS = IN::NS
      SOA = IN::SOA
      CNAME = IN::CNAME
    end

    class Name
      def self.create(name)
        name
      end
    end

    def self.open(*)
      dns = new
      return dns unless block_given?
      yield dns
    end

    def initialize(*); end

    def timeouts=(values); end

    %i[
      getresources getresource getaddress getaddresses getname getnames each_resource each_address each_name
    ].each do |name|
      define_method(name) { |host, *_types, &_block| Resolv.refuse(host) }
    end

    def close; end
  end
end

module Net
  class ProtocolError < StandardError; end
  class HTTPBadResponse < StandardError; end
  class HTTPHeaderSyntaxError < StandardError; end
  class OpenTimeout < Timeout::Error; end
  class ReadTimeout < Timeout::Error; end
  class WriteTimeout < Timeout::Error; end
  class HTTPError < ProtocolError; end
  class HTTPServerException < ProtocolError; end
  HTTPClientException = HTTPServerException
  class HTTPFatalError < ProtocolError; end
  class HTTPRetriableError < ProtocolError; end
  class FTPError < StandardError; end
  class FTPPermError < FTPError; end

  # Headers of requests and responses.
  module HTTPHeader
    def headers
      @headers ||= {}
    end
    private :headers

    def [](name)
      headers[name.to_s.downcase]&.join(', ')
    end

    def []=(name, value)
      value.nil? ? delete(name) : headers[name.to_s.downcase] = Array(value).map(&:to_s)
    end

    def add_field(name, value)
      (headers[name.to_s.downcase] ||= []).concat(Array(value).map(&:to_s))
    end

    def get_fields(name)
      headers[name.to_s.downcase]&.dup
    end

    def fetch(name, *rest, &block)
      found = headers.fetch(name.to_s.downcase, *rest, &block)
      found.is_a?(Array) ? found.join(', ') : found
    end

    def key?(name)
      headers.key?(name.to_s.downcase)
    end

    def delete(name)
      headers.delete(name.to_s.downcase)
    end

    def each_header
      return to_enum(:each_header) unless block_given?

      headers.each { |name, values| yield name, values.join(', ') }
    end
    alias each each_header

    def to_hash
      headers.dup
    end

    def basic_auth(user, password)
      self['authorization'] = "Basic #{["#{user}:#{password}"].pack('m0')}"
    end

    def content_type
      self['content-type']&.split(';')&.first&.strip
    end

    def content_type=(type)
      self['content-type'] = type
    end

    def content_length
      self['content-length']&.to_i
    end

    def set_form_data(params, separator = '&')
      self.body = URI.encode_www_form(params).gsub('&', separator)
      self.content_type = 'application/x-www-form-urlencoded'
    end
    alias form_data= set_form_data
  end

  # Responses are only made by programs, since there are no connections.
  class HTTPResponse
    include HTTPHeader

    attr_reader :http_version, :code, :message, :uri
    attr_accessor :body
    alias msg message
    alias entity body

    def initialize(version, code, message)
      @http_version = version
      @code = code
      @message = message
    end

    def read_body(*)
      body
    end

    def value
      raise HTTPError, "#{code} #{message.dump}" unless is_a?(HTTPSuccess)
    end
  end

  class HTTPSuccess < HTTPResponse; end
  class HTTPOK < HTTPSuccess; end
  class HTTPCreated < HTTPSuccess; end
  class HTTPNoContent < HTTPSuccess; end
  class HTTPRedirection < HTTPResponse; end
  class HTTPMovedPermanently < HTTPRedirection; end
  class HTTPFound < HTTPRedirection; end
  class HTTPNotModified < HTTPRedirection; end
  class HTTPClientError < HTTPResponse; end
  class HTTPBadRequest < HTTPClientError; end
  class HTTPUnauthorized < HTTPClientError; end
  class HTTPForbidden < HTTPClientError; end
  class HTTPNotFound < HTTPClientError; end
  class HTTPServerError < HTTPResponse; end
  class HTTPInternalServerError < HTTPServerError; end
  class HTTPServiceUnavailable < HTTPServerError; end

  class HTTPGenericRequest
    include HTTPHeader

    attr_reader :path, :uri
    attr_accessor :body, :body_stream

    def initialize(path, headers = nil)
      @uri = path if path.respond_to?(:request_uri)
      @path = @uri ? @uri.request_uri : path
      headers&.each { |name, value| self[name] = value }
    end

    def method
      self.class.name.split('::').last.upcase
    end
  end

  class HTTP
    class Get < HTTPGenericRequest; end
    class Post < HTTPGenericRequest; end
    class Put < HTTPGenericRequest; end
    class Delete < HTTPGenericRequest; end
    class Head < HTTPGenericRequest; end
    class Patch < HTTPGenericRequest; end

    attr_accessor :use_ssl, :verify_mode, :verify_callback, :verify_depth, :open_timeout, :read_timeout,
                  :write_timeout, :ssl_timeout, :keep_alive_timeout, :max_retries, :ca_file, :ca_path, :cert,
                  :cert_store, :key, :ciphers, :ssl_version, :min_version, :max_version
    attr_reader :address, :port, :proxy_address, :proxy_port, :proxy_user, :proxy_pass
    alias use_ssl? use_ssl

    def initialize(address, port = 80, proxy_address = nil, proxy_port = nil, proxy_user = nil, proxy_pass = nil, *)
      @address = address
      @port = port
      @proxy_address = proxy_address
      @proxy_port = proxy_port
      @proxy_user = proxy_user
      @proxy_pass = proxy_pass
      @use_ssl = false
    end

    def proxy?
      !!proxy_address
    end

    def started?
      false
    end

    def finish
      raise IOError, 'HTTP session not yet started'
    end

    def set_debug_output(_output); end

    def self.refuse(*)
      raise SocketError.refused
    end

    class << self
      %i[get get_response get_print post post_form start].each do |name|
        define_method(name) { |*_args, **_options, &_block| refuse }
      end
    end

    %i[start request get post head put delete patch options request_get request_post send_request].each do |name|
      define_method(name) { |*_args, **_options, &_block| HTTP.refuse }
    end
  end

  class FTP
    attr_accessor :passive, :binary, :resume, :open_timeout, :read_timeout, :debug_mode

    def self.open(*)
      raise SocketError.refused
    end

    def initialize(host = nil, *)
      FTP.open if host
    end

    %i[
      connect login get getbinaryfile gettextfile put putbinaryfile puttextfile chdir list ls dir nlst mkdir
      rmdir rename delete size mtime pwd getdir status system help noop abort quit
    ].each do |name|
      define_method(name) { |*_args, **_options, &_block| FTP.open }
    end

    def close; end

    def closed?
      true
    end
  end
end

module OpenURI
  class HTTPError < StandardError
    attr_reader :io

    def initialize(message, io = nil)
      super(message)
      @io = io
    end
  end

  class HTTPRedirect < HTTPError; end

  def self.open_uri(*)
    raise SocketError.refused
  end
end

module URI
  def self.open(name, *)
    raise SocketError.refused
  end

  class Generic
    def open(*)
      raise SocketError.refused
    end

    def read(*)
      raise SocketError.refused
    end
  end
end
