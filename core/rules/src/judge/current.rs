//! What holds today comes before what no longer does.

use super::ANSWERS;
use super::evidence::Weighed;
use crate::outdated::{older_editions, outdated};
use crate::text::words::fold;

/// From this share of their words on, passages of two editions are about the same point.
const SAME_POINT: f64 = 0.5;
/// Passages of an older edition that are compared with those of the newer one.
const COMPARED: usize = 20;
/// Share of the relevance of a document that says it is outdated from which on a newer edition comes first.
const NEARLY: f64 = 0.5;
/// By how much one passage is put behind another one. Only the order means anything.
const BEHIND: f64 = 1e-6;

impl Weighed<'_> {
    /// A passage of an older edition gives its place to the one of the newer edition that is about the same point. What says
    /// that it is outdated comes after what answers and doesn't.
    pub(super) fn prefer_current(&mut self) {
        self.outdated = outdated(self.input.materials);
        let newer = older_editions(&self.input.brief.question.text, self.input.materials, &self.outdated);
        if newer.iter().any(|newer| !newer.is_empty()) {
            for part in 0..self.order.len() {
                self.replace_older(part, &newer);
            }
        }
        for material in (0..newer.len()).filter(|at| self.outdated[*at]).collect::<Vec<_>>() {
            for part in 0..self.order.len() {
                self.put_behind(part, material, &newer[material]);
            }
        }
    }

    /// How far the best passage of a part is ahead of the best one elsewhere: in another section, and with other words.
    pub fn lead(&self, part: usize) -> Option<f32> {
        let order = &self.order[part];
        let best = |among: &dyn Fn(usize) -> bool| {
            let shown = (0..order.len()).filter(|at| !self.passages[*at].1.navigation && among(*at));
            shown.max_by(|a, b| order[*a].total_cmp(&order[*b]).then(b.cmp(a)))
        };
        let first = best(&|_| true)?;
        let section = |at: usize| (self.passages[at].0, &self.passages[at].1.headings);
        // What no longer holds is no rival of what does.
        let holds = |at: usize| !self.outdated[self.passages[at].0] || self.outdated[self.passages[first].0];
        let next =
            best(&|at| holds(at) && section(at) != section(first) && self.text(at) != self.text(first));
        Some((order[first] - next.map_or(0.0, |next| order[next])) as f32)
    }

    fn replace_older(&mut self, part: usize, newer: &[Vec<usize>]) {
        let of = |at: usize| self.passages[at].0;
        let mut best: Vec<usize> = (0..self.passages.len())
            .filter(|at| self.order[part][*at] > 0.0 && !newer[of(*at)].is_empty())
            .collect();
        best.sort_by(|a, b| self.order[part][*b].total_cmp(&self.order[part][*a]).then(a.cmp(b)));
        best.truncate(COMPARED);
        for old in best {
            let shown = |at: &usize| newer[of(old)].contains(&of(*at)) && !self.passages[*at].1.navigation;
            // Under the same heading, a document that is outdated as a whole tells the same point in other words.
            let same_heading = |at: usize| self.outdated[of(old)] && self.below_same_heading(old, at);
            let alike = |at: usize| {
                let alike = self.texts.likeness(old, at);
                if same_heading(at) { alike.max(SAME_POINT) } else { alike }
            };
            let candidates = (0..self.passages.len()).filter(shown);
            let found = candidates.map(|at| (at, alike(at))).filter(|(_, alike)| *alike >= SAME_POINT);
            let Some((new, _)) = found.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))) else {
                continue;
            };
            self.order[part][new] = self.order[part][new].max(self.order[part][old]);
            self.relevance[part][new] = self.relevance[part][new].max(self.relevance[part][old]);
            self.order[part][old] = 0.0;
            self.relevance[part][old] = 0.0;
        }
    }

    /// Do two passages stand under headings of the same words?
    fn below_same_heading(&self, one: usize, other: usize) -> bool {
        let heading = |at: usize| {
            let (material, block) = &self.passages[at];
            block.headings.last().map(|range| fold(&self.input.materials[*material].text[range.clone()]))
        };
        heading(one).is_some() && heading(one) == heading(other)
    }

    /// Puts an outdated document behind what answers and still holds, and behind a newer edition that bears on the question
    /// at least half as much.
    fn put_behind(&mut self, part: usize, material: usize, newer: &[usize]) {
        let of = |at: &usize| self.passages[*at].0;
        let (order, relevance) = (&self.order[part], &self.relevance[part]);
        let own: Vec<usize> = (0..order.len()).filter(|at| of(at) == material && order[*at] > 0.0).collect();
        let bears = NEARLY * own.iter().map(|at| relevance[*at]).fold(0.0, f64::max);
        let current = |at: &usize| {
            let answers = !self.outdated[of(at)] && relevance[*at] >= ANSWERS;
            let is_newer = newer.contains(&of(at)) && relevance[*at] >= bears;
            !self.passages[*at].1.navigation && order[*at] > 0.0 && (answers || is_newer)
        };
        let current = (0..order.len()).filter(current).map(|at| order[at]).max_by(f64::total_cmp);
        let most = own.iter().map(|at| order[*at]).fold(0.0, f64::max);
        let Some(current) = current.filter(|current| most >= *current) else { return };
        for at in own {
            let order = &mut self.order[part][at];
            *order = (*order - (most - current) - BEHIND).max(BEHIND);
        }
    }
}
