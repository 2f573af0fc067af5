# Timeout: runs the block without a time limit. Programs have a limit of steps instead, and the clock never interrupts them.
module Timeout
  VERSION = '0.2.0'

  class ExitException < Exception; end

  class Error < RuntimeError
    def self.handle_timeout(message)
      raise self, message
    end
  end

  def timeout(seconds, klass = nil, message = nil)
    yield(seconds)
  end
  module_function :timeout
end

TimeoutError = Timeout::Error unless defined?(TimeoutError)
