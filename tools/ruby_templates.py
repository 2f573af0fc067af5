"""ERB files of modules with generated variables, for compare_ruby.py.

A template runs in an object with instance variables and a `scope` that knows variables and answers calls
of functions with the text of the call, so that no Puppet is needed. The values of a variable follow the
way it is used, most of the time.
"""
import os
import re

PRELUDE = r'''
require 'erb'
require 'json'
require 'yaml'

# The variables and functions that templates ask for.
class Scope
  def initialize(variables)
    @variables = variables
  end

  def lookupvar(name)
    @variables[name.to_s.sub(/\A::/, '')]
  end
  alias [] lookupvar

  def to_hash
    @variables
  end

  def function_versioncmp(args)
    args[0].to_s <=> args[1].to_s
  end

  def call_function(name, args)
    "#{name}(#{args.inspect})"
  end

  def setvar(name, value)
    @variables[name] = value
  end

  def method_missing(name, *args)
    name.to_s.start_with?('function_') ? "#{name}(#{args.inspect})" : super
  end

  def respond_to_missing?(name, all = false)
    name.to_s.start_with?('function_') || super
  end
end

# The object that a template runs in.
class Template
  attr_reader :scope

  def initialize(variables)
    @scope = Scope.new(variables)
    variables.each { |name, value| instance_variable_set("@#{name}", value) if name.match?(/\A[a-z]\w*\z/) }
  end

  def has_variable?(name)
    !scope[name].nil?
  end

  def render(file)
    ERB.new(File.read(file, encoding: 'UTF-8'), trim_mode: '-').result(binding)
  end

  def inspect
    '#<Template>'
  end
end
'''

WORDS = ["a", "b.example.com", "10.0.0.1", "/etc/x.conf", "true", "false", "", "present", "8080", "two words", "ünïcode", "1.2.3", "undef", "UNSET"]


class Maker:
    """Makes variables for the text of a template."""

    def __init__(self, rng):
        self.rng = rng

    def word(self):
        return "'" + self.rng.choice(WORDS) + "'"

    def scalar(self):
        return self.rng.choice([self.word, self.word, lambda: self.rng.choice(["1", "0", "42", "-1", "2.5"]), lambda: self.rng.choice(["true", "false", "nil"])])()

    def array(self, depth=1):
        make = self.scalar if depth == 0 or self.rng.random() < 0.7 else lambda: self.value(depth - 1)
        return "[" + ", ".join(make() for _ in range(self.rng.randrange(4))) + "]"

    def hash(self, keys=(), depth=1):
        names = [self.word() for _ in range(self.rng.randrange(3))] + ["'%s'" % key for key in keys if self.rng.random() < 0.6]
        return "{" + ", ".join(f"{name} => {self.value(depth - 1)}" for name in dict.fromkeys(names)) + "}"

    def value(self, depth=1):
        if depth <= 0:
            return self.scalar()
        return self.rng.choice([self.scalar, self.scalar, lambda: self.array(depth), lambda: self.hash((), depth)])()

    def variable(self, name, text):
        """A value that fits the use of a variable, most of the time."""
        if self.rng.random() < 0.3:
            return self.value(2)
        use = re.search(rf"{re.escape(name)}\W*\)?\.?(\w+[?!]?)?\s*(?:\(.*?\)\s*)?(?:do|\{{)?\s*(\|\s*\w+\s*,)?", text)
        method, pair = use.group(1, 2) if use else (None, None)
        if pair or method in ("each_pair", "keys", "values", "key?", "has_key?", "sort_by"):
            keys = re.findall(r"\[['\"](\w+)['\"]\]", text)
            return self.hash(keys[:8], 2)
        if method in ("each", "map", "collect", "join", "sort", "select", "reject", "flatten", "compact", "uniq", "first", "inject", "each_with_index"):
            return self.array(2)
        if method in ("to_i", "times", "to_f"):
            return self.rng.choice(["3", "'12'", "0"])
        return self.scalar()


def variables(maker, text):
    names = dict.fromkeys(re.findall(r"@([a-z_]\w*)", text))
    names |= dict.fromkeys(name.lstrip(":") for name in re.findall(r"scope(?:\.lookupvar\(|\[)\s*['\"]([\w:]+)['\"]", text))
    return "{" + ", ".join(f"'{name}' => {maker.variable(name, text)}" for name in names if maker.rng.random() < 0.9) + "}"


def templates(folders):
    for folder in folders:
        for below, _, names in sorted(os.walk(folder, followlinks=True)):
            for name in sorted(names):
                if name.endswith(".erb"):
                    yield os.path.join(below, name)


def cases(rng, options):
    maker = Maker(rng)
    files = []
    for path in templates(options.folders):
        with open(path, encoding="utf-8", errors="replace") as handle:
            files.append((path, handle.read()))
    each = max(1, options.count // max(1, len(files)))
    result = []
    for path, text in files:
        for _ in range(each):
            result.append((path, f"Template.new({variables(maker, text)}).render('{path}')"))
    return result
