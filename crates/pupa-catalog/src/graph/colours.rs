//! Colours of resource types.

/// How many colours there are.
pub(super) const COUNT: usize = 10;

/// Soft colours to write on, for light backgrounds, by number. Dark ones are in the style sheet.
pub(super) const LIGHT: [&str; COUNT] = [
    "#dbeafe", "#dcfce7", "#ffedd5", "#ede9fe", "#fee2e2", "#e2e8f0", "#cffafe", "#fef9c3",
    "#fce7f3", "#ecfccb",
];

/// The number of a type's colour: that of a common type is its own.
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
            // Any function of the name will do that is the same everywhere.
            let sum = type_name.bytes().fold(7_usize, |sum, byte| {
                sum.wrapping_mul(31).wrapping_add(usize::from(byte)) % 65_521
            });
            6 + sum % (COUNT - 6)
        }
    }
}
