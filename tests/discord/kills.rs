//! SIGKILL at many moments of a run: nothing is posted twice, and nothing is lost.

use super::town::{ANSWERED, How, QUESTION, Town};
use crate::world::discord::{ANN, Discord, GENERAL, Times};
use crate::world::models::{ModelServer, Shape};
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_at_any_moment_loses_nothing_and_posts_nothing_twice() {
    let model = ModelServer::start(Shape::OpenAi).await;
    model.takes(Duration::from_millis(150));
    // So that a new start may listen at once: loops of crashes are another test's.
    let discord = Discord::start_with(Times { bucket: Duration::from_millis(200), ..Times::default() }).await;
    let mut town = Town::made(How::Http, discord, &[], Some(model)).await;
    let whole = {
        let start = Instant::now();
        let thread = town.research(ANN, GENERAL, &[]).await;
        town.answer(thread).await;
        start.elapsed()
    };
    let points = crate::world::as_many(8, 20) as u32;
    let mut under_way = 0;
    for point in 0..points {
        let known = town.threads(GENERAL);
        let question = format!("{QUESTION} Case {point}.");
        let token =
            town.discord.slash(ANN, GENERAL, "research", &[("question", serde_json::json!(question))]);
        town.discord.until_answered(&token).await;
        tokio::time::sleep(whole * point / points).await;
        let seen =
            town.threads(GENERAL).iter().find(|one| !known.contains(one)).map(|one| town.discord.see(*one));
        under_way += u32::from(!seen.is_some_and(|seen| seen.contains(ANSWERED)));
        town.kill_and_start().await;
        let thread = town.new_thread(GENERAL, &known).await;
        town.answer(thread).await;
        // What is told last is the mark.
        town.discord
            .until(&format!("the mark of case {point}"), |state| {
                let marked = state.messages.get(&thread)?["reactions"].to_string();
                marked.contains('✅').then_some(())
            })
            .await;
        let seen = town.discord.see(thread);
        assert_eq!(seen.matches(ANSWERED).count(), 1, "{point}: {seen}");
        let status =
            seen.lines().filter(|line| line.starts_with("  │ ✅ Plan") || line.contains("✅ **Plan")).count();
        assert!(status <= 1, "{point}: {seen}");
        assert_eq!(town.threads(GENERAL).len(), known.len() + 1, "{point}");
    }
    println!("{under_way} of {points} kills fell into a run");
    assert!(under_way > 0, "no kill fell into a run, so nothing is shown");
}
