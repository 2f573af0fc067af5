//! Functions that use regular expressions: `match`, `regsubst`, `split`.

use std::sync::Arc;

use pupa_value::regexp::{Captures, Regexp, RegexpOptions, escape};
use pupa_value::text::ruby::class_name;
use pupa_value::value::{Hash, Text};
use pupa_value::{Type, Value};

use super::pattern_cache::compiled;
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::{Outcome, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "match",
        doc: "The match of a regular expression in a string: an array of the whole match and the \
              matches of its groups, or `undef` without a match.\n\n\
              The pattern is a regular expression, a string that is one, a type `Regexp[…]` or \
              `Pattern[…]`, a `Variant` or an alias of such, or an array of any of these. The \
              first of several patterns that matches wins. A group that took no part is \
              `undef`.\n\n\
              For an array of strings, the result is an array of their results. It does not set \
              the variables `$0`, `$1` …: the operator `=~` does.",
        examples: &[
            Example {
                code: "'abc123'.match(/([a-z]+)([1-9]+)/)",
                value: "['abc123', 'abc', '123']",
            },
            Example { code: "['abc', '12'].match(/[a-z]+/)", value: "[['abc'], undef]" },
            Example { code: "'x'.match([/a/, Pattern[/b/, /x/]])", value: "['x']" },
        ],
        dispatches: &[
            Dispatch { signature: "String $string, Variant[Any, Type] $pattern", body: match_text },
            Dispatch {
                signature: "Array[String] $string, Variant[Any, Type] $pattern",
                body: match_texts,
            },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "regsubst",
        doc: "A string with the matches of a pattern replaced.\n\n\
              The pattern is a string or a regular expression. A type `Regexp[…]` is also taken; \
              the text of its pattern is then looked for as it is written.\n\n\
              In the replacement `\\0` or `\\&` is the whole match, `\\1` to `\\9` for groups, \
              `\\k<name>` for a named group, `` \\` `` and `\\'` for the text before and behind \
              the match, `\\\\` for a backslash. A hash as replacement is looked up by the match; \
              matches without an entry are removed.\n\n\
              Flags: `G` replaces all matches instead of the first; with a pattern given as a \
              string also `I` ignores case, `E` allows blanks and comments in the pattern, `M` \
              lets `.` match line ends. The encoding is ignored, and giving one is deprecated.\n\n\
              Given an array it changes each element. Sensitive strings give sensitive strings; a \
              sensitive array gives an array.",
        examples: &[
            Example { code: "regsubst('abcb', 'b', 'X')", value: "'aXcb'" },
            Example { code: "regsubst('abcb', /b/, 'X', 'G')", value: "'aXcX'" },
            Example {
                code: r"regsubst('10.1.2.3', '^(\d+)\.(\d+)', '\2.\1')",
                value: "'1.10.2.3'",
            },
            Example { code: "regsubst('cat', /[ac]/, {'a' => 'A'}, 'G')", value: "'At'" },
        ],
        dispatches: &[
            Dispatch {
                signature: "Variant[Array[Variant[String, Sensitive[String]]], \
                    Sensitive[Array[Variant[String, Sensitive[String]]]], \
                    Variant[String, Sensitive[String]]] $target, \
                    String $pattern, \
                    Variant[String, Hash[String, String]] $replacement, \
                    Optional[Pattern[/^[GEIM]*$/]] $flags?, \
                    Enum['N', 'E', 'S', 'U'] $encoding?",
                body: regsubst_by_text,
            },
            Dispatch {
                signature: "Variant[Array[Variant[String, Sensitive[String]]], \
                    Sensitive[Array[Variant[String, Sensitive[String]]]], \
                    Variant[String, Sensitive[String]]] $target, \
                    Variant[Regexp, Type[Regexp]] $pattern, \
                    Variant[String, Hash[String, String]] $replacement, \
                    Pattern[/^G?$/] $flags?",
                body: regsubst_by_regexp,
            },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "split",
        doc: "The parts of a string between the matches of a pattern, as an array.\n\n\
              The pattern is a regular expression, a string that is one, or a type `Regexp[…]`; \
              `Regexp` alone matches everywhere, as the empty pattern does, and so gives the \
              characters. Matches of groups appear between the parts. Empty parts at the end are \
              left out. A sensitive string gives a sensitive array.",
        examples: &[
            Example { code: "split('v1.v2:v3', '[.:]')", value: "['v1', 'v2', 'v3']" },
            Example { code: "split('a,,b,', /,/)", value: "['a', '', 'b']" },
            Example { code: "split('abc', '')", value: "['a', 'b', 'c']" },
            Example { code: "split('a1b', /(\\d)/)", value: "['a', '1', 'b']" },
        ],
        dispatches: &[
            Dispatch { signature: "String $str, String $pattern", body: split },
            Dispatch { signature: "String $str, Regexp $pattern", body: split },
            Dispatch { signature: "String $str, Type[Regexp] $pattern", body: split },
            Dispatch { signature: "Sensitive[String] $sensitive, String $pattern", body: split },
            Dispatch { signature: "Sensitive[String] $sensitive, Regexp $pattern", body: split },
            Dispatch {
                signature: "Sensitive[String] $sensitive, Type[Regexp] $pattern",
                body: split,
            },
        ],
        traits: Traits::NONE,
    },
];

fn match_text(call: &mut Call<'_, '_>) -> Outcome {
    matched(call.text(0), call.arg(1))
}

fn match_texts(call: &mut Call<'_, '_>) -> Outcome {
    let pattern = call.take(1);
    let mut out = call.take(0);
    if let Value::Array(texts) = &mut out {
        for text in Arc::make_mut(texts) {
            *text = matched(text.as_str().unwrap_or_default(), &pattern)?;
        }
    }
    Ok(out)
}

/// The match of a pattern of any kind, with its groups; `undef` if it does not match.
fn matched(text: &str, pattern: &Value) -> Outcome {
    match pattern {
        Value::String(pattern) => groups(text, &compiled(pattern, RegexpOptions::default())?),
        Value::Regexp(regexp) => groups(text, regexp),
        Value::Array(patterns) => first(patterns.iter(), |pattern| matched(text, pattern)),
        Value::Type(t) => matched_type(text, t),
        other => Err(no_pattern(class_name(other))),
    }
}

fn matched_type(text: &str, t: &Type) -> Outcome {
    match t.resolved() {
        Type::Regexp(Some(regexp)) => groups(text, regexp),
        Type::Regexp(None) => Err(error("Given Regexp Type has no regular expression")),
        Type::Pattern(patterns) => first(patterns.iter(), |regexp| groups(text, regexp)),
        Type::Variant(types) => first(types.iter(), |t| matched_type(text, t)),
        other => Err(no_pattern(class_name(&Value::Type(other.clone())))),
    }
}

/// The first result that is a match.
fn first<T>(
    patterns: impl IntoIterator<Item = T>,
    mut matched: impl FnMut(T) -> Outcome,
) -> Outcome {
    for pattern in patterns {
        let result = matched(pattern)?;
        if !result.is_undef() {
            return Ok(result);
        }
    }
    Ok(Value::Undef)
}

fn groups(text: &str, regexp: &Regexp) -> Outcome {
    let Some(captures) = regexp.captures(text)? else { return Ok(Value::Undef) };
    Ok(Value::array(captures.texts().map(|text| text.map_or(Value::Undef, Value::from))))
}

fn no_pattern(class: &str) -> Box<crate::stop::Stop> {
    error(format!(
        "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or \
         Array[T]. Got {class}"
    ))
}

/// A pattern and its replacement.
struct Substitution<'a> {
    regexp: &'a Regexp,
    replacement: Replacement<'a>,
    is_global: bool,
}

enum Replacement<'a> {
    Text(&'a str),
    Hash(&'a Hash),
}

fn regsubst_by_text(call: &mut Call<'_, '_>) -> Outcome {
    if call.args.len() > 4 {
        call.warn_once(
            "regsubst_function_encoding",
            "The regsubst() function's encoding argument has been ignored since Ruby 1.9 and \
             will be removed in a future release",
        );
    }
    let flags = call.text(3);
    let options = RegexpOptions {
        ignore_case: flags.contains('I'),
        extended: flags.contains('E'),
        multi_line: flags.contains('M'),
    };
    let is_global = flags.contains('G');
    let Value::String(pattern) = call.arg(1) else { return Ok(call.take(0)) };
    let regexp = compiled(pattern, options)?;
    regsubst(call, &regexp, is_global)
}

fn regsubst_by_regexp(call: &mut Call<'_, '_>) -> Outcome {
    let is_global = call.text(3) == "G";
    match call.take(1) {
        Value::Regexp(regexp) => regsubst(call, &regexp, is_global),
        // Compat: the reference passes the pattern of the type to Ruby as a string. Pinned by
        // `quirk-pattern-of-regexp-types`.
        Value::Type(t) => {
            let pattern = match t.resolved() {
                Type::Regexp(Some(regexp)) => regexp.pattern(),
                _ => String::new(),
            };
            let literal = compiled(&Text::from(escape(&pattern)), RegexpOptions::default())?;
            regsubst(call, &literal, is_global)
        }
        _ => Ok(call.take(0)),
    }
}

fn regsubst(call: &mut Call<'_, '_>, regexp: &Regexp, is_global: bool) -> Outcome {
    let target = call.take(0);
    let by = call.take(2);
    let replacement = match &by {
        Value::Hash(hash) => Replacement::Hash(hash),
        other => Replacement::Text(other.as_str().unwrap_or_default()),
    };
    substituted(call, target, &Substitution { regexp, replacement, is_global })
}

fn substituted(call: &Call<'_, '_>, target: Value, by: &Substitution<'_>) -> Outcome {
    match target {
        Value::String(text) => substituted_text(call, &text, by).map(Value::from),
        Value::Array(mut elements) => {
            for element in Arc::make_mut(&mut elements) {
                *element = substituted(call, std::mem::take(element), by)?;
            }
            Ok(Value::Array(elements))
        }
        Value::Sensitive(hidden) => match &*hidden {
            // Compat: the resulting array is not sensitive; its elements stay as they are. Pinned
            // by `quirk-sensitive-arrays-are-revealed`.
            Value::Array(_) => substituted(call, (*hidden).clone(), by),
            hidden => Ok(Value::sensitive(substituted(call, hidden.clone(), by)?)),
        },
        other => Ok(other),
    }
}

fn substituted_text(call: &Call<'_, '_>, text: &str, by: &Substitution<'_>) -> Outcome<String> {
    let regexp = by.regexp;
    Ok(match by.replacement {
        Replacement::Text(replacement) => {
            check_size(call, text, replacement, by)?;
            if by.is_global {
                regexp.replace_all(text, replacement)?
            } else {
                regexp.replace(text, replacement)?
            }
        }
        Replacement::Hash(hash) => substituted_by_hash(call, text, hash, by)?,
    })
}

fn substituted_by_hash(
    call: &Call<'_, '_>,
    text: &str,
    hash: &Hash,
    by: &Substitution<'_>,
) -> Outcome<String> {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    let most = if by.is_global { usize::MAX } else { 1 };
    for captures in by.regexp.captures_iter(text).take(most) {
        let captures = captures?;
        let whole = captures.whole();
        out.push_str(text.get(copied..whole.start).unwrap_or_default());
        let key = captures.text(0).unwrap_or_default();
        out.push_str(hash.get_str(key).and_then(Value::as_str).unwrap_or_default());
        call.check_growing_text(out.len())?;
        copied = whole.end;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Ok(out)
}

/// Fails if the result would be too long. A cheap upper bound suffices for nearly all strings;
/// otherwise the lengths of the matches are added up.
fn check_size(
    call: &Call<'_, '_>,
    text: &str,
    replacement: &str,
    by: &Substitution<'_>,
) -> Outcome<()> {
    let most_matches = if by.is_global { text.len().saturating_add(1) } else { 1 };
    let per_escape = if replacement.contains('\\') { text.len() } else { 0 };
    let per_match = replacement.len().saturating_mul(per_escape.saturating_add(1));
    let bound = text.len().saturating_add(most_matches.saturating_mul(per_match));
    if bound <= call.limits().text {
        return Ok(());
    }
    let mut size = text.len();
    let most = if by.is_global { usize::MAX } else { 1 };
    for captures in by.regexp.captures_iter(text).take(most) {
        size = size.saturating_add(expanded_size(&captures?, replacement));
        call.check_growing_text(size)?;
    }
    call.check_text(size)
}

/// Returns an upper bound of the length of a replacement.
fn expanded_size(captures: &Captures<'_>, replacement: &str) -> usize {
    let longest = || captures.texts().flatten().map(str::len).max().unwrap_or(0);
    let escapes = replacement.split('\\').skip(1).map(|escape| match escape.chars().next() {
        Some('`') => captures.before().len(),
        Some('\'') => captures.after().len(),
        Some('0'..='9' | '&' | 'k') => longest(),
        _ => 0,
    });
    escapes.fold(replacement.len(), usize::saturating_add)
}

fn split(call: &mut Call<'_, '_>) -> Outcome {
    let regexp = match call.take(1) {
        Value::Regexp(regexp) => regexp,
        Value::String(pattern) => Arc::new(compiled(&pattern, RegexpOptions::default())?),
        Value::Type(t) => match t.resolved() {
            Type::Regexp(Some(regexp)) => Arc::clone(regexp),
            _ => Arc::new(compiled(&Text::new(), RegexpOptions::default())?),
        },
        other => return Ok(other),
    };
    match call.take(0) {
        Value::Sensitive(hidden) => {
            let parts = parts(call, hidden.as_str().unwrap_or_default(), &regexp)?;
            Ok(Value::sensitive(parts))
        }
        text => parts(call, text.as_str().unwrap_or_default(), &regexp),
    }
}

fn parts(call: &Call<'_, '_>, text: &str, regexp: &Regexp) -> Outcome {
    let per_match = regexp.group_count()?.saturating_add(1);
    let bound = text.len().saturating_add(1).saturating_mul(per_match);
    if bound > call.limits().elements {
        let mut count = 1usize;
        for found in regexp.find_iter(text) {
            found?;
            count = count.saturating_add(per_match);
            call.check_elements(count)?;
        }
    }
    Ok(Value::array(regexp.split(text)?.into_iter().map(Value::from)))
}
