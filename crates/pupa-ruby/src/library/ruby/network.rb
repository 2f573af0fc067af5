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

  # The error of every question: an empty answer would be a wrong one.
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

  class HTTPResponse; end
  class HTTPSuccess < HTTPResponse; end
  class HTTPOK < HTTPSuccess; end
  class HTTPRedirection < HTTPResponse; end
  class HTTPClientError < HTTPResponse; end
  class HTTPNotFound < HTTPClientError; end
  class HTTPServerError < HTTPResponse; end

  class HTTPGenericRequest
    attr_reader :path

    def initialize(path, headers = nil)
      @path = path
      @headers = headers || {}
    end

    def [](name)
      @headers[name]
    end

    def []=(name, value)
      @headers[name] = value
    end

    def basic_auth(user, password); end

    attr_accessor :body
  end

  class HTTP
    class Get < HTTPGenericRequest; end
    class Post < HTTPGenericRequest; end
    class Put < HTTPGenericRequest; end
    class Delete < HTTPGenericRequest; end
    class Head < HTTPGenericRequest; end
    class Patch < HTTPGenericRequest; end

    attr_accessor :use_ssl, :verify_mode, :open_timeout, :read_timeout, :ca_file, :cert, :key
    attr_reader :address, :port

    def initialize(address, port = 80, *)
      @address = address
      @port = port
    end

    def self.refuse(*)
      raise SocketError.refused
    end

    class << self
      %i[get get_response get_print post post_form start].each do |name|
        define_method(name) { |*_args, **_options, &_block| refuse }
      end
    end

    %i[start request get post head put delete request_get request_post].each do |name|
      define_method(name) { |*_args, **_options, &_block| HTTP.refuse }
    end
  end

  class FTP
    def self.open(*)
      raise SocketError.refused
    end

    def self.new(*)
      raise SocketError.refused
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
