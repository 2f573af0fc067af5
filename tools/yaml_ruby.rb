# frozen_string_literal: true

# The values that Ruby reads from YAML, in the form in which `pupa-data`'s example `yaml_json`
# answers. Used by `compare_yaml.rb` and `yaml_expectations.rb`.

require 'json'
require 'yaml'

module YamlRuby
  module_function

  # Reads as Puppet does: `word` is `data`, where symbols may be loaded, or `facts`.
  def answer(word, text)
    classes = word == 'data' ? [Symbol] : []
    value = YAML.safe_load(text, permitted_classes: classes, aliases: true, filename: 'F')
    symbols = []
    value = strings_for_symbols(value) if word == 'data'
    value.each_with_index { |(_, v), i| symbols << i if symbol?(v) } if value.is_a?(Hash)
    { 'value' => mark(value), 'symbols' => symbols }
  rescue Psych::DisallowedClass => e
    { 'error' => "(F): #{e.message}" }
  rescue StandardError, Psych::Exception => e
    { 'error' => e.message.lines.first.to_s.chomp.sub(/ for #<Psych.*/m, '') }
  rescue SystemStackError
    { 'error' => 'stack' }
  end

  def strings_for_symbols(value)
    case value
    when Hash then value.each_with_object({}) { |(k, v), h| h[k.is_a?(Symbol) ? k.to_s : k] = strings_for_symbols(v) }
    when Array then value.map { |v| strings_for_symbols(v) }
    else value
    end
  end

  def symbol?(value)
    case value
    when Symbol then true
    when Hash then value.any? { |_, v| symbol?(v) }
    when Array then value.any? { |v| symbol?(v) }
    else false
    end
  end

  # Marks values that JSON does not distinguish.
  def mark(value)
    case value
    when Integer then { 'i' => value.to_s }
    when Float then { 'f' => value.nan? ? 'nan' : [value].pack('G').unpack1('H*') }
    when Hash then { 'h' => value.map { |k, v| [mark(k), mark(v)] } }
    when Array then value.map { |v| mark(v) }
    when Symbol then text(value.to_s)
    when String then text(value)
    when nil, true, false then value
    else { 'other' => value.class.name }
    end
  end

  def text(value)
    utf8 = value.dup.force_encoding('UTF-8')
    utf8.valid_encoding? ? utf8 : { 'b' => [value].pack('m').strip }
  end
end
