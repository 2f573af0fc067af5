//! The files of a project: a system, and the limit for the size of files.

use std::io;
use std::path::Path;
use std::sync::Arc;

use pupa_system::{CommandLimits, Contents, Disk, System};

/// The limit for configuration files if the user has not set a limit for files.
pub const LARGEST_CONFIGURATION: u64 = 64 << 20;

/// The files of a project.
#[derive(Debug, Clone)]
pub struct Files {
    /// The system that they lie on.
    pub system: Arc<dyn System>,
    /// Larger files are not read.
    pub max_size: u64,
    /// The limits of commands.
    pub commands: CommandLimits,
}

impl Files {
    /// The files of this machine.
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
