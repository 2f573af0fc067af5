//! The comparison of versions: `versioncmp`.

use pupa_value::Value;
use pupa_value::version_order::compare_versions;

use super::argument_checks::undefined_method;
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::Outcome;

pub(super) static FUNCTIONS: &[Function] = &[Function {
    name: "versioncmp",
    doc: "Compares two versions: `1` when the first is the greater, `0` when both are equal, `-1` \
          when the second is the greater.\n\n\
          Versions are compared piece by piece: runs of digits, runs of other characters, dots \
          and hyphens. Digits are compared as numbers, unless one begins with a zero; other \
          pieces as text in capitals. A hyphen comes before a dot, and both before anything \
          else. When all pieces that both have are equal, the texts as a whole decide.\n\n\
          With `true` as third argument, zeros and dots at the end of the part before the first \
          hyphen don't count.",
    examples: &[
        Example { code: "versioncmp('1.2', '1.10')", value: "-1" },
        Example { code: "versioncmp('2.6-1', '2.4.5')", value: "1" },
        Example { code: "versioncmp('1.0', '1', true)", value: "0" },
    ],
    dispatches: &[Dispatch {
        signature: "String $a, String $b, Boolean $ignore_trailing_zeroes?",
        body: versioncmp,
    }],
    traits: Traits::NONE,
}];

fn versioncmp(call: &mut Call<'_, '_>) -> Outcome {
    let ignores_zeros = call.arg(2).as_boolean() == Some(true);
    match compare_versions(call.text(0), call.text(1), ignores_zeros) {
        Some(order) => Ok(Value::Integer(order as i64)),
        // Compat: the reference fails with a Ruby error for an empty version. Pinned by
        // `quirk-empty-versions`.
        None => Err(undefined_method("sub!", &Value::Undef)),
    }
}
