//! `fmtview check`: everything that is wrong with files.

use std::io::{self, Write};
use std::ops::ControlFlow;

use fmtview::export::finding::finding_line;
use fmtview::input::{Input, InputError, Origin};
use fmtview::paint::{Ansi, Painter};
use fmtview::schema::Severity;
use fmtview::tree::{Tree, check};
use fmtview::view::check::{ReportOptions, Wrapped, report};
use fmtview::view::doc::{Line, Role};
use fmtview::view::mark::{Mark, Place, PlaceKind};
use fmtview::view::{Base, Part, ViewOptions, hexdump};

use crate::cli::args::{CheckArgs, PageArgs};
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::grammar::Grammars;
use crate::cli::settings::{self, Look};
use crate::cli::{output, source};

pub(super) fn run(args: &CheckArgs, env: &Environment, depth: u32) -> Result<Exit, Failure> {
    let origins: Vec<Origin> = match &args.text {
        Some(text) => vec![Origin::Text(text.clone())],
        None => args
            .files
            .iter()
            .map(|file| Origin::from_word(file))
            .collect(),
    };
    let from_stdin = origins.iter().filter(|it| matches!(it, Origin::Stdin));
    if from_stdin.count() > 1 {
        return Err(Failure::new("`-` is given more than once")
            .help("Standard input can be read once: name the other files."));
    }
    let look = Look::for_page(&args.output, args.page, env);
    let mut grammars = Grammars::new(&args.grammar, look.problems())?;
    let mut picture = match origins.as_slice() {
        [] => None,
        _ if !args.page.any() => None,
        [one] => Some(output::painter(&look, args.page, &one.name(), "Findings")?),
        many => {
            let title = format!("{} files", many.len());
            Some(output::painter(&look, args.page, &title, "Findings")?)
        }
    };
    let mut exit = Exit::Fine;
    for origin in origins {
        let outcome =
            no_folder(&origin).and_then(|()| source::open_origin(origin, args.no_mmap, env));
        let outcome = outcome.and_then(|input| {
            let mut to = To {
                look: &look,
                picture: picture.as_deref_mut(),
                page: args.page,
            };
            check_file(args, &input, &mut grammars, &mut to, depth)
        });
        exit = exit.max(match outcome {
            Ok(exit) => exit,
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            Err(failure) => failure.report(),
        });
    }
    if let Some(picture) = picture {
        picture.finish()?;
    }
    Ok(exit)
}

/// Where findings go: a picture or a page takes those of all files.
struct To<'t> {
    look: &'t Look,
    picture: Option<&'t mut (dyn Painter + 'static)>,
    page: PageArgs,
}

/// Files of a folder are named one by one, so that it is seen which.
fn no_folder(origin: &Origin) -> Result<(), Failure> {
    match origin {
        Origin::Path(path) if path.is_dir() => {
            let name = path.display().to_string();
            let all = path.join("*");
            let failure = Failure::new(InputError::Directory(name));
            Err(failure.help(format_args!("Name the files in it: {}", all.display())))
        }
        _ => Ok(()),
    }
}

fn check_file(
    args: &CheckArgs,
    input: &Input,
    grammars: &mut Grammars,
    to: &mut To<'_>,
    depth: u32,
) -> Result<Exit, Failure> {
    let schema = grammars.choose(input)?;
    let options = settings::decoding(&args.decode, &args.grammar, depth);
    let tree = Tree::new(schema, input.bytes(), options);
    let worst = if args.json {
        json_lines(&tree, &input.name())?
    } else {
        lines(&tree, &input.name(), args.strict, to)?
    };
    source::check_whole(input)?;
    Ok(match worst {
        Some(Severity::Error) => Exit::Bad,
        Some(Severity::Warning) if args.strict => Exit::Bad,
        _ => Exit::Fine,
    })
}

fn json_lines(tree: &Tree<'_>, file: &str) -> io::Result<Option<Severity>> {
    let mut out = output::buffered()?;
    let mut line = Vec::new();
    let mut worst = None;
    let mut written = Ok(());
    let _ = check(tree, &mut |finding| {
        worst = worst.max(Some(finding.severity));
        line.clear();
        finding_line(&mut line, &finding, &tree.schema().id, file);
        written = out.write_all(&line);
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    written?;
    output::close(out)?;
    Ok(worst)
}

fn lines(
    tree: &Tree<'_>,
    file: &str,
    strict: bool,
    to: &mut To<'_>,
) -> io::Result<Option<Severity>> {
    let options = ReportOptions {
        strict,
        ascii: to.look.ascii,
    };
    let counts = match &mut to.picture {
        Some(picture) => {
            let mark = begin_file(file, &mut **picture);
            let mut wrapped = Wrapped {
                sink: &mut **picture,
                width: to.look.width,
            };
            let counts = report(tree, file, options, &mut wrapped);
            if to.page.html && counts.errors + counts.warnings + counts.notes > 0 {
                in_place(tree, file, to.look, &mut **picture);
            }
            if let Some(places) = picture.places().filter(|_| mark.is_some()) {
                places.close();
            }
            counts
        }
        None => {
            let mut out = Ansi::new(output::unbuffered()?, to.look.scheme);
            // It ends early only if writing fails, which `finish` reports.
            let counts = report(tree, file, options, &mut out);
            out.finish()?;
            counts
        }
    };
    let found = [
        (Severity::Error, counts.errors),
        (Severity::Warning, counts.warnings),
        (Severity::Note, counts.notes),
    ];
    let worst = found.into_iter().find(|(_, count)| *count > 0);
    Ok(worst.map(|(severity, _)| severity))
}

/// Begins what a page says of a file: its name, and what is under it.
fn begin_file(file: &str, page: &mut dyn Painter) -> Mark {
    let Some(places) = page.places() else {
        return Mark::NONE;
    };
    let mark = places.place(&Place {
        kind: PlaceKind::File,
        path: file,
        ty: "",
        doc: "",
        bytes: None,
        decoded: false,
        sample: &[],
    });
    let mut line = Line::new();
    line.set_mark(mark);
    line.untrusted(Role::Heading, file);
    // A page that cannot be written says so when it is finished.
    let _ = page.line(&line);
    if let Some(places) = page.places() {
        places.open(mark);
    }
    mark
}

/// Shows findings where they are, under the list of them.
fn in_place(tree: &Tree<'_>, file: &str, look: &Look, page: &mut dyn Painter) {
    let options = ViewOptions {
        name: file,
        width: look.width,
        ascii: look.ascii,
        full: false,
        computed: true,
        depth: None,
        dense: false,
        base: Base::Usual,
    };
    let blank = Line::new();
    // A page that cannot be written says so when it is finished.
    let _ = page.line(&blank);
    let _ = hexdump(tree, &Part::Whole, &options, page);
    let _ = page.line(&blank);
}
