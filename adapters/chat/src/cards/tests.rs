//! What cards say.

use super::*;
use crate::action::Action;
use crate::card::{ButtonKind, Card, Part, Tone};
use crate::fixtures::*;
use crate::service::{ChatService, ChatServiceSettings};
use crate::stores::ChatStores;
use gorkd_core::fakes::MemoryStore;
use gorkd_core::job::{Approval, ApprovalAbout, BudgetLevel, BudgetNotice, Decision, Job, ScopeKind};
use gorkd_core::model::*;
use gorkd_core::ports::{Chats, Delivery, Extra, MessageKey};
use gorkd_core::text::{Block, parse};
use gorkd_core::view::{JobView, view};
use gorkd_words::Locale;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

async fn answered() -> (Job, Delivery) {
    let store = MemoryStore::default();
    let service = service(&store);
    let chat = ChatService::new(
        service.clone(),
        ChatStores::new(Arc::new(store.clone())),
        ChatServiceSettings::default(),
    );
    chat.ask(question("k1", "ann", "1", "When was the old copper bridge opened?")).await;
    let job = jobs(&store, &location("1")).await.remove(0);
    let halt = CancellationToken::new();
    let work = worker(&service, &halt);
    let mut now = service.job(&job, None).await.expect("read");
    while !now.status().is_over() {
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        now = service.job(&job, None).await.expect("read");
    }
    halt.cancel();
    work.await.expect("the work ends");
    let delivery = store.delivery(&job, &location("1").place).await.expect("read").expect("it exists");
    (now, delivery)
}

fn context<'a>(
    job: &'a Job,
    view: &'a JobView,
    delivery: &'a Delivery,
    options: &'a CardOptions,
) -> CardContext<'a> {
    let now = job.updated_at;
    CardContext { job, view, delivery, options, now, resumed: false, queued: None, locale: Locale::En }
}

fn labels(card: &Card) -> Vec<&str> {
    card.buttons.iter().map(|button| button.label.as_str()).collect()
}

#[tokio::test(start_paused = true)]
async fn an_answer_shows_its_confidence_and_offers_actions() {
    let (job, delivery) = answered().await;
    let view = view(&job);
    let options = CardOptions {
        public_url: Some("https://gorkd.example".into()),
        mention_after_ms: Some(0),
        deeper: Some(("deep".into(), 0.5)),
        sharer: None,
        prints: false,
    };
    let context = context(&job, &view, &delivery, &options);
    let card = answer(&context);
    assert_eq!((card.title.as_deref(), card.mention.as_deref()), (None, Some("ann")));
    let said = format!("{:?}", card.parts);
    for part in ["Not enough evidence", "Try other words", "https://gorkd.example/jobs/job_"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(labels(&card), ["Go deeper (up to $0.50)", "More", "👍", "👎"]);
    let ButtonKind::Select(more) = &card.buttons[1].kind else { panic!("{:?}", card.buttons) };
    let more: Vec<&str> = more.iter().map(|(label, ..)| label.as_str()).collect();
    for label in ["Sources", "Why trust this answer", "Check again", "Watch for changes: daily"] {
        assert!(more.contains(&label), "{label} in {more:?}");
    }
    assert!(
        !more.iter().any(|label| label.starts_with("Download")),
        "there is nothing to download: {more:?}"
    );

    let told = desired_messages(&context, &BTreeSet::new());
    let keys: Vec<String> = told.iter().map(|one| one.key.to_string()).collect();
    assert_eq!(keys, ["answer"], "a run that was already over has no status");
    let standing = BTreeSet::from([MessageKey::Status]);
    let told = desired_messages(&context, &standing);
    let keys: Vec<String> = told.iter().map(|one| one.key.to_string()).collect();
    assert_eq!(keys, ["status", "answer"]);
    assert_eq!(told[0].card.buttons, [], "a finished run cannot be stopped");
    let csv = export(&context, crate::Format::Csv, None);
    assert!(
        String::from_utf8_lossy(&csv.files[0].content).starts_with("claim,support,source,title,url,quote\n")
    );
    assert_eq!(&export(&context, crate::Format::Docx, None).files[0].content[..2], b"PK");
    let sources = sources(&context, 0);
    let Some(Part::Sources(lines)) = sources.parts.first() else { panic!("{sources:?}") };
    assert_eq!(lines.len(), view.sources.len().min(sources::PAGE));
    assert!(lines.iter().all(|line| line.buttons.len() == 2));

    let withdrawn = Delivery { extras: vec![Extra::Withdrawn], ..delivery.clone() };
    assert_eq!(desired_messages(&CardContext { delivery: &withdrawn, ..context }, &standing), []);
}

#[tokio::test(start_paused = true)]
async fn the_closest_passage_keeps_its_lists_and_the_lines_of_its_code() {
    let (job, delivery) = answered().await;
    let (mut view, options) = (view(&job), CardOptions::default());
    let quote =
        "To open it,\nrun\n\n```\nbridge --open\n  --copper\n```\n\n- which takes an hour\n- and a half"
            .to_owned();
    let found = view.answer.as_mut().expect("an answer");
    found.closest = vec![Closest { quote, ..Closest::default() }];
    let card = answer(&context(&job, &view, &delivery, &options));
    let quoted =
        parse("To open it,\nrun\n```\nbridge --open\n  --copper\n```\n- which takes an hour\n- and a half");
    assert!(matches!(&quoted[..], [_, Block::Code { .. }, Block::List { items, .. }] if items.len() == 2));
    assert!(card.parts.contains(&Part::Text(vec![Block::Quote(quoted)])), "{:?}", card.parts);
}

#[tokio::test(start_paused = true)]
async fn a_private_answer_can_be_shared_and_mentions_nobody() {
    let (job, delivery) = answered().await;
    let delivery = Delivery { private: true, ..delivery };
    let (view, options) = (view(&job), CardOptions { mention_after_ms: Some(0), ..CardOptions::default() });
    let context = context(&job, &view, &delivery, &options);
    let card = answer(&context);
    assert_eq!((card.mention.as_deref(), labels(&card)[0]), (None, "Share in the channel"));
    assert!(labels(&card).len() <= 5, "{card:?}");
}

#[test]
fn an_active_run_can_be_stopped_steered_and_canceled() {
    let job = Job { id: "job_1".into(), ..Job::default() };
    let (view, delivery, options) = (view(&job), Delivery::default(), CardOptions::default());
    let context = CardContext { resumed: true, ..context(&job, &view, &delivery, &options) };
    let card = status::status(&context);
    let actions: Vec<&Action> = card
        .buttons
        .iter()
        .filter_map(|button| match &button.kind {
            ButtonKind::Action(_, action) => Some(action),
            ButtonKind::Select(_) => None,
        })
        .collect();
    assert_eq!(actions, [&Action::Stop, &Action::Steer, &Action::Cancel]);
    assert!(matches!(card.tone, Tone::Working | Tone::Waiting));
    assert!(matches!(&card.parts[0], Part::Steps(steps) if steps.len() == 5));
}

#[test]
fn a_repeated_question_gets_a_separate_card() {
    let about = ApprovalAbout::Publish;
    let asked = |decision| Approval { about, asked_at: Millis(0), decision };
    let approvals = vec![asked(Some(Decision::Declined)), asked(None)];
    let job = Job { id: "job_1".into(), approvals, ..Job::default() };
    let (view, delivery, options) = (view(&job), Delivery::default(), CardOptions::default());
    let context = context(&job, &view, &delivery, &options);
    let asked = questions::questions(&context);
    let keys: Vec<(String, bool, usize)> =
        asked.iter().map(|(key, card, settled)| (key.to_string(), *settled, card.buttons.len())).collect();
    assert_eq!(
        keys,
        [
            ("question.approve.publish".to_owned(), true, 0),
            ("question.approve.publish.1".to_owned(), false, 4),
        ]
    );
}

#[test]
fn the_first_lines_of_any_answer_fit_on_a_phone() {
    let long = "word ".repeat(300);
    let rows = "| a | b |\n| --- | --- |\n".to_owned() + &format!("| {} | y |\n", "x ".repeat(40)).repeat(30);
    let code = format!("```\n{}```\n", "let x = 1;\n".repeat(60));
    let list = format!("- {long}\n- short\n");
    let items = "- one of many items that go on\n".repeat(40);
    let quote = format!("> {long}\n");
    for text in [&long, &rows, &code, &list, &items, &quote] {
        let shown = preview::first_lines(gorkd_core::text::parse(text), 10);
        let height: usize = shown.iter().map(preview::height).sum();
        assert!((3..=12).contains(&height), "{height}: {shown:?}");
    }
    let sentences = "The first sentence says it all. The second one adds a detail to it. ".repeat(12);
    let shown = format!("{:?}", preview::first_lines(gorkd_core::text::parse(&sentences), 10));
    assert!(shown.contains(". …\""), "it ends with a sentence: {shown}");
    let short = gorkd_core::text::parse("Forty-two [1].");
    assert_eq!(preview::first_lines(short.clone(), 10), short);
}

#[tokio::test(start_paused = true)]
async fn people_who_follow_a_run_elsewhere_do_not_see_its_askers_budget() {
    let (mut job, delivery) = answered().await;
    let notice = BudgetNotice {
        kind: ScopeKind::Person,
        period: "2026-11".into(),
        limit: MicroUsd(5_000_000),
        level: BudgetLevel::Near,
        spent: MicroUsd(4_100_000),
    };
    job.budget_notices.push(notice);
    let (view, options) = (view(&job), CardOptions::default());
    let elsewhere = Delivery { place: "slack:T9:C9:9".into(), ..delivery.clone() };
    for (delivery, is_told) in [(&delivery, true), (&elsewhere, false)] {
        let context = context(&job, &view, delivery, &options);
        assert_eq!(!context.budget_notes().is_empty(), is_told);
        let card = format!("{:?}", answer(&context).parts);
        assert_eq!(card.contains("monthly budget"), is_told, "{card}");
    }
}

#[test]
fn a_queued_run_says_when_to_expect_its_answer() {
    let job = Job { id: "job_1".into(), ..Job::default() };
    let (view, delivery, options) = (view(&job), Delivery::default(), CardOptions::default());
    let said = |queued| {
        let context = CardContext { queued, ..context(&job, &view, &delivery, &options) };
        format!("{:?}", status::status(&context).parts)
    };
    assert!(said(Some((1, None))).contains("Next in line."));
    assert!(said(Some((1, Some(9_000)))).contains("Next in line; the answer should come in about a minute."));
    let later = said(Some((13, Some(130_000))));
    assert!(later.contains("Number 13 in line; the answer should come in about 3 minutes."), "{later}");
}
