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

/// Drafts with what they must include before and after the check.
#[derive(Debug, Default)]
pub struct Kept {
    /// Before, after.
    drafts: Vec<(bool, bool)>,
    /// Sentences that hold, and those of them that were cut.
    sentences: usize,
    cut: usize,
}

/// One draft a question whose block has sentences.
pub fn kept(kit: &Kit, desks: &[Desk<'_>], random: &mut Random) -> Result<Kept> {
    let mut kept = Kept::default();
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
        kept.drafts.push((said(Support::Contradicted), said(Support::Partly)));
        kept.sentences += holding.len();
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

impl Kept {
    pub fn scores(&self) -> Map<String, Value> {
        let before = share(&self.drafts, |(before, _)| *before);
        let after = share(&self.drafts, |(_, after)| *after);
        let cut = (self.sentences > 0).then(|| self.cut as f64 / self.sentences as f64);
        let named = [
            ("drafts", json!(self.drafts.len())),
            ("must_include_before", rounded(before)),
            ("must_include_after", rounded(after)),
            ("true_sentences_cut", rounded(cut)),
        ];
        named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    pub fn table(&self) -> String {
        let count = |one: fn(&(bool, bool)) -> bool| self.drafts.iter().filter(|draft| one(draft)).count();
        format!(
            "{} whole drafts: {} hold all that they must include before the check, {} after it; {} of {} true \
             sentences were cut.\n\n",
            self.drafts.len(),
            count(|(before, _)| *before),
            count(|(_, after)| *after),
            self.cut,
            self.sentences
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_counted_by_draft() {
        let kept = Kept { drafts: vec![(true, true), (true, false), (false, false)], sentences: 8, cut: 2 };
        let scores = kept.scores();
        assert_eq!(scores["must_include_before"], json!(0.6667));
        assert_eq!(scores["must_include_after"], json!(0.3333));
        assert_eq!(scores["true_sentences_cut"], json!(0.25));
        assert!(kept.table().starts_with("3 whole drafts: 2 hold"));
        assert!(Kept::default().scores()["must_include_before"].is_null());
    }
}
