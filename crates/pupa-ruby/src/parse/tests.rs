//! Tests of the lowered code.

use super::*;
use crate::code::{CodeKind, Node};

#[expect(clippy::unwrap_used, reason = "the texts of the tests are valid")]
fn code(text: &str) -> Arc<Code> {
    parse(text.as_bytes(), &Options::default()).unwrap()
}

#[test]
fn plain_parameters_have_the_first_slots() {
    let top = code("def m(a, b) c = a; [1].each { |x| c = x } end");
    let method = top.children[0].code();
    assert_eq!(method.kind, CodeKind::Method);
    assert!(method.params.is_simple());
    assert_eq!(method.slots, [Symbol::new("a"), Symbol::new("b"), Symbol::new("c")]);
    let block = &method.children[0].code();
    assert!(
        matches!(&block.node, Node::SetOuter(1, 2, value) if matches!(**value, Node::Local(0)))
    );
}

fn names_of(code: &Code) -> Vec<&'static str> {
    code.slots.iter().map(|name| name.as_str()).collect()
}

#[test]
fn parameters_have_slots_in_order() {
    let top = code("def m(a, (b, *c), d = a, *e, f, g:, h: g, **i, &j) = k = 1");
    let method = top.children[0].code();
    assert_eq!(names_of(method), ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]);
    let params = &method.params;
    assert_eq!(params.rest, Some(4));
    assert_eq!(params.keywords.len(), 2);
    assert_eq!(params.keyword_rest, crate::code::KeywordRest::Slot(8));
    assert_eq!(params.block, Some(9));
    assert!(matches!(params.optional[0].default, Node::Local(0)));
}

#[test]
fn a_for_loop_has_a_frame_but_no_variables() {
    let top = code("for i in [1] do x = i; [2].each { i = x } end");
    assert_eq!(names_of(&top), ["i", "x"]);
    let body = top.children[0].code();
    let Node::Seq(nodes) = &body.node else { panic!("{:?}", body.node) };
    assert!(matches!(nodes[0], Node::SetOuter(1, 0, _)));
    assert!(matches!(&body.children[0].code().node, Node::SetOuter(2, 0, value)
        if matches!(**value, Node::Outer(2, 1))));
}

#[test]
fn locals_around_are_the_first_slots() {
    let options =
        Options { locals: vec![Symbol::new("scope"), Symbol::new("x")], ..Options::default() };
    let top = parse(b"y = x", &options).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(names_of(&top), ["scope", "x", "y"]);
    assert!(matches!(&top.node, Node::SetLocal(2, value) if matches!(**value, Node::Local(1))));
}

#[test]
fn implicit_parameters() {
    let top = code("[1].map { _1 + _2 }; [1].map { it }");
    assert_eq!(names_of(top.children[0].code()), ["_1", "_2"]);
    assert!(top.children[0].code().params.is_implicit && top.children[0].code().params.is_simple());
    assert!(matches!(top.children[1].code().node, Node::Local(0)));
    assert_eq!(top.children[1].code().params.required.len(), 1);
}

#[test]
fn forwarded_parameters_have_slots_without_a_name() {
    let top = code("def m(a, ...) = n(a, ...)");
    let method = top.children[0].code();
    assert_eq!(names_of(method), ["a", "", "", ""]);
    let Node::Call(call) = &method.node else { panic!("{:?}", method.node) };
    assert_eq!(call.args.len(), 3);
    assert!(
        matches!(&call.block, crate::code::BlockNode::Pass(node) if matches!(**node, Node::Local(3)))
    );
}

#[test]
fn an_implicit_super_passes_on_the_parameters() {
    let top = code("def m(a, *b, c:) = [1].each { super }");
    let Node::Super(call) = &top.children[0].code().children[0].code().node else { panic!() };
    assert!(call.is_implicit);
    assert!(matches!(call.args[0], Node::Outer(1, 0)));
    assert!(matches!(call.args[1], Node::Splat(_)));
    assert!(matches!(call.args[2], Node::Keywords(_)));
}

#[test]
fn a_return_at_the_end_is_the_value() {
    let top = code("def m(a) if a then return 1 else return 2 end end");
    let Node::If(parts) = &top.children[0].code().node else { panic!() };
    assert!(matches!(parts.1, Node::Int(1)));
    let top = code("def m(a) begin; return 1; ensure; a; end end");
    let Node::Begin(begin) = &top.children[0].code().node else { panic!() };
    assert!(matches!(begin.body, Node::Return(_)));
}

#[test]
fn guard_clauses_are_branches() {
    let top = code("def m(a) return 1 if a; return 2 unless b; 3 end; [1].each { next if a; 1 }");
    let Node::If(parts) = &top.children[0].code().node else {
        panic!("{:?}", top.children[0].code().node)
    };
    assert!(matches!(parts.1, Node::Int(1)));
    let Node::If(parts) = &parts.2 else { panic!("{:?}", parts.2) };
    assert!(matches!((&parts.1, &parts.2), (Node::Int(3), Node::Int(2))));
    assert!(matches!(top.children[1].code().node, Node::If(_)));
}

#[test]
fn jumps_belong_to_the_innermost_construct() {
    let top = code("while true do break; [1].each { next 1 while a } end");
    let Node::While(repeat) = &top.node else { panic!() };
    let Node::Seq(nodes) = &repeat.body else { panic!() };
    assert!(matches!(nodes[0], Node::Break(_, crate::code::JumpKind::Loop)));
    let Node::While(repeat) = &top.children[0].code().node else { panic!() };
    assert!(matches!(repeat.body, Node::Next(_, crate::code::JumpKind::Loop)));
}

#[test]
fn errors_have_lines() {
    let errors = parse(b"a = 1\nb = )\n", &Options::default()).err().unwrap_or_default();
    assert_eq!(errors[0].line, 2);
    let options = Options { first_line: Some(10), ..Options::default() };
    let errors = parse(b"a = 1\nb = /[b-a]/\n", &options).err().unwrap_or_default();
    assert_eq!(errors[0].line, 11);
    assert_eq!(errors[0].message, "empty range in char class: /[b-a]/");
}

#[test]
fn code_that_ruby_refuses() {
    let refused = |text: &str| {
        let errors = parse(text.as_bytes(), &Options::default()).err().unwrap_or_default();
        errors.into_iter().next().map(|error| error.message)
    };
    assert_eq!(refused("class A; yield; end").as_deref(), Some("Invalid yield"));
    assert_eq!(refused("def m(a = a) = 1").as_deref(), Some("circular argument reference - a"));
    assert_eq!(refused("def m = [1].each { yield }"), None);
}

/// Runs a closure in a thread with the default stack size.
fn in_thread(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    assert!(thread.is_ok_and(|thread| thread.join().is_ok()));
}

#[test]
fn deep_nesting_is_refused_or_dropped_safely() {
    in_thread(|| {
        for count in [100, 3_000, 20_000] {
            for text in [
                format!("a{}", ".b".repeat(count)),
                format!("1{}", " + 1".repeat(count)),
                format!("{}1{}", "[".repeat(count), "]".repeat(count)),
                format!("{}1{}", "(".repeat(count), ")".repeat(count)),
                "!".repeat(count) + "a",
                format!("if a then 1 {} end", "elsif b then 2 ".repeat(count)),
                format!("a{}", "[0]".repeat(count)),
                format!("a{}", "&.b{}".repeat(count)),
                format!("{}{}", "def m() ".repeat(count), " end".repeat(count)),
                format!("{}{}", "m { ".repeat(count), " }".repeat(count)),
                format!("x = {}1", "x = ".repeat(count)),
                format!("x in {}1{}", "[".repeat(count), "]".repeat(count)),
                format!("{}a{} = 1", "(".repeat(count), ", b)".repeat(count)),
                "a ? b : ".repeat(count) + "c",
                format!("\"a\"{}", " \"b\"".repeat(count)),
                format!("A{}", "::B".repeat(count)),
            ] {
                let _ = parse(text.as_bytes(), &Options::default());
            }
        }
    });
}

proptest::proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200)) {
        let _ = parse(&bytes, &Options::default());
    }

    #[test]
    fn no_words_panic(words in proptest::collection::vec(proptest::sample::select(vec![
        "def", "m", "(", ")", "a", "=", "*", "**", "&", "...", "end", "class", "A", "<", "if",
        "while", "do", "{", "}", "|", ",", ":", "::", "case", "in", "when", "[", "]", "1", "\n",
        "begin", "rescue", "=>", "ensure", "super", "yield", "break", "next", "/x/", "\"#{",
        "for", "^", "nil", "->", "_1", "it", ";", ".", "&.", "||=", "+=", "..", "undef", "alias",
        "$a", "@a", "@@a", "retry", "redo", "return", "defined?", "not", "and", "<<~X\n", "\nX\n",
    ]), 0..40)) {
        let _ = parse(words.join(" ").as_bytes(), &Options::default());
    }
}

#[test]
fn errors_name_the_line_that_ruby_names() {
    let line = |text: &str| parse(text.as_bytes(), &Options::default()).unwrap_err()[0].line;
    assert_eq!(line("if x\n  1\n"), 2, "an unclosed condition ends at the end of the text");
    assert_eq!(line("[1].each { |x|\n  1\nend\n"), 3, "the wrong end of a block");
    assert_eq!(line("1\n2 +* 3\n"), 2);
    let template = "_erbout = +''; _erbout << \"a\\n\"\n; _erbout << (( foo( ).to_s); \
                    _erbout << \"\\n\"\n; _erbout << (( b ).to_s)\n; _erbout";
    assert_eq!(line(template), 2, "the tag of a template that is not closed");
}

#[test]
fn errors_inside_of_unfinished_heredocs_have_a_span() {
    let text = "<<~X\n \"#{ m if a 1 {";
    let errors = parse(text.as_bytes(), &Options::default()).unwrap_err();
    assert!(errors.iter().all(|error| error.span.start <= error.span.end), "{errors:?}");
}
