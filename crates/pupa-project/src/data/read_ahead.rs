//! Large data files are read before they are asked for, several at a time.
//!
//! One lookup asks the levels of a hierarchy one after the other; where each is a file of
//! megabytes, it would wait for each of them while all processors but one have nothing to do.

use std::sync::Arc;

use pupa_hiera::SharedSource;
use pupa_hiera::files::Format;
use pupa_value::value::Text;

use crate::pool;

/// From how many bytes on it pays to read a file ahead: it takes longer than to begin a thread.
const LARGE: u64 = 64 * 1024;

/// The limit for threads that read ahead.
const MOST_THREADS: usize = 8;

/// Begins to read those files that are large. Whoever asks for one meanwhile helps, and waits for
/// it.
///
/// The first of them is left to the caller, who will ask for it soon.
pub(super) fn read_ahead(source: &SharedSource, files: Vec<(Text, Format)>) {
    let spare = pool::default_threads() - 1;
    let disk = source.files().disk();
    let is_large = |path: &Text| disk.stamp(path).is_some_and(|stamp| stamp.size >= LARGE);
    let large: Vec<_> = files.into_iter().filter(|(path, _)| is_large(path)).skip(1).collect();
    if spare == 0 {
        return;
    }
    let new = source.files().queue_reads(large);
    for _ in 0..spare.min(MOST_THREADS).min(new) {
        let source = Arc::clone(source);
        pool::begin("read-ahead", move || while source.files().read_queued() {});
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::thread;
    use std::time::{Duration, Instant};

    use pupa_hiera::files::{Content, DataFiles, Disk, Stamp};
    use pupa_hiera::{DataSource, EnvironmentData, ModuleData};

    use super::*;

    /// Files whose names begin with `large` are large; it counts how often each is read.
    #[derive(Default)]
    struct Counting(Arc<Mutex<Vec<String>>>);

    impl Disk for Counting {
        fn stamp(&self, path: &str) -> Option<Stamp> {
            let size = if path.starts_with("large") { LARGE } else { 10 };
            Some(Stamp { inode: 1, size, modified: 0 })
        }

        fn read(&self, path: &str) -> Result<Vec<u8>, String> {
            self.0.lock().expect("nobody panics").push(path.to_owned());
            thread::sleep(Duration::from_millis(5));
            Ok(format!("name: {path}").into_bytes())
        }

        fn glob(&self, _: &str) -> Vec<String> {
            Vec::new()
        }

        fn environment(&self) -> Vec<(String, String)> {
            Vec::new()
        }
    }

    struct Files(DataFiles);

    impl DataSource for Files {
        fn files(&self) -> &DataFiles {
            &self.0
        }

        fn global_config(&self) -> Option<&str> {
            None
        }

        fn code_directory(&self) -> &str {
            ""
        }

        fn environment(&self) -> Option<EnvironmentData> {
            None
        }

        fn module(&self, _: &str) -> Option<ModuleData> {
            None
        }
    }

    #[test]
    fn large_files_are_read_once() {
        let disk = Counting::default();
        let reads = Arc::clone(&disk.0);
        let source: SharedSource = Arc::new(Files(DataFiles::new(disk)));
        let names = ["small", "large 1", "large 2", "large 3"];
        read_ahead(&source, names.map(|name| (name.into(), Format::Yaml)).into());
        for name in names {
            let file = source.files().data(name, Format::Yaml).expect("there is such a file");
            let Content::Hash(data) = &file.expect("it can be read").content else {
                unreachable!("the file holds a hash");
            };
            assert_eq!(data.get("name").and_then(|(value, _)| value.as_str()), Some(name));
        }
        let mut reads = reads.lock().expect("nobody panics").clone();
        reads.sort();
        assert_eq!(reads, ["large 1", "large 2", "large 3", "small"]);
    }

    #[test]
    fn only_large_files_after_the_first_are_read_ahead() {
        let disk = Counting::default();
        let reads = Arc::clone(&disk.0);
        let source: SharedSource = Arc::new(Files(DataFiles::new(disk)));
        let names = ["large 1", "small", "large 2"];
        read_ahead(&source, names.map(|name| (name.into(), Format::Yaml)).into());
        let begin = Instant::now();
        let has_spare = pool::default_threads() > 1;
        while has_spare && reads.lock().expect("nobody panics").is_empty() {
            assert!(begin.elapsed() < Duration::from_secs(20), "nothing was read ahead");
            thread::yield_now();
        }
        let expected: &[&str] = if has_spare { &["large 2"] } else { &[] };
        assert_eq!(*reads.lock().expect("nobody panics"), expected);
    }
}
