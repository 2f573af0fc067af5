//! The errors of evaluation: the texts of the reference, and its names for values.

use pupa_syntax::diagnostic::Diagnostic;
pub(crate) use pupa_syntax::validate::labels::{a_an, a_an_upper};
use pupa_value::Value;
use pupa_value::types::Type;

pupa_syntax::issues! {
    /// A resource is of a type that is named: `file`, or a type of resources without a title.
    illegal_resource_type(actual: &str) = "illegal-resource-type", Error,
        "Illegal Resource Type expression, expected result to be a type name, or untitled Resource, got {actual}";

    /// A title may appear only once in a resource expression.
    duplicate_title(title: &str) = "duplicate-title", Error,
        "The title '{title}' has already been used in this resource expression";

    /// Each attribute is given once.
    duplicate_attribute(attribute: &str) = "duplicate-attribute", Error,
        "The attribute '{attribute}' has already been set";

    /// A resource must have a title.
    missing_title() = "missing-title", Error, "Missing title. The title expression resulted in undef";

    /// A resource must have a title.
    missing_title_at(index: usize) = "missing-title-at", Error,
        "Missing title at index {index}. The title expression resulted in an undef title";

    /// A title is a string.
    illegal_title_type_at(index: usize, actual: &str) = "illegal-title-type-at", Error,
        "Illegal title type at index {index}. Expected String, got {actual}";

    /// A title can't be empty.
    empty_title_at(index: usize) = "empty-string-title-at", Error,
        "Empty string title at {index}. Title strings must have a length greater than zero.";

    /// The value is of another type than is needed here.
    type_mismatch(expected: &str, actual: &str) = "type-mismatch", Error,
        "Expected value of type {expected}, got {actual}";

    /// Only resources can be overridden: `File['/tmp'] { … }`.
    illegal_overridden_type(actual: &str) = "illegal-overridden-type", Error,
        "Resource Override can only operate on resources, got: {actual}";

    /// Relationships join resources and classes.
    not_catalog_type(t: &str) = "not-catalog-type", Error,
        "Illegal relationship operand, can not form a relationship with something of type {t}. A Catalog type is required.";

    /// Relationships join resources and classes.
    illegal_relationship_operand(operand: &str) = "illegal-relationship-operand-type", Error,
        "Illegal relationship operand, can not form a relationship with {operand}. A Catalog type is required.";

    /// Exported resources of other nodes are not known in this run.
    no_storeconfigs() = "rt-no-storeconfigs", Error,
        "You cannot collect exported resources without storeconfigs being set; the collection will be ignored";

    /// Exported resources are not kept in this run.
    no_storeconfigs_export() = "rt-no-storeconfigs-export", Error,
        "You cannot collect exported resources without storeconfigs being set; the export is ignored";

    /// The resource has no parameter of that name.
    unknown_resource_parameter(kind: &str, title: &str, name: &str) = "unknown-resource-parameter", Error,
        "The resource {kind}['{title}'] does not have a parameter called '{name}'";

    /// An object can't be made, or a feature can't have a value: a check, an invariant or the
    /// definition of the type rejects it. The type and the feature follow in parentheses, with the
    /// place of their definition.
    rejected_object(what: &str, message: &str) = "rejected-object", Error,
        "Error while evaluating {what}, {message}";

    /// The variable has no value here. Check its spelling and where it is set: variables of a
    /// lambda, function, class or defined type are not seen outside of it. `getvar` reads a
    /// variable that may be missing.
    unknown_variable(name: &str) = "unknown-variable", Error, "Unknown variable: '{name}'.";

    /// No function of this name is built in, defined by the program or found in a module.
    unknown_function(name: &str) = "unknown-function", Error, "Unknown function: '{name}'.";

    /// The Ruby code of a template has a syntax error.
    ruby_syntax_error(message: &str) = "ruby-syntax-error", Error, "{message}";

    /// Ruby code has ended with an exception that is not a `StandardError`, which `rescue` without a
    /// class does not rescue.
    ruby_error(message: &str) = "ruby-error", Error, "{message}";

    /// Ruby code uses something of Ruby or Puppet that Pupa does not have. The message names it, with
    /// the file and line of the code. `pupa check --ruby-support` lists all such uses in a module.
    ruby_not_supported(message: &str) = "ruby-not-supported", Error, "{message}";

    /// A parameter has an object of Ruby code that a catalog can't hold: a set, a range, an instance
    /// of a class. It would become text, which `strict` does not accept.
    ruby_value(message: &str) = "ruby-value", Error, "{message}";

    /// The Ruby code of the resource type uses something that Pupa does not have, so that nothing
    /// is known of its parameters, and `--strict-types` does not accept that. `puppet generate
    /// types` writes descriptions of types to `.resource_types` in the environment, which Pupa
    /// reads.
    ruby_resource_type(name: &str, owner: &str, path: &str, detail: &str) = "ruby-resource-type", Error,
        "The resource type '{name}' ({owner}, file {path}) can't be loaded: {detail}";

    /// A resource of a type that is defined with `type Name inherits ManagedResource` is invalid: a
    /// check, an invariant or the definition of the type rejects it. The type and the feature
    /// follow in parentheses.
    rejected_resource(reference: &str, detail: &str) = "rejected-resource", Error,
        "Error while evaluating a Resource Statement, {reference}: {detail}";

    /// No type of this name is built in, defined by the program or found in a module, and no
    /// resource type either.
    unknown_resource_type(name: &str) = "unknown-resource-type", Error, "Resource type not found: {name}";

    /// The resource is not in the catalog. Resources are found only after they were declared.
    unknown_resource(kind: &str, title: &str) = "unknown-resource", Error,
        "Resource not found: {kind}['{title}']";

    /// A variable gets its value once. Choose another name.
    illegal_reassignment(name: &str) = "illegal-reassignment", Error,
        "Cannot reassign variable '${name}'";

    /// The variable is set by Puppet itself.
    illegal_builtin_reassignment(name: &str) = "illegal-builtin-reassignment", Error,
        "Cannot reassign built in (or already assigned) variable '${name}'";

    /// `$facts`, `$trusted` and `$server_facts` are set by Puppet itself.
    illegal_reserved_assignment(name: &str) = "illegal-reserved-assignment", Error,
        "Attempt to assign to a reserved variable name: '${name}'";

    /// The operator takes numbers only.
    not_numeric(value: &str) = "not-numeric", Error,
        "The value '{value}' cannot be converted to Numeric.";

    /// A text was used as a number. Convert it: `Integer($text)`.
    numeric_coercion(before: &str, after: &str) = "numeric-coercion", Error,
        "The string '{before}' was automatically coerced to the numerical value {after}";

    /// The operator does not work on a value of this kind.
    operator_not_applicable(operator: &str, left: &str) = "operator-not-applicable", Error,
        "Operator '{operator}' is not applicable to {left}.";

    /// The operator does not work on values of these kinds together.
    operator_not_applicable_when(operator: &str, left: &str, right: &str) = "operator-not-applicable-when", Error,
        "Operator '{operator}' is not applicable to {left} when right side is {right}.";

    /// Values of these kinds have no order.
    comparison_not_possible(left: &str, operator: &str, right: &str, detail: &str) = "comparison-not-possible", Error,
        "Comparison of: {left} {operator} {right}, is not possible. Caused by '{detail}'.";

    /// The right side of `=~` must be a regular expression, a text of one, or a type.
    match_not_regexp(detail: &str) = "match-not-regexp", Error,
        "Can not convert right match operand to a regular expression. Caused by '{detail}'.";

    /// Only texts can be matched with a regular expression.
    match_not_string(left: &str) = "match-not-string", Error,
        "Left match operand must result in a String value. Got {left}.";

    /// A call or calculation failed; the text gives the reason.
    runtime_error(what: &str, detail: &str) = "runtime-error", Error,
        "Error while evaluating {what}, {detail}";

    /// Nothing can be divided by zero.
    div_by_zero() = "div-by-zero", Error, "Division by 0";

    /// The result is too large for a floating point number.
    result_is_infinity(operator: &str) = "result-is-infinity", Error,
        "The result of the {operator} expression is Infinity";

    /// Whole numbers have 64 bits.
    numeric_overflow(what: &str, end: &str, value: &str) = "numeric-overflow", Error,
        "{what} resulted in a value outside of Puppet Integer {end} range, got '{value}'";

    /// `[$a, $b] = $hash` sets each variable from the key of its name.
    missing_multi_assignment_key(key: &str) = "missing-multi-assignment-key", Error,
        "No value for required key '{key}' in assignment to variables from hash";

    /// `[$a, $b] = Class['c']` sets each variable from the variable of its name in the class.
    missing_multi_assignment_variable(name: &str) = "missing-multi-assignment-variable", Error,
        "No value for required variable '${name}' in assignment to variables from class reference";

    /// As many values are needed as there are variables.
    illegal_multi_assignment_size(expected: usize, actual: usize) = "illegal-multi-assignment-size", Error,
        "Mismatched number of assignable entries and values, expected {expected}, got {actual}";

    /// No option of the selector matches. Add a `default`.
    unmatched_selector(value: &str) = "unmatched-selector", Error,
        "No matching entry for selector parameter with value '{value}'";

    /// `'text'[start]` and `'text'[start, length]` are the ways to take a part of a text.
    bad_string_slice_arity(actual: usize) = "bad-string-slice-arity", Error,
        "String supports [] with one or two arguments. Got {actual}";

    /// A part of a text is given by whole numbers.
    bad_string_slice_key_type(actual: &str) = "bad-string-slice-key-type", Error,
        "A substring operation does not accept {actual} as a character index. Expected an Integer";

    /// `$array[index]` and `$array[start, count]` are the ways to take parts of an array.
    bad_array_slice_arity(actual: usize) = "bad-array-slice-arity", Error,
        "Array supports [] with one or two arguments. Got {actual}";

    /// `$hash[key]` needs a key.
    bad_hash_slice_arity(actual: usize) = "bad-hash-slice-arity", Error,
        "Hash supports [] with one or more arguments. Got {actual}";

    /// Elements of an array are counted by whole numbers.
    bad_slice_key_type(left: &str, actual: &str) = "bad-slice-key-type", Error,
        "{left}[] cannot use {actual} where Integer is expected";

    /// The call has fewer arguments than parameters without default.
    missing_required_parameter(name: &str) = "missing-required-parameter", Error,
        "Parameter ${name} is required but no value was given";

    /// Parameters without default come first.
    required_parameter_after_optional(name: &str) = "required-parameter-after-optional", Error,
        "Parameter ${name} is required but appears after optional parameters";

    /// The word is kept for later versions of the language. Put it in quotes.
    reserved_word(word: &str) = "reserved-word", Error,
        "Use of reserved word: {word}, must be quoted if intended to be a String value";

    /// The parameters of a template must be its very first thing; blanks before them count.
    illegal_epp_parameters() = "illegal-epp-parameters", Error,
        "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace";

    /// Only code that is compiled to a catalog can declare resources.
    needs_catalog(what: &str) = "needs-catalog", Error,
        "{what} needs a catalog, which is not available here";

    /// The program goes on for longer, goes deeper or builds more than the limits allow.
    limit_reached(what: &str) = "limit-reached", Error, "{what}";

    /// `break()`, `next()` or `return()` is called where there is nothing to leave: outside of a
    /// lambda that is called again and again, or of a function.
    illegal_jump(word: &str) = "illegal-jump", Error,
        "{word}() from context where this is illegal";

    /// A type is parameterized with something that it does not take.
    bad_type_parameter(message: &str) = "bad-type-parameter", Error, "{message}";

    /// `import` was removed from the language. Put the files into the directory of the main
    /// manifest, or into modules, where they are found by name.
    discontinued_import() = "discontinued-import", Error,
        "Use of 'import' has been discontinued in favor of a manifest directory. See http://links.puppet.com/puppet-import-deprecation";

    /// A lookup has failed: a configuration or data file is malformed, its data refers to itself, or
    /// nothing is found. The place is that in the configuration or data, if it is known.
    lookup_error(message: &str) = "lookup-error", Error, "{message}";

    /// A resource, class or node cannot be part of the catalog as it is declared; the text gives the
    /// reason.
    catalog_error(message: &str) = "catalog-error", Error, "{message}";

    /// Ruby code of a module raised an error of Puppet, whose text says where it was raised.
    puppet_error(message: &str) = "puppet-error", Error, "{message}";

    /// The manifest needs Ruby code to run, and this build of Pupa has no Ruby.
    ruby_unavailable(path: &str) = "ruby-unavailable", Error,
        "{path} cannot be run: this build of Pupa has no Ruby";
}

/// Whether the reference passes the message on as it is: these are exceptions of Ruby that its
/// evaluator does not rescue.
pub fn is_verbatim(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_any(&[
        &records::ruby_error,
        &records::ruby_syntax_error,
        &records::ruby_unavailable,
        &records::ruby_value,
    ])
}

/// Whether Ruby code has used something that Pupa does not have.
pub fn is_unsupported_ruby(diagnostic: &Diagnostic) -> bool {
    diagnostic.is(&records::ruby_not_supported)
}

/// Whether it is an error of a lookup, whose place is in a configuration or data file.
pub fn is_lookup_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.is(&records::lookup_error)
}

/// Returns the reference's name for a value in messages: `Integer`, `Undef Value`.
pub(crate) fn label(value: &Value) -> String {
    match value {
        Value::Undef => "Undef Value".to_owned(),
        // Compat: the reference knows no name for it.
        Value::Default => "Object".to_owned(),
        Value::Boolean(_) => "Boolean".to_owned(),
        Value::Integer(_) | Value::BigInteger(_) => "Integer".to_owned(),
        Value::Float(_) => "Float".to_owned(),
        Value::String(_) => "String".to_owned(),
        Value::Regexp(_) => "Regexp".to_owned(),
        Value::Array(_) => "Array".to_owned(),
        Value::Hash(_) => "Hash".to_owned(),
        Value::Type(t) => type_label(t),
        Value::Sensitive(_) => "Sensitive".to_owned(),
        Value::Timestamp(_) => "Timestamp".to_owned(),
        Value::Timespan(_) => "Timespan".to_owned(),
        Value::SemVer(_) => "Semver".to_owned(),
        Value::SemVerRange(_) => "SemverRange".to_owned(),
        Value::Binary(_) => "Binary".to_owned(),
        Value::Instance(object) => object.object_type().label().to_owned(),
        Value::Uri(_)
        | Value::Object(_)
        | Value::Iterator(_)
        | Value::Closure(_)
        | Value::Foreign(_) => "Object".to_owned(),
    }
}

fn type_label(t: &Type) -> String {
    match t {
        Type::Resource(Some(resource)) if resource.title.is_some() => {
            format!("{} Resource-Reference", t.display())
        }
        _ => format!("{}-Type", t.display()),
    }
}
