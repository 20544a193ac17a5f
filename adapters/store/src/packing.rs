//! Texts as they are kept: compressed when that is worth it.

use gorkd_core::model::{DocumentHash, Reading};
use gorkd_core::ports::StoreError;

/// Texts shorter than this stay as they are; the gain would be a few bytes.
const WORTH_PACKING: usize = 512;

/// The level at which pages shrink to about two fifths at several hundred megabytes a second.
const LEVEL: i32 = 1;

/// Stored bytes beyond which unpacking leaves the async threads.
const UNPACK_APART: usize = 128 * 1024;

/// A text ready to be stored.
#[derive(Clone, Debug)]
pub(crate) struct PackedText {
    pub hash: DocumentHash,
    /// Bytes of the text itself.
    pub size: usize,
    pub packed: bool,
    pub body: Vec<u8>,
}

impl PackedText {
    pub fn new(hash: DocumentHash, text: String) -> Self {
        let size = text.len();
        if size >= WORTH_PACKING
            && let Ok(body) = zstd::bulk::compress(text.as_bytes(), LEVEL)
            && body.len() < size
        {
            return Self { hash, size, packed: true, body };
        }
        Self { hash, size, packed: false, body: text.into_bytes() }
    }

    /// The text, or what is wrong with the stored bytes.
    pub fn unpack(self) -> Result<String, String> {
        let bytes = if self.packed {
            zstd::bulk::decompress(&self.body, self.size).map_err(|error| error.to_string())?
        } else {
            self.body
        };
        if bytes.len() != self.size {
            return Err(format!("it has {} bytes instead of {}", bytes.len(), self.size));
        }
        String::from_utf8(bytes).map_err(|error| error.to_string())
    }
}

/// A row of `texts`: hash, size, packed, body.
pub(crate) type TextRow = (String, i64, bool, Vec<u8>);

pub(crate) fn unpack((hash, size, packed, body): TextRow) -> Result<(DocumentHash, String), String> {
    let size = usize::try_from(size).unwrap_or(0);
    let text = PackedText { hash: DocumentHash(hash.clone()), size, packed, body };
    let text = text.unpack().map_err(|what| format!("text {hash} cannot be read ({what})"))?;
    Ok((DocumentHash(hash), text))
}

/// Packs texts on a blocking thread; most appends have none.
pub(crate) async fn pack(readings: Vec<Reading>) -> Result<Vec<PackedText>, StoreError> {
    if readings.is_empty() {
        return Ok(Vec::new());
    }
    let work = move || {
        readings.into_iter().map(|reading| PackedText::new(reading.document.hash, reading.text)).collect()
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| StoreError::Unavailable(format!("texts could not be packed: {error}")))
}

/// Runs work on a blocking thread if there is much of it.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
    bytes: usize,
) -> Result<T, String> {
    if bytes > UNPACK_APART {
        tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(error.to_string()))
    } else {
        work()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_as_they_were() {
        for text in ["", "short", &"Wasser kocht bei 100 °C. ".repeat(400)] {
            let packed = PackedText::new(DocumentHash::of_text(text), text.to_owned());
            assert_eq!(packed.packed, text.len() > 1000);
            assert!(packed.body.len() <= text.len());
            assert_eq!(packed.unpack().expect("it is whole"), text);
        }
    }

    #[test]
    fn damage_is_told_and_not_guessed_around() {
        let text = "Water boils at 100 °C. ".repeat(100);
        let whole = PackedText::new(DocumentHash::of_text(&text), text);
        let cut = PackedText { body: whole.body[..whole.body.len() / 2].to_vec(), ..whole.clone() };
        assert!(cut.unpack().is_err());
        let short = PackedText { packed: false, ..whole };
        assert!(short.unpack().unwrap_err().contains("instead of"));
    }
}
