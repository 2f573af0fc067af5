//! A small scheduler whose rules are written in the Puppet language.
//!
//! It shows all that a program needs to embed the language:
//!
//! - functions of its own, with signatures, documentation and blocks they call back ([`functions`]),
//! - variables that it supplies ([`Scheduler::plan`]),
//! - a host that decides what programs may ask of the world ([`Desk`]),
//! - values, logs and errors as results.
//!
//! ```
//! use pupa_example_embed::Scheduler;
//!
//! let scheduler = Scheduler::new().expect("the functions are well formed");
//! let plan = scheduler.plan("job('backup') |$host| { notice(\"for ${host}\") '02:00' }", &["db1"]);
//! assert_eq!(plan.jobs, ["backup on db1 at 02:00"]);
//! assert_eq!(plan.log, ["notice: for db1"]);
//! ```

use std::sync::{Arc, Mutex};

use pupa_eval::host::{CodeHost, HostError, SiteHost, SystemHost};
use pupa_eval::natives::NativeFunction;
use pupa_eval::program::Program;
use pupa_eval::{Evaluator, Settings};
use pupa_syntax::source::Source;
use pupa_value::Value;

/// What a program may ask of this scheduler: one file, and nothing else of the world.
#[derive(Debug)]
pub struct Desk {
    holidays: Vec<u8>,
}

impl SystemHost for Desk {
    fn exists(&self, path: &str) -> bool {
        path == "/holidays"
    }

    fn read_file(&self, path: &str) -> Result<Vec<u8>, HostError> {
        match path {
            "/holidays" => Ok(self.holidays.clone()),
            _ => Err(HostError(format!("there is no file {path} on this desk"))),
        }
    }
}

impl CodeHost for Desk {}

impl SiteHost for Desk {}

/// Plans jobs by rules.
#[derive(Debug)]
pub struct Scheduler {
    settings: Settings,
    planned: Arc<Mutex<Vec<String>>>,
}

/// What became of the rules.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The jobs, in the order in which the rules planned them.
    pub jobs: Vec<String>,
    /// What the rules said: level and message.
    pub log: Vec<String>,
    /// What is wrong with the rules.
    pub error: Option<String>,
}

impl Scheduler {
    /// A scheduler that knows the functions of this example.
    ///
    /// # Errors
    /// When a signature is malformed.
    pub fn new() -> pupa_value::Result<Scheduler> {
        let planned = Arc::new(Mutex::new(Vec::new()));
        let mut settings = Settings::default();
        // Rules that people write should not take long.
        settings.limits.steps = Some(1_000_000);
        for function in functions(&planned)? {
            settings.natives.register(function);
        }
        Ok(Scheduler { settings, planned })
    }

    /// Runs the rules for these hosts.
    pub fn plan(&self, rules: &str, hosts: &[&str]) -> Plan {
        let source = Arc::new(Source::new("rules.pp", rules));
        let program = match Program::read(source, &self.settings) {
            Ok(program) => Arc::new(program),
            Err(rejected) => {
                return Plan { error: Some(rejected.to_string()), ..Plan::default() };
            }
        };
        let desk = Desk { holidays: b"2026-12-25\n".to_vec() };
        let mut evaluator = Evaluator::new(self.settings.clone(), &desk);
        evaluator.set_variable("hosts", Value::array(hosts.iter().map(|host| (*host).into())));
        let result = evaluator.evaluate(&program);
        let line = |log: &pupa_eval::log::Log| format!("{}: {}", log.level.name(), log.message);
        Plan {
            jobs: self
                .planned
                .lock()
                .map(|mut jobs| std::mem::take(&mut *jobs))
                .unwrap_or_default(),
            log: evaluator.logs().iter().map(line).collect(),
            error: result.err().map(|failure| failure.to_string()),
        }
    }
}

/// The functions that rules can call beside those of the language.
///
/// # Errors
/// When a signature is malformed.
pub fn functions(planned: &Arc<Mutex<Vec<String>>>) -> pupa_value::Result<Vec<NativeFunction>> {
    let planned = Arc::clone(planned);
    // `job(name) |$host| { time }` plans a job on every host, at the time that the block gives.
    let job = NativeFunction::new("job", "Plans a job on every host, at the time the block gives.")
        .dispatch("String[1] $name, Callable[1, 1] &$block", move |call| {
            let hosts = call.variable("hosts").unwrap_or_default();
            let name = call.text(0).to_owned();
            for host in hosts.as_array().unwrap_or_default() {
                let time = call.yield_with([host.clone()])?;
                let host = host.as_str().unwrap_or_default();
                let time = time.as_str().unwrap_or("any time");
                if let Ok(mut planned) = planned.lock() {
                    planned.push(format!("{name} on {host} at {time}"));
                }
            }
            Ok(Value::Undef)
        })?
        .with_traits(pupa_eval::functions::Traits::READS_VARIABLES);
    let is_holiday = NativeFunction::new("is_holiday", "Whether nobody is at work on that day.")
        .dispatch("Pattern[/\\A\\d{4}-\\d\\d-\\d\\d\\z/] $day", |call| {
            let days = call.host().read_file("/holidays").unwrap_or_default();
            let day = call.text(0);
            Ok(Value::Boolean(String::from_utf8_lossy(&days).lines().any(|line| line == day)))
        })?;
    Ok(vec![job, is_holiday])
}
