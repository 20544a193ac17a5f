//! A draft in the prompt for its repair: every sentence with its number, the passages that it cites, and its problems.

use super::{Passages, Room, add, as_written, one_line};
use crate::verify::COMPARED;
use gorkd_core::model::{Draft, DraftClaim, Part};

/// A draft that partly failed verification, with a sentence on each statement that failed.
#[derive(Clone, Copy, Debug)]
pub struct DraftRepair<'a> {
    pub draft: &'a Draft,
    pub problems: &'a [String],
}

/// Code points of a sentence, and of what is wrong with it.
const SENTENCE: usize = 400;
const PROBLEM: usize = 800;
/// The same of a reason alone; the first that all of them have room with.
const REASONS: [usize; 4] = [500, 250, 100, SHORTEST];
const SHORTEST: usize = 60;
/// Markers around the sentences, and before their problems.
const DRAFT: &str = "\nYou wrote this draft from the passages:\n<draft>\n</draft>\n";
const WRONG: &str = "What the passages do not bear out in it:\n";

impl DraftRepair<'_> {
    /// Takes the room that it needs: a sixth of what there is for the draft, and then another for what is wrong.
    pub(super) fn shown(&self, passages: &Passages<'_>, room: &mut Room) -> String {
        let named: Vec<(Option<usize>, String)> =
            self.problems.iter().map(|problem| self.placed(problem)).collect();
        let mut text = String::new();
        let whole = format!("{DRAFT}{WRONG}{}", include_str!("repair_draft.md"));
        // Where hardly a passage has room, the draft has none.
        if !room.part(6).take(&whole) || !room.take(&whole) {
            add(
                &mut text,
                room,
                "\nYour draft had sentences that the passages do not bear out. Mend them:\n",
            );
            let unnumbered: Vec<_> = self.problems.iter().map(|problem| (None, problem.clone())).collect();
            self.tell(&unnumbered, &mut text, room);
            return text;
        }
        let lines: Vec<String> = (0..self.draft.claims.len()).map(|at| self.line(at, passages)).collect();
        let wrong = |at: &usize| named.iter().any(|(place, _)| *place == Some(*at));
        let mut kept = vec![false; lines.len()];
        let mut sixth = room.part(6);
        // What is to be mended is there whatever has to give way.
        for at in (0..lines.len()).filter(wrong).chain((0..lines.len()).filter(|at| !wrong(at))) {
            if !sixth.take(&lines[at]) || !room.take(&lines[at]) {
                break;
            }
            kept[at] = true;
        }
        let shown = lines.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(line, _)| line.as_str());
        let shown: String = shown.collect();
        text = DRAFT.replace("</draft>", &format!("{shown}</draft>"));
        text.push_str(WRONG);
        self.tell(&named, &mut text, room);
        text.push_str(include_str!("repair_draft.md"));
        text
    }

    /// What is wrong, a line each, in a sixth of the room. Every sentence gets a reason: what it was compared with gives
    /// way first, and then the ends of long reasons.
    fn tell(&self, named: &[(Option<usize>, String)], text: &mut String, room: &mut Room) {
        let sixth = room.part(6);
        let line = |place: Option<usize>, told: String| {
            let number = place.map_or_else(String::new, |at| format!("[{}] ", at + 1));
            format!("- {number}{told}\n")
        };
        let alone = |most: usize| -> Vec<String> {
            let reasons = named.iter().map(|(place, problem)| (place, without_comparison(problem)));
            reasons.map(|(place, reason)| line(*place, as_written(&reason, most))).collect()
        };
        let fits = |lines: &[String]| {
            let mut left = sixth;
            lines.iter().all(|line| left.take(line))
        };
        let fitting = REASONS.iter().map(|most| alone(*most)).find(|lines| fits(lines));
        let mut lines = fitting.unwrap_or_else(|| alone(SHORTEST));
        for (at, (place, problem)) in named.iter().enumerate() {
            let reason = std::mem::replace(&mut lines[at], line(*place, as_written(problem, PROBLEM)));
            if !fits(&lines) {
                lines[at] = reason;
            }
        }
        let mut left = sixth;
        for line in &lines {
            if !left.take(line) || !add(text, room, line) {
                break;
            }
        }
    }

    /// The sentence that a problem is about, and what is wrong with it.
    fn placed(&self, problem: &str) -> (Option<usize>, String) {
        let about = |claim: &DraftClaim| problem.strip_prefix(&format!("“{}”: ", claim.text.trim()));
        let mut claims = self.draft.claims.iter().enumerate();
        let found = claims.find_map(|(at, claim)| about(claim).map(|rest| (at, rest.to_owned())));
        found.map_or_else(|| (None, problem.to_owned()), |(at, rest)| (Some(at), rest))
    }

    fn line(&self, at: usize, passages: &Passages<'_>) -> String {
        let claim = &self.draft.claims[at];
        let place = match (claim.part, claim.heading.as_deref()) {
            (Part::Summary, _) => "summary".to_owned(),
            (Part::Detail, None) => "detail".to_owned(),
            (Part::Detail, Some(heading)) => format!("detail, {}", one_line(heading, 120)),
        };
        let ids = passages.ids_at(&claim.quotes).join(", ");
        let ids = if ids.is_empty() { String::new() } else { format!(" ({ids})") };
        format!("[{}] {place}: {}{ids}\n", at + 1, as_written(&claim.text, SENTENCE))
    }
}

fn without_comparison(problem: &str) -> String {
    match problem.rfind(COMPARED) {
        Some(end) => format!("{}.", &problem[..end]),
        None => problem.to_owned(),
    }
}
