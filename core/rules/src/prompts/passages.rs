//! The passages of a prompt, as quoted data.

use super::borders::within;
use super::marks::numbered;
use super::{Room, Shown, TURNS, add, attribute, parts_of, without_tags};
use crate::safety::{QuestionTerms, Usual, excerpt, heading, neutral, passage};
use crate::text::footnotes::without_footnotes;
use crate::{Brief, Material};
use gorkd_core::model::{Evidence, Note, Passage, Plan, Premise, Quote};
use gorkd_core::text::{byte_range, slice};
use gorkd_core::view::iso;
use std::cell::OnceCell;

/// Code points of one passage: two hundred words, which is the longest block, and their markup.
const LENGTH: usize = 1_600;
/// Code points of a title, of the headings above a passage, and of what a note shows: several items, or one that is long.
const TITLE: usize = 120;
const PATH: usize = 200;
const NOTE: usize = 800;

/// Evidence as prompts show it. Each passage is made ready when the first prompt has room for it, and once for
/// prompts of all sizes.
pub struct Passages<'a> {
    shown: Vec<Shown>,
    materials: &'a [Material<'a>],
    /// The question, to distinguish instructions to programs from what a person wants to know.
    asked: QuestionTerms,
    /// Are sentences numbered, so that a reply can name them?
    numbers: bool,
    /// What was taken down from them, part by part: the name of each part, and its notes.
    notes: Vec<String>,
    parts: String,
    /// The recurring terms of each document.
    usual: Vec<Usual<'a>>,
    ready: Vec<OnceCell<Option<String>>>,
}

impl<'a> Passages<'a> {
    /// Passages as they are, without neighbors or numbers.
    pub fn new(brief: &Brief<'_>, evidence: &[Evidence], materials: &'a [Material<'a>]) -> Self {
        Self::of(brief, evidence.iter().map(Shown::from).collect(), materials)
    }

    pub fn of(brief: &Brief<'_>, shown: Vec<Shown>, materials: &'a [Material<'a>]) -> Self {
        let question = &brief.question;
        let said = brief.constraints.iter().map(|constraint| constraint.text.as_str());
        let before = brief.earlier.iter().rev().take(TURNS).map(|turn| turn.question.as_str());
        let asked =
            QuestionTerms::new(said.chain(before).chain([question.text.as_str()]), &question.language);
        let ready = vec![OnceCell::new(); shown.len()];
        let usual = |material: &Material<'a>| {
            Usual::of(material.text, material.document.language.as_deref().unwrap_or("en"))
        };
        let usual = materials.iter().map(usual).collect();
        let (notes, parts) = (Vec::new(), String::new());
        Self { shown, materials, asked, numbers: false, notes, parts, usual, ready }
    }

    /// Gives every sentence a number.
    pub fn numbered(self) -> Self {
        Self { numbers: true, ..self }
    }

    /// Shows the parts of the question, and in front of the passages what was taken down from them: what answers each
    /// part, and what denies something that the question takes for granted.
    pub fn with_notes(mut self, plan: &Plan, notes: &[Note], premise: Option<&Premise>) -> Self {
        self.parts = parts_of(plan);
        for part in &plan.sub_questions {
            let of_part = notes.iter().filter(|note| note.sub_question == part.id);
            let lines: Vec<String> = of_part.filter_map(|note| self.line(note)).collect();
            if !lines.is_empty() {
                self.notes.push(format!("{}:\n", part.id));
                self.notes.extend(lines);
            }
        }
        for quote in premise.into_iter().flat_map(|premise| &premise.quotes) {
            let fit = neutral(&quote.text, &self.asked);
            if fit.says_something() {
                let words = taken_down("-", &fit.text);
                self.notes.push(format!("Not so as the question takes for granted:\n{words}"));
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

    /// The ids of some of the passages.
    pub fn ids(&self, places: std::ops::Range<usize>) -> Vec<String> {
        self.shown[places].iter().map(|one| one.evidence.id.clone()).collect()
    }

    /// The IDs of the passages that contain these quotes.
    pub(super) fn ids_at(&self, quotes: &[Quote]) -> Vec<&str> {
        let mut ids: Vec<&str> = Vec::new();
        for quote in quotes {
            let holds = |one: &&Shown| {
                let (whole, own) = (one.evidence.passage.span, quote.span.unwrap_or_default());
                one.evidence.source == quote.source && whole.start <= own.start && own.end <= whole.end
            };
            let id = self.shown.iter().find(holds).map(|one| one.evidence.id.as_str());
            ids.extend(id.filter(|id| !ids.contains(id)));
        }
        ids
    }

    fn line(&self, note: &Note) -> Option<String> {
        let at = self.materials.iter().position(|material| material.source == note.source)?;
        let fit = excerpt(slice(self.materials[at].text, note.passage.span), &self.asked, &self.usual[at]);
        let stands = |one: &&Shown| one.stands_for.contains(&note.evidence);
        let id = self.shown.iter().find(stands).map_or(&note.evidence, |one| &one.evidence.id);
        fit.says_something().then(|| taken_down(&format!("- {id}:"), &fit.text))
    }

    /// Writes as many as there is room for, from one of them on. Says which is the first that there was no room for.
    pub(super) fn show(&self, from: usize, user: &mut String, room: &mut Room) -> usize {
        // Notes repeat what stands in the passages, so they leave most of the room to those.
        let mut third = room.part(3);
        let notes = self.notes.iter().take_while(|note| third.take(note)).map(String::as_str);
        let notes: String = notes.collect();
        if !notes.is_empty() {
            add(user, room, &format!("\n<notes>\n{notes}</notes>\n"));
        }
        let (open, close) = ("\n<passages>\n", "</passages>\n");
        if !room.take(open) || !room.take(close) {
            return from;
        }
        user.push_str(open);
        let mut seen: Vec<&Passage> = Vec::new();
        let mut next = from;
        for (one, ready) in self.shown.iter().zip(&self.ready).skip(from) {
            // One passage may bear on several sub-questions; it is shown once, under its first id.
            let known = seen.contains(&&one.evidence.passage);
            if let Some(written) = ready.get_or_init(|| self.written(one)).as_ref().filter(|_| !known) {
                if !add(user, room, written) {
                    break;
                }
                seen.push(&one.evidence.passage);
            }
            next += 1;
        }
        user.push_str(close);
        next
    }

    /// None where nothing is left that a person would read.
    fn written(&self, one: &Shown) -> Option<String> {
        let piece = &one.evidence;
        let at = self.materials.iter().position(|material| material.source == piece.source)?;
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
        let statements: Vec<_> =
            inside.map(|range| range.start - whole.start..range.end - whole.start).collect();
        let text = if self.numbers { numbered(&fit.text, stored, &statements) } else { fit.text };
        let text = without_footnotes(&text);
        let text = within(&text, LENGTH);
        let text = without_tags(&text);
        let place = self.place(one, material, &self.usual[at]);
        Some(format!("<passage id=\"{}\"{place}>\n{text}\n</passage>\n", piece.id))
    }

    /// Where a passage is: title, headings, site, date, and who else says the same.
    fn place(&self, one: &Shown, material: &Material<'_>, usual: &Usual<'_>) -> String {
        let document = material.document;
        let fit = |text: &str| heading(text, &self.asked, usual).is_some();
        let title = document.title.as_str();
        let title = if material.bears_out_title() && fit(title) { title } else { "" };
        let above = one.evidence.headings.iter().filter(|heading| heading.trim() != document.title.trim());
        let above: Vec<&str> = above.map(String::as_str).filter(|heading| fit(heading)).collect();
        let also: Vec<&str> = one.also.iter().map(String::as_str).filter(|title| fit(title)).collect();
        let date = document.published_at.map(|at| iso(at).chars().take(10).collect::<String>());
        let mut place = String::new();
        let site = document.site.clone().unwrap_or_else(|| document.host());
        let named = [
            ("title", attribute(title, TITLE)),
            ("under", attribute(&above.join(" › "), PATH)),
            ("site", attribute(&neutral(&site, &self.asked).text, TITLE)),
            ("date", date.unwrap_or_default()),
            ("also_in", attribute(&also.join("; "), TITLE)),
        ];
        for (name, value) in named.iter().filter(|(_, value)| !value.is_empty()) {
            place.push_str(&format!(" {name}=\"{value}\""));
        }
        place
    }
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
