//! Compiles many nodes in parallel.
//!
//! A node that collects exported resources is compiled again after all others, with the resources
//! that they export. All other catalogs are passed on as soon as they are finished, so that the
//! catalogs of ten thousand nodes are never in memory at the same time.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use pupa_catalog::catalog::Resource;

use super::{Compiled, Control};
use crate::compilers::Compilers;
use crate::fleet::Fleet;
use pupa_project::exported_resources::Exported;
use pupa_project::pool::{self, Flow};
use pupa_system::Cancellation;

/// The nodes to compile, with the options.
pub struct Batch<'a> {
    /// The nodes.
    pub fleet: &'a Fleet,
    /// The compilers of their environments.
    pub compilers: &'a Compilers,
    /// The resources that other nodes have exported earlier.
    pub exported: Exported,
    /// The number of nodes to compile at the same time; default: the number of processors.
    pub threads: Option<NonZeroUsize>,
    /// The request to cancel. Nodes that are not finished by then fail.
    pub cancellation: Cancellation,
}

/// The index of a node in its fleet.
pub type Place = usize;

impl Batch<'_> {
    /// Compiles all nodes. `finish` converts each result on the thread that compiled it; `take`
    /// gets the converted results on the calling thread, in an order that depends only on the
    /// nodes.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn compile<R: Send>(
        &self,
        finish: impl Fn(Place, Compiled) -> R + Sync,
        mut take: impl FnMut(Place, R),
    ) -> std::io::Result<()> {
        let all: Vec<Place> = (0..self.fleet.names.len()).collect();
        let exports = Mutex::new(Vec::new());
        let first = |(): &mut (), place: &Place| {
            let mut compiled = self.compile_one(*place, &self.exported);
            let own = std::mem::take(&mut compiled.exported);
            if !own.is_empty() {
                exports.lock().unwrap_or_else(PoisonError::into_inner).push((*place, own));
            }
            let is_done = !compiled.collects_exported;
            is_done.then(|| finish(*place, compiled))
        };
        let mut waiting: Vec<Place> = Vec::new();
        let mut places = all.iter();
        pool::in_order(
            &all,
            self.threads,
            || (),
            first,
            |result| {
                match (places.next(), result) {
                    (Some(place), Some(result)) => take(*place, result),
                    (Some(place), None) => waiting.push(*place),
                    (None, _) => {}
                }
                Flow::Continue
            },
        )?;
        let known = self.with(exports.into_inner().unwrap_or_else(PoisonError::into_inner));
        let second = |(): &mut (), place: &Place| finish(*place, self.compile_one(*place, &known));
        let mut places = waiting.iter();
        pool::in_order(
            &waiting,
            self.threads,
            || (),
            second,
            |result| {
                if let Some(place) = places.next() {
                    take(*place, result);
                }
                Flow::Continue
            },
        )
    }

    fn compile_one(&self, place: Place, exported: &Exported) -> Compiled {
        let name = &self.fleet.names[place];
        match self.compilers.node(self.fleet, name) {
            Ok((node, compiler)) => {
                let cancellation = self.cancellation.clone();
                compiler.compile(&node, exported, Control { logger: None, cancellation })
            }
            Err(trouble) => Compiled::failed(trouble, &self.compilers.first().environment().name),
        }
    }

    /// The resources exported earlier and by these nodes. They are added in the order of the nodes,
    /// so that the number of threads makes no difference.
    fn with(&self, mut own: Vec<(Place, Vec<Resource>)>) -> Exported {
        own.sort_by_key(|(place, _)| *place);
        let mut all = self.exported.clone();
        for (place, resources) in own {
            all.add(&self.fleet.names[place], resources);
        }
        all
    }
}
