"""Generated small Ruby programs, for compare_ruby.py: control flow, closures, exceptions, strings, classes.

A program is a body of statements that writes to `out`, a list whose elements are compared. Loops are
bounded by construction. Most programs succeed; some end in an exception, which is compared too.
"""

import re

PRELUDE = r'''
def __text(value)
  value.is_a?(Array) ? value.map(&:inspect).join(' | ') : value.inspect
end
'''


class Maker:
    """Makes the text of one program."""

    def __init__(self, rng, number):
        self.rng = rng
        self.serial = number
        self.names = 0
        self.variables = []
        self.methods = []
        self.is_in_method = False

    # Helpers

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, part):
        return self.rng.random() < part

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def many(self, make, low, high, separator=", "):
        return separator.join(make() for _ in range(self.rng.randint(low, high)))

    def indented(self, lines):
        return ["  " + line for line in lines]

    # Expressions

    def integer(self):
        return self.pick("0", "1", "2", "3", "5", "7", "-1", "-4", "10", "100", "2**40", "0x1f", "0b101", "1_000", "12345678901234567890")

    def number(self):
        return self.pick(self.integer, self.integer, self.integer, lambda: self.pick("0.5", "1.5", "-2.25", "3.0", "1e3", "1/3r", "2.5e-3"))()

    def word(self):
        return self.pick("'a'", "'b'", "'foo'", "'bar baz'", "''", "\"x\\ty\"", "'Äpfel'", "'%d'", "\"a\\nb\"", "'Hello World'", "%q(it's)", "%w[p q].join", "?c", "'1,2,3'")

    def symbol(self):
        return self.pick(":a", ":b", ":c", ":foo", ":'x y'", "%i[k l].last", ":[]", ":up?")

    def interpolation(self, depth):
        parts = [self.pick("", "x", " ", "-", "\\n", "é") + "#{" + self.expression(depth - 1) + "}" for _ in range(self.rng.randint(1, 3))]
        return '"' + "".join(parts) + self.pick("", ".", "%") + '"'

    def array(self, depth):
        kind = self.rng.random()
        if kind < 0.15:
            return "%w[" + self.many(lambda: self.pick("one", "two", "three", "Four"), 0, 4, " ") + "]"
        if kind < 0.3 and depth > 0:
            return f"[*{self.array(depth - 1)}, {self.expression(depth - 1)}]"
        return "[" + self.many(lambda: self.expression(depth - 1), 0, 4) + "]"

    def hash(self, depth):
        def pair():
            key = self.pick("a: ", "b: ", "'k' => ", "1 => ", "nil => ", "c: ", "\"d e\": ", "2.0 => ")
            return key + self.expression(depth - 1)
        pairs = [pair() for _ in range(self.rng.randint(0, 4))]
        if self.chance(0.15):
            pairs.append("**{z: 1}")
        return "{" + ", ".join(pairs) + "}"

    def range(self):
        return self.pick("(1..4)", "(0...3)", "('a'..'d')", "(3..1)", "(1..)", "(2..5).step(2)", "(1.0..2.0)") if self.chance(0.9) else "(..3)"

    def variable(self):
        return self.rng.choice(self.variables) if self.variables else "nil"

    def simple(self):
        return self.pick(self.number, self.word, self.symbol, lambda: self.pick("nil", "true", "false"), self.variable, self.variable)()

    def expression(self, depth=2):
        if depth <= 0:
            return self.simple()
        return self.pick(
            self.simple, self.variable, self.variable, lambda: self.operation(depth), lambda: self.operation(depth), lambda: self.call(depth), lambda: self.call(depth),
            lambda: self.array(depth), lambda: self.hash(depth), lambda: self.interpolation(depth), lambda: self.conditional(depth), lambda: self.format(depth),
            lambda: self.own_call(depth), lambda: self.lambda_call(depth), lambda: self.safe(depth), self.range,
        )()

    def operation(self, depth):
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        operator = self.pick("+", "+", "-", "*", "/", "%", "==", "!=", "<=>", "&&", "||", "<<", "===", "and", "or", "<", ">=", "&", "|", "**", "=~", "eql?")
        if operator in ("<<", "**", "*"):
            right = self.pick("2", "3", "0", "1", "'x'", "[1]", "nil")
        if operator == "eql?":
            return f"({left}).eql?({right})"
        return f"({left} {operator} {right})"

    def call(self, depth):
        receiver, method = self.typed_call(depth)
        return f"{receiver}.{method}"

    def typed_call(self, depth):
        kind = self.rng.random()
        if kind < 0.3:
            return f"{self.array(depth - 1)}", self.pick(
                "first", "last(2)", "size", "reverse", "flatten", "compact", "uniq", "inspect", "join('-')", "sum { |x| x.to_s.size }", "map { |x| [x, x.class] }",
                "each_with_index.map { |x, i| \"#{i}:#{x}\" }", "each_slice(2).to_a", "each_cons(2).to_a", "zip([1, 2, 3])", "partition { |x| x.nil? }", "group_by(&:class)", "inject { |a, b| \"#{a}#{b}\" }",
                "sort_by(&:to_s)", "min_by { |x| x.to_s }", "take_while { |x| x }", "rotate", "values_at(0, -1, 9)", "each_with_object([]) { |x, memo| memo.unshift(x) }", "tally", "cycle.first(3)",
                "select.with_index { |x, i| i.even? }", "find { |x| x.is_a?(String) }", "count(&:itself)", "to_a.push(1, 2)", "dig(0)", "fetch(9, :none)", "fetch(7)", "index { |x| x == 1 }", "sort", "max",
                "combination(2).to_a", "product([1, 2])", "transpose", "to_h { |x| [x, 1] }", "chunk_while { |a, b| a.class == b.class }.to_a", "any?(String)", "all? { |x| x }", "filter_map { |x| x && x.to_s }",
                "pack('U*')", "slice(1..)", "drop(1)", "each_entry.to_a", "lazy.map { |x| x.to_s }.reject(&:empty?).first(2)", "then { |x| x.length }")
        if kind < 0.5:
            return f"{self.hash(depth - 1)}", self.pick(
                "keys", "values", "to_a", "invert", "map { |k, v| [v, k] }.to_a", "select { |k, v| v }", "reject { |k, v| v.nil? }", "min_by { |k, v| v.to_s }", "sum { |k, v| v.to_s.size }", "transform_values(&:to_s)",
                "transform_keys(&:to_s)", "each_with_index.to_a", "sort_by { |k, v| k.to_s }", "fetch(:a)", "fetch(:zz, 0)", "dig(:a, 0)", "merge({a: 9}) { |k, o, n| [o, n] }", "key?(:a)", "find { |k, v| v }", "group_by { |k, v| v.class }",
                "partition { |k, v| k.is_a?(Symbol) }", "each_with_object({}) { |(k, v), h| h[v] = k }", "reduce(0) { |sum, (k, v)| sum + v.to_s.size }", "any? { |k, v| v == 1 }", "to_h { |k, v| [k.to_s, v] }", "slice(:a, :b)", "except(:a)",
                "filter_map { |k, v| k if v }", "default", "compact", "count", "inspect", "sort", "min", "sum", "delete(:a)", "values_at(:a, :b)", "flat_map { |k, v| [k, v] }", "each_pair.to_a", "store(:n, 1)", "dup.tap { |h| h.delete(:a) }")
        if kind < 0.75:
            return f"{self.pick(self.word, lambda: self.interpolation(depth - 1))()}", self.pick(
                "upcase", "capitalize", "reverse", "length", "chars", "bytes.sum", "split(',')", "split('')", "sub('o', '0')", "gsub(/[aeiou]/) { |v| v.upcase }", "tr('a-y', 'b-z')", "center(9, '*')", "ljust(5, '.')", "*(2)", "[](0)", "[](-2..)",
                "[](1, 2)", "[](/o+/)", "index('a')", "scan(/\\w/)", "each_char.with_index.map { |c, i| c * i }", "to_sym", "to_i", "to_f", "inspect", "succ", "swapcase", "start_with?('a', 'f')", "include?('a')", "partition('a')", "rpartition(' ')",
                "unpack('C*')", "hex", "ord", "squeeze", "delete('l')", "count('a-c')", "insert(1, 'Z')", "slice(0, 2)", "lines", "encoding.to_s", "=~(/a(.)?/)", "match(/(?<x>.)(?<y>.)?/)&.named_captures", "sum", "crypt('ab')", "each_line.map(&:chomp)",
                "unicode_normalize(:nfc)", "casecmp?('A')", "upto('e').to_a", "%([1])", "dump", "prepend('>')", "dup << 'tail'", "frozen?", "then { |s| s.empty? ? :none : s }", "ljust(3).bytes.map { |b| b ^ 1 }")
        if kind < 0.9:
            return f"({self.number()})", self.pick(
                "to_s", "abs", "to_i", "to_f", "round(1)", "floor", "ceil", "zero?", "succ", "divmod(3)", "clamp(1, 5)", "between?(0, 9)", "times.to_a.first(2)", "to_s(2)", "digits", "gcd(6)", "fdiv(3)", "pow(2)", "coerce(2)", "even?", "inspect",
                "bit_length", "pred", "upto(5).select(&:odd?)", "step(10, 4).to_a", "nonzero?", "rationalize(1/10r)", "truncate", "remainder(3)", "<=>(2)", "chr", "integer?", "to_c", "numerator", "negative?", "-@", "~@", "[](0)", "round(-1)", "modulo(-3)")
        return self.range(), self.pick("first(2)", "include?(2)", "to_a", "sum", "min", "max", "each_slice(2).first", "map { |x| x }.first(2)", "step(2).first(2)", "size", "minmax", "cover?(1..2)", "reduce(:+)", "inspect", "reverse_each.first(1)", "count", "% 2")

    def conditional(self, depth):
        return f"({self.truth(depth - 1)} ? {self.expression(depth - 1)} : {self.expression(depth - 1)})"

    def truth(self, depth):
        """A condition. A range alone would be a flip-flop there."""
        return f"({self.expression(depth)}).itself"

    def format(self, depth):
        directive = self.pick("%d", "%5d", "%-5s|", "%05.1f", "%s", "%p", "%x", "%+d", "%o", "%b", "%e", "%g", "%c", "%%", "%08b", "%.3s", "%#x", "% d", "%<a>d", "%{a}", "%*d")
        if "a>" in directive or "{a}" in directive:
            return f"format('{directive}', a: {self.number()})"
        if "*" in directive:
            return f"format('{directive}', {self.pick('3', '-4')}, {self.number()})"
        if directive == "%%":
            return "format('%d%%', 5)"
        return f"format('{directive}', {self.expression(depth - 1) if self.chance(0.3) else self.number()})"

    def own_call(self, depth):
        if not self.methods:
            return self.simple()
        name, shape = self.rng.choice(self.methods)
        arguments = [self.expression(depth - 1) for _ in range(shape["required"] + self.rng.randint(0, shape["optional"]))]
        if self.chance(0.08):
            arguments.append("1")
        if shape["rest"] and self.chance(0.5):
            arguments.append("*[4, 5]")
        for keyword, needed in shape["keywords"]:
            if needed or self.chance(0.5):
                arguments.append(f"{keyword}: {self.expression(depth - 1)}")
        block = self.pick("", " { |q| [q, 1] }", " { |q, r| r || q }", "(&:inspect)") if shape["block"] else ""
        if block.startswith("("):
            arguments.append(block[1:-1])
            block = ""
        return f"{name}({', '.join(arguments)}){block}"

    def lambda_call(self, depth):
        return self.pick(
            f"->(x, y = 2) {{ [x, y] }}.call({self.expression(depth - 1)})", f"proc {{ |x, (y, *z), w| [x, y, z, w] }}.call({self.expression(depth - 1)}, [1, 2, 3])", f"lambda {{ |*a, k: 1| [a, k] }}.({self.expression(depth - 1)}, k: 5)",
            f"proc {{ |a, b| [b, a] }}[{self.array(depth - 1)}]", f"->(a) {{ ->(b) {{ [a, b] }} }}[{self.simple()}].({self.simple()})", f"(->(x) {{ x.to_s }} >> ->(s) {{ s.size }}).call({self.simple()})",
            f"->(a, b, c) {{ [a, b, c] }}.curry[1].(2)[{self.simple()}]", f"[1, 2, 3].map(&->(x) {{ x * {self.pick('2', '3')} }})", f"->(x) {{ return x; 5 }}.call({self.simple()})", f"[3, 4].each_with_index.map {{ _1 * _2 }}",
        )

    def safe(self, depth):
        return f"{self.variable()}&.{self.pick('to_s', 'size', 'upcase', 'nil?', 'inspect', 'length', 'first')}"

    # Statements

    def condition(self):
        return self.pick(lambda: self.truth(1), lambda: f"{self.variable()}.nil?", lambda: f"{self.number()} > {self.integer()}", lambda: f"{self.variable()}.is_a?({self.pick('String', 'Integer', 'Array', 'Numeric')})", lambda: f"!{self.variable()}",
                         lambda: f"defined?({self.pick('foo', 'String', '@x', 'puts', 'yield', 'out')})")()

    def body(self, depth, low=1, high=3):
        lines = []
        known = len(self.variables)
        for _ in range(self.rng.randint(low, high)):
            lines += self.statement(depth - 1)
        del self.variables[known:]
        return lines or ["nil"]

    def statement(self, depth):
        if depth <= 0:
            return self.pick(self.assignment, self.output, self.output, self.update)()
        return self.pick(
            self.assignment, self.assignment, self.output, self.output, self.update, self.update, lambda: self.branch(depth), lambda: self.loop(depth), lambda: self.iteration(depth), lambda: self.rescue(depth), lambda: self.case(depth),
            lambda: self.matching(depth), self.unpack, lambda: self.method(depth), lambda: self.output() if self.is_in_method else self.klass(depth), self.closure, self.catch, self.text, lambda: self.generator(), self.modifier, self.special,
        )()

    def assignment(self):
        value = self.expression(2)
        name = self.name("v")
        line = f"{name} = {value}"
        self.variables.append(name)
        return [line]

    def output(self):
        return [f"out << ({self.expression(2)})"]

    def update(self):
        if not self.variables:
            return self.output()
        name = self.variable()
        return [self.pick(f"{name} ||= {self.expression(1)}", f"{name} &&= {self.expression(1)}", f"{name} = [{name}, {self.simple()}]", f"{name} += {self.expression(1)}", f"{name} = {name}.to_s", f"{name} <<= 1", f"{name} = {name}.dup", f"out << {name}.class",
                          f"{name} -= 1", f"out << {name}.frozen?")]

    def modifier(self):
        return [self.pick(f"out << {self.expression(1)} if {self.condition()}", f"out << {self.expression(1)} unless {self.condition()}", f"out << ({self.expression(2)} rescue $!.class)", f"out << (begin; {self.expression(1)}; ensure; out << :ensured; end)",
                          f"out << (not {self.truth(1)})")]

    def branch(self, depth):
        word = self.pick("if", "unless")
        lines = [f"{word} {self.condition()}", *self.indented(self.body(depth))]
        if word == "if" and self.chance(0.4):
            lines += [f"elsif {self.condition()}", *self.indented(self.body(depth))]
        if self.chance(0.5):
            lines += ["else", *self.indented(self.body(depth))]
        return [*lines, "end"]

    def loop(self, depth):
        count = self.name("i")
        leave = self.pick("", f"  break if {count} == 3", f"  next if {count}.odd?", f"  break out << {self.simple()} if {count} > 2")
        body = [line for line in self.indented(self.body(depth, 1, 2))]
        word = self.pick("while", "until", "loop", "begin", "for")
        lines = [f"{count} = 0"]
        if word == "while":
            lines += [f"while {count} < 4", f"  {count} += 1", leave, *body, "end"]
        elif word == "until":
            lines += [f"until {count} >= 4", f"  {count} += 1", leave, *body, "end"]
        elif word == "loop":
            lines += ["out << (loop do", f"  {count} += 1", leave, f"  {self.pick('break', 'raise StopIteration', 'break :done')} if {count} > 4", *body, "end)"]
        elif word == "for":
            target = self.pick(count, f"{count}, j{count}")
            lines = [f"for {target} in {self.pick('[1, 2, 3]', '1..3', '[[1, 2], [3, 4]]', '{a: 1}')}", *body, "end", f"out << {count}"]
        else:
            lines += ["begin", f"  {count} += 1", *body, f"end while {count} < 3"]
        return [line for line in lines if line]

    def iteration(self, depth):
        item = self.name("e")
        source = self.pick(self.array(1), "(1..3)", "3.times", "'abc'.each_char", "{a: 1, b: 2}", "[[1, [2, 3]], [4, [5, 6]]]", "1.step(7, 3)")
        method = self.pick("each", "map", "select", "each_with_index", "flat_map", "each_with_object([])", "reject", "sum", "find", "inject", "each_slice(2)", "group_by", "sort_by", "partition", "any?", "all?", "each_entry", "take_while", "max_by", "zip")
        parameters = self.pick(item, f"{item}, o{item}", f"{item}, (o{item}, p{item})", f"*{item}", f"{item} = 5, *o{item}", f"({item}, o{item})")
        self.variables.append(item)
        lines = self.body(depth, 1, 2)
        self.variables.remove(item)
        leave = self.pick("", "", f"next if {item} == 2", f"break {item} if {item} == 3", f"next {self.simple()}")
        if method in ("each_with_object([])",):
            leave = leave if not leave.startswith("break") else ""
        return [f"out << ({source}.{method} do |{parameters}|", *self.indented([line for line in [leave, *lines, item] if line]), "end)"]

    def rescue(self, depth):
        error = self.pick("ArgumentError", "TypeError", "NoMethodError", "ZeroDivisionError", "KeyError", "RuntimeError", "StandardError", "IndexError", "NameError", "FrozenError", "StopIteration")
        cause = self.pick(f"raise {error}", f"raise {error}, 'why'", f"raise '{error}'", f"out << {self.expression(2)}", "1 / 0", "nil.foo", "Integer('x')", "{}.fetch(:a)", "[].fetch(3)", "'a' + 1", "'x'.freeze << 'y'", f"raise {error}.new('made')",
                          "foo_bar", "[1, nil].sort", "Float('1x')", "loop { raise StopIteration, 'over' }", "raise Class.new(StandardError) { def message = 'anonymous' }", "throw :nowhere", "[3].first(-1)", "obj = Object.new; obj.instance_variable_get('x')", "Struct.new(:a).new(1, 2)")
        lines = ["begin", f"  out << :start", f"  {cause}", f"  out << :after"]
        tries = self.name("t")
        retried = self.chance(0.15)
        if retried:
            lines.insert(0, f"{tries} = 0")
        handler = self.pick("rescue => e", f"rescue {error} => e", f"rescue ArgumentError, {error} => e", "rescue StandardError => e", "rescue *[TypeError, NameError] => e", f"rescue {error}", "rescue Exception => e", "rescue ->(x) { true } => e" if False else "rescue => e")
        lines.append(handler)
        shown = "$!" if "=> e" not in handler else "e"
        lines += self.indented([f"out << {shown}.class << {shown}.message"] + ([f"{tries} += 1", f"retry if {tries} < 3"] if retried else []) + (self.body(depth, 0, 1) if self.chance(0.3) else []))
        if self.chance(0.15):
            lines += ["  raise RuntimeError, 'again'"]
        if self.chance(0.25):
            lines += ["else", *self.indented(self.body(depth, 1, 1))]
        if self.chance(0.35):
            lines += ["ensure", "  out << :ensure"]
        lines.append("end")
        if "again" in "".join(lines):
            lines = ["begin", *self.indented(lines), "rescue => outer", "  out << [outer.message, outer.cause && outer.cause.class]", "end"]
        return lines

    def case(self, depth):
        subject = self.pick(self.expression(1), self.variable(), "")
        lines = [f"out << (case {subject}".rstrip()]
        for _ in range(self.rng.randint(1, 3)):
            test = self.condition() if not subject else self.pick("Integer", "String, Symbol", "1..5", "/a/", "nil", ":a, :b", "->(x) { x }", "*[1, 'a']", "'foo'", "Numeric", "Array", "Hash")
            lines += [f"when {test}", *self.indented(self.body(depth, 0, 1)), f"  {self.simple()}"]
        if self.chance(0.6):
            lines += ["else", f"  {self.simple()}"]
        return [*lines, "end)"]

    def matching(self, depth):
        subject = self.pick("[1, [2, 3, 4]]", "{name: 'x', tags: %w[a b], n: 3}", "[:point, 1, 2]", self.array(1), self.hash(1), "{a: {b: [1, 2]}}", "5", "'str'", "nil")
        patterns = ["[Integer => a, [b, *c]]", "[a, *]", "{name: String => n, tags: [first, *]}", "{a: {b: [x, y]}}", "[:point, x, y] if x < y", "[]", "{}", "Integer | Float => num", "String => s", "nil", "{n: 1..5 => k, **rest}", "[*, 3, *post]", "{name:, **nil}", "^(1 + 4)", "[x, y] unless x == y", "{a: Integer => v}", "/a/", "..5", "[Integer, Integer] | [Symbol, *]", "x"]
        lines = [f"out << (case {subject}"]
        for _ in range(self.rng.randint(1, 3)):
            pattern = self.pick(*patterns)
            names = sorted({name for name in ("a", "b", "c", "n", "first", "x", "y", "num", "s", "k", "rest", "post", "name", "v") if bound(pattern, name)})
            lines += [f"in {pattern}", f"  [{', '.join([':p' + str(len(lines)), *names])}]"]
        if self.chance(0.7):
            lines += ["else", "  :none"]
        return [*lines, "end)"]

    def unpack(self):
        value = self.pick(self.array(1), "[1, 2, 3]", "[1, [2, [3, 4]], 5]", "{a: 1}", "nil", "1", "[[1, 2]]", "'ab'.chars", "*1..3", "1, *[2, 3], 4")
        target = self.pick("a, b", "a, *b", "*a, b", "a, (b, c), d", "a, (b, (c, d)), e", "a, *b, c", "(a, b), c", "a, b, c", "*, a", "a, _, b")
        names = sorted({name for name in "abcde" if name in target})
        return [f"{target} = {value}", f"out << [{', '.join(names)}]", *self.pick([], ["a, b = b, a", "out << [a, b]"] if {"a", "b"} <= set(names) else [])]

    def method(self, depth):
        name = self.name(f"m{self.serial}_")
        shape = {"required": self.rng.randint(0, 2), "optional": self.rng.randint(0, 1), "rest": self.chance(0.25), "keywords": [], "block": self.chance(0.4)}
        parameters = [f"p{index}" for index in range(shape["required"])]
        names = list(parameters)
        if shape["optional"]:
            parameters.append(f"q = {self.pick('5', 'nil', ':d', '[1]', names[0] if names else '0')}")
            names.append("q")
        if shape["rest"]:
            parameters.append("*rest")
            names.append("rest")
        if self.chance(0.35):
            needed = self.chance(0.3)
            shape["keywords"].append(("key", needed))
            parameters.append("key:" if needed else f"key: {self.pick('1', 'nil', ':k')}")
            names.append("key")
        if self.chance(0.1):
            parameters.append("**opts")
            names.append("opts")
        if shape["block"] and self.chance(0.3):
            parameters.append("&blk")
        saved = self.variables, self.methods, self.is_in_method
        self.variables, self.methods, self.is_in_method = names[:], self.methods[:], True
        lines = [re.sub(r"(?<!\$)\bout <<", "$out <<", line) for line in self.body(depth, 1, 2)]
        self.variables, self.methods, self.is_in_method = saved
        if shape["block"]:
            lines.append(self.pick("$out << (block_given? ? yield(1) : :no_block)", "$out << yield(1, 2)", "$out << (yield [3, 4])" if self.chance(0.5) else "$out << :quiet"))
        lines.append(self.pick(f"[{', '.join(names)}]", f"return [{', '.join(names)}] if true", names[0] if names else ":nothing", f"return {', '.join(names)}" if names else "return"))
        self.methods.append((name, shape))
        return [f"def {name}({', '.join(parameters)})", *self.indented(lines), "end", f"out << {self.own_call(1)}"]

    def klass(self, depth):
        name = self.name(f"K{self.serial}_")
        kind = self.rng.random()
        if kind < 0.25:
            return [f"{name} = Struct.new(:a, :b{self.pick('', ', keyword_init: true')}) do", "  def total = [a, b].compact.size", f"  def to_s = \"<#{{a}}>\"", "end", f"s = {name}.new({self.pick('1, 2', '1', 'a: 1, b: 2', '')})",
                    f"out << s << s.to_s << s.total << s.to_a << (s == s.dup)", self.pick("a, b = *s; out << a", "s.a = 9; out << s", "out << s.to_h", "out << s[:zz]", "out << s.each.to_a", "out << s.members")]
        if kind < 0.45:
            return [f"module Mod{name}", "  def hello = \"hello #{name}\"", f"  def self.included(base) = base.extend(Inner)", "  module Inner", "    def made = new('made')", "  end", "end", f"class {name}", f"  include Mod{name}", "  include Comparable", "  attr_reader :name",
                    "  def initialize(name) = @name = name", "  def <=>(other) = name <=> other.name", f"  def inspect = \"#<{name} #{{@name}}>\"", "end", f"a, b = {name}.new({self.word()}), {name}.made", "out << a << b << (a < b) << [a, b].max << a.hello << a.clamp(a, b)",
                    f"out << {name}.ancestors.first(3) << {name}.instance_methods(false).sort", self.pick("out << a.method(:hello).owner", f"out << (a <=> a)", "out << b.respond_to?(:made)", f"out << {name}.include?(Comparable)", "a.name = 1")]
        if kind < 0.7:
            return [f"class {name}", "  attr_accessor :x", "  @@count = 0", "  LIMIT = 3", f"  def initialize(x = {self.simple_literal()}, *rest, k: 1)", "    @x = x", "    @rest = rest", "    @k = k", "    @@count += 1", "  end", "  def self.count = @@count", f"  def to_s = \"{name}(#{{@x}})\"", "  def ==(other) = other.is_a?(self.class) && x == other.x",
                    "  def each", "    return to_enum(:each) unless block_given?", "    yield @x", "    @rest.each { |r| yield r }", "    self", "  end", "  include Enumerable", "  private", "  def hidden = :secret", "  protected def guarded = :guarded", "end",
                    f"class {name}Sub < {name}", f"  def initialize(*args, **opts)", "    super", "    @sub = true", "  end", "  def to_s = super + '!'", f"  def hidden = [super, :shown]", "  def method_missing(name, *args) = name.to_s.end_with?('?') ? args : super", "  def respond_to_missing?(name, all = false) = name.to_s.end_with?('?') || super", "end",
                    f"o = {name}Sub.new({self.many(self.simple_literal, 0, 3)}{self.pick('', '')})", f"out << o.to_s << o.map {{ |v| v }} << {name}.count << (o == {name}Sub.new) << o.hidden", self.pick("out << o.really?(1, 2)", "out << o.respond_to?(:any?) << o.respond_to?(:zzz?)", "o.unknown", f"{name}.new.hidden", "out << o.guarded", "out << o.instance_variables", f"out << {name}::LIMIT << {name}Sub.superclass", f"out << o.sort_by(&:to_s) << o.first << o.include?(1)", "o.freeze; o.x = 1", "out << o.each.next << o.to_a", "out << o.send(:hidden)", f"out << {name}Sub.instance_method(:to_s).owner")]
        if kind < 0.85:
            return [f"class {name} < StandardError", f"  attr_reader :code", f"  def initialize(message = {self.pick(chr(39) + 'default' + chr(39), 'nil')}, code: 5)", "    super(message)", "    @code = code", "  end", "end", "begin", f"  raise {self.pick(name, name + ', ' + self.word(), name + '.new(code: 7)', name + '.new(' + self.word() + ')')}", f"rescue {name} => e", "  out << e.message << e.code << e.class.ancestors.take(2)", "end"]
        return [f"{name} = Class.new do", f"  %w[one two].each {{ |n| define_method(\"#{{n}}_x\") {{ |a = n, &b| b ? b.(a) : [n, a] }} }}", "  class << self", "    attr_accessor :setting", "    def build(&block) = new.tap { |o| o.instance_eval(&block) }", "  end", "  def set(v) = @v = v", "end", f"{name}.setting = {self.simple()}",
                f"o = {name}.build {{ set {self.simple_literal()} }}", f"out << o.one_x << o.two_x(3) << o.one_x {{ |q| q * 2 }} << {name}.setting << o.instance_variable_get(:@v)", self.pick("def o.solo = :solo; out << o.solo << o.singleton_methods", f"out << o.public_send(:two_x, 1)", f"out << {name}.name << o.is_a?({name})", "out << o.methods(false)", "out << o.frozen? << o.dup.one_x", "o.undefined_thing(1)")]

    def simple_literal(self):
        return self.pick("1", "'s'", ":y", "nil", "[1, 2]", "2.5", "{q: 1}")

    def closure(self):
        count = self.name("n")
        return self.pick(
            [f"{count} = 0", f"add = ->(x = 1) {{ {count} += x }}", f"3.times {{ |i| add.call(i) }}", f"out << {count} << add.() << add.arity << add.lambda?"],
            [f"{count} = {self.simple()}", f"makers = [1, 2].map {{ |x| proc {{ |y = x| [{count}, x, y] }} }}", f"out << makers.map(&:call) << makers.last.call(9)", f"{count} = :changed", "out << makers.first.()"],
            [f"{count} = Hash.new {{ |h, k| h[k] = k < 2 ? k : h[k - 1] + h[k - 2] }}", f"out << {count}[{self.pick('5', '9', '12')}] << {count}.size"],
            [f"def run{self.serial}_{self.names}; [1, 2, 3].each {{ |x| return x * 10 if x == 2 }}; :never; end", f"out << run{self.serial}_{self.names}"],
            [f"{count} = proc {{ |x| next x * 2 if x > 1; x }}", f"out << [1, 2, 3].map(&{count}) << {count}.parameters << {count}.curry.arity"],
            [f"x = 10; [1].each {{ |i; x| x = i }}; out << x", "y = [1, 2].each_with_index.to_a.to_h { |a, i| [i, a] }; out << y"],
            [f"{count} = method(:Integer).to_proc", f"out << %w[1 0x1f 07].map(&{count}) << :upcase.to_proc.call('q') << %w[a b].each_with_index.map {{ |s, i| s * (i + 1) }}"],
            [f"gen = Enumerator.new {{ |y| 3.times {{ |i| y << i * {self.integer()} }} }}", "out << gen.next << gen.peek << gen.to_a << gen.with_index(1).to_a << gen.size"],
            [f"out << [3, 1, 2].sort {{ |a, b| b <=> a }} << [1, 2, 3, 4].each_slice(2).map(&:sum) << (1..Float::INFINITY).lazy.map {{ |x| x * 2 }}.select {{ |x| x % 3 == 0 }}.first({self.pick('2', '3')})"],
        )

    def catch(self):
        return [f"out << (catch({self.pick(':done', ':out')}) do", "  [1, 2, 3].each do |x|", f"    out << x", f"    throw {self.pick(':done', ':out')}, x * 2 if x == 2", "  end", "  :finished", "end)"]

    def text(self):
        name = self.name("s")
        self.variables.append(name)
        return self.pick(
            [f"{name} = +''", f"3.times {{ |i| {name} << \"#{{i}},\" << {self.pick('65', chr(39) + 'x' + chr(39), '?y')} }}", f"out << {name} << {name}.chomp(',') << {name}.length"],
            [f"{name} = <<~TEXT", f"  first #{{{self.simple()}}}", "    indented", f"  last\\t{self.pick('x', 'ö')}", "TEXT", f"out << {name} << {name}.lines.map(&:strip)"],
            [f"{name} = {self.word()}.dup", f"{name}[0] = {self.word()} unless {name}.empty?", f"{name} << {self.word()}", f"out << {name} << {name}.sub!(/(a)(.)?/) {{ $2.to_s + $1 }} << $~.to_a"],
            [f"{name} = 'k1=v1;k2=v2;'.split(';').map {{ |p| p.split('=') }}.to_h", f"out << {name} << {name}.map {{ |k, v| \"#{{k}}: #{{v}}\" }}.join(\"\\n\")"],
            [f"{name} = {self.word()}.each_char.with_object(Hash.new(0)) {{ |c, h| h[c] += 1 }}", f"out << {name}.sort_by {{ |c, n| [-n, c] }}"],
            [f"{name} = 'The quick brown fox'.gsub(/\\b(\\w)(\\w*)/) {{ \"#{{$1.downcase}}#{{$2.upcase}}\" }}", f"out << {name} << {name}.tr('a-z', '*') << ({name} =~ /Q/) << $~ << {name}[/(?<w>B\\w+)/i, 'w']"],
            [f"{name} = format('%-8s|%5.2f|%03d', {self.word()}, {self.pick('1.005', '2', '3.14159')}, {self.pick('7', '-7', '1234')})", f"out << {name}"],
            [f"{name} = \"%s and %p\" % [{self.simple()}, {self.simple()}]", f"out << {name} << {name}.encoding << {name}.center(30, '<>')"],
        )

    def generator(self):
        return self.pick(
            ["fib = Enumerator.new { |y| a, b = 0, 1; loop { y << a; a, b = b, a + b } }", f"out << fib.take({self.pick('5', '8')}) << fib.lazy.select(&:even?).first(3)"],
            ["e = [1, 2].each", "out << e.next << e.next << (begin; e.next; rescue StopIteration => s; s.message; end)"],
            [f"out << (1..6).each_with_object([]) {{ |x, acc| acc << x if x % {self.pick('2', '3')} == 0 }}", "out << (1..3).inject { |a, b| a * b } << (1..3).each_cons(2).to_a"],
            ["out << [4, 5].each_with_index.select { |x, i| i > 0 } << %w[a b c].each.with_index(1).to_a << [1, 2, 3].each_entry.to_a"],
            ["out << 10.downto(7).to_a << 1.step(2, 0.5).to_a << 'a'.upto('e').each_slice(2).to_a << 3.times.map { |i| i ** 2 }"],
        )

    def special(self):
        return self.pick(
            [f"out << __method__.inspect << defined?(zork) << [1, 2] .frozen?"], [f"$glob{self.serial} = {self.simple()}", f"out << $glob{self.serial} << defined?($glob{self.serial})"], [f"out << (1 if false) << (true and nil) << [*nil] << [*1..3] << {{**{{a: 1}}, b: 2}}"],
            [f"alias_x = 5; out << binding.local_variable_defined?(:alias_x)"], [f"out << [[1, 2], [3]].sum([]) << [1, 2, 3].sum / 2.0 << 7.divmod(-2) << -7 / 2 << -7 % 3 << 2**-1 << 10.fdiv(4)"], [f"out << ObjectSpace.respond_to?(:each_object) << 1.frozen? << 'lit'.frozen? << :sym.to_proc.call('x')" if False else "out << 1.frozen? << 'lit'.frozen? << nil.to_a"],
            [f"h = {self.hash(1)}; h.each {{ |k, v| out << [k, v] }}; h[:new] = 1; out << h.length"], ["a = [1, 2, 3]; b = a; b << 4; out << a.equal?(b) << a; c = a.dup; c.clear; out << a"], ["x = [1, 2, 3, 4].each_slice(2).to_h; out << x << x.invert; x.default = 0; out << x[:no]"],
            ["def kw(a, b = a, *c, d:, e: d, **f) = [a, b, c, d, e, f]", f"out << kw(1, d: 2) << kw(1, 2, 3, d: 4, z: 5) << (kw(1) rescue $!.message) << (kw(d: 1) rescue $!.message)"], ["out << (begin; Integer('zz'); rescue ArgumentError; $!.message; end)", "out << ([1, 2].first('x') rescue $!.message)"],
            ["i = 0; r = begin; i += 1; raise 'no' if i < 3; i; rescue; retry; end; out << r"], ["out << [1, [2, [3, [4]]]].flatten(1) << [3, 1, 2].minmax << %w[b a].sort! << [1, 2, 3, 4].partition(&:even?)"],
        )

    def program(self):
        lines = ["out = $out = []"]
        for _ in range(self.rng.randint(3, 8)):
            part = self.statement(3)
            if self.chance(0.7):
                part = ["begin", *self.indented(part), "rescue => failure", "  out << failure.class << failure.message", "end"]
            lines += part
        return "\n".join([*lines, "out"])


def bound(pattern, name):
    """Whether a pattern binds a name."""
    if pattern == "x":
        return name == "x"
    if "|" in pattern:
        return name == "num" and "=> num" in pattern
    head = re.split(r" (?:if|unless) ", pattern)[0]
    return bool(re.search(rf"(?:=> |[\[ (*]|\*\*|^){name}(?:[\],)}}]|$|:,)", head)) or (f"{name}:," in head)


def cases(rng, options):
    return [("program", Maker(rng, number).program()) for number in range(options.count)]
