//! Positional arguments: why a call matches none of the signatures.

use super::describe::describe;
use super::description::{Kind, Mismatch};
use super::merge::merge_signatures;
use super::path::{Element, extend};
use crate::error::{Error, Result};
use crate::infer::infer_detailed;
use crate::signature::{Signature, is_kind_of_callable};
use crate::types::{Size, TupleType, Type};
use crate::value::Value;

/// The tuple type of the arguments of a call, with the block as its last element.
pub fn arguments_type(args: &[Value], block: Option<&Value>) -> Type {
    infer_detailed(&Value::array(args.iter().chain(block).cloned()))
}

/// Returns the index of the first signature that accepts the call, or an error that explains why
/// none does.
///
/// `name` is the name of the function, or `lambda` for a block.
pub fn select_signature(
    name: &str,
    signatures: &[Signature],
    args: &[Value],
    block: Option<&Value>,
) -> Result<usize> {
    signatures.iter().position(|signature| signature.accepts(args, block)).ok_or_else(|| {
        Error::argument(describe_signatures(name, signatures, &arguments_type(args, block)))
    })
}

/// Explains why a call with arguments of type `args` matches none of the signatures.
///
/// `name` is the name of the function, or `lambda` for a block.
pub fn describe_signatures(name: &str, signatures: &[Signature], args: &Type) -> String {
    let errors = describe_all(signatures, args);
    let label = if name == "lambda" { "block".to_owned() } else { format!("'{name}'") };
    if let [only] = merge_signatures(errors.clone()).as_slice() {
        return format!("{label}{only}");
    }
    match signatures {
        [] => String::new(),
        [only] => {
            let mut text = format!("{label} expects ({only})");
            push_rejections(&mut text, "  ", errors.into_iter().flatten());
            text
        }
        signatures => {
            let mut text = format!(
                "The function {label} was called with arguments it does not accept. \
                 It expects one of:"
            );
            for (signature, errors) in signatures.iter().zip(errors) {
                text.push_str(&format!("\n  ({signature})"));
                push_rejections(&mut text, "    ", errors);
            }
            text
        }
    }
}

fn push_rejections(text: &mut String, indent: &str, errors: impl IntoIterator<Item = Mismatch>) {
    for error in errors {
        text.push_str(&format!("\n{indent}rejected:{}", error.without_step(0)));
    }
}

/// The mismatches of each signature: those of its arguments, or those of its block if the arguments
/// match.
fn describe_all(signatures: &[Signature], args: &Type) -> Vec<Vec<Mismatch>> {
    let each = |describe: fn(&Signature, &Type, &[Element]) -> Vec<Mismatch>| {
        let path = |index| [Element::Signature(index)];
        let by_signature = signatures.iter().enumerate();
        by_signature.map(|(i, signature)| describe(signature, args, &path(i))).collect()
    };
    let errors: Vec<Vec<Mismatch>> = each(describe_arguments);
    if errors.iter().all(|errors| !errors.is_empty()) {
        return errors;
    }
    let blocks: Vec<Vec<Mismatch>> = each(describe_block);
    if blocks.iter().all(|errors| !errors.is_empty()) {
        return blocks;
    }
    let better = |(args, block): (Vec<Mismatch>, _)| if args.is_empty() { block } else { args };
    errors.into_iter().zip(blocks).map(better).collect()
}

fn describe_arguments(signature: &Signature, args: &Type, path: &[Element]) -> Vec<Mismatch> {
    let any = TupleType::default();
    let params = signature.callable.params.as_ref().unwrap_or(&any);
    let (types, size): (Vec<&Type>, Size) = match args {
        Type::Tuple(tuple) => (tuple.types.iter().collect(), tuple.size_range()),
        Type::Array(array) => {
            (vec![&array.element; params.types.len()], array.size.unwrap_or(Size::ANY))
        }
        other => {
            let expected = Type::Tuple(params.clone().into());
            return vec![Mismatch::new(path, Kind::wrong_type(&expected, other))];
        }
    };
    match types.split_last() {
        Some((block, types)) if is_kind_of_callable(block) => {
            describe_positions(signature, params, types, Size::exactly(types.len()), path)
        }
        _ => describe_positions(signature, params, &types, size, path),
    }
}

fn describe_positions(
    signature: &Signature,
    params: &TupleType,
    types: &[&Type],
    size: Size,
    path: &[Element],
) -> Vec<Mismatch> {
    let expected_size = params.size_range();
    if !expected_size.covers(size) {
        return vec![Mismatch::new(path, Kind::Count { expected: expected_size, actual: size })];
    }
    for (index, actual) in types.iter().enumerate() {
        let Some(expected) = params.at(index).filter(|t| !t.accepts(actual)) else { continue };
        // A repeated parameter has the name of the last one.
        let position = index.min(params.types.len().saturating_sub(1));
        let name = signature.parameter_names.get(position).cloned().unwrap_or_default();
        let errors = describe(expected, actual, &extend(path, Element::Parameter(name)));
        if !errors.is_empty() {
            return errors;
        }
    }
    Vec::new()
}

fn describe_block(signature: &Signature, args: &Type, path: &[Element]) -> Vec<Mismatch> {
    let given = match args {
        Type::Tuple(tuple) => tuple.types.last().filter(|t| is_kind_of_callable(t)),
        _ => None,
    };
    match (given, &signature.callable.block) {
        (Some(_), None) => vec![Mismatch::new(path, Kind::UnexpectedBlock)],
        (Some(given), Some(expected)) => describe(expected, given, &extend(path, Element::Block)),
        (None, Some(expected)) if !expected.accepts(&Type::Undef) => {
            vec![Mismatch::new(path, Kind::MissingBlock)]
        }
        (None, _) => Vec::new(),
    }
}
