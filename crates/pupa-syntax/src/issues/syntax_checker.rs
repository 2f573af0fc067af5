//! The issues that syntax checkers report in texts of heredocs.

use crate::issues;

issues! {
    /// The text of a heredoc with the syntax `json` is not JSON.
    illegal_json(syntax: &str, problem: &str) = "illegal-json", Error,
        "Invalid produced text having syntax: '{syntax}'. {problem}";

    /// The text of a heredoc with the syntax `base64` is not Base64 in its strict form: letters,
    /// digits, `+` and `/` in groups of four, the last one filled up with `=`.
    illegal_base64(syntax: &str, problem: &str) = "illegal-base64", Error,
        "Invalid produced text having syntax: '{syntax}'. {problem}";

    /// The text of a heredoc with the syntax `pp` is not valid Puppet code.
    illegal_pp(syntax: &str, problem: &str) = "illegal-pp", Error,
        "Invalid produced text having syntax: '{syntax}'. {problem}";

    /// The text of a heredoc with the syntax `epp` is not a valid template.
    illegal_epp(syntax: &str, problem: &str) = "illegal-epp", Error,
        "Invalid produced text having syntax: '{syntax}'. {problem}";

    /// The text of a heredoc with the syntax `yaml` is not YAML. Puppet does not check it.
    illegal_yaml(syntax: &str, problem: &str) = "illegal-yaml", Warning,
        "invalid text of syntax `{syntax}`: {problem}";

    /// The text of a heredoc with the syntax `xml` is not well-formed: its tags do not match, or
    /// one of them is malformed. Puppet does not check it.
    illegal_xml(syntax: &str, problem: &str) = "illegal-xml", Warning,
        "invalid text of syntax `{syntax}`: {problem}";

    /// The checkers for Puppet code and templates are called by the names `pp` and `epp` alone.
    /// With a longer name, such as `x+pp`, Puppet refuses every heredoc.
    unsuitable_syntax_name(problem: &str) = "unsuitable-syntax-name", Error, "{problem}";
}
