//! Deeply nested and recursive inputs must neither overflow the stack nor take long.
//!
//! All tests run on a stack of 2 MB, like that of threads. Values up to [`Value::MAX_DEPTH`] levels
//! deep must work with every operation; those that write strings or data have their own limits and
//! must accept values of any depth.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pupa_syntax::source::Source;
use pupa_syntax::tree::ExprKind;
use pupa_syntax::{Edition, ParseOptions};
use pupa_value::common::common_type;
use pupa_value::data::{self, FromDataOptions, ToDataOptions};
use pupa_value::infer::{infer, infer_detailed, infer_generic};
use pupa_value::loader::{Builtins, TypeLoader};
use pupa_value::type_parser::{TypeDefinitions, parse_constant, parse_type};
use pupa_value::types::StructMember;
use pupa_value::{Type, Value, builtin, compare, mismatch, text};

/// Runs a test on a stack of 2 MB with a time limit.
fn on_small_stack(run: impl FnOnce() + Send + 'static) {
    let start = Instant::now();
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.expect("a thread").join().expect("no panic");
    // Generous, for unoptimised builds and slow machines.
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

fn nested(depth: usize, wrap: impl Fn(Value) -> Value) -> Value {
    (1..depth).fold(Value::array([]), |value, _| wrap(value))
}

fn wrappers() -> [fn(Value) -> Value; 4] {
    [
        |value| Value::array([value]),
        |value| Value::hash([("a".into(), value)]),
        |value| Value::hash([(value, 1.into())]),
        |value| Value::sensitive(value),
    ]
}

fn hash_of(thing: &impl Hash) -> u64 {
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    thing.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn the_deepest_values_work_with_every_operation() {
    for wrap in wrappers() {
        on_small_stack(move || {
            let value = nested(Value::MAX_DEPTH, wrap);
            let other = nested(Value::MAX_DEPTH, wrap);
            assert!(!value.nests_deeper_than(Value::MAX_DEPTH));
            assert!(value.nests_deeper_than(Value::MAX_DEPTH - 1));
            assert_eq!(value, other);
            assert_eq!(hash_of(&value), hash_of(&other));
            assert!(compare::equals(&value, &other, Edition::Puppet8));
            let _ = compare::matches(&value, &other, Edition::Puppet8);
            for t in [infer(&value), infer_detailed(&value), infer_generic(&value)] {
                assert!(t.is_instance(&value));
                assert!(t.normalize().accepts(&t));
                assert!(t.generalize().accepts(&t));
                assert!(common_type(&t, &Type::STRING).accepts(&t));
                assert_eq!(t.clone(), t);
                hash_of(&t);
                mismatch::describe_mismatch("x", &Type::STRING, &t);
            }
            for t in [builtin::data(), builtin::rich_data(), Type::Any, Type::STRING] {
                t.is_instance(&value);
                let _ = mismatch::assert_instance("x", &t, &value);
            }
            let _ = format!("{value:?}");
        });
    }
}

#[test]
fn values_of_any_depth_are_written_with_limits() {
    // Not in keys and sensitive values, whose types are inferred before they are written.
    for wrap in wrappers().into_iter().take(2) {
        on_small_stack(move || {
            let value = nested(100_000, wrap);
            assert!(value.nests_deeper_than(Value::MAX_DEPTH));
            text::literal(&value);
            text::ruby::inspect(&value);
            let _ = data::to_data(&value, &ToDataOptions::rich());
            let _ = data::to_json(&value);
            let _ = data::stringify(&value);
            let _ = data::from_data(&value, &Builtins, &FromDataOptions::default());
            // Dropping it would overflow the stack; builders check `nests_deeper_than` to avoid
            // such values.
            std::mem::forget(value);
        });
    }
}

#[test]
fn formats_support_the_deepest_values() {
    for wrap in wrappers() {
        on_small_stack(move || {
            let value = nested(Value::MAX_DEPTH, wrap);
            for formats in [Value::Default, "%p".into(), "%#p".into(), "%s".into()] {
                let _ = text::convert(&value, &formats);
            }
        });
    }
}

#[test]
fn deeply_nested_text_is_rejected() {
    on_small_stack(|| {
        for (open, close) in [("Array[", "]"), ("Optional[", "]"), ("[", "]"), ("{a => ", "}")] {
            let text = format!("{}Integer{}", open.repeat(100_000), close.repeat(100_000));
            assert!(parse_type(&text, &Builtins).is_err());
            assert!(parse_constant(&text, &Builtins).is_err());
        }
        assert!(pupa_data::json::value(&"[".repeat(100_000)).is_err());
        assert!(pupa_data::json::value(&"{\"a\":".repeat(100_000)).is_err());
    });
}

#[test]
fn deeply_nested_types_work_with_every_operation() {
    let wrappers: [fn(Type) -> Type; 9] = [
        |t| Type::array(t, None),
        |t| Type::hash(Type::STRING, t, None),
        |t| Type::hash(t, Type::STRING, None),
        |t| Type::tuple([t.clone(), t], None),
        |t| Type::structure([StructMember::new("a", false, t)]),
        |t| Type::Variant(Arc::new(vec![t, Type::Undef])),
        Type::optional,
        Type::type_of,
        Type::iterable,
    ];
    for wrap in wrappers {
        on_small_stack(move || {
            // For a tuple of two equal types, the number of visited parts doubles with each level.
            let is_twin = matches!(wrap(Type::Any), Type::Tuple(_));
            let depth = if is_twin { 12 } else { Value::MAX_DEPTH };
            let nest = || (0..depth).fold(Type::INTEGER, |t, _| wrap(t));
            let (t, other) = (nest(), nest());
            assert!(t.accepts(&other));
            assert_eq!(t, other);
            assert_eq!(hash_of(&t), hash_of(&other));
            assert!(t.generalize().accepts(&t));
            assert!(t.normalize().accepts(&t.normalize()));
            common_type(&t, &Type::array(other, None));
            assert!(!t.to_string().is_empty());
            assert!(!t.expanded_text().is_empty());
            let _ = data::to_data(&t.into(), &ToDataOptions::rich());
        });
    }
}

/// The types that a manifest defines, in order.
fn define(program: &str) -> Vec<Type> {
    let parsed = pupa_syntax::parse(Arc::new(Source::new("", program)), &ParseOptions::default());
    let tree = Arc::new(parsed.tree);
    let statements = match *tree.kind(tree.root()) {
        ExprKind::Block { statements, .. } => tree[statements].to_vec(),
        _ => vec![tree.root()],
    };
    let mut definitions = TypeDefinitions::new(&Builtins);
    let mut names = Vec::new();
    for statement in statements {
        if let ExprKind::TypeAlias(alias) = *tree.kind(statement) {
            let alias = tree[alias];
            names.push(tree.text(alias.name).to_owned());
            definitions.define(tree.text(alias.name), &tree, alias.type_expr);
        }
    }
    // Types that cannot be resolved are omitted.
    names.iter().filter_map(|name| definitions.load_type(name).ok().flatten()).collect()
}

const NASTY: &str = "Variant[Array[A], Hash[A, A], Tuple[A, A], Struct[{a => A}], Optional[A]]";

/// Applies every operation to each type, and compares each pair.
fn apply_every_operation(types: &[Type]) {
    let values = [
        Value::Undef,
        1.into(),
        Value::array([Value::array([]), Value::Undef]),
        nested(50, |value| Value::array([value.clone(), value])),
        nested(50, |value| Value::hash([("a".into(), value)])),
    ];
    for a in types {
        for b in types {
            a.accepts(b);
            common_type(a, b);
            mismatch::describe_mismatch("x", a, b);
        }
        for value in &values[..3] {
            a.is_instance(value);
            let _ = mismatch::assert_instance("x", a, value);
        }
        // Values with shared parts are visited completely.
        a.is_instance(&values[4]);
        let _ = (a.normalize(), a.generalize());
        a.is_callable(true);
        assert!(!a.to_string().is_empty());
        assert!(!a.expanded_text().is_empty());
        let _ = data::to_data(&a.clone().into(), &ToDataOptions::rich());
    }
}

#[test]
fn a_recursive_alias_of_every_kind_terminates() {
    on_small_stack(|| {
        let copy = NASTY.replace('A', "B").replace("Brray", "Array");
        let types = define(&format!("type A = {NASTY}\ntype B = {copy}\n"));
        assert_eq!(types.len(), 2);
        assert!(types[0].accepts(&types[0]));
        assert!(types[0].accepts(&types[1]));
        apply_every_operation(&types);
    });
}

#[test]
fn mutually_recursive_aliases_terminate() {
    on_small_stack(|| {
        let names = ["A", "B", "C", "D", "E"];
        let program: String = (0..5)
            .map(|i| {
                let (next, after) = (names[(i + 1) % 5], names[(i + 2) % 5]);
                let tuple = format!("Tuple[{next}, {after}]");
                let options = format!("Integer, Array[{next}], Hash[String, {after}], {tuple}");
                format!("type {} = Variant[{options}]\n", names[i])
            })
            .collect();
        let types = define(&program);
        assert_eq!(types.len(), 5);
        apply_every_operation(&types);
    });
}

#[test]
fn unusual_aliases_terminate() {
    for program in [
        "type A = Iterable[A]",
        "type A = Iterator[A]",
        "type A = Optional[A]",
        "type A = NotUndef[A]",
        "type A = Sensitive[A]",
        "type A = Type[A]",
        "type A = Init[A]",
        "type A = Array[A]",
        "type A = Tuple[A, A, A, A]",
        "type A = Hash[A, A]",
        "type A = Struct[{a => A, b => A, c => A}]",
        "type A = Callable[A, A]",
        "type A = Callable[[A], A]",
        "type A = Variant[A, A]",
        "type A = A",
        "type A = B\ntype B = A",
        "type A = Optional[B]\ntype B = NotUndef[A]",
        "type A = Variant[Undef, Iterable[B]]\ntype B = Tuple[A, Iterable[A]]",
        "type A = Array[Variant[A, B]]\ntype B = Array[Variant[B, A]]",
    ] {
        on_small_stack(move || apply_every_operation(&define(program)));
    }
}
