//! The two editions of the language, and every rule of syntax on which they differ.
//!
//! An edition is a property of a whole run. Nothing else in the crate compares editions: code
//! asks a method here by the name of the rule. `docs/editions.md` is tested against the table.

/// An edition of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Edition {
    /// What Puppet 8 does.
    #[default]
    Puppet8,
    /// What the five design documents say.
    Draft,
}

impl Edition {
    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Edition::Puppet8 => "8",
            Edition::Draft => "draft",
        }
    }

    /// The edition of that name.
    pub fn from_name(name: &str) -> Option<Edition> {
        [Edition::Puppet8, Edition::Draft].into_iter().find(|edition| edition.name() == name)
    }

    const fn is_draft(self) -> bool {
        matches!(self, Edition::Draft)
    }

    /// `$a [1]`: a blank before `[` begins an array only after a bare name; after any other
    /// operand it is still access.
    pub const fn blank_before_bracket_is_access(self) -> bool {
        self.is_draft()
    }

    /// `abc [1]` calls any function, not only the built-in statement functions.
    pub const fn any_name_takes_a_bare_array(self) -> bool {
        self.is_draft()
    }

    /// `"${class[0]}"` reads the variable `$class`; otherwise it is a syntax error.
    pub const fn keyword_before_access_is_variable(self) -> bool {
        !self.is_draft()
    }

    /// The bare word `attr` is reserved.
    pub const fn reserves_attr(self) -> bool {
        !self.is_draft()
    }

    /// `not $x` is `! $x`.
    pub const fn not_is_an_operator(self) -> bool {
        self.is_draft()
    }

    /// `+=` and `-=` assign.
    pub const fn has_append_and_delete_assignment(self) -> bool {
        self.is_draft()
    }

    /// Type definitions are part of the language; otherwise they are an extension of ours.
    pub const fn has_type_definitions(self) -> bool {
        self.is_draft()
    }

    /// Integer literals may be of any size.
    pub const fn has_unbounded_integers(self) -> bool {
        self.is_draft()
    }

    /// A line of heredoc text that is indented less than the margin loses what indentation it
    /// shares with the margin; otherwise it is left alone.
    pub const fn trims_short_heredoc_lines(self) -> bool {
        self.is_draft()
    }

    /// `-` before the end tag removes all trailing blanks with the last line break.
    pub const fn heredoc_dash_trims_blanks(self) -> bool {
        self.is_draft()
    }

    /// The end tag must stand alone on its line; otherwise a line that ends in it will do.
    pub const fn heredoc_end_tag_stands_alone(self) -> bool {
        self.is_draft()
    }

    /// `u` is a heredoc escape.
    pub const fn heredoc_has_unicode_escape(self) -> bool {
        !self.is_draft()
    }

    /// Blanks may stand between `/` and the escape letters of a heredoc.
    pub const fn heredoc_escapes_may_be_spaced(self) -> bool {
        self.is_draft()
    }

    /// Syntax names of heredocs may hold periods, are downcased, and have no empty segment.
    pub const fn heredoc_syntax_is_a_media_type(self) -> bool {
        self.is_draft()
    }
}
