//! `pupa types load`: data files and the types of what is in them.

use crate::sandbox::Sandbox;

const TYPES: &str = "type Role { attr name { min => 1 } }
type Member {
  attr name { min => 1, check => { $it =~ /^[a-z]+$/ } }
  has roles, Role { max => unbound }
  has main, Role { containment => false }
}
";

#[test]
fn objects_are_printed_in_their_serialised_form() {
    let data = r##"{"name": "ann", "roles": [{"name": "dev"}], "main": "#/roles/0"}"##;
    let sandbox = Sandbox::new(&[("types.pp", TYPES), ("ann.json", data)]);
    sandbox.run(&["types", "load", "--types", "types.pp", "--type", "Member", "ann.json"]).expect(
        0,
        "{\"__ptype\":\"Member\",\"name\":\"ann\",\
         \"roles\":[{\"__ptype\":\"Role\",\"name\":\"dev\"}],\"main\":\"#/roles/0\"}\n",
        "",
    );
}

#[test]
fn every_bad_object_is_named_with_its_place() {
    let data = "- __ptype: Member\n  name: bo\n- __ptype: Member\n  name: C3\n\
                - __ptype: Member\n  name: x\n  roles: [{nme: dev}]\n- name: y\n";
    let sandbox = Sandbox::new(&[("types.pp", TYPES), ("all.yaml", data)]);
    sandbox.run(&["types", "load", "--types", "types.pp", "-q", "all.yaml", "none.json"]).expect(
        1,
        "",
        "Error: all.yaml[1]: Illegal value: C3 is not an acceptable value for name (Member.name)\n\
         Error: all.yaml[2]: #/roles/0: Role has no feature 'nme', did you mean 'name'? \
         (Role, defined at types.pp:1)\n\
         Error: all.yaml[3]: the data has no key `__ptype` with the name of its type; \
         name the type with --type\n\
         Error: cannot read none.json: No such file or directory (os error 2)\n\
         1 good, 4 bad\n",
    );
}

#[test]
fn the_type_must_be_a_defined_one() {
    let files = [("types.pp", TYPES), ("a.json", "{}")];
    let sandbox = Sandbox::new(&files);
    let load =
        |name| sandbox.run(&["types", "load", "--types", "types.pp", "--type", name, "a.json"]);
    load("Nope").expect(1, "", "Error: a.json: There is no type Nope\n0 good, 1 bad\n");
    load("Integer").expect(
        1,
        "",
        "Error: a.json: Integer is not defined with `type Integer { … }`\n0 good, 1 bad\n",
    );
}
