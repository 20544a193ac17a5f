//! Answers of every kind, whole, and how much room each takes on a phone.

use super::office::{How, Office, settled};
use crate::world::chat::gorkd::own_library;
use crate::world::kinds::{self, Album, Screen};
use crate::world::slack::state::{Books, Message};
use serde_json::Value;

/// Stands below every answer.
const ANSWERED: &str = "[👍]";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_answer_fits_a_phone() {
    let office = Office::with_machine(How::Connection, own_library(), &[]).await;
    let slack = &office.slack;
    kinds::stock(&office.server.machine);
    let mut album = Album::default();
    let mut keep = |kind: &'static str, answer: &Message| {
        harmless(&answer.blocks, &answer.text);
        let said = album.put(kind, &Screen::of_slack(answer), &settled(answer));
        insta::assert_snapshot!(format!("kind_{kind}"), said);
    };
    let asked = kinds::PLAIN.map(|(kind, question, part)| {
        let asked = slack.mention("U1", "C1", question);
        (kind, asked, part)
    });
    for (kind, asked, part) in &asked {
        let answer = slack.message("C1", asked, ANSWERED).await;
        keep(kind, &answer);
        assert!(answer.says(part), "{kind}: {answer:?}");
    }
    let (_, compared, _) = &asked[4];
    slack.say("U1", "C1", compared, kinds::FOLLOW_UP);
    let next = office.nth_answer("C1", compared, 2).await;
    keep("follow_up", &next);
    slack.mention("U2", "C1", kinds::PRIVATE);
    keep("private", &office.direct("U2", ANSWERED).await);
    keep("plan", &planned(&office).await);
    keep("steer", &steered().await);
    let (talk, question) = kinds::TALK;
    let talk = slack.say("U2", "C1", "", talk);
    slack.mention_in("U1", "C1", &talk, question);
    keep("after_a_talk", &office.answer("C1", &talk).await);
    album.check();
    let all = slack.books().messages.clone();
    all.iter().filter(|one| one.from_bot).for_each(|one| harmless(&one.blocks, &one.text));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clear_question_is_answered_in_any_script() {
    let office = Office::with_machine(How::Connection, own_library(), &[]).await;
    kinds::stock(&office.server.machine);
    let (question, part) = kinds::CLEAR_IN_CHINESE;
    let asked = office.slack.mention("U1", "C1", question);
    let answer = |books: &Books| {
        let mut all = books.messages.iter().filter(|one| one.from_bot && one.is_in(&asked));
        all.find(|one| one.says(ANSWERED) || one.says("[Just go]")).cloned()
    };
    let answer = office.slack.until("an answer", answer).await;
    assert!(answer.says(part), "{answer:?}");
}

/// A plan, with every question back answered in one's own words.
async fn planned(office: &Office) -> Message {
    let slack = &office.slack;
    let (question, words) = kinds::PLANNED;
    let root = slack.mention("U1", "C1", question);
    let mut answered = String::new();
    loop {
        let open = |books: &Books| {
            let mut all = books.messages.iter().filter(|one| one.is_in(&root) && one.ts > answered);
            let open = ["[Start]", "[In my own words…]"];
            all.find(|one| open.iter().any(|label| one.says(label))).cloned()
        };
        let open = slack.until("a question or the plan", open).await;
        if open.says("[Start]") {
            insta::assert_snapshot!("kind_plan_itself", settled(&open));
            slack.say("U1", "C1", &root, "start");
            return slack.message("C1", &root, ANSWERED).await;
        }
        if answered.is_empty() {
            insta::assert_snapshot!("kind_plan_question", settled(&open));
        }
        slack.say("U1", "C1", &root, if answered.is_empty() { words } else { "any" });
        answered = open.ts;
    }
}

/// A wish while a run is under way.
async fn steered() -> Message {
    let office = Office::held(How::Connection, &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", super::office::QUESTION);
    slack.message("C1", &asked, "[Steer]").await;
    slack.say("U1", "C1", &asked, kinds::WISH);
    slack.message("C1", &asked, "[Ask it as a question]").await;
    office.go_on();
    slack.message("C1", &asked, ANSWERED).await
}

/// Nothing of a page or a question is markup: nobody is called, and no link leads away.
fn harmless(blocks: &Value, text: &str) {
    let live = ["user", "usergroup", "channel", "broadcast", "team"];
    each(blocks, &mut |part| {
        let kind = part["type"].as_str().unwrap_or_default();
        assert!(kind != "mrkdwn" && !live.contains(&kind), "it calls somebody: {part}");
        for name in ["url", "image_url"] {
            let url = part[name].as_str().unwrap_or_default();
            assert!(!url.contains(kinds::EVIL), "it leads away: {part}");
        }
    });
    assert!(!text.contains('<'), "{text}");
}

fn each(value: &Value, look: &mut impl FnMut(&Value)) {
    if value.is_object() {
        look(value);
    }
    match value {
        Value::Object(fields) => fields.values().for_each(|field| each(field, look)),
        Value::Array(all) => all.iter().for_each(|one| each(one, look)),
        _ => {}
    }
}
