# CGI: escaping only; requests and responses are not supported.
class CGI
  module Escape; end

  module Util
    TABLE_FOR_ESCAPE_HTML__ = {
      "'" => '&#39;', '&' => '&amp;', '"' => '&quot;', '<' => '&lt;', '>' => '&gt;'
    }.freeze

    def escape(text)
      text.to_str.b.gsub(/[^a-zA-Z0-9_.\-~]/) { |c| c == ' ' ? '+' : format('%%%02X', c.ord) }.force_encoding(text.encoding)
    end

    def unescape(text, encoding = Encoding::UTF_8)
      result = text.b.gsub(/\+|%\h\h/) { |c| c == '+' ? ' ' : [c[1, 2]].pack('H2') }
      result.force_encoding(encoding)
      result.valid_encoding? ? result : result.force_encoding(text.encoding)
    end

    def escapeURIComponent(text)
      text.to_str.b.gsub(/[^a-zA-Z0-9_.\-~]/) { |c| format('%%%02X', c.ord) }.force_encoding(text.encoding)
    end

    def unescapeURIComponent(text, encoding = Encoding::UTF_8)
      text.b.gsub(/%\h\h/) { |c| [c[1, 2]].pack('H2') }.force_encoding(encoding)
    end

    def escapeHTML(text)
      return escapeHTML(text.b).force_encoding(text.encoding) unless text.valid_encoding?
      text.gsub(/['&"<>]/, TABLE_FOR_ESCAPE_HTML__)
    end

    def unescapeHTML(text)
      return text unless text.valid_encoding?
      text.gsub(/&(apos|amp|quot|gt|lt|\#[0-9]+|\#[xX][0-9A-Fa-f]+);/) do
        name = $1
        case name
        when 'apos' then "'"
        when 'amp' then '&'
        when 'quot' then '"'
        when 'gt' then '>'
        when 'lt' then '<'
        when /\A#0*(\d+)\z/
          code = $1.to_i
          code < 0x110000 ? [code].pack('U') : "&#{name};"
        when /\A#x([0-9a-f]+)\z/i
          code = $1.hex
          code < 0x110000 ? [code].pack('U') : "&#{name};"
        else "&#{name};"
        end
      end
    end

    def escapeElement(text, *elements)
      elements = elements[0] if elements[0].is_a?(Array)
      return text if elements.empty?
      text.gsub(/<\/?(?:#{elements.join('|')})\b[^<>]*+>?/im) { escapeHTML($&) }
    end

    def unescapeElement(text, *elements)
      elements = elements[0] if elements[0].is_a?(Array)
      return text if elements.empty?
      text.gsub(/&lt;\/?(?:#{elements.join('|')})\b(?>[^&]+|&(?![gl]t;)\w+;)*(?:&gt;)?/im) { unescapeHTML($&) }
    end

    def rfc1123_date(time)
      time.getgm.strftime('%a, %d %b %Y %T GMT')
    end

    def pretty(text, shift = '  ')
      lines = text.gsub(/(?!\A)<.*?>/m, "\n\\0").gsub(/<.*?>(?!\n)/m, "\\0\n")
      position = 0
      while (position = lines.index(/^<\/(\w+)/, position))
        element = $1
        start = lines.rindex(/^\s*<#{element}/i, position)
        lines[start...position] = '__' + lines[start...position].gsub(/\n(?!\z)/, "\n#{shift}") + '__'
        position += 1
      end
      lines.gsub(/^((?:#{Regexp.quote(shift)})*)__(?=<\/?\w)/, '\1')
    end

    alias escape_html escapeHTML
    alias unescape_html unescapeHTML
    alias escape_element escapeElement
    alias unescape_element unescapeElement
    alias h escapeHTML
  end

  include Util
  extend Util

  def self.parse(query)
    params = Hash.new([].freeze)
    query.split(/[&;]/).each do |pair|
      key, value = pair.split('=', 2).map { |part| unescape(part) }
      next unless key
      params[key] = [] unless params.key?(key)
      params[key].push(value) if value
    end
    params
  end
end
