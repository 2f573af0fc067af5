//! What differs between two texts, line by line, as `diff -u` shows it.

use super::sequence::edits;

/// How many equal lines are shown around what differs.
const CONTEXT: usize = 3;

/// A stretch of two texts with what differs in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Hunk {
    /// The first line on the old side, or the one before when there is none, and how many.
    pub old: (usize, usize),
    /// The same on the new side.
    pub new: (usize, usize),
    /// The lines without line breaks, each with ` `, `-` or `+`. A line with `\` tells that the text
    /// ends with the line before, without a line break.
    pub lines: Vec<(char, String)>,
}

impl Hunk {
    /// `@@ -1,3 +1,4 @@`
    pub fn header(&self) -> String {
        let range = |(first, count): (usize, usize)| match count {
            1 => first.to_string(),
            _ => format!("{first},{count}"),
        };
        format!("@@ -{} +{} @@", range(self.old), range(self.new))
    }
}

/// The hunks of a unified diff.
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
        // Two changes are one hunk when the context of both meets.
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
    hunks.iter_mut().for_each(Hunk::point_before_what_is_empty);
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

    fn point_before_what_is_empty(&mut self) {
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

    fn shown(old: &str, new: &str) -> String {
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
            shown(old, new),
            "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n\
             @@ -10,7 +10,7 @@\n 10\n 11\n 12\n-13\n 14\n 15\n 16\n+17\n\
             \\No newline at end of file\n"
        );
    }

    #[test]
    fn texts_may_be_empty() {
        assert_eq!(shown("", "a\nb\n"), "@@ -0,0 +1,2 @@\n+a\n+b\n");
        assert_eq!(shown("a\n", ""), "@@ -1 +0,0 @@\n-a\n");
        assert_eq!(shown("a\n", "a"), "@@ -1 +1 @@\n-a\n+a\n\\No newline at end of file\n");
        assert_eq!(shown("a", "a"), "");
    }
}
