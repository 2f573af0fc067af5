//! Properties of the code of a value: its text, its variables, and whether it is a constant.

use pupa_syntax::tree::{ExprId, ExprKind, Tree};
use pupa_value::Value;

/// The maximum number of variables of an expression to explain.
const MOST_VARIABLES: usize = 20;

/// The use of a variable, with the keys after it: `$facts['os']['family']`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Use {
    /// The name.
    pub(crate) name: String,
    /// The keys that follow it, as far as they are literal.
    pub(crate) keys: Vec<String>,
}

impl Use {
    /// The part of the value of the variable that is used.
    pub(super) fn part(&self, value: Value) -> Value {
        let part = |value: Value, key: &String| match &value {
            Value::Hash(hash) => hash.get_str(key).cloned().unwrap_or_default(),
            _ => value,
        };
        self.keys.iter().fold(value, part)
    }
}

/// The text of an expression.
pub(super) fn code_of(tree: &Tree, at: ExprId) -> String {
    let span = tree[at].span;
    let text = tree.source().text();
    text.get(span.start as usize..span.end as usize).unwrap_or_default().trim().to_owned()
}

/// The variables of an expression, each once.
pub(super) fn variables_of(tree: &Tree, at: ExprId) -> Vec<Use> {
    let mut uses: Vec<Use> = Vec::new();
    let mut waiting = vec![at];
    while let Some(expr) = waiting.pop() {
        if let Some(used) = variable_use(tree, expr) {
            if !uses.contains(&used) && uses.len() < MOST_VARIABLES {
                uses.push(used);
            }
            continue;
        }
        let from = waiting.len();
        tree.each_child(expr, &mut |child| waiting.push(child));
        waiting[from..].reverse();
    }
    uses
}

/// The variable that an expression is, with literal keys after it or none.
pub(crate) fn variable_use(tree: &Tree, at: ExprId) -> Option<Use> {
    let mut keys = Vec::new();
    let mut expr = at;
    loop {
        match *tree.kind(expr) {
            ExprKind::Variable(name) => {
                keys.reverse();
                return Some(Use { name: tree.text(name).to_owned(), keys });
            }
            ExprKind::Access { left, keys: given } => {
                let [key] = tree[given] else { return None };
                let (ExprKind::String(key) | ExprKind::Name(key)) = *tree.kind(key) else {
                    return None;
                };
                keys.push(tree.text(key).to_owned());
                expr = left;
            }
            _ => return None,
        }
    }
}

/// Whether an expression is a constant, so that its text shows its value. A heredoc shows its text.
pub(super) fn is_constant(tree: &Tree, at: ExprId) -> bool {
    match *tree.kind(at) {
        ExprKind::Heredoc(heredoc) => tree.is_literal(tree[heredoc].text),
        _ => tree.is_literal(at),
    }
}
