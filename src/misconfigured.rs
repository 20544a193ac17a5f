//! The error for what only the operator can mend: a wrong setting that is noticed when a part is built.

use std::fmt;

/// Ends the process with [`Exit::Usage`](gorkd_cli::Exit::Usage), so that a supervisor doesn't start it again.
#[derive(Debug)]
pub struct Misconfigured(String);

impl fmt::Display for Misconfigured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misconfigured {}

/// An error with this sentence.
pub fn misconfigured(sentence: impl fmt::Display) -> anyhow::Error {
    Misconfigured(format!("{sentence:#}")).into()
}

/// Whether an error is, or was caused by, a wrong setting.
pub fn is_misconfigured(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.is::<Misconfigured>())
}
