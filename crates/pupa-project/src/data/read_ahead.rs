//! Reads large data files ahead, several at a time.
//!
//! A lookup reads the levels of a hierarchy one after the other. If these are files of several
//! megabytes, it would wait for each of them while all other processors are idle.

use std::sync::Arc;

use pupa_hiera::SharedSource;
use pupa_hiera::files::Format;
use pupa_value::value::Text;

use crate::pool;

/// The minimum size in bytes of a file to read ahead; smaller ones take less time than starting a
/// thread.
const LARGE: u64 = 64 * 1024;

/// The maximum number of threads that read ahead.
const MOST_THREADS: usize = 8;

/// Starts to read the large ones of some files in other threads. A lookup that needs a file
/// which is being read waits for it, and meanwhile reads other files of the queue.
///
/// The first large file is left to the caller, which needs it immediately.
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

    /// A system whose files are large if their names begin with `large`; it records each read.
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
