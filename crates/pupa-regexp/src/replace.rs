//! Replacing matches, with the escapes of Ruby's `sub` and `gsub`.

use crate::{Captures, MatchError, Regexp};

/// Replaces at most `limit` matches.
pub(crate) fn replace(
    regexp: &Regexp,
    text: &str,
    replacement: &str,
    limit: usize,
) -> Result<String, MatchError> {
    if !replacement.contains('\\') {
        return replace_literally(regexp, text, replacement, limit);
    }
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for captures in regexp.captures_iter(text).take(limit) {
        let captures = captures?;
        let whole = captures.whole();
        out.push_str(text.get(copied..whole.start).unwrap_or_default());
        expand(&captures, replacement, &mut out)?;
        copied = whole.end;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Ok(out)
}

/// Like [`replace`], for a replacement without escapes, which needs no groups.
fn replace_literally(
    regexp: &Regexp,
    text: &str,
    replacement: &str,
    limit: usize,
) -> Result<String, MatchError> {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for whole in regexp.find_iter(text).take(limit) {
        let whole = whole?;
        out.push_str(text.get(copied..whole.start).unwrap_or_default());
        out.push_str(replacement);
        copied = whole.end;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Ok(out)
}

/// Writes a replacement with these escapes expanded: `\1`, `\k<name>`, `\0`, `\&`, `` \` ``, `\'`,
/// `\\`. Other escapes are kept.
fn expand(captures: &Captures<'_>, replacement: &str, out: &mut String) -> Result<(), MatchError> {
    let mut rest = replacement;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(letter) = rest.chars().next() else {
            out.push('\\');
            break;
        };
        let behind = &rest[letter.len_utf8()..];
        match letter {
            // Compat: if there are named groups, Ruby drops numbered escapes.
            // Pinned by `replacing_knows_escapes_and_empty_matches`.
            '1'..='9' if captures.has_names() => {}
            '1'..='9' => {
                let group = letter.to_digit(10).unwrap_or_default() as usize;
                out.push_str(captures.text(group).unwrap_or_default());
            }
            '0' | '&' => out.push_str(captures.text(0).unwrap_or_default()),
            '`' => out.push_str(captures.before()),
            '\'' => out.push_str(captures.after()),
            '\\' => out.push('\\'),
            'k' if behind.starts_with('<') => {
                let Some((name, after)) = behind[1..].split_once('>') else {
                    return Err(MatchError::InvalidGroupName);
                };
                let number = captures
                    .number(name)
                    .ok_or_else(|| MatchError::UndefinedGroupName(name.to_owned()))?;
                out.push_str(captures.text(number).unwrap_or_default());
                rest = after;
                continue;
            }
            other => {
                out.push('\\');
                out.push(other);
            }
        }
        rest = behind;
    }
    out.push_str(rest);
    Ok(())
}
