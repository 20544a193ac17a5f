//! Vectors of the library's blocks, one file per embedder: derived from the store like the index, and as disposable.
//!
//! The file only grows: a record per document, the last one counts, and a torn record at the end is cut off by the next
//! writer. Numbers are stored in 8 bits with a scale per vector, which costs a cosine less than 0.01.

use super::LibraryError;
use super::index::{document_key, folder};
use gorkd_core::model::{Document, Span, sha256_hex};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Increment whenever blocks, the text that is embedded of them, or the layout change: vectors with another number are
/// made anew.
const LAYOUT: u32 = 2;
/// In the folder of the index.
const FOLDER: &str = "vectors";
const MAGIC: &[u8; 8] = b"gorkdvec";
/// Magic, layout, when the file was begun, and reserved bytes.
const HEADER: usize = 8 + 4 + 8 + 4;
/// Key, hash, blocks, numbers per vector.
const RECORD: usize = 8 + 8 + 4 + 4;
/// Bytes before the numbers of a vector: where its block starts and ends, and its scale.
const PLACE: usize = 4 + 4 + 4;

/// The vectors of one document's blocks.
#[derive(Clone, Debug, Default)]
pub struct DocumentVectors {
    /// Identifies the text that they were made from.
    hash: u64,
    spans: Vec<Span>,
    scales: Vec<f32>,
    numbers: Vec<i8>,
    /// Numbers per vector.
    width: usize,
}

impl DocumentVectors {
    pub fn of(document: &Document, blocks: &[(Span, Vec<f32>)]) -> Self {
        let width = blocks.first().map_or(0, |(_, vector)| vector.len());
        let mut all = Self { hash: text_key(&document.hash.0), width, ..Self::default() };
        for (span, vector) in blocks.iter().filter(|(_, vector)| vector.len() == width) {
            let largest = vector.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
            let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
            all.spans.push(*span);
            all.scales.push(scale);
            all.numbers.extend(vector.iter().map(|number| (number / scale).round() as i8));
        }
        all
    }

    /// The cosine similarity of each block to a query.
    pub fn similarities(&self, query: &Packed) -> impl Iterator<Item = (Span, f32)> {
        let width = if query.numbers.len() == self.width { self.width } else { 0 };
        let vectors = self.numbers.chunks_exact(width.max(1));
        let count = if width == 0 { 0 } else { self.spans.len() };
        self.spans.iter().zip(&self.scales).zip(vectors).take(count).map(|((span, scale), vector)| {
            let dot: i32 =
                vector.iter().zip(&query.numbers).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
            (*span, dot as f32 * scale * query.scale)
        })
    }

    fn bytes(&self, key: u64) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.size());
        bytes.extend(key.to_le_bytes());
        bytes.extend(self.hash.to_le_bytes());
        bytes.extend((self.spans.len() as u32).to_le_bytes());
        bytes.extend((self.width as u32).to_le_bytes());
        for (at, span) in self.spans.iter().enumerate() {
            bytes.extend((span.start as u32).to_le_bytes());
            bytes.extend((span.end as u32).to_le_bytes());
            bytes.extend(self.scales[at].to_le_bytes());
            let vector = &self.numbers[at * self.width..(at + 1) * self.width];
            bytes.extend(vector.iter().map(|number| number.to_le_bytes()[0]));
        }
        bytes
    }

    fn size(&self) -> usize {
        RECORD + self.spans.len() * (PLACE + self.width)
    }
}

/// The vector of a query, in 8 bits.
pub struct Packed {
    scale: f32,
    numbers: Vec<i8>,
}

impl Packed {
    pub fn of(vector: &[f32]) -> Self {
        let blocks = [(Span::default(), vector.to_vec())];
        let all = DocumentVectors::of(&Document::default(), &blocks);
        Self { scale: all.scales[0], numbers: all.numbers }
    }
}

/// What a file holds, in memory.
#[derive(Default)]
pub struct Vectors {
    path: PathBuf,
    /// Identifies the file; another one may have taken its place.
    begun: u64,
    /// Bytes that have been read.
    read: u64,
    documents: HashMap<u64, DocumentVectors>,
}

impl Vectors {
    /// The vectors that an embedder made for the library whose index is in `dir`. Reads nothing yet.
    pub fn of(dir: &Path, embedder: &str) -> Self {
        let name = format!("{}.bin", &sha256_hex(embedder.as_bytes())[..16]);
        Self { path: dir.join(FOLDER).join(name), ..Self::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// The vectors of the text with this hash; `None` if there are none, or those of another text.
    pub fn of_text(&self, url: &str, hash: &str) -> Option<&DocumentVectors> {
        self.documents.get(&document_key(url)).filter(|known| known.hash == text_key(hash))
    }

    pub fn iter(&self) -> impl Iterator<Item = (u64, &DocumentVectors)> {
        self.documents.iter().map(|(key, vectors)| (*key, vectors))
    }

    pub fn has(&self, document: &Document) -> bool {
        self.of_text(&document.url, &document.hash.0).is_some()
    }

    /// Reads what has been added since the last call, by any process.
    pub fn refresh(&mut self) -> std::io::Result<()> {
        let mut file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                *self = Self { path: std::mem::take(&mut self.path), ..Self::default() };
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let length = file.metadata()?.len();
        let mut header = [0; HEADER];
        if length < HEADER as u64 {
            return Ok(());
        }
        file.read_exact(&mut header)?;
        let begun = u64::from_le_bytes(header[12..20].try_into().unwrap_or_default());
        let ours = header[..8] == *MAGIC && header[8..12] == LAYOUT.to_le_bytes();
        if begun != self.begun || length < self.read || !ours {
            *self = Self { path: std::mem::take(&mut self.path), begun, ..Self::default() };
        }
        if !ours || length == self.read {
            return Ok(());
        }
        self.read = self.read.max(HEADER as u64);
        file.seek(SeekFrom::Start(self.read))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let mut rest = bytes.as_slice();
        while let Some((key, vectors, size)) = record(rest) {
            self.documents.insert(key, vectors);
            self.read += size as u64;
            rest = &rest[size..];
        }
        Ok(())
    }

    /// Deletes the vectors of all embedders but this one's.
    pub fn remove_others(dir: &Path, current: Option<&Self>) -> Result<(), LibraryError> {
        let files = match std::fs::read_dir(dir.join(FOLDER)) {
            Ok(files) => files,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        for file in files {
            let path = file?.path();
            if current.is_none_or(|current| current.path != path) {
                std::fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    /// Forgets all but these documents, in the file as well. For the only writer.
    pub fn keep(&mut self, documents: &[Document]) -> Result<(), LibraryError> {
        let live: HashMap<u64, u64> = documents
            .iter()
            .map(|document| (document_key(&document.url), text_key(&document.hash.0)))
            .collect();
        self.documents.retain(|key, vectors| live.get(key) == Some(&vectors.hash));
        let used: usize = self.documents.values().map(DocumentVectors::size).sum();
        match self.read > (HEADER + used) as u64 {
            true => self.write_anew(),
            false => Ok(()),
        }
    }

    /// Adds the vectors of a document. For the only writer.
    pub fn put(&mut self, url: &str, vectors: DocumentVectors) -> Result<(), LibraryError> {
        if self.read == 0 {
            self.write_anew()?;
        }
        let key = document_key(url);
        let bytes = vectors.bytes(key);
        let mut file = File::options().write(true).open(&self.path)?;
        // What follows is a record that a writer didn't finish.
        file.set_len(self.read)?;
        file.seek(SeekFrom::Start(self.read))?;
        file.write_all(&bytes)?;
        self.read += bytes.len() as u64;
        self.documents.insert(key, vectors);
        Ok(())
    }

    fn write_anew(&mut self) -> Result<(), LibraryError> {
        if let Some(dir) = self.path.parent() {
            folder(dir)?;
        }
        let begun = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(LAYOUT.to_le_bytes());
        bytes.extend(begun.to_le_bytes());
        bytes.extend([0; 4]);
        for (key, vectors) in &self.documents {
            bytes.extend(vectors.bytes(*key));
        }
        let beside = self.path.with_extension("new");
        std::fs::write(&beside, &bytes)?;
        std::fs::rename(&beside, &self.path)?;
        (self.begun, self.read) = (begun, bytes.len() as u64);
        Ok(())
    }
}

/// The first record of these bytes with its size; `None` if they hold no whole one.
fn record(bytes: &[u8]) -> Option<(u64, DocumentVectors, usize)> {
    let (mut rest, long) = (bytes, |bytes: &mut &[u8]| Some(u64::from_le_bytes(take(bytes)?)));
    let (key, hash) = (long(&mut rest)?, long(&mut rest)?);
    let short = |bytes: &mut &[u8]| Some(u32::from_le_bytes(take(bytes)?) as usize);
    let (count, width) = (short(&mut rest)?, short(&mut rest)?);
    let size = count.checked_mul(PLACE.checked_add(width)?)?;
    rest.get(..size)?;
    let mut vectors = DocumentVectors { hash, width, ..DocumentVectors::default() };
    for _ in 0..count {
        let (start, end) = (short(&mut rest)?, short(&mut rest)?);
        vectors.spans.push(Span { start, end });
        vectors.scales.push(f32::from_le_bytes(take(&mut rest)?));
        let (numbers, after) = rest.split_at_checked(width)?;
        vectors.numbers.extend(numbers.iter().map(|number| i8::from_le_bytes([*number])));
        rest = after;
    }
    Some((key, vectors, RECORD + size))
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*first)
}

/// The first eight bytes of a text's hash.
fn text_key(hash: &str) -> u64 {
    u64::from_str_radix(hash.get(..16).unwrap_or_default(), 16).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::DocumentHash;

    fn document(url: &str, text: &str) -> Document {
        Document { url: url.into(), hash: DocumentHash::of_text(text), ..Document::default() }
    }

    fn vectors(document: &Document, numbers: &[[f32; 4]]) -> DocumentVectors {
        let span = |at: usize| Span { start: at * 10, end: at * 10 + 5 };
        let blocks: Vec<(Span, Vec<f32>)> =
            numbers.iter().enumerate().map(|(at, numbers)| (span(at), numbers.to_vec())).collect();
        DocumentVectors::of(document, &blocks)
    }

    fn similarities(vectors: &Vectors, document: &Document, query: &[f32]) -> Vec<f32> {
        let query = Packed::of(query);
        let found = vectors.of_text(&document.url, &document.hash.0).into_iter();
        found.flat_map(|found| found.similarities(&query)).map(|(_, cosine)| cosine).collect()
    }

    #[test]
    fn a_cosine_survives_8_bits() {
        let dir = tempfile::tempdir().expect("a folder");
        let (mut ours, page) = (Vectors::of(dir.path(), "a model"), document("file:///a", "a"));
        ours.put(&page.url, vectors(&page, &[[1.0, 0.0, 0.0, 0.0], [0.6, 0.8, 0.0, 0.0]])).expect("written");
        let near = similarities(&ours, &page, &[0.8, 0.6, 0.0, 0.0]);
        assert!((near[0] - 0.8).abs() < 0.01 && (near[1] - 0.96).abs() < 0.01, "{near:?}");
        assert!(
            similarities(&ours, &page, &[1.0, 0.0]).is_empty(),
            "vectors of another length compare with none"
        );
    }

    #[test]
    fn another_process_sees_what_is_added_and_a_torn_record_is_cut_off() {
        let dir = tempfile::tempdir().expect("a folder");
        let (one, two) = (document("file:///a", "a"), document("file:///b", "b"));
        let mut writer = Vectors::of(dir.path(), "a model");
        let mut reader = Vectors::of(dir.path(), "a model");
        reader.refresh().expect("there is none yet");
        writer.put(&one.url, vectors(&one, &[[1.0, 0.0, 0.0, 0.0]])).expect("written");
        reader.refresh().expect("read");
        assert!(reader.has(&one) && !reader.has(&two) && !reader.has(&document("file:///a", "changed")));

        let file = File::options().append(true).open(&writer.path).expect("it is there");
        { &file }.write_all(&[7; RECORD + 3]).expect("torn");
        let mut next = Vectors::of(dir.path(), "a model");
        next.refresh().expect("read");
        next.put(&two.url, vectors(&two, &[[0.0, 1.0, 0.0, 0.0]])).expect("written");
        reader.refresh().expect("read");
        assert!(reader.has(&one) && reader.has(&two));
        assert!(Vectors::of(dir.path(), "another model").is_empty());
    }

    #[test]
    fn vectors_of_another_layout_count_for_nothing_and_make_room() {
        let dir = tempfile::tempdir().expect("a folder");
        let (one, two) = (document("file:///a", "a"), document("file:///b", "b"));
        let mut older = Vectors::of(dir.path(), "a model");
        older.put(&one.url, vectors(&one, &[[1.0, 0.0, 0.0, 0.0]])).expect("written");
        let mut bytes = std::fs::read(&older.path).expect("read");
        bytes[8..12].copy_from_slice(&(LAYOUT - 1).to_le_bytes());
        std::fs::write(&older.path, &bytes).expect("written");

        let mut newer = Vectors::of(dir.path(), "a model");
        newer.refresh().expect("read");
        newer.keep(&[one.clone(), two.clone()]).expect("nothing to forget");
        assert!(newer.is_empty() && !newer.has(&one));
        newer.put(&two.url, vectors(&two, &[[1.0, 0.0, 0.0, 0.0]])).expect("written");
        older.refresh().expect("read");
        assert!(older.has(&two) && !older.has(&one), "the file has been begun anew");
    }

    #[test]
    fn what_left_the_library_is_forgotten_and_its_room_is_freed() {
        let dir = tempfile::tempdir().expect("a folder");
        let pages: Vec<Document> =
            (0..4).map(|at| document(&format!("file:///{at}"), &at.to_string())).collect();
        let mut writer = Vectors::of(dir.path(), "a model");
        for page in &pages {
            writer.put(&page.url, vectors(page, &[[1.0, 0.0, 0.0, 0.0]])).expect("written");
        }
        let mut reader = Vectors::of(dir.path(), "a model");
        reader.refresh().expect("read");
        let before = std::fs::metadata(&writer.path).expect("it is there").len();
        writer.keep(&pages[..1]).expect("written anew");
        assert!(std::fs::metadata(&writer.path).expect("it is there").len() < before);
        reader.refresh().expect("read");
        assert!(reader.has(&pages[0]) && !reader.has(&pages[3]));
    }
}
