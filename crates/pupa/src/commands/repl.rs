//! `pupa repl`: an interactive session.

use std::cell::RefCell;
use std::io::{BufRead, IsTerminal};

use rustyline::error::ReadlineError;

use crate::cli::ReplArgs;
use crate::output::{Exit, Output, Stream};
use crate::repl::editor::{Assistant, history_file, line_editor};
use crate::repl::{NextStep, Session, is_incomplete};
use crate::report::log_line;
use crate::settings::Settings;
use crate::world::World;

/// Reads, evaluates and prints until the input ends.
pub(super) fn run(args: &ReplArgs, settings: &Settings, output: &mut Output) -> Exit {
    let world = match World::new(&args.world, settings) {
        Ok(world) => world,
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    let colors = settings.colors(Stream::Err).into();
    let output = RefCell::new(output);
    let host = world.machine().with_logger(Box::new(|log| {
        if log.level >= world.log_level {
            output.borrow_mut().err(&log_line(log, colors));
        }
    }));
    let mut session = Session::new(settings.clone(), &world, &host, &output);
    if std::io::stdin().is_terminal() {
        let mut flush = || output.borrow_mut().flush();
        let greeting = format!(
            "Pupa {}, edition {}. `:help` lists the commands.\n",
            env!("CARGO_PKG_VERSION"),
            settings.edition.name()
        );
        output.borrow_mut().out(&greeting);
        match interactive(&mut session, settings, &mut flush) {
            Ok(()) => Exit::Success,
            Err(error) => output.borrow_mut().usage_error(format_args!("cannot read: {error}")),
        }
    } else {
        piped(&mut session, &mut || output.borrow_mut().flush());
        Exit::Success
    }
}

/// A person types.
fn interactive(
    session: &mut Session<'_, '_>,
    settings: &Settings,
    flush: &mut dyn FnMut(),
) -> rustyline::Result<()> {
    let mut editor = line_editor(Assistant {
        names: session.names(),
        edition: session.edition(),
        colors: settings.colors(Stream::Out).into(),
    })?;
    let history = history_file();
    if let Some(path) = &history {
        // The first session has no history.
        let _ = editor.load_history(path);
    }
    loop {
        if let Some(assistant) = editor.helper_mut() {
            assistant.names = session.names();
            assistant.edition = session.edition();
        }
        flush();
        match editor.readline("pupa> ") {
            Ok(input) => {
                if session.handle(&input) == NextStep::Away {
                    break;
                }
            }
            // Ctrl-C drops the current input and continues.
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error),
        }
    }
    if let Some(path) = &history {
        if let Some(directory) = path.parent() {
            let _ = std::fs::create_dir_all(directory);
        }
        // A history that cannot be written is not reported.
        let _ = editor.save_history(path);
    }
    Ok(())
}

/// Reads input from another program: no prompt, no history.
fn piped(session: &mut Session<'_, '_>, flush: &mut dyn FnMut()) {
    let mut input = String::new();
    for line in std::io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { break };
        input.push_str(&String::from_utf8_lossy(&line));
        input.push('\n');
        if is_incomplete(&input, session.edition()) {
            continue;
        }
        let goes = session.handle(&std::mem::take(&mut input));
        flush();
        if goes == NextStep::Away {
            return;
        }
    }
    // Incomplete input is reported at the end.
    session.handle(&input);
}
