//! Evaluates the logic of types: the code of checks, invariants, `set`, `get` and `derived`, as in
//! `attr port, Integer { check => $it < 65536 }`.
//!
//! The scope of logic is the object: every variable that the logic does not assign itself is a
//! feature, `$it` or `$meta`. Nothing else is visible, so that a type means the same wherever it is
//! used.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::Value;
use pupa_value::value::instance::Instance;

use super::errors::Reason;
use super::{DefinedType, Objects, TypePart};
use crate::program::LambdaCode;
use crate::program::type_code::{InvariantCode, ValidationCode};
use crate::stop::Outcome;

/// The maximum length of a value in messages.
const MAX_SHOWN: usize = 1 << 10;

/// Logic that is running.
pub(crate) struct Logic {
    kind: Kind,
    defined: Rc<DefinedType>,
    /// The object; `None` for a check, which can't see it.
    subject: Option<Arc<Instance>>,
    /// The index of its feature; `None` for an invariant, which belongs to a type.
    feature: Option<usize>,
    /// The name of the type, for an invariant.
    owner: Option<String>,
    /// The value that a check examines.
    value: Value,
    /// Whether the setter has assigned its own feature.
    assigned_own: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A check; `$it` is the value, unless the check names it.
    Check {
        has_it: bool,
    },
    Set,
    Get,
    Derived,
    /// An invariant; `$it` is the object, unless the invariant names it.
    Invariant {
        has_it: bool,
    },
}

impl Kind {
    /// Returns the keyword of the logic, for messages.
    fn name(self) -> &'static str {
        match self {
            Kind::Check { .. } => "check",
            Kind::Set => "set",
            Kind::Get => "get",
            Kind::Derived => "derived",
            Kind::Invariant { .. } => "invariant",
        }
    }
}

impl Logic {
    fn new(kind: Kind, defined: &Rc<DefinedType>, subject: Option<&Arc<Instance>>) -> Logic {
        Logic {
            kind,
            defined: Rc::clone(defined),
            subject: subject.map(Arc::clone),
            feature: None,
            owner: None,
            value: Value::Undef,
            assigned_own: false,
        }
    }

    fn of_feature(self, feature: usize) -> Logic {
        Logic { feature: Some(feature), ..self }
    }

    /// Returns the value of `$meta`: a description of the feature or the type.
    fn meta(&self) -> Value {
        let named = |name: &str| Value::hash([("name".into(), name.into())]);
        match self.feature.and_then(|index| self.defined.table.features.get_index(index)) {
            Some((name, feature)) => Value::hash([
                ("name".into(), name.clone().into()),
                ("container".into(), named(&feature.container)),
            ]),
            None => {
                named(self.owner.as_deref().unwrap_or_else(|| self.defined.object_type.label()))
            }
        }
    }
}

impl Objects<'_, '_> {
    /// A variable in the scope of the running logic.
    pub(crate) fn logic_variable(&mut self, name: &str) -> Outcome<Option<Value>> {
        let Some(logic) =
            self.evaluator.object_state.logics.get(self.evaluator.run.logic() as usize)
        else {
            return Ok(None);
        };
        match (name, logic.kind) {
            ("meta", _) => return Ok(Some(logic.meta())),
            ("it", Kind::Check { has_it: true }) => return Ok(Some(logic.value.clone())),
            ("it", Kind::Invariant { has_it: true }) => {
                return Ok(logic.subject.clone().map(Value::Instance));
            }
            _ => {}
        }
        let Some((index, feature)) = logic.defined.table.find(name) else { return Ok(None) };
        let is_own = logic.feature == Some(index);
        match logic.kind {
            Kind::Check { .. } => Ok(is_own.then(|| logic.value.clone())),
            Kind::Derived if is_own => Ok(None),
            Kind::Derived | Kind::Set | Kind::Get | Kind::Invariant { .. } => {
                let Some(subject) = logic.subject.clone() else { return Ok(None) };
                if feature.is_derived {
                    return self.read_feature(&subject, name);
                }
                self.evaluator.object_state.stored_value(&subject, index).map(Some)
            }
        }
    }

    /// The feature that an assignment in a setter refers to, with the index of the object.
    pub(crate) fn setter_target(&mut self, name: &str) -> Option<(usize, usize)> {
        let number = self.evaluator.run.logic() as usize;
        let state = &mut self.evaluator.object_state;
        let logic = state.logics.get(number)?;
        if logic.kind != Kind::Set {
            return None;
        }
        let (index, _) = logic.defined.table.find(name)?;
        let place = state.place_of(logic.subject.as_ref()?)?;
        let is_own = logic.feature == Some(index);
        state.logics.get_mut(number)?.assigned_own |= is_own;
        Some((place, index))
    }

    /// Evaluates logic in the scope of an object.
    fn run_logic(
        &mut self,
        program: u32,
        code: &LambdaCode,
        argument: Option<Value>,
        logic: Logic,
    ) -> Outcome<(Value, Logic)> {
        let name = logic.kind.name();
        self.evaluator.object_state.logics.push(logic);
        let number = (self.evaluator.object_state.logics.len() - 1) as u32;
        let saved = self.evaluator.run.enter_logic(number, program, code.frame);
        let result = self.evaluator.deeper(|evaluator| evaluator.run_with(code, name, argument));
        self.evaluator.run.leave(&saved);
        let logic = self.evaluator.object_state.logics.pop();
        match (result, logic) {
            (Ok(value), Some(logic)) => Ok((value, logic)),
            (Ok(_), None) => Err(crate::stop::error("type logic was interrupted")),
            (Err(stop), _) => Err(stop),
        }
    }

    /// Returns the result of a setter, and whether it assigned its own feature.
    pub(super) fn run_set(
        &mut self,
        defined: &Rc<DefinedType>,
        object: &Arc<Instance>,
        feature: usize,
        value: Value,
    ) -> Outcome<(Value, bool)> {
        let Some((program, code)) = defined.feature(feature) else { return Ok((value, false)) };
        let Some(set) = &code.set else { return Ok((value, false)) };
        let logic = Logic::new(Kind::Set, defined, Some(object)).of_feature(feature);
        let (value, logic) = self.run_logic(program, set, Some(value), logic)?;
        Ok((value, logic.assigned_own))
    }

    /// Returns the result of a getter; the stored value itself without a getter.
    pub(super) fn run_get(
        &mut self,
        defined: &Rc<DefinedType>,
        object: &Arc<Instance>,
        feature: usize,
        value: Value,
    ) -> Outcome {
        let Some((program, code)) = defined.feature(feature) else { return Ok(value) };
        let Some(get) = &code.get else { return Ok(value) };
        let logic = Logic::new(Kind::Get, defined, Some(object)).of_feature(feature);
        Ok(self.run_logic(program, get, Some(value), logic)?.0)
    }

    /// The value of a derived feature.
    pub(super) fn run_derived(
        &mut self,
        defined: &Rc<DefinedType>,
        object: &Arc<Instance>,
        feature: usize,
    ) -> Outcome {
        let Some((program, code)) = defined.feature(feature) else { return Ok(Value::Undef) };
        let Some(derived) = &code.derived else { return Ok(Value::Undef) };
        let logic = Logic::new(Kind::Derived, defined, Some(object)).of_feature(feature);
        Ok(self.run_logic(program, derived, None, logic)?.0)
    }

    /// The reason why a check rejects a value; `None` if it accepts it.
    pub(super) fn run_check(
        &mut self,
        defined: &Rc<DefinedType>,
        feature: usize,
        value: &Value,
    ) -> Outcome<Option<Reason>> {
        let Some((program, code)) = defined.feature(feature) else { return Ok(None) };
        let Some(check) = &code.check else { return Ok(None) };
        let kind = Kind::Check { has_it: !check.is_lambda };
        let logic = Logic::new(kind, defined, None).of_feature(feature);
        let logic = Logic { value: value.clone(), ..logic };
        let argument = check.is_lambda.then(|| value.clone());
        let (verdict, logic) = self.run_logic(program, &check.code, argument, logic)?;
        let name = match logic.defined.table.features.get_index(feature) {
            Some((name, _)) => name.as_str(),
            None => "",
        };
        Ok(match verdict {
            Value::Undef | Value::Boolean(true) => None,
            Value::String(text) => Some(Reason::Logic(text.to_string())),
            Value::Boolean(false) => {
                let it = crate::evaluator::interpolated(
                    value,
                    self.evaluator.run.settings.edition,
                    MAX_SHOWN,
                );
                Some(Reason::Logic(format!(
                    "Illegal value: {it} is not an acceptable value for {name}"
                )))
            }
            other => Some(Reason::wrong_verdict(&format!("the check of {name}"), &other)),
        })
    }

    /// The reason why an invariant rejects an object; `None` if it accepts it.
    pub(super) fn run_invariant(
        &mut self,
        defined: &Rc<DefinedType>,
        object: &Arc<Instance>,
        part: &TypePart,
        invariant: &InvariantCode,
    ) -> Outcome<Option<Reason>> {
        let ValidationCode { code, is_lambda } = &invariant.validation;
        let argument = is_lambda.then(|| Value::Instance(Arc::clone(object)));
        let logic = invariant_logic(defined, object, part, !is_lambda);
        let (verdict, _) = self.run_logic(part.program, code, argument, logic)?;
        Ok(match verdict {
            Value::Undef | Value::Boolean(true) => None,
            Value::String(text) => Some(Reason::Logic(text.to_string())),
            Value::Boolean(false) => {
                Some(Reason::Logic(self.invariant_title(defined, object, part, invariant)?))
            }
            other => Some(Reason::wrong_verdict("an invariant", &other)),
        })
    }

    fn invariant_title(
        &mut self,
        defined: &Rc<DefinedType>,
        object: &Arc<Instance>,
        part: &TypePart,
        invariant: &InvariantCode,
    ) -> Outcome<String> {
        let Some(title) = &invariant.title else { return Ok("Illegal invariant".to_owned()) };
        let logic = invariant_logic(defined, object, part, true);
        let (title, _) = self.run_logic(part.program, title, None, logic)?;
        Ok(crate::evaluator::interpolated(&title, self.evaluator.run.settings.edition, MAX_SHOWN))
    }
}

fn invariant_logic(
    defined: &Rc<DefinedType>,
    object: &Arc<Instance>,
    part: &TypePart,
    has_it: bool,
) -> Logic {
    let logic = Logic::new(Kind::Invariant { has_it }, defined, Some(object));
    Logic { owner: Some(part.code.model.name.clone()), ..logic }
}
