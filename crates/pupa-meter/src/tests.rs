use std::sync::atomic::{AtomicU64, Ordering};

use super::*;

fn work(max: u64) -> Allowance {
    Allowance { work: Some(max), ..Allowance::default() }
}

#[derive(Default)]
struct Fake {
    memory: AtomicU64,
    seconds: AtomicU64,
}

impl Watch for Fake {
    fn memory_in_use(&self) -> Option<u64> {
        Some(self.memory.load(Ordering::Relaxed))
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(Duration::from_secs(self.seconds.load(Ordering::Relaxed)))
    }
}

#[test]
fn work_is_free_outside_of_runs() {
    assert!(charge(usize::MAX) && charge(usize::MAX) && visit());
    assert_eq!(exceeded(), None);
}

#[test]
fn the_limit_of_work_is_exact() {
    for max in [0, 1, 100, u64::from(STRIDE), 3 * u64::from(STRIDE) + 1] {
        let _run = Metering::begin(work(max), None);
        assert!((0..max).all(|_| visit()), "{max}");
        assert!(!visit() && !visit() && is_exhausted(), "{max}");
        assert_eq!(exceeded(), Some(Exceeded::Work(max)));
    }
}

#[test]
fn large_charges_count_in_full() {
    let _run = Metering::begin(work(1_000_000), None);
    assert!(charge(999_999) && charge(1));
    assert!(!charge(1));
}

#[test]
fn an_inner_run_leaves_the_outer_one_as_it_was() {
    let _outer = Metering::begin(work(10), None);
    assert!(charge(4));
    {
        let _inner = Metering::begin(work(1), None);
        assert!(!charge(2));
    }
    assert!(!is_exhausted() && charge(6));
    assert!(!visit());
}

#[test]
fn shared_work_is_not_charged() {
    let _run = Metering::begin(work(10), None);
    assert!(unmetered(|| charge(1000)));
    assert!(charge(10) && !charge(1));
    assert!(unmetered(|| !is_exhausted() && charge(1000)));
    assert!(is_exhausted());
}

#[test]
fn memory_and_time_are_checked_at_intervals() {
    let watch = Arc::new(Fake::default());
    let limits =
        Allowance { memory: Some(100 << 20), time: Some(Duration::from_secs(5)), work: None };
    let run = Metering::begin(limits, Some(watch.clone()));
    watch.memory.store(90 << 20, Ordering::Relaxed);
    assert!(charge(1 << 20));
    assert!(!charge_memory(11 << 20));
    assert_eq!(exceeded(), Some(Exceeded::Memory(100 << 20)));
    drop(run);
    let _run = Metering::begin(limits, Some(watch.clone()));
    watch.seconds.store(6, Ordering::Relaxed);
    assert!(!charge(STRIDE as usize));
    assert_eq!(exceeded(), Some(Exceeded::Time(Duration::from_secs(5))));
}

#[test]
fn an_interruption_ends_the_run() {
    interrupt(Exceeded::Pattern);
    assert!(visit());
    let _run = Metering::begin(Allowance::default(), None);
    interrupt(Exceeded::Pattern);
    assert!(!visit());
    assert_eq!(exceeded(), Some(Exceeded::Pattern));
}
