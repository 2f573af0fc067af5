//! Objects of random types are the same after they were written as JSON and loaded again.

#![expect(clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::sync::Arc;

use pupa_eval::program::Program;
use pupa_eval::{Evaluator, NoHost, Settings};
use pupa_syntax::Edition;
use pupa_syntax::source::Source;
use pupa_value::data::to_json;
use pupa_value::{Value, text};

/// Random numbers that are the same in each run (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) % end as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }
}

#[derive(Clone)]
enum Kind {
    Attribute(&'static str),
    /// A part of the type of that number.
    Part(usize),
    /// A reference to an object of the type of that number.
    Reference(usize),
}

#[derive(Clone)]
struct Feature {
    name: String,
    kind: Kind,
    is_multi_valued: bool,
    is_unsettable: bool,
    is_transient: bool,
    has_default: bool,
}

/// Types, each with the features that it inherits.
struct Model {
    source: String,
    types: Vec<Vec<Feature>>,
}

const DATA_TYPES: [&str; 5] = ["Integer", "Float", "String", "Boolean", "enum[red, 'dark blue']"];

const STRINGS: [&str; 8] =
    ["''", "'a'", "'ä/:%20'", "'it\\'s'", "'#/'", "'urn:pupa:T0:x'", "'5'", "\"\\n\\u{1F600}\""];

fn model(random: &mut Random) -> Model {
    let mut model = Model { source: String::new(), types: Vec::new() };
    let count = 2 + random.below(4);
    for number in 0..count {
        let base = (number > 0 && random.one_in(3)).then(|| random.below(number));
        let mut features = base.map(|base| model.types[base].clone()).unwrap_or_default();
        let inherits = base.map(|base| format!("inherits T{base} ")).unwrap_or_default();
        let _ = writeln!(model.source, "type T{number} {inherits}{{");
        for own in 0..1 + random.below(5) {
            let feature = feature(random, (number, count), own);
            let _ = writeln!(model.source, "  {}", declaration(random, &feature));
            features.push(feature);
        }
        model.source.push_str("}\n");
        model.types.push(features);
    }
    model
}

fn feature(random: &mut Random, (number, count): (usize, usize), own: usize) -> Feature {
    let kind = match random.below(6) {
        0 | 1 if number > 0 => Kind::Part(random.below(number)),
        2 => Kind::Reference(random.below(count)),
        _ => Kind::Attribute(random.pick(&DATA_TYPES)),
    };
    let is_attribute = matches!(kind, Kind::Attribute(_));
    Feature {
        name: format!("f{number}_{own}"),
        kind,
        is_multi_valued: random.one_in(2),
        is_unsettable: random.one_in(3),
        is_transient: is_attribute && random.one_in(8),
        has_default: is_attribute && random.one_in(4),
    }
}

fn declaration(random: &mut Random, feature: &Feature) -> String {
    let mut settings = Vec::new();
    if feature.is_multi_valued {
        settings.push("max => unbound".to_owned());
    }
    if feature.is_unsettable {
        settings.push("unsettable => true".to_owned());
    }
    if feature.is_transient {
        settings.push("transient => true".to_owned());
    }
    let start = match feature.kind {
        Kind::Attribute(data_type) => {
            if feature.has_default {
                settings.push(format!("default => {}", literal(random, data_type)));
            }
            if data_type == "Integer" && random.one_in(3) {
                // Neither is asked when objects are written or loaded.
                settings.push("set => |$v| { $v + 1 }, get => |$v| { $v - 1 }".to_owned());
            }
            format!("attr {}, {data_type}", feature.name)
        }
        Kind::Part(target) => format!("has {}, T{target}", feature.name),
        Kind::Reference(target) => {
            settings.push("containment => false".to_owned());
            format!("has {}, T{target}", feature.name)
        }
    };
    format!("{start} {{ {} }}", settings.join(", "))
}

fn literal(random: &mut Random, data_type: &str) -> String {
    match data_type {
        "Integer" => (random.below(2000) as i64 - 1000).to_string(),
        "Float" => random.pick(&["0.5", "-1.5e10", "1.0e300", "3.0"]).to_owned(),
        "Boolean" => random.pick(&["true", "false"]).to_owned(),
        "String" => random.pick(&STRINGS).to_owned(),
        _ => random.pick(&["red", "'dark blue'"]).to_owned(),
    }
}

/// Properties that the text of an object does not show.
#[derive(Default)]
struct Traits {
    has_references: bool,
    has_transient: bool,
}

/// An expression that makes an object of a type; `$root` is the outermost one, of type `root`.
fn object(
    random: &mut Random,
    model: &Model,
    number: usize,
    root: usize,
    traits: &mut Traits,
) -> String {
    let mut entries = Vec::new();
    for feature in &model.types[number] {
        if random.one_in(4) {
            continue;
        }
        let value = value(random, model, feature, root, traits);
        let is_empty = matches!(value.as_str(), "undef" | "[]");
        // To load an object gives what was taken away its default again.
        if is_empty && feature.has_default && !feature.is_unsettable {
            continue;
        }
        traits.has_transient |= feature.is_transient;
        entries.push(format!("{} => {value}", feature.name));
    }
    format!("T{number}.new({{{}}})", entries.join(", "))
}

fn value(
    random: &mut Random,
    model: &Model,
    feature: &Feature,
    root: usize,
    traits: &mut Traits,
) -> String {
    if random.one_in(6) {
        return "undef".to_owned();
    }
    let mut one = |random: &mut Random| match feature.kind {
        Kind::Attribute(data_type) => Some(literal(random, data_type)),
        Kind::Part(target) => Some(object(random, model, target, root, traits)),
        Kind::Reference(target) => {
            let fits = target == root;
            traits.has_references |= fits;
            fits.then(|| "$root".to_owned())
        }
    };
    if !feature.is_multi_valued {
        return one(random).unwrap_or_else(|| "undef".to_owned());
    }
    let values: Vec<String> = (0..random.below(3)).filter_map(|_| one(random)).collect();
    format!("[{}]", values.join(", "))
}

/// A program that makes an object of the last type of a model, with references to itself and to
/// its parts.
fn program(random: &mut Random, model: &Model, traits: &mut Traits) -> String {
    let root = model.types.len() - 1;
    let features = &model.types[root];
    let mut body = String::new();
    for feature in features.iter().filter(|feature| matches!(feature.kind, Kind::Part(_))) {
        let value = value(random, model, feature, root, traits);
        let _ = writeln!(body, "  $root[{}] = {value}", feature.name);
    }
    for feature in features {
        let Kind::Reference(target) = feature.kind else { continue };
        let is_target = |kind: &Kind| matches!(kind, Kind::Part(number) if *number == target);
        let part = features
            .iter()
            .find(|part| is_target(&part.kind) && part.is_multi_valued && !part.is_unsettable);
        let value = match part {
            Some(part) if feature.is_multi_valued => format!("$root[{}]", part.name),
            Some(part) => format!("$root[{}][-1]", part.name),
            None => value(random, model, feature, root, traits),
        };
        traits.has_references |= part.is_some();
        let _ = writeln!(body, "  $root[{}] = {value}", feature.name);
    }
    let attributes = Model {
        source: String::new(),
        types: vec![
            model.types[root]
                .iter()
                .filter(|feature| matches!(feature.kind, Kind::Attribute(_)))
                .cloned()
                .collect(),
        ],
    };
    let start = object(random, &attributes, 0, root, traits).replacen("T0", &format!("T{root}"), 1);
    format!("{}{start} |$root| {{\n{body}}}\n", model.source)
}

/// The object of a program, and the one that its JSON makes.
fn there_and_back(source: &str, edition: Edition) -> (Value, Value) {
    let settings = Settings { edition, ..Settings::default() };
    let source = Arc::new(Source::new("", source));
    let program = Arc::new(Program::read(source, &settings).expect("the program is valid"));
    let mut evaluator = Evaluator::new(settings, &NoHost);
    let first = evaluator.evaluate(&program).expect("the object fits its type");
    let json = to_json(&data_of(&first)).expect("it is data");
    let data = pupa_data::json::value(&json).expect("it is JSON");
    let type_name = data.as_hash().and_then(|data| data.get_str("__ptype")?.as_str());
    let type_name = type_name.expect("it names its type");
    let second = evaluator.load_object(type_name, &data).expect("it is loaded");
    // Written while all that the objects refer to is alive.
    assert_eq!(data_of(&first), data_of(&second));
    assert_eq!(text::literal(&first), text::literal(&second));
    (first, second)
}

fn data_of(value: &Value) -> Value {
    let Value::Instance(object) = value else { panic!("no object: {value:?}") };
    object.to_data().expect("it is serialised").into()
}

#[test]
fn objects_survive_json() {
    let (mut with_references, mut equal) = (0, 0);
    for seed in 0..600 {
        let mut random = Random(seed);
        let model = model(&mut random);
        let mut traits = Traits::default();
        let source = program(&mut random, &model, &mut traits);
        let edition = if random.one_in(2) { Edition::Puppet8 } else { Edition::Draft };
        println!("# seed {seed}, {edition:?}\n{source}");
        let (first, second) = there_and_back(&source, edition);
        if traits.has_references {
            with_references += 1;
        } else if !traits.has_transient {
            // Objects that are referred to are equal when they are the same.
            assert_eq!(first, second);
            equal += 1;
        }
    }
    // The models are such that something was tried.
    assert!(with_references > 100 && equal > 100, "{with_references} and {equal}");
}
