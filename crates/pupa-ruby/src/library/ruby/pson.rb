# PSON: the form of JSON that Puppet had until version 7. Numbers and literals are read like
# JSON; the errors are its own.
require 'strscan'
require 'json'

module PSON
  class PSONError < StandardError; end
  class ParserError < PSONError; end
  class NestingError < ParserError; end
  class GeneratorError < PSONError; end

  def self.parse(source, options = {})
    Reader.new(source, options).document
  end

  def self.parse!(source, options = {})
    parse(source, { max_nesting: false, allow_nan: true }.update(options))
  end

  def self.load(source, filter = nil)
    text =
      if source.respond_to?(:to_str) then source.to_str
      elsif source.respond_to?(:to_io) then source.to_io.read
      else source.read
      end
    result = parse(text, max_nesting: false, allow_nan: true)
    each_value(result, filter) if filter
    result
  end

  def self.restore(source, filter = nil) = load(source, filter)

  def self.each_value(value, filter)
    case value
    when Array then value.each { |element| each_value(element, filter) }
    when Hash then value.each { |key, element| each_value(key, filter); each_value(element, filter) }
    end
    filter.call(value)
  end
  private_class_method :each_value

  def self.generate(value, _state = nil) = JSON.generate(value)

  def self.pretty_generate(value, _options = nil) = JSON.pretty_generate(value)

  def self.dump(value, io = nil, _limit = nil)
    text = generate(value)
    return text unless io
    io.write(text)
    io
  end

  # A document is an array or an object.
  class Reader
    TEXT = %r{"((?:[^\x00-\x1f"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}|\\[\x20-\x21\x23-\x2e\x30-\x5b\x5d-\x61\x63-\x65\x67-\x6d\x6f-\x71\x73\x75-\x7f])*)"}
    FLOAT = /-?(?:0|[1-9]\d*)(?:\.\d+[eE][+-]?\d+|\.\d+|[eE][+-]?\d+)/
    INTEGER = /-?0|-?[1-9]\d*/
    BLANK = %r{(?://[^\n\r]*[\n\r]|/\*(?:[^*/]|/[^*]|\*[^/]|/(?=\*/))*\*/|[ \t\r\n]+)+}m
    ESCAPES = { 'b' => "\b", 'f' => "\f", 'n' => "\n", 'r' => "\r", 't' => "\t" }.freeze
    MISSING = Object.new

    def initialize(source, options)
      raise TypeError, "#{source.inspect} is not like a string" unless source.respond_to?(:to_str)

      @input = StringScanner.new(source.to_str)
      @limit = options.key?(:max_nesting) ? options[:max_nesting] || 0 : 19
      @allow_nan = options[:allow_nan]
      @depth = 0
    end

    def document
      result = nil
      until @input.eos?
        next if @input.skip(BLANK)

        start = @input.check(/[{\[]/)
        @input.skip(/[{\[]/) if result
        raise ParserError, "source '#{rest}' not in PSON!" if start.nil? || result

        result = value
      end
      result or raise ParserError, 'source did not contain any PSON!'
    end

    private

    # The next 20 bytes.
    def rest
      @input.rest.byteslice(0, 20).scrub
    end

    def value
      if (text = @input.scan(FLOAT)) then Float(text)
      elsif (text = @input.scan(INTEGER)) then Integer(text)
      elsif @input.scan(/true/) then true
      elsif @input.scan(/false/) then false
      elsif @input.scan(/null/) then nil
      elsif @input.scan(TEXT) then unescape(@input[1])
      elsif @input.scan(/\[/) then nested { array }
      elsif @input.scan(/\{/) then nested { object }
      elsif @allow_nan && @input.scan(/NaN/) then Float::NAN
      elsif @allow_nan && @input.scan(/Infinity/) then Float::INFINITY
      elsif @allow_nan && @input.scan(/-Infinity/) then -Float::INFINITY
      else MISSING
      end
    end

    def nested
      @depth += 1
      raise NestingError, "nesting of #{@depth} is too deep" if @limit != 0 && @depth > @limit

      result = yield
      @depth -= 1
      result
    end

    def array
      result = []
      after_comma = false
      until @input.eos?
        element = value
        if !element.equal?(MISSING)
          result << element
          after_comma = separator?(/\]/, "',' or ']' in array")
        elsif @input.scan(/\]/)
          raise ParserError, "expected next element in array at '#{rest}'!" if after_comma

          break
        elsif !@input.skip(BLANK)
          raise ParserError, "unexpected token in array at '#{rest}'!"
        end
      end
      result
    end

    def object
      result = {}
      after_comma = false
      until @input.eos?
        if @input.scan(TEXT)
          name = unescape(@input[1])
          @input.skip(BLANK)
          raise ParserError, "expected ':' in object at '#{rest}'!" unless @input.scan(/:/)

          @input.skip(BLANK)
          element = value
          raise ParserError, "expected value in object at '#{rest}'!" if element.equal?(MISSING)

          result[name] = element
          after_comma = separator?(/\}/, "',' or '}' in object")
        elsif @input.scan(/\}/)
          raise ParserError, "expected next name, value pair in object at '#{rest}'!" if after_comma

          break
        elsif !@input.skip(BLANK)
          raise ParserError, "unexpected token in object at '#{rest}'!"
        end
      end
      result
    end

    # Whether a comma follows; if not, the end has to follow.
    def separator?(ending, expected)
      @input.skip(BLANK)
      return true if @input.scan(/,/)

      raise ParserError, "expected #{expected} at '#{rest}'!" unless @input.check(ending)

      false
    end

    def unescape(text)
      text.gsub(%r{(?:\\u[0-9A-Fa-f]{4})+|\\.}m) do |escape|
        next ESCAPES.fetch(escape[1], escape[1]) unless escape.start_with?('\\u')

        units = escape.scan(/[0-9A-Fa-f]{4}/).map(&:hex)
        points = []
        until units.empty?
          unit = units.shift
          low = units.first
          if unit.between?(0xd800, 0xdbff) && low && low.between?(0xdc00, 0xdfff)
            units.shift
            unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
          end
          points << unit
        end
        points.pack('U*')
      end
    end
  end
end
