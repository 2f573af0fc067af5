//! Prints the dependency cycles of a catalog, or draws it: `graph cycles|dot|svg CATALOG.json
//! [CLASS]`.

#![allow(clippy::print_stdout, reason = "examples show")]

use std::error::Error;

use pupa_catalog::catalog::Catalog;
use pupa_catalog::cycles;
use pupa_catalog::graph::{GraphOptions, to_dot, to_svg};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (what, file) = (args.next().unwrap_or_default(), args.next().unwrap_or_default());
    let options = GraphOptions { only: args.next(), ..GraphOptions::default() };
    let catalog = Catalog::from_json(&std::fs::read_to_string(file)?)?;
    match what.as_str() {
        "dot" => print!("{}", to_dot(&catalog, &options)),
        "svg" => print!("{}", to_svg(&catalog, &options)),
        "cycles-svg" => print!("{}", cycles::to_svg(&catalog, &catalog.cycles())),
        "cycles-dot" => print!("{}", cycles::to_dot(&catalog, &catalog.cycles())),
        _ => {
            let found = catalog.cycles();
            if !found.is_empty() {
                println!("Error: {}", cycles::message(&catalog, &found));
                println!("Error: Failed to apply catalog: {}", cycles::FAILURE);
            }
            for cycle in &found {
                println!("{}", cycles::drawing(&catalog, cycle, &cycles::NoLocations));
            }
        }
    }
    Ok(())
}
