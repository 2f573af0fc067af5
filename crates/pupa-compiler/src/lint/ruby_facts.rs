//! The names of facts that Ruby code adds.

use super::pattern::KeyPattern;

/// What Ruby code calls to add a fact.
const CALLS: [&str; 2] = ["Facter.add", "Facter.define_fact"];

/// What is known of the name of a fact.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Added {
    /// All of it.
    Name(String),
    /// Some of it.
    Pattern(KeyPattern),
    /// Nothing.
    Anything,
}

/// The facts that Ruby code adds: `Facter.add(:role)`, `Facter.add("role_#{i}")`.
pub(super) fn in_ruby(text: &str) -> Vec<Added> {
    let calls = CALLS.into_iter().flat_map(|call| text.split(call).skip(1));
    calls.filter_map(added).collect()
}

/// What the argument of a call names; none when it is no call.
fn added(rest: &str) -> Option<Added> {
    if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let argument = rest.trim_start().trim_start_matches('(').trim_start();
    let text = argument.strip_prefix(':').unwrap_or(argument);
    let literal = match text.chars().next()? {
        quote @ ('\'' | '"') => quoted(&text[1..], quote),
        _ if text.len() < argument.len() => Some(word(text)),
        _ => None,
    };
    Some(match literal {
        Some((parts, behind)) if ends_argument(behind) => of_parts(parts),
        _ => Added::Anything,
    })
}

fn of_parts(parts: Vec<String>) -> Added {
    match <[String; 1]>::try_from(parts) {
        Ok([name]) => Added::Name(name),
        Err(parts) if parts.iter().all(String::is_empty) => Added::Anything,
        Err(parts) => Added::Pattern(KeyPattern::new(parts)),
    }
}

fn word(text: &str) -> (Vec<String>, &str) {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    (vec![text[..end].to_lowercase()], &text[end..])
}

/// The texts before, between and behind `#{…}` in a string, and what stands behind its quote.
fn quoted(text: &str, quote: char) -> Option<(Vec<String>, &str)> {
    let mut parts = vec![String::new()];
    let mut rest = text;
    loop {
        let first = rest.chars().next()?;
        if let Some(inner) = rest.strip_prefix("#{").filter(|_| quote == '"') {
            rest = behind_brace(inner)?;
            parts.push(String::new());
            continue;
        }
        rest = &rest[first.len_utf8()..];
        match first {
            first if first == quote => return Some((parts, rest)),
            // What it stands for is not worth to know.
            '\\' => return None,
            first => parts.last_mut()?.extend(first.to_lowercase()),
        }
    }
}

/// What stands behind the brace that ends an expression.
fn behind_brace(text: &str) -> Option<&str> {
    let mut depth = 1_usize;
    let end = text.find(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some(&text[end + 1..])
}

/// Whether nothing is made of a text before it is an argument: `'a' + b`, `'a'.to_sym`.
fn ends_argument(behind: &str) -> bool {
    let behind = behind.trim_start_matches([' ', '\t']);
    let ends = ["", ",", ")", "\n", "\r", "{", ";", "#"];
    ends.iter().any(|end| match *end {
        "" => behind.is_empty(),
        end => behind.starts_with(end),
    }) || behind.strip_prefix("do").is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_as_far_as_they_are_literal() {
        let name = |name: &str| Added::Name(name.to_owned());
        let pattern = |parts: &[&str]| {
            Added::Pattern(KeyPattern::new(parts.iter().map(|&part| part.to_owned()).collect()))
        };
        for (text, expected) in [
            ("Facter.add(:role) do\nend", name("role")),
            ("Facter.add :role do", name("role")),
            ("Facter.add('Tier', type: :aggregate)", name("tier")),
            ("Facter.add( \"tier\" ) {", name("tier")),
            ("Facter.define_fact('x')", name("x")),
            ("Facter.add(\"role_#{i}\")", pattern(&["role_", ""])),
            ("Facter.add(:\"a_#{h[\"x\"].map { |y| y }}_b\")", pattern(&["a_", "_b"])),
            ("Facter.add('a_#{i}')", name("a_#{i}")),
            ("Facter.add(\"#{i}\")", Added::Anything),
            ("Facter.add(name)", Added::Anything),
            ("Facter.add('a' + b)", Added::Anything),
            ("Facter.add(\"a\\tb\")", Added::Anything),
            ("Facter.add('a", Added::Anything),
        ] {
            assert_eq!(in_ruby(text), [expected], "{text}");
        }
        assert_eq!(in_ruby("Facter.add_all(x)"), []);
    }
}
