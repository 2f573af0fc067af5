//! Colours of resource types.

/// The number of colours.
pub(super) const COUNT: usize = 10;

/// Pastel fills for light backgrounds, by colour number. The style sheet has those for dark ones.
pub(super) const LIGHT: [&str; COUNT] = [
    "#dbeafe", "#dcfce7", "#ffedd5", "#ede9fe", "#fee2e2", "#e2e8f0", "#cffafe", "#fef9c3",
    "#fce7f3", "#ecfccb",
];

/// The colour number of a resource type. Common types have a fixed colour, all others a hash of the
/// name.
pub(super) fn number(type_name: &str) -> usize {
    match type_name {
        "File" => 0,
        "Package" => 1,
        "Service" => 2,
        "User" | "Group" => 3,
        "Exec" => 4,
        "Notify" | "Anchor" => 5,
        "Cron" | "Mount" => 6,
        "Concat" | "Concat_file" | "Concat_fragment" => 7,
        _ => {
            // The hash must be the same on every platform and in every version.
            let sum = type_name.bytes().fold(7_usize, |sum, byte| {
                sum.wrapping_mul(31).wrapping_add(usize::from(byte)) % 65_521
            });
            6 + sum % (COUNT - 6)
        }
    }
}
