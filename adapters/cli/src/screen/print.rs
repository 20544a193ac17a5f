//! Writes to standard output and standard error. Either may be closed, or on a full disk.

use std::io::{ErrorKind, Write};
use std::sync::Mutex;

/// The first error while printing.
static UNWRITTEN: Mutex<Option<String>> = Mutex::new(None);

/// Prints to standard output. It is no error if the reader has gone (`gorkd … | head`); any other error is
/// kept for [`unwritten`]. Returns false if the text certainly did not arrive.
pub fn print(text: &str) -> bool {
    print_bytes(text.as_bytes())
}

/// The same for a document that is no text.
pub fn print_bytes(bytes: &[u8]) -> bool {
    let mut out = std::io::stdout().lock();
    let Err(error) = out.write_all(bytes).and_then(|()| out.flush()) else { return true };
    if error.kind() != ErrorKind::BrokenPipe {
        let mut kept = UNWRITTEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.get_or_insert_with(|| plainly(&error));
    }
    false
}

/// What went wrong with a file, without the numbers of the operating system.
pub fn plainly(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "this account isn't allowed to".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::NotADirectory => "a part of its path is a file".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        _ => error.to_string(),
    }
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
