//! Versions that only say what a claim is about: "in Python 3.11", of a page of the "Python 3.11.2 documentation". The name
//! of the work bears them out, but not that something began, ended, or changed with them.

use super::known::{AnalyzedText, Reader};
use super::quotes::Context;
use crate::text::mentions::{Mention, MentionKind, Value};
use crate::text::tables::Tables;
use crate::text::units::Unit;
use crate::text::words::{fold, words};
use crate::versions::{holds, version_of};

/// Words before a version that say how it is meant: "starting with version 3.11".
const BEFORE: usize = 4;

/// The versions that the documents of some quotes name.
#[derive(Clone, Debug, Default)]
pub(super) struct Scopes {
    /// In their names.
    works: Vec<String>,
    /// Their names: work, title, headings, and site.
    names: Vec<String>,
    /// In the quoted sentences.
    quoted: Vec<String>,
}

impl Scopes {
    /// None are needed for a claim without a version.
    pub fn of(claim: &AnalyzedText<'_>, contexts: &[Context<'_>], reader: &mut Reader<'_>) -> Self {
        if !claim.mentions().iter().any(|mention| number_of(claim, mention).is_some()) {
            return Self::default();
        }
        let mut named = |texts: Vec<&str>| -> Vec<String> {
            let known = reader.of(&texts.join("\n\n"));
            let versions = known.mentions().iter().filter(|mention| mention.kind == MentionKind::Version);
            versions.filter_map(|mention| Some(number_of(&known, mention)?.to_owned())).collect()
        };
        Self {
            works: named(contexts.iter().flat_map(Context::names).collect()),
            names: contexts.iter().flat_map(Context::names).map(str::to_owned).collect(),
            quoted: named(contexts.iter().map(|context| context.sentence).collect()),
        }
    }

    /// Is it the version of a cited work, or a prefix of it, and only what the claim is about?
    pub fn hold(&self, claim: &AnalyzedText<'_>, mention: &Mention) -> bool {
        let Some(number) = number_of(claim, mention) else { return false };
        let is_of_work = match is_version(mention, number) {
            true => self.works.iter().any(|version| holds(version, number)),
            // A whole number may count anything, unless it stands behind the name of the work: "PostgreSQL 15".
            false => {
                let before = &claim.text[..mention.range.start];
                let all = words(before);
                let product = all.last().filter(|word| before[word.range.end..] == *" ");
                let mut versions = self.names.iter().filter_map(|name| version_of(name, product?));
                versions.any(|version| holds(version, number))
            }
        };
        is_of_work && !is_turn(claim, mention)
    }

    /// Does the claim say of the work's version what the quoted sentence dates by another one? It may have been replaced
    /// since, which only a reader can tell. As the end of a sentence for the writer.
    pub fn undated(&self, claim: &AnalyzedText<'_>) -> Option<String> {
        let number = |one| number_of(claim, one).filter(|number| is_version(one, number));
        let numbers: Vec<&str> = claim.mentions().iter().filter_map(number).collect();
        let other = self.quoted.iter().find(|version| !numbers.iter().any(|said| holds(version, said)))?;
        let is_whole = |said: &str| self.works.iter().any(|version| version == said);
        let mut inferred = claim.mentions().iter().filter(|mention| self.hold(claim, mention));
        let said = inferred.find_map(|mention| number_of(claim, mention).filter(|said| !is_whole(said)))?;
        Some(format!("the quote tells of {other}, and only the work is of {said}; name both"))
    }
}

/// The number of a version, or of what may be one.
fn number_of<'c>(claim: &'c AnalyzedText<'_>, mention: &Mention) -> Option<&'c str> {
    let number = claim.text[mention.range.clone()].trim_start_matches(['v', 'V']);
    let bare = matches!(mention.value, Value::Number { unit: Unit::None, .. });
    let pointed = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    (pointed && (bare || mention.kind == MentionKind::Version)).then_some(number)
}

/// Does it look like a version, as in "it applies to 3.11 as well"?
fn is_version(mention: &Mention, number: &str) -> bool {
    mention.kind == MentionKind::Version || number.contains('.')
}

/// Does the claim say that something began, ended, or changed with a version: "since Python 3.11", "new in 3.11"? Where it
/// names several, the clause of each tells.
fn is_turn(claim: &AnalyzedText<'_>, mention: &Mention) -> bool {
    let tables = Tables::or_english(claim.language);
    let (before, behind) = (&claim.text[..mention.range.start], &claim.text[mention.range.end..]);
    let all = words(before);
    let near = all.get(all.len().saturating_sub(BEFORE)).map_or("", |word| &before[word.range.start..]);
    let near = fold(near);
    let is_other = |other: &Mention| other.kind == MentionKind::Version && other.range != mention.range;
    let ends = |c: char| matches!(c, ',' | ';' | ':' | '(' | ')' | '，' | '、');
    let clause = match claim.mentions().iter().any(is_other) {
        true => {
            let start = before.rfind(ends).unwrap_or(0);
            let end = behind.find(ends).unwrap_or(behind.len());
            &claim.text[start..mention.range.end + end]
        }
        false => claim.text.as_str(),
    };
    let clause = fold(clause);
    let turns = [&tables.past, &tables.changing, &tables.turning];
    tables.of_time().iter().any(|words| words.folded().stand_in(&near))
        || turns.iter().any(|words| words.folded().stand_in(&clause))
}

#[cfg(test)]
mod tests {
    use super::super::agreement::{Finding, Ground};
    use super::*;
    use crate::Material;
    use gorkd_core::model::{Document, Support};

    const TEXT: &str = "# Executors\n\nChanged in version 3.8: Default value of max_workers is changed to `min(32, \
        os.cpu_count() + 4)`.\n\nIdle worker threads of the pool are reused before new ones are started.";

    fn found(claim: &str, quote: &str) -> Finding {
        let document = Document {
            title: "Launching parallel tasks".into(),
            work: Some("Python 3.11.2 documentation".into()),
            ..Document::default()
        };
        let material = Material::new(&document, TEXT);
        let start = TEXT.find(quote).unwrap_or(0);
        let context = Context::new(&material, start..start + quote.len());
        Reader::new("en").agreement(claim, &context)
    }

    const CHANGED: &str =
        "Changed in version 3.8: Default value of max_workers is changed to `min(32, os.cpu_count() + 4)`.";
    const IDLE: &str = "Idle worker threads of the pool are reused before new ones are started.";

    #[test]
    fn the_version_of_the_work_needs_no_passage() {
        for claim in [
            "In Python 3.11, idle worker threads of the pool are reused before others are started.",
            "In Python 3.11.2, idle worker threads of the pool are reused before others are started.",
            "In Python 3, idle worker threads of the pool are reused before others are started.",
            "In version 3.11, idle worker threads of the pool are reused before others are started.",
        ] {
            assert_eq!(found(claim, IDLE).support, Support::Supported, "{claim}");
        }
        let both =
            "This has been the default value of max_workers since Python 3.8, so it applies to 3.11 as well.";
        assert_eq!(found(both, CHANGED).support, Support::Supported);
    }

    #[test]
    fn another_version_fails_and_so_does_a_turn_that_only_the_work_dates() {
        for claim in [
            "In Python 3.12, idle worker threads of the pool are reused before others are started.",
            "In Ruby 3, idle worker threads of the pool are reused before others are started.",
            "In Python 2, idle worker threads of the pool are reused before others are started.",
            "In Python, 3 idle worker threads of the pool are reused before others are started.",
            "In Python 3.1, idle worker threads of the pool are reused before others are started.",
            "In Python 3.11.3, idle worker threads of the pool are reused before others are started.",
            "Since Python 3.11, idle worker threads of the pool are reused before others are started.",
            "Idle worker threads of the pool are reused, which was introduced in Python 3.11.",
            "Starting with version 3.11, idle worker threads of the pool are reused.",
        ] {
            let found = found(claim, IDLE);
            assert!(found.support <= Support::Unsupported, "{claim}: {found:?}");
        }
        for claim in [
            "Changed in version 3.11: Default value of max_workers is changed to `min(32, os.cpu_count() + 4)`.",
            "The default value of max_workers was changed to `min(32, os.cpu_count() + 4)` in Python 3.11.",
        ] {
            assert!(found(claim, CHANGED).support <= Support::Unsupported, "{claim}");
        }
    }

    #[test]
    fn what_the_quote_dates_by_another_version_is_for_a_reader_to_tell() {
        let found = found("In Python 3.11 the default is `min(32, os.cpu_count() + 4)`.", CHANGED);
        assert_eq!((found.support, found.ground), (Support::Partly, Ground::Words), "{found:?}");
        assert!(found.problem.is_some_and(|problem| problem.contains("3.8") && problem.contains("3.11")));
    }
}
