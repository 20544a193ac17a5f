//! Questions back, the plan, and what somebody has to agree to: as long as they are open with buttons, afterwards with
//! what was chosen.

use super::Sight;
use super::words::{clock_time, counted};
use crate::act::Act;
use crate::card::{Button, Card, Part, Tone};
use gorkd_core::job::{ApprovalAbout, Clarification, ClarifyQuestion, Decision, Interrupt, Reply};
use gorkd_core::model::Millis;
use gorkd_core::text::{Block, Inline};

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
            Some((Interrupt::Approve { id: now, about, text, .. }, until))
                if *now == id && approval.decision.is_none() =>
            {
                cards.push((key, to_approve(sight, &id, *about, text, *until), false));
            }
            Some(_) | None => cards.push((key, decided(approval.about, approval.decision), true)),
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
            (_, Some(reply)) => cards.push((key, answered(question, reply), true)),
            // Never put, or left to its default.
            (_, None) if nth == clarification.replies.len() => {
                let said = "No reply in time, so I went with my best guess.";
                cards.push((key, settled(&question.text, said), true));
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
        buttons.push(Button::act("All of these", job, Act::AllOfTheAbove(id.to_owned())));
    }
    buttons.push(Button::act("In my own words…", job, Act::Custom(id.to_owned())));
    buttons.push(Button::act("Just go", job, Act::JustGo(id.to_owned())).main());
    let until = clock_time(until, &sight.job.time_zone);
    let rest = format!(
        "Without an answer by {until} I'll go with my best guess. Only the person who asked can answer."
    );
    Card {
        tone: Tone::Waiting,
        title: Some("A question before I start".to_owned()),
        parts: vec![
            Part::Text(vec![Block::Paragraph(vec![Inline::strong(question.text.clone())])]),
            Part::Small(vec![Inline::text(rest)]),
        ],
        buttons,
        ..Card::default()
    }
}

fn answered(question: &ClarifyQuestion, reply: &Reply) -> Card {
    let chosen = match reply {
        Reply::Option(nth) => question.options.get(*nth).cloned().unwrap_or_default(),
        Reply::AllOfTheAbove => "all of these".to_owned(),
        Reply::Custom(words) => words.clone(),
        Reply::JustGo | Reply::Approve | Reply::Decline | Reply::Edit { .. } | Reply::Profile { .. } => {
            "just go".to_owned()
        }
    };
    settled(&question.text, &format!("Answer: {chosen}"))
}

fn settled(title: &str, said: &str) -> Card {
    let parts = vec![
        Part::Text(vec![Block::words(title)]),
        Part::Text(vec![Block::Paragraph(vec![Inline::strong(said)])]),
    ];
    Card { tone: Tone::Plain, parts, ..Card::default() }
}

fn to_approve(sight: &Sight<'_>, id: &str, about: ApprovalAbout, text: &str, until: Millis) -> Card {
    let job = &sight.job.id;
    let of = |act: fn(String) -> Act| act(id.to_owned());
    let mut parts = Vec::new();
    let (title, buttons, without) = match about {
        ApprovalAbout::Plan(_) => {
            parts.extend(plan(sight));
            let buttons = vec![
                Button::act("Start", job, of(Act::Approve)).main(),
                Button::act("Change the plan…", job, of(Act::EditPlan)),
                Button::act("Cheaper", job, of(Act::Cheaper)),
                Button::act("Deeper", job, of(Act::Deeper)),
                Button::act("Don't start", job, of(Act::Decline)).danger(),
            ];
            ("The plan", buttons, "I'll start, unless it would cost too much to start unasked")
        }
        ApprovalAbout::Harvest(_) => {
            let buttons = vec![
                Button::act("Read on", job, of(Act::Approve)).main(),
                Button::act("Answer from what there is", job, of(Act::Decline)),
                Button::act("Always allow here", job, of(Act::Always)),
            ];
            ("Before I read on", buttons, "I'll answer from what there is")
        }
        ApprovalAbout::Publish => {
            parts.extend(held(sight));
            let buttons = vec![
                Button::act("Publish", job, of(Act::Approve)).main(),
                Button::act("Show it to me", job, Act::ShowAgain),
                Button::act("Always allow here", job, of(Act::Always)),
                Button::act("Withhold", job, of(Act::Decline)).danger(),
            ];
            ("The answer is ready", buttons, "it stays withheld")
        }
    };
    parts.push(Part::Text(vec![Block::Paragraph(vec![Inline::strong(text)])]));
    let until = clock_time(until, &sight.job.time_zone);
    let rest =
        format!("Without a decision by {until} {without}. Only the person who asked or an admin can decide.");
    parts.push(Part::Small(vec![Inline::text(rest)]));
    Card { tone: Tone::Waiting, title: Some(title.to_owned()), parts, buttons, ..Card::default() }
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
        shown = vec![Part::Heading("What I will find out".to_owned()), Part::Text(vec![list(parts)])];
    }
    shown.extend([Part::Heading("First searches".to_owned()), Part::Text(vec![list(queries)])]);
    shown
}

/// How the answer is that waits for leave; what it says is shown only to who may decide.
fn held(sight: &Sight<'_>) -> Vec<Part> {
    let Some(answer) = &sight.job.held else { return Vec::new() };
    let cited = answer.sources.iter().filter(|source| source.number.is_some()).count();
    let confidence = super::answer::confidence_word(answer.confidence);
    let text = format!("It rests on {}. Confidence: {confidence}.", counted(cited, "source", "sources"));
    vec![Part::Text(vec![Block::words(text)])]
}

fn decided(about: ApprovalAbout, decision: Option<Decision>) -> Card {
    let what = match about {
        ApprovalAbout::Plan(_) => "The plan",
        ApprovalAbout::Harvest(_) => "Reading on",
        ApprovalAbout::Publish => "Publishing the answer",
    };
    let how = match decision {
        Some(Decision::Approved) => "agreed to",
        Some(Decision::Declined) => "declined",
        Some(Decision::ByDefault) => "nobody decided in time; the default applied",
        Some(Decision::Changed) => "changed",
        None => "no longer needed",
    };
    Card::note(Tone::Plain, format!("{what}: {how}."))
}
