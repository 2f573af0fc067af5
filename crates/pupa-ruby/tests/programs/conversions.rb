# Errors of conversions, whose messages are binary strings.
def message
  yield
rescue StandardError => e
  [e.class, e.message, e.message.encoding]
end

['ñ', '1ñ', '', ' ', 'a', "a\u0301", "a\xff", "é".encode('ISO-8859-1')].each do |text|
  p message { Float(text) }
end
p message { Float('1_000') }
p message { Float('0x1f') }
p message { Integer('1ñ') }
# Texts for XML.
p %q(<é&'">).encode(xml: :attr), %q(a'"é).encode('US-ASCII', xml: :attr), %q(a'<"é).encode(xml: :text)
