//! The archive, the packages, and the files that describe them.

use std::fs;

use crate::release;
use crate::scratch::{Scratch, has_program, repository};

/// The version of the program under test.
const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn checksums_are_those_of_all_files() {
    let scratch = Scratch::new();
    let directory = release::directory().to_string_lossy();
    let script = "cd \"$FROM\" && sha256sum --check --strict --quiet SHA256SUMS
        ls -p | grep -v / | grep -v SHA256SUMS | sort > \"$OLDPWD/files\"
        sed 's/.*  //' SHA256SUMS | sort | cmp - \"$OLDPWD/files\"";
    scratch.shell("", script, &[("FROM", &directory)]).success();
}

#[test]
fn the_debian_package_is_installed_by_dpkg() {
    if !has_program("dpkg") {
        eprintln!("skipped: dpkg is not installed");
        return;
    }
    let package = release::file(".deb").unwrap();
    let package = package.to_string_lossy();
    let scratch = Scratch::new();
    let script = "mkdir -p root/var/lib/dpkg/updates root/var/lib/dpkg/info && touch root/var/lib/dpkg/status
        dpkg --root=\"$PWD/root\" --force-not-root --force-depends --log=log --install \"$DEB\" >&2
        dpkg-query --admindir=root/var/lib/dpkg --show --showformat='${Package} ${Version} ${db:Status-Status}' pupa";
    let out = scratch.shell("", script, &[("DEB", &package)]).success();
    assert_eq!(out, format!("pupa {VERSION} installed"));
    let script = "cd root && md5sum --check --quiet var/lib/dpkg/info/pupa.md5sums
        usr/bin/pupa --version
        gzip -dc usr/share/man/man1/pupa-catalog-diff.1.gz | head -c 2000
        bash -c '. usr/share/bash-completion/completions/pupa && complete -p pupa'";
    let out = scratch.shell("", script, &[]).success();
    assert!(out.starts_with(&format!("pupa {VERSION}\n")), "{out}");
    assert!(out.contains(".TH pupa-catalog-diff 1") && out.contains("-F _pupa"), "{out}");
    assert!(!scratch.root().join("root/DEBIAN").exists());
}

/// The sources of the assets in a section of Cargo.toml, from the staged root.
fn assets(section: &str) -> Vec<String> {
    let text = fs::read_to_string(repository().join("crates/pupa/Cargo.toml")).unwrap();
    let (_, rest) = text.split_once(&format!("[package.metadata.{section}]")).unwrap();
    let section = rest.split("\n[").next().unwrap();
    let sources = section.split("\"../../target/package/root/").skip(1);
    sources.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn every_installed_file_is_in_the_metadata_of_packages() {
    let root = release::directory().join("root");
    let scratch = Scratch::new();
    let variables = [("ROOT", &*root.to_string_lossy())];
    let files = scratch.shell("", "cd \"$ROOT\" && find usr -type f", &variables).success();
    assert!(files.lines().count() > 30, "{files}");
    for section in ["deb", "generate-rpm"] {
        let assets = assets(section);
        for file in files.lines() {
            let (directory, _) = file.rsplit_once('/').unwrap();
            let is_listed =
                assets.iter().any(|asset| asset == file || *asset == format!("{directory}/*"));
            assert!(is_listed, "[package.metadata.{section}] does not list {file}");
        }
    }
}

#[test]
fn the_formula_and_the_templates_are_complete() {
    let directory = release::directory();
    let formula = fs::read_to_string(directory.join("pupa.rb")).unwrap();
    let sums = fs::read_to_string(directory.join("SHA256SUMS")).unwrap();
    let archive = sums.lines().find(|line| line.ends_with(".tar.gz")).unwrap();
    let (checksum, name) = archive.split_once("  ").unwrap();
    assert!(formula.contains(checksum) && formula.contains(name), "{formula}");
    for file in ["pupa.rb", "install.sh", "pupa.gitlab-ci.yml"] {
        let text = fs::read_to_string(directory.join(file)).unwrap();
        let has_gap =
            text.split('@').skip(1).step_by(2).any(|word| {
                word.len() > 2 && word.chars().all(|letter| letter.is_ascii_uppercase())
            });
        assert!(!has_gap, "{file}: a variable was not replaced");
    }
    if has_program("ruby") {
        let scratch = Scratch::new();
        let formula = directory.join("pupa.rb").to_string_lossy().into_owned();
        scratch.shell("", "ruby -c \"$FORMULA\"", &[("FORMULA", &formula)]).success();
    }
}

#[test]
fn files_copied_into_the_image_exist() {
    let directory = release::directory();
    let text = fs::read_to_string(directory.join("Dockerfile")).unwrap();
    let copies: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("COPY ")).collect();
    assert!(copies.iter().any(|copy| copy.ends_with(" /usr/bin/pupa")), "{text}");
    for copy in copies {
        let (source, _) = copy.split_once(' ').unwrap();
        assert!(directory.join(source).exists(), "{source}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let pages = release::directory().join("root/usr/share/man/man1");
    for page in ["pupa", "pupa-check", "pupa-data-lint", "pupa-epp-render", "pupa-erb-to-epp"] {
        assert!(pages.join(format!("{page}.1.gz")).is_file(), "{page}");
    }
    assert!(!pages.join("pupa-man-pages.1.gz").exists());
}
