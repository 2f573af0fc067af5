# Regular expressions and matches.
def failure
  yield
rescue StandardError => error
  "#{error.class}: #{error.message}"
end

p "key = value" =~ /(\w+)\s*=\s*(\w+)/, $~, $1, $2, $3, $&, $`, $', $+
p "none" =~ /(x)/, $~, $1
def other_frame
  "other" =~ /o/
end
"mine" =~ /i/
other_frame
p $&
[1].each { "block" =~ /b/ }
p $&
%w[a1 b2 c].each do |text|
  case text
  when /\A([a-z])(\d)\z/ then puts "#{Regexp.last_match(1)}-#{$2}"
  else p $~
  end
end
if /(?<year>\d+)-(?<month>\d+)/ =~ "on 2024-05"
  p year, month
end

match = /(?<first>\w)(?<second>\d)?/.match("é a1")
p match, match[0], match[:first], match["second"], match.names, match.named_captures
match = /(b)(x)?/.match("aéb", 1)
p match.begin(0), match.end(0), match.offset(1), match.offset(2), match.pre_match, match.post_match
p match.to_a, match.captures, match.values_at(0, -1), match[0, 2], match.size, match.string, match.regexp
p failure { match[:none] }, failure { match.begin(3) }, failure { Regexp.new("[") }, failure { Regexp.new("(") }
p failure { Regexp.new("a**(") }, failure { Regexp.new("[z-a]") }, failure { /a/ =~ 1 }, failure { Regexp.new(nil) }

p Regexp.escape("a.b c\n[é]"), Regexp.union("a.b", /c/i), Regexp.union, Regexp.union(["x", "y"])
p(/a/mix.to_s, /(?i-m:a)/.to_s, %r{a/b}, %r{a/b}.source, /é/.options, /a/i.casefold?)
part = /b/i
p(/a#{part}c/, /a#{part}c/ =~ "xaBc", /a/ == /a/, /a/ == /a/i, /a/.eql?(/a/), { /a/ => 1 }[/a/])
p(/a/.match?("cba"), $&, /a/ === :cat, /a/ === nil, /a/.match("a") { |found| found[0] * 3 })
p "x-1, y-2".scan(/(\w)-(\d)/), "a1b22".gsub(/\d+/) { "<#{$&}>" }, "John Smith".sub(/(\w+) (\w+)/, '\2 \1')
p "path/to".split(/\//), "a,b;c".split(/([,;])/), "cat hat"[/[ch]at/], "a=1"[/(\w)=(\d)/, 2]
p "\xE9".b =~ /\xE9/n, failure { "\xff" =~ /x/ }, "日本語" =~ /語/
