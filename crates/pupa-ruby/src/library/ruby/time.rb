# Time.parse, Time.strptime and the standard formats of times.
require 'date'

class Time
  ZONE_OFFSETS = {
    'UTC' => 0, 'Z' => 0, 'UT' => 0, 'GMT' => 0, 'EST' => -5, 'EDT' => -4, 'CST' => -6, 'CDT' => -5,
    'MST' => -7, 'MDT' => -6, 'PST' => -8, 'PDT' => -7, 'A' => 1, 'B' => 2, 'C' => 3, 'D' => 4, 'E' => 5,
    'F' => 6, 'G' => 7, 'H' => 8, 'I' => 9, 'K' => 10, 'L' => 11, 'M' => 12, 'N' => -1, 'O' => -2,
    'P' => -3, 'Q' => -4, 'R' => -5, 'S' => -6, 'T' => -7, 'U' => -8, 'V' => -9, 'W' => -10, 'X' => -11,
    'Y' => -12
  }.freeze
  private_constant :ZONE_OFFSETS

  class << self
    # The offset in seconds of the name of a zone, or nil.
    def zone_offset(zone, year = now.year)
      zone = zone.upcase
      case zone
      when /\A([+-])(\d\d)(:?)(\d\d)(?:\3(\d\d))?\z/
        seconds = $2.to_i * 3600 + $4.to_i * 60 + $5.to_i
        $1 == '-' ? -seconds : seconds
      when /\A([+-])(\d\d)\z/
        seconds = $2.to_i * 3600
        $1 == '-' ? -seconds : seconds
      else
        if ZONE_OFFSETS.key?(zone)
          ZONE_OFFSETS[zone] * 3600
        elsif (time = local(year, 1, 1)) && time.zone&.upcase == zone
          time.utc_offset
        elsif (time = local(year, 7, 1)) && time.zone&.upcase == zone
          time.utc_offset
        end
      end
    end

    def zone_utc?(zone)
      case zone
      when 'Z', '-00:00', '-0000', '-00', 'UTC', /\Autc\z/i, /\Agmt\z/i, /\Aut\z/i then true
      else false
      end
    end
    private :zone_utc?

    def parse(date, now = self.now)
      comp = !block_given?
      fields = Date._parse(date, comp)
      year = fields[:year]
      year = yield(year) if year && block_given?
      build(date, year, fields, now)
    end

    def strptime(date, format, now = self.now)
      fields = Date._strptime(date, format)
      raise ArgumentError, "invalid date or strptime format - `#{date}' `#{format}'" unless fields
      if (seconds = fields[:seconds])
        seconds += fields[:sec_fraction] if fields[:sec_fraction]
        time = at(seconds)
        time = localize(time, fields) if fields[:zone]
        return time
      end
      year = fields[:year]
      year = yield(year) if year && block_given?
      if !year && (fields[:yday] || fields[:cwyear] || fields[:wnum0] || fields[:wnum1]) || fields[:yday] || fields[:cweek]
        day = Date.from_hash(fields.reject { |key, _| key == :leftover }, Date::ITALY)
        fields = fields.merge(mon: day.mon, mday: day.mday)
        year = day.year
      end
      build(date, year, fields, now, "#{date}' '#{format}")
    end

    def localize(time, fields)
      zone_utc?(fields[:zone]) ? time.utc : time.localtime(fields[:offset])
    end
    private :localize

    # The time for parsed fields. Missing ones are taken from the current time, or are the smallest.
    def build(date, year, fields, now, _text = date)
      mon, mday, hour, min, sec, fraction = fields.values_at(:mon, :mday, :hour, :min, :sec, :sec_fraction)
      if !year && !fields[:yday] && !mon && !mday && !hour && !min && !sec && !fraction && !fields[:wday]
        raise ArgumentError, "no time information in #{date.inspect}"
      end
      if fields[:wday] && !year && !mon && !mday && !hour
        raise ArgumentError, "no time information in #{date.inspect}" unless fields[:wday]
      end
      offset = fields[:zone] && (fields[:offset] || zone_offset(fields[:zone], year || (now || self.now).year))
      if now
        now = now.getlocal(offset) if offset && now.respond_to?(:getlocal) && (year.nil? || mon.nil? || mday.nil?)
        unless year
          year = now.year
          unless mon
            mon = now.mon
            unless mday
              mday = now.day
              mday += (fields[:wday] - now.wday) % 7 if fields[:wday] && !hour && false
            end
          end
        end
      end
      mon ||= 1
      mday ||= 1
      hour ||= 0
      min ||= 0
      sec ||= 0
      sec += fraction if fraction
      if offset
        time = utc(year, mon, mday, hour, min, sec) - offset
        return zone_utc?(fields[:zone]) ? time.utc : time.localtime(offset)
      end
      local(year, mon, mday, hour, min, sec)
    end
    private :build

    def month_number(name) = Date::ABBR_MONTHNAMES.index(name.capitalize)
    private :month_number

    def rfc2822(date)
      match = date.match(/\A\s*(?:(?:mon|tue|wed|thu|fri|sat|sun)\s*,\s*)?(\d{1,2})\s+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\s+(\d{2,})\s+(\d{2})\s*:\s*(\d{2})(?:\s*:\s*(\d\d))?\s*([+-]\d{4}|utc|ut|gmt|est|edt|cst|cdt|mst|mdt|pst|pdt|[a-ik-z])/i)
      raise ArgumentError, "not RFC 2822 compliant date: #{date.inspect}" unless match
      year = match[3].to_i
      if match[3].size == 2
        year += year < 50 ? 2000 : 1900
      elsif match[3].size == 3
        year += 1900
      end
      zone = match[7]
      offset = zone_offset(zone)
      time = utc(year, month_number(match[2]), match[1].to_i, match[4].to_i, match[5].to_i, match[6].to_i) - offset
      zone_utc?(zone) ? time.utc : time.localtime(offset)
    end
    alias rfc822 rfc2822

    def httpdate(date)
      case date
      when /\A\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),\x20(\d{2})\x20(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\x20(\d{4})\x20(\d{2}):(\d{2}):(\d{2})\x20GMT\s*\z/ix
        rfc2822(date).utc
      when /\A\s*(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday),\x20(\d\d)-(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-(\d\d)\x20(\d\d):(\d\d):(\d\d)\x20GMT\s*\z/ix
        match = Regexp.last_match
        year = match[3].to_i
        year += year < 50 ? 2000 : 1900
        utc(year, match[2], match[1].to_i, match[4].to_i, match[5].to_i, match[6].to_i)
      when /\A\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\x20(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\x20(\d\d|\x20\d)\x20(\d\d):(\d\d):(\d\d)\x20(\d\d\d\d)\s*\z/ix
        match = Regexp.last_match
        utc(match[6].to_i, match[1], match[2].to_i, match[3].to_i, match[4].to_i, match[5].to_i)
      else
        raise ArgumentError, "not RFC 2616 compliant date: #{date.inspect}"
      end
    end

    def xmlschema(time)
      if (match = time.match(/\A\s*([-+]?\d+)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d(?::?\d\d)?)?\s*\z/ix))
        sec = match[6].to_i
        sec += Rational(match[7].to_i, 10**match[7].size) if match[7]
        fields = [match[1].to_i, match[2].to_i, match[3].to_i, match[4].to_i, match[5].to_i, sec]
        zone = match[8]
      else
        raise ArgumentError, "invalid xmlschema format: #{time.inspect}"
      end
      return local(*fields) unless zone
      offset = zone_offset(zone)
      result = utc(*fields) - offset
      zone_utc?(zone.upcase) ? result.utc : result.localtime(offset)
    end
    alias iso8601 xmlschema
  end

  def rfc2822
    strftime('%a, %d %b %Y %T ') << (utc? ? '-0000' : strftime('%z'))
  end
  alias rfc822 rfc2822

  def httpdate = getutc.strftime('%a, %d %b %Y %T GMT')

  def xmlschema(digits = 0)
    digits = digits.to_i
    text = strftime('%FT%T')
    text << strftime(".%#{digits}N") if digits > 0
    text << (utc? ? 'Z' : strftime('%:z'))
  end
  alias iso8601 xmlschema
end
