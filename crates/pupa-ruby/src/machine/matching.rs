//! Regular expression matching, and `$~`.
//!
//! `$~` belongs to the frame of a method, and the blocks inside share it. Native functions have no
//! frame, so they set the variable of their caller.

use pupa_value::regexp::{MatchError, Regexp, RegexpOptions, Span};
use rustc_hash::FxHashMap;

use super::{Flow, Jump, Machine, Outer};
use crate::core::class;
use crate::core::regexp::match_data::MatchInfo;
use crate::heap::{Encoding, Env, RString};
use crate::value::{EnvId, RegexpId, StrId, Value};

/// The byte ranges of a match and of its groups. Group 0 is the whole match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchSpans(Vec<Option<(usize, usize)>>);

impl MatchSpans {
    /// The range of a match without groups.
    pub fn of_whole(start: usize, end: usize) -> MatchSpans {
        MatchSpans(vec![Some((start, end))])
    }

    /// The range of the whole match.
    #[inline]
    pub fn whole(&self) -> Span {
        self.get(0).unwrap_or(Span { start: 0, end: 0 })
    }

    /// The range of a group, if the group took part in the match.
    #[inline]
    pub fn get(&self, group: usize) -> Option<Span> {
        let (start, end) = self.0.get(group).copied().flatten()?;
        Some(Span { start, end })
    }

    /// The number of groups, including the whole match.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Always `false`, because group 0 is the whole match.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The frame that `$~` belongs to.
enum Home {
    Frame(usize),
    Ended(EnvId),
    None,
}

/// The maximum number of compiled expressions that a machine keeps for patterns made at run time.
const CACHE_SIZE: usize = 500;

#[derive(Default)]
struct CompiledCache(FxHashMap<u8, FxHashMap<Box<str>, Regexp>>, usize);

impl Machine<'_> {
    /// `$~` of the method that is being run.
    pub fn last_match(&self) -> Value {
        match self.match_home() {
            Home::Frame(number) => self.core.frames[number].last_match,
            Home::Ended(env) => match &self.heap.envs[env] {
                Env::Ended(frame) => frame.last_match,
                Env::Active { .. } => Value::Nil,
            },
            Home::None => Value::Nil,
        }
    }

    /// Sets `$~` of the method that is being run.
    pub fn set_last_match(&mut self, found: Value) {
        match self.match_home() {
            Home::Frame(number) => self.core.frames[number].last_match = found,
            Home::Ended(env) => {
                if let Env::Ended(frame) = &mut self.heap.envs[env] {
                    frame.last_match = found;
                }
            }
            Home::None => {}
        }
    }

    fn match_home(&self) -> Home {
        let Some(mut number) = self.core.frames.len().checked_sub(1) else { return Home::None };
        loop {
            let Some(frame) = self.core.frames.get(number) else { return Home::None };
            match frame.outer {
                None => return Home::Frame(number),
                Some(Outer::Frame(outer)) => number = outer as usize,
                Some(Outer::Env(mut env)) => loop {
                    match &self.heap.envs[env] {
                        Env::Active { frame } => {
                            number = *frame as usize;
                            break;
                        }
                        Env::Ended(ended) => match ended.outer {
                            Some(outer) => env = outer,
                            None => return Home::Ended(env),
                        },
                    }
                },
            }
        }
    }

    /// The compiled expression of a regexp object.
    pub fn regexp(&mut self, id: RegexpId) -> Flow<Regexp> {
        match &self.heap.regexps[id].regexp {
            Some(regexp) => Ok(regexp.clone()),
            None => Err(self.type_error("uninitialized Regexp")),
        }
    }

    /// Compiles a pattern that was made at run time. The results are cached, because programs often
    /// make the same pattern again.
    pub fn compile_regexp(&mut self, source: &str, options: RegexpOptions) -> Flow<Regexp> {
        let bits = u8::from(options.ignore_case)
            | u8::from(options.extended) << 1
            | u8::from(options.multi_line) << 2;
        let cache = self.core.extensions.entry("regexps");
        let cache = cache.or_insert_with(|| Box::<CompiledCache>::default());
        let cache = cache.downcast_mut::<CompiledCache>();
        if let Some(known) = cache.as_ref().and_then(|cache| cache.0.get(&bits)?.get(source)) {
            return Ok(known.clone());
        }
        let regexp = match Regexp::with_options(source, options) {
            Ok(regexp) => regexp,
            Err(error) => return Err(self.error(class::REGEXP_ERROR, error.message)),
        };
        if let Some(cache) = cache {
            if cache.1 >= CACHE_SIZE {
                *cache = CompiledCache::default();
            }
            cache.0.entry(bits).or_default().insert(source.into(), regexp.clone());
            cache.1 += 1;
        }
        Ok(regexp)
    }

    /// The first match of an expression in a string at or after a byte offset. Neither makes an
    /// object nor sets `$~`.
    pub fn regexp_search(
        &mut self,
        regexp: RegexpId,
        string: StrId,
        from: usize,
    ) -> Flow<Option<MatchSpans>> {
        let (Some(expression), text) =
            (&self.heap.regexps[regexp].regexp, &self.heap.strings[string])
        else {
            return Err(self.type_error("uninitialized Regexp"));
        };
        let found = match text.text() {
            Some(text) if self.heap.regexps[regexp].no_encoding && !text.is_ascii() => {
                self.check_bytes(regexp)?;
                return self.search_text(regexp, string, from);
            }
            Some(text) => expression.spans_from(text, from),
            None => return self.search_bytes(regexp, string, from),
        };
        match found {
            Ok(spans) => Ok(spans.map(MatchSpans)),
            Err(error) => Err(self.match_error(&error)),
        }
    }

    fn search_text(
        &mut self,
        regexp: RegexpId,
        string: StrId,
        from: usize,
    ) -> Flow<Option<MatchSpans>> {
        let expression = self.regexp(regexp)?;
        let text = self.heap.strings[string].text().unwrap_or_default();
        match expression.spans_from(text, from) {
            Ok(spans) => Ok(spans.map(MatchSpans)),
            Err(error) => Err(self.match_error(&error)),
        }
    }

    /// Raises an error for a regexp of binary data, which cannot be searched for in text.
    fn check_bytes(&mut self, regexp: RegexpId) -> Flow<()> {
        if self.regexp(regexp)?.option_bits() & Regexp::FIXEDENCODING == 0 {
            return Ok(());
        }
        Err(self.error(
            class::COMPATIBILITY_ERROR,
            "incompatible encoding regexp match (ASCII-8BIT regexp with UTF-8 string)",
        ))
    }

    /// Whether an expression matches a string at or after a byte offset.
    pub fn regexp_matches(&mut self, regexp: RegexpId, string: StrId, from: usize) -> Flow<bool> {
        let (Some(expression), Some(text)) =
            (&self.heap.regexps[regexp].regexp, self.heap.strings[string].text())
        else {
            return Ok(self.regexp_search(regexp, string, from)?.is_some());
        };
        let found = match from {
            0 => expression.is_match(text),
            _ => expression.find_from(text, from).map(|span| span.is_some()),
        };
        found.map_err(|error| self.match_error(&error))
    }

    /// Searches in a string that is not UTF-8: each byte counts as the character with its number.
    fn search_bytes(
        &mut self,
        regexp: RegexpId,
        string: StrId,
        from: usize,
    ) -> Flow<Option<MatchSpans>> {
        self.check_searchable(regexp, string)?;
        let expression = self.regexp(regexp)?;
        let bytes = self.heap.strings[string].bytes();
        self.core.heap.allocated += bytes.len() * 2;
        let bytes = self.heap.strings[string].bytes();
        let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        let widths = |bytes: &[u8]| bytes.len() + bytes.iter().filter(|byte| **byte > 127).count();
        let Some(before) = bytes.get(..from) else { return Ok(None) };
        let found = expression.spans_from(&text, widths(before));
        let byte_of = |place: usize| text.get(..place).map_or(0, |before| before.chars().count());
        match found {
            Ok(None) => Ok(None),
            Ok(Some(spans)) => {
                let back = |(start, end)| (byte_of(start), byte_of(end));
                Ok(Some(MatchSpans(spans.into_iter().map(|span| span.map(back)).collect())))
            }
            Err(error) => Err(self.match_error(&error)),
        }
    }

    /// Raises an error for an invalid string, or an expression in an incompatible encoding.
    fn check_searchable(&mut self, regexp: RegexpId, string: StrId) -> Flow<()> {
        let text = &self.heap.strings[string];
        let name = encoding_name(text.encoding);
        if text.encoding == Encoding::Utf8 || !text.is_valid() {
            return Err(self.argument_error(format!("invalid byte sequence in {name}")));
        }
        let object = &self.heap.regexps[regexp];
        let is_unicode = object.regexp.as_ref().is_some_and(|regexp| {
            regexp.option_bits() & Regexp::FIXEDENCODING != 0 && !object.no_encoding
        });
        if is_unicode {
            return Err(self.error(
                class::COMPATIBILITY_ERROR,
                format!("incompatible encoding regexp match (UTF-8 regexp with {name} string)"),
            ));
        }
        Ok(())
    }

    /// The error for a search that reached its limit of steps.
    #[cold]
    pub fn match_error(&mut self, error: &MatchError) -> Jump {
        match error {
            MatchError::UndefinedGroupName(_) => self.index_error(error.to_string()),
            MatchError::InvalidGroupName => self.runtime_error(error.to_string()),
            _ => self.error(class::REGEXP_ERROR, error.to_string()),
        }
    }

    /// A new `MatchData`. It keeps the string as it is now. The pattern is a regexp, or the string
    /// that was searched for.
    pub fn new_match(&mut self, pattern: Value, string: StrId, spans: MatchSpans) -> Value {
        let string = self.frozen_copy(string);
        let pattern = match pattern {
            Value::Str(id) => Value::Str(self.frozen_copy(id)),
            other => other,
        };
        self.core.heap.allocated += spans.len() * 24;
        self.new_payload(class::MATCH_DATA, MatchInfo { pattern, string, spans })
    }

    /// A frozen string with the same content, which is the string itself if it is frozen.
    fn frozen_copy(&mut self, id: StrId) -> StrId {
        let string = &self.heap.strings[id];
        if string.frozen && string.class == class::STRING {
            return id;
        }
        let mut copy: RString = string.clone();
        copy.frozen = true;
        copy.class = class::STRING;
        self.core.heap.allocated += size_of::<RString>();
        self.core.heap.strings.add(copy)
    }

    /// Searches at or after a byte offset, sets `$~` and returns it: a `MatchData` or `nil`.
    pub fn match_regexp(&mut self, regexp: RegexpId, string: StrId, from: usize) -> Flow {
        let found = match self.regexp_search(regexp, string, from)? {
            Some(spans) => self.new_match(Value::Regexp(regexp), string, spans),
            None => Value::Nil,
        };
        self.set_last_match(found);
        Ok(found)
    }

    /// `$1`, `$2`, … (`$0` is not a match variable).
    pub fn nth_match(&mut self, number: usize) -> Value {
        let found = self.last_match();
        self.match_group(found, number)
    }

    /// The content of a group of a `MatchData`, or `nil`.
    pub fn match_group(&mut self, found: Value, number: usize) -> Value {
        let Some(info) = self.payload::<MatchInfo>(found) else { return Value::Nil };
        let string = info.string;
        match info.spans.get(number) {
            Some(span) => self.slice_of(string, span.start, span.end),
            None => Value::Nil,
        }
    }

    /// ``$& $` $' $+``, selected by the second character.
    pub fn match_part(&mut self, part: char) -> Value {
        let found = self.last_match();
        let Some(info) = self.payload::<MatchInfo>(found) else { return Value::Nil };
        let (string, whole) = (info.string, info.spans.whole());
        match part {
            '&' => self.slice_of(string, whole.start, whole.end),
            '`' => self.slice_of(string, 0, whole.start),
            '\'' => {
                let end = self.heap.strings[string].len();
                self.slice_of(string, whole.end, end)
            }
            '+' => match (1..info.spans.len()).rev().find(|&at| info.spans.get(at).is_some()) {
                Some(group) => self.match_group(found, group),
                None => Value::Nil,
            },
            _ => Value::Nil,
        }
    }

    /// A new string with a part of another one, in the same encoding.
    pub fn slice_of(&mut self, string: StrId, start: usize, end: usize) -> Value {
        let source = &self.heap.strings[string];
        let encoding = source.encoding;
        if let Some(text) = source.utf8().and_then(|text| text.get(start..end)) {
            let mut part = RString::from_text(text.into());
            part.encoding = encoding;
            return Value::Str(self.add_string(part));
        }
        let bytes = source.bytes().get(start..end).unwrap_or_default().to_vec();
        self.new_bytes(bytes, encoding)
    }
}

fn encoding_name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::Binary => "ASCII-8BIT",
        Encoding::UsAscii => "US-ASCII",
        Encoding::Latin1 => "ISO-8859-1",
        Encoding::Utf16Le => "UTF-16LE",
        Encoding::Utf16Be => "UTF-16BE",
    }
}
