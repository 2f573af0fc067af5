# Shellwords: splits and escapes command lines as the Bourne shell does.
module Shellwords
  def shellsplit(line)
    words = []
    field = String.new
    pending = false
    line.scan(/\G\s*(?>([^\0\s\\\'\"]+)|'([^\0\']*)'|"((?:[^\0\"\\]|\\[^\0])*)"|(\\[^\0]?)|(\S))(\s|\z)?/m) do
      |word, single, double, escaped, garbage, separator|
      if garbage
        raise ArgumentError, "Unmatched quote: #{line.inspect}"
      end
      field << (word || single ||
        (double && double.gsub(/\\([$`"\\\n])/, '\\1')) || escaped.gsub(/\\(.)/, '\\1'))
      pending = true
      if separator
        words << field
        field = String.new
        pending = false
      end
    end
    words << field if pending
    words
  end

  alias shellwords shellsplit
  module_function :shellsplit, :shellwords

  class << self
    alias split shellsplit
  end

  def shellescape(text)
    text = text.to_s
    return "''" if text.empty?
    text = text.dup
    text.gsub!(/[^A-Za-z0-9_\-.,:+\/@\n]/, '\\\\\\&')
    text.gsub!(/\n/, "'\n'")
    text
  end

  module_function :shellescape

  class << self
    alias escape shellescape
  end

  def shelljoin(words)
    words.map { |word| shellescape(word) }.join(' ')
  end

  module_function :shelljoin

  class << self
    alias join shelljoin
  end
end

class String
  def shellsplit
    Shellwords.split(self)
  end

  def shellescape
    Shellwords.escape(self)
  end
end

class Array
  def shelljoin
    Shellwords.join(self)
  end
end
