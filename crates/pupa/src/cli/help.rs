//! Short and long help: `-h` lists the options that matter to most calls, `--help` lists all.

use clap::{Command, CommandFactory};

use super::Cli;

/// The options that only `--help` lists, by the names of their fields.
const LONG_HELP_ONLY: &[&str] = &[
    // Of all commands.
    "color",
    "config",
    "edition",
    "extensions",
    "max_command_output",
    "max_command_time",
    "max_depth",
    "max_elements",
    "max_file_size",
    "max_memory",
    "max_output",
    "max_resources",
    "max_steps",
    "max_text",
    "max_time",
    "no_extensions",
    "no_strict_variables",
    "strict_variables",
    // Of the environment of a node.
    "hiera_config",
    "log_level",
    "no_system",
    "ruby_read",
    "ruby_run",
    "ruby_vardir",
    "server_facts",
    "trusted",
    // Of compilations.
    "catalog_version",
    "check_cycles",
    "enc",
    "exported_from",
    "graph",
    "no_progress",
    "node_data",
    "only",
    "storeconfigs",
    "strict_types",
    "threads",
    "with_exported",
    // Of comparisons.
    "ignore_tags",
    "no_ignore_tags",
    "places",
    "tags",
    // Of lookups.
    "explain_options",
    "knock_out_prefix",
    "merge_hash_arrays",
    "render_as",
    "sort_merged_arrays",
    // Of checks.
    "jobs",
    "max_diagnostics",
    "ruby_support",
    "stdin_filename",
];

/// The command line with both helps.
pub(crate) fn command() -> Command {
    with_short_help(Cli::command())
}

fn with_short_help(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let is_long_only = LONG_HELP_ONLY.contains(&arg.get_id().as_str());
        if is_long_only { arg.hide_short_help(true) } else { arg }
    });
    command.mut_subcommands(with_short_help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_option(command: &Command, name: &str) -> bool {
        command.get_arguments().any(|arg| arg.get_id() == name)
            || command.get_subcommands().any(|command| has_option(command, name))
    }

    #[test]
    fn hidden_options_exist() {
        let command = command();
        for name in LONG_HELP_ONLY {
            assert!(has_option(&command, name), "no command has the option `{name}`");
        }
    }
}
