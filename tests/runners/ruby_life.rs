//! How long Ruby code of modules lives: a compiler keeps files that it has read, and another compiler,
//! of the same environment later or of its neighbour, sees nothing of it.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]

use pupa_compiler::compiler::{Compiler, Control, Options};
use pupa_compiler::node::Node;
use pupa_eval::Settings;
use pupa_project::exported_resources::Exported;
use pupa_project::files::Files;
use pupa_project::project::{self, Project};
use pupa_suite::scratch::Scratch;
use pupa_value::Value;

const SITE: &str = "\
thing { 'a': old => 1 }
notify { 'n': message => [m::value(), legacy(), template('m/t.erb'), 'x'.m::shout] }
";

/// The files of a module whose answers hold a word, and whose type has an attribute of that name.
fn module(scratch: &Scratch, environment: &str, word: &str) {
    let write = |path: &str, text: &str| {
        let path = format!("{environment}/modules/m/{path}");
        scratch.write(&path, text.as_bytes()).unwrap();
    };
    write(
        "lib/puppet/functions/m/value.rb",
        "require 'puppet_x/m/helper'\n\
         Puppet::Functions.create_function(:'m::value') do\n  def value\n    Helper.word\n  end\nend\n",
    );
    write(
        "lib/puppet_x/m/helper.rb",
        &format!("module Helper\n  def self.word\n    '{word}'\n  end\nend\n"),
    );
    write(
        "lib/puppet/functions/m/shout.rb",
        &format!(
            "class ::String\n  def shouted\n    \"#{{self}} {word}!\"\n  end\nend\n\
             Puppet::Functions.create_function(:'m::shout') do\n  dispatch :shout do\n    param 'String', \
             :text\n  end\n\n  def shout(text)\n    text.shouted\n  end\nend\n"
        ),
    );
    write(
        "lib/puppet/parser/functions/legacy.rb",
        &format!(
            "Puppet::Parser::Functions.newfunction(:legacy, type: :rvalue) {{ |_| '{word}' }}\n"
        ),
    );
    write("templates/t.erb", &format!("{word}<%= defined?(Helper) %>"));
    write(
        "lib/puppet/type/thing.rb",
        &format!("Puppet::Type.newtype(:thing) {{ newparam(:name); newparam(:{word}) }}\n"),
    );
}

fn compiler(scratch: &Scratch, environment: &str, site: &str) -> Compiler {
    scratch.write(&format!("{environment}/manifests/site.pp"), site.as_bytes()).unwrap();
    let place = project::Options::of(scratch.path(environment));
    let project = Project::open(place, Files::on_disk(1 << 20)).unwrap();
    Compiler::new(project, &Settings::default(), Options::default())
}

/// The message of the notification in the catalog of a node, or the error.
fn message(compiler: &Compiler) -> String {
    let node = Node::new("web01", Value::hash([]), compiler.environment());
    match compiler.compile(&node, &Exported::default(), Control::default()).catalog {
        Ok(catalog) => {
            let mut resources = catalog.resources.iter();
            let notify = resources.find(|resource| &*resource.type_name == "Notify").unwrap();
            let found = notify.parameters.iter().find(|(name, _)| name.as_str() == "message");
            match found {
                Some((_, value)) => format!("{value:?}"),
                None => panic!("no message"),
            }
        }
        Err(error) => error.messages("web01", "production").pop().unwrap().1,
    }
}

fn answers(word: &str) -> String {
    let texts = [word.to_owned(), word.to_owned(), format!("{word}constant"), format!("x {word}!")];
    format!("{:?}", Value::from(texts.map(Value::from).to_vec()))
}

#[test]
fn a_new_compiler_reads_changed_files() {
    let scratch = Scratch::new().unwrap();
    module(&scratch, "production", "old");
    let first = compiler(&scratch, "production", SITE);
    assert_eq!(message(&first), answers("old"));
    module(&scratch, "production", "new");
    assert_eq!(message(&first), answers("old"), "a compiler keeps what it has read");
    let site = SITE.replace("old =>", "new =>");
    assert_eq!(message(&compiler(&scratch, "production", &site)), answers("new"));
    let error = message(&compiler(&scratch, "production", SITE));
    assert!(error.contains("no parameter named 'old'"), "{error}");
}

#[test]
fn environments_do_not_see_each_other() {
    let scratch = Scratch::new().unwrap();
    module(&scratch, "production", "old");
    module(&scratch, "testing", "new");
    let production = compiler(&scratch, "production", SITE);
    let testing = compiler(&scratch, "testing", &SITE.replace("old =>", "new =>"));
    for _ in 0..2 {
        assert_eq!(message(&production), answers("old"));
        assert_eq!(message(&testing), answers("new"));
    }
}
