//! `pupa types import`, `doc` and `diagram`: from models to types, from types to pages and pictures.

use std::fs;

use crate::sandbox::Sandbox;

const SHOP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" name="shop" nsURI="http://example.com/shop">
  <eClassifiers xsi:type="ecore:EClass" name="Item">
    <eStructuralFeatures xsi:type="ecore:EAttribute" name="price" lowerBound="1"
        eType="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EBigDecimal"/>
  </eClassifiers>
  <eSubpackages name="staff" nsURI="http://example.com/shop/staff">
    <eClassifiers xsi:type="ecore:EClass" name="Clerk"/>
  </eSubpackages>
</ecore:EPackage>
"#;

const TYPES: &str = "type Shop::Item {\n  attr price, Float { min => 1 }\n}\n\n\
    type Shop::Staff::Clerk {}\n";

const WARNING: &str = "Warning: shop/Item/price: its data type `EBigDecimal` becomes Float: \
    a Float has about 16 digits (file: shop.ecore, line: 6)\n";

#[test]
fn a_model_becomes_types() {
    let sandbox = Sandbox::new(&[("shop.ecore", SHOP)]);
    sandbox.run(&["types", "import", "shop.ecore"]).expect(0, TYPES, WARNING);
    // Named twice it is still one model.
    sandbox.run(&["types", "import", "shop.ecore", "shop.ecore"]).expect(0, TYPES, WARNING);
    let ran = sandbox.run_with_input(&["types", "import", "-"], SHOP.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (0, TYPES));
}

#[test]
fn types_go_to_a_file_or_into_an_environment() {
    let sandbox = Sandbox::new(&[("shop.ecore", SHOP)]);
    let ran = sandbox.run(&["types", "import", "--output", "out/all.pp", "shop.ecore"]);
    ran.expect(0, "", &format!("{WARNING}wrote out/all.pp\n"));
    assert_eq!(fs::read_to_string(sandbox.root().join("out/all.pp")).unwrap(), TYPES);
    let ran = sandbox.run(&["types", "import", "-q", "--output", "env", "shop.ecore"]);
    ran.expect(0, "", WARNING);
    let module = sandbox.root().join("env/modules/shop/types");
    let clerk = fs::read_to_string(module.join("staff/clerk.pp")).unwrap();
    assert_eq!(clerk, "type Shop::Staff::Clerk {}\n");
    // The written file is valid in its place.
    let args =
        ["check", "--format", "line", "--extensions", "on", "--modulepath", "env/modules", "env"];
    sandbox.run(&args).expect(0, "", "");
}

#[test]
fn invalid_models_are_errors() {
    let sandbox = Sandbox::new(&[
        ("text.ecore", "no model"),
        ("empty.ecore", "<ecore:EPackage xmlns:ecore='http://www.eclipse.org/emf/2002/Ecore'/>"),
    ]);
    sandbox.write("latin1.ecore", b"<a b='\xe4'/>");
    let run = |file: &str| sandbox.run(&["types", "import", file]);
    let place = "(file: text.ecore, line: 1)";
    run("text.ecore").expect(
        1,
        "",
        &format!("Error: there is text outside of all elements {place}\n"),
    );
    run("empty.ecore").expect(1, "", "Error: there are no classes in these models\n");
    run("latin1.ecore").expect(
        1,
        "",
        "Error: invalid byte sequence in UTF-8 (file: latin1.ecore, line: 1, column: 7)\n",
    );
    run("missing.ecore").expect(1, "", "Error: no such file or directory (file: missing.ecore)\n");
    assert_eq!(sandbox.run(&["types", "import"]).code, 2);
}

#[test]
fn types_are_documented() {
    let sandbox = Sandbox::new(&[("item.pp", "# Something to sell.\ntype Item { attr price }\n")]);
    let page = sandbox.run(&["types", "doc", "item.pp"]);
    assert!(page.out.starts_with("# Types\n\n- [Item](#Item): Something to sell.\n"), "{page:?}");
    assert!(page.out.ends_with("Defined in `item.pp:2`.\n"), "{page:?}");
    let json = sandbox.run(&["types", "doc", "--format", "json", "item.pp"]).json();
    assert_eq!(json["types"][0]["features"][0]["name"], "price");
    let args = ["types", "doc", "--format", "html", "--output", "pages/types.html", "item.pp"];
    sandbox.run(&args).expect(0, "", "");
    let html = fs::read_to_string(sandbox.root().join("pages/types.html")).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>\n") && html.contains("<h2>Item</h2>"), "{html}");
}

#[test]
fn types_are_drawn() {
    let sandbox = Sandbox::new(&[("types/a.pp", "type A { has parts, B { max => unbound } }\n")]);
    sandbox.write("types/b.pp", b"type B {}\n");
    let mermaid = sandbox.run(&["types", "diagram", "--format", "mermaid", "types"]);
    let expected = "classDiagram\n  class t0[\"A\"]\n  class t1[\"B\"]\n  \
        t0 *--> \"0..*\" t1 : parts\n";
    mermaid.expect(0, expected, "");
    let dot = sandbox.run(&["types", "diagram", "--format", "dot", "types"]);
    assert!(dot.out.starts_with("digraph types {\n"), "{dot:?}");
    let svg = sandbox.run(&["types", "diagram", "types"]);
    assert!(svg.out.starts_with("<svg xmlns=") && svg.out.contains("parts 0..*"), "{svg:?}");
}

#[test]
fn wrong_types_have_no_documents() {
    let sandbox = Sandbox::new(&[("bad.pp", "type A inherits Missing {}\n")]);
    for action in ["doc", "diagram"] {
        let ran = sandbox.run(&["types", action, "bad.pp"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
        assert!(ran.err.contains("Missing"), "{ran:?}");
    }
}
