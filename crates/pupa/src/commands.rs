//! The subcommands, one file each, and the choice between them.

mod catalog_diff;
mod catalog_face;
mod check;
mod compile;
mod completions;
mod data_lint;
mod doctor;
mod epp_face;
mod epp_render;
mod epp_templates;
mod erb;
mod eval;
mod explain;
mod face;
mod facts;
mod functions;
mod init;
mod lookup;
mod lookup_face;
mod man_pages;
mod modules;
mod overview;
mod parse;
mod parser_face;
mod puppet;
mod repl;
mod resource_types;
mod ruby;
mod types;
mod watch;

use std::ffi::OsString;
use std::path::Path;

use clap::FromArgMatches;

use self::face::{Caller, CommandName};
use crate::cli::{
    self, CatalogAction, Cli, Command, DataAction, ErbAction, Globals, ModulesAction,
};
use crate::output::{Exit, Output, Stream};
use crate::pool;
use crate::settings::Settings;

pub(crate) use functions::about as about_function;

/// Runs the command in the arguments, the first of which is the name of the program.
pub(crate) fn run(args: Vec<OsString>, output: &mut Output) -> Exit {
    let program = args.first().map(Path::new).and_then(Path::file_stem);
    if program.is_some_and(|name| name == "puppet") {
        return puppet::run(args, output);
    }
    run_pupa(args, output)
}

/// Runs a subcommand of Pupa.
fn run_pupa(args: Vec<OsString>, output: &mut Output) -> Exit {
    let args = asking_for_help(args);
    let matches = match cli::command().try_get_matches_from(&args) {
        Ok(matches) => matches,
        Err(error) => return answer(&error, output),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return answer(&error, output),
    };
    let Some(command) = cli.command else {
        return match Settings::load(&cli.globals, None) {
            Ok(settings) => overview::run(&settings.with_project_root(), output),
            Err(error) => output.usage_error(format_args!("{error:#}")),
        };
    };
    // These commands need no settings, so an invalid pupa.toml must not prevent them.
    match &command {
        Command::Explain(args) if args.resource.is_none() => return explain::run(args, output),
        Command::Completions(args) => return completions::run(args, output),
        Command::ManPages(args) => return man_pages::run(args, output),
        Command::Init(args) => return init::run(args, output),
        Command::Doctor(_)
        | Command::Modules(_)
        | Command::Facts(_)
        | Command::Explain(_)
        | Command::Check(_)
        | Command::Parse(_)
        | Command::Eval(_)
        | Command::Repl(_)
        | Command::Functions(_)
        | Command::ResourceTypes(_)
        | Command::Types(_)
        | Command::Compile(_)
        | Command::Lookup(_)
        | Command::Data(_)
        | Command::Catalog(_)
        | Command::Parser(_)
        | Command::Epp(_)
        | Command::Erb(_)
        | Command::Ruby(_) => {}
    }
    let settings = match Settings::load(&cli.globals, environment_of(&command)) {
        Ok(settings) => settings.with_project_root(),
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    let Some(args) = cli::with_configured(&args, &matches, &settings.options) else {
        return dispatch(command, &settings, output);
    };
    let matches = cli::command().try_get_matches_from(args);
    match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(Cli { command: Some(command), .. }) => dispatch(command, &settings, output),
        Ok(_) => dispatch(command, &settings, output),
        Err(error) => {
            output.err("in pupa.toml: ");
            answer(&error, output)
        }
    }
}

/// Converts `pupa help COMMAND` to `pupa COMMAND --help`, which each command handles itself.
fn asking_for_help(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|first| first == "help") {
        args.remove(1);
        if args.get(1).is_some_and(|subject| subject == "help") {
            args.truncate(1);
        }
        args.push("--help".into());
    }
    args
}

/// The directory of the environment in the arguments of a command.
fn environment_of(command: &Command) -> Option<&Path> {
    match command {
        Command::Eval(args) => args.world.around.environment_dir.as_deref(),
        Command::Repl(args) => args.world.around.environment_dir.as_deref(),
        Command::ResourceTypes(args) => args.environment_dir.as_deref(),
        Command::Compile(args) => args.compilation.around.environment_dir.as_deref(),
        Command::Doctor(args) => args.compilation.around.environment_dir.as_deref(),
        Command::Modules(args) => match &args.action {
            Some(ModulesAction::Install(args)) => args.environment_dir.as_deref(),
            None => args.list.environment_dir.as_deref(),
        },
        Command::Lookup(args) => args.compilation.around.environment_dir.as_deref(),
        Command::Explain(args) => args.compilation.around.environment_dir.as_deref(),
        Command::Data(args) => {
            let DataAction::Lint(args) = &args.action;
            args.environment_dir.as_deref()
        }
        Command::Erb(args) => match &args.action {
            ErbAction::Render(args) => args.world.around.environment_dir.as_deref(),
            ErbAction::Check(_) | ErbAction::ToEpp(_) => None,
        },
        Command::Check(_)
        | Command::Facts(_)
        | Command::Init(_)
        | Command::Parse(_)
        | Command::Functions(_)
        | Command::Types(_)
        | Command::Catalog(_)
        | Command::Completions(_)
        | Command::ManPages(_)
        | Command::Parser(_)
        | Command::Ruby(_)
        | Command::Epp(_) => None,
    }
}

fn dispatch(command: Command, settings: &Settings, output: &mut Output) -> Exit {
    match command {
        Command::Check(args) => check::run(args, settings, output),
        Command::Parse(args) => on_large_stack(output, |output| parse::run(args, settings, output)),
        Command::Eval(args) => on_large_stack(output, |output| eval::run(args, settings, output)),
        Command::Parser(args) => {
            on_large_stack(output, |output| parser_face::run(args.args, as_pupa(settings), output))
        }
        Command::Epp(args) => {
            on_large_stack(output, |output| epp_face::run(args.args, as_pupa(settings), output))
        }
        Command::Erb(args) => {
            on_large_stack(output, |output| erb::run(args.action, settings, output))
        }
        Command::Ruby(args) => on_large_stack(output, |output| ruby::run(&args, settings, output)),
        Command::Repl(args) => on_large_stack(output, |output| repl::run(&args, settings, output)),
        Command::Functions(args) => functions::run(&args, settings, output),
        Command::ResourceTypes(args) => {
            on_large_stack(output, |output| resource_types::run(&args, settings, output))
        }
        Command::Doctor(args) => {
            on_large_stack(output, |output| doctor::run(&args, settings, output))
        }
        Command::Modules(args) => {
            on_large_stack(output, |output| modules::run(&args, settings, output))
        }
        Command::Facts(args) => facts::run(&args, settings, output),
        Command::Init(args) => init::run(&args, output),
        Command::Compile(args) => {
            on_large_stack(output, |output| compile::run(&args, settings, output))
        }
        Command::Lookup(args) => {
            on_large_stack(output, |output| lookup::run(&args, CommandName::Pupa, settings, output))
        }
        Command::Data(args) => {
            let DataAction::Lint(args) = args.action;
            on_large_stack(output, |output| data_lint::run(&args, settings, output))
        }
        Command::Catalog(args) => {
            let CatalogAction::Diff(args) = args.action;
            on_large_stack(output, |output| catalog_diff::run(&args, settings, output))
        }
        Command::Types(args) => on_large_stack(output, |output| types::run(args, settings, output)),
        Command::Explain(args) => {
            on_large_stack(output, |output| explain::run_resource(&args, settings, output))
        }
        Command::Completions(args) => completions::run(&args, output),
        Command::ManPages(args) => man_pages::run(&args, output),
    }
}

/// The caller for a command of the reference that is called under Pupa's name.
fn as_pupa(settings: &Settings) -> Caller<'_> {
    Caller { called_as: CommandName::Pupa, settings }
}

/// Runs a command of the reference under its name, with the settings of `pupa.toml`.
fn run_face(
    args: Vec<OsString>,
    output: &mut Output,
    face: fn(Vec<OsString>, Caller<'_>, &mut Output) -> Exit,
) -> Exit {
    match Settings::load(&Globals::default(), None) {
        Ok(settings) => {
            let caller = Caller { called_as: CommandName::Puppet, settings: &settings };
            on_large_stack(output, |output| face(args, caller, output))
        }
        Err(error) => output.usage_error(format_args!("{error:#}")),
    }
}

fn on_large_stack(output: &mut Output, work: impl FnOnce(&mut Output) -> Exit + Send) -> Exit {
    let result = pool::with_large_stack(|| work(output));
    result.unwrap_or_else(|error| output.usage_error(format_args!("cannot start: {error}")))
}

/// Prints the output of clap: help, the version, or an error in the arguments.
fn answer(error: &clap::Error, output: &mut Output) -> Exit {
    let (stream, exit) =
        if error.use_stderr() { (Stream::Err, Exit::Usage) } else { (Stream::Out, Exit::Success) };
    let text = error.render();
    let text = if stream.wants_color() { text.ansi().to_string() } else { text.to_string() };
    output.write(stream, &text);
    exit
}
