//! Converts values to text and back: `sprintf`, `scanf`, `shellquote`.

use pupa_value::{Value, text};

use super::argument_checks::{
    Arity, arguments, implicit_text, no_implicit_conversion, undefined_method,
};
use super::legacy::legacy_argument;
use super::scan::scan;
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::flatten::flattened;
use crate::stop::Outcome;

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "scanf",
        doc: "The values that a format finds in a string, as an array: the reverse of \
              `sprintf`.\n\n\
              | directive | finds |\n\
              |---|---|\n\
              | `%d`, `%u` | a decimal number |\n\
              | `%i` | a whole number; `0x` makes it hexadecimal, a leading zero octal |\n\
              | `%o`, `%x`, `%X` | an octal or hexadecimal number |\n\
              | `%f`, `%e`, `%g`, `%a` | a floating point number |\n\
              | `%s` | characters up to white space |\n\
              | `%c` | one character, or as many as the width |\n\
              | `%[abc]`, `%[^abc]`, `%[[:alpha:]]` | characters of a set |\n\
              | `%%` | a percent sign |\n\n\
              A number after `%` is the most characters that are taken, and `*` before it takes \
              them without giving a value. White space in the format means any amount of it in the \
              string; other characters must be there as written.\n\n\
              Scanning ends at the first directive that does not match; the result has the values \
              found before. With a block, the block gets the array, and its value is the result.",
        examples: &[
            Example { code: "scanf('42 abc', '%d %s')", value: "[42, 'abc']" },
            Example { code: "scanf('0x1F', '%i')", value: "[31]" },
            Example { code: "scanf('abc', '%d')", value: "[]" },
            Example { code: "'7'.scanf('%i') |$found| { $found[0] + 1 }", value: "8" },
        ],
        dispatches: &[Dispatch {
            signature: "String $data, String $format, Callable &$block?",
            body: scanf,
        }],
        traits: Traits::NONE,
    },
    Function {
        name: "shellquote",
        doc: "The arguments as one string that a Bourne shell reads as these words again.\n\n\
              Words are separated by spaces, and each is quoted where it must be. Elements of \
              arrays, at any depth, count as arguments. Arguments must be strings; `undef` is the \
              empty string.",
        examples: &[
            Example { code: "shellquote('a', ['b c', ''])", value: r#"'a "b c" ""'"# },
            Example { code: "shellquote('$x')", value: r"'\'$x\''" },
        ],
        dispatches: &[Dispatch { signature: "Any *$args", body: shellquote }],
        traits: Traits::UNTYPED,
    },
    Function {
        name: "sprintf",
        doc: "Text from a format and values: `sprintf(format, values…)`.\n\n\
              A directive begins with `%`, then come flags (`-` to the left, `0` filled with \
              zeros, `+` and space for the sign, `#` for prefixes), a width, a precision after a \
              point, and a letter: `d`, `i`, `u` decimal; `o` octal; `x`, `X` hexadecimal; `b`, \
              `B` binary; `f`, `e`, `E`, `g`, `G`, `a`, `A` floating point; `s` text; `p` text as \
              for inspection; `c` a character; `%` a percent sign. `*` takes the width from the \
              values. `%1$s` names a value by its place. `%<name>d` and `%{name}` name a value of \
              a hash, which is then the only one.\n\n\
              Too few values and values that can't be converted are errors; values that are not \
              used are not.",
        examples: &[
            Example { code: "sprintf('%05.1f|%-3s|%x', 2.25, 'a', 255)", value: "'002.2|a  |ff'" },
            Example { code: "sprintf('%2$s %1$s', 'a', 'b')", value: "'b a'" },
            Example {
                code: "sprintf('%<x>s is %<y>d', {'x' => 'it', 'y' => 42})",
                value: "'it is 42'",
            },
        ],
        dispatches: &[Dispatch { signature: "Any *$args", body: sprintf }],
        traits: Traits::UNTYPED,
    },
];

fn scanf(call: &mut Call<'_, '_>) -> Outcome {
    let found = Value::from(scan(call.text(0), call.text(1))?);
    if call.has_block() { call.yield_with([found]) } else { Ok(found) }
}

fn sprintf(call: &mut Call<'_, '_>) -> Outcome {
    let mut args = arguments(call, Arity::AtLeast(1))?;
    for arg in args.iter_mut().skip(1) {
        if matches!(arg, Value::Type(_)) {
            *arg = legacy_argument(arg)?;
        }
    }
    let Some((format, values)) = args.split_first() else { return Ok(Value::Undef) };
    let text = text::sprintf(implicit_text(format)?, values)?;
    call.check_text(text.len())?;
    Ok(Value::from(text))
}

fn shellquote(call: &mut Call<'_, '_>) -> Outcome {
    let args = arguments(call, Arity::AtLeast(0))?;
    let words = flattened(&args);
    let mut out = String::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        match word {
            Value::String(word) => push_quoted(&mut out, word),
            Value::Hash(_) => return Err(no_implicit_conversion(word)),
            Value::Type(pupa_value::Type::Resource(_) | pupa_value::Type::Class(_)) => {
                return Err(no_implicit_conversion(word));
            }
            Value::Default => return Err(undefined_method("count", word)),
            _ => return Err(undefined_method("length", word)),
        }
        call.check_text(out.len())?;
    }
    Ok(Value::from(out))
}

/// Adds a word, quoted for the shell.
fn push_quoted(out: &mut String, word: &str) {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || "@%_+=:,./-".contains(c);
    let is_dangerous = |c: char| "!\"`$\\".contains(c);
    if !word.is_empty() && word.chars().all(is_safe) {
        out.push_str(word);
    } else if !word.contains(is_dangerous) {
        out.extend(["\"", word, "\""]);
    } else if !word.contains('\'') {
        out.extend(["'", word, "'"]);
    } else {
        out.push('"');
        for character in word.chars() {
            if is_dangerous(character) {
                out.push('\\');
            }
            out.push(character);
        }
        out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_little_as_they_need() {
        let quoted = |word: &str| {
            let mut out = String::new();
            push_quoted(&mut out, word);
            out
        };
        let words = ["a-1", "", "a b", "it's", "$x", "it's $x", "é"];
        let expected = ["a-1", r#""""#, r#""a b""#, r#""it's""#, "'$x'", r#""it's \$x""#, "\"é\""];
        assert_eq!(words.map(quoted), expected);
    }
}
