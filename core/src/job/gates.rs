//! Approvals: when a person must approve before a run continues, and the expected cost of continuing.

use super::stages::model_reserve;
use super::{Job, Size};
use crate::model::*;
use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};

/// What requires approval in a place. Everything is off by default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Gates {
    /// With `auto`, ask one clarifying question if the question is clearly ambiguous or would be expensive.
    pub ask_back: bool,
    /// Ask before the run continues if its expected total cost exceeds this.
    pub above_usd: Option<MicroUsd>,
    /// Ask before a round reads more pages than this.
    pub above_pages: Option<u32>,
    /// Require approval before the answer is published.
    pub publish: bool,
    /// Thresholds for planning a run with its asker first; `None` if the mode was chosen, or nobody could
    /// answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flip: Option<Flip>,
}

/// The thresholds of the gate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Flip {
    /// A question below this clarity is ambiguous; from 0 to 1.
    pub clarity: f64,
    /// A name whose meanings are less coherent than this is ambiguous; from 0 to 1.
    pub coherence: f64,
    /// A run expected to cost more than this is expensive.
    pub usd: MicroUsd,
}

/// What the gate measured for a question, and its decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// How clear its wording is, from 0 to 1.
    pub clarity: f64,
    /// How far the results of one search are about the same thing, from 0 to 1; 1 if no search was needed.
    pub coherence: f64,
    /// The expected cost of the run.
    pub usd: MicroUsd,
    /// Whether the run continues on its own; otherwise it is planned with its asker first.
    pub auto: bool,
}

/// An approval request.
#[derive(Clone, Debug, PartialEq)]
pub struct Approval {
    pub about: ApprovalAbout,
    pub asked_at: Millis,
    /// `None` while it is open.
    pub decision: Option<Decision>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalAbout {
    /// The plan, in this version (from 0).
    Plan(u32),
    /// Reading the pages that a round chose.
    Harvest(usize),
    /// The verified answer.
    Publish,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Approved,
    Declined,
    /// Nobody answered in time: the default applied.
    ByDefault,
    /// The plan was changed, and is shown again.
    Changed,
}

impl ApprovalAbout {
    /// The ID of the interrupt.
    pub fn id(self) -> String {
        match self {
            ApprovalAbout::Plan(version) => format!("approve.plan.{version}"),
            ApprovalAbout::Harvest(round) => format!("approve.harvest.{round}"),
            ApprovalAbout::Publish => "approve.publish".to_owned(),
        }
    }

    /// The question to the person, with the cost of continuing.
    pub fn asks(self, takes: &Estimate, locale: Locale) -> String {
        let takes = takes.said(locale);
        locale.say(match self {
            ApprovalAbout::Plan(_) => Msg::PlanAsk { takes },
            ApprovalAbout::Harvest(_) => Msg::HarvestAsk { takes },
            ApprovalAbout::Publish => Msg::PublishAsk,
        })
    }

    /// `plan`, `harvest` or `publish`.
    pub fn name(self) -> &'static str {
        match self {
            ApprovalAbout::Plan(_) => "plan",
            ApprovalAbout::Harvest(_) => "harvest",
            ApprovalAbout::Publish => "publish",
        }
    }
}

/// The maximum total cost from here: what has been spent, plus the most expensive next round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Estimate {
    /// Searches of the round, counted per provider.
    pub searches: u32,
    /// Pages that the round may read.
    pub pages: u32,
    /// Maximum active seconds of the whole run.
    pub seconds: u32,
    pub usd: MicroUsd,
}

/// The estimate for a job in its current state. An upper bound for one round: searches at their prices, plus
/// one judgment, one draft, and one check of its claims at maximum prompt and reply lengths.
pub fn estimate(job: &Job) -> Estimate {
    let number = job.rounds.len().saturating_sub(1);
    let round = job.rounds.last();
    let mut searches = 0;
    let mut usd = job.ledger.spent.usd.0;
    let asked = round.map(|round| round.queries.as_slice()).unwrap_or_default();
    let planned = job.plan.as_ref().map(|plan| plan.queries.as_slice()).unwrap_or_default();
    // A driving model has not chosen its searches yet; they may be about what was planned.
    let queries = if job.driver.is_some() && asked.is_empty() { planned } else { asked };
    for query in queries {
        for provider in job.places(number, query) {
            searches += 1;
            if round.is_some_and(|round| round.found.is_empty()) {
                usd += job.prices.searches.get(provider).copied().unwrap_or_default().0;
            }
        }
    }
    let chosen =
        round.and_then(|round| round.selection.as_ref()).map(|selection| selection.read.len() as u32);
    let pages = chosen.unwrap_or_else(|| pages_for_round(&job.budget, number, job.pages_read()));
    let call = |model: &Option<String>, size| model_reserve(job, model.as_ref(), size).usd.0;
    usd += call(&job.driver, Size::short(&job.budget)) * job.turns_left() as u64
        + call(&job.models.planner, Size::judgement(&job.budget))
        + call(&job.models.writer, Size::draft(&job.budget))
        + call(&job.models.checker, Size::judgement(&job.budget));
    Estimate { searches, pages, seconds: job.budget.seconds, usd: MicroUsd(usd) }
}

/// Pages that a round may read: about half in the first round, the rest spread over the others, all that remain
/// in the last. Reading everything in the first round would leave nothing for its leads.
pub fn pages_for_round(budget: &Budget, round: usize, pages_read: u32) -> u32 {
    let left = budget.pages.saturating_sub(pages_read);
    let rounds_left = budget.rounds.saturating_sub(u32::try_from(round).unwrap_or(u32::MAX));
    match rounds_left {
        0 => 0,
        1 => left,
        _ if round == 0 => budget.pages.div_ceil(2).min(left),
        rounds => left.div_ceil(rounds),
    }
}

impl Estimate {
    /// For example, "4 searches, up to 8 pages, up to 3 minutes, at most $0.012".
    pub fn said(&self, locale: Locale) -> String {
        let seconds = u64::from(self.seconds);
        let time = match seconds {
            0..120 => Msg::TakesSeconds { count: seconds },
            _ => Msg::TakesMinutes { count: seconds.div_ceil(60) },
        };
        let price = match self.usd.0 {
            0 => Msg::TakesFree,
            _ => Msg::TakesPrice { price: self.usd.to_string() },
        };
        locale.say(Msg::Takes {
            searches: self.searches.into(),
            pages: self.pages.into(),
            time: time.to(locale),
            price: price.to(locale),
        })
    }
}
