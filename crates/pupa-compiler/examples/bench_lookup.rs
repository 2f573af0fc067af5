//! Looks up data for `tools/bench_lookup.py`.
//!
//! Lines of standard input are a directory of an environment and a number of nodes, with a tab
//! between; each is answered with a line of the directory, the seconds from its files to the
//! catalogs of all nodes, the seconds for one node more, a digest of what was found, and the bytes
//! by which the process grew, with tabs between. Seconds say "error" when it can't be done.
//!
//! Every line is worked on in a process of its own, so that growth is that of one environment.

use std::io::{BufRead, Write};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

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

fn compiler(directory: &Path) -> Result<Compiler, String> {
    let project = Project::open(project::Options::of(directory), Files::on_disk(1 << 30));
    let project = project.map_err(|error| format!("{error:#}"))?;
    Ok(Compiler::new(project, &Settings::default(), Options::default()))
}

/// The message of the one notice in a node's catalog.
fn found(compiler: &Compiler, number: i64) -> Result<String, String> {
    let os = Value::hash([("family".into(), "Debian".into())]);
    let facts = Value::hash([
        ("number".into(), number.into()),
        ("role".into(), format!("role{}", number % 10).into()),
        ("os".into(), os),
    ]);
    let node = Node::new(&format!("node{number}.example.com"), facts, compiler.environment());
    let compiled = compiler.compile(&node, &Exported::default(), Control::default());
    let catalog = compiled.catalog.map_err(|trouble| format!("{trouble:?}"))?;
    let notify = catalog.resources.iter().find(|resource| resource.type_name == "Notify");
    let message = notify
        .and_then(|notify| notify.parameters.iter().find(|(name, _)| name.as_str() == "message"));
    let message = message.and_then(|(_, message)| message.as_str());
    message.map(str::to_owned).ok_or_else(|| "no message was found".to_owned())
}

/// FNV-1a, which is soon written in any language.
fn digest_of(sum: u64, text: &str) -> u64 {
    text.bytes().fold(sum, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}

fn measure(directory: &str, nodes: i64) -> Result<String, String> {
    let before = resident();
    let start = Instant::now();
    let compiler = compiler(Path::new(directory))?;
    let mut digest = 0xcbf2_9ce4_8422_2325;
    for number in 0..nodes {
        digest = digest_of(digest, &found(&compiler, number)?);
    }
    let seconds = start.elapsed().as_secs_f64();
    let growth = resident().saturating_sub(before);
    // Merges are kept when they are made for the second time.
    found(&compiler, 0)?;
    let start = Instant::now();
    found(&compiler, 0)?;
    let again = start.elapsed().as_secs_f64();
    Ok(format!("{directory}\t{seconds:.6}\t{again:.6}\t{digest}\t{growth}"))
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::stdout();
    if let [directory, nodes] = arguments.as_slice() {
        let answer = measure(directory, nodes.parse().unwrap_or(1)).unwrap_or_else(|message| {
            let line = message.lines().next().unwrap_or_default();
            format!("{directory}\terror\t{line}\t\t")
        });
        return writeln!(out, "{answer}");
    }
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (directory, nodes) = line.split_once('\t').unwrap_or((&line, "1"));
        Command::new(std::env::current_exe()?).arg(directory).arg(nodes).status()?;
    }
    Ok(())
}
