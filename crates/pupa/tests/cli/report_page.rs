//! The page of `pupa catalog diff --format html`, clicked through in a browser: Chromium, driven by the
//! package `playwright-core` of Node. Skipped where one of them is not installed.

use std::process::{Command, Stdio};

use crate::sandbox::Sandbox;

/// Programs that are Chromium.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

#[test]
fn the_page_filters_in_a_browser() {
    let browser = BROWSERS.iter().find(|name| succeeds(Command::new(name).arg("--version")));
    let has_driver = succeeds(Command::new("node").args(["-e", "require('playwright-core')"]));
    let (Some(browser), true) = (browser, has_driver) else {
        eprintln!("skipped: there is no Chromium, or no playwright-core (see NODE_PATH)");
        return;
    };
    let sandbox = Sandbox::new(&[]);
    let resource = |kind: &str, title: &str, value: &str| {
        format!(
            r#"{{"type": "{kind}", "title": "{title}", "parameters": {{"ensure": "{value}"}}}}"#
        )
    };
    let write = |side: &str, node: usize, resources: &[String]| {
        let name = format!("node{node:04}");
        let json = format!(r#"{{"name": "{name}", "resources": [{}]}}"#, resources.join(","));
        sandbox.write(&format!("{side}/{name}.json"), json.as_bytes());
    };
    for node in 0..2000 {
        let common = resource("Package", "jq", "1");
        write("old", node, &[common.clone(), resource("File", "/etc/motd", "present")]);
        let new = match node {
            0 => vec![resource("Package", "jq", "2"), resource("User", "bob", "present")],
            1..10 => vec![resource("Package", "jq", "2"), resource("File", "/etc/motd", "present")],
            _ => vec![common, resource("File", "/etc/motd", "present")],
        };
        write("new", node, &new);
    }
    let ran =
        sandbox.run(&["catalog", "diff", "old", "new", "--format", "html", "-o", "report.html"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/report_page.js");
    let page = sandbox.root().join("report.html");
    let done = Command::new("node").args([script, browser]).arg(page).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{out}{err}");
}
