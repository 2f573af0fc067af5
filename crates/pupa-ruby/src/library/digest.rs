//! `Digest`: MD5 and the SHA family.

use md5::Md5;
use sha1::Sha1;
use sha2::{Digest as _, Sha224, Sha256, Sha384, Sha512};

use crate::core::class;
use crate::heap::{Encoding, Payload};
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::names;
use crate::value::{ClassId, Value};

/// A hash function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Md5,
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
}

impl Algorithm {
    /// The algorithm of a name as OpenSSL spells it.
    pub(crate) fn named(name: &str) -> Option<Algorithm> {
        let plain = name.to_ascii_lowercase().replace('-', "");
        Some(match plain.as_str() {
            "md5" => Algorithm::Md5,
            "sha1" => Algorithm::Sha1,
            "sha224" | "sha2224" => Algorithm::Sha224,
            "sha256" | "sha2256" => Algorithm::Sha256,
            "sha384" | "sha2384" => Algorithm::Sha384,
            "sha512" | "sha2512" => Algorithm::Sha512,
            _ => return None,
        })
    }

    /// The name as OpenSSL prints it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Algorithm::Md5 => "MD5",
            Algorithm::Sha1 => "SHA1",
            Algorithm::Sha224 => "SHA224",
            Algorithm::Sha256 => "SHA256",
            Algorithm::Sha384 => "SHA384",
            Algorithm::Sha512 => "SHA512",
        }
    }

    /// The digest of bytes.
    pub(crate) fn digest(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Algorithm::Md5 => Md5::digest(bytes).to_vec(),
            Algorithm::Sha1 => Sha1::digest(bytes).to_vec(),
            Algorithm::Sha224 => Sha224::digest(bytes).to_vec(),
            Algorithm::Sha256 => Sha256::digest(bytes).to_vec(),
            Algorithm::Sha384 => Sha384::digest(bytes).to_vec(),
            Algorithm::Sha512 => Sha512::digest(bytes).to_vec(),
        }
    }

    /// The number of bytes of a digest.
    pub(crate) fn length(self) -> usize {
        match self {
            Algorithm::Md5 => 16,
            Algorithm::Sha1 => 20,
            Algorithm::Sha224 => 28,
            Algorithm::Sha256 => 32,
            Algorithm::Sha384 => 48,
            Algorithm::Sha512 => 64,
        }
    }

    /// The number of bytes in a block.
    pub(crate) fn block_length(self) -> usize {
        match self {
            Algorithm::Sha384 | Algorithm::Sha512 => 128,
            _ => 64,
        }
    }

    /// The HMAC of bytes with a key.
    pub(crate) fn hmac(self, key: &[u8], bytes: &[u8]) -> Vec<u8> {
        let size = self.block_length();
        let mut block = if key.len() > size { self.digest(key) } else { key.to_vec() };
        block.resize(size, 0);
        let mut inner: Vec<u8> = block.iter().map(|byte| byte ^ 0x36).collect();
        inner.extend_from_slice(bytes);
        let mut outer: Vec<u8> = block.iter().map(|byte| byte ^ 0x5c).collect();
        outer.extend(self.digest(&inner));
        self.digest(&outer)
    }
}

/// The Rust data of a digest object: the bytes that were added so far.
#[derive(Debug, Clone)]
pub(crate) struct DigestData {
    pub(crate) algorithm: Algorithm,
    pub(crate) bytes: Vec<u8>,
    /// The key of an HMAC.
    pub(crate) key: Option<Vec<u8>>,
}

impl DigestData {
    /// The digest of all bytes that were added.
    pub(crate) fn finish(&self) -> Vec<u8> {
        match &self.key {
            Some(key) => self.algorithm.hmac(key, &self.bytes),
            None => self.algorithm.digest(&self.bytes),
        }
    }
}

impl Payload for DigestData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// `Digest`
pub(crate) static DIGEST: NativeClass = NativeClass {
    name: "Digest",
    class_methods: &[method("hexencode", 1, 1, hexencode), method("bubblebabble", 1, 1, bubble)],
    constants: &[("VERSION", |m| Ok(m.new_str("3.1.0")))],
    ..NativeClass::MODULE
};

/// `Digest::Instance`
pub(crate) static INSTANCE: NativeClass = NativeClass {
    name: "Digest::Instance",
    methods: &[
        method("update", 1, 1, update),
        method("<<", 1, 1, update),
        method("digest", 0, 1, digest),
        method("digest!", 0, 0, digest_and_reset),
        method("hexdigest", 0, 1, hexdigest),
        method("hexdigest!", 0, 0, hexdigest_and_reset),
        method("to_s", 0, 0, hexdigest),
        method("base64digest", 0, 1, base64digest),
        method("base64digest!", 0, 0, base64digest_and_reset),
        method("inspect", 0, 0, inspect),
        method("==", 1, 1, equals),
        method("reset", 0, 0, reset),
        method("new", 0, 0, fresh),
        method("digest_length", 0, 0, length),
        method("length", 0, 0, length),
        method("size", 0, 0, length),
        method("block_length", 0, 0, block_length),
        method("file", 1, 1, file),
        method("bubblebabble", 0, 0, bubblebabble),
    ],
    ..NativeClass::MODULE
};

/// `Digest::Class`
pub(crate) static CLASS: NativeClass = NativeClass {
    name: "Digest::Class",
    includes: &["Digest::Instance"],
    methods: &[private("initialize", 0, -1, initialize)],
    class_methods: &[
        method("digest", 0, -1, class_digest),
        method("hexdigest", 0, -1, class_hexdigest),
        method("base64digest", 0, -1, class_base64digest),
        method("file", 1, -1, class_file),
        method("bubblebabble", 1, -1, class_bubblebabble),
    ],
    ..NativeClass::EMPTY
};

/// `Digest::Base`
pub(crate) static BASE: NativeClass =
    NativeClass { name: "Digest::Base", superclass: Some("Digest::Class"), ..NativeClass::EMPTY };

macro_rules! digests {
    ($($constant:ident $name:literal $superclass:literal,)*) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub(crate) static $constant: NativeClass = NativeClass {
                name: $name,
                superclass: Some($superclass),
                ..NativeClass::EMPTY
            };
        )*
    };
}

digests! {
    MD5 "Digest::MD5" "Digest::Base",
    SHA1 "Digest::SHA1" "Digest::Base",
    SHA256 "Digest::SHA256" "Digest::Base",
    SHA384 "Digest::SHA384" "Digest::Base",
    SHA512 "Digest::SHA512" "Digest::Base",
    OPENSSL_MD5 "OpenSSL::Digest::MD5" "OpenSSL::Digest",
    OPENSSL_SHA1 "OpenSSL::Digest::SHA1" "OpenSSL::Digest",
    OPENSSL_SHA224 "OpenSSL::Digest::SHA224" "OpenSSL::Digest",
    OPENSSL_SHA256 "OpenSSL::Digest::SHA256" "OpenSSL::Digest",
    OPENSSL_SHA384 "OpenSSL::Digest::SHA384" "OpenSSL::Digest",
    OPENSSL_SHA512 "OpenSSL::Digest::SHA512" "OpenSSL::Digest",
}

/// `Digest::SHA2`
pub(crate) static SHA2: NativeClass = NativeClass {
    name: "Digest::SHA2",
    superclass: Some("Digest::Class"),
    methods: &[method("inspect", 0, 0, inspect_sha2)],
    ..NativeClass::EMPTY
};

/// The algorithm of a class, or of the nearest superclass that has one.
pub(crate) fn algorithm_of(m: &Machine<'_>, class: ClassId) -> Option<Algorithm> {
    let mut current = Some(class);
    while let Some(id) = current {
        let found = match id {
            class::DIGEST_MD5 | class::OPENSSL_MD5 => Algorithm::Md5,
            class::DIGEST_SHA1 | class::OPENSSL_SHA1 => Algorithm::Sha1,
            class::OPENSSL_SHA224 => Algorithm::Sha224,
            class::DIGEST_SHA256 | class::OPENSSL_SHA256 | class::DIGEST_SHA2 => Algorithm::Sha256,
            class::DIGEST_SHA384 | class::OPENSSL_SHA384 => Algorithm::Sha384,
            class::DIGEST_SHA512 | class::OPENSSL_SHA512 => Algorithm::Sha512,
            _ => {
                current = m.class(id).superclass;
                continue;
            }
        };
        return Some(found);
    }
    None
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Object(id) = this else { return Ok(Value::Nil) };
    let class = m.real_class_of(this);
    let Some(mut algorithm) = algorithm_of(m, class) else {
        let name = m.class_name(class);
        return Err(m.error(class::NOT_IMPLEMENTED_ERROR, format!("{name} is an abstract class")));
    };
    let mut bytes = Vec::new();
    if m.inherits(class, class::DIGEST_SHA2) {
        if let Some(bits) = args.opt(0) {
            algorithm = match m.to_int(bits)? {
                256 => Algorithm::Sha256,
                384 => Algorithm::Sha384,
                512 => Algorithm::Sha512,
                bits => {
                    let text = format!("unsupported bit length: {bits}");
                    return Err(m.argument_error(text));
                }
            };
        }
    } else if let Some(text) = args.opt(0) {
        // The classes of OpenSSL take the first bytes as an argument.
        let text = m.to_str(text)?;
        bytes = m.string(text).to_vec();
    }
    m.set_payload(id, DigestData { algorithm, bytes, key: None });
    Ok(Value::Nil)
}

/// The data of a digest object.
pub(crate) fn data<'m>(m: &'m mut Machine<'_>, this: Value) -> Flow<&'m mut DigestData> {
    if m.payload::<DigestData>(this).is_none() {
        return Err(m.runtime_error("Digest::Base cannot be directly inherited in Ruby"));
    }
    match m.payload_mut::<DigestData>(this) {
        Some(data) => Ok(data),
        None => unreachable!("it was there"),
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
    }
    text
}

/// A string of hexadecimal digits, which is US-ASCII in Ruby.
pub(crate) fn hex_value(m: &mut Machine<'_>, bytes: &[u8]) -> Value {
    m.new_bytes(hex(bytes).into_bytes(), Encoding::UsAscii)
}

fn base64_value(m: &mut Machine<'_>, bytes: &[u8]) -> Value {
    let text = super::base64::strict(bytes);
    m.new_str(text)
}

fn hexencode(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let id = m.to_str(args[0])?;
    let bytes = m.string(id).to_vec();
    Ok(hex_value(m, &bytes))
}

/// `update`
pub(crate) fn update(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = m.to_str(args[0])?;
    let bytes = m.string(id).to_vec();
    m.charge(bytes.len())?;
    data(m, this)?.bytes.extend(bytes);
    Ok(this)
}

/// The digest of the added bytes, or of a string argument instead.
fn finish(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow<Vec<u8>> {
    match args.opt(0) {
        Some(text) => {
            let id = m.to_str(text)?;
            let bytes = m.string(id).to_vec();
            let data = data(m, this)?;
            data.bytes = bytes;
            let result = data.finish();
            data.bytes.clear();
            Ok(result)
        }
        None => Ok(data(m, this)?.finish()),
    }
}

fn digest(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let bytes = finish(m, this, args)?;
    Ok(m.new_bytes(bytes, Encoding::Binary))
}

fn hexdigest(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let bytes = finish(m, this, args)?;
    Ok(hex_value(m, &bytes))
}

fn base64digest(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let bytes = finish(m, this, args)?;
    Ok(base64_value(m, &bytes))
}

fn digest_and_reset(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let result = digest(m, this, args)?;
    reset(m, this, args)?;
    Ok(result)
}

fn hexdigest_and_reset(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let result = hexdigest(m, this, args)?;
    reset(m, this, args)?;
    Ok(result)
}

fn base64digest_and_reset(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let result = base64digest(m, this, args)?;
    reset(m, this, args)?;
    Ok(result)
}

fn reset(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    data(m, this)?.bytes.clear();
    Ok(this)
}

fn fresh(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let mut copy = data(m, this)?.clone();
    copy.bytes.clear();
    let class = m.real_class_of(this);
    Ok(m.new_payload(class, copy))
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let class = m.class_name_of(this);
    let text = hex(&data(m, this)?.finish());
    Ok(m.new_str(format!("#<{class}: {text}>")))
}

fn inspect_sha2(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let class = m.class_name_of(this);
    let data = data(m, this)?;
    let bits = data.algorithm.length() * 8;
    let text = hex(&data.finish());
    Ok(m.new_str(format!("#<{class}:{bits} {text}>")))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let Some(other) = m.payload::<DigestData>(args[0]) {
        let other = other.finish();
        return Ok(Value::Bool(data(m, this)?.finish() == other));
    }
    let Some(id) = m.try_str(args[0])? else { return Ok(Value::FALSE) };
    let text = m.text_of(id);
    Ok(Value::Bool(hex(&data(m, this)?.finish()) == text))
}

fn length(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::from(data(m, this)?.algorithm.length()))
}

fn block_length(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::from(data(m, this)?.algorithm.block_length()))
}

fn file(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let content = crate::core::io::file::content(m, args[0])?;
    data(m, this)?.bytes.extend(content);
    Ok(this)
}

/// The digest of the first argument; the other arguments are those of `new`.
fn class_finish(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow<Vec<u8>> {
    let Some((&text, rest)) = args.list.split_first() else {
        return Err(m.argument_error("no data given"));
    };
    let id = m.to_str(text)?;
    if rest.is_empty()
        && let Value::Class(class) = this
        && let Some(algorithm) = algorithm_of(m, class)
    {
        return Ok(algorithm.digest(m.string(id).bytes()));
    }
    let instance = m.call(this, names::NEW, rest)?;
    finish(m, instance, Args::new(args.name, &[Value::Str(id)]))
}

fn class_digest(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let bytes = class_finish(m, this, args)?;
    Ok(m.new_bytes(bytes, Encoding::Binary))
}

fn class_hexdigest(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let bytes = class_finish(m, this, args)?;
    Ok(hex_value(m, &bytes))
}

fn class_base64digest(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let bytes = class_finish(m, this, args)?;
    Ok(base64_value(m, &bytes))
}

fn class_file(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let instance = m.call(this, names::NEW, &args.list[1..])?;
    file(m, instance, Args::new(args.name, &[args[0]]))
}

/// Encodes bytes as pronounceable words (Bubble Babble): five letters for two bytes, with a
/// checksum.
fn bubble_text(bytes: &[u8]) -> String {
    const VOWELS: &[u8; 6] = b"aeiouy";
    const CONSONANTS: &[u8; 17] = b"bcdfghklmnprstvzx";
    let mut text = String::from("x");
    let mut sum = 1u32;
    let mut push = |table: &[u8], index: u32| text.push(char::from(table[index as usize]));
    for pair in bytes.chunks(2) {
        let first = u32::from(pair[0]);
        push(VOWELS, ((first >> 6 & 3) + sum) % 6);
        push(CONSONANTS, first >> 2 & 15);
        push(VOWELS, ((first & 3) + sum / 6) % 6);
        if let Some(&second) = pair.get(1) {
            let second = u32::from(second);
            push(CONSONANTS, second >> 4 & 15);
            push(b"-", 0);
            push(CONSONANTS, second & 15);
            sum = (sum * 5 + first * 7 + second) % 36;
        }
    }
    if bytes.len().is_multiple_of(2) {
        push(VOWELS, sum % 6);
        push(CONSONANTS, 16);
        push(VOWELS, sum / 6);
    }
    text.push('x');
    text
}

fn bubble(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let id = m.to_str(args[0])?;
    let text = bubble_text(m.string(id).bytes());
    Ok(m.new_bytes(text.into_bytes(), Encoding::UsAscii))
}

fn bubblebabble(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = bubble_text(&data(m, this)?.finish());
    Ok(m.new_bytes(text.into_bytes(), Encoding::UsAscii))
}

fn class_bubblebabble(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let digest = m.call(this, crate::Symbol::new("digest"), args.list)?;
    bubble(m, this, Args { list: &[digest], ..args })
}

#[cfg(test)]
mod tests {
    use super::bubble_text;

    #[test]
    fn bytes_become_words() {
        assert_eq!(bubble_text(b""), "xexax");
        assert_eq!(bubble_text(b"a"), "ximex");
        assert_eq!(bubble_text(b"message"), "xirek-hasol-fumik-lanax");
    }
}
