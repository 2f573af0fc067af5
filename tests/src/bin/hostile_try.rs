//! scratch
#![allow(clippy::all, clippy::print_stdout, clippy::unwrap_used, missing_docs)]
use pupa_eval::{Host, Settings};
use pupa_suite::evaluation::evaluate_with;
struct H;
impl Host for H {
    fn memory_in_use(&self) -> Option<u64> {
        let t = std::fs::read_to_string("/proc/self/statm").ok()?;
        Some(t.split(' ').nth(1)?.parse::<u64>().ok()? * 4096)
    }
}
fn main() {
    let code = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let t = std::thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(move || {
            let mut s = Settings::default();
            if code.starts_with("#draft") {
                s.edition = pupa_syntax::Edition::Draft;
            }
            s.limits.memory = Some(1 << 30);
            let b = std::time::Instant::now();
            let a = evaluate_with(&code, &s, &[], &H);
            let e = b.elapsed();
            match &a.outcome {
                Ok(v) => {
                    let d = match v {
                        pupa_value::Value::String(t) => {
                            format!("string of {} bytes: {:.80}", t.len(), t.as_str())
                        }
                        pupa_value::Value::Array(x) => format!("array of {}", x.len()),
                        pupa_value::Value::Hash(x) => format!("hash of {}", x.len()),
                        pupa_value::Value::Iterator(_) => "iterator".to_owned(),
                        v => format!("{v:?}").chars().take(100).collect(),
                    };
                    println!("{:?} OK {d}", e)
                }
                Err(p) => {
                    println!("{:?} ERR {}", e, p.message.chars().take(200).collect::<String>())
                }
            }
            std::mem::forget(a);
        })
        .unwrap();
    t.join().unwrap();
    let s = std::fs::read_to_string("/proc/self/status").unwrap();
    println!("peak {}", s.lines().find(|l| l.starts_with("VmHWM")).unwrap_or(""));
}
