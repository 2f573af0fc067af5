//! The issues that the validator reports.
//!
//! The first part are the reference's rules, with its texts. The second part are the rules of
//! type definitions, which the reference does not know.

use crate::issues;

issues! {
    /// A class, defined type, node or plan is inside an expression, a condition or a lambda.
    /// Definitions are known before anything runs, so they can't depend on a condition. Move the
    /// definition to the top of the file, or directly into a class.
    not_top_level() = "not-top-level", Error,
        "Classes, definitions, and nodes may only appear at toplevel or inside other classes";

    /// Functions, plans, type aliases and type definitions belong at the top of a file, never
    /// inside a class or another block. Move it out.
    not_absolute_top_level(what: &str) = "not-absolute-top-level", Error,
        "{what} may only appear at toplevel";

    /// Only variables of the current scope can be assigned. `$a::b` belongs to the class `a`;
    /// assign it there, or give the class a parameter.
    cross_scope_assignment(name: &str) = "cross-scope-assignment", Error,
        "Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces";

    /// The left side of `=` must be a variable, or an array of variables. To compare two values
    /// write `==`.
    illegal_assignment(what: &str) = "illegal-assignment", Error,
        "Illegal attempt to assign to '{what}'. Not an assignable reference";

    /// `$0`, `$1` and so on are set by the last match of a regular expression and can't be
    /// assigned. Choose another name.
    illegal_numeric_assignment(name: &str) = "illegal-numeric-assignment", Error,
        "Illegal attempt to assign to the numeric match result variable '${name}'. Numeric variables are not assignable";

    /// The default of a parameter can't assign variables. Assign in the body, or give the value
    /// directly.
    illegal_assignment_context() = "illegal-assignment-context", Error,
        "Assignment not allowed here";

    /// `$0`, `$1` and so on are set by matches of regular expressions and can't be parameters.
    illegal_numeric_parameter(name: &str) = "illegal-numeric-parameter", Error,
        "The numeric parameter name '${name}' cannot be used (clashes with numeric match result variables)";

    /// The type of a class parameter must be known without evaluating anything, so that tools
    /// can read it. Write the type out, or make it a type alias.
    illegal_nonliteral_parameter_type(name: &str, what: &str) = "illegal-nonliteral-parameter-type", Deprecation,
        "The parameter '${name}' must be a literal type, not {what}";

    /// Values never change in Puppet, so an element of an array or hash can't be assigned. Make
    /// a new value: `$b = $a + { key => 1 }`. Only the initialiser given to `new` of a defined
    /// type may set features with `$t[feature] = value`, on its own parameter.
    illegal_indexed_assignment() = "illegal-indexed-assignment", Error,
        "Illegal attempt to assign via [index/key]. Not an assignable reference";

    /// `+=` and `-=` were removed from the language. Assign to a new variable:
    /// `$all = $some + [1]`.
    appends_deletes_no_longer_supported(operator: &str) = "appends-deletes-no-longer-supported", Error,
        "The operator '{operator}' is no longer supported. See http://links.puppet.com/remove-plus-equals";

    /// `* =>` unfolds a hash into the attributes of a resource. In a hash literal it has no
    /// meaning: merge hashes with `+`.
    unsupported_operator_in_context(operator: &str, place: &str) = "unsupported-operator-in-context", Error,
        "The operator '{operator}' in {place} is not supported.";

    /// The expression gives no value, and a value is needed here. Definitions and
    /// collectors are statements of their own.
    not_rvalue(what: &str) = "not-rvalue", Error,
        "Invalid use of expression. {what} does not produce a value";

    /// `+>` adds to a value that was set before, so it has a meaning only in an override
    /// (`File['x'] { require +> .. }`) or a collector. Write `=>`.
    illegal_attribute_append(name: &str, place: &str) = "illegal-attribute-append", Error,
        "Illegal +> operation on attribute {name}. This operator can not be used in {place}";

    /// A type mapping joins a runtime type with a Puppet type, or a pattern of runtime names with
    /// a pattern of Puppet names; the two sides must be of the same sort.
    illegal_type_mapping(expected: &str) = "illegal-type-mapping", Error,
        "Illegal type mapping. Expected a {expected} on the left side, got A Type Mapping";

    /// Parameters are plain names: a lower case letter or underscore, then letters, digits and
    /// underscores, without `::`.
    illegal_param_name(name: &str) = "illegal-param-name", Error,
        "Illegal parameter name. The given name '{name}' does not conform to the naming rule /^[a-z_]\\w*$/";

    /// Each part of a variable's name begins with a lower case letter; the last one may begin
    /// with an underscore.
    illegal_var_name(name: &str) = "illegal-var-name", Error,
        "Illegal variable name, The given name '{name}' does not conform to the naming rule /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/";

    /// `"${true}"` is read as a variable, and `true` is not the name of one. Write the word without
    /// `${}` to have it in the text, or `${$true}` for a variable of that name.
    illegal_variable_expression() = "illegal-variable-expression", Error,
        "Illegal variable expression. A Boolean did not produce a variable name (String or Numeric).";

    /// A variable whose name begins with a digit is a match result: `$0`, `$1`, `$12`. Its name
    /// is a decimal number without leading zeros.
    illegal_numeric_var_name(name: &str) = "illegal-numeric-var-name", Error,
        "Illegal numeric variable name, The given name '{name}' must be a decimal value if it starts with a digit 0-9";

    /// The name of a node holds a character that no host name has. To match several hosts use
    /// a regular expression: `node /^web\d+$/ { }`.
    illegal_hostname_chars(hostname: &str) = "illegal-hostname-chars", Error,
        "The hostname '{hostname}' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)";

    /// Node names are known before anything is evaluated, so they can't hold variables. Use a
    /// regular expression or list the names.
    illegal_hostname_interpolation() = "illegal-hostname-interpolation", Error,
        "An interpolated expression is not allowed in a hostname of a node";

    /// Nodes can't inherit from each other. Move the common code into a class.
    illegal_node_inheritance() = "illegal-node-inheritance", Error,
        "Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation";

    /// The expression is of a kind that is not allowed in this place, such as a string where
    /// a function's name is expected.
    illegal_expression(what: &str, feature: &str, container: &str) = "illegal-expression", Error,
        "Illegal expression. {what} is unacceptable as {feature} in {container}";

    /// The query of a collector compares attributes with `==` and `!=`, joined by `and` and `or`.
    illegal_query_expression(what: &str) = "illegal-query-expression", Error,
        "Illegal query expression. {what} cannot be used in a query";

    /// Defaults and overrides change other resources, so `@` and `@@` have no meaning before
    /// them. Remove the sign.
    not_virtualizeable() = "not-virtualizeable", Error,
        "Resource Defaults are not virtualizable";

    /// Classes can't be declared for later or for other nodes. Remove `@` or `@@`.
    class_not_virtualizable() = "class-not-virtualizable", Error,
        "Classes are not virtualizable";

    /// The language reserves this form and gives it no meaning.
    unsupported_expression(what: &str) = "unsupported-expression", Error,
        "Expressions of type {what} are not supported in this version of Puppet";

    /// The name can't be the name of a class, defined type, function or type. Names of types
    /// begin with upper case letters, all others with lower case letters, and none begins with
    /// `::`.
    illegal_definition_name(name: &str, what: &str) = "illegal-definition-name", Error,
        "Unacceptable name. The name '{name}' is unacceptable as the name of {what}";

    /// A file of a module may only define names that begin with the file's own name space:
    /// `apache/manifests/vhost.pp` defines `apache::vhost` and names below it. Rename the
    /// definition, or move it to the file of its name.
    illegal_definition_location(name: &str, file: &str) = "illegal-definition-location", Error,
        "Unacceptable location. The name '{name}' is unacceptable in file '{file}'";

    /// The files of a module hold definitions only; anything else would run whenever the file is
    /// loaded. Move it into a class.
    illegal_top_construct_location(what: &str) = "illegal-top-construct-location", Error,
        "This {what} is unacceptable as a top level construct in this location";

    /// `*$rest` takes all arguments that are left, so no parameter can follow it.
    captures_rest_not_last(name: &str) = "captures-rest-not-last", Error,
        "Parameter ${name} is not last, and has 'captures rest'";

    /// Classes, defined types and templates get their parameters by name, so none can take the
    /// rest. Declare an array.
    captures_rest_not_supported(name: &str, container: &str) = "captures-rest-not-supported", Error,
        "Parameter ${name} has 'captures rest' - not supported in {container}";

    /// The parameters of a template belong in the first tag, and text before that tag makes them
    /// look like an expression. Begin the template with `<%- | .. | -%>`.
    illegal_epp_parameters() = "illegal-epp-parameters", Error,
        "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace";

    /// The expression makes a value that is not used. Often the code before it is wrong: a function
    /// called without parentheses, or a missing operator.
    idem_expression_not_last(what: &str) = "idem-expression-not-last", Error,
        "This {what} has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)";

    /// A resource needs a title: `notify { 'title': message => 'text' }`.
    resource_without_title(name: &str) = "resource-without-title", Error,
        "This expression is invalid. Did you try declaring a '{name}' resource without a title?";

    /// Classes, defined types and nodes give no value, so a value as their last expression is
    /// lost. Remove it, or use it.
    idem_not_allowed_last(what: &str, container: &str) = "idem-not-allowed-last", Error,
        "This {what} has no effect. {container} can not end with a value-producing expression without other effect";

    /// The word is kept for later versions of the language. Put it in quotes to use it as text.
    reserved_word(word: &str) = "reserved-word", Error,
        "Use of reserved word: {word}, must be quoted if intended to be a String value";

    /// The name will be a keyword in a later version of the language. Choose another name.
    future_reserved_word(word: &str) = "future-reserved-word", Deprecation,
        "Use of future reserved word: '{word}'";

    /// The name belongs to a data type of the language. Choose another name.
    reserved_type_name(name: &str, what: &str) = "reserved-type-name", Error,
        "The name: '{name}' is already defined by Puppet and can not be used as the name of {what}.";

    /// Every resource has a `title` and a `name`, and classes and defined types see them as
    /// variables. Choose another name for the parameter.
    reserved_parameter(name: &str, container: &str) = "reserved-parameter", Error,
        "The parameter ${name} redefines a built in parameter in the {container}";

    /// A parameter of a class or defined type has the name of a metaparameter, such as `schedule` or
    /// `tag`. Without a default, the class can't be declared: compiling fails. With one, its value is
    /// the metaparameter of everything in the class. Choose another name.
    parameter_is_metaparameter(name: &str, definition: &str, consequence: &str) =
        "parameter-is-metaparameter", Warning,
        "the parameter `${name}` of `{definition}` has the name of a metaparameter: {consequence}";

    /// Two parameters have the same name.
    duplicate_parameter(name: &str) = "duplicate-parameter", Error,
        "The parameter '{name}' is declared more than once in the parameter list";

    /// A hash literal has the same key twice, and the first value is lost. Remove one of them.
    /// The setting `strict` decides whether this is an error, a warning or nothing.
    duplicate_key(key: &str) = "duplicate-key", Error,
        "The key '{key}' is declared more than once";

    /// Only the first `default` can be reached. Remove the other.
    duplicate_default(container: &str) = "duplicate-default", Error,
        "This {container} already has a 'default' entry - this is a duplicate";

    /// Integers have 64 bits: from -9223372036854775808 to 9223372036854775807. Note that the
    /// lowest integer can't be written as a literal, since its sign is an operator.
    numeric_overflow(value: &str) = "numeric-overflow", Error,
        "A Literal Integer resulted in a value outside of Puppet Integer max range, got '{value}'";

    /// `* => $hash` sets many attributes at once, and may be used once per resource. Merge the
    /// hashes: `* => $a + $b`.
    multiple_attributes_unfold() = "multiple-attributes-unfold", Error,
        "Unfolding of attributes from Hash can only be used once per resource body";

    /// Scripts and plans have no catalog, so nothing can be declared in them outside of an
    /// `apply` block.
    expression_not_supported_when_scripting(what: &str) = "expression-not-supported-when-scripting", Error,
        "{what} is only available when compiling a catalog";

    /// The statements of an `apply` block are compiled to a catalog, where this is not available.
    expression_not_supported_when_compiling(what: &str) = "expression-not-supported-when-compiling", Error,
        "{what} is not available when compiling a catalog";

    /// Type definitions (`type Name { attr .. }`), `Type.new { .. }` and `$t[feature] = ..` are
    /// extensions of ours to edition `8`, and other implementations of Puppet reject them. Say in
    /// the project's configuration that you want them, and the warning goes away.
    type_definition_extension(statement: &str) = "type-definition-extension", Warning,
        "{statement} that other implementations of Puppet reject";

    /// A type is defined once. Rename or remove one of the definitions. `type user` and
    /// `type User` define the same type.
    duplicate_type(name: &str) = "duplicate-type", Error,
        "the type `{name}` is defined more than once";

    /// A defined type can inherit from another defined type, not from a data type such as
    /// `Integer`. Declare an attribute of that type instead.
    data_type_as_base(name: &str) = "data-type-as-base", Error,
        "cannot inherit from the data type `{name}`";

    /// Following `inherits` from this type leads back to it.
    cyclic_inheritance(name: &str) = "cyclic-inheritance", Error,
        "the type `{name}` inherits from itself";

    /// No type definition has the name after `inherits`. It may be misspelled, or its
    /// module may not be on the module path.
    unknown_base_type(name: &str) = "unknown-base-type", Error,
        "cannot inherit from the type `{name}`, which is not defined";

    /// The chain of types that inherit from each other is longer than any design needs.
    too_many_bases(name: &str, most: usize) = "too-many-bases", Error,
        "the type `{name}` has more than {most} types to inherit from";

    /// No type definition has the name of the type that the reference leads to. It may be
    /// misspelled, or its module may not be on the module path.
    unknown_reference_type(name: &str) = "unknown-reference-type", Error,
        "the type `{name}` of a reference is not defined";

    /// Attributes and references share one name space, which includes those of the types that
    /// are inherited. A feature can't be declared again, not even to change it.
    duplicate_feature(name: &str) = "duplicate-feature", Error,
        "the feature `{name}` is declared more than once";

    /// Features are variables in the logic of their type, so their names must be names of
    /// variables: a lower case letter or underscore, then letters, digits and underscores.
    illegal_feature_name(name: &str) = "illegal-feature-name", Error,
        "cannot name a feature `{name}`";

    /// A type that inherits `ManagedResource` is a resource type, and every resource type has the
    /// metaparameters (`require`, `tag` and so on). A feature can't have the name of one.
    feature_is_metaparameter(name: &str) = "feature-is-metaparameter", Error,
        "cannot name a feature of a managed resource `{name}`, which is a metaparameter";

    /// An attribute is an `Integer`, a `Float`, a `String`, a `Boolean` or an enumeration
    /// `enum[a, b]`. For an object of another type declare a reference with `has`.
    illegal_attribute_type(found: &str) = "illegal-attribute-type", Error,
        "expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found {found}";

    /// A reference declared with `has` leads to an object of a defined type. For plain values
    /// declare an attribute with `attr`.
    illegal_reference_type(found: &str) = "illegal-reference-type", Error,
        "expected the name of a defined type as the type of a reference, found {found}";

    /// The values of an enumeration are strings, each given once.
    illegal_enum_value(found: &str) = "illegal-enum-value", Error,
        "expected a name or a string as a value of the enumeration, found {found}";

    /// The values of an enumeration are strings, each given once.
    repeated_enum_value(value: &str) = "repeated-enum-value", Error,
        "the enumeration has the value `{value}` more than once";

    /// The setting does not exist.
    unknown_setting(name: &str) = "unknown-setting", Error,
        "unknown setting `{name}`";

    /// The setting exists, but not for this kind of feature: `get`, `set` and `default` are for
    /// attributes, `containment` is for references.
    misplaced_setting(name: &str, place: &str) = "misplaced-setting", Error,
        "cannot use the setting `{name}` on {place}";

    /// Each setting of a feature is given once. `check` and `validate` are two names of one
    /// setting.
    repeated_setting(name: &str) = "repeated-setting", Error,
        "the setting `{name}` is given more than once";

    /// The value of a setting is of the wrong kind.
    illegal_setting_value(name: &str, expected: &str, found: &str) = "illegal-setting-value", Error,
        "expected {expected} as the value of `{name}`, found {found}";

    /// `min` and `max` bound the number of values of a feature: `min` is at least 0, `max` is at
    /// least 1 and not below `min`.
    illegal_bounds(problem: &str) = "illegal-bounds", Error,
        "{problem}";

    /// The default must be a value of the attribute's type, or convert to one as `new` of that
    /// type would do it.
    illegal_default(value: &str, ty: &str) = "illegal-default", Error,
        "cannot convert the default {value} to {ty}";

    /// The value of a derived feature is computed whenever it is read, so it has neither a
    /// default nor a `get`.
    setting_of_derived(name: &str) = "setting-of-derived", Error,
        "cannot use the setting `{name}` together with `derived`";

    /// `derived` takes a lambda without parameters; those of `set`, `get`, `check` and
    /// `invariant` have exactly one.
    wrong_parameter_count(what: &str, expected: &str, found: usize) = "wrong-parameter-count", Error,
        "expected {expected} in the lambda of {what}, found {found}";

    /// The logic of types must give the same result wherever it runs, so it is written in a part
    /// of the language: values, operators, conditions, local variables, lambdas and a fixed set
    /// of functions. It can't declare resources, define anything or see global variables.
    illegal_type_logic(what: &str) = "illegal-type-logic", Error,
        "cannot use {what} in the logic of a type";

    /// `+=` appends to a feature that can have several values. Give the feature a `max` above 1,
    /// or assign with `=`.
    append_to_single_valued(name: &str) = "append-to-single-valued", Error,
        "cannot append to `{name}`, which has at most one value";

    /// A class is defined twice. Give one of them another name, or make them one.
    class_redefined(name: &str, place: &str) = "class-redefined", Error,
        "Class '{name}' is already defined{place}; cannot redefine";

    /// A class has the name of a node defined before it.
    node_redefined_as_class(name: &str, place: &str) = "node-redefined-as-class", Error,
        "Node '{name}' is already defined{place}; cannot be redefined as a class";

    /// A class has the name of a defined type defined before it.
    define_redefined_as_class(name: &str, place: &str) = "define-redefined-as-class", Error,
        "Definition '{name}' is already defined{place}; cannot be redefined as a class";

    /// A defined type has the name of a class defined before it.
    class_redefined_as_define(name: &str, place: &str) = "class-redefined-as-define", Error,
        "'{name}' is already defined{place} as a class; cannot redefine as a definition";

    /// A node is defined twice.
    node_redefined(name: &str, place: &str) = "node-redefined", Error,
        "Node '{name}' is already defined{place}; cannot redefine";

    /// A node has the name of a class defined before it.
    class_redefined_as_node(name: &str, place: &str) = "class-redefined-as-node", Error,
        "Class '{name}' is already defined{place}; cannot be redefined as a node";

    /// A function, type alias or defined type is defined twice.
    entity_redefined(kind: &str, name: &str, first: &str) = "entity-redefined", Error,
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/{kind}/{name}'. Originally set at {first}.";
}
