//! The kinds of diagnostics about definitions that can't be exported faithfully.

pupa_syntax::issues! {
    /// A string of the definition (a default, a value of an enumeration, a string in its
    /// logic) contains a character that XML does not allow: a control character, U+FFFE or
    /// U+FFFF. For logic, `--impl json` has no such limit.
    illegal_in_xml(code: u32) = "character-not-in-xml", Error,
        "the character U+{code:04X} can't be written in XML";

    /// Ecore counts the values of a feature with 32 bits. A larger `min` or `max` is
    /// exported as 2147483647.
    bound_too_large(feature: &str, bound: u64) = "ecore-bound-too-large", Warning,
        "the bound {bound} of `{feature}` is too large for Ecore, which gets 2147483647 instead";

    /// The types of two namespaces would be written to files whose names are equal or differ
    /// only in case, which many file systems ignore. Types without a namespace go to
    /// `puppet.ecore`. Export the namespaces into different directories.
    same_file(first: &str, second: &str, file: &str) = "same-model-file", Error,
        "{first} and {second} would be exported to the same file, `{file}`";
}
