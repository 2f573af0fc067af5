//! The files of a project: the system that contains them, and the maximum size of a file.

use std::io;
use std::path::Path;
use std::sync::Arc;

use pupa_system::{CommandLimits, Contents, Disk, System};

/// The maximum size of configuration files, unless the user has set one for all files.
pub const LARGEST_CONFIGURATION: u64 = 64 << 20;

/// The files of a project.
#[derive(Debug, Clone)]
pub struct Files {
    /// The system that contains the files.
    pub system: Arc<dyn System>,
    /// The maximum size in bytes; larger files are not read.
    pub max_size: u64,
    /// The limits of commands.
    pub commands: CommandLimits,
}

impl Files {
    /// The files on the disk of this machine.
    pub fn on_disk(max_size: u64) -> Files {
        Files::on(Arc::new(Disk), max_size)
    }

    /// The files of a system.
    pub fn on(system: Arc<dyn System>, max_size: u64) -> Files {
        Files { system, max_size, commands: CommandLimits::default() }
    }

    /// Sets the limits of commands.
    #[must_use]
    pub fn with_command_limits(self, commands: CommandLimits) -> Files {
        Files { commands, ..self }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`System::read`].
    pub fn read(&self, path: &Path) -> io::Result<Contents> {
        self.system.read(path, self.max_size)
    }
}
