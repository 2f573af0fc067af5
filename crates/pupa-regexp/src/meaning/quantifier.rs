//! Nested quantifiers, which Ruby's engine simplifies: `(?:a*)+` becomes `a*`.
//!
//! The simplification is visible when a part may match the empty string, and in groups that stay
//! unset.

use super::node::Node;

/// The simplification of an outer quantifier and an inner one.
#[derive(Debug, Clone, Copy)]
enum Reduction {
    Keep,
    /// The outer one is dropped.
    Inner,
    Star,
    LazyStar,
    LazyOption,
    /// `(?:a+)??`
    LazyOptionOfPlus,
}

/// Indexed by the inner quantifier, then by the outer one, each in the order `? * + ?? *? +?`.
const REDUCTIONS: [[Reduction; 6]; 6] = {
    use Reduction::{Inner, Keep, LazyOption, LazyOptionOfPlus, LazyStar, Star};
    [
        [Inner, Star, Star, LazyOption, LazyStar, Keep],
        [Inner, Inner, Inner, LazyOptionOfPlus, LazyOptionOfPlus, Inner],
        [Star, Star, Inner, Keep, LazyOptionOfPlus, Inner],
        [Inner, LazyStar, LazyStar, Inner, LazyStar, LazyStar],
        [Inner, Inner, Inner, Inner, Inner, Inner],
        [Keep, Keep, Keep, LazyStar, LazyStar, Inner],
    ]
};

fn index(low: u32, high: Option<u32>, is_greedy: bool) -> Option<usize> {
    let plain = match (low, high) {
        (0, Some(1)) => 0,
        (0, None) => 1,
        (1, None) => 2,
        _ => return None,
    };
    Some(if is_greedy { plain } else { plain + 3 })
}

/// Creates the repetition of a node.
pub(crate) fn repeat(target: Node, low: u32, high: Option<u32>, is_greedy: bool) -> Node {
    if (low, high) == (1, Some(1)) {
        return target;
    }
    let inner = match target {
        Node::Repeat { low: inner_low, high: inner_high, is_greedy: inner_greedy, inner } => {
            let inner_index = index(inner_low, inner_high, inner_greedy);
            let inner_quantifier = InnerQuantifier {
                low: inner_low,
                high: inner_high,
                is_greedy: inner_greedy,
                inner,
            };
            match (inner_index, index(low, high, is_greedy)) {
                (Some(inner_index), Some(outer_index)) => {
                    let reduction = REDUCTIONS[inner_index][outer_index];
                    return inner_quantifier.reduce(reduction, low, high, is_greedy);
                }
                (Some(1 | 2), None) => {
                    let high = match high {
                        Some(high) if high > 1 && is_greedy => Some(low.max(1)),
                        other => other,
                    };
                    return match (low, high) {
                        (1, Some(1)) => inner_quantifier.into_node(),
                        _ => node(low, high, is_greedy, inner_quantifier.into_node()),
                    };
                }
                _ => inner_quantifier.into_node(),
            }
        }
        other => other,
    };
    node(low, high, is_greedy, inner)
}

fn node(low: u32, high: Option<u32>, is_greedy: bool, inner: Node) -> Node {
    Node::Repeat { low, high, is_greedy, inner: Box::new(inner) }
}

/// The inner quantifier with the node that it repeats.
struct InnerQuantifier {
    low: u32,
    high: Option<u32>,
    is_greedy: bool,
    inner: Box<Node>,
}

impl InnerQuantifier {
    fn into_node(self) -> Node {
        node(self.low, self.high, self.is_greedy, *self.inner)
    }

    fn reduce(self, reduction: Reduction, low: u32, high: Option<u32>, is_greedy: bool) -> Node {
        match reduction {
            Reduction::Keep => node(low, high, is_greedy, self.into_node()),
            Reduction::Inner => self.into_node(),
            Reduction::Star => node(0, None, true, *self.inner),
            Reduction::LazyStar => node(0, None, false, *self.inner),
            Reduction::LazyOption => node(0, Some(1), false, *self.inner),
            Reduction::LazyOptionOfPlus => {
                node(0, Some(1), false, node(1, None, true, *self.inner))
            }
        }
    }
}
