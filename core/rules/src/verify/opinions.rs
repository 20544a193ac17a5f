//! Claims that rules can't decide, and how a model's opinion changes them.
//!
//! Rules have the last word. The model can lower their result. It can also confirm a claim that only lacks words in
//! the source, or that rules consider the opposite because of single words. It is ignored for claims with a different
//! number, without a quote, or in nearly the same words in the source.

use super::agreement::{Ground, in_quotation_marks, not_in};
use super::{Checked, Checker, Place, VerifyInput};
use crate::text::stopwords::is_stop_word;
use crate::text::tables::Tables;
use crate::text::words::{Word, words};
use gorkd_core::model::Support;

/// A claim that rules can't decide, with the passages that it relies on.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubtful {
    /// Its position in the draft, from 0.
    pub claim: u32,
    pub found: Support,
    pub places: Vec<Place>,
}

/// The claims of a draft that rules can neither clear nor refute.
pub fn doubtful(input: &VerifyInput<'_>) -> Vec<Doubtful> {
    let mut checker = Checker::of(input);
    let checked = input.draft.claims.iter().map(|claim| checker.check(claim));
    let doubtful = (0..).zip(checked).filter(|(_, checked)| is_doubtful(checked));
    doubtful.map(|(claim, c)| Doubtful { claim, found: c.support, places: places(&c) }).collect()
}

/// What is cited for a claim, and whatever else its writer quoted: each may say a part of it.
fn places(claim: &Checked<'_>) -> Vec<Place> {
    let others = claim.quoted.iter().filter(|place| !claim.cited.contains(place));
    claim.cited.iter().chain(others).cloned().collect()
}

fn is_doubtful(claim: &Checked<'_>) -> bool {
    match claim.support {
        Support::Supported => claim.ground == Ground::Words,
        Support::Partly => true,
        Support::Unsupported | Support::Contradicted => {
            claim.ground == Ground::Words && !claim.quoted.is_empty()
        }
    }
}

impl Checker<'_, '_> {
    /// Applies a model's opinions to the claims.
    pub(super) fn hear(&mut self, checked: &mut [Checked<'_>]) {
        for opinion in self.input.opinions {
            let claim = usize::try_from(opinion.claim).ok().and_then(|place| checked.get_mut(place));
            if let (Some(claim), Some(said)) = (claim.filter(|claim| is_doubtful(claim)), opinion.said) {
                self.weigh(claim, said);
            }
        }
    }

    fn weigh(&mut self, claim: &mut Checked<'_>, said: Support) {
        let problem = match said {
            Support::Supported => {
                if claim.ground == Ground::Words {
                    claim.support = Support::Supported;
                    claim.ground = Ground::Read;
                    claim.problem = None;
                    self.cite(claim);
                }
                return;
            }
            Support::Partly if claim.support == Support::Partly => return,
            Support::Partly => match self.lacking(claim) {
                Some(words) => {
                    format!("the source says only part of it; no passage that it cites has {words}")
                }
                None => "the source says only part of it".to_owned(),
            },
            Support::Unsupported => "the source has its words, but does not say it".to_owned(),
            Support::Contradicted => "the source says otherwise".to_owned(),
        };
        claim.support = said;
        claim.problem = Some(format!("“{}”: {problem}.", claim.draft.text.trim()));
        if said == Support::Partly {
            self.cite(claim);
        } else {
            claim.cited.clear();
            claim.in_part.clear();
        }
    }

    /// The words of a claim that stand nowhere near what it cites. `None` if there are none, or if it is in another
    /// language.
    fn lacking(&mut self, claim: &Checked<'_>) -> Option<String> {
        let reader = &mut self.reader;
        let mut there: Vec<String> = Vec::new();
        for place in places(claim) {
            let context = self.input.context(&place);
            if context.language.is_some_and(|written| written != reader.language) {
                return None;
            }
            there.extend(context.surroundings().map(str::to_owned));
        }
        let (ours, there) = (reader.of(&claim.draft.text), reader.of(&there.join("\n\n")));
        let missing = not_in(&ours, &there, reader);
        let telling: Vec<String> = missing
            .iter()
            .filter_map(|run| without_ordinary(run, reader.language))
            .map(str::to_owned)
            .collect();
        in_quotation_marks(&telling)
    }

    /// A supported claim cites something: its own quotes, if rules found nothing in them, and otherwise also those that
    /// say more of it than what is cited.
    fn cite(&mut self, claim: &mut Checked<'_>) {
        if claim.cited.is_empty() {
            claim.cited.clone_from(&claim.quoted);
        }
        let kept: Vec<Place> = claim.cited.iter().chain(&claim.in_part).cloned().collect();
        let others = claim.quoted.iter().filter(|place| !kept.contains(place)).cloned().collect();
        let more = self.more(&claim.draft.text, &kept, others);
        claim.in_part.extend(more);
    }
}

/// A run of words without the ordinary ones around it. None if it has no others: a passage that has no "since" lacks nothing.
fn without_ordinary<'t>(run: &'t str, language: &str) -> Option<&'t str> {
    let tables = Tables::or_english(language);
    let tells = |word: &&Word<'_>| {
        let word = word.text.to_lowercase();
        let is_of_time = tables.of_time().iter().any(|words| words.has(&word));
        !is_stop_word(&word, language) && !tables.prepositions.has(&word) && !is_of_time
    };
    let words = words(run);
    let (first, last) = (words.iter().find(tells)?, words.iter().rfind(tells)?);
    run.get(first.range.start..last.range.end)
}
