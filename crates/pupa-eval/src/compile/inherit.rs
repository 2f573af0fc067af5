//! Passes metaparameters and tags of containers on to the resources in them.

use std::collections::VecDeque;

use pupa_value::value::Text;
use rustc_hash::{FxHashMap, FxHashSet};

use super::declare::tag_all;
use super::resource::Parameter;
use super::{CatalogState, ResourceId};

/// The parameters that contained resources get from their container.
type Inherited = Vec<(Text, Parameter)>;

impl CatalogState {
    /// Passes metaparameters and tags of each container on to its content, starting with the class
    /// `main`.
    pub(super) fn inherit_metaparameters(&mut self) {
        let Some(main) = self.main else { return };
        let mut inside: FxHashMap<ResourceId, Vec<ResourceId>> = FxHashMap::default();
        for (container, part) in &self.edges {
            inside.entry(*container).or_default().push(*part);
        }
        let mut known: FxHashMap<ResourceId, Inherited> = FxHashMap::default();
        // Breadth first, each container once, since a class may be in several containers and in
        // itself.
        let mut seen: FxHashSet<ResourceId> = FxHashSet::default();
        let mut waiting = VecDeque::from([main]);
        while let Some(container) = waiting.pop_front() {
            if !seen.insert(container) {
                continue;
            }
            let parts = inside.get(&container).map(Vec::as_slice).unwrap_or_default();
            for part in parts {
                self.inherit_from(container, *part, &mut known);
            }
            waiting.extend(parts);
        }
    }

    fn inherit_from(
        &mut self,
        source: ResourceId,
        target: ResourceId,
        known: &mut FxHashMap<ResourceId, Inherited>,
    ) {
        let from = match known.get(&source) {
            Some(known) => known.clone(),
            None => self.metaparameters(source),
        };
        if !from.is_empty() {
            for (name, parameter) in &from {
                let resource = self.resource_mut(target);
                if resource.given(name).is_none() {
                    if name == "tag" {
                        // The tags are valid, since the container has them already.
                        tag_all(&mut resource.tags, &parameter.value).ok();
                    }
                    resource.parameters.insert(name.clone(), parameter.clone());
                }
            }
            let mut all = from.clone();
            for (name, parameter) in self.metaparameters(target) {
                match all.iter_mut().find(|(known, _)| *known == name) {
                    Some(entry) => entry.1 = parameter,
                    None => all.push((name, parameter)),
                }
            }
            known.insert(source, from);
            known.insert(target, all);
        }
        let tags = self.resource(source).tags.clone();
        self.resource_mut(target).tags.merge(&tags);
    }

    fn metaparameters(&self, id: ResourceId) -> Inherited {
        let resource = self.resource(id);
        let given = self.plain_metaparameters().filter_map(|name| {
            let parameter = resource.parameters.get(&name)?;
            (!parameter.value.is_undef()).then(|| (Text::from(&*name), parameter.clone()))
        });
        given.collect()
    }
}
