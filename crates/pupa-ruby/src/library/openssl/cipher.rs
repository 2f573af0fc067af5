//! `OpenSSL::Cipher`: AES and triple DES in the modes CBC, ECB and CTR.

use aes::cipher::generic_array::GenericArray;
use aes::cipher::{BlockDecrypt, BlockEncrypt, KeyInit};

use super::super::digest::Algorithm;
use super::{algorithm, bytes_of};
use crate::core::class;
use crate::heap::{Encoding, Payload};
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::value::Value;

/// `OpenSSL::Cipher`
pub(crate) static CIPHER: NativeClass = NativeClass {
    name: "OpenSSL::Cipher",
    methods: &[
        private("initialize", 1, 1, initialize),
        method("encrypt", 0, 0, |m, this, _| direction(m, this, true)),
        method("decrypt", 0, 0, |m, this, _| direction(m, this, false)),
        method("key=", 1, 1, set_key),
        method("iv=", 1, 1, set_iv),
        method("random_key", 0, 0, random_key),
        method("random_iv", 0, 0, random_iv),
        method("pkcs5_keyivgen", 1, 4, pkcs5_keyivgen),
        method("padding=", 1, 1, set_padding),
        method("update", 1, 2, update),
        method("final", 0, 0, finish),
        method("reset", 0, 0, reset),
        method("name", 0, 0, name),
        method("key_len", 0, 0, |m, this, _| Ok(Value::from(own(m, this)?.kind.key_length))),
        method("iv_len", 0, 0, |m, this, _| Ok(Value::from(own(m, this)?.kind.iv_length()))),
        method("block_size", 0, 0, |m, this, _| Ok(Value::from(own(m, this)?.kind.unit()))),
        method("authenticated?", 0, 0, |_, _, _| Ok(Value::FALSE)),
    ],
    class_methods: &[method("ciphers", 0, 0, ciphers)],
    ..NativeClass::EMPTY
};

/// The mode of operation: how a block depends on the previous ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Cbc,
    Ecb,
    Ctr,
}

/// A cipher with its mode.
#[derive(Debug, Clone, Copy)]
struct Kind {
    name: &'static str,
    key_length: usize,
    /// The block size in bytes.
    block: usize,
    mode: Mode,
}

const KINDS: &[Kind] = &[
    Kind { name: "AES-128-CBC", key_length: 16, block: 16, mode: Mode::Cbc },
    Kind { name: "AES-192-CBC", key_length: 24, block: 16, mode: Mode::Cbc },
    Kind { name: "AES-256-CBC", key_length: 32, block: 16, mode: Mode::Cbc },
    Kind { name: "AES-128-ECB", key_length: 16, block: 16, mode: Mode::Ecb },
    Kind { name: "AES-192-ECB", key_length: 24, block: 16, mode: Mode::Ecb },
    Kind { name: "AES-256-ECB", key_length: 32, block: 16, mode: Mode::Ecb },
    Kind { name: "AES-128-CTR", key_length: 16, block: 16, mode: Mode::Ctr },
    Kind { name: "AES-192-CTR", key_length: 24, block: 16, mode: Mode::Ctr },
    Kind { name: "AES-256-CTR", key_length: 32, block: 16, mode: Mode::Ctr },
    Kind { name: "DES-EDE3-CBC", key_length: 24, block: 8, mode: Mode::Cbc },
];

impl Kind {
    fn named(name: &str) -> Option<Kind> {
        let plain = match name.to_ascii_uppercase().as_str() {
            "AES128" => "AES-128-CBC".to_owned(),
            "AES192" => "AES-192-CBC".to_owned(),
            "AES256" => "AES-256-CBC".to_owned(),
            "DES3" => "DES-EDE3-CBC".to_owned(),
            other => other.to_owned(),
        };
        KINDS.iter().copied().find(|kind| kind.name == plain)
    }

    fn iv_length(self) -> usize {
        if self.mode == Mode::Ecb { 0 } else { self.block }
    }

    /// The number of bytes that the cipher produces at once.
    fn unit(self) -> usize {
        if self.mode == Mode::Ctr { 1 } else { self.block }
    }

    /// Encrypts or decrypts one block.
    fn transform(self, key: &[u8], block: &mut [u8], encrypts: bool) {
        match (self.block, self.key_length) {
            (8, _) => one_block::<des::TdesEde3>(key, block, encrypts),
            (_, 16) => one_block::<aes::Aes128>(key, block, encrypts),
            (_, 24) => one_block::<aes::Aes192>(key, block, encrypts),
            _ => one_block::<aes::Aes256>(key, block, encrypts),
        }
    }
}

fn one_block<C: KeyInit + BlockEncrypt + BlockDecrypt>(
    key: &[u8],
    block: &mut [u8],
    encrypts: bool,
) {
    let cipher = C::new(GenericArray::from_slice(key));
    let block = GenericArray::from_mut_slice(block);
    if encrypts {
        cipher.encrypt_block(block);
    } else {
        cipher.decrypt_block(block);
    }
}

/// The Rust data of a cipher object.
#[derive(Debug, Clone)]
struct CipherData {
    kind: Kind,
    encrypts: bool,
    key: Option<Vec<u8>>,
    /// The initialization vector of the next message.
    iv: Vec<u8>,
    /// The previous block of cipher text, or the counter.
    state: Vec<u8>,
    /// Bytes that do not fill a block yet; for CTR, the unused key stream.
    pending: Vec<u8>,
    padding: bool,
}

impl Payload for CipherData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

impl CipherData {
    fn restart(&mut self) {
        self.state.clone_from(&self.iv);
        self.pending.clear();
    }

    /// Processes bytes and returns those that are complete; up to one block remains pending.
    fn update(&mut self, key: &[u8], bytes: &[u8]) -> Vec<u8> {
        if self.kind.mode == Mode::Ctr {
            return bytes.iter().map(|byte| byte ^ self.next_of_stream(key)).collect();
        }
        self.pending.extend_from_slice(bytes);
        let size = self.kind.block;
        // When decrypting, the last block may be padding, so it is kept until the end.
        let keep = usize::from(!self.encrypts && self.padding);
        let mut out = Vec::new();
        while self.pending.len() >= size + keep {
            let block: Vec<u8> = self.pending.drain(..size).collect();
            out.extend(self.block(key, block));
        }
        out
    }

    fn block(&mut self, key: &[u8], mut block: Vec<u8>) -> Vec<u8> {
        let chained = self.kind.mode == Mode::Cbc;
        let before = block.clone();
        if chained && self.encrypts {
            mix(&mut block, &self.state);
        }
        self.kind.transform(key, &mut block, self.encrypts);
        if chained && !self.encrypts {
            mix(&mut block, &self.state);
        }
        self.state = if self.encrypts { block.clone() } else { before };
        block
    }

    /// The next byte of the key stream of CTR.
    fn next_of_stream(&mut self, key: &[u8]) -> u8 {
        if self.pending.is_empty() {
            let mut block = self.state.clone();
            self.kind.transform(key, &mut block, true);
            block.reverse();
            self.pending = block;
            for byte in self.state.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
        self.pending.pop().unwrap_or(0)
    }

    /// Finishes a message and returns its last bytes.
    fn finish(&mut self, key: &[u8]) -> Result<Vec<u8>, &'static str> {
        if self.kind.mode == Mode::Ctr {
            return Ok(Vec::new());
        }
        let size = self.kind.block;
        let rest = std::mem::take(&mut self.pending);
        match (self.padding, self.encrypts) {
            (false, _) if rest.is_empty() => Ok(Vec::new()),
            (true, true) => {
                let missing = size - rest.len();
                let mut block = rest;
                block.resize(size, missing as u8);
                Ok(self.block(key, block))
            }
            (true, false) if rest.len() == size => {
                let mut block = self.block(key, rest);
                let count = usize::from(block.last().copied().unwrap_or(0));
                let is_padding = (1..=size).contains(&count)
                    && block[size - count..].iter().all(|&byte| usize::from(byte) == count);
                if !is_padding {
                    return Err("bad decrypt");
                }
                block.truncate(size - count);
                Ok(block)
            }
            _ => Err("wrong final block length"),
        }
    }
}

fn mix(block: &mut [u8], other: &[u8]) {
    for (byte, other) in block.iter_mut().zip(other) {
        *byte ^= other;
    }
}

fn own<'m>(m: &'m mut Machine<'_>, this: Value) -> Flow<&'m mut CipherData> {
    if m.payload::<CipherData>(this).is_none() {
        return Err(m.runtime_error("Cipher not initialized!"));
    }
    match m.payload_mut::<CipherData>(this) {
        Some(data) => Ok(data),
        None => unreachable!("it was there"),
    }
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Object(id) = this else { return Ok(Value::Nil) };
    let name = m.to_text(args[0])?;
    let Some(kind) = Kind::named(&name) else {
        return Err(m.runtime_error(format!("unsupported cipher algorithm ({name})")));
    };
    let iv = vec![0; kind.iv_length()];
    let state = iv.clone();
    let data = CipherData {
        kind,
        encrypts: true,
        key: None,
        iv,
        state,
        pending: Vec::new(),
        padding: true,
    };
    m.set_payload(id, data);
    Ok(Value::Nil)
}

fn ciphers(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let mut names: Vec<String> = KINDS.iter().map(|kind| kind.name.to_lowercase()).collect();
    names.sort();
    let names = names.into_iter().map(|name| m.new_str(name)).collect();
    Ok(m.new_array(names))
}

fn direction(m: &mut Machine<'_>, this: Value, encrypts: bool) -> Flow {
    let data = own(m, this)?;
    data.encrypts = encrypts;
    data.restart();
    Ok(this)
}

fn set_key(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let key = bytes_of(m, args[0])?;
    let length = own(m, this)?.kind.key_length;
    if key.len() != length {
        return Err(m.argument_error(format!("key must be {length} bytes")));
    }
    own(m, this)?.key = Some(key);
    Ok(args[0])
}

fn set_iv(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let iv = bytes_of(m, args[0])?;
    let length = own(m, this)?.kind.iv_length();
    if iv.len() != length {
        return Err(m.argument_error(format!("iv must be {length} bytes")));
    }
    let data = own(m, this)?;
    data.iv = iv;
    data.restart();
    Ok(args[0])
}

fn random(m: &mut Machine<'_>, length: usize) -> Value {
    let mut bytes = vec![0; length];
    m.world.random_bytes(&mut bytes);
    m.new_bytes(bytes, Encoding::Binary)
}

fn random_key(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let length = own(m, this)?.kind.key_length;
    let key = random(m, length);
    set_key(m, this, Args { list: &[key], ..args })
}

fn random_iv(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let length = own(m, this)?.kind.iv_length();
    let iv = random(m, length);
    set_iv(m, this, Args { list: &[iv], ..args })
}

/// Derives the key and the initialization vector from a password as the command line of OpenSSL
/// does.
fn pkcs5_keyivgen(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let password = bytes_of(m, args[0])?;
    let salt = match args.opt(1) {
        None | Some(Value::Nil) => Vec::new(),
        Some(salt) => bytes_of(m, salt)?,
    };
    if !salt.is_empty() && salt.len() != 8 {
        return Err(m.argument_error("salt must be an 8-octet string"));
    }
    let rounds = match args.opt(2) {
        None | Some(Value::Nil) => 2048,
        Some(rounds) => m.to_int(rounds)?,
    };
    let digest = match args.opt(3) {
        None | Some(Value::Nil) => Algorithm::Md5,
        Some(digest) => algorithm(m, digest)?,
    };
    let kind = own(m, this)?.kind;
    let (mut bytes, mut last) = (Vec::new(), Vec::new());
    while bytes.len() < kind.key_length + kind.iv_length() {
        last.extend_from_slice(&password);
        last.extend_from_slice(&salt);
        last = digest.digest(&last);
        for _ in 1..rounds {
            m.step()?;
            last = digest.digest(&last);
        }
        bytes.extend_from_slice(&last);
    }
    let data = own(m, this)?;
    data.key = Some(bytes[..kind.key_length].to_vec());
    data.iv = bytes[kind.key_length..kind.key_length + kind.iv_length()].to_vec();
    data.restart();
    Ok(Value::Nil)
}

fn set_padding(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let padding = m.to_int(args[0])?;
    own(m, this)?.padding = padding != 0;
    Ok(args[0])
}

fn cipher_error(m: &mut Machine<'_>, message: &str) -> Jump {
    m.error(class::OPENSSL_CIPHER_ERROR, message)
}

fn key_of(m: &mut Machine<'_>, this: Value) -> Flow<Vec<u8>> {
    match own(m, this)?.key.clone() {
        Some(key) => Ok(key),
        None => Err(cipher_error(m, "key not set")),
    }
}

fn update(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let bytes = bytes_of(m, args[0])?;
    let key = key_of(m, this)?;
    if bytes.is_empty() {
        return Err(m.argument_error("data must not be empty"));
    }
    m.charge(bytes.len() * 2)?;
    let out = own(m, this)?.update(&key, &bytes);
    let out = m.new_bytes(out, Encoding::Binary);
    match args.opt(1) {
        Some(buffer) => m.call(buffer, crate::Symbol::new("replace"), &[out]),
        None => Ok(out),
    }
}

fn finish(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let key = key_of(m, this)?;
    match own(m, this)?.finish(&key) {
        Ok(bytes) => Ok(m.new_bytes(bytes, Encoding::Binary)),
        Err(message) => Err(cipher_error(m, message)),
    }
}

fn reset(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    own(m, this)?.restart();
    Ok(this)
}

fn name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let name = own(m, this)?.kind.name;
    Ok(m.new_str(name))
}
