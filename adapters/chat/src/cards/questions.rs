//! Clarifying questions, the plan, and approvals: with buttons while open, with the decision afterwards.

use super::context::CardContext;
use super::format::clock_time;
use crate::action::Action;
use crate::card::{Button, Card, Part, Tone};
use gorkd_core::job::{ApprovalAbout, Clarification, ClarifyQuestion, Decision, Estimate, Interrupt, Reply};
use gorkd_core::model::{Deliverable, Millis};
use gorkd_core::ports::MessageKey;
use gorkd_words::Msg;

/// Each question as its key, its card, and whether it is settled.
pub fn questions(context: &CardContext<'_>) -> Vec<(MessageKey, Card, bool)> {
    let open = context.job.interrupt();
    let mut cards = Vec::new();
    if let Some(clarification) = &context.job.clarification {
        cards.extend(clarified(context, clarification, open.as_ref()));
    }
    let approvals = &context.job.approvals;
    for (nth, approval) in approvals.iter().enumerate() {
        let id = approval.about.id();
        // A retried run may ask the same thing again, in a separate card.
        let key = match approvals[..nth].iter().filter(|before| before.about == approval.about).count() {
            0 => MessageKey::Question(id.clone()),
            again => MessageKey::Question(format!("{id}.{again}")),
        };
        match &open {
            Some((Interrupt::Approve { id: now, about, estimate, .. }, until))
                if *now == id && approval.decision.is_none() =>
            {
                cards.push((key, to_approve(context, &id, *about, estimate, *until), false));
            }
            Some(_) | None => cards.push((key, decided(context, approval.about, approval.decision), true)),
        }
    }
    cards
}

fn clarified(
    context: &CardContext<'_>,
    clarification: &Clarification,
    open: Option<&(Interrupt, Millis)>,
) -> Vec<(MessageKey, Card, bool)> {
    let mut cards = Vec::new();
    for (nth, question) in clarification.questions.iter().enumerate() {
        let id = format!("clarify.{nth}");
        let key = MessageKey::Question(id.clone());
        match (open, clarification.replies.get(nth)) {
            (Some((Interrupt::Clarify { id: now, .. }, until)), _) if *now == id => {
                cards.push((key, to_answer(context, &id, question, *until), false));
            }
            (_, Some(reply)) => cards.push((key, answered(context, question, reply), true)),
            // Never asked, or decided by default.
            (_, None) if nth == clarification.replies.len() => {
                cards.push((key, settled(&question.text, context.say(Msg::QuestionGuessed)), true));
            }
            (_, None) => {}
        }
    }
    cards
}

fn to_answer(context: &CardContext<'_>, id: &str, question: &ClarifyQuestion, until: Millis) -> Card {
    let job = &context.job.id;
    let mut buttons: Vec<Button> = (0..)
        .zip(&question.options)
        .map(|(nth, option)| Button::action(option.clone(), job, Action::Option(id.to_owned(), nth)))
        .collect();
    if question.all_of_the_above {
        buttons.push(Button::action(
            context.say(Msg::ButtonAllOfThese),
            job,
            Action::AllOfTheAbove(id.to_owned()),
        ));
    }
    buttons.push(Button::action(context.say(Msg::ButtonOwnWords), job, Action::Custom(id.to_owned())));
    buttons
        .push(Button::action(context.say(Msg::ButtonJustGo), job, Action::JustGo(id.to_owned())).primary());
    let until = clock_time(until, &context.job.time_zone);
    let rest = context.say(Msg::QuestionRest { until });
    Card {
        tone: Tone::Waiting,
        title: Some(context.say(Msg::QuestionTitle)),
        parts: vec![Part::strong(question.text.clone()), Part::small(rest)],
        buttons,
        ..Card::default()
    }
}

fn answered(context: &CardContext<'_>, question: &ClarifyQuestion, reply: &Reply) -> Card {
    let answer = match reply {
        Reply::Option(nth) => question.options.get(*nth).cloned().unwrap_or_default(),
        Reply::AllOfTheAbove => context.say(Msg::AllOfThese),
        Reply::Custom(words) => words.clone(),
        Reply::JustGo | Reply::Approve | Reply::Decline | Reply::Edit { .. } | Reply::Profile { .. } => {
            context.say(Msg::JustGo)
        }
    };
    settled(&question.text, context.say(Msg::QuestionAnswer { answer }))
}

fn settled(title: &str, said: String) -> Card {
    let parts = vec![Part::words(title), Part::strong(said)];
    Card { tone: Tone::Plain, parts, ..Card::default() }
}

fn to_approve(
    context: &CardContext<'_>,
    id: &str,
    about: ApprovalAbout,
    takes: &Estimate,
    until: Millis,
) -> Card {
    let button = |label: Msg, action: Action| Button::action(context.say(label), &context.job.id, action);
    let of = |label: Msg, action: fn(String) -> Action| button(label, action(id.to_owned()));
    let until = clock_time(until, &context.job.time_zone);
    let mut parts = Vec::new();
    let (title, buttons, rest) = match about {
        ApprovalAbout::Plan(_) => {
            parts.extend(plan(context));
            let buttons = vec![
                of(Msg::ButtonStart, Action::Approve).primary(),
                of(Msg::ButtonEditPlan, Action::EditPlan),
                of(Msg::ButtonCheaper, Action::Cheaper),
                of(Msg::ButtonDeeperPlan, Action::Deeper),
                of(Msg::ButtonDoNotStart, Action::Decline).danger(),
            ];
            (Msg::PlanTitle, buttons, Msg::PlanRest { until })
        }
        ApprovalAbout::Harvest(_) => {
            let buttons = vec![
                of(Msg::ButtonReadOn, Action::Approve).primary(),
                of(Msg::ButtonAnswerNow, Action::Decline),
                of(Msg::ButtonAlways, Action::Always),
            ];
            (Msg::HarvestTitle, buttons, Msg::HarvestRest { until })
        }
        ApprovalAbout::Publish => {
            parts.extend(held(context));
            let buttons = vec![
                of(Msg::ButtonPublish, Action::Approve).primary(),
                button(Msg::ButtonShowMe, Action::ShowAgain),
                of(Msg::ButtonAlways, Action::Always),
                of(Msg::ButtonWithhold, Action::Decline).danger(),
            ];
            (Msg::PublishTitle, buttons, Msg::PublishRest { until })
        }
    };
    let asks = about.asks(takes, context.locale);
    parts.push(Part::strong(asks));
    parts.push(Part::small(context.say(rest)));
    Card { tone: Tone::Waiting, title: Some(context.say(title)), parts, buttons, ..Card::default() }
}

fn plan(context: &CardContext<'_>) -> Vec<Part> {
    let Some(plan) = &context.job.plan else { return Vec::new() };
    let parts: Vec<String> = plan.sub_questions.iter().map(|part| part.text.clone()).collect();
    let queries: Vec<String> = plan.queries.iter().map(|query| query.text.clone()).collect();
    let mut shown = Vec::new();
    if parts != queries {
        shown = vec![Part::Heading(context.say(Msg::PlanParts)), Part::list(parts)];
    }
    shown.extend([Part::Heading(context.say(Msg::PlanSearches)), Part::list(queries)]);
    let form = context.say(match context.job.deliverable() {
        Deliverable::Brief => Msg::FormBrief,
        Deliverable::Report => Msg::FormReport,
        Deliverable::Table => Msg::FormTable,
        Deliverable::Comparison => Msg::FormComparison,
    });
    shown.push(Part::small(context.say(Msg::PlanForm { form })));
    shown
}

/// Describes an answer that waits for approval. Only people who may decide see its text.
fn held(context: &CardContext<'_>) -> Vec<Part> {
    let Some(answer) = &context.job.held else { return Vec::new() };
    let cited = answer.sources.iter().filter(|source| source.number.is_some()).count();
    let level = context.say(super::answer::confidence_word(answer.confidence));
    let text = context.say(Msg::PublishHeld { count: cited as u64, level });
    vec![Part::words(text)]
}

/// The card of the open question.
pub fn open_question(context: &CardContext<'_>) -> Option<Card> {
    let open = questions(context).into_iter().find(|(_, _, settled)| !settled);
    open.map(|(_, card, _)| card)
}

fn decided(context: &CardContext<'_>, about: ApprovalAbout, decision: Option<Decision>) -> Card {
    let what = context.say(match about {
        ApprovalAbout::Plan(_) => Msg::DecidedPlan,
        ApprovalAbout::Harvest(_) => Msg::DecidedHarvest,
        ApprovalAbout::Publish => Msg::DecidedPublish,
    });
    let said = match decision {
        Some(Decision::Approved) => Msg::DecidedApproved { what },
        Some(Decision::Declined) => Msg::DecidedDeclined { what },
        Some(Decision::ByDefault) => Msg::DecidedByDefault { what },
        Some(Decision::Changed) => Msg::DecidedChanged { what },
        None => Msg::DecidedNeedless { what },
    };
    Card::note(Tone::Plain, context.say(said))
}
