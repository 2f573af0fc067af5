//! Metaparameters: the parameters that all resource types have.

/// A parameter that all resource types have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metaparameter {
    /// Its name.
    pub name: &'static str,
    /// The relationship to the resources in its value, if it is a relationship metaparameter.
    pub relationship: Option<Relationship>,
}

/// The relationship between a resource and those that a metaparameter refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relationship {
    /// The direction of the relationship.
    pub direction: Direction,
    /// Whether a change of the source refreshes the target.
    pub is_refreshing: bool,
}

/// The direction of a relationship, seen from the resource that has the metaparameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the referenced resources to the resource that has the metaparameter.
    In,
    /// From the resource that has the metaparameter to the referenced resources.
    Out,
}

/// All metaparameters, in the order of the reference.
pub const METAPARAMETERS: &[Metaparameter] = &[
    plain("noop"),
    plain("schedule"),
    plain("audit"),
    plain("loglevel"),
    plain("alias"),
    plain("tag"),
    relationship("require", Direction::In, false),
    relationship("subscribe", Direction::In, true),
    relationship("before", Direction::Out, false),
    relationship("notify", Direction::Out, true),
    plain("stage"),
];

const fn plain(name: &'static str) -> Metaparameter {
    Metaparameter { name, relationship: None }
}

const fn relationship(
    name: &'static str,
    direction: Direction,
    is_refreshing: bool,
) -> Metaparameter {
    Metaparameter { name, relationship: Some(Relationship { direction, is_refreshing }) }
}

/// Finds a metaparameter by its name in lower case.
pub fn find(name: &str) -> Option<&'static Metaparameter> {
    METAPARAMETERS.iter().find(|metaparameter| metaparameter.name == name)
}

/// Whether the name is that of a relationship metaparameter.
pub fn is_relationship_metaparameter(name: &str) -> bool {
    find(name).is_some_and(|metaparameter| metaparameter.relationship.is_some())
}
