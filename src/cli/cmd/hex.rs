//! `fmtview hex`: a plain hexdump.

use fmtview::paint::hex;
use fmtview::view::hex::{HexOptions, hex_lines};

use crate::cli::args::HexArgs;
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::cli::progress;
use crate::cli::settings::Look;
use crate::cli::source;

pub(super) fn run(args: &HexArgs, env: &Environment) -> Result<Exit, Failure> {
    if let Some(format) = &args.format {
        let file = args.input.file.as_deref().unwrap_or("FILE".as_ref());
        return Err(
            Failure::new("hex shows bytes alone and takes no grammar").help(format_args!(
                "Fields beside their bytes: fmtview view -f {} {}",
                format.display(),
                file.display()
            )),
        );
    }
    let look = Look::for_page(&args.output, args.page, env);
    let input = source::open_start(&args.input, env, args.range.and_then(|range| range.end))?;
    let options = HexOptions {
        width: look.width,
        ascii: look.ascii,
        full: args.full,
        range: args
            .range
            .map(|range| range.within(input.bytes().len()))
            .transpose()?,
        passed: progress::passed(),
    };
    // It ends early only if writing fails, which `finish` reports.
    if args.page.any() {
        let mut out = output::painter(&look, args.page, &input.name(), "Hexdump")?;
        let _ = hex_lines(input.bytes(), &options, &mut *out);
        out.finish()?;
    } else {
        let mut out = look.screen()?;
        let _ = hex::dump(input.bytes(), &options, &mut out);
        out.finish()?;
    }
    source::check_whole(&input)?;
    Ok(Exit::Fine)
}
