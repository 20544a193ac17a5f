//! Statistics over all runs.

use super::{Cells, job_row};
use crate::values::{count, parsed};
use crate::work::Fault;
use gorkd_core::model::{MicroUsd, Millis, Profile, Requester, Terms};
use gorkd_core::ports::{Backlog, Pending, PlaceSeen, RunSeen, Used};
use std::collections::BTreeMap;

/// Maximum length of each usage list.
const LINES: usize = 50;

/// A run with the terms from its journal, and the profile that a branch was changed to.
pub(crate) fn run(row: &impl Cells, terms: Terms, changed: Option<Profile>) -> Result<RunSeen, Fault> {
    Ok(RunSeen {
        number: row.count("id")?,
        row: job_row(row)?,
        profile: changed.unwrap_or(terms.profile),
        privacy: terms.privacy,
        open: row.flag("open")?,
        usd: MicroUsd(row.count("usd")?),
        failures: row.count("failures")?,
    })
}

/// Aggregates rows of places (with number of runs and time of the last one) by channel, newest first.
pub(crate) fn places(rows: &[(String, i64, i64)], limit: u32) -> Vec<PlaceSeen> {
    let mut channels: BTreeMap<&str, (u64, i64)> = BTreeMap::new();
    for (place, runs, last) in rows {
        let seen = channels.entry(channel(place)).or_default();
        *seen = (seen.0 + count(*runs), seen.1.max(*last));
    }
    let mut places: Vec<PlaceSeen> = channels
        .into_iter()
        .map(|(place, (runs, last))| PlaceSeen { place: place.to_owned(), runs, last_at: Millis(last) })
        .collect();
    places.sort_by_key(|seen| std::cmp::Reverse(seen.last_at));
    places.truncate(limit as usize);
    places
}

/// The backlog: a count with the time of the oldest entry, the number of held jobs, and rows by platform.
pub(crate) fn backlog(
    (due, since): (i64, Option<i64>),
    running: i64,
    messages: Vec<(String, i64, Option<i64>)>,
    deliveries: Vec<(String, i64, Option<i64>)>,
) -> Backlog {
    let pending = |number, since: Option<i64>| Pending { count: count(number), since: since.map(Millis) };
    let by_platform = |rows: Vec<(String, i64, Option<i64>)>| {
        rows.into_iter().map(|(platform, number, since)| (platform, pending(number, since))).collect()
    };
    Backlog {
        due: pending(due, since),
        running: count(running),
        messages: by_platform(messages),
        deliveries: by_platform(deliveries),
    }
}

/// Merges by day the rows of runs asked (day, runs) and of usage (day, tokens, cost).
pub(crate) fn days(asked: Vec<(String, i64)>, spent: Vec<(String, i64, i64)>) -> Vec<(String, Used)> {
    let mut days: BTreeMap<String, Used> = BTreeMap::new();
    for (day, runs) in asked {
        days.entry(day).or_default().runs = count(runs);
    }
    for (day, tokens, usd) in spent {
        let used = days.entry(day).or_default();
        (used.tokens, used.usd) = (count(tokens), MicroUsd(count(usd)));
    }
    days.into_iter().collect()
}

/// Converts a row of models: name, calls, tokens, cost.
pub(crate) fn model((name, calls, tokens, usd): (String, i64, i64, i64)) -> (String, Used) {
    (name, Used { runs: count(calls), tokens: count(tokens), usd: MicroUsd(count(usd)) })
}

/// People and places with their usage, highest first.
pub(crate) type UsedBy = (Vec<(String, Used)>, Vec<(String, Used)>);

/// Aggregates by requester and by place the rows of runs (requester, place, runs) and of usage (requester,
/// place, tokens, cost).
pub(crate) fn used_by(
    asked: Vec<(String, String, i64)>,
    spent: Vec<(String, String, i64, i64)>,
) -> Result<UsedBy, Fault> {
    let asked = asked
        .into_iter()
        .map(|(who, place, runs)| (who, place, Used { runs: count(runs), ..Used::default() }));
    let spent = spent.into_iter().map(|(who, place, tokens, usd)| {
        (who, place, Used { tokens: count(tokens), usd: MicroUsd(count(usd)), ..Used::default() })
    });
    let (mut people, mut places) = (BTreeMap::new(), BTreeMap::new());
    for (who, place, used) in asked.chain(spent) {
        let who: Requester = parsed(&who, "a requester")?;
        add(people.entry(who.key()).or_default(), used);
        add(places.entry(channel(&place).to_owned()).or_default(), used);
    }
    Ok((greatest(people), greatest(places)))
}

/// The channel of a place, as admins know it: `slack:T1:C1` for the thread `slack:T1:C1:1700000000.000100`.
fn channel(place: &str) -> &str {
    place.match_indices(':').nth(2).map_or(place, |(end, _)| &place[..end])
}

fn add(sum: &mut Used, more: Used) {
    sum.runs += more.runs;
    sum.tokens += more.tokens;
    sum.usd.0 += more.usd.0;
}

fn greatest(used: BTreeMap<String, Used>) -> Vec<(String, Used)> {
    let mut all: Vec<(String, Used)> = used.into_iter().collect();
    all.sort_by_key(|(_, used)| std::cmp::Reverse((used.usd, used.runs)));
    all.truncate(LINES);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_a_channel_are_one_place() {
        for (place, of) in [
            ("slack:T1:C1:1700000000.000100", "slack:T1:C1"),
            ("discord:G1:C1:~7", "discord:G1:C1"),
            ("slack:T1:C1", "slack:T1:C1"),
            ("web:ada", "web:ada"),
        ] {
            assert_eq!(channel(place), of);
        }
    }
}
