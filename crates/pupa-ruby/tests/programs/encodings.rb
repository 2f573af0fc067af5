# Encodings of regular expressions, and Unicode normalization.
def attempt
  p yield
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end

def about(regexp)
  p [regexp, regexp.encoding, regexp.fixed_encoding?, regexp.options, regexp.source.encoding]
end

about(/a/)
about(/a/u)
about(/ä/)
about(/a/n)
about(Regexp.new('a'))
about(Regexp.new('ä'.encode('ISO-8859-1')))
p(/a/ == /a/u, /a/u == Regexp.new(/a/u), Regexp.new(/a/u).fixed_encoding?)
p Regexp.union('a.b', /c/i, :d.to_s), Regexp.union, Regexp.union([/x/, 'y']), Regexp.union('ä', 'b').encoding
attempt { Regexp.union('ä', 'ä'.encode('ISO-8859-1')) }
attempt { Regexp.union('a'.encode('UTF-16LE'), 'b') }
attempt { Regexp.union(/a/u, 'ä'.encode('ISO-8859-1')) }
attempt { Regexp.union('a'.encode('UTF-16LE'), 'b'.encode('UTF-16BE')) }

accent = "e\u0301"
p accent.unicode_normalize, accent.unicode_normalize.length, 'é'.unicode_normalize(:nfd).length
p 'ﬁ①'.unicode_normalize(:nfkc), 'ﬁ'.unicode_normalize(:nfc), 'Å'.unicode_normalize(:nfkd).codepoints
p accent.unicode_normalized?, 'é'.unicode_normalized?, 'abc'.unicode_normalized?(:nfkd)
text = accent.dup
p text.unicode_normalize!.equal?(text), text
attempt { 'é'.unicode_normalize(:bad) }
attempt { 'é'.b.unicode_normalize }
attempt { accent.freeze.unicode_normalize! }
