//! Line-by-line comparison of two strings as a unified diff, like `diff -u`.

use super::sequence::edits;

/// The number of unchanged lines around a change.
const CONTEXT: usize = 3;

/// A range of lines of both strings: changes with the unchanged lines around them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Hunk {
    /// The number of the first line and the number of lines on the old side. If there are no lines,
    /// the first number is that of the line before the range.
    pub old: (usize, usize),
    /// The same for the new side.
    pub new: (usize, usize),
    /// The lines without line breaks, each with ` `, `-` or `+`. A line with `\` means that the
    /// string ends after the previous line, without a line break.
    pub lines: Vec<(char, String)>,
}

impl Hunk {
    /// The header of the hunk: `@@ -1,3 +1,4 @@`.
    pub fn header(&self) -> String {
        let range = |(first, count): (usize, usize)| match count {
            1 => first.to_string(),
            _ => format!("{first},{count}"),
        };
        format!("@@ -{} +{} @@", range(self.old), range(self.new))
    }
}

/// Computes the hunks of a unified diff.
pub(super) fn unified(old: &str, new: &str) -> Vec<Hunk> {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let mut hunks: Vec<Hunk> = Vec::new();
    let mut equal: &[&str] = &[];
    for edit in edits(&old, &new) {
        if edit.is_equal {
            equal = &old[edit.old];
            continue;
        }
        // Two changes share a hunk if their contexts meet.
        let joined = hunks.last_mut().filter(|_| equal.len() <= 2 * CONTEXT);
        let hunk = match joined {
            Some(hunk) => {
                hunk.add(' ', equal);
                hunk
            }
            None => {
                if let Some(last) = hunks.last_mut() {
                    last.add(' ', &equal[..CONTEXT.min(equal.len())]);
                }
                let context = &equal[equal.len() - CONTEXT.min(equal.len())..];
                let start = |at: usize| (at - context.len() + 1, 0);
                let (old, new) = (start(edit.old.start), start(edit.new.start));
                hunks.push(Hunk { old, new, lines: Vec::new() });
                let Some(hunk) = hunks.last_mut() else { continue };
                hunk.add(' ', context);
                hunk
            }
        };
        hunk.add('-', &old[edit.old]);
        hunk.add('+', &new[edit.new]);
        equal = &[];
    }
    if let Some(last) = hunks.last_mut() {
        last.add(' ', &equal[..CONTEXT.min(equal.len())]);
    }
    hunks.iter_mut().for_each(Hunk::number_empty_ranges);
    hunks
}

impl Hunk {
    fn add(&mut self, mark: char, lines: &[&str]) {
        if mark != '+' {
            self.old.1 += lines.len();
        }
        if mark != '-' {
            self.new.1 += lines.len();
        }
        for line in lines {
            let whole = line.strip_suffix('\n');
            self.lines.push((mark, whole.unwrap_or(line).to_owned()));
            if whole.is_none() {
                self.lines.push(('\\', "No newline at end of file".to_owned()));
            }
        }
    }

    /// If a range is empty, changes its first line to the line before it, as `diff -u` does.
    fn number_empty_ranges(&mut self) {
        for (first, count) in [&mut self.old, &mut self.new] {
            if *count == 0 {
                *first -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(old: &str, new: &str) -> String {
        let mut text = String::new();
        for hunk in unified(old, new) {
            text.push_str(&format!("{}\n", hunk.header()));
            for (mark, line) in hunk.lines {
                text.push_str(&format!("{mark}{line}\n"));
            }
        }
        text
    }

    #[test]
    fn changes_have_context() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n";
        let new = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n11\n12\n14\n15\n16\n17";
        assert_eq!(
            diff(old, new),
            "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n\
             @@ -10,7 +10,7 @@\n 10\n 11\n 12\n-13\n 14\n 15\n 16\n+17\n\
             \\No newline at end of file\n"
        );
    }

    #[test]
    fn texts_may_be_empty() {
        assert_eq!(diff("", "a\nb\n"), "@@ -0,0 +1,2 @@\n+a\n+b\n");
        assert_eq!(diff("a\n", ""), "@@ -1 +0,0 @@\n-a\n");
        assert_eq!(diff("a\n", "a"), "@@ -1 +1 @@\n-a\n+a\n\\No newline at end of file\n");
        assert_eq!(diff("a", "a"), "");
    }
}
