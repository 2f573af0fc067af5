# Date and DateTime. A date is a local Julian day number, the seconds of that day, the offset from
# UTC in seconds, and the day on which the calendar changes from Julian to Gregorian.
class Date
  include Comparable

  class Error < ArgumentError; end

  # A number greater or less than all others: the day of a calendar reform that never comes.
  class Infinity < Numeric
    attr_reader :d
    protected :d

    def initialize(d = 1)
      @d = d <=> 0
    end

    def zero? = false
    def finite? = false
    def infinite? = @d.nonzero?
    def nan? = @d.zero?
    def abs = self.class.new
    def -@ = self.class.new(-@d)
    def +@ = self.class.new(+@d)

    def <=>(other)
      case other
      when Infinity then @d <=> other.d
      when Numeric then @d
      else
        begin
          left, right = other.coerce(self)
          left <=> right
        rescue NoMethodError
          nil
        end
      end
    end

    def coerce(other)
      case other
      when Numeric then [-@d, @d]
      else super
      end
    end

    def to_f
      return 0.0 if @d.zero?
      @d > 0 ? Float::INFINITY : -Float::INFINITY
    end
  end

  ITALY = 2299161
  ENGLAND = 2361222
  JULIAN = Float::INFINITY
  GREGORIAN = -Float::INFINITY

  MONTHNAMES = [nil, 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August',
                'September', 'October', 'November', 'December'].each(&:freeze).freeze
  ABBR_MONTHNAMES = MONTHNAMES.map { |name| name && name[0, 3].freeze }.freeze
  DAYNAMES = %w[Sunday Monday Tuesday Wednesday Thursday Friday Saturday].each(&:freeze).freeze
  ABBR_DAYNAMES = DAYNAMES.map { |name| name[0, 3].freeze }.freeze

  # Calendar arithmetic on plain numbers.
  module Calendar # :nodoc:
    module_function

    def gregorian_jd(year, month, day)
      year -= 1 if month <= 2
      era, rest = year.divmod(400)
      yday = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
      era * 146097 + rest * 365 + rest / 4 - rest / 100 + yday + 1721120
    end

    def julian_jd(year, month, day)
      year -= 1 if month <= 2
      yday = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
      year * 365 + year.div(4) + yday + 1721118
    end

    def civil_to_jd(year, month, day, start)
      jd = gregorian_jd(year, month, day)
      jd < start ? julian_jd(year, month, day) : jd
    end

    def jd_to_civil(jd, start)
      if jd < start
        days = jd - 1721118
        year = (4 * days + 3).div(1461)
        yday = days - (365 * year + year.div(4))
      else
        era, rest = (jd - 1721120).divmod(146097)
        year_of_era = (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365
        yday = rest - (365 * year_of_era + year_of_era / 4 - year_of_era / 100)
        year = year_of_era + era * 400
      end
      shifted = (5 * yday + 2) / 153
      day = yday - (153 * shifted + 2) / 5 + 1
      month = shifted < 10 ? shifted + 3 : shifted - 9
      [month <= 2 ? year + 1 : year, month, day]
    end

    def valid_civil_jd(year, month, day, start)
      month += 13 if month < 0
      return nil unless month.between?(1, 12)
      if day < 0
        last = last_day(year, month, start)
        return nil unless last
        found = jd_to_civil(last + day + 1, start)
        return nil unless found[0] == year && found[1] == month
        return last + day + 1
      end
      jd = civil_to_jd(year, month, day, start)
      jd_to_civil(jd, start) == [year, month, day] ? jd : nil
    end

    def last_day(year, month, start)
      31.downto(1) do |day|
        jd = civil_to_jd(year, month, day, start)
        return jd if jd_to_civil(jd, start) == [year, month, day]
      end
      nil
    end

    def first_of_year(year, start)
      1.upto(31) do |day|
        jd = civil_to_jd(year, 1, day, start)
        return jd if jd_to_civil(jd, start) == [year, 1, day]
      end
      nil
    end

    def last_of_year(year, start)
      31.downto(1) do |day|
        jd = civil_to_jd(year, 12, day, start)
        return jd if jd_to_civil(jd, start) == [year, 12, day]
      end
      nil
    end

    def valid_ordinal_jd(year, yday, start)
      jd = if yday < 0
             last = last_of_year(year, start)
             last && last + yday + 1
           else
             first = first_of_year(year, start)
             first && first + yday - 1
           end
      jd && jd_to_ordinal(jd, start) == [year, yday < 0 ? jd - first_of_year(year, start) + 1 : yday] ? jd : nil
    end

    def jd_to_ordinal(jd, start)
      year = jd_to_civil(jd, start)[0]
      [year, jd - first_of_year(year, start) + 1]
    end

    def commercial_to_jd(year, week, wday, start)
      anchor = first_of_year(year, start) + 3
      anchor - anchor % 7 + 7 * (week - 1) + wday - 1
    end

    def jd_to_commercial(jd, start)
      year = jd_to_civil(jd - 3, start)[0]
      year += 1 if jd >= commercial_to_jd(year + 1, 1, 1, start)
      [year, 1 + (jd - commercial_to_jd(year, 1, 1, start)).div(7), jd % 7 + 1]
    end

    def valid_commercial_jd(year, week, wday, start)
      wday += 8 if wday < 0
      if week < 0
        jd = commercial_to_jd(year + 1, 1, 1, start) + week * 7
        found = jd_to_commercial(jd, start)
        return nil unless found[0] == year
        week = found[1]
      end
      jd = commercial_to_jd(year, week, wday, start)
      jd_to_commercial(jd, start) == [year, week, wday] ? jd : nil
    end

    def valid_weeknum_jd(year, week, wday, first, start)
      wday += 7 if wday < 0
      if week < 0
        jd = weeknum_to_jd(year + 1, 1, first, first, start) + week * 7
        found = jd_to_weeknum(jd, first, start)
        return nil unless found[0] == year
        week = found[1]
      end
      jd = weeknum_to_jd(year, week, wday, first, start)
      jd_to_weeknum(jd, first, start) == [year, week, wday] ? jd : nil
    end

    def weeknum_to_jd(year, week, wday, first, start)
      anchor = first_of_year(year, start) + 6
      anchor - (anchor - first + 1) % 7 - 7 + 7 * week + wday
    end

    def jd_to_weeknum(jd, first, start)
      year = jd_to_civil(jd, start)[0]
      anchor = first_of_year(year, start) + 6
      week, wday = (jd - (anchor - (anchor - first + 1) % 7) + 7).divmod(7)
      [year, week, wday]
    end

    # Seconds of the day, or nil. 24:00:00 is the end of the day.
    def valid_time(hour, minute, second)
      hour += 24 if hour < 0
      minute += 60 if minute < 0
      second += 60 if second < 0
      ok = (hour.between?(0, 23) && minute.between?(0, 59) && second >= 0 && second < 60) ||
           (hour == 24 && minute == 0 && second == 0)
      ok ? hour * 3600 + minute * 60 + second : nil
    end

    # Whole and fractional part of an argument; only the last given one may have a fraction.
    def split(value)
      return [value, 0] if value.is_a?(Integer)
      value = value.to_r if value.is_a?(Float)
      whole = value.floor
      [whole, value - whole]
    end

    def check_numeric(value, name)
      raise TypeError, "invalid #{name} (not numeric)" unless value.is_a?(Numeric)
    end

    def check_start(start)
      return start if start.is_a?(Float) && start.infinite?
      start = start.to_f.positive? ? JULIAN : GREGORIAN if start.is_a?(Infinity)
      if start.is_a?(Float) && start.nan? || !(start.is_a?(Float) && start.infinite?) && !start.between?(2298874, 2426355)
        warn 'invalid start is ignored'
        return ITALY
      end
      start
    end

    def invalid
      raise Error, 'invalid date'
    end
  end

  class << self
    def valid_jd?(jd, start = ITALY)
      jd.is_a?(Numeric) ? true : false
    end

    def valid_civil?(year, month, day, start = ITALY)
      return false unless [year, month, day].all?(Numeric)
      !Calendar.valid_civil_jd(year.to_i, month.to_i, day.to_i, start).nil?
    end
    alias valid_date? valid_civil?

    def valid_ordinal?(year, yday, start = ITALY)
      return false unless [year, yday].all?(Numeric)
      !Calendar.valid_ordinal_jd(year.to_i, yday.to_i, start).nil?
    end

    def valid_commercial?(year, week, wday, start = ITALY)
      return false unless [year, week, wday].all?(Numeric)
      !Calendar.valid_commercial_jd(year.to_i, week.to_i, wday.to_i, start).nil?
    end

    def gregorian_leap?(year)
      Calendar.check_numeric(year, 'year')
      year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    end
    alias leap? gregorian_leap?

    def julian_leap?(year)
      year % 4 == 0
    end

    def jd(jd = 0, start = ITALY)
      Calendar.check_numeric(jd, 'jd')
      jd, fraction = Calendar.split(jd)
      from_fields(jd, 0, 0, start, fraction)
    end

    def ordinal(year = -4712, yday = 1, start = ITALY)
      Calendar.check_numeric(year, 'year')
      Calendar.check_numeric(yday, 'yday')
      yday, fraction = Calendar.split(yday)
      jd = Calendar.valid_ordinal_jd(year.to_i, yday, start) || Calendar.invalid
      from_fields(jd, 0, 0, start, fraction)
    end

    def civil(*args)
      new(*args)
    end

    def commercial(year = -4712, week = 1, wday = 1, start = ITALY)
      Calendar.check_numeric(year, 'year')
      Calendar.check_numeric(week, 'cweek')
      Calendar.check_numeric(wday, 'cwday')
      wday, fraction = Calendar.split(wday)
      jd = Calendar.valid_commercial_jd(year.to_i, week.to_i, wday, start) || Calendar.invalid
      from_fields(jd, 0, 0, start, fraction)
    end

    def today(start = ITALY)
      now = Time.now
      from_fields(Calendar.civil_to_jd(now.year, now.month, now.day, GREGORIAN), 0, 0, start)
    end

    # A date of its parts. The fraction is one of a day.
    def from_fields(jd, secs, offset, start, fraction = 0)
      date = allocate
      date.send(:fill, jd, secs, offset, Calendar.check_start(start))
      fraction == 0 ? date : date + fraction
    end

    def _load(text)
      Marshal.load(text)
    end
  end

  def initialize(year = -4712, month = 1, day = 1, start = ITALY)
    Calendar.check_numeric(year, 'year')
    Calendar.check_numeric(month, 'month')
    Calendar.check_numeric(day, 'day')
    start = Calendar.check_start(start)
    jd = Calendar.valid_civil_jd(year.to_i, month.to_i, day.floor, start) || Calendar.invalid
    fill(jd, 0, 0, start)
  end

  def fill(jd, secs, offset, start)
    secs = secs.to_i if secs.is_a?(Rational) && secs.denominator == 1
    @jd = jd
    @secs = secs
    @offset = offset
    @start = start
  end
  private :fill

  def initialize_copy(other)
    fill(other.jd, other.secs, other.offset_seconds, other.start)
    self
  end

  def secs = @secs
  def offset_seconds = @offset
  protected :secs, :offset_seconds

  def civil_fields
    @civil ||= Calendar.jd_to_civil(@jd, @start) unless frozen?
    @civil || Calendar.jd_to_civil(@jd, @start)
  end
  private :civil_fields

  def jd = @jd
  def start = @start.to_f
  def year = civil_fields[0]
  def month = civil_fields[1]
  alias mon month
  def day = civil_fields[2]
  alias mday day
  def wday = (@jd + 1) % 7
  def yday = Calendar.jd_to_ordinal(@jd, @start)[1]
  def cwyear = Calendar.jd_to_commercial(@jd, @start)[0]
  def cweek = Calendar.jd_to_commercial(@jd, @start)[1]
  def cwday = @jd % 7 + 1
  def mjd = @jd - 2400001
  def ld = @jd - 2299160
  def ajd = Rational(@jd * 2 - 1, 2) + Rational(@secs - @offset, 86400)
  def amjd = ajd - Rational(4800001, 2)
  def day_fraction = @secs == 0 && instance_of?(Date) ? 0 : Rational(@secs, 86400)
  def julian? = @jd < @start
  def gregorian? = !julian?
  def infinite? = false

  def leap?
    return Date.gregorian_leap?(year) if gregorian? && Calendar.civil_to_jd(year, 2, 28, @start) >= @start
    last = Calendar.last_day(year, 2, @start)
    Calendar.jd_to_civil(last, @start)[2] == 29
  end

  DAYNAMES.each_with_index do |name, index|
    define_method("#{name.downcase}?") { wday == index }
  end

  def hour = @secs.to_i / 3600
  def minute = @secs.to_i / 60 % 60
  def second = @secs.to_i % 60
  def sec_fraction = Rational(@secs - @secs.floor)
  alias min minute
  alias sec second
  private :hour, :minute, :second, :sec_fraction, :min, :sec

  def zone_text
    sign = @offset < 0 ? '-' : '+'
    size = @offset.abs
    format('%s%02d:%02d', sign, size / 3600, size / 60 % 60)
  end
  private :zone_text

  def new_start(start = ITALY)
    self.class.from_fields(@jd, @secs, @offset, start)
  end

  def italy = new_start(ITALY)
  def england = new_start(ENGLAND)
  def julian = new_start(JULIAN)
  def gregorian = new_start(GREGORIAN)

  # The same kind of date with other seconds since the beginning of Julian days.
  def moved(jd, secs)
    days, secs = secs.divmod(86400) if secs < 0 || secs >= 86400
    self.class.from_fields(jd + (days || 0), secs, @offset, @start)
  end
  private :moved

  def +(other)
    case other
    when Integer
      self.class.from_fields(@jd + other, @secs, @offset, @start)
    when Float
      whole = other.floor
      nanos = ((other - whole) * 86400 * 1_000_000_000).round
      moved(@jd + whole, @secs + Rational(nanos, 1_000_000_000))
    when Numeric
      other = other.to_r
      whole = other.floor
      moved(@jd + whole, @secs + (other - whole) * 86400)
    else
      raise TypeError, 'expected numeric'
    end
  end

  def -(other)
    case other
    when Date
      Rational(@jd - other.jd) + Rational((@secs - @offset) - (other.secs - other.offset_seconds), 86400)
    when Numeric
      self + -other
    else
      raise TypeError, 'expected numeric'
    end
  end

  def >>(count)
    total = (year * 12 + (month - 1) + count).floor
    new_year, new_month = total.divmod(12)
    new_day = day
    until (jd = Calendar.valid_civil_jd(new_year, new_month + 1, new_day, @start))
      new_day -= 1
      Calendar.invalid if new_day < 1
    end
    self + (jd - @jd)
  end

  def <<(count)
    raise TypeError, 'expected numeric' unless count.is_a?(Numeric)
    self >> -count
  end

  def next_day(count = 1) = self + count
  def prev_day(count = 1) = self - count
  def next_month(count = 1) = self >> count
  def prev_month(count = 1) = self << count
  def next_year(count = 1) = self >> count * 12
  def prev_year(count = 1) = self << count * 12
  def next = next_day
  alias succ next

  def <=>(other)
    case other
    when Date
      order = @jd <=> other.jd
      if @offset == 0 && other.offset_seconds == 0
        order == 0 ? @secs <=> other.secs : order
      else
        ajd <=> other.ajd
      end
    when Numeric
      ajd <=> other
    end
  end

  def ==(other)
    return false unless other.is_a?(Date) || other.is_a?(Numeric)
    (self <=> other) == 0
  end

  def ===(other)
    case other
    when Date then @jd == other.jd
    when Numeric then @jd == other.to_i
    else false
    end
  end

  def eql?(other) = other.is_a?(Date) && self == other
  def hash = [ajd].hash

  def step(limit, by = 1)
    return to_enum(:step, limit, by) unless block_given?
    raise ArgumentError, "step can't be 0" if by == 0
    date = self
    if by > 0
      while date <= limit
        yield date
        date += by
      end
    else
      while date >= limit
        yield date
        date += by
      end
    end
    self
  end

  def upto(max, &block)
    return to_enum(:upto, max) unless block
    step(max, 1, &block)
  end

  def downto(min, &block)
    return to_enum(:downto, min) unless block
    step(min, -1, &block)
  end

  def strftime(format = '%F')
    Time.send(:__format, format, year, month, day, hour, minute, second, sec_fraction, wday, yday,
              @offset, zone_text, ((ajd - Rational(4881175, 2)) * 86400).floor, cwyear, cweek)
  end

  def to_s = strftime('%Y-%m-%d')
  alias iso8601 to_s
  alias xmlschema to_s

  def inspect
    utc = @secs - @offset
    days, utc = utc.divmod(86400)
    nanos = (utc - utc.floor) * 1_000_000_000
    nanos = nanos.to_i if nanos.denominator == 1
    start = @start.is_a?(Float) ? (@start.infinite? ? (@start > 0 ? 'Inf' : '-Inf') : @start.to_i) : @start
    "#<#{self.class}: #{self} ((#{@jd + days}j,#{utc.floor}s,#{nanos.is_a?(Integer) ? nanos : nanos.inspect}n),#{format('%+d', @offset)}s,#{start}j)>"
  end

  def asctime = strftime('%a %b %e %H:%M:%S %Y')
  alias ctime asctime
  def rfc3339 = strftime('%Y-%m-%dT%H:%M:%S%:z')
  def rfc2822 = strftime('%a, %-d %b %Y %T %z')
  alias rfc822 rfc2822
  def httpdate = new_offset_utc.strftime('%a, %d %b %Y %T GMT')

  def new_offset_utc
    days, secs = (@secs - @offset).divmod(86400)
    self.class.from_fields(@jd + days, secs, 0, @start)
  end
  private :new_offset_utc

  ERAS = [[2458605, 'R', 2018], [2447535, 'H', 1988], [2424875, 'S', 1925], [2419614, 'T', 1911], [2405160, 'M', 1867]].freeze
  private_constant :ERAS

  def jisx0301_format
    era = ERAS.find { |first, _, _| @jd >= first }
    era ? format('%s%02d.%%m.%%d', era[1], year - era[2]) : '%Y-%m-%d'
  end
  private :jisx0301_format

  def jisx0301 = strftime(jisx0301_format)

  def deconstruct_keys(keys)
    unless keys.nil? || keys.is_a?(Array)
      raise TypeError, "wrong argument type #{keys.class} (expected Array or nil)"
    end
    known = deconstruct_names
    (keys || known).each_with_object({}) do |key, hash|
      hash[key] = send(key) if known.include?(key)
    end
  end

  def deconstruct_names = %i[year month day yday wday]
  private :deconstruct_names

  def to_time
    date = julian? ? gregorian : self
    Time.local(date.year, date.month, date.day)
  end

  def to_date
    instance_of?(Date) ? self : Date.from_fields(@jd, 0, 0, @start)
  end

  def to_datetime = DateTime.from_fields(@jd, 0, 0, @start)

  def marshal_dump = [0, @jd, @secs, 0, @offset, @start]
end

class DateTime < Date
  class << self
    def civil(*args)
      new(*args)
    end

    def jd(jd = 0, hour = 0, minute = 0, second = 0, offset = 0, start = Date::ITALY)
      Date::Calendar.check_numeric(jd, 'jd')
      from_day(start, hour, minute, second, offset, jd) { |day| day }
    end

    def ordinal(year = -4712, yday = 1, hour = 0, minute = 0, second = 0, offset = 0, start = Date::ITALY)
      Date::Calendar.check_numeric(year, 'year')
      Date::Calendar.check_numeric(yday, 'yday')
      from_day(start, hour, minute, second, offset, yday) do |day|
        Date::Calendar.valid_ordinal_jd(year.to_i, day, start)
      end
    end

    def commercial(year = -4712, week = 1, wday = 1, hour = 0, minute = 0, second = 0, offset = 0, start = Date::ITALY)
      Date::Calendar.check_numeric(year, 'year')
      Date::Calendar.check_numeric(week, 'cweek')
      Date::Calendar.check_numeric(wday, 'cwday')
      from_day(start, hour, minute, second, offset, wday) do |day|
        Date::Calendar.valid_commercial_jd(year.to_i, week.to_i, day, start)
      end
    end

    def now(start = Date::ITALY)
      Time.now.to_datetime.new_start(start)
    end

    # Makes a date of a day and the time of it; fractions carry down.
    def from_day(start, hour, minute, second, offset, day)
      jd, secs, offset = time_fields(hour, minute, second, offset, day) { |whole| yield(whole) }
      days, secs = secs.divmod(86400)
      from_fields(jd + days, secs, offset, start)
    end

    def time_fields(hour, minute, second, offset, day)
      Date::Calendar.check_numeric(hour, 'hour')
      Date::Calendar.check_numeric(minute, 'minute')
      Date::Calendar.check_numeric(second, 'second')
      day, day_rest = Date::Calendar.split(day)
      hour, hour_rest = Date::Calendar.split(hour)
      minute, minute_rest = Date::Calendar.split(minute)
      jd = yield(day) || Date::Calendar.invalid
      second = second.to_r if second.is_a?(Float)
      secs = Date::Calendar.valid_time(hour, minute, second) || Date::Calendar.invalid
      secs += day_rest * 86400 + hour_rest * 3600 + minute_rest * 60
      secs = secs.to_i if secs.is_a?(Rational) && secs.denominator == 1
      [jd, secs, offset_argument(offset)]
    end

    def offset_argument(offset)
      case offset
      when String
        seconds = Date.zone_to_offset(offset)
        unless seconds
          warn 'invalid offset is ignored'
          seconds = 0
        end
        seconds
      when Numeric
        seconds = (offset * 86400).round
        if seconds.abs > 86400
          warn 'invalid offset is ignored'
          seconds = 0
        end
        seconds
      else
        raise TypeError, 'invalid offset'
      end
    end
  end

  def initialize(year = -4712, month = 1, day = 1, hour = 0, minute = 0, second = 0, offset = 0, start = ITALY)
    Calendar.check_numeric(year, 'year')
    Calendar.check_numeric(month, 'month')
    Calendar.check_numeric(day, 'day')
    start = Calendar.check_start(start)
    jd, secs, offset = self.class.time_fields(hour, minute, second, offset, day) do |whole|
      Calendar.valid_civil_jd(year.to_i, month.to_i, whole, start)
    end
    days, secs = secs.divmod(86400)
    fill(jd + days, secs, offset, start)
  end

  public :hour, :minute, :second, :sec_fraction, :min, :sec
  alias second_fraction sec_fraction

  def offset = Rational(@offset, 86400)
  def zone = zone_text

  def new_offset(offset = 0)
    seconds = DateTime.offset_argument(offset)
    days, secs = (@secs - @offset + seconds).divmod(86400)
    self.class.from_fields(@jd + days, secs, seconds, @start)
  end

  def strftime(format = '%FT%T%:z') = super

  def to_s = strftime('%Y-%m-%dT%H:%M:%S%:z')

  def fraction_format(digits) = digits > 0 ? ".%#{digits}N" : ''
  private :fraction_format

  def iso8601(digits = 0) = strftime("%Y-%m-%dT%H:%M:%S#{fraction_format(digits.to_i)}%:z")
  alias xmlschema iso8601
  alias rfc3339 iso8601
  def jisx0301(digits = 0) = strftime("#{jisx0301_format}T%H:%M:%S#{fraction_format(digits.to_i)}%:z")

  def deconstruct_names = super + %i[hour minute second sec_fraction zone]
  private :deconstruct_names

  def to_time
    Time.new(year, month, day, hour, minute, second + sec_fraction, @offset)
  end

  def to_date = Date.from_fields(@jd, 0, 0, @start)
  def to_datetime = self
end

class Time
  def to_time = self

  def to_date
    Date.from_fields(Date::Calendar.gregorian_jd(year, month, day), 0, 0, Date::ITALY)
  end

  def to_datetime
    secs = hour * 3600 + min * 60 + sec + subsec
    DateTime.from_fields(Date::Calendar.civil_to_jd(year, month, day, Date::ITALY), secs, utc_offset, Date::ITALY)
  end
end
require 'date/parse'
require 'date/strptime'
