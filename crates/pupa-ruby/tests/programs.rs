//! Runs Ruby programs and compares their output with that of Ruby 3.1.
//!
//! `tests/programs/NAME.rb` must print what `tests/programs/NAME.out` records. The recordings come
//! from `ruby -W0 --disable=did_you_mean,error_highlight NAME.rb`.

use std::path::Path;

use pupa_ruby::parse::{Options, parse};
use pupa_ruby::world::EmptyWorld;
use pupa_ruby::{Core, Jump, Machine, Value};

/// Everything that a program prints, and the message of an exception that ends it.
fn run(name: &str, text: &[u8]) -> String {
    let options = Options { file: name.to_owned(), ..Options::default() };
    let code = match parse(text, &options) {
        Ok(code) => code,
        Err(errors) => return format!("{errors:?}"),
    };
    let mut world = EmptyWorld::default();
    let mut machine = Machine::new(Core::new(), &mut world);
    let main = machine.main_object();
    let result = machine.run_top(code, main);
    let failure = match result {
        Err(Jump::Raise(id)) => {
            let exception = Value::Object(id);
            let class = machine.class_name_of(exception);
            let message = machine.exception_message(exception);
            let lines = machine.raised_at(exception);
            format!("{}: {message} ({class})", lines.first().cloned().unwrap_or_default())
        }
        Err(jump) => format!("{jump:?}"),
        Ok(_) => String::new(),
    };
    String::from_utf8_lossy(&world.output).into_owned() + &failure
}

#[test]
fn programs_print_the_same_as_under_ruby() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| name.ends_with(".rb"))
        .collect();
    names.sort();
    assert!(names.len() >= 4, "the programs are missing");
    let mut differences = Vec::new();
    for name in names {
        let text = std::fs::read(folder.join(&name)).unwrap();
        let expected = std::fs::read_to_string(folder.join(name.replace(".rb", ".out"))).unwrap();
        let output = run(&name, &text);
        let lines = expected.lines().zip(output.lines().chain(std::iter::repeat("")));
        if let Some((number, (line, ours))) = lines.enumerate().find(|(_, (a, b))| a != b) {
            differences.push(format!("{name}, line {}: {line:?}, not {ours:?}", number + 1));
        } else if expected != output {
            differences.push(format!("{name}: more output than Ruby's: {output}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
