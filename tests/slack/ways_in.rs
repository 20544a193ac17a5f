//! Ways in: a mention, a direct message, the command, the shortcut, the messages tab, the home; files.

use super::office::{How, Office, QUESTION, on_both, settled};
use crate::world::slack::state::Books;

on_both!(
    a_mention_is_answered_in_its_thread,
    a_command_is_answered_for_one_and_then_shared,
    a_direct_message_is_answered,
    a_command_opens_a_thread_that_goes_on,
    a_file_is_read_for_its_thread_alone,
    the_tabs_and_the_shortcut,
);

async fn a_mention_is_answered_in_its_thread(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    assert!(answer.says("1931"), "{answer:?}");
    office.marked("C1", &asked, "white_check_mark").await;
    let seen = |books: &Books| (!books.message("C1", &asked)?.reactions.contains_key("eyes")).then_some(());
    slack.until("end of the first mark", seen).await;
    // One status message and one answer, and the status is not a stream any more.
    let thread = slack.thread("C1", &asked);
    assert_eq!(thread.len(), 2, "{}", slack.seen());
    assert!(thread[0].stream.is_none() && thread[0].says("Answered below"), "{}", slack.seen());
    if how == How::Connection {
        insta::assert_snapshot!("mention_answer", settled(&answer));
        insta::assert_snapshot!("mention_status", settled(&thread[0]));
    }
    // Told twice and by two events, it was asked once.
    let books = slack.books();
    assert!(books.undelivered.is_empty(), "{:?}", books.undelivered);
    assert!(books.calls.iter().all(|call| call.result == "ok"), "{:?}", books.calls);
}

async fn a_direct_message_is_answered(how: How) {
    let office = Office::open(how).await;
    let (channel, asked) = office.slack.dm("U1", QUESTION);
    let answer = office.answer(&channel, &asked).await;
    assert!(answer.says("1931"));
    let title = |books: &Books| {
        let kept = books.sessions.get(&(channel.clone(), asked.clone()))?;
        Some(kept.title.clone())
    };
    assert_eq!(office.slack.until("title", title).await, QUESTION);
}

async fn a_command_is_answered_for_one_and_then_shared(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    slack.command("U1", "C1", &format!("{QUESTION} private"));
    office.whisper("U1", "I'll answer in our direct messages.").await;
    let root = office.direct("U1", "You asked in #harbour: When was").await;
    let own = office.direct("U1", "[Sources]").await;
    assert!(own.says("1931") && own.says("[Share in the channel]"), "{own:?}");
    // A message like any other: it is there after a reload, and can be asked about.
    assert!(own.only.is_none() && own.is_in(&root.ts), "{own:?}");
    assert!(slack.thread("C1", "").is_empty(), "nobody else sees anything: {}", slack.seen());
    slack.say("U1", &own.channel, &root.ts, "How long is the Harbour Bridge of Eastmoor?");
    assert!(office.nth_answer(&own.channel, &root.ts, 2).await.says("412 metres"));
    slack.press("U1", &own, "Share in the channel");
    let shared = slack.message("C1", "", "[Sources]").await;
    assert!(shared.only.is_none() && shared.says("1931"), "{shared:?}");
    office.direct("U1", "Shared").await;
    let status = slack.thread(&own.channel, &root.ts).into_iter().find(|one| one.says("pages read"));
    assert!(status.is_none_or(|one| !one.says("[Stop and answer]")), "{}", slack.seen());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_question_is_refused_where_there_are_no_direct_messages() {
    let office = Office::open(How::Http).await;
    let slack = &office.slack;
    slack.books().faults.refuse("conversations.open", vec!["not_allowed".to_owned(); 9]);
    slack.command("U1", "C1", &format!("{QUESTION} private"));
    office.whisper("U1", "so I didn't take your question").await;
    assert!(slack.thread("C1", "").is_empty(), "{}", slack.seen());
}

async fn a_command_opens_a_thread_that_goes_on(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    slack.command("U1", "C1", QUESTION);
    let root = slack.message("C1", "", "Ann asks:").await;
    let answer = office.answer("C1", &root.ts).await;
    assert!(answer.says("1931"));
    office.marked("C1", &root.ts, "white_check_mark").await;
    // A follow-up in a thread of its own needs no mention.
    let next = slack.say("U2", "C1", &root.ts, "How long is the Harbour Bridge of Eastmoor?");
    let second = office.nth_answer("C1", &root.ts, 2).await;
    assert!(second.says("412 metres"), "{second:?}");
    office.marked("C1", &next, "white_check_mark").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn help_and_lists_are_for_the_asker_alone() {
    let office = Office::open(How::Http).await;
    let slack = &office.slack;
    slack.command("U1", "C1", "help");
    let help = office.whisper("U1", "How to ask gorkd").await;
    assert!(help.says("/research"));
    slack.command("U1", "C1", "threads");
    office.whisper("U1", "You haven't asked anything yet").await;
    slack.command("U1", "C1", "memory set language de");
    office.whisper("U1", "Memory").await;
    slack.command("U1", "C1", "watches");
    office.whisper("U1", "You don't watch any question").await;
    assert!(slack.thread("C1", "").is_empty(), "{}", slack.seen());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_said_to_it_is_left_alone() {
    let office = Office::open(How::Connection).await;
    let slack = &office.slack;
    slack.books().add_user("T1", "U9", "Robot");
    if let Some(robot) = slack.books().users.get_mut("U9") {
        robot.bot = true;
    }
    let talk = slack.say("U1", "C1", "", "Lunch?");
    slack.say("U2", "C1", &talk, "At twelve.");
    slack.mention("U9", "C1", QUESTION);
    // The last of them is answered, so the others were looked at.
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    let said: Vec<String> = slack.thread("C1", "").iter().map(|one| one.ts.clone()).collect();
    assert!(said.is_empty(), "{}", slack.seen());
    assert!(slack.thread("C1", &talk).is_empty(), "{}", slack.seen());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mention_in_a_conversation_brings_it_along() {
    let office = Office::open(How::Http).await;
    let slack = &office.slack;
    let talk = slack.say("U1", "C1", "", "The lighthouse of Farley was painted green in 1987 by Tom Weller.");
    slack.say("U2", "C1", &talk, "Are you sure about that?");
    let asked = slack.mention_in("U2", "C1", &talk, "When was the lighthouse of Farley painted green?");
    let answer = office.answer("C1", &talk).await;
    assert!(answer.says("1987"), "{}", slack.seen());
    // One message of a talk is weak ground, and that is said.
    office.marked("C1", &asked, "warning").await;
    // It is not its own thread: what people go on to say is theirs.
    let calls = slack.books().calls.len();
    slack.say("U1", "C1", &talk, "See?");
    slack.mention("U1", "C1", "help");
    slack.until("help", |books: &Books| (books.calls.len() > calls).then_some(())).await;
}

async fn a_file_is_read_for_its_thread_alone(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    let bot = slack.books().teams["T1"].bot.clone();
    let text = "# Minutes\n\nThe pier of Northwick was repaired in 2019 by Dora Kent for 40,000 crowns.\n";
    let files = [("minutes.md", "text/markdown", text.as_bytes())];
    let question = format!("<@{bot}> When was the pier of Northwick repaired?");
    let asked = slack.say_with("U1", "C1", "", &question, &files);
    let answer = office.answer("C1", &asked).await;
    assert!(answer.says("2019"), "{}", slack.seen());
    let large = vec![b'x'; 21 << 20];
    let files = [("large.txt", "text/plain", large.as_slice())];
    slack.say_with("U1", "C1", "", &format!("<@{bot}> {QUESTION}"), &files);
    let sorry = office.whisper("U1", "could not be read").await;
    assert!(sorry.says("larger than 20 MB"), "{sorry:?}");
}

async fn the_tabs_and_the_shortcut(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    let channel = slack.open_messages("U1");
    let prompts = |books: &Books| {
        let kept = books.assistants.get(&(channel.clone(), String::new()))?;
        kept.get("prompts").cloned()
    };
    assert!(slack.until("prompts", prompts).await.as_array().is_some_and(|all| all.len() == 3));
    let asked = slack.say("U1", &channel, "", QUESTION);
    let answer = office.answer(&channel, &asked).await;
    assert!(answer.says("1931"));

    slack.open_home("U1");
    let home = slack.until("home", |books: &Books| books.homes.get("U1").cloned()).await;
    let words = crate::world::slack::words::blocks(&home["blocks"]).join("\n");
    assert!(words.contains("How to ask gorkd") && words.contains(QUESTION), "{words}");

    let message = slack.say("U2", "C1", "", QUESTION);
    slack.shortcut("U1", "C1", &message);
    assert!(office.answer("C1", &message).await.says("1931"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_greets_where_it_is_invited_and_stays_out_where_it_is_not() {
    let office = Office::open(How::Http).await;
    let slack = &office.slack;
    {
        let mut books = slack.books();
        books.add_channel("T1", "C7", "quiet");
        let bot = books.teams["T1"].bot.clone();
        books.channels.get_mut("C7").expect("made").members.remove(&bot);
    }
    slack.command("U1", "C7", QUESTION);
    let told = slack.message("DU1", "", "I'm not in this channel").await;
    assert!(told.says("/invite"), "{told:?}");
    slack.invite("U1", "C7");
    slack.message("C7", "", "Hello!").await;
}
