//! The gate: does a run begin with questions if nobody chose a mode?
//!
//! Three cheap measures: how clear the wording is; how far the results of one search for a bare name are about the same
//! thing; and the expected cost of the run. If a threshold in the settings is crossed, the run is planned with its
//! asker first. A clear question is never held up.

use crate::ask_back::{Signal, count, signal_of};
use crate::materials::brief;
use crate::plan::{content_words, plan};
use crate::text::mentions::{MentionKind, Value, mentions};
use crate::text::tables::Tables;
use crate::text::words::{fold, words};
use gorkd_core::job::{ClarifyQuestion, Gate, Job, Size};
use gorkd_core::model::{Budget, MicroUsd, Question, Spend};

/// Clarity of a question that always needs a clarifying question, and of a bare name before a search.
const UNCLEAR: f64 = 0.2;
const BARE_NAME: f64 = 0.6;
/// Clarity of a wish for "the best" that names nothing to judge by.
const UNMEASURED: f64 = 0.35;
/// Content words, beside the wish itself, from which such a wish names enough.
const MEASURE: usize = 3;
/// From so many things of one kind on, a question takes all rounds.
const MANY: u32 = 20;

/// What the gate measures before anything is searched; none where the mode was chosen, or nobody could answer.
pub fn gate(job: &Job) -> Option<Gate> {
    let limits = job.gates.flip?;
    let known = !job.earlier.is_empty() || !job.attached.is_empty();
    // A long run over everything is no unclear one: what it costs decides.
    let signal = signal_of(&job.question, known, &Budget::default());
    let clarity = clarity(&job.question, &signal, known);
    let usd = expected(job);
    let auto = clarity >= limits.clarity && usd <= limits.usd;
    Some(Gate { clarity, coherence: 1.0, usd, auto })
}

/// The same after a search has shown several meanings of a bare name, or one alone.
pub fn looked_at(job: &Job, senses: Option<&ClarifyQuestion>) -> Option<Gate> {
    let (limits, before) = (job.gates.flip?, job.gate?);
    let meanings = senses.map_or(1, |asked| asked.options.len().max(1));
    let coherence = 1.0 / meanings as f64;
    Some(Gate { coherence, auto: before.auto && coherence >= limits.coherence, ..before })
}

/// How clear a question is, 0 to 1: the more it names, the clearer.
fn clarity(question: &Question, signal: &Signal, known: bool) -> f64 {
    match signal {
        Signal::Ask(_) => UNCLEAR,
        Signal::Preview(_) => BARE_NAME,
        Signal::Clear if !known && wants_the_best(question) => UNMEASURED,
        Signal::Clear => {
            let named = count(&content_words(&question.text, &question.language)) + question.entities.len();
            1.0 - 1.0 / (1.0 + named as f64)
        }
    }
}

/// "Which database should I use?" leaves open for what.
fn wants_the_best(question: &Question) -> bool {
    let Some((_, cue)) = Tables::all().best.folded().find_in(&fold(&question.text)) else { return false };
    let said: Vec<&str> = cue.split_whitespace().collect();
    let rest = content_words(&question.text, &question.language);
    let rest = rest.iter().filter(|word| !said.contains(&fold(word).as_str())).count();
    let unspaced = words(&question.text).len() <= 2 && question.text.chars().count() > 12;
    rest < MEASURE && question.period.is_none() && question.entities.is_empty() && !unspaced
}

/// What a run is expected to cost: its searches and prompts over as many rounds as the question will take. An upper
/// bound of each call, as far as prices are known, and never more than the run may spend.
fn expected(job: &Job) -> MicroUsd {
    let rounds = u64::from(rounds(job));
    let queries = u64::from(job.budget.queries.div_ceil(job.budget.rounds.max(1)));
    let searches: u64 =
        job.providers.iter().map(|name| job.prices.searches.get(name).copied().unwrap_or_default().0).sum();
    let call = |model: Option<&String>, size: Size| {
        let price = model.and_then(|name| job.prices.models.get(name)).copied().unwrap_or_default();
        price.of(&Spend { input_tokens: size.prompt, output_tokens: size.reply, ..Spend::default() }).0
    };
    let (models, budget) = (&job.models, &job.budget);
    let once = call(models.planner.as_ref(), Size::short(budget))
        + call(models.writer.as_ref(), Size::draft(budget))
        + call(models.checker.as_ref(), Size::judgement(budget));
    let each = queries * searches + call(models.planner.as_ref(), Size::judgement(budget));
    let most = (budget.usd * 1e6).round() as u64;
    MicroUsd((once + rounds * each).min(most))
}

/// Rounds that a question will take: one for each of its parts, all for a question about everything of a kind.
fn rounds(job: &Job) -> u32 {
    let question = &job.question;
    let wide = Tables::all().everything.folded().stand_in(&fold(&question.text));
    // A year, a price, and a version count nothing.
    let many = mentions(&question.text, &question.language).iter().any(|mention| match &mention.value {
        Value::Number { written, .. } if mention.kind == MentionKind::Number => {
            (f64::from(MANY)..1_000.0).contains(written)
        }
        Value::Number { .. } | Value::Date(_) | Value::Words(_) => false,
    });
    let many = many && question.period.is_none();
    let parts = plan(&brief(job)).sub_questions.len() as u32;
    let most = job.budget.rounds.max(1);
    if wide || many { most } else { parts.clamp(1, most) }
}

#[cfg(test)]
#[path = "gate_tests.rs"]
mod tests;
