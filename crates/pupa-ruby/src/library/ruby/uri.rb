# URI: parses, builds and joins URIs.
module URI
  class Error < StandardError; end
  class InvalidURIError < Error; end
  class InvalidComponentError < Error; end
  class BadURIError < Error; end

  VERSION_CODE = '001100'
  VERSION = '0.11.0'

  module REGEXP
    module PATTERN
      ALPHA = 'a-zA-Z'
      ALNUM = "#{ALPHA}\\d"
      UNRESERVED = "\\-_.!~*'()#{ALNUM}"
      RESERVED = ';/?:@&=+$,\\[\\]'
      ESCAPED = '%[a-fA-F\\d]{2}'
    end
  end

  class RFC2396_Parser
    UNSAFE = Regexp.new("[^#{REGEXP::PATTERN::UNRESERVED}#{REGEXP::PATTERN::RESERVED}]")
    ESCAPED = /%[a-fA-F\d]{2}/
    SCHEMES = /\A[A-Za-z][A-Za-z0-9+\-.]*\z/

    attr_reader :regexp, :pattern

    def initialize(_options = {})
      @pattern = { UNRESERVED: REGEXP::PATTERN::UNRESERVED, RESERVED: REGEXP::PATTERN::RESERVED }
      @regexp = {
        UNSAFE: UNSAFE,
        ESCAPED: ESCAPED,
        SCHEME: SCHEMES,
        HOST: /\A(?:\[[^\[\]]+\]|[A-Za-z0-9\-._~!$&'()*+,;=%]*)\z/,
        ABS_URI: /\A\s*[A-Za-z][A-Za-z0-9+\-.]*:\S+\s*\z/,
        ABS_URI_REF: /[A-Za-z][A-Za-z0-9+\-.]*:[^\s<>"]+/
      }.freeze
    end

    def split(uri)
      URI.split(uri)
    end

    def parse(uri)
      URI.parse(uri)
    end

    def join(*uris)
      URI.join(*uris)
    end

    def extract(text, schemes = nil, &block)
      found = text.to_enum(:scan, make_regexp(schemes)).map { $~[0] }
      return found.each(&block) && nil if block
      found
    end

    def make_regexp(schemes = nil)
      return /[A-Za-z][A-Za-z0-9+\-.]*:[^\s<>"]*/ unless schemes
      names = schemes.map { |scheme| Regexp.escape(scheme) }.join('|')
      Regexp.new("(?:#{names}):[^\\s<>\"]+", Regexp::IGNORECASE)
    end

    def escape(text, unsafe = UNSAFE)
      unsafe = Regexp.new("[#{Regexp.quote(unsafe)}]", false) unless unsafe.is_a?(Regexp)
      text.gsub(unsafe) { $&.each_byte.map { |byte| format('%%%02X', byte) }.join }
    end

    def unescape(text, escaped = ESCAPED)
      result = text.b.gsub(escaped) { [$&[1, 2]].pack('H2') }
      result.force_encoding(text.encoding)
    end

    def inspect
      "#<#{self.class}>"
    end
  end

  class RFC3986_Parser < RFC2396_Parser
  end

  Parser = RFC2396_Parser
  DEFAULT_PARSER = Parser.new
  RFC3986_PARSER = RFC3986_Parser.new
  UNSAFE = RFC2396_Parser::UNSAFE
  ESCAPED = RFC2396_Parser::ESCAPED

  FORM = /\A[*\-.0-9A-Z_a-z]\z/

  class Generic
    include URI

    DEFAULT_PORT = nil
    COMPONENT = %i[scheme userinfo host port registry path opaque query fragment].freeze
    USE_REGISTRY = false

    def self.default_port
      self::DEFAULT_PORT
    end

    def self.component
      self::COMPONENT
    end

    def self.use_registry
      self::USE_REGISTRY
    end

    def self.build(args)
      values =
        if args.is_a?(Array)
          unless args.size == component.size
            expected = component.size - 1
            raise ArgumentError, "expected Array of or Hash of components of #{self} (#{component[1..].join(', ')})" unless args.size == expected
          end
          args = args.dup
          args.unshift(nil) if args.size == component.size - 1
          component.zip(args).to_h
        elsif args.is_a?(Hash)
          args
        else
          raise ArgumentError, "expected Array of or Hash of components of #{self} (#{component.join(', ')})"
        end
      scheme = values[:scheme] || (name ? name.split('::').last.downcase : nil)
      scheme = nil if self == Generic && !values[:scheme]
      uri = allocate
      uri.__send__(:initialize, scheme, values[:userinfo], values[:host], values[:port], nil,
                   values[:path] || '', values[:opaque], values[:query], values[:fragment])
      uri.__send__(:check_built)
      uri
    end

    def self.build2(args)
      build(args)
    end

    attr_reader :scheme, :host, :port, :registry, :path, :query, :opaque, :fragment

    def initialize(scheme, userinfo, host, port, registry, path, opaque, query, fragment,
                   _parser = DEFAULT_PARSER, arg_check = false)
      @scheme = scheme&.downcase
      @user = @password = nil
      set_userinfo(userinfo)
      @host = host
      @registry = registry
      @path = path
      @opaque = opaque
      @query = query
      @fragment = fragment
      @port = port.is_a?(String) ? (port.empty? ? nil : port.to_i) : port
      @port ||= default_port
      @path ||= '' unless opaque
      check_host(host) if arg_check && host
    end

    def default_port
      self.class.default_port
    end

    def parser
      DEFAULT_PARSER
    end

    def component
      self.class.component
    end

    def user
      @user
    end

    def password
      @password
    end

    def userinfo
      return nil if @user.nil?
      @password.nil? ? @user : "#{@user}:#{@password}"
    end

    def hostname
      host && host.start_with?('[') && host.end_with?(']') ? host[1..-2] : host
    end

    def hostname=(name)
      name = "[#{name}]" if name && name.start_with?('[') == false && name.include?(':')
      self.host = name
    end

    def scheme=(value)
      check_scheme(value)
      @scheme = value&.downcase
      value
    end

    def userinfo=(value)
      return nil if value.nil?
      check_no_opaque
      set_userinfo(*value)
      value
    end

    def user=(value)
      check_no_opaque
      @user = value
    end

    def password=(value)
      check_no_opaque
      raise InvalidURIError, 'password component depends user component' unless @user
      @password = value
    end

    def host=(value)
      check_no_opaque
      check_host(value)
      @host = value
    end

    def port=(value)
      check_no_opaque
      unless value.nil? || value.is_a?(Integer) || value.to_s =~ /\A\d*\z/
        raise InvalidComponentError, "bad component(expected port component): #{value.inspect}"
      end
      @port = value.is_a?(String) ? (value.empty? ? nil : value.to_i) : value
    end

    def path=(value)
      raise InvalidURIError, 'path conflicts with opaque' if @opaque
      if value =~ /[\s<>"{}|\\^`]/ || value =~ /[?#]/
        kind = @scheme ? 'absolute' : 'relative'
        raise InvalidComponentError, "bad component(expected #{kind} path component): #{value}"
      end
      @path = value
    end

    def query=(value)
      return @query = nil unless value
      raise InvalidURIError, 'query conflicts with opaque' if @opaque
      @query = value.to_s.delete("\t\r\n").gsub(/[^!$&'()*+,\-.\/0-9:;=?@A-Z\[\]_a-z~%]/) { $&.each_byte.map { |b| format('%%%02X', b) }.join }
    end

    def registry=(_value)
      raise InvalidURIError, 'can not set registry'
    end

    def opaque=(value)
      return @opaque = nil if value.nil?
      if @host || @port || @user || (@path && !@path.empty?)
        raise InvalidURIError, 'can not set opaque with host, port, userinfo or path'
      end
      @opaque = value
    end

    def fragment=(value)
      return @fragment = nil unless value
      @fragment = value.to_s.delete("\t\r\n").gsub(/[^!$&'()*+,\-.\/0-9:;=?@A-Z_a-z~%]/) { $&.each_byte.map { |b| format('%%%02X', b) }.join }
    end

    def hierarchical?
      @opaque ? false : true
    end

    def absolute?
      @scheme ? true : false
    end
    alias absolute absolute?

    def relative?
      !absolute?
    end

    def normalize
      dup.normalize!
    end

    def normalize!
      @path = '/' if @path && @path.empty? && @host
      @scheme = @scheme.downcase if @scheme
      @host = @host.downcase if @host
      self
    end

    def merge(other)
      other = URI.parse(other) unless other.is_a?(Generic)
      return other.dup if other.absolute? && (other.scheme != @scheme || other.host || other.opaque || other.absolute?)
      raise BadURIError, 'both URI are relative' unless absolute?
      result = dup
      if other.host
        result.__send__(:copy, other, :@user, :@password, :@host, :@port, :@path, :@query)
        result.__send__(:replace_port, other.port)
      elsif other.path.empty?
        result.__send__(:copy, other, :@query) if other.query
      else
        result.__send__(:merge_path!, other.path)
        result.__send__(:copy, other, :@query)
      end
      result.__send__(:copy, other, :@fragment)
      result
    end
    alias + merge

    def merge!(other)
      merged = merge(other)
      instance_variables.each { |name| instance_variable_set(name, merged.instance_variable_get(name)) }
      self
    end

    def route_from(other)
      other = URI.parse(other) unless other.is_a?(Generic)
      raise BadURIError, "relative URI: #{self}" if relative?
      raise BadURIError, "relative URI: #{other}" if other.relative?
      return dup if scheme != other.scheme || opaque || other.opaque
      if host&.downcase != other.host&.downcase || port != other.port || userinfo != other.userinfo
        shown = port == default_port ? nil : port
        return Generic.new(nil, userinfo, host, shown, nil, path, nil, query, fragment)
      end
      result = Generic.new(nil, nil, nil, nil, nil, route_path(other.path, path), nil, query, fragment)
      if path == other.path
        result.instance_variable_set(:@path, '')
        result.instance_variable_set(:@query, nil) if query == other.query
      end
      result
    end
    alias - route_from

    def route_to(other)
      other = URI.parse(other) unless other.is_a?(Generic)
      other.route_from(self)
    end

    def select(*names)
      names.each do |name|
        unless component.include?(name)
          raise ArgumentError, "expected of components of #{self.class} (#{component.join(', ')})"
        end
      end
      names.map { |name| __send__(name) }
    end

    def request_uri
      return nil unless @path
      url = @query ? "#{@path}?#{@query}" : @path.dup
      url.start_with?('/') ? url : "/#{url}"
    end

    def find_proxy(*)
      nil
    end

    def to_s
      text = ''.dup
      text << "#{@scheme}:" if @scheme
      if @opaque
        text << @opaque
      else
        text << '//' if @host || %w[file postgres].include?(@scheme)
        text << "#{userinfo}@" if userinfo
        text << @host if @host
        text << ":#{@port}" if @port && @port != default_port
        text << @path if @path
        text << "?#{@query}" if @query
      end
      text << "##{@fragment}" if @fragment
      text
    end
    alias to_str to_s
    undef_method :to_str

    def ==(other)
      other.is_a?(Generic) && self.class == other.class && normalize.parts! == other.normalize.parts!
    end

    def eql?(other)
      other.is_a?(Generic) && self.class == other.class && parts!.eql?(other.parts!)
    end

    def hash
      parts!.hash
    end

    def inspect
      "#<#{self.class} #{self}>"
    end

    def coerce(other)
      if other.is_a?(String)
        [URI.parse(other), self]
      else
        super
      end
    end

    protected

    def parts!
      component.map { |name| __send__(name) }
    end

    private

    def set_userinfo(user, password = nil)
      user, password = user.split(':', 2) if user && password.nil?
      @user = user
      @password = password if password || user.nil?
      [@user, @password]
    end

    def copy(other, *names)
      names.each { |name| instance_variable_set(name, other.instance_variable_get(name)) }
    end

    def replace_port(port)
      @port = port || default_port
    end

    def check_no_opaque
      raise InvalidURIError, 'can not set host with registry or opaque' if @opaque
    end

    def check_scheme(value)
      return unless value && value !~ RFC2396_Parser::SCHEMES
      raise InvalidComponentError, "bad component(expected scheme component): #{value}"
    end

    def check_host(value)
      return unless value && value !~ DEFAULT_PARSER.regexp[:HOST]
      raise InvalidComponentError, "bad component(expected host component): #{value}"
    end

    def check_built
      check_scheme(@scheme)
      check_host(@host)
    end

    def merge_path!(relative)
      @path = resolve(@path, relative)
    end

    def resolve(base, relative)
      return remove_dots(relative) if relative.start_with?('/')
      front = base.include?('/') ? base[0..base.rindex('/')] : '/'
      remove_dots(front + relative)
    end

    def remove_dots(path)
      parts = path.split('/', -1)
      absolute = parts.first == ''
      parts.shift if absolute
      result = []
      parts.each_with_index do |part, index|
        last = index == parts.size - 1
        case part
        when '.'
          result << '' if last
        when '..'
          result.pop
          result << '' if last
        else
          result << part
        end
      end
      "/#{result.join('/')}"
    end

    def route_path(source, target)
      from = source.split('/', -1)
      to = target.split('/', -1)
      from.pop
      name = to.pop
      while !from.empty? && !to.empty? && from.first == to.first
        from.shift
        to.shift
      end
      route = (['..'] * from.size + to + [name]).join('/')
      route = './' if route.empty?
      route
    end
  end

  class HTTP < Generic
    DEFAULT_PORT = 80
    COMPONENT = %i[scheme userinfo host port path query fragment].freeze

    def authority
      port == default_port ? host : "#{host}:#{port}"
    end

    def origin
      "#{scheme}://#{authority}"
    end
  end

  class HTTPS < HTTP
    DEFAULT_PORT = 443
  end

  class FTP < Generic
    DEFAULT_PORT = 21
    COMPONENT = %i[scheme userinfo host port path typecode].freeze

    attr_accessor :typecode

    def initialize(*args)
      super
      return unless @path
      @path = @path.sub(%r{\A/}, '').sub(/\A%2F/i, '/')
      if @path =~ /\A(.*);type=([aid])\z/
        @path = $1
        @typecode = $2
      end
    end

    def to_s
      saved = @path
      @path = "/#{@path.sub(%r{\A/}, '%2F')}" + (@typecode ? ";type=#{@typecode}" : '')
      text = super
      @path = saved
      text
    end
  end

  class File < Generic
    DEFAULT_PORT = nil
    COMPONENT = %i[scheme host path].freeze

    def initialize(*args)
      super
      @host = '' if @host.nil?
      @port = nil
    end
  end

  class LDAP < Generic
    DEFAULT_PORT = 389
    COMPONENT = %i[scheme host port dn attributes scope filter extensions].freeze

    def dn
      @path && @path.sub(%r{\A/}, '')
    end

    def attributes
      query_parts[0]
    end

    def scope
      query_parts[1]
    end

    def filter
      query_parts[2]
    end

    def extensions
      query_parts[3]
    end

    private

    def query_parts
      @query ? @query.split('?', -1) : []
    end
  end

  class LDAPS < LDAP
    DEFAULT_PORT = 636
  end

  class WS < Generic
    DEFAULT_PORT = 80
    COMPONENT = %i[scheme userinfo host port path query].freeze
  end

  class WSS < WS
    DEFAULT_PORT = 443
  end

  class MailTo < Generic
    DEFAULT_PORT = nil
    COMPONENT = %i[scheme to headers].freeze

    attr_reader :to, :headers

    def initialize(*args)
      super
      text = @opaque.to_s
      @to, rest = text.split('?', 2)
      @to ||= ''
      @headers = rest ? rest.split('&').map { |pair| pair.split('=', 2) } : []
    end

    def self.build(args)
      to, headers = args.is_a?(Hash) ? [args[:to], args[:headers]] : args
      headers = headers.map { |pair| pair.is_a?(Array) ? pair.join('=') : pair } if headers.is_a?(Array)
      headers = [headers] if headers.is_a?(String)
      text = to.to_s
      text += "?#{headers.join('&')}" if headers && !headers.empty?
      new('mailto', nil, nil, nil, nil, nil, text, nil, nil)
    end

    def to_s
      query = @headers.empty? ? '' : "?#{@headers.map { |pair| pair.join('=') }.join('&')}"
      "mailto:#{@to}#{query}#{"##{@fragment}" if @fragment}"
    end
  end

  SCHEMES = {
    'FTP' => FTP, 'HTTP' => HTTP, 'HTTPS' => HTTPS, 'LDAP' => LDAP, 'LDAPS' => LDAPS,
    'MAILTO' => MailTo, 'FILE' => File, 'WS' => WS, 'WSS' => WSS
  }

  def self.scheme_list
    SCHEMES
  end

  def self.register_scheme(name, klass)
    SCHEMES[name.to_s.upcase] = klass
  end

  def self.for(scheme, *args, default: Generic)
    klass = (scheme && SCHEMES[scheme.upcase]) || default
    klass.new(scheme, *args)
  end

  CHARACTERS = "!$&'()*+,;=:@A-Za-z0-9\\-._~%"

  def self.split(uri)
    begin
      uri = uri.to_str
    rescue NoMethodError
      raise InvalidURIError, "bad URI(is not URI?): #{uri.inspect}"
    end
    raise InvalidURIError, "URI must be ascii only #{uri.dump}" unless uri.ascii_only?
    match = %r{\A(?:([A-Za-z][A-Za-z0-9+\-.]*):)?(?://(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d*))?(?=[/?#]|\z))?([^?#]*)(?:\?([^#]*))?(?:\#(.*))?\z}m.match(uri)
    raise InvalidURIError, "bad URI(is not URI?): #{uri.inspect}" unless match && plausible?(match)
    scheme, userinfo, host, port, path, query, fragment = match.captures
    if scheme && host.nil? && !path.start_with?('/') && !path.empty?
      opaque = query ? "#{path}?#{query}" : path
      return [scheme, nil, nil, nil, nil, nil, opaque, nil, fragment]
    end
    host = nil if host && host.empty?
    [scheme, userinfo, host, port, nil, path, nil, query, fragment]
  end

  def self.plausible?(match)
    scheme, userinfo, host, _port, path, query, fragment = match.captures
    plain = /\A(?:[!$&'()*+,;=:@A-Za-z0-9\-._~\/]|%\h\h)*\z/
    wide = /\A(?:[!$&'()*+,;=:@A-Za-z0-9\-._~\/?\[\]]|%\h\h)*\z/
    return false unless path =~ plain
    return false if query && query !~ wide
    return false if fragment && fragment !~ /\A(?:[!$&'()*+,;=:@A-Za-z0-9\-._~\/?]|%\h\h)*\z/
    return false if userinfo && userinfo !~ /\A(?:[!$&'()*+,;=:A-Za-z0-9\-._~]|%\h\h)*\z/
    return false if host && host !~ /\A(?:\[.*\]|(?:[!$&'()*+,;=A-Za-z0-9\-._~]|%\h\h)*)\z/
    return false if host && host.start_with?('[') && !address?(host[1..-2])
    return false if scheme.nil? && host.nil? && path =~ /\A[^\/]*:/
    return false if host && !path.empty? && !path.start_with?('/')
    return false if scheme && host.nil? && path.start_with?('//')
    true
  end
  private_class_method :plausible?

  # Whether a string is an address of IPv6, or of a later version.
  def self.address?(text)
    return true if text.match?(/\Av\h+\.[!$&-.0-;=A-Z_a-z~]+\z/)
    halves = text.split('::', -1)
    return false if halves.empty? || halves.size > 2
    groups = halves.flat_map { |half| half.empty? ? [] : half.split(':', -1) }
    octet = /(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)/
    count = groups.size
    count += 1 if !halves.last.empty? && groups.last&.match?(/\A#{octet}(?:\.#{octet}){3}\z/) && groups.pop
    return false unless groups.all?(/\A\h{1,4}\z/)
    halves.size == 2 ? count <= 7 : count == 8
  end
  private_class_method :address?

  def self.parse(uri)
    parts = split(uri)
    self.for(*parts)
  end

  def self.join(*uris)
    base = uris.shift
    unless base.is_a?(Generic)
      text = String.try_convert(base)
      raise ArgumentError, 'bad argument (expected URI object or URI string)' unless text
      base = parse(text)
    end
    uris.inject(base) { |uri, other| uri.merge(other) }
  end

  def self.extract(text, schemes = nil, &block)
    DEFAULT_PARSER.extract(text, schemes, &block)
  end

  def self.regexp(schemes = nil)
    DEFAULT_PARSER.make_regexp(schemes)
  end

  def self.encode_www_form_component(text, _encoding = nil)
    text.to_s.b.gsub(/[^*\-.0-9A-Z_a-z]/) { |c| c == ' ' ? '+' : format('%%%02X', c.ord) }.force_encoding(Encoding::US_ASCII)
  end

  def self.encode_uri_component(text, _encoding = nil)
    text.to_s.b.gsub(/[^*\-.0-9A-Z_a-z]/) { |c| format('%%%02X', c.ord) }.force_encoding(Encoding::US_ASCII)
  end

  def self.decode_www_form_component(text, encoding = Encoding::UTF_8)
    raise ArgumentError, "invalid %-encoding (#{text})" if /%(?!\h\h)/.match?(text)
    text.b.gsub(/\+|%\h\h/) { |c| c == '+' ? ' ' : [c[1, 2]].pack('H2') }.force_encoding(encoding)
  end

  def self.decode_uri_component(text, encoding = Encoding::UTF_8)
    raise ArgumentError, "invalid %-encoding (#{text})" if /%(?!\h\h)/.match?(text)
    text.b.gsub(/%\h\h/) { |c| [c[1, 2]].pack('H2') }.force_encoding(encoding)
  end

  def self.encode_www_form(pairs, _encoding = nil)
    pairs.map do |key, value|
      if value.nil?
        encode_www_form_component(key)
      elsif value.respond_to?(:to_ary)
        value.to_ary.map do |item|
          item.nil? ? '' : "#{encode_www_form_component(key)}=#{encode_www_form_component(item)}"
        end.join('&')
      else
        "#{encode_www_form_component(key)}=#{encode_www_form_component(value)}"
      end
    end.join('&')
  end

  def self.decode_www_form(text, encoding = Encoding::UTF_8, separator: '&', use__charset_: false, isindex: false)
    raise ArgumentError, "the input of URI.decode_www_form must be ASCII only string" unless text.ascii_only?
    text.split(separator).map do |pair|
      key, _, value = pair.partition('=')
      key, value = '', key if isindex && !pair.include?('=')
      isindex = false
      [decode_www_form_component(key, encoding), decode_www_form_component(value, encoding)]
    end
  end
end

module Kernel
  def URI(uri)
    if uri.is_a?(URI::Generic)
      uri
    elsif (uri = String.try_convert(uri))
      URI.parse(uri)
    else
      raise ArgumentError, 'bad argument (expected URI object or URI string)'
    end
  end
  module_function :URI
end
