//! Which version of a work the question names, and which one is available.

use crate::Material;
use crate::text::mentions::{Date, Mention, Value, mentions};
use crate::text::stopwords::is_stop_word;
use crate::text::words::{Shape, Word, words};
use gorkd_core::model::{DocumentKind, Evidence};
use gorkd_core::text::slice;

/// Letters that a short form of a name has at least: "postgres" for "PostgreSQL".
const SHORT_FORM: usize = 5;

/// A version that the question names, where the works at hand are of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherVersion {
    /// The number that is asked about: "3.12".
    pub asked: String,
    /// With the product, as the question writes it: "Python 3.12".
    pub named: String,
    /// The work that there is: "Python 3.11.2 documentation".
    pub held: String,
}

/// The first product of the question that stands before a version which no work of its name has. None where some work
/// has it, or no work says its version.
pub fn other_version(question: &str, materials: &[Material<'_>]) -> Option<OtherVersion> {
    let all = words(question);
    all.windows(2).find_map(|pair| {
        let [name, number] = pair else { return None };
        let beside = question[name.range.end..number.range.start] == *" " && number.shape == Shape::Number;
        let product = name.shape != Shape::Number && !is_stop_word(&name.text.to_lowercase(), "en");
        if !beside || !product {
            return None;
        }
        let mut held = None;
        for work in materials.iter().filter_map(|material| material.document.work.as_deref()) {
            let Some(version) = version_of(work, name) else { continue };
            if holds(version, number.text) {
                return None;
            }
            held.get_or_insert(work);
        }
        Some(OtherVersion {
            asked: number.text.to_owned(),
            named: question[name.range.start..number.range.end].to_owned(),
            held: held?.to_owned(),
        })
    })
}

/// The date that the question names, where a heading above a passage, such as the title of minutes, has another one, and
/// nothing in the passage or above it has the one that is asked about. What stands above a post only dates the post.
pub fn other_date(
    question: &str,
    language: &str,
    found: &Evidence,
    materials: &[Material<'_>],
) -> Option<OtherVersion> {
    let posted = |material: &Material<'_>| material.document.kind == DocumentKind::Forum;
    let material = Material::of(materials, &found.source).filter(|material| !posted(material))?;
    let text = slice(material.text, found.passage.span);
    let dates = |text: &str| -> Vec<(Mention, String)> {
        let is_year = |mention: &Mention| matches!(mention.value, Value::Date(Date { year: Some(_), .. }));
        let found = mentions(text, language).into_iter().filter(is_year);
        found.map(|mention| (mention.clone(), text[mention.range].to_owned())).collect()
    };
    let asked = dates(question);
    let [(asked, named)] = asked.as_slice() else { return None };
    let above: Vec<(Mention, String)> = found.headings.iter().flat_map(|heading| dates(heading)).collect();
    let (_, held) = above.first()?;
    let agrees = |(date, _): &(Mention, String)| date.value.agrees(&asked.value);
    let other = OtherVersion { asked: named.clone(), named: named.clone(), held: held.clone() };
    (!above.iter().any(agrees) && !dates(text).iter().any(agrees)).then_some(other)
}

/// Is `asked` this version, or a prefix of it? "15" matches "15.18".
pub fn holds(version: &str, asked: &str) -> bool {
    version == asked || version.strip_prefix(asked).is_some_and(|rest| rest.starts_with('.'))
}

/// The version in the name of a work that is called so.
pub fn version_of<'w>(work: &'w str, name: &Word<'_>) -> Option<&'w str> {
    let name = name.text.to_lowercase();
    let pieces: Vec<&str> = work.split_whitespace().collect();
    let called = pieces.iter().any(|piece| {
        let piece = piece.to_lowercase();
        piece == name || name.chars().count() >= SHORT_FORM && piece.starts_with(&name)
    });
    let number = |piece: &&str| piece.starts_with(|c: char| c.is_ascii_digit());
    let version = pieces.iter().map(|piece| piece.trim_start_matches('v')).find(number);
    version.filter(|_| called)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::Document;

    fn other(question: &str, works: &[&str]) -> Option<(String, String)> {
        let documents: Vec<Document> = works
            .iter()
            .map(|work| Document { work: Some((*work).to_owned()), ..Document::default() })
            .collect();
        let materials: Vec<Material<'_>> =
            documents.iter().map(|document| Material::new(document, "")).collect();
        other_version(question, &materials).map(|other| (other.named, other.held))
    }

    #[test]
    fn another_date_above_a_passage_is_told() {
        let within = |kind: DocumentKind, question: &str, heading: &str, text: &str| {
            let document = Document { kind, ..Document::default() };
            let material = Material::new(&document, text);
            let passage = material.passage(0..text.len());
            let headings = vec![heading.to_owned()];
            let found =
                Evidence { source: material.source.clone(), passage, headings, ..Evidence::default() };
            other_date(question, "en", &found, &[material]).map(|other| (other.named, other.held))
        };
        let told =
            |question: &str, heading: &str, text: &str| within(DocumentKind::Page, question, heading, text);
        let heading = "Postmortem: EU outage, 12 March 2024";
        let other = Some(("May 2025".to_owned(), "12 March 2024".to_owned()));
        assert_eq!(told("What caused the outage in May 2025?", heading, "No fencing."), other);
        let post = within(DocumentKind::Forum, "What caused the outage in May 2025?", heading, "No fencing.");
        assert_eq!(post, None, "that day, somebody wrote it");
        assert_eq!(told("What caused the outage in March 2024?", heading, "No fencing."), None);
        assert_eq!(told("What caused the outage in 2024?", heading, "No fencing."), None);
        assert_eq!(
            told("What caused the outage in May 2025?", heading, "In May 2025, it happened again."),
            None
        );
        assert_eq!(told("What caused the outage?", heading, "No fencing."), None);
        assert_eq!(told("What caused the outage in May 2025?", "Postmortems", "No fencing."), None);
    }

    #[test]
    fn a_version_that_no_work_has_is_told() {
        let works = ["Python 3.11.2 documentation", "PostgreSQL 15.20 Documentation", "SQLite"];
        let told = Some(("Python 3.12".to_owned(), "Python 3.11.2 documentation".to_owned()));
        assert_eq!(other("What is new in Python 3.12?", &works), told);
        assert_eq!(other("What is new in Python 3.11?", &works), None);
        assert_eq!(other("Are hash indexes of Postgres 15 safe?", &works), None);
        assert!(other("Are hash indexes of Postgres 16 safe?", &works).is_some());
        assert_eq!(other("Since SQLite 3.25?", &works), None, "no work says its version");
        assert_eq!(other("What are the 3 modes?", &["Using the GNU Compiler Collection 12.2"]), None);
        assert_eq!(other("What changed in 2024?", &["Changes in Git 2.40"]), None);
        assert_eq!(other("Who won the 2022 World Cup?", &works), None);
    }
}
