# Puppet::HTTP: the errors of HTTP clients, for functions that rescue them. There is no client.
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
