//! The way to Pupa: packages, the installer, hooks, pipelines, and the first steps of a new user.
//!
//! `packaging/build` packs the program under test; everything is installed from its files.

#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]

mod action;
mod gitlab;
mod hooks;
mod installer;
mod packages;
mod release;
mod scratch;
mod yaml;
