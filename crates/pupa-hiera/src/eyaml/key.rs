//! Private keys: where they come from, and what is in their files.

use std::fmt;
use std::sync::Arc;

use der::Decode;
use pupa_value::ruby;
use pupa_value::value::{Hash, Value};
use rsa::RsaPrivateKey;
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::PrivateKeyInfo;

use super::base64;

/// Where the private key of a level of the hierarchy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeySource<'o> {
    /// In a file: the option `pkcs7_private_key`.
    File(&'o str),
    /// In an environment variable: the option `pkcs7_private_key_env_var`.
    Variable(&'o str),
    /// In an environment variable, in Base64: the option `pkcs7_b64_private_key_env_var`.
    Base64Variable(&'o str),
}

/// Gives private keys, each as often as it is asked for. It is wise to keep what was made once.
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
    /// The key at a source. [`KeySource::key`] makes it of what the source holds.
    ///
    /// # Errors
    ///
    /// Why there is no key.
    fn private_key(&self, source: &KeySource<'_>) -> Result<Arc<PrivateKey>, String>;
}

impl<'o> KeySource<'o> {
    /// Where the options of a level say that the key is.
    ///
    /// # Errors
    ///
    /// When they do not say it.
    pub fn of(options: &'o Hash) -> Result<KeySource<'o>, String> {
        if let Some(name) = option(options, "pkcs7_private_key_env_var")? {
            Ok(KeySource::Variable(name))
        } else if let Some(name) = option(options, "pkcs7_b64_private_key_env_var")? {
            Ok(KeySource::Base64Variable(name))
        } else if let Some(path) = option(options, "pkcs7_private_key")? {
            Ok(KeySource::File(path))
        } else {
            // The path that the command `eyaml` takes by default is not known to Hiera.
            Err("pkcs7_private_key is not defined".to_owned())
        }
    }

    /// The key in what the source holds; `None` when there is no such file or variable.
    ///
    /// # Errors
    ///
    /// When there is no such file or variable, or no key in it.
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

/// An option that is a string; what is undefined or false is not given.
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

/// Shows nothing of the key.
impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrivateKey(..)")
    }
}

impl PrivateKey {
    /// The first private RSA key of a PEM file, in PKCS#8 or PKCS#1.
    ///
    /// # Errors
    ///
    /// What OpenSSL says when there is none.
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

    /// Decrypts the key of a message.
    pub(super) fn decrypt(&self, encrypted: &[u8]) -> Option<Vec<u8>> {
        self.0.decrypt(rsa::Pkcs1v15Encrypt, encrypted).ok()
    }
}

const EC_PUBLIC_KEY: der::asn1::ObjectIdentifier =
    der::asn1::ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");

const INCORRECT_TYPE: &str = "incorrect pkey type: id-ecPublicKey";

/// The bytes of the first section of a PEM file with a name.
fn section(pem: &str, name: &str) -> Option<Vec<u8>> {
    let (_, rest) = pem.split_once(&format!("-----BEGIN {name}-----"))?;
    let (body, _) = rest.split_once(&format!("-----END {name}-----"))?;
    Some(base64::decode(body.as_bytes()))
}
