//! The parameters of a resource.

use std::sync::Arc;

use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use super::resource::Parameter;

/// Parameters by name, in the order in which they were added. Copies share them until one is
/// changed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parameters(Option<Arc<List>>);

/// The maximum number of parameters that are searched one by one; more are found by their hash.
const FEW: usize = 32;

#[derive(Debug, Clone, Default)]
struct List {
    all: Vec<(Text, Parameter)>,
    /// The position of each parameter by name, if there are many.
    index: FxHashMap<Text, usize>,
}

impl List {
    fn position(&self, name: &str) -> Option<usize> {
        match self.all.len() {
            0..=FEW => self.all.iter().position(|(known, _)| known.as_str() == name),
            _ => self.index.get(name).copied(),
        }
    }

    fn push(&mut self, name: Text, parameter: Parameter) {
        let from = if self.all.len() == FEW { 0 } else { self.all.len() };
        self.all.push((name, parameter));
        if self.all.len() > FEW {
            let new = self.all.iter().enumerate().skip(from);
            self.index.extend(new.map(|(position, (name, _))| (name.clone(), position)));
        }
    }
}

impl Parameters {
    fn all(&self) -> &[(Text, Parameter)] {
        self.0.as_ref().map_or(&[], |list| &list.all)
    }

    fn list(&mut self) -> &mut List {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.0.as_ref().and_then(|list| list.position(name))
    }

    pub(crate) fn len(&self) -> usize {
        self.all().len()
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Parameter> {
        self.position(name).map(|position| &self.all()[position].1)
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut Parameter> {
        let position = self.position(name)?;
        Some(&mut self.list().all[position].1)
    }

    pub(crate) fn contains_key(&self, name: &str) -> bool {
        self.position(name).is_some()
    }

    /// Sets a parameter; an existing one keeps its position.
    pub(crate) fn insert(&mut self, name: Text, parameter: Parameter) {
        match self.position(&name) {
            Some(position) => self.list().all[position].1 = parameter,
            None => self.list().push(name, parameter),
        }
    }

    /// Adds a parameter, unless there is one with this name; returns whether it was added.
    pub(super) fn add(&mut self, name: Text, parameter: Parameter) -> bool {
        let is_new = !self.contains_key(&name);
        if is_new {
            self.list().push(name, parameter);
        }
        is_new
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &Text> {
        self.all().iter().map(|(name, _)| name)
    }

    pub(crate) fn iter(&self) -> Iter<'_> {
        self.all().iter().map(|(name, parameter)| (name, parameter))
    }
}

/// Names with their parameters, in order.
pub(crate) type Iter<'p> = std::iter::Map<
    std::slice::Iter<'p, (Text, Parameter)>,
    fn(&'p (Text, Parameter)) -> (&'p Text, &'p Parameter),
>;

impl<'p> IntoIterator for &'p Parameters {
    type Item = (&'p Text, &'p Parameter);
    type IntoIter = Iter<'p>;

    fn into_iter(self) -> Iter<'p> {
        self.iter()
    }
}

impl IntoIterator for Parameters {
    type Item = (Text, Parameter);
    type IntoIter = std::vec::IntoIter<(Text, Parameter)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.map(Arc::unwrap_or_clone).unwrap_or_default().all.into_iter()
    }
}

impl Extend<(Text, Parameter)> for Parameters {
    fn extend<I: IntoIterator<Item = (Text, Parameter)>>(&mut self, more: I) {
        more.into_iter().for_each(|(name, parameter)| self.insert(name, parameter));
    }
}

impl FromIterator<(Text, Parameter)> for Parameters {
    fn from_iter<I: IntoIterator<Item = (Text, Parameter)>>(all: I) -> Parameters {
        let mut parameters = Parameters::default();
        parameters.extend(all);
        parameters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(value: i64) -> Parameter {
        Parameter::made(value.into(), None, Default::default())
    }

    #[test]
    fn many_are_found_and_keep_their_order() {
        for count in [1, FEW, FEW + 1, 100] {
            let name = |number: usize| Text::from(format!("p{number}"));
            let made = (0..count).map(|number| (name(number), parameter(number as i64)));
            let mut all: Parameters = made.collect();
            let copy = all.clone();
            all.insert(name(0), parameter(-1));
            assert_eq!(all.get("p0").map(|one| one.value.clone()), Some((-1).into()));
            assert_eq!(copy.get("p0").map(|one| one.value.clone()), Some(0.into()));
            assert_eq!((all.len(), all.contains_key("p100")), (count, false));
            let names: Vec<Text> = all.keys().cloned().collect();
            assert_eq!(names, (0..count).map(name).collect::<Vec<_>>());
            let last = name(count - 1);
            assert!(all.get(&last).is_some() && all.get_mut(&last).is_some());
        }
    }
}
