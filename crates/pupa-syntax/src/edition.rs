//! The two editions of the language, and every rule on which they differ.
//!
//! An edition is a property of a whole run. Nothing else in the crate compares editions: code
//! asks a method here by the name of the rule. `docs/editions.md` is made from the table of rules.

/// An edition of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Edition {
    /// The language of Puppet 8.
    #[default]
    Puppet8,
    /// The language of the five design documents.
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
}

/// A rule that holds in one edition and not in the other.
#[derive(Debug)]
pub struct Rule {
    /// The name of the method of [`Edition`] for the rule.
    pub name: &'static str,
    /// The rule in one sentence.
    pub text: &'static str,
    /// The edition in which it holds.
    pub edition: Edition,
}

/// Declares rules: a method of [`Edition`] for each, and their table.
macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $name:ident in $edition:ident;)+) => {
        impl Edition {
            $(
                $(#[doc = $doc])+
                pub const fn $name(self) -> bool {
                    matches!(self, Edition::$edition)
                }
            )+
        }

        /// All rules on which the editions differ.
        pub static RULES: &[Rule] = &[$(
            Rule {
                name: stringify!($name),
                text: concat!($($doc),+),
                edition: Edition::$edition,
            }
        ),+];
    };
}

rules! {
    /// `$a [1]`: a blank before `[` begins an array only after a bare name; after any other
    /// operand it is still access.
    blank_before_bracket_is_access in Draft;

    /// `abc [1]` calls any function, not only the built-in statement functions.
    any_name_takes_a_bare_array in Draft;

    /// `"${class[0]}"` reads the variable `$class`; otherwise it is a syntax error.
    keyword_before_access_is_variable in Puppet8;

    /// The bare word `attr` is reserved.
    reserves_attr in Puppet8;

    /// `not $x` is `! $x`.
    not_is_an_operator in Draft;

    /// `+=` and `-=` assign.
    has_append_and_delete_assignment in Draft;

    /// A resource expression with one title gives a reference; otherwise always an array of them.
    one_resource_is_one_reference in Draft;

    /// Type definitions are part of the language; otherwise they are an extension of ours.
    has_type_definitions in Draft;

    /// Integer literals may be of any size.
    has_unbounded_integers in Draft;

    /// A line of heredoc text that is indented less than the margin loses what indentation it
    /// shares with the margin; otherwise it is left alone.
    trims_short_heredoc_lines in Draft;

    /// `-` before the end tag removes all trailing blanks with the last line break.
    heredoc_dash_trims_blanks in Draft;

    /// The end tag must be alone on its line; otherwise a line that ends in it closes the heredoc.
    heredoc_end_tag_stands_alone in Draft;

    /// `u` is a heredoc escape.
    heredoc_has_unicode_escape in Puppet8;

    /// Blanks are allowed between `/` and the escape letters of a heredoc.
    heredoc_escapes_may_be_spaced in Draft;

    /// Syntax names of heredocs may hold periods, are downcased, and have no empty segment.
    heredoc_syntax_is_a_media_type in Draft;

    /// Findings of our own syntax checkers in a heredoc are errors; otherwise warnings.
    own_syntax_checkers_give_errors in Draft;

    /// The checkers of Puppet code take syntax names that merely end in theirs (`x+pp`);
    /// otherwise such a name is an error.
    puppet_checkers_take_longer_names in Draft;

    /// The empty string is false in conditions.
    empty_string_is_false in Draft;

    /// Texts of numbers are numbers in comparisons and in arithmetic: `'1' == 1`, `'0x10' + 1`.
    /// Every number comes before every other text.
    coerces_numeric_strings in Draft;

    /// Only texts and numbers have an order; otherwise types, times and versions too.
    orders_only_texts_and_numbers in Draft;

    /// `>>` of a negative number gives 0; otherwise it shifts the sign in.
    right_shift_is_never_negative in Draft;

    /// `array - hash` removes the keys and the values of the hash; otherwise its pairs.
    deletes_keys_and_values in Draft;

    /// `array - x` removes elements that equal `x` by `==`; otherwise only identical ones.
    deletes_by_equality in Draft;

    /// A regular expression in a string is a pattern that can be used again, `(?-mix:a.b)`;
    /// otherwise its source, `/a.b/`.
    interpolates_regexps_as_patterns in Draft;

    /// Functions that are called for their effect have no value.
    statement_functions_give_undef in Draft;

    /// A built-in function can't be replaced by one of the environment.
    built_in_functions_win in Draft;

    /// Functions of the name `check_SYNTAX_syntax` check the text of heredocs.
    heredocs_are_checked_by_functions in Draft;

    /// `each` returns the result of its block for the last element; otherwise the iterated value.
    each_gives_last_result in Draft;

    /// `filter` of a hash gives an array of entries, each an array of key and value; otherwise a
    /// hash.
    filter_of_hash_gives_array in Draft;

    /// Integers, strings and types such as `Integer[1, 5]` can be iterated; otherwise only arrays,
    /// hashes and iterators.
    iterates_over_scalars_and_types in Puppet8;
}
