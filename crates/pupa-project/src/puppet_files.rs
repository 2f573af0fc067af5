//! The manifests and templates below a directory.
//!
//! A walker of our own around the pattern matcher of the crate `ignore`: its walker asks the
//! file system four times per directory whether there is an ignore file, which costs more than
//! parsing. Here the listing of the directory answers that.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use pupa_system::{Disk, Entry, Kind, System};

use crate::paths::absolute;

/// A file found, or a directory or link that can't be read.
pub type Found = Result<PathBuf, (PathBuf, io::Error)>;

/// Everything below a directory that is not left out, in the order of names.
pub fn walk(directory: &Path) -> Vec<Found> {
    let real = Disk.real_path(directory).unwrap_or_else(|_| absolute(directory));
    let mut walker = Walker {
        layers: layers_above(&absolute(directory)),
        origins: Vec::new(),
        found: Vec::new(),
    };
    // Walking `.` would yield `./manifests/init.pp`; the prefix is left out.
    let shown = if directory == Path::new(".") { Path::new("") } else { directory };
    walker.visit(shown, &absolute(directory), &real);
    walker.found
}

/// Whether directories are searched for files of this name.
pub fn is_puppet_file(path: &Path) -> bool {
    const ENDINGS: [&str; 4] = ["pp", "epp", "erb", "rb"];
    path.extension().is_some_and(|extension| ENDINGS.iter().any(|ending| extension == *ending))
}

struct Walker {
    /// Ignore files of the directories from the outermost to the current one.
    layers: Vec<Layer>,
    /// The directories from which links were followed.
    origins: Vec<PathBuf>,
    found: Vec<Found>,
}

/// The rules of one directory for names below it.
struct Layer {
    gitignore: Option<Gitignore>,
    pupaignore: Option<Gitignore>,
    /// Git looks no further up than this directory.
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
    /// Goes through a directory, which is shown, named and really lies under these paths.
    fn visit(&mut self, shown: &Path, named: &Path, real: &Path) {
        let listing = match list(named) {
            Ok(listing) => listing,
            Err(error) => return self.found.push(Err((shown.to_owned(), error))),
        };
        let has_layer = listing.has_gitignore || listing.has_pupaignore || listing.is_repository;
        if has_layer {
            self.layers.push(Layer::read(named, &listing));
        }
        for entry in listing.entries {
            self.enter(&entry, shown, named, real);
        }
        if has_layer {
            self.layers.pop();
        }
    }

    fn enter(&mut self, entry: &Entry, shown: &Path, named: &Path, real: &Path) {
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
        let shown = shown.join(&entry.name);
        match entry.kind {
            Kind::File | Kind::Other => self.found.push(Ok(shown)),
            Kind::Directory => self.visit(&shown, &path, &real.join(&entry.name)),
            Kind::Link if is_directory => self.follow(&shown, &path, real),
            Kind::Link => self.take_link(shown, &path),
        }
    }

    /// Takes a link to a file; one to a pipe or device is passed over like these themselves.
    fn take_link(&mut self, shown: PathBuf, named: &Path) {
        match Disk.stat(named) {
            Ok(target) if target.kind == Kind::File => self.found.push(Ok(shown)),
            Ok(_) => {}
            Err(error) => self.found.push(Err((shown, error))),
        }
    }

    /// Follows a link to a directory, unless it leads to where we came from.
    fn follow(&mut self, shown: &Path, named: &Path, real: &Path) {
        let Ok(target) = Disk.real_path(named) else { return };
        let is_above = |directory: &Path| directory.starts_with(&target);
        let is_loop = is_above(real) || self.origins.iter().any(|origin| is_above(origin));
        if is_loop {
            return;
        }
        self.origins.push(real.to_owned());
        self.visit(shown, named, &target);
        self.origins.pop();
    }
}

/// Lists a directory without hidden entries and without files that are none of ours. Reading a
/// pipe or a device may never end, so these do not count as files.
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
            // Later patterns win, and those of the directory over those of the repository.
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

/// The ignore files of the directories above one, from the outermost.
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

/// Whether a path is left out: `.pupaignore` decides before `.gitignore`, the nearest first.
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
