//! Converts YAML to JSON, for comparison with Ruby (`tools/compare_yaml.rb`).
//!
//! Each request on standard input is a line with a command and a number of bytes, followed by the
//! bytes. The commands are `data` and `facts`, which read the text, and `write`, which reads it and
//! writes it again. Each reply is a line of JSON, `{"error": …}` if the text is invalid. Values
//! that JSON cannot distinguish are marked: `{"i": "1"}` is an integer, `{"f": "3ff0000000000000"}`
//! a float by its bits, `{"h": [[key, value]]}` a hash, `{"b": "…"}` bytes.

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
