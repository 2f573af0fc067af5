//! Messages that are encrypted for a key: PKCS#7 enveloped data.

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

/// What OpenSSL says of a message that is none.
const NOT_PKCS7: &str = "Could not parse the PKCS7: no start line";

/// What OpenSSL says when the key does not fit, or the message is damaged.
const BAD_DECRYPT: &str = "bad decrypt";

/// The content of a message.
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

/// The envelope in a message. Bytes after it do not matter.
fn envelope(message: &[u8]) -> Result<EnvelopedData, String> {
    let mut reader = SliceReader::new(message).map_err(|_| NOT_PKCS7)?;
    let info = ContentInfo::decode(&mut reader).map_err(|_| NOT_PKCS7)?;
    if info.content_type != ENVELOPED_DATA {
        return Err("wrong content type".to_owned());
    }
    info.content.decode_as().map_err(|_| NOT_PKCS7.to_owned())
}

/// The content of an envelope, with the key to it.
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

/// What a block cipher hides; nothing when key or text do not fit.
fn decrypt_cbc<C>(key: &[u8], vector: &[u8], encrypted: &[u8]) -> Option<Vec<u8>>
where
    C: BlockCipher + BlockDecryptMut + KeyInit,
{
    let cipher = cbc::Decryptor::<C>::new_from_slices(key, vector).ok()?;
    cipher.decrypt_padded_vec_mut::<Pkcs7>(encrypted).ok()
}
