//! Where resources and their values come from, and what bounds catalogs.

use std::sync::Arc;

use pupa_catalog::catalog::{Catalog, Resource};
use pupa_eval::explanation::{Explanation, Origin, ParameterSource, VariableSource};
use pupa_eval::host::{CodeHost, SiteHost, SystemHost};
use pupa_eval::program::Program;
use pupa_eval::{Evaluator, Host, NoHost, Settings};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::Source;

/// A run that has compiled a program.
fn compiled<'h>(
    code: &str,
    settings: Settings,
    host: &'h dyn Host,
) -> Result<Evaluator<'h>, Diagnostic> {
    let source = Arc::new(Source::new("site.pp", code));
    let program = Arc::new(Program::read(source, &settings).expect("it is valid"));
    let mut evaluator = Evaluator::new(settings, host);
    evaluator.keep_provenance();
    evaluator.define(&program)?;
    evaluator.compile(&[program], "node")?;
    Ok(evaluator)
}

fn explained(code: &str, resource: &str) -> Explanation {
    let evaluator = compiled(code, Settings::default(), &NoHost).expect("it compiles");
    evaluator.explain(resource).expect("it is in the catalog")
}

fn declared(code: &str, resource: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for step in explained(code, resource).declared {
        let line = step.place.map(|place| format!(" {}", place.line)).unwrap_or_default();
        lines.push(format!("{}: {}{line}", step.resource, step.by));
        let calls = step.through.iter();
        lines.extend(calls.map(|call| format!("by {} {}", call.function, call.place.line)));
    }
    lines.truncate(lines.len() - 1);
    lines
}

#[test]
fn functions_lead_to_declarations() {
    let code = "function outer($x) { inner($x) }
function inner($x) { [$x].each |$y| { notify { $y: message => $y } } }
class c {
  outer('a')
}
class d inherits c { }
include d
create_resources('notify', {'b' => {}})
define e { notify { \"e-${title}\": } }
e { 'f': }";
    assert_eq!(
        declared(code, "Notify[a]"),
        ["Notify[a]: declared 2", "by inner 1", "by outer 4", "by include 7"]
    );
    assert_eq!(declared(code, "Class[c]"), ["Class[C]: inherited by Class[D] 6", "by include 7"]);
    assert_eq!(declared(code, "Class[d]"), ["Class[D]: include 7"]);
    assert_eq!(declared(code, "Notify['b']"), ["Notify[b]: create_resources 8"]);
    assert_eq!(declared(code, "Notify[e-f]"), ["Notify[e-f]: declared 9", "E[f]: declared 10"]);
}

fn variables(origin: &Origin) -> Vec<String> {
    let variable = |variable: &pupa_eval::explanation::ExplainedVariable| {
        let source = match &variable.source {
            VariableSource::Title { resource } => format!("title of {resource}"),
            VariableSource::Local => "local".to_owned(),
            VariableSource::Iterated { function, origin } => {
                format!("element of {} by {function}", origin.code.as_deref().unwrap_or_default())
            }
            VariableSource::Assigned(_) => "assigned".to_owned(),
            other => format!("{other:?}"),
        };
        let keys = variable.keys.join(".");
        let value = variable.value.as_ref().map(pupa_value::text::literal);
        format!("{}.{keys} = {}: {source}", variable.name, value.unwrap_or_default())
    };
    origin.variables.iter().map(variable).collect()
}

#[test]
fn variables_are_explained_with_their_used_keys() {
    let code = "$h = {'a' => {'b' => 7}, 'c' => 8}
define d { [5].each |$i| { notify { $title: message => \"${i} ${title} ${h['a']['b']}\" } } }
d { 'x': }";
    assert_eq!(
        variables(&explained(code, "Notify[x]").parameters[0].origin),
        ["i. = 5: element of [5] by each", "title. = 'x': title of D[x]", "h.a.b = 7: assigned"]
    );
}

#[test]
fn explanations_have_no_sensitive_values() {
    let code = "$h = {'pw' => Sensitive('hush'), 'user' => 'bob'}
$plain = 'hush'
notify { 'a': message => $h }
notify { 'b': message => $h['user'] }
notify { 'c': message => [1, Sensitive('hush')] }
notify { 'd': message => Sensitive('hush').unwrap.length }
notify { 'e': message => Sensitive($plain) }
notify { 'f': message => Deferred('x', [Sensitive('hush')]) }";
    for title in ["a", "b", "c", "d", "e", "f"] {
        let explanation = explained(code, &format!("Notify[{title}]"));
        let display = format!("{explanation:?}");
        assert!(!display.contains("hush"), "{display}");
    }
    let user = &explained(code, "Notify[b]").parameters[0];
    assert_eq!(user.value, Some("bob".into()));
}

#[test]
fn variables_that_use_each_other_are_followed_once() {
    let mut code = (0..18).map(|i| format!("$v0_{i} = [1]\n")).collect::<String>();
    for level in 1..10 {
        let below: Vec<String> = (0..18).map(|i| format!("$v{}_{i}[0]", level - 1)).collect();
        code.extend((0..18).map(|i| format!("$v{level}_{i} = [{}]\n", below.join(", "))));
    }
    code.push_str("notify { 'x': message => $v9_0 }");
    let display = format!("{:?}", explained(&code, "Notify[x]"));
    assert!(display.len() < 50_000_000, "{}", display.len());
}

#[test]
fn functions_see_the_top_scope_also_from_a_node() {
    let code = "$where = 'top'
function make($title) { notify { $title: message => $where } }
define d { make('in define') }
node default {
  $where = 'node'
  make('in node')
  d { 'x': }
}";
    for title in ["in node", "in define"] {
        let explanation = explained(code, &format!("Notify[{title}]"));
        assert_eq!(explanation.parameters[0].value, Some("top".into()), "{title}");
        assert_eq!(explanation.declared[1].resource, "Class[main]", "{title}");
    }
}

#[test]
fn defines_that_declare_themselves_end() {
    let mut settings = Settings::default();
    settings.limits.resources = 1000;
    let code = "define d { d { \"${title}a\": } d { \"${title}b\": } }\nd { 'x': }";
    let failure = compiled(code, settings, &NoHost).err().expect("it fails");
    let message = failure.to_string();
    assert!(message.contains("The catalog would have more than 1000 resources"), "{message}");
}

/// Other nodes, and what they export.
struct Others(Vec<Arc<Resource>>);

impl SystemHost for Others {}

impl CodeHost for Others {}

impl SiteHost for Others {
    fn exported(&self, type_name: &str) -> Vec<Arc<Resource>> {
        self.0.iter().filter(|one| one.type_name == type_name).cloned().collect()
    }
}

#[test]
fn resources_exported_by_two_nodes_cannot_be_collected() {
    let settings = Settings { collects_exported: true, ..Settings::default() };
    let json = r#"{"name": "n", "resources": [
        {"type": "Notify", "title": "x", "exported": true, "file": "n.pp", "line": 3}]}"#;
    let export = || {
        let catalog = Catalog::from_json(json).expect("it is a catalog");
        catalog.resources.into_iter().map(Arc::new).collect::<Vec<_>>()
    };
    let code = "Notify <<| |>>\nNotify <<| title == 'x' |>>";
    let one = Others(export());
    let evaluator = compiled(code, settings.clone(), &one).expect("it compiles");
    let explanation = evaluator.explain("Notify[x]").expect("it is in the catalog");
    assert_eq!(explanation.declared[0].by, "exported by another node");
    assert_eq!(explanation.declared[0].place.as_ref().map(|place| place.line), Some(3));
    let two = Others([export(), export()].concat());
    let failure = compiled(code, settings, &two).err().expect("it fails");
    let message = "A duplicate resource was found while collecting exported resources, with the \
                   type and title Notify[x]";
    assert!(failure.to_string().contains(message), "{failure}");
}

#[test]
fn features_of_managed_resources_are_given_or_defaults() {
    let code = "type Account inherits ManagedResource {\n  attr quota, Integer { default => 5 }\n}\n\
                account { 'ann': quota => 7 }\naccount { 'bob': }";
    let how = |resource| explained(code, resource).parameters[0].origin.how;
    assert_eq!(how("Account[ann]"), ParameterSource::Given);
    assert_eq!(how("Account[bob]"), ParameterSource::FeatureDefault);
}
