#!/usr/bin/env python3
"""Times Ruby programs under `pupa ruby` beside the installed Ruby without a JIT compiler.

Both run the same program in the same minute; the figure is the ratio of CPU times after the time
of an empty program is subtracted. Each program prints a result, and the results must be equal.

With `--templates` it times templates and the reading of Ruby files instead: the machine alone by
`cargo build --profile dist -p pupa-ruby --example bench`, whole calls of `inline_template` by the program
itself, and Ruby by a method that is compiled from the template.

usage: tools/bench_ruby.py [--pupa target/dist/pupa] [--rounds 3] [NAME…]
       tools/bench_ruby.py --templates [--modules /usr/share/puppet/modules]
"""

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile

PROGRAMS = {
    "fib": "def fib(n) n < 2 ? n : fib(n - 1) + fib(n - 2) end\nputs fib(27)",
    "method call": """
def add(a, b) a + b end
i = 0
while i < 2_000_000
  i = add(i, 1)
end
puts i""",
    "block call": "sum = 0\n2_000_000.times { |i| sum += i }\nputs sum",
    "each and map": """
list = (1..1000).to_a
total = 0
1000.times { total += list.map { |x| x * 2 }.select { |x| x % 3 == 0 }.sum }
puts total""",
    "string append": "s = +''\n2_000_000.times { s << 'abc' }\nputs s.length",
    "string building": """
out = []
300_000.times { |i| out << "item #{i}: #{i * 2}\\n" }
puts out.join.length""",
    "hash access": """
h = {}
200_000.times { |i| h["key#{i % 1000}"] = i }
sum = 0
1_000_000.times { |i| sum += h['key7'] }
puts sum""",
    "symbol hash": """
h = { a: 1, b: 2, c: 3 }
sum = 0
2_000_000.times { sum += h[:b] }
puts sum""",
    "gsub": "t = 'the quick brown fox ' * 50\nn = 0\n2_000.times { n += t.gsub(/[aeiou]/, '*').length }\nputs n",
    "gsub block": "t = 'a1b22c333 ' * 50\nn = 0\n1_000.times { n += t.gsub(/\\d+/) { |d| (d.to_i * 2).to_s }.length }\nputs n",
    "split and join": "t = (1..200).to_a.join(',')\nn = 0\n5_000.times { n += t.split(',').join(';').length }\nputs n",
    "match": "n = 0\n500_000.times { |i| n += 1 if \"host#{i}.example.com\" =~ /^host(\\d+)\\.example/ }\nputs n",
    "sort_by": "l = (1..100_000).map { |i| (i * 7919) % 100_003 }\nputs l.sort_by { |x| -x }.first(3).inspect",
    "attributes": """
class Point
  attr_accessor :x, :y
  def initialize(x, y) @x = x; @y = y end
  def sum() @x + @y end
end
t = 0
500_000.times { |i| p = Point.new(i, 1); p.x = 2; t += p.sum }
puts t""",
    "nbody": """
class Body
  attr_accessor :x, :y, :z, :vx, :vy, :vz, :mass
  def initialize(x, y, z, vx, vy, vz, mass)
    @x, @y, @z, @vx, @vy, @vz, @mass = x, y, z, vx, vy, vz, mass
  end
end
bodies = [
  Body.new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 39.47),
  Body.new(4.84, -1.16, -0.10, 0.606, 2.81, -0.02, 0.037),
  Body.new(8.34, 4.12, -4.03, -1.01, 1.82, 0.008, 0.011),
  Body.new(12.89, -15.11, -0.22, 1.08, 0.868, -0.01, 0.0017),
  Body.new(15.37, -25.9, 0.179, 0.979, 0.594, -0.034, 0.002)]
20_000.times do
  i = 0
  while i < 5
    b = bodies[i]
    j = i + 1
    while j < 5
      c = bodies[j]
      dx = b.x - c.x
      dy = b.y - c.y
      dz = b.z - c.z
      d = dx * dx + dy * dy + dz * dz
      mag = 0.01 / (d * Math.sqrt(d))
      b.vx -= dx * c.mass * mag
      b.vy -= dy * c.mass * mag
      b.vz -= dz * c.mass * mag
      c.vx += dx * b.mass * mag
      c.vy += dy * b.mass * mag
      c.vz += dz * b.mass * mag
      j += 1
    end
    i += 1
  end
  bodies.each { |b| b.x += 0.01 * b.vx; b.y += 0.01 * b.vy; b.z += 0.01 * b.vz }
end
puts format('%.6f', bodies[0].x)""",
}


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[:1]
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def best(command, rounds):
    runs = [cpu_seconds(command) for _ in range(rounds)]
    failed = [run for run in runs if run[0] is None]
    return failed[0] if failed else min(runs)


# The same figures as those of the example `bench`, by Ruby.
RUBY_TEMPLATES = r"""
require 'erb'
def shortest(rounds)
  (1..rounds).map { s = Process.clock_gettime(Process::CLOCK_MONOTONIC); yield; Process.clock_gettime(Process::CLOCK_MONOTONIC) - s }.min
end
small, middle = ARGV[0, 2].map { |path| File.read(path) }
@hostname, @port, @ssl, @hosts = 'web01', 8080, true, %w[a b c]
eval("def render_small\n#{ERB.new(small, trim_mode: '-').src}\nend")
printf("small template, warm: %.2f µs\n", shortest(200) { 100.times { render_small } } * 1e4)
printf("2 KB template, first render: %.1f µs\n", shortest(500) { ERB.new(middle, trim_mode: '-').result(binding) } * 1e6)
def files(folder)
  (Dir.children(folder) - %w[spec acceptance]).flat_map do |name|
    path = "#{folder}/#{name}"
    File.directory?(path) ? files(path) : [path].grep(/\.e?rb\z/)
  end
end
texts = files(ARGV[2]).map { |path| [path.end_with?('.erb'), File.read(path)] }
bytes = texts.sum { |_, text| text.bytesize }
refused = 0
time = shortest(3) do
  refused = texts.count do |is_template, text|
    RubyVM::InstructionSequence.compile(is_template ? ERB.new(text, trim_mode: '-').src : text)
    false
  rescue SyntaxError, StandardError
    true
  end
end
printf("%d files, %d bytes, %d refused: %.1f ms\n", texts.size, bytes, refused, time * 1e3)
"""


def templates(options):
    """Prints the figures of templates beside those of Ruby."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bench_ruby")
    paths = [os.path.join(folder, name) for name in ("small.erb", "middle.erb")]
    print("pupa, the machine alone:")
    bench = os.path.join(os.path.dirname(options.pupa), "examples", "bench")
    print(subprocess.run([bench, options.modules], capture_output=True, text=True).stdout, end="")
    print("pupa, the function in a run:")
    with open(paths[0]) as file:
        text = file.read()
    program = """$hostname = 'web01'
$port = 8080
$ssl = true
$text = @(END)
%s| END
Integer[1, %d].each |$i| { inline_template($text) }
"""
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "template.pp")
        times = []
        for count in (2, 50_002):
            with open(path, "w") as file:
                file.write(program % (text, count))
            times.append(best([options.pupa, "eval", path], options.rounds)[0])
    print(f"small template, warm: {(times[1] - times[0]) / 50_000 * 1e6:.2f} µs")
    print("ruby:")
    command = [options.ruby, "-W0", "--disable=gems", "-e", RUBY_TEMPLATES, *paths, options.modules]
    print(subprocess.run(command, capture_output=True, text=True).stdout, end="")
    return 0


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pupa", default="target/dist/pupa")
    options.add_argument("--ruby", default="ruby")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--templates", action="store_true")
    options.add_argument("--modules", default="/usr/share/puppet/modules")
    options.add_argument("names", nargs="*")
    options = options.parse_args()
    if options.templates:
        return templates(options)
    ours = [options.pupa, "ruby"] if "pupa" in os.path.basename(options.pupa) else [options.pupa]
    theirs = [options.ruby, "--disable=gems"]
    ratios, failures = [], 0
    with tempfile.TemporaryDirectory() as folder:
        def run(command, name, text):
            path = os.path.join(folder, name.replace(" ", "_") + ".rb")
            with open(path, "w") as file:
                file.write(text)
            return best(command + [path], options.rounds)

        empty = [run(command, "empty", "")[0] or 0.0 for command in (ours, theirs)]
        print(f"{'program':18} {'pupa':>8} {'ruby':>8} {'ratio':>7}   (start: {empty[0]*1e3:.1f} and {empty[1]*1e3:.1f} ms)")
        for name, text in PROGRAMS.items():
            if options.names and name not in options.names:
                continue
            a, out_a = run(ours, name, text)
            b, out_b = run(theirs, name, text)
            if a is None or b is None or out_a != out_b:
                print(f"{name:18} differs: {out_a!r} and {out_b!r}")
                failures += 1
                continue
            a, b = max(a - empty[0], 1e-4), max(b - empty[1], 1e-4)
            ratios.append(b / a)
            print(f"{name:18} {a*1e3:8.1f} {b*1e3:8.1f} {b/a:7.2f}")
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{'geometric mean':36} {mean:7.2f} times as fast as Ruby")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
