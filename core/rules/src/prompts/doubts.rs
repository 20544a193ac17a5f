//! Claims in doubt in a prompt, each with the passages that it rests on as quoted data.

use super::borders::within;
use super::passages::NO_SITE;
use super::{Room, add, attribute, one_line, without_tags};
use crate::safety::{QuestionTerms, Usual, excerpt, heading};
use crate::verify::{Context, Doubtful};
use crate::{Brief, Material};

/// Claims of one prompt, passages of one claim, and code points of a claim and of a passage.
const MOST: usize = 24;
const PASSAGES: usize = 4;
const CLAIM: usize = 400;
const LENGTH: usize = 900;

/// Claims made ready for prompts of all sizes.
pub struct Doubts {
    written: Vec<String>,
}

impl Doubts {
    /// `claims`: those that may be shown, each with its words.
    pub fn new(brief: &Brief<'_>, claims: &[(&Doubtful, &str)], materials: &[Material<'_>]) -> Self {
        let question = &brief.question;
        let said = brief.constraints.iter().map(|constraint| constraint.text.as_str());
        let asked = QuestionTerms::new(said.chain([question.text.as_str()]), &question.language);
        let written =
            claims.iter().take(MOST).filter_map(|(doubt, text)| written(doubt, text, materials, &asked));
        Self { written: written.collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.written.is_empty()
    }

    /// Writes as many as there is room for.
    pub(super) fn show(&self, user: &mut String, room: &mut Room) {
        for claim in &self.written {
            if !add(user, room, claim) {
                break;
            }
        }
    }
}

/// None where nothing is left of its passages that a person would read.
fn written(
    doubt: &Doubtful,
    text: &str,
    materials: &[Material<'_>],
    asked: &QuestionTerms,
) -> Option<String> {
    let mut written = format!("\n<claim id=\"{}\">\n{}\n", id_of(doubt.claim), one_line(text, CLAIM));
    let mut shown: Vec<String> = Vec::new();
    for (place, range) in doubt.places.iter().take(PASSAGES) {
        let Some(material) = materials.get(*place) else { continue };
        let around = Context::new(material, range.clone()).around;
        // What speaks to a program goes before anything is cut, so that no half of it is left over.
        let usual = Usual::of(material.text, material.document.language.as_deref().unwrap_or("en"));
        let fit = excerpt(around, asked, &usual);
        if !fit.says_something() {
            continue;
        }
        let passage = without_tags(&within(&fit.text, LENGTH)).into_owned();
        if !shown.contains(&passage) {
            let place = place(material, asked, &usual);
            written.push_str(&format!("<passage{place}>\n{passage}\n</passage>\n"));
            shown.push(passage);
        }
    }
    (!shown.is_empty()).then(|| written + "</claim>\n")
}

/// What a document is called, and the work that it is part of; where neither tells, its site.
fn place(material: &Material<'_>, asked: &QuestionTerms, usual: &Usual<'_>) -> String {
    let document = material.document;
    let fit = |name: &str| heading(name.trim(), asked, usual).map(str::to_owned).unwrap_or_default();
    let title = if material.bears_out_title() { fit(&document.title) } else { String::new() };
    let work = document.work.as_deref().map(fit).filter(|work| *work != title).unwrap_or_default();
    let is_file = document.host() == NO_SITE;
    let site = if is_file || !title.is_empty() || !work.is_empty() { String::new() } else { document.host() };
    let named = [("title", title), ("under", work), ("site", site)];
    let told = named.iter().filter(|(_, value)| !value.is_empty());
    told.map(|(name, value)| format!(" {name}=\"{}\"", attribute(value, 120))).collect()
}

/// What a claim is called in a prompt and in the reply to it: `c1` for the first of the draft.
fn id_of(claim: u32) -> String {
    format!("c{}", claim.saturating_add(1))
}
