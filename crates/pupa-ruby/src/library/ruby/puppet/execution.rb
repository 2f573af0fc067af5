# Puppet::Util::Execution: runs commands, if the world allows them.
module Puppet::Util::Execution
  class ProcessOutput < String
    attr_reader :exitstatus

    def initialize(value, exitstatus)
      super(value)
      @exitstatus = exitstatus
    end
  end

  NoOptionsSpecified = {}.freeze

  def self.execute(command, options = NoOptionsSpecified)
    by_default = options.equal?(NoOptionsSpecified)
    options = { failonfail: by_default, combine: by_default }.merge(options)
    directory = options[:cwd]
    if directory && !Puppet::FileSystem.directory?(directory)
      raise ArgumentError, "Working directory #{directory} does not exist!"
    end

    command = command.flatten.map(&:to_s) if command.is_a?(Array)
    shown = options[:sensitive] ? '[redacted]' : [command].flatten.join(' ')
    Puppet.debug { "Executing: '#{shown}'" }
    output, status = run(command, shown)
    if options[:failonfail] && status != 0
      raise Puppet::ExecutionFailure, "Execution of '#{shown}' returned #{status}: #{output.strip}"
    end

    ProcessOutput.new(output, status)
  end

  def self.execpipe(command, failonfail = true)
    command = command.join(' ') if command.respond_to?(:join)
    Puppet.debug { "Executing '#{command}'" }
    output, status = run("#{command} 2>&1", command)
    result = yield StringIO.new(output)
    raise Puppet::ExecutionFailure, result.to_s if failonfail && status != 0

    result
  end

  def self.run(command, shown)
    Puppet::Util.send(:run_program, [command].flatten)
  rescue SecurityError
    raise Puppet::ExecutionFailure, "Could not execute '#{shown}': Ruby code may not run commands; " \
                                    '`--ruby-run` allows it'
  end
  private_class_method :run
end
