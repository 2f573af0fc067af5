//! Processes many items in parallel and delivers the results in the order of the items.
//!
//! Each worker has a stack that is large enough for the deepest tree the parser builds. This costs
//! only virtual memory, since unused pages of a stack are never allocated.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The stack size of a worker in bytes.
const STACK: usize = 64 << 20;

/// The stack size in bytes of a single piece of work: nested values are dropped recursively.
const LARGE_STACK: usize = 256 << 20;

/// Whether to continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Continue with the next result.
    Continue,
    /// Stop; the remaining results are not needed.
    Stop,
}

/// Applies `work` to every item and passes the results to `take` in the order of the items.
///
/// `start` creates the state of a worker, which is kept between its items.
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

/// Starts work in a thread without waiting for it. If no thread can be created, the work is
/// dropped.
pub(crate) fn begin(name: &str, work: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(work);
}

/// The number of processors.
pub(crate) fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The number of adjacent items that a worker takes at once. Taking single items would cost more
/// than the work on small files; taking many would leave workers idle at the end.
fn run_length(items: usize, threads: usize) -> usize {
    (items / threads.max(1) / 32).clamp(1, 32)
}

/// Passes on results in the order of the items. Dropping the receiver stops the workers.
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
