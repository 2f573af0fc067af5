# Runs one file of ruby/spec: `runner.rb FILE`. Prints a line per example: a marker, the result, the
# description, and the message of a failure. Small on purpose, so that a young interpreter runs it.

class Thread; end unless defined?(Thread)

module Spec
  MARK = "\x01"

  class Failure < StandardError; end
  class Skip < StandardError; end

  class << self
    attr_accessor :context, :env, :expectations

    def shared
      @shared ||= {}
    end

    def report(result, name, message = "")
      STDOUT.print("\n", MARK, result, "\t", name.gsub("\n", " "), "\t", message.to_s.gsub("\n", "\\n"), "\n")
    end

    def fail_with(message)
      raise Failure, message
    end

    def show(value)
      value.inspect
    rescue Exception
      "#<a value without inspect>"
    end

    def describe(text, options, block)
      parent = Spec.context
      context = Context.new(text, parent)
      if options[:shared]
        shared[text] = block
        return
      end
      Spec.env = Object.new if parent.nil?
      begin
        Spec.context = context
        Spec.env.instance_exec(&block)
      rescue Skip
      rescue Exception => error
        report("fail", context.name + " (describe)", "#{error.class}: #{error.message}")
      ensure
        Spec.context = parent
      end
      if parent
        parent.children << context
      else
        report("plan", context.count.to_s)
        context.run
      end
    end

    def version_matches?(wanted)
      here = number("3.1.2")
      if wanted.is_a?(Range)
        first = wanted.begin.nil? || wanted.begin == "" ? [0] : number(wanted.begin)
        return false if (here <=> first) < 0
        return true if wanted.end.nil? || wanted.end == ""
        order = here <=> number(wanted.end)
        wanted.exclude_end? ? order < 0 : order <= 0
      else
        (here <=> number(wanted)) >= 0
      end
    end

    def number(text)
      text.split(".").map { |part| part.to_i }
    end

    def guard(holds, block)
      return holds if block.nil?
      block.call if holds
    end
  end

  class Context
    attr_reader :name, :children, :examples, :parent, :hooks

    def initialize(text, parent)
      text = text.to_s
      if parent
        separator = text.start_with?("#", ".", "::") ? "" : " "
        text = parent.name + separator + text
      end
      @name = text
      @parent = parent
      @children = []
      @examples = []
      @hooks = { before_all: [], before_each: [], after_each: [], after_all: [] }
    end

    def count
      total = @examples.size
      @children.each { |child| total += child.count }
      total
    end

    def parents
      list = [self]
      list.unshift(list.first.parent) while list.first.parent
      list
    end

    def hook(kind, time, block)
      @hooks[:"#{kind}_#{time}"] << block
    end

    def run
      Spec.context = self
      problem = attempt { @hooks[:before_all].each { |block| Spec.env.instance_exec(&block) } }
      @examples.each { |text, block| example(text, block, problem) }
      @children.each { |child| child.run }
      Spec.context = self
      attempt { @hooks[:after_all].each { |block| Spec.env.instance_exec(&block) } }
      Spec.context = parent
    end

    def attempt
      yield
      nil
    rescue Exception => error
      error
    end

    def example(text, block, problem)
      name = "#{@name} #{text}"
      ScratchPad.clear
      problem ||= attempt do
        parents.each { |context| context.hooks[:before_each].each { |hook| Spec.env.instance_exec(&hook) } }
        Spec.env.instance_exec(&block) if block
        Spec::Mocks.verify
      end
      after = attempt do
        parents.reverse.each do |context|
          context.hooks[:after_each].reverse.each { |hook| Spec.env.instance_exec(&hook) }
        end
      end
      cleaned = attempt { Spec::Mocks.cleanup }
      problem ||= after || cleaned
      if problem.nil?
        Spec.report("ok", name)
      elsif problem.is_a?(Skip)
        Spec.report("skip", name)
      else
        at = problem.is_a?(Failure) ? "" : " [#{(problem.backtrace || []).first}]"
        Spec.report("fail", name, "#{problem.class}: #{problem.message}#{at}")
      end
    end
  end

  # The object that `value.should` without a matcher gives.
  class Positive < BasicObject
    def initialize(actual)
      @actual = actual
    end

    def ==(other)
      method_missing(:==, other)
    end

    def !=(other)
      method_missing(:!=, other)
    end

    def equal?(other)
      method_missing(:equal?, other)
    end

    def instance_exec(*args, &block)
      method_missing(:instance_exec, *args, &block)
    end

    def method_missing(name, *args, &block)
      result = @actual.__send__(name, *args, &block)
      return true if result
      shown = args.map { |arg| ::Spec.show(arg) }.join(", ")
      ::Spec.fail_with("expected #{::Spec.show(@actual)} #{name} #{shown}")
    end
  end

  # The object that `value.should_not` without a matcher gives.
  class Negative < BasicObject
    def initialize(actual)
      @actual = actual
    end

    def ==(other)
      method_missing(:==, other)
    end

    def !=(other)
      method_missing(:!=, other)
    end

    def equal?(other)
      method_missing(:equal?, other)
    end

    def method_missing(name, *args, &block)
      result = @actual.__send__(name, *args, &block)
      return true unless result
      shown = args.map { |arg| ::Spec.show(arg) }.join(", ")
      ::Spec.fail_with("expected #{::Spec.show(@actual)} not #{name} #{shown}")
    end
  end

  # A matcher made of a test and a text.
  class Matcher
    def initialize(text, &test)
      @text = text
      @test = test
    end

    def matches?(actual)
      @actual = actual
      @test.call(actual)
    end

    def text
      @text.respond_to?(:call) ? @text.call : @text
    end
  end

  class RaiseError
    attr_reader :text

    def initialize(expected, message, block)
      if expected.is_a?(Class)
        @expected = expected
      else
        @expected = Exception
        message ||= expected
      end
      @message = message
      @block = block
    end

    def matches?(actual)
      result = actual.call
      @text = "raise #{@expected}#{@message && " (#{@message})"} but gave #{Spec.show(result)}"
      false
    rescue Failure
      raise
    rescue Exception => error
      @text = "raise #{@expected}#{@message && " (#{@message})"} but raised #{error.class} (#{error.message})"
      fits = @expected === error && fits_message?(error)
      @block.call(error) if fits && @block
      fits
    end

    def fits_message?(error)
      case @message
      when nil then true
      when Regexp then @message =~ error.message ? true : false
      else @message == error.message
      end
    end
  end

  # A place for what is written to `$stdout` or `$stderr`.
  class Sink
    attr_reader :text

    def initialize
      @text = +""
    end

    def write(*parts)
      parts.each { |part| @text << part.to_s }
      parts.size
    end

    def print(*parts)
      write(*parts)
      nil
    end

    def <<(part)
      write(part)
      self
    end

    def puts(*lines)
      write("\n") if lines.empty?
      lines.flatten.each { |line| write(line.to_s.end_with?("\n") ? line.to_s : "#{line}\n") }
      nil
    end

    def printf(format, *args)
      write(format % args)
      nil
    end

    def flush
      self
    end

    def sync
      true
    end

    def tty?
      false
    end
  end

  class << self
    # Runs a block and returns what it wrote.
    def captured(verbose = $VERBOSE)
      out, err, old = $stdout, $stderr, $VERBOSE
      $stdout, $stderr = Sink.new, Sink.new
      $VERBOSE = verbose
      begin
        yield
        [$stdout.text, $stderr.text]
      ensure
        $stdout, $stderr, $VERBOSE = out, err, old
      end
    end

    def text_fits?(wanted, text)
      case wanted
      when nil then true
      when Regexp then wanted =~ text ? true : false
      else wanted == text
      end
    end
  end

  module Mocks
    # One expectation of calls.
    class Proxy
      attr_reader :args, :calls, :count, :at, :yields, :error

      def initialize(is_stub)
        @args = :any
        @calls = 0
        @at = is_stub ? :any : :exactly
        @count = 1
        @results = [nil]
        @yields = nil
      end

      def with(*args)
        @args = args
        self
      end

      def and_return(*results)
        @results = results
        @count = results.size if @at == :exactly && results.size > 1
        self
      end

      def and_raise(error, *rest)
        @error = rest.empty? ? error : [error, *rest]
        self
      end

      def and_yield(*args)
        (@yields ||= []) << args
        self
      end

      def exactly(count)
        @at, @count = :exactly, count
        self
      end

      def at_least(count)
        @at, @count = :at_least, count
        self
      end

      def at_most(count)
        @at, @count = :at_most, count
        self
      end

      def once
        exactly(1)
      end

      def twice
        exactly(2)
      end

      def times
        self
      end

      def any_number_of_times
        @at = :any
        self
      end

      def accepts?(args)
        case @args
        when :any then true
        when [:no_args] then args.empty?
        when [:any_args] then true
        else @args == args
        end
      end

      def called
        @calls += 1
        result = @results.size > 1 ? @results[[@calls, @results.size].min - 1] : @results.first
        result
      end

      def satisfied?
        case @at
        when :exactly then @calls == @count
        when :at_least then @calls >= @count
        when :at_most then @calls <= @count
        else true
        end
      end
    end

    class << self
      def entries
        @entries ||= []
      end

      def entry(object, name)
        entries.find { |entry| entry[0].equal?(object) && entry[1] == name }
      end

      def install(object, name, is_stub)
        name = name.to_sym
        found = entry(object, name)
        unless found
          meta = object.singleton_class
          saved = nil
          if name == :respond_to? || responds?(object, name)
            saved = :"__saved_#{name}__"
            begin
              meta.__send__(:alias_method, saved, name)
            rescue NameError
              saved = nil
            end
          end
          found = [object, name, [], saved]
          entries << found
          Spec.captured(nil) do
            meta.__send__(:define_method, name) do |*args, &block|
              Mocks.call(object, name, args, block)
            end
          end
        end
        proxy = Proxy.new(is_stub)
        if is_stub
          found[2].push(proxy)
        else
          found[2].reject! { |other| other.at == :any && other.args == :any }
          found[2].push(proxy)
        end
        proxy
      end

      def responds?(object, name)
        mocked = entry(object, :respond_to?)
        mocked && mocked[3] ? object.__send__(mocked[3], name, true) : object.respond_to?(name, true)
      end

      def call(object, name, args, block)
        found = entry(object, name)
        raise Failure, "mock: #{name} is not expected any more" unless found
        proxy = found[2].find { |candidate| candidate.accepts?(args) }
        unless proxy
          return found[0].__send__(found[3], *args) if name == :respond_to? && found[3]
          raise Failure, "mock: #{name} called with unexpected arguments #{Spec.show(args)}"
        end
        if proxy.yields
          raise Failure, "mock: #{name} wants a block" unless block
          proxy.yields.each { |values| block.call(*values) }
        end
        result = proxy.called
        raise(*proxy.error) if proxy.error
        result
      end

      def verify
        entries.each do |object, name, proxies, _|
          proxies.each do |proxy|
            next if proxy.satisfied?
            raise Failure, "mock: #{name} expected #{proxy.at} #{proxy.count} times, called #{proxy.calls} times"
          end
        end
      end

      def cleanup
        list = entries
        @entries = []
        list.each do |object, name, _, saved|
          meta = object.singleton_class
          begin
            Spec.captured(nil) do
              if saved
                meta.__send__(:alias_method, name, saved)
                meta.__send__(:remove_method, saved)
              else
                meta.__send__(:remove_method, name)
              end
            end
          rescue NameError, FrozenError
          end
        end
      end
    end
  end

  class MockObject
    def initialize(name, options = {})
      @name = name
      @null = options[:null_object]
    end

    def method_missing(name, *args, &block)
      @null ? self : super
    end

    def inspect
      "#<mock #{@name}>"
    end
  end

  class MockNumeric < Numeric
    def initialize(name, options = {})
      @name = name
    end

    def inspect
      "#<mock #{@name}>"
    end
  end

  class MockInt
    def initialize(value)
      @value = value
    end

    def to_int
      @value
    end
  end
end

class ScratchPad
  class << self
    def clear
      @record = nil
    end

    def record(value)
      @record = value
    end

    def <<(value)
      @record << value
      self
    end

    def recorded
      @record
    end
  end
end

class SpecEvaluate
  class << self
    attr_accessor :desc
  end
end

class SpecVersion
  include Comparable
  attr_reader :text

  def initialize(text, ceil = false)
    @text = text.to_s
  end

  def to_s
    @text
  end

  def <=>(other)
    Spec.number(@text) <=> Spec.number(other.to_s)
  end
end

class VersionGuard
  FULL_RUBY_VERSION = SpecVersion.new("3.1.2")
end

class PlatformGuard
  POINTER_SIZE = 64
  C_LONG_SIZE = 64

  class << self
    def implementation?(*names)
      names.include?(:ruby)
    end

    def standard?
      true
    end

    def windows?
      false
    end

    def linux?
      true
    end

    def os?(*names)
      names.include?(:linux)
    end

    def wsl?
      false
    end

    def c_long_size?(size)
      size == 64
    end

    def pointer_size?(size)
      size == 64
    end
  end
end

class MSpec
  class << self
    def enable_feature(name)
    end

    def feature_enabled?(name)
      false
    end

    def randomize?
      false
    end

    def protect(text = nil)
      yield
    end
  end
end

module MSpecEnv
end

class Object
  private

  def describe(text, more = nil, shared: false, &block)
    text = "#{text} #{more}" if more.is_a?(String)
    shared = more[:shared] if more.is_a?(Hash)
    Spec.describe(text, { shared: shared }, block)
  end

  def context(text, &block)
    Spec.describe(text, {}, block)
  end

  def it(text, &block)
    Spec.context.examples << [text, block]
  end

  def specify(text = "", &block)
    it(text, &block)
  end

  def before(time = :each, &block)
    Spec.context.hook(:before, time, block)
  end

  def after(time = :each, &block)
    Spec.context.hook(:after, time, block)
  end

  def it_behaves_like(name, method = nil, object = nil)
    block = Spec.shared[name]
    raise "there is no shared group #{name}" unless block
    outer = Spec.context
    inner = Spec::Context.new("(#{method.is_a?(Symbol) ? method : method.class})", outer)
    inner.hook(:before, :all, proc { @method = method; @object = object })
    Spec.context = inner
    begin
      Spec.env.instance_exec(&block)
    ensure
      Spec.context = outer
    end
    outer.children << inner
  end

  def it_should_behave_like(name, *rest)
    it_behaves_like(name, *rest)
  end

  def evaluate(text, desc = nil, &block)
    first = text.split("\n").map { |line| line.strip }.reject { |line| line.empty? }.join("; ")
    it("#{desc || SpecEvaluate.desc} #{first}") do
      instance_eval(text)
      instance_exec(&block)
    end
  end

  def ruby_version_is(*wanted, &block)
    wanted = wanted.size == 1 ? wanted[0] : (wanted[0]...wanted[1])
    Spec.guard(Spec.version_matches?(wanted), block)
  end

  def version_is(version, wanted, &block)
    Spec.guard(false, block)
  end

  def platform_is(*names, pointer_size: nil, c_long_size: nil, &block)
    fits = names.empty? || names.include?(:linux)
    fits &&= pointer_size == 64 if pointer_size
    fits &&= c_long_size == 64 if c_long_size
    Spec.guard(fits, block)
  end

  def platform_is_not(*names, pointer_size: nil, c_long_size: nil, &block)
    fits = names.include?(:linux)
    fits = pointer_size == 64 if pointer_size
    fits = c_long_size == 64 if c_long_size
    Spec.guard(!fits, block)
  end

  def not_supported_on(*names, &block)
    Spec.guard(!names.include?(:ruby), block)
  end

  def ruby_bug(bug, wanted, &block)
    Spec.guard(!Spec.version_matches?(wanted), block)
  end

  def conflicts_with(*names, &block)
    Spec.guard(true, block)
  end

  def with_feature(*names, &block)
    Spec.guard(false, block)
  end

  def without_feature(*names, &block)
    Spec.guard(true, block)
  end

  def with_block_device(&block)
    Spec.guard(false, block)
  end

  def guard(condition, &block)
    Spec.guard(condition.call, block)
  end

  def guard_not(condition, &block)
    Spec.guard(!condition.call, block)
  end

  def as_user(&block)
    Spec.guard(false, block)
  end

  def as_superuser(&block)
    Spec.guard(false, block)
  end

  def as_real_superuser(&block)
    Spec.guard(false, block)
  end

  def kernel_version_is(*, &block)
    Spec.guard(false, block)
  end

  def little_endian(&block)
    Spec.guard(true, block)
  end

  def big_endian(&block)
    Spec.guard(false, block)
  end

  def quarantine!(&block)
  end

  def skip(reason = "skipped")
    raise Spec::Skip, reason
  end

  def suppress_warning
    old = $VERBOSE
    $VERBOSE = nil
    yield
  ensure
    $VERBOSE = old
  end

  def suppress_keyword_warning(&block)
    suppress_warning(&block)
  end

  def flunk(message = "this example is a failure")
    Spec.fail_with(message)
  end

  def mock(name, options = {})
    Spec::MockObject.new(name, options)
  end

  def mock_int(value)
    Spec::MockInt.new(value)
  end

  def mock_numeric(name, options = {})
    Spec::MockNumeric.new(name, options)
  end

  def mock_to_path(path)
    object = mock("path")
    object.should_receive(:to_path).any_number_of_times.and_return(path)
    object
  end

  def nan_value
    0 / 0.0
  end

  def infinity_value
    1 / 0.0
  end

  def bignum_value(plus = 0)
    2**64 + plus
  end

  def fixnum_max
    2**62 - 1
  end

  def fixnum_min
    -(2**62)
  end

  def max_long
    2**63 - 1
  end

  def min_long
    -(2**63)
  end

  def tmp(name, uniquify = true)
    "/tmp/pupa_spec_#{name}"
  end

  def rm_r(*paths)
    paths.each { |path| File.delete(path) if File.exist?(path) }
  end

  def touch(path, mode = "w", &block)
    File.open(path, mode, &block)
    path
  end

  def ruby_cmd(*, **)
    raise Spec::Skip, "no processes"
  end

  def fixture(file, *parts)
    folder = File.dirname(file)
    folder = File.join(folder, "fixtures") unless File.basename(folder) == "fixtures"
    File.join(folder, *parts)
  end

  def ruby_exe(*, **)
    raise Spec::Skip, "no processes"
  end

  def encode(string, encoding)
    string.dup.force_encoding(encoding)
  end

  def new_datetime(options)
    raise Spec::Skip, "no dates"
  end

  def with_timezone(name, offset = nil, daylight = "")
    raise Spec::Skip, "no time zones"
  end

  def matcher(text, &test)
    Spec::Matcher.new(text, &test)
  end

  def raise_error(expected = Exception, message = nil, &block)
    Spec::RaiseError.new(expected, message, block)
  end

  def be_true
    matcher("be true") { |actual| actual == true }
  end

  def be_false
    matcher("be false") { |actual| actual == false }
  end

  def be_true_or_false
    matcher("be true or false") { |actual| actual == true || actual == false }
  end

  def be_nil
    matcher("be nil") { |actual| actual.nil? }
  end

  def be_empty
    matcher("be empty") { |actual| actual.empty? }
  end

  def be_nan
    matcher("be NaN") { |actual| actual.kind_of?(Float) && actual.nan? }
  end

  def be_positive_infinity
    matcher("be Infinity") { |actual| actual.kind_of?(Float) && actual.infinite? == 1 }
  end

  def be_negative_infinity
    matcher("be -Infinity") { |actual| actual.kind_of?(Float) && actual.infinite? == -1 }
  end

  def be_positive_zero
    matcher("be 0.0") { |actual| actual.eql?(0.0) && 1.0 / actual > 0 }
  end

  def be_negative_zero
    matcher("be -0.0") { |actual| actual == 0.0 && 1.0 / actual < 0 }
  end

  def be_kind_of(wanted)
    matcher("be kind of #{wanted}") { |actual| actual.is_a?(wanted) }
  end

  def be_an_instance_of(wanted)
    matcher("be an instance of #{wanted}") { |actual| actual.instance_of?(wanted) }
  end

  def be_ancestor_of(wanted)
    matcher("be an ancestor of #{wanted}") { |actual| wanted.ancestors.include?(actual) }
  end

  def be_close(wanted, tolerance)
    matcher("be close to #{wanted}") { |actual| (actual - wanted).abs < tolerance }
  end

  def be_computed_by(name, *more)
    shown = nil
    matcher(proc { "be computed by #{name}: #{shown}" }) do |lines|
      lines.all? do |line|
        receiver, *args, wanted = line
        actual = receiver.send(name, *args, *more)
        shown = "#{Spec.show(line)} gave #{Spec.show(actual)}"
        actual == wanted
      end
    end
  end

  def be_computed_by_function(name, *more)
    matcher("be computed by #{name}") do |lines|
      lines.all? do |line|
        *args, wanted = line
        send(name, *args, *more) == wanted
      end
    end
  end

  def equal(wanted)
    matcher("be the object #{Spec.show(wanted)}") { |actual| actual.equal?(wanted) }
  end

  def eql(wanted)
    matcher("be eql to #{Spec.show(wanted)}") { |actual| actual.eql?(wanted) }
  end

  def equal_element(name, attributes = nil, content = nil, options = {})
    raise Spec::Skip, "HTML"
  end

  def include(*wanted)
    matcher("include #{Spec.show(wanted)}") do |actual|
      wanted.all? do |item|
        case actual
        when Hash then item.is_a?(Hash) ? item.all? { |key, value| actual.key?(key) && actual[key] == value } : actual.key?(item)
        else actual.include?(item)
        end
      end
    end
  end

  def include_any_of(*wanted)
    matcher("include any of #{Spec.show(wanted)}") { |actual| wanted.any? { |item| actual.include?(item) } }
  end

  def respond_to(name)
    matcher("respond to #{name}") { |actual| actual.respond_to?(name) }
  end

  def match_yaml(wanted)
    raise Spec::Skip, "YAML"
  end

  def block_caller
    raise Spec::Skip, "threads"
  end

  def have_method(name)
    matcher("have method #{name}") { |actual| actual.methods.include?(name.to_sym) }
  end

  def have_private_method(name)
    matcher("have private method #{name}") { |actual| actual.private_methods.include?(name.to_sym) }
  end

  def have_singleton_method(name, all = true)
    matcher("have singleton method #{name}") { |actual| actual.singleton_methods(all).include?(name.to_sym) }
  end

  def have_instance_method(name, all = true)
    matcher("have instance method #{name}") { |actual| actual.instance_methods(all).include?(name.to_sym) }
  end

  def have_public_instance_method(name, all = true)
    matcher("have public instance method #{name}") do |actual|
      actual.public_instance_methods(all).include?(name.to_sym)
    end
  end

  def have_protected_instance_method(name, all = true)
    matcher("have protected instance method #{name}") do |actual|
      actual.protected_instance_methods(all).include?(name.to_sym)
    end
  end

  def have_private_instance_method(name, all = true)
    matcher("have private instance method #{name}") do |actual|
      actual.private_instance_methods(all).include?(name.to_sym)
    end
  end

  def have_constant(name)
    matcher("have constant #{name}") { |actual| actual.constants.include?(name.to_sym) }
  end

  def have_instance_variable(name)
    matcher("have #{name}") { |actual| actual.instance_variables.include?(name.to_sym) }
  end

  def have_class_variable(name)
    matcher("have #{name}") { |actual| actual.class_variables.include?(name.to_sym) }
  end

  def complain(wanted = nil, options = {})
    options, wanted = wanted, nil if wanted.is_a?(Hash)
    verbose = options.key?(:verbose) ? options[:verbose] : false
    written = nil
    matcher(proc { "complain #{Spec.show(wanted)}, but wrote #{Spec.show(written)}" }) do |actual|
      written = Spec.captured(verbose) { actual.call }[1]
      wanted.nil? ? !written.empty? : Spec.text_fits?(wanted, written)
    end
  end

  def output(out = nil, err = nil)
    written = nil
    matcher(proc { "write #{Spec.show(out)}, but wrote #{Spec.show(written)}" }) do |actual|
      written = Spec.captured { actual.call }
      Spec.text_fits?(out, written[0]) && Spec.text_fits?(err, written[1])
    end
  end

  def output_to_fd(*)
    raise Spec::Skip, "file descriptors"
  end
end

class Object
  NO_MATCHER = Object.new

  def should(matcher = NO_MATCHER)
    return Spec::Positive.new(self) if NO_MATCHER.equal?(matcher)
    Spec.fail_with("expected #{Spec.show(self)} to #{matcher.text}") unless matcher.matches?(self)
  end

  def should_not(matcher = NO_MATCHER)
    return Spec::Negative.new(self) if NO_MATCHER.equal?(matcher)
    Spec.fail_with("expected #{Spec.show(self)} not to #{matcher.text}") if matcher.matches?(self)
  end

  def should_receive(name)
    Spec::Mocks.install(self, name, false)
  end

  def should_not_receive(name)
    Spec::Mocks.install(self, name, false).exactly(0)
  end

  def stub!(name)
    Spec::Mocks.install(self, name, true)
  end
end

TOLERANCE = 0.00003 unless defined?(TOLERANCE)

begin
  load ARGV[0]
  Spec.report("done", ARGV[0])
rescue Spec::Skip
  Spec.report("done", ARGV[0])
rescue Exception => error
  Spec.report("fail", "#{ARGV[0]} (load)", "#{error.class}: #{error.message} [#{(error.backtrace || []).first}]")
end
