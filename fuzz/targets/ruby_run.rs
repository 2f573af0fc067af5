//! Ruby code that runs, under limits that keep each run short.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pupa_ruby::machine::Limits;
use pupa_ruby::parse::{Options, parse};
use pupa_ruby::world::EmptyWorld;
use pupa_ruby::{Core, Jump, Machine};

fuzz_target!(|data: &[u8]| {
    let options = Options { file: "fuzz.rb".to_owned(), ..Options::default() };
    let Ok(code) = parse(data, &options) else { return };
    let mut world = EmptyWorld::default();
    let mut core = Core::new();
    core.limits = Limits { steps: 50_000, memory: 32 << 20, depth: 200 };
    let mut machine = Machine::new(core, &mut world);
    let main = machine.main_object();
    match machine.run_top(code, main) {
        Ok(value) => {
            // The result crosses to Puppet.
            let _ = machine.to_puppet(value);
        }
        Err(Jump::Raise(exception)) => drop(machine.raised(exception)),
        Err(_) => {}
    }
    let mut core = machine.core;
    core.end_entry();
});
