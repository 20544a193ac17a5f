//! Questions back, the plan, and what somebody has to agree to: as long as they are open with buttons, afterwards with
//! what was chosen.

use super::Sight;
use super::words::clock_time;
use crate::act::Act;
use crate::card::{Button, Card, Part, Tone};
use gorkd_core::job::{ApprovalAbout, Clarification, ClarifyQuestion, Decision, Estimate, Interrupt, Reply};
use gorkd_core::model::{Deliverable, Millis};
use gorkd_core::text::{Block, Inline};
use gorkd_words::Msg;

/// Key, card, and whether it is settled.
pub fn questions(sight: &Sight<'_>) -> Vec<(String, Card, bool)> {
    let open = sight.job.interrupt();
    let mut cards = Vec::new();
    if let Some(clarification) = &sight.job.clarification {
        cards.extend(clarified(sight, clarification, open.as_ref()));
    }
    let approvals = &sight.job.approvals;
    for (nth, approval) in approvals.iter().enumerate() {
        let id = approval.about.id();
        // A run that is tried again asks the same once more: a card of its own, below.
        let key = match approvals[..nth].iter().filter(|before| before.about == approval.about).count() {
            0 => format!("question.{id}"),
            again => format!("question.{id}.{again}"),
        };
        match &open {
            Some((Interrupt::Approve { id: now, about, estimate, .. }, until))
                if *now == id && approval.decision.is_none() =>
            {
                cards.push((key, to_approve(sight, &id, *about, estimate, *until), false));
            }
            Some(_) | None => cards.push((key, decided(sight, approval.about, approval.decision), true)),
        }
    }
    cards
}

fn clarified(
    sight: &Sight<'_>,
    clarification: &Clarification,
    open: Option<&(Interrupt, Millis)>,
) -> Vec<(String, Card, bool)> {
    let mut cards = Vec::new();
    for (nth, question) in clarification.questions.iter().enumerate() {
        let id = format!("clarify.{nth}");
        let key = format!("question.{id}");
        match (open, clarification.replies.get(nth)) {
            (Some((Interrupt::Clarify { id: now, .. }, until)), _) if *now == id => {
                cards.push((key, to_answer(sight, &id, question, *until), false));
            }
            (_, Some(reply)) => cards.push((key, answered(sight, question, reply), true)),
            // Never put, or left to its default.
            (_, None) if nth == clarification.replies.len() => {
                cards.push((key, settled(&question.text, sight.say(Msg::QuestionGuessed)), true));
            }
            (_, None) => {}
        }
    }
    cards
}

fn to_answer(sight: &Sight<'_>, id: &str, question: &ClarifyQuestion, until: Millis) -> Card {
    let job = &sight.job.id;
    let mut buttons: Vec<Button> = (0..)
        .zip(&question.options)
        .map(|(nth, option)| Button::act(option.clone(), job, Act::Option(id.to_owned(), nth)))
        .collect();
    if question.all_of_the_above {
        buttons.push(Button::act(sight.say(Msg::ButtonAllOfThese), job, Act::AllOfTheAbove(id.to_owned())));
    }
    buttons.push(Button::act(sight.say(Msg::ButtonOwnWords), job, Act::Custom(id.to_owned())));
    buttons.push(Button::act(sight.say(Msg::ButtonJustGo), job, Act::JustGo(id.to_owned())).main());
    let until = clock_time(until, &sight.job.time_zone);
    let rest = sight.say(Msg::QuestionRest { until });
    Card {
        tone: Tone::Waiting,
        title: Some(sight.say(Msg::QuestionTitle)),
        parts: vec![
            Part::Text(vec![Block::Paragraph(vec![Inline::strong(question.text.clone())])]),
            Part::Small(vec![Inline::text(rest)]),
        ],
        buttons,
        ..Card::default()
    }
}

fn answered(sight: &Sight<'_>, question: &ClarifyQuestion, reply: &Reply) -> Card {
    let answer = match reply {
        Reply::Option(nth) => question.options.get(*nth).cloned().unwrap_or_default(),
        Reply::AllOfTheAbove => sight.say(Msg::AllOfThese),
        Reply::Custom(words) => words.clone(),
        Reply::JustGo | Reply::Approve | Reply::Decline | Reply::Edit { .. } | Reply::Profile { .. } => {
            sight.say(Msg::JustGo)
        }
    };
    settled(&question.text, sight.say(Msg::QuestionAnswer { answer }))
}

fn settled(title: &str, said: String) -> Card {
    let parts = vec![
        Part::Text(vec![Block::words(title)]),
        Part::Text(vec![Block::Paragraph(vec![Inline::strong(said)])]),
    ];
    Card { tone: Tone::Plain, parts, ..Card::default() }
}

fn to_approve(sight: &Sight<'_>, id: &str, about: ApprovalAbout, takes: &Estimate, until: Millis) -> Card {
    let button = |label: Msg, act: Act| Button::act(sight.say(label), &sight.job.id, act);
    let of = |label: Msg, act: fn(String) -> Act| button(label, act(id.to_owned()));
    let until = clock_time(until, &sight.job.time_zone);
    let mut parts = Vec::new();
    let (title, buttons, rest) = match about {
        ApprovalAbout::Plan(_) => {
            parts.extend(plan(sight));
            let buttons = vec![
                of(Msg::ButtonStart, Act::Approve).main(),
                of(Msg::ButtonEditPlan, Act::EditPlan),
                of(Msg::ButtonCheaper, Act::Cheaper),
                of(Msg::ButtonDeeperPlan, Act::Deeper),
                of(Msg::ButtonDoNotStart, Act::Decline).danger(),
            ];
            (Msg::PlanTitle, buttons, Msg::PlanRest { until })
        }
        ApprovalAbout::Harvest(_) => {
            let buttons = vec![
                of(Msg::ButtonReadOn, Act::Approve).main(),
                of(Msg::ButtonAnswerNow, Act::Decline),
                of(Msg::ButtonAlways, Act::Always),
            ];
            (Msg::HarvestTitle, buttons, Msg::HarvestRest { until })
        }
        ApprovalAbout::Publish => {
            parts.extend(held(sight));
            let buttons = vec![
                of(Msg::ButtonPublish, Act::Approve).main(),
                button(Msg::ButtonShowMe, Act::ShowAgain),
                of(Msg::ButtonAlways, Act::Always),
                of(Msg::ButtonWithhold, Act::Decline).danger(),
            ];
            (Msg::PublishTitle, buttons, Msg::PublishRest { until })
        }
    };
    let asks = about.asks(takes, sight.locale);
    parts.push(Part::Text(vec![Block::Paragraph(vec![Inline::strong(asks)])]));
    parts.push(Part::Small(vec![Inline::text(sight.say(rest))]));
    Card { tone: Tone::Waiting, title: Some(sight.say(title)), parts, buttons, ..Card::default() }
}

fn plan(sight: &Sight<'_>) -> Vec<Part> {
    let Some(plan) = &sight.job.plan else { return Vec::new() };
    let list = |texts: Vec<String>| Block::List {
        first: None,
        items: texts.into_iter().map(|text| vec![Block::words(text)]).collect(),
    };
    let parts: Vec<String> = plan.sub_questions.iter().map(|part| part.text.clone()).collect();
    let queries: Vec<String> = plan.queries.iter().map(|query| query.text.clone()).collect();
    let mut shown = Vec::new();
    if parts != queries {
        shown = vec![Part::Heading(sight.say(Msg::PlanParts)), Part::Text(vec![list(parts)])];
    }
    shown.extend([Part::Heading(sight.say(Msg::PlanSearches)), Part::Text(vec![list(queries)])]);
    let form = sight.say(match sight.job.deliverable() {
        Deliverable::Brief => Msg::FormBrief,
        Deliverable::Report => Msg::FormReport,
        Deliverable::Table => Msg::FormTable,
        Deliverable::Comparison => Msg::FormComparison,
    });
    shown.push(Part::Small(vec![Inline::text(sight.say(Msg::PlanForm { form }))]));
    shown
}

/// How the answer is that waits for leave; what it says is shown only to who may decide.
fn held(sight: &Sight<'_>) -> Vec<Part> {
    let Some(answer) = &sight.job.held else { return Vec::new() };
    let cited = answer.sources.iter().filter(|source| source.number.is_some()).count();
    let level = sight.say(super::answer::confidence_word(answer.confidence));
    let text = sight.say(Msg::PublishHeld { count: cited as u64, level });
    vec![Part::Text(vec![Block::words(text)])]
}

fn decided(sight: &Sight<'_>, about: ApprovalAbout, decision: Option<Decision>) -> Card {
    let what = sight.say(match about {
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
    Card::note(Tone::Plain, sight.say(said))
}
