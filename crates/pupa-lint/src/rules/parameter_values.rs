//! Reports values in data that do not match the types of their parameters.

use pupa_syntax::diagnostic::Diagnostic;
use std::sync::Arc;

use pupa_eval::program::Program;
use pupa_eval::{Evaluator, Settings};
use pupa_value::infer::infer_detailed;
use pupa_value::mismatch::{Missing, describe_mismatch, describe_struct_signature};
use pupa_value::text::capitalize_segments;
use pupa_value::type_parser::interpret_type;
use pupa_value::types::{StructMember, StructType};
use pupa_value::{Type, Value};
use rustc_hash::FxHashMap;

use crate::classes::{ClassSource, Classes};
use crate::conformance::{CertainPart, may_fit};
use crate::data_text::{DataText, Entry};
use crate::issues::DATA_TYPE_MISMATCH;
use crate::lookup_options::{LookupOptions, Merge};
use crate::mismatch::{blamed, first_unfit, unfit_paths};
use crate::survey::{Rule, Survey};
use crate::used_keys::UsedKeys;
use pupa_project::host::Machine;
use pupa_project::index::{ClassParameter, FileKind, Index, IndexedFile};

/// The reference's name for an undefined type in messages.
const UNRESOLVED: &str = "unresolved type";

/// An evaluator with the types of modules and of the main manifests.
pub(crate) fn evaluator<'h>(
    host: &'h Machine<'_>,
    settings: &Settings,
    index: &Index,
) -> Evaluator<'h> {
    let mut evaluator = Evaluator::new(settings.clone(), host);
    let is_main = |file: &&Arc<IndexedFile>| file.file.kind == FileKind::MainManifest;
    for file in index.files().iter().filter(is_main) {
        // An invalid manifest has been reported, and defines nothing.
        let source = file.source.as_ref();
        let program = source.map(|source| Program::read(Arc::clone(source), settings));
        if let Some(Ok(program)) = program {
            let _ = evaluator.define(&Arc::new(program));
        }
    }
    evaluator
}

/// Values that are not of the type of their parameter.
pub(super) static RULE: Rule = Rule { issues: &[&DATA_TYPE_MISMATCH], check: mismatches };

/// Finds values that are not of the type of their parameter.
fn mismatches(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let mut checker = ValueChecker {
        evaluator: survey.evaluator,
        classes: survey.classes,
        used: survey.used,
        options: survey.lookup_options,
        types: FxHashMap::default(),
    };
    let entries = survey.entries().filter(|(text, _)| !text.reached.is_of_plans);
    entries.filter_map(|(text, entry)| checker.entry(text, entry)).collect()
}

struct ValueChecker<'j, 'h> {
    evaluator: &'j Evaluator<'h>,
    classes: &'j Classes<'j>,
    used: &'j UsedKeys<'j>,
    options: &'j LookupOptions<'j>,
    /// The types of parameters by key; `None` for unknown ones.
    types: FxHashMap<String, Option<Type>>,
}

impl ValueChecker<'_, '_> {
    fn entry(&mut self, text: &DataText, entry: Entry<'_>) -> Option<Diagnostic> {
        let (found, parameter) = self.classes.parameter(entry.key)?;
        // A default replaces undef. The parameters of a class that is declared with a looked up
        // hash are not bound to data.
        let is_default = entry.value.is_undef() && parameter.has_default;
        if found.is_ambiguous || is_default || self.used.is_looked_up(entry.key) {
            return None;
        }
        let t = self.parameter_type(entry.key, found, parameter)?;
        let mut merges = self.options.merges(entry.key);
        // A value in the default hierarchy of a module only is not merged into an array.
        if text.module.is_some() && merges.contains(&Merge::Unique) {
            merges.push(Merge::First);
        }
        let unfit = merges.iter().map(|merge| unfit(&t, entry.value, *merge));
        let mut unfit = unfit.collect::<Option<Vec<Value>>>()?;
        let value = unfit.pop()?;
        let message = message(&found.class.name, parameter, t.clone(), &value)?;
        let place = match entry.places {
            Some(places) if merges == [Merge::First] => Some(blamed(&t, entry.value, places)),
            _ => entry.place,
        };
        Some(text.finding(&DATA_TYPE_MISMATCH, place, message))
    }

    fn parameter_type(
        &mut self,
        key: &str,
        found: ClassSource<'_>,
        parameter: &ClassParameter,
    ) -> Option<Type> {
        if let Some(known) = self.types.get(key) {
            return known.clone();
        }
        let tree = found.file.tree.as_ref()?;
        let t = parameter.ty.and_then(|ty| interpret_type(tree, ty, self.evaluator.types()).ok());
        self.types.insert(key.to_owned(), t.clone());
        t
    }
}

/// Returns the merged value if it certainly does not match the type; `None` if it may.
fn unfit(t: &Type, value: &Value, merge: Merge) -> Option<Value> {
    let (certain, value) = match (merge, value) {
        (Merge::First, value) => (CertainPart::Value(value), value.clone()),
        (Merge::Parts, Value::Hash(_)) => (CertainPart::Hash, value.clone()),
        (Merge::Parts, Value::Array(_)) => (CertainPart::ArrayWith(&[]), value.clone()),
        (Merge::Unique, value) => {
            let mut elements = Vec::new();
            flatten(value, &mut elements);
            let fits = may_fit(t, CertainPart::ArrayWith(&elements));
            return (!fits && !matches!(value, Value::Hash(_))).then(|| elements.into());
        }
        (Merge::Parts | Merge::Unknown, _) => return None,
    };
    (!may_fit(t, certain)).then_some(value)
}

fn flatten(value: &Value, all: &mut Vec<Value>) {
    match value {
        Value::Array(elements) => elements.iter().for_each(|element| flatten(element, all)),
        other => all.push(other.clone()),
    }
}

/// The compiler's message, without the parts that may match after interpolation.
fn message(class: &str, parameter: &ClassParameter, t: Type, value: &Value) -> Option<String> {
    let name = parameter.name.as_str();
    let subject = format!("Class[{}]", capitalize_segments(class));
    if !is_soon_described(value) {
        return Some(format!("{subject}: {}", in_brief(name, &t, value)));
    }
    let paths = unfit_paths(&t, value);
    let expected = StructType::new([StructMember::new(name, false, t)]);
    let given = [(name, value)];
    let mut mismatches =
        describe_struct_signature(&expected, given, Missing::Refused, &mut |_| Ok(None)).ok()?;
    let is_certain = |mismatch: &String| {
        paths.iter().any(|path| mismatch.starts_with(&format!(" parameter '{name}'{path} ")))
    };
    if mismatches.iter().any(is_certain) {
        mismatches.retain(is_certain);
    }
    let message = match mismatches.as_slice() {
        [] => return None,
        [mismatch] => mismatch.clone(),
        all => format!("\n {}", all.join("\n ")),
    };
    (!message.contains(UNRESOLVED)).then(|| format!("{subject}:{message}"))
}

/// Whether a value is small enough for a message that lists all its errors. Recursive types are
/// tried in all their variants at every level, which takes long for large values.
fn is_soon_described(value: &Value) -> bool {
    fn within(value: &Value, depth: usize, left: &mut usize) -> bool {
        if depth == 0 || *left == 0 {
            return false;
        }
        *left -= 1;
        match value {
            Value::Array(elements) => elements.iter().all(|one| within(one, depth - 1, left)),
            Value::Hash(hash) => hash.values().all(|one| within(one, depth - 1, left)),
            _ => true,
        }
    }
    within(value, 5, &mut 500)
}

/// Returns the first error of a large value.
fn in_brief(name: &str, t: &Type, value: &Value) -> String {
    let (path, t, value) = first_unfit(t, value);
    let subject = format!("parameter '{name}'{path}");
    match is_soon_described(value) {
        true => describe_mismatch(&subject, t, &infer_detailed(value)),
        false => format!("{subject} is not of the type {}", t.display()),
    }
}
