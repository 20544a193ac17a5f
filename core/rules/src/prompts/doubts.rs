//! Claims in doubt in a prompt, each with the passages that it rests on as quoted data.

use super::borders::within;
use super::passages::{PATH, TITLE};
use super::shown::blocks_of;
use super::{Room, add, as_written, attributes, terms_of, without_tags};
use crate::safety::{QuestionTerms, Usual, excerpt, heading};
use crate::text::footnotes::without_footnotes;
use crate::text::{one_line, points_back};
use crate::verify::windows::around;
use crate::verify::{Doubtful, Reader};
use crate::{Brief, Material};
use gorkd_core::model::{DraftClaim, LOCAL_FILE};
use gorkd_core::text::blocks::{Block, BlockKind};
use gorkd_core::view::day;
use std::ops::Range;

/// Limits: claims in a prompt, and passages for a claim. The others are in code points: a claim, a heading, the text around
/// a quote whose blocks are too long to be shown, and a whole passage.
const MOST: usize = 24;
const PASSAGES: usize = 4;
const CLAIM: usize = 400;
const HEADING: usize = 120;
const LENGTH: usize = 900;
const LONGEST: usize = 1_200;

/// A claim in doubt, with what a reader of the draft sees around it.
#[derive(Clone, Copy, Debug)]
pub struct ToCheck<'a> {
    pub doubt: &'a Doubtful,
    pub text: &'a str,
    /// The heading above it in the draft.
    pub heading: Option<&'a str>,
    /// The sentence before it, if it points to that.
    pub before: Option<&'a str>,
}

impl<'a> ToCheck<'a> {
    /// A claim of a draft. What stands around it may tell of documents that the checker must not see, so it is shown only
    /// where the claims that it comes from are open.
    pub fn of(
        doubt: &'a Doubtful,
        claims: &'a [DraftClaim],
        language: &str,
        is_open: impl Fn(&DraftClaim) -> bool,
    ) -> Option<Self> {
        let at = usize::try_from(doubt.claim).ok()?;
        let claim = claims.get(at)?;
        let beside = |other: &DraftClaim| other.part == claim.part && other.heading == claim.heading;
        let all_open = claims.iter().filter(|other| beside(other)).all(&is_open);
        let points = points_back(&claim.text, language);
        let before = at.checked_sub(1).and_then(|before| claims.get(before));
        let before = before.filter(|other| points && beside(other) && is_open(other));
        Some(Self {
            doubt,
            text: &claim.text,
            heading: claim.heading.as_deref().filter(|_| all_open),
            before: before.map(|claim| claim.text.as_str()),
        })
    }
}

/// Claims made ready for prompts of all sizes.
pub struct Doubts {
    written: Vec<String>,
}

impl Doubts {
    pub fn new(brief: &Brief<'_>, claims: &[ToCheck<'_>], materials: &[Material<'_>]) -> Self {
        let asked = terms_of(brief, 0);
        let mut reader = Reader::new(&brief.question.language);
        let claims = claims.iter().take(MOST);
        let written = claims.filter_map(|claim| written(claim, materials, (&asked, &mut reader)));
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
    claim: &ToCheck<'_>,
    materials: &[Material<'_>],
    (asked, reader): (&QuestionTerms, &mut Reader<'_>),
) -> Option<String> {
    let ToCheck { doubt, text, heading, before } = claim;
    let (heading, before) = (heading.unwrap_or_default(), before.unwrap_or_default());
    let around = attributes(&[("under", heading, HEADING), ("after", before, CLAIM)]);
    let mut written =
        format!("\n<claim id=\"{}\"{around}>\n{}\n", id_of(doubt.claim), as_written(text, CLAIM));
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
        let (stretch, block) = stretch(material, range, text, reader);
        let lead =
            block.and_then(|block| lead(material.text, block, &stretch)).map(|lead| &material.text[lead]);
        let parts: Vec<&str> = lead.into_iter().chain([&material.text[stretch.clone()]]).collect();
        let block = block.map(|block| (block, stretch.start <= block.range.start));
        seen.push((*place, stretch));
        // What speaks to a program goes before anything is cut, so that no half of it is left over.
        let usual = Usual::of(material.text, material.language());
        let fit = excerpt(&parts.join("\n\n"), asked, &usual);
        if !fit.says_something() {
            continue;
        }
        let passage = without_footnotes(&fit.text);
        let passage = without_tags(&within(&passage, LONGEST)).into_owned();
        if !shown.contains(&passage) {
            let source = source(material, block, asked, &usual);
            written.push_str(&format!("<passage{source}>\n{passage}\n</passage>\n"));
            shown.push(passage);
        }
    }
    (!shown.is_empty()).then(|| written + "</claim>\n")
}

/// What is shown of a document for a quote, and the block that holds it: the blocks that a writer is shown, or, if they are
/// too long, what is near it.
fn stretch<'m>(
    material: &'m Material<'_>,
    quote: &Range<usize>,
    claim: &str,
    reader: &mut Reader<'_>,
) -> (Range<usize>, Option<&'m Block>) {
    let near = |reader: &mut Reader<'_>| around(material.text, quote, claim, (LENGTH, LONGEST), reader);
    let Some((core, run)) = blocks_of(quote, material) else { return (near(reader), None) };
    let blocks = material.blocks();
    for run in [run, core.clone()] {
        let whole = blocks[run.start].range.start..blocks[run.end - 1].range.end;
        let whole = whole.start.min(quote.start)..whole.end.max(quote.end);
        if material.text[whole.clone()].chars().count() <= LONGEST {
            return (whole, blocks.get(core.start));
        }
    }
    (near(reader), blocks.get(core.start))
}

/// What leads to a stretch that doesn't begin with it: the lead of its block, or the block's first line.
fn lead(text: &str, block: &Block, stretch: &Range<usize>) -> Option<Range<usize>> {
    let first = text[block.range.clone()].lines().next().unwrap_or_default().trim_end();
    let own = block.range.start..block.range.start + first.len();
    let lead = block.lead.clone().or_else(|| first.ends_with([':', '：']).then_some(own))?;
    (lead.end <= stretch.start && lead.len() + stretch.len() + 2 <= LONGEST).then_some(lead)
}

/// A document's title, work, date, and the headings above a block; its site if it has no name. If the whole block is shown,
/// the term of a definition is included.
fn source(
    material: &Material<'_>,
    block: Option<(&Block, bool)>,
    asked: &QuestionTerms,
    usual: &Usual<'_>,
) -> String {
    let document = material.document;
    let title = if material.bears_out_title() { document.title.trim() } else { "" };
    let title = heading(title, asked, usual).unwrap_or_default();
    let work = || document.work.clone().into_iter().collect();
    let mut path: Vec<String> = block.map_or_else(work, |(block, _)| material.heading_path(block));
    if block.is_some_and(|(block, whole)| whole && block.kind == BlockKind::Definition) {
        path.pop();
    }
    let plain = one_line(&document.title.replace(['`', '*'], ""));
    let above = path.iter().filter(|part| **part != plain);
    let above: Vec<&str> = above.filter_map(|part| heading(part.trim(), asked, usual)).collect();
    let above = above.join(" › ");
    let is_file = document.host() == LOCAL_FILE;
    let site =
        if is_file || !title.is_empty() || !above.is_empty() { String::new() } else { document.host() };
    let date = document.published_at.map(day).unwrap_or_default();
    attributes(&[
        ("title", title, TITLE),
        ("under", above.as_str(), PATH),
        ("site", site.as_str(), TITLE),
        ("date", date.as_str(), TITLE),
    ])
}

/// What a claim is called in a prompt and in the reply to it: `c1` for the first of the draft.
fn id_of(claim: u32) -> String {
    format!("c{}", claim.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{Budget, Document, Millis, Part, Question, Support};

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
        let text = "With `cut`, the text gives back its third part.";
        let claim = ToCheck { doubt: &doubt, text, heading: None, before: None };
        let doubts = Doubts::new(&Brief::of(&question, &budget, Millis(0)), &[claim], &[material]);
        let shown = &doubts.written[0];
        assert!(shown.contains(part), "{shown}");
        assert!(shown.contains(">\n- `fill") && !shown.contains("[…]"), "whole items: {shown}");
        assert_eq!(shown.matches("<passage").count(), 1, "once");
    }

    const NEWS: &str = "# Recent News\n\n## 2018-09-15 - Release 3.25.0\n\nHarbour version 3.25.0 is a regular release.[2] Two \
        enhancements in this release:\n\n1. Ropes were added.\n2. The MEND command was enhanced, so that renames reach the \
        books.\n\n## 2018-06-04 - Release 3.24.0\n\nHarbour version 3.24.0 is another release.";

    /// What a prompt shows of a claim on a page of news.
    fn shown(quote: &str, heading: Option<&str>, before: Option<&str>) -> String {
        let document = Document {
            title: "Harbour News".into(),
            work: Some("Harbour".into()),
            language: Some("en".into()),
            ..Document::default()
        };
        let material = Material::new(&document, NEWS);
        let question = Question {
            text: "Since which release do renames reach the books?".into(),
            language: "en".into(),
            ..Question::default()
        };
        let budget = Budget::default();
        let start = NEWS.find(quote).unwrap_or(0);
        let places = vec![(0, start..start + quote.len())];
        let doubt = Doubtful { claim: 5, found: Support::Supported, places };
        let claim =
            ToCheck { doubt: &doubt, text: "Since 3.25.0, renames reach the books.", heading, before };
        Doubts::new(&Brief::of(&question, &budget, Millis(0)), &[claim], &[material]).written[0].clone()
    }

    #[test]
    fn a_list_is_shown_with_what_leads_to_it_and_all_headings_above() {
        let shown = shown("The MEND command was enhanced, so that renames reach the books.", None, None);
        let under = "under=\"Harbour › Recent News › 2018-09-15 - Release 3.25.0\"";
        assert!(shown.contains(under), "{shown}");
        assert!(shown.contains("Harbour version 3.25.0 is a regular release. Two enhancements"), "{shown}");
        assert!(!shown.contains("3.24.0") && shown.contains("<claim id=\"c6\">\n"), "{shown}");
    }

    #[test]
    fn a_claim_is_shown_under_its_heading_and_after_what_it_points_to() {
        let quote = "The MEND command was enhanced, so that renames reach the books.";
        let shown = shown(quote, Some("What \"3.25\" brought"), Some("It came in 2018."));
        let tag = "<claim id=\"c6\" under=\"What '3.25' brought\" after=\"It came in 2018.\">\n";
        assert!(shown.contains(tag), "{shown}");
    }
    #[test]
    fn what_stands_around_a_claim_is_shown_where_it_is_open() {
        let claim = |text: &str, heading: &str| DraftClaim {
            text: text.into(),
            part: Part::Detail,
            heading: Some(heading.into()),
            block: None,
            quotes: Vec::new(),
        };
        let claims = [
            claim("The harbour has ropes.", "Ropes"),
            claim("They are long.", "Ropes"),
            claim("They are heavy.", "Bells"),
            claim("Bells ring.", "Bells"),
        ];
        let of = |at: u32, closed: &str| {
            let doubt = Doubtful { claim: at, found: Support::Partly, places: Vec::new() };
            let told = ToCheck::of(&doubt, &claims, "en", |claim| claim.text != closed)?;
            Some((told.heading.map(str::to_owned), told.before.map(str::to_owned)))
        };
        let told = |heading: Option<&str>, before: Option<&str>| {
            Some((heading.map(str::to_owned), before.map(str::to_owned)))
        };
        assert_eq!(of(1, ""), told(Some("Ropes"), Some("The harbour has ropes.")));
        assert_eq!(of(1, "The harbour has ropes."), told(None, None));
        assert_eq!(
            of(2, ""),
            told(Some("Bells"), None),
            "what stands under another heading is not before it"
        );
        assert_eq!(of(3, ""), told(Some("Bells"), None), "it points to nothing");
        assert_eq!(of(4, ""), None);
    }
}
