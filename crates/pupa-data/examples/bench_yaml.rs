//! Measures the speed of the YAML reader: `bench_yaml FILE [TIMES]` prints megabytes and
//! milliseconds.

use std::io::Write;
use std::time::Instant;

use pupa_data::yaml;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("bench_yaml FILE [TIMES]")?;
    let times = arguments.next().map_or(Ok(10), |times| times.parse::<u32>())?;
    let text = std::fs::read_to_string(&file)?;
    let mut best = f64::INFINITY;
    for _ in 0..times {
        let start = Instant::now();
        let document =
            yaml::read(&text, yaml::Options::data(&file)).map_err(|error| error.message)?;
        best = best.min(start.elapsed().as_secs_f64());
        drop(document);
    }
    let megabytes = text.len() as f64 / 1e6;
    let speed = megabytes / best;
    writeln!(std::io::stdout(), "{megabytes:.2} MB in {:.1} ms: {speed:.1} MB/s", best * 1e3)?;
    Ok(())
}
