//! Tests of the tables, of titles and of types described in files.

use std::collections::HashSet;

use pupa_value::regexp::{Regexp, RegexpOptions};

use super::metaparameter::{Direction, Relationship};
use super::*;

fn known(name: &str) -> &'static ResourceType {
    find(name).expect("it is in a table")
}

/// The attributes that a title sets, as `name=value name=value`.
fn set_by(type_name: &str, title: &str) -> String {
    texts(known(type_name).parse_title(title))
}

fn texts(parsed: Result<TitleValues<'_>, TitleError>) -> String {
    match parsed {
        Ok(values) => values
            .iter()
            .map(|(name, value)| format!("{name}={}", value.as_deref().unwrap_or("nothing")))
            .collect::<Vec<_>>()
            .join(" "),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_type_is_consistent() {
    assert_eq!(names().count(), names().collect::<HashSet<_>>().len());
    for definition in registry::definitions() {
        let resource_type = ResourceType::try_from(definition).expect("its patterns are valid");
        let words = |text: &'static str| text.split(' ').filter(|word| !word.is_empty());
        let listed = words(definition.properties).chain(words(definition.parameters)).count();
        let name = definition.name;
        assert_eq!(resource_type.attributes().len(), listed, "{name} has an attribute twice");
        assert!(!resource_type.key_attributes().is_empty(), "{name} has no key");
        for key in resource_type.key_attributes() {
            assert!(words(definition.parameters).any(|word| word == key), "{name} has no {key}");
        }
        for pattern in resource_type.title_patterns().expect("it has patterns") {
            let keys = resource_type.key_attributes();
            assert!(pattern.attributes().iter().all(|set| keys.contains(set)), "{name}");
        }
        for (attribute, _) in resource_type.attributes() {
            assert!(metaparameter::find(attribute).is_none(), "{name} hides {attribute}");
        }
    }
}

#[test]
fn types_are_found_in_any_case() {
    assert_eq!(find("SSH_authorized_Key").map(ResourceType::name), Some("ssh_authorized_key"));
    assert_eq!(find("class"), None);
    assert_eq!(find("ﬁle"), None);
    assert_eq!(names().filter(|name| find(name).is_some()).count(), names().count());
}

#[test]
fn attributes_have_kinds_and_order() {
    let mount = known("mount");
    let first: Vec<_> = mount.attributes().take(2).collect();
    assert_eq!(first, [("ensure", AttributeKind::Property), ("device", AttributeKind::Property)]);
    assert_eq!(mount.attributes().last(), Some(("provider", AttributeKind::Parameter)));
    assert_eq!(mount.attribute("loglevel"), Some(AttributeKind::Metaparameter));
    assert_eq!(mount.attribute("Device"), None);
    assert_eq!(mount.attribute_names().last(), Some("stage"));
}

#[test]
fn name_is_an_attribute_of_all_types_in_tables() {
    for resource_type in names().filter_map(find) {
        assert!(resource_type.has_attribute("name"), "{}", resource_type.name());
        assert!(!resource_type.has_attribute("title"), "{}", resource_type.name());
    }
    assert_eq!(known("file").attribute("name"), None);
}

#[test]
fn key_attributes() {
    assert_eq!(known("file").key_attributes(), ["path"]);
    assert_eq!(known("file").namevar(), "path");
    assert_eq!(known("package").key_attributes(), ["name", "provider", "command"]);
    assert_eq!(known("package").namevar(), "name");
    assert_eq!(known("sshkey").key_attributes(), ["type", "name"]);
}

#[test]
fn some_types_are_not_isomorphic() {
    let others: Vec<_> = names()
        .filter_map(find)
        .filter(|known| !known.is_isomorphic())
        .map(ResourceType::name)
        .collect();
    assert_eq!(others, ["exec", "tidy"]);
}

#[test]
fn ensurable_types_have_the_property() {
    assert!(known("cron").is_ensurable());
    assert!(!known("exec").is_ensurable());
    assert!(!known("selboolean").is_ensurable());
}

#[test]
fn titles_of_files_lose_slashes_at_the_end() {
    assert_eq!(set_by("file", "/etc/motd"), "path=/etc/motd");
    assert_eq!(set_by("file", "/etc/ssh//"), "path=/etc/ssh");
    assert_eq!(set_by("file", "/"), "path=/");
    assert_eq!(set_by("file", "///"), "path=/");
    assert_eq!(set_by("file", "C:/"), "path=C:/");
    assert_eq!(set_by("file", "C://"), "path=C:/");
    assert_eq!(set_by("file", "C:/Windows/"), "path=C:/Windows");
    assert_eq!(set_by("file", r"C:\Windows\"), r"path=C:\Windows\");
    assert_eq!(set_by("file", "a:/b:/"), "path=a:/b:/");
    assert_eq!(set_by("file", "/etc/\n"), "path=/etc/\n");
    assert_eq!(set_by("file", "größe/"), "path=größe");
    assert_eq!(set_by("file", ""), r#"No set of title patterns matched the title ""."#);
}

#[test]
fn fast_path_for_titles_of_files_agrees_with_the_regular_expression() {
    // The group around the regular expression disables the fast path for it.
    let regexp = pattern(r"(?:^(/|.+:/|.*[^/])/*\Z)", true, &["path"]);
    let slow = described_type(&["path"], Some(vec![regexp])).expect("it has one key");
    let letters = ["", "/", ":", "a", "ü", "\n"];
    for number in 0..letters.len().pow(6) {
        let letter = |place| letters[number / letters.len().pow(place) % letters.len()];
        let title: String = (0..6).map(letter).collect();
        assert_eq!(known("file").parse_title(&title), slow.parse_title(&title), "{title:?}");
    }
}

#[test]
fn titles_of_most_types_are_taken_as_they_are() {
    assert_eq!(set_by("package", "nginx"), "name=nginx");
    assert_eq!(set_by("cron", "two\nlines"), "name=two\nlines");
    assert_eq!(set_by("mount", "/mnt/"), "name=/mnt/");
    assert_eq!(set_by("exec", "/bin/true"), "command=/bin/true");
    assert_eq!(set_by("tidy", "/tmp/"), "path=/tmp/");
    assert_eq!(set_by("notify", ""), "name=");
}

#[test]
fn titles_of_ssh_keys_may_have_two_parts() {
    assert_eq!(set_by("sshkey", "example.com"), "name=example.com");
    assert_eq!(set_by("sshkey", "example.com@ssh-rsa"), "name=example.com type=ssh-rsa");
    assert_eq!(set_by("sshkey", "a@b@c"), "name=a type=b@c");
    assert_eq!(set_by("sshkey", ""), r#"No set of title patterns matched the title ""."#);
}

#[test]
fn metaparameters_of_relationships() {
    let related: Vec<_> = METAPARAMETERS
        .iter()
        .map(|metaparameter| metaparameter.name)
        .filter(|name| is_relationship_metaparameter(name))
        .collect();
    assert_eq!(related, ["require", "subscribe", "before", "notify"]);
    assert!(!is_relationship_metaparameter("Require"));
    let subscribe = metaparameter::find("subscribe").and_then(|found| found.relationship);
    assert_eq!(subscribe, Some(Relationship { direction: Direction::In, is_refreshing: true }));
}

/// A described type with the property `ensure`, these parameters as keys, and patterns.
fn described_type(
    keys: &[&'static str],
    title_patterns: Option<Vec<TitlePattern>>,
) -> Result<ResourceType, MissingTitlePatterns> {
    let param = |name: &'static str, is_namevar| Param { name: Name::Borrowed(name), is_namevar };
    ResourceType::try_from(Description {
        name: Name::Owned("vhost".to_owned()),
        properties: vec![param("ensure", false)],
        parameters: keys.iter().map(|&key| param(key, true)).collect(),
        title_patterns,
        is_isomorphic: true,
    })
}

fn pattern(source: &str, multi_line: bool, attributes: &[&'static str]) -> TitlePattern {
    let options = RegexpOptions { multi_line, ..RegexpOptions::default() };
    let regexp = Regexp::with_options(source, options).expect("it is valid");
    TitlePattern::new(regexp, attributes.iter().copied().map(Name::Borrowed).collect())
}

#[test]
fn a_described_type_takes_name_only_as_an_attribute_of_its_own() {
    let vhost = described_type(&["port"], None).expect("it has one key");
    assert!(vhost.has_attribute("port") && vhost.has_attribute("ensure"));
    assert!(vhost.has_attribute("tag") && vhost.is_ensurable());
    assert!(!vhost.has_attribute("name"));
    assert_eq!(texts(vhost.parse_title("80\n")), "port=80\n");
}

#[test]
fn a_described_type_without_keys_has_titles_for_names() {
    let any = pattern("(a)", false, &["ensure"]);
    let vhost = described_type(&[], Some(vec![any])).expect("it has no keys");
    assert_eq!(texts(vhost.parse_title("80")), "name=80");
    assert_eq!(vhost.namevar(), "name");
}

#[test]
fn a_described_type_with_several_keys_needs_patterns() {
    let message = "you must specify title patterns when there are two or more key attributes";
    for patterns in [None, Some(Vec::new())] {
        let error = described_type(&["name", "port"], patterns).expect_err("patterns are missing");
        assert_eq!(error.to_string(), message);
    }
    let both = pattern(r"\A(\w+):(\d+)?\z", false, &["name", "port"]);
    let vhost = described_type(&["name", "port"], Some(vec![both])).expect("it has a pattern");
    assert_eq!(texts(vhost.parse_title("web:80")), "name=web port=80");
    assert_eq!(texts(vhost.parse_title("web:")), "name=web port=nothing");
    assert_eq!(
        texts(vhost.parse_title("web")),
        r#"No set of title patterns matched the title "web"."#
    );
}

#[test]
fn no_patterns_match_no_title() {
    let vhost = described_type(&["name"], Some(Vec::new())).expect("it has one key");
    assert_eq!(vhost.parse_title("a"), Err(TitleError::NoMatch("a".to_owned())));
}

#[test]
fn patterns_for_any_title_need_no_regular_expression() {
    let whole = TitlePattern::whole("name");
    assert_eq!(pattern("(.*)", true, &["name"]), whole);
    assert_eq!(pattern("(?m-ix:(.*))", false, &["name"]), whole);
    assert_ne!(pattern("(.*)", false, &["name"]), whole);
    let vhost = described_type(&["name"], Some(vec![pattern("(.*)", false, &["name"])]));
    assert_eq!(texts(vhost.expect("it has one key").parse_title("a\nb")), "name=a");
}

#[test]
fn groups_and_attributes_may_differ_in_number() {
    let few = vec![pattern("(a)(b)", false, &["name"])];
    assert_eq!(
        texts(described_type(&["name"], Some(few)).expect("one key").parse_title("ab")),
        "name=a"
    );
    let many = vec![pattern("(a)", false, &["name", "port"])];
    let vhost = described_type(&["name", "port"], Some(many)).expect("it has a pattern");
    assert_eq!(texts(vhost.parse_title("ab")), "name=a port=nothing");
    let twice = vec![pattern("(a)(b)(c)", false, &["name", "port", "name"])];
    let vhost = described_type(&["name", "port"], Some(twice)).expect("it has a pattern");
    assert_eq!(texts(vhost.parse_title("abc")), "name=c port=b");
}
