//! The rules for overriding an inherited member.

use super::definition::Member;
use crate::error::{Error, Result};

/// Checks a member against the inherited member of the same name, if there is one.
pub(super) fn check_override(member: Member<'_>, inherited: Option<Member<'_>>) -> Result<()> {
    match inherited {
        Some(inherited) => check_can_be_overridden(inherited, member),
        None if member.is_override() => {
            let feature = member.feature_type();
            Err(Error::parse(format!(
                "expected {} to override an inherited {feature}, but no such {feature} was found",
                member.label()
            )))
        }
        None => Ok(()),
    }
}

fn check_can_be_overridden(inherited: Member<'_>, member: Member<'_>) -> Result<()> {
    let error = |before: &str, after: &str| {
        let (member, inherited) = (member.label(), inherited.label());
        Err(Error::parse(format!("{member} attempts to override {before}{inherited}{after}")))
    };
    if inherited.feature_type() != member.feature_type() {
        error("", "")
    } else if inherited.is_final() && !(inherited.is_constant() && member.is_constant()) {
        error("final ", "")
    } else if !member.is_override() {
        error("", " without having override => true")
    } else if !inherited.value_type().accepts(member.value_type()) {
        error("", " with a type that does not match")
    } else {
        Ok(())
    }
}
