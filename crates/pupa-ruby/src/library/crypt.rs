//! `String#crypt`: the password hashes of `crypt(3)` that begin with `$1$`, `$2b$`, `$5$` and
//! `$6$`.

mod blowfish;

use super::digest::Algorithm;

const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The hash of a key with a salt; `None` if the salt selects an unknown method.
pub(crate) fn crypt(key: &[u8], salt: &[u8]) -> Option<String> {
    if let Some(rest) = salt.strip_prefix(b"$6$") {
        return sha_crypt(Algorithm::Sha512, "$6$", key, rest);
    }
    if let Some(rest) = salt.strip_prefix(b"$5$") {
        return sha_crypt(Algorithm::Sha256, "$5$", key, rest);
    }
    if let Some(rest) = salt.strip_prefix(b"$1$") {
        return Some(md5_crypt(key, rest));
    }
    if salt.starts_with(b"$2") {
        // The C library returns `*0` for settings that it does not understand.
        return Some(blowfish::crypt(key, salt).unwrap_or_else(|| "*0".to_owned()));
    }
    None
}

/// Appends `count` digits for up to three bytes, the lowest six bits first.
fn digits(out: &mut String, bytes: [u8; 3], count: usize) {
    let mut group = u32::from(bytes[0]) << 16 | u32::from(bytes[1]) << 8 | u32::from(bytes[2]);
    for _ in 0..count {
        out.push(char::from(DIGITS[(group & 63) as usize]));
        group >>= 6;
    }
}

/// The first `length` bytes of a digest that is repeated.
fn repeated(digest: &[u8], length: usize) -> Vec<u8> {
    digest.iter().copied().cycle().take(length).collect()
}

fn sha_crypt(algorithm: Algorithm, prefix: &str, key: &[u8], rest: &[u8]) -> Option<String> {
    let (rounds, is_custom, salt) = match rest.strip_prefix(b"rounds=") {
        Some(rest) => {
            let end = rest.iter().position(|&byte| byte == b'$')?;
            let number: u64 = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
            (number.clamp(1000, 999_999_999), true, &rest[end + 1..])
        }
        None => (5000, false, rest),
    };
    let salt = salt.split(|&byte| byte == b'$').next().unwrap_or_default();
    let salt = &salt[..salt.len().min(16)];
    // The number of rounds comes from data, which an attacker may choose; this limit is about ten
    // seconds of work.
    if rounds > 2_000_000 {
        return None;
    }
    let size = algorithm.length();
    let alternate = algorithm.digest(&[key, salt, key].concat());
    let mut first = [key, salt].concat();
    first.extend(repeated(&alternate, key.len()));
    let mut bits = key.len();
    while bits > 0 {
        first.extend_from_slice(if bits & 1 == 1 { &alternate } else { key });
        bits >>= 1;
    }
    let mut sum = algorithm.digest(&first);
    let key_digest = algorithm.digest(&key.repeat(key.len()));
    let key_part = repeated(&key_digest, key.len());
    let salt_digest = algorithm.digest(&salt.repeat(16 + usize::from(sum[0])));
    let salt_part = repeated(&salt_digest, salt.len());
    let mut block = Vec::with_capacity(2 * (size + key.len()) + salt.len());
    for round in 0..rounds {
        block.clear();
        block.extend_from_slice(if round & 1 == 1 { &key_part } else { &sum });
        if round % 3 != 0 {
            block.extend_from_slice(&salt_part);
        }
        if round % 7 != 0 {
            block.extend_from_slice(&key_part);
        }
        block.extend_from_slice(if round & 1 == 1 { &sum } else { &key_part });
        sum = algorithm.digest(&block);
    }
    let mut text = prefix.to_owned();
    if is_custom {
        text.push_str(&format!("rounds={rounds}$"));
    }
    text.push_str(&String::from_utf8_lossy(salt));
    text.push('$');
    if size == 64 {
        for index in 0..21 {
            let places = [index, index + 21, index + 42];
            let turn = index % 3;
            let byte = |at: usize| sum[places[(at + turn) % 3]];
            digits(&mut text, [byte(0), byte(1), byte(2)], 4);
        }
        digits(&mut text, [0, 0, sum[63]], 2);
    } else {
        for index in 0..10 {
            let places = [index, index + 10, index + 20];
            let turn = (3 - index % 3) % 3;
            let byte = |at: usize| sum[places[(at + turn) % 3]];
            digits(&mut text, [byte(0), byte(1), byte(2)], 4);
        }
        digits(&mut text, [0, sum[31], sum[30]], 3);
    }
    Some(text)
}

fn md5_crypt(key: &[u8], rest: &[u8]) -> String {
    let salt = rest.split(|&byte| byte == b'$').next().unwrap_or_default();
    let salt = &salt[..salt.len().min(8)];
    let md5 = Algorithm::Md5;
    let alternate = md5.digest(&[key, salt, key].concat());
    let mut first = [key, b"$1$", salt].concat();
    first.extend(repeated(&alternate, key.len()));
    let mut bits = key.len();
    while bits > 0 {
        first.push(if bits & 1 == 1 { 0 } else { key.first().copied().unwrap_or(0) });
        bits >>= 1;
    }
    let mut sum = md5.digest(&first);
    for round in 0..1000 {
        let mut block = Vec::new();
        block.extend_from_slice(if round & 1 == 1 { key } else { &sum });
        if round % 3 != 0 {
            block.extend_from_slice(salt);
        }
        if round % 7 != 0 {
            block.extend_from_slice(key);
        }
        block.extend_from_slice(if round & 1 == 1 { &sum } else { key });
        sum = md5.digest(&block);
    }
    let mut text = format!("$1${}$", String::from_utf8_lossy(salt));
    for [a, b, c] in [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5]] {
        digits(&mut text, [sum[a], sum[b], sum[c]], 4);
    }
    digits(&mut text, [0, 0, sum[11]], 2);
    text
}

#[cfg(test)]
mod tests {
    use super::crypt;

    #[test]
    fn known_hashes() {
        for hash in [
            "$1$abcdefgh$cHJi5PXp/ki/ktXzqlk6I1",
            "$5$saltsalt$0IyaXrmV7.sGNS6tirgqHLqX/G.FBvgkYA.lpPdS5sA",
            "$6$saltsalt$TVLlQcbpFVof5W3Yz4DTP6gRstiNuHwwTt6GLc1E5n0U0aDehy0S5knV8wiOQSpT0Y77vwPZN.Pq.H91p5hVO1",
            "$6$rounds=1000$x$0iXvTPIWVHkg6yoVSlOTcEY0CyViwhXpPrHUJOuoFLKbBcWM9S03ZrCHmIxN51kGulOHuZE.4YQhTW5l/ghNC.",
            "$5$rounds=1234$abcdefghijklmnop$aSHuxojqVfEEV0.qtwGbO.ip54aS75PmrbE1peoBXEC",
        ] {
            let at = hash.rfind('$').unwrap_or(0);
            assert_eq!(crypt(b"secret", &hash.as_bytes()[..at]).as_deref(), Some(hash));
        }
    }
}
