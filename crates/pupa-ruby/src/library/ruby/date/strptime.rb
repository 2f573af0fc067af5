# Date.strptime: parses dates by a format.
class Date
  class << self
    def _strptime(string, format = '%F')
      string = check_text(string, nil)
      Scanner.new(string, format).scan
    end
  end

  # Parses a string by a format.
  class Scanner # :nodoc:
    NAMES = { month: MONTHNAMES.compact, weekday: DAYNAMES }.freeze
    COMPOSED = {
      'c' => '%a %b %e %H:%M:%S %Y', 'D' => '%m/%d/%y', 'x' => '%m/%d/%y', 'F' => '%Y-%m-%d',
      'R' => '%H:%M', 'r' => '%I:%M:%S %p', 'T' => '%H:%M:%S', 'X' => '%H:%M:%S', 'v' => '%e-%b-%Y',
      '+' => '%a %b %e %H:%M:%S %Z %Y'
    }.freeze
    # Name, maximum number of digits, range.
    NUMBERS = {
      'd' => [:mday, 2, 1..31], 'e' => [:mday, 2, 1..31], 'H' => [:hour, 2, 0..24], 'k' => [:hour, 2, 0..24],
      'I' => [:hour, 2, 1..12], 'l' => [:hour, 2, 1..12], 'j' => [:yday, 3, 1..366], 'M' => [:min, 2, 0..59],
      'm' => [:mon, 2, 1..12], 'S' => [:sec, 2, 0..60], 'u' => [:cwday, 1, 1..7], 'V' => [:cweek, 2, 1..53],
      'w' => [:wday, 1, 0..6], 'U' => [:wnum0, 2, 0..53], 'W' => [:wnum1, 2, 0..53]
    }.freeze
    ZONE = /\A(?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?|\A(?-i:[[:alpha:].\s]+)(?:standard|daylight)\s+time\b|\A(?-i:[[:alpha:]]+)(?:\sdst)?\b/i

    def initialize(text, format)
      @text = text
      @format = format
      @hash = {}
    end

    def scan
      return nil unless run(@format)
      rest = @text
      @hash[:leftover] = rest unless rest.empty?
      if (century = @hash.delete(:_cent))
        @hash[:cwyear] += century * 100 if @hash[:cwyear]
        @hash[:year] += century * 100 if @hash[:year]
      end
      if (merid = @hash.delete(:_merid))
        @hash[:hour] = @hash[:hour] % 12 + merid if @hash[:hour]
      end
      @hash
    end

    private

    def run(format)
      at = 0
      while at < format.size
        char = format[at]
        if char == '%' && at + 1 < format.size
          at += 1
          at += 1 if format[at] =~ /[EO]/ && format[at + 1]
          colons = 0
          while format[at] == ':' && format[at + 1]
            colons += 1
            at += 1
          end
          letter = format[at]
          return false unless directive(letter, format[(at + 1)..])
        elsif char =~ /\s/
          @text = @text.sub(/\A\s+/, '')
        else
          return false unless @text.start_with?(char)
          @text = @text[1..]
        end
        at += 1
      end
      true
    end

    def take(pattern)
      match = @text.match(pattern) or return nil
      @text = match.post_match
      match
    end

    # Whether digits follow, so that a number must not take more than its own digits.
    def number_follows?(rest)
      rest.match?(/\A(?:\d|%[EO]?[CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy\d])/)
    end

    def directive(letter, rest)
      if COMPOSED.key?(letter)
        return run(COMPOSED[letter])
      end
      if NUMBERS.key?(letter)
        name, size, range = NUMBERS[letter]
        match = take(/\A#{'\s?' if 'ekl'.include?(letter)}(\d{1,#{size}})/) or return false
        value = match[1].to_i
        return false unless range.cover?(value)
        @hash[name] = value
        return true
      end
      case letter
      when 'A', 'a' then name(:wday, DAYNAMES)
      when 'B', 'b', 'h' then name(:mon, MONTHNAMES.compact, 1)
      when 'Y', 'G'
        pattern = number_follows?(rest) ? /\A[-+]?\d{1,4}/ : /\A[-+]?\d+/
        match = take(pattern) or return false
        @hash[letter == 'Y' ? :year : :cwyear] = match[0].to_i
      when 'C'
        pattern = number_follows?(rest) ? /\A[-+]?\d{1,2}/ : /\A[-+]?\d+/
        match = take(pattern) or return false
        @hash[:_cent] = match[0].to_i
      when 'y', 'g'
        match = take(/\A\d{1,2}/) or return false
        value = match[0].to_i
        @hash[letter == 'y' ? :year : :cwyear] = value
        @hash[:_cent] ||= value >= 69 ? 19 : 20
      when 'L', 'N'
        size = letter == 'L' ? 3 : 9
        pattern = number_follows?(rest) ? /\A([-+]?)(\d{1,#{size}})/ : /\A([-+]?)(\d+)/
        match = take(pattern) or return false
        value = Rational(match[2].to_i, 10**match[2].size)
        @hash[:sec_fraction] = match[1] == '-' ? -value : value
      when 'P', 'p'
        match = take(/\A([ap])(?:m\b|\.m\.)/i) or return false
        @hash[:_merid] = match[1].downcase == 'p' ? 12 : 0
      when 'Q'
        match = take(/\A-?\d+/) or return false
        @hash[:seconds] = Rational(match[0].to_i, 1000)
      when 's'
        match = take(/\A-?\d+/) or return false
        @hash[:seconds] = match[0].to_i
      when 'Z', 'z'
        match = take(ZONE) or return false
        @hash[:zone] = match[0]
        @hash[:offset] = Date.zone_to_offset(match[0])
      when 'n', 't'
        @text = @text.sub(/\A\s+/, '')
      when '%'
        return false unless take(/\A%/)
      else
        return false unless @text.start_with?("%#{letter}")
        @text = @text[(1 + letter.size)..]
      end
      true
    end

    def name(key, names, first = 0)
      names.each_with_index do |name, index|
        match = take(/\A#{name}/i) || take(/\A#{name[0, 3]}/i)
        if match
          @hash[key] = index + first
          return true
        end
      end
      false
    end
  end
  private_constant :Scanner
end

class DateTime
  class << self
    def _strptime(string, format = '%FT%T%z')
      super(string, format)
    end

    def strptime(string = '-4712-01-01T00:00:00+00:00', format = '%FT%T%z', start = Date::ITALY)
      super
    end

    def parse(string = '-4712-01-01T00:00:00+00:00', comp = true, start = Date::ITALY, limit: 128)
      super
    end
  end
end
