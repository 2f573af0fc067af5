# PSON, as Puppet 7 has it.
require 'puppet/external/pson/common'

def read(text)
  p PSON.load(text)
rescue StandardError => e
  p [e.class, e.message]
end

[
  '{"a": 1}', '{bad', '{"a": }', '{"a" 1}', '{"a": 1 "b": 2}', '{"a": 1,}', '{"a": 1, 2}', '{', '{"a": ',
  '[1, 2.5, -3e2, true, false, null, "x"]', '[1 2]', '[1,]', '[,]', '[', '[1', '[bad]', '[01]',
  '[1] [2]', '[1] x', '"text"', '1', 'null', '', '  ',
  '["a\\n\\t\\"\\\\\\/", "é"]', "[\n1, // one\n2 /* two */]",
  '{"a": {"b": [{"c": null}]}}', '[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]', '["a'
].each { |text| read(text) }
p((PSON.parse('[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]') rescue [$!.class, $!.message]))
