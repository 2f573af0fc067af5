//! The issues that the parser reports.

use crate::issues;

issues! {
    /// The grammar does not allow this token here. The mistake is at the token or before it:
    /// a missing comma, quote or brace, or a word too many.
    syntax_error(location: &str) = "syntax-error", Error, "Syntax error at {location}";

    /// `@` makes a resource virtual, so a resource expression must follow it.
    virtual_needs_resource() = "virtual-needs-resource", Error,
        "Virtual (@) can only be applied to a Resource Expression";

    /// `@@` exports a resource, so a resource expression must follow it.
    exported_needs_resource() = "exported-needs-resource", Error,
        "Exported (@@) can only be applied to a Resource Expression";

    /// A resource body has attributes but no title, and one of the attributes is written with
    /// `+>`, so that it can't be a hash either.
    body_without_title() = "resource-body-without-title", Error,
        "Syntax error resource body without title or hash with +>";

    /// The expression before the braces is neither the type of a resource nor a reference.
    not_a_resource() = "not-a-resource", Error,
        "Expression is not valid as a resource, resource-default, or resource-override";

    /// A name is expected, and `class` is a keyword.
    class_keyword_as_name() = "class-keyword-as-name", Error,
        "'class' keyword not allowed at this location";

    /// The name of a definition must not be quoted.
    quoted_name() = "quoted-name", Error, "A quoted string is not valid as a name here";

    /// Only the built-in statement functions (`include`, `notice`, …) can be called without
    /// parentheses.
    arguments_without_parentheses(name: &str) = "arguments-without-parentheses", Error,
        "attempt to pass argument list to the function '{name}' which cannot be called without parentheses";

    /// There are several expressions with commas between them, and no function takes them as its
    /// arguments.
    illegal_argument_list() = "illegal-argument-list", Error,
        "illegal comma separated argument list";

    /// The file has too many syntax errors; the rest of it was not read.
    too_many_errors(limit: usize) = "too-many-errors", Note,
        "the file has {limit} syntax errors, the rest is not checked";

    /// A number is too large or is zero with an exponent.
    invalid_number(text: &str) = "invalid-number", Error,
        "Internal Error, NUMBER token does not contain a valid number, {text}";
}
