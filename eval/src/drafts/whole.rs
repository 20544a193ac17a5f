//! Whole drafts: the sentences of an answering block, some in other words, with one false sentence among them. How
//! much of what an answer must include is left once the draft is checked?

use super::falsify::{Falsehood, falsify};
use super::paraphrase::paraphrase;
use super::random::Random;
use super::{Desk, claim, quote};
use crate::Kit;
use crate::figures::{rounded, share};
use crate::questions::Patterns;
use crate::under_test::check_draft;
use anyhow::Result;
use gorkd_core::model::{DraftClaim, Support};
use serde_json::{Map, Value, json};

/// Drafts with what they must include before and after the check, and after a repair.
#[derive(Debug, Default)]
pub struct DraftScores {
    drafts: Vec<Included>,
    /// Sentences that hold, those of them that were cut, and those that a writer would be asked to mend.
    sentences: usize,
    cut: usize,
    complained: usize,
}

/// Does a draft hold all that it must include?
#[derive(Clone, Copy, Debug, Default)]
struct Included {
    before: bool,
    after: bool,
    /// Once a writer has put the page's own words where something was wrong.
    mended: bool,
}

/// One draft a question whose block has sentences.
pub fn kept(kit: &Kit, desks: &[Desk<'_>], random: &mut Random) -> Result<DraftScores> {
    let mut kept = DraftScores::default();
    for desk in desks {
        let page = desk.page;
        let mut claims: Vec<(DraftClaim, bool)> = Vec::new();
        for sentence in page.answer() {
            let other = if random.coin() { paraphrase(&sentence.text, random) } else { None };
            let text = other.as_deref().unwrap_or(&sentence.text);
            claims.push((claim(text, quote(&page.reading, &sentence.text)), true));
        }
        if claims.is_empty() {
            continue;
        }
        if let Some((from, said)) = falsehood(desk, random) {
            let at = random.below(claims.len() + 1);
            claims.insert(at, (claim(&said, quote(&page.reading, from)), false));
        }
        let draft: Vec<DraftClaim> = claims.iter().map(|(claim, _)| claim.clone()).collect();
        let supports = check_draft(&desk.asked(kit), &desk.run, draft);
        let mended: Vec<DraftClaim> = claims
            .iter()
            .zip(&supports)
            .map(|((claim, _), support)| match support {
                Support::Supported => claim.clone(),
                Support::Partly | Support::Unsupported | Support::Contradicted => {
                    let own = claim.quotes.first().map(|quote| quote.text.clone()).unwrap_or_default();
                    DraftClaim { text: own, ..claim.clone() }
                }
            })
            .collect();
        let again = check_draft(&desk.asked(kit), &desk.run, mended.clone());
        let left = mended.iter().zip(again).filter(|(_, support)| *support >= Support::Partly);
        let left: Vec<&str> = left.map(|(claim, _)| claim.text.as_str()).collect();
        let patterns = Patterns::of(&page.case)?;
        let holding: Vec<(&str, Support)> = claims
            .iter()
            .zip(supports)
            .filter(|((_, holds), _)| *holds)
            .map(|((claim, _), support)| (claim.text.as_str(), support))
            .collect();
        let said = |least: Support| {
            let left = holding.iter().filter(|(_, support)| *support >= least).map(|(text, _)| *text);
            patterns.all_in(&left.collect::<Vec<_>>().join("\n"))
        };
        kept.drafts.push(Included {
            before: said(Support::Contradicted),
            after: said(Support::Partly),
            mended: patterns.all_in(&left.join("\n")),
        });
        kept.sentences += holding.len();
        kept.complained += holding.iter().filter(|(_, support)| *support < Support::Supported).count();
        kept.cut += holding.iter().filter(|(_, support)| *support < Support::Partly).count();
    }
    Ok(kept)
}

/// A sentence of the block that was made false in the first way that fits, from one chosen at random on.
fn falsehood<'d>(desk: &'d Desk<'_>, random: &mut Random) -> Option<(&'d str, String)> {
    let mut kinds = Falsehood::ALL.to_vec();
    random.shuffle(&mut kinds);
    kinds.into_iter().find_map(|kind| {
        let sentence = desk.page.answer().find_map(|sentence| {
            let said = falsify(kind, &sentence.text, random)?;
            Some((sentence.text.as_str(), said))
        });
        sentence.filter(|(from, said)| !desk.page.says_beside(said, from))
    })
}

impl DraftScores {
    pub fn scores(&self) -> Map<String, Value> {
        let before = share(&self.drafts, |draft| draft.before);
        let after = share(&self.drafts, |draft| draft.after);
        let mended = share(&self.drafts, |draft| draft.mended);
        let of_all = |count: usize| (self.sentences > 0).then(|| count as f64 / self.sentences as f64);
        let named = [
            ("drafts", json!(self.drafts.len())),
            ("must_include_before", rounded(before)),
            ("must_include_after", rounded(after)),
            ("must_include_mended", rounded(mended)),
            ("true_sentences_cut", rounded(of_all(self.cut))),
            ("true_sentences_complained", rounded(of_all(self.complained))),
        ];
        named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    pub fn table(&self) -> String {
        let count = |one: fn(&Included) -> bool| self.drafts.iter().filter(|draft| one(draft)).count();
        format!(
            "{} whole drafts: {} hold all that they must include before the check, {} after it, {} after a repair; of {} \
             true sentences {} were cut, and {} would be sent back.\n\n",
            self.drafts.len(),
            count(|draft| draft.before),
            count(|draft| draft.after),
            count(|draft| draft.mended),
            self.sentences,
            self.cut,
            self.complained
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_counted_by_draft() {
        let draft = |before, after, mended| Included { before, after, mended };
        let drafts = vec![draft(true, true, true), draft(true, false, true), draft(false, false, false)];
        let kept = DraftScores { drafts, sentences: 8, cut: 2, complained: 4 };
        let scores = kept.scores();
        assert_eq!(scores["must_include_before"], json!(0.6667));
        assert_eq!(scores["must_include_after"], json!(0.3333));
        assert_eq!(scores["must_include_mended"], json!(0.6667));
        assert_eq!(scores["true_sentences_cut"], json!(0.25));
        assert_eq!(scores["true_sentences_complained"], json!(0.5));
        assert!(kept.table().starts_with("3 whole drafts: 2 hold"));
        assert!(DraftScores::default().scores()["must_include_before"].is_null());
    }
}
