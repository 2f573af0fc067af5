//! Runs the examples of the repository that are environments of their own.

use std::fs;
use std::io;
use std::path::Path;

use pupa_data::json::value as from_json;
use pupa_eval::Settings;
use pupa_suite::evaluation::{display, evaluate_with};
use pupa_suite::folder;
use pupa_suite::modules::Modules;
use pupa_syntax::Edition;
use pupa_value::Value;
use pupa_value::data::{ToDataOptions, to_data, to_json};

const EDITIONS: [Edition; 2] = [Edition::Puppet8, Edition::Draft];

/// The files of an environment, by their paths in it.
fn modules(environment: &Path) -> io::Result<Modules> {
    let mut modules = Modules::default();
    let mut folders = vec![environment.join("modules")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(environment).unwrap_or(&path);
            modules.begin(&name.to_string_lossy().replace('\\', "/"));
            fs::read_to_string(&path)?.lines().for_each(|line| modules.push_line(line));
        }
    }
    Ok(modules)
}

#[test]
fn the_fleet_of_the_types_is_made_in_both_editions() -> io::Result<()> {
    let environment = folder().join("../examples/types");
    let modules = modules(&environment)?;
    let code = fs::read_to_string(environment.join("manifests/site.pp"))?;
    for edition in EDITIONS {
        let settings = Settings { edition, ..Settings::default() };
        let answer = evaluate_with(&code, &settings, &[], &modules);
        let logs: Vec<&str> = answer.logs.iter().map(|(_, message)| message.as_str()).collect();
        let network = answer.outcome.map_err(|problem| io::Error::other(problem.message))?;
        assert_eq!(
            logs,
            [
                "edge.example.com: a router in production, 00:1a:2b:3c:4d:5e",
                "web.example.com: a server in production, 00:1a:2b:3c:4d:60",
                "db.example.com: a server in production, 00:1a:2b:3c:4d:60",
                "2 servers behind edge.example.com",
            ]
        );
        let json = json(&network)?;
        assert!(json.contains(r##""entry":"#/hosts/0""##), "{json}");
        assert!(!json.contains("fqdn") && !json.contains("origin"), "{json}");
        let data = from_json(&json).map_err(|error| io::Error::other(error.message))?;
        let back = "Fleet::Network.from_data($data)";
        let again = evaluate_with(back, &settings, &[("data".to_owned(), data)], &modules);
        let again = again.outcome.map_err(|problem| io::Error::other(problem.message))?;
        assert_eq!(display(&again), display(&network));
    }
    Ok(())
}

/// A value as other programs get it.
fn json(value: &Value) -> io::Result<String> {
    let failed = |error: pupa_value::Error| io::Error::other(error.message);
    let (data, _) = to_data(value, &ToDataOptions::rich()).map_err(failed)?;
    to_json(&data).map_err(failed)
}
