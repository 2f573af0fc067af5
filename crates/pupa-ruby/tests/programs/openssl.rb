# Certificates, keys and ciphers. The key is for this test alone.
require 'openssl'

def attempt
  p yield
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end

CERTIFICATE = <<~PEM
  -----BEGIN CERTIFICATE-----
  MIICiTCCAfKgAwIBAgIUYXScS+nOegIpxAMLr27bw8Ho+sswDQYJKoZIhvcNAQEL
  BQAwPjELMAkGA1UEBhMCREUxFTATBgNVBAoMDEV4YW1wbGUsIE9yZzEYMBYGA1UE
  AwwPd3d3LmV4YW1wbGUuY29tMB4XDTI2MTExODE2MzQxNloXDTM2MTExNTE2MzQx
  NlowPjELMAkGA1UEBhMCREUxFTATBgNVBAoMDEV4YW1wbGUsIE9yZzEYMBYGA1UE
  AwwPd3d3LmV4YW1wbGUuY29tMIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDj
  F7VlXgAAzk6p9WPp08NfLWDQGIdqOV2WwiTHYch7wqmFVLr4wUbOtHMXN9/3tX9n
  dxJ9DwZWPW/vsbyQIpFvYwFw12wcr9THKkv5Exw+bu/0jIREqRYl8Yj+vP2C4TbG
  o72pXnlC9lNtWJbz4FPFX33Tcsp9HIdbPJSQsetjxwIDAQABo4GDMIGAMB0GA1Ud
  DgQWBBRoAnxpocB1gcY2PQpSOTZS4jodajAfBgNVHSMEGDAWgBRoAnxpocB1gcY2
  PQpSOTZS4jodajAPBgNVHRMBAf8EBTADAQH/MC0GA1UdEQQmMCSCDWEuZXhhbXBs
  ZS5jb22HBAoAAAGBDXhAZXhhbXBsZS5jb20wDQYJKoZIhvcNAQELBQADgYEAdEBn
  Lwwh4nE1MSWrls3FCz4g6Xo4URZCDUSQKVK7CuEZZdY17W2aOn9ZAW7UAy3FfJGu
  ZewJ29Ao5fTE/g/vF5LEcJnHNJqZffBIiBpIXZyuIJhCQOlhy/geUyL0CGxvxere
  Q5voM2j2C/r1RJJOteGf9dEYQMaT5M/hBUYwaRs=
  -----END CERTIFICATE-----
PEM

KEY = <<~PEM
  -----BEGIN PRIVATE KEY-----
  MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAOMXtWVeAADOTqn1
  Y+nTw18tYNAYh2o5XZbCJMdhyHvCqYVUuvjBRs60cxc33/e1f2d3En0PBlY9b++x
  vJAikW9jAXDXbByv1McqS/kTHD5u7/SMhESpFiXxiP68/YLhNsajvaleeUL2U21Y
  lvPgU8VffdNyyn0ch1s8lJCx62PHAgMBAAECgYBW16wwtX++zyZZ7FNnCeo+rXXG
  Xnr6bjGSA3BZJtWqLkjxifNuSUswpOUWTfHCIpA0Gt7hICvGMvxpZ0i6vd1rSKFq
  Ppvd2Q5bzwVxfw6kZQa128fw2gYe7JXotqnxxTR0z3l0b2koMjgSZOClZi8ioWr8
  CYWhmPkU5j8y6pSroQJBAPo7e6OOyFszqbprx5hQK7/nAdZhdK137gKgRB3P1pZD
  i4ke68ZQkC4XOEMF1RsC/nX1fl5A8Xc0AVn3lrN3Yg8CQQDoU7AHU9XX2EkpgRwg
  O4VGd2FKWlU5Lp+vxiD8witfNrV0uy3detlHBFOtfT1YUc+B4MbI5A5y27KjGO4L
  iDrJAkBY2GfUsax3nUdFFmF+tfBiqX2ghWes86kBK7AjuZiiL4dKfz0NY6tdggcK
  3PZGKfD5JtngU0Soo0FblSnfvKKHAkBD1xQiv59E/Po4LWRKITdEoV1+eaxDG1Mz
  35YIWKaTkgUghfvZnaLOsvvAQD7miFUgpsNFLBrv/SlHqOLx6SDJAkEAzWcKOypz
  oXSQu9yCFR7CKS64LpLx4MAlx4jB8gtzjr1qAzMQgHH6wCi0KwRL5h4NXasHfErC
  sYBpbLC+qgMOdA==
  -----END PRIVATE KEY-----
PEM

certificate = OpenSSL::X509::Certificate.new(CERTIFICATE)
key = OpenSSL::PKey::RSA.new(KEY)

p certificate.subject.to_s, certificate.issuer.to_a, certificate.subject
p certificate.subject.to_s(OpenSSL::X509::Name::RFC2253), certificate.subject == certificate.issuer
p certificate.version, certificate.serial.to_s(16), certificate.serial.to_i, certificate.signature_algorithm
p certificate.not_before.utc?, certificate.not_after - certificate.not_before, certificate.not_before.class
p certificate.to_pem == CERTIFICATE, certificate.to_der.bytesize, certificate == OpenSSL::X509::Certificate.new(certificate.to_der)
certificate.extensions.each do |extension|
  next if extension.oid == 'authorityKeyIdentifier'
  p [extension.oid, extension.value, extension.critical?]
end
p certificate.verify(key), certificate.check_private_key(key)
p certificate.public_key.to_pem == key.public_key.to_pem, key.private?, key.public_key.private?
puts key.public_key.to_pem, key.to_pem.lines.first
p key.n.num_bits, key.e.to_i, key.n == certificate.public_key.n

signature = key.sign('SHA256', 'text')
p signature.bytesize, key.verify(OpenSSL::Digest.new('SHA256'), signature, 'text'), key.public_key.verify('SHA256', signature, 'other')
p key.private_decrypt(key.public_encrypt('secret'))

attempt { OpenSSL::X509::Certificate.new('x') }
attempt { OpenSSL::X509::Certificate.new("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n") }
attempt { OpenSSL::PKey::RSA.new('x') }
attempt { key.public_key.sign('SHA256', 'x') }
attempt { certificate.check_private_key(key.public_key) }

# Ciphers.
%w[aes-128-cbc AES-192-CBC aes256 aes-256-ecb aes-128-ctr des3].each do |name|
  cipher = OpenSSL::Cipher.new(name).encrypt
  p [cipher.name, cipher.key_len, cipher.iv_len, cipher.block_size]
  cipher.key = 'k' * cipher.key_len
  cipher.iv = 'i' * cipher.iv_len if cipher.iv_len > 0
  secret = cipher.update('some text that is ') + cipher.update('longer than a block') + cipher.final
  p secret.unpack1('H*')
  back = OpenSSL::Cipher.new(name).decrypt
  back.key = 'k' * cipher.key_len
  back.iv = 'i' * cipher.iv_len if cipher.iv_len > 0
  p back.update(secret[0, 7]) + back.update(secret[7..]) + back.final
end
cipher = OpenSSL::Cipher.new('aes-128-cbc').encrypt
attempt { OpenSSL::Cipher.new('nope') }
attempt { cipher.key = 'short' }
attempt { cipher.iv = 'short' }
attempt { cipher.update('x') }
cipher.pkcs5_keyivgen('password', 'saltsalt')
p((cipher.update('abc') + cipher.final).unpack1('H*'))
attempt { cipher.update('') }
back = OpenSSL::Cipher.new('aes-128-cbc').decrypt
back.key = 'k' * 16
attempt { back.update('abc') + back.final }
back.reset
attempt { back.update('a' * 16) + back.final }
bare = OpenSSL::Cipher.new('aes-128-cbc').encrypt
bare.padding = 0
bare.key = 'k' * 16
attempt { bare.update('abc') + bare.final }

# Digests and derived keys.
p OpenSSL::HMAC.hexdigest('SHA256', 'key', 'data'), OpenSSL::Digest.new('SHA512').hexdigest('x')[0, 16]
p OpenSSL::PKCS5.pbkdf2_hmac('pw', 'salt', 2, 20, OpenSSL::Digest.new('SHA512')).unpack1('H*')
p OpenSSL::KDF.pbkdf2_hmac('pw', salt: 's', iterations: 3, length: 16, hash: 'SHA256').unpack1('H*')
