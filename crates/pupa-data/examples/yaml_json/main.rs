//! Answers what a text of YAML holds, for comparison with Ruby (`tools/compare_yaml.rb`).
//!
//! Requests come on standard input: a line with a word and a number of bytes, then the bytes. The
//! words are `data` and `facts`, which read, and `write`, which reads and writes again. Each answer
//! is a line of JSON; `{"error": …}` when the text can't be read. Values that JSON does not tell
//! apart are marked: `{"i": "1"}` is a whole number, `{"f": "3ff0000000000000"}` a floating point
//! number by its bits, `{"h": [[key, value]]}` a hash, `{"b": "…"}` bytes.

mod answer;

use std::io::{BufRead, Read, Write};

use answer::answer;

fn main() -> std::io::Result<()> {
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let (word, size) = line.trim().split_once(' ').unwrap_or(("data", "0"));
        let mut bytes = vec![0; size.parse().unwrap_or(0)];
        input.read_exact(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        writeln!(output, "{}", answer(word, &text))?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
