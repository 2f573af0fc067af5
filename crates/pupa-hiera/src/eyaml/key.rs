//! Private keys: the options that locate them, and the PEM formats that hold them.

use std::fmt;
use std::sync::Arc;

use der::Decode;
use pupa_value::ruby;
use pupa_value::value::{Hash, Value};
use rsa::RsaPrivateKey;
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::PrivateKeyInfo;

use super::base64;

/// The location of the private key of a hierarchy level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeySource<'o> {
    /// In a file: the option `pkcs7_private_key`.
    File(&'o str),
    /// In an environment variable: the option `pkcs7_private_key_env_var`.
    Variable(&'o str),
    /// In an environment variable, in Base64: the option `pkcs7_b64_private_key_env_var`.
    Base64Variable(&'o str),
}

/// A supplier of private keys. It is called for every encrypted block, so it should cache keys.
///
/// ```
/// use std::sync::Arc;
/// use pupa_hiera::eyaml::{KeySource, Keys, PrivateKey};
///
/// struct NoKeys;
///
/// impl Keys for NoKeys {
///     fn private_key(&self, source: &KeySource<'_>) -> Result<Arc<PrivateKey>, String> {
///         let content = None; // Of the file or the environment variable.
///         source.key(content).map(Arc::new)
///     }
/// }
///
/// let error = NoKeys.private_key(&KeySource::File("keys/a.pem")).unwrap_err();
/// assert_eq!(error, "file keys/a.pem does not exist");
/// ```
pub trait Keys {
    /// Returns the key at a location. [`KeySource::key`] parses the content of the location.
    ///
    /// # Errors
    ///
    /// The reason why there is no key.
    fn private_key(&self, source: &KeySource<'_>) -> Result<Arc<PrivateKey>, String>;
}

impl<'o> KeySource<'o> {
    /// The location that the options of a level specify.
    ///
    /// # Errors
    ///
    /// When the options specify none, or one that is not a string.
    pub fn of(options: &'o Hash) -> Result<KeySource<'o>, String> {
        if let Some(name) = option(options, "pkcs7_private_key_env_var")? {
            Ok(KeySource::Variable(name))
        } else if let Some(name) = option(options, "pkcs7_b64_private_key_env_var")? {
            Ok(KeySource::Base64Variable(name))
        } else if let Some(path) = option(options, "pkcs7_private_key")? {
            Ok(KeySource::File(path))
        } else {
            // The default path of the command `eyaml` does not apply to Hiera.
            Err("pkcs7_private_key is not defined".to_owned())
        }
    }

    /// Parses the key in the content of the file or variable; `None` if that does not exist.
    ///
    /// # Errors
    ///
    /// When the file or variable does not exist, or holds no key.
    pub fn key(&self, content: Option<&[u8]>) -> Result<PrivateKey, String> {
        match (self, content) {
            (KeySource::File(path), None) => Err(format!("file {path} does not exist")),
            (KeySource::Variable(name) | KeySource::Base64Variable(name), None) => {
                Err(format!("env {name} is not set"))
            }
            (KeySource::Base64Variable(_), Some(text)) => {
                PrivateKey::from_pem(&base64::decode(text))
            }
            (_, Some(pem)) => PrivateKey::from_pem(pem),
        }
    }
}

/// `the file keys/private.pem`.
impl fmt::Display for KeySource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeySource::File(path) => write!(f, "the file {path}"),
            KeySource::Variable(name) | KeySource::Base64Variable(name) => {
                write!(f, "the environment variable {name}")
            }
        }
    }
}

/// A string option. Undef and `false` count as absent.
fn option<'o>(options: &'o Hash, name: &str) -> Result<Option<&'o str>, String> {
    match options.get_str(name) {
        None | Some(Value::Undef | Value::Boolean(false)) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => {
            Err(format!("no implicit conversion of {} into String", ruby::class_name(other)))
        }
    }
}

/// A private key, ready to decrypt.
pub struct PrivateKey(RsaPrivateKey);

/// Hides the key, so that it cannot get into logs.
impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrivateKey(..)")
    }
}

impl PrivateKey {
    /// Parses the first private RSA key of a PEM file, in PKCS#8 or PKCS#1.
    ///
    /// # Errors
    ///
    /// The message of OpenSSL for a file without such a key.
    pub fn from_pem(pem: &[u8]) -> Result<PrivateKey, String> {
        let none = || "Neither PUB key nor PRIV key: unsupported".to_owned();
        let pem = String::from_utf8_lossy(pem);
        if pem.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") || pem.contains("Proc-Type: 4,") {
            return Err("Neither PUB key nor PRIV key: unable to get passphrase".to_owned());
        }
        let key = if let Some(der) = section(&pem, "PRIVATE KEY") {
            let info = PrivateKeyInfo::from_der(&der).map_err(|_| none())?;
            if info.algorithm.oid == EC_PUBLIC_KEY {
                return Err(INCORRECT_TYPE.to_owned());
            }
            RsaPrivateKey::try_from(info).ok()
        } else if let Some(der) = section(&pem, "RSA PRIVATE KEY") {
            RsaPrivateKey::from_pkcs1_der(&der).ok()
        } else if section(&pem, "EC PRIVATE KEY").is_some() {
            return Err(INCORRECT_TYPE.to_owned());
        } else {
            None
        };
        key.map(PrivateKey).ok_or_else(none)
    }

    /// Decrypts the content key of a message.
    pub(super) fn decrypt(&self, encrypted: &[u8]) -> Option<Vec<u8>> {
        self.0.decrypt(rsa::Pkcs1v15Encrypt, encrypted).ok()
    }
}

const EC_PUBLIC_KEY: der::asn1::ObjectIdentifier =
    der::asn1::ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");

const INCORRECT_TYPE: &str = "incorrect pkey type: id-ecPublicKey";

/// The decoded bytes of the first PEM section with a label.
fn section(pem: &str, name: &str) -> Option<Vec<u8>> {
    let (_, rest) = pem.split_once(&format!("-----BEGIN {name}-----"))?;
    let (body, _) = rest.split_once(&format!("-----END {name}-----"))?;
    Some(base64::decode(body.as_bytes()))
}
