//! The binary. Started with a private first argument, it is a worker child that reads one document at a time.

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(gorkd_reader::CHILD_WORD) {
        return gorkd_reader::child_main(gorkd_rules::safety::count);
    }
    gorkd::run()
}
