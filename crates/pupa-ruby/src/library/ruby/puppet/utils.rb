# Puppet::Pops::Utils: numbers in strings, as Puppet parses them.
module Puppet::Pops::Utils
  INTEGER = /\A[+-]?\s*(?:0[xX][0-9A-Fa-f]+|0[0-7]+|0|[1-9]\d*)\z/
  FLOAT = /\A[+-]?\s*\d+(?:\.\d+(?:[eE]-?\d+)?|[eE]-?\d+)\z/

  class << self
    def is_numeric?(value)
      value.is_a?(Numeric) || (value.is_a?(String) && value.match?(Regexp.union(INTEGER, FLOAT)))
    end

    def to_n(value)
      return value if value.is_a?(Numeric)
      return nil unless value.is_a?(String) && is_numeric?(value)

      text = value.gsub(/\s/, '')
      text.match?(INTEGER) ? Integer(text) : Float(text)
    end
  end
end
