//! Compiles catalogs for `tools/bench_catalog.py`.
//!
//! Lines of standard input are directories of environments; each is answered with a line of the
//! directory, the seconds from its files to its catalog, the number of resources and the bytes by
//! which the process grew, with tabs between. Seconds say "error" when it can't be compiled. With
//! `--more`, the times for another node of the environment, for a look whether files have changed, and
//! for writing the catalog as JSON are shown on standard error; with `--once`, the directories that are arguments are compiled once, for
//! a profiler.
//!
//! Every environment is compiled in a process of its own, so that growth is that of one catalog.

use std::io::{BufRead, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use pupa_catalog::catalog::Catalog;
use pupa_compiler::compiler::{Compiler, Control, Options};
use pupa_compiler::node::Node;
use pupa_eval::settings::Settings;
use pupa_project::exported_resources::Exported;
use pupa_project::files::Files;
use pupa_project::project::{self, Project};
use pupa_value::Value;

/// The allocator of the command line.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A run shorter than this is measured again, for the best time.
const QUICK: Duration = Duration::from_millis(500);

fn facts() -> Value {
    let networking = Value::hash([("fqdn".into(), "node.example.com".into())]);
    Value::hash([("networking".into(), networking)])
}

fn compiler(directory: &Path) -> Result<Compiler, String> {
    let project = Project::open(project::Options::of(directory), Files::on_disk(1 << 30));
    let project = project.map_err(|error| format!("{error:#}"))?;
    Ok(Compiler::new(project, &Settings::default(), Options::default()))
}

fn compile_with(compiler: &Compiler) -> Result<Catalog, String> {
    let node = Node::new("node.example.com", facts(), compiler.environment());
    let compiled = compiler.compile(&node, &Exported::default(), Control::default());
    compiled.catalog.map_err(|trouble| format!("{trouble:?}"))
}

fn compile(directory: &Path) -> Result<(Catalog, Compiler), String> {
    let compiler = compiler(directory)?;
    Ok((compile_with(&compiler)?, compiler))
}

fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}

fn answer(directory: &str, warm: &str, shows_more: bool) -> String {
    let _ = compile(Path::new(warm));
    let before = resident();
    let start = Instant::now();
    let compiled = compile(Path::new(directory));
    let mut best = start.elapsed();
    let growth = resident().saturating_sub(before);
    let (catalog, compiler) = match compiled {
        Ok(compiled) => compiled,
        Err(message) => {
            let line = message.lines().next().unwrap_or_default();
            return format!("{directory}\terror\t{line}\t");
        }
    };
    let begin = Instant::now();
    while begin.elapsed() < QUICK {
        let start = Instant::now();
        let _ = compile(Path::new(directory));
        best = best.min(start.elapsed());
    }
    if shows_more {
        let start = Instant::now();
        let _ = compile_with(&compiler);
        let _ = writeln!(std::io::stderr(), "{directory}: another node in {:?}", start.elapsed());
        let refresh = (0..100).map(|_| {
            let start = Instant::now();
            let is_unchanged = compiler.refreshed().is_ok_and(|refreshed| refreshed.is_none());
            (start.elapsed(), is_unchanged)
        });
        let (time, is_unchanged) = refresh.min().unwrap_or_default();
        let what = if is_unchanged { "no changes found" } else { "changes found" };
        let _ = writeln!(std::io::stderr(), "{directory}: {what} in {time:?}");
        let start = Instant::now();
        let size = catalog.to_json().map_or(0, |json| json.len());
        let _ = writeln!(std::io::stderr(), "{directory}: {size} bytes in {:?}", start.elapsed());
    }
    let count = catalog.resources.len();
    format!("{directory}\t{:.6}\t{count}\t{growth}", best.as_secs_f64())
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let shows_more = arguments.iter().any(|argument| argument == "--more");
    let directories: Vec<&String> =
        arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let mut out = std::io::stdout();
    if arguments.iter().any(|argument| argument == "--once") {
        for directory in directories {
            let count = compile(Path::new(directory)).map(|(catalog, _)| catalog.resources.len());
            writeln!(out, "{directory}\t{count:?}")?;
        }
        return Ok(());
    }
    if let [directory, warm] = directories.as_slice() {
        return writeln!(out, "{}", answer(directory, warm, shows_more));
    }
    let asked: Vec<String> = std::io::stdin().lock().lines().collect::<Result<_, _>>()?;
    let Some(warm) = asked.first() else { return Ok(()) };
    for directory in &asked {
        Command::new(std::env::current_exe()?)
            .arg(directory)
            .arg(warm)
            .args(&arguments)
            .status()?;
    }
    Ok(())
}
