# Errors of HTTP clients, which functions rescue. Connections can be made, but every request fails.
module Puppet::HTTP
  class HTTPError < Puppet::Error; end
  class ConnectionError < HTTPError; end
  class RouteError < HTTPError; end
  class ProtocolError < HTTPError; end
  class TooManyRedirects < HTTPError; end
  class TooManyRetryAfters < HTTPError; end
  class SerializationError < HTTPError; end

  class ResponseError < HTTPError
    attr_reader :response

    def initialize(response)
      super(response.reason)
      @response = response
    end
  end
end

module Puppet::Network; end
module Puppet::Network::HTTP; end

class Puppet::Network::HTTP::Connection
  def initialize(host, port, use_ssl: true, **)
    @host = host
    @port = port
    @use_ssl = use_ssl
  end

  def address
    @host
  end

  attr_reader :port

  def use_ssl?
    @use_ssl
  end

  %i[get post put delete head request_get request_head request_post].each do |name|
    define_method(name) do |path, *|
      scheme = @use_ssl ? 'https' : 'http'
      url = "#{scheme}://#{@host}:#{@port}#{path}"
      raise Puppet::HTTP::ConnectionError, "Request to #{url} failed: network access is off for Ruby code of modules"
    end
  end
end

module Puppet::Network::HttpPool
  def self.http_client_class
    Puppet::Network::HTTP::Connection
  end

  def self.http_instance(host, port, use_ssl = true, _verify_peer = true)
    http_client_class.new(host, port, use_ssl: use_ssl)
  end

  def self.connection(host, port, use_ssl: true, ssl_context: nil)
    if use_ssl && !ssl_context
      raise ArgumentError, "An ssl_context is required when connecting to 'https://#{host}:#{port}'"
    end

    http_client_class.new(host, port, use_ssl: use_ssl)
  end
end
