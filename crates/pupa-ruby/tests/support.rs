//! Tests of the static check for names that Pupa does not have.

use pupa_ruby::parse::uses::{Part, Receiver, UseKind, uses};
use pupa_ruby::support::{Support, Surroundings};

fn names(text: &str, part: Part) -> Vec<String> {
    let found = uses(text.as_bytes(), part).uses.into_iter();
    found
        .map(|found| match found.kind {
            UseKind::Method(Receiver::Any) => format!("#{}", found.name),
            UseKind::Method(Receiver::Constant(path, _)) => format!("{path}.{}", found.name),
            UseKind::Method(Receiver::Literal(class)) => format!("{class}#{}", found.name),
            UseKind::Constant(scopes) => format!("{}<{}", found.name, scopes.join(",")),
            UseKind::Library => format!("require {}", found.name),
            UseKind::File => format!("file {}", found.name),
        })
        .collect()
}

#[test]
fn calls_have_receivers() {
    assert_eq!(names("'a'.b.c(&:d)", Part::All), ["#c", "String#b", "#d"]);
    assert_eq!(names("A::B.c", Part::All), ["A::B.c", "A::B<"]);
    assert_eq!(names("x.y ||= 1", Part::All), ["#y", "#x"]);
    assert_eq!(names("module A; class B < C; D; end; end", Part::All), ["C<A", "D<A::B,A"]);
    assert!(names("defined?(A.b)", Part::All).is_empty());
}

#[test]
fn files_are_found() {
    let found = names("require 'a'\nrequire_relative '../b/c'", Part::All);
    assert_eq!(found, ["require a", "#require", "file b/c", "#require_relative"]);
    let text = "require File.join(File.dirname(__FILE__), '..', '..', 'puppet_x/y.rb')";
    assert!(names(text, Part::All).contains(&"file puppet_x/y.rb".to_owned()));
    let text = "begin\nrequire 'gem'\nrescue LoadError\nend";
    assert!(names(text, Part::All).contains(&"file gem".to_owned()));
}

#[test]
fn code_for_agents_does_not_count() {
    let text = "newparam(:a) { validate { |v| b(v) }; c }\ndef d; e; end\ndef self.f; g; end";
    assert_eq!(names(text, Part::Loading), ["#newparam", "#validate", "#c", "#g"]);
}

#[test]
fn definitions_are_found() {
    let text = "module A; X = 1; attr_reader :b; alias c b; S = Struct.new(:e); end\n\
                class ::D; def f; g if h.respond_to?(:i); end; end";
    let found = uses(text.as_bytes(), Part::All);
    assert_eq!(found.constants, ["A", "A::X", "A::S", "D"]);
    for name in ["b", "c", "e", "e=", "f", "i"] {
        assert!(found.methods.iter().any(|known| known == name), "{name}");
    }
    assert!(!found.methods.iter().any(|known| known == "g"));
}

fn missing(text: &str) -> Vec<String> {
    let found = uses(text.as_bytes(), Part::All);
    let mut around = Surroundings::default();
    around.add(&found);
    let all = Support::new().missing(&found, &around);
    all.into_iter().map(|missing| format!("{:?} {}", missing.kind, missing.name)).collect()
}

#[test]
fn the_library_and_the_program_are_known() {
    for text in [
        "require 'json'; JSON.parse('1').to_s.upcase",
        "require 'puppet/util'; Puppet::Util.which('x')",
        "module A; X = 1; def self.b; end; end; A.b; A::X; A::Y; x = A; x.b",
        "class B < Struct.new(:c); def d = c; end; B.new(1).c",
        "Puppet::Functions.create_function(:f) { dispatch(:g) { param 'Any', :a } }",
        "Puppet::Parser::Functions.newfunction(:h) { |args| function_h(args) }",
        "scope.function_template(['x']); scope.lookupvar('y')",
        "Date.today.strftime('x'); URI('x').host; Gem::Version.new('1') <=> 2",
    ] {
        assert_eq!(missing(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn other_names_are_missing() {
    for (text, expected) in [
        ("'a'.frobnicate", "UnknownMethod String#frobnicate"),
        ("@a.frobnicate", "UnknownMethod #frobnicate"),
        ("@a.each(&:frobnicate)", "UnknownMethod #frobnicate"),
        ("File.frobnicate", "UnknownMethod File.frobnicate"),
        ("ObjectSpace.trace_object_allocations { }", "Method ObjectSpace.trace_object_allocations"),
        ("Nothing", "UnknownConstant Nothing"),
        ("Matrix", "Constant Matrix"),
        ("Puppet::Application", "Constant Puppet::Application"),
        ("require 'frobnicate'", "Library require 'frobnicate'"),
    ] {
        assert_eq!(missing(text), [expected], "{text}");
    }
}
