//! Extracts one file from a zip archive.

use super::{MOST_BYTES, NotFetched, Source, copy_and_sum, expect};
use std::fs::File;
use std::path::Path;
use zip::ZipArchive;
use zip::result::ZipError;

/// Unpacks the file at `inside` to `to` and verifies it. An archive may claim any size, so no more than the
/// promised size is unpacked.
pub fn take_out(
    file: &str,
    archive: &Path,
    inside: &str,
    to: &Path,
    source: &Source,
) -> Result<(), NotFetched> {
    let broken = || NotFetched::NoArchive(file.to_owned());
    let opened = File::open(archive).map_err(|error| NotFetched::writing(archive, error))?;
    let mut archive = ZipArchive::new(opened).map_err(|_| broken())?;
    let packed = archive.by_name(inside).map_err(|error| match error {
        ZipError::FileNotFound => NotFetched::NotInside(file.to_owned(), inside.to_owned()),
        _ => broken(),
    })?;
    let mut out = File::create(to).map_err(|error| NotFetched::writing(to, error))?;
    let most = source.bytes.unwrap_or(MOST_BYTES);
    let summed = copy_and_sum(packed, &mut out, most).map_err(|error| match error.kind() {
        // The packed data is bad, not the disk.
        std::io::ErrorKind::InvalidData | std::io::ErrorKind::InvalidInput => broken(),
        _ => NotFetched::writing(to, error),
    })?;
    expect(file, summed, source)
}
