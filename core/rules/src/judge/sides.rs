//! Does a passage cover all sides of a comparison?

use super::evidence::Weighed;
use crate::plan::compares_words;
use crate::text::words::keys;

impl Weighed<'_> {
    /// Does a passage, or what stands above it, name each of these things whole? "`git rebase` has two backends: apply and
    /// merge" does not name `git merge`.
    pub(super) fn names_all(&self, at: usize, things: &[Vec<String>]) -> bool {
        let (material, block) = &self.passages[at];
        let material = &self.input.materials[*material];
        let work = material.document.work.as_deref().unwrap_or_default();
        let above = format!("{work} {}", material.with_headings(block, None));
        let held = keys(&above, self.language());
        let whole =
            |thing: &Vec<String>| thing.is_empty() || held.windows(thing.len()).any(|words| words == thing);
        things.iter().all(whole) || self.is_headed_by_all(at, things)
    }

    /// Does the heading above a passage compare things by the words that tell them apart? "Difference between fetching
    /// and pulling", of `git fetch` and `git pull`.
    fn is_headed_by_all(&self, at: usize, things: &[Vec<String>]) -> bool {
        let (material, block) = &self.passages[at];
        let text = self.input.materials[*material].text;
        let Some(heading) = block.headings.last().map(|range| &text[range.clone()]) else { return false };
        let named = keys(heading, self.language());
        let common = |key: &String| things.iter().all(|thing| thing.contains(key));
        let told_apart = |thing: &Vec<String>| {
            let mut own = thing.iter().filter(|key| !common(key)).peekable();
            own.peek().is_some() && own.all(|key| named.contains(key))
        };
        compares_words(heading) && things.iter().all(told_apart)
    }
}
