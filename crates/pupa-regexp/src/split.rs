//! Splitting a string at matches, like Ruby's `String#split`.

use crate::{MatchError, Regexp};

/// The parts between the matches, with the text of captured groups between them.
pub(crate) fn split(regexp: &Regexp, text: &str, limit: i64) -> Result<Vec<String>, MatchError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    if limit == 1 {
        return Ok(vec![text.to_owned()]);
    }
    let mut parts = Vec::new();
    let cut = |from: usize, to: usize| text.get(from..to).unwrap_or_default().to_owned();
    // The start of the current part, and the offset at which the search continues.
    let (mut begin, mut start) = (0, 0);
    let mut cuts = 1;
    let mut was_empty = false;
    let has_groups = regexp.group_count()? > 0;
    let next = |start| {
        if has_groups {
            let captures = regexp.captures_from(text, start)?;
            Ok(captures.map(|captures| (captures.whole(), Some(captures))))
        } else {
            Ok(regexp.find_from(text, start)?.map(|whole| (whole, None)))
        }
    };
    while start <= text.len()
        && let Some((whole, captures)) = next(start)?
    {
        if whole.start == start && whole.end == start {
            if !was_empty {
                // An empty match splits after the next character, not before it.
                let next = text.get(start..).and_then(|rest| rest.chars().next());
                start += next.map_or(1, char::len_utf8);
                was_empty = true;
                continue;
            }
            let next = text.get(begin..).and_then(|rest| rest.chars().next());
            parts.push(cut(begin, begin + next.map_or(0, char::len_utf8)));
            begin = start;
        } else {
            parts.push(cut(begin, whole.start));
            (begin, start) = (whole.end, whole.end);
        }
        was_empty = false;
        let groups = captures.iter().flat_map(|captures| captures.texts().skip(1).flatten());
        parts.extend(groups.map(str::to_owned));
        cuts += 1;
        if limit > 0 && cuts >= limit {
            break;
        }
    }
    if limit != 0 || begin < text.len() {
        parts.push(cut(begin, text.len()));
    }
    if limit == 0 {
        while parts.last().is_some_and(String::is_empty) {
            parts.pop();
        }
    }
    Ok(parts)
}
