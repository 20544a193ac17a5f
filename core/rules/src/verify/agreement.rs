//! Does a quote, with its context, say what a claim says? Judged by what can be compared without understanding: words,
//! numbers, dates, names, negations and opposites. In doubt, a claim is not supported.

use super::align::{Sort, Token, align};
use super::conditions::condition as left_out;
use super::derived::{Derived, derived};
use super::differs::{Beside, Differs};
use super::exchanged::exchanged;
use super::identifiers::unknown;
use super::known::{Known, Reader};
use super::labels::other_label;
use super::quotes::Context;
use super::values::{given_up, gives_a_value, missing};
use crate::analyze::language_of;
use crate::text::mentions::MentionKind;
use crate::text::words::fold;
use gorkd_core::model::Support;
use std::collections::BTreeSet;

/// What was found of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub support: Support,
    /// Why it is not supported, as the end of a sentence for the writer.
    pub problem: Option<String>,
    /// Share of the claim's content words that the quote holds with what it stands under, and that stand near it: the
    /// mean of both.
    pub coverage: f64,
    pub ground: Ground,
    /// The quoted sentence makes this very statement, and says it otherwise, or on a condition.
    pub refuted: bool,
}

/// What a finding rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The claim's words are in the source in one piece, or something of the claim is not there at all.
    Plain,
    /// Only the share of its words in the source: whether they are about the same thing is unknown.
    Words,
}

/// Share of a claim's content words from which what stands there is about the same thing, and from which it says as
/// much. Set so that paraphrases of one sentence pass and sentences about the same subject do not.
const SAME_THING: f64 = 0.35;
const SAYS_AS_MUCH: f64 = 0.5;
/// Content words of a claim in a row that stand nowhere near its quote: so many are a clause of their own, fewer may be
/// other words for the same.
const CLAUSE: usize = 4;
/// Share of a claim's content words from which the quoted sentence makes the same statement, so that what it says
/// otherwise is said of the same.
const SAME_STATEMENT: f64 = 0.5;

/// Checks a claim against several quotes at once, in the language that both are written in.
pub(super) fn compare(claim: &str, contexts: &[Context<'_>], reader: &mut Reader<'_>) -> Finding {
    let written = contexts.first().and_then(|context| context.language);
    let Some(other) = written.filter(|own| *own != reader.language) else {
        return in_one_language(claim, contexts, reader);
    };
    match language_of(claim) == other {
        // Asked in one language, and answered in that of the page.
        true => in_one_language(claim, contexts, reader.in_language(other)),
        false => across_languages(claim, contexts, other, reader),
    }
}

/// Words of two languages cannot be compared; values and names can.
fn across_languages(claim: &str, contexts: &[Context<'_>], other: &str, reader: &mut Reader<'_>) -> Finding {
    let ours = reader.of(claim);
    let surroundings = reader.in_language(other).of(&join(contexts.iter().flat_map(Context::surroundings)));
    let finding = |support, problem| Finding {
        support,
        problem,
        coverage: SAYS_AS_MUCH,
        ground: Ground::Words,
        refuted: false,
    };
    let sum = derived(claim).filter(Derived::is_right);
    if let Some(problem) = missing(&ours, &surroundings, sum.as_ref(), reader) {
        return Finding { ground: Ground::Plain, ..finding(Support::Unsupported, Some(problem)) };
    }
    let unnamed = unnamed(&ours, &surroundings);
    let unknown = unknown(&ours, contexts, &reader.question().text);
    match unnamed.into_iter().find(|name| name.is_ascii()).or(unknown) {
        Some(name) => finding(Support::Partly, Some(format!("{name} is not named near the quote"))),
        None => finding(Support::Supported, None),
    }
}

fn in_one_language(claim: &str, contexts: &[Context<'_>], reader: &mut Reader<'_>) -> Finding {
    let ours = reader.of(claim);
    let theirs = reader.of(&join(contexts.iter().map(|context| context.sentence)));
    let surroundings = reader.of(&join(contexts.iter().flat_map(Context::surroundings)));
    let above =
        reader.of(&join(contexts.iter().flat_map(|context| context.above.iter().map(String::as_str))));
    let sum = derived(claim);
    let wanted = reader.without_values(&ours);
    let near = share(wanted, reader.keys(&surroundings));
    let quotes = reader.of(&join(contexts.iter().map(|context| context.quote)));
    let held = share(wanted, &[reader.keys(&quotes), reader.keys(&above)].concat());
    let coverage = (near + held) / 2.0;
    let finding =
        |support, problem| Finding { support, problem, coverage, ground: Ground::Plain, refuted: false };
    let by_words = |support, problem| Finding { ground: Ground::Words, ..finding(support, problem) };
    let close = [reader.keys(&theirs), reader.keys(&above)].concat();
    let statement = share(wanted, &close);
    if let Some(wrong) = sum.as_ref().filter(|sum| !sum.is_right()) {
        return finding(Support::Unsupported, Some(format!("“{}” is no right sum", wrong.text)));
    }
    let mut condition = None;
    if statement >= SAME_STATEMENT {
        let (tokens, others) = (reader.tokens(&ours), reader.tokens(&theirs));
        let to = align(tokens, others);
        let beside = Beside {
            claim: &ours,
            source: &theirs,
            ours: tokens,
            theirs: others,
            to: &to,
            sum: sum.as_ref(),
            language: reader.language,
        };
        if let Some(differs) = beside.differs() {
            return Finding { refuted: true, ..finding(Support::Contradicted, Some(differs.problem())) };
        }
        condition = left_out(&beside, reader.asked())
            .map(|words| format!("the source says so only “{words}”"))
            .or_else(|| given_up(&beside).map(|words| format!("the source says “{words}”")));
    }
    if let Some(problem) = condition {
        return Finding { refuted: true, ..by_words(Support::Partly, Some(problem)) };
    }
    if is_part(&ours, &quotes) || is_part(&ours, &theirs) {
        return Finding { coverage: 1.0, ..finding(Support::Supported, None) };
    }
    let about: &[Context<'_>] = if near < SAME_THING { &[] } else { contexts };
    if let Some((first, second)) = about.iter().find_map(|context| exchanged(&ours, context, reader)) {
        let problem = Differs::Swapped { first, second }.problem();
        return Finding { refuted: true, ..finding(Support::Contradicted, Some(problem)) };
    }
    if let Some(label) = about.iter().find_map(|context| other_label(&ours, context, reader)) {
        let problem = format!("the source says so only “{label}”");
        return Finding { refuted: true, ..by_words(Support::Partly, Some(problem)) };
    }
    if let Some(problem) = missing(&ours, &surroundings, sum.as_ref(), reader) {
        return finding(Support::Unsupported, Some(problem));
    }
    if near < SAME_THING {
        return finding(Support::Unsupported, Some("the quote is about something else".to_owned()));
    }
    let unnamed = unnamed(&ours, &surroundings);
    if let Some(name) = unnamed.first() {
        let support =
            if unnamed.len() > 1 || near < SAYS_AS_MUCH { Support::Unsupported } else { Support::Partly };
        return finding(support, Some(format!("{name} is not named near the quote")));
    }
    if let Some(name) = unknown(&ours, contexts, &reader.question().text) {
        return finding(Support::Partly, Some(format!("{name} is not named near the quote")));
    }
    if let Some(words) = unsaid(&ours, &surroundings, reader) {
        return by_words(Support::Partly, Some(format!("nothing near the quote says “{words}”")));
    }
    if held < SAYS_AS_MUCH && !gives_a_value(&ours, &quotes, reader) {
        return by_words(Support::Partly, Some("the quote says only part of it".to_owned()));
    }
    by_words(Support::Supported, None)
}

/// The names of a claim that don't occur nearby.
fn unnamed<'c>(claim: &'c Known<'_>, there: &Known<'_>) -> Vec<&'c str> {
    let folded = there.folded().replace('-', " ");
    let names = claim.mentions().iter().filter(|mention| mention.kind == MentionKind::Name);
    names.map(|mention| &claim.text[mention.range.clone()]).filter(|name| !is_named(name, &folded)).collect()
}

/// A clause of the claim without any word in the source. Where it denies something, the words of the question need none.
fn unsaid(claim: &Known<'_>, there: &Known<'_>, reader: &mut Reader<'_>) -> Option<String> {
    let found: BTreeSet<u32> = reader.tokens(there).iter().map(|token| token.key).collect();
    let tokens = reader.tokens(claim);
    let words: Vec<&Token> = tokens.iter().filter(|token| token.sort == Sort::Content).collect();
    let asked = reader.asked();
    let mut runs = words.split(|token| found.contains(&token.key));
    let run = runs.find(|run| {
        let denied = run.first().is_some_and(|first| is_denied(claim, tokens, first));
        run.iter().filter(|token| !denied || !asked.contains(&token.key)).count() >= CLAUSE
    })?;
    let range = run.first()?.range.start..run.last()?.range.end;
    Some(claim.text[range].to_owned())
}

/// Does a denial stand before a word, in its clause?
fn is_denied(claim: &Known<'_>, tokens: &[Token], word: &Token) -> bool {
    let before = tokens.iter().filter(|token| token.range.start < word.range.start);
    let mut denials = before.filter(|token| token.sort == Sort::Denial);
    denials.next_back().is_some_and(|denial| {
        let between = claim.text.get(denial.range.end..word.range.start).unwrap_or_default();
        !between.contains([',', ';', ':', '.', '!', '?'])
    })
}

fn join<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    parts.collect::<Vec<_>>().join("\n\n")
}

/// Are the claim's words the text's own, in order and without a gap?
fn is_part(claim: &Known<'_>, text: &Known<'_>) -> bool {
    let claim = claim.plain().trim_end_matches(['.', '!', '?', ';', ':', '…', '。']);
    !claim.is_empty() && text.plain().contains(claim)
}

fn share(wanted: &[u32], found: &[u32]) -> f64 {
    if wanted.is_empty() {
        return 1.0;
    }
    wanted.iter().filter(|key| found.contains(key)).count() as f64 / wanted.len() as f64
}

/// A name stands there whole, or its last word does (people are called by it after the first time), or all of its
/// words do.
fn is_named(name: &str, folded: &str) -> bool {
    let name = fold(name).replace('-', " ");
    let words: Vec<&str> = name.split(' ').filter(|word| word.chars().count() > 2).collect();
    folded.contains(&name)
        || words.last().is_some_and(|last| words.len() > 1 && folded.contains(last))
        || (!words.is_empty() && words.iter().all(|word| folded.contains(without_ending(word))))
}

/// "Jordanians" is named where "Jordan" is.
fn without_ending(word: &str) -> &str {
    ["ians", "ian", "ans", "an", "ese", "ish", "s"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.chars().count() >= 4))
        .unwrap_or(word)
}
