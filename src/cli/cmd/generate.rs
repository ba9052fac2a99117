//! `fmtview completions`, `fmtview man`: made from the table of arguments.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli::args::Cli;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;

pub(super) fn completions(shell: Shell) -> Result<Exit, Failure> {
    // Made in memory first: the generator panics if its writer fails.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "fmtview", &mut script);
    write_all(&script)
}

/// One page: the program, then each command.
pub(super) fn man() -> Result<Exit, Failure> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    render(&command, &mut page).map_err(Failure::from)?;
    write_all(&page)
}

fn render(command: &clap::Command, page: &mut Vec<u8>) -> io::Result<()> {
    let man = Man::new(command.clone());
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    for sub in command.get_subcommands() {
        writeln!(page, ".SH \"FMTVIEW {}\"", sub.get_name().to_uppercase())?;
        let man = Man::new(sub.clone());
        let mut part = Vec::new();
        man.render_description_section(&mut part)?;
        man.render_options_section(&mut part)?;
        // One level down: sections of a command are subsections of the page.
        let part = String::from_utf8_lossy(&part).replace(".SH DESCRIPTION\n", "");
        page.extend_from_slice(part.replace("\n.SH ", "\n.SS ").as_bytes());
    }
    man.render_extra_section(page)?;
    man.render_version_section(page)
}

fn write_all(bytes: &[u8]) -> Result<Exit, Failure> {
    let mut out = output::buffered()?;
    out.write_all(bytes)?;
    output::close(out)?;
    Ok(Exit::Fine)
}
