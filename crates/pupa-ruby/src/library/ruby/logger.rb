# Logger: messages with a level and a time.
class Logger
  module Severity
    DEBUG = 0
    INFO = 1
    WARN = 2
    ERROR = 3
    FATAL = 4
    UNKNOWN = 5
  end
  include Severity

  class Error < RuntimeError; end
  class ShiftingError < Error; end

  class Formatter
    attr_accessor :datetime_format

    def call(severity, time, progname, message)
      stamp = time.strftime(@datetime_format || '%Y-%m-%dT%H:%M:%S.%6N')
      format("%s, [%s #%d] %5s -- %s: %s\n", severity[0], stamp, $$, severity, progname, text(message))
    end

    private

    def text(message)
      case message
      when String
        message
      when Exception
        "#{message.message} (#{message.class})\n#{message.backtrace&.join("\n")}"
      else
        message.inspect
      end
    end
  end

  attr_accessor :progname, :formatter
  attr_reader :level

  def initialize(device = nil, *_rotation, level: DEBUG, progname: nil, formatter: nil, datetime_format: nil, **_options)
    @device = device
    @default = Formatter.new
    @default.datetime_format = datetime_format
    @formatter = formatter
    @progname = progname
    self.level = level
  end

  def level=(severity)
    @level = severity.is_a?(Integer) ? severity : Severity.const_get(severity.to_s.upcase)
  rescue NameError
    raise ArgumentError, "invalid log level: #{severity}"
  end

  def datetime_format
    @default.datetime_format
  end

  def datetime_format=(format)
    @default.datetime_format = format
  end

  def add(severity, message = nil, progname = nil)
    severity ||= UNKNOWN
    return true if @device.nil? || severity < @level
    progname = @progname if progname.nil?
    if message.nil?
      if block_given?
        message = yield
      else
        message = progname
        progname = @progname
      end
    end
    name = %w[DEBUG INFO WARN ERROR FATAL ANY][severity] || 'ANY'
    @device.write((@formatter || @default).call(name, Time.now, progname, message))
    true
  end
  alias log add

  def <<(message)
    @device&.write(message)
    self
  end

  { debug: DEBUG, info: INFO, warn: WARN, error: ERROR, fatal: FATAL, unknown: UNKNOWN }.each do |name, severity|
    define_method(name) { |progname = nil, &block| add(severity, nil, progname, &block) }
    define_method("#{name}?") { @level <= severity }
    define_method("#{name}!") { self.level = severity }
  end

  def close; end

  def reopen(*)
    self
  end
end
