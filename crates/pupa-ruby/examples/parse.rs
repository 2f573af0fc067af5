//! Parses Ruby files, and prints the errors and the time it took.
//!
//! ```text
//! find DIRECTORY -name '*.rb' | cargo run --release -p pupa-ruby --example parse
//! ```

#![allow(clippy::print_stdout)]

use std::io::BufRead;
use std::time::{Duration, Instant};

fn main() {
    let (mut files, mut refused, mut bytes) = (0, 0, 0);
    let mut time = Duration::ZERO;
    for path in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(text) = std::fs::read(&path) else { continue };
        let options = pupa_ruby::parse::Options { file: path.clone(), ..Default::default() };
        let start = Instant::now();
        let result = pupa_ruby::parse::parse(&text, &options);
        time += start.elapsed();
        files += 1;
        bytes += text.len();
        if let Err(errors) = result {
            refused += 1;
            for error in errors.iter().take(2) {
                println!("{path}:{}: {}", error.line, error.message);
            }
        }
    }
    let speed = bytes as f64 / time.as_secs_f64() / 1e6;
    println!("{files} files, {refused} refused, {bytes} bytes in {time:?}, {speed:.1} MB/s");
}
