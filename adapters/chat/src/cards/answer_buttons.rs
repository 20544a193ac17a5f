//! The buttons below an answer.

use super::context::CardContext;
use super::format::money;
use crate::action::{Action, Format};
use crate::card::{Button, ButtonKind, ButtonStyle};
use gorkd_core::job::{Job, Stage};
use gorkd_core::model::{Confidence, JobId};
use gorkd_core::view::AnswerView;
use gorkd_words::Msg;

/// Maximum number of follow-up questions offered.
const FOLLOW_UPS: usize = 3;

/// At most five: the most likely next steps, and a menu with the rest.
pub(super) fn buttons(context: &CardContext<'_>, answer: &AnswerView) -> Vec<Button> {
    let (job, view) = (&context.job.id, context.view);
    let button = |label: Msg, action: Action| Button::action(context.say(label), job, action);
    let mut buttons = Vec::new();
    let mut more: Vec<(String, JobId, Action)> = Vec::new();
    let mut offer = |label: Msg, action: Action| more.push((context.say(label), job.clone(), action));
    let again = context.is_worth_retrying(answer);
    if context.delivery.private {
        buttons.push(button(Msg::ButtonShare, Action::Share));
    } else if again {
        buttons.push(button(Msg::ButtonTryAgain, Action::Retry).primary());
    }
    let found = answer.confidence != Confidence::Insufficient || !view.claims.is_empty();
    if !view.sources.is_empty() {
        match found {
            true => buttons.push(button(Msg::ButtonSources, Action::Sources)),
            // Sources that did not help are an unlikely next step.
            false => offer(Msg::ButtonSources, Action::Sources),
        }
        if found {
            offer(Msg::ButtonFullAnswer, Action::Full);
        }
        offer(Msg::ButtonWhy, Action::Why);
    }
    if context.delivery.private && again {
        offer(Msg::ButtonTryAgain, Action::Retry);
    }
    if let Some((_, usd)) = &context.options.deeper {
        let label = match *usd > 0.0 {
            true => Msg::ButtonGoDeeperFor { price: money(*usd, context.locale) },
            false => Msg::ButtonGoDeeper,
        };
        match buttons.len() {
            0 | 1 => buttons.push(button(label, Action::GoDeeper)),
            _ => offer(label, Action::GoDeeper),
        }
    }
    offer(Msg::ButtonCheckAgain, Action::Recheck);
    for (nth, question) in answer.questions.iter().take(FOLLOW_UPS).enumerate() {
        more.push((question.clone(), job.clone(), Action::FollowUp(nth)));
    }
    let mut offer = |label: Msg, action: Action| more.push((context.say(label), job.clone(), action));
    offer(Msg::ButtonWatchDaily, Action::Watch(24));
    offer(Msg::ButtonWatchWeekly, Action::Watch(168));
    offer(Msg::ButtonWatchMonthly, Action::Watch(720));
    if context.options.sharer.is_some() {
        offer(Msg::ButtonRevokeLinks, Action::Unshare);
    }
    let offered = |format: &Format| found && (*format != Format::Pdf || context.options.prints);
    for format in Format::ALL.into_iter().filter(offered) {
        offer(Msg::ButtonDownload { format: format.label().to_owned() }, Action::Export(format));
    }
    checkpoints(context.job).into_iter().for_each(|(label, action)| offer(label, action));
    let kind = ButtonKind::Select(more);
    buttons.push(Button { label: context.say(Msg::ButtonMore), style: ButtonStyle::Plain, kind });
    buttons.push(Button::action("👍", job, Action::Good));
    buttons.push(Button::action("👎", job, Action::Bad));
    buttons
}

/// Where a run can branch: after the plan, and after each round.
fn checkpoints(job: &Job) -> Vec<(Msg, Action)> {
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
            Some((label, Action::Fork(checkpoint.seq)))
        })
        .collect()
}
