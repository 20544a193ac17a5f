//! What can be done with an answer.

use super::Sight;
use super::answer::may_pass;
use super::words::money;
use crate::act::{Act, Format};
use crate::card::{Button, Does, Look};
use gorkd_core::job::{Job, Stage};
use gorkd_core::model::{Confidence, JobId};
use gorkd_core::view::AnswerView;
use gorkd_words::Msg;

/// Suggested questions.
const FOLLOW_UPS: usize = 3;

/// At most five: what most people want next, and a list of the rest.
pub(super) fn buttons(sight: &Sight<'_>, answer: &AnswerView) -> Vec<Button> {
    let (job, view) = (&sight.job.id, sight.view);
    let button = |label: Msg, act: Act| Button::act(sight.say(label), job, act);
    let mut buttons = Vec::new();
    let mut more: Vec<(String, JobId, Act)> = Vec::new();
    let mut offer = |label: Msg, act: Act| more.push((sight.say(label), job.clone(), act));
    let again = may_pass(sight, answer);
    if sight.telling.private {
        buttons.push(button(Msg::ButtonShare, Act::Share));
    } else if again {
        buttons.push(button(Msg::ButtonTryAgain, Act::Retry).main());
    }
    let found = answer.confidence != Confidence::Insufficient || !view.claims.is_empty();
    if !view.sources.is_empty() {
        match found {
            true => buttons.push(button(Msg::ButtonSources, Act::Sources)),
            // What was read and did not help is not what comes next.
            false => offer(Msg::ButtonSources, Act::Sources),
        }
        if found {
            offer(Msg::ButtonFullAnswer, Act::Full);
        }
        offer(Msg::ButtonWhy, Act::Why);
    }
    if sight.telling.private && again {
        offer(Msg::ButtonTryAgain, Act::Retry);
    }
    if let Some((_, usd)) = &sight.ways.deeper {
        let label = match *usd > 0.0 {
            true => Msg::ButtonGoDeeperFor { price: money(*usd, sight.locale) },
            false => Msg::ButtonGoDeeper,
        };
        match buttons.len() {
            0 | 1 => buttons.push(button(label, Act::GoDeeper)),
            _ => offer(label, Act::GoDeeper),
        }
    }
    offer(Msg::ButtonCheckAgain, Act::Recheck);
    for (nth, question) in answer.questions.iter().take(FOLLOW_UPS).enumerate() {
        more.push((question.clone(), job.clone(), Act::FollowUp(nth)));
    }
    let mut offer = |label: Msg, act: Act| more.push((sight.say(label), job.clone(), act));
    offer(Msg::ButtonWatchDaily, Act::Watch(24));
    offer(Msg::ButtonWatchWeekly, Act::Watch(168));
    offer(Msg::ButtonWatchMonthly, Act::Watch(720));
    if sight.ways.sharer.is_some() {
        offer(Msg::ButtonRevokeLinks, Act::Unshare);
    }
    for format in Format::ALL.into_iter().filter(|_| found) {
        offer(Msg::ButtonDownload { format: format.label().to_owned() }, Act::Export(format));
    }
    checkpoints(sight.job).into_iter().for_each(|(label, act)| offer(label, act));
    buttons.push(choose(sight.say(Msg::ButtonMore), more));
    buttons.push(Button::act("👍", job, Act::Good));
    buttons.push(Button::act("👎", job, Act::Bad));
    buttons
}

fn choose(label: String, options: Vec<(String, JobId, Act)>) -> Button {
    Button { label, look: Look::Plain, does: Does::Choose(options) }
}

/// Where a branch can begin: after the plan, and after each round of reading.
fn checkpoints(job: &Job) -> Vec<(Msg, Act)> {
    let mut round = 0;
    job.checkpoints
        .iter()
        .filter_map(|checkpoint| {
            let label = match checkpoint.stage {
                Stage::Plan => Msg::ButtonFromPlan,
                Stage::Evaluate => {
                    round += 1;
                    Msg::ButtonFromRound { round }
                }
                Stage::Clarify | Stage::Search | Stage::Read | Stage::Synthesize | Stage::Verify => {
                    return None;
                }
            };
            Some((label, Act::Fork(checkpoint.seq)))
        })
        .collect()
}
