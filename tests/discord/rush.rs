//! Many people at once.

use super::town::{ANSWERED, How, Town};
use crate::world::discord::{Discord, EASTMOOR, GENERAL, SQUARE, Times, WESTFOLD, id};
use serde_json::json;
use std::time::{Duration, Instant};

const PEOPLE: u64 = 30;
const FIRST: u64 = 910_000_000_000_000_000;
const WITHIN: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_commands_in_ten_seconds_are_all_answered() {
    let commands = crate::world::as_many(25, 100) as u64;
    let discord = Discord::start_with(Times { bucket: Duration::from_secs(1), ..Times::default() }).await;
    {
        let mut state = discord.lock();
        for nth in 0..PEOPLE {
            let person = crate::world::discord::person(FIRST + nth, &format!("person{nth}"));
            state.users.insert(FIRST + nth, person);
            for guild in [EASTMOOR, WESTFOLD] {
                state.guilds.get_mut(&guild).expect("a server").members.insert(FIRST + nth, Vec::new());
            }
        }
    }
    let town =
        Town::made(How::Gateway, discord, &["discord.edit_ms=1200", "answers.reuse=false"], None).await;
    let start = Instant::now();
    let mut tokens = Vec::new();
    for nth in 0..commands {
        let channel = if nth % 2 == 0 { GENERAL } else { SQUARE };
        let question = format!("When was the Harbour Bridge of Eastmoor opened? Case {nth}.");
        let options = [("question", json!(question)), ("profile", json!("quick"))];
        tokens.push(town.discord.slash(FIRST + nth % PEOPLE, channel, "research", &options));
        tokio::time::sleep((WITHIN / commands as u32).saturating_sub(Duration::from_millis(5))).await;
    }
    let asked = start.elapsed();
    for token in &tokens {
        town.discord.until_answered(token).await;
    }
    let slowest = {
        let state = town.discord.lock();
        let after = tokens
            .iter()
            .filter_map(|token| state.interactions[token].answered.as_ref())
            .map(|one| one.after);
        after.max().unwrap_or_default()
    };
    let answered = |state: &crate::world::discord::state::State| {
        let said =
            state.messages.values().filter(|message| message["components"].to_string().contains("recheck|"));
        said.map(|message| id(&message["channel_id"])).collect::<std::collections::BTreeSet<_>>().len()
    };
    town.discord
        .until_within(Duration::from_secs(180), "all answers", |state| {
            (answered(state) == commands as usize).then_some(())
        })
        .await;
    println!(
        "{commands} commands by {PEOPLE} people in {asked:.1?}: the slowest was acknowledged after {slowest:.0?}, all were \
         answered after {:.1?}",
        start.elapsed()
    );
    assert_eq!(town.discord.invalid(), [""; 0]);
    assert_eq!(town.discord.unanswered(), 0);
    for channel in [GENERAL, SQUARE] {
        for thread in town.threads(channel) {
            assert_eq!(town.discord.see(thread).matches(ANSWERED).count(), 1);
        }
    }
}
