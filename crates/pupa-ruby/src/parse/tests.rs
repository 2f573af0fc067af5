//! Tests of the form of code.

use super::*;
use crate::code::{CodeKind, Node};

fn code(text: &str) -> Arc<Code> {
    parse(text.as_bytes(), &Options::default()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

#[test]
fn plain_parameters_have_the_first_slots() {
    let top = code("def m(a, b) c = a; [1].each { |x| c = x } end");
    let method = &top.children[0];
    assert_eq!(method.kind, CodeKind::Method);
    assert!(method.params.is_simple());
    assert_eq!(method.slots, [Symbol::new("a"), Symbol::new("b"), Symbol::new("c")]);
    let block = &method.children[0];
    assert!(
        matches!(&block.node, Node::SetOuter(1, 2, value) if matches!(**value, Node::Local(0)))
    );
}
