//! `OpenSSL::PKey::RSA`: uses existing keys; generating keys is not supported.

use der::Decode;
use rsa::pkcs1::{DecodeRsaPrivateKey, DecodeRsaPublicKey, EncodeRsaPrivateKey};
use rsa::pkcs8::{DecodePublicKey, EncodePublicKey, PrivateKeyInfo};
use rsa::traits::{PrivateKeyParts, PublicKeyParts};
use rsa::{BigUint, Pkcs1v15Encrypt, Pkcs1v15Sign, RsaPrivateKey, RsaPublicKey};

use super::super::digest::Algorithm;
use super::{algorithm, bn, bytes_of, pem};
use crate::core::class;
use crate::heap::{Encoding, Payload};
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::value::Value;
use crate::world::World;

/// `OpenSSL::PKey::RSA`
pub(crate) static RSA: NativeClass = NativeClass {
    name: "OpenSSL::PKey::RSA",
    superclass: Some("OpenSSL::PKey::PKey"),
    methods: &[
        private("initialize", 0, 2, initialize),
        method("private?", 0, 0, is_private),
        method("public?", 0, 0, |_, _, _| Ok(Value::TRUE)),
        method("public_key", 0, 0, public_key),
        method("to_pem", 0, 2, to_pem),
        method("to_s", 0, 2, to_pem),
        method("export", 0, 2, to_pem),
        method("to_der", 0, 0, to_der),
        method("public_to_pem", 0, 0, public_to_pem),
        method("public_to_der", 0, 0, public_to_der),
        method("oid", 0, 0, |m, _, _| Ok(m.new_str("rsaEncryption"))),
        method("n", 0, 0, |m, this, _| public_part(m, this, |key| key.n().clone())),
        method("e", 0, 0, |m, this, _| public_part(m, this, |key| key.e().clone())),
        method("d", 0, 0, private_exponent),
        method("public_encrypt", 1, 2, public_encrypt),
        method("private_decrypt", 1, 2, private_decrypt),
        method("sign", 2, 2, sign),
        method("verify", 3, 3, verify),
        method("inspect", 0, 0, inspect),
    ],
    class_methods: &[method("generate", 0, -1, generate)],
    constants: &[("PKCS1_PADDING", |_| Ok(Value::Int(1))), ("NO_PADDING", |_| Ok(Value::Int(3)))],
    ..NativeClass::EMPTY
};

/// The Rust data of a key.
#[derive(Debug, Clone)]
pub(super) struct Key {
    private: Option<RsaPrivateKey>,
    public: RsaPublicKey,
}

impl Payload for Key {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

impl From<RsaPrivateKey> for Key {
    fn from(key: RsaPrivateKey) -> Key {
        Key { public: key.to_public_key(), private: Some(key) }
    }
}

impl From<RsaPublicKey> for Key {
    fn from(public: RsaPublicKey) -> Key {
        Key { private: None, public }
    }
}

impl Key {
    /// Reads a key in PEM or DER format.
    fn read(bytes: &[u8]) -> Option<Key> {
        if let Some(der) = pem::section(bytes, "RSA PRIVATE KEY") {
            return RsaPrivateKey::from_pkcs1_der(&der).ok().map(Key::from);
        }
        if let Some(der) = pem::section(bytes, "PRIVATE KEY") {
            return from_pkcs8(&der);
        }
        if let Some(der) = pem::section(bytes, "PUBLIC KEY") {
            return Key::of_public_der(&der);
        }
        if let Some(der) = pem::section(bytes, "RSA PUBLIC KEY") {
            return RsaPublicKey::from_pkcs1_der(&der).ok().map(Key::from);
        }
        let private = RsaPrivateKey::from_pkcs1_der(bytes).ok().map(Key::from);
        private.or_else(|| from_pkcs8(bytes)).or_else(|| Key::of_public_der(bytes))
    }

    /// Reads the public key of a certificate.
    pub(super) fn of_public_der(der: &[u8]) -> Option<Key> {
        RsaPublicKey::from_public_key_der(der).ok().map(Key::from)
    }

    /// Whether a signature of bytes was made with the private half of this key.
    pub(super) fn verifies(&self, algorithm: Algorithm, bytes: &[u8], signature: &[u8]) -> bool {
        let digest = algorithm.digest(bytes);
        self.public.verify(scheme(algorithm), &digest, signature).is_ok()
    }

    pub(super) fn is_private(&self) -> bool {
        self.private.is_some()
    }

    /// Whether both keys have the same public half.
    pub(super) fn belongs_to(&self, other: &Key) -> bool {
        self.public == other.public
    }
}

fn from_pkcs8(der: &[u8]) -> Option<Key> {
    let info = PrivateKeyInfo::from_der(der).ok()?;
    RsaPrivateKey::try_from(info).ok().map(Key::from)
}

/// The padding scheme of a signature with a digest algorithm, which prefixes the digest with the
/// DER of a `DigestInfo`.
fn scheme(algorithm: Algorithm) -> Pkcs1v15Sign {
    let identifier: &[u8] = match algorithm {
        Algorithm::Md5 => b"\x2a\x86\x48\x86\xf7\x0d\x02\x05",
        Algorithm::Sha1 => b"\x2b\x0e\x03\x02\x1a",
        Algorithm::Sha224 => b"\x60\x86\x48\x01\x65\x03\x04\x02\x04",
        Algorithm::Sha256 => b"\x60\x86\x48\x01\x65\x03\x04\x02\x01",
        Algorithm::Sha384 => b"\x60\x86\x48\x01\x65\x03\x04\x02\x02",
        Algorithm::Sha512 => b"\x60\x86\x48\x01\x65\x03\x04\x02\x03",
    };
    let (name, length) = (identifier.len() as u8, algorithm.length());
    let mut prefix = vec![0x30, name + 8 + length as u8, 0x30, name + 4, 0x06, name];
    prefix.extend_from_slice(identifier);
    prefix.extend_from_slice(&[0x05, 0x00, 0x04, length as u8]);
    Pkcs1v15Sign { hash_len: Some(length), prefix: prefix.into() }
}

/// The random numbers of the world without zero bytes. The padding draws again for each zero, which
/// would never end if the world always returns the same numbers.
struct HostRandom<'w>(&'w mut dyn World);

impl HostRandom<'_> {
    fn fill(&mut self, bytes: &mut [u8]) {
        self.0.random_bytes(bytes);
        for byte in bytes.iter_mut().filter(|byte| **byte == 0) {
            *byte = 0xff;
        }
    }
}

impl rsa::rand_core::RngCore for HostRandom<'_> {
    fn next_u32(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.fill(&mut bytes);
        u32::from_le_bytes(bytes)
    }

    fn next_u64(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.fill(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rsa::rand_core::Error> {
        self.fill(bytes);
        Ok(())
    }
}

impl rsa::rand_core::CryptoRng for HostRandom<'_> {}

/// A new `OpenSSL::PKey::RSA` object.
pub(super) fn new_key(m: &mut Machine<'_>, key: Key) -> Value {
    m.new_payload(class::OPENSSL_RSA, key)
}

/// The key of such an object.
pub(super) fn key_of(m: &mut Machine<'_>, value: Value) -> Flow<Key> {
    match m.payload::<Key>(value) {
        Some(key) => Ok(key.clone()),
        None => {
            let name = m.class_name_of(value);
            Err(m.type_error(format!("wrong argument type {name} (expected OpenSSL/EVP_PKEY)")))
        }
    }
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Object(id) = this else { return Ok(Value::Nil) };
    if let None | Some(Value::Int(_)) = args.opt(0) {
        return Err(m.not_implemented("the generation of RSA keys"));
    }
    let bytes = bytes_of(m, args[0])?;
    let Some(key) = Key::read(&bytes) else {
        let message = "Neither PUB key nor PRIV key: unsupported";
        return Err(m.error(class::OPENSSL_RSA_ERROR, message));
    };
    m.set_payload(id, key);
    Ok(Value::Nil)
}

/// `OpenSSL::PKey.read`
pub(super) fn read(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let bytes = bytes_of(m, args[0])?;
    match Key::read(&bytes) {
        Some(key) => Ok(new_key(m, key)),
        None => Err(m.error(class::OPENSSL_PKEY_ERROR, "Could not parse PKey: unsupported")),
    }
}

fn generate(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Err(m.not_implemented("the generation of RSA keys"))
}

fn is_private(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(key_of(m, this)?.is_private()))
}

fn public_key(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let key = key_of(m, this)?;
    Ok(new_key(m, Key::from(key.public)))
}

/// The DER of a key, and the label of its PEM section.
fn encoded(m: &mut Machine<'_>, this: Value) -> Flow<(&'static str, Vec<u8>)> {
    let key = key_of(m, this)?;
    let der = match &key.private {
        Some(private) => private.to_pkcs1_der().ok().map(|der| der.as_bytes().to_vec()),
        None => key.public.to_public_key_der().ok().map(|der| der.as_bytes().to_vec()),
    };
    let label = if key.private.is_some() { "RSA PRIVATE KEY" } else { "PUBLIC KEY" };
    match der {
        Some(der) => Ok((label, der)),
        None => Err(m.error(class::OPENSSL_RSA_ERROR, "the key has no encoding")),
    }
}

fn to_pem(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.opt(0).is_some_and(|cipher| !cipher.is_nil()) {
        return Err(m.not_implemented("the encryption of keys"));
    }
    let (label, der) = encoded(m, this)?;
    Ok(m.new_str(pem::text(label, &der)))
}

fn to_der(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (_, der) = encoded(m, this)?;
    Ok(m.new_bytes(der, Encoding::Binary))
}

fn public_to_pem(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let public = public_key(m, this, args)?;
    to_pem(m, public, Args { list: &[], ..args })
}

fn public_to_der(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let public = public_key(m, this, args)?;
    to_der(m, public, args)
}

fn public_part(m: &mut Machine<'_>, this: Value, part: fn(&RsaPublicKey) -> BigUint) -> Flow {
    let number = part(&key_of(m, this)?.public);
    Ok(bn::from_bytes(m, &number.to_bytes_be()))
}

fn private_exponent(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match key_of(m, this)?.private {
        Some(key) => Ok(bn::from_bytes(m, &key.d().to_bytes_be())),
        None => Ok(Value::Nil),
    }
}

/// Checks the padding argument; only PKCS #1 is supported.
fn check_padding(m: &mut Machine<'_>, args: Args<'_>) -> Flow<()> {
    match args.opt(1) {
        None | Some(Value::Int(1)) => Ok(()),
        Some(_) => Err(m.not_implemented("this padding")),
    }
}

fn public_encrypt(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    check_padding(m, args)?;
    let key = key_of(m, this)?;
    let bytes = bytes_of(m, args[0])?;
    let mut random = HostRandom(&mut *m.world);
    match key.public.encrypt(&mut random, Pkcs1v15Encrypt, &bytes) {
        Ok(bytes) => Ok(m.new_bytes(bytes, Encoding::Binary)),
        Err(_) => Err(m.error(class::OPENSSL_RSA_ERROR, "data too large for key size")),
    }
}

/// The private half of a key; raises an error for a public key.
fn private_half(m: &mut Machine<'_>, this: Value) -> Flow<RsaPrivateKey> {
    match key_of(m, this)?.private {
        Some(key) => Ok(key),
        None => Err(m.error(class::OPENSSL_RSA_ERROR, "private key needed.")),
    }
}

fn private_decrypt(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    check_padding(m, args)?;
    let key = private_half(m, this)?;
    let bytes = bytes_of(m, args[0])?;
    match key.decrypt(Pkcs1v15Encrypt, &bytes) {
        Ok(bytes) => Ok(m.new_bytes(bytes, Encoding::Binary)),
        Err(_) => Err(m.error(class::OPENSSL_RSA_ERROR, "padding check failed")),
    }
}

fn sign(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(key) = key_of(m, this)?.private else {
        return Err(m.argument_error("private key is needed"));
    };
    let algorithm = algorithm(m, args[0])?;
    let bytes = bytes_of(m, args[1])?;
    match key.sign(scheme(algorithm), &algorithm.digest(&bytes)) {
        Ok(signature) => Ok(m.new_bytes(signature, Encoding::Binary)),
        Err(_) => Err(m.error(class::OPENSSL_PKEY_ERROR, "EVP_DigestSign")),
    }
}

fn verify(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let key = key_of(m, this)?;
    let algorithm = algorithm(m, args[0])?;
    let signature = bytes_of(m, args[1])?;
    let bytes = bytes_of(m, args[2])?;
    Ok(Value::Bool(key.verifies(algorithm, &bytes, &signature)))
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let address = m.address(this);
    Ok(m.new_str(format!("#<OpenSSL::PKey::RSA:{address} oid=rsaEncryption>")))
}
