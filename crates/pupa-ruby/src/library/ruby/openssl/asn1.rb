# OpenSSL::ASN1: reads and writes ASN.1 in DER.
module OpenSSL::ASN1
  class ASN1Error < OpenSSL::OpenSSLError; end

  # A value with any tag.
  class ASN1Data
    attr_accessor :value, :tag, :tag_class, :indefinite_length
    alias infinite_length indefinite_length
    alias infinite_length= indefinite_length=

    def initialize(value, tag, tag_class)
      raise ASN1Error, 'invalid tag class' unless tag_class.is_a?(Symbol)

      @value = value
      @tag = tag
      @tag_class = tag_class
      @indefinite_length = false
    end

    def to_der
      content = OpenSSL::ASN1.content_of(self)
      OpenSSL::ASN1.header(tag, tag_class, value.is_a?(Array), content.bytesize) + content
    end
  end

  # A value with a universal tag.
  class Primitive < ASN1Data
    attr_accessor :tagging

    def initialize(value, tag = nil, tagging = nil, tag_class = nil)
      super(value, tag || OpenSSL::ASN1.tag_of(self.class), tag_class || (tagging ? :CONTEXT_SPECIFIC : :UNIVERSAL))
      @tagging = tagging
    end
  end

  # A list of values.
  class Constructive < Primitive
    include Enumerable

    def each(&block)
      return to_enum(:each) unless block

      value.each(&block)
      self
    end
  end

  NAMES = {
    1 => 'Boolean', 2 => 'Integer', 3 => 'BitString', 4 => 'OctetString', 5 => 'Null', 6 => 'ObjectId',
    10 => 'Enumerated', 12 => 'UTF8String', 16 => 'Sequence', 17 => 'Set', 18 => 'NumericString',
    19 => 'PrintableString', 20 => 'T61String', 21 => 'VideotexString', 22 => 'IA5String', 23 => 'UTCTime',
    24 => 'GeneralizedTime', 25 => 'GraphicString', 26 => 'ISO64String', 27 => 'GeneralString',
    28 => 'UniversalString', 30 => 'BMPString'
  }.freeze
  private_constant :NAMES

  UNIVERSAL_TAG_NAME = [
    'EOC', 'BOOLEAN', 'INTEGER', 'BIT_STRING', 'OCTET_STRING', 'NULL', 'OBJECT', 'OBJECT_DESCRIPTOR',
    'EXTERNAL', 'REAL', 'ENUMERATED', 'EMBEDDED_PDV', 'UTF8STRING', 'RELATIVE_OID', nil, nil, 'SEQUENCE',
    'SET', 'NUMERICSTRING', 'PRINTABLESTRING', 'T61STRING', 'VIDEOTEXSTRING', 'IA5STRING', 'UTCTIME',
    'GENERALIZEDTIME', 'GRAPHICSTRING', 'ISO64STRING', 'GENERALSTRING', 'UNIVERSALSTRING', nil, 'BMPSTRING'
  ].freeze
  UNIVERSAL_TAG_NAME.each_with_index { |name, tag| const_set(name, tag) if name }

  TAGS = NAMES.to_h do |tag, name|
    const_set(name, Class.new([16, 17].include?(tag) ? Constructive : Primitive))
    [const_get(name), tag]
  end.freeze
  private_constant :TAGS

  class Null
    def initialize(value = nil, *rest)
      super
    end
  end

  class BitString
    attr_accessor :unused_bits

    def initialize(*)
      super
      @unused_bits = 0
    end
  end

  # The marker at the end of a value of indefinite length.
  class EndOfContent < ASN1Data
    def initialize
      super('', 0, :UNIVERSAL)
    end
  end

  # The object identifiers by their short name, with the long name.
  OIDS = {
    '2.5.4.3' => %w[CN commonName], '2.5.4.4' => %w[SN surname], '2.5.4.5' => %w[serialNumber serialNumber],
    '2.5.4.6' => %w[C countryName], '2.5.4.7' => %w[L localityName],
    '2.5.4.8' => %w[ST stateOrProvinceName], '2.5.4.9' => %w[street streetAddress],
    '2.5.4.10' => %w[O organizationName], '2.5.4.11' => %w[OU organizationalUnitName],
    '2.5.4.12' => %w[title title], '2.5.4.13' => %w[description description],
    '2.5.4.42' => %w[GN givenName], '2.5.4.43' => %w[initials initials],
    '0.9.2342.19200300.100.1.1' => %w[UID userId], '0.9.2342.19200300.100.1.25' => %w[DC domainComponent],
    '1.2.840.113549.1.9.1' => %w[emailAddress emailAddress],
    '1.2.840.113549.1.1.1' => %w[rsaEncryption rsaEncryption],
    '1.2.840.113549.1.1.4' => %w[RSA-MD5 md5WithRSAEncryption],
    '1.2.840.113549.1.1.5' => %w[RSA-SHA1 sha1WithRSAEncryption],
    '1.2.840.113549.1.1.11' => %w[RSA-SHA256 sha256WithRSAEncryption],
    '1.2.840.113549.1.1.12' => %w[RSA-SHA384 sha384WithRSAEncryption],
    '1.2.840.113549.1.1.13' => %w[RSA-SHA512 sha512WithRSAEncryption],
    '1.2.840.113549.2.5' => %w[MD5 md5], '1.3.14.3.2.26' => %w[SHA1 sha1],
    '2.16.840.1.101.3.4.2.1' => %w[SHA256 sha256], '2.16.840.1.101.3.4.2.2' => %w[SHA384 sha384],
    '2.16.840.1.101.3.4.2.3' => %w[SHA512 sha512], '1.2.840.10045.2.1' => %w[id-ecPublicKey id-ecPublicKey],
    '1.2.840.10045.3.1.7' => %w[prime256v1 prime256v1], '1.3.132.0.34' => %w[secp384r1 secp384r1],
    '1.3.132.0.35' => %w[secp521r1 secp521r1], '1.2.840.10045.4.3.2' => %w[ecdsa-with-SHA256 ecdsa-with-SHA256],
    '1.2.840.10045.4.3.3' => %w[ecdsa-with-SHA384 ecdsa-with-SHA384],
    '2.5.29.14' => ['subjectKeyIdentifier', 'X509v3 Subject Key Identifier'],
    '2.5.29.15' => ['keyUsage', 'X509v3 Key Usage'],
    '2.5.29.17' => ['subjectAltName', 'X509v3 Subject Alternative Name'],
    '2.5.29.18' => ['issuerAltName', 'X509v3 Issuer Alternative Name'],
    '2.5.29.19' => ['basicConstraints', 'X509v3 Basic Constraints'],
    '2.5.29.30' => ['nameConstraints', 'X509v3 Name Constraints'],
    '2.5.29.31' => ['crlDistributionPoints', 'X509v3 CRL Distribution Points'],
    '2.5.29.32' => ['certificatePolicies', 'X509v3 Certificate Policies'],
    '2.5.29.35' => ['authorityKeyIdentifier', 'X509v3 Authority Key Identifier'],
    '2.5.29.37' => ['extendedKeyUsage', 'X509v3 Extended Key Usage'],
    '1.3.6.1.5.5.7.1.1' => ['authorityInfoAccess', 'Authority Information Access'],
    '1.3.6.1.5.5.7.48.1' => %w[OCSP OCSP], '1.3.6.1.5.5.7.48.2' => ['caIssuers', 'CA Issuers'],
    '1.3.6.1.5.5.7.3.1' => ['serverAuth', 'TLS Web Server Authentication'],
    '1.3.6.1.5.5.7.3.2' => ['clientAuth', 'TLS Web Client Authentication'],
    '1.3.6.1.5.5.7.3.3' => ['codeSigning', 'Code Signing'],
    '1.3.6.1.5.5.7.3.4' => ['emailProtection', 'E-mail Protection'],
    '1.3.6.1.5.5.7.3.8' => ['timeStamping', 'Time Stamping'],
    '2.16.840.1.113730.1.1' => ['nsCertType', 'Netscape Cert Type'],
    '2.16.840.1.113730.1.13' => ['nsComment', 'Netscape Comment']
  }.freeze
  private_constant :OIDS

  class ObjectId
    def sn
      OIDS.dig(oid, 0)
    end
    alias short_name sn

    def ln
      OIDS.dig(oid, 1)
    end
    alias long_name ln

    def oid
      return value if value.match?(/\A\d+(\.\d+)+\z/)

      found = OIDS.find { |_, names| names.include?(value) }
      raise ASN1Error, 'OBJ_txt2obj: unknown object name' unless found

      found.first
    end

    def ==(other)
      other.is_a?(ObjectId) && oid == other.oid
    end
  end

  NAMES.each_value do |name|
    klass = const_get(name)
    define_singleton_method(name) { |*args| klass.new(*args) }
  end

  # The maximum nesting.
  DEPTH = 200
  private_constant :DEPTH

  class << self
    def decode(data)
      data = bytes_of(data)
      value, rest = read(data, 0, data.bytesize, 0)
      raise ASN1Error, 'Type mismatch. Total bytes read: %d Bytes available: %d' % [rest, data.bytesize] if rest < data.bytesize

      value
    end

    def decode_all(data)
      data = bytes_of(data)
      all = []
      at = 0
      while at < data.bytesize
        value, at = read(data, at, data.bytesize, 0)
        all << value
      end
      all
    end

    def traverse(data, &block)
      data = bytes_of(data)
      at = 0
      at = walk(data, at, data.bytesize, 0, &block) while at < data.bytesize
      nil
    end

    def tag_of(klass)
      klass = klass.superclass until klass.nil? || TAGS.key?(klass)
      klass ? TAGS[klass] : raise(ASN1Error, 'tag number not specified')
    end

    def header(tag, tag_class, is_constructed, length)
      first = %i[UNIVERSAL APPLICATION CONTEXT_SPECIFIC PRIVATE].index(tag_class) << 6
      first |= 0x20 if is_constructed
      bytes =
        if tag < 31
          [first | tag]
        else
          parts = []
          number = tag
          while number.positive?
            parts.unshift(parts.empty? ? number & 0x7f : number & 0x7f | 0x80)
            number >>= 7
          end
          [first | 31, *parts]
        end
      bytes.concat(length < 0x80 ? [length] : (size = length.digits(256).reverse; [0x80 | size.size, *size]))
      bytes.pack('C*')
    end

    def content_of(data)
      value = data.value
      return value.map(&:to_der).join.b if value.is_a?(Array)

      case data
      when Boolean then value ? "\xff".b : "\0".b
      when Integer, Enumerated then integer_bytes(value.to_i)
      when Null then ''.b
      when ObjectId then oid_bytes(data.oid)
      when BitString then [data.unused_bits].pack('C') + value.b
      when UTCTime then value.getutc.strftime('%y%m%d%H%M%SZ').b
      when GeneralizedTime then value.getutc.strftime('%Y%m%d%H%M%SZ').b
      else value.to_s.b
      end
    end

    private

    def bytes_of(data)
      data = data.to_der if data.respond_to?(:to_der)
      raise TypeError, "no implicit conversion of #{data.class} into String" unless data.respond_to?(:to_str)

      data.to_str.b
    end

    # Tag, class, whether it is constructed, and the range of the content.
    def head(data, at, limit)
      first = byte(data, at, limit)
      at += 1
      tag = first & 31
      if tag == 31
        tag = 0
        loop do
          part = byte(data, at, limit)
          at += 1
          tag = tag << 7 | part & 0x7f
          break if part < 0x80
        end
      end
      length = byte(data, at, limit)
      at += 1
      raise ASN1Error, 'indefinite length is not DER' if length == 0x80

      if length > 0x80
        count = length & 0x7f
        length = 0
        count.times do
          length = length << 8 | byte(data, at, limit)
          at += 1
        end
      end
      raise ASN1Error, 'too long' if at + length > limit

      tag_class = %i[UNIVERSAL APPLICATION CONTEXT_SPECIFIC PRIVATE][first >> 6]
      [tag, tag_class, first & 0x20 != 0, at, at + length]
    end

    def byte(data, at, limit)
      raise ASN1Error, 'header too long' if at >= limit

      data.getbyte(at)
    end

    def read(data, at, limit, depth)
      raise ASN1Error, 'nested too deep' if depth > DEPTH

      tag, tag_class, is_constructed, start, stop = head(data, at, limit)
      if is_constructed
        list = []
        inner = start
        while inner < stop
          value, inner = read(data, inner, stop, depth + 1)
          list << value
        end
        return [constructed(list, tag, tag_class), stop]
      end
      content = data.byteslice(start, stop - start)
      klass = tag_class == :UNIVERSAL && NAMES[tag]
      return [ASN1Data.new(content, tag, tag_class), stop] unless klass

      [primitive(const_get(klass), tag, content), stop]
    end

    def constructed(list, tag, tag_class)
      return ASN1Data.new(list, tag, tag_class) unless tag_class == :UNIVERSAL
      return const_get(NAMES[tag]).new(list) if [16, 17].include?(tag)

      Constructive.new(list, tag, nil, :UNIVERSAL)
    end

    def primitive(klass, tag, content)
      value =
        case tag
        when 1 then content != "\0".b
        when 2, 10 then OpenSSL::BN.new(integer(content))
        when 3 then content.byteslice(1..)
        when 5 then nil
        when 6 then (oid = oid_text(content)) && (OIDS.dig(oid, 0) || oid)
        when 23, 24 then time(content, tag)
        else content
        end
      result = klass.new(value)
      result.unused_bits = content.getbyte(0).to_i if tag == 3
      result
    end

    def integer(content)
      number = content.unpack('C*').inject(0) { |sum, part| sum << 8 | part }
      content.getbyte(0).to_i >= 0x80 ? number - (1 << 8 * content.bytesize) : number
    end

    def integer_bytes(number)
      size = (number.bit_length / 8) + 1
      number += 1 << 8 * size if number.negative?
      digits = number.digits(256)
      (digits + [0] * (size - digits.size)).reverse.pack('C*')
    end

    def oid_text(content)
      parts = []
      number = 0
      content.each_byte do |part|
        number = number << 7 | part & 0x7f
        if part < 0x80
          parts << number
          number = 0
        end
      end
      raise ASN1Error, 'invalid object encoding' if parts.empty?

      first = [parts[0] / 40, 2].min
      [first, parts[0] - 40 * first, *parts.drop(1)].join('.')
    end

    def oid_bytes(text)
      first, second, *rest = text.split('.').map(&:to_i)
      [40 * first + second, *rest].flat_map do |number|
        parts = number.digits(128).reverse
        parts[0...-1].map { |part| part | 0x80 } + parts.last(1)
      end.pack('C*')
    end

    def time(content, tag)
      pattern = tag == 23 ? /\A(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z\z/ : /\A(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z\z/
      parts = pattern.match(content)&.captures
      raise ASN1Error, 'invalid time' unless parts

      year, *rest = parts.map(&:to_i)
      year += year < 50 ? 2000 : 1900 if tag == 23
      Time.utc(year, *rest)
    end

    def walk(data, at, limit, depth, &block)
      raise ASN1Error, 'nested too deep' if depth > DEPTH

      tag, tag_class, is_constructed, start, stop = head(data, at, limit)
      block.call([depth, at, start - at, stop - start, is_constructed, tag_class, tag])
      if is_constructed
        inner = start
        inner = walk(data, inner, stop, depth + 1, &block) while inner < stop
      end
      stop
    end
  end
end
