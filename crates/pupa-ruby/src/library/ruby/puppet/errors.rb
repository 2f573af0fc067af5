# Places in files that messages end with, and `fail` for objects that know theirs.
module Puppet::Util::Errors
  def self.error_location(file, line = nil, column = nil)
    file, line, column = [file, line, column].map { |part| part == '' ? nil : part }
    column = nil unless line
    parts = { file: file, line: line, column: column }.compact.map { |name, part| "#{name}: #{part}" }
    parts.empty? ? '' : "(#{parts.join(', ')})"
  end

  def self.error_location_with_space(file, line = nil, column = nil)
    location = error_location(file, line, column)
    location.empty? ? '' : " #{location}"
  end

  def self.error_location_with_unknowns(file, line)
    file, line = [file, line].map { |part| part.nil? || part == '' ? 'unknown' : part }
    error_location(file, line)
  end

  def devfail(message)
    self.fail(Puppet::DevError, message)
  end

  def adderrorcontext(error, other = nil)
    %i[line file].each do |name|
      next unless error.respond_to?("#{name}=") && respond_to?(name)

      error.send("#{name}=", error.send(name) || send(name))
    end
    error.set_backtrace(other.backtrace) if other.respond_to?(:backtrace)
    error.instance_variable_set(:@original, nil)
    error
  end

  def error_context
    Puppet::Util::Errors.error_location_with_space(file, line)
  end

  def exceptwrap(options = {})
    yield
  rescue Puppet::Error => error
    raise adderrorcontext(error)
  rescue StandardError => error
    message = options[:message] || "#{self.class} failed with error #{error.class}: #{error}"
    raise adderrorcontext((options[:type] || Puppet::DevError).new(message), error)
  end

  def fail(*args)
    type = args.first.is_a?(Class) ? args.shift : Puppet::Error
    other = args.count > 1 ? args.pop : nil
    raise adderrorcontext(type.new(args.join(' ')), other)
  end
end
