# ERB: templates with Ruby code.
class ERB
  module Util
    def html_escape(text)
      text.to_s.gsub(/['&"<>]/, "'" => '&#39;', '&' => '&amp;', '"' => '&quot;', '<' => '&lt;', '>' => '&gt;')
    end
    alias h html_escape
    module_function :h, :html_escape

    def url_encode(text)
      text.to_s.b.gsub(/[^a-zA-Z0-9_\-.~]/) { |c| format('%%%02X', c.ord) }.force_encoding(Encoding::US_ASCII)
    end
    alias u url_encode
    module_function :u, :url_encode
  end

  VERSION = '2.2.3'

  def self.version
    VERSION
  end

  attr_reader :src, :encoding
  attr_accessor :filename, :lineno

  def initialize(text, safe_level = nil, old_trim_mode = nil, old_name = nil, trim_mode: nil, eoutvar: '_erbout')
    trim_mode = old_trim_mode if trim_mode.nil?
    eoutvar = old_name if old_name
    @trim_mode = trim_mode
    @name = eoutvar
    @encoding = text.encoding
    @filename = nil
    @lineno = 0
    mode = { 1 => '>', 2 => '<>' }.fetch(trim_mode) { trim_mode.to_s }
    @src = compile(text, mode)
  end

  def set_eoutvar(_compiler, name = '_erbout')
    @name = name
  end

  def location=(place)
    @filename, @lineno = place
    @lineno -= 1
  end

  def result(bind = new_toplevel)
    unless bind.is_a?(Binding)
      raise ArgumentError, "wrong argument type #{bind.class} (expected binding)"
    end
    eval(@src, bind, @filename || '(erb)', @lineno)
  end

  def result_with_hash(hash)
    bind = Object.new.instance_eval { binding }
    hash.each { |name, value| bind.local_variable_set(name, value) }
    result(bind)
  end

  def run(bind = new_toplevel)
    print result(bind)
  end

  def def_method(target, signature, filename = '(ERB)')
    target.module_eval("def #{signature}\n#{@src}\nend\n", filename, -1)
  end

  def def_module(name = 'erb')
    mod = Module.new
    def_method(mod, name, @filename || '(ERB)')
    mod
  end

  def def_class(superclass = Object, name = 'result')
    klass = Class.new(superclass)
    def_method(klass, name, @filename || '(ERB)')
    klass
  end

  module DefMethod
    def def_erb_method(signature, source)
      erb = source.is_a?(String) ? ERB.new(File.read(source)).tap { |made| made.filename = source } : source
      erb.def_method(self, signature, erb.filename || '(ERB)')
    end
    module_function :def_erb_method
  end

  private

  # A binding of the main object without the variables of other templates.
  def new_toplevel
    TOPLEVEL_BINDING.receiver.instance_eval { binding }
  end

  def compile(text, mode)
    @program = ["#coding:#{text.encoding}\n#{@name} = +''; "]
    @text = String.new(encoding: text.encoding)
    percent = mode.include?('%')
    text.each_line do |line|
      if percent && !@tag && line.start_with?('%%')
        template_line(line[1..], mode)
      elsif percent && !@tag && line.start_with?('%')
        flush
        @program << line[1..].chomp << "\n"
      else
        template_line(line, mode)
      end
    end
    close_tag_as_text if @tag
    flush
    @program << "; #{@name}"
    @program.join
  end

  def template_line(line, mode)
    @line = line
    @head = !@tag && line.match?(/\A<%(?!%)/)
    until line.empty?
      line = @tag ? inside(line, mode) : outside(line, mode)
    end
  end

  # Reads text up to the next tag.
  def outside(line, mode)
    at = line.index(mode.include?('-') ? /<%%|<%-|<%=|<%#|<%/ : /<%%|<%=|<%#|<%/)
    unless at
      @text << line
      flush if line.end_with?("\n")
      return ''
    end
    tag = $&
    front = line[0, at]
    rest = $'
    if tag == '<%%'
      @text << front << '<%'
      return rest
    end
    starts_line = mode.include?('%') ? line.equal?(@line) : @text.empty? || @text.end_with?("\n")
    front = '' if tag == '<%-' && starts_line && front =~ /\A[ \t]*\z/
    @text << front
    @tag = tag
    @code = String.new(encoding: line.encoding)
    rest
  end

  # Reads code up to the end of the tag.
  def inside(line, mode)
    at = line.index(mode.include?('-') ? /%%>|-%>|%>/ : /%%>|%>/)
    unless at
      @code << line
      return ''
    end
    closing = $&
    front = line[0, at]
    rest = $'
    if closing == '%%>'
      @code << front << '%>'
      return rest
    end
    @code << front
    emit
    if rest.start_with?("\n") || rest.start_with?("\r\n")
      trims = closing == '-%>' || (mode.include?('<>') ? @head : mode.include?('>'))
      if trims
        @program << "\n"
        rest = rest.sub(/\A\r?\n/, '')
      elsif mode.include?('<>')
        rest = rest.sub(/\A\r\n/, "\n")
      end
    end
    rest
  end

  def emit
    flush
    case @tag
    when '<%='
      @program << "#{@name}.<<((#{@code}).to_s); "
    when '<%#'
      @program << "\n" * @code.count("\n")
    else
      @program << (@code.end_with?("\n") ? @code : "#{@code}#{@code =~ /#[^\n]*\z/ ? "\n" : '; '}")
    end
    @tag = nil
  end

  def close_tag_as_text
    @text << @code
    @tag = nil
  end

  def flush
    return if @text.empty?
    lines = @text.count("\n")
    @program << "#{@name}.<< #{@text.dump}.freeze; #{"\n" * lines}"
    @text = String.new(encoding: @text.encoding)
  end
end
