//! Finds encrypted blocks in a string: `ENC[scheme,ciphertext]`.

/// An encrypted block and the text around it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block<'t> {
    /// The text before the block.
    pub(super) before: &'t str,
    /// The name of the encryption scheme, if given.
    scheme: Option<&'t str>,
    /// The ciphertext in Base64, including white space.
    cipher: &'t str,
    /// The text after the block.
    pub(super) after: &'t str,
}

/// The first well-formed block of a string. Malformed blocks are ordinary text.
pub(super) fn next(text: &str) -> Option<Block<'_>> {
    text.match_indices("ENC[").find_map(|(start, opening)| {
        let inside = text.get(start + opening.len()..)?;
        let (scheme, from) = scheme(inside);
        let length = cipher_length(inside.get(from..)?)?;
        let cipher = inside.get(from..from + length)?;
        let after = inside.get(from + length + 1..)?;
        Some(Block { before: text.get(..start)?, scheme, cipher, after })
    })
}

/// The scheme before a comma, and its length including the comma. The search ends with the name,
/// because scanning ahead for a comma at every `ENC[` would take quadratic time.
fn scheme(inside: &str) -> (Option<&str>, usize) {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let length = inside.bytes().take_while(is_word).count();
    match (inside.get(..length), inside.as_bytes().get(length)) {
        (Some(name), Some(b',')) if length > 0 => (Some(name), length + 1),
        _ => (None, 0),
    }
}

/// The length of the ciphertext up to its closing bracket.
fn cipher_length(text: &str) -> Option<usize> {
    let is_cipher = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b' ' | b'=' | b'\n')
    };
    let length = text.bytes().take_while(|byte| is_cipher(byte)).count();
    (length > 0 && text.as_bytes().get(length) == Some(&b']')).then_some(length)
}

impl Block<'_> {
    /// The ciphertext without white space; an error if the scheme is not PKCS7.
    pub(super) fn cipher(&self) -> Result<Vec<u8>, String> {
        let scheme = self.scheme.unwrap_or("PKCS7");
        if !scheme.eq_ignore_ascii_case("pkcs7") {
            return Err(format!(
                "Could not find hiera-eyaml encryptor: {scheme}. Try gem install hiera-eyaml-{} ? \
                 (Pupa decrypts PKCS7 only, gems cannot be used)",
                scheme.to_lowercase()
            ));
        }
        Ok(self.cipher.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::next;

    #[test]
    fn blocks_among_text() {
        let block = next("a ENC[x?] ENC[PKCS7,ab\n c=] b ENC[d]").expect("a block");
        assert_eq!(block.before, "a ENC[x?] ");
        assert_eq!(block.cipher(), Ok(b"abc=".to_vec()));
        assert_eq!(block.after, " b ENC[d]");
        let last = next(block.after).expect("another block");
        assert_eq!((last.before, last.after), (" b ", ""));
        assert_eq!(last.cipher(), Ok(b"d".to_vec()));
    }

    #[test]
    fn malformed_blocks_are_text() {
        for text in ["", "ENC[]", "ENC[PKCS7,]", "ENC[a", "ENC[a,b,c]", "ENC[é]", "ENC [a]"] {
            assert_eq!(next(text), None, "{text}");
        }
    }

    #[test]
    fn schemes() {
        let cipher = |text| next(text).expect("a block").cipher();
        assert_eq!(cipher("ENC[pkcs7,a]"), Ok(b"a".to_vec()));
        assert_eq!(
            cipher("ENC[GPG,a]"),
            Err("Could not find hiera-eyaml encryptor: GPG. Try gem install hiera-eyaml-gpg ? \
                 (Pupa decrypts PKCS7 only, gems cannot be used)"
                .to_owned())
        );
    }

    #[test]
    fn malformed_blocks_take_linear_time() {
        // A search for the comma from every `ENC[` would take minutes.
        assert_eq!(next(&"ENC[".repeat(1 << 20)), None);
    }
}
