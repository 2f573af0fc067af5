# The canonical form of YAML.
require 'yaml'

shared = ['s']
[
  { 'a' => 1 }, [], {}, [1, [2, 'x']], { 'a' => { 'b' => [nil, true, 1.5] } }, 'str', nil, 5,
  { 'a' => "multi\nline", 'b' => [], 'c' => {} }, { s: 'yes', 'n' => '1', 't' => 'true' }, [[['d']]],
  { 'k' => 'words ' * 30 }, { [1] => 2 }, [shared, shared], { '' => '' }, [:sym], "a: b\tc"
].each { |value| puts YAML.dump(value, canonical: true) }
puts YAML.dump({ 'a' => [1, { 'b' => 2 }] }, canonical: true, indentation: 4)
