//! Everybody is spoken to in their own language, whatever the language of the question or of others in the thread.

use super::office::{How, Office, QUESTION, on_one};

on_one!(over_a_connection Connection: each_person_reads_cards_and_buttons_in_their_language);

async fn each_person_reads_cards_and_buttons_in_their_language(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    for (user, locale) in [("U1", "de-DE"), ("U2", "ar")] {
        slack.books().users.get_mut(user).expect("there").locale = locale.to_owned();
    }
    let german = slack.mention("U1", "C1", QUESTION);
    let answer = slack.message("C1", &german, "[Quellen]").await;
    assert!(answer.says("Verlässlichkeit: ") && answer.says("Gründlicher suchen"), "{answer:?}");
    slack.message("C1", &german, "Antwort siehe unten.").await;
    let arabic = slack.mention("U2", "C1", "How long is the Harbour Bridge of Eastmoor?");
    let shown = slack.message("C1", &arabic, "[المصادر]").await;
    assert!(shown.says("درجة الثقة: "), "{shown:?}");

    // What one person alone is shown is in that person's language, under whosever answer.
    slack.press("U1", &answer, "Quellen");
    office.whisper("U1", "[Anpinnen]").await;
    slack.press("U2", &answer, "Quellen");
    office.whisper("U2", "[تثبيت]").await;
    slack.command("U2", "C1", "threads");
    office.whisper("U2", "أسئلتك").await;
}
