# Parameters of all kinds, and the errors of calls that do not fit.
def all(a, b = a * 2, *rest, c, k:, o: k + 1, **others, &block)
  [a, b, rest, c, k, o, others, block&.call]
end

p all(1, 2, k: 3)
p all(1, 2, 3, k: 4)
p all(1, 2, 3, 4, 5, k: 6, o: 7, z: 8) { :block }
p all(*[1, 2], **{ k: 3, 'text' => 4 })

def nested(a, (b, (c, *d)), e) = [a, b, c, d, e]
p nested(1, [2, [3, 4, 5]], 6)
p nested(1, 2, 3)

def attempt
  yield
rescue ArgumentError, NoMethodError, TypeError, LocalJumpError => e
  puts "#{e.class}: #{e.message.lines.first.chomp}"
end

attempt { all }
attempt { all(1, 2) }
attempt { all(1, 2, k: 1, **{ 5 => 6 }) }
attempt { def one(a) = a; one }
attempt { one(1, 2) }
attempt { def keyword(k:) = k; keyword }
attempt { keyword(k: 1, z: 2, y: 3) }
attempt { keyword({ k: 1 }) }
attempt { def none(**nil) = 1; none(a: 1) }
attempt { -> (a, b) {}.call(1) }
attempt { [1].first('x') }
attempt { def no_block = yield; no_block }

# Procs are lenient, lambdas are not.
pr = proc { |a, b = 5, *c| [a, b, c] }
p pr.call(1), pr.call([1, 2, 3]), pr.call(1, 2, 3), pr.call(nil), pr.call([[1]])
p proc { |a| a }.call(1, 2), proc { |a,| a }.call([1, 2]), proc { |(a, b), c| [a, b, c] }.call([1, 2], 3)
p proc { |a, k: 1| [a, k] }.call([1, 2]), lambda(&pr).lambda?
p [[1, [2, 3]]].map { |a, (b, c)| a + b + c }
p({ a: 1 }.map { |k, v| [k, v] }, { a: 1 }.each_with_index.map { |(k, v), i| [k, v, i] })
p [1, 2].each_with_object([]).map { |x, acc| acc << x; x }
p [3, 4].map { _1 * 2 }, [[1, 2]].map { _1 + _2 }

# Forwarding.
def target(*args, **options, &block) = [args, options, block&.call]
def forward(...) = target(...)

p forward(1, a: 2) { 3 }
def options(opts = {}) = opts
p options(a: 1), options({ b: 2 })
h = { x: 1 }
x = 2
y = 3
p({ x:, y: }, options(**h, z: 4))
p method(:all).arity, method(:all).parameters, proc { |a, b| }.arity, proc { |*a| }.arity, -> (a, b = 1) {}.arity
