//! Everybody is spoken to in their own language: the one that Discord tells with a command or a button, else that of
//! the question.

use super::town::{ANSWERED, How, Town, on_one};
use crate::world::discord::{ANN, BEN, GENERAL};

on_one!(over_http Http: each_person_reads_cards_and_buttons_in_their_language);

async fn each_person_reads_cards_and_buttons_in_their_language(how: How) {
    let town = Town::open(how).await;
    for (user, locale) in [(ANN, "de"), (BEN, "ar")] {
        town.discord.lock().users.get_mut(&user).expect("there").locale = locale.to_owned();
    }
    let german = town.research(ANN, GENERAL, &[]).await;
    town.answer(german).await;
    // The status above changes a moment later.
    let seen = town.discord.until_seen(german, "Antwort siehe unten.").await;
    for part in ["[Quellen]", "Verlässlichkeit: "] {
        assert!(seen.contains(part), "{part}: {seen}");
    }
    let arabic = town.research(BEN, GENERAL, &[]).await;
    let seen = town.answer(arabic).await;
    assert!(seen.contains("[المصادر]") && seen.contains("درجة الثقة: "), "{seen}");
    // What one person alone is shown is in that person's language, under whosever answer.
    town.discord.presses(BEN, german, "Quellen");
    town.discord.until_seen_by(BEN, german, "تثبيت").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mention_is_answered_in_the_language_of_its_question() {
    let town = Town::open(How::Connection).await;
    let thread = town.discord.mentions(ANN, GENERAL, "Wann wurde die Brücke von Zwergenhausen eröffnet?");
    let seen = town.discord.until_seen(thread, ANSWERED).await;
    assert!(seen.contains("Nicht genug Belege") && seen.contains("Versuch es mit anderen Worten"), "{seen}");
}
