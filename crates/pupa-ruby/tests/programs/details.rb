# Details of blocks, literals, arguments and errors that generated programs have found.
require 'digest/bubblebabble'

def attempt
  p yield
rescue StandardError, NotImplementedError => e
  puts "#{e.class}: #{e.message.sub(/0x\h+/, '0x')}"
end

# An optional parameter with a rest takes no array apart.
[[1, 2]].each { |a = 5, *b| p [a, b] }
[[1, 2]].each { |a = 5, b = 6| p [a, b] }
[[1, 2]].each { |a, *b| p [a, b] }
[1, 2].zip([3, 4]) { |a = 5, *b| p [a, b] }

# A key that comes twice has the place of the last one.
count = 0
p({ b: (count += 1), a: 2, b: 3, 'k' => 1, 'k' => 2, 1 => 0, 1 => 9, 2.0 => 1, 2.0 => 2 }, count)

def keywords(a, b = a, *c, d:, e: d, **f) = [a, b, c, d, e, f]
attempt { keywords(d: 1) }
attempt { keywords }
attempt { keywords(1) }
def two(a, d:, e:) = [a, d, e]
attempt { two(1, 2) }
attempt { two(1, 2, d: 1) }

def match(value)
  case value
  in [] then :array
  in 5 then :five
  end
end
attempt { match('str') }
attempt { match(nil) }
attempt do
  case { a: 1 }
  in { b: } then b
  end
end

class Quiet
  def method_missing(name, *args) = super
  def respond_to_missing?(*) = false
  protected def guarded = 1
  private def hidden = 2
end
attempt { Quiet.new.guarded }
attempt { Quiet.new.hidden }
attempt { Quiet.new.other }

attempt { [].fetch(3) }
attempt { [1].fetch(-3) }
attempt { format('%c', -4) }
attempt { format('%c', 2**40) }
attempt { 'a'.upcase(:ascii, :turkic) }
attempt { 'a'.upcase(1, 2) }
attempt { 'a' <= 2**62 }
attempt { 'a' <= 2**61 }
attempt { Float('x') }
begin
  Float('x')
rescue ArgumentError => e
  p e.backtrace.first[/internal:\w+/]
end
p 1.then.size, Digest.bubblebabble('message'), Digest::MD5.bubblebabble('x')
