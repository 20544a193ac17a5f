//! The summary: the block itself if it is short, or else its statements that fit the question best, in their form. The
//! rest of the section is detail.

use super::WriteInput;
use super::anaphora::starts_with_reference;
use super::choose::Chosen;
use super::statements::Statements;
use crate::text::words::keys;
use crate::weigh::Texts;
use gorkd_core::model::{QuestionKind, QuotedLead, QuotedSummary};
use gorkd_core::text::blocks::word_count;

/// Words of a block that is its own summary: shown once and whole, nothing of it can be cut wrongly.
const WHOLE: usize = 120;
/// Words of such a block where several blocks share the summary.
const EACH: usize = 60;
/// Words of the lead of a longer one.
const MOST: usize = 60;
/// Words of a line that only labels what follows it: "Stability: 1.2 - Release candidate", "Returns:".
const LABEL: usize = 8;
/// Words of a paragraph that is not cut: its last sentence often is the one that answers.
pub(super) const PARAGRAPH: usize = 90;
/// Words within which instructions reach the code of the next block.
const COMMAND: usize = 2 * MOST;
/// By how much a later statement has to meet the question better than the first one to be preferred to it.
const BETTER: f64 = 1.5;

/// What the summary says of one block.
pub struct Lead {
    pub block: usize,
    /// What it is about, where its words do not say so.
    about: String,
    /// As Markdown.
    text: String,
    /// Those of its statements that are in it, by number.
    pub statements: Vec<usize>,
    whole: bool,
}

/// The lead of the best block for each part of the question.
pub fn leads(input: &WriteInput<'_>, blocks: &[Chosen]) -> Vec<Lead> {
    let language = input.brief.question.language.as_str();
    let wanted = |id: &str| input.plan.part(id).map_or_else(Vec::new, |part| keys(&part.text, language));
    let leading: Vec<usize> = (0..blocks.len()).filter(|at| blocks[*at].leads).collect();
    let several = leading.len() > 1;
    let most = if several { EACH } else { WHOLE };
    let lead_of = |at: usize| {
        let block = &blocks[at];
        let (text, statements) = lead(input, block, most);
        let whole = statements.len() == block.statements.len();
        let wanted = wanted(&block.part);
        let named = |heading: &&String| keys(heading, language).iter().any(|key| wanted.contains(key));
        let about = match several && !keys(&text, language).iter().any(|key| wanted.contains(key)) {
            true => block.headings.iter().rev().find(named).cloned().unwrap_or_default(),
            false => String::new(),
        };
        Lead { block: at, about, text, statements, whole }
    };
    leading.into_iter().map(lead_of).collect()
}

pub fn summary(leads: Vec<Lead>) -> Option<QuotedSummary> {
    let mut leads = leads.into_iter();
    let first = leads.next()?;
    let also = leads.map(|lead| QuotedLead {
        block: u32::try_from(lead.block).unwrap_or(u32::MAX),
        about: lead.about,
        text: lead.text,
        whole: lead.whole,
    });
    Some(QuotedSummary { text: first.text, whole: first.whole, about: first.about, also: also.collect() })
}

/// The lead as Markdown, and the statements of the block that are in it, by number. A block of `whole` words or less is
/// its own lead.
fn lead(input: &WriteInput<'_>, block: &Chosen, whole: usize) -> (String, Vec<usize>) {
    if word_count(&block.text) <= whole || block.statements.len() == 1 {
        return (block.text.clone(), (0..block.statements.len()).collect());
    }
    let all = Statements { text: input.materials[block.material].text, block };
    let language = input.brief.question.language.as_str();
    let said: Vec<&str> = (0..block.statements.len()).map(|at| all.said(at)).collect();
    let own = |at: &usize| block.core.contains(&block.statements[*at].start);
    let core: Vec<usize> = (0..said.len()).filter(own).collect();
    let (Some(begin), Some(end)) = (core.first().copied(), core.last().copied()) else {
        return (block.text.clone(), (0..said.len()).collect());
    };
    // Steps are read from the first one on, and a legend is read with the commands that it explains.
    let steps = all.before(begin).starts_with(|c: char| c.is_ascii_digit());
    let explained = steps && begin > 0 && all.is_code(begin - 1);
    let begin = if explained { begin - 1 } else { begin };
    let most = if explained { 2 * MOST } else { MOST };
    let mut texts = Texts::default();
    for statement in &said {
        texts.add(statement, language);
    }
    let found = texts.matches(&texts.query(&input.plan.goal, language));
    // A label is no answer: what it labels is.
    let labels = |at: usize| word_count(said[at]) <= LABEL && found[at].coverage == 0.0;
    let (mut begin, mut end) = (begin, end);
    while begin + 1 < said.len() && !steps && labels(begin) {
        begin += 1;
    }
    if begin > end {
        end = said.len() - 1;
    }
    let length = |from: usize, through: usize| {
        said[from..=through].iter().map(|words| word_count(words)).sum::<usize>()
    };
    let code = |at: usize| all.is_code(at);
    // Who asks how to do something wants the command, be it in the next block.
    let instructs = input.brief.question.kind == QuestionKind::HowTo;
    if instructs && !steps && !(begin..=end).any(code) {
        let command = (end + 1..said.len()).find(|at| code(*at));
        end = command.filter(|at| length(begin, *at) <= COMMAND).unwrap_or(end);
    }
    let announces = |at: usize| said[at].trim_end().ends_with([':', '：']);
    // What ends in a colon or stands above code says little without what follows. It brings that along, with the rest of
    // a sentence that goes on below the code and of a list that begins here, or, after a colon, stays out.
    let with_what_follows = |first: usize, last: usize| {
        let fits = |through: usize| length(first, through) <= 2 * MOST;
        let leads_on = |at: usize| match said.get(at + 1) {
            Some(_) if announces(at) || !code(at) && code(at + 1) => true,
            Some(next) => code(at) && !code(at + 1) && next.starts_with(char::is_lowercase),
            None => false,
        };
        let mut through = last;
        while leads_on(through) && fits(through + 1) {
            through += 1;
        }
        let list = all.list_of(through).filter(|list| list.start >= first && fits(list.end - 1));
        through = list.map_or(through, |list| list.end - 1);
        while through > first && announces(through) {
            through -= 1;
        }
        through
    };
    let own = input.materials[block.material].language();
    let leans = |at: usize| !code(at) && starts_with_reference(said[at], own);
    // What leans on the statements above it is read with them if they are near, and code with the words above it.
    let with_what_it_leans_on = |first: usize, last: usize| {
        let stands = |at: &usize| !leans(*at) && (*at == first || *at == 0 || !code(*at));
        let top = (0..=first).rev().find(stands);
        let is_near =
            |top: &usize| length(*top, last) <= PARAGRAPH && (*top..first).all(|above| all.is_joined(above));
        top.filter(is_near).unwrap_or(first)
    };
    if length(begin, end) <= most {
        let first = with_what_it_leans_on(begin, end);
        return all.led(first, with_what_follows(first, end));
    }
    // The first statement of a block is its most general one; another has to meet the question far better.
    let mut best = begin;
    for (at, met) in found.iter().enumerate().take(end + 1).skip(begin) {
        if !block.section && !steps && met.coverage > found[best].coverage * BETTER {
            best = at;
        }
    }
    let (mut first, mut last) = (best, best);
    let mut count = word_count(said[best]);
    while first > 0 && leans(first) && count + word_count(said[first - 1]) <= MOST {
        first -= 1;
        count += word_count(said[first]);
    }
    if leans(first) && first > begin && !leans(begin) {
        // What it leans on has no room, so the block speaks from its beginning.
        (first, last) = (begin, begin);
        count = word_count(said[begin]);
    }
    // What leads into the statement, then what goes on from it.
    if first == begin + 1 && announces(begin) && count + word_count(said[begin]) <= MOST {
        first = begin;
        count += word_count(said[begin]);
    }
    while last < end && count + word_count(said[last + 1]) <= MOST {
        last += 1;
        count += word_count(said[last]);
    }
    // Instructions are read from their beginning; a fact stands in the sentence that meets the question, and its
    // paragraph is read from the beginning where that is near.
    let paragraph = all.paragraph(best, begin..=end);
    let start = first.min(*paragraph.start());
    let from = if instructs || length(start, last) <= MOST { start } else { first };
    let through = last.max(*paragraph.end());
    if length(from, through) <= PARAGRAPH {
        (first, last) = (from, through);
    }
    let command = (begin..=end).find(|at| code(*at));
    if let Some(command) = command.filter(|at| instructs && *at > last) {
        let led = command - usize::from(command > begin);
        let from = if length(first, command) <= 2 * MOST { first } else { led };
        if length(from, command) <= 2 * MOST {
            (first, last) = (from, command);
        }
    }
    // A term whose explanation has no room stays out.
    while last > first && last > best && labels(last) && !said[last].ends_with(['.', '!', '?', '。']) {
        last -= 1;
    }
    let through = with_what_follows(first, last);
    // What answers isn't left out for what stands before it: it begins the lead if only so it has room for what it
    // announces.
    let alone = with_what_follows(best, best);
    match (first..best).contains(&through) && alone > best {
        true => all.led(best, alone),
        false => all.led(first, through),
    }
}
