//! Writes to standard output and standard error. Either may be closed, or lie on a full disk.

use std::io::{ErrorKind, Write};
use std::sync::Mutex;

/// Why something could not be printed, the first time that it happened.
static UNWRITTEN: Mutex<Option<String>> = Mutex::new(None);

/// Prints to standard output. A reader that has gone away (`gorkd … | head`) is no failure; any other one is kept for
/// [`unwritten`]. False when nobody can have read it.
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

/// Why some of what was printed has not arrived.
pub fn unwritten() -> Option<String> {
    UNWRITTEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
}

/// Prints to standard error, a line break after it. Where that cannot be written, nobody is left to be told.
pub fn tell(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n"));
}
