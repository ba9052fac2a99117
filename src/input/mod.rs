//! Bytes to look at: a file mapped into memory, standard input, or literal
//! text.
//!
//! The only folder with `unsafe`: a mapped file can change under us, and what
//! can be done about that is done here and nowhere else.

mod map;
#[cfg(unix)]
mod sigbus;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use map::Map;

/// Bytes that are read at most of a file that is not mapped.
const MOST_READ: u64 = 1 << 30;
/// Bytes that are read at most from what has no length: pipes and devices.
const MOST_STREAMED: u64 = 256 << 20;

/// Where bytes come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file.
    Path(PathBuf),
    /// Standard input, to its end.
    Stdin,
    /// Text given literally.
    Text(String),
}

impl Origin {
    /// The origin that a word on a command line means: `-` is standard input.
    #[must_use]
    pub fn from_word(word: &std::ffi::OsStr) -> Origin {
        if word == "-" {
            Origin::Stdin
        } else {
            Origin::Path(word.into())
        }
    }

    /// Its name for messages. May hold anything: escape it before printing.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Origin::Path(path) => path.display().to_string(),
            Origin::Stdin => "standard input".to_owned(),
            Origin::Text(_) => "--text".to_owned(),
        }
    }
}

/// How a file is brought into memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Map regular files; read what cannot be mapped.
    Map,
    /// Read everything (`--no-mmap`).
    Read,
}

/// Why there are no bytes.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// `fmtview nothing-of-that-name`
    #[error("{0}: no such file")]
    Missing(String),
    /// `fmtview .`
    #[error("{0}: is a directory, not a file")]
    Directory(String),
    /// A file that the user may not read.
    #[error("{0}: permission denied")]
    Permission(String),
    /// `yes | fmtview -`: no end in sight.
    #[error("{0}: more than {1} MiB come from there, and they would all have to be kept in memory")]
    Endless(String, u64),
    /// Anything else that the system says.
    #[error("{0}: {1}")]
    Other(String, io::Error),
}

/// The bytes of one input, and its name.
#[derive(Debug)]
pub struct Input {
    origin: Origin,
    data: Data,
}

#[derive(Debug)]
enum Data {
    Mapped(Map),
    Owned(Vec<u8>),
}

impl Input {
    /// Opens an input. An empty file is an input of no bytes, not an error. What
    /// cannot be mapped is read to its end, or up to `end` bytes.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn open(origin: Origin, mode: Mode, end: Option<u64>) -> Result<Input, InputError> {
        let data = match &origin {
            Origin::Path(path) => open_path(path, mode, end)?,
            Origin::Stdin => {
                let most = MOST_STREAMED;
                Data::Owned(read(io::stdin().lock(), &origin.name(), end, most)?)
            }
            Origin::Text(text) => Data::Owned(text.clone().into_bytes()),
        };
        Ok(Input { origin, data })
    }

    /// All its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.data {
            Data::Mapped(map) => map.bytes(),
            Data::Owned(bytes) => bytes,
        }
    }

    /// Where it came from.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Its name for messages. May hold anything: escape it before printing.
    #[must_use]
    pub fn name(&self) -> String {
        self.origin.name()
    }

    /// Whether the file got shorter while it was being read, so that bytes
    /// past its new end were seen as zeros. Asked for when the work is done.
    #[must_use]
    pub fn shrank(&self) -> bool {
        match &self.data {
            Data::Mapped(map) => map.shrank(),
            Data::Owned(_) => false,
        }
    }

    /// Whether the bytes are a mapped file rather than a copy.
    #[must_use]
    pub fn is_mapped(&self) -> bool {
        matches!(self.data, Data::Mapped(_))
    }
}

fn open_path(path: &Path, mode: Mode, end: Option<u64>) -> Result<Data, InputError> {
    let name = path.display().to_string();
    // Asked for before it is opened: opening a named pipe waits for a writer,
    // which is right, but a directory should be told apart on every system.
    let meta = fs::metadata(path).map_err(|e| failure(&name, e))?;
    if meta.is_dir() {
        return Err(InputError::Directory(name));
    }
    let file = File::open(path).map_err(|e| failure(&name, e))?;
    // Files of /proc and the like say that they are empty, and are not.
    if mode == Mode::Map
        && meta.is_file()
        && meta.len() > 0
        && let Some(map) = Map::new(&file)
    {
        return Ok(Data::Mapped(map));
    }
    let most = match meta.is_file() {
        true => MOST_READ,
        false => MOST_STREAMED,
    };
    if meta.is_file() && end.is_none() && meta.len() > most {
        return Err(InputError::Endless(name, most >> 20));
    }
    Ok(Data::Owned(read(file, &name, end, most)?))
}

/// Reads to the end, which must come within `most` bytes, or up to `end` bytes.
fn read(from: impl Read, name: &str, end: Option<u64>, most: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    from.take(end.unwrap_or(most + 1))
        .read_to_end(&mut bytes)
        .map_err(|e| failure(name, e))?;
    if end.is_none() && bytes.len() as u64 > most {
        return Err(InputError::Endless(name.to_owned(), most >> 20));
    }
    Ok(bytes)
}

fn failure(name: &str, error: io::Error) -> InputError {
    let name = name.to_owned();
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => InputError::Missing(name),
        io::ErrorKind::PermissionDenied => InputError::Permission(name),
        io::ErrorKind::IsADirectory => InputError::Directory(name),
        _ => InputError::Other(name, error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    struct Scratch(PathBuf);

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    #[test]
    fn no_more_is_read_than_wanted() {
        let endless = io::repeat(7);
        assert_eq!(read(endless, "seven", Some(3), 9).ok(), Some(vec![7; 3]));
        let endless = read(io::repeat(7), "seven", None, 1 << 20);
        assert!(matches!(endless, Err(InputError::Endless(_, 1))));
        assert_eq!(read(&[7; 9][..], "seven", None, 9).ok(), Some(vec![7; 9]));
    }

    fn scratch(name: &str, bytes: &[u8]) -> Scratch {
        let name = format!("fmtview-input-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, bytes).expect("a temporary file");
        Scratch(path)
    }

    #[track_caller]
    fn check(origin: Origin, mode: Mode, bytes: &[u8], mapped: bool) {
        let input = Input::open(origin, mode, None).expect("an input");
        assert_eq!(input.bytes(), bytes);
        assert_eq!(input.is_mapped(), mapped);
        assert!(!input.shrank());
    }

    #[track_caller]
    fn check_error(path: &Path, end: &str) {
        let error = Input::open(Origin::Path(path.into()), Mode::Map, None).expect_err("an error");
        let text = error.to_string();
        assert!(text.ends_with(end), "{text}");
    }

    #[test]
    fn a_regular_file_is_mapped_unless_told_otherwise() {
        let path = scratch("regular", b"abc");
        check(Origin::Path(path.0.clone()), Mode::Map, b"abc", true);
        check(Origin::Path(path.0.clone()), Mode::Read, b"abc", false);
    }

    #[test]
    fn an_empty_file_is_an_input_of_no_bytes() {
        let path = scratch("empty", b"");
        check(Origin::Path(path.0.clone()), Mode::Map, b"", false);
    }

    #[test]
    fn text_is_taken_literally() {
        check(Origin::Text("AAE=".into()), Mode::Map, b"AAE=", false);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_says_it_is_empty_is_read_all_the_same() {
        let input = Input::open(Origin::Path("/proc/self/status".into()), Mode::Map, None);
        assert!(input.expect("an input").bytes().starts_with(b"Name:"));
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        check_error(
            &std::env::temp_dir().join("fmtview-not-there"),
            "no such file",
        );
        check_error(&std::env::temp_dir(), "is a directory, not a file");
    }

    #[test]
    fn a_dash_is_standard_input() {
        assert_eq!(Origin::from_word("-".as_ref()), Origin::Stdin);
        assert_eq!(
            Origin::from_word("./-".as_ref()),
            Origin::Path("./-".into())
        );
    }
}
