# Jumps out of blocks, loops, methods, and through ensure.
def find_first(list) = list.each { |x| return x if yield(x) } && nil
p find_first([1, 2, 3]) { |x| x > 1 }, find_first([]) { true }

p [1, 2, 3].each { |x| break x * 10 if x == 2 }
p [1, 2, 3].map { |x| next 0 if x == 2; x }
p (1..Float::INFINITY).each { |i| break i if i * i > 50 }

i = 0
r = while true
  i += 1
  next if i.odd?
  break i * 100 if i > 5
end
p r, i
i = 10
i -= 1 until i < 5
p i
begin
  i += 1
end while i < 3
p i
for a, b in [[1, 2], [3, 4]] do print a, b, ' ' end
puts a, b

def ensured(log)
  log << :body
  yield
  :value
ensure
  log << :ensure
end
log = []
p ensured(log) { log << :block }, log
log = []
p [1].each { ensured(log) { break :broken } }, log
log = []
def through(log) = ensured(log) { return :returned }
p through(log), log

def retrying
  tries = 0
  begin
    tries += 1
    raise "try #{tries}" if tries < 3
    tries
  rescue RuntimeError
    retry
  else
    :else
  ensure
    tries = 100
  end
end
p retrying

p catch(:done) { 10.times { |n| throw :done, n if n == 3 }; :never }
begin
  throw :nobody
rescue UncaughtThrowError => e
  puts e.message
end

def orphan = proc { return 1 }
begin
  orphan.call
rescue LocalJumpError => e
  puts e.message
end
p lambda { return 5 }.call, -> { [1, 2].each { |x| return x } }.call

case 5
when 1..3, 7 then puts 'low'
when Integer, Float then puts 'number'
end
case 'hello'
when /^h(.)/ then puts $1, $~[0], Regexp.last_match(1)
end
case
when false then 1
else puts 'else'
end
p (case 1 when *[2, 3], *[1] then :splat end)
p (true and not false), (nil or :or), (1 unless false), (if false then 1 end)
puts [1, 2, 3, 4, 5, 6].select { |n| true if (n == 2)..(n == 4) }.inspect
x = 5
p x.then { _1 + 1 }, (x > 3 ? 'big' : 'small'), x&.succ, nil&.succ
n = nil
n ||= 4
n &&= n + 1
h = Hash.new(0)
h[:a] += 1
h[:b] ||= 5
p n, h
redone = false
[1].each { |v| unless redone then redone = true; redo end; p v }
p [1, 2, 3].each_with_index.find { |v, idx| v > 1 }
loop do
  raise StopIteration
end
p loop { break 3 }
