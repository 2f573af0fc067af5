//! Lookup of the members of object types, including inherited ones.

use std::cell::RefCell;
use std::sync::LazyLock;

use super::definition::{Attribute, Member, Members, ObjectFunction};
use super::{AttributeKind, Layout, ObjectType};
use crate::value::Text;

thread_local! {
    /// The addresses of the types whose layouts this thread is computing.
    static IN_PROGRESS: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

impl ObjectType {
    /// The own or inherited attribute or function with this name.
    pub fn member(&self, name: &str) -> Option<Member<'_>> {
        self.ancestry().find_map(|t| {
            let definition = t.definition()?;
            let attribute = definition.attributes.get(name).map(Member::Attribute);
            attribute.or_else(|| definition.functions.get(name).map(Member::Function))
        })
    }

    /// The own or inherited attribute with this name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.layout().attribute(name)
    }

    /// The own or inherited function with this name.
    pub fn function(&self, name: &str) -> Option<&ObjectFunction> {
        self.ancestry().find_map(|t| t.definition()?.functions.get(name))
    }

    /// All attributes, inherited ones first. An overriding attribute replaces the inherited one in
    /// place.
    pub fn all_attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.layout().attributes()
    }

    /// The attributes whose values an instance stores, in the order of the values.
    pub fn stored_attributes(&self) -> Vec<&Attribute> {
        self.layout().stored().collect()
    }

    /// All functions by name, inherited ones first.
    pub fn all_functions(&self) -> Members<&ObjectFunction> {
        self.collect(|t| t.definition().map(|definition| &definition.functions))
    }

    /// All type parameters by name, inherited ones first.
    pub fn all_type_parameters(&self) -> Members<&Attribute> {
        self.collect(|t| t.definition().map(|definition| &definition.type_parameters))
    }

    /// Whether it accepts parameters in brackets.
    pub fn is_parameterized(&self) -> bool {
        self.ancestry().any(|t| t.definition().is_some_and(|d| !d.type_parameters.is_empty()))
    }

    /// The names of the attributes that are compared for equality of instances, inherited ones
    /// first.
    pub fn equality_attributes(&self) -> Vec<Text> {
        let mut names =
            self.parent().map(|parent| parent.equality_attributes()).unwrap_or_default();
        let Some(definition) = self.definition() else { return names };
        let own: Vec<Text> = match &definition.equality {
            Some(equality) => equality.clone(),
            None => definition
                .attributes
                .values()
                .filter(|attribute| attribute.kind != AttributeKind::Constant)
                .map(|attribute| attribute.name.clone())
                .collect(),
        };
        for name in own {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The layout derived from the definitions of the type and its parents.
    pub fn layout(&self) -> &Layout {
        static UNRESOLVED: LazyLock<Layout> = LazyLock::new(Layout::default);
        if let Some(layout) = self.layout.get() {
            return layout;
        }
        // A type that is being resolved has no members yet; its layout must not be cached.
        if self.ancestry().any(|t| t.definition().is_none()) {
            return &UNRESOLVED;
        }
        if let Some(layout) = self.layout.get() {
            return layout;
        }
        let identity = std::ptr::from_ref(self) as usize;
        IN_PROGRESS.with_borrow_mut(|all| all.push(identity));
        let layout = Layout::of(self);
        IN_PROGRESS.with_borrow_mut(|all| all.retain(|other| *other != identity));
        self.layout.get_or_init(|| layout)
    }

    /// Whether this thread is computing the layout, which may ask for it again by way of `Init`.
    pub(crate) fn is_layout_in_progress(&self) -> bool {
        let identity = std::ptr::from_ref(self) as usize;
        IN_PROGRESS.with_borrow(|all| all.contains(&identity))
    }

    fn collect<'a, T>(
        &'a self,
        own: impl Fn(&'a ObjectType) -> Option<&'a Members<T>> + Copy,
    ) -> Members<&'a T> {
        let mut all = self.parent().map(|parent| parent.collect(own)).unwrap_or_default();
        if let Some(members) = own(self) {
            all.extend(members.iter().map(|(name, member)| (name.clone(), member)));
        }
        all
    }
}
