//! The bullets that readers of an article see. If a model wrote the answer, a bullet is a claim. If the answer
//! consists of quotations, a bullet is a whole block of a page, or the start of a long block if there are too
//! few short ones.

use super::clean;
use crate::job::Job;
use crate::model::{Answer, AnswerBlock, Claim, Evidence, Part, Source, SourceId, Support};
use crate::ports::Texts;
use crate::text::blocks::BlockKind;
use crate::text::sentences::said;
use crate::text::{Block, parse, slice};

/// Maximum bullets.
const MAX_BULLETS: usize = 8;
/// Minimum bullets, if that much was found.
const MIN_BULLETS: usize = 3;
/// Maximum characters of a bullet.
const MAX_CHARS: usize = 300;
/// Minimum bytes of a block; shorter ones are remarks ("New in version 3.5.").
const MIN_BYTES: usize = 40;
/// Maximum blocks per source.
const MAX_PER_SOURCE: usize = 3;
/// Minimum relevance, as a fraction of the best block's. Rather than less relevant blocks, the start of a long
/// block is shown.
const MIN_RELEVANCE: f64 = 0.5;

/// A bullet in progress: plain words, and their sources.
pub struct Bullet {
    pub text: String,
    pub sources: Vec<SourceId>,
}

/// What a run has read.
pub struct Shelf<'a> {
    pub texts: &'a Texts,
    /// Whether a text in a language (ISO 639-1) starts by referring to what precedes it.
    pub starts_with_reference: &'a dyn Fn(&str, &str) -> bool,
}

impl Shelf<'_> {
    /// For an answer in quotations, short blocks that can stand alone and are relevant to the question, best
    /// first: one per source, then a second per source, and so on.
    pub fn blocks(&self, job: &Job, citable: &[&Source]) -> Vec<Bullet> {
        let quoted =
            job.answer.as_ref().is_some_and(|answer| !answer.blocks.is_empty() || answer.claims.is_empty());
        let Some(judged) = job.judgement().filter(|_| quoted) else { return Vec::new() };
        let best = judged.evidence.first().map_or(0.0, |evidence| evidence.relevance);
        let near = judged.evidence.iter().filter(|evidence| evidence.relevance >= best * MIN_RELEVANCE);
        let mut found: Vec<(usize, Bullet)> = Vec::new();
        for evidence in near {
            let Some(source) = citable.iter().find(|source| source.id == evidence.source) else { continue };
            let Some(text) = self.whole(evidence, source) else { continue };
            let of_it = found.iter().filter(|(_, bullet)| bullet.sources.contains(&source.id)).count();
            if of_it < MAX_PER_SOURCE && !found.iter().any(|(_, bullet)| bullet.text == text) {
                found.push((of_it, Bullet { text, sources: vec![source.id.clone()] }));
            }
        }
        // The sort is stable, so each round stays in order of relevance.
        found.sort_by_key(|(turn, _)| *turn);
        found.into_iter().take(MAX_BULLETS).map(|(_, bullet)| bullet).collect()
    }

    /// A block as one line; `None` if it is too long for a bullet, or says nothing on its own.
    fn whole(&self, evidence: &Evidence, source: &Source) -> Option<String> {
        let text = slice(self.texts.get(&evidence.passage.hash)?, evidence.passage.span);
        let language = source.document.language.as_deref().unwrap_or_default();
        let (line, said) = match evidence.kind {
            BlockKind::Definition => {
                let (terms, said) = defined(text)?;
                (format!("{terms}: {}", words(&said)?), said)
            }
            BlockKind::Paragraph | BlockKind::List | BlockKind::Quotation
                if !(self.starts_with_reference)(text, language) =>
            {
                (words(text)?, text.to_owned())
            }
            BlockKind::Paragraph
            | BlockKind::List
            | BlockKind::Quotation
            | BlockKind::Code
            | BlockKind::Table => return None,
        };
        let fits = line.len() >= MIN_BYTES && line.chars().count() <= MAX_CHARS;
        (fits && is_whole(&said)).then_some(line)
    }
}

/// The terms of a definition, and their definition.
fn defined(markdown: &str) -> Option<(String, String)> {
    let is_term = |line: &&str| line.trim_start().starts_with("**");
    let first = markdown.lines().take_while(is_term).count();
    let terms: Vec<String> = markdown.lines().take(first).filter_map(words).collect();
    let said: Vec<&str> = markdown.lines().skip(first).map(str::trim).collect();
    (!terms.is_empty()).then_some((terms.join(", "), said.join("\n")))
}

/// Whether a text starts and ends like a statement. One that starts mid-sentence has a lower-case letter,
/// unless that is a name in code. One that introduces something ends with a colon, and a question says nothing.
fn is_whole(markdown: &str) -> bool {
    let text = markdown.trim();
    let first = text.chars().find(|c| c.is_alphanumeric() || *c == '`');
    let begins = first.is_some_and(|first| !first.is_lowercase()) && !text.starts_with(['$', '(']);
    let closing = [')', ']', '"', '\'', '”', '’', '»', '」', '*', '_'];
    let ends = ['.', '!', '。', '！', '۔'];
    begins && text.trim_end_matches(closing).ends_with(ends)
}

/// The findings of a run as bullets: `blocks` if there are enough of them.
pub fn bullets(answer: &Answer, citable: &[&Source], blocks: Vec<Bullet>) -> Vec<Bullet> {
    let mut found = BulletList { bullets: blocks, citable };
    if found.bullets.len() >= MIN_BULLETS {
        return found.bullets;
    }
    for block in &answer.blocks {
        found.add(of_block(answer, block), std::slice::from_ref(&block.source_id));
    }
    if answer.blocks.is_empty() {
        for claim in answer.claims.iter().filter(|claim| claim.support >= Support::Partly) {
            found.add(short(&claim.text), &sources_of(answer, claim));
        }
    }
    for closest in &answer.closest {
        found.add(short(&closest.quote), std::slice::from_ref(&closest.source_id));
    }
    for source in citable.iter().filter(|source| source.relevance > 0.0) {
        if !found.cites(&source.id) {
            found.add(short(&source.excerpt), std::slice::from_ref(&source.id));
        }
    }
    if found.bullets.len() >= MIN_BULLETS {
        return found.bullets;
    }
    // Little was found, so each statement gets a bullet.
    let mut apart = BulletList { bullets: Vec::new(), citable };
    let stated = |claim: &&Claim| claim.support >= Support::Partly && is_whole(&claim.text);
    for claim in answer.claims.iter().filter(stated) {
        apart.add(short(&claim.text), &sources_of(answer, claim));
    }
    if apart.bullets.len() > found.bullets.len() {
        return apart.bullets;
    }
    found.bullets
}

struct BulletList<'a> {
    bullets: Vec<Bullet>,
    citable: &'a [&'a Source],
}

impl BulletList<'_> {
    /// Adds a bullet if it has citable sources and is not a duplicate.
    fn add(&mut self, text: Option<String>, sources: &[SourceId]) {
        let citable = |id: &&SourceId| self.citable.iter().any(|source| source.id == **id);
        let sources: Vec<SourceId> = sources.iter().filter(citable).cloned().collect();
        let Some(text) = text.filter(|_| !sources.is_empty() && self.bullets.len() < MAX_BULLETS) else {
            return;
        };
        if !self.bullets.iter().any(|bullet| bullet.text.contains(&text)) {
            self.bullets.push(Bullet { text, sources });
        }
    }

    fn cites(&self, id: &SourceId) -> bool {
        self.bullets.iter().any(|bullet| bullet.sources.contains(id))
    }
}

/// The whole block if it is short enough; otherwise as many statements as fit, starting with the one that leads
/// the answer.
fn of_block(answer: &Answer, block: &AnswerBlock) -> Option<String> {
    let plain = words(&block.text)?;
    if plain.chars().count() <= MAX_CHARS {
        return Some(plain);
    }
    let claims: Vec<&Claim> =
        answer.claims.iter().filter(|claim| block.claim_ids.contains(&claim.id)).collect();
    let first = claims.iter().position(|claim| claim.part == Part::Summary).unwrap_or(0);
    leading_sentences(claims.get(first..)?.iter().filter_map(|claim| words(&claim.text)))
}

fn sources_of(answer: &Answer, claim: &Claim) -> Vec<SourceId> {
    let cited = answer.citations.iter().filter(|citation| citation.claim_id == claim.id);
    let mut sources: Vec<SourceId> = cited.map(|citation| citation.source_id.clone()).collect();
    sources.dedup();
    sources
}

/// A text as one line without markup: whole if it is short enough, or else its first sentences.
pub fn short(markdown: &str) -> Option<String> {
    let plain = words(markdown)?;
    if plain.chars().count() <= MAX_CHARS && !plain.ends_with('…') {
        return Some(plain);
    }
    leading_sentences(said(&plain).into_iter().map(str::to_owned))
}

/// As many leading sentences as fit into a bullet; `None` if the first one is too long or cut off.
fn leading_sentences(sentences: impl Iterator<Item = String>) -> Option<String> {
    let mut text = String::new();
    for sentence in sentences {
        let length = text.chars().count() + 1 + sentence.chars().count();
        if length > MAX_CHARS || sentence.ends_with('…') {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&sentence);
    }
    (!text.is_empty()).then_some(text)
}

/// The words of running text and lists; `None` for code and tables, which don't fit on a line.
fn words(markdown: &str) -> Option<String> {
    let blocks = parse(markdown);
    if blocks.iter().any(|block| matches!(block, Block::Code { .. } | Block::Table(_))) {
        return None;
    }
    let running = blocks.iter().filter(|block| !matches!(block, Block::Heading(..)));
    let text = running.map(Block::plain).collect::<Vec<_>>().join(" ");
    let text = clean(&text).split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{Judgement, Round};
    use crate::model::{DocumentHash, Passage, Span};
    use std::sync::Arc;

    /// A block on a page of its own.
    fn block(name: &str, kind: BlockKind, relevance: f64, text: &str) -> (Evidence, Source, Arc<str>) {
        let hash = DocumentHash::from(name);
        let span = Span { start: 0, end: text.chars().count() };
        let passage = Passage { hash, span };
        let evidence = Evidence { source: name.into(), passage, relevance, kind, ..Evidence::default() };
        (evidence, Source { id: name.into(), ..Source::default() }, text.into())
    }

    fn told(blocks: Vec<(Evidence, Source, Arc<str>)>) -> Vec<String> {
        let texts: Texts =
            blocks.iter().map(|(of, _, text)| (of.passage.hash.clone(), text.clone())).collect();
        let evidence = blocks.iter().map(|(evidence, ..)| evidence.clone()).collect();
        let judged = Judgement { evidence, ..Judgement::default() };
        let round = Round { judgement: Some(Arc::new(judged)), ..Round::default() };
        let answer = Answer { blocks: vec![AnswerBlock::default()], ..Answer::default() };
        let job = Job { answer: Some(answer), rounds: vec![round], ..Job::default() };
        let citable: Vec<&Source> = blocks.iter().map(|(_, source, _)| source).collect();
        let starts_with_reference = |text: &str, _: &str| text.starts_with("This ");
        let shelf = Shelf { texts: &texts, starts_with_reference: &starts_with_reference };
        shelf.blocks(&job, &citable).into_iter().map(|bullet| bullet.text).collect()
    }

    #[test]
    fn short_blocks_that_stand_alone_are_bullets_and_no_others_are() {
        use BlockKind::{Code, Definition, Paragraph, Table};
        let long = "A sentence of some length that goes on for a while. ".repeat(8);
        let told = told(vec![
            block("long", Paragraph, 1.0, &long),
            block("defined", Definition, 0.9, "**-a**\n**--all**\n  Shows *all* of what there is to see."),
            block("tail", Paragraph, 0.9, "and obtains the result 300, which it inserts."),
            block("leaning", Paragraph, 0.9, "This will create a new one, which undoes the other."),
            block("leading", Paragraph, 0.9, "The following commands show how that is done:"),
            block("code", Code, 0.9, "```\n$ git reset\n```"),
            block("table", Table, 0.9, "| a |\n| --- |\n| b |"),
            block("named", Paragraph, 0.8, "`git reset` moves the branch (and `HEAD` with it.)"),
            block("plain", Paragraph, 0.7, "The Harbour Bridge was opened in May 1931."),
            block("remark", Paragraph, 0.7, "New in version 3.5."),
            block("far", Paragraph, 0.2, "The ferry was given up in the same summer of that year."),
        ]);
        let expected = [
            "-a, --all: Shows all of what there is to see.",
            "git reset moves the branch (and HEAD with it.)",
            "The Harbour Bridge was opened in May 1931.",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn each_source_has_its_turn() {
        let of = |name: &str, n: u32, relevance: f64| {
            let text = format!("The page has statement number {n}, and its name is {name}.");
            let (mut evidence, source, text) = block(name, BlockKind::Paragraph, relevance, &text);
            evidence.passage.hash = DocumentHash::from(format!("{name}{n}").as_str());
            (evidence, source, text)
        };
        let found =
            told(vec![of("a", 1, 1.0), of("a", 2, 0.9), of("a", 3, 0.8), of("a", 4, 0.7), of("b", 1, 0.6)]);
        let pages: Vec<&str> = found.iter().map(|text| &text[text.len() - 2..text.len() - 1]).collect();
        assert_eq!((pages, found.len()), (vec!["a", "b", "a", "a"], 4));
    }
}
