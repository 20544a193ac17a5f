//! A worker child on its own, for tests of the pool. The product starts itself as a child instead.

use std::process::ExitCode;

fn main() -> ExitCode {
    gorkd_reader::child_main()
}
