//! Writes to standard output and standard error. Either may be closed, or on a full disk.

use std::io::{ErrorKind, Write};
use std::sync::Mutex;

/// The first error while printing.
static UNWRITTEN: Mutex<Option<String>> = Mutex::new(None);

/// Prints to standard output. It is no error if the reader has gone (`gorkd … | head`); any other error is
/// kept for [`unwritten`]. Returns false if the text certainly did not arrive.
pub fn print(text: &str) -> bool {
    let mut out = std::io::stdout().lock();
    let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) else { return true };
    if error.kind() != ErrorKind::BrokenPipe {
        let mut kept = UNWRITTEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.get_or_insert_with(|| match error.kind() {
            ErrorKind::StorageFull => "the disk is full".to_owned(),
            _ => error.to_string(),
        });
    }
    false
}

/// Why some of the output was not written.
pub fn unwritten() -> Option<String> {
    UNWRITTEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
}

/// Prints a line to standard error. If that fails, there is nowhere to report it.
pub fn tell(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n"));
}
