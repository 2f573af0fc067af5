//! Metaparameters: the parameters of resources of every type.

/// A parameter of resources of every type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metaparameter {
    /// Its name.
    pub name: &'static str,
    /// What its value says, if that is other resources.
    pub relationship: Option<Relationship>,
}

/// How a resource is related to those that a metaparameter names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relationship {
    /// Which of them comes first.
    pub direction: Direction,
    /// Whether a change of the first refreshes the second.
    pub is_refreshing: bool,
}

/// Which resource of a relationship comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Those that are named: the relationship points at the resource that has the metaparameter.
    In,
    /// The resource that has the metaparameter.
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

/// The metaparameter of a name, which is in lower case.
pub fn find(name: &str) -> Option<&'static Metaparameter> {
    METAPARAMETERS.iter().find(|metaparameter| metaparameter.name == name)
}

/// Whether this is a metaparameter whose value names other resources.
pub fn is_relationship_metaparameter(name: &str) -> bool {
    find(name).is_some_and(|metaparameter| metaparameter.relationship.is_some())
}
