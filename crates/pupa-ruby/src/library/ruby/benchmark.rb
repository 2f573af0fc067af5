# Benchmark: measures time.
module Benchmark
  CAPTION = "      user     system      total        real\n"
  FORMAT = "%10.6u %10.6y %10.6t %10.6r\n"

  class Tms
    attr_reader :utime, :stime, :cutime, :cstime, :real, :total, :label

    def initialize(utime = 0.0, stime = 0.0, cutime = 0.0, cstime = 0.0, real = 0.0, label = nil)
      @utime, @stime, @cutime, @cstime, @real, @label = utime, stime, cutime, cstime, real, label.to_s
      @total = utime + stime + cutime + cstime
    end

    def to_a
      [label, utime, stime, cutime, cstime, real]
    end
  end

  def measure(label = '')
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    yield
    real = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
    Tms.new(real, 0.0, 0.0, 0.0, real, label)
  end

  def realtime
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    yield
    Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
  end
  module_function :measure, :realtime
end
