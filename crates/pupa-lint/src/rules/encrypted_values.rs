//! Reports encrypted values, `ENC[PKCS7,…]`, that no level decrypts.

use pupa_data::Places;
use pupa_syntax::diagnostic::Diagnostic;

use crate::data_uses::each_string;
use crate::issues::UNDECRYPTED_VALUE;
use crate::levels::Backend;
use crate::survey::{Rule, Survey};

/// The beginning of encrypted blocks.
const SIGN: &str = "ENC[PKCS7,";

/// Encrypted values that no level decrypts.
pub(super) static RULE: Rule = Rule { issues: &[&UNDECRYPTED_VALUE], check: undecrypted };

/// The values that lookups return without decryption.
fn undecrypted(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for text in survey.data().filter(|text| text.source.text().contains(SIGN)) {
        let is_decrypted = survey.levels.may_decrypt(&text.reached.path);
        let mut tell = |value: &str, places: Option<&Places>| {
            let wrong = match text.reached.backend {
                Backend::Encrypted => wrong_block(value).map(|why| (why, None)),
                _ if is_decrypted || !value.contains(SIGN) => None,
                _ => Some((NOT_DECRYPTED.to_owned(), Some(HELP.to_owned()))),
            };
            if let Some((message, help)) = wrong {
                let place = places.map(|places| places.place);
                findings.push(text.finding(&UNDECRYPTED_VALUE, place, message).help_if(help));
            }
        };
        for entry in text.entries() {
            each_string(entry.value, entry.places, &mut tell);
        }
    }
    findings
}

const NOT_DECRYPTED: &str =
    "this value is encrypted, and its level does not decrypt: lookups give it as it is";

const HELP: &str = "`lookup_key: eyaml_lookup_key` decrypts";

/// Returns the error of the first malformed block; lookups return such a block unchanged.
fn wrong_block(value: &str) -> Option<String> {
    let why = value.split(SIGN).skip(1).find_map(|block| {
        let is_cipher =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | ' ' | '\n');
        match block.find(|c| !is_cipher(c)) {
            None => Some("has no `]` at its end".to_owned()),
            Some(end) if block[end..].starts_with(']') => {
                let is_empty = block[..end].trim_matches(['=', ' ', '\n']).is_empty();
                is_empty.then(|| "is empty".to_owned())
            }
            Some(end) => {
                let wrong = block[end..].chars().next()?;
                Some(format!("has {wrong:?} in it, which is not Base64"))
            }
        }
    });
    why.map(|why| format!("the encrypted block {why}, so that it is not decrypted"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_an_end_and_base64_in_them() {
        for (block, expected) in [
            ("ENC[PKCS7,]", "is empty"),
            ("ENC[PKCS7, =]", "is empty"),
            ("a ENC[PKCS7,MII=", "has no `]`"),
            ("ENC[PKCS7,MI-I=]", "has '-' in it"),
            ("ENC[PKCS7,MII=] ENC[PKCS7,]", "is empty"),
        ] {
            let found = wrong_block(block).unwrap_or_default();
            assert!(found.contains(expected), "{block}: {found}");
        }
        for block in ["", "ENC[PKCS7,MII=]", "a ENC[PKCS7,M\n I/+==] b", "ENC[GPG,?]"] {
            assert_eq!(wrong_block(block), None, "{block}");
        }
    }
}
