# Puppet::Util::Logging and Puppet::Util::Log: log messages of objects, and the log itself.
class Puppet::Util::Log
  @levels = %i[debug info notice warning err alert emerg crit]

  class << self
    def levels
      @levels.dup
    end

    def eachlevel(&block)
      @levels.each(&block)
    end

    def level
      :notice
    end

    def validlevel?(level)
      @levels.include?(level)
    end

    def sendlevel?(level)
      @levels.index(level) >= @levels.index(self.level)
    end

    def create(options)
      level = options.fetch(:level) { raise ArgumentError, 'Puppet::Util::Log requires a log type' }
      raise Puppet::DevError, "Invalid log level #{level}" unless validlevel?(level.to_sym)

      Puppet.send(level, options[:message].to_s)
    end
  end
end

module Puppet::Util::Logging
  def send_log(level, message)
    Puppet::Util::Log.create(level: level, source: to_s, message: message)
  end

  (Puppet::Util::Log.levels - [:debug]).each do |level|
    define_method(level) do |message|
      send_log(level, message.is_a?(Array) ? message.join(' ') : message)
    end
  end

  def debug(*args)
    return nil unless Puppet::Util::Log.level == :debug

    send_log(:debug, block_given? ? yield(*args) : args.join(' '))
  end

  def deprecation_warning(message, key = nil)
    Puppet.deprecation_warning(message, key)
  end

  def puppet_deprecation_warning(message, options = {})
    Puppet.puppet_deprecation_warning(message, options)
  end

  def warn_once(kind, key, message, file = nil, line = nil, level = :warning)
    Puppet.warn_once(kind, key, message, file, line, level)
  end

  def format_exception(exception, message = :default, _combined_trace = true, _puppet_trace = false)
    lines = []
    lines << (message == :default ? exception.message : message) unless message.nil?
    if exception.respond_to?(:original) && exception.original
      lines << 'Wrapped exception:' << format_exception(exception.original)
    end
    lines.join("\n")
  end

  def log_exception(exception, message = :default, options = {})
    send_log(options[:level] || :err, format_exception(exception, message))
  end

  def log_and_raise(exception, message)
    log_exception(exception, message)
    raise exception, "#{message}\n#{exception}", exception.backtrace
  end
end
