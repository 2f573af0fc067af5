//! [`Regexp`]: a pattern with its options, compiled when it is first used.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::captures::{Captures, Span};
use crate::error::MatchError;
use crate::iterate::{CapturesIter, FindIter};
use crate::matching::compiled::Compiled;
use crate::options::RegexpOptions;
use crate::syntax::tree::Tree;
use crate::syntax::{self, RegexpError};
use crate::{notation, replace, split};

/// The byte offsets of the start and end of each group of a match; group 0 is the whole match.
pub type GroupSpans = Vec<Option<(usize, usize)>>;

/// A regular expression. Clones share the compiled form.
///
/// ```
/// use pupa_regexp::Regexp;
/// let regexp = Regexp::new(r"(\w+)@(?:example)").expect("it is valid");
/// let captures = regexp.captures("to: joe@example").expect("few steps").expect("it matches");
/// assert_eq!(captures.text(1), Some("joe"));
/// assert_eq!(regexp.to_string(), r"(?-mix:(\w+)@(?:example))");
/// ```
#[derive(Clone)]
pub struct Regexp {
    shared: Arc<Shared>,
}

struct Shared {
    source: Box<str>,
    options: RegexpOptions,
    is_tied_to_unicode: bool,
    /// The parsed pattern, until it is compiled.
    tree: Mutex<Option<Box<Tree>>>,
    /// Compiled on first use.
    compiled: OnceLock<Result<Compiled, MatchError>>,
}

impl Regexp {
    /// Ruby's bit for the option `i`.
    pub const IGNORECASE: u32 = 1;
    /// Ruby's bit for the option `x`.
    pub const EXTENDED: u32 = 2;
    /// Ruby's bit for the option `m`.
    pub const MULTILINE: u32 = 4;
    /// Ruby's bit for patterns with a fixed encoding.
    pub const FIXEDENCODING: u32 = 16;

    /// Creates the regular expression of a pattern without delimiters.
    pub fn new(source: &str) -> Result<Regexp, RegexpError> {
        Regexp::with_options(source, RegexpOptions::default())
    }

    /// Creates the regular expression of a pattern with options, like Ruby's `Regexp.new`.
    pub fn with_options(source: &str, options: RegexpOptions) -> Result<Regexp, RegexpError> {
        let (tree, is_tied_to_unicode) = if syntax::is_plain(source) {
            (None, !source.is_ascii())
        } else {
            let parsed = syntax::parse(source, options)?;
            (Some(Box::new(parsed.tree)), parsed.is_tied_to_unicode)
        };
        let shared = Shared {
            source: source.into(),
            options,
            is_tied_to_unicode,
            tree: Mutex::new(tree),
            compiled: OnceLock::new(),
        };
        Ok(Regexp { shared: Arc::new(shared) })
    }

    /// The pattern.
    pub fn source(&self) -> &str {
        &self.shared.source
    }

    /// The options.
    pub fn options(&self) -> RegexpOptions {
        self.shared.options
    }

    /// The options as the integer that Ruby's `Regexp#options` returns.
    pub fn option_bits(&self) -> u32 {
        let RegexpOptions { ignore_case, extended, multi_line } = self.shared.options;
        let bit = |is_set: bool, bit: u32| if is_set { bit } else { 0 };
        bit(ignore_case, Regexp::IGNORECASE)
            | bit(extended, Regexp::EXTENDED)
            | bit(multi_line, Regexp::MULTILINE)
            | bit(self.shared.is_tied_to_unicode, Regexp::FIXEDENCODING)
    }

    /// The pattern between slashes, like Ruby's `Regexp#inspect`.
    pub fn inspect(&self) -> String {
        notation::inspect(self.source(), self.options())
    }

    /// The pattern between slashes as Puppet prints it: options, if any, are inside the pattern.
    pub fn with_delimiters(&self) -> String {
        if self.option_bits() == 0 { self.inspect() } else { format!("/{self}/") }
    }

    /// The pattern as the parameter of a `Regexp` type: without delimiters, with its options
    /// inside.
    pub fn pattern(&self) -> String {
        notation::pattern(self.source(), self.options(), self.option_bits())
    }

    /// Whether the regular expression matches anywhere in the string.
    pub fn is_match(&self, text: &str) -> Result<bool, MatchError> {
        self.compiled()?.is_match(text)
    }

    /// The first match with its groups.
    pub fn captures<'t>(&self, text: &'t str) -> Result<Option<Captures<'t>>, MatchError> {
        self.captures_from(text, 0)
    }

    /// The first match that starts at or after a byte offset, which is also where `\G` matches.
    /// `None` if the offset is within a character or beyond the end.
    pub fn captures_from<'t>(
        &self,
        text: &'t str,
        from: usize,
    ) -> Result<Option<Captures<'t>>, MatchError> {
        let compiled = self.compiled()?;
        if !text.is_char_boundary(from) {
            return Ok(None);
        }
        let spans = compiled.search(text, from)?;
        Ok(spans.map(|spans| Captures::new(text, spans, compiled.names())))
    }

    /// The spans of the groups of the first match at or after a byte offset, like
    /// [`Regexp::captures_from`]; `None` for groups that did not participate.
    pub fn spans_from(&self, text: &str, from: usize) -> Result<Option<GroupSpans>, MatchError> {
        let compiled = self.compiled()?;
        if text.is_char_boundary(from) { compiled.search(text, from) } else { Ok(None) }
    }

    /// The span of the first match.
    pub fn find(&self, text: &str) -> Result<Option<Span>, MatchError> {
        self.find_from(text, 0)
    }

    /// The span of the first match at or after a byte offset, like [`Regexp::captures_from`].
    pub fn find_from(&self, text: &str, from: usize) -> Result<Option<Span>, MatchError> {
        let compiled = self.compiled()?;
        if text.is_char_boundary(from) { compiled.find(text, from) } else { Ok(None) }
    }

    /// All successive matches, like those of Ruby's `scan` and `gsub`.
    pub fn captures_iter<'r, 't>(&'r self, text: &'t str) -> CapturesIter<'r, 't> {
        CapturesIter::new(self, text)
    }

    /// The spans of all successive matches.
    pub fn find_iter<'r, 't>(&'r self, text: &'t str) -> FindIter<'r, 't> {
        FindIter::new(self, text)
    }

    /// The string with the first match replaced, like Ruby's `sub`.
    ///
    /// ```
    /// use pupa_regexp::Regexp;
    /// let regexp = Regexp::new("(b+)").expect("it is valid");
    /// assert_eq!(regexp.replace("abba", r"<\1>").expect("few steps"), "a<bb>a");
    /// ```
    pub fn replace(&self, text: &str, replacement: &str) -> Result<String, MatchError> {
        replace::replace(self, text, replacement, 1)
    }

    /// The string with all matches replaced, like Ruby's `gsub`.
    pub fn replace_all(&self, text: &str, replacement: &str) -> Result<String, MatchError> {
        replace::replace(self, text, replacement, usize::MAX)
    }

    /// The parts of the string between the matches, like Ruby's `split`.
    pub fn split(&self, text: &str) -> Result<Vec<String>, MatchError> {
        self.split_limit(text, 0)
    }

    /// Like [`Regexp::split`], with at most `limit` parts if it is positive; a negative limit keeps
    /// empty parts at the end.
    pub fn split_limit(&self, text: &str, limit: i64) -> Result<Vec<String>, MatchError> {
        split::split(self, text, limit)
    }

    /// The names of the named groups, in order.
    pub fn names(&self) -> Result<Vec<&str>, MatchError> {
        Ok(self.compiled()?.names().iter().map(|(name, _)| name.as_str()).collect())
    }

    /// The names of the named groups with the numbers of their groups.
    pub fn named_groups(&self) -> Result<&[(String, Vec<usize>)], MatchError> {
        Ok(self.compiled()?.names())
    }

    /// The number of capturing groups.
    pub fn group_count(&self) -> Result<usize, MatchError> {
        Ok(self.compiled()?.group_count())
    }

    fn compiled(&self) -> Result<&Compiled, MatchError> {
        let compile = || Compiled::new(&self.take_tree());
        self.shared.compiled.get_or_init(compile).as_ref().map_err(Clone::clone)
    }

    /// The tree of the pattern. A plain pattern is parsed only here, and has Ruby's syntax anyway.
    fn take_tree(&self) -> Box<Tree> {
        let kept = self.shared.tree.lock().unwrap_or_else(PoisonError::into_inner).take();
        kept.unwrap_or_else(|| {
            let parsed = syntax::parse(self.source(), self.options());
            parsed.map(|parsed| Box::new(parsed.tree)).unwrap_or_default()
        })
    }
}

impl fmt::Display for Regexp {
    /// Writes `(?-mix:a.b)`, like Ruby's `Regexp#to_s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::to_s(self.source(), self.options()))
    }
}

impl fmt::Debug for Regexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Regexp({})", self.inspect())
    }
}

impl PartialEq for Regexp {
    fn eq(&self, other: &Regexp) -> bool {
        self.source() == other.source() && self.options() == other.options()
    }
}

impl Eq for Regexp {}

impl Hash for Regexp {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.source().hash(state);
        self.options().hash(state);
    }
}
