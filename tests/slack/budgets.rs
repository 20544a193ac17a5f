//! Budgets of a month in a chat: the person's own and the channel's, and who is told what about them.

use super::office::{How, Office, QUESTION, on_both};
use crate::world::provider::paid;
use crate::world::slack::state::Books;

on_both!(a_person_and_a_channel_are_told_at_80_percent_and_when_nothing_is_left);

const LONG: &str = "How long is the Harbour Bridge of Eastmoor?";
const OPENED_BY: &str = "Who opened the Harbour Bridge of Eastmoor?";
const LANES: &str = "How many lanes does the Harbour Bridge of Eastmoor carry?";
const MAYOR: &str = "Which mayor of Eastmoor opened the Harbour Bridge?";

async fn a_person_and_a_channel_are_told_at_80_percent_and_when_nothing_is_left(how: How) {
    let (exa, mut settings) = paid().await;
    settings.push("budgets.person_usd=0.025".to_owned());
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let office = Office::with(how, &settings).await;
    let slack = &office.slack;
    slack.books().users.get_mut("U1").expect("there").admin = true;
    slack.command("U1", "C1", "memory place set month_usd 0.035");
    office.whisper("U1", "month_usd").await;

    let asked = slack.mention("U2", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    assert!(answer.says("1931") && !answer.says("monthly budget"), "{answer:?}");
    let asked = slack.mention("U2", "C1", LONG);
    slack.message("C1", &asked, "Most of a monthly budget is spent (yours): $0.020 of $0.025.").await;
    office.answer("C1", &asked).await;
    assert_eq!(exa.calls(), 2);
    let asked = slack.mention("U2", "C1", OPENED_BY);
    let refused = office.answer("C1", &asked).await;
    assert!(refused.says("A monthly budget is used up (yours): $0.020 of $0.025"), "{refused:?}");
    assert!(refused.says("An admin can raise the limit."), "{refused:?}");
    let admins = "For admins: a monthly budget is used up (the person who asked), $0.020 of $0.025.";
    slack.message("C1", &asked, admins).await;

    // Somebody else has a budget of their own, but not another channel. What was searched for before costs nothing.
    let asked = slack.mention("U1", "C1", LANES);
    slack.message("C1", &asked, "Most of a monthly budget is spent (this channel): $0.030 of $0.035.").await;
    office.answer("C1", &asked).await;
    let asked = slack.mention("U1", "C1", MAYOR);
    let refused = office.answer("C1", &asked).await;
    assert!(refused.says("A monthly budget is used up (this channel): $0.030 of $0.035"), "{refused:?}");
    slack.message("C1", &asked, "For admins: a monthly budget is used up (this channel)").await;
    assert_eq!(exa.calls(), 3);

    // Admins were told once, the people who ask are told each time.
    let asked = slack.mention("U1", "C1", OPENED_BY);
    let refused = office.answer("C1", &asked).await;
    assert!(refused.says("A monthly budget is used up (this channel)"), "{refused:?}");
    // Set once everything is posted.
    let look = |books: &Books| {
        let reactions = &books.message("C1", &asked)?.reactions;
        ["white_check_mark", "warning"].iter().any(|name| reactions.contains_key(*name)).then_some(())
    };
    slack.until("a final reaction", look).await;
    assert_eq!(office.of_thread("C1", &asked, "For admins"), 0);
    assert_eq!(exa.calls(), 3);
}
