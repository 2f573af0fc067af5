# StringScanner: a position in a string that each match advances.
class StringScanner
  class Error < StandardError; end

  Version = '3.0.1'
  Id = '$Id$'

  def self.must_C_version
    self
  end

  attr_reader :string

  def initialize(string, _dup = false, fixed_anchor: false)
    @string = convert(string)
    @fixed_anchor = fixed_anchor ? true : false
    @pos = 0
    @match = nil
    @anchored = {}
    @quick = {}
  end

  def initialize_copy(other)
    @anchored = {}
    @quick = {}
    self
  end

  def fixed_anchor?
    @fixed_anchor
  end

  def string=(string)
    @string = convert(string)
    @known_size = nil
    @pos = 0
    @match = nil
    string
  end

  def concat(string)
    @string << convert(string)
    self
  end
  alias << concat

  def pos
    @pos
  end
  alias pointer pos

  def pos=(position)
    position += @string.bytesize if position < 0
    raise RangeError, 'index out of range' if position < 0 || position > @string.bytesize
    @pos = position
  end
  alias pointer= pos=

  def charpos
    @string.byteslice(0, @pos).length
  end

  def reset
    @pos = 0
    @match = nil
    self
  end

  def terminate
    @pos = @string.bytesize
    @match = nil
    self
  end

  def clear
    warn 'StringScanner#clear is obsolete; use #terminate instead' if $VERBOSE
    terminate
  end

  def scan(pattern)
    do_match(pattern, true, true, true)
  end

  def match?(pattern)
    do_match(pattern, false, false, true)
  end

  def skip(pattern)
    do_match(pattern, true, false, true)
  end

  def check(pattern)
    do_match(pattern, false, true, true)
  end

  def scan_full(pattern, advance, returns)
    do_match(pattern, advance, returns, true)
  end

  def scan_until(pattern)
    do_match(pattern, true, true, false)
  end

  def exist?(pattern)
    do_match(pattern, false, false, false)
  end

  def skip_until(pattern)
    do_match(pattern, true, false, false)
  end

  def check_until(pattern)
    do_match(pattern, false, true, false)
  end

  def search_full(pattern, advance, returns)
    do_match(pattern, advance, returns, false)
  end

  def getch
    scan(/./m)
  end

  def get_byte
    if eos?
      @match = nil
      return nil
    end
    byte = @string.byteslice(@pos, 1)
    @previous = @pos
    @begin = 0
    @end = 1
    @match = [byte]
    @pos += 1
    byte
  end

  def getbyte
    warn 'StringScanner#getbyte is obsolete; use #get_byte instead' if $VERBOSE
    get_byte
  end

  def peek(count)
    raise ArgumentError, 'negative string size (or size too big)' if count < 0
    @string.byteslice(@pos, count) || ''
  end

  def peep(count)
    warn 'StringScanner#peep is obsolete; use #peek instead' if $VERBOSE
    peek(count)
  end

  def unscan
    raise Error, 'unscan failed: previous match record not exist' unless @match
    @pos = @previous
    @match = nil
    self
  end

  def beginning_of_line?
    @pos == 0 || (@pos <= @string.bytesize && @string.getbyte(@pos - 1) == 10)
  end
  alias bol? beginning_of_line?

  def eos?
    @pos >= @string.bytesize
  end

  def empty?
    warn 'StringScanner#empty? is obsolete; use #eos? instead' if $VERBOSE
    eos?
  end

  def rest?
    !eos?
  end

  def rest
    @string.byteslice(@pos..) || ''
  end

  def rest_size
    size = @string.bytesize - @pos
    size < 0 ? 0 : size
  end

  def restsize
    warn 'StringScanner#restsize is obsolete; use #rest_size instead' if $VERBOSE
    rest_size
  end

  def matched?
    @match ? true : false
  end

  def matched
    @match && @match[0]
  end

  def matched_size
    @match && @match[0].bytesize
  end

  def [](group)
    return nil unless @match
    if group.is_a?(Symbol) || group.is_a?(String)
      raise IndexError, "undefined group name reference: #{group}" unless @match.is_a?(MatchData)
      unless @match.names.include?(group.to_s)
        raise IndexError, "undefined group name reference: #{group}"
      end
    end
    raise TypeError, 'no implicit conversion of Range into Integer' if group.is_a?(Range)
    if group.is_a?(Integer) && group < 0
      group += size
      return nil if group < 0
    end
    @match[group]
  end

  def size
    @match && (@match.is_a?(MatchData) ? @match.size : 1)
  end

  def captures
    return nil unless @match
    @match.is_a?(MatchData) ? @match.captures : []
  end

  def values_at(*indexes)
    return nil unless @match
    (@match.is_a?(MatchData) ? @match.to_a : @match).values_at(*indexes)
  end

  def pre_match
    @match && @string.byteslice(0, @previous + @begin)
  end

  def post_match
    @match && @string.byteslice((@previous + @end)..)
  end

  def named_captures
    @match.is_a?(MatchData) ? @match.named_captures : {}
  end

  def inspect
    return "#<#{self.class} fin>" if eos?
    after = inspect_after
    return "#<#{self.class} #{@pos}/#{@string.bytesize} @ #{after}>" if @pos == 0
    "#<#{self.class} #{@pos}/#{@string.bytesize} #{inspect_before} @ #{after}>"
  end

  private

  def convert(string)
    return string if string.is_a?(String)
    text = String.try_convert(string)
    return text if text
    name = case string
           when nil then 'nil'
           when true, false then string.to_s
           else string.class
           end
    raise TypeError, "no implicit conversion of #{name} into String"
  end

  def inspect_before
    text = @pos > 5 ? '...' + @string.byteslice(@pos - 5, 5) : @string.byteslice(0, @pos)
    text.b.dump
  end

  def inspect_after
    left = @string.bytesize - @pos
    text = left > 5 ? @string.byteslice(@pos, 5) + '...' : @string.byteslice(@pos, left)
    text.b.dump
  end

  def do_match(pattern, advance, returns, at_start)
    unless pattern.is_a?(Regexp)
      unless pattern.is_a?(String)
        raise TypeError, "wrong argument type #{pattern.nil? ? 'nil' : pattern.class} (expected Regexp)"
      end
      unless at_start
        raise TypeError, "wrong argument type #{pattern.class} (expected Regexp)"
      end
      pattern = @anchored[pattern] ||= Regexp.new(Regexp.escape(pattern))
    end
    @match = nil
    return nil if @pos > @string.bytesize
    if at_start && !@fixed_anchor && ascii? && (quick = quick_pattern(pattern))
      match = quick.match(@string, @pos) or return nil
      return found(match, 0, match[0].bytesize, advance, returns)
    end
    if at_start && !@fixed_anchor
      pattern = @anchored[pattern] ||= Regexp.new("\\A(?:#{pattern.source})", pattern.options)
    end
    return fixed_match(pattern, advance, returns, at_start) if @fixed_anchor
    rest = @pos == 0 ? @string : @string.byteslice(@pos..)
    match = pattern.match(rest) or return nil
    before = match.pre_match.bytesize
    found(match, before, before + match[0].bytesize, advance, returns)
  end

  def found(match, before, length, advance, returns)
    @match = match
    @previous = @pos
    @begin = before
    @end = length
    @pos += length if advance
    return length unless returns
    before == 0 ? match[0] : @string.byteslice(@previous, length)
  end

  # Whether every character is one byte.
  def ascii?
    size = @string.bytesize
    return @is_ascii if @known_size == size
    @known_size = size
    @is_ascii = @string.ascii_only?
  end

  # The pattern in a form that matches inside of the string, where it does not matter what stands
  # before the position.
  def quick_pattern(pattern)
    known = @quick[pattern]
    return known unless known.nil?
    source = pattern.source
    @quick[pattern] =
      if source.match?(/\^|\\[AbBGK]|\(\?<[=!]/)
        false
      else
        Regexp.new("\\G(?:#{source})", pattern.options)
      end
  end

  # A match in the whole string, so that anchors refer to its beginning.
  def fixed_match(pattern, advance, returns, at_start)
    if at_start
      pattern = @anchored[pattern] ||= Regexp.new("\\G(?:#{pattern.source})", pattern.options)
    end
    match = pattern.match(@string, charpos) or return nil
    start = match.pre_match.bytesize
    @match = match
    @previous = @pos
    @begin = start - @pos
    @end = @begin + match[0].bytesize
    @pos += @end if advance
    returns ? @string.byteslice(@previous, @end) : @end
  end
end

ScanError = StringScanner::Error unless defined?(ScanError)
