//! Stores texts compressed if that is worthwhile.

use gorkd_core::model::{DocumentHash, Reading};
use gorkd_core::ports::{StoreError, Texts};
use zstd::bulk::Decompressor;

/// In bytes. Shorter texts stay uncompressed; the gain would be small.
const WORTH_PACKING: usize = 512;

/// At this zstd level, pages shrink to about two fifths at several hundred megabytes per second.
const LEVEL: i32 = 1;

/// Stored size, in bytes, from which unpacking moves to a blocking thread.
const UNPACK_APART: usize = 128 * 1024;

/// A text ready to be stored.
#[derive(Clone, Debug)]
pub(crate) struct PackedText {
    pub hash: DocumentHash,
    /// Uncompressed size, in bytes.
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

    /// Returns the text, or what is wrong with the stored bytes.
    fn unpack(self, unpacker: &mut Unpacker) -> Result<String, String> {
        let bytes = if self.packed {
            unpacker.get()?.decompress(&self.body, self.size).map_err(|error| error.to_string())?
        } else {
            self.body
        };
        if bytes.len() != self.size {
            return Err(format!("it has {} bytes instead of {}", bytes.len(), self.size));
        }
        String::from_utf8(bytes).map_err(|error| error.to_string())
    }
}

/// Decompressor, reused because creating one costs more than unpacking a page.
#[derive(Default)]
struct Unpacker(Option<Decompressor<'static>>);

impl Unpacker {
    fn get(&mut self) -> Result<&mut Decompressor<'static>, String> {
        let made = match self.0.take() {
            Some(known) => known,
            None => Decompressor::new().map_err(|error| error.to_string())?,
        };
        Ok(self.0.insert(made))
    }
}

/// A row of `texts`: hash, size, packed, body.
pub(crate) type TextRow = (String, i64, bool, Vec<u8>);

pub(crate) fn unpack(row: TextRow) -> Result<(DocumentHash, String), String> {
    unpack_by(row, &mut Unpacker::default())
}

/// The texts of several rows.
pub(crate) fn unpack_all(rows: Vec<TextRow>) -> Result<Texts, String> {
    let mut unpacker = Unpacker::default();
    rows.into_iter()
        .map(|row| unpack_by(row, &mut unpacker).map(|(hash, text)| (hash, text.into())))
        .collect()
}

fn unpack_by(
    (hash, size, packed, body): TextRow,
    unpacker: &mut Unpacker,
) -> Result<(DocumentHash, String), String> {
    let size = usize::try_from(size).unwrap_or(0);
    let text = PackedText { hash: DocumentHash(hash.clone()), size, packed, body };
    let text = text.unpack(unpacker).map_err(|what| format!("text {hash} cannot be read ({what})"))?;
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

/// Packed data starts with its uncompressed size, in four bytes.
const SIZE: usize = 4;

/// Maximum uncompressed size, in bytes; anything larger was not packed here.
const MOST_UNPACKED: usize = 64 << 20;

/// Packs bytes for storage outside the store: their size, followed by the bytes, compressed if that makes
/// them smaller.
pub(crate) async fn pack_bytes(bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    let size = bytes.len();
    if size > MOST_UNPACKED {
        return Err(format!("{size} bytes are too many to be kept"));
    }
    let work = move || {
        let compressed = match size >= WORTH_PACKING {
            true => zstd::bulk::compress(&bytes, LEVEL).ok().filter(|body| body.len() < size),
            false => None,
        };
        let mut packed = (size as u32).to_le_bytes().to_vec();
        packed.extend_from_slice(compressed.as_ref().unwrap_or(&bytes));
        Ok(packed)
    };
    apart(work, size).await
}

/// Returns the bytes, or what is wrong with the packed ones.
pub(crate) async fn unpack_bytes(packed: Vec<u8>) -> Result<Vec<u8>, String> {
    let Some((size, _)) = packed.split_first_chunk::<SIZE>() else {
        return Err("it has no size".to_owned());
    };
    let size = u32::from_le_bytes(*size) as usize;
    if size > MOST_UNPACKED {
        return Err(format!("it claims to have {size} bytes"));
    }
    let work = move || {
        let body = &packed[SIZE..];
        if body.len() == size {
            return Ok(body.to_vec());
        }
        let bytes = zstd::bulk::decompress(body, size).map_err(|error| error.to_string())?;
        if bytes.len() == size { Ok(bytes) } else { Err(format!("it has {} bytes", bytes.len())) }
    };
    apart(work, size).await
}

/// Runs large work on a blocking thread, small work inline.
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
            assert_eq!(packed.unpack(&mut Unpacker::default()).expect("it is whole"), text);
        }
    }

    #[tokio::test]
    async fn bytes_come_back_as_they_were_and_damaged_ones_do_not() {
        for bytes in [Vec::new(), b"short".to_vec(), b"A page about tides. ".repeat(20_000)] {
            let packed = pack_bytes(bytes.clone()).await.expect("packed");
            assert!(packed.len() <= bytes.len() + SIZE);
            assert_eq!(unpack_bytes(packed.clone()).await.as_ref(), Ok(&bytes));
            let (mut short, mut long) = (packed.clone(), packed);
            short.pop();
            long.push(b'x');
            for wrong in [short, long, vec![255; 9]] {
                assert!(unpack_bytes(wrong).await.is_err(), "of {} bytes", bytes.len());
            }
        }
    }

    #[test]
    fn many_texts_are_unpacked_one_after_the_other() {
        let texts = ["short".to_owned(), "Water boils. ".repeat(90), "Ice melts. ".repeat(2_000)];
        let row = |text: &String| {
            let PackedText { hash, size, packed, body } =
                PackedText::new(DocumentHash::of_text(text), text.clone());
            (hash.0, i64::try_from(size).expect("it is small"), packed, body)
        };
        let mut rows: Vec<TextRow> = texts.iter().map(row).collect();
        let all = unpack_all(rows.clone()).expect("they are whole");
        assert!(texts.iter().all(|text| *all[&DocumentHash::of_text(text)] == **text), "{all:?}");
        rows[1].3.truncate(9);
        assert!(unpack_all(rows).unwrap_err().contains(&DocumentHash::of_text(&texts[1]).0));
    }

    #[test]
    fn damage_is_told_and_not_guessed_around() {
        let text = "Water boils at 100 °C. ".repeat(100);
        let whole = PackedText::new(DocumentHash::of_text(&text), text);
        let cut = PackedText { body: whole.body[..whole.body.len() / 2].to_vec(), ..whole.clone() };
        let mut unpacker = Unpacker::default();
        assert!(cut.unpack(&mut unpacker).is_err());
        let short = PackedText { packed: false, ..whole };
        assert!(short.unpack(&mut unpacker).unwrap_err().contains("instead of"));
    }
}
