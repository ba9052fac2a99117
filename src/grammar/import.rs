//! Imports: each file is loaded and read once.

/// Text of a grammar and the name it goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarText {
    /// A path, or `dungeon.ksy` for a built-in. Two texts of one name are the
    /// same file.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Finds imported grammars.
pub trait Loader {
    /// Loads `import` for the file called `importing`: `/x` from the import
    /// folders, anything else relative to the folder of `importing`. The
    /// import has no `.ksy` at its end.
    ///
    /// # Errors
    /// A message that says where it was looked for.
    fn load(&self, importing: &str, import: &str) -> Result<GrammarText, String>;
}
