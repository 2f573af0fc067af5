//! The issues that the lexer reports.

use crate::issues;

issues! {
    /// The file begins with a byte order mark. Puppet source is UTF-8 without one; save the
    /// file as "UTF-8" instead of "UTF-8 with BOM".
    illegal_bom(format: &str, bytes: &str) = "illegal-bom", Error,
        "Illegal {format} Byte Order mark at beginning of input: {bytes} - remove these from the puppet source";

    /// The file is larger than the largest text that can be read (2 GiB).
    source_too_large() = "source-too-large", Error,
        "the file is too large to be read: source files must be smaller than 2 GiB";

    /// A reference such as `Apache::` ends in the middle: each `::` must be followed by a
    /// segment that begins with an upper case letter.
    illegal_class_reference() = "illegal-class-reference", Error, "Illegal class reference";

    /// A reference such as `::Apache::` ends in the middle: each `::` must be followed by a
    /// segment that begins with an upper case letter.
    illegal_fully_qualified_class_reference() = "illegal-fully-qualified-class-reference", Error,
        "Illegal fully qualified class reference";

    /// A `::` is not followed by a name. Segments of names begin with a lower case letter.
    illegal_fully_qualified_name() = "illegal-fully-qualified-name", Error,
        "Illegal fully qualified name";

    /// A number runs into letters. Quote it if it is meant as a string.
    illegal_number(value: &str) = "illegal-number", Error, "Illegal number '{value}'";

    /// A number that begins with `0x` may only have the digits 0-9 and a-f.
    invalid_hex_number(value: &str) = "invalid-hex-number", Error,
        "Not a valid hex number {value}";

    /// A number that begins with `0` is octal and may only have the digits 0-7. Leave the zero
    /// out for a decimal number, or quote the number (as file modes should be).
    invalid_octal_number(value: &str) = "invalid-octal-number", Error,
        "Not a valid octal number {value}";

    /// A number with a decimal point or an exponent is incomplete.
    invalid_decimal_number(value: &str) = "invalid-decimal-number", Error,
        "Not a valid decimal number {value}";

    /// `\u` in a string must be followed by four hexadecimal digits, or by one to six of them
    /// in braces, and the character must exist.
    illegal_unicode_escape() = "illegal-unicode-escape", Warning,
        "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {{}} or was > 10ffff";

    /// A backslash in a double-quoted string precedes a character that needs none. The
    /// backslash stays in the string; write `\\` to make that explicit.
    unrecognized_escape(ch: &str) = "unrecognized-escape", Warning,
        "Unrecognized escape sequence '\\{ch}'";

    /// A string is not closed before the end of the file.
    unclosed_quote(after: &str, followed_by: &str) = "unclosed-quote", Error,
        "Unclosed quote after {after} followed by '{followed_by}'";

    /// A comment begun with `/*` is not closed before the end of the file.
    unclosed_mlcomment() = "unclosed-mlcomment", Error, "Unclosed multiline comment";

    /// A regular expression is not one that Ruby's regular expressions allow.
    illegal_regexp(message: &str) = "illegal-regexp", Error, "{message}";

    /// A template opens `<%` and ends before `%>`.
    epp_unbalanced_tag() = "epp-unbalanced-tag", Error,
        "Unbalanced epp tag, reached <eof> without closing tag.";

    /// A comment of a template, begun with `<%#`, is not closed.
    epp_unbalanced_comment() = "epp-unbalanced-comment", Error,
        "Reaching end after opening <%# without seeing %>";

    /// A template ends directly after `<%`.
    epp_unbalanced_expression() = "epp-unbalanced-expression", Error,
        "Unbalanced embedded expression - opening <% and reaching end of input";

    /// The opening of a heredoc has no closing parenthesis.
    heredoc_unclosed_parenthesis(followed_by: &str) = "heredoc-unclosed-parenthesis", Error,
        "Unclosed parenthesis after '@(' followed by '{followed_by}'";

    /// A heredoc has no line that ends it: its tag, perhaps after `|` and `-`.
    heredoc_without_end_tagged_line() = "heredoc-without-end-tagged-line", Error,
        "Heredoc without end-tagged line";

    /// The escapes of a heredoc, behind `/`, may only be t, r, n, s, u, L and $.
    heredoc_invalid_escape(actual: &str) = "heredoc-invalid-escape", Error,
        "Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '{actual}'";

    /// The opening of a heredoc is not of the form `@(tag:syntax/escapes)`.
    heredoc_invalid_syntax() = "heredoc-invalid-syntax", Error,
        "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])";

    /// A heredoc is opened on the last line.
    heredoc_without_text() = "heredoc-without-text", Error,
        "Heredoc without any following lines of text";

    /// The tag of a heredoc is empty.
    heredoc_empty_endtag() = "heredoc-empty-endtag", Error, "Heredoc with an empty endtag";

    /// An escape of a heredoc is named twice.
    heredoc_multiple_at_escapes(escapes: &str) = "heredoc-multiple-at-escapes", Error,
        "An escape char for @() may only appear once. Got '{escapes}'";

    /// The syntax of a heredoc has nothing between two `+`.
    empty_heredoc_syntax_segment(syntax: &str) = "empty-heredoc-syntax-segment", Error,
        "Heredoc syntax specification has empty segment between '+' : '{syntax}'";

    /// Strings and heredocs are nested in each other too deeply.
    nesting_too_deep() = "nesting-too-deep", Error,
        "the program is nested too deeply at this place";
}
