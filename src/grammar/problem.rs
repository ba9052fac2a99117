//! What is wrong with a grammar.

use super::spec::Place;
use crate::diag::{Diagnostic, Level};
use crate::schema::Severity;
use crate::text::Loc;

/// One error or warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// [`Severity::Error`] or [`Severity::Warning`].
    pub severity: Severity,
    /// YAML path: `/seq/0/type`; `/` for the document. Empty if the file is no
    /// YAML.
    pub path: String,
    /// What to underline.
    pub loc: Loc,
    /// What is wrong, what was expected. Not escaped.
    pub message: String,
    /// What to do, if there is something to say. Not escaped.
    pub help: Option<String>,
}

impl Problem {
    /// An error at a place.
    #[must_use]
    pub fn error(place: &Place, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, place, message)
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(place: &Place, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, place, message)
    }

    fn new(severity: Severity, place: &Place, message: impl Into<String>) -> Self {
        let path = place.path.to_string();
        Self {
            severity,
            path,
            loc: place.loc,
            message: message.into(),
            help: None,
        }
    }

    /// Underlines a part of the place only.
    #[must_use]
    pub fn at(mut self, loc: Loc) -> Self {
        self.loc = loc;
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl From<&Problem> for Diagnostic {
    fn from(problem: &Problem) -> Self {
        Self {
            level: match problem.severity {
                Severity::Error => Level::Error,
                Severity::Warning | Severity::Note => Level::Warning,
            },
            message: problem.message.clone(),
            help: problem.help.clone(),
            section: problem.path.clone(),
            loc: problem.loc,
        }
    }
}
