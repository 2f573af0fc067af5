"""Data backends in Ruby for `lookup_hierarchies.py`: each is the body of a function, with its kind.

A backend is a method `f` of `data_hash` (options, context), `lookup_key` or `data_dig` (key, options,
context). Several are meant to go wrong: the errors are compared too.
"""

DATA_HASHES = {
    "constant": "{ 'plain' => 'p', 'list' => [1, 2], 'tree' => { 'a' => { 'b' => 1 } } }",
    "symbols": "{ 'plain' => :a_symbol, 'list' => [:x, nil], 'tree' => { 'a' => :y } }",
    "symbol_keys": "{ plain: 'p', 'tree' => { b: 1 } }",
    "symbol_key_inside": "{ 'tree' => { b: 1 } }",
    "integer_keys": "{ 1 => 'p', 'plain' => 1 }",
    "integer_key_inside": "{ 'tree' => { 1 => 'p', 'a' => 2 } }",
    "nil_values": "{ 'plain' => nil, 'tree' => { 'a' => nil }, 'list' => [nil] }",
    "undef_values": "{ 'plain' => :undef, 'list' => [:undef], 'tree' => { 'a' => :undef } }",
    "default_values": "{ 'plain' => :default, 'list' => [:default] }",
    "times": "{ 'plain' => Time.at(0).utc, 'list' => [Time.at(1).utc] }",
    "sets": "{ 'plain' => Set.new([1]), 'list' => [1..2] }",
    "regexps": "{ 'plain' => /a.b/i, 'list' => [/x/] }",
    "bignum": "{ 'plain' => 2**70 }",
    "floats": "{ 'plain' => 1.0, 'list' => [1e20, 0.1 + 0.2] }",
    "binary": "{ 'plain' => \"\\xff\".b }",
    "sensitive": "{ 'plain' => Puppet::Pops::Types::PSensitiveType::Sensitive.new('s'), 'tree' => { 'a' => Puppet::Pops::Types::PSensitiveType::Sensitive.new('t') } }",
    "interpolating": "{ 'plain' => '%{facts.role} %{lookup(\"list\")}', 'list' => context.interpolate('%{role}') }",
    "interpolating_tree": "{ 'tree' => context.interpolate({ 'a' => ['%{role}', { '%{hostname}' => '%{missing}' }] }) }",
    "options": "{ 'plain' => options.inspect, 'list' => options.keys, 'tree' => options }",
    "options_changed": "options['x'] = 1; { 'plain' => options }",
    "string_result": "'text'",
    "nil_result": "nil",
    "array_result": "[1]",
    "not_found": "context.not_found",
    "raised": "raise 'broken backend'",
    "raised_argument": "raise ArgumentError, 'wrong options'",
    "raised_puppet": "raise Puppet::Error, 'puppet error'",
    "raised_lookup": "raise Puppet::DataBinding::LookupError, 'data error'",
    "raised_parse": "raise Puppet::ParseError.new('parse error', '/some/file', 7)",
    "raised_own": "klass = Class.new(StandardError) { def self.name; 'Own'; end }; raise klass, 'own error'",
    "no_method": "nil.foo",
    "no_constant": "NoSuchConstant",
    "explained": "context.explain { 'first line' }; context.explain { \"second\\nthird\" }; { 'plain' => 1 }",
    "explained_not_found": "context.explain { 'nothing here' }; context.not_found",
    "explained_number": "context.explain { 12 }; { 'plain' => 1 }",
    "environment": "{ 'plain' => context.environment_name.inspect, 'list' => context.module_name.inspect }",
    "scope_variables": "{ 'plain' => closure_scope['facts']['role'], 'list' => closure_scope['role'] }",
    "calls_lookup": "{ 'plain' => call_function('lookup', 'spare'), 'tree' => {} }",
    "calls_itself": "{ 'list' => call_function('lookup', 'plain') }",
    "lookup_options": "{ 'lookup_options' => { 'tree' => { 'merge' => 'deep' }, 'plain' => { 'convert_to' => 'Array' } }, 'tree' => { 'a' => { 'c' => 2 } }, 'plain' => 'x' }",
    "lookup_options_wrong": "{ 'lookup_options' => 'text', 'plain' => 'x' }",
    "types": "{ 'plain' => Puppet::Pops::Types::TypeFactory.integer, 'list' => [SemanticPuppet::Version.parse('1.2.3')] }",
    "type_names": "{ 'plain' => Puppet::Pops::Types::TypeParser.singleton.parse('Array[Integer]').to_s }",
    "frozen": "{ 'plain' => 'x'.freeze }.freeze",
    "default_block": "Hash.new { |hash, key| hash[key] = \"made #{key}\" }",
    "own_class": "Class.new(Hash).new.merge('plain' => 1)",
    "recursive": "h = {}; h['tree'] = h; h",
    "files": "Dir.glob('/no/such/*').inject({ 'plain' => File.basename('/a/b.yaml') }) { |all, _| all }",
    "file_data": "{ 'plain' => context.cached_file_data(options['path'] || 'DIRECTORY/environments/production/data/extra.txt') }",
    "file_data_block": "{ 'plain' => context.cached_file_data('DIRECTORY/environments/production/data/extra.txt') { |text| text.upcase } }",
    "file_data_missing": "{ 'plain' => context.cached_file_data('/no/such/file') }",
    "warns": "Puppet.warning('careful'); Puppet.notice('look'); { 'plain' => 1 }",
    "dotted_keys": "{ 'a.b' => 1, 'tree' => { 'a' => { 'b' => 2 } }, 'tree.a' => 'dotted' }",
    "quoted_keys": "{ 'tree' => { 'a.b' => 'quoted' } }",
}

LOOKUP_KEYS = {
    "constant": "\"value of #{key}\"",
    "key_class": "[key.class.name, key.frozen?, key.encoding.to_s]",
    "not_found": "context.not_found",
    "not_found_some": "key == 'plain' ? 'found' : context.not_found",
    "not_found_ensured": "begin; context.not_found; rescue StandardError; 'rescued'; ensure; @ensured = true; end",
    "nil_result": "nil",
    "undef_result": ":undef",
    "symbol_result": ":a_symbol",
    "symbol_keys": "{ key.to_sym => { a: 1 } }",
    "object": "Object",
    "set": "Set.new([key])",
    "range": "(1..3)",
    "time": "Time.at(0).utc",
    "regexp": "/x/",
    "bignum": "2**64",
    "hash": "{ 'a' => { 'b' => key } }",
    "array": "[key, [key]]",
    "sensitive": "Puppet::Pops::Types::PSensitiveType::Sensitive.new(key)",
    "sensitive_inside": "{ 'a' => Puppet::Pops::Types::PSensitiveType::Sensitive.new(key) }",
    "interpolate": "context.interpolate(\"%{facts.role}-#{key}-%{lookup('spare')}\")",
    "interpolate_own": "key == 'plain' ? context.interpolate(\"%{lookup('list')}\") : [1, 2]",
    "interpolate_loop": "context.interpolate(\"%{lookup('#{key}')}\")",
    "interpolate_array": "context.interpolate(['%{role}', { 'k' => '%{role}' }, 1, nil])",
    "interpolate_number": "context.interpolate(1)",
    "raised": "raise 'broken backend'",
    "raised_for_some": "key == 'plain' ? raise(Puppet::DataBinding::LookupError, 'no access') : context.not_found",
    "thrown": "throw :something",
    "exit": "throw :no_such_key",
    "cache": "return \"cached #{context.cached_value(key)}\" if context.cache_has_key(key); context.cache(key, 'new'); 'stored'",
    "cache_all": "context.cache_all('a' => 1, key => [1]); [context.cached_value('a'), context.cached_value(key), context.cached_value('none'), context.cache_has_key('none')]",
    "cache_entries": "context.cache('k1', 1); context.cache('k2', 2); seen = []; context.cached_entries { |k, v| seen << [k, v] }; seen",
    "cache_entries_enumerator": "context.cache('k1', 1); context.cached_entries.to_a",
    "cache_result": "[context.cache('x', 5), context.cache_all({ 'y' => 1 })]",
    "explain": "context.explain { \"asked for #{key}\" }; context.not_found",
    "explain_value": "context.explain { \"asked for #{key}\" }; 'x'",
    "explain_raised": "context.explain { raise 'in block' }; 'x'",
    "options": "options",
    "option": "options['missing']['deeper']",
    "module": "context.module_name.nil? ? 'no module' : context.module_name",
    "context_text": "context.class.name",
    "calls_puppet": "call_function('split', key, 'a')",
    "calls_wrong": "call_function('split', 1)",
    "calls_unknown": "call_function('no_such_function')",
    "lookup_options": "key == 'lookup_options' ? { 'tree' => { 'merge' => 'hash' } } : { key => 1 }",
    "state": "@count = (@count || 0) + 1; \"call #{@count}\"",
    "file_data": "context.cached_file_data('DIRECTORY/environments/production/data/extra.txt') { |text| text.lines.map(&:chomp) }",
}

DATA_DIGS = {
    "segments": "key.inspect",
    "constant": "{ 'a' => 1 }",
    "not_found": "context.not_found",
    "dig": "data = { 'plain' => 'p', 'list' => [1, { 'n' => 2 }], 'tree' => { 'a' => { 'b' => 3 } } }; begin; key.inject(data) { |from, part| from.fetch(part) }; rescue IndexError, NoMethodError; context.not_found; end",
    "raised": "raise \"no #{key.join('/')}\"",
    "nil_result": "nil",
    "explain": "context.explain { key.join(',') }; key.length",
}

WRONG_SIGNATURES = {
    "data_hash": "param 'Hash', :options",
    "lookup_key": "param 'String', :key\n    param 'Hash', :options",
    "data_dig": "param 'String', :key\n    param 'Hash', :options\n    param 'Puppet::LookupContext', :context",
}

OPTION_TYPES = {
    "struct": "Struct[{path => String[1]}]",
    "struct_options": "Struct[{limit => Integer[1]}]",
    "variant": "Variant[Hash[String, Integer], Struct[{Optional[x] => String}]]",
}

PARAMETERS = {
    "data_hash": "param '{options}', :options\n    param 'Puppet::LookupContext', :context",
    "lookup_key": "param 'Variant[String, Numeric]', :key\n    param '{options}', :options\n    param 'Puppet::LookupContext', :context",
    "data_dig": "param 'Array[Variant[String, Numeric]]', :key\n    param '{options}', :options\n    param 'Puppet::LookupContext', :context",
}


def function(kind, name, body, options="Hash", parameters=None):
    """The text of a file with a backend."""
    names = "options, context" if kind == "data_hash" else "key, options, context"
    parameters = parameters or PARAMETERS[kind].replace("{options}", options)
    return (
        f"Puppet::Functions.create_function(:'backends::{name}') do\n"
        f"  dispatch :f do\n    {parameters}\n  end\n\n"
        f"  def f({names})\n    {body}\n  end\nend\n"
    )


def bodies():
    """Every backend as kind, name, body, type of options and parameters."""
    for kind, table in (("data_hash", DATA_HASHES), ("lookup_key", LOOKUP_KEYS), ("data_dig", DATA_DIGS)):
        for name, body in table.items():
            yield kind, name, body, "Hash", None
    for kind, parameters in WRONG_SIGNATURES.items():
        yield kind, "wrong_signature", "{}", "Hash", parameters
    for name, options in OPTION_TYPES.items():
        yield "data_hash", name, "{ 'plain' => options }", options, None
