//! One state of the index, with the per-passage data that scoring needs held in memory.

use super::LibraryError;
use super::index::{Card, Fields, Opened};
use super::works::Works;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{DocAddress, IndexReader, ReloadPolicy, Searcher, TantivyDocument, Term};

/// A searcher and the shape of its documents. Built once per commit; takes about 8 bytes per passage.
pub struct Snapshot {
    pub searcher: Searcher,
    pub fields: Fields,
    pub segments: Vec<Segment>,
    /// Document numbers by [`super::index::document_key`].
    pub numbers: HashMap<u64, u32>,
    /// Body length of each document in words, by document number.
    pub lengths: Vec<f32>,
    pub average_length: f32,
    /// Language codes that occur in the index.
    pub languages: BTreeSet<String>,
    pub works: Works,
    /// Work of each document, by document number.
    pub work_of: Vec<u32>,
}

pub struct Segment {
    /// Snapshot number of the segment's first passage.
    pub first: u32,
    /// Document number of each passage; `NOBODY` for deleted passages.
    pub documents: Vec<u32>,
    pub norms: Norms,
}

/// Field lengths of each passage, in words.
pub struct Norms {
    pub title: FieldNormReader,
    pub headings: FieldNormReader,
    pub body: FieldNormReader,
}

/// Document number of a deleted passage.
pub const NOBODY: u32 = u32::MAX;

/// A reader that is reloaded manually.
pub fn reader(opened: &Opened) -> Result<IndexReader, LibraryError> {
    Ok(opened.index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?)
}

impl Snapshot {
    pub fn take(reader: &IndexReader, fields: Fields) -> Result<Self, LibraryError> {
        let searcher = reader.searcher();
        let mut snapshot = Snapshot {
            fields,
            segments: Vec::new(),
            numbers: HashMap::new(),
            lengths: Vec::new(),
            average_length: 1.0,
            languages: BTreeSet::new(),
            works: Works::default(),
            work_of: Vec::new(),
            searcher: searcher.clone(),
        };
        let mut first = 0;
        for segment in searcher.segment_readers() {
            let keys = segment.fast_fields().u64("document")?;
            let norms = Norms {
                title: segment.get_fieldnorms_reader(fields.title)?,
                headings: segment.get_fieldnorms_reader(fields.headings)?,
                body: segment.get_fieldnorms_reader(fields.body)?,
            };
            let works = work_numbers(&mut snapshot.works, segment.fast_fields().str("work")?)?;
            let mut documents = vec![NOBODY; segment.max_doc() as usize];
            for passage in segment.doc_ids_alive() {
                let Some(key) = keys.first(passage) else { continue };
                let next = snapshot.lengths.len() as u32;
                let number = *snapshot.numbers.entry(key).or_insert(next);
                if number == next {
                    snapshot.lengths.push(0.0);
                    snapshot.work_of.push(works(passage));
                }
                snapshot.lengths[number as usize] += norms.body.fieldnorm(passage) as f32;
                documents[passage as usize] = number;
            }
            let codes = segment.inverted_index(fields.language)?;
            let mut terms = codes.terms().stream()?;
            while terms.advance() {
                snapshot.languages.insert(String::from_utf8_lossy(terms.key()).into_owned());
            }
            snapshot.segments.push(Segment { first, documents, norms });
            first += segment.max_doc();
        }
        let total: f32 = snapshot.lengths.iter().sum();
        snapshot.average_length = (total / snapshot.lengths.len().max(1) as f32).max(1.0);
        Ok(snapshot)
    }

    /// The passage numbers of a document.
    pub fn passages_of(&self, document: u32) -> impl Iterator<Item = u32> {
        self.segments.iter().flat_map(move |segment| {
            let own = segment.documents.iter().enumerate().filter(move |(_, of)| **of == document);
            own.map(|(at, _)| segment.first + at as u32)
        })
    }

    /// The document that a passage belongs to; `NOBODY` if it was deleted.
    pub fn document_of(&self, passage: u32) -> u32 {
        let segment = self.segments.partition_point(|segment| segment.first <= passage) - 1;
        let segment = &self.segments[segment];
        segment.documents[(passage - segment.first) as usize]
    }

    /// Number of passages, including deleted ones.
    pub fn passages(&self) -> usize {
        self.segments.iter().map(|segment| segment.documents.len()).sum()
    }

    /// Average length of a field over all passages, in words; at least 1.
    pub fn average(&self, field: Field) -> Result<f32, LibraryError> {
        let mut tokens = 0;
        for segment in self.searcher.segment_readers() {
            tokens += segment.inverted_index(field)?.total_num_tokens();
        }
        Ok((tokens as f32 / self.passages().max(1) as f32).max(1.0))
    }

    /// How many passages contain this term in their body. Returns 0 if the lookup fails.
    pub fn holders(&self, term: &str) -> u64 {
        self.searcher.doc_freq(&Term::from_field_text(self.fields.body, term)).unwrap_or(0)
    }

    /// Whether any passage contains this term, in its title or its body.
    pub fn knows(&self, term: &str) -> bool {
        let fields = [self.fields.body, self.fields.headings, self.fields.title];
        let held = |field| self.searcher.doc_freq(&Term::from_field_text(field, term)).unwrap_or(0) > 0;
        fields.into_iter().any(held)
    }

    /// At most `most` body terms within one edit of this one (a wrong, missing or extra letter, or two
    /// swapped letters), most frequent first. The first letter must match, because people rarely mistype it.
    pub fn spelled_alike(&self, term: &str, most: usize) -> Vec<String> {
        let Some(first) = term.chars().next() else { return Vec::new() };
        let (from, to) = (first.to_string(), format!("{first}{}", char::MAX));
        let length = term.chars().count();
        let mut found: BTreeMap<String, u64> = BTreeMap::new();
        for segment in self.searcher.segment_readers() {
            let Ok(index) = segment.inverted_index(self.fields.body) else { continue };
            let Ok(mut terms) = index.terms().range().ge(&from).lt(&to).into_stream() else { continue };
            while terms.advance() {
                let Ok(known) = std::str::from_utf8(terms.key()) else { continue };
                if known.chars().count().abs_diff(length) <= 1 && strsim::osa_distance(known, term) == 1 {
                    *found.entry(known.to_owned()).or_default() += u64::from(terms.value().doc_freq);
                }
            }
        }
        let mut found: Vec<(String, u64)> = found.into_iter().collect();
        found.sort_by(|(a, held), (b, more)| more.cmp(held).then(a.cmp(b)));
        found.into_iter().take(most).map(|(term, _)| term).collect()
    }

    pub fn address(&self, passage: u32) -> DocAddress {
        let segment = self.segments.partition_point(|segment| segment.first <= passage).saturating_sub(1);
        DocAddress::new(segment as u32, passage - self.segments.get(segment).map_or(0, |s| s.first))
    }

    /// The stored fields of a passage.
    pub fn card(&self, passage: u32) -> Result<Card, LibraryError> {
        let row: TantivyDocument = self.searcher.doc(self.address(passage))?;
        let card = row.get_first(self.fields.card).and_then(|value| value.as_str()).unwrap_or_default();
        serde_json::from_str(card).map_err(|error| LibraryError::Index(error.to_string()))
    }

    /// Calls `found` with the number and the term frequency of each passage whose `field` contains `term`.
    pub fn each(
        &self,
        field: Field,
        term: &str,
        mut found: impl FnMut(usize, u32, u32),
    ) -> Result<(), LibraryError> {
        use tantivy::DocSet;
        use tantivy::postings::Postings;
        let term = Term::from_field_text(field, term);
        for (number, reader) in self.searcher.segment_readers().iter().enumerate() {
            let postings =
                reader.inverted_index(field)?.read_postings(&term, IndexRecordOption::WithFreqs)?;
            let Some(mut postings) = postings else { continue };
            while postings.doc() != tantivy::TERMINATED {
                found(number, postings.doc(), postings.term_freq());
                postings.advance();
            }
        }
        Ok(())
    }
}

/// The work number of each passage in a segment.
fn work_numbers(
    works: &mut Works,
    column: Option<tantivy::columnar::StrColumn>,
) -> Result<impl Fn(u32) -> u32 + use<>, LibraryError> {
    let mut numbers = Vec::new();
    if let Some(column) = &column {
        let mut words = String::new();
        for ord in 0..column.num_terms() as u64 {
            column.ord_to_str(ord, &mut words)?;
            numbers.push(works.number(&words));
        }
    }
    let unknown = works.number("");
    Ok(move |passage: u32| {
        let ord = column.as_ref().and_then(|column| column.ords().first(passage));
        ord.map_or(unknown, |ord| numbers[ord as usize])
    })
}
