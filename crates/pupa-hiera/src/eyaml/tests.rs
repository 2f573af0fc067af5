//! Tests of decryption, with keys and messages made by `eyaml` and OpenSSL.

use std::sync::Arc;

use proptest::prelude::*;
use pupa_value::value::{Hash, Value};

use super::{KeySource, Keys, PrivateKey, decrypt, is_encrypted};

const KEY: &str = include_str!("../../tests/eyaml/test_private_key.pkcs7.pem");
const KEY_PKCS1: &str = include_str!("../../tests/eyaml/test_private_key.pkcs1.pem");
const OTHER_KEY: &str = include_str!("../../tests/eyaml/other_test_private_key.pkcs7.pem");
const PUBLIC_KEY: &str = include_str!("../../tests/eyaml/test_public_key.pkcs7.pem");
const AES_256: &str = include_str!("../../tests/eyaml/aes-256-cbc.txt");
const AES_192: &str = include_str!("../../tests/eyaml/aes-192-cbc.txt");
const AES_128: &str = include_str!("../../tests/eyaml/aes-128-cbc.txt");
const DES_3: &str = include_str!("../../tests/eyaml/des-ede3-cbc.txt");
const SMIME: &str = include_str!("../../tests/eyaml/smime.txt");
const SIGNED: &str = include_str!("../../tests/eyaml/signed.txt");

/// The key files and environment variables of the tests.
struct TestKeys;

impl Keys for TestKeys {
    fn private_key(&self, source: &KeySource<'_>) -> Result<Arc<PrivateKey>, String> {
        let in_base64;
        let content = match source {
            KeySource::File("key.pem") | KeySource::Variable("KEY") => Some(KEY.as_bytes()),
            KeySource::File("pkcs1.pem") => Some(KEY_PKCS1.as_bytes()),
            KeySource::File("other.pem") => Some(OTHER_KEY.as_bytes()),
            KeySource::File("public.pem") => Some(PUBLIC_KEY.as_bytes()),
            KeySource::Base64Variable("KEY64") => {
                use ::base64::Engine;
                in_base64 = ::base64::engine::general_purpose::STANDARD.encode(KEY);
                Some(in_base64.as_bytes())
            }
            _ => None,
        };
        source.key(content).map(Arc::new)
    }
}

fn options(name: &str, value: impl Into<Value>) -> Hash {
    [(Value::string(name), value.into())].into_iter().collect()
}

/// Decrypts with the right key.
fn open(text: &str) -> Result<String, String> {
    decrypt(text, &options("pkcs7_private_key", "key.pem"), &TestKeys)
}

/// Decrypts the AES-256 fixture with one option.
fn open_with(name: &str, value: impl Into<Value>) -> Result<String, String> {
    decrypt(AES_256, &options(name, value), &TestKeys)
}

fn text(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

#[test]
fn ciphers() {
    // The fixture ends with a line break, which is removed; the other is part of the secret.
    assert_eq!(open(AES_256), text("secret é\n"));
    assert_eq!(open(AES_192), text("one-nine-two"));
    assert_eq!(open(AES_128), text("one-two-eight"));
    assert_eq!(open(DES_3), text("three"));
    assert_eq!(open(SMIME), text("made by openssl"));
}

#[test]
fn blocks_among_text_and_lines() {
    let block = DES_3.trim_end();
    assert_eq!(open(&format!("é {block},{block}\r\n")), text("é three,three"));
    let (start, end) = block.split_at(60);
    assert_eq!(open(&format!("{start}\n  {end}")), text("three"));
    assert_eq!(open(&block.replacen("PKCS7,", "", 1)), text("three"));
    assert_eq!(open("ENC[no block!]\n"), text("ENC[no block!]"));
}

#[test]
fn key_sources() {
    let secret = text("secret é\n");
    assert_eq!(open_with("pkcs7_private_key", "pkcs1.pem"), secret);
    assert_eq!(open_with("pkcs7_private_key_env_var", "KEY"), secret);
    assert_eq!(open_with("pkcs7_b64_private_key_env_var", "KEY64"), secret);
    let mut both = options("pkcs7_private_key", "missing.pem");
    both.insert("pkcs7_private_key_env_var", "KEY");
    assert_eq!(decrypt(AES_256, &both, &TestKeys), secret);
}

#[test]
fn missing_and_wrong_keys() {
    let error = |message: &str| Err(message.to_owned());
    assert_eq!(
        open_with("pkcs7_private_key", "missing.pem"),
        error("file missing.pem does not exist")
    );
    assert_eq!(open_with("pkcs7_private_key_env_var", "NONE"), error("env NONE is not set"));
    assert_eq!(open_with("path", "x.eyaml"), error("pkcs7_private_key is not defined"));
    assert_eq!(
        open_with("pkcs7_private_key", 1),
        error("no implicit conversion of Integer into String")
    );
    assert_eq!(open_with("pkcs7_private_key", "other.pem"), error("bad decrypt"));
    assert_eq!(
        open_with("pkcs7_private_key", "public.pem"),
        error("Neither PUB key nor PRIV key: unsupported")
    );
}

#[test]
fn files_without_a_key() {
    let refusal = |pem: &str| PrivateKey::from_pem(pem.as_bytes()).map(|_| ()).unwrap_err();
    let none = "Neither PUB key nor PRIV key: unsupported";
    assert_eq!(refusal(""), none);
    assert_eq!(refusal("-----BEGIN PRIVATE KEY-----\nMIIC\n-----END PRIVATE KEY-----"), none);
    assert_eq!(refusal(&KEY.replacen("MII", "MIA", 1)), none);
    assert_eq!(
        refusal(&KEY.replace(" PRIVATE", " ENCRYPTED PRIVATE")),
        "Neither PUB key nor PRIV key: unable to get passphrase"
    );
}

#[test]
fn damaged_messages() {
    let error = |message: &str| Err(message.to_owned());
    let not_pkcs7 = error("Could not parse the PKCS7: no start line");
    assert_eq!(open("ENC[PKCS7,abcd]"), not_pkcs7);
    assert_eq!(open("ENC[PKCS7,=]"), not_pkcs7);
    assert_eq!(open(&AES_256.replace("MII", "MIA")), not_pkcs7);
    let cut = AES_256.get(..400).map(|start| format!("{start}]")).expect("a long text");
    assert_eq!(open(&cut), not_pkcs7);
    assert_eq!(open(SIGNED), error("wrong content type"));
    assert_eq!(
        open("ENC[GPG,abcd]"),
        error(
            "Could not find hiera-eyaml encryptor: GPG. Try gem install hiera-eyaml-gpg ? (Pupa \
             decrypts PKCS7 only, gems cannot be used)"
        )
    );
}

#[test]
fn a_damaged_key_does_not_fit() {
    let body = AES_256.trim_end().trim_start_matches("ENC[PKCS7,").trim_end_matches(']');
    // The offsets of the encrypted content key in the message.
    for at in (100..400).step_by(37) {
        let (start, rest) = body.split_at(at);
        let other = if rest.starts_with('A') { 'B' } else { 'A' };
        let damaged = format!("ENC[PKCS7,{start}{other}{}]", rest.get(1..).unwrap_or_default());
        assert_eq!(open(&damaged), Err("bad decrypt".to_owned()));
    }
}

#[test]
fn debug_output_hides_keys() {
    let key = PrivateKey::from_pem(KEY.as_bytes()).expect("a key");
    assert_eq!(format!("{key:?}"), "PrivateKey(..)");
}

#[test]
fn encrypted_strings_are_recognised() {
    assert!(is_encrypted("ENC[]"));
    assert!(is_encrypted("a\nb ENC[x] c"));
    assert!(!is_encrypted("ENC[x\n]"));
    assert!(!is_encrypted("] ENC["));
    assert!(!is_encrypted(""));
}

proptest! {
    #[test]
    fn any_text_is_decrypted_or_rejected(text in any::<String>()) {
        let _ = is_encrypted(&text);
        let _ = open(&text);
    }

    #[test]
    fn any_block_is_decrypted_or_rejected(text in "(ENC\\[|PKCS7,|GPG,|[A-Za-z0-9+/= \n]{0,9}|\\]|é){0,9}") {
        let _ = open(&text);
    }

    #[test]
    fn any_message_is_decrypted_or_rejected(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let key = PrivateKey::from_pem(KEY.as_bytes()).expect("a key");
        let _ = super::pkcs7::decrypt(&bytes, &key);
    }
}
