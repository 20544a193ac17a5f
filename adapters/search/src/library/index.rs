//! The search index on disk, which can be deleted at any time.
//!
//! Each tantivy document is one block, without its text. The payload of the last commit holds the index
//! layout and the store generation that the index reflects; an index that does not match is rebuilt from the
//! store.

use super::LibraryError;
use super::language::Language;
use super::words::pieces;
use super::works;
use gorkd_core::model::{Document, Millis, Span, host_of, sha256_hex};
use gorkd_core::text::blocks::{BlockKind, blocks, description};
use gorkd_core::text::{Spans, byte_ranges};
use serde::{Deserialize, Serialize};
use std::path::Path;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{PreTokenizedString, Token};
use tantivy::{Index, IndexWriter, TantivyDocument, Term};

/// Increment whenever fields, tokens or passages change: an index with another number is rebuilt.
const LAYOUT: u32 = 7;

/// An index opened for searching.
pub struct Opened {
    pub index: Index,
    pub fields: Fields,
}

#[derive(Clone, Copy, Debug)]
pub struct Fields {
    pub url: Field,
    /// The first eight bytes of the SHA-256 of the address; groups the passages of a document.
    pub document: Field,
    pub language: Field,
    pub host: Field,
    /// Words that name the document's work.
    pub work: Field,
    pub published: Field,
    pub title: Field,
    /// What the document says of itself in its first sentence.
    pub about: Field,
    pub headings: Field,
    pub body: Field,
    pub card: Field,
}

/// The stored fields of a passage. Its text is a slice of the document's text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    pub url: String,
    pub hash: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<Millis>,
    pub span: Span,
    #[serde(default)]
    pub kind: BlockKind,
    /// Helps to find the document but is never quoted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub navigation: bool,
}

/// The payload of a commit.
#[derive(Serialize, Deserialize)]
struct Payload {
    layout: u32,
    generation: u64,
}

pub fn schema() -> (Schema, Fields) {
    let words = |records| {
        TextOptions::default().set_indexing_options(
            TextFieldIndexing::default().set_tokenizer("raw").set_index_option(records).set_fieldnorms(true),
        )
    };
    let mut builder = Schema::builder();
    let fields = Fields {
        url: builder.add_text_field("url", STRING),
        document: builder.add_u64_field("document", FAST),
        language: builder.add_text_field("language", STRING | FAST),
        host: builder.add_text_field("host", STRING | FAST),
        work: builder.add_text_field("work", STRING | FAST),
        published: builder.add_i64_field("published", FAST),
        title: builder.add_text_field("title", words(IndexRecordOption::WithFreqs)),
        about: builder.add_text_field("about", words(IndexRecordOption::WithFreqs)),
        headings: builder.add_text_field("headings", words(IndexRecordOption::WithFreqs)),
        body: builder.add_text_field("body", words(IndexRecordOption::WithFreqsAndPositions)),
        card: builder.add_text_field("card", STORED),
    };
    (builder.build(), fields)
}

/// Opens the index in `dir`. Returns `None` if there is none, or if it is unusable and must be rebuilt.
pub fn open(dir: &Path) -> Option<Opened> {
    let index = Index::open_in_dir(dir).ok()?;
    let (schema, fields) = schema();
    let fits = index.schema() == schema && payload(&index).is_some_and(|payload| payload.layout == LAYOUT);
    fits.then_some(Opened { index, fields })
}

/// Deletes the index in `dir` and creates an empty one at generation 0. The caller must hold the lock.
pub fn create(dir: &Path) -> Result<Opened, LibraryError> {
    let failed = |error| LibraryError::Folder { path: dir.to_path_buf(), error };
    match std::fs::remove_dir_all(dir) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    folder(dir).map_err(failed)?;
    let (schema, fields) = schema();
    let index = Index::create_in_dir(dir, schema)?;
    let opened = Opened { index, fields };
    Writing::start(&opened, 15_000_000)?.commit(0)?;
    Ok(opened)
}

/// Creates a folder that only its owner can read, because the index contains words from private documents. On
/// a file system without permissions, the library still works.
pub fn folder(dir: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if let Err(error) = std::fs::set_permissions(dir, std::fs::Permissions::from_mode(0o700)) {
            tracing::warn!(folder = %dir.display(), %error, "others may be able to read the index");
        }
    }
    Ok(())
}

/// The store generation that an index reflects.
pub fn generation(index: &Index) -> Option<u64> {
    payload(index).map(|payload| payload.generation)
}

fn payload(index: &Index) -> Option<Payload> {
    serde_json::from_str(index.load_metas().ok()?.payload.as_deref()?).ok()
}

/// The key that identifies a document within the index.
pub fn document_key(url: &str) -> u64 {
    u64::from_str_radix(&sha256_hex(url.as_bytes())[..16], 16).unwrap_or_default()
}

/// Pending changes to the index. They become visible together on commit, or not at all.
pub struct Writing {
    writer: IndexWriter<TantivyDocument>,
    fields: Fields,
}

impl Writing {
    /// `heap` is in bytes, at least 15 MB. Uses one thread, to leave the CPU to other work.
    pub fn start(opened: &Opened, heap: usize) -> Result<Self, LibraryError> {
        let writer = opened.index.writer_with_num_threads(1, heap.max(15_000_000))?;
        Ok(Self { writer, fields: opened.fields })
    }

    pub fn clear(&self) -> Result<(), LibraryError> {
        self.writer.delete_all_documents()?;
        Ok(())
    }

    pub fn remove(&self, url: &str) {
        self.writer.delete_term(Term::from_field_text(self.fields.url, url));
    }

    /// Replaces the passages stored under the document's address.
    pub fn put(&self, document: &Document, text: &str) -> Result<(), LibraryError> {
        self.remove(&document.url);
        let language = Language::of_code(document.language.as_deref());
        let title = tokens(&document.known_by(), language);
        let host = host_of(&document.url);
        let work = works::words_of(document).join(" ");
        let same = |heading: &str| heading.trim().eq_ignore_ascii_case(document.title.trim());
        let navigation: Vec<_> = byte_ranges(text, document.navigation.iter().copied()).collect();
        let mut spans = Spans::of(text);
        let blocks = blocks(text, &navigation);
        let description = description(text, &blocks);
        let description = description.map(|(opening, about)| (opening, tokens(&about, language)));
        for (at, block) in blocks.into_iter().enumerate() {
            // A list or table that was split is also found by its lead-in.
            let headings: Vec<&str> = block.headings.iter().map(|range| &text[range.clone()]).collect();
            let lead = block.lead.clone().map(|range| &text[range]);
            let fields = self.fields;
            let mut row = TantivyDocument::new();
            row.add_text(fields.url, &document.url);
            row.add_u64(fields.document, document_key(&document.url));
            row.add_text(fields.language, document.language.as_deref().unwrap_or(""));
            row.add_text(fields.host, &host);
            row.add_text(fields.work, &work);
            if let Some(published) = document.published_at {
                row.add_i64(fields.published, published.0);
            }
            row.add_pre_tokenized_text(fields.title, title.clone());
            // The block that says it has it in its body.
            if let Some((_, about)) = description.as_ref().filter(|(opening, _)| *opening != at) {
                row.add_pre_tokenized_text(fields.about, about.clone());
            }
            let above = document.work.as_deref().into_iter().chain(headings.iter().copied()).chain(lead);
            let path: Vec<&str> = above.filter(|heading| !same(heading)).collect();
            row.add_pre_tokenized_text(fields.headings, tokens(&path.join("\n"), language));
            row.add_pre_tokenized_text(fields.body, tokens(&text[block.range.clone()], language));
            let card = Card {
                url: document.url.clone(),
                hash: document.hash.0.clone(),
                title: document.title.clone(),
                section: headings
                    .last()
                    .filter(|heading| !same(heading))
                    .map(|heading| (*heading).to_owned()),
                language: document.language.clone(),
                published_at: document.published_at,
                span: spans.next(block.range),
                kind: block.kind,
                navigation: block.navigation,
            };
            let card =
                serde_json::to_string(&card).map_err(|error| LibraryError::Index(error.to_string()))?;
            row.add_text(fields.card, card);
            self.writer.add_document(row)?;
        }
        Ok(())
    }

    /// Makes all changes visible as `generation`, and waits for merges to finish.
    pub fn commit(mut self, generation: u64) -> Result<(), LibraryError> {
        let payload = serde_json::to_string(&Payload { layout: LAYOUT, generation })
            .map_err(|error| LibraryError::Index(error.to_string()))?;
        let mut prepared = self.writer.prepare_commit()?;
        prepared.set_payload(&payload);
        prepared.commit()?;
        self.writer.wait_merging_threads()?;
        Ok(())
    }
}

fn tokens(text: &str, language: Language) -> PreTokenizedString {
    let tokens = pieces(text)
        .into_iter()
        .map(|piece| Token {
            offset_from: piece.from,
            offset_to: piece.to,
            position: piece.position as usize,
            text: piece.term(language),
            position_length: 1,
        })
        .collect();
    PreTokenizedString { text: String::new(), tokens }
}
