//! Values against the types of parameters.

use super::findings_of;

/// Of large values only the first error is reported, and recursive types do not multiply
/// it.
#[test]
fn values_that_are_large() {
    let alias =
        "type App::Json = Variant[Integer, Boolean, Array[App::Json], Hash[String, App::Json]]\n";
    let class = "class app(Integer $port = 1, String $mode = '', App::Json $tree = 1) { }\n";
    let mut value = "text".to_owned();
    for _ in 0..12 {
        value = format!("{{a: [1, {value}], b: [2, {value}]}}");
    }
    let data = format!("app::tree: {value}\n");
    let found = findings_of(&[
        ("modules/app/types/json.pp", alias),
        ("modules/app/manifests/init.pp", class),
        ("data/common.yaml", &data),
    ]);
    let path = " entry 'a' index 1".repeat(12);
    let message = format!("Class[App]: parameter 'tree'{path} expects ");
    assert!(found[0].contains(&message), "{}", found[0]);
    assert!(found[0].len() < 1000, "{} bytes", found[0].len());
}
