//! Writes the text of a scalar in each style, as libyaml's emitter does.

use super::Writer;
use super::style::{is_break, is_printable};

impl Writer {
    pub(super) fn plain(&mut self, text: &str, may_break: bool) {
        if !self.after_space && !text.is_empty() {
            self.put(' ');
        }
        let mut was_space = false;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            if character == ' ' {
                let is_last_space = characters.peek() != Some(&' ');
                if may_break && !was_space && self.column > self.width && is_last_space {
                    self.new_line();
                } else {
                    self.put(' ');
                }
                was_space = true;
            } else {
                self.put(character);
                self.in_indentation = false;
                was_space = false;
            }
        }
        self.after_space = false;
        self.in_indentation = false;
    }

    pub(super) fn single_quoted(&mut self, text: &str, may_break: bool) {
        self.indicator("'", true, false);
        let (mut was_space, mut was_break) = (false, false);
        let mut is_first = true;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            if character == ' ' {
                let is_between = !is_first && !matches!(characters.peek(), None | Some(' '));
                if may_break && !was_space && self.column > self.width && is_between {
                    self.new_line();
                } else {
                    self.put(' ');
                }
                was_space = true;
            } else if is_break(character) {
                if !was_break && character == '\n' {
                    self.line_break('\n');
                }
                self.line_break(character);
                self.in_indentation = true;
                was_break = true;
            } else {
                if was_break {
                    self.new_line();
                }
                if character == '\'' {
                    self.put('\'');
                }
                self.put(character);
                self.in_indentation = false;
                (was_space, was_break) = (false, false);
            }
            is_first = false;
        }
        if was_break {
            self.new_line();
        }
        self.indicator("'", false, false);
        self.in_indentation = false;
    }

    pub(super) fn double_quoted(&mut self, text: &str, may_break: bool) {
        self.indicator("\"", true, false);
        let mut was_space = false;
        let mut is_first = true;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            if !is_printable(character) || is_break(character) || matches!(character, '"' | '\\') {
                self.escaped(character);
                was_space = false;
            } else if character == ' ' {
                let is_between = !is_first && characters.peek().is_some();
                if may_break && !was_space && self.column > self.width && is_between {
                    self.new_line();
                    if characters.peek() == Some(&' ') {
                        self.put('\\');
                    }
                } else {
                    self.put(' ');
                }
                was_space = true;
            } else {
                self.put(character);
                was_space = false;
            }
            is_first = false;
        }
        self.indicator("\"", false, false);
        self.in_indentation = false;
    }

    fn escaped(&mut self, character: char) {
        let code = u32::from(character);
        let short = match character {
            '\0' => "\\0",
            '\x07' => "\\a",
            '\x08' => "\\b",
            '\t' => "\\t",
            '\n' => "\\n",
            '\x0B' => "\\v",
            '\x0C' => "\\f",
            '\r' => "\\r",
            '\x1B' => "\\e",
            '"' => "\\\"",
            '\\' => "\\\\",
            '\u{85}' => "\\N",
            '\u{A0}' => "\\_",
            '\u{2028}' => "\\L",
            '\u{2029}' => "\\P",
            _ => "",
        };
        let escape = match code {
            _ if !short.is_empty() => short.to_owned(),
            0..=0xFF => format!("\\x{code:02X}"),
            0x100..=0xFFFF => format!("\\u{code:04X}"),
            _ => format!("\\U{code:08X}"),
        };
        for character in escape.chars() {
            self.put(character);
        }
    }

    pub(super) fn literal(&mut self, text: &str) {
        self.indicator("|", true, false);
        self.hints(text);
        self.line_break('\n');
        self.in_indentation = true;
        self.after_space = true;
        let mut was_break = true;
        for character in text.chars() {
            if is_break(character) {
                self.line_break(character);
                self.in_indentation = true;
                was_break = true;
            } else {
                if was_break {
                    self.new_line();
                }
                self.put(character);
                self.in_indentation = false;
                was_break = false;
            }
        }
    }

    pub(super) fn folded(&mut self, text: &str) {
        self.indicator(">", true, false);
        self.hints(text);
        self.line_break('\n');
        self.in_indentation = true;
        self.after_space = true;
        let (mut was_break, mut leads_with_space) = (true, true);
        let characters: Vec<char> = text.chars().collect();
        for (at, &character) in characters.iter().enumerate() {
            let next = characters.get(at + 1).copied();
            if is_break(character) {
                if !was_break && !leads_with_space && character == '\n' {
                    let next_text = characters[at..].iter().find(|one| !is_break(**one));
                    if next_text.is_some_and(|one| !matches!(one, ' ' | '\t')) {
                        self.line_break('\n');
                    }
                }
                self.line_break(character);
                self.in_indentation = true;
                was_break = true;
                continue;
            }
            if was_break {
                self.new_line();
                leads_with_space = matches!(character, ' ' | '\t');
            }
            let can_break = !was_break && character == ' ' && next != Some(' ');
            if can_break && self.column > self.width {
                self.new_line();
            } else {
                self.put(character);
            }
            self.in_indentation = false;
            was_break = false;
        }
    }

    /// Writes the indentation and chomping indicators of a block scalar.
    fn hints(&mut self, text: &str) {
        if text.starts_with(|first| first == ' ' || is_break(first)) {
            self.indicator(&self.step.to_string(), false, false);
        }
        self.is_open_ended = false;
        let mut from_end = text.chars().rev();
        if !from_end.next().is_some_and(is_break) {
            self.indicator("-", false, false);
        } else if from_end.next().is_none_or(is_break) {
            self.indicator("+", false, false);
            self.is_open_ended = true;
        }
    }
}
