//! `OpenSSL`: digests, HMAC, key derivation and random numbers. Ciphers, keys and certificates are
//! in the submodules.

pub(crate) mod bn;
pub(crate) mod certificate;
pub(crate) mod cipher;
pub(crate) mod name;
mod pem;
pub(crate) mod rsa;

use super::digest::{Algorithm, DigestData, algorithm_of, data, hex_value};
use crate::core::class;
use crate::heap::Encoding;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::value::Value;

/// `OpenSSL`
pub(crate) static OPENSSL: NativeClass = NativeClass {
    name: "OpenSSL",
    class_methods: &[
        method("fixed_length_secure_compare", 2, 2, fixed_length_compare),
        method("secure_compare", 2, 2, secure_compare),
        method("Digest", 1, 1, digest_class),
    ],
    constants: &[
        ("VERSION", |m| Ok(m.new_str("3.0.0"))),
        ("OPENSSL_VERSION", |m| Ok(m.new_str("OpenSSL 3.0.2 15 Mar 2022"))),
        ("OPENSSL_LIBRARY_VERSION", |m| Ok(m.new_str("OpenSSL 3.0.2 15 Mar 2022"))),
        ("OPENSSL_VERSION_NUMBER", |_| Ok(Value::Int(0x3000_0020))),
    ],
    ..NativeClass::MODULE
};

/// `OpenSSL::OpenSSLError`
pub(crate) static OPENSSL_ERROR: NativeClass = NativeClass {
    name: "OpenSSL::OpenSSLError",
    superclass: Some("StandardError"),
    ..NativeClass::EMPTY
};

/// `OpenSSL::Digest`
pub(crate) static DIGEST: NativeClass = NativeClass {
    name: "OpenSSL::Digest",
    superclass: Some("Digest::Class"),
    methods: &[private("initialize", 0, 2, initialize), method("name", 0, 0, name)],
    class_methods: &[
        method("digest", 1, 2, digest),
        method("hexdigest", 1, 2, hexdigest),
        method("base64digest", 1, 2, base64digest),
    ],
    ..NativeClass::EMPTY
};

/// `OpenSSL::Digest::DigestError`
pub(crate) static DIGEST_ERROR: NativeClass = NativeClass {
    name: "OpenSSL::Digest::DigestError",
    superclass: Some("OpenSSL::OpenSSLError"),
    ..NativeClass::EMPTY
};

/// `OpenSSL::HMAC`
pub(crate) static HMAC: NativeClass = NativeClass {
    name: "OpenSSL::HMAC",
    includes: &["Digest::Instance"],
    methods: &[private("initialize", 2, 2, initialize_hmac)],
    class_methods: &[
        method("digest", 3, 3, hmac),
        method("hexdigest", 3, 3, hmac),
        method("base64digest", 3, 3, hmac),
    ],
    ..NativeClass::EMPTY
};

/// `OpenSSL::PKCS5`
pub(crate) static PKCS5: NativeClass = NativeClass {
    name: "OpenSSL::PKCS5",
    methods: &[
        method("pbkdf2_hmac", 5, 5, pbkdf2_hmac),
        method("pbkdf2_hmac_sha1", 4, 4, pbkdf2_hmac_sha1),
    ],
    class_methods: &[
        method("pbkdf2_hmac", 5, 5, pbkdf2_hmac),
        method("pbkdf2_hmac_sha1", 4, 4, pbkdf2_hmac_sha1),
    ],
    ..NativeClass::MODULE
};

/// `OpenSSL::KDF`
pub(crate) static KDF: NativeClass = NativeClass {
    name: "OpenSSL::KDF",
    class_methods: &[
        method("pbkdf2_hmac", 1, 2, kdf_pbkdf2_hmac),
        method("hkdf", 1, 2, kdf_hkdf),
        method("scrypt", 1, 2, unsupported),
    ],
    ..NativeClass::MODULE
};

/// `OpenSSL::KDF::KDFError`
pub(crate) static KDF_ERROR: NativeClass = NativeClass {
    name: "OpenSSL::KDF::KDFError",
    superclass: Some("OpenSSL::OpenSSLError"),
    ..NativeClass::EMPTY
};

/// `OpenSSL::Random`
pub(crate) static RANDOM: NativeClass = NativeClass {
    name: "OpenSSL::Random",
    class_methods: &[
        method("random_bytes", 1, 1, random_bytes),
        method("pseudo_bytes", 1, 1, random_bytes),
    ],
    ..NativeClass::MODULE
};

macro_rules! refused {
    ($($constant:ident $name:literal,)*) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub(crate) static $constant: NativeClass = NativeClass {
                name: $name,
                class_methods: &[method("new", 0, -1, refuse)],
                ..NativeClass::EMPTY
            };
        )*
    };
}

refused! {
    STORE "OpenSSL::X509::Store",
}

macro_rules! modules {
    ($($constant:ident $name:literal,)*) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub(crate) static $constant: NativeClass = NativeClass { name: $name, ..NativeClass::MODULE };
        )*
    };
}

modules! {
    X509 "OpenSSL::X509",
}

/// `OpenSSL::PKey`
pub(crate) static PKEY: NativeClass = NativeClass {
    name: "OpenSSL::PKey",
    class_methods: &[method("read", 1, 2, rsa::read)],
    ..NativeClass::MODULE
};

/// `OpenSSL::PKey::PKey`
pub(crate) static ANY_KEY: NativeClass = NativeClass {
    name: "OpenSSL::PKey::PKey",
    methods: &[private("initialize", 0, -1, abstract_key)],
    ..NativeClass::EMPTY
};

/// `OpenSSL::SSL`
pub(crate) static SSL: NativeClass = NativeClass {
    name: "OpenSSL::SSL",
    constants: &[("VERIFY_NONE", |_| Ok(Value::Int(0))), ("VERIFY_PEER", |_| Ok(Value::Int(1)))],
    ..NativeClass::MODULE
};

macro_rules! errors {
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

errors! {
    CERTIFICATE_ERROR "OpenSSL::X509::CertificateError" "OpenSSL::OpenSSLError",
    PKEY_ERROR "OpenSSL::PKey::PKeyError" "OpenSSL::OpenSSLError",
    RSA_ERROR "OpenSSL::PKey::RSAError" "OpenSSL::PKey::PKeyError",
    CIPHER_ERROR "OpenSSL::Cipher::CipherError" "OpenSSL::OpenSSLError",
    SSL_ERROR "OpenSSL::SSL::SSLError" "OpenSSL::OpenSSLError",
}

fn refuse(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.inspect(this)?;
    let what = format!("{name}.{}", args.name);
    Err(m.not_implemented(&what))
}

fn abstract_key(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let message = "OpenSSL::PKey::PKey is an abstract class";
    Err(m.error(class::NOT_IMPLEMENTED_ERROR, message))
}

/// The algorithm that a name or a digest object selects.
fn algorithm(m: &mut Machine<'_>, value: Value) -> Flow<Algorithm> {
    if let Some(data) = m.payload::<DigestData>(value) {
        return Ok(data.algorithm);
    }
    if m.is_a(value, class::OPENSSL_DIGEST) {
        return Err(m.runtime_error("Digest CTX wasn't initialized!"));
    }
    let Some(id) = m.try_str(value)? else {
        let name = m.class_name_of(value);
        return Err(m.type_error(format!("wrong argument type {name} (expected OpenSSL/Digest)")));
    };
    let name = m.text_of(id);
    match Algorithm::named(&name) {
        Some(algorithm) => Ok(algorithm),
        None => Err(
            m.runtime_error(format!("Unsupported digest algorithm ({name}).: unknown object name"))
        ),
    }
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Object(id) = this else { return Ok(Value::Nil) };
    let class = m.real_class_of(this);
    // The class of an algorithm takes only the bytes.
    let (algorithm, text) = match algorithm_of(m, class) {
        Some(algorithm) => (algorithm, args.opt(0)),
        None => {
            let Some(first) = args.opt(0) else { return Err(m.arity_error(0, 1, Some(2))) };
            (algorithm(m, first)?, args.opt(1))
        }
    };
    let bytes = match text {
        Some(text) => {
            let text = m.to_str(text)?;
            m.string(text).to_vec()
        }
        None => Vec::new(),
    };
    m.set_payload(id, DigestData { algorithm, bytes, key: None });
    Ok(Value::Nil)
}

fn name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let name = data(m, this)?.algorithm.name();
    Ok(m.new_str(name))
}

/// `OpenSSL::Digest.digest(name, data)`, and `OpenSSL::Digest::SHA256.digest(data)`
fn class_finish(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow<Vec<u8>> {
    if let [name, text] = args.list {
        let algorithm = algorithm(m, *name)?;
        let text = m.to_str(*text)?;
        return Ok(algorithm.digest(m.string(text).bytes()));
    }
    let instance = m.call(this, crate::symbol::names::NEW, &[])?;
    let algorithm = data(m, instance)?.algorithm;
    let text = m.to_str(args[0])?;
    Ok(algorithm.digest(m.string(text).bytes()))
}

fn digest(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let bytes = class_finish(m, this, args)?;
    Ok(m.new_bytes(bytes, Encoding::Binary))
}

fn hexdigest(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let bytes = class_finish(m, this, args)?;
    Ok(hex_value(m, &bytes))
}

fn base64digest(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let bytes = class_finish(m, this, args)?;
    let text = super::base64::strict(&bytes);
    Ok(m.new_str(text))
}

fn digest_class(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    let outer = Value::Class(class::OPENSSL_DIGEST);
    m.call(outer, crate::Symbol::new("const_get"), &[Value::Sym(name)])
}

fn initialize_hmac(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Object(id) = this else { return Ok(Value::Nil) };
    let key = m.to_str(args[0])?;
    let key = m.string(key).to_vec();
    let algorithm = algorithm(m, args[1])?;
    m.set_payload(id, DigestData { algorithm, bytes: Vec::new(), key: Some(key) });
    Ok(Value::Nil)
}

fn hmac(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let algorithm = algorithm(m, args[0])?;
    let key = m.to_str(args[1])?;
    let text = m.to_str(args[2])?;
    let result = algorithm.hmac(m.string(key).bytes(), m.string(text).bytes());
    Ok(match args.name.as_str() {
        // Compat: this text has no encoding either, unlike that of `OpenSSL::Digest`. Pinned by
        // `ruby-function-binary-text`.
        "hexdigest" => {
            let Value::Str(text) = hex_value(m, &result) else { return Ok(Value::Nil) };
            m.string_mut(text).encoding = Encoding::Binary;
            Value::Str(text)
        }
        "base64digest" => {
            let text = super::base64::strict(&result);
            m.new_str(text)
        }
        _ => m.new_bytes(result, Encoding::Binary),
    })
}

/// Derives a key with PBKDF2.
fn pbkdf2(
    m: &mut Machine<'_>,
    algorithm: Algorithm,
    password: &[u8],
    salt: &[u8],
    rounds: i64,
    length: i64,
) -> Flow<Vec<u8>> {
    let Ok(length) = usize::try_from(length) else {
        return Err(m.argument_error("negative string size (or size too big)"));
    };
    if rounds < 1 {
        return Err(m.error(class::KDF_ERROR, "PKCS5_PBKDF2_HMAC: invalid iteration count"));
    }
    m.charge(length)?;
    let mut key = Vec::new();
    let mut number = 1u32;
    while key.len() < length {
        let mut first = salt.to_vec();
        first.extend(number.to_be_bytes());
        let mut round = algorithm.hmac(password, &first);
        let mut block = round.clone();
        for _ in 1..rounds {
            m.step()?;
            round = algorithm.hmac(password, &round);
            for (sum, byte) in block.iter_mut().zip(&round) {
                *sum ^= byte;
            }
        }
        key.extend(block);
        number = number.wrapping_add(1);
    }
    key.truncate(length);
    Ok(key)
}

fn bytes_of(m: &mut Machine<'_>, value: Value) -> Flow<Vec<u8>> {
    let id = m.to_str(value)?;
    Ok(m.string(id).to_vec())
}

fn pbkdf2_hmac(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let password = bytes_of(m, args[0])?;
    let salt = bytes_of(m, args[1])?;
    let rounds = m.to_int(args[2])?;
    let length = m.to_int(args[3])?;
    let algorithm = algorithm(m, args[4])?;
    let key = pbkdf2(m, algorithm, &password, &salt, rounds, length)?;
    Ok(m.new_bytes(key, Encoding::Binary))
}

fn pbkdf2_hmac_sha1(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let password = bytes_of(m, args[0])?;
    let salt = bytes_of(m, args[1])?;
    let rounds = m.to_int(args[2])?;
    let length = m.to_int(args[3])?;
    let key = pbkdf2(m, Algorithm::Sha1, &password, &salt, rounds, length)?;
    Ok(m.new_bytes(key, Encoding::Binary))
}

fn option(m: &mut Machine<'_>, args: Args<'_>, name: &str) -> Flow {
    let (_, keywords) = args.split_keywords();
    match m.keyword(keywords, name) {
        Some(value) => Ok(value),
        None => Err(m.argument_error(format!("missing keyword: :{name}"))),
    }
}

fn kdf_pbkdf2_hmac(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let password = bytes_of(m, args[0])?;
    let salt = option(m, args, "salt")?;
    let salt = bytes_of(m, salt)?;
    let rounds = option(m, args, "iterations")?;
    let rounds = m.to_int(rounds)?;
    let length = option(m, args, "length")?;
    let length = m.to_int(length)?;
    let hash = option(m, args, "hash")?;
    let algorithm = algorithm(m, hash)?;
    let key = pbkdf2(m, algorithm, &password, &salt, rounds, length)?;
    Ok(m.new_bytes(key, Encoding::Binary))
}

fn kdf_hkdf(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let secret = bytes_of(m, args[0])?;
    let salt = option(m, args, "salt")?;
    let salt = bytes_of(m, salt)?;
    let info = option(m, args, "info")?;
    let info = bytes_of(m, info)?;
    let length = option(m, args, "length")?;
    let length = m.to_int(length)?;
    let hash = option(m, args, "hash")?;
    let algorithm = algorithm(m, hash)?;
    let length = usize::try_from(length).unwrap_or(0);
    if length > 255 * algorithm.length() {
        return Err(m.error(class::KDF_ERROR, "EVP_PKEY_derive"));
    }
    let secret = algorithm.hmac(&salt, &secret);
    let (mut key, mut block) = (Vec::new(), Vec::new());
    let mut number = 1u8;
    while key.len() < length {
        block.extend_from_slice(&info);
        block.push(number);
        block = algorithm.hmac(&secret, &block);
        key.extend_from_slice(&block);
        number = number.wrapping_add(1);
    }
    key.truncate(length);
    Ok(m.new_bytes(key, Encoding::Binary))
}

fn unsupported(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let what = format!("OpenSSL::KDF.{}", args.name);
    Err(m.not_implemented(&what))
}

fn random_bytes(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let count = m.to_int(args[0])?;
    let Ok(count) = usize::try_from(count) else {
        return Err(m.argument_error("negative string size (or size too big)"));
    };
    m.charge(count)?;
    let mut bytes = vec![0; count];
    m.world.random_bytes(&mut bytes);
    Ok(m.new_bytes(bytes, Encoding::Binary))
}

fn fixed_length_compare(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let a = bytes_of(m, args[0])?;
    let b = bytes_of(m, args[1])?;
    if a.len() != b.len() {
        return Err(m.argument_error("inputs must be of equal length"));
    }
    Ok(Value::Bool(a == b))
}

fn secure_compare(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let a = bytes_of(m, args[0])?;
    let b = bytes_of(m, args[1])?;
    Ok(Value::Bool(a == b))
}
