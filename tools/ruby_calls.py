"""Generated calls of methods with tricky arguments, for compare_ruby.py.

The methods are those of docs/ruby-methods.md, the page that is generated from the interpreter's
records. Receivers and arguments are literals that were chosen for their edges.
"""
import itertools
import json
import os
import re
import subprocess

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "ruby-methods.md")

PRELUDE = r'''
require 'set'
require 'json'
require 'stringio'
require 'base64'
require 'digest'
require 'yaml'

# Ends blocks of endless iterations.
class TooOften < Exception; end

def tick
  $ticks += 1
  raise TooOften, "called too often" if $ticks > 60
end

class Point
  include Comparable
  attr_accessor :x
  def initialize(x) = @x = x
  def <=>(other) = other.is_a?(Point) ? x <=> other.x : nil
  def succ = Point.new(x + 1)
  def inspect = "#<Point #{x}>"
  def hash = x.hash
  def eql?(other) = other.is_a?(Point) && x == other.x
end

class Plain
  def inspect = "#<Plain>"
end

class Text
  def to_str = "ab"
  def inspect = "#<Text>"
end

class Listed
  def to_ary = [1, 2]
  def inspect = "#<Listed>"
end

class Whole
  def to_int = 2
  def inspect = "#<Whole>"
end

class Each
  include Enumerable
  def initialize(*list) = @list = list
  def each(&block)
    @list.each(&block)
    self
  end
  def inspect = "#<Each>"
end

Pair = Struct.new(:a, :b)
Keyed = Struct.new(:a, :b, keyword_init: true)

def __text(value, depth = 0)
  $ticks = 0
  case value
  when Enumerator::Lazy
    "#{value.inspect} #{value.first(3).inspect}"
  when Enumerator
    size = begin
      value.size
    rescue StandardError => error
      error.class
    end
    some = begin
      depth > 1 ? [] : value.first(2)
    rescue StandardError => error
      "#{error.class}: #{error.message}"
    end
    "#{value.inspect} #{size.inspect} #{some.inspect}"
  when Float, Integer, nil, true, false, Symbol, Range, Hash, Struct, Rational, Complex then value.inspect
  when String then "#{value.inspect} #{value.encoding} #{value.frozen?} #{value.class}"
  when Array then depth > 1 ? value.inspect : "[#{value.map { |one| __text(one, depth + 1) }.join(', ')}]"
  when MatchData then "#{value.inspect} #{value.begin(0)}"
  when Method, UnboundMethod, Proc then "#{value.class} #{value.arity}"
  when StringIO then "#<StringIO #{value.string.inspect} #{value.closed? ? 'closed' : value.pos}>"
  when Digest::Base then value.hexdigest
  when Exception then "#{value.class} #{value.message}"
  else value.inspect
  end
end

def __on(receiver)
  $ticks = 0
  result = yield receiver
  [result, receiver]
end
'''

INTEGERS = ["0", "1", "-1", "2", "3", "-3", "7", "10", "16", "36", "255", "-256", "2**31", "2**62", "2**63", "2**64",
            "-2**63", "-2**64", "10**20", "3**50"]
# Sizes: numbers that may be a count without asking for more memory than there is.
SIZES = ["0", "1", "-1", "2", "3", "-3", "5", "7", "10", "-10", "2**62", "2**64", "-2**64"]
FLOATS = ["0.0", "-0.0", "1.0", "1.5", "-2.5", "0.1", "2.675", "1e20", "1e-7", "1e300", "123456.789",
          "Float::INFINITY", "-Float::INFINITY", "Float::NAN", "Float::MAX", "Float::MIN", "Float::EPSILON", "1e16", "1e15"]
RATIONALS = ["1r", "3/4r", "-7/3r", "0r", "5/2r", "10**20/3r"]
COMPLEXES = ["1i", "Complex(1, 2)", "Complex(0, 0)", "Complex(1.5, -2)", "Complex(3, 0)"]
STRINGS = [
    "''", "'a'", "'abc'", "'hello world'", "'Hello World'", "' pad '", "\"a\\nb\\n\"", "\"tab\\tx\"", "'äöü'", "'日本語'",
    "'ß'", "'ǆ'", "\"e\\u0301\"", "'12abc'", "'0x1F'", "'-3.5e2'", "'1_000'", "'az'", "'zz'", "'Zz9'", "'a,b,,c,,'",
    "\"\\xff\\xfe\"", "\"\\xff\".b", "'abc'.b", "\"a\\0b\"", "\"\\r\\n\"", "\"a\\r\\nb\\rc\\n\"", "'%d %s'", "'a-z'", "'^a-c'", "'%05.1f'",
    "'aaa'", "'abcabc'", "'l'", "'o w'", "\"\\e[0m\"", "'😀x'", "'\\\\1'", "'\\\\0-\\\\k<n>'", "'<&>\"'", "\"'\"", "'1.2.3'", "'#{x}'",
    "'ABC'", "'xyz'.encode('UTF-16LE')", "'caf\\u00e9'.encode('ISO-8859-1')", "'abc'.force_encoding('US-ASCII')", "'YWJj'", "'  '", "\"\\n\\n\\n\"",
    "'İI'", "'ﬀ'", "'ΣΑΣ'",
]
SYMBOLS = [":a", ":b", ":abc", ":'a b'", ":+", ":[]", ":a?", ":A", ":upcase", ":to_s", ":size", ":'äö'", ":''", ":x=", ":even?", ":inspect"]
REGEXPS = ["/a/", "/b+/", "/(.)(.)/", "/(?<n>[a-z])/", "/l*/", "//", "/\\s+/", "/^/", "/$/", "/\\d+/", "/[aeiou]/i", "/(x)|(y)/", "/\\b/",
           "/./m", "/ä/", "/(?=b)/", "/\\p{Alpha}+/", "/\\W/", "/(a(b)?)+/", "/,/"]
RANGES = ["1..3", "1...3", "0..-1", "-3..-1", "3..1", "0..", "..2", "1..nil", "'a'..'e'", "'a'...'a'", "1.0..2.5", "'08'..'11'", "(1..10)",
          "nil..nil", "1..2.5", "0...0", "-2..", "'A'..'zz'", "(1r..3r)"]
SMALL_RANGES = ["1..3", "1...3", "0..-1", "-3..-1", "3..1", "'a'..'e'", "'a'...'a'", "1.0..2.5", "'08'..'11'", "1..10", "1..2.5", "0...0", "(1..)", "(..3)",
                "nil..nil", "1r..3r", "'y'..'ab'", "Point.new(1)..Point.new(3)", "-0.5..0.5", "2**64..2**64+3", "(1.5..)", "'a'..nil"]
ARRAYS = ["[]", "[1]", "[1, 2, 3]", "[3, 1, 2]", "[nil]", "[nil, 1, false]", "['a', 'b']", "[1, 'a', :b, 2.5, nil]", "[[1, 2], [3, 4]]",
          "[[1, [2, [3]]]]", "[1, 1, 2, 1.0]", "['b', 'B', 'a', 'A']", "[[:a, 1], [:b, 2]]", "[0.1, 0.2, 0.3]", "[2**64, 1]", "[1, 2, 3, 4, 5, 6]",
          "[[]]", "['a', ['b', ['c']]]", "[Float::NAN, 1]", "[1r, 2, 0.5]", "[3, 5, 1].freeze", "[{a: 1}, {b: 2}]", "['x', nil]", "[:a, :b, :a]",
          "[Point.new(2), Point.new(1)]", "%w[one two three four]", "[-1, -2.5, 3]", "[true, false]", "[1..3, 'x']", "[65, 66, 300]"]
HASHES = ["{}", "{a: 1}", "{a: 1, b: 2}", "{'a' => 1, 'b' => nil}", "{1 => 'x', 2.0 => 'y'}", "{a: {b: {c: 1}}}", "{nil => 0}", "{b: 1, a: 1}",
          "Hash.new(5)", "Hash.new { |h, k| h[k] = k.to_s }", "{a: [1, 2], b: []}", "{[1] => 2}", "{a: 1}.freeze", "{'x y' => :z, \"q\\\"\" => 1}", "{a: nil, c: false}",
          "{1 => 1, 1.0 => 2}", "{Point.new(1) => 1}", "{a: 1}.compare_by_identity"]
OTHERS = ["nil", "true", "false", "Object", "String", "Comparable", "Plain.new", "Text.new", "Listed.new", "Whole.new", "Point.new(3)", "Pair.new(1, 2)",
          "[1, 2].each", "proc { |x| x }", "lambda { |x| x }", ":a.to_proc", "Set[1, 2]", "Each.new(1, 2)", "1.method(:+)", "method(:Integer)"]
SETS = ["Set[]", "Set[1, 2, 3]", "Set['a', :b]", "Set[[1], nil]", "Set[3, 1].freeze", "Set[1.0, 1]", "Set[Set[1]]"]

BLOCKS = [
    "{ |x| tick; x }", "{ |*x| tick; x }", "{ |x, y| tick; [x, y] }", "{ tick; nil }", "{ tick; true }", "{ |x| tick; x.to_s }", "{ |x| tick; x.nil? }",
    "{ |a, b| tick; a <=> b }", "{ |a, b| tick; b.to_s <=> a.to_s }", "{ |a, b = 5, *c| tick; [a, b, c] }", "{ |x| tick; x == 1 }", "{ |x| tick; break 7 }",
    "{ |x| tick; next 3 if x; 4 }", "{ |x| tick; x.to_s.size }", "{ |a, (b, c)| tick; [c, b, a] }", "{ |x| tick; [x, 1] }", "(&:to_s)", "(&:itself)", "(&:nil?)",
    "{ |x, k: 2| tick; [x, k] }", "{ |x| tick; raise ArgumentError, 'from block' }", "{ |s| tick; s.to_s.upcase }", "{ |acc, x| tick; x }", "{ _1 }", "{ tick; [_1, _2] }", "{ |x| tick; -1 }",
]

RECEIVERS = {
    "Array": ARRAYS,
    "Hash": HASHES,
    "String": STRINGS,
    "Symbol": SYMBOLS,
    "Integer": INTEGERS,
    "Float": FLOATS,
    "Rational": RATIONALS,
    "Complex": COMPLEXES,
    "Range": SMALL_RANGES,
    "Regexp": REGEXPS,
    "MatchData": ["/(.)(.)/.match('abc')", "/(?<n>b)(?<m>x)?/.match('abc')", "/b/.match('äb')", "/(a)|(b)/.match('b')", "'héllo'.match(/l+/)"],
    "NilClass": ["nil"],
    "TrueClass": ["true"],
    "FalseClass": ["false"],
    "Proc": ["proc { |x| x }", "lambda { |x| x }", "proc { |x, y = 1, *z, k: 2, &b| [x, y, z, k] }", "lambda { |a, b| [a, b] }", "proc { |(a, b), c| [a, b, c] }", ":upcase.to_proc", "lambda { |*a, **k| [a, k] }"],
    "Method": ["1.method(:+)", "'abc'.method(:sub)", "[1, 2].method(:push)", "'x'.method(:to_s)"],
    "UnboundMethod": ["String.instance_method(:upcase)", "Array.instance_method(:push)"],
    "Struct": ["Pair.new(1, 2)", "Pair.new('a')", "Keyed.new(a: 1)", "Pair.new([1], {x: 2})"],
    "Set": SETS,
    "Enumerator": ["[1, 2, 3].each", "'abc'.each_char", "{a: 1}.each", "(1..3).each_slice(2)", "[4, 5].each_with_index", "[1, 2].map", "Enumerator.new { |y| y << 1 << 2; y.yield 3, 4; :end }", "3.times"],
    "Enumerator::Lazy": ["(1..9).lazy", "[1, 2, 3].lazy", "(1..4).lazy.map { |x| x * 2 }", "[3, nil].lazy.select(&:itself)"],
    "Enumerator::ArithmeticSequence": ["1.step(10, 3)", "(1..10) % 4", "1.0.step(2.0, 0.5)", "5.step(1, -2)", "1.step"],
    "Enumerator::Chain": ["[1].each + [2]", "[1, 2].each + {a: 1}.each"],
    "Exception": ["StandardError.new('boom')", "RuntimeError.new", "ArgumentError.new(nil)", "(raise 'x' rescue $!)", "KeyError.new('k', receiver: {}, key: 1)"],
    "Time": ["Time.at(0).utc", "Time.utc(2024, 2, 29, 12, 30, 45)", "Time.new(2000, 1, 31, 23, 59, 59, '+02:00')", "Time.at(1.5).utc", "Time.gm(1969, 12, 31)"],
    "StringIO": ["StringIO.new(\"a\\nb\\nc\")", "StringIO.new('')", "StringIO.new(+'äöü')", "StringIO.new('read only'.freeze)"],
    "Random": ["Random.new(42)", "Random.new(2**70)"],
    "Enumerable": ["Each.new(1, 2, 3)", "Each.new", "Each.new('b', 'a')", "Each.new([1, 2], [3, 4])", "Each.new(nil, false, 1)"],
    "Comparable": ["Point.new(1)", "Point.new(3)"],
    "Object": ["Plain.new", "Object", "nil", "1", "'a'", ":s", "[1]", "Point.new(1)"],
    "Module": ["String", "Comparable", "Integer", "Class.new", "Module.new", "Enumerable", "Pair", "Math", "Float"],
    "Encoding": ["Encoding::UTF_8", "Encoding::BINARY", "Encoding::US_ASCII"],
    "Data": [],
}
# Classes whose methods a receiver has besides its own.
ALSO = {
    "Array": ["Enumerable"], "Hash": ["Enumerable"], "Range": ["Enumerable"], "Struct": ["Enumerable"], "Set": ["Enumerable"],
    "Enumerator": ["Enumerable"], "Enumerator::Lazy": ["Enumerable"], "String": ["Comparable"], "Integer": ["Numeric", "Comparable"],
    "Float": ["Numeric", "Comparable"], "Rational": ["Numeric"], "Time": ["Comparable"], "Object": ["Kernel", "BasicObject"],
    "Enumerator::Chain": ["Enumerable"], "StringIO": ["Enumerable"],
}
# Class methods: the expression before the dot.
CLASSES = ["Array", "Hash", "String", "Symbol", "Integer", "Float", "Range", "Regexp", "Math", "Base64", "JSON", "Struct", "Set", "Proc", "Exception", "Time",
           "Random", "Rational", "Complex", "File", "Process", "Encoding", "Psych", "Digest", "Enumerator", "Kernel"]
FUNCTIONS = ["Integer", "Float", "String", "Array", "Hash", "Rational", "Complex", "format", "sprintf", "catch", "loop", "proc", "lambda", "raise", "throw"]

# The result depends on the process, the machine or chance, or the call has effects outside.
UNPREDICTABLE = set("""
object_id __id__ hash sample shuffle shuffle! rand srand random_number bytes seed new_seed binding caller caller_locations gets readline readlines sleep exit exit! abort
fork exec spawn system trap at_exit warn puts print p pp putc printf display require require_relative load autoload autoload? select open test methods
public_methods private_methods protected_methods singleton_methods instance_methods public_instance_methods private_instance_methods
protected_instance_methods constants global_variables local_variables class_variables define_method alias_method remove_method undef_method attr
attr_reader attr_writer attr_accessor class_eval module_eval class_exec module_exec instance_eval instance_exec remove_const const_set include extend prepend public private
protected module_function public_class_method private_class_method private_constant deprecate_constant refine using remove_class_variable
class_variable_set remove_instance_variable define_singleton_method const_missing now getlocal localtime local mktime pid ppid clock_gettime clock_getres times eval irb
set_trace_func trace_var untrace_var callcc syscall ruby2_keywords instance_variable_set fcntl ioctl reopen fileno set_encoding_by_bom getpgid getpriority
kill wait wait2 waitall detach daemon getrlimit setrlimit groups initgroups uid gid euid egid last_status argv0 setproctitle warmup safe_load_file load_file
parse_file unsafe_load_file load_stream parse_stream singleton_class subclasses superclass ancestors included_modules crypt to_tty tty? isatty source_location owner
curry chown chmod utime truncate rename unlink delete symlink link mkfifo atime mtime ctime birthtime umask lchmod lchown lutime flock realpath realdirpath
absolute_path expand_path stat lstat ftype default_external= default_internal= default_external default_internal locale_charmap name_list aliases list names
backtrace backtrace_locations full_message detailed_message set_backtrace zone getlocal instance_variables inspect_ attached_object undefined_instance_methods
set_temporary_name const_source_location detailed_message method public_method singleton_method to_enum enum_for instance_method public_instance_method produce
read_nonblock sysread readpartial pread binmode set_encoding external_encoding internal_encoding sync fsync timeout timeout= linear_time? hexdigest_ ` __dir__ __method__ block_given? gsub sub chop chomp
isatty proc_ pledge loop_ wait_readable _load marshal_dump marshal_load respond_to_missing? method_missing srand urandom random_raw yield_self_ singleton_method_added raw_seed each_entry_ at_exit freeze_
""".split()) - {"gsub", "sub", "chop", "chomp", "curry"}
# Only for strings and their like are these excluded names harmless.
HARMLESS = {("String", name) for name in ["gsub", "sub", "chop", "chomp", "sum", "crypt_"]} | {("Array", "delete"), ("Hash", "delete"), ("Hash", "select"), ("Array", "select"),
    ("String", "delete"), ("Set", "delete"), ("Set", "select"), ("Enumerable", "select"), ("Enumerator", "select"), ("Enumerator::Lazy", "select"), ("Struct", "select"),
    ("Range", "select"), ("Array", "select!"), ("Integer", "times"), ("MatchData", "names"), ("Regexp", "names"), ("Float", "truncate"), ("Integer", "truncate"),
    ("Rational", "truncate"), ("String", "bytes"), ("Exception", "full_message"), ("Module", "instance_method"), ("Time", "zone")}


def documented():
    """Methods by class: (class, '#' or '.', name)."""
    found, owner = [], None
    with open(PAGE, encoding="utf-8") as handle:
        for line in handle:
            if line.startswith("## "):
                owner = line[3:].strip()
            elif owner and line.startswith(("`#", "`.")):
                found += [(owner, name[0], name[1:]) for name in re.findall(r"`([#.][^`]+)`", line)]
    return found


def arities(methods):
    """The numbers of arguments that the installed Ruby's methods take."""
    program = r'''
require 'json'; require 'set'; require 'stringio'; require 'base64'; require 'yaml'; require 'digest'
wanted = JSON.parse(STDIN.read)
answer = wanted.map do |owner, mark, name|
  begin
    scope = Object.const_get(owner)
    method = mark == '#' ? scope.instance_method(name) : scope.method(name)
    required = method.parameters.count { |kind, _| kind == :req }
    optional = method.parameters.count { |kind, _| kind == :opt }
    method.arity == -1 && method.parameters == [[:rest]] ? [0, 3] : [required, [required + optional, 4].min]
  rescue NameError
    nil
  end
end
puts JSON.generate(answer)
'''
    done = subprocess.run(["ruby", "-e", program], input=json.dumps(methods), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


# Receivers that never end, and the methods that may be called on them.
ENDLESS = {"(1..)", "(1.5..)", "'a'..nil", "nil..nil", "(..3)", "1.step"}
ENDS = set("""first begin end == eql? inspect to_s size cover? include? member? === step % lazy min max exclude_end? each take
take_while find detect find_index each_with_index each_slice each_entry bsearch count frozen? dup clone""".split())


class Maker:
    """Makes one call after another."""

    def __init__(self, rng):
        self.rng = rng

    def pick(self, *lists):
        return self.rng.choice(self.rng.choice(lists))

    def argument(self, owner):
        chance = self.rng.random()
        like = RECEIVERS.get(owner)
        if chance < 0.35 and like and owner not in ("Object", "Module"):
            return self.rng.choice(like)
        if chance < 0.6:
            return self.rng.choice(SIZES)
        if chance < 0.75:
            return self.rng.choice(STRINGS)
        return self.pick(FLOATS, SYMBOLS, REGEXPS, RANGES, ARRAYS, HASHES, OTHERS, OTHERS, INTEGERS, RATIONALS)

    def call(self, owner, receiver, name, low, high):
        count = self.rng.randint(low, max(low, high))
        if self.rng.random() < 0.06:
            count = max(0, count + self.rng.choice([-1, 1]))
        args = [self.argument(owner) for _ in range(count)]
        block = self.rng.choice(BLOCKS) if self.rng.random() < 0.45 else ""
        return call_text(receiver, name, args, block)


def call_text(receiver, name, args, block):
    if block.startswith("("):
        args, block = [*args, block[1:-1]], ""
    arguments = f"({', '.join(args)})" if args else ""
    if re.match(r"[a-z_A-Z]", name) and not name.endswith("="):
        return f"__on({receiver}) {{ |r| r.{name}{arguments} {block} }}"
    arguments = ", ".join([f":{quoted(name)}", *args])
    return f"__on({receiver}) {{ |r| r.public_send({arguments}) {block} }}"


def quoted(name):
    return name if re.fullmatch(r"[a-zA-Z_]\w*[?!=]?", name) else f"'{name}'"


def subjects():
    """(class to name, receivers, mark, method, low, high) of everything that is called."""
    methods = documented()
    named = collections_by_owner(methods)
    wanted = []
    for owner, receivers in RECEIVERS.items():
        if not receivers:
            continue
        names = list(named.get((owner, "#"), []))
        for other in ALSO.get(owner, []):
            names += [name for name in named.get((other, "#"), []) if name not in names]
        for name in sorted(set(names)):
            if name not in UNPREDICTABLE or (owner, name) in HARMLESS:
                wanted.append((owner, receivers, "#", name))
    for owner in CLASSES:
        for name in sorted(set(named.get((owner, "."), []))):
            if name not in UNPREDICTABLE:
                wanted.append((owner, [owner], ".", name))
    for name in FUNCTIONS:
        wanted.append(("Kernel", ["Kernel"], ".", name))
    counts = arities([(owner, mark, name) for owner, _, mark, name in wanted])
    return [(*one, *span) for one, span in zip(wanted, counts) if span]


def collections_by_owner(methods):
    named = {}
    for owner, mark, name in methods:
        named.setdefault((owner, mark), []).append(name)
    return named


def cases(rng, options):
    maker = Maker(rng)
    found = subjects()
    if options.only:
        owner, _, name = options.only.partition("#")
        found = [one for one in found if one[0] == owner and (not name or one[3] == name)]
    # The methods of classes with many receivers get more calls.
    weights = [3 if one[0] in ("String", "Array", "Hash", "Integer", "Float", "Range") else 1 for one in found]
    sums = list(itertools.accumulate(weights))
    result = []
    while len(result) < options.count:
        owner, receivers, mark, name, low, high = rng.choices(found, cum_weights=sums)[0]
        receiver = rng.choice(receivers)
        if receiver in ENDLESS and name not in ENDS:
            continue
        text = maker.call(owner, receiver, name, low, high)
        result.append((f"{owner}{mark}{name}", text))
    return result
