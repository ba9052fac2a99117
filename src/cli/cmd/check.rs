//! `fmtview check`: everything that is wrong with files.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use fmtview::export::finding::finding_line;
use fmtview::input::Input;
use fmtview::paint::{Ansi, Painter};
use fmtview::schema::Severity;
use fmtview::tree::{CheckOptions, Tree, check_with};
use fmtview::view::check::{ReportOptions, Wrapped, report};
use fmtview::view::doc::{Line, Role, Sink};
use fmtview::view::mark::{Mark, Place, PlaceKind};
use fmtview::view::{Base, Part, ViewOptions, hexdump, number};

use crate::cli::args::{CheckArgs, PageArgs};
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::files::{Files, Found};
use crate::cli::grammar::{Chosen, Grammars};
use crate::cli::output::Out;
use crate::cli::pager::Pager;
use crate::cli::settings::{self, Look};
use crate::cli::{output, source};

pub(super) fn run(args: &CheckArgs, env: &Environment, depth: u32) -> Result<Exit, Failure> {
    if args.files.iter().filter(|file| *file == "-").count() > 1 {
        return Err(Failure::new("`-` is given more than once")
            .help("Standard input can be read once: name the other files."));
    }
    let files = match &args.text {
        Some(text) => Files::of_text(text),
        None => Files::of_words(&args.files),
    };
    let folder = files.first_folder().map(Path::to_owned);
    let look = Look::for_page(&args.output, args.page, env);
    let mut grammars = Grammars::new(&args.grammar, look.problems())?;
    let mut picture = match args.page.any() {
        false => None,
        true => Some(output::painter(
            &look,
            args.page,
            &files.title(),
            "Findings",
        )?),
    };
    let mut screen = look.screen()?;
    let mut tally = Tally::default();
    let mut exit = Exit::Fine;
    for file in files {
        let mut to = To {
            look: &look,
            picture: picture.as_deref_mut(),
            screen: &mut screen,
            closed: false,
            page: args.page,
        };
        let outcome = file.and_then(|Found { origin, in_folder }| {
            let input = source::open_origin(origin, args.no_mmap, env)?;
            let chosen = match in_folder {
                true => grammars.choose_known(&input)?,
                false => Some(grammars.choose(&input)?),
            };
            let outcome = chosen.map(|chosen| check_file(args, &input, &chosen, &mut to, depth));
            outcome.transpose()
        });
        let closed = to.closed;
        exit = exit.max(match outcome {
            Ok(outcome) => tally.count(outcome),
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            Err(failure) => {
                tally.unreadable += 1;
                screen.writer().settle()?;
                failure.report()
            }
        });
        if closed {
            return closed_early(&mut screen, exit);
        }
    }
    if let Some(folder) = folder {
        if tally.checked() == 0 {
            screen.writer().settle()?;
            exit = exit.max(tally.none_checked(&folder).report());
        } else if !args.json {
            tally.tell(&mut screen, picture.as_deref_mut());
        }
    }
    if let Some(picture) = picture {
        picture.finish()?;
    }
    let paging = screen.writer().is_paging();
    match screen.finish() {
        Err(error) if paging && error.kind() == io::ErrorKind::BrokenPipe => {}
        outcome => outcome?,
    }
    Ok(exit)
}

/// Who leaves the pager early has seen enough; what was found by then counts.
fn closed_early(screen: &mut Ansi<Pager<Out>>, exit: Exit) -> Result<Exit, Failure> {
    match screen.writer().is_paging() {
        true => Ok(exit),
        false => Err(Failure::ClosedPipe),
    }
}

/// How many files came out how.
#[derive(Debug, Default)]
struct Tally {
    valid: u64,
    bad: u64,
    /// No grammar fits them; such files are passed over in folders.
    unknown: u64,
    unreadable: u64,
}

impl Tally {
    /// Counts a file, or one of no known format.
    fn count(&mut self, outcome: Option<Exit>) -> Exit {
        let counter = match outcome {
            None => &mut self.unknown,
            Some(Exit::Fine) => &mut self.valid,
            Some(Exit::Bad | Exit::Trouble) => &mut self.bad,
        };
        *counter += 1;
        outcome.unwrap_or(Exit::Fine)
    }

    fn checked(&self) -> u64 {
        self.valid + self.bad
    }

    /// A check of nothing must not look like a success.
    fn none_checked(&self, folder: &Path) -> Failure {
        let folder = folder.display();
        match self.unknown {
            0 => Failure::new(format_args!("{folder}: no file in it was checked")),
            1 => Failure::new(format_args!("{folder}: the file in it has no known format"))
                .help("Name the grammar with -f."),
            _ => Failure::new(format_args!("{folder}: no file in it has a known format"))
                .help("Name the grammar with -f."),
        }
    }

    /// Writes the last line, about all files.
    fn tell(&self, screen: &mut Ansi<Pager<Out>>, picture: Option<&mut (dyn Painter + 'static)>) {
        let mut line = Line::new();
        number::count(
            &mut line,
            Role::Plain,
            self.checked(),
            "file checked",
            "files checked",
        );
        if self.bad + self.unreadable == 0 {
            line.push(Role::Punctuation, ": ");
            line.push(Role::Good, "all valid");
        }
        let others = [
            (Role::Error, self.bad, "with errors"),
            (Role::Error, self.unreadable, "unreadable"),
            (Role::Comment, self.unknown, "of no known format left out"),
        ];
        for (role, number, what) in others {
            if number > 0 {
                line.push(Role::Punctuation, ", ");
                number::count(&mut line, role, number, what, what);
            }
        }
        // What cannot be written says so when it is finished.
        let _ = match picture {
            Some(picture) => picture.line(&line),
            None => screen.line(&line),
        };
    }
}

/// Where findings go: a picture or a page takes those of all files.
struct To<'t> {
    look: &'t Look,
    picture: Option<&'t mut (dyn Painter + 'static)>,
    /// What takes them otherwise, and whether nobody listens there any more.
    screen: &'t mut Ansi<Pager<Out>>,
    closed: bool,
    page: PageArgs,
}

fn check_file(
    args: &CheckArgs,
    input: &Input,
    chosen: &Chosen,
    to: &mut To<'_>,
    depth: u32,
) -> Result<Exit, Failure> {
    let options = settings::decoding(&args.decode, &args.grammar, depth);
    let tree = Tree::new(chosen.schema, input.bytes(), options);
    let more = CheckOptions {
        overlaps: args.overlaps,
    };
    let worst = if args.json {
        json_lines(&tree, &input.name(), more)?
    } else {
        let options = ReportOptions {
            strict: args.strict,
            by: &chosen.by,
            ascii: to.look.ascii,
            check: more,
        };
        lines(&tree, &input.name(), options, to)?
    };
    source::check_whole(input)?;
    Ok(match worst {
        Some(Severity::Error) => Exit::Bad,
        Some(Severity::Warning) if args.strict => Exit::Bad,
        _ => Exit::Fine,
    })
}

fn json_lines(tree: &Tree<'_>, file: &str, options: CheckOptions) -> io::Result<Option<Severity>> {
    let mut out = output::buffered()?;
    let mut line = Vec::new();
    let mut worst = None;
    let mut written = Ok(());
    let _ = check_with(tree, options, &mut |finding| {
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
    options: ReportOptions<'_>,
    to: &mut To<'_>,
) -> io::Result<Option<Severity>> {
    let counts = match &mut to.picture {
        Some(picture) => {
            let mark = begin_file(file, &mut **picture);
            let mut wrapped = Wrapped {
                sink: &mut **picture,
                width: to.look.width,
            };
            let counts = report(tree, file, options, &mut wrapped);
            if to.page.html && counts.errors + counts.warnings + counts.notes > 0 {
                in_place(tree, (file, options.by), to.look, &mut **picture);
            }
            if let Some(places) = picture.places().filter(|_| mark.is_some()) {
                places.close();
            }
            counts
        }
        None => {
            // It ends early only if writing fails, which `send` reports.
            let counts = report(tree, file, options, to.screen);
            match to.screen.send() {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => to.closed = true,
                outcome => outcome?,
            }
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
fn in_place(tree: &Tree<'_>, (name, by): (&str, &str), look: &Look, page: &mut dyn Painter) {
    let options = ViewOptions {
        name,
        by,
        width: look.width,
        ascii: look.ascii,
        full: false,
        computed: true,
        depth: None,
        dense: false,
        base: Base::Usual,
        threads: 1,
    };
    let blank = Line::new();
    // A page that cannot be written says so when it is finished.
    let _ = page.line(&blank);
    let _ = hexdump(tree, &Part::Whole, &options, page);
    let _ = page.line(&blank);
}
