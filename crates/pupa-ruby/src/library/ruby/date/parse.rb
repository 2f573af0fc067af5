# Date.parse, and parsing of the standard formats.
class Date
  ZONES = {
    'utc' => 0, 'gmt' => 0, 'ut' => 0, 'est' => -5, 'edt' => -4, 'cst' => -6, 'cdt' => -5, 'mst' => -7,
    'mdt' => -6, 'pst' => -8, 'pdt' => -7, 'a' => 1, 'b' => 2, 'c' => 3, 'd' => 4, 'e' => 5, 'f' => 6,
    'g' => 7, 'h' => 8, 'i' => 9, 'k' => 10, 'l' => 11, 'm' => 12, 'n' => -1, 'o' => -2, 'p' => -3,
    'q' => -4, 'r' => -5, 's' => -6, 't' => -7, 'u' => -8, 'v' => -9, 'w' => -10, 'x' => -11, 'y' => -12,
    'z' => 0, 'wet' => 0, 'at' => -2, 'brst' => -2, 'ndt' => -2.5, 'art' => -3, 'adt' => -3, 'brt' => -3,
    'clst' => -3, 'nst' => -3.5, 'ast' => -4, 'clt' => -4, 'akdt' => -8, 'ydt' => -8, 'akst' => -9,
    'hadt' => -9, 'hdt' => -9, 'yst' => -9, 'ahst' => -10, 'cat' => -10, 'hast' => -10, 'hst' => -10,
    'nt' => -11, 'idlw' => -12, 'bst' => 1, 'cet' => 1, 'fwt' => 1, 'met' => 1, 'mewt' => 1, 'mez' => 1,
    'swt' => 1, 'wat' => 1, 'west' => 1, 'cest' => 2, 'eet' => 2, 'fst' => 2, 'mest' => 2, 'mesz' => 2,
    'sast' => 2, 'sst' => 2, 'bt' => 3, 'eat' => 3, 'eest' => 3, 'msk' => 3, 'msd' => 4, 'zp4' => 4,
    'zp5' => 5, 'ist' => 5.5, 'zp6' => 6, 'wast' => 2, 'cct' => 8, 'sgt' => 8, 'wadt' => 8, 'jst' => 9,
    'kst' => 9, 'east' => 10, 'gst' => 10, 'eadt' => 11, 'idle' => 12, 'nzst' => 12, 'nzt' => 12,
    'nzdt' => 13, 'atlantic' => -4, 'eastern' => -5, 'central' => -6, 'mountain' => -7, 'pacific' => -8,
    'alaskan' => -9, 'hawaiian' => -10, 'w. europe' => 1, 'central europe' => 1, 'romance' => 1, 'tokyo' => 9
  }.freeze
  private_constant :ZONES

  class << self
    # The offset in seconds of a zone name.
    def zone_to_offset(zone)
      name = zone.downcase.strip.gsub(/\s+/, ' ')
      dst = false
      if name.sub!(/\s(standard|daylight)\stime\z/, '')
        dst = $1 == 'daylight'
      elsif name.sub!(/\sdst\z/, '')
        dst = true
      end
      if ZONES.key?(name)
        return (ZONES[name] * 3600).to_i + (dst ? 3600 : 0)
      end
      name = name.sub(/\A(gmt|utc)(?=[-+])/, '')
      return nil unless (match = name.match(/\A([-+])(\d+)(?:([:,.])(\d+)(?::(\d+))?)?\z/))
      sign = match[1] == '-' ? -1 : 1
      digits = match[2]
      if match[3] == ':'
        return nil if digits.to_i > 23 || match[4].to_i > 59 || match[5].to_i > 59
        return sign * (digits.to_i * 3600 + match[4].to_i * 60 + match[5].to_i)
      end
      if match[3]
        fraction = Rational(match[4].to_i, 10**match[4].size)
        return sign * ((digits.to_i + fraction) * 3600).round
      end
      digits = "0#{digits}" if digits.size.odd?
      sign * (digits[0, 2].to_i * 3600 + digits[2, 2].to_i * 60 + digits[4, 2].to_i)
    end

    def _parse(string, comp = true, limit: 128)
      string = check_text(string, limit)
      Parser.new(string.dup, comp).parse
    end

    def check_text(string, limit)
      raise TypeError, "no implicit conversion of #{string.nil? ? 'nil' : string.class} into String" unless string.respond_to?(:to_str)
      string = string.to_str
      if limit && string.size > limit
        raise ArgumentError, "string length (#{string.size}) exceeds the limit #{limit}"
      end
      string
    end

    def parse(string = '-4712-01-01', comp = true, start = ITALY, limit: 128)
      from_hash(_parse(string, comp, limit: limit), start)
    end

    def strptime(string = '-4712-01-01', format = '%F', start = ITALY)
      from_hash(_strptime(string, format), start)
    end

    def _iso8601(string, limit: 128)
      return {} if string.nil?
      Formats.iso8601(check_text(string, limit))
    end

    def _rfc3339(string, limit: 128)
      return {} if string.nil?
      Formats.rfc3339(check_text(string, limit))
    end

    def _xmlschema(string, limit: 128)
      return {} if string.nil?
      Formats.xmlschema(check_text(string, limit))
    end

    def _rfc2822(string, limit: 128)
      return {} if string.nil?
      Formats.rfc2822(check_text(string, limit))
    end
    alias _rfc822 _rfc2822

    def _httpdate(string, limit: 128)
      return {} if string.nil?
      Formats.httpdate(check_text(string, limit))
    end

    def _jisx0301(string, limit: 128)
      return {} if string.nil?
      Formats.jisx0301(check_text(string, limit))
    end

    def iso8601(string = '-4712-01-01', start = ITALY, limit: 128)
      from_hash(_iso8601(string, limit: limit), start)
    end

    def rfc3339(string = '-4712-01-01T00:00:00+00:00', start = ITALY, limit: 128)
      from_hash(_rfc3339(string, limit: limit), start)
    end

    def xmlschema(string = '-4712-01-01', start = ITALY, limit: 128)
      from_hash(_xmlschema(string, limit: limit), start)
    end

    def rfc2822(string = 'Mon, 1 Jan -4712 00:00:00 +0000', start = ITALY, limit: 128)
      from_hash(_rfc2822(string, limit: limit), start)
    end
    alias rfc822 rfc2822

    def httpdate(string = 'Mon, 01 Jan -4712 00:00:00 GMT', start = ITALY, limit: 128)
      from_hash(_httpdate(string, limit: limit), start)
    end

    def jisx0301(string = '-4712-01-01', start = ITALY, limit: 128)
      from_hash(_jisx0301(string, limit: limit), start)
    end

    # The date for the parsed fields.
    def from_hash(hash, start)
      Calendar.invalid if hash.nil? || hash.empty?
      hash = Fragments.from_seconds(hash)
      hash = Fragments.complete(hash, self)
      jd = Fragments.jd(hash, start) || Calendar.invalid
      if self <= DateTime
        hour = hash[:hour] || 0
        minute = hash[:min] || 0
        second = hash[:sec] || 0
        second = 59 if second == 60
        secs = Calendar.valid_time(hour, minute, second) || Calendar.invalid
        secs += hash[:sec_fraction] || 0
        offset = hash[:offset] || 0
        days, secs = secs.divmod(86400)
        return from_fields(jd + days, secs, offset, start)
      end
      from_fields(jd, 0, 0, start)
    end
  end

  # Completes missing fields.
  module Fragments # :nodoc:
    FORMS = [
      [:time, %i[hour min sec]],
      [nil, %i[]],
      [:jd, %i[jd hour min sec]],
      [:ordinal, %i[year yday hour min sec]],
      [:civil, %i[year mon mday hour min sec]],
      [:commercial, %i[cwyear cweek cwday hour min sec]],
      [:wday, %i[wday hour min sec]],
      [:wnum0, %i[year wnum0 wday hour min sec]],
      [:wnum1, %i[year wnum1 wday hour min sec]]
    ].freeze

    module_function

    def from_seconds(hash)
      seconds = hash[:seconds] or return hash
      seconds += hash[:offset] if hash[:offset]
      days, rest = seconds.divmod(86400)
      fraction = rest - rest.floor
      rest = rest.floor
      fields = { jd: 2440588 + days, hour: rest / 3600, min: rest / 60 % 60, sec: rest % 60 }
      fields[:sec_fraction] = fraction
      hash.reject { |key, _| key == :seconds }.merge(fields)
    end

    def complete(hash, klass)
      kind, names = FORMS.reject { |form, _| form.nil? }.max_by { |form, list| [list.count { |name| hash.key?(name) }, -FORMS.index { |f| f[0] == form }] }
      count = names.count { |name| hash.key?(name) }
      return hash if count == 0 || count == names.size
      hash = hash.dup
      today = nil
      now = -> { today ||= Date.today }
      case kind
      when :ordinal
        hash[:year] ||= now.call.year
        hash[:yday] ||= 1
      when :civil
        names.each do |name|
          break if hash.key?(name)
          hash[name] = now.call.send(name) if %i[year mon mday].include?(name)
        end
        hash[:mon] ||= 1
        hash[:mday] ||= 1
      when :commercial
        names.each do |name|
          break if hash.key?(name)
          hash[name] = now.call.send(name) if %i[cwyear cweek cwday].include?(name)
        end
        hash[:cweek] ||= 1
        hash[:cwday] ||= 1
      when :wday
        hash[:jd] ||= (now.call - now.call.wday + hash[:wday]).jd
      when :wnum0, :wnum1
        hash[:year] ||= now.call.year
        hash[kind] ||= 0
        hash[:wday] ||= kind == :wnum0 ? 0 : 1
      when :time
        hash[:jd] ||= now.call.jd if klass <= DateTime
      end
      hash[:hour] ||= 0 if hash.key?(:min) || hash.key?(:sec)
      hash[:min] ||= 0 if hash.key?(:hour)
      hash[:sec] ||= 0 if hash.key?(:hour)
      hash
    end

    def jd(hash, start)
      return hash[:jd] if hash[:jd]
      if hash[:yday] && hash[:year] && (jd = Calendar.valid_ordinal_jd(hash[:year], hash[:yday], start))
        return jd
      end
      if hash[:mday] && hash[:mon] && hash[:year] && (jd = Calendar.valid_civil_jd(hash[:year], hash[:mon], hash[:mday], start))
        return jd
      end
      wday = hash[:cwday] || (hash[:wday] && (hash[:wday] == 0 ? 7 : hash[:wday]))
      if wday && hash[:cweek] && hash[:cwyear] && (jd = Calendar.valid_commercial_jd(hash[:cwyear], hash[:cweek], wday, start))
        return jd
      end
      wday = hash[:wday] || (hash[:cwday] && hash[:cwday] % 7)
      if wday && hash[:wnum0] && hash[:year] && (jd = Calendar.valid_weeknum_jd(hash[:year], hash[:wnum0], wday, 0, start))
        return jd
      end
      wday = hash[:wday] ? (hash[:wday] - 1) % 7 : hash[:cwday] && (hash[:cwday] - 1) % 7
      if wday && hash[:wnum1] && hash[:year] && (jd = Calendar.valid_weeknum_jd(hash[:year], hash[:wnum1], wday, 1, start))
        return jd
      end
      nil
    end
  end
  private_constant :Fragments

  # Finds a date and a time in free text. Every recognized part is replaced by blanks.
  class Parser # :nodoc:
    MONTHS = ABBR_MONTHNAMES.compact.map(&:downcase)
    MONTH = "(#{MONTHS.join('|')})"
    ERA = '(c(?:e|\.e\.)|b(?:ce|\.c\.e\.)|a(?:d|\.d\.)|b(?:c|\.c\.))'
    WDAY = /\b(sun|mon|tue|wed|thu|fri|sat)[^-\/\d\s]*/i
    TIME = /(
        (?:\d+\s*:\s*\d+(?:\s*:\s*\d+(?:[,.]\d*)?)?|\d+\s*h(?:\s*\d+m?(?:\s*\d+s?)?)?)
        (?:\s*[ap](?:m\b|\.m\.))?
      |
        \d+\s*[ap](?:m\b|\.m\.)
      )
      (?:\s*(
        (?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?
      |
        [[:alpha:].\s]+(?:standard|daylight)\stime\b
      |
        [[:alpha:]]+(?:\sdst)?\b
      ))?/ix
    CLOCK = /\A(\d+)\s*(?:h(?:\s*(\d+)m?(?:\s*(\d+)(?:[,.](\d*))?s?)?)?|:\s*(\d+)(?:\s*:\s*(\d+)(?:[,.](\d*))?)?)?(?:\s*([ap])(?:m\b|\.m\.))?/i
    EUROPEAN = /('?\d+)[^-\d\s]*\s*#{MONTH}[^-\d\s']*(?:\s*#{ERA}?\s*('?-?\d+(?:(?:st|nd|rd|th)\b)?))?/i
    AMERICAN = /\b#{MONTH}[^-\d\s']*\s*('?\d+)[^-\d\s']*(?:\s*,?\s*#{ERA}?\s*('?-?\d+))?/i
    ISO = /('?[-+]?\d+)-(\d+)-('?-?\d+)/
    JAPANESE = /\b([mtshr])(\d+)\.(\d+)\.(\d+)/i
    VMS = /('?-?\d+)-#{MONTH}[^-\/.]*-('?-?\d+)/i
    VMS_US = /\b#{MONTH}[^-\/.]*-('?\d+)(?:-('?-?\d+))?/i
    SLASH = %r{('?-?\d+)/\s*('?\d+)(?:\D\s*('?-?\d+))?}
    DOT = /('?-?\d+)\.\s*('?\d+)\.\s*('?-?\d+)/
    DIGITS = /([-+]?)(\d{2,14})(?:\s*t?\s*(\d{2,6})?(?:[,.](\d*))?)?(z\b|[-+]\d{1,4}\b|\[[-+]?\d[^\]]*\])?/i
    ERA_YEARS = { 'm' => 1867, 't' => 1911, 's' => 1925, 'h' => 1988, 'r' => 2018 }.freeze

    def initialize(text, complete)
      @text = text.gsub(%r{[^-+',./:@[:alnum:]\[\]]+}, ' ')
      @complete = complete
      @hash = {}
    end

    def parse
      weekday
      time
      date
      era
      fraction
      complete_year if @complete
      @hash[:offset] = Date.zone_to_offset(@hash[:zone]) if @hash[:zone]
      @hash
    end

    private

    # Removes a match from the text and returns it.
    def take(pattern)
      match = @text.match(pattern) or return nil
      @text = "#{match.pre_match} #{match.post_match}"
      match
    end

    def month(name) = MONTHS.index(name[0, 3].downcase) + 1

    def weekday
      match = take(WDAY) or return
      @hash[:wday] = %w[sun mon tue wed thu fri sat].index(match[1].downcase)
    end

    def time
      match = take(TIME) or return
      @hash[:zone] = match[2] if match[2]
      clock = match[1].match(CLOCK)
      hour = clock[1].to_i
      minute = clock[2] || clock[5]
      second = clock[3] || clock[6]
      fraction = clock[4] || clock[7]
      if clock[8]
        hour %= 12
        hour += 12 if clock[8].downcase == 'p'
      end
      @hash[:hour] = hour
      @hash[:min] = minute.to_i if minute
      @hash[:sec] = second.to_i if second
      @hash[:sec_fraction] = Rational(fraction.to_i, 10**fraction.size) if fraction && !fraction.empty?
    end

    def date
      european || american || iso || japanese || vms || slash || dot || iso_parts || short_year ||
        month_name || month_day || digits
    end

    def european
      match = take(EUROPEAN) or return
      set(match[4], month(match[2]).to_s, match[1], before_christ?(match[3]))
    end

    def american
      match = take(AMERICAN) or return
      set(match[4], month(match[1]).to_s, match[2], before_christ?(match[3]))
    end

    def iso
      match = take(ISO) or return
      set(match[1], match[2], match[3])
    end

    def japanese
      match = take(JAPANESE) or return
      @hash[:year] = match[2].to_i + ERA_YEARS[match[1].downcase]
      @hash[:mon] = match[3].to_i
      @hash[:mday] = match[4].to_i
      true
    end

    def vms
      if (match = take(VMS))
        set(match[3], month(match[2]).to_s, match[1])
      elsif (match = take(VMS_US))
        set(match[3], month(match[1]).to_s, match[2])
      end
    end

    def slash
      match = take(SLASH) or return
      set(match[1], match[2], match[3])
    end

    def dot
      match = take(DOT) or return
      set(match[1], match[2], match[3])
    end

    def iso_parts
      if (match = take(/\b(\d{2}|\d{4})?-?w(\d{2})(?:-?(\d))?\b/i))
        @hash[:cwyear] = match[1].to_i if match[1]
        @hash[:cweek] = match[2].to_i
        @hash[:cwday] = match[3].to_i if match[3]
      elsif (match = take(/-w-(\d)\b/i))
        @hash[:cwday] = match[1].to_i
      elsif (match = take(/--(\d{2})?-(\d{2})\b/))
        @hash[:mon] = match[1].to_i if match[1]
        @hash[:mday] = match[2].to_i
      elsif (match = take(/--(\d{2})(\d{2})?\b/))
        @hash[:mon] = match[1].to_i
        @hash[:mday] = match[2].to_i if match[2]
      elsif @text !~ /[,.]\d{2}|\d{4}-\d{3}\b/ && (match = take(/\b(\d{2}|\d{4})-(\d{3})\b/))
        @hash[:year] = match[1].to_i
        @hash[:yday] = match[2].to_i
      elsif @text =~ /\d-\d{3}\b/ && (match = take(/\b(\d{2}|\d{4})-(\d{3})\b/))
        @hash[:year] = match[1].to_i
        @hash[:yday] = match[2].to_i
      elsif @text !~ /\d-\d{3}\b/ && (match = take(/\b-(\d{3})\b/))
        @hash[:yday] = match[1].to_i
      else
        return nil
      end
      true
    end

    def short_year
      match = take(/'(\d+)\b/) or return
      @hash[:year] = match[1].to_i
      true
    end

    def month_name
      match = take(/\b#{MONTH}\S*/i) or return
      @hash[:mon] = month(match[1])
      true
    end

    def month_day
      match = take(/(\d+)(st|nd|rd|th)\b/i) or return
      @hash[:mday] = match[1].to_i
      true
    end

    def digits
      match = take(DIGITS) or return
      sign, number, clock, fraction, zone = match.captures
      negative = sign == '-'
      case number.size
      when 2
        fraction && clock.nil? ? @hash[:sec] = number.to_i : @hash[:mday] = number.to_i
      when 4
        if fraction && clock.nil?
          numbers(number, [[:min, 2], [:sec, 2]])
        else
          numbers(number, [[:mon, 2], [:mday, 2]])
        end
      when 6
        if fraction && clock.nil?
          numbers(number, [[:hour, 2], [:min, 2], [:sec, 2]])
        else
          numbers(number, [[:year, 2], [:mon, 2], [:mday, 2]])
          @hash[:year] = -@hash[:year] if negative
        end
      when 8, 10, 12, 14
        if fraction && clock.nil? && number.size < 14
          fields = [[:mday, 2], [:hour, 2], [:min, 2], [:sec, 2]]
          fields = [[:mon, 2], *fields] if number.size >= 10
          fields = [[:year, 2], *fields] if number.size >= 12
          numbers(number, fields)
        else
          numbers(number, [[:year, 4], [:mon, 2], [:mday, 2], [:hour, 2], [:min, 2], [:sec, 2]])
          @hash[:year] = -@hash[:year] if negative
          @complete = false
        end
      when 3
        if fraction && clock.nil?
          numbers(number, [[:min, 1], [:sec, 2]])
        else
          @hash[:yday] = number.to_i
        end
      when 5
        if fraction && clock.nil?
          numbers(number, [[:hour, 1], [:min, 2], [:sec, 2]])
        else
          numbers(number, [[:year, 2], [:yday, 3]])
          @hash[:year] = -@hash[:year] if negative
        end
      when 7
        if fraction && clock.nil?
          numbers(number, [[:mday, 1], [:hour, 2], [:min, 2], [:sec, 2]])
        else
          numbers(number, [[:year, 4], [:yday, 3]])
          @hash[:year] = -@hash[:year] if negative
        end
      end
      if clock
        case clock.size
        when 2, 4, 6 then numbers(clock, [[:hour, 2], [:min, 2], [:sec, 2]])
        when 3 then numbers(clock, [[:hour, 1], [:min, 2]])
        when 5 then numbers(clock, [[:hour, 1], [:min, 2], [:sec, 2]])
        end
      end
      @hash[:sec_fraction] = Rational(fraction.to_i, 10**fraction.size) if fraction && !fraction.empty?
      if zone
        if zone.start_with?('[')
          inner = zone[1..-2]
          inner = "+#{inner}" if inner.match?(/\A\d/)
          name = inner.split(':', 2)
          @hash[:zone] = name[1] || name[0]
          @hash[:offset] = Date.zone_to_offset(name[0])
        else
          @hash[:zone] = zone
        end
      end
      true
    end

    def numbers(text, fields)
      at = 0
      fields.each do |name, size|
        break if at >= text.size
        @hash[name] = text[at, size].to_i
        at += size
      end
    end

    def before_christ?(era) = !era.nil? && era.match?(/\Ab/i)

    # Sets year, month and day after determining which number is which.
    def set(year, month, day, before = false)
      year, month, day = day, year, month if year && month && day.nil?
      if year.nil? && day && (day.delete("'").size > 2 || day.start_with?("'"))
        year, day = day, nil
      end
      if year && (suffix = year.match(/\A[^-\d]*(-?\d+)(\D.*)/))
        year, day = day, suffix[1]
      end
      if month && (month.start_with?("'") || month.size > 2)
        year, month, day = month, day, year
      end
      if day && (day.start_with?("'") || day.size > 2)
        year, day = day, year
      end
      if year && (number = year.match(/([-+])?(\d+)/))
        @complete = false if number[1] || number[2].size > 2
        @complete = false if year.start_with?("'") && number[2].size > 2
        value = number[0].to_i
        @hash[:year] = before ? -value + 1 : value
        @apostrophe = year.start_with?("'")
      end
      @hash[:mon] = month[/\d+/].to_i if month && month[/\d+/]
      @hash[:mday] = day[/\d+/].to_i if day && day[/\d+/]
      true
    end

    def era
      return unless take(/\b(bc\b|bce\b|b\.c\.|b\.c\.e\.)/i)
      @hash[:year] = -@hash[:year] + 1 if @hash[:year]
      @hash[:cwyear] = -@hash[:cwyear] + 1 if @hash[:cwyear]
    end

    def fraction
      return unless @hash.key?(:hour) && !@hash.key?(:min)
      match = take(/\A\s*(\d{1,2})\s*\z/) or return
      @hash[:mday] = match[1].to_i if match[1].to_i.between?(1, 31)
    end

    def complete_year
      %i[year cwyear].each do |name|
        value = @hash[name]
        next unless value && value.between?(0, 99)
        @hash[name] = value + (value >= 69 ? 1900 : 2000)
      end
    end
  end
  private_constant :Parser

  # The standard formats (ISO 8601, RFC 3339, HTTP and so on).
  module Formats # :nodoc:
    MONTH = "(#{ABBR_MONTHNAMES.compact.join('|')})"
    DAY = "(#{ABBR_DAYNAMES.join('|')})"
    CLOCK = '(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?'
    ZONE = '(z|[-+]\d{2}(?::?\d{2})?)'

    module_function

    def clock(hash, hour, minute, second, fraction, zone)
      hash[:hour] = hour.to_i if hour
      hash[:min] = minute.to_i if minute
      hash[:sec] = second.to_i if second
      hash[:sec_fraction] = Rational(fraction.to_i, 10**fraction.size) if fraction
      if zone
        hash[:zone] = zone
        hash[:offset] = Date.zone_to_offset(zone)
      end
      hash
    end

    def short_year(text)
      year = text.to_i
      return year if text.delete('-+').size > 2
      year + (year >= 69 ? 1900 : 2000)
    end

    def iso8601(text)
      time = "(?:t#{CLOCK}#{ZONE}?)?"
      compact = '(?:t?(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?(z|[-+]\d{2}(?:\d{2})?)?)?'
      case text
      when /\A\s*(?:([-+]?\d{2,})-(\d{2})?(?:-(\d{2}))?|--(\d{2})?-(\d{2})|([-+]?\d{2,})-(\d{3})|(\d{4}|\d{2})?-?w(\d{2})-(\d)|-w-(\d))#{time}\s*\z/i
        iso_extended(Regexp.last_match)
      when /\A\s*(?:([-+]?(?:\d{4}|\d{2})|--)(\d{2}|-)(\d{2})|([-+]?(?:\d{4}|\d{2}))(\d{3})|-(\d{3})|(\d{4}|\d{2})w(\d{2})(\d)|-w(\d{2})(\d)|-w-(\d))#{compact}\s*\z/i
        iso_basic(Regexp.last_match)
      when /\A\s*#{CLOCK}#{ZONE}?\s*\z/i
        match = Regexp.last_match
        clock({}, match[1], match[2], match[3], match[4], match[5])
      when /\A\s*(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?(z|[-+]\d{2}(?:\d{2})?)?)?\s*\z/i
        match = Regexp.last_match
        clock({}, match[1], match[2], match[3], match[4], match[5])
      else
        {}
      end
    end

    def iso_extended(match)
      hash = {}
      if match[7]
        hash[:yday] = match[7].to_i
        hash[:year] = short_year(match[6])
      elsif match[9]
        hash[:cwyear] = short_year(match[8]) if match[8]
        hash[:cweek] = match[9].to_i
        hash[:cwday] = match[10].to_i
      elsif match[11]
        hash[:cwday] = match[11].to_i
      elsif match[5]
        hash[:mon] = match[4].to_i if match[4]
        hash[:mday] = match[5].to_i
      else
        return {} if match[3] && match[2].nil?
        hash[:year] = short_year(match[1])
        hash[:mon] = match[2].to_i if match[2]
        return {} if match[2].nil?
        hash[:mday] = match[3].to_i if match[3]
      end
      clock(hash, match[12], match[13], match[14], match[15], match[16])
    end

    def iso_basic(match)
      hash = {}
      if match[3]
        hash[:year] = short_year(match[1]) unless match[1] == '--'
        if match[2] == '-'
          return {} unless match[1] == '--'
        else
          hash[:mon] = match[2].to_i
        end
        hash[:mday] = match[3].to_i
      elsif match[5]
        hash[:yday] = match[5].to_i
        hash[:year] = short_year(match[4])
      elsif match[6]
        hash[:yday] = match[6].to_i
      elsif match[8]
        hash[:cwyear] = short_year(match[7])
        hash[:cweek] = match[8].to_i
        hash[:cwday] = match[9].to_i
      elsif match[10]
        hash[:cweek] = match[10].to_i
        hash[:cwday] = match[11].to_i
      else
        hash[:cwday] = match[12].to_i
      end
      clock(hash, match[13], match[14], match[15], match[16], match[17])
    end

    def rfc3339(text)
      match = text.match(/\A\s*(-?\d{4})-(\d{2})-(\d{2})(?:t|\s)(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(z|[-+]\d{2}:\d{2})\s*\z/i)
      return {} unless match
      hash = { year: match[1].to_i, mon: match[2].to_i, mday: match[3].to_i }
      clock(hash, match[4], match[5], match[6], match[7], match[8])
    end

    def xmlschema(text)
      case text
      when /\A\s*(-?\d{4,})(?:-(\d{2})(?:-(\d{2}))?)?(?:t(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?)?(z|[-+]\d{2}(?::\d{2})?)?\s*\z/i
        match = Regexp.last_match
        hash = { year: match[1].to_i }
        hash[:mon] = match[2].to_i if match[2]
        hash[:mday] = match[3].to_i if match[3]
        clock(hash, match[4], match[5], match[6], match[7], match[8])
      when /\A\s*(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(z|[-+]\d{2}(?::\d{2})?)?\s*\z/i
        match = Regexp.last_match
        clock({}, match[1], match[2], match[3], match[4], match[5])
      when /\A\s*(?:--(\d{2})(?:-(\d{2}))?|---(\d{2}))(z|[-+]\d{2}(?::\d{2})?)?\s*\z/i
        match = Regexp.last_match
        hash = {}
        hash[:mon] = match[1].to_i if match[1]
        hash[:mday] = (match[2] || match[3]).to_i if match[2] || match[3]
        clock(hash, nil, nil, nil, nil, match[4])
      else
        {}
      end
    end

    def rfc2822(text)
      match = text.match(/\A\s*(?:#{DAY}\s*,\s*)?(\d{1,2})\s+#{MONTH}\s+(-?\d{2,})\s+(\d{2}):(\d{2})(?::(\d{2}))?\s*([-+]\d{2}:?\d{2}|[[:alpha:]]+)?\s*\z/i)
      return {} unless match && match[8]
      hash = {}
      hash[:wday] = ABBR_DAYNAMES.index(match[1].capitalize) if match[1]
      hash[:mday] = match[2].to_i
      hash[:mon] = ABBR_MONTHNAMES.index(match[3].capitalize)
      year = match[4].to_i
      year += year >= 50 ? 1900 : 2000 if match[4].size < 4 && match[4].size == 2
      year += 1900 if match[4].size == 3
      hash[:year] = year
      clock(hash, match[5], match[6], match[7], nil, match[8])
    end

    def httpdate(text)
      zone = '(gmt)'
      case text
      when /\A\s*#{DAY}\s*,\s+(\d{2})\s+#{MONTH}\s+(-?\d{4})\s+(\d{2}):(\d{2}):(\d{2})\s+#{zone}\s*\z/i
        match = Regexp.last_match
        year = match[4].to_i
      when /\A\s*(#{DAYNAMES.join('|')})\s*,\s+(\d{2})\s*-\s*#{MONTH}\s*-\s*(\d{2})\s+(\d{2}):(\d{2}):(\d{2})\s+#{zone}\s*\z/i
        match = Regexp.last_match
        year = short_year(match[4])
      when /\A\s*#{DAY}\s+#{MONTH}\s+(\d{1,2})\s+(\d{2}):(\d{2}):(\d{2})\s+(\d{4})\s*\z/i
        match = Regexp.last_match
        hash = { wday: ABBR_DAYNAMES.index(match[1].capitalize), mon: ABBR_MONTHNAMES.index(match[2].capitalize) }
        hash[:mday] = match[3].to_i
        clock(hash, match[4], match[5], match[6], nil, nil)
        hash[:year] = match[7].to_i
        return hash
      else
        return {}
      end
      hash = { wday: ABBR_DAYNAMES.index(match[1][0, 3].capitalize), mday: match[2].to_i }
      hash[:mon] = ABBR_MONTHNAMES.index(match[3].capitalize)
      hash[:year] = year
      clock(hash, match[5], match[6], match[7], nil, match[8])
      hash[:offset] = 0
      hash
    end

    def jisx0301(text)
      match = text.match(/\A\s*([mtshr])?(\d{2})\.(\d{2})\.(\d{2})(?:t(?:(\d{2}):(\d{2})(?::(\d{2})(?:[,.](\d*))?)?(z|[-+]\d{2}(?::?\d{2})?)?)?)?\s*\z/i)
      return iso8601(text) unless match
      base = Parser::ERA_YEARS[(match[1] || 'h').downcase]
      hash = { year: match[2].to_i + base, mon: match[3].to_i, mday: match[4].to_i }
      clock(hash, match[5], match[6], match[7], match[8], match[9])
    end
  end
  private_constant :Formats
end
