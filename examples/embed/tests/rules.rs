//! Runs rules of the example scheduler.

use pupa_example_embed::{Plan, Scheduler};

fn plan(rules: &str) -> Plan {
    Scheduler::new().expect("the functions are well formed").plan(rules, &["db1", "web1"])
}

#[test]
fn a_block_is_called_for_each_host() {
    let plan = plan("job('backup') |$host| { if $host =~ /^db/ { '02:00' } else { '03:00' } }");
    assert_eq!(plan.jobs, ["backup on db1 at 02:00", "backup on web1 at 03:00"]);
    assert_eq!(plan.error, None);
}

#[test]
fn rules_use_all_of_the_language() {
    let plan = plan(
        "function evening(Integer $hour) >> String { sprintf('%02d:30', $hour + 12) }
         ['clean', 'rotate'].each |$i, $name| {
           unless is_holiday('2026-12-24') { job($name) |$host| { evening($i + 6) } }
         }",
    );
    assert_eq!(plan.jobs.len(), 4);
    assert_eq!(plan.jobs[3], "rotate on web1 at 19:30");
}

#[test]
fn a_wrong_call_is_explained_like_any_other() {
    let error = plan("is_holiday('tomorrow')").error.unwrap_or_default();
    assert_eq!(
        error,
        "Evaluation Error: Error while evaluating a Function Call, 'is_holiday' parameter 'day' \
         expects a match for Pattern[/\\A\\d{4}-\\d\\d-\\d\\d\\z/], got 'tomorrow' \
         (file: rules.pp, line: 1, column: 1)"
    );
}

#[test]
fn an_error_in_a_block_has_its_place() {
    let error = plan("job('x') |$host| {\n  fail('no')\n}").error.unwrap_or_default();
    assert!(error.ends_with("no (file: rules.pp, line: 2, column: 3)"), "{error}");
}

#[test]
fn the_host_decides_what_can_be_read() {
    let error = plan("file('/etc/passwd')").error.unwrap_or_default();
    assert!(error.contains("Could not find any files from /etc/passwd"), "{error}");
}

#[test]
fn endless_rules_end() {
    let error = plan("Integer[1, 9223372036854775807].each |$x| { $x }").error.unwrap_or_default();
    assert!(error.contains("more than 1000000 steps"), "{error}");
}
