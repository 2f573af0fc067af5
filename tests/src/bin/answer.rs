//! Answers requests in the protocol of `tools/reference.rb`: one JSON object per line in, one out.

use std::io::{self, BufRead, Write};
use std::thread;

use pupa_suite::answer::{Request, answer};
use serde_json::{Value, json};

/// Deeply nested programs need a deep stack, as in the command line itself.
const STACK: usize = 64 << 20;

fn main() -> io::Result<()> {
    let worker = thread::Builder::new().stack_size(STACK).spawn(serve)?;
    worker.join().unwrap_or_else(|_| Err(io::Error::other("the front end panicked")))
}

fn serve() -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{}", json!({ "version": env!("CARGO_PKG_VERSION") }))?;
    output.flush()?;
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let mut reply = serde_json::Map::new();
        reply.insert("id".to_owned(), request["id"].clone());
        reply.extend(answer(&Request::from_json(&request)));
        writeln!(output, "{}", Value::Object(reply))?;
        output.flush()?;
    }
    Ok(())
}
