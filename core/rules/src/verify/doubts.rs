//! What makes it doubtful that a source says a claim whose words it has: an opposite, another bound, another order or
//! time, a restriction that the source doesn't have, and what it only prevents.
//!
//! Words alone can't tell whether the claim is wrong, so it is partly supported, and a model that checks may say
//! otherwise.

use super::bounds::other_limit;
use super::defaults::other_default;
use super::denied::{doubted, perhaps_denied};
use super::differs::{exchanged, turned};
use super::known::{AnalyzedText, Reader};
use super::order::{other_time, reordered};
use super::restrictions::otherwise_restricted;
use super::reversals::reversed;
use super::wording::Wording;
use crate::text::tables::{Tables, lists};
use std::collections::BTreeSet;

/// Shares of a claim's words near a quote, from which on the quote may say it in other words: of any claim, and of one
/// whose values and names are all there.
const MAY_SAY: f64 = 0.35;
const MAY_SAY_OF_IT: f64 = 0.25;
/// The share of a claim's clause that one of another thing or case must contain to deny it perhaps.
const SAME_CLAUSE: f64 = 0.75;

/// Why the claim is in doubt, as the end of a sentence for the writer.
pub(super) fn doubt(
    claim: &AnalyzedText<'_>,
    around: &AnalyzedText<'_>,
    reader: &mut Reader<'_>,
) -> Option<String> {
    let (ours, theirs) = (Wording::of(claim, reader), Wording::of(around, reader));
    reversed(&ours, &theirs)
        .or_else(|| other_limit(&ours, &theirs))
        .map(turned)
        .or_else(|| reordered(&ours, &theirs).map(exchanged))
        .or_else(|| other_time(&ours, &theirs))
        .or_else(|| other_default(&ours, &theirs))
        .or_else(|| otherwise_restricted(&ours, &theirs))
        .or_else(|| {
            let range = doubted(reader.clauses(claim), reader.clauses(around))?;
            Some(format!("the source speaks of preventing or avoiding it: “{}”", around.text.get(range)?))
        })
        .or_else(|| {
            let range = perhaps_denied(reader.clauses(claim), reader.clauses(around), SAME_CLAUSE)?;
            Some(format!("the source may say the opposite: “{}”", around.text.get(range)?))
        })
}

/// May the source say a claim of which it has few words? It has the values and names, if there are any, and most words
/// that name or do something.
pub(super) fn may_say(claim: &AnalyzedText<'_>, there: &AnalyzedText<'_>, reader: &mut Reader<'_>) -> bool {
    let ours = Wording::of(claim, reader);
    let (tables, build) = (Tables::or_english(ours.language), lists::Tables::or_english(ours.language));
    let idle = [&tables.empty_words, &tables.prepositions, &tables.idle, &build.connectives];
    let values: Vec<usize> = claim.values().map(|value| value.range.start).collect();
    let says = |at: &usize| {
        let word = ours.word(*at);
        !idle.iter().any(|words| words.has(&word)) && !values.contains(&ours.tokens[*at].range.start)
    };
    let wanted: BTreeSet<u32> =
        (0..ours.tokens.len()).filter(says).flat_map(|at| ours.keys(at..at + 1)).collect();
    let shared = wanted.intersection(&reader.all_keys(there)).count();
    let share = shared as f64 / wanted.len().max(1) as f64;
    match values.is_empty() {
        true => shared > 1 && share >= MAY_SAY,
        false => shared > 0 && share >= MAY_SAY_OF_IT,
    }
}

#[cfg(test)]
mod tests {
    use super::super::agreement::{Finding, Ground};
    use super::super::quotes::Context;
    use super::*;
    use crate::Material;
    use gorkd_core::model::{Document, Support};

    fn found(claim: &str, text: &str, quote: &str) -> Finding {
        let document = Document { title: "Notes".into(), ..Document::default() };
        let material = Material::new(&document, text);
        let start = text.find(quote).unwrap_or(0);
        let context = Context::new(&material, start..start + quote.len());
        Reader::new("en").agreement(claim, &context)
    }

    #[test]
    fn what_turns_the_source_round_is_supported_in_part_at_most() {
        const MARK: &str = "This option sets/unsets the mark of the paths. If you want to change the file, you need to \
            unset the mark.";
        const GAPS: &str = "This means that aborts or crashes can result in gaps of the sequence.";
        const COPY: &str = "The second copy is usually ignored to prevent accidentally committing it.";
        const DEFAULT: &str =
            "Changed in version 3.5: The default is the number of processors, multiplied by five.";
        for (claim, text, quote, words) in [
            ("Set the mark again before you edit the file.", MARK, "This option sets/unsets", "“unset”"),
            ("A gap can only come from aborts or crashes.", GAPS, GAPS, "“only”"),
            ("The copy should be committed.", COPY, COPY, "preventing"),
            ("Before version 3.5, the default was the number of processors.", DEFAULT, DEFAULT, "3.5"),
        ] {
            let found = found(claim, text, quote);
            assert_eq!((found.support, found.ground), (Support::Partly, Ground::Words), "{claim}: {found:?}");
            assert!(found.problem.is_some_and(|problem| problem.contains(words)), "{claim}");
        }
        assert_eq!(found("Unset the mark before you edit the file.", MARK, MARK).support, Support::Supported);
    }

    #[test]
    fn another_bound_and_another_order_are_contradicted() {
        const WORKERS: &str =
            "The default keeps at least 5 workers for slow tasks. It uses at most 32 cores for fast ones.";
        const INSERT: &str = "An insert with a rule will compute the row, including all calls of next_value, before \
            detecting any conflict that would make it follow the rule.";
        for (claim, text) in [
            ("The default keeps at most 5 workers for slow tasks.", WORKERS),
            ("It uses at least 32 cores for fast tasks.", WORKERS),
            ("An insert with a rule detects any conflict before all calls of next_value.", INSERT),
        ] {
            assert_eq!(found(claim, text, text).support, Support::Contradicted, "{claim}");
        }
        for (claim, text) in [
            ("By default, at least 5 workers are kept for slow tasks.", WORKERS),
            ("An insert with a rule detects any conflict after all calls of next_value.", INSERT),
        ] {
            assert_eq!(found(claim, text, text).support, Support::Supported, "{claim}");
        }
    }

    #[test]
    fn few_of_its_words_may_say_a_claim() {
        const MERGE: &str =
            "An evil merge is a merge that introduces changes that do not appear in any parent.";
        const ABORT: &str = "To avoid blocking concurrent transactions that take numbers from one sequence, the value is not \
            reclaimed for re-use if the transaction aborts.";
        const RELEASE: &str = "Notes on release 3.25.0: it can rename a column.";
        for (claim, text) in [
            ("Such a merge contains something that no parent contains.", MERGE),
            (
                "Numbers aren't reused, because otherwise concurrent transactions would have to wait for each other.",
                ABORT,
            ),
            ("You need at least release 3.25.0 of the program.", RELEASE),
        ] {
            let found = found(claim, text, text);
            assert_eq!((found.support, found.ground), (Support::Partly, Ground::Words), "{claim}: {found:?}");
        }
        for claim in
            ["Such a door contains something that no parent contains.", "You need at least release 3.26.0."]
        {
            assert!(found(claim, MERGE, MERGE).support <= Support::Unsupported, "{claim}");
        }
        const ABOVE: &str = "The maximum number of attached databases cannot be increased above 125.";
        for (claim, words) in
            [("You can't go higher than 125.", "few of its words"), ("Tea is hot.", "about something else")]
        {
            let found = found(claim, ABOVE, ABOVE);
            assert!(found.support <= Support::Unsupported, "{claim}: {found:?}");
            assert!(
                found.problem.as_ref().is_some_and(|problem| problem.contains(words)),
                "{claim}: {found:?}"
            );
        }
    }
}
