//! Removes from answers what repeats a person's words.

use super::remade::Remade;
use super::words::{PHRASE, SENTENCE, words};
use crate::model::*;

impl Remade<'_> {
    pub fn draft(&mut self, draft: &mut Draft) {
        let pages = draft.claims.iter().flat_map(|claim| &claim.quotes).map(|quote| &quote.text);
        let blocks = draft.blocks.iter().map(|block| &block.text);
        let pages = pages.chain(blocks).chain(draft.summary.iter().map(|summary| &summary.text));
        pages.for_each(|page| self.erased.typed.remove_those_in(page));
        for claim in &mut draft.claims {
            self.prose(&mut claim.text);
            claim.heading.iter_mut().for_each(|heading| self.label(heading));
        }
        draft.limitations.iter_mut().chain(&mut draft.questions).for_each(|text| self.say(text));
        draft.blocks.iter_mut().for_each(|block| self.label(&mut block.part));
        if let Some(summary) = &mut draft.summary {
            self.label(&mut summary.about);
            summary.also.iter_mut().for_each(|lead| self.label(&mut lead.about));
        }
        draft.premise.iter_mut().for_each(|premise| self.prose(&mut premise.said));
    }

    pub fn answer(&mut self, answer: &mut Answer) {
        let pages = answer.citations.iter().map(|citation| &citation.quote);
        let pages = pages.chain(answer.blocks.iter().map(|block| &block.text));
        let pages = pages.chain(answer.sources.iter().flat_map(|source| [&source.excerpt, &source.snippet]));
        pages.for_each(|page| self.erased.typed.remove_those_in(page));
        if answer.claims.is_empty() {
            // It only says what was looked for.
            self.say(&mut answer.summary);
            self.say(&mut answer.detail);
        }
        self.headings(&mut answer.detail);
        let prose = [&mut answer.summary, &mut answer.detail].into_iter();
        let prose = prose.chain(answer.claims.iter_mut().map(|claim| &mut claim.text));
        let prose = prose.chain(answer.citations.iter_mut().map(|citation| &mut citation.claim));
        let prose = prose.chain(answer.facts.iter_mut().map(|fact| &mut fact.statement));
        prose
            .chain(answer.premise.iter_mut().map(|premise| &mut premise.said))
            .for_each(|text| self.prose(text));
        for change in answer.changes.iter_mut().flatten() {
            match change {
                ClaimChange::Changed { before, after } => {
                    self.prose(before);
                    self.prose(after);
                }
                ClaimChange::New { after: text } | ClaimChange::Gone { before: text } => self.prose(text),
            }
        }
        // Some reasons repeat an issue, and others count what pages say.
        let reasons = answer.confidence_reasons.iter_mut();
        reasons.filter(|reason| answer.issues.contains(reason)).for_each(|text| self.say(text));
        let said = answer.limitations.iter_mut().chain(&mut answer.questions).chain(&mut answer.issues);
        said.chain(answer.sources.iter_mut().map(|source| &mut source.why_used))
            .for_each(|text| self.say(text));
        answer.parts.iter_mut().for_each(|part| self.label(&mut part.question));
        answer.blocks.iter_mut().for_each(|block| self.label(&mut block.part));
    }

    /// A sentence of an answer loses whole repeats of what they typed.
    pub fn prose(&self, text: &mut String) {
        let goes = |words: &[String]| !self.knows(words);
        if let Some(left) = self.erased.typed.without(text, SENTENCE, &self.word, goes) {
            *text = left;
        }
    }

    /// A sentence about what was looked for loses the texts that went.
    pub fn say(&self, text: &mut String) {
        self.label(text);
        let goes = |words: &[String]| !self.knows(words);
        if let Some(left) = self.erased.made.without(text, PHRASE, &self.word, goes) {
            *text = left;
        }
    }

    /// A text that is nothing but one that went.
    fn label(&self, text: &mut String) {
        if self.erased.made.has(text) && !self.knows(&words(text)) {
            text.clone_from(&self.word);
        }
    }

    fn headings(&self, text: &mut String) {
        let line = |line: &str| {
            let bare = line.trim_start_matches(['#', ' ']);
            let mut heading = bare.to_owned();
            if line.starts_with('#') {
                self.label(&mut heading);
            }
            format!("{}{heading}", &line[..line.len() - bare.len()])
        };
        *text = text.split('\n').map(line).collect::<Vec<_>>().join("\n");
    }
}
