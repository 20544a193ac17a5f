//! `gorkd discord invite` and `gorkd discord check`, and commands that are registered once.

use super::town::{How, Town};
use crate::world::discord::permissions::ATTACH_FILES;
use crate::world::discord::{ANN, BOT, Discord, EASTMOOR, GENERAL, TOKEN};
use crate::world::process::{Machine, stderr, stdout};

#[test]
fn the_invite_asks_for_what_is_needed_and_says_why() {
    let machine = Machine::new();
    let id = format!("discord.application_id={BOT}");
    let output = machine.run(&["discord", "invite", "--set", &id]);
    insta::assert_snapshot!(stdout(&output));
    let without = machine.run(&["discord", "invite"]);
    assert_eq!(without.status.code(), Some(2));
    assert!(stderr(&without).contains("discord.application_id"), "{}", stderr(&without));
}

fn check(machine: &Machine, discord: &Discord, more: &[&str]) -> (Option<i32>, String) {
    let mut settings = vec![
        format!("discord.token={TOKEN}"),
        format!("discord.application_id={BOT}"),
        format!("discord.api_url={}", discord.url()),
    ];
    settings.extend(more.iter().map(|one| (*one).to_owned()));
    let mut args = vec!["discord", "check"];
    settings.iter().for_each(|setting| args.extend(["--set", setting.as_str()]));
    let output = tokio::task::block_in_place(|| machine.run(&args));
    (output.status.code(), stdout(&output) + &stderr(&output))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_says_what_is_missing() {
    let (machine, discord) = (Machine::new(), Discord::start().await);
    let (code, said) = check(&machine, &discord, &[]);
    assert_eq!(code, Some(0), "{said}");
    insta::assert_snapshot!(said);
    {
        let mut state = discord.lock();
        state.bot.content_granted = false;
        let guild = state.guilds.get_mut(&EASTMOOR).expect("a server");
        let role = &mut guild.value["roles"][0]["permissions"];
        let bits: u64 = role.as_str().and_then(|bits| bits.parse().ok()).expect("bits");
        *role = (bits & !ATTACH_FILES).to_string().into();
    }
    let (code, said) = check(&machine, &discord, &["discord.public_key=00"]);
    assert_eq!(code, Some(4), "{said}");
    for word in ["Message Content Intent", "the bot lacks Attach Files", "Set discord.public_key to"] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let (code, said) = check(&machine, &discord, &["discord.token=wrong"]);
    assert!(code == Some(4) && said.contains("refuses discord.token"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_are_registered_once() {
    let mut town = Town::open(How::Http).await;
    for start in 0..2 {
        if start > 0 {
            town.kill_and_start().await;
        }
        let known = town.threads(GENERAL);
        let thread = town.research(ANN, GENERAL, &[]).await;
        town.answer(thread).await;
        assert!(!known.contains(&thread));
    }
    assert_eq!(town.discord.asked("PUT /applications").len(), 1);
}
