//! Writes to standard output.

use std::io::{ErrorKind, Write};

/// Prints as it is. A reader that has gone away (`gorkd … | head`) is no error: nobody is left to be told.
pub fn print(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}
