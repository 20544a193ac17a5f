//! Claims in doubt in a prompt, each with the passages that it rests on as quoted data.

use super::borders::within;
use super::passages::NO_SITE;
use super::{Room, add, as_written, attribute, without_tags};
use crate::safety::{QuestionTerms, Usual, excerpt, heading};
use crate::verify::windows::around;
use crate::verify::{Doubtful, Reader};
use crate::{Brief, Material};
use gorkd_core::view::iso;
use std::ops::Range;

/// Claims of one prompt, passages of one claim, and code points of a claim, of a passage, and of one whose quote is
/// longer than that.
const MOST: usize = 24;
const PASSAGES: usize = 4;
const CLAIM: usize = 400;
const LENGTH: usize = 900;
const LONGEST: usize = 1_200;

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
        let mut reader = Reader::new(&question.language);
        let claims = claims.iter().take(MOST);
        let written =
            claims.filter_map(|(doubt, text)| written(doubt, text, materials, (&asked, &mut reader)));
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
    (asked, reader): (&QuestionTerms, &mut Reader<'_>),
) -> Option<String> {
    let mut written = format!("\n<claim id=\"{}\">\n{}\n", id_of(doubt.claim), as_written(text, CLAIM));
    let mut shown: Vec<String> = Vec::new();
    let mut seen: Vec<(usize, Range<usize>)> = Vec::new();
    for (place, range) in &doubt.places {
        let Some(material) = materials.get(*place) else { continue };
        let is_inside = |(other, whole): &(usize, Range<usize>)| {
            other == place && whole.start <= range.start && range.end <= whole.end
        };
        if seen.iter().any(is_inside) {
            continue;
        }
        if shown.len() == PASSAGES {
            break;
        }
        let stretch = around(material.text, range, text, (LENGTH, LONGEST), reader);
        let around = &material.text[stretch.clone()];
        seen.push((*place, stretch));
        // What speaks to a program goes before anything is cut, so that no half of it is left over.
        let usual = Usual::of(material.text, material.document.language.as_deref().unwrap_or("en"));
        let fit = excerpt(around, asked, &usual);
        if !fit.says_something() {
            continue;
        }
        let passage = without_tags(&within(&fit.text, LONGEST)).into_owned();
        if !shown.contains(&passage) {
            let source = source(material, asked, &usual);
            written.push_str(&format!("<passage{source}>\n{passage}\n</passage>\n"));
            shown.push(passage);
        }
    }
    (!shown.is_empty()).then(|| written + "</claim>\n")
}

/// What a document is called, the work that it is part of, and its day; where neither name tells, its site.
fn source(material: &Material<'_>, asked: &QuestionTerms, usual: &Usual<'_>) -> String {
    let document = material.document;
    let fit = |name: &str| heading(name.trim(), asked, usual).map(str::to_owned).unwrap_or_default();
    let title = if material.bears_out_title() { fit(&document.title) } else { String::new() };
    let work = document.work.as_deref().map(fit).filter(|work| *work != title).unwrap_or_default();
    let is_file = document.host() == NO_SITE;
    let site = if is_file || !title.is_empty() || !work.is_empty() { String::new() } else { document.host() };
    let date = document.published_at.map(|at| iso(at).chars().take(10).collect()).unwrap_or_default();
    let named = [("title", title), ("under", work), ("site", site), ("date", date)];
    let told = named.iter().filter(|(_, value)| !value.is_empty());
    told.map(|(name, value)| format!(" {name}=\"{}\"", attribute(value, 120))).collect()
}

/// What a claim is called in a prompt and in the reply to it: `c1` for the first of the draft.
fn id_of(claim: u32) -> String {
    format!("c{}", claim.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{Budget, Document, Millis, Question, Support};

    #[test]
    fn what_is_shown_of_a_long_list_holds_the_quote() {
        let other =
            |n: usize| format!("- `fill{n}`: Fills the rest of the text with {n} stars and gives it back.\n");
        let part = "- `cut`: Cuts the text at each mark and gives back the n-th part, counting from one.";
        let items: String = (0..40).map(|n| if n == 20 { format!("{part}\n") } else { other(n) }).collect();
        let text = format!("# Functions\n\n{items}");
        let document =
            Document { title: "Functions".into(), language: Some("en".into()), ..Document::default() };
        let material = Material::new(&document, &text);
        let question = Question {
            text: "cut: take the third part of a text".into(),
            language: "en".into(),
            ..Question::default()
        };
        let budget = Budget::default();
        let start = text.find(part).unwrap_or(0);
        let place = (0, start..start + part.len());
        let doubt = Doubtful { claim: 0, found: Support::Supported, places: vec![place.clone(), place] };
        let claims = [(&doubt, "With `cut`, the text gives back its third part.")];
        let doubts = Doubts::new(&Brief::of(&question, &budget, Millis(0)), &claims, &[material]);
        let shown = &doubts.written[0];
        assert!(shown.contains(part), "{shown}");
        assert!(shown.contains(">\n- `fill") && !shown.contains("[…]"), "whole items: {shown}");
        assert_eq!(shown.matches("<passage").count(), 1, "once");
    }
}
