//! The commands.

mod check;
mod formats;
mod generate;
mod get;
mod hex;
mod json;
mod layout;
mod lint;
mod tree;
mod view;

use super::args::Command;
use super::env::Environment;
use super::exit::{Exit, Failure};

/// Runs a command. `depth` is how many nested objects the stack holds.
pub(super) fn run(command: Command, env: &Environment, depth: u32) -> Result<Exit, Failure> {
    match command {
        Command::View(args) => view::run(&args, env, depth),
        Command::Tree(args) => tree::run(&args, env, depth),
        Command::Get(args) => get::run(&args, env, depth),
        Command::Json(args) => json::run(&args, env, depth),
        Command::Check(args) => check::run(&args, env, depth),
        Command::Lint(args) => lint::run(&args, env),
        Command::Hex(args) => hex::run(&args, env),
        Command::Layout(args) => layout::run(&args, env, depth),
        Command::Formats(args) => formats::run(&args, env),
        Command::Completions { shell } => generate::completions(shell),
        Command::Man => generate::man(),
    }
}
