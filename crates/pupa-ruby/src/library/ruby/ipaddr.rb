# IPAddr: IP addresses and networks, as in version 1.2.4 of the library.
class IPAddr
  VERSION = '1.2.4'
  IN4MASK = 0xffffffff
  IN6MASK = 0xffffffffffffffffffffffffffffffff
  IN6FORMAT = (['%.4x'] * 8).join(':').freeze

  RE_IPV4ADDRLIKE = /\A(\d+)\.(\d+)\.(\d+)\.(\d+)\z/
  RE_IPV6ADDRLIKE_FULL = /\A(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|((?:[\da-f]{1,4}:){6})(\d+)\.(\d+)\.(\d+)\.(\d+))\z/i
  RE_IPV6ADDRLIKE_COMPRESSED = /\A((?:(?:[\da-f]{1,4}:)*[\da-f]{1,4})?)::((?:((?:[\da-f]{1,4}:)*)(?:[\da-f]{1,4}|(\d+)\.(\d+)\.(\d+)\.(\d+)))?)\z/i

  class Error < ArgumentError; end
  class InvalidAddressError < Error; end
  class AddressFamilyError < Error; end
  class InvalidPrefixError < InvalidAddressError; end

  attr_reader :family

  def self.new_ntoh(bytes)
    new(ntop(bytes))
  end

  def self.ntop(bytes)
    case bytes.bytesize
    when 4 then bytes.unpack('C4').join('.')
    when 16 then IN6FORMAT % bytes.unpack('n8')
    else raise AddressFamilyError, 'unsupported address family'
    end
  end

  def initialize(address = '::', family = 0)
    @mask_addr = nil
    unless address.kind_of?(String)
      unless family == 2 || family == 10
        raise AddressFamilyError, "unsupported address family: #{family}" unless family == 0
        raise AddressFamilyError, 'address family must be specified'
      end
      set(address, family)
      @mask_addr = family == 2 ? IN4MASK : IN6MASK
      return
    end
    prefix, length = address.split('/', 2)
    if prefix =~ /\A\[(.*)\]\z/i
      prefix = $1
      family = 10
    end
    if prefix =~ /\A(.*)(%\w+)\z/
      prefix = $1
      zone = $2
      family = 10
    end
    @addr = @family = nil
    if family == 0 || family == 2
      @addr = in_addr(prefix)
      @family = 2 if @addr
    end
    if !@addr && (family == 0 || family == 10)
      @addr = in6_addr(prefix)
      @family = 10
    end
    @zone_id = zone
    if family != 0 && @family != family
      raise AddressFamilyError, 'address family mismatch'
    end
    if length
      mask!(length)
    else
      @mask_addr = @family == 2 ? IN4MASK : IN6MASK
    end
  end

  def &(other)
    clone.set(@addr & coerce_other(other).to_i)
  end

  def |(other)
    clone.set(@addr | coerce_other(other).to_i)
  end

  def >>(count)
    clone.set(@addr >> count)
  end

  def <<(count)
    clone.set(addr_mask(@addr << count))
  end

  def ~
    clone.set(addr_mask(~@addr))
  end

  def ==(other)
    other = coerce_other(other)
  rescue StandardError
    false
  else
    @family == other.family && @addr == other.to_i
  end

  def mask(length)
    clone.mask!(length)
  end

  def include?(other)
    other = coerce_other(other)
    return false unless other.family == family
    range = to_range
    other = other.to_range
    range.begin <= other.begin && range.end >= other.end
  end
  alias === include?

  def to_i
    @addr
  end

  def to_s
    return to_string if ipv4?
    text = to_string.dup
    text.gsub!(/\b0{1,3}([\da-f]+)\b/i, '\1')
    loop do
      break if text.sub!(/\A0:0:0:0:0:0:0:0\z/, '::')
      break if text.sub!(/\b0:0:0:0:0:0:0\b/, ':')
      break if text.sub!(/\b0:0:0:0:0:0\b/, ':')
      break if text.sub!(/\b0:0:0:0:0\b/, ':')
      break if text.sub!(/\b0:0:0:0\b/, ':')
      break if text.sub!(/\b0:0:0\b/, ':')
      break if text.sub!(/\b0:0\b/, ':')
      break
    end
    text.sub!(/:{3,}/, '::')
    if text =~ /\A::(ffff:)?([\da-f]{1,4}):([\da-f]{1,4})\z/i
      text = format('::%s%d.%d.%d.%d', $1, $2.hex / 256, $2.hex % 256, $3.hex / 256, $3.hex % 256)
    end
    text
  end

  def to_string
    text = _to_string(@addr)
    text << @zone_id if @zone_id
    text
  end

  def hton
    if ipv4?
      [@addr].pack('N')
    else
      (0..7).map { |index| (@addr >> (112 - 16 * index)) & 0xffff }.pack('n8')
    end
  end

  def ipv4?
    @family == 2
  end

  def ipv6?
    @family == 10
  end

  def loopback?
    if ipv4?
      @addr & 0xff000000 == 0x7f000000
    else
      @addr == 1
    end
  end

  def private?
    if ipv4?
      @addr & 0xff000000 == 0x0a000000 ||
        @addr & 0xfff00000 == 0xac100000 ||
        @addr & 0xffff0000 == 0xc0a80000
    else
      @addr & 0xfe00_0000_0000_0000_0000_0000_0000_0000 == 0xfc00_0000_0000_0000_0000_0000_0000_0000
    end
  end

  def link_local?
    if ipv4?
      @addr & 0xffff0000 == 0xa9fe0000
    else
      @addr & 0xffc0_0000_0000_0000_0000_0000_0000_0000 == 0xfe80_0000_0000_0000_0000_0000_0000_0000
    end
  end

  def ipv4_mapped?
    ipv6? && (@addr >> 32) == 0xffff
  end

  def ipv4_compat?
    _ipv4_compat?
  end

  def ipv4_mapped
    raise InvalidAddressError, "not an IPv4 address: #{@addr}" unless ipv4?
    copy = clone.set(@addr | 0xffff00000000, 10)
    copy.instance_variable_set(:@mask_addr, @mask_addr | 0xffffffffffffffffffffffff00000000)
    copy
  end

  def ipv4_compat
    raise InvalidAddressError, "not an IPv4 address: #{@addr}" unless ipv4?
    clone.set(@addr, 10)
  end

  def native
    return self unless ipv4_mapped? || _ipv4_compat?
    copy = clone.set(@addr & IN4MASK, 2)
    copy.instance_variable_set(:@mask_addr, @mask_addr & IN4MASK)
    copy
  end

  def reverse
    if ipv4?
      _reverse + '.in-addr.arpa'
    else
      ip6_arpa
    end
  end

  def ip6_arpa
    raise InvalidAddressError, "not an IPv6 address: #{@addr}" unless ipv6?
    _reverse + '.ip6.arpa'
  end

  def ip6_int
    raise InvalidAddressError, "not an IPv6 address: #{@addr}" unless ipv6?
    _reverse + '.ip6.int'
  end

  def succ
    clone.set(@addr + 1, @family)
  end

  def <=>(other)
    other = coerce_other(other)
  rescue StandardError
    nil
  else
    @addr <=> other.to_i if other.family == @family
  end
  include Comparable

  def eql?(other)
    self.class == other.class && hash == other.hash && self == other
  end

  def hash
    ([@addr, @mask_addr, @zone_id].hash << 1) | (ipv4? ? 0 : 1)
  end

  def to_range
    first = (@addr & @mask_addr)
    last = ipv4? ? @addr | (IN4MASK ^ @mask_addr) : @addr | (IN6MASK ^ @mask_addr)
    clone.set(first, @family)..clone.set(last, @family)
  end

  def prefix
    full, bits = ipv4? ? [IN4MASK, 32] : [IN6MASK, 128]
    inverse = full ^ @mask_addr
    while inverse.positive?
      inverse >>= 1
      bits -= 1
    end
    bits
  end

  def prefix=(length)
    case length
    when Integer
      mask!(length)
    else
      raise InvalidPrefixError, "prefix must be an integer: #{@addr}"
    end
  end

  def inspect
    kind = ipv4? ? 'IPv4' : 'IPv6'
    zone = @zone_id.to_s
    address = _to_string(@addr)
    format('#<%s: %s:%s%s/%s>', self.class.name, kind, address, zone, _to_string(@mask_addr))
  end

  def netmask
    _to_string(@mask_addr)
  end

  def zone_id
    raise InvalidAddressError, 'not an IPv6 address' unless ipv6?
    @zone_id
  end

  def zone_id=(zone)
    raise InvalidAddressError, 'not an IPv6 address' unless ipv6?
    case zone
    when nil, /\A%(\w+)\z/
      @zone_id = zone
    else
      raise InvalidAddressError, "invalid zone identifier for address: #{@addr}"
    end
  end

  protected

  def set(address, *family)
    case family[0] || @family
    when 2
      raise InvalidAddressError, "invalid address: #{@addr}" if address < 0 || address > IN4MASK
    when 10
      raise InvalidAddressError, "invalid address: #{@addr}" if address < 0 || address > IN6MASK
    else
      raise AddressFamilyError, 'unsupported address family'
    end
    @addr = address
    @family = family[0] if family[0]
    self
  end

  def mask!(mask)
    case mask
    when String
      case mask
      when /\A(0|[1-9]+\d*)\z/
        length = mask.to_i
      when /\A\d+\z/
        raise InvalidPrefixError, 'leading zeros in prefix'
      else
        other = IPAddr.new(mask)
        if other.family != @family
          raise InvalidPrefixError, "address family is not same: #{@addr}"
        end
        @mask_addr = other.to_i
        inverse = @mask_addr ^ (other.ipv4? ? IN4MASK : IN6MASK)
        unless (inverse & (inverse + 1)).zero?
          raise InvalidPrefixError, "invalid mask #{mask}: #{@addr}"
        end
        @addr &= @mask_addr
        return self
      end
    else
      length = mask
    end
    bits, full = ipv4? ? [32, IN4MASK] : [128, IN6MASK]
    if length < 0 || length > bits
      raise InvalidPrefixError, "invalid length: #{@addr}"
    end
    inverse = full >> length
    @mask_addr = full ^ inverse
    @addr = (@addr >> (bits - length)) << (bits - length)
    self
  end

  private

  def in_addr(address)
    if address.is_a?(Array)
      octets = address
    else
      match = RE_IPV4ADDRLIKE.match(address) or return nil
      octets = match.captures
    end
    octets.inject(0) do |sum, octet|
      number = octet.to_i
      raise InvalidAddressError, "invalid address: #{@addr}" unless number < 256
      if octet != '0' && octet.start_with?('0')
        raise InvalidAddressError, "zero-filled number in IPv4 address is ambiguous: #{@addr}"
      end
      sum << 8 | number
    end
  end

  def in6_addr(left)
    if (match = RE_IPV6ADDRLIKE_FULL.match(left))
      if match[2]
        address = in_addr(match[2, 4])
        left = match[1] + ':'
      else
        address = 0
      end
      right = ''
    elsif (match = RE_IPV6ADDRLIKE_COMPRESSED.match(left))
      if match[4]
        raise InvalidAddressError, "invalid address: #{@addr}" unless left.count(':') <= 6
        address = in_addr(match[4, 4])
        left = match[1]
        right = match[3] + '0:0'
      else
        most = match[1].empty? || match[2].empty? ? 8 : 7
        raise InvalidAddressError, "invalid address: #{@addr}" unless left.count(':') <= most
        left = match[1]
        right = match[2]
        address = 0
      end
    else
      raise InvalidAddressError, "invalid address: #{@addr}"
    end
    front = left.split(':')
    back = right.split(':')
    missing = 8 - front.size - back.size
    return 0 if missing < 0
    (front + Array.new(missing, '0') + back).inject(0) { |sum, part| sum << 16 | part.hex } | address
  end

  def addr_mask(address)
    ipv4? ? address & IN4MASK : address & IN6MASK
  end

  def _ipv4_compat?
    return false if !ipv6? || (@addr >> 32) != 0
    low = @addr & IN4MASK
    low != 0 && low != 1
  end

  def _reverse
    if ipv4?
      (0..3).map { |index| (@addr >> (8 * index)) & 0xff }.join('.')
    else
      ('%.32x' % @addr).reverse!.gsub!(/.(?!$)/, '\&.')
    end
  end

  def _to_string(address)
    if ipv4?
      (0..3).map { |index| (address >> (24 - 8 * index)) & 0xff }.join('.')
    else
      ('%.32x' % address).gsub(/.{4}(?!$)/, '\&:')
    end
  end

  def coerce_other(other)
    case other
    when IPAddr
      other
    when String
      self.class.new(other)
    else
      self.class.new(other, @family)
    end
  end
end
