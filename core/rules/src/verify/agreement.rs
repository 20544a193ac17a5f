//! Does a quote, with its context, support a claim? This is judged only by what can be compared without
//! understanding: words, numbers, dates, names, negations, and opposites. In case of doubt, the claim counts as
//! unsupported.

use super::absence::is_absence;
use super::align::Sort;
use super::closely::is_close;
use super::commands::miscopied;
use super::conditions::condition as left_out;
use super::denied::denied;
use super::derived::{Derived, Sums, derived};
use super::differs::{self, Beside};
use super::doubts::{doubt, may_say};
use super::exchanged::exchanged;
use super::identifiers::unknown;
use super::known::{AnalyzedText, Reader};
use super::labels::other_label;
use super::quotes::Context;
use super::rates::other_unit;
use super::subjects::of_another;
use super::values::{Missing, given_up, gives_a_value, is_argument, missing};
use super::wording::{Wording, in_marks};
use crate::analyze::language_of;
use crate::text::mentions::{Date, Mention, MentionKind};
use crate::text::sentences::sentences;
use crate::text::words::fold;
use gorkd_core::model::Support;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The result of checking a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub support: Support,
    /// Why the claim isn't supported, as the end of a sentence for the writer.
    pub problem: Option<String>,
    /// The mean of two shares of the claim's content words: those in the quote and its headings, and those near it.
    pub coverage: f64,
    pub ground: Ground,
    /// The quoted sentence makes this very statement, but differently, or only under a condition.
    pub refuted: bool,
    /// The sentence of the source that the claim was compared with, if only one was.
    pub against: Option<String>,
}

/// The evidence for a result, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ground {
    /// The claim's words are in the source without a gap, or something in the claim isn't there at all.
    Plain,
    /// A sentence of the source has the claim's words in their order, and no others between them.
    Close,
    /// A model that checks has read that the source says it.
    Read,
    /// Only the share of its words in the source. Whether both are about the same thing is unknown.
    Words,
}

/// Shares of a claim's content words in the source: from the first on, both are about the same thing; from the second
/// on, the source says as much. Set so that paraphrases of a sentence pass, and other sentences on the same subject
/// don't.
const SAME_THING: f64 = 0.35;
const SAYS_AS_MUCH: f64 = 0.5;
/// This many content words in a row that occur nowhere near the quote are a clause of their own. Fewer may be a
/// different wording.
const CLAUSE: usize = 4;
/// From this share of a claim's content words on, the quoted sentence makes the same statement, so a difference is a
/// contradiction.
const SAME_STATEMENT: f64 = 0.5;
/// The share of a claim's clause that another clause must contain to be able to deny it: one in the quoted sentences,
/// and one that is merely near them. Of 1,321 sentences from manuals, none counted as denied by its own paragraph; of
/// 207 from which a negation was removed, all did.
const SAME_CLAUSE: f64 = 0.5;
const SAME_CLAUSE_NEARBY: f64 = 0.75;

/// Checks a claim against several quotes together, in the language that all of them share.
pub(super) fn compare(claim: &str, contexts: &[Context<'_>], reader: &mut Reader<'_>) -> Finding {
    let sums = derived(claim);
    if let Some(wrong) = sums.iter().find(|sum| !sum.is_right()) {
        return Finding::new(Support::Unsupported, Some(wrong.problem()), 0.0);
    }
    let written = contexts.first().and_then(|context| context.language);
    let Some(other) = written.filter(|own| *own != reader.language) else {
        return in_one_language(claim, &sums, contexts, reader);
    };
    match language_of(claim) == other {
        // Asked in one language, and answered in that of the page.
        true => in_one_language(claim, &sums, contexts, reader.in_language(other)),
        false => across_languages(claim, &sums, contexts, other, reader),
    }
}

impl Finding {
    /// Is the claim supported by more than a share of its words?
    pub fn is_plain(&self) -> bool {
        self.support == Support::Supported && self.ground == Ground::Plain
    }

    pub(super) fn new(support: Support, problem: Option<String>, coverage: f64) -> Self {
        Self { support, problem, coverage, ground: Ground::Plain, refuted: false, against: None }
    }
}

/// Words of different languages can't be compared; values and names can.
fn across_languages(
    claim: &str,
    sums: &[Derived],
    contexts: &[Context<'_>],
    other: &str,
    reader: &mut Reader<'_>,
) -> Finding {
    let ours = reader.of(claim);
    let surroundings = reader.in_language(other).of(&join(contexts.iter().flat_map(Context::surroundings)));
    let beside = reader.in_language(other).of(&join(contexts.iter().flat_map(Context::with_code)));
    let finding =
        |support, problem| Finding { ground: Ground::Words, ..Finding::new(support, problem, SAYS_AS_MUCH) };
    let given = if sums.is_empty() { beside.clone() } else { reader.given() };
    let sums = Sums { claim: &ours, all: sums, given: &given };
    let missing = missing(&sums, &beside, &dates(contexts), reader);
    let (uncounted, missing) = told_apart(missing, contexts);
    if let Some(problem) = missing {
        return Finding { ground: Ground::Plain, ..finding(Support::Unsupported, Some(problem)) };
    }
    let unnamed = unnamed(&ours, &surroundings);
    let unknown = unknown(&ours, contexts, &reader.question().text);
    match unnamed.into_iter().find(|name| name.is_ascii()).or(unknown) {
        Some(name) => finding(Support::Partly, Some(not_named(name))),
        None => {
            let problem = uncounted.or_else(|| miscopied(claim, contexts, &reader.question().text));
            let support = if problem.is_some() { Support::Partly } else { Support::Supported };
            finding(support, problem)
        }
    }
}

fn in_one_language(
    claim: &str,
    sums: &[Derived],
    contexts: &[Context<'_>],
    reader: &mut Reader<'_>,
) -> Finding {
    let ours = reader.of(claim);
    let theirs = reader.of(&join(contexts.iter().map(|context| context.sentence)));
    let surroundings = reader.of(&join(contexts.iter().flat_map(Context::surroundings)));
    let above = reader.of(&join(contexts.iter().flat_map(Context::headings)));
    // The words of a sum are those of all that it is made of, the question among it.
    let (given, there) = match sums.is_empty() {
        true => (reader.question(), Rc::clone(&surroundings)),
        false => {
            let given = reader.given();
            let there = reader.of(&format!("{}\n\n{}", surroundings.text, given.text));
            (given, there)
        }
    };
    let sums = Sums { claim: &ours, all: sums, given: &there };
    let wanted = reader.without_values(&ours);
    let near = share(wanted, reader.keys(&there));
    let quotes = reader.of(&join(contexts.iter().map(|context| context.quote)));
    let held = share(wanted, &[reader.keys(&quotes), reader.keys(&above)].concat());
    let finding = |support, problem| Finding::new(support, problem, (near + held) / 2.0);
    let by_words = |support, problem| Finding { ground: Ground::Words, ..finding(support, problem) };
    let otherwise =
        |problem: String| Finding { refuted: true, ..by_words(Support::Contradicted, Some(problem)) };
    let denied =
        |(problem, sentence): (String, String)| Finding { against: Some(sentence), ..otherwise(problem) };
    let partly = |problem: String| by_words(Support::Partly, Some(problem));
    let only_so = |problem: String| Finding { refuted: true, ..partly(problem) };
    let close = [reader.keys(&theirs), reader.keys(&above)].concat();
    let mut said_closely = false;
    if share(wanted, &close) >= SAME_STATEMENT {
        let beside = Beside::of(&ours, &theirs, reader);
        let question = reader.question();
        let is_given =
            |mention: &Mention| sums.work_out(mention) || is_argument(&ours.text, mention, &question, true);
        let other_unit = || other_unit(&beside).filter(|_| sums.all.is_empty());
        if let Some(problem) = beside.value(|mention| !is_given(mention)).or_else(other_unit) {
            return Finding { ground: Ground::Plain, ..otherwise(problem) };
        }
        if let Some(found) = denied_in(&ours, &theirs, SAME_CLAUSE, reader) {
            return denied(found);
        }
        // The order of what is added up says nothing.
        let in_order = || beside.exchanged().filter(|_| sums.all.is_empty());
        if let Some(problem) = beside.turned().or_else(in_order) {
            return otherwise(problem);
        }
        let condition = left_out(&beside, &reader.asked, &question.text)
            .map(|words| format!("the source says so only {}; keep that condition", in_marks(&words)))
            .or_else(|| given_up(&beside).map(|words| format!("the source says {}", in_marks(&words))));
        if let Some(problem) = condition {
            return only_so(problem);
        }
        // What stands in several places is put together by the claim.
        said_closely = contexts.len() == 1 && is_close(&beside);
    }
    if is_part(&ours, &quotes) || is_part(&ours, &theirs) {
        return Finding { coverage: 1.0, ..finding(Support::Supported, None) };
    }
    let around = reader.of(&join(contexts.iter().map(|context| context.around)));
    if let Some(found) = denied_in(&ours, &around, SAME_CLAUSE_NEARBY, reader) {
        return denied(found);
    }
    let about: &[Context<'_>] = if near < SAME_THING { &[] } else { contexts };
    if let Some(things) = about.iter().find_map(|context| exchanged(&ours, context, reader)) {
        return otherwise(differs::exchanged(things));
    }
    if let Some(label) = about.iter().find_map(|context| other_label(&ours, context, reader)) {
        return only_so(format!("the source says so only “{label}”; keep that condition"));
    }
    let beside = reader.of(&join(contexts.iter().flat_map(Context::with_code)));
    let missing = missing(&sums, &beside, &dates(contexts), reader);
    let (uncounted, missing) = told_apart(missing, contexts);
    if let Some(problem) = missing {
        return finding(Support::Unsupported, Some(problem));
    }
    let unnamed = unnamed(&ours, &there);
    let unknown = unknown(&ours, contexts, &given.text);
    if near < SAME_THING {
        // What has no name or value of its own may be said in other words.
        let is_nameless = unnamed.is_empty() && unknown.is_none();
        if is_nameless && !is_absence(claim, reader.language) && may_say(&ours, &there, reader) {
            return partly("the quote has few of its words; stay close to what the passage says".to_owned());
        }
        let ground = if is_nameless { Ground::Words } else { Ground::Plain };
        let is_of_it = is_nameless && (near > 0.0 || ours.values().next().is_some());
        let what = if is_of_it { "has few of its words" } else { "is about something else" };
        let problem = format!("the quote {what}; cite a passage that says it, and stay close to its words");
        return Finding { ground, ..finding(Support::Unsupported, Some(problem)) };
    }
    if let Some(name) = unnamed.first() {
        let support =
            if unnamed.len() > 1 || near < SAYS_AS_MUCH { Support::Unsupported } else { Support::Partly };
        return finding(support, Some(not_named(name)));
    }
    if let Some(name) = unknown {
        return finding(Support::Partly, Some(not_named(name)));
    }
    // A sum is made of numbers of several sentences.
    let is_sum = !sums.all.is_empty();
    let problem = miscopied(claim, contexts, &reader.question().text)
        .or_else(|| of_another(&ours, contexts, reader).filter(|_| !is_sum))
        .or_else(|| doubt(&ours, &around, reader));
    if let Some(problem) = problem {
        return only_so(problem);
    }
    if let Some(words) = unsaid(&ours, &there, reader) {
        return partly(format!("nothing near the quote says “{words}”; cite what says it, or leave it out"));
    }
    if held < SAYS_AS_MUCH && !gives_a_value(&ours, &quotes, reader) {
        let said = [quotes.text.as_str(), above.text.as_str()].join("\n\n");
        let said = reader.of(&said);
        let rest = in_quotation_marks(&not_in(&ours, &said, reader)).map(|rest| format!(", not {rest}"));
        return partly(format!(
            "the quote says only part of it{}; cite the passage for the rest as well, or leave it out",
            rest.unwrap_or_default()
        ));
    }
    if uncounted.is_some() {
        return by_words(Support::Partly, uncounted);
    }
    let ground = if said_closely { Ground::Close } else { Ground::Words };
    Finding { ground, ..by_words(Support::Supported, None) }
}

/// What is missing, by whether rules can tell: how many of a thing a block of code shows ("two spaces") is nothing that
/// they count. A model may, and without one the claim is supported only in part. Names in code are everywhere in manuals,
/// and show no number of anything.
fn told_apart(missing: Option<Missing>, contexts: &[Context<'_>]) -> (Option<String>, Option<String>) {
    let shows_code = contexts.iter().any(|context| context.block.contains("```"));
    match missing {
        Some(Missing { problem, counts: true }) if shows_code => (Some(problem), None),
        Some(Missing { problem, .. }) => (None, Some(problem)),
        None => (None, None),
    }
}

/// The claim's content words that a text doesn't have, each run as written.
pub(super) fn not_in(
    claim: &AnalyzedText<'_>,
    there: &AnalyzedText<'_>,
    reader: &mut Reader<'_>,
) -> Vec<String> {
    let ours = Wording::of(claim, reader);
    let found = reader.all_keys(there);
    runs(&ours, &found).iter().map(|run| written(&ours, run)).collect()
}

/// Runs of content words that are not among these.
fn runs(wording: &Wording<'_>, found: &BTreeSet<u32>) -> Vec<Vec<usize>> {
    let words: Vec<usize> = (0..wording.tokens.len()).filter(|at| wording.is_content(*at)).collect();
    let runs = words.split(|at| found.contains(&wording.tokens[*at].key));
    runs.filter(|run| !run.is_empty()).map(<[usize]>::to_vec).collect()
}

fn written(wording: &Wording<'_>, run: &[usize]) -> String {
    let last = run.last().map_or(0, |last| last + 1);
    wording.written(run.first().copied().unwrap_or(last)..last).to_owned()
}

/// Words for the writer: the first few of several. `None` if there are none.
pub(super) fn in_quotation_marks(words: &[String]) -> Option<String> {
    const MOST: usize = 4;
    let quoted: Vec<String> = words.iter().take(MOST).map(|words| format!("“{words}”")).collect();
    (!quoted.is_empty()).then(|| quoted.join(", "))
}

/// What is wrong if a clause of a text contradicts the claim, and the sentence with that clause.
fn denied_in(
    claim: &AnalyzedText<'_>,
    source: &AnalyzedText<'_>,
    least: f64,
    reader: &mut Reader<'_>,
) -> Option<(String, String)> {
    let clause = denied(reader.clauses(claim), reader.clauses(source), least)?;
    let (ours, theirs) = (Wording::of(claim, reader), Wording::of(source, reader));
    let there = theirs.within(&clause).map_or(0, |places| theirs.denials(places));
    let problem = differs::denied(ours.denials(0..ours.tokens.len()), there);
    let mut all = sentences(&source.text, 0..source.text.len()).into_iter();
    let sentence = all.find(|range| clause.start < range.end).unwrap_or(clause);
    Some((problem, source.text.get(sentence)?.to_owned()))
}

fn not_named(name: &str) -> String {
    format!("{name} is not named near the quote; cite the passage that names it")
}

/// The names in the claim that don't occur near the quote.
pub(super) fn unnamed<'c>(claim: &'c AnalyzedText<'_>, there: &AnalyzedText<'_>) -> Vec<&'c str> {
    let folded = there.folded().replace('-', " ");
    let names = claim.mentions().iter().filter(|mention| mention.kind == MentionKind::Name);
    names.map(|mention| &claim.text[mention.range.clone()]).filter(|name| !is_named(name, &folded)).collect()
}

/// A clause of the claim that shares no word with the source. If it denies something, words of the question need no
/// source.
fn unsaid(claim: &AnalyzedText<'_>, there: &AnalyzedText<'_>, reader: &mut Reader<'_>) -> Option<String> {
    let ours = Wording::of(claim, reader);
    let (found, asked) = (reader.all_keys(there), &reader.asked);
    let is_long = |run: &Vec<usize>| {
        let denied = is_denied(&ours, run[0]);
        run.iter().filter(|at| !denied || !asked.contains(&ours.tokens[**at].key)).count() >= CLAUSE
    };
    runs(&ours, &found).iter().find(|run| is_long(run)).map(|run| written(&ours, run))
}

/// Is a word preceded by a negation in its clause?
fn is_denied(wording: &Wording<'_>, at: usize) -> bool {
    let denial = (0..at).rev().find(|before| wording.tokens[*before].sort == Sort::Denial);
    denial.is_some_and(|denial| {
        let (from, to) = (wording.tokens[denial].range.end, wording.tokens[at].range.start);
        let between = wording.text.get(from..to).unwrap_or_default();
        !between.contains([',', ';', ':', '.', '!', '?'])
    })
}

/// The days of the cited documents.
fn dates(contexts: &[Context<'_>]) -> Vec<Date> {
    contexts.iter().filter_map(|context| context.dated).collect()
}

fn join<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    parts.collect::<Vec<_>>().join("\n\n")
}

/// Does the text contain the claim's words in order, without a gap?
fn is_part(claim: &AnalyzedText<'_>, text: &AnalyzedText<'_>) -> bool {
    let claim = claim.plain().trim_end_matches(['.', '!', '?', ';', ':', '…', '。']);
    !claim.is_empty() && text.plain().contains(claim)
}

fn share(wanted: &[u32], found: &[u32]) -> f64 {
    if wanted.is_empty() {
        return 1.0;
    }
    wanted.iter().filter(|key| found.contains(key)).count() as f64 / wanted.len() as f64
}

/// A name is there if the text contains it whole, its last word (after the first mention, people are called by it),
/// or all of its words.
fn is_named(name: &str, folded: &str) -> bool {
    let name = fold(name).replace('-', " ");
    let words: Vec<&str> = name.split(' ').filter(|word| word.chars().count() > 2).collect();
    folded.contains(&name)
        || words.last().is_some_and(|last| words.len() > 1 && folded.contains(last))
        || (!words.is_empty() && words.iter().all(|word| folded.contains(without_ending(word))))
}

/// "Jordanians" is a mention of "Jordan".
fn without_ending(word: &str) -> &str {
    ["ians", "ian", "ans", "an", "ese", "ish", "s"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.chars().count() >= 4))
        .unwrap_or(word)
}
