//! Type sets from initialiser hashes: `TypeSet[{pcore_version => …}]`.

use std::sync::Arc;

use super::definition::{TypeSetDefinition, TypeSetReference};
use super::{TypeSet, schema};
use crate::error::{Error, Result};
use crate::loader::TypeLoader;
use crate::mismatch::assert_instance;
use crate::types::object::Members;
use crate::types::{ObjectType, Type};
use crate::value::semver::SemVer;
use crate::value::semver_range::SemVerRange;
use crate::value::{Hash, Text, Value};

/// The supported versions of Pcore.
const PARSABLE_PCORE_VERSIONS: &str = "1.x";

impl TypeSet {
    /// Creates the type set that an initialiser hash describes, without resolving its references.
    pub fn from_init_hash(init: &Value) -> Result<Arc<TypeSet>> {
        let set = TypeSet::unresolved(init.as_hash().and_then(|init| string(init, "name")));
        let definition = set.build(None, init)?;
        set.resolve(definition);
        Ok(Arc::new(set))
    }

    /// Sets the definition of a named set and resolves its references. A name in the hash is
    /// ignored, and so is its name authority if `name_authority` is given.
    pub fn initialize(
        &self,
        name_authority: Option<&Text>,
        init: &Value,
        loader: &dyn TypeLoader,
    ) -> Result<()> {
        let mut definition = self.build(name_authority, init)?;
        self.resolve_references(&mut definition, loader)?;
        self.resolve(definition);
        Ok(())
    }

    /// The name authority of the types in the set: `known`, the authority of the set or the
    /// enclosing set, or else the one in the hash.
    pub fn type_name_authority(&self, known: Option<&Text>, init: &Hash) -> Result<Text> {
        let declared = || string(init, "name_authority");
        known.cloned().or_else(declared).ok_or_else(|| {
            let name = self.name.clone().or_else(|| string(init, "name")).unwrap_or_default();
            Error::argument(format!(
                "No 'name_authority' is declared in TypeSet '{name}' and it cannot be inferred"
            ))
        })
    }

    fn build(&self, name_authority: Option<&Text>, init: &Value) -> Result<TypeSetDefinition> {
        assert_instance("TypeSet initializer", schema::type_set(), init)?;
        let empty = Hash::new();
        let init = init.as_hash().unwrap_or(&empty);
        let name_authority = name_authority.cloned().or_else(|| string(init, "name_authority"));
        let pcore_version = version(init.get_str("pcore_version"))?;
        self.check_pcore_version(pcore_version.as_ref())?;
        let mut definition = TypeSetDefinition {
            pcore_uri: string(init, "pcore_uri"),
            pcore_version,
            name_authority,
            version: version(init.get_str("version"))?,
            types: types(init)?,
            references: Members::default(),
            annotations: init.get_str("annotations").and_then(Value::as_hash).cloned(),
        };
        definition.references = self.references(&definition, init)?;
        Ok(definition)
    }

    fn check_pcore_version(&self, version: Option<&SemVer>) -> Result<()> {
        let parsable = SemVerRange::parse(PARSABLE_PCORE_VERSIONS).map_err(argument)?;
        match version {
            Some(version) if !parsable.includes(version) => Err(Error::argument(format!(
                "The pcore version for {} is not understood by this runtime. Expected range \
                 {PARSABLE_PCORE_VERSIONS}, got {version}",
                self.label()
            ))),
            _ => Ok(()),
        }
    }

    fn references(
        &self,
        definition: &TypeSetDefinition,
        init: &Hash,
    ) -> Result<Members<TypeSetReference>> {
        let mut references: Members<TypeSetReference> = Members::default();
        let specs = init.get_str("references").and_then(Value::as_hash);
        for (alias, spec) in specs.into_iter().flatten() {
            let (Some(alias), Some(spec)) = (alias.as_str(), spec.as_hash()) else { continue };
            let reference = reference(definition, spec)?;
            self.check_versions(&reference, &references)?;
            if definition.types.contains_key(alias) {
                return Err(Error::argument(format!(
                    "{} references a TypeSet using alias '{alias}'. The alias collides with the \
                     name of a declared type",
                    self.label()
                )));
            }
            references.insert(alias.into(), reference);
        }
        Ok(references)
    }

    /// Several versions of the same set may be referenced if their ranges do not overlap.
    fn check_versions(
        &self,
        reference: &TypeSetReference,
        others: &Members<TypeSetReference>,
    ) -> Result<()> {
        let same = |other: &&TypeSetReference| {
            other.name == reference.name && other.name_authority == reference.name_authority
        };
        if others.values().any(|other| same(&other) && overlaps(other, reference)) {
            return Err(Error::argument(format!(
                "{} references TypeSet '{}/{}' more than once using overlapping version ranges",
                self.label(),
                reference.name_authority.as_deref().unwrap_or(""),
                reference.name
            )));
        }
        Ok(())
    }
}

fn overlaps(a: &TypeSetReference, b: &TypeSetReference) -> bool {
    a.version_range.intersection(&b.version_range).is_ok()
}

fn reference(owner: &TypeSetDefinition, spec: &Hash) -> Result<TypeSetReference> {
    let version_range = match spec.get_str("version_range") {
        Some(Value::SemVerRange(range)) => SemVerRange::clone(range),
        other => {
            let source = other.and_then(Value::as_str).unwrap_or("");
            SemVerRange::parse(source).map_err(argument)?
        }
    };
    Ok(TypeSetReference {
        name: string(spec, "name").unwrap_or_default(),
        name_authority: string(spec, "name_authority").or_else(|| owner.name_authority.clone()),
        version_range,
        annotations: spec.get_str("annotations").and_then(Value::as_hash).cloned(),
        type_set: None,
    })
}

fn types(init: &Hash) -> Result<Members<Type>> {
    let mut types = Members::default();
    let specs = init.get_str("types").and_then(Value::as_hash);
    for (name, spec) in specs.into_iter().flatten() {
        let Some(name) = name.as_str() else { continue };
        let t = match spec {
            Value::Type(t) => t.clone(),
            init => Type::Object(ObjectType::from_init_hash(init)?),
        };
        types.insert(name.into(), t);
    }
    Ok(types)
}

fn version(value: Option<&Value>) -> Result<Option<SemVer>> {
    match value {
        Some(Value::SemVer(version)) => Ok(Some(SemVer::clone(version))),
        Some(Value::String(string)) => SemVer::parse(string).map(Some).map_err(argument),
        _ => Ok(None),
    }
}

fn argument(error: impl std::fmt::Display) -> Error {
    Error::argument(error.to_string())
}

fn string(init: &Hash, key: &str) -> Option<Text> {
    match init.get_str(key) {
        Some(Value::String(string)) => Some(string.clone()),
        _ => None,
    }
}
