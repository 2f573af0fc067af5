//! The first hour of a new user: install the package, clone a control repository, ask.
//!
//! Each repository of `examples/repositories` is made a Git repository with a second commit that
//! changes data, and the commands are run in it.

use crate::release;
use crate::scratch::{Ran, Scratch, repository};

/// A repository, and the answers that its user expects.
struct Visit {
    /// The directory below `examples/repositories`.
    name: &'static str,
    /// The change of the second commit: a script of sed and a file.
    change: (&'static str, &'static str),
    /// A line of the differences.
    difference: &'static str,
    /// The finding of the doctor.
    diagnosis: &'static str,
    /// A node, a resource of its catalog, and a line of the explanation.
    explained: (&'static str, &'static str, &'static str),
}

const VISITS: [Visit; 3] = [
    Visit {
        name: "small",
        change: ("s/ntp2/ntp3/", "data/common.yaml"),
        diagnosis: "\nready\n",
        difference: "~ servers[1]: 'ntp2.example.com' -> 'ntp3.example.com'",
        explained: ("db01.example.com", "Class[Motd]", "data/nodes/db01.example.com.yaml:2"),
    },
    Visit {
        name: "roles",
        change: ("s/workers: 2/workers: 4/", "data/common.yaml"),
        diagnosis: "\nready\n",
        difference: "~ workers: 2 -> 4",
        explained: ("web01.example.com", "Class[Nginx]", "data/nodes/web01.example.com.yaml:3"),
    },
    Visit {
        name: "environments",
        change: ("s/port: 2222/port: 2022/", "data/nodes/bastion.example.com.yaml"),
        diagnosis: "example-firewall of the Puppetfile is not installed",
        difference: "~ port: 2222 -> 2022",
        explained: ("bastion.example.com", "Class[Sshd]", "bastion.example.com.yaml:2"),
    },
];

/// A user with Pupa installed and a clone of the repository.
struct User {
    scratch: Scratch,
}

impl User {
    fn new(visit: &Visit) -> User {
        let scratch = Scratch::new();
        let release = release::directory().to_string_lossy();
        let source = repository().join("examples/repositories").join(visit.name);
        let (expression, file) = visit.change;
        let script = "sh \"$RELEASE/install.sh\" --from \"$RELEASE\"
            cp -R \"$SOURCE\" control && cd control
            git init --quiet && git add --all && git commit --quiet --message 'Begin'
            sed -i \"$EXPRESSION\" \"$FILE\" && git commit --quiet --all --message 'Change'";
        let variables = [
            ("RELEASE", &*release),
            ("SOURCE", &source.to_string_lossy()),
            ("EXPRESSION", expression),
            ("FILE", file),
        ];
        scratch.shell("", script, &variables).success();
        User { scratch }
    }

    /// Types a command in the repository.
    fn types(&self, command: &str) -> Ran {
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", self.scratch.path("home/.local/bin"));
        self.scratch.shell("control", command, &[("PATH", &path)])
    }
}

#[test]
fn a_new_user_gets_answers() {
    for visit in &VISITS {
        let user = User::new(visit);
        user.types("pupa check --quiet").success();
        user.types("pupa data lint --quiet").success();

        let (node, resource, origin) = visit.explained;
        let overview = user.types("pupa").success();
        assert!(overview.contains(node), "{}: {overview}", visit.name);
        let compiled = user.types("pupa compile");
        assert!(compiled.err.contains("Compiled "), "{}: {compiled:?}", visit.name);
        assert!(!compiled.err.contains("failed"), "{}: {compiled:?}", visit.name);
        let catalog = user.types(&format!("pupa compile --node {node} --format text")).success();
        assert!(catalog.contains("file { "), "{}: {catalog}", visit.name);

        let explanation = user.types(&format!("pupa explain {node} '{resource}'"));
        let explanation = explanation.success();
        assert!(explanation.contains(origin), "{}: {explanation}", visit.name);

        let doctor = user.types("pupa doctor");
        assert!(doctor.out.contains(visit.diagnosis), "{}: {doctor:?}", visit.name);

        let differences = user.types("pupa catalog diff HEAD~1");
        assert_eq!(differences.code, 1, "{}: {differences:?}", visit.name);
        assert!(differences.out.contains(visit.difference), "{}", differences.out);
    }
}
