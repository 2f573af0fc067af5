//! Measures values and types on one core: `bench_values [NAME…]` prints a line for each case and
//! size, with tabs between the name, the size, the seconds of one run, and the result in short.
//! `NAME=SIZE` asks for one size.
//!
//! Each case runs at its size and at a tenth of it, so that what grows faster than its input
//! shows; the best of several rounds counts. `tools/bench_values.py` puts this beside the
//! reference, which `tools/bench_values.rb` asks for the same work and the same results.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use pupa_eval::Settings;
use pupa_suite::evaluation::evaluate;
use pupa_syntax::edition::Edition;
use pupa_value::data::{self, FromDataOptions, ToDataOptions};
use pupa_value::infer::{infer, infer_detailed};
use pupa_value::loader::Builtins;
use pupa_value::regexp::Regexp;
use pupa_value::type_parser::parse_type;
use pupa_value::value::Hash;
use pupa_value::{Type, Value, mismatch, text};

/// A case: its name, its size, and what measures it at a size.
type Case = (&'static str, usize, fn(usize) -> Measured);

const CASES: &[Case] = &[
    ("parse a struct type", 5_000, parse_struct),
    ("instance of a struct", 5_000, instance_struct),
    ("instance of a variant, last option", 2_000, instance_variant),
    ("instance of an array of structs", 100_000, instance_array),
    ("instance of a tuple", 100_000, instance_tuple),
    ("instance of Data", 100_000, |n| instance_of("Data", n)),
    ("instance of RichData", 100_000, |n| instance_of("RichData", n)),
    ("instance of a recursive alias", 100_000, instance_alias),
    ("infer structures", 100_000, |n| inferred(&structures(n))),
    ("infer structures in detail", 100_000, detailed),
    ("infer mixed values", 100_000, |n| inferred(&mixed(n))),
    ("infer distinct strings", 100_000, |n| inferred(&strings(n))),
    ("infer distinct strings in arrays", 100_000, |n| inferred(&nested_strings(n))),
    ("struct accepts a struct", 5_000, accepts_struct),
    ("variant accepts a variant", 500, accepts_variant),
    ("Data accepts a struct", 5_000, accepts_data_struct),
    ("Data accepts detailed structures", 100_000, accepts_data_detailed),
    ("recursive alias accepts a chain", 150, accepts_alias),
    ("enum accepts an enum", 10_000, accepts_enum),
    ("format %p", 100_000, |n| formatted(n, "%p")),
    ("format %#a", 100_000, |n| formatted(n, "%#a")),
    ("format with nested formats", 100_000, formatted_nested),
    ("format deep nesting", 900, formatted_deep),
    ("text of a detailed type", 100_000, type_text),
    ("mismatch of a struct", 5_000, mismatch_struct),
    ("mismatch of a variant", 500, mismatch_variant),
    ("catalog to data", 10_000, catalog_to_data),
    ("data to JSON", 10_000, data_to_json),
    ("JSON to data", 10_000, json_to_data),
    ("data to catalog", 10_000, data_to_catalog),
    ("match a pattern", 100_000, |n| matched(n, r"\A[a-z][a-z0-9_]*(::[a-z][a-z0-9_]*)*\Z")),
    ("match a pattern with a back reference", 100_000, |n| matched(n, r"(\w)\1$")),
    ("copy and drop an array", 100_000, copy_array),
    ("build and drop a hash", 100_000, build_hash),
    ("look up in a hash", 100_000, look_up),
    ("compare structures", 100_000, compare),
];

const ROUNDS: usize = 5;
const PATIENCE: Duration = Duration::from_secs(2);

/// The time of one run, and its result in short.
struct Measured {
    time: Duration,
    result: String,
}

fn main() -> io::Result<()> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let mut out = io::stdout().lock();
    for (name, n, run) in CASES {
        for n in sizes(name, *n, &names) {
            let Measured { time, result } = run(n);
            writeln!(out, "{name}\t{n}\t{:.9}\t{result}", time.as_secs_f64())?;
            out.flush()?;
        }
    }
    Ok(())
}

/// The sizes at which a case is asked for.
fn sizes(name: &str, n: usize, asked: &[String]) -> Vec<usize> {
    let usual = [n / 10, n];
    if asked.is_empty() {
        return usual.to_vec();
    }
    let given = |asked: &String| match asked.strip_prefix(name)?.strip_prefix('=') {
        Some(size) => size.parse().ok().map(|size| vec![size]),
        None => (asked == name).then(|| usual.to_vec()),
    };
    asked.iter().filter_map(given).flatten().collect()
}

/// Runs the work several times. Its result is dropped outside of the time.
fn measure<T>(mut work: impl FnMut() -> T, result: impl FnOnce(&T) -> String) -> Measured {
    let begin = Instant::now();
    let mut last = black_box(work());
    let mut time = begin.elapsed();
    for _ in 1..ROUNDS {
        if begin.elapsed() > PATIENCE {
            break;
        }
        let begin = Instant::now();
        let next = black_box(work());
        time = time.min(begin.elapsed());
        last = next;
    }
    Measured { time, result: result(&last) }
}

/// The result of a question.
fn truth(answer: &bool) -> String {
    answer.to_string()
}

/// The result of what makes text: how long it is.
#[expect(clippy::ptr_arg, reason = "it is handed what the case made")]
fn length(text: &String) -> String {
    text.chars().count().to_string()
}

fn the_type(text: &str) -> Type {
    parse_type(text, &Builtins).expect("a type of this file")
}

// What is looked at. The reference builds the same.

fn structure(i: usize) -> Value {
    let number = |n: usize| Value::from(n as i64);
    Value::hash([
        ("name".into(), format!("item{}", i % 1000).into()),
        ("size".into(), number(i)),
        ("tags".into(), Value::array(["red".into(), "green".into()])),
        (
            "owner".into(),
            Value::hash([
                ("uid".into(), number(i % 500)),
                ("home".into(), "/home/somebody".into()),
                ("admin".into(), i.is_multiple_of(2).into()),
            ]),
        ),
    ])
}

const STRUCTURE: &str = "Struct[{name => String[1], size => Integer[0], tags => Array[Enum[red, green]], \
                         owner => Struct[{uid => Integer, home => Pattern[/^\\//], admin => Boolean}]}]";

fn structures(n: usize) -> Value {
    Value::array((0..n).map(structure))
}

fn strings(n: usize) -> Value {
    Value::array((0..n).map(|i| format!("string number {i}").into()))
}

fn nested_strings(n: usize) -> Value {
    let part = |i| Value::array((0..100).map(|j| format!("string {i} {j}").into()));
    Value::array((0..n / 100).map(part))
}

fn mixed(n: usize) -> Value {
    Value::array((0..n).map(|i| match i % 3 {
        0 => format!("string number {i}").into(),
        1 => Value::from(i as i64),
        _ => Value::hash([(format!("key{i}").into(), Value::array([Value::from(i as i64)]))]),
    }))
}

fn struct_text(n: usize) -> String {
    let types = ["Integer[0, 9]", "String[1]", "Array[Integer]", "Optional[Enum[a, b]]"];
    let mut text = "Struct[{".to_owned();
    for i in 0..n {
        write!(text, "member{i} => {}, ", types[i % 4]).expect("writing to a string");
    }
    text + "}]"
}

/// A value of that struct; with errors where asked for.
fn struct_value(n: usize, with_errors: bool) -> Value {
    Value::hash((0..n).map(|i| {
        let value = match i % 4 {
            _ if with_errors && i % 10 == 0 => Value::from(1.5),
            0 => Value::from((i % 10) as i64),
            1 => "text".into(),
            2 => Value::array([Value::from(1), Value::from(2)]),
            _ => "b".into(),
        };
        (format!("member{i}").into(), value)
    }))
}

fn variant_text(n: usize) -> String {
    let mut text = "Variant[".to_owned();
    for i in 0..n {
        write!(text, "Struct[{{kind => Enum[kind{i}], value => Integer}}], ")
            .expect("writing to a string");
    }
    text + "]"
}

fn variant_value(i: usize) -> Value {
    Value::hash([
        ("kind".into(), format!("kind{i}").into()),
        ("value".into(), Value::from(i as i64)),
    ])
}

/// An alias that holds itself.
fn tree_alias() -> Type {
    let code = "type Tree = Variant[ScalarData, Array[Tree], Hash[String, Tree]]\nTree";
    match evaluate(code, &Settings::default(), &[]).outcome {
        Ok(Value::Type(t)) => t,
        _ => unreachable!("the alias of this file"),
    }
}

/// Arrays in arrays.
fn deep(n: usize) -> Value {
    (0..n).fold(Value::from(1), |inner, _| Value::array([inner]))
}

fn resource(i: usize) -> Value {
    let mode = if i.is_multiple_of(10) { Value::Default } else { "0644".into() };
    let content = Value::from(format!("content of file {i}\nwith \"two\" lines\n"));
    Value::hash([
        ("type".into(), "File".into()),
        ("title".into(), format!("/etc/conf.d/file{i}").into()),
        ("tags".into(), Value::array(["file", "class", "module"].map(Value::from))),
        ("exported".into(), false.into()),
        ("line".into(), Value::from(i as i64)),
        (
            "parameters".into(),
            Value::hash([
                ("ensure".into(), "file".into()),
                ("mode".into(), mode),
                ("content".into(), if i % 10 == 1 { Value::sensitive(content) } else { content }),
                ("weight".into(), Value::from(i as f64 / 8.0)),
            ]),
        ),
    ])
}

fn catalog(n: usize) -> Value {
    Value::hash([
        ("name".into(), "node.example.com".into()),
        ("resources".into(), Value::array((0..n).map(resource))),
    ])
}

fn catalog_data(n: usize) -> Value {
    data::to_data(&catalog(n), &ToDataOptions::rich()).expect("data").0
}

fn catalog_json(n: usize) -> String {
    data::to_json(&catalog_data(n)).expect("JSON")
}

// The work.

fn parse_struct(n: usize) -> Measured {
    let text = struct_text(n);
    measure(|| the_type(&text), |t| length(&t.to_string()))
}

fn instance_struct(n: usize) -> Measured {
    let (t, value) = (the_type(&struct_text(n)), struct_value(n, false));
    measure(|| t.is_instance(&value), truth)
}

fn instance_variant(n: usize) -> Measured {
    let (t, value) = (the_type(&variant_text(n)), variant_value(n - 1));
    measure(|| t.is_instance(&value), truth)
}

fn instance_array(n: usize) -> Measured {
    instance_of(&format!("Array[{STRUCTURE}]"), n)
}

fn instance_of(text: &str, n: usize) -> Measured {
    let (t, value) = (the_type(text), structures(n));
    measure(|| t.is_instance(&value), truth)
}

fn instance_tuple(n: usize) -> Measured {
    let value = structures(n);
    let t = infer_detailed(&value);
    measure(|| t.is_instance(&value), truth)
}

fn instance_alias(n: usize) -> Measured {
    let (t, value) = (tree_alias(), structures(n));
    measure(|| t.is_instance(&value), truth)
}

fn inferred(value: &Value) -> Measured {
    measure(|| infer(value), |t| length(&t.to_string()))
}

fn detailed(n: usize) -> Measured {
    let value = structures(n);
    measure(|| infer_detailed(&value), |t| length(&t.to_string()))
}

fn accepts_struct(n: usize) -> Measured {
    let (mine, theirs) = (the_type(&struct_text(n)), infer_detailed(&struct_value(n, false)));
    measure(|| mine.accepts(&theirs), truth)
}

fn accepts_variant(n: usize) -> Measured {
    let (mine, theirs) = (the_type(&variant_text(n)), the_type(&variant_text(n)));
    measure(|| mine.accepts(&theirs), truth)
}

fn accepts_data_struct(n: usize) -> Measured {
    let (mine, theirs) = (the_type("Data"), the_type(&struct_text(n)));
    measure(|| mine.accepts(&theirs), truth)
}

fn accepts_data_detailed(n: usize) -> Measured {
    let (mine, theirs) = (the_type("Data"), infer_detailed(&structures(n)));
    measure(|| mine.accepts(&theirs), truth)
}

fn accepts_alias(n: usize) -> Measured {
    let (mine, theirs) = (tree_alias(), infer_detailed(&deep(n)));
    measure(|| mine.accepts(&theirs), truth)
}

fn accepts_enum(n: usize) -> Measured {
    let enumeration = || Type::enumeration((0..n).map(|i| format!("value{i}")));
    let (mine, theirs) = (enumeration(), enumeration());
    measure(|| mine.accepts(&theirs), truth)
}

fn formatted(n: usize, format: &str) -> Measured {
    converted(&structures(n), &format.into())
}

fn converted(value: &Value, formats: &Value) -> Measured {
    measure(|| text::convert(value, formats).expect("text"), length)
}

fn formatted_nested(n: usize) -> Measured {
    let contained = Value::hash([
        (Type::INTEGER.into(), "%#x".into()),
        (Type::STRING.into(), "%p".into()),
        (the_type("Boolean").into(), "%Y".into()),
    ]);
    let format = |letter: &str| {
        Value::hash([
            ("format".into(), letter.into()),
            ("string_formats".into(), contained.clone()),
        ])
    };
    let formats = Value::hash([
        (the_type("Array").into(), format("%#(a")),
        (the_type("Hash").into(), format("%#<h")),
    ]);
    converted(&structures(n), &formats)
}

fn formatted_deep(n: usize) -> Measured {
    converted(&deep(n), &"%p".into())
}

fn type_text(n: usize) -> Measured {
    let t = infer_detailed(&structures(n));
    measure(|| t.to_string(), length)
}

fn mismatch_struct(n: usize) -> Measured {
    described(&the_type(&struct_text(n)), &struct_value(n, true))
}

fn mismatch_variant(n: usize) -> Measured {
    described(&the_type(&variant_text(n)), &variant_value(n + 1))
}

fn described(expected: &Type, value: &Value) -> Measured {
    measure(
        || mismatch::assert_instance("value", expected, value),
        |answer| answer.as_ref().map_or_else(|error| length(&error.message), |()| "ok".to_owned()),
    )
}

fn catalog_to_data(n: usize) -> Measured {
    let catalog = catalog(n);
    let to_data = || data::to_data(&catalog, &ToDataOptions::rich()).expect("data").0;
    measure(to_data, |data| length(&data::to_json(data).expect("JSON")))
}

fn data_to_json(n: usize) -> Measured {
    let data = catalog_data(n);
    measure(|| data::to_json(&data).expect("JSON"), length)
}

fn json_to_data(n: usize) -> Measured {
    let json = catalog_json(n);
    let size = |value: &Value| value.as_hash().map_or(0, Hash::len).to_string();
    measure(|| pupa_data::json::value(&json).expect("data"), size)
}

fn data_to_catalog(n: usize) -> Measured {
    let data = catalog_data(n);
    let from_data =
        || data::from_data(&data, &Builtins, &FromDataOptions::default()).expect("a value");
    measure(from_data, |value| (*value == catalog(n)).to_string())
}

fn matched(n: usize, pattern: &str) -> Measured {
    let texts: Vec<String> = (0..n).map(|i| format!("module{i}::part_{}::name", i % 100)).collect();
    let regexp = Regexp::new(pattern).expect("a pattern of this file");
    let count = || texts.iter().filter(|text| regexp.is_match(text).unwrap_or(false)).count();
    measure(count, usize::to_string)
}

fn copy_array(n: usize) -> Measured {
    let value = structures(n);
    let elements = value.as_array().unwrap_or_default();
    measure(|| elements.to_vec().len(), usize::to_string)
}

fn build_hash(n: usize) -> Measured {
    let keys: Vec<Value> = (0..n).map(|i| format!("some key {i}").into()).collect();
    let build = || keys.iter().map(|key| (key.clone(), Value::Undef)).collect::<Hash>().len();
    measure(build, usize::to_string)
}

fn look_up(n: usize) -> Measured {
    let keys: Vec<Value> = (0..n).map(|i| format!("some key {i}").into()).collect();
    let hash: Hash = keys.iter().map(|key| (key.clone(), Value::Undef)).collect();
    measure(|| keys.iter().filter(|key| hash.get(key).is_some()).count(), usize::to_string)
}

fn compare(n: usize) -> Measured {
    let (a, b) = (structures(n), structures(n));
    measure(|| pupa_value::compare::equals(&a, &b, Edition::Puppet8), truth)
}
