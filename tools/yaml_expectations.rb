#!/usr/bin/env ruby
# frozen_string_literal: true

# Writes what Ruby reads from each fixture of crates/pupa-data/tests/yaml, beside it: NAME.json with
# the answers for data and for facts, in the form of `pupa-data`'s example `yaml_json`.

require_relative 'yaml_ruby'

Dir.glob(File.join(__dir__, '../crates/pupa-data/tests/yaml/*.yaml')).sort.each do |file|
  text = File.binread(file).force_encoding('UTF-8')
  lines = %w[data facts].map { |word| "  #{word.to_json}: #{JSON.generate(YamlRuby.answer(word, text))}" }
  File.write(file.sub(/yaml\z/, 'json'), "{\n#{lines.join(",\n")}\n}\n")
end
