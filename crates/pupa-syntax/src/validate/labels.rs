//! The names of expressions in messages, with their articles.

use std::borrow::Cow;

use crate::tree::{BinaryOp, ExprId, ExprKind, Tree, UnaryOp};

/// The reference's name for a kind of expression: `'if' statement`, `Host Class Definition`.
pub fn label(tree: &Tree, expr: ExprId) -> Cow<'static, str> {
    let fixed = match *tree.kind(expr) {
        ExprKind::Heredoc(heredoc) => {
            return format!("'@({})' expression", tree.text(tree[heredoc].syntax)).into();
        }
        ExprKind::ReservedWord(word) => {
            return format!("Reserved Word '{}'", tree.text(word)).into();
        }
        ExprKind::Binary { op, .. } => binary_label(op),
        ExprKind::Unary { op: UnaryOp::Not, .. } => "'not' expression",
        ExprKind::Unary { op: UnaryOp::Minus, .. } => "Unary Minus",
        ExprKind::Unary { op: UnaryOp::Unfold, .. } => "Unfold",
        ExprKind::Collector(collector) if tree[collector].is_exported => "Exported Query",
        ExprKind::Collector(_) => "Virtual Query",
        ExprKind::Nop => "Nop Expression",
        ExprKind::Error => "Object",
        ExprKind::Undef => "'undef' expression",
        ExprKind::Default => "'default' expression",
        ExprKind::Boolean(_) => "Boolean",
        ExprKind::Integer { .. } | ExprKind::BigInteger { .. } => "Literal Integer",
        ExprKind::Float(_) => "Literal Float",
        ExprKind::String(_) => "String",
        ExprKind::Concat(_) => "Double Quoted String",
        ExprKind::Interpolation(_) => "Expression in Interpolated String",
        ExprKind::Regexp(_) => "Regular Expression",
        ExprKind::Name(_) => "Name",
        ExprKind::Reference(_) => "Type-Name",
        ExprKind::Variable(_) => "Variable",
        ExprKind::Array(_) => "Array Expression",
        ExprKind::Hash(_) | ExprKind::BareHash(_) => "Hash Expression",
        ExprKind::Paren(_) => "Parenthesized Expression",
        ExprKind::Access { .. } => "'[]' expression",
        ExprKind::NamedAccess { .. } => "'.' expression",
        ExprKind::Call(_) => "Function Call",
        ExprKind::MethodCall(_) => "Method call",
        ExprKind::Selector { .. } => "Selector Expression",
        ExprKind::Block { .. } => "Block Expression",
        ExprKind::If(_) => "'if' statement",
        ExprKind::Unless(_) => "'unless' Statement",
        ExprKind::Case { .. } => "'case' statement",
        ExprKind::Resource(_) => "Resource Statement",
        ExprKind::ResourceDefaults(_) => "Resource Defaults Expression",
        ExprKind::ResourceOverride(_) => "Resource Override",
        ExprKind::Class(_) => "Host Class Definition",
        ExprKind::Define(_) => "'define' expression",
        ExprKind::Function(_) => "Function Definition",
        ExprKind::Plan(_) => "Plan Definition",
        ExprKind::Node(_) => "Node Definition",
        ExprKind::TypeAlias(_) => "Type Alias",
        ExprKind::TypeMapping(_) => "Type Mapping",
        ExprKind::TypeDefinition(_) | ExprKind::PlainTypeDefinition(_) => "Type Definition",
        ExprKind::Apply(_) => "'apply' expression",
        // In the reference, a template is a lambda.
        ExprKind::Epp(_) => "Lambda",
        ExprKind::RenderString(_) => "Epp Text",
        ExprKind::Render(_) => "Epp Interpolated Expression",
    };
    Cow::Borrowed(fixed)
}

fn binary_label(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "'+' expression",
        BinaryOp::Subtract => "'-' expression",
        BinaryOp::Multiply => "'*' expression",
        BinaryOp::Divide => "'/' expression",
        BinaryOp::Modulo => "'%' expression",
        BinaryOp::LeftShift => "'<<' expression",
        BinaryOp::RightShift => "'>>' expression",
        BinaryOp::Equal => "'==' expression",
        BinaryOp::NotEqual => "'!=' expression",
        BinaryOp::Less => "'<' expression",
        BinaryOp::LessEqual => "'<=' expression",
        BinaryOp::Greater => "'>' expression",
        BinaryOp::GreaterEqual => "'>=' expression",
        BinaryOp::Match => "'=~' expression",
        BinaryOp::NotMatch => "'!~' expression",
        BinaryOp::In => "'in' expression",
        BinaryOp::And => "'and' expression",
        BinaryOp::Or => "'or' expression",
        BinaryOp::Assign => "'=' expression",
        BinaryOp::AppendAssign => "'+=' expression",
        BinaryOp::DeleteAssign => "'-=' expression",
        BinaryOp::Before => "'->' expression",
        BinaryOp::Notify => "'~>' expression",
        BinaryOp::Require => "'<-' expression",
        BinaryOp::Subscribe => "'<~' expression",
    }
}

/// The label with its article: `an 'if' statement`.
pub fn a_an(label: &str) -> String {
    format!("{} {label}", if takes_an(label) { "an" } else { "a" })
}

/// The label with its article at the beginning of a sentence: `An 'if' statement`.
pub fn a_an_upper(label: &str) -> String {
    format!("{} {label}", if takes_an(label) { "An" } else { "A" })
}

/// Whether the first letter is a vowel; `y` counts as one, and quotes do not count as letters.
fn takes_an(label: &str) -> bool {
    let word = label.strip_prefix(['\'', '"']).unwrap_or(label);
    word.starts_with(|first: char| "aeiouy".contains(first.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_look_behind_a_quote() {
        assert_eq!(a_an("'if' statement"), "an 'if' statement");
        assert_eq!(a_an("'[]' expression"), "a '[]' expression");
        assert_eq!(a_an("Yak"), "an Yak");
        assert_eq!(a_an_upper("Epp Text"), "An Epp Text");
        assert_eq!(a_an_upper("Name"), "A Name");
        assert_eq!(a_an_upper("'"), "A '");
    }
}
