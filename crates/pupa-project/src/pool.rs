//! Work on many items with all processors, results in the order of the items.
//!
//! Workers have a stack large enough for the deepest tree the parser makes. Only virtual
//! memory: what is not used is not there.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Bytes of stack per worker.
const STACK: usize = 64 << 20;

/// Bytes of stack for one piece of work: values nest, and are let go of level by level.
const LARGE_STACK: usize = 256 << 20;

/// Whether to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// More results are welcome.
    Continue,
    /// Nobody wants the rest.
    Stop,
}

/// Applies `work` to every item and hands the results to `take` in the order of the items.
///
/// `start` makes what one worker keeps between items.
pub fn in_order<I: Sync, S, R: Send>(
    items: &[I],
    threads: Option<NonZeroUsize>,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &I) -> R + Sync,
    mut take: impl FnMut(R) -> Flow,
) -> std::io::Result<()> {
    let threads = threads.map_or_else(default_threads, NonZeroUsize::get).min(items.len());
    let run = run_length(items.len(), threads);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let worker = |sender: mpsc::Sender<(usize, Vec<R>)>| {
        let mut state = start();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(rest) = items.get(index * run..).filter(|rest| !rest.is_empty()) else {
                return;
            };
            let results = rest.iter().take(run).map(|item| work(&mut state, item)).collect();
            if sender.send((index, results)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let worker = &worker;
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || worker(sender))?;
        }
        drop(sender);
        deliver(receiver, &mut take);
        Ok(())
    })
}

/// Runs one piece of work on a stack that is large enough for any input.
pub fn with_large_stack<R: Send>(work: impl FnOnce() -> R + Send) -> std::io::Result<R> {
    thread::scope(|scope| {
        let handle = thread::Builder::new().stack_size(LARGE_STACK).spawn_scoped(scope, work)?;
        handle.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}

/// Begins work whose end is not waited for. Without a free thread, it is not done.
pub(crate) fn begin(name: &str, work: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(work);
}

/// As many threads as there are processors.
pub(crate) fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The number of adjacent items that a worker takes at once: handing over single results would cost
/// more than the work on small files, and long runs would leave workers idle at the end.
fn run_length(items: usize, threads: usize) -> usize {
    (items / threads.max(1) / 32).clamp(1, 32)
}

/// Puts results back in order. Dropping the receiver stops the workers.
fn deliver<R>(receiver: mpsc::Receiver<(usize, Vec<R>)>, take: &mut impl FnMut(R) -> Flow) {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (index, results) in receiver {
        waiting.insert(index, results);
        while let Some(results) = waiting.remove(&due) {
            due += 1;
            if results.into_iter().any(|result| take(result) == Flow::Stop) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let items: Vec<u64> = (0..200).collect();
        let mut seen = Vec::new();
        let slow = |(): &mut (), item: &u64| {
            thread::sleep(std::time::Duration::from_micros(item * 7919 % 97));
            *item
        };
        in_order(
            &items,
            NonZeroUsize::new(4),
            || (),
            slow,
            |item| {
                seen.push(item);
                Flow::Continue
            },
        )
        .unwrap();
        assert_eq!(seen, items);
    }

    #[test]
    fn a_consumer_may_stop() {
        let items: Vec<u32> = (0..1000).collect();
        let mut taken = 0;
        in_order(
            &items,
            NonZeroUsize::new(2),
            || (),
            |(), item| *item,
            |_| {
                taken += 1;
                if taken == 3 { Flow::Stop } else { Flow::Continue }
            },
        )
        .unwrap();
        assert_eq!(taken, 3);
    }
}
