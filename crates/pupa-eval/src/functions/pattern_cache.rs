//! A cache of regular expressions that programs give as strings, so that a loop compiles each only
//! once.

use std::cell::RefCell;

use pupa_value::regexp::{Regexp, RegexpOptions};
use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use crate::stop::{Outcome, error};

/// The maximum number of cached patterns.
const MOST: usize = 256;
/// The maximum length of a cached pattern in bytes.
const LONGEST: usize = 4096;

/// The compiled regular expressions of a pattern, by options.
type ByOptions = [Option<Regexp>; 8];

thread_local! {
    static KNOWN: RefCell<FxHashMap<Text, ByOptions>> = RefCell::default();
}

/// The regular expression of a pattern.
///
/// # Errors
/// When the pattern is malformed.
pub(super) fn compiled(pattern: &Text, options: RegexpOptions) -> Outcome<Regexp> {
    let place = usize::from(options.ignore_case)
        | usize::from(options.extended) << 1
        | usize::from(options.multi_line) << 2;
    let known = KNOWN.with_borrow(|known| {
        known.get(pattern.as_str()).and_then(|by_options| by_options.get(place).cloned().flatten())
    });
    match known {
        Some(regexp) => Ok(regexp),
        None => compile(pattern, options, place),
    }
}

fn compile(pattern: &Text, options: RegexpOptions, place: usize) -> Outcome<Regexp> {
    let regexp =
        Regexp::with_options(pattern, options).map_err(|problem| error(problem.message))?;
    if pattern.len() <= LONGEST {
        KNOWN.with_borrow_mut(|known| {
            if known.len() >= MOST {
                known.clear();
            }
            if let Some(kept) = known.entry(pattern.clone()).or_default().get_mut(place) {
                *kept = Some(regexp.clone());
            }
        });
    }
    Ok(regexp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_kept_apart_by_their_options() {
        let pattern = Text::from("b");
        let ignore_case = RegexpOptions { ignore_case: true, ..RegexpOptions::default() };
        for _ in 0..2 {
            let exact = compiled(&pattern, RegexpOptions::default());
            assert!(exact.is_ok_and(|regexp| !regexp.is_match("B").unwrap()));
            let loose = compiled(&pattern, ignore_case);
            assert!(loose.is_ok_and(|regexp| regexp.is_match("B").unwrap()));
        }
        assert!(compiled(&Text::from("("), ignore_case).is_err());
    }
}
