# SecureRandom: random numbers from the world's random source.
module Random::Formatter
  def random_bytes(count = nil)
    bytes(count ? count.to_int : 16)
  end

  def hex(count = nil)
    random_bytes(count).unpack1('H*')
  end

  def base64(count = nil)
    [random_bytes(count)].pack('m0')
  end

  def urlsafe_base64(count = nil, padding = false)
    text = [random_bytes(count)].pack('m0')
    text.tr!('+/', '-_')
    text.delete!('=') unless padding
    text
  end

  def uuid
    numbers = random_bytes(16).unpack('NnnnnN')
    numbers[2] = (numbers[2] & 0x0fff) | 0x4000
    numbers[3] = (numbers[3] & 0x3fff) | 0x8000
    '%08x-%04x-%04x-%04x-%04x%08x' % numbers
  end

  def alphanumeric(count = nil)
    count ||= 16
    choose([*'A'..'Z', *'a'..'z', *'0'..'9'], count)
  end

  def choose(source, count)
    Array.new(count) { source[random_number(source.size)] }.join
  end
  private :choose
end

module SecureRandom
  extend Random::Formatter

  def self.bytes(count)
    OpenSSL::Random.random_bytes(count)
  end

  def self.gen_random(count)
    bytes(count)
  end

  def self.random_number(limit = 0)
    case limit
    when Range
      first, last = limit.begin, limit.end
      if first.is_a?(Float) || last.is_a?(Float)
        return first + fraction * (last - first)
      end
      size = last - first + (limit.exclude_end? ? 0 : 1)
      return nil if size <= 0
      first + below(size)
    when Float
      limit > 0 ? fraction * limit : fraction
    when nil, 0
      fraction
    else
      raise ArgumentError, "invalid argument - #{limit}" unless limit.respond_to?(:to_int)
      limit = limit.to_int
      limit > 0 ? below(limit) : fraction
    end
  end

  class << self
    alias rand random_number

    private

    def fraction
      (bytes(8).unpack1('Q>') >> 11) * (1.0 / (1 << 53))
    end

    def below(limit)
      size = (limit.bit_length + 7) / 8 + 1
      range = 1 << (size * 8)
      most = range - range % limit
      loop do
        number = bytes(size).unpack1('H*').hex
        return number % limit if number < most
      end
    end
  end
end
