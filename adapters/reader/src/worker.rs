//! The worker child: reads documents from standard input and replies on standard output.
//!
//! It is single-threaded and keeps nothing between documents. A panic in a parser fails that document only;
//! anything worse ends the process, and the pool starts another.

use crate::parse::{self, Input, Orders};
use crate::wire::{Hello, Page, PageResult, Ready, read_content, read_frame, write_frames};
use crate::{limits, parse::ParseOutcome, sandbox};
use gorkd_core::model::{Failure, FailureReason};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::os::fd::AsFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Duration;

/// The program's first argument when it is started as a worker child.
pub const CHILD_WORD: &str = "reader-child";

/// Runs as a worker child until the parent closes the pipe. Call it first in `main`, before any thread
/// starts, if the program's first argument is [`CHILD_WORD`].
///
/// `orders` counts the sentences in a text that address an AI model.
pub fn child_main(orders: Orders) -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    limits::close_inherited();
    // Standard output is line-buffered; this is not.
    let output = io::stdout().as_fd().try_clone_to_owned().map(|output| BufWriter::new(File::from(output)));
    match output.and_then(|mut output| serve(&mut io::stdin().lock(), &mut output, orders)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve(input: &mut impl Read, output: &mut impl Write, orders: Orders) -> io::Result<()> {
    let Some(hello) = read_frame(input)? else { return Ok(()) };
    let hello: Hello = serde_json::from_slice(&hello)?;
    limits::settle(&hello)?;
    let sandbox = sandbox::enter();
    write_frames(output, &[&serde_json::to_vec(&Ready::now(sandbox))?])?;

    while let Some(page) = read_frame(input)? {
        let mut page: Page = serde_json::from_slice(&page)?;
        limits::allow_cpu(hello.page_cpu_seconds)?;
        let (bytes, more) = read_content(input, page.max_bytes)?;
        page.cut |= more;
        match read_page(page, bytes, &hello, orders) {
            Ok(ParseOutcome::Elsewhere(target)) => {
                write_frames(output, &[&serde_json::to_vec(&PageResult::Elsewhere(target))?])?;
            }
            Ok(ParseOutcome::Scripted) => {
                write_frames(output, &[&serde_json::to_vec(&PageResult::Scripted)?])?
            }
            Ok(ParseOutcome::Text(parsed)) => {
                let head = serde_json::to_vec(&PageResult::Read(parsed.head))?;
                write_frames(output, &[&head, parsed.text.as_bytes()])?;
            }
            Err(failure) => write_frames(output, &[&serde_json::to_vec(&PageResult::Failed(failure))?])?,
        }
    }
    Ok(())
}

fn read_page(page: Page, bytes: Vec<u8>, hello: &Hello, orders: Orders) -> Result<ParseOutcome, Failure> {
    let Page { url, content_type, cut, page, millis, .. } = page;
    let input = Input {
        url,
        content_type,
        bytes,
        cut,
        max_text: hello.max_text,
        page,
        time: Some(Duration::from_millis(millis)),
        cpu_seconds: hello.page_cpu_seconds,
        orders,
    };
    catch_unwind(AssertUnwindSafe(|| parse::parse(input))).unwrap_or_else(|_| {
        Err(Failure::skip(FailureReason::Malformed, "The document is damaged and crashed its parser."))
    })
}
