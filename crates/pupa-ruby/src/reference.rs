//! The reference page of supported classes and methods, generated from their records.

use std::fmt::Write;

use crate::core::CLASSES;
use crate::native::{Method, NativeClass, Visibility};

const INTRODUCTION: &str = "# Ruby classes and methods

The native classes of `pupa-ruby` with their methods, generated from the records that the interpreter
itself uses. Methods come in the order of the alphabet; those of modules and superclasses are listed
there. A method that Ruby has and this page does not is an error that names it.

Libraries written in Ruby, which are loaded when one of their constants is used or when they are
required: ";

/// The page as Markdown.
///
/// ```
/// assert!(pupa_ruby::reference::page().contains("## String"));
/// ```
pub fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    let libraries: Vec<String> =
        crate::library::ruby_libraries().iter().map(|name| format!("`{name}`")).collect();
    let _ = writeln!(page, "{}.", libraries.join(", "));
    let mut classes: Vec<&NativeClass> = CLASSES.to_vec();
    classes.sort_by_key(|class| class.name);
    for class in classes {
        write_class(&mut page, class);
    }
    page
}

fn write_class(page: &mut String, class: &NativeClass) {
    let class_methods = names(class.class_methods, ".");
    let methods = names(class.methods, "#");
    if class_methods.is_empty() && methods.is_empty() {
        return;
    }
    let _ = writeln!(page, "\n## {}\n", class.name);
    let mut ancestry = Vec::new();
    match class.superclass {
        Some(superclass) => ancestry.push(format!("A class below `{superclass}`")),
        None => ancestry.push("A module".to_owned()),
    }
    if !class.includes.is_empty() {
        ancestry.push(format!("includes `{}`", class.includes.join("`, `")));
    }
    let _ = writeln!(page, "{}.", ancestry.join("; "));
    for list in [class_methods, methods] {
        if !list.is_empty() {
            let _ = writeln!(page, "\n{}", list.join(" "));
        }
    }
}

/// The names of public methods, sorted.
fn names(methods: &[Method], mark: &str) -> Vec<String> {
    let public = methods.iter().filter(|method| method.visibility == Visibility::Public);
    let mut names: Vec<&str> = public.map(|method| method.name).collect();
    names.sort_unstable();
    names.dedup();
    names.iter().map(|name| format!("`{mark}{name}`")).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    #[test]
    fn the_page_is_fresh() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/ruby-methods.md");
        let page = super::page();
        if std::env::var_os("PUPA_UPDATE").is_some() {
            std::fs::write(&path, &page).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == page, "docs/ruby-methods.md is stale: run the tests with PUPA_UPDATE=1");
    }

    #[test]
    fn names_of_methods_are_unique_in_their_class() {
        for class in super::CLASSES {
            for table in [class.methods, class.class_methods] {
                let mut names: Vec<&str> = table.iter().map(|method| method.name).collect();
                let count = names.len();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), count, "{} has a method twice", class.name);
            }
        }
    }
}
