//! `packaging/gitlab/pupa.gitlab-ci.yml`: the script of the job.

use crate::release;
use crate::scratch::{Ran, Scratch, has_program};
use crate::yaml;

/// Runs the job with the variables of the template, or those given.
fn run(scratch: &Scratch, given: &[(&str, &str)]) -> Ran {
    let template = yaml::read("packaging/gitlab/pupa.gitlab-ci.yml");
    let job = &template["pupa"];
    let mut variables: Vec<(String, String)> = Vec::new();
    for (name, value) in job["variables"].as_object().unwrap() {
        variables.push((name.clone(), value.as_str().unwrap().to_owned()));
    }
    let release = format!("file://{}", release::directory().display());
    variables.push(("PUPA_RELEASE".to_owned(), release));
    variables.push(("CI_PROJECT_DIR".to_owned(), scratch.path("project")));
    variables.extend(given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let lines = ["before_script", "script"].into_iter().flat_map(|part| {
        job[part].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned())
    });
    let script: Vec<String> = lines.collect();
    let variables: Vec<(&str, &str)> =
        variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    scratch.shell("project", &script.join("\n"), &variables)
}

fn project(manifest: &str, data: &str) -> Scratch {
    let scratch = Scratch::new();
    let hiera = "---\nversion: 5\nhierarchy:\n  - name: Everywhere\n    path: common.yaml\n";
    scratch.write("project/hiera.yaml", hiera);
    scratch.write("project/manifests/site.pp", manifest);
    scratch.write("project/data/common.yaml", data);
    scratch
}

#[test]
fn the_job_reports_mistakes() {
    if !has_program("curl") {
        eprintln!("skipped: curl is not installed");
        return;
    }
    run(&project("notice(1)\n", "---\n"), &[]).success();
    let ran = run(&project("$x =\n", "---\n"), &[("PUPA_PATHS", "manifests hiera.yaml")]);
    assert!(ran.code == 1 && ran.err.contains("manifests/site.pp"), "{ran:?}");
    let scratch = project("notice(1)\n", "---\nbroken: [\n");
    run(&scratch, &[]).success();
    let ran = run(&scratch, &[("PUPA_DATA_LINT", "true")]);
    assert!(ran.code == 1 && ran.err.contains("common.yaml"), "{ran:?}");
}
