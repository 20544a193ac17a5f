//! The suite `drafts`: does the check let true sentences through and stop false ones? Sentences of pages that answer
//! questions are made into drafts as a model might write them, word for word, in other words, or wrong in one named
//! way, and checked as a job checks a model's draft.
//!
//! Two kinds of falsehood lie in the citing: `wrong_id` cites a passage of another page, and `made_up_quote` gives
//! words as a quotation that do not stand in the page. Everything is chosen by a seed.

mod checked;
mod falsify;
mod pages;
mod paraphrase;
mod random;
mod whole;

use crate::questions::{Case, Site};
use crate::under_test::{Asked, Ranking, Run, analyze, check_draft, judged};
use crate::{Kit, Report, Row};
use anyhow::{Result, ensure};
use checked::Checked;
use falsify::{Falsehood, falsify};
use gorkd_core::model::{DraftClaim, Part, Question, Quote, Reading, Support};
use pages::{Page, Sentence};
use paraphrase::paraphrase;
use random::Random;
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Instant;

/// Sentences of a kind, where the pages have as many.
const A_KIND: usize = 80;
/// Times that the sentences are gone through for as many.
const ROUNDS: usize = 3;

/// A quote as a model would copy it: its words, unplaced.
fn quote(reading: &Reading, words: &str) -> Quote {
    Quote {
        source: reading.document.source_id(),
        hash: reading.document.hash.clone(),
        span: None,
        text: words.to_owned(),
    }
}

fn claim(text: &str, quote: Quote) -> DraftClaim {
    DraftClaim { text: text.to_owned(), part: Part::Summary, heading: None, block: None, quotes: vec![quote] }
}

/// Makes a claim out of a sentence, and says to which page it belongs.
type Make<'m> = dyn Fn(&Desk<'_>, &Sentence, &mut Random) -> Option<(usize, DraftClaim)> + 'm;

/// A page with its question, judged once for all sentences that are checked against it.
struct Desk<'a> {
    page: &'a Page,
    question: Question,
    run: Run<'a>,
}

impl Desk<'_> {
    fn asked<'d>(&'d self, kit: &'d Kit) -> Asked<'d> {
        Asked { question: &self.question, earlier: &[], budget: &kit.budget }
    }

    fn support(&self, kit: &Kit, claim: DraftClaim) -> Support {
        check_draft(&self.asked(kit), &self.run, vec![claim]).first().copied().unwrap_or_default()
    }
}

/// A sentence to be checked.
struct Made<'a> {
    kind: &'static str,
    /// Should it pass?
    holds: bool,
    desk: &'a Desk<'a>,
    /// The sentence it was made of.
    from: &'a Sentence,
    claim: DraftClaim,
}

/// Makes drafts of the questions' pages and checks them.
pub async fn suite(kit: &Kit, site: &Site, seed: u64) -> Result<Report> {
    let cases: Vec<Case> = kit.limited(crate::lines::lines(&kit.data)?);
    let pages = pages::read(kit, site, cases).await?;
    ensure!(pages.len() > 1, "Drafts take two pages or more; {} has answers on fewer.", kit.data.display());
    let desks: Vec<Desk<'_>> = pages
        .iter()
        .map(|page| {
            let question = analyze(&page.case.question, kit.now);
            let asked = Asked { question: &question, earlier: &[], budget: &kit.budget };
            let run = judged(&asked, std::slice::from_ref(&page.reading), Ranking::default());
            Desk { page, question, run }
        })
        .collect();
    let mut random = Random::new(seed);
    let mut rows = Vec::new();
    let mut checked = Checked::default();
    for made in make(&desks, &mut random) {
        let clock = Instant::now();
        let text = made.claim.text.clone();
        let support = made.desk.support(kit, made.claim);
        checked.add(made.kind, made.holds, support);
        rows.push(Row {
            id: format!("{}/{}/{}", made.desk.page.case.name(), made.kind, rows.len() + 1),
            prediction: json!({"support": support, "text": text}),
            gold: json!({"kind": made.kind, "holds": made.holds, "from": made.from.text}),
            score: f64::from(u8::from(checked::is_right(made.holds, support))),
            seconds: clock.elapsed().as_secs_f64(),
            ..Row::default()
        });
    }
    let kept = whole::kept(kit, &desks, &mut random)?;
    let mut scores = checked.scores();
    scores.extend(kept.scores());
    Ok(Report { rows, scores: scores.into(), table: checked.table() + &kept.table() })
}

/// All sentences, kind by kind: those of the answering blocks first, then others of the same pages.
fn make<'a>(desks: &'a [Desk<'a>], random: &mut Random) -> Vec<Made<'a>> {
    let mut sources: Vec<(&Desk<'_>, &Sentence)> =
        desks.iter().flat_map(|desk| desk.page.sentences.iter().map(move |one| (desk, one))).collect();
    random.shuffle(&mut sources);
    // Several questions may be answered by one page: each of its sentences counts once.
    let mut seen = BTreeSet::new();
    sources.retain(|(_, sentence)| seen.insert(sentence.text.as_str()));
    sources.sort_by_key(|(_, sentence)| !sentence.of_the_answer);
    let mut made = Vec::new();
    let mut few = |kind, holds, random: &mut Random, make: &Make<'_>| {
        let before = made.len();
        let mut seen = BTreeSet::new();
        // A sentence may be changed in several ways; each is taken once.
        for (desk, from) in (0..ROUNDS).flat_map(|_| &sources) {
            if made.len() - before == A_KIND {
                break;
            }
            if let Some((at, claim)) = make(desk, from, random)
                && seen.insert((at, claim.text.clone()))
            {
                made.push(Made { kind, holds, desk: &desks[at], from, claim });
            }
        }
    };
    let place = |desk: &Desk<'_>| desks.iter().position(|one| std::ptr::eq(one.page, desk.page));
    few("verbatim", true, random, &|desk, from, _| {
        Some((place(desk)?, claim(&from.text, quote(&desk.page.reading, &from.text))))
    });
    few("paraphrased", true, random, &|desk, from, random| {
        let said = paraphrase(&from.text, random)?;
        Some((place(desk)?, claim(&said, quote(&desk.page.reading, &from.text))))
    });
    for kind in Falsehood::ALL {
        few(kind.name(), false, random, &|desk, from, random| {
            let said = falsify(kind, &from.text, random)?;
            // A change may by chance make what the page says elsewhere.
            let said_there = desk.page.says_beside(&said, &from.text);
            (!said_there).then_some(())?;
            Some((place(desk)?, claim(&said, quote(&desk.page.reading, &from.text))))
        });
    }
    few("wrong_id", false, random, &|desk, from, random| {
        let at = elsewhere(desks, desk, from, random)?;
        let passage = &desks[at].page.sentences[random.below(desks[at].page.sentences.len())];
        Some((at, claim(&from.text, quote(&desks[at].page.reading, &passage.text))))
    });
    few("made_up_quote", false, random, &|desk, from, random| {
        let at = elsewhere(desks, desk, from, random)?;
        Some((at, claim(&from.text, quote(&desks[at].page.reading, &from.text))))
    });
    made
}

/// Another page that does not say it, of the same work if there is one: that is what is mistaken most easily.
fn elsewhere(desks: &[Desk<'_>], desk: &Desk<'_>, from: &Sentence, random: &mut Random) -> Option<usize> {
    let other = |one: &Desk<'_>| {
        one.page.path != desk.page.path && !one.page.sentences.is_empty() && !one.page.says(&from.text)
    };
    let near: Vec<usize> = (0..desks.len())
        .filter(|at| other(&desks[*at]) && desks[*at].page.work() == desk.page.work())
        .collect();
    let far: Vec<usize> = (0..desks.len()).filter(|at| other(&desks[*at])).collect();
    let from = if near.is_empty() { far } else { near };
    (!from.is_empty()).then(|| from[random.below(from.len())])
}
