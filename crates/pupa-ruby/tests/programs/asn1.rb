# ASN.1: values to DER and back.
require 'openssl'

values = [
  OpenSSL::ASN1::Integer.new(-129), OpenSSL::ASN1::Integer.new(70_000), OpenSSL::ASN1::Boolean.new(true),
  OpenSSL::ASN1::ObjectId.new('authorityInfoAccess'), OpenSSL::ASN1::OctetString.new('abc' * 60),
  OpenSSL::ASN1::Null.new(nil), OpenSSL::ASN1::UTF8String.new('ä'), OpenSSL::ASN1::BitString.new('x'),
  OpenSSL::ASN1::UTCTime.new(Time.at(1_000_000_000))
]
der = OpenSSL::ASN1::Sequence.new(values).to_der
puts der.unpack1('H*')
decoded = OpenSSL::ASN1.decode(der)
p decoded.class, decoded.map { |value| [value.class, value.tag, value.tag_class] }
p decoded.value[0].value.to_i, decoded.value[1].value.to_s, decoded.value[2].value
p decoded.value[3].then { |id| [id.value, id.oid, id.sn, id.ln] }
p decoded.value[4].value.size, decoded.value[5].value, decoded.value[6].value, decoded.value[8].value
p OpenSSL::ASN1.decode_all(der + der).size
OpenSSL::ASN1.traverse(der) { |part| p part }
begin
  OpenSSL::ASN1.decode("\x30\x05\x02")
rescue OpenSSL::ASN1::ASN1Error => e
  p e.class
end
p OpenSSL::ASN1::SEQUENCE, OpenSSL::ASN1.Integer(5).to_der, OpenSSL::ASN1::ObjectId.new('CN').oid
