//! Decrypts PKCS#7 enveloped data: a message encrypted with a content key, which in turn is
//! encrypted for a recipient's RSA key.

use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockCipher, BlockDecryptMut, KeyInit, KeyIvInit};
use cms::content_info::ContentInfo;
use cms::enveloped_data::{EncryptedContentInfo, EnvelopedData, RecipientInfo};
use der::asn1::{ObjectIdentifier, OctetStringRef};
use der::{Decode, SliceReader};

use super::key::PrivateKey;

const ENVELOPED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.3");
const AES_128_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.2");
const AES_192_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.22");
const AES_256_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.42");
const DES_EDE3_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.3.7");

/// The message of OpenSSL for data that is not PKCS#7.
const NOT_PKCS7: &str = "Could not parse the PKCS7: no start line";

/// The message of OpenSSL for a wrong key or a damaged message.
const BAD_DECRYPT: &str = "bad decrypt";

/// Decrypts the content of a message.
pub(super) fn decrypt(message: &[u8], key: &PrivateKey) -> Result<Vec<u8>, String> {
    let envelope = envelope(message)?;
    let recipients = envelope.recip_infos.0.iter();
    let mut encrypted_keys = recipients.filter_map(|recipient| match recipient {
        RecipientInfo::Ktri(recipient) => Some(recipient.enc_key.as_bytes()),
        _ => None,
    });
    let content_key = encrypted_keys.find_map(|encrypted| key.decrypt(encrypted));
    let content_key = content_key.ok_or(BAD_DECRYPT)?;
    content(&envelope.encrypted_content, &content_key)
}

/// Parses the envelope of a message. Trailing bytes are ignored.
fn envelope(message: &[u8]) -> Result<EnvelopedData, String> {
    let mut reader = SliceReader::new(message).map_err(|_| NOT_PKCS7)?;
    let info = ContentInfo::decode(&mut reader).map_err(|_| NOT_PKCS7)?;
    if info.content_type != ENVELOPED_DATA {
        return Err("wrong content type".to_owned());
    }
    info.content.decode_as().map_err(|_| NOT_PKCS7.to_owned())
}

/// Decrypts the content of an envelope with the content key.
fn content(info: &EncryptedContentInfo, key: &[u8]) -> Result<Vec<u8>, String> {
    let algorithm = &info.content_enc_alg;
    let vector: OctetStringRef<'_> = algorithm
        .parameters
        .as_ref()
        .and_then(|parameters| parameters.decode_as().ok())
        .ok_or("cipher parameter initialisation error")?;
    let encrypted = info.encrypted_content.as_ref().ok_or("no content")?.as_bytes();
    let vector = vector.as_bytes();
    let plain = match algorithm.oid {
        AES_128_CBC => decrypt_cbc::<aes::Aes128>(key, vector, encrypted),
        AES_192_CBC => decrypt_cbc::<aes::Aes192>(key, vector, encrypted),
        AES_256_CBC => decrypt_cbc::<aes::Aes256>(key, vector, encrypted),
        DES_EDE3_CBC => decrypt_cbc::<des::TdesEde3>(key, vector, encrypted),
        other => return Err(format!("unsupported cipher type: {other}")),
    };
    plain.ok_or_else(|| BAD_DECRYPT.to_owned())
}

/// Decrypts CBC blocks; `None` if the key, the vector or the padding is invalid.
fn decrypt_cbc<C>(key: &[u8], vector: &[u8], encrypted: &[u8]) -> Option<Vec<u8>>
where
    C: BlockCipher + BlockDecryptMut + KeyInit,
{
    let cipher = cbc::Decryptor::<C>::new_from_slices(key, vector).ok()?;
    cipher.decrypt_padded_vec_mut::<Pkcs7>(encrypted).ok()
}
