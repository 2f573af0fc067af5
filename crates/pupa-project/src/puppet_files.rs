//! Finds the manifests, templates and Ruby files below a directory, except those that ignore files
//! exclude.
//!
//! This is our own walker with the pattern matcher of the crate `ignore`. The walker of that crate
//! asks the file system four times per directory whether there is an ignore file, which takes
//! longer than parsing; here the directory listing answers that.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use pupa_system::{Disk, Entry, Kind, System};

use crate::paths::absolute;

/// A file, or a directory or link that can't be read.
pub type Found = Result<PathBuf, (PathBuf, io::Error)>;

/// All manifests, templates and Ruby files below a directory that are not excluded, sorted by name.
pub fn walk(directory: &Path) -> Vec<Found> {
    let real = Disk.real_path(directory).unwrap_or_else(|_| absolute(directory));
    let mut walker = Walker {
        layers: layers_above(&absolute(directory)),
        origins: Vec::new(),
        found: Vec::new(),
    };
    // Paths below `.` are shown without the prefix `./`.
    let display = if directory == Path::new(".") { Path::new("") } else { directory };
    walker.visit(display, &absolute(directory), &real);
    walker.found
}

/// Whether a file is a manifest, template or Ruby file according to its extension.
pub fn is_puppet_file(path: &Path) -> bool {
    const ENDINGS: [&str; 4] = ["pp", "epp", "erb", "rb"];
    path.extension().is_some_and(|extension| ENDINGS.iter().any(|ending| extension == *ending))
}

struct Walker {
    /// The ignore files of the directories from the outermost to the current one.
    layers: Vec<Layer>,
    /// The directories from which the walk has followed links.
    origins: Vec<PathBuf>,
    found: Vec<Found>,
}

/// The ignore rules of one directory.
struct Layer {
    gitignore: Option<Gitignore>,
    pupaignore: Option<Gitignore>,
    /// Whether the directory is the root of a Git repository: the ignore files above it don't
    /// count.
    is_repository: bool,
}

/// The relevant entries of a directory.
#[derive(Default)]
struct Listing {
    entries: Vec<Entry>,
    has_gitignore: bool,
    has_pupaignore: bool,
    is_repository: bool,
}

impl Walker {
    /// Visits a directory. `shown` is its path in results, `named` its absolute path, `real` the
    /// same without links.
    fn visit(&mut self, display: &Path, named: &Path, real: &Path) {
        let listing = match list(named) {
            Ok(listing) => listing,
            Err(error) => return self.found.push(Err((display.to_owned(), error))),
        };
        let has_layer = listing.has_gitignore || listing.has_pupaignore || listing.is_repository;
        if has_layer {
            self.layers.push(Layer::read(named, &listing));
        }
        for entry in listing.entries {
            self.enter(&entry, display, named, real);
        }
        if has_layer {
            self.layers.pop();
        }
    }

    fn enter(&mut self, entry: &Entry, display: &Path, named: &Path, real: &Path) {
        let path = named.join(&entry.name);
        let is_directory = match entry.kind {
            Kind::Directory => true,
            Kind::File | Kind::Other => false,
            Kind::Link => Disk.is_directory(&path),
        };
        if (!is_directory && !is_puppet_file(Path::new(&entry.name)))
            || is_left_out(&self.layers, &path, is_directory)
        {
            return;
        }
        let display = display.join(&entry.name);
        match entry.kind {
            Kind::File | Kind::Other => self.found.push(Ok(display)),
            Kind::Directory => self.visit(&display, &path, &real.join(&entry.name)),
            Kind::Link if is_directory => self.follow(&display, &path, real),
            Kind::Link => self.take_link(display, &path),
        }
    }

    /// Adds a link to a file. Links to pipes and devices are skipped, as are pipes and devices.
    fn take_link(&mut self, display: PathBuf, named: &Path) {
        match Disk.stat(named) {
            Ok(target) if target.kind == Kind::File => self.found.push(Ok(display)),
            Ok(_) => {}
            Err(error) => self.found.push(Err((display, error))),
        }
    }

    /// Follows a link to a directory, unless it leads back to a directory that is being visited.
    fn follow(&mut self, display: &Path, named: &Path, real: &Path) {
        let Ok(target) = Disk.real_path(named) else { return };
        let is_above = |directory: &Path| directory.starts_with(&target);
        let is_loop = is_above(real) || self.origins.iter().any(|origin| is_above(origin));
        if is_loop {
            return;
        }
        self.origins.push(real.to_owned());
        self.visit(display, named, &target);
        self.origins.pop();
    }
}

/// Lists a directory without hidden entries and other files. Pipes and devices are left out,
/// because reading them may never end.
fn list(directory: &Path) -> io::Result<Listing> {
    let mut listing = Listing::default();
    for entry in Disk.list(directory)? {
        let name = &entry.name;
        if name.as_encoded_bytes().starts_with(b".") {
            listing.has_gitignore |= name == ".gitignore";
            listing.has_pupaignore |= name == ".pupaignore";
            listing.is_repository |= name == ".git";
            continue;
        }
        let is_ours = match entry.kind {
            Kind::Directory | Kind::Link => true,
            Kind::File => is_puppet_file(Path::new(name)),
            Kind::Other => false,
        };
        if is_ours {
            listing.entries.push(entry);
        }
    }
    listing.entries.sort_unstable_by(|left, right| left.name.cmp(&right.name));
    Ok(listing)
}

impl Layer {
    fn read(directory: &Path, listing: &Listing) -> Layer {
        let exclude: Option<&OsStr> = listing.is_repository.then(|| ".git/info/exclude".as_ref());
        let gitignore: Option<&OsStr> = listing.has_gitignore.then(|| ".gitignore".as_ref());
        let pupaignore: Option<&OsStr> = listing.has_pupaignore.then(|| ".pupaignore".as_ref());
        Layer {
            // Later patterns take precedence, so those of the directory follow those of the
            // repository.
            gitignore: patterns(directory, exclude.into_iter().chain(gitignore)),
            pupaignore: patterns(directory, pupaignore.into_iter()),
            is_repository: listing.is_repository,
        }
    }
}

fn patterns<'a>(directory: &Path, files: impl Iterator<Item = &'a OsStr>) -> Option<Gitignore> {
    let mut builder = GitignoreBuilder::new(directory);
    for file in files {
        let file = directory.join(file);
        if Disk.is_file(&file) {
            // As in Git, a pattern that can't be read matches nothing.
            let _ = builder.add(file);
        }
    }
    builder.build().ok().filter(|patterns| !patterns.is_empty())
}

/// The ignore files of the directories above a directory, from the outermost.
fn layers_above(directory: &Path) -> Vec<Layer> {
    let mut layers: Vec<Layer> = directory
        .ancestors()
        .skip(1)
        .map(|above| {
            let listing = Listing {
                entries: Vec::new(),
                has_gitignore: Disk.is_file(&above.join(".gitignore")),
                has_pupaignore: Disk.is_file(&above.join(".pupaignore")),
                is_repository: Disk.exists(&above.join(".git")),
            };
            Layer::read(above, &listing)
        })
        .collect();
    layers.reverse();
    layers
}

/// Whether a path is excluded. `.pupaignore` takes precedence over `.gitignore`, and an inner
/// directory over an outer one.
fn is_left_out(layers: &[Layer], path: &Path, is_directory: bool) -> bool {
    let verdict = |patterns: &Option<Gitignore>| match patterns
        .as_ref()
        .map_or(Match::None, |patterns| patterns.matched(path, is_directory))
    {
        Match::None => None,
        Match::Ignore(_) => Some(true),
        Match::Whitelist(_) => Some(false),
    };
    let by_pupa = layers.iter().rev().find_map(|layer| verdict(&layer.pupaignore));
    by_pupa.unwrap_or_else(|| {
        for layer in layers.iter().rev() {
            if let Some(is_left_out) = verdict(&layer.gitignore) {
                return is_left_out;
            }
            if layer.is_repository {
                break;
            }
        }
        false
    })
}
