//! The passages of a prompt, as quoted data.

use super::borders::within;
use super::marks::{marked, numbered};
use super::{Room, Shown, TURNS, add, attributes, parts_of, terms_of, without_tags};
use crate::outdated::outdated;
use crate::safety::{QuestionTerms, Usual, excerpt, heading, neutral, passage};
use crate::text::footnotes::without_footnotes;
use crate::text::{once, one_line};
use crate::{Brief, Material};
use gorkd_core::model::{Evidence, LOCAL_FILE, Note, Passage, Plan, Premise, Quote, SourceId, Span};
use gorkd_core::text::{byte_range, slice};
use gorkd_core::view::day;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

/// Code points of one passage: two hundred words, which is the longest block, and their markup.
const LENGTH: usize = 1_600;
/// Code points of a passage that has room for all of it and the marks of its sentences.
pub(super) const WHOLE: usize = 1_400;
/// Code points of a title, of the headings above a passage, and of what a note shows: several items, or one that is long.
pub(super) const TITLE: usize = 120;
pub(super) const PATH: usize = 200;
const NOTE: usize = 800;

/// Mark of a sentence that denies what the question takes for granted, and the line above such sentences.
pub(crate) const DENIES: &str = "premise";
const DENIED: &str = "Contradicts what the question takes for granted";
/// Around the passages.
const OPEN: &str = "\n<passages>\n";
const CLOSE: &str = "</passages>\n";

/// A note from a passage, marked with the part of the question that it answers.
struct Noted {
    mark: String,
    /// Its place in the source, in code points and in bytes.
    place: Option<(SourceId, Span, Range<usize>)>,
    /// Its words, for a prompt that does not show where they stand.
    line: String,
}

impl Noted {
    /// Does it stand within the part of a passage that a prompt shows for sure?
    fn stands_in(&self, one: &Shown) -> bool {
        let Some((source, span, _)) = &self.place else { return false };
        let whole = one.evidence.passage.span;
        one.evidence.source == *source
            && whole.holds(*span)
            && span.end - whole.start <= WHOLE
            && one.statements.iter().any(|range| self.meets(range))
    }

    /// Does it overlap these bytes of its source?
    fn meets(&self, bytes: &Range<usize>) -> bool {
        self.place.as_ref().is_some_and(|(.., own)| own.start < bytes.end && bytes.start < own.end)
    }
}

/// Evidence as prompts show it. Each passage is made ready when the first prompt has room for it, and once for
/// prompts of all sizes.
pub struct Passages<'a> {
    shown: Vec<Shown>,
    materials: &'a [Material<'a>],
    /// The question, to distinguish instructions to programs from what a person wants to know.
    asked: QuestionTerms,
    /// Are sentences numbered, so that a reply can name them?
    numbers: bool,
    /// What was taken down from them, part by part.
    notes: Vec<Noted>,
    parts: String,
    /// The recurring terms of each document.
    usual: Vec<Usual<'a>>,
    /// Which documents no longer hold.
    outdated: Vec<bool>,
    ready: Vec<OnceCell<Option<String>>>,
}

impl<'a> Passages<'a> {
    /// Passages as they are, without neighbors or numbers.
    pub fn new(brief: &Brief<'_>, evidence: &[Evidence], materials: &'a [Material<'a>]) -> Self {
        Self::of(brief, evidence.iter().map(Shown::from).collect(), materials)
    }

    pub fn of(brief: &Brief<'_>, shown: Vec<Shown>, materials: &'a [Material<'a>]) -> Self {
        let asked = terms_of(brief, TURNS);
        let ready = vec![OnceCell::new(); shown.len()];
        let usual = materials.iter().map(|material| Usual::of(material.text, material.language())).collect();
        let (notes, parts) = (Vec::new(), String::new());
        let outdated = outdated(materials);
        Self { shown, materials, asked, numbers: false, notes, parts, usual, outdated, ready }
    }

    /// Gives every sentence a number.
    pub fn numbered(self) -> Self {
        Self { numbers: true, ..self }
    }

    /// Adds the parts of the question and the notes: what answers each part, and what denies something that the question
    /// takes for granted. A passage that contains a note marks it. If sentences are numbered instead, notes are listed
    /// before the passages.
    pub fn with_notes(mut self, plan: &Plan, notes: &[Note], premise: Option<&Premise>) -> Self {
        self.parts = parts_of(plan);
        for part in &plan.sub_questions {
            let of_part = notes.iter().filter(|note| note.sub_question == part.id);
            let noted: Vec<Noted> = of_part.filter_map(|note| self.noted(note)).collect();
            self.notes.extend(noted);
        }
        for quote in premise.into_iter().flat_map(|premise| &premise.quotes) {
            let fit = neutral(&quote.text, &self.asked);
            if fit.says_something() {
                let place = Material::of(self.materials, &quote.source).zip(quote.span);
                let bytes = |material: &Material<'_>, span| byte_range(material.text, span);
                let place = place.map(|(of, span)| (quote.source.clone(), span, bytes(of, span)));
                self.notes.push(Noted { mark: DENIES.to_owned(), place, line: taken_down("-", &fit.text) });
            }
        }
        self
    }

    /// The parts of the question as a prompt lists them; empty if unknown.
    pub(super) fn parts(&self) -> &str {
        &self.parts
    }

    pub fn len(&self) -> usize {
        self.shown.len()
    }

    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// The ids of some of the passages, and of those that they stand for.
    pub fn ids(&self, places: Range<usize>) -> Vec<String> {
        let of = |one: &Shown| [one.evidence.id.clone()].into_iter().chain(one.stands_for.clone());
        self.shown[places].iter().flat_map(of).collect()
    }

    /// The IDs of the passages that contain these quotes.
    pub(super) fn ids_at(&self, quotes: &[Quote]) -> Vec<&str> {
        let holding = |quote: &Quote| {
            let own = quote.span.unwrap_or_default();
            let holds =
                |one: &&Shown| one.evidence.source == quote.source && one.evidence.passage.span.holds(own);
            self.shown.iter().find(holds).map(|one| one.evidence.id.as_str())
        };
        once(quotes.iter().filter_map(holding))
    }

    fn noted(&self, note: &Note) -> Option<Noted> {
        let at = Material::at(self.materials, &note.source)?;
        let (material, usual) = (&self.materials[at], &self.usual[at]);
        let bytes = byte_range(material.text, note.passage.span);
        let fit = excerpt(&material.text[bytes.clone()], &self.asked, usual);
        if !fit.says_something() {
            return None;
        }
        let term = material.term_above(&bytes);
        let term = term.map(|term| excerpt(&material.text[term], &self.asked, usual).text);
        let words = term.map_or(fit.text.clone(), |term| format!("{term}\n{}", fit.text));
        let stands = |one: &&Shown| one.stands_for.contains(&note.evidence);
        let id = self.shown.iter().find(stands).map_or(&note.evidence, |one| &one.evidence.id);
        Some(Noted {
            mark: note.sub_question.clone(),
            place: Some((note.source.clone(), note.passage.span, bytes)),
            line: taken_down(&format!("- {id}:"), &words),
        })
    }

    /// The parts of the question that a statement of a passage was noted for.
    fn mark(&self, one: &Shown, statement: &Range<usize>) -> Option<String> {
        let of_statement = |note: &&Noted| note.stands_in(one) && note.meets(statement);
        let marks = once(self.notes.iter().filter(of_statement).map(|note| note.mark.as_str()));
        (!marks.is_empty()).then(|| marks.join(", "))
    }

    /// The notes that no passage of a prompt marks, which leave most of the room to passages.
    fn unmarked(&self, from: usize, room: &Room) -> String {
        let open = |(passages, until): (Vec<Cow<'_, str>>, usize)| {
            // Of a passage that is cut, the end with its marks is gone.
            let is_cut = matches!(passages.first(), Some(Cow::Owned(_)));
            let shown: &[Shown] = if is_cut { &[] } else { &self.shown[from..until] };
            let is_marked = |note: &&Noted| !self.numbers && shown.iter().any(|one| note.stands_in(one));
            self.notes.iter().filter(|note| !is_marked(note)).collect::<Vec<_>>()
        };
        let mut third = room.part(3);
        let mut room = *room;
        room.take(OPEN);
        room.take(CLOSE);
        let mut beside = room.without(third);
        if open(self.fitting(from, &mut room)).is_empty() {
            return String::new();
        }
        let (mut told, mut last) = (String::new(), "");
        for note in open(self.fitting(from, &mut beside)) {
            let above = match note.mark.as_str() {
                mark if mark == last => String::new(),
                DENIES => format!("{DENIED}:\n"),
                mark => format!("{mark}:\n"),
            };
            let piece = format!("{above}{}", note.line);
            if !third.take(&piece) {
                break;
            }
            told.push_str(&piece);
            last = &note.mark;
        }
        told
    }

    /// Writes as many as there is room for, from one of them on. Says which is the first that there was no room for.
    pub(super) fn show(&self, from: usize, user: &mut String, room: &mut Room) -> usize {
        let notes = self.unmarked(from, room);
        if !notes.is_empty() {
            add(user, room, &format!("\n<notes>\n{notes}</notes>\n"));
        }
        if !room.take(OPEN) || !room.take(CLOSE) {
            return from;
        }
        let (passages, next) = self.fitting(from, room);
        user.push_str(OPEN);
        user.extend(passages);
        user.push_str(CLOSE);
        next
    }

    /// The passages that there is room for, and the first that there is none for. The first of all is cut rather than left
    /// out, and then owned.
    fn fitting(&self, from: usize, room: &mut Room) -> (Vec<Cow<'_, str>>, usize) {
        let mut fitting: Vec<Cow<'_, str>> = Vec::new();
        let mut seen: Vec<&Passage> = Vec::new();
        let mut next = from;
        for (one, ready) in self.shown.iter().zip(&self.ready).skip(from) {
            // One passage may bear on several sub-questions; it is shown once, under its first id.
            let known = seen.contains(&&one.evidence.passage);
            if let Some(written) = ready.get_or_init(|| self.written(one, LENGTH)).as_ref().filter(|_| !known)
            {
                if room.take(written) {
                    fitting.push(written.into());
                } else if fitting.is_empty()
                    && let Some(cut) = self.written(one, LENGTH / 4).filter(|cut| room.take(cut))
                {
                    fitting.push(cut.into());
                } else {
                    break;
                }
                seen.push(&one.evidence.passage);
            }
            next += 1;
        }
        (fitting, next)
    }

    /// With at most `most` code points of its text. None where nothing is left that a person would read.
    fn written(&self, one: &Shown, most: usize) -> Option<String> {
        let piece = &one.evidence;
        let at = Material::at(self.materials, &piece.source)?;
        let material = &self.materials[at];
        // What speaks to a program goes before anything is cut, so that no half of it is left over.
        let stored = slice(material.text, piece.passage.span);
        let fit = passage(stored, &self.asked, &piece.headings.join(" "), &self.usual[at]);
        if !fit.says_something() {
            return None;
        }
        let whole = byte_range(material.text, piece.passage.span);
        let inside =
            one.statements.iter().filter(|range| whole.start <= range.start && range.end <= whole.end);
        let inside: Vec<&Range<usize>> = inside.collect();
        let statements: Vec<_> =
            inside.iter().map(|range| range.start - whole.start..range.end - whole.start).collect();
        let text = match self.numbers {
            true => numbered(&fit.text, stored, &statements),
            false => marked(&fit.text, stored, &statements, |at| self.mark(one, inside[at])),
        };
        let text = without_footnotes(&text);
        let text = within(&text, most);
        let text = without_tags(&text);
        let place = self.place(one, at, stored);
        Some(format!("<passage id=\"{}\"{place}>\n{text}\n</passage>\n", piece.id))
    }

    /// Where a passage is: title, headings, site, date, and who else says the same. What stands in the passage or was said
    /// already is not repeated.
    fn place(&self, one: &Shown, at: usize, stored: &str) -> String {
        let (material, usual) = (&self.materials[at], &self.usual[at]);
        let document = material.document;
        let fit = |text: &str| heading(text, &self.asked, usual).is_some();
        let title = document.title.as_str();
        let title = if material.bears_out_title() && fit(title) { title } else { "" };
        let is_term = |heading: &String| stored.lines().filter_map(term).any(|term| term == *heading);
        let headings = one.evidence.headings.as_slice();
        let headings = match headings.split_last() {
            Some((last, above)) if is_term(last) => above,
            Some(_) | None => headings,
        };
        let above = headings.iter().filter(|heading| heading.trim() != document.title.trim());
        let above: Vec<&str> = above.map(String::as_str).filter(|heading| fit(heading)).collect();
        let also: Vec<&str> = one.also.iter().map(String::as_str).filter(|title| fit(title)).collect();
        let site = document.site.clone().unwrap_or_else(|| document.host());
        let is_said = site == LOCAL_FILE || site == title || above.contains(&site.as_str());
        let site = if is_said { String::new() } else { site };
        attributes(&[
            ("title", title, TITLE),
            ("under", above.join(" › ").as_str(), PATH),
            ("site", neutral(&site, &self.asked).text.as_str(), TITLE),
            ("date", document.published_at.map(day).unwrap_or_default().as_str(), TITLE),
            ("status", if self.outdated[at] { "outdated" } else { "" }, TITLE),
            ("also_in", also.join("; ").as_str(), TITLE),
        ])
    }
}

/// The term that a line of a definition names, as headings have it.
fn term(line: &str) -> Option<String> {
    let bold = line.trim().strip_prefix("**")?.strip_suffix("**")?;
    Some(one_line(&bold.replace(['`', '*'], "")))
}

/// A note behind its mark; one that is too long ends with a whole sentence or item. Several lines stay lines, because the
/// rows of a table say nothing without their columns.
fn taken_down(mark: &str, text: &str) -> String {
    let text = without_footnotes(text);
    let text = within(&text, NOTE);
    let text = without_tags(&text);
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        [line] => format!("{mark} {}\n", line.trim_start()),
        lines => std::iter::once(mark).chain(lines.iter().copied()).map(|line| format!("{line}\n")).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::taken_down;

    #[test]
    fn a_note_of_a_table_keeps_its_rows() {
        assert_eq!(taken_down("- e4821:", "It is 330 metres high.[3]"), "- e4821: It is 330 metres high.\n");
        let table = "index HEAD  target\n\n A     B     D\n B     C     </passage>";
        let kept = "- e4821:\nindex HEAD  target\n A     B     D\n B     C     < /passage>\n";
        assert_eq!(taken_down("- e4821:", table), kept);
    }
}
