//! `Classes`: the list of classes of a machine.

use std::cell::OnceCell;

use super::Class;
use crate::core::image::image;
use crate::value::ClassId;

/// The classes and modules of a machine, by their [`ClassId`].
///
/// The first ones are the native classes. Each is copied from the process-wide image at its first
/// use: a program uses few of them, and many machines run for less time than copying all would
/// take.
#[derive(Debug, Default)]
pub struct Classes {
    places: Vec<OnceCell<Box<Class>>>,
}

/// The initial capacity for classes that a program adds.
const ROOM: usize = 256;

impl Classes {
    /// The native classes.
    pub(crate) fn native() -> Classes {
        let count = image().len();
        let mut places = Vec::with_capacity(count + ROOM);
        places.resize_with(count, OnceCell::new);
        Classes { places }
    }

    /// The number of classes, including native ones that were not used yet.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the list of classes is empty, as in the placeholder of a core that is in use
    /// elsewhere.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The class of an ID.
    #[inline]
    pub(crate) fn get(&self, id: ClassId) -> &Class {
        let number = id.0 as usize;
        self.places[number].get_or_init(|| Box::new(image().class(number)))
    }

    /// The class of an ID, as a mutable reference.
    #[inline]
    pub(crate) fn get_mut(&mut self, id: ClassId) -> &mut Class {
        let number = id.0 as usize;
        let place = &mut self.places[number];
        if place.get().is_none() {
            *place = OnceCell::from(Box::new(image().class(number)));
        }
        match place.get_mut() {
            Some(class) => class,
            None => unreachable!("the place was filled"),
        }
    }

    /// Adds a class.
    pub(crate) fn add(&mut self, class: Class) -> ClassId {
        self.places.push(OnceCell::from(Box::new(class)));
        ClassId(self.places.len() as u32 - 1)
    }

    /// The classes that were used or added. All others equal those of the image.
    pub(crate) fn used(&self) -> impl Iterator<Item = (ClassId, &Class)> {
        let places = self.places.iter().enumerate();
        places.filter_map(|(number, place)| Some((ClassId(number as u32), &**place.get()?)))
    }
}

#[cfg(test)]
mod tests {
    use crate::Core;
    use crate::core::class;

    #[test]
    fn a_new_machine_copies_few_classes() {
        let mut core = Core::new();
        let before = core.classes.used().count();
        assert!(before * 20 < core.classes.len(), "{before} classes");
        assert!(core.class(class::RANGE).native.is_some());
        assert_eq!(core.classes.used().count(), before + 1);
        core.class_mut(class::RANGE).frozen = true;
        assert!(core.class(class::RANGE).frozen);
        assert!(!Core::new().class(class::RANGE).frozen, "another machine sees the change");
    }
}
